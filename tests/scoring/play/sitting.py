"""A person at the table, for tests: sits down, and does the first legal thing when asked.

    at = sit_down(client, "npa", seat="S")      # the game as `client`'s device has it open
    at = play_hand(client, at)                  # to the end of the deal
    at = tap(client, at, "act", action=…)       # any tap; `.answer` is the response

What is tapped goes through the pages, as a browser would send it. Who only wants to be further on in a hand is
brought there by the deeds alone: a page for each card takes five times as long.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from django.test import Client

from scoring.models import DeviceCard, PlayedGame
from scoring.play import games
from scoring.play.actions import (
    Action,
    Answer,
    Bid,
    Bury,
    CallPartner,
    Declare,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
    action_to_json,
)
from scoring.play.games import Table
from scoring.play.seat_view import SeatView, seat_view
from scoring.rules.exchange import best_laid
from scoring.score_card import access
from tests.responses import Response

MOST_TAPS = 400
# A family's own rules, by what they change of a book.
GAMES: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "three": ("gwinnett-3", {}),
    "four": ("npa", {}),
    "four-pass": ("st-hilary", {}),
    "five": ("five-handed", {}),
    "five-player": ("five-handed", {"deal.calls": "player"}),
    "six": ("six-handed", {}),
    "six-pairs": ("six-handed", {"deal.sides": "across", "game.target": 1000}),
    "seven": ("five-handed", {
        "deal.players": 7, "deal.hand_size": 16, "deck.copies": 6, "deal.kitty_size": 8, "deal.packets": [[4]],
        "kitty": {"shown": True, "bury": 8, "meld_before_burying": True, "bury_melded": False, "buried_count": True},
    }),
    "family": ("family-double", {"meld.run.0": 15, "game.target": 450}),
    "stock": ("two-handed", {"game.target": 800}),
    "eight": ("six-handed", {"deal.players": 8, "deck.copies": 8, "deal.sides": "across"}),
    "two": ("st-hilary", {
        "deal.players": 2, "deal.sides": "alone", "deal.hand_size": 24, "deal.packets": [[4]], "passing": None,
    }),
}  # fmt: skip


def describe(client: Client, game: str) -> str:
    """The key of one of these games, which the browser keeps as its family's own where it changes a book."""
    base, changes = GAMES[game]
    if not changes:
        return base
    made = {"book": base, "changes": json.dumps(changes), "start": access.new_secret(), "do": "start"}
    answer = client.post("/our-game/", made)
    assert answer.status_code == 302, answer.content.decode()
    return f"{base}--ours"


@dataclass(frozen=True)
class Sitting:
    """A game as a test looks at it: the table from the database, and the last answer."""

    table: Table
    answer: Response | None = None

    @property
    def game(self) -> PlayedGame:
        return self.table.game

    @property
    def view(self) -> SeatView:
        seat = self.table.your_seat
        assert seat is not None
        return seat_view(self.table.state, seat)

    def url(self, name: str = "") -> str:
        return f"/play/{self.game.pk}/{name}"


def sit_down(client: Client, book: str = "st-hilary", **fields: Any) -> Sitting:
    """Begins a game from the start page."""
    posted = {"start": access.new_secret(), "book": book, "asked": "1", "pace": "instant", **fields}
    answer = client.post("/play/begin/", posted)
    assert answer.status_code == 302, answer.content.decode()
    return sitting(client, answer.headers["Location"].split("/")[2], answer)


def sitting(client: Client, game_id: Any, answer: Response | None = None) -> Sitting:
    """The game as it stands."""
    device = access.hash_of(client.cookies[access.DEVICE_COOKIE].value)
    keeper = DeviceCard.objects.select_related("card__book_version", "card__played_game", "device").get(
        card__played_game=game_id, device__token_hash=device
    )
    return Sitting(games.open_table(keeper), answer)


def tap(client: Client, at: Sitting, name: str, *, scripts: bool = True, **fields: Any) -> Sitting:
    """Posts one of the table's forms, by default as saving.js does."""
    posted = {"client_id": str(uuid4()), "seen": at.table.seen, **fields}
    headers = {"HX-Request": "true"} if scripts else {}
    answer = client.post(at.url(f"{name}/"), posted, headers=headers)
    return sitting(client, at.game.pk, answer)


def act(client: Client, at: Sitting, action: Action, **fields: Any) -> Sitting:
    """Does one thing at the table."""
    return tap(client, at, "act", action=json.dumps(action_to_json(action)), **fields)


def first_choice(view: SeatView, *, bids: bool = False) -> Action:
    """The first legal thing; passes in the auction unless it `bids`."""
    asked = view.choices
    assert asked is not None
    match asked.kind:
        case "redeal":
            return Redeal(view.seat, False)
        case "bid":
            can_bid = bids and view.auction.high is None
            return Bid(view.seat, asked.lowest_bid if can_bid else None)
        case "trump":
            return NameTrump(view.seat, asked.suits[0] if asked.suits else None)
        case "partner":
            return CallPartner(view.seat, (asked.seats or asked.cards)[0])
        case "pass_cards":
            return PassCards(view.seat, asked.cards[: asked.count])
        case "bury":
            return Bury(view.seat, asked.cards[: asked.count])
        case "meld":
            return LayMeld(view.seat, best_laid(view.book, view.hand, view.trump))
        case "declare":
            return Declare(view.seat, "play")
        case "answer":
            return Answer(view.seat, False)
        case _:
            return PlayCard(view.seat, asked.cards[0])


def play_hand(client: Client, at: Sitting, *, pages: bool = False) -> Sitting:
    """Plays to the end of the deal, with every answer a good one; with `pages` by tapping on them."""
    if not pages:
        return _as_it_stands(client, _played(at, None))
    for _ in range(MOST_TAPS):
        if at.table.state.is_done:
            return at
        at = act(client, at, first_choice(at.view, bids=True)) if at.table.is_your_turn else tap(client, at, "go-on")
        assert at.answer is not None
        assert at.answer.status_code == 200, at.answer.content.decode()
    raise AssertionError("The hand does not end.")


def to_the(kind: str, client: Client, at: Sitting) -> Sitting:
    """Until the player is asked for this, or the deal ends before."""
    return _as_it_stands(client, _played(at, kind))


def _played(at: Sitting, kind: str | None) -> Sitting:
    for _ in range(MOST_TAPS):
        table, tapped = at.table, str(uuid4())
        if table.state.is_done:
            return at
        if not table.is_your_turn:
            at = Sitting(games.go_on(table, client_id=tapped, seen=table.seen))
            continue
        assert at.view.choices is not None
        if at.view.choices.kind == kind:
            return at
        at = Sitting(games.act(table, first_choice(at.view, bids=True), client_id=tapped, seen=table.seen))
    raise AssertionError("The hand does not end.")


def _as_it_stands(client: Client, at: Sitting) -> Sitting:
    return sitting(client, at.game.pk)


def play_game(client: Client, at: Sitting, *, pages: bool = False) -> Sitting:
    """Plays to the end of the game."""
    while True:
        at = play_hand(client, at, pages=pages)
        if at.game.is_over:
            return at
        at = tap(client, at, "next-hand")
