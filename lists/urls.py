from django.urls import URLPattern, URLResolver, path
from django.views.i18n import set_language

from lists.views import builder, edits, theme

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", set_language, name="set_language"),
    path("theme/", theme.theme, name="theme"),
    path("lists/<str:address>/", builder.builder, name="builder"),
    path("lists/<str:address>/edit/", edits.roster_edit, name="roster-edit"),
    path("lists/<str:address>/undo/", edits.roster_undo, name="roster-undo"),
    path("lists/<str:address>/redo/", edits.roster_redo, name="roster-redo"),
    path("lists/<str:address>/ready/", edits.roster_ready, name="roster-ready"),
    path("lists/<str:address>/draft/", edits.roster_draft, name="roster-draft"),
]
