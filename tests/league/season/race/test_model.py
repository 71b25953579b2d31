"""Races whose end is known, and rules as standings count them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random
from statistics import fmean
from typing import Any

import pytest

from league.evening.ties.parting import Who
from league.season.race.model import Chance, Night, Race, Runner, chances, comings, placed, replayed
from league.season.seasons.rules import SeasonRules
from league.season.seasons.standings import Ledger, Line, Row, by_hand, standings
from tests.lab.race.calibration import Said, band_of, said_of, so_far
from tests.lab.race.seasons import RULES, bot_seasons, cut, simulated
from tests.sampling import sample

FIRST = date(2026, 1, 6)


@pytest.fixture(autouse=True)
def _few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test does not say how many."""
    monkeypatch.setattr("league.season.race.model.MOST_WORK_REPLAYED", 0)
    monkeypatch.setattr("league.season.race.model.LEAST_PLAYS", 10)


RULES_AT_CHANCE: list[dict[str, Any]] = [
    {"best": 3, "nights_needed": 3, "night_bonus": 5},
    {"points_by": "average", "best": 4, "one_more_per": 3, "night_bonus": 2},
    {"points_by": "average", "nights_needed": 2, "round_won_bonus": 1},
    {"points_by": "wins", "best": 3, "round_won_bonus": 7},
    {"points_by": "places", "place_points": (10, 6, 3, 1), "best": 4, "night_won_bonus": 4},
    {"night_won_bonus": 11, "one_more_per": 2},
]


def runner(who: int, *points: int, at: int = 0, **more: Any) -> Runner:
    nights = (Night(number, each, 4, each // 50, 1) for number, each in enumerate(points, start=at))
    return Runner((who,), tuple(nights), **more)


def by_who(race: Race, plays: int = 300) -> dict[int, Chance]:
    return {one.who[0]: one for one in chances(race, plays=plays)}


# -- as standings count ----------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES_AT_CHANCE)
def test_rows_of_a_season_come_to_what_standings_make_of_them(rules: dict[str, Any]):
    """Whose line goes by more stands above, and who has no place there has none here."""
    for seed in range(sample(6, 200)):
        ledger, race = a_season(Random(seed), SeasonRules(series=(1,), **rules))
        there = {place.who: place for place in standings(race.rules, ledger)[None]}
        found = so_far(race)

        assert {who for who, (_, has_place) in found.items() if has_place} == {
            who for who, place in there.items() if place.place
        }
        figures = {
            who: (place.score if race.rules.points_by == "wins" else place.figure) for who, place in there.items()
        }
        assert in_order({who: score for who, (score, _) in found.items()}) == in_order(figures)


def in_order(scores: dict[Who, Any]) -> list[set[Who]]:
    """Those who are level together, the greatest first."""
    return [{who for who in scores if scores[who] == score} for score in sorted(set(scores.values()), reverse=True)]


def a_season(chance: Random, rules: SeasonRules) -> tuple[Ledger, Race]:
    """Six nights of seven people, once as rows and once as nights; few figures, so that many are level."""
    rows: list[Row] = []
    nights: dict[int, list[Night]] = {who: [] for who in range(1, 8)}
    for at in range(6):
        there = chance.sample(range(1, 8), 5)
        rounds = {
            who: [(chance.choice((20, 30, 40, -10)), chance.random() < 0.5) for _ in range(chance.choice((2, 3)))]
            for who in there
        }
        points = {who: sum(each for each, _ in found) for who, found in rounds.items()}
        for who, found in rounds.items():
            place = 1 + sum(other > points[who] for other in points.values())
            day = FIRST + timedelta(weeks=at)
            rows += [
                Row((who,), at, day, number, "played", each, won=won, place=place)
                for number, (each, won) in enumerate(found)
            ]
            nights[who].append(Night(at, points[who], len(found), sum(won for _, won in found), place))
    given = {who: chance.choice((0, 0, -20, 15)) for who in nights}
    added: dict[Who, list[Line]] = {(who,): [by_hand(points)] for who, points in given.items() if points}
    runners = tuple(Runner((who,), tuple(found), (), given[who]) for who, found in nights.items())
    return Ledger(tuple(rows), added, 6), Race(rules, runners, 6, 0)


# -- what comes of it ------------------------------------------------------------------------


def test_who_is_far_ahead_wins_and_who_cannot_is_out():
    race = Race(SeasonRules(), (runner(1, 300, 300, 300), runner(2, 250, 250, 250), runner(3, 10, 20, 10)), 3, 1)
    found = by_who(race)

    assert found[1].wins > 0.95
    assert (found[1].best, found[1].worst, found[1].is_out) == (1, 2, False)
    assert (found[2].best, found[2].worst, found[2].is_out) == (1, 2, False)
    assert (found[3].wins, found[3].best, found[3].worst, found[3].is_out) == (0.0, 3, 3, True)


def test_who_moved_away_comes_no_more():
    """Even by a night as everybody else's they would win."""
    race = Race(SeasonRules(), (runner(1, 300, 300), runner(2, 290, 300, is_gone=True), runner(3, 280, 290)), 2, 3)

    assert [by_who(race)[who].wins > 0 for who in (1, 2, 3)] == [True, False, True]
    assert (by_who(race)[2].best, by_who(race)[2].is_out) == (2, True)


def test_best_night_on_record_is_what_everybody_may_still_reach():
    """Somebody else had it, in the year before."""
    race = Race(
        SeasonRules(), (runner(1, 60, 60), runner(2, 10, 10), Runner((3,), (), (Night(0, 101, 4, 3, 1),))), 2, 1, 1
    )
    one_less = replace(race, runners=(*race.runners[:2], Runner((3,), (), (Night(0, 99, 4, 3, 1),))))

    assert by_who(race)[2].best == 1
    assert by_who(one_less)[2].is_out


def test_nobody_wins_who_comes_to_too_few_nights():
    rules = SeasonRules(nights_needed=3)
    found = by_who(Race(rules, (runner(1, 10, 10, 10), runner(2, 400, at=2), runner(3, 300, 300)), 3, 1))

    assert (found[2].wins, found[2].best, found[2].likely, found[2].is_out) == (0.0, None, (None, None), True)
    assert found[1].worst == 2
    assert 0 < found[3].wins < 1


def test_those_who_end_level_share_the_title():
    found = by_who(Race(SeasonRules(), (runner(1, 80), runner(2, 80), runner(3, 40)), 1, 0))

    assert [found[who].wins for who in (1, 2, 3)] == [0.5, 0.5, 0.0]
    assert found[2].likely == (1, 1)


def test_same_race_comes_to_the_same_and_all_of_it_is_somebodys():
    race = simulated(3, RULES["rounds won"], nights=12).after(6)
    found = chances(race, plays=200)

    assert chances(race, plays=200) == found
    assert sum(one.wins for one in found) == pytest.approx(1.0)
    assert [one.wins for one in found] == sorted((one.wins for one in found), reverse=True)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_nobody_ends_beyond_what_can_still_be(rules: SeasonRules):
    for held in (2, 5, 8, 10):
        race = simulated(held, rules, nights=11, before=3).after(held)
        for one in chances(race, plays=100):
            low, high = one.likely
            assert one.wins == 0 or not one.is_out
            assert one.best is None or low is None or one.best <= low
            assert one.worst is None or (high is not None and high <= one.worst)


def test_with_few_nights_nobody_is_far_from_the_others():
    """A night of 260 is luck to most of it; twenty are not."""
    others = [runner(who, *(200 + 40 * ((at + who) % 3 - 1) for at in range(20))) for who in range(2, 9)]
    once, always = runner(1, 260, at=19), runner(1, *[260] * 20)
    rules = SeasonRules(points_by="average", nights_needed=5)
    new, known = (by_who(Race(rules, (one, *others), 20, 20))[1] for one in (once, always))

    assert new.wins < 0.6
    assert known.wins > 0.99


def test_everybody_comes_as_often_as_they_lately_did():
    sums = comings(10, 18, 2)

    assert sums[-1] == pytest.approx(1.0)
    assert 10 - sum(sums[:-1]) == pytest.approx(9.0)  # of ten nights
    assert comings(0, 3, 4) == (1.0,)


def test_places_are_shared_by_those_who_are_level():
    assert list(placed([(9.0, "a"), (7.0, "b"), (7.0, "c"), (1.0, "d")])) == [
        ("a", 1, 1), ("b", 2, 2), ("c", 2, 2), ("d", 4, 1),
    ]  # fmt: skip


def test_each_night_is_played_again_and_of_very_many_some():
    race = simulated(1, RULES["rounds won"], nights=90, before=2)
    few, all_of_41, many = ([held for held, _ in replayed(one)] for one in (race.after(9), race.after(41), race))

    assert few == [8, 7, 6, 5, 4, 3, 2, 1]
    assert len(all_of_41) == 40
    assert len(many) == 30
    assert many[0] == 89


def test_race_after_a_night_knows_nothing_of_later_ones():
    race = simulated(2, RULES["average"], nights=9, before=2)
    before = dict(replayed(race))[4]

    assert before == dict(replayed(race.after(7)))[4]
    assert race.after(4).left == 5


@pytest.mark.parametrize("left", [0, 4])
def test_race_of_nobody_has_no_chances(left: int):
    assert chances(Race(SeasonRules(), (), 0, left)) == ()
    assert chances(Race(SeasonRules(), (Runner((1,)),), 0, left)) == ()


# -- how far it can be trusted (all of it: `python -m tests.lab.race`) -----------------------------


def test_what_is_said_of_seasons_comes_true_as_often_as_it_is_said(record_property: Any):
    said: list[Said] = []
    for seed in range(sample(8, 60)):
        said += said_of(seed, simulated(seed, RULES["rounds won"], nights=16), plays=60, every=4, first=4)
    for seed, season in enumerate(bot_seasons()):
        said += said_of(1000 + seed, cut(season, 5, RULES["all points, best 20 of 30"]), plays=60, every=9, first=6)
    likely, unlikely = (
        band_of([one for one in said if (one.share >= 0.4) is wanted], 0, 1) for wanted in (True, False)
    )

    assert likely is not None
    assert unlikely is not None
    assert likely.holds
    assert unlikely.holds
    assert likely.true > 5 * unlikely.true
    assert 0.85 <= fmean(one.is_within for one in said) <= 0.97
    assert not any(one.won for one in said if one.was_out)
    record_property("figures", f"{likely}; {unlikely}")
