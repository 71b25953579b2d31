from __future__ import annotations

from typing import Any

from django import forms

from league.acting.forms import ClubForm, email_field
from league.acting.permissions import OFFICIALS, name_of
from league.models import Club, Role
from pinochle_club.ground.forms import on_lines, words_field


class SuspendForm(ClubForm):
    ask = words_field(
        "Whom to ask",
        120,
        missing="Enter a name, and a phone number or an email address.",
        note="Everybody who opens a page of the club reads it, such as “Pat Doe, 555-0100”.",
    )


class HandOverForm(ClubForm):
    role = forms.ModelChoiceField(
        Role.objects.none(),
        label="Who becomes admin",
        widget=forms.RadioSelect,
        empty_label=None,
        error_messages={"required": "Choose one.", "invalid_choice": "Choose one of those shown."},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["role"]
        # Who just became one is taken again, so that the same form sent twice is answered alike.
        field.queryset = club.roles.filter(kind__in=OFFICIALS, user__is_active=True).select_related("user")
        others = [role for role in field.queryset.order_by("pk") if role.kind != Role.Kind.ADMIN]
        field.choices = [(role.pk, f"{name_of(role.user)}, {role.get_kind_display().lower()}") for role in others]
        self.has_choice = bool(others)


class InviteAdminForm(ClubForm):
    name = words_field("Name", 80, missing="Whom do you invite?")
    email = email_field("Email")

    def __init__(self, *args: Any, may_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_mail:
            del self.fields["email"]
            return
        self.fields["email"].required = True
        self.fields["email"].error_messages["required"] = "Enter an email address."


class NewsForm(ClubForm):
    text = forms.CharField(
        label="News",
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        error_messages={"required": "Write what you want to tell.", "max_length": "Use up to 2,000 characters."},
    )

    def clean_text(self) -> str:
        return on_lines(self.cleaned_data["text"])


class DeleteClubForm(ClubForm):
    name = words_field(
        "Type the name of the club",
        80,
        missing="Type the name of the club.",
        too_long="That isn’t the name of the club.",
    )
