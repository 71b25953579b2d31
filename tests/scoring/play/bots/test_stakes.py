"""Stakes are the book's own scores, and winning the game counts on top."""

import random
from array import array
from dataclasses import replace

import pytest

from scoring.play.bots.stakes import Stakes, scores_by_take, spread
from scoring.play.engine import Outcomes
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.deal_score import DealRecord, score_deal
from tests.books import PLAYED
from tests.sampling import sample
from tests.scoring.rules.deal_samples import changed, random_book

RECORD = DealRecord(bidder="N", bid=25, trump="S", meld={"NS": 12, "EW": 8})


@pytest.mark.parametrize("key", [key for key in PLAYED if built_in_book(key).has_partners])
def test_difference_is_that_of_the_score(key):
    book = built_in_book(key)
    one, other = book.sides
    record = DealRecord(bidder=book.seats[0], bid=55, trump="S", meld={one: 30, other: 22})
    stakes = Stakes(book, record)
    for take in range(book.total_points + 1):
        takes = (take, book.total_points - take)
        scores = score_deal(
            book, DealRecord(**{**_fields(record), "take": dict(zip(book.sides, takes, strict=True))})
        ).scores
        if stakes.is_played:
            assert stakes.of(takes) == {one: scores[one] - scores[other], other: scores[other] - scores[one]}


def _fields(record):
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def test_one_against_two_is_set_beside_their_average():
    book = built_in_book("gwinnett-3")
    stakes = Stakes(book, DealRecord(bidder="A", bid=21, trump="S", meld={"A": 12, "B": 4, "C": 2}))

    assert stakes.of((15, 6, 4))["A"] == 27 - (10 + 6) / 2


def test_point_of_the_last_trick_alone_saves_nothing():
    book = built_in_book("st-hilary")
    stakes = Stakes(book, RECORD)

    outcomes = Outcomes(3, 2, 4)
    outcomes.flat[:] = array("i", [24, 1, 11, 1, 0, 0, 1, 24, 1, 11, 1, 0, 0, 0, 24, 1, 11, 1, 0, 0, 1])

    assert [each.value for each in stakes.of_outcomes(outcomes, "NS")] == [36, 27, 36]
    assert [each.value for each in stakes.of_outcomes(outcomes, "EW")] == [-36, -27, -36]
    assert [each.kept for each in stakes.of_outcomes(outcomes, "EW")] == [False, True, False]


def test_winning_the_game_counts_its_target():
    book = built_in_book("st-hilary")
    far, near = Stakes(book, RECORD), Stakes(book, RECORD, {"NS": 130, "EW": 100})

    assert book.game.target is not None
    assert near.of((15, 10))["NS"] == far.of((15, 10))["NS"] + book.game.target


def test_a_lead_that_wins_counts_too():
    book = changed(built_in_book("st-hilary"), game__lead={"points": 100, "counts": "enough"})
    far, near = Stakes(book, RECORD), Stakes(book, RECORD, {"NS": 95, "EW": 0})

    assert book.game.target is not None
    assert near.of((15, 10))["NS"] == far.of((15, 10))["NS"] + book.game.target


def test_leading_after_the_last_deal_counts_the_tricks_of_a_round():
    book = built_in_book("npa")
    record = DealRecord(bidder="N", bid=60, trump="S", meld={"NS": 40, "EW": 22})
    behind = {"NS": 100, "EW": 110}
    one, last = Stakes(book, record, behind), Stakes(book, record, behind, is_last=True)

    assert last.of((30, 20))["NS"] == one.of((30, 20))["NS"] + 4 * 50
    assert last.of((15, 35))["NS"] == one.of((15, 35))["NS"] - 4 * 50


def test_shared_lead_at_the_end_is_shared():
    book = built_in_book("gwinnett-3")
    record = DealRecord(bidder="A", bid=21, trump="S", meld={"A": 12, "B": 4, "C": 2})
    one, last = (Stakes(book, record, {"A": 0, "B": 17, "C": 0}, is_last=is_last) for is_last in (False, True))

    assert last.of((15, 6, 4))["A"] - one.of((15, 6, 4))["A"] == 37.5 - (37.5 + 0) / 2


def test_skunk_in_reach_counts_on_the_last_deal_alone():
    book = built_in_book("npa")
    record = DealRecord(bidder="N", bid=60, trump="S", meld={"NS": 40, "EW": 0})
    before = {"NS": 200, "EW": 0}
    one, last = Stakes(book, record, before), Stakes(book, record, before, is_last=True)

    assert last.of((50, 0))["NS"] - one.of((50, 0))["NS"] == 4 * 50 + book.round.skunk.points
    assert last.of((30, 20))["NS"] - one.of((30, 20))["NS"] == 4 * 50


def test_spread_is_a_share_of_one_round_its_mean():
    chances = spread(built_in_book("npa"), 25, 5)

    assert sum(chances) == pytest.approx(1)
    assert max(range(51), key=chances.__getitem__) == 25


def test_scores_by_take_are_those_that_the_book_gives_each_take():
    """Of books as they are and with switches turned at random, for records of all kinds."""
    rng = random.Random(4)
    for book in [
        *(built_in_book(key) for key in PLAYED),
        *(random_book(rng, with_bots=True) for _ in range(sample(25, 400))),
    ]:
        for _ in range(sample(2, 20)):
            record = any_record(book, rng)
            lines = scores_by_take(book, record)
            for take in range(book.total_points + 1):
                rest = book.total_points - take
                others = book.others(book.side_of(record.bidder))
                shares = {side: rest // len(others) for side in others}
                shares[others[0]] += rest % len(others)
                played = replace(record, take={book.side_of(record.bidder): take, **shares})
                assert {side: line[take] for side, line in lines.items()} == score_deal(book, played).scores


def any_record(book: RuleBook, rng: random.Random) -> DealRecord:
    bid = book.auction.opening + rng.randrange(2 * book.total_points)
    laid = rng.random() < 0.3
    return DealRecord(
        bidder=rng.choice(book.seats),
        bid=bid,
        trump="S",
        stuck=rng.random() < 0.2,
        meld={side: rng.choice((0, rng.randrange(bid))) for side in book.sides},
        moon=rng.random() < 0.2,
        laid_played=laid,
        before={side: rng.randrange(400) for side in book.sides} if laid else {},
        off_board=book.sides[: rng.randrange(3)] if laid else (),
    )
