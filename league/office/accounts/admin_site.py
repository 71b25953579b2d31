"""Django's own admin pages, for the person who runs the server. Changes there want the password again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from league.acting.permissions import is_to_be_safer

from .views import password_again


class AdminSite(admin.AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not is_to_be_safer(request)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        guarded = view if view == self.logout else password_again("account")(view)
        return super().admin_view(guarded, cacheable)
