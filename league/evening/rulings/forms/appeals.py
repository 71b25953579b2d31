"""Appeals and their decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms

from league.acting.forms import ClubForm
from pinochle_club.ground.forms import WordsField, choice_field, words_field
from scoring.rules.book import RuleBook
from scoring.score_card.rulings import OVERTURNED, UPHELD

MOST_WORDS: Final = 300
OUTCOMES: Final = ((UPHELD, "It stands"), (OVERTURNED, "It is taken away"))


def lines_field(label: str, missing: str, note: str = "") -> WordsField:
    return WordsField(
        label=label,
        max_length=MOST_WORDS,
        help_text=note,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        error_messages={"required": missing},
    )


class AppealForm(ClubForm):
    why = lines_field("What is wrong with the ruling?", "Say in a few words why you appeal.")

    def __init__(self, *args: Any, players: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """`players`: seat and name of each possible appellant; none where officials disagree."""
        kwargs["initial"] = {"by": players[0][0] if len(players) == 1 else "", **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        if players:
            self.fields["by"] = choice_field("Who appeals?", players, missing="Tap who appeals.")
        self.order_fields(("client_id", "by", "why"))


class DecideForm(ClubForm):
    """The decision of an appeal; for a ruling by the book, only on its facts."""

    outcome = choice_field("The ruling", OUTCOMES, missing="Tap what becomes of the ruling.")

    def __init__(self, *args: Any, by_book: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if by_book:
            note = "The book decides what they cost. An appeal decides only whether they were so."
            self.fields["note"] = lines_field("The facts", "Say what the facts were.", note)
        else:
            self.fields["note"] = lines_field("Why?", "Say why in a few words. Both sides will ask.")


class InviteDeciderForm(ClubForm):
    name = words_field(
        "Who decides?",
        80,
        missing="Enter the name of who decides.",
        note="A referee or a director you trust. Nobody needs an account.",
    )


class AgreeForm(ClubForm):
    outcome = choice_field("The ruling", OUTCOMES, missing="Tap what becomes of the ruling.")
    note = words_field("In their words (optional)", MOST_WORDS - 100)


class AnswerForm(ClubForm):
    """A side's answer: a seat for yes, a side for no; with neither the question is withdrawn."""

    asked = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, *args: Any, book: RuleBook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, codes in (("by", book.seats), ("against", book.sides)):
            self.fields[name] = forms.ChoiceField(choices=[(code, code) for code in codes], required=False)
