"""How much Club and Expert give away in the last tricks, with all hands open: what the party’s best card would come to,
less what the card chosen does, by `tests/lab/endings.py`.

Club players play the deals; an Expert is asked at each of their decisions which card it would play. So both are judged
by the same endings. No player sees the other hands: part of it nobody can know. Points of tricks a deal, summed over
the party’s cards of a trick.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from statistics import fmean, stdev

from scoring.play.actions import PlayCard
from scoring.play.bots.budget import Budget
from scoring.play.bots.club import ClubBot
from scoring.play.bots.expert import ExpertBot
from scoring.play.engine import is_compiled
from scoring.play.seat_view import seat_view
from scoring.play.state import DealState, Phase, begin
from scoring.play.table import play_on
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import Card, Seat
from scoring.rules.dealing import deal
from tests.lab.benchmarks import Row, sized
from tests.lab.endings import Solver

TRICKS = 6
PLAYOUTS = sized(10, 600)
SEED = "endings31"
Loss = dict[tuple[str, str, int], float]  # by player, party and tricks left, of a deal
solver_for = lru_cache(Solver)


def run() -> list[Row]:
    if not is_compiled():
        return []
    return [
        row
        for key in ("st-hilary", "npa")[: sized(1, 2)]
        for row in rows_of(key, built_in_books()[key], sized(2, 20, 60))
    ]


def rows_of(key: str, book: RuleBook, deals: int) -> list[Row]:
    found = [given_away(book, number) for number in range(deals)]
    rows = []
    for left in (*range(TRICKS, 1, -1), 0):  # the last card of all is nobody's choice; 0: all tricks together
        for party in ("bidders", "others"):
            for who in ("club", "expert"):
                each = [sum(loss.get((who, party, of), 0.0) for of in ((left,) if left else range(TRICKS + 1)))
                        for loss in found]  # fmt: skip
                name = f"{key}: {left or 'all'} left, {party}, {who}"
                rows.append(Row(name, fmean(each), f"± {1.96 * stdev(each) / sqrt(deals):.3f}"))
    return rows


def given_away(book: RuleBook, number: int) -> Loss:
    """What each gave away in one deal."""
    loss: Loss = {}
    for state, card in decisions(book, number):
        seat, left = state.to_act, len(state.hands[state.to_act or ""])
        values = by_card(book, state)
        if seat is None or len(set(values.values())) < 2:
            continue
        expert = ExpertBot(seed=f"{SEED}/{number}", budget=Budget(playouts=PLAYOUTS))
        other = expert.choose(seat_view(state, seat)).action
        chosen = {"club": card, "expert": other.card if isinstance(other, PlayCard) else card}
        party = "bidders" if book.side_of(seat) == book.side_of(state.bidder or "") else "others"
        for who, each in chosen.items():
            at = who, party, left
            loss[at] = loss.get(at, 0.0) + max(values.values()) - values[each]
    return loss


def decisions(book: RuleBook, number: int) -> Iterator[tuple[DealState, Card]]:
    """Each moment of the last tricks of a deal of club players, and the card that is played then. Once one of them lays
    the hand down, nothing is given away any more."""
    dealer = book.seats[number % len(book.seats)]
    bots: dict[Seat, ClubBot] = {seat: ClubBot() for seat in book.seats}
    state = begin(book, dealer, deal(book, random.Random(f"{SEED}/{number}"), dealer))
    for after, decision in play_on(state, bots):
        is_late = state.phase is Phase.TRICKS and len(state.hands[state.to_act or ""]) <= TRICKS
        if is_late and isinstance(decision.action, PlayCard):
            yield state, decision.action.card
        state = after


def by_card(book: RuleBook, state: DealState) -> dict[Card, int]:
    """What each card of the player whose turn it is comes to."""
    assert state.to_act is not None
    solver = solver_for(book)
    trick = state.trick.cards if state.trick else ()
    position = solver.position({}, state.trump, state.to_act, trick=trick, bidder=state.bidder)
    (values,) = solver.solve(position, solver.worlds([state.hands]))
    return values
