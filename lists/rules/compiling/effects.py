"""Effects: what changes a value, and in which order."""

from __future__ import annotations

from ..catalogue import Effect
from .draft import Draft
from .formulas import OF_ROSTER
from .plain import Plain

LAYERS = ("reading", "army-list", "scenario", "house")
"""The order in which effects apply, by what they come from."""


def read_effects(draft: Draft) -> tuple[Effect, ...]:
    """The effects of a document in the order in which they apply."""
    effects = [_read_effect(p, draft) for p in draft.sections.items("effects")]
    return tuple(sorted(effects, key=lambda effect: LAYERS.index(effect.layer)))


def _read_effect(plain: Plain, draft: Draft) -> Effect:
    act = _find_act(plain, draft)
    when = draft.formulas.optional(plain.get("when"))
    references = when.references if when else frozenset()
    return Effect(
        key=plain["key"],
        name=plain["name"],
        of=draft.formulas.static_predicate(plain["of"]),
        field=plain["field"],
        act=act,
        value=draft.formulas.formula(plain[act]),
        when=when,
        page=plain.get("page"),
        layer=plain.get("layer", "reading"),
        reading=next((r.attribute for r in references if r.name == "reading"), ""),
        is_local=any(r.name not in OF_ROSTER for r in references if r.role != "key"),
        like=plain.get("like", ""),
    )


def _find_act(plain: Plain, draft: Draft) -> str:
    """What the effect does; raise InvalidCatalogue where it does several, or to what is not."""
    acts = [act for act in ("set", "add", "multiply") if plain.get(act) is not None]
    if len(acts) != 1:
        draft.sections.fail("An effect has exactly one of `set`, `add` and `multiply`.")
    field = plain["field"]
    if field not in ("points", "price") and field not in draft.terms.statistics:
        draft.sections.fail(f"No entry has a field {field!r}.", "Use points, price or a statistic.")
    draft.check_entries(filter(None, (plain.get("like"),)))
    return acts[0]
