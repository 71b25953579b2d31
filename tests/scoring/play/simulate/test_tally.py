"""Sums and intervals: what adds up in any order, and what the formulas come to."""

import json
import math
import random
from collections import Counter
from statistics import mean, stdev

import pytest

from scoring.play.simulate.deals import DealFacts
from scoring.play.simulate.tally import (
    Z95,
    Interval,
    PairTally,
    Sums,
    Tally,
    pair_tally_from_data,
    percentile,
    tally_from_data,
    wilson,
)
from tests.sampling import sample


def facts(rng: random.Random, **given) -> DealFacts:
    """A deal with figures at random; what matters is given."""
    bidder = rng.randrange(4)
    figures = {
        "bidder": bidder,
        "bid": rng.randrange(50, 60),
        "stuck": rng.random() < 0.2,
        "ending": rng.choice(["played", "played", "thrown_in"]),
        "made": rng.random() < 0.7,
        "moon": False,
        "laid": False,
        "redeals": 0,
        "melds": tuple(rng.randrange(40) for _ in range(4)),
        "side_melds": tuple(rng.randrange(40) for _ in range(4)),
        "takes": tuple(rng.randrange(50) for _ in range(4)),
        "scores": tuple(rng.randrange(-60, 100) for _ in range(4)),
        "saved": tuple(rng.random() < 0.8 for _ in range(4)),
    }
    return DealFacts(**{**figures, "defenders": ((bidder + 1) % 4,), **given})


def tally_of(deals) -> Tally:
    tally = Tally()
    for deal in deals:
        tally.add(deal)
    return tally


def test_parts_add_up_to_the_whole_in_any_order():
    deals = [facts(random.Random(number)) for number in range(60)]
    parts = [tally_of(deals[:13]), tally_of(deals[13:40]), tally_of(deals[40:])]

    total = Tally()
    for part in reversed(parts):
        total.merge(part)

    assert total.to_data() == tally_of(deals).to_data()


def test_tally_comes_back_from_json():
    tally = tally_of(facts(random.Random(number)) for number in range(20))

    assert tally_from_data(json.loads(json.dumps(tally.to_data()))) == tally


def test_pairs_come_back_from_json_and_add_up():
    pairs = [(facts(random.Random(n)), facts(random.Random(n + 1))) for n in range(30)]
    whole, first, second = PairTally(), PairTally(), PairTally()
    for place, pair in enumerate(pairs):
        whole.add(*pair)
        (first if place < 11 else second).add(*pair)

    first.merge(pair_tally_from_data(json.loads(json.dumps(second.to_data()))))

    assert first == whole


def test_mean_has_the_normal_interval():
    values = [3, 7, 1, 12, 9, 4]
    sums = Sums()
    for value in values:
        sums.add((value, 1))

    found = sums.interval()

    assert found.value == mean(values)
    assert found.half == pytest.approx(Z95 * stdev(values) / math.sqrt(len(values)))


def test_share_has_wilsons_interval():
    sums = Sums()
    for hit in (1, 0, 0, 1, 0, 0, 0, 0, 0, 0):
        sums.add((hit, 1))

    found = sums.interval()

    assert (found.value, round(found.low, 4), round(found.high, 4)) == (0.2, 0.0567, 0.5098)


def test_share_that_never_came_still_has_an_upper_end():
    found = wilson(0, 1000)

    assert found.low == found.value == 0
    assert 0.003 < found.high < 0.005


def test_nothing_to_count_is_no_figure():
    assert Sums(n=5).interval() is None


def test_difference_is_that_of_the_pairs():
    rng = random.Random(5)
    pairs = [(facts(rng), facts(rng)) for _ in range(40)]
    tally = PairTally()
    for pair in pairs:
        tally.add(*pair)
    differences = [b.bid - a.bid for a, b in pairs]

    found = tally.difference("bid")

    assert found.value == pytest.approx(mean(differences))
    assert found.half == pytest.approx(Z95 * stdev(differences) / math.sqrt(len(differences)))


def test_same_deals_differ_by_nothing():
    tally = PairTally()
    for number in range(25):
        deal = facts(random.Random(number))
        tally.add(deal, deal)

    found = tally.difference("save_rate")

    assert tally.changed == 0
    assert found.value == 0
    assert found.half == pytest.approx(0, abs=1e-7)


def test_difference_of_shares_of_a_part_covers_the_truth():
    """19 of 20 intervals hold the true difference; the pairs depend on each other."""
    rng, inside, runs = random.Random(11), 0, sample(30, 400)
    for _ in range(runs):
        tally = PairTally()
        for _ in range(150):
            played = rng.random() < 0.6
            common = rng.random()
            tally.add(*(_deal_saved(rng, played, common < 0.5 + more) for more in (0.0, 0.1)))
        found = tally.difference("save_rate")
        inside += found.low <= 0.1 <= found.high

    assert 0.9 <= inside / runs <= 0.99


def _deal_saved(rng: random.Random, played: bool, saved: bool) -> DealFacts:
    return facts(rng, ending="played" if played else "thrown_in", saved=(saved,) * 4)


def test_figure_of_one_book_only_makes_no_difference():
    tally = PairTally()
    rng = random.Random(1)
    tally.add(facts(rng, ending="played"), facts(rng, ending="thrown_in"))

    assert tally.difference("save_rate") is None


def test_percentile_is_the_lowest_that_is_enough():
    counts = Counter({0: 50, 4: 40, 20: 9, 150: 1})

    assert [percentile(counts, share) for share in (0.5, 0.9, 0.99, 1.0)] == [0, 4, 20, 150]
    assert percentile(Counter(), 0.5) is None


# -- what a difference says ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "half", "verdict"),
    [(0.4, 0.3, "more"), (-0.4, 0.3, "less"), (0.0, 0.0, "same"), (0.0, 0.3, "not_shown"), (-1.86, 2.0, "not_shown")],
)
def test_difference_is_told_only_where_its_interval_is_clear(value, half, verdict):
    assert Interval(value, value - half, value + half).verdict == verdict


def test_so_many_more_deals_show_a_difference_of_this_size_in_eight_runs_of_ten():
    """Held to runs of normal differences with the mean and deviation that the first run found."""
    deals, value, deviation = 400, 0.5, 6.0
    half = Z95 * deviation / math.sqrt(deals)
    more = Interval(value, value - half, value + half).deals_to_tell(deals)
    assert more is not None
    whole = deals + more

    rng = random.Random(1)
    error = deviation / math.sqrt(whole)
    shown = sum(rng.gauss(value, error) > Z95 * error for _ in range(4000))

    assert shown / 4000 == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize(("value", "half"), [(0.0, 0.3), (0.4, 0.3), (0.0, 0.0)])
def test_nothing_more_is_asked_for_where_it_is_told_or_where_there_is_no_difference(value, half):
    assert Interval(value, value - half, value + half).deals_to_tell(1000) is None
