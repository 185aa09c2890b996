"""What the database itself keeps from being changed; see `guards` for how."""

from .army_lists import Addition, ArmyList, ArmyListRow, Nation, OfferedExtra
from .care import Redaction
from .catalogue import Edition, GameSystem
from .entries import Entry, Extra, LeadershipLevel, TroopClass, Vehicle, Weapon
from .guards import FixedFields, Guarded, ImmutableWhenPublished, InsertOnly
from .link import Link
from .roster import Revision
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

TEXTS = frozenset({"texts"})
NAMED = TEXTS | {"name_en", "name_es"}
DESCRIBED = NAMED | {"text_en", "text_es"}
OFFERED = DESCRIBED | {"remark_en", "remark_es"}
MESSAGE = TEXTS | {"message_en", "message_es"}

GUARDED: list[Guarded] = [
    FixedFields(GameSystem, frozenset({"key"})),
    ImmutableWhenPublished(Edition, NAMED | {"words_hash"}, path=()),
    *(
        ImmutableWhenPublished(model, OFFERED)
        for model in (TroopClass, LeadershipLevel, Weapon, Vehicle, Extra, Entry, ArmyList)
    ),
    *(
        ImmutableWhenPublished(model, DESCRIBED)
        for model in (Nation, Effect, Reading, OptionalRule, Derived, Reference, Scenario)
    ),
    ImmutableWhenPublished(Formula, TEXTS),
    ImmutableWhenPublished(Restriction, MESSAGE),
    ImmutableWhenPublished(ArmyListRow, TEXTS, path=("army_list", "edition")),
    ImmutableWhenPublished(Addition, TEXTS, path=("army_list", "edition")),
    ImmutableWhenPublished(OfferedExtra, path=("army_list", "edition")),
    ImmutableWhenPublished(ReadingValue, NAMED, path=("reading", "edition")),
    ImmutableWhenPublished(SuggestedList, NAMED, path=("scenario", "edition")),
    InsertOnly(Revision, frozenset({"by"})),  # who it was can be forgotten
    InsertOnly(Link, frozenset({"roster", "former_owner"}), once=frozenset({"revoked_at"})),
    InsertOnly(Redaction),
]
