"""The catalogue of an edition, section by section, since later sections name earlier ones."""

from __future__ import annotations

from ..catalogue import Catalogue
from ..roster import NOTHING
from .army_lists import read_army_lists, read_severities
from .cards import read_card_plans
from .derived import read_derived
from .draft import begin_draft
from .effects import read_effects
from .hashing import hash_edition
from .index import build_index
from .names import read_categories, read_nations
from .plain import Plain
from .readings import read_optional_rules, read_readings
from .restrictions import read_restrictions
from .scenarios import read_scenarios
from .sheet import read_references, read_sheet


def compile_catalogue(document: Plain) -> Catalogue:
    """Compile the document of an edition (see docs/data-format.md); raise InvalidCatalogue."""
    draft = begin_draft(document)
    army_lists = read_army_lists(draft)
    restrictions = read_restrictions(draft)
    effects = read_effects(draft)
    derived = read_derived(draft)
    scenarios = read_scenarios(draft)
    system, edition = document["system"], document["edition"]
    limit = draft.sections.part("limit", {})
    return Catalogue(
        system=system["key"],
        system_name=system["name"],
        system_text=system.get("text", NOTHING),
        edition=str(edition["key"]),
        edition_name=edition["name"],
        edition_source=edition.get("source", NOTHING),
        citations=draft.terms.citations,
        gaps=tuple(edition.get("gaps", ())),
        hash=hash_edition(document),
        currencies=draft.terms.currencies,
        limit_default=limit.get("default", 0),
        tolerance=draft.formulas.formula(limit.get("tolerance", "0")),
        limit_page=limit.get("page"),
        top=frozenset(document.get("top", ())),
        kinds=draft.terms.kinds,
        statistics=draft.terms.statistics,
        groups=draft.groups,
        entries=draft.entries,
        categories=read_categories(draft),
        nations=read_nations(draft),
        army_lists=army_lists,
        severities=read_severities(draft),
        restrictions=restrictions,
        effects=effects,
        readings=read_readings(draft),
        optional_rules=read_optional_rules(draft),
        derived=derived,
        references=read_references(draft),
        scenarios=scenarios,
        sheet=read_sheet(draft),
        cards=read_card_plans(draft),
        index=build_index(
            draft.terms.kinds, draft.entries, army_lists, restrictions, effects, derived
        ),
    )
