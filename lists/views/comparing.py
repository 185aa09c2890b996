"""Two revisions of a list side by side, or two lists."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lists.building.rosters import Evaluated, evaluate_past, evaluate_roster
from lists.forms.history import CompareForm, Pasted
from lists.models import Link, Revision, Roster
from lists.rules.comparing import Side, compare_rosters, compare_states
from lists.sharing.links import evaluate_link, resolve_link
from lists.wording.comparing import ShownComparison, show_comparison
from lists.wording.kept import name_roster, show_kept

from .access import find_actor, find_editable
from .limits import is_over_limit, refuse_busy

MOST_KEPT = 60
"""How many of a person's own lists are offered to be compared with."""


@require_safe
@never_cache
def roster_compare(request: HttpRequest, address: str) -> HttpResponse:
    """What is asked for, compared; a link to another list counts like a look at that."""
    roster, actor = find_editable(request, address)
    form = CompareForm(request.GET, newest=roster.number)
    if request.GET.get("with") and is_over_limit(request, "links", settings.LINKS_A_MINUTE):
        return refuse_busy(request)
    comparison = _compare(request, roster, form)
    language = get_language() or "en"
    kept = Roster.objects.kept_by(actor).exclude(pk=roster.pk).select_related("edition")
    context = {
        "address": address,
        "name": name_roster(roster, language),
        "form": form,
        "kept": list(show_kept(kept[:MOST_KEPT], actor, language)),
        "comparison": comparison,
        "sides": _label_sides(form, comparison) if comparison else (),
    }
    status = 200 if comparison else 422
    return render(request, "lists/history/compare.html", context, status=status)


def _label_sides(form: CompareForm, comparison: ShownComparison) -> list[dict[str, object]]:
    """Both sides with what was asked for."""
    words = _("Revision %(number)s")
    first, second = (words % {"number": form.cleaned_data[name]} for name in ("first", "second"))
    is_other = form.cleaned_data["other"] is not None
    return [
        {"label": first, "shown": comparison.before},
        {"label": _("The other list") if is_other else second, "shown": comparison.after},
    ]


def _compare(request: HttpRequest, roster: Roster, form: CompareForm) -> ShownComparison | None:
    """The comparison that a form asks for; None where the form has faults, or has got them here."""
    if not form.is_valid():
        return None
    pasted = form.cleaned_data["other"]
    try:
        before = evaluate_past(roster, form.cleaned_data["first"])
        if pasted is None:
            after, is_same = evaluate_past(roster, form.cleaned_data["second"]), True
        else:
            after, is_same = _open_other(request, pasted, roster)
    except Revision.DoesNotExist:
        form.add_error("first", _("There is no such revision."))
        return None
    except Link.DoesNotExist:
        form.add_error("other", _("There is no list behind this link, or no longer."))
        return None
    return _show(before, after, is_same=is_same)


def _open_other(request: HttpRequest, pasted: Pasted, roster: Roster) -> tuple[Evaluated, bool]:
    """Another list that the reader may open, and whether it is the same list after all.

    Raises Link.DoesNotExist, whatever the cause.
    """
    visible = Roster.objects.visible_to(find_actor(request, pasted.address)).first()
    if visible is not None:
        return evaluate_roster(visible), visible.pk == roster.pk
    link = resolve_link(pasted.code)
    return evaluate_link(link), link.roster_id == roster.pk


def _show(before: Evaluated, after: Evaluated, *, is_same: bool) -> ShownComparison:
    one, other = (Side(each.catalogue, each.roster, each.evaluation) for each in (before, after))
    comparison = compare_states(one, other) if is_same else compare_rosters(one, other)
    return show_comparison(one, other, comparison, get_language() or "en")
