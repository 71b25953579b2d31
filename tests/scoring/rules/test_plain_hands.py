"""What a tablet is told of plain hands. That its sums are the rules’ own is tried in tests/browser/test_figures.py."""

import pytest

from scoring.rules.book import built_in_books
from scoring.rules.meld_totals import possible_side_totals
from scoring.rules.plain_hands import bits, plain_hands
from tests.scoring.rules.deal_samples import of_unequal_counters

BOOKS = built_in_books()
LOST, BOTH, BID_OFF, GIVEN = (0, 0, 0), (1, 1, 0), (0, 0, -1), (1, 1, 1)


def test_where_the_book_asks_a_take_is_not_plain():
    told = plain_hands(BOOKS["st-hilary"])["plain"]

    assert [take for take, shares in told["others"] if shares is None] == [1]  # the last trick, or a counter
    assert told["others"][-1] == (2, (BOTH, BOTH))
    assert told["bidder"][-1] == (1, (BOTH, BID_OFF))


def test_what_the_bid_needs_besides_and_who_gets_it_is_told_by_the_take():
    told = plain_hands(BOOKS["npa"])

    assert told["reach"] == 50
    assert told["plain"]["needsMeld"]
    assert told["plain"]["least"] == {"bidder": 20, "others": 20}
    assert dict(told["plain"]["bidder"])[1] == (None, LOST)  # under 20 in tricks it is set, whatever the meld
    assert dict(told["plain"]["bidder"])[20] == (BOTH, LOST)
    assert dict(told["plain"]["others"])[20] == (BOTH, GIVEN)
    assert dict(told["plain"]["bidder"])[50] is None  # every trick has a prize of its own


@pytest.mark.parametrize(
    ("key", "opening", "stuck", "steps", "points"),
    [
        ("st-hilary", 15, 15, [[None, 1]], 25),
        ("gwinnett-3", 21, 20, [[None, 1]], 25),
        ("cutthroat", 50, 50, [[60, 1], [None, 5]], 50),
    ],
)
def test_what_may_be_bid_and_taken(key: str, opening: int, stuck: int, steps: list[list[int]], points: int):
    told = plain_hands(BOOKS[key])

    assert (told["opening"], told["stuck"], told["steps"]) == (opening, stuck, steps)
    assert (told["takes"], told["points"]) == (bits(range(points + 1)), [points, points])
    assert told["reach"] is None
    assert told["melds"] == {
        who: bits(possible_side_totals(BOOKS[key], bidding=who == "bidder")) for who in ("bidder", "others")
    }


def test_of_three_players_the_others_are_asked_only_where_that_can_matter():
    told = plain_hands(BOOKS["gwinnett-3"])

    assert told["plain"]["bidder"] == [(0, None), (4, (BOTH, BID_OFF)), (25, None)]
    assert told["plain"]["others"] == [(0, None), (1, (BOTH, BOTH)), (25, None)]
    assert told["afterStuck"]["bidder"] == [(0, None), (4, (BOTH, (1, 1, -1))), (25, None)]
    assert told["afterStuck"]["others"] == told["plain"]["others"]


def test_a_dealer_who_is_stuck_may_keep_what_others_lose():
    told = plain_hands(BOOKS["gwinnett"])

    assert dict(told["plain"]["bidder"])[1] == (BOTH, BID_OFF)
    assert dict(told["afterStuck"]["bidder"])[1] == (BOTH, (1, 1, -1))


@pytest.mark.parametrize(("numbers", "told"), [({0}, "1"), ({0, 3, 4, 6}, "95"), ({9}, "002")])
def test_a_set_of_numbers_is_told_by_its_bits(numbers: set[int], told: str):
    assert bits(numbers) == told


@pytest.mark.parametrize(
    ("rounding", "adds", "leeway"),
    [
        ("up", {"bidder": 5, "others": 5}, [(0, 0), (5, 4), (10, 8)]),
        ("down", {"bidder": 4, "others": 4}, [(0, 0), (4, 5), (8, 10)]),
        ("bidders", {"bidder": 5, "others": 4}, [(0, 0), (5, 5), (9, 9)]),
        ("sevens", {"bidder": 3, "others": 3}, [(0, 0), (3, 6), (6, 12)]),
    ],
)
def test_a_tablet_rounds_takes_as_the_book_does(rounding: str, adds: dict[str, int], leeway: list[tuple[int, int]]):
    told = plain_hands(of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding=rounding))

    assert told["rounding"] == {"adds": adds, "leeway": leeway}
    assert dict(told["plain"]["others"])[11] == (BOTH, BOTH)
