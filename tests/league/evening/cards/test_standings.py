"""Who stands where: places shared, and the final above all before it. No database."""

import pytest

from league.evening.cards.pairs import Pair
from league.evening.cards.reading import ScoredRound
from league.evening.cards.standings import Standing, is_finalist, standings
from league.models import Entrant, Event


def points_of(*people: tuple[int, ...], inside: int = 0) -> dict[int, tuple[ScoredRound, ...]]:
    """Rounds by entrant: the first so many as are `inside` play in a final, the others until round 1."""
    entrants = [Entrant(pk=at, number=at, last_round=None if at <= inside else 1) for at in range(1, len(people) + 1)]
    return {
        one.number: tuple(ScoredRound(one, number, "played", figure, ()) for number, figure in enumerate(played, 1))
        for one, played in zip(entrants, people, strict=True)
    }


def told(event: Event, points: dict[int, tuple[ScoredRound, ...]]) -> list[tuple[int, int, int, bool]]:
    return [(one.entrant.number, one.place, one.total, one.is_finalist) for one in standings(event, points)]


def test_a_place_is_shared_and_the_next_one_left_out():
    points = points_of((10, 5), (-20, 5), (20, 10), (0, 15), (0, 0))

    assert told(Event(), points) == [
        (3, 1, 30, False), (1, 2, 15, False), (4, 2, 15, False), (5, 4, 0, False), (2, 5, -15, False),
    ]  # fmt: skip


@pytest.mark.parametrize(("carries", "inside"), [(False, [(2, 1, 40), (1, 2, 30)]), (True, [(1, 1, 130), (2, 2, 60)])])
def test_finalists_stand_above_the_others_by_the_final_alone_or_with_what_they_brought(carries, inside):
    event = Event(cut_after=1, final_carries=carries)
    points = points_of((100, 30), (20, 40), (90,), (90,), inside=2)

    assert told(event, points) == [*((*each, True) for each in inside), (3, 3, 90, False), (4, 3, 90, False)]


def test_before_the_final_all_stand_together():
    points = points_of((10,), (20,), (30,), inside=1)

    assert [number for number, *_ in told(Event(cut_after=1), points)] == [3, 2, 1]


@pytest.mark.parametrize(("cut_after", "house", "wanted"), [(1, False, True), (0, False, False), (1, True, False)])
def test_who_plays_in_the_final(cut_after, house, wanted):
    entrant = Entrant(number=1, is_house_player=house)

    assert is_finalist(Event(cut_after=cut_after), entrant) == wanted


def test_a_pair_is_in_no_final_and_who_played_in_it_for_others_alone_stands_last():
    """Whoever sat in for a finalist has no round before the final."""
    points = points_of((10, 30), (90,), (20, 40), inside=1)
    points[3] = points[3][1:]

    assert told(Event(cut_after=1), points) == [(1, 1, 40, True), (2, 2, 90, False), (3, 3, 0, False)]
    assert not is_finalist(Event(cut_after=1), Pair(Entrant(number=1), Entrant(number=2)))
    assert not Standing(1, 0, (), ()).is_finalist
