"""The admin site, read-only: cards are changed at the table, where every change is an entry."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
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


@admin.register(Entry)
class EntryAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("card", "number", "kind", "hand", "device_label", "created_at")
    list_filter = ("kind",)
    list_select_related = ("card__book_version",)
    exclude = ("client_id",)


@admin.register(RuleBookVersion)
class RuleBookVersionAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("key", "number", "published_at")
