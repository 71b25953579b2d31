"""Weighing options by samples: the budget is kept, the trusted choice stands in doubt."""

import math
from statistics import stdev
from types import SimpleNamespace

import pytest

from scoring.play.bots import weighing
from scoring.play.bots.budget import Budget
from scoring.play.bots.weighing import Gap, Weighed, gap, is_settled, weigh


class Sampler:
    """Options are worth what is said, one sample like the other but for a wobble. A sample takes so many `seconds` of a
    clock that nothing else moves."""

    def __init__(self, worth, wobble=0.0, seconds=0.0):
        self.worth, self.wobble, self.seconds = worth, wobble, seconds
        self.samples = 0

    @property
    def clock(self):
        return self.samples * self.seconds

    def __call__(self, options, count, seed):
        self.samples += count * len(options)
        return [
            [self.worth[option] + self.wobble * (-1) ** (place + ord(option)) for place in range(count)]
            for option in options
        ]


def test_best_option_comes_first_and_all_are_listed():
    weighed = weigh("abcde", "a", Sampler({"a": 1, "b": 5, "c": 3, "d": 2, "e": 0}), Budget(playouts=300), 1)

    assert weighed[0].option == "b"
    assert sorted(each.option for each in weighed) == list("abcde")


def test_trusted_option_stands_where_the_gain_is_in_doubt():
    clear, doubtful = Sampler({"a": 1, "b": 2}), Sampler({"a": 1, "b": 1.1}, wobble=9)

    assert weigh("ab", "a", clear, Budget(playouts=60), 1)[0].option == "b"
    assert weigh("ab", "a", doubtful, Budget(playouts=60), 1)[0].option == "a"


def test_a_gain_too_small_to_rely_on_is_a_tie():
    assert weigh("ab", "a", Sampler({"a": 1, "b": 1.2}), Budget(playouts=60), 1)[0].option == "a"
    assert weigh("ab", "a", Sampler({"a": 1, "b": 1.3}), Budget(playouts=60), 1)[0].option == "b"


def test_count_is_kept():
    sampler = Sampler(dict.fromkeys("abcdefgh", 0))

    weigh("abcdefgh", "a", sampler, Budget(playouts=600), 1)

    assert 400 <= sampler.samples <= 600


@pytest.mark.parametrize(
    ("gain", "wobble", "number", "settled"),
    [
        (3.0, 1.0, 400, True),  # clearly better than the trusted one
        (0.0, 1.0, 400, True),  # a tie for certain: the trusted one stands
        (-3.0, 1.0, 400, True),
        (3.0, 1.0, 40, False),  # few samples
        (3.0, 40.0, 400, False),  # better by chance
        (0.0, 40.0, 400, False),  # who knows
        (0.3, 1.0, 400, False),  # about as much as counts
    ],
)
def test_weighing_ends_once_more_samples_would_change_nothing(gain, wobble, number, settled):
    trusted = Weighed("a", [0.0] * number)
    other = Weighed("b", [gain + wobble * (-1) ** place for place in range(number)])

    assert is_settled([trusted, other], "a") is settled


def test_what_is_read_is_weighed_until_it_can_be_told():
    settles, worth = Budget(playouts=30_000, settles=True), {"a": 1, "b": 5, "c": 4.9, "d": 3}
    clear, vague = Sampler(worth), Sampler(worth, wobble=3)

    weigh("abcd", "a", clear, settles, 1)
    left = {each.option: len(each.values) for each in weigh("abcd", "a", vague, settles, 1)}

    assert clear.samples == 10_000  # of one round
    assert left == {"b": 7_500, "c": 7_500, "a": 2_500, "d": 2_500}


def test_what_is_read_takes_no_longer_than_it_may(monkeypatch):
    sampler = Sampler(dict.fromkeys("ab", 0), wobble=9, seconds=0.0001)
    monkeypatch.setattr(weighing, "time", SimpleNamespace(perf_counter=lambda: sampler.clock))

    weigh("ab", "a", sampler, Budget(seconds=2.5, playouts=30_000, settles=True), 1)

    assert sampler.clock == pytest.approx(2.0)  # two rounds, and a third would be too much


def test_time_is_kept(monkeypatch):
    sampler = Sampler(dict.fromkeys("abcd", 0), wobble=9, seconds=0.0005)
    monkeypatch.setattr(weighing, "time", SimpleNamespace(perf_counter=lambda: sampler.clock))

    weigh("abcd", "a", sampler, Budget(seconds=0.1), 1)

    assert 0.05 < sampler.clock <= 0.1


def test_a_gap_is_taken_sample_by_sample_in_those_that_both_had():
    found = gap([3.0, 5.0, 9.0, 7.0] * 100, [2.0, 3.0, 6.0, 5.0] * 99)

    assert found.mean == 2.0
    assert math.isclose(found.error, math.sqrt(0.5 / 396), rel_tol=0.01)


def test_few_samples_tell_less_than_their_scatter_and_very_few_nothing():
    ones, noughts = [0.0, 2.0] * 5, [0.0] * 10

    assert gap(ones, noughts).error > stdev(ones) / math.sqrt(10)
    assert gap(ones[:7], noughts).error == math.inf
    assert not gap([9.0] * 7, [0.0] * 7).is_clear
    assert gap([9.0] * 8, [0.0] * 8).is_clear


def test_a_gap_counts_beyond_its_doubt_and_where_it_can_be_told():
    assert Gap(2.0, 0.9).is_clear
    assert not Gap(2.0, 1.1).is_clear
    assert not Gap(0.2, 0.0).is_clear
