"""What the quick calculator is asked: a selection and what it is given, out of an address."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.http import QueryDict

from lists.rules.catalogue import Catalogue, OptionGroup, Take
from lists.rules.roster import Choice
from lists.rules.trial import Trial, find_candidates, find_groups, find_usual, is_switch
from lists.wording.calculator import MOST, NONE, ShownCalculator, ShownQuestion, name_field


def read_trial(catalogue: Catalogue, query: QueryDict) -> Trial | None:
    """What is asked; what is asked wrongly is as it starts. None where nothing can be bought."""
    candidates = list(find_candidates(catalogue))
    if not candidates:
        return None
    chosen = query.get("entry", "")
    entry = next((each for each in candidates if each.key == chosen), candidates[0])
    of_unit, of_entry = find_groups(catalogue, entry)
    is_another = query.get("of", entry.key) != entry.key  # what it is given was asked of another
    answers = QueryDict() if is_another else query
    return Trial(
        entry.key,
        options={group.key: _read_group(catalogue, group, answers) for group in of_entry},
        unit_options={group.key: _read_group(catalogue, group, query) for group in of_unit},
    )


def keep_mistyped(shown: ShownCalculator, query: QueryDict) -> ShownCalculator:
    """The same, with what was typed for a number and is none that can be."""
    if query.get("of", shown.entry) != shown.entry:
        return shown
    return replace(shown, questions=tuple(_keep(each, query) for each in shown.questions))


def _keep(question: ShownQuestion, query: QueryDict) -> ShownQuestion:
    typed = query.get(question.name)
    is_taken = typed is None or (_is_number(typed) and int(typed) == question.number)
    return question if question.answers or is_taken else replace(question, mistyped=typed)


def _read_group(catalogue: Catalogue, group: OptionGroup, query: QueryDict) -> tuple[Choice, ...]:
    usual = find_usual(catalogue, group)
    if group.take is Take.NUMBER:
        start = usual[0].count if usual else group.smallest
        number = _read_number(query, name_field(group.key), start)
        return (Choice(group.key, min(max(number, group.smallest), group.largest)),)
    if group.take is Take.ONE or is_switch(group):
        option = query.get(name_field(group.key), "")
        if option == NONE and not group.required:
            return ()
        return (Choice(option),) if option in group.options else usual
    return tuple(_read_counts(group, query, usual))


def _read_counts(
    group: OptionGroup, query: QueryDict, usual: tuple[Choice, ...]
) -> Iterator[Choice]:
    starts = {choice.option: choice.count for choice in usual}
    for key, option in group.options.items():
        count = _read_number(query, name_field(group.key, key), starts.get(key, 0))
        count = min(count, MOST if option.at_most is None else option.at_most)
        if count > 0:
            yield Choice(key, count)


def _read_number(query: QueryDict, field: str, start: int) -> int:
    text = query.get(field, "")
    return min(int(text), MOST) if _is_number(text) else start


def _is_number(text: str) -> bool:
    digits = text.strip()
    return digits.isascii() and digits.isdigit() and len(digits) < 10
