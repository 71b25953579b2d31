"""Who stands where: places shared, and the final above all before it. No database."""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.evening.cards.boards import Shares
from league.evening.cards.pages import points_text, standing_points
from league.evening.cards.pairs import Pair
from league.evening.cards.reading import Scored, ScoredRound
from league.evening.cards.standings import Standing, is_finalist, standings
from league.evening.cards.words import gap_text, standing_words, total_text, total_words
from league.models import Entrant, Event
from scoring.boards.comparison import Method


def points_of(*people: tuple[int, ...], inside: int = 0) -> dict[int, tuple[ScoredRound, ...]]:
    """Rounds by entrant: the first so many as are `inside` play in a final, the others until round 1."""
    entrants = [Entrant(pk=at, number=at, last_round=None if at <= inside else 1) for at in range(1, len(people) + 1)]
    return {
        one.number: tuple(Scored(one, number, "played", figure, ()) for number, figure in enumerate(played, 1))
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


def by_rounds_won(*people: tuple[tuple[int, str], ...]) -> dict[int, tuple[ScoredRound, ...]]:
    """Rounds by entrant; each is `won`, `lost` or `tied`, or its kind."""
    return {
        at: tuple(
            Scored(
                Entrant(pk=at, number=at), number, "played" if how in ("won", "lost", "tied") else how, points, (),
                won=how in ("won", "tied", "replaced"), is_level=how == "tied",
            )
            for number, (points, how) in enumerate(played, 1)
        )
        for at, played in enumerate(people, 1)
    }  # fmt: skip


def test_by_rounds_won_places_go_by_them_and_then_by_points():
    points = by_rounds_won(
        ((450, "lost"), (500, "won"), (350, "lost")),
        ((500, "won"), (500, "won"), (100, "lost")),
        ((500, "won"), (400, "tied"), (400, "lost")),
        ((-40, "lost"), (400, "tied"), (-500, "sat_out")),
        ((700, "replaced"), (0, "sat_out"), (0, "lost")),
    )
    event = Event(places_by=Event.PlacesBy.WINS)

    people = standings(event, points)

    assert [(one.entrant.number, one.place, standing_points(one)) for one in people] == [
        (2, 1, "2 won, 1,100"),
        (1, 2, "1 won, 1,300"),
        (3, 2, "1 won, 1,300"),
        (5, 4, "0 won, 700"),
        (4, 5, "0 won, −140"),
    ]
    first, second, *_, last = (one.total for one in people)
    assert standing_words(event, first) == "2 rounds won and 1,100 points"
    assert standing_words(event, last) == "0 rounds won and −140 points"
    assert [gap_text(event, gap) for gap in (first - second, second - last, people[3].total - last)] == [
        "1 round", "1 round", "840",
    ]  # fmt: skip
    assert [one.entrant.number for one in standings(Event(), points)] == [1, 3, 2, 5, 4]


def test_boards_have_a_measure_of_their_own():
    event = Event(places_by=Event.PlacesBy.WINS, compared=Event.Compared.DATUM)

    assert not event.is_by_wins


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


def of_boards(*people: tuple[Fraction | int, int], method: str = "matchpoints") -> dict[int, tuple[ScoredRound, ...]]:
    """One round of each, by the sum of the shares of so many boards; points say nothing."""
    return {
        at: (Scored(Entrant(pk=at, number=at), 1, "played", 99 - at, (), shares=shares),)
        for at, (total, boards) in enumerate(people, 1)
        for shares in [Shares(Method(method), Fraction(total), boards)]
    }


def test_a_duplicate_goes_by_the_share_of_the_boards_that_each_played():
    """Two level by fractions share a place, whatever the digits; who sat out all evening stands last."""
    points = of_boards((2, 4), (Fraction(7, 3), 4), (0, 0), (Fraction(7, 4), 3), (Fraction(7, 3), 4), (1, 4))

    assert told(Event(compared="matchpoints"), points) == [
        (2, 1, 5833, False), (4, 1, 5833, False), (5, 1, 5833, False), (1, 4, 5000, False), (6, 5, 2500, False),
        (3, 6, 0, False),
    ]  # fmt: skip
    assert [points_text(one) for one in points.values()] == ["50.00%", "58.33%", "–", "58.33%", "58.33%", "25.00%"]


def test_points_beside_other_tables_are_added_up():
    points = of_boards((Fraction(-25, 2), 4), (Fraction(69, 2), 3), (0, 4), (0, 0), method="datum")

    found = told(Event(compared="datum"), points)

    assert [(number, total) for number, _, total, _ in found] == [(2, 3450), (3, 0), (1, -1250), (4, 0)]
    assert [points_text(one) for one in points.values()] == ["−12.50", "+34.50", "0.00", "–"]


@pytest.mark.parametrize(
    ("one_list", "turned", "places"),
    [
        (False, False, [("NS", 1, 1), ("NS", 3, 2), ("EW", 2, 1), ("EW", 4, 2)]),
        (False, True, [("", 1, 1), ("", 3, 2), ("", 2, 3), ("", 4, 4)]),
        (True, False, [("", 1, 1), ("", 3, 2), ("", 2, 3), ("", 4, 4)]),
    ],
)
def test_pairs_who_sat_one_way_all_evening_are_compared_with_those_who_did(one_list, turned, places):
    points = of_boards((4, 4), (2, 4), (3, 4), (1, 4))
    ways = {pk: tuple(replace(one, side=("NS", "EW")[(pk + 1) % 2]) for one in played) for pk, played in points.items()}
    if turned:
        ways[4] += (replace(ways[4][0], number=2, side="NS", shares=Shares(Method.MATCHPOINTS)),)
    event = Event(compared="matchpoints", one_list=one_list, format="half_move")

    assert [(one.direction, one.entrant.number, one.place) for one in standings(event, ways)] == places


@pytest.mark.parametrize(
    ("compared", "text", "words", "gap"),
    [
        ("", "1,412", "1,412 points", "1,412"),
        ("matchpoints", "14.12%", "14.12%", "14.12%"),
        ("cross", "+14.12", "+14.12 points", "14.12"),
    ],
)
def test_a_total_in_words(compared, text, words, gap):
    event = Event(compared=compared)

    assert (total_text(event, 1412), total_words(event, 1412), gap_text(event, 1412)) == (text, words, gap)
