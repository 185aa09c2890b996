"""A database with something of everything in it, and what must come out of a move the same.

`python -m tests.management.filling ARCHIVE` makes one of its own, at DATABASE_URL, and backs it up.
"""

from __future__ import annotations

import hashlib
import json
import sys
from datetime import timedelta
from typing import Any


def fill() -> None:
    """Two players' rosters with revisions and links, a session, a group with its permissions."""
    from django.contrib.auth import get_user_model
    from django.contrib.auth.models import Group, Permission
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    from lists.models import Actor, Link
    from tests.factories import act, create_home_guard, find_node, newest

    player = get_user_model()(is_staff=True, is_active=True)
    setattr(player, player.USERNAME_FIELD, "ana@example.org")
    player.set_password("Ñandú")
    player.save()
    roster = create_home_guard(Actor(user=player.pk), scouts=3)
    leader = find_node(roster, "leader").id
    act(roster, "rename", leader, name="Ñandú 🐎 \"quoted\" \\ 'x'")
    act(roster, "note", leader, note="Two\nlines")
    create_home_guard()
    last = newest(roster)
    Link.objects.create(kind=Link.Kind.VIEW, roster=roster)
    Link.objects.create(
        kind=Link.Kind.FROZEN,
        roster=roster,
        number=last.number,
        edition=last.edition,
        document=last.document,
        revoked_at=timezone.now(),
    )
    for key in ("b", "A", "é"):  # in an order that each database sees in its own way
        Session.objects.create(session_key=key, expire_date=timezone.now() + timedelta(days=9))
    group = Group.objects.create(name="Árbitros")
    group.permissions.set(Permission.objects.order_by("codename")[:3])


def sum_up() -> dict[str, Any]:
    """Counts, totals, hashes, and the guards that are not as they should be."""
    from django.db import DEFAULT_DB_ALIAS, connection

    from lists.management.archive.tables import find_tables
    from lists.models import Edition, Revision, Roster
    from lists.models.triggers import find_differing

    documents = Revision.objects.order_by("pk").values_list("document", flat=True)
    totals = Roster.objects.order_by("pk").values_list("code", "total")
    counts = {each.name: each.count(DEFAULT_DB_ALIAS) for each in find_tables(DEFAULT_DB_ALIAS)}
    return {
        "rows": counts,
        "totals": [[code, str(total)] for code, total in totals],
        "documents": [hashlib.sha256(json.dumps(each).encode()).hexdigest() for each in documents],
        "editions": list(Edition.objects.order_by("pk").values_list("hash", flat=True)),
        "guards": find_differing(connection),
    }


def main(archive: str) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    fill()
    call_command("backup", archive, stdout=sys.stderr)
    json.dump(sum_up(), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
