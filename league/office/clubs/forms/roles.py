from __future__ import annotations

from typing import Any

from django import forms

from league.acting.forms import ClubForm, MemberField, email_field
from league.models import Club, Role
from pinochle_club.ground.forms import choice_field, words_field

TOLD = {
    Role.Kind.ADMIN: "Admin: everything, including roles and passwords",
    Role.Kind.DIRECTOR: "Director: plans and runs events, manages members and rules",
    Role.Kind.REFEREE: "Referee: helps on the floor during an evening",
    Role.Kind.MEMBER: "Member: sees the list of members and their own pages",
}


class RoleForm(ClubForm):
    kind = choice_field("What may this person do?", TOLD.items())

    def clean_kind(self) -> Role.Kind:
        return Role.Kind(self.cleaned_data["kind"])


class AskSecondStepForm(ClubForm):
    asks = forms.BooleanField(required=False, widget=forms.HiddenInput)


class InvitationForm(RoleForm):
    name = words_field("Name", 80, missing="Who are you inviting?", note="So you know whose link it is.")
    member = MemberField("Same person in the member list", empty="Not on the list", required=False)
    email = email_field("Email, to send the link (optional)")
    field_order = ("name", "kind", "member", "email")

    def __init__(self, *args: Any, club: Club, may_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        MemberField.choose_from(self, "member", club)
        if not may_mail:
            del self.fields["email"]
