"""Forms of a standing table: time and rules, a day left out, an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from league.acting.forms import ClubForm
from league.models import Coming, HouseRulesVersion, StandingTable
from league.words import DAYS
from pinochle_club.ground.forms import choice_field

Says = Coming.Says


class TableForm(ClubForm):
    """Weekday, time and rules, of `versions` the club has published."""

    weekday = choice_field("Every", [(str(at), day) for at, day in enumerate(DAYS)], widget=forms.Select)
    starts_at = forms.TimeField(
        label="Start",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"required": "Enter when it starts.", "invalid": "Enter a time, such as 20:00."},
    )
    rules = choice_field("By which rules?", (), widget=forms.Select)

    def __init__(
        self, *args: Any, versions: Sequence[HouseRulesVersion], table: StandingTable | None = None, **kwargs: Any
    ) -> None:
        self.versions = {str(version.pk): version for version in versions}
        kwargs["initial"] = {"weekday": "1", "starts_at": "20:00"}
        if table is not None:
            books = {version.house_rules_id: version for version in versions}
            rules = books.get(table.rules.house_rules_id, table.rules)  # maybe of a book that is no longer played
            self.versions.setdefault(str(rules.pk), rules)
            kwargs["initial"] = {"weekday": table.weekday, "starts_at": table.starts_at, "rules": rules.pk}
        super().__init__(*args, **kwargs)
        self.fields["rules"].choices = [  # type: ignore[attr-defined]
            (key, version.book_version.book.name) for key, version in self.versions.items()
        ]

    @property
    def deed_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {**data, "weekday": int(data["weekday"]), "rules": self.versions[data["rules"]]}


class SkipForm(ClubForm):
    day = forms.DateField()
    meets = forms.BooleanField(required=False)


class SayForm(ClubForm):
    says = forms.ChoiceField(choices=[(Says.COMING, "Coming"), (Says.NOT_COMING, "Not coming")])

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"client_id": self.cleaned_data["client_id"], "comes": self.cleaned_data["says"] == Says.COMING}
