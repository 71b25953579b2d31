"""All three steps of a hand in one form: typed from paper, or corrected with a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.forms import BoundField

from pinochle_club.ground.forms import words_field
from scoring.rules.book import RuleBook
from scoring.rules.questions import Question
from scoring.score_card.names import Names
from scoring.score_card.sheet import STEPS, Line, Sheet, try_score
from scoring.score_card.whole_hands import TypedHand, says

from .hands import HandForm


def columns_of(book: RuleBook, *, has_boards: bool = False) -> tuple[str, ...]:
    """The fields of a hand on a paper card, in typing order. A board's dealer follows from its number."""
    is_held = book.auction.is_held
    facts = [
        "board" if has_boards else "dealer",
        *(["bidder"] if is_held else []),
        *(["partner"] if book.deal.calls_partner else []),
        *(["bid"] if is_held else []),
        "trump",
    ]
    facts += ["no_marriage"] if is_held and book.auction.marriage_needed else []
    facts += ["moon"] if book.bonuses.moon else []
    facts += ["thrown_in"] if book.contract.throw_in else []
    facts += ["laid_stands", "laid_played"] if book.bonuses.cut_and_lay else []
    facts += ["game_meld"] if book.game_melds else []
    each = ("meld", "take", "chips") if book.payments and book.payments.melds else ("meld", "take")
    figures = [f"{name}_{side}" for side in book.sides for name in each]
    return (*facts, *figures, "renege")


class WholeHandForm(HandForm):
    """The form of a whole hand. Once cleaned, `own` is the line as it would be recorded."""

    def __init__(self, *args: Any, sheet: Sheet, line: Line, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, line=line, names=names, steps=STEPS, **kwargs)

    @property
    def meld_fields(self) -> list[BoundField]:
        return self._boxes("meld") or super().meld_fields

    @property
    def take_fields(self) -> list[BoundField]:
        return self._boxes("take") or super().take_fields

    def _boxes(self, step: str) -> list[BoundField]:
        """One for each player, of whom the script shows those that have a figure by the partner who is called here."""
        return [self[f"{step}_{seat}"] for seat in self.sheet.book.seats if self.sheet.book.deal.calls_partner]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.is_unplayed:
            assert self.record is not None, "an unplayed hand is read"
            self._keep(replace(self.record, take={}, tricks={}, last_trick=None, player_tricks={}, player_meld={}))
        if self.own.get("trump") != self.line.figures.trump and self.line.figures.melds:
            # Melds are counted under a trump; under another the figures stand alone.
            self.own |= {"melds": {}, "cards": {}}
        return data

    @property
    def changes_anything(self) -> bool:
        """Whether the form differs from the card."""
        return not says(self.line, self.own)

    @property
    def typed(self) -> TypedHand:
        """The hand as entries store it, once valid."""
        return TypedHand(self.line.number, self.parts)


class CorrectionForm(WholeHandForm):
    """A whole hand again, with a reason; `save_key` is the text on its key."""

    save_key = "Save the correction"
    reason = words_field("Reason (optional)", 200)

    def __init__(
        self, *args: Any, sheet: Sheet, line: Line, names: Names, by_director: bool = False, **kwargs: Any
    ) -> None:
        """`by_director`: the correction is an official's and needs a reason."""
        super().__init__(*args, sheet=sheet, line=line, names=names, **kwargs)
        self.by_director = by_director
        if by_director:
            reason = self.fields["reason"]
            reason.label, reason.required = "Reason", True
            reason.error_messages["required"] = "Say why in a few words. It goes into the history."

    @property
    def is_scored(self) -> bool:
        """Whether enough is typed to score the hand."""
        return try_score(self.book, self.record) is not None

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults as the form stands, except those of its questions."""
        errors = {name: found for name, found in self.errors.items() if not name.startswith("q_")}
        return tuple(dict.fromkeys(str(error) for found in errors.values() for error in found))

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions of this hand, answered or not; of the recorded line before anything is typed."""
        if self.is_bound:
            return self.questions
        assert self.line.record is not None, "a done line has a bid"
        return self.asked_of(self.line.record)

    @property
    def after(self) -> Sheet:
        """The sheet with this correction."""
        return self.sheet.with_entry("correct", self.line.number, self.own)
