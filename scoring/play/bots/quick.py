"""Whole deals of club players, some ten times as fast as step by step.

The same players act on the same rules; only nothing is kept of the way. Until the first lead a deal goes on in one
state that is changed where it stands, and nobody asks once more whether what a bot does is legal. The cards are then
played in one go (`engine.club_cards`), compiled where numba is installed. `test_quick.py` holds each deal to the one
that is played step by step.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.play.actions import LayDown, PlayCard
from scoring.play.engine import engine_for
from scoring.play.seat_view import OpenView
from scoring.play.state import Cards, DealState, OwnState, Phase, Trick, act, without
from scoring.play.table import Bot
from scoring.play.table import play_out as play_step_by_step
from scoring.rules import tricks
from scoring.rules.cards import Seat

from .club import ClubBot
from .known import told_of
from .limits import limits_for


def play_out(state: DealState, bots: Mapping[Seat, Bot]) -> DealState:
    """As `table.play_out` with a bot in every seat: at once where all of them play their cards as club players do."""
    club = {seat: bot for seat, bot in bots.items() if isinstance(bot, ClubBot) and bot.plays_at_once}
    if len(club) < len(state.book.seats) or len({bot.ways for bot in club.values()}) > 2:
        return play_step_by_step(state, bots)
    own = before_the_cards(state, club)
    return _with_cards(own, club) if own.phase is Phase.TRICKS else own


def before_the_cards(state: DealState, bots: Mapping[Seat, ClubBot]) -> OwnState:
    """The deal as far as the first lead, or to its end where it is not played."""
    own = OwnState.of(state)
    for (seat, hand), limit in zip(own.hands.items(), limits_for(own.book, tuple(own.hands.values())), strict=True):
        bots[seat].judges(hand, limit)
    while own.to_act is not None and own.phase is not Phase.TRICKS:
        act(own, bots[own.to_act].choose(OpenView(own, own.to_act)).action)
    return own


def _with_cards(own: OwnState, bots: Mapping[Seat, ClubBot]) -> DealState:
    """The deal with all its tricks, and the rest where somebody claimed it."""
    book, trump, leader = own.book, own.trump, own.to_act
    assert trump is not None, own.phase
    assert leader is not None, own.phase
    cards, claims = engine_for(book).club_deal(
        own.hands,
        trump,
        leader,
        {seat: bot.ways for seat, bot in bots.items()},
        buried=own.buried,
        told={seat: _told(own, seat) for seat in book.seats},
        is_open=own.laid_open,
    )
    done: list[Trick] = []
    played: list[PlayCard] = []
    for start in range(0, len(cards), len(book.seats)):
        trick, order = tuple(cards[start : start + len(book.seats)]), book.seats_from(leader)
        is_last = start + len(trick) == book.tricks * len(book.seats)
        winner = order[tricks.winner(trick, trump)]
        done.append(Trick(leader, trick, winner, tricks.points(book, trick, last_trick=is_last)))
        played += map(PlayCard, order, trick)
        leader = winner
    own.changed(tricks=tuple(done), trick=Trick(leader), to_act=leader, actions=(*own.actions, *played))
    if claims is not None:
        left = {seat: without(hand, [p.card for p in played if p.seat == seat]) for seat, hand in own.hands.items()}
        return act(own.changed(hands=left), LayDown(claims))
    return own.changed(hands=dict.fromkeys(book.seats, ()), phase=Phase.DONE, to_act=None)


def _told(state: DealState, seat: Seat) -> Cards:
    """What a seat knows its partner to hold before the first lead."""
    partner = state.book.partner(seat)
    if partner is None:
        return ()
    if state.laid_open and partner == state.bidder:
        return state.hands[partner]
    passed = {each.seat: each.cards for each in state.passes}
    return told_of(state.shown[partner].cards, passed.get(seat, ()), passed.get(partner, ()))
