from allauth.account import views as allauth
from allauth.mfa.webauthn import views as passkeys
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from lists.interchange import schema
from lists.views import (
    account,
    builder,
    calculator,
    cards,
    claiming,
    comparing,
    edits,
    exports,
    health,
    history,
    home,
    leaving,
    my_lists,
    reports,
    rosters,
    scenarios,
    share,
    shared,
    systems,
    theme,
    trash,
    upgrades,
)

read_or_send = require_http_methods(["GET", "HEAD", "POST"])

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", require_POST(set_language), name="set_language"),
    path("theme/", theme.theme, name="theme"),
    # My lists, and the trash: no code of a list is as short as these names
    path("lists/", my_lists.my_lists, name="my-lists"),
    path("lists/rename/", my_lists.my_lists_rename, name="my-lists-rename"),
    path("lists/duplicate/", my_lists.my_lists_duplicate, name="my-lists-duplicate"),
    path("lists/forget/", my_lists.my_lists_forget, name="my-lists-forget"),
    path("lists/archive/", my_lists.my_lists_archive, name="my-lists-archive"),
    path("lists/unarchive/", my_lists.my_lists_unarchive, name="my-lists-unarchive"),
    path("lists/delete/", my_lists.my_lists_delete, name="my-lists-delete"),
    path("lists/tag/", my_lists.my_lists_tag, name="my-lists-tag"),
    path("lists/untag/", my_lists.my_lists_untag, name="my-lists-untag"),
    path("lists/editions/", upgrades.my_lists_editions, name="my-lists-editions"),
    path("lists/trash/", trash.trash, name="trash"),
    path("lists/trash/restore/", trash.trash_restore, name="trash-restore"),
    # The builder
    path("lists/<str:address>/", builder.builder, name="builder"),
    path("lists/<str:address>/edit/", edits.roster_edit, name="roster-edit"),
    path("lists/<str:address>/undo/", edits.roster_undo, name="roster-undo"),
    path("lists/<str:address>/redo/", edits.roster_redo, name="roster-redo"),
    path("lists/<str:address>/ready/", edits.roster_ready, name="roster-ready"),
    path("lists/<str:address>/draft/", edits.roster_draft, name="roster-draft"),
    path("lists/<str:address>/upgrade/", upgrades.roster_upgrade, name="roster-upgrade"),
    path("lists/<str:address>/keep/", rosters.roster_keep, name="roster-keep"),
    path("lists/<str:address>/claim/", claiming.roster_claim, name="roster-claim"),
    path("lists/<str:address>/delete/", trash.roster_delete, name="roster-delete"),
    path("lists/<str:code>/purge/", trash.trash_purge, name="trash-purge"),
    # Pages, and a list handed out
    path("", home.home, name="home"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("calculator/add/", calculator.calculator_add, name="calculator-add"),
    path("open/", home.roster_open, name="roster-open"),
    path("new/", rosters.roster_new, name="roster-new"),
    path("import/", rosters.roster_import, name="roster-import"),
    path("systems/", systems.systems, name="systems"),
    path("systems/<slug:system>/", systems.system_detail, name="system-detail"),
    path(
        "scenarios/<slug:system>/<slug:scenario>/",
        scenarios.scenario_detail,
        name="scenario-detail",
    ),
    path("lists/<str:address>/sheet.pdf", exports.sheet_pdf, name="sheet-pdf"),
    path("lists/<str:address>/cards.pdf", cards.cards_pdf, name="cards-pdf"),
    path("lists/<str:address>/roster.json", exports.roster_json, name="roster-json"),
    path("lists/<str:address>/roster.txt", exports.roster_text, name="roster-text"),
    path(schema.PATH, exports.roster_schema, name="roster-schema"),
    # Sharing: the owner's page, and what each kind of link opens
    path("lists/<str:address>/share/", share.roster_share, name="roster-share"),
    path("lists/<str:address>/share/view/", share.share_view, name="share-view"),
    path("lists/<str:address>/share/freeze/", share.share_freeze, name="share-freeze"),
    path("lists/<str:address>/share/revoke/", share.share_revoke, name="share-revoke"),
    path("lists/<str:address>/share/key/", share.share_key, name="share-key"),
    *(
        path(f"{letter}/<str:code>/{page}", view, {"kind": kind}, name=f"shared-{kind}{suffix}")
        for letter, kind in (("s", "view"), ("f", "frozen"))
        for page, view, suffix in (
            ("", shared.shared_page, ""),
            ("sheet.pdf", shared.shared_sheet, "-sheet"),
            ("cards.pdf", shared.shared_cards, "-cards"),
            ("roster.txt", shared.shared_text, "-text"),
            ("roster.json", shared.shared_json, "-json"),
            ("copy/", shared.shared_copy, "-copy"),
            ("report/", reports.shared_report, "-report"),
        )
    ),
    # History: what was done, how it stood, and what differs
    path("lists/<str:address>/history/", history.roster_history, name="roster-history"),
    path(
        "lists/<str:address>/history/<int:number>/",
        history.roster_revision,
        name="roster-revision",
    ),
    path(
        "lists/<str:address>/history/<int:number>/restore/",
        history.revision_restore,
        name="revision-restore",
    ),
    path(
        "lists/<str:address>/history/<int:number>/name/",
        history.revision_name,
        name="revision-name",
    ),
    path("lists/<str:address>/compare/", comparing.roster_compare, name="roster-compare"),
    # The account: signing in and out, and what is one's own. Codes are typed, never in an address.
    *(
        path(f"account/{page}", read_or_send(never_cache(view)), name=name)
        for page, view, name in (
            ("", account.account, "account"),
            ("data/", leaving.account_data, "account-data"),
            ("delete/", leaving.account_delete, "account-delete"),
            ("sign-up/", allauth.signup, "account_signup"),
            ("sign-in/", allauth.login, "account_login"),
            ("sign-out/", allauth.logout, "account_logout"),
            ("closed/", allauth.account_inactive, "account_inactive"),
            ("confirm/", allauth.email_verification_sent, "account_email_verification_sent"),
            ("reauthenticate/", allauth.reauthenticate, "account_reauthenticate"),
            ("email/", account.email, "account_email"),
            ("password/", allauth.password_change, "account_change_password"),
            ("password/set/", allauth.password_set, "account_set_password"),
            ("reset/", allauth.password_reset, "account_reset_password"),
            (
                "reset/code/",
                allauth.confirm_password_reset_code,
                "account_confirm_password_reset_code",
            ),
            ("reset/new/", allauth.complete_password_reset, "account_complete_password_reset"),
            ("passkeys/", passkeys.list_webauthn, "mfa_index"),
            ("passkeys/", passkeys.list_webauthn, "mfa_list_webauthn"),
            ("passkeys/ask/", account.passkey_ask, "passkey-ask"),
            ("passkeys/offer/", account.passkey_offer, "passkey-offer"),
            ("passkeys/sign-in/", require_POST(passkeys.login_webauthn), "mfa_login_webauthn"),
            ("passkeys/add/", account.passkey_add, "mfa_add_webauthn"),
            ("passkeys/<int:pk>/remove/", passkeys.remove_webauthn, "mfa_remove_webauthn"),
        )
    ),
    path("healthz", health.healthz, name="healthz"),
]
