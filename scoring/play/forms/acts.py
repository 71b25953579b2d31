"""A player's acts, as forms send them."""

from __future__ import annotations

import json
from typing import Any, Final

from django import forms
from django.http import QueryDict

from pinochle_club.ground.forms import HIGHEST_FIGURE
from scoring.play.actions import OF_CARDS, Action, Bid, action_from_json
from scoring.rules.cards import Card, Seat
from scoring.score_card.forms import EntryForm

TAP_AGAIN: Final = "That didn’t come through. Tap again."
LONGEST_ACTION: Final = 400
MOST_CARDS: Final = 80


class NotUnderstood(ValueError):
    """No action was sent; the message is for the player."""


class TapForm(EntryForm):
    """A tap: its id, and the number of actions its page had seen."""

    @property
    def tap(self) -> dict[str, Any]:
        return {"client_id": self.cleaned_data["client_id"], "seen": self.cleaned_data["seen"]}


class ActForm(TapForm):
    """An action: a whole one (`action`), or a `kind` with a choice."""

    action = forms.CharField(required=False, max_length=LONGEST_ACTION)
    kind = forms.CharField(required=False, max_length=20)
    amount = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=HIGHEST_FIGURE,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), "Enter a whole number, such as 52."),
    )


def tap_of(posted: QueryDict) -> dict[str, Any]:
    """A tap; raises `NotUnderstood`."""
    form = TapForm(posted)
    if not form.is_valid():
        raise NotUnderstood(TAP_AGAIN)
    return form.tap


def action_of(form: ActForm, posted: QueryDict, seat: Seat) -> Action:
    """A valid form's action; raises `NotUnderstood`."""
    data = form.cleaned_data
    if data["kind"] == "bid":
        if data["amount"] is None:
            raise NotUnderstood("Enter your bid, such as 52, or pass.")
        return Bid(seat, data["amount"])
    if data["kind"] in OF_CARDS:
        return OF_CARDS[data["kind"]](seat, cards_of(posted))
    try:
        action = action_from_json(json.loads(data["action"]))
    except (ValueError, TypeError, RecursionError):
        raise NotUnderstood("Tap what you want to do again.") from None
    if isinstance(action, Bid) and action.amount is not None and not 0 <= action.amount <= HIGHEST_FIGURE:
        raise NotUnderstood("Enter a whole number, such as 52.")
    return action


def cards_of(posted: QueryDict) -> tuple[Card, ...]:
    """The chosen cards, copies included; raises `NotUnderstood`."""
    words = posted.getlist("cards")
    try:
        return tuple(Card.parse(word) for word in words[: MOST_CARDS + 1])
    except ValueError:
        raise NotUnderstood("Choose from the cards in your hand.") from None
