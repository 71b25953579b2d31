"""Django's own admin pages: for who runs the server, and signed in as safely as a club asks."""

from django.contrib import admin
from django.http import HttpRequest

from league.acting.permissions import is_to_be_safer


class AdminSite(admin.AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not is_to_be_safer(request)
