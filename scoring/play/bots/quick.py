"""Whole deals of Club players, many times as fast as step by step (`make bench`).

Without history: until the first lead one state changes in place, bots' acts aren't checked, and hands are judged and
melds laid for all at once. The cards then play in one go (`engine.club_cards`).
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
from .known import known_of_partner, with_the_called
from .limits import limits_for

Clubs = Mapping[Seat, ClubBot]


def result(state: DealState, bots: Mapping[Seat, Bot], *, is_open: bool = False) -> tuple[DealState, DealRecord | None]:
    """A deal at its first lead (all Club players) or played out, with its record; None where dealt again. Where it
    `is_open` whom a card called, its tricks are played at once, too."""
    club = clubs_of(state, bots, is_open=is_open)
    if club is None:
        done = play_step_by_step(state, bots)
        return done, None if done.redealt_by else record_of(done)
    own = before_the_cards(state, club)
    if own.redealt_by:
        return own, None
    return own, _record(own, club) if own.phase is Phase.TRICKS else record_of(own)


def clubs_of(state: DealState, bots: Mapping[Seat, Bot], *, is_open: bool = False) -> Clubs | None:
    deal = state.book.deal
    if deal.calls_partner and deal.calls == "secret" and not is_open:
        return None  # each takes the sides as it guesses, from trick to trick
    club = {seat: bot for seat, bot in bots.items() if isinstance(bot, ClubBot) and bot.plays_at_once}
    is_full = len(club) == len(state.book.seats) and len({bot.ways for bot in club.values()}) <= 2
    return club if is_full else None


# -- up to the first lead ----------------------------------------------------------------


def before_the_cards(state: DealState, bots: Clubs) -> OwnState:
    own = OwnState.of(state)
    for (seat, hand), limit in zip(own.hands.items(), limits_for(own.book, tuple(own.hands.values())), strict=True):
        bots[seat].judges(hand, limit)
    views = {seat: OpenView(own, seat) for seat in bots}
    while own.to_act is not None and own.phase is not Phase.TRICKS:
        if own.phase is Phase.AUCTION:
            act(own, bots[own.to_act].call(views[own.to_act]).action)
        elif own.phase is Phase.MELD:
            melds = {seat: best_cards(own.book, own.hands[seat], own.trump) for seat in melding_order(own)}
            laid = {seat: Laid(total, cards) for seat, (total, cards) in melds.items()}
            own.changed(actions=(*own.actions, *(LayMeld(seat, each.cards) for seat, each in laid.items())))
            all_laid(own, laid)
        else:
            act(own, bots[own.to_act].choose(views[own.to_act]).action)
    return own


# -- the cards ---------------------------------------------------------------------------


def cards_of(own: OwnState, bots: Clubs) -> tuple[list[Card], Outcome, Seat | None]:
    assert own.trump is not None, own.phase
    assert own.to_act is not None, own.phase
    return engine_for(own.book).club_deal(
        own.hands,
        own.trump,
        own.to_act,
        {seat: bot.ways for seat, bot in bots.items()},
        buried=own.buried,
        told=_known_cards(own),
        is_open=own.laid_open,
        leads_trump=tricks.must_lead_trump(own.book, stuck=own.auction.stuck),
    )


def _record(own: OwnState, bots: Clubs) -> DealRecord:
    """The record once the cards are played; Club players claim only a certain rest."""
    book = own.book
    _, outcome, claims = cards_of(own, bots)
    take = dict(zip(book.take_sides, outcome.takes, strict=True))
    won = dict(zip(book.seats, outcome.tricks, strict=True))
    buried = tricks.points(book, own.buried, last_trick=False)
    last = book.seats[outcome.last] if claims is None else claims
    if claims is not None:
        take[book.take_side_of(claims)] += book.total_points - buried - sum(outcome.takes)
        won[claims] += book.tricks - sum(outcome.tricks)
    if book.kitty is not None and book.kitty.buried_count:
        take[book.take_side_of(own.auction.bidder or "")] += buried
    by_side = {side: sum(won[seat] for seat in book.seats_of(side)) for side in book.take_sides}
    return record_of(own, take=take, tricks=by_side, last_trick=book.take_side_of(last), player_tricks=won)


def _known_cards(state: DealState) -> dict[Seat, Cards]:
    """What partners know of each hand at the first lead."""
    passed = {each.seat: each.cards for each in state.passes}
    known: dict[Seat, Cards] = {}
    for seat in state.book.seats:
        partners = state.book.mates(seat)
        if not partners:
            known[seat] = ()
        elif state.laid_open and seat == state.bidder:
            known[seat] = state.hands[seat]
        else:
            given = passed.get(partners[0], ())
            held = known_of_partner(state.shown[seat].cards, given, passed.get(seat, ()))
            known[seat] = with_the_called(state, seat, held)
    return known
