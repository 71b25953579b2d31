"""Whole deals of club players, many times as fast as step by step (`make bench` says how many).

The same players act on the same rules; only nothing is kept of the way. Until the first lead a deal goes on in one
state that is changed where it stands, nobody checks whether what a bot does is legal, and what all players do alike is
done for all of them at once: judging their hands, laying their meld. The cards are then played in one go
(`engine.club_cards`), compiled where numba is installed. `test_quick.py` holds each deal to the one that is played step
by step.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.play.actions import LayMeld
from scoring.play.engine import Outcome, engine_for
from scoring.play.seat_view import OpenView
from scoring.play.state import (
    Cards,
    DealState,
    Laid,
    OwnState,
    Phase,
    act,
    all_laid,
    melding_order,
    record_of,
)
from scoring.play.table import Bot
from scoring.play.table import play_out as play_step_by_step
from scoring.rules import tricks
from scoring.rules.cards import Card, Seat
from scoring.rules.deal_score import DealRecord
from scoring.rules.melds import best_cards

from .club import ClubBot
from .known import told_of
from .limits import limits_for

Clubs = Mapping[Seat, ClubBot]


def result(state: DealState, bots: Mapping[Seat, Bot]) -> tuple[DealState, DealRecord | None]:
    """A deal with a bot in every seat: as it stood at the first lead, where all of them play as club players do, else
    played out; and the line that it comes to, None where it is dealt again."""
    club = clubs_of(state, bots)
    if club is None:
        done = play_step_by_step(state, bots)
        return done, None if done.redealt_by else record_of(done)
    own = before_the_cards(state, club)
    if own.redealt_by:
        return own, None
    return own, _record(own, club) if own.phase is Phase.TRICKS else record_of(own)


def clubs_of(state: DealState, bots: Mapping[Seat, Bot]) -> Clubs | None:
    """The bots, where all of them can play at once."""
    club = {seat: bot for seat, bot in bots.items() if isinstance(bot, ClubBot) and bot.plays_at_once}
    is_full = len(club) == len(state.book.seats) and len({bot.ways for bot in club.values()}) <= 2
    return club if is_full else None


# -- up to the first lead ----------------------------------------------------------------


def before_the_cards(state: DealState, bots: Clubs) -> OwnState:
    """The deal as far as the first lead, or to its end where it does not come to that."""
    own = OwnState.of(state)
    for (seat, hand), limit in zip(own.hands.items(), limits_for(own.book, tuple(own.hands.values())), strict=True):
        bots[seat].judges(hand, limit)
    views = {seat: OpenView(own, seat) for seat in bots}
    while own.to_act is not None and own.phase is not Phase.TRICKS:
        if own.phase is Phase.AUCTION:
            act(own, bots[own.to_act].bid(views[own.to_act]).action)
        elif own.phase is Phase.MELD:
            melds = {seat: best_cards(own.book, own.hands[seat], own.trump) for seat in melding_order(own)}
            laid = {seat: Laid(cards, total) for seat, (total, cards) in melds.items()}
            own.changed(actions=(*own.actions, *(LayMeld(seat, each.cards) for seat, each in laid.items())))
            all_laid(own, laid)
        else:
            act(own, bots[own.to_act].choose(views[own.to_act]).action)
    return own


# -- the cards ---------------------------------------------------------------------------


def cards_of(own: OwnState, bots: Clubs) -> tuple[list[Card], Outcome, Seat | None]:
    """What is played from the first lead on, as `Engine.club_deal` says it."""
    assert own.trump is not None, own.phase
    assert own.to_act is not None, own.phase
    return engine_for(own.book).club_deal(
        own.hands,
        own.trump,
        own.to_act,
        {seat: bot.ways for seat, bot in bots.items()},
        buried=own.buried,
        told=_told(own),
        is_open=own.laid_open,
    )


def _record(own: OwnState, bots: Clubs) -> DealRecord:
    """The line of a deal at its first lead, once its cards are played. Club players claim the rest only where it is
    theirs for certain."""
    book = own.book
    _, outcome, claims = cards_of(own, bots)
    take = dict(zip(book.sides, outcome.takes, strict=True))
    won = dict(zip(book.seats, outcome.tricks, strict=True))
    buried = tricks.points(book, own.buried, last_trick=False)
    last = book.seats[outcome.last] if claims is None else claims
    if claims is not None:
        take[book.side_of(claims)] += book.total_points - buried - sum(outcome.takes)
        won[claims] += book.tricks - sum(outcome.tricks)
    if book.kitty is not None and book.kitty.buried_count:
        take[book.side_of(own.auction.bidder or "")] += buried
    by_side = {side: sum(won[seat] for seat in book.seats_of(side)) for side in book.sides}
    return record_of(own, take=take, tricks=by_side, last_trick=book.side_of(last), player_tricks=won)


def _told(state: DealState) -> dict[Seat, Cards]:
    """What each seat knows its partner to hold before the first lead."""
    passed = {each.seat: each.cards for each in state.passes}
    told: dict[Seat, Cards] = {}
    for seat in state.book.seats:
        partner = state.book.partner(seat)
        if partner is None:
            told[seat] = ()
        elif state.laid_open and partner == state.bidder:
            told[seat] = state.hands[partner]
        else:
            told[seat] = told_of(state.shown[partner].cards, passed.get(seat, ()), passed.get(partner, ()))
    return told
