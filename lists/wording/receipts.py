"""Receipts in words: how an amount came about, part by part."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import override

from lists.rules.catalogue import Catalogue
from lists.rules.evaluation import Ingredient, Part, Receipt
from lists.rules.roster import Roster

from .words import Names, write_number


@dataclass(frozen=True, slots=True)
class ShownPart:
    """One part of a receipt: where it comes from, and its amount."""

    name: str
    amount: str


def word_receipt(catalogue: Catalogue, roster: Roster, receipt: Receipt, language: str) -> str:
    """One line: "Veteran (12) + Leadership 3 (15) = 27", times the count where there are more."""
    with override(language):
        names = Names(catalogue, language)
        return join_parts(names, roster, receipt)


def join_parts(names: Names, roster: Roster, receipt: Receipt) -> str:
    """The parts of a receipt joined to one line in the language of the names."""
    parts = [word_part(names, roster, receipt, part) for part in receipt.parts]
    line = " + ".join(parts) or "0"
    if receipt.count != 1:
        line = f"{receipt.count} × ({line})" if len(parts) > 1 else f"{receipt.count} × {line}"
    if receipt.count == 1 and len(parts) <= 1 and not _multiplies(receipt):
        return line
    return f"{line} = {write_number(receipt.total)}"


def _multiplies(receipt: Receipt) -> bool:
    return any(len(part.ingredients) > 1 for part in receipt.parts)


def word_part(names: Names, roster: Roster, receipt: Receipt, part: Part) -> str:
    """One part with its source and amount, and what changed it in brackets."""
    words = " × ".join(_word_ingredient(names, roster, receipt, each) for each in part.ingredients)
    if not part.ingredients:
        words = write_number(part.amount)
    return _with_effects(names, part, words)


def show_parts(
    catalogue: Catalogue, roster: Roster, receipt: Receipt, language: str
) -> tuple[ShownPart, ...]:
    """The parts of a receipt for a table that has the amounts in a column.

    A number that the formula adds as it stands goes by the name of the entry.
    """
    with override(language):
        node, names = roster.find(receipt.node), Names(catalogue, language)
        names = names.of(node) if node else names
        entry = names.entry(node.entry) if node else ""
        return tuple(
            ShownPart(_name_part(names, roster, receipt, part) or entry, write_number(part.amount))
            for part in receipt.parts
        )


def _name_part(names: Names, roster: Roster, receipt: Receipt, part: Part) -> str:
    if len(part.ingredients) != 1:
        return word_part(names, roster, receipt, part)
    words = _name_ingredient(names, roster, receipt, part.ingredients[0])
    return _with_effects(names, part, words)


def _with_effects(names: Names, part: Part, words: str) -> str:
    if not part.effects:
        return words
    effects = {effect.key: effect for effect in names.catalogue.effects}
    why = ", ".join(names.choose(effects[key].name) for key in part.effects if key in effects)
    return f"{words} [{why}]".lstrip() if why else words


def _word_ingredient(names: Names, roster: Roster, receipt: Receipt, ingredient: Ingredient) -> str:
    name = _name_ingredient(names, roster, receipt, ingredient)
    value = write_number(ingredient.value)
    return f"{name} ({value})" if name else value


def _name_ingredient(names: Names, roster: Roster, receipt: Receipt, ingredient: Ingredient) -> str:
    if ingredient.options:
        return ", ".join(
            names.short(key) if count == 1 else f"{count} {names.entry(key, count)}"
            for key, count in ingredient.options
        )
    if ingredient.name == "points":
        node = roster.find(receipt.node)
        return names.entry(node.entry) if node else ""
    return names.group(ingredient.name) if ingredient.name else ""
