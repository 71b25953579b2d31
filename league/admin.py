"""Accounts in the admin site: a sign-in name is one person's there too, in capitals or not."""

from __future__ import annotations

from typing import Any, Final, cast

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from league.office.hosting.hosts import tell_of_look

LOOKED: Final = "looked at an account, with its email"
CHANGED: Final = "changed an account"
DELETED: Final = "deleted an account"


class AccountForm(UserChangeForm):  # type: ignore[type-arg]
    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError("Somebody has this sign-in name already.")
        return name


admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts without the addresses of people who belong to clubs. Each look at one of these, and each change, stands
    in the logs of those clubs."""

    form = AccountForm
    list_display = ("username", "first_name", "last_name", "is_staff")
    search_fields = ("username", "first_name", "last_name")
    actions = None

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup.partition("__")[0] in self.list_filter

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> User | None:
        found: User | None = super().get_object(request, object_id, from_field)
        if found is not None and found != request.user:
            tell_of_look(found, cast(User, request.user), LOOKED)
        return found

    def log_change(self, request: HttpRequest, obj: User, message: Any) -> Any:
        said = super().log_change(request, obj, message)
        tell_of_look(obj, cast(User, request.user), CHANGED, said.get_change_message() if said else "")
        return said

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        for each in queryset:
            tell_of_look(each, cast(User, request.user), DELETED)
        return super().log_deletions(request, queryset)
