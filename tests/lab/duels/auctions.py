"""How the weights of `scoring/play/bots/auctions.py` are found, and what they are worth.

    python -m tests.lab.duels.auctions collect st-hilary --deals 20000 --seed a1 --to st-hilary.a1.pickle
    python -m tests.lab.duels.auctions fit *.pickle > weights.json
    python -m tests.lab.duels.auctions prove st-hilary --pairs 3000 --seed p1 --weights weights.json

All players play their cards as the Club. Those of one side, or of both, call by the weights; at each of their turns the
other call is made as well, and the deal is played on to its end both ways. So weights are fitted to what a call comes
to where the same weights make the later ones; collect with what was fitted, until that gains no more.
"""

from __future__ import annotations

import json
import pickle
import random
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np

from scoring.play.actions import Bid
from scoring.play.bots import auctions, quick
from scoring.play.bots.club import ClubBot
from scoring.play.bots.limits import limits_for
from scoring.play.seat_view import OpenView, SeatView
from scoring.play.state import DealState, Phase, apply, begin
from scoring.play.table import Decision
from scoring.rules.auction import next_bid
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Seat
from scoring.rules.deal_score import score_deal
from scoring.rules.dealing import deal
from tests.lab.duels import Tally, seatings

_DAMPED: Final = 100.0  # of the squares of the weights, in the units of their signs' scatter


class Caller(ClubBot):
    """A club player who calls by weights."""

    def __init__(self, weights: auctions.Fitted, *, meld_bids: bool) -> None:
        super().__init__(meld_bids=meld_bids)
        self.weights = weights

    def bid(self, view: SeatView) -> Decision:
        club, limit = super().bid(view), self.limit(view)
        if limit is None:
            return club
        return auctions.decide(view, limit, club, reads_meld=self.meld_bids, fitted=self.weights)


class Turn(NamedTuple):
    """A turn whose other call was made as well; `gain` is what the bid came to beside the pass, of all points."""

    stands: str
    signs: auctions.Signs
    gain: float


def collect(book: RuleBook, deals: int, seed: str, weights: auctions.Fitted, *, meld_bids: bool) -> Iterator[Turn]:
    """Of the deals of a seed the turns near a limit. In a third of the deals both sides call by the weights, in the
    others one does, and the other side as the Club."""
    for number in range(deals):
        rng = random.Random(f"{seed}/{number}")
        dealer = book.seats[number % len(book.seats)]
        first = begin(book, dealer, deal(book, rng, dealer))
        callers = rng.choice((book.sides, *([side] for side in book.sides)))

        def bots(callers: tuple[str, ...] = tuple(callers)) -> dict[Seat, ClubBot]:
            return {
                seat: Caller(weights, meld_bids=meld_bids)
                if book.side_of(seat) in callers
                else ClubBot(meld_bids=meld_bids)
                for seat in book.seats
            }

        players = bots()
        for (seat, hand), limit in zip(first.hands.items(), limits_for(book, tuple(first.hands.values())), strict=True):
            players[seat].judges(hand, limit)
        come_to = _score(first, bots())
        state = first
        while come_to is not None and state.phase is Phase.AUCTION:
            assert state.to_act is not None
            seat = state.to_act
            view, player = OpenView(state, seat), players[seat]
            call, limit = player.bid(view).action, player.limit(view)
            assert isinstance(call, Bid), call
            if isinstance(player, Caller) and limit is not None and auctions.is_near(view, limit):
                lowest = next_bid(book, state.auction.high)
                other = _score(apply(state, Bid(seat, lowest if call.amount is None else None)), bots())
                if other is not None:
                    sign = 1 if call.amount is not None else -1
                    gain = sign * (_beside(book, come_to, seat) - _beside(book, other, seat))
                    signs = auctions.signs(view, limit, reads_meld=meld_bids)
                    yield Turn(auctions.stands(view), signs, gain / book.total_points)
            state = apply(state, call)


def fit(turns: Mapping[str, list[Turn]]) -> dict[str, list[float]]:
    """By kind of auction, least squares with small weights preferred."""
    found = {}
    for kind, each in turns.items():
        signs, gains = np.array([turn.signs for turn in each], float), np.array([turn.gain for turn in each])
        scatter = signs.std(0)
        scatter[scatter < 1e-9] = 1.0
        damped = _DAMPED * np.eye(len(scatter))
        damped[0, 0] = 1e-6
        scaled = signs / scatter
        weights = np.linalg.solve(scaled.T @ scaled + damped, scaled.T @ gains) / scatter
        found[kind] = [round(float(weight), 2) for weight in weights]
    return found


def prove(
    book: RuleBook, pairs: int, seed: str, ours: auctions.Fitted, theirs: auctions.Fitted, *, meld_bids: bool
) -> list[float]:
    """What a side with some weights came to beside one with others, pair by pair, the seats changed."""
    results = []
    for number in range(pairs):
        dealer = book.seats[number % len(book.seats)]
        pair = []
        for seats in seatings(book):
            rng, score = random.Random(f"{seed}/{number}"), None
            while score is None:
                bots = {seat: Caller(ours if seat in seats else theirs, meld_bids=meld_bids) for seat in book.seats}
                score = _score(begin(book, dealer, deal(book, rng, dealer)), bots)
            pair.append(_beside(book, score, next(iter(seats))))
        results.append(fmean(pair))
    return results


def _score(state: DealState, bots: Mapping[Seat, ClubBot]) -> Mapping[str, int] | None:
    _, record = quick.result(state, bots)
    return None if record is None else score_deal(state.book, record).scores


def _beside(book: RuleBook, scores: Mapping[str, int], seat: Seat) -> float:
    """A side's score less the others'."""
    side = book.side_of(seat)
    return scores[side] - fmean(scores[other] for other in book.others(side))


def _fitted(path: str) -> auctions.Fitted:
    """Of a file, or the product's; of `club`, none."""
    if path == "club":
        return {}
    return {kind: tuple(each) for kind, each in json.loads(Path(path).read_text()).items()} if path else auctions.FITTED


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("collect", "fit", "prove"))
    parser.add_argument("names", nargs="+", help="a book; files to fit")
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--pairs", type=int, default=2_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--to", type=Path)
    parser.add_argument("--weights", default="", help="a file; as they are in the product, if there is none")
    parser.add_argument("--against", default="club", help="the same for the other side; club for none")
    parser.add_argument("--meld-bids", action="store_true")
    given = parser.parse_args()
    {"collect": _collect, "fit": _fit, "prove": _prove}[given.what](given)


def _collect(given: Namespace) -> None:
    book = built_in_book(given.names[0])
    turns = list(collect(book, given.deals, given.seed, _fitted(given.weights), meld_bids=given.meld_bids))
    named = [(auctions.kind_of(book, turn.stands), turn) for turn in turns if turn.stands]
    given.to.write_bytes(pickle.dumps([(kind, tuple(turn.signs), turn.gain) for kind, turn in named]))
    print(f"{len(named)} turns in {given.deals} deals")


def _fit(given: Namespace) -> None:
    turns: defaultdict[str, list[Turn]] = defaultdict(list)
    for name in given.names:
        for kind, signs, gain in pickle.loads(Path(name).read_bytes()):
            turns[kind].append(Turn(kind, auctions.Signs(*signs), gain))
    print(json.dumps(fit(turns), indent=1))


def _prove(given: Namespace) -> None:
    weights = (_fitted(given.weights), _fitted(given.against))
    for name in given.names:
        results = prove(built_in_book(name), given.pairs, given.seed, *weights, meld_bids=given.meld_bids)
        told = Tally(most=given.pairs, results=results, whole=True)
        print(f"{name}: {told.mean:+.2f} ± {told.half_width:.2f}, {len(results)} pairs", flush=True)


if __name__ == "__main__":
    main()
