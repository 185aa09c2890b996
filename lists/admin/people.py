"""People, reports of shared lists, and what was erased on request. Lists are their players' own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib import admin, messages
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from lists.models import Redaction, Report, User
from lists.sharing.drawing import find_address
from lists.sharing.reports import dismiss, put_back, take_down

from .catalogue import ModelAdmin, ReadOnly


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


@admin.register(User)
class UserAdmin(BaseUserAdmin):  # type: ignore[type-arg]
    """People with an account, by their address; nobody is deleted here, but by themselves."""

    ordering = ["email"]
    list_display = ["email", "name", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["email", "name"]
    readonly_fields = ["date_joined", "last_login"]
    fieldsets = [
        (None, {"fields": ["email", "name", "password"]}),
        (_("May"), {"fields": ["is_active", "is_staff", "is_superuser", "groups"]}),
        (_("When"), {"fields": ["date_joined", "last_login"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["email", "name", "usable_password", "password1", "password2"]}),
    ]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Report)
class ReportAdmin(ReadOnly, ModelAdmin):
    """What was reported: look at it, then take it down or let it stand."""

    list_display = ["created_at", "outcome", "shared", "text", "settled_by"]
    list_filter = ["outcome", "created_at"]
    list_select_related = ["link", "settled_by"]
    search_fields = ["text", "link__code"]
    actions = ["take_down", "dismiss", "put_back"]

    @admin.display(description=_("shared list"))
    def shared(self, report: Report) -> SafeString:
        """The link to what was reported."""
        return format_html('<a href="{}">{}</a>', find_address(report.link), report.link.kind)

    def has_settle_permission(self, request: HttpRequest) -> bool:
        """Whether an operator may settle reports."""
        return request.user.has_perm("lists.change_report")

    @admin.action(description=_("Take the list down"), permissions=["settle"])
    def take_down(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._settle(request, reports, take_down)

    @admin.action(description=_("Let the list stand"), permissions=["settle"])
    def dismiss(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._settle(request, reports, dismiss)

    @admin.action(description=_("Put back what was taken down"), permissions=["settle"])
    def put_back(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._settle(request, reports, put_back)

    def _settle(
        self,
        request: HttpRequest,
        reports: QuerySet[Report],
        settle: Callable[[Report, int], None],
    ) -> None:
        operator = request.user.pk
        assert operator is not None
        settled = list(reports.select_related("link"))
        for report in settled:
            settle(report, operator)
        messages.success(request, _("Settled: %(number)d.") % {"number": len(settled)})


@admin.register(Redaction)
class RedactionAdmin(ReadOnly, ModelAdmin):
    """That something was erased; what it was is gone."""

    list_display = ["created_at", "reason", "figures"]
    list_filter = ["reason"]
