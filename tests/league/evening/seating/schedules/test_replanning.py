"""Rounds to come planned again: few people in another place, no worse than afresh, the hard rules as ever."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.evening.seating.schedules.planning import Impossible, plan
from league.evening.seating.schedules.replanning import can_be_better, is_clearly_better, keep_places, moved
from league.evening.seating.schedules.schedule import FOUR, THREE, RoundSeating, Schedule, Seating, Shape
from league.evening.seating.schedules.tasks import SeatingTask, find
from league.evening.seating.schedules.verify import Certificate, verify
from league.evening.seating.schedules.wishes import Wishes
from tests.sampling import sample

QUICK = 60_000
NOBODY_ASKS = Wishes()
THREE_HANDED = Wishes(shapes=(FOUR, THREE))
# How many opponents more than in a seating made afresh may meet again, so that people keep their places.
OPPONENTS_MORE = 2


def pairs(*couples: tuple[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(couple) for couple in couples)


@cache
def evening(players: int, rounds: int, played: int, wishes: Wishes = NOBODY_ASKS) -> tuple[Schedule, Schedule]:
    """What was played, and what was published of the rest."""
    schedule = plan(range(players), rounds, seed=1, wishes=wishes, effort=200_000)
    return schedule[:played], schedule[played:]


def task(here: range | list[int], before: Schedule, keep: Schedule, wishes: Wishes = NOBODY_ASKS) -> SeatingTask:
    return SeatingTask(
        first=len(before) + 1,
        attendance=(tuple(sorted(here)),) * len(keep),
        before=before,
        wishes=wishes,
        season=None,
        seed=2,
        names={},
        ahead="",
        keep=keep,
    )


def right(asked: SeatingTask, schedule: Schedule) -> Certificate:
    certificate = verify(schedule, asked.attendance, asked.wishes, before=asked.before)
    assert certificate.faults == ()
    return certificate


def places_changed(asked: SeatingTask, keep: Schedule, schedule: Schedule) -> int:
    """Of those who stay."""
    stay = {player for seating in keep for player in seating.players} & set(asked.attendance[0])
    return sum(times for player, times in moved(keep, schedule).items() if player in stay)


WITHOUT_3 = {players: [player for player in range(players) if player != 3] for players in (16, 17, 18, 64)}


@pytest.mark.parametrize(
    ("players", "rounds", "here", "wishes"),
    [
        pytest.param(18, 6, WITHOUT_3[18], NOBODY_ASKS, id="a leaver"),
        pytest.param(16, 6, WITHOUT_3[16], NOBODY_ASKS, id="a leaver, and a table less"),
        pytest.param(18, 6, range(19), NOBODY_ASKS, id="a joiner"),
        pytest.param(18, 4, range(20), NOBODY_ASKS, id="two joiners, and a table more"),
        pytest.param(17, 6, [*WITHOUT_3[17], 17], NOBODY_ASKS, id="one leaves, another comes", marks=pytest.mark.soak),
        pytest.param(16, 6, WITHOUT_3[16], THREE_HANDED, id="a leaver makes a table of three"),
        pytest.param(19, 6, range(20), THREE_HANDED, id="a joiner ends the table of three", marks=pytest.mark.soak),
        pytest.param(64, 6, WITHOUT_3[64], NOBODY_ASKS, id="a leaver of 64", marks=pytest.mark.soak),
        pytest.param(64, 6, range(66), NOBODY_ASKS, id="two joiners to 64"),
    ],
)
def test_most_places_stay_and_the_seating_is_as_good(players, rounds, here, wishes):
    before, keep = evening(players, rounds, 2, wishes)
    asked = task(here, before, keep, wishes)

    kept = find(asked, effort=QUICK)

    afresh = find(replace(asked, keep=()), effort=QUICK)
    found, other = right(asked, kept), right(asked, afresh)
    assert 3 * places_changed(asked, keep, kept) < places_changed(asked, keep, afresh)
    assert found.repeat_partners <= other.repeat_partners
    assert found.repeat_opponents <= other.repeat_opponents + OPPONENTS_MORE


def test_two_who_come_after_round_2_change_few_slips():
    before, keep = evening(18, 4, 2)

    kept = find(task(range(20), before, keep))

    found = right(task(range(20), before, keep), kept)
    assert (found.repeat_partners, found.repeat_opponents) == (0, 0)
    assert len([player for player in moved(keep, kept) if player < 18]) <= 6  # four of them were to sit out


def test_who_leaves_and_returns_gets_the_seats_that_are_free():
    before, keep = evening(18, 6, 2)
    without = task(WITHOUT_3[18], before, keep)
    shorter = find(without, effort=QUICK)
    back = task(range(18), (*before, shorter[0]), shorter[1:])

    again = find(back, effort=QUICK)

    right(back, again)
    assert all(3 in seating.players for seating in again)
    assert places_changed(back, shorter[1:], again) <= 6  # of 51


def test_nobody_moves_where_nobody_came_or_left():
    before, keep = evening(18, 6, 2)

    assert find(task(range(18), before, keep), effort=QUICK) == keep


def test_one_for_another_is_one_for_another_all_evening():
    before, keep = evening(16, 6, 2)
    asked = task([*WITHOUT_3[16], 16], before, keep)

    kept = find(asked, effort=QUICK)

    right(asked, kept)
    assert places_changed(asked, keep, kept) == 0


def test_rounds_added_are_planned_after_those_kept():
    before, keep = evening(16, 4, 2)
    asked = task(range(16), before, keep)
    asked = replace(asked, attendance=asked.attendance * 2)

    longer = find(asked, effort=QUICK)

    right(asked, longer)
    assert (longer[:2], len(longer)) == (keep, 4)


def test_who_comes_a_round_later_has_a_place_from_then_on():
    before, keep = evening(16, 5, 2)
    asked = task(range(16), before, keep)
    asked = replace(asked, attendance=(tuple(range(16)), tuple(range(17)), tuple(range(17))))

    kept = find(asked, effort=QUICK)

    right(asked, kept)
    assert kept[0] == keep[0]
    assert [16 in seating.players for seating in kept] == [False, True, True]


# -- hard rules


def test_wishes_made_meanwhile_are_granted():
    """Somebody's foot hurts, two have fallen out, and two want to play together."""
    before, keep = evening(20, 6, 2)
    together = keep[0].tables[0].seats[0], keep[1].tables[3].seats[2]
    foes = tuple(player for player in keep[2].tables[1].seats if player not in together)
    keeper = next(player for player in range(20) if player not in (*together, *foes[:2]))
    wishes = Wishes(partners=pairs(together), never_meet=pairs((foes[0], foes[1])), stationary=frozenset((keeper,)))
    asked = task(range(20), before, keep, wishes)

    kept = keep_places(asked.attendance, keep, seed=1, wishes=wishes, before=before, effort=QUICK)

    assert kept is not None
    right(asked, kept)
    assert places_changed(asked, keep, kept) < 40  # of 80


def test_keepers_table_stays_when_it_is_the_emptiest():
    keep = (RoundSeating((Seating(1, (0, 1, 2, 3)), Seating(2, (4, 5, 6, 7)), Seating(3, (8, 9, 10, 11)))),)
    wishes = Wishes(stationary=frozenset((11,)))
    asked = task([0, 1, 2, 4, 5, 6, 7, 11], (), keep, wishes)

    kept = find(asked, effort=QUICK)

    right(asked, kept)
    table = kept[0].table_of(11)
    assert table is not None
    assert table.number == 3


def test_seating_that_breaks_a_rule_is_made_afresh():
    """By hand somebody was given two sit-outs running: no keeping of places outweighs that."""
    keep = tuple(
        RoundSeating((Seating(1, (0, 1, 2, 3)), Seating(2, (4, 5, 6, 7))), (8,)) for _ in range(2)
    )  # fmt: skip

    right(task(range(9), (), keep), find(task(range(9), (), keep), effort=QUICK))


def test_what_cannot_be_is_refused():
    before, keep = evening(8, 3, 1)
    wishes = Wishes(never_meet=pairs((0, 1), (0, 2), (1, 2)))

    with pytest.raises(Impossible, match="don’t meet"):
        find(task(range(8), before, keep, wishes), effort=QUICK)


@settings(max_examples=sample(6, 150))
@given(data=st.data())
def test_people_come_and_go_all_night(data):
    wishes = Wishes(
        shapes=data.draw(st.sampled_from([(FOUR,), (FOUR, THREE), (Shape(6, 2), FOUR)])),
        partners=pairs((0, 1)) if data.draw(st.booleans()) else frozenset(),
        not_partners=pairs((2, 4)),
        stationary=frozenset((3,)) if data.draw(st.booleans()) else frozenset(),
    )
    here = set(range(data.draw(st.integers(8, 24))))
    ahead = plan(here, 4, seed=1, wishes=wishes, effort=5_000)
    night: Schedule = ()
    while len(ahead) > 1:
        night, ahead = (*night, ahead[0]), ahead[1:]
        leaving = data.draw(st.sets(st.sampled_from(sorted(here)), max_size=max(0, min(3, len(here) - 6))))
        came = data.draw(st.integers(0, 3))
        here = (here - leaving) | set(range(100 * len(night), 100 * len(night) + came))
        asked = task(sorted(here), night, ahead, wishes)
        ahead = find(asked, effort=5_000)
        right(asked, ahead)


# -- the same again


def test_same_seed_changes_the_same_places_and_progress_is_told_to_the_end_and_changes_nothing():
    before, keep = evening(18, 6, 2)
    told: list[tuple[int, int]] = []

    heard = find(task(range(20), before, keep), lambda done, of: told.append((done, of)), QUICK)

    assert heard == find(task(range(20), before, keep), effort=QUICK)
    assert told == sorted(told)
    assert told[-1] == (1000, 1000)


# -- the rule


def certificate(**figures: Any) -> Certificate:
    seating = (RoundSeating((Seating(1, (0, 1, 2, 3)),)),)
    return replace(verify(seating, range(4)), **figures)


@pytest.mark.parametrize(
    ("afresh", "is_better"),
    [
        ({}, False),
        ({"repeat_partners": 1}, True),
        ({"repeat_partners": 3}, False),
        ({"repeat_opponents": 3}, False),
        ({"repeat_opponents": 2}, True),
        ({"repeat_partners": 3, "repeat_opponents": 0}, False),
        ({"repeat_tablemates": 0}, False),
    ],
)
def test_new_slips_for_everybody_must_be_worth_it(afresh, is_better):
    figures = {"repeat_partners": 2, "repeat_opponents": 5, "repeat_tablemates": 20}

    assert is_clearly_better(certificate(**(figures | afresh)), certificate(**figures)) is is_better


def test_nothing_is_looked_for_where_nothing_can_be_clearly_better():
    assert not can_be_better(certificate(repeat_opponents=2))
    assert can_be_better(certificate(repeat_opponents=3))
    assert can_be_better(certificate(repeat_partners=1))


def test_too_few_left_for_a_table_are_told():
    keep = (RoundSeating((Seating(1, (0, 1, 2, 3)),)),)

    with pytest.raises(Impossible, match=r"There are 3 players; a table needs four\."):
        find(task([0, 1, 2], keep, keep))
