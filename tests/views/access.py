"""Who may do what, as one table: every address of the site, whoever asks, and what is answered.

A line of a table is: the states of the list, the method, a group of routes (`ROUTES`), and for each
column of the table the status. A `+` behind it says that a read shows the list, and that a POST
changes something that is kept; without it nothing of the list shows, and nothing is changed.

What no table repeats: HEAD is answered as GET is, PUT, PATCH and DELETE are refused (405) to all.
No GET or HEAD writes anything, sessions aside.

The list has an owner, is alive, in the trash, withheld (an operator has taken its links down), or
purged. Of a list that is nobody's the states begin with "nobody's".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

ROUTES: Final = {
    # Pages that show no list but one's own
    "first-page": "home",
    "mine": "my-lists",
    "calculator": "calculator",
    "scenario": "scenario-detail",
    "trash": "trash",
    "editions": "my-lists-editions",
    "forms": "roster-new roster-import",
    "games": "systems system-detail",
    "machines": "healthz roster-schema",
    "colours": "theme",
    "language": "set_language",
    # Forms that name a list
    "rename": "my-lists-rename",
    "duplicate": "my-lists-duplicate",
    "forget": "my-lists-forget",
    "marked": "my-lists-archive my-lists-unarchive my-lists-delete my-lists-tag my-lists-untag",
    "restore": "trash-restore",
    "purge": "trash-purge",
    "add": "calculator-add",
    "open": "roster-open",
    # A list, at its address
    "pages": "builder roster-history roster-revision roster-compare roster-share",
    "files": "sheet-pdf cards-pdf roster-json roster-text",
    "upgrade": "roster-upgrade",
    "edits": "roster-edit roster-undo roster-redo roster-ready roster-draft",
    "revisions": "revision-restore revision-name",
    "links": "share-view share-freeze",
    "revoke": "share-revoke",
    "keep": "roster-keep",
    "claim": "roster-claim",
    "manage": "roster-delete share-key",
    # What a link opens
    "view": "shared-view shared-view-sheet shared-view-cards shared-view-text shared-view-json",
    "frozen": (
        "shared-frozen shared-frozen-sheet shared-frozen-cards shared-frozen-text "
        "shared-frozen-json"
    ),
    "view-forms": "shared-view-copy shared-view-report",
    "frozen-forms": "shared-frozen-copy shared-frozen-report",
    # The account
    "enter": "account_login account_signup",
    "reset": "account_reset_password",
    "codes": (
        "account_email_verification_sent account_confirm_password_reset_code "
        "account_complete_password_reset"
    ),
    "closed": "account_inactive",
    "leave": "account_logout",
    "own": "account",
    "data": "account-data",
    "end": "account-delete",
    "address": "account_email",
    "secret": "account_change_password",
    "first-secret": "account_set_password",
    "again": "account_reauthenticate",
    "passkeys": "mfa_index mfa_list_webauthn",
    "new-passkey": "mfa_add_webauthn",
    "own-passkey": "mfa_remove_webauthn",
    "passkey-offer": "passkey-offer",
    "passkey-ask": "passkey-ask",
    "passkey-enter": "mfa_login_webauthn",
}

SITE: Final = """
state     method route       owner  keeper  stranger  operator  anonymous  former
any       GET    games       200    200     200       200       200        200
any       GET    machines    200    200     200       200       200        200
any       GET    forms       200    200     200       200       200        200
any       POST   games       405    405     405       405       405        405
any       POST   machines    405    405     405       405       405        405
any       POST   forms       303+   303+    303+      303+      303+       303+
there     GET    editions    200+   200+    200       200       200        200
gone      GET    editions    200    200     200       200       200        200
any       POST   editions    405    405     405       405       405        405
any       GET    colours     405    405     405       405       405        405
any       POST   colours     303    303     303       303       303        303
any       GET    language    405    405     405       405       405        405
any       POST   language    302    302     302       302       302        302
there     GET    first-page  200+   200+    200       200       200        200
gone      GET    first-page  200    200     200       200       200        200
any       POST   first-page  405    405     405       405       405        405
there     GET    mine        200+   200+    200       200       200        200
gone      GET    mine        200    200     200       200       200        200
any       POST   mine        405    405     405       405       405        405
there     GET    calculator  200+   200+    200       200       200        200
gone      GET    calculator  200    200     200       200       200        200
any       POST   calculator  405    405     405       405       405        405
there     GET    scenario    200+   200+    200       200       200        200
gone      GET    scenario    200    200     200       200       200        200
any       POST   scenario    303+   303+    303+      303+      303+       303+
trash     GET    trash       200+   200     200       200       200        200
untrashed GET    trash       200    200     200       200       200        200
any       POST   trash       405    405     405       405       405        405

any       GET    rename      405    405     405       405       405        405
there     POST   rename      303+   303+    404       404       404        404
gone      POST   rename      404    404     404       404       404        404
any       GET    duplicate   405    405     405       405       405        405
there     POST   duplicate   303+   303+    404       404       404        404
gone      POST   duplicate   404    404     404       404       404        404
any       GET    forget      405    405     405       405       405        405
there     POST   forget      303    303     404       404       404        404
gone      POST   forget      404    404     404       404       404        404
any       GET    marked      405    405     405       405       405        405
there     POST   marked      303+   303     303       303       303        303
gone      POST   marked      303    303     303       303       303        303
any       GET    restore     405    405     405       405       405        405
trash     POST   restore     303+   404     404       404       404        404
untrashed POST   restore     404    404     404       404       404        404
trash     GET    purge       200+   404     404       404       404        404
trash     POST   purge       303+   404     404       404       404        404
untrashed GET    purge       404    404     404       404       404        404
untrashed POST   purge       404    404     404       404       404        404
any       GET    add         405    405     405       405       405        405
there     POST   add         303+   303+    404       404       404        404
gone      POST   add         404    404     404       404       404        404
any       GET    open        405    405     405       405       405        405
there     POST   open        303    303     422       422       422        422
gone      POST   open        422    422     422       422       422        422
"""
"""Pages without a list's address, and forms that name a list: by its edit link a keeper, who has
opened it by that link and kept it, and a former keeper by the one that was replaced; all others
by its code."""

SITE_OF_NOBODY: Final = """
state           method route       maker  keeper  stranger  operator  anonymous  former
nobody's        GET    first-page  200+   200+    200       200       200        200
nobody's        GET    mine        200+   200+    200       200       200        200
nobody's        GET    calculator  200+   200+    200       200       200        200
nobody's        GET    scenario    200+   200+    200       200       200        200
nobody's        GET    trash       200    200     200       200       200        200
nobody's-trash  GET    trash       200+   200+    200       200       200        200
nobody's        POST   rename      303+   303+    404       404       404        404
nobody's        POST   duplicate   303+   303+    404       404       404        404
nobody's        POST   forget      303    303     404       404       404        404
nobody's        POST   marked      303+   303+    303       303       303        303
nobody's-trash  POST   restore     303+   303+    404       404       404        404
nobody's        POST   restore     404    404     404       404       404        404
nobody's-trash  GET    purge       200+   200+    404       404       404        404
nobody's-trash  POST   purge       303+   303+    404       404       404        404
nobody's        POST   add         303+   303+    404       404       404        404
nobody's        POST   open        303    303     422       422       422        422
"""
"""The same of a list that is nobody's, which its maker made in this browser."""

ROSTER: Final = """
state           method route      owner  owner-by-link  guest  member  outsider
there           GET    pages      200+   200+           200+   200+    404
gone            GET    pages      404    404            404    404     404
any             POST   pages      405    405            405    405     405
there           GET    files      200+   200+           200+   200+    404
gone            GET    files      404    404            404    404     404
any             POST   files      405    405            405    405     405
there           GET    upgrade    200+   200+           200+   200+    404
there           POST   upgrade    303+   303+           303+   303+    404
gone            GET    upgrade    404    404            404    404     404
gone            POST   upgrade    404    404            404    404     404
any             GET    edits      405    405            405    405     405
there           POST   edits      303+   303+           303+   303+    404
gone            POST   edits      404    404            404    404     404
any             GET    revisions  405    405            405    405     405
there           POST   revisions  303+   303+           303+   303+    404
gone            POST   revisions  404    404            404    404     404
any             GET    links      405    405            405    405     405
alive           POST   links      303+   303+           303+   303+    404
withheld        POST   links      303    303            303    303     404
gone            POST   links      404    404            404    404     404
any             GET    revoke     405    405            405    405     405
alive           POST   revoke     303+   303+           303+   303+    404
withheld        POST   revoke     303    303            303    303     404
gone            POST   revoke     404    404            404    404     404
any             GET    keep       405    405            405    405     405
there           POST   keep       303    303            303    303     404
gone            POST   keep       404    404            404    404     404
there           GET    claim      303    303            404    404     404
there           POST   claim      303    303            404    404     404
gone            GET    claim      404    404            404    404     404
gone            POST   claim      404    404            404    404     404
any             GET    manage     405    405            405    405     405
there           POST   manage     303+   303+           404    404     404
gone            POST   manage     404    404            404    404     404
"""
"""A list's own pages. Its owner comes by its code or by its edit link, a guest (signed out) and a
member (signed in) by its edit link, outsiders as `OUTSIDERS` says."""

ROSTER_OF_NOBODY: Final = """
state           method route      maker  guest  member  outsider
nobody's        GET    pages      200+   200+   200+    404
nobody's-trash  GET    pages      404    404    404     404
nobody's        GET    files      200+   200+   200+    404
nobody's-trash  GET    files      404    404    404     404
nobody's        GET    upgrade    200+   200+   200+    404
nobody's        POST   upgrade    303+   303+   303+    404
nobody's        POST   edits      303+   303+   303+    404
nobody's-trash  POST   edits      404    404    404     404
nobody's        POST   revisions  303+   303+   303+    404
nobody's        POST   links      303+   303+   303+    404
nobody's        POST   revoke     303+   303+   303+    404
nobody's        POST   keep       303    303    303     404
nobody's        GET    claim      303    303    200+    404
nobody's        POST   claim      303    303    303+    404
nobody's-trash  GET    claim      404    404    404     404
nobody's-trash  POST   claim      404    404    404     404
nobody's        POST   manage     303+   303+   303+    404
nobody's-trash  POST   manage     404    404    404     404
"""

OUTSIDERS: Final = {
    "stranger by the code": ("stranger", "code"),
    "operator by the code": ("operator", "code"),
    "operator by the key of the row": ("operator", "pk"),
    "anonymous by the code": ("anonymous", "code"),
    "anonymous by the edit link that was replaced": ("anonymous", "replaced"),
    "keeper of the edit link that was replaced, by the code": ("former", "code"),
    "maker, by the code, of what has or had no owner": ("maker", "code"),
    "anonymous by the code of the view link": ("anonymous", "view"),
    "anonymous by the code of the frozen link": ("anonymous", "frozen"),
    "anonymous by the code of a revoked view link": ("anonymous", "revoked-view"),
    "anonymous by a made-up code": ("anonymous", "unknown"),
    "owner by the code of the view link": ("owner", "view"),
    "owner by the edit link that was replaced": ("owner", "replaced"),
}
"""Who has nothing that opens a list, and by what they try."""

SHARED: Final = """
state           method route         reader  member  owner  operator  outsider
alive           GET    view          200+    200+    200+   200+      404
unshared        GET    view          404     404     404    404       404
any-shared      POST   view          405     405     405    405       405
kept            GET    frozen        200+    200+    200+   200+      404
taken-down      GET    frozen        404     404     404    404       404
any-shared      POST   frozen        405     405     405    405       405
alive           GET    view-forms    200+    200+    200+   200+      404
alive           POST   view-forms    303+    303+    303+   303+      404
unshared        GET    view-forms    404     404     404    404       404
unshared        POST   view-forms    404     404     404    404       404
kept            GET    frozen-forms  200+    200+    200+   200+      404
kept            POST   frozen-forms  303+    303+    303+   303+      404
taken-down      GET    frozen-forms  404     404     404    404       404
taken-down      POST   frozen-forms  404     404     404    404       404
"""
"""What a link opens, to all who have it alike; outsiders have one of `OTHER_CODES`."""

OTHER_CODES: Final = ("revoked-view", "revoked-frozen", "code", "token", "replaced", "unknown")
"""With which a link is asked for in vain; beside these the code of the other kind of link."""

ACCOUNT: Final = """
state  method route          anonymous  member  recent  another
alive  GET    enter          200        302     302     302
alive  POST   enter          200        302     302     302
alive  GET    reset          200        200     200     200
alive  POST   reset          200        200     200     200
alive  GET    codes          302        302     302     302
alive  POST   codes          302        302     302     302
alive  GET    closed         200        200     200     200
alive  POST   closed         405        405     405     405
alive  GET    leave          302        200     200     200
alive  POST   leave          302        302     302     302
alive  GET    own            302        200     200     200
alive  POST   own            302        303+    303+    303+
alive  GET    data           302        200+    200+    200
alive  POST   data           405        405     405     405
alive  GET    end            302        302     200     200
alive  POST   end            302        302     422     422
alive  GET    address        302        200     200     200
alive  POST   address        302        302     302     302
alive  GET    secret         302        200     200     200
alive  POST   secret         302        200     200     200
alive  GET    first-secret   302        302     302     302
alive  POST   first-secret   302        302     302     302
alive  GET    again          302        200     200     200
alive  POST   again          302        200     200     200
alive  GET    passkeys       302        200     200     200
alive  POST   passkeys       302        405     405     405
alive  GET    new-passkey    302        302     200     200
alive  POST   new-passkey    302        302     200     200
alive  GET    own-passkey    302        302     200     404
alive  POST   own-passkey    302        302     302+    404
alive  GET    passkey-offer  405        405     405     405
alive  POST   passkey-offer  302        302     200     200
alive  GET    passkey-ask    405        405     405     405
alive  POST   passkey-ask    200        200     200     200
alive  GET    passkey-enter  405        405     405     405
alive  POST   passkey-enter  302        302     302     302
"""
"""The account: signed out, signed in, with the password typed just now, and another person so. What
is sent is empty but for a name; what is sent rightly has its tests in `tests/accounts/`."""

STATES: Final = {
    "any": "alive withheld trash purged",
    "any-shared": "alive withheld trash purged withheld-purged",
    "there": "alive withheld",
    "gone": "trash purged",
    "untrashed": "alive withheld purged",
    "unshared": "withheld trash purged withheld-purged",
    "kept": "alive trash purged",
    "taken-down": "withheld withheld-purged",
}
"""States that a table names together."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one of the columns is answered."""

    route: str
    state: str
    method: str
    column: str
    status: str
    is_open: bool
    is_same: bool  # in every state, since it is decided before a list is looked for

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What no two cells of a table have in common."""
        return self.route, self.state, self.method, self.column


def read_cells(table: str) -> Iterator[Cell]:
    """Each cell of a table, for each route of its group and each state that it names."""
    head, *lines = (line.split() for line in table.splitlines() if line.strip())
    for states, method, group, *answers in lines:
        for column, answer in zip(head[3:], answers, strict=True):
            said = answer.removesuffix("+"), answer.endswith("+"), states == "any"
            for state in STATES.get(states, states).split():
                for route in ROUTES[group].split():
                    yield Cell(route, state, method, column, *said)
