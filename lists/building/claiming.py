"""Whose a roster is, and which edit link opens it: of two who change that at once, one does."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from lists.models import Actor, Roster, new_code

from .own_entries import keep_entries_of


@transaction.atomic
def claim_created(user: int, codes: Iterable[str]) -> int:
    """Make the rosters that were created in a browser a person's; how many became theirs.

    Those that have an owner or lie in the trash stay as they are. The rows are locked in one order,
    so that two who claim the same do not wait for each other.
    """
    free = Roster.objects.alive().unowned()
    found = free.filter(code__in=list(codes)).order_by("pk").select_for_update()
    keys = list(found.values_list("pk", flat=True))
    claimed = free.filter(pk__in=keys).update(owner_id=user) if keys else 0
    if claimed:
        keep_entries_of(user, keys)
    return claimed


@transaction.atomic
def claim_roster(row: Roster, actor: Actor, *, has_new_link: bool) -> bool:
    """Make a roster the signed-in actor's, who came by its edit link; whether it became theirs.

    With a new link whoever has the old one loses the roster in the same moment.
    """
    if actor.user is None:
        return False
    changes: dict[str, object] = {"owner_id": actor.user}
    if has_new_link:
        changes["edit_token"] = new_code()
    free = Roster.objects.editable_by(actor).unowned()
    is_claimed = free.filter(pk=row.pk).update(**changes) > 0
    if is_claimed:
        keep_entries_of(actor.user, [row.pk])
    return is_claimed


def replace_edit_link(row: Roster, actor: Actor) -> bool:
    """Give a roster another edit link, so that the one it has opens nothing; whether it was done.

    Only the link that the actor saw is replaced: of two who do it at once, one does.
    """
    as_seen = Roster.objects.managed_by(actor).filter(pk=row.pk, edit_token=row.edit_token)
    return as_seen.update(edit_token=new_code()) > 0
