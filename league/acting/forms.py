"""What all forms of a club share."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.http import HttpRequest

from league.acting.unchanged import TOKEN
from league.models import Club, Member
from league.models.members import with_number
from pinochle_club.ground.forms import WordsField, new_client_id, words_field


def of_every_page(request: HttpRequest) -> dict[str, Any]:
    """The context of all pages: the club, and an id for a form, another one wherever it is named. A page kept for all
    has no token of one reader."""
    token = {"csrf_token": TOKEN} if getattr(request, "is_for_all", False) else {}
    return {"club": getattr(request, "club", None), "client_id": new_client_id, **token}


class ClubForm(forms.Form):
    """Base of all forms that change something: `client_id` makes sending it twice safe."""

    client_id = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"client_id": new_client_id(), **kwargs.get("initial", {})}
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    @property
    def deed_fields(self) -> dict[str, Any]:
        return self.cleaned_data


def ask_of_namesake(form: ClubForm, club: Club, known_as: str = "") -> None:
    """Ask whether a typed name that is in the list already is another person, unless it is `known_as` that."""
    typed = WordsField(required=False).to_python(form.data.get("name"))
    if not typed or typed.casefold() == known_as.casefold():
        return
    namesake = club.members.filter(name__iexact=typed, is_anonymous=False, merged_into=None).first()
    if namesake is not None:
        form.fields["is_another"] = forms.BooleanField(
            label=f"Another {namesake.name}",
            help_text="Both get their number behind the name.",
            error_messages={
                "required": f"{with_number(namesake.name, namesake.number)} is already in the list. "
                "Somebody else? Call them by a middle initial or a nickname, or tick this."
            },
        )
        form.order_fields(["client_id", "name", "number", "is_another"])


class ReasonForm(ClubForm):
    """A reason for the log, optional unless `is_needed`."""

    reason = words_field(
        "Reason", 200, missing="Say why in a few words. It goes into the log.", note="Goes into the log."
    )

    def __init__(self, *args: Any, is_needed: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = is_needed
        if not is_needed:
            self.fields["reason"].label = "Reason (optional)"


def email_field(label: str, *, of_reader: bool = False) -> forms.EmailField:
    """Another person's address, or the reader's own, which a browser may know."""
    return forms.EmailField(
        label=label,
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email" if of_reader else "off"}),
        error_messages={
            "invalid": "This is not an email address."
            + (" Leave it empty if you don’t have one." if of_reader else ""),
            "max_length": "That’s too long.",
        },
    )


def money_field(label: str, note: str = "", *, most: int = 0, empty: int | None = 0) -> MoneyField:
    """An amount up to the highest fee, or up to `most` cents; left empty it is `empty`."""
    return MoneyField(
        label=label,
        help_text=note,
        most=most,
        empty=empty,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "maxlength": 12}),
    )


class MemberField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def __init__(self, label: str, *, empty: str, required: bool = True) -> None:
        super().__init__(
            Member.objects.none(),
            label=label,
            empty_label=empty,
            required=required,
            error_messages={"required": "Choose somebody.", "invalid_choice": "Choose somebody of this club."},
        )

    def label_from_instance(self, obj: Member) -> str:
        return with_number(obj.name, obj.number)

    @staticmethod
    def choose_from(form: forms.Form, name: str, club: Club) -> None:
        field = form.fields[name]
        assert isinstance(field, MemberField)
        field.queryset = Member.objects.filter(club=club, is_active=True).order_by("name", "number")


class MoneyField(forms.Field):
    """An amount as people type it (`5`, `2.50`, `$5`); cleaned it is whole cents."""

    def __init__(self, *, most: int = 0, empty: int | None = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most, self.empty = most, empty

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip()
        if not text:
            return self.empty
        found = AMOUNT.fullmatch(text)
        if found is None:
            raise forms.ValidationError("Enter an amount, such as 5 or 2.50.")
        cents = int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
        if cents > (self.most or HIGHEST_FEE):
            what = "a cash box holds" if self.most else "anyone pays for an evening of cards"
            raise forms.ValidationError(f"That’s more than {what}.")
        return cents

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        return str(value // 100) if value % 100 == 0 else f"{value / 100:.2f}"


AMOUNT: Final = re.compile(r"^[$€£]?\s*(\d{1,6})(?:[.,](\d{1,2}))?$", re.ASCII)


HIGHEST_FEE: Final = 100_000  # cents
MOST_IN_A_BOX: Final = 10_000_000  # cents
