"""Penalties from the book's list and lateness, entered beside the hands of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from django import forms

from pinochle_club.ground.forms import PageForm, choice_field, count_field, words_field
from scoring.rules.tournament import tardiness
from scoring.rules.wording import late_sentence
from scoring.score_card.names import Names
from scoring.score_card.people import MOST_MINUTES_LATE, Substitute, people_of
from scoring.score_card.sheet import Sheet

from .details import name_field

MOST_TIMES: Final = 20
IN_EVENT: Final = ("in_event", "Somebody else here")
OUTSIDE: Final = ("outside", "A helper from outside")


class PenaltyForm(PageForm):
    """A penalty: the player, its kind, how often, and in which hand."""

    note = words_field("Note (optional)", 120)

    def __init__(self, *args: Any, sheet: Sheet, names: Names, **kwargs: Any) -> None:
        kwargs["initial"] = {"count": 1, "hand": "", **kwargs.get("initial", {})}
        kwargs.setdefault("auto_id", "penalty_%s")  # two forms stand on one page
        super().__init__(*args, **kwargs)
        self.people = people_of(sheet, names)
        same = Counter(person.name for person in self.people)
        self.fields["who"] = choice_field(
            "Who?",
            [
                (p.key, p.name if same[p.name] == 1 else f"{p.name} ({names.seat_hint(p.record.seat)})")
                for p in self.people
            ],
            missing="Tap the player who gets it.",
        )
        self.fields["code"] = choice_field(
            "Which one?",
            [(penalty.code, f"{penalty.title}: {penalty.points} off") for penalty in sheet.book.penalties],
            missing="Tap the penalty.",
        )
        self.fields["count"] = _count_field()
        say = sheet.book.words.say
        hands = sheet.book.round.deals if sheet.book.round else 0
        self.fields["hand"] = choice_field(
            say("In which hand?"),
            [*((str(hand), str(hand)) for hand in range(1, hands + 1)), ("", say("Not in a hand"))],
            required=False,
        )

    @property
    def payload(self) -> dict[str, Any]:
        """The penalty as an entry stores it."""
        data = self.cleaned_data
        person = next(person for person in self.people if person.key == data["who"])
        payload = {
            "seat": person.record.seat,
            "code": data["code"],
            "count": data["count"],
            "note": data["note"],
            "hand": int(data["hand"]) if data["hand"] else None,
        }
        return {**payload, "replacement": True} if person.is_replacement else payload


def _count_field() -> forms.IntegerField:
    return forms.IntegerField(
        label="How many times?",
        min_value=1,
        max_value=MOST_TIMES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={
            "required": "Enter how many times.",
            "invalid": "Enter a whole number, such as 1.",
            "min_value": "At least once.",
            "max_value": f"No more than {MOST_TIMES} times.",
        },
    )


def minutes_field(most: int | None = MOST_MINUTES_LATE) -> forms.IntegerField:
    """Minutes of lateness; `most` is None where the form has its own limit."""
    return count_field(
        "Minutes late",
        0,
        most,
        "Enter the minutes, or 0 if the player was on time.",
        wrong="Enter whole minutes, such as 8.",
        below="Minutes can’t be below 0.",
        above=f"At most {most} minutes.",
        digits=3,
    )


def keys_of(free: Iterable[Substitute]) -> list[tuple[str, str]]:
    return [(str(one.entrant), one.title) for one in free]


class LatenessForm(PageForm):
    """A player's lateness and, where it means being replaced, the substitute."""

    minutes = minutes_field()
    name = name_field("Who plays instead (optional)")

    def __init__(
        self, *args: Any, sheet: Sheet, names: Names, free: Iterable[Substitute] | None = None, **kwargs: Any
    ) -> None:
        """`free`: possible substitutes at an evening; None at a kitchen table, which knows people by name alone."""
        kwargs.setdefault("auto_id", "late_%s")
        super().__init__(*args, **kwargs)
        self.book = sheet.book
        self.free = {str(one.entrant): one for one in free or ()}
        known = [IN_EVENT] if free is None else keys_of(self.free.values())
        self.fields["substitute"] = choice_field(
            "Who plays in that seat?", [*known, OUTSIDE, ("", "Not known yet")], required=False
        )
        if free is not None:
            self.fields["name"].label = "Helper’s name (optional)"
        self.fields["seat"] = choice_field(
            "Who was late?",
            [(person.key, person.name) for person in people_of(sheet, names) if not person.is_replacement],
            missing="Tap the player who was late.",
        )

    def clean(self) -> dict[str, Any]:
        """Ask for the substitute in a form that has not asked yet."""
        data = super().clean() or self.cleaned_data
        if self.is_replaced and "substitute" not in self.data:
            self.add_error("substitute", "One more thing: answer this too.")
        return data

    @property
    def sentence(self) -> str:
        """The consequence of the typed minutes; empty while none are typed."""
        return late_sentence(self.book, self._minutes)

    @property
    def is_replaced(self) -> bool:
        """Whether so many minutes mean being replaced."""
        return self._minutes > 0 and tardiness(self.book, self._minutes) is None

    @property
    def _minutes(self) -> int:
        return getattr(self, "cleaned_data", {}).get("minutes") or 0

    @property
    def payload(self) -> dict[str, Any]:
        """The lateness as an entry stores it."""
        data = self.cleaned_data
        who = data["substitute"] if self.is_replaced else ""
        late = {"seat": data["seat"], "minutes": data["minutes"]}
        if who in self.free:
            return {**late, **self.free[who].payload}
        return {**late, "substitute": who, "name": data["name"] if who else ""}
