"""From what `building` refuses to what the page says about it."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from lists.building.acts.own_entries import WRITE
from lists.building.intents import Intent
from lists.building.ready import NotReady
from lists.building.rosters import Evaluated
from lists.building.saving import Busy, Conflict
from lists.building.values import InvalidIntent
from lists.wording.replies import word_clash, word_refusal

from .page import Refusal, Reply, ShownConflict

FIELDS = {
    "name": ("name", "name"),
    "limit": ("limit", "limit"),
    "count": ("count", "count"),
    "rename": ("name", "node_name"),
    "note": ("note", "note"),
}
"""The operations that a person types for: the value, and what its field is called on the page."""


def reply_to(
    fault: InvalidIntent | Conflict | NotReady | Busy, intent: Intent, evaluated: Evaluated
) -> Reply:
    """What the page says of an act that was not done, with what was typed kept."""
    match fault:
        case InvalidIntent():
            reply = Reply(422, refusal=_refuse(fault, intent))
        case Conflict():
            reply = Reply(409, conflict=_show_conflict(fault, intent, evaluated))
        case NotReady():
            reply = Reply(422, refusal=_refuse_ready(fault), is_not_ready=True)
        case Busy():
            title = _("Not saved.")
            text = _("Others saved at the same moment. Try again.")
            reply = Reply(503, refusal=Refusal(title, text))
    return replace(reply, typed=_find_typed(intent), own=_find_own(intent))


def _find_typed(intent: Intent) -> dict[str, str]:
    value, field = FIELDS.get(intent.operation, ("", ""))
    return {field: str(intent.value[value])} if value in intent.value else {}


def _find_own(intent: Intent) -> dict[str, str]:
    """What was typed for an entry of the player's own."""
    if intent.operation != WRITE:
        return {}
    return {name: str(value) for name, value in intent.value.items()}


def _refuse(fault: InvalidIntent, intent: Intent) -> Refusal:
    text = word_refusal(fault, get_language() or "en")
    value, field = FIELDS.get(intent.operation, ("", ""))
    faults = {field: text} if value and fault.field == value else {}
    if intent.operation == WRITE:
        faults = {fault.field: text}
    return Refusal(_("Not saved."), text, faults)


def _refuse_ready(fault: NotReady) -> Refusal:
    broken = len(fault.problems)
    title = ngettext(
        "Not ready: %(broken)d rule is broken.", "Not ready: %(broken)d rules are broken.", broken
    )
    text = ngettext(
        "The summary says which. Mend it, or keep the list as a draft.",
        "The summary says which. Mend them, or keep the list as a draft.",
        broken,
    )
    return Refusal(title % {"broken": broken}, text)


def _show_conflict(fault: Conflict, intent: Intent, evaluated: Evaluated) -> ShownConflict:
    catalogue, roster = evaluated.catalogue, evaluated.roster
    language = get_language() or "en"
    clashes = tuple(word_clash(catalogue, roster, each, language) for each in fault.clashes)
    is_gone = any(clash.field == "exists" and clash.current is None for clash in fault.clashes)
    return ShownConflict(clashes, "" if is_gone or not clashes else _write_again(intent))


def _write_again(intent: Intent) -> str:
    """The same intent as the value of a button; sent again, it is meant for what stands now."""
    fields = {"operation": intent.operation, "node": intent.node, **intent.value}
    return urlencode(fields, doseq=True)
