"""The admin site, read-only: cards are changed at the table, where every change is an entry. Cards of an evening are
their club's (`host`), with what was noted on them, and are not shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from scoring.models import Entry, RuleBookVersion, ScoreCard


class LookOnly:
    """Nothing is added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EntryInline(LookOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Entry
    fields = readonly_fields = ("number", "kind", "hand", "payload", "reason", "device_label", "created_at")


@admin.register(ScoreCard)
class ScoreCardAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("__str__", "table_name", "round_name", "version", "is_example", "changed_at")
    list_filter = ("book_version__key", "is_example", "is_empty")
    list_select_related = ("book_version",)
    search_fields = ("=id", "table_name")
    exclude = ("created_from",)
    inlines = (EntryInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ScoreCard]:
        return super().get_queryset(request).filter(host="")


@admin.register(Entry)
class EntryAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("card", "number", "kind", "hand", "device_label", "created_at")
    list_filter = ("kind",)
    list_select_related = ("card__book_version",)
    exclude = ("client_id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).filter(card__host="")


@admin.register(RuleBookVersion)
class RuleBookVersionAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("key", "number", "published_at")
