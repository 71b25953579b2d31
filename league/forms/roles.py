"""Roles and invitations."""

from __future__ import annotations

from typing import Any

from django import forms

from league.models import Club, Member, Role
from scoring.score_card.forms.base import WordsField, choice_field

from .base import ClubForm

TOLD = {
    Role.Kind.ADMIN: "Admin: everything, roles and passwords too",
    Role.Kind.DIRECTOR: "Director: plans and runs events, keeps members and rules",
    Role.Kind.REFEREE: "Referee: helps on the floor of an evening",
    Role.Kind.MEMBER: "Member: sees the list of members",
}


class RoleForm(ClubForm):
    """Another role for somebody."""

    kind = choice_field("What may this person do?", TOLD.items())

    def clean_kind(self) -> Role.Kind:
        return Role.Kind(self.cleaned_data["kind"])


class InvitationForm(RoleForm):
    """Somebody who shall get an account, or whose account shall get a role here."""

    name = WordsField(
        label="Name",
        max_length=80,
        help_text="So that you know whose link it is.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Who is invited?", "max_length": "Up to 80 characters."},
    )
    member = forms.ModelChoiceField(
        queryset=Member.objects.none(),
        label="The same person in the list of members",
        required=False,
        empty_label="Not in the list, or never mind",
        error_messages={"invalid_choice": "Choose somebody of this club."},
    )
    email = forms.EmailField(
        label="E-mail, if the link shall be sent",
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"invalid": "This is no e-mail address."},
    )
    field_order = ("name", "kind", "member", "email")

    def __init__(self, *args: Any, club: Club, may_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = self.fields["member"]
        assert isinstance(members, forms.ModelChoiceField)
        members.queryset = Member.objects.filter(club=club, is_active=True).order_by("name")
        members.label_from_instance = lambda member: f"{member.name} ({member.number})"  # type: ignore[method-assign]
        if not may_mail:
            del self.fields["email"]
