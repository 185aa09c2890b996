"""Django's admin: everything of a catalogue can be looked at, and nothing changed.

The YAML under `fixtures/` is the source; `manage.py load_catalogue` corrects words from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account.adapter import get_adapter
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.db import models
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from lists.models import (
    Addition,
    ArmyList,
    ArmyListRow,
    Derived,
    Edition,
    Effect,
    Entry,
    Extra,
    Formula,
    GameSystem,
    LeadershipLevel,
    Nation,
    OfferedExtra,
    OptionalRule,
    Reading,
    ReadingValue,
    Reference,
    Restriction,
    Scenario,
    SuggestedList,
    TroopClass,
    Vehicle,
    Weapon,
)
from lists.models.plain import PlainField


class OperatorForm(AdminAuthenticationForm):
    """Signs operators in under the limits that everybody has."""

    def clean(self) -> dict[str, Any]:
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email and password:
            adapter = get_adapter(self.request)
            self.user_cache = adapter.authenticate(self.request, email=email, password=password)
            if self.user_cache is None:
                raise self.get_invalid_login_error()
            self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data


admin.site.login_form = OperatorForm

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


def show_plain(name: str) -> Callable[[Any, Any], SafeString]:
    """A method that shows a column of plain values as indented JSON."""

    @admin.display(description=name)
    def show(self: Any, row: Any) -> SafeString:
        text = json.dumps(getattr(row, name), ensure_ascii=False, indent=2)
        return format_html("<pre>{}</pre>", text)

    return show


def find_plain(model: type[models.Model]) -> list[str]:
    """The columns of a table that hold plain values."""
    fields = model._meta.concrete_fields
    return [field.name for field in fields if isinstance(field, PlainField)]


class ReadOnly:
    """Nothing is added, changed or deleted; plain values are shown as JSON."""

    model: type[models.Model]

    show_details = show_plain("details")
    show_texts = show_plain("texts")
    show_options = show_plain("options")
    show_statistics = show_plain("statistics")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> Any:
        return find_plain(self.model)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [f"show_{name}" for name in find_plain(self.model)]


@admin.register(GameSystem)
class GameSystemAdmin(ReadOnly, ModelAdmin):
    list_display = ["key", "name_en", "name_es"]
    search_fields = ["key", "name_en", "name_es"]


@admin.register(Edition)
class EditionAdmin(ReadOnly, ModelAdmin):
    list_display = ["system", "key", "name_en", "state", "published_at", "hash"]
    list_filter = ["system", "state"]
    list_select_related = ["system"]
    search_fields = ["key", "name_en", "name_es", "hash"]


class RowAdmin(ReadOnly, ModelAdmin):
    """Rows of an edition, in its order, found by their key and narrowed by edition."""

    list_filter: ClassVar[Any] = ["edition"]
    list_select_related: ClassVar[Any] = ["edition__system"]
    ordering = ["edition", "position"]


@admin.register(Nation, OptionalRule, Reference)
class NamedAdmin(RowAdmin):
    list_display: Any = ["key", "name_en", "name_es", "page", "edition"]
    search_fields: ClassVar[Any] = ["key", "name_en", "name_es", "text_en", "text_es"]


@admin.register(TroopClass, LeadershipLevel, Weapon, Vehicle, Extra, Entry)
class OfferAdmin(NamedAdmin):
    list_display = ["key", "kind", "name_en", "name_es", "points", "page", "edition"]
    list_filter = ["edition", "kind"]


class PrintedInline(ReadOnly, TabularInline):
    ordering = ["position"]


class ArmyListRowInline(PrintedInline):
    model = ArmyListRow


class AdditionInline(PrintedInline):
    model = Addition


class OfferedExtraInline(PrintedInline):
    model = OfferedExtra


@admin.register(ArmyList)
class ArmyListAdmin(NamedAdmin):
    list_display = ["key", "nation", "name_en", "name_es", "page", "edition"]
    list_filter = ["edition", "nation"]
    list_select_related = ["edition__system", "nation"]
    inlines = [ArmyListRowInline, AdditionInline, OfferedExtraInline]


@admin.register(Formula)
class FormulaAdmin(RowAdmin):
    list_display = ["key", "edition"]
    search_fields = ["key", "details"]


@admin.register(Restriction)
class RestrictionAdmin(RowAdmin):
    list_display = ["key", "scope", "severity", "measure", "at_most", "at_least", "page", "edition"]
    list_filter = ["edition", "severity", "scope"]
    search_fields = ["key", "message_en", "message_es", "measure", "require"]


@admin.register(Effect)
class EffectAdmin(NamedAdmin):
    list_display = ["key", "name_en", "of", "field", "act", "value", "when", "page", "edition"]
    list_filter = ["edition", "layer", "field"]


@admin.register(Derived)
class DerivedAdmin(NamedAdmin):
    list_display = ["key", "name_en", "scope", "formula", "page", "edition"]
    list_filter = ["edition", "scope"]


class ReadingValueInline(PrintedInline):
    model = ReadingValue


@admin.register(Reading)
class ReadingAdmin(NamedAdmin):
    inlines = [ReadingValueInline]


class SuggestedListInline(PrintedInline):
    model = SuggestedList


@admin.register(Scenario)
class ScenarioAdmin(NamedAdmin):
    list_display = ["number", "key", "name_en", "name_es", "page", "edition"]
    list_display_links = ["key"]
    inlines = [SuggestedListInline]
