"""Every whist table, in full: everybody partners everybody once, opposes everybody twice, sits out as often."""

from itertools import combinations

import pytest

from league.evening.seating.schedules.schedule import meetings_of
from league.evening.seating.schedules.verify import verify
from league.evening.seating.schedules.whist import SIZES, cycle_length, whist_schedule


@pytest.mark.parametrize("size", SIZES)
def test_cycle_is_perfect(size):
    schedule = whist_schedule(size)
    met = meetings_of([schedule])
    everybody = {frozenset(pair) for pair in combinations(range(size), 2)}

    assert len(schedule) == cycle_length(size) == (size - 1 if size % 4 == 0 else size)
    assert met.partnered == dict.fromkeys(everybody, 1)
    assert met.opposed == dict.fromkeys(everybody, 2)


@pytest.mark.parametrize("size", SIZES)
def test_certificate_finds_nothing_wrong_and_nothing_better(size):
    certificate = verify(whist_schedule(size), range(size))

    assert certificate.faults == ()
    assert certificate.repeat_partners == 0
    assert certificate.repeat_opponents == certificate.bound_opponents
    assert certificate.repeat_tablemates == certificate.bound_tablemates


@pytest.mark.parametrize("size", [size for size in SIZES if size % 4 == 1])
def test_player_k_sits_out_in_round_k(size):
    assert [seating.sitting_out for seating in whist_schedule(size)] == [(k,) for k in range(size)]


@pytest.mark.parametrize("size", [6, 7, 44, 200])
def test_other_sizes_have_no_table(size):
    assert cycle_length(size) is None
    with pytest.raises(KeyError):
        whist_schedule(size)
