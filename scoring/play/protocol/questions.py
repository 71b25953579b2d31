"""A question as JSON and back: all that a seat may see, what it is asked, and what helps it to answer.

    asked = question(view)          # {"view": {"seat": "N", "hand": "AS TH …", …}, "choices": {"kind": "bid", …}}
    view_from(book, asked) == view

Names are those of `SeatView` and `Choices`; a choice leaves out what its kind of action does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from scoring.play.seat_view import SeatView
from scoring.play.state import Cards, Choices, Laid, Phase, Trick
from scoring.rules import auction as bidding
from scoring.rules.auction import AuctionState, Call
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Seat
from scoring.rules.melds import best_cards, meld_total
from scoring.rules.notation import format_cards, parse_cards

PROTOCOL: Final = 1
_BIDS: Final = 20  # so many legal bids are named

_LISTS: Final = ("suits", "seats", "declarations")
_CARDS: Final = ("hand", "kitty", "given", "received", "buried")
_COUNTS: Final = ("hand_sizes", "taken", "tricks_won", "standing")
_AS_THEY_ARE: Final = (
    "seat", "dealer", "phase", "to_act", "bidder", "bid", "stuck", "trump", "no_marriage", "told_of_buried", "claimed",
    "moon", "thrown_in", "laid_open", "laid_stands", "is_last",
)  # fmt: skip


def question(view: SeatView) -> dict[str, Any]:
    """The view and its seat's question; without `choices` where there is none."""
    asked: dict[str, Any] = {"view": _view(view)}
    if view.choices is not None:
        asked["choices"] = _choices(view.choices) | _help(view, view.choices)
    return asked


def view_from(book: RuleBook, asked: Mapping[str, Any]) -> SeatView:
    """The inverse of `question` under this book; raises `KeyError`, `TypeError` or `ValueError` for other data."""
    data = asked["view"]
    if data["dealer"] in book.at_table:
        book = book.at(data["dealer"])
    called, partner = data.get("called"), data.get("partner")
    book = book.for_hand(None, data["bidder"], partner) if partner else book
    choices = asked.get("choices")
    seen = {
        **{name: data[name] for name in _AS_THEY_ARE},
        **{name: parse_cards(data[name]) for name in _CARDS},
        **{name: dict(data[name]) for name in _COUNTS},
        "book": book,
        "called": Card.parse(called) if called and called not in book.seats else called,
        "phase": Phase(data["phase"]),
        "auction": _auction(book, data["dealer"], data["auction"]),
        "melds": {seat: _shown(shown) for seat, shown in data["melds"].items()},
        "exposed": {seat: parse_cards(hand) for seat, hand in data["exposed"].items()},
        "tricks": tuple(map(_trick, data["tricks"])),
        "trick": data["trick"] and _trick(data["trick"]),
        "off_board": tuple(data["off_board"]),
        "choices": choices and _chosen_from(data["seat"], choices),
    }
    return SeatView(**seen)


# -- written -----------------------------------------------------------------------------


def _view(view: SeatView) -> dict[str, Any]:
    return {
        **{name: getattr(view, name) for name in _AS_THEY_ARE},
        **{name: format_cards(getattr(view, name)) for name in _CARDS},
        **{name: dict(getattr(view, name)) for name in _COUNTS},
        "auction": [[call.seat, call.bid] for call in view.auction.calls],
        "melds": {
            seat: {"total": shown.total, "cards": format_cards(shown.cards), "aces_told": shown.aces_told}
            for seat, shown in view.melds.items()
        },
        "exposed": {seat: format_cards(hand) for seat, hand in view.exposed.items()},
        "tricks": list(map(_trick_data, view.tricks)),
        "trick": view.trick and _trick_data(view.trick),
        "off_board": list(view.off_board),
        **_called(view),
    }


def _called(view: SeatView) -> dict[str, str | None]:
    """Where the bidder calls a partner: the call, and who that is, as far as it is known (alone: the bidder)."""
    if not view.book.deal.calls_partner:
        return {}
    return {"called": view.called and str(view.called), "partner": view.book.called_by(view.bidder)}


def _trick_data(trick: Trick) -> dict[str, Any]:
    data = {"leader": trick.leader, "cards": format_cards(trick.cards)}
    return data if trick.winner is None else {**data, "winner": trick.winner, "points": trick.points}


def _choices(choices: Choices) -> dict[str, Any]:
    data = {each.name: getattr(choices, each.name) for each in fields(choices) if each.name != "seat"}
    data |= {"cards": format_cards(choices.cards)}
    data |= {name: list(getattr(choices, name)) for name in _LISTS}
    return {name: value for name, value in data.items() if value or name in _OF_KIND.get(choices.kind, ())}


_OF_KIND: Final = {"bid": ("lowest_bid",), "trump": ("suits",), "meld": ("cards",), "play": ("may_lay_down",)}


def _help(view: SeatView, choices: Choices) -> dict[str, Any]:
    """What follows from the book for the seat's hand, so a bot need not know melds or legal bids."""
    book, hand = view.book, view.hand
    match choices.kind:
        case "bid":
            bids = list(bidding.bids_from(book, view.auction.high, _BIDS)) if choices.lowest_bid is not None else []
            return {"bids": bids, "own_meld": {suit: meld_total(book, hand, suit) for suit in SUITS}}
        case "trump":
            return {"own_meld": {suit: meld_total(book, hand, suit) for suit in choices.suits}}
        case "meld":
            return {"best": format_cards(best_cards(book, hand, view.trump)[1])}
    return {}


# -- read --------------------------------------------------------------------------------


def _auction(book: RuleBook, dealer: Seat, calls: list[Any]) -> AuctionState:
    auction = bidding.start(book, dealer)
    for seat, amount in calls:
        auction = bidding.after_call(book, auction, Call(seat, amount))
    return auction


def _shown(data: Mapping[str, Any]) -> Laid:
    return Laid(data["total"], parse_cards(data["cards"]), data["aces_told"])


def _trick(data: Mapping[str, Any]) -> Trick:
    return Trick(data["leader"], parse_cards(data["cards"]), data.get("winner"), data.get("points", 0))


def _chosen_from(seat: Seat, data: Mapping[str, Any]) -> Choices:
    known = {each.name for each in fields(Choices)} - {"seat"}
    values = {name: value for name, value in data.items() if name in known}
    cards: Cards = parse_cards(data.get("cards", ""))
    tuples = {name: tuple(data.get(name, ())) for name in _LISTS}
    return Choices(**{**values, **tuples, "seat": seat, "cards": cards})
