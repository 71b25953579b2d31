"""A player's hand, tapped card by card."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django import forms

from league.acting.forms import ClubForm
from league.evening.boards.hands import faults_of, too_many_words
from league.evening.boards.records import Record
from scoring.rules.cards import SUITS, Card, Seat
from scoring.rules.notation import RANK_SIGNS, counted, name
from scoring.score_card.forms.melds import Stepper


class HandForm(ClubForm):
    """A count of each card. It never holds another player's hand."""

    def __init__(self, *args: Any, record: Record, seat: Seat, is_whole: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.record, self.seat, self.is_whole = record, seat, is_whole
        for card in self._cards:
            most, wrong = record.book.deck.copies, "Enter a whole number, such as 1."
            messages = {"max_value": too_many_words(record.book, card), "min_value": wrong, "invalid": wrong}
            self.fields[_field(card)] = forms.IntegerField(
                required=False, min_value=0, max_value=most, error_messages=messages
            )

    @property
    def _cards(self) -> tuple[Card, ...]:
        return tuple(Card(rank, suit) for suit in SUITS for rank in self.record.book.deck.ranks)

    @property
    def hand(self) -> tuple[Card, ...]:
        found = getattr(self, "cleaned_data", {})
        return tuple(Counter({card: found.get(_field(card)) or 0 for card in self._cards}).elements())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            others = self.record.others(self.seat)
            for fault in faults_of(self.record.book, self.hand, others, is_whole=self.is_whole):
                self.add_error(None, fault)
        return data

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"hand": self.hand, "client_id": self.cleaned_data["client_id"]}

    @property
    def count_words(self) -> str:
        return f"{len(self.hand)} of {counted(self.record.book.deal.hand_size, 'card')}"

    @property
    def rows(self) -> tuple[tuple[Stepper, ...], ...]:
        ranks = self.record.book.deck.ranks
        return tuple(tuple(self._stepper(Card(rank, suit)) for rank in ranks) for suit in SUITS)

    def _stepper(self, card: Card) -> Stepper:
        field, most = self[_field(card)], self.record.book.deck.copies
        fault = str(field.errors[0]) if field.errors else ""
        value, title = str(field.value() or ""), name(card).capitalize()
        return Stepper(field.html_name, title, value, most, suit=card.suit, sign=RANK_SIGNS[card.rank], fault=fault)


def _field(card: Card) -> str:
    return f"card-{card}"
