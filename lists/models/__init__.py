from .actor import NOBODY, Actor
from .army_lists import Addition, ArmyList, ArmyListRow, Nation, OfferedExtra
from .catalogue import Edition, GameSystem
from .entries import Entry, Extra, LeadershipLevel, TroopClass, Vehicle, Weapon
from .link import Link
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
    "Reading",
    "ReadingValue",
    "Reference",
    "Restriction",
    "Revision",
    "Roster",
    "Scenario",
    "SuggestedList",
    "TroopClass",
    "Vehicle",
    "Verdict",
    "Weapon",
    "new_code",
]
