from .actor import NOBODY, Actor
from .army_lists import Addition, ArmyList, ArmyListRow, Nation, OfferedExtra
from .care import Redaction, Report
from .catalogue import Edition, GameSystem
from .entries import Entry, Extra, LeadershipLevel, TroopClass, Vehicle, Weapon
from .link import Link
from .own_entries import OwnEntry
from .remarks import RevisionName, Tag
from .roster import (
    CODE_PATTERN,
    MARKED_DRAFT,
    MARKED_READY,
    RESTORED,
    Revision,
    Roster,
    Verdict,
    new_code,
)
from .rules import (
    Derived,
    Effect,
    Formula,
    OptionalRule,
    Reading,
    ReadingValue,
    Reference,
    Restriction,
    Scenario,
    SuggestedList,
)
from .user import User

__all__ = [
    "CODE_PATTERN",
    "MARKED_DRAFT",
    "MARKED_READY",
    "NOBODY",
    "RESTORED",
    "Actor",
    "Addition",
    "ArmyList",
    "ArmyListRow",
    "Derived",
    "Edition",
    "Effect",
    "Entry",
    "Extra",
    "Formula",
    "GameSystem",
    "LeadershipLevel",
    "Link",
    "Nation",
    "OfferedExtra",
    "OptionalRule",
    "OwnEntry",
    "Reading",
    "ReadingValue",
    "Redaction",
    "Reference",
    "Report",
    "Restriction",
    "Revision",
    "RevisionName",
    "Roster",
    "Scenario",
    "SuggestedList",
    "Tag",
    "TroopClass",
    "User",
    "Vehicle",
    "Verdict",
    "Weapon",
    "new_code",
]
