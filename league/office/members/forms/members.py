from __future__ import annotations

from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm, MemberField, ask_of_namesake, email_field
from league.models import Club, Member, PairRule
from league.office.members.deeds.categories import LONGEST_CATEGORY
from league.office.members.deeds.members import HIGHEST_NUMBER
from pinochle_club.ground.forms import (
    WordsField,
    choice_field,
    count_field,
    day_field,
    on_lines,
    several_field,
    words_field,
)

LONGEST_NOTES: Final = 1000
NOTES: Final = "director_notes"


class NotesField(forms.CharField):
    widget = forms.Textarea(attrs={"rows": 4})

    def to_python(self, value: Any) -> str:
        return on_lines(super().to_python(value) or "")


class MemberForm(ClubForm):
    """Everything kept of a person, the directors' notes only with `may_note`."""

    name = words_field("Name", 80, missing="Type the name.")
    number = count_field(
        "Number",
        1,
        HIGHEST_NUMBER,
        "Type a number. Each person has their own.",
        wrong="Type a whole number, such as 14.",
        below="Numbers begin with 1.",
        above=f"Numbers go up to {HIGHEST_NUMBER}.",
        digits=6,
    )
    short_name = words_field("Short name", 20, note="Where space is short on cards and screens, such as Ruth A.")
    phone = WordsField(
        label="Phone",
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )
    email = email_field("Email")
    no_notices = forms.BooleanField(
        label="No notices by email", required=False, help_text="Tick this for somebody who doesn’t want them."
    )
    joined_on = day_field("Joined")
    categories = several_field(
        "Categories", note="For prizes of their own.", wrong="Choose among the club’s categories."
    )
    is_guest = forms.BooleanField(label="Guest", required=False, help_text="Plays along but isn’t a member yet.")
    cannot_move = forms.BooleanField(
        label="Stays at one table",
        required=False,
        help_text="Doesn’t change tables between rounds. The others come to them.",
    )
    partner_deals = forms.BooleanField(
        label="Partner deals",
        required=False,
        help_text="Finds it hard to deal. Only the table is told, where the rules let a partner deal.",
    )
    initials_only = forms.BooleanField(
        label="Show by initials only",
        required=False,
        help_text="On every list, screen and paper, such as R. A. Only officials, and they themselves, see the name.",
    )
    director_notes = NotesField(
        label="Notes for directors",
        required=False,
        max_length=LONGEST_NOTES,
        help_text="Only directors and admins can see these. They appear nowhere else.",
        error_messages={"max_length": f"Up to {LONGEST_NOTES} characters."},
    )

    def __init__(self, *args: Any, club: Club, may_note: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_note:
            del self.fields[NOTES]
        names = list(club.categories.values_list("name", flat=True))
        self.fields["categories"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]
        if not names:
            del self.fields["categories"]
        ask_of_namesake(self, club, str(self.initial.get("name", "")))

    def clean_categories(self) -> tuple[str, ...]:
        return tuple(sorted(self.cleaned_data["categories"]))

    @property
    def deed_fields(self) -> dict[str, Any]:
        fields = {name: value for name, value in self.cleaned_data.items() if name != "client_id"}
        return {"fields": fields, "client_id": self.cleaned_data["client_id"]}


class CategoryForm(ClubForm):
    name = words_field("Name", LONGEST_CATEGORY, missing="Type the name.", note="Such as Women, Men or Newcomers.")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if set(name) & set(",;/|"):
            raise forms.ValidationError("Use a name without commas or slashes. Lists use them to part categories.")
        return name


class AnonymousForm(ClubForm):
    name = words_field("Type the name", 80, missing="Type the name.", too_long="Up to 80 characters.")

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = member

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.casefold() != " ".join(self.member.name.split()).casefold():
            raise forms.ValidationError(f"Type it as it stands in the list: {self.member.name}.")
        return name

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"client_id": self.cleaned_data["client_id"]}


class PairForm(ClubForm):
    first = MemberField("One", empty="Choose")
    second = MemberField("The other", empty="Choose")
    kind = choice_field("The two of them", [(kind.value, kind.label.capitalize()) for kind in PairRule.Kind])

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "second"):
            MemberField.choose_from(self, name, club)

    def clean_kind(self) -> PairRule.Kind:
        return PairRule.Kind(self.cleaned_data["kind"])
