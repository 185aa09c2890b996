from django.urls import URLPattern, URLResolver, path
from django.views.i18n import set_language

from lists.interchange import schema
from lists.views import builder, edits, exports, health, home, rosters, systems, theme

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", set_language, name="set_language"),
    path("theme/", theme.theme, name="theme"),
    path("lists/<str:address>/", builder.builder, name="builder"),
    path("lists/<str:address>/edit/", edits.roster_edit, name="roster-edit"),
    path("lists/<str:address>/undo/", edits.roster_undo, name="roster-undo"),
    path("lists/<str:address>/redo/", edits.roster_redo, name="roster-redo"),
    path("lists/<str:address>/ready/", edits.roster_ready, name="roster-ready"),
    path("lists/<str:address>/draft/", edits.roster_draft, name="roster-draft"),
    # Pages, and a list handed out
    path("", home.home, name="home"),
    path("open/", home.roster_open, name="roster-open"),
    path("new/", rosters.roster_new, name="roster-new"),
    path("import/", rosters.roster_import, name="roster-import"),
    path("systems/", systems.systems, name="systems"),
    path("systems/<slug:system>/", systems.system_detail, name="system-detail"),
    path("lists/<str:address>/sheet.pdf", exports.sheet_pdf, name="sheet-pdf"),
    path("lists/<str:address>/roster.json", exports.roster_json, name="roster-json"),
    path("lists/<str:address>/roster.txt", exports.roster_text, name="roster-text"),
    path(schema.PATH, exports.roster_schema, name="roster-schema"),
    path("healthz", health.healthz, name="healthz"),
]
