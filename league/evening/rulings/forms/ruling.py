"""The last step of a ruling: its words, its basis, the caller, and penalties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from django import forms
from django.http import QueryDict

from league.acting.forms import ClubForm
from league.evening.rulings.forms.appeals import lines_field
from league.evening.rulings.steps import Way
from pinochle_club.ground.forms import choice_field, words_field
from scoring.rules.rulings import Proposal
from scoring.score_card.entries import PenaltyGiven
from scoring.score_card.names import Names
from scoring.score_card.pages.rulings import caller_words
from scoring.score_card.people import penalty_words
from scoring.score_card.rulings import BY_TABLE, CHANGED

NOW_SHOWN: Final = "Look at what it does with the penalties you chose. Then give it."
BASES: Final = {"book": "By the book", "judgment": "Judgment"}


class RulingForm(ClubForm):
    """The proposed ruling, with words that can be changed and a tap for each penalty."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    shown = forms.CharField(required=False, max_length=20)  # the penalties whose effect the page shows
    decision = lines_field("The ruling in words", "Say what you rule.")
    note = words_field("Note (optional)", 120)

    def __init__(
        self, *args: Any, way: Way, now: Names, picked: Sequence[str] = (), was_called: bool = False, **kwargs: Any
    ) -> None:
        """`picked` are numbers of penalties; `was_called`: by the tablet, which doesn't know who tapped."""
        self.way, proposal, names = way, way.proposal, way.names
        assert proposal is not None, "all questions are answered"
        assert names is not None, "a hand was chosen"
        penalties = list(self._penalty_choices(proposal, now))
        called_by = BY_TABLE if was_called else ""
        first = {"seen": way.seen, "decision": proposal.decision, "basis": proposal.basis, "called_by": called_by}
        kwargs["initial"] = {**first, "penalties": picked, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.fields["basis"] = choice_field("It rests on", BASES.items())
        callers = [(seat, caller_words(names, seat)) for seat in names.book.seats]
        if was_called:
            callers.append((BY_TABLE, caller_words(names, BY_TABLE)))
        self.fields["called_by"] = choice_field("Who called?", [*callers, ("", "Nobody here")], required=False)
        self.fields["penalties"] = forms.MultipleChoiceField(
            choices=penalties,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"invalid_choice": "Choose from those shown."},
        )
        chosen = tuple(place for place, _ in enumerate(proposal.penalties) if str(place) in picked)
        self.penalties = tuple(proposal.penalties[place] for place in chosen)
        self.shown_now = ",".join(map(str, chosen))  # the penalties whose effect the page shows

    def _penalty_choices(self, proposal: Proposal, now: Names) -> Iterator[tuple[str, str]]:
        """`Ann: Card on the floor or in the stack, 50 off`, for each proposed penalty."""
        for place, penalty in enumerate(proposal.penalties):
            title, points = penalty_words(now.book, PenaltyGiven.parse(self.way.penalty(penalty)))
            yield str(place), f"{now.player(penalty.seat)}: {title}{f', {points} off' if points else ''}"

    @property
    def why_not_given(self) -> str:
        """Empty where the page showed the effect of these penalties: only that is given."""
        return "" if self.cleaned_data["shown"] == self.shown_now else NOW_SHOWN

    def shows(self, version: int) -> None:
        """Make the next tap one for the card as shown now."""
        now = cast(QueryDict, self.data).copy()
        now["seen"] = str(version)
        self.data = now

    @property
    def deed_fields(self) -> dict[str, Any]:
        """The fields of `give_ruling`, or of `decide_appeal` where an appealed ruling is changed."""
        sent = {name: self.cleaned_data[name] for name in ("client_id", "seen")}
        words = {name: self.cleaned_data[name] for name in ("decision", "note", "basis", "called_by")}
        ruled, decision = self.way.ruled, words["decision"]
        if "decides" in self.way.chosen:
            changed = {"effect": ruled["effect"], "facts": ruled["facts"], "decision": decision}
            return {**sent, "outcome": CHANGED, "note": words["note"], "changed": changed}
        penalties = [self.way.penalty(one, decision) for one in self.penalties]
        hand = self.way.line.number if self.way.line else None
        return {**sent, "hand": hand, "payload": {**ruled, **words}, "penalties": penalties}
