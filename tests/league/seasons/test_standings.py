"""Standings of a season, rule by rule: who stands where, what counts, why, and what they need."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from league.seasons.rules import SeasonRules
from league.seasons.standings import Added, Ledger, Place, Row, standings

ANN, BEN, CAL, DEE, EVE = 1, 2, 3, 4, 5


def played(night: int, number: int, who: int | tuple[int, ...], points: int, **more: Any) -> Row:
    """A round of a night, nights being a week apart; everybody sits alone unless a table is given."""
    pair = (who,) if isinstance(who, int) else who
    day = date(2026, 1, 6) + timedelta(weeks=night)
    return Row(pair, night, day, number, **{"kind": "played", "points": points, **more})


def game(night: int, number: int, winners: dict[int, int], losers: dict[int, int], table: int = 1) -> list[Row]:
    """A table: the winners' points by player, and the losers'."""
    return [
        *(played(night, number, who, points, won=True, table=table, side="NS") for who, points in winners.items()),
        *(played(night, number, who, points, table=table, side="EW") for who, points in losers.items()),
    ]


def nights(who: int | tuple[int, ...], *points: int, **more: Any) -> list[Row]:
    """One round a night."""
    return [played(night, 1, who, each, **more) for night, each in enumerate(points, start=1)]


def stand(rows: list[Row], held: int = 0, added: tuple[Added, ...] = (), **rules: Any) -> tuple[Place, ...]:
    """The standings of all."""
    held = held or len({row.event for row in rows})
    return standings(SeasonRules(**rules), Ledger(tuple(rows), added, held))[0].places


def table(places: tuple[Place, ...]) -> list[tuple[int | None, int, str]]:
    return [(one.place, one.who[0], one.figure_says) for one in places]


def whys(places: tuple[Place, ...]) -> list[str]:
    return [one.why.says for one in places]


# -- points ----------------------------------------------------------------------------------


def test_all_points_are_added_up():
    places = stand([*nights(ANN, 2000, 2120), *nights(BEN, 4089), *nights(CAL, 4088)])

    assert table(places) == [(1, ANN, "4,120"), (2, BEN, "4,089"), (3, CAL, "4,088")]
    assert whys(places) == ["31 points more", "1 point more", ""]


def test_average_is_over_the_rounds_that_count():
    rows = [*nights(ANN, 100, 50), *nights(BEN, 71), played(1, 2, BEN, 75), played(2, 1, BEN, 73)]
    places = stand(rows, points_by="average")

    assert table(places) == [(1, ANN, "75.0"), (2, BEN, "73.0")]
    assert whys(places) == ["2.0 points more per round", ""]


def test_averages_that_look_alike_show_more_digits():
    rows = [*nights(ANN, 41, 42, 41), *nights(BEN, *[41] * 3, *[42] * 1, *[41] * 3, *[42] * 1, 41, 42)]
    places = stand(rows, points_by="average")

    assert table(places) == [(1, ANN, "41.3"), (2, BEN, "41.3")]
    assert places[0].why.says == "0.03 points more per round"
    assert (places[0].why.mine, places[0].why.theirs) == ("41.33", "41.30")


def test_rounds_won_come_first_and_points_decide_among_those_level():
    rows = [*nights(ANN, 10, 10, won=True), *nights(BEN, 90, won=True), *nights(CAL, 95, won=True), *nights(DEE, 500)]
    places = stand(rows, points_by="wins")

    assert table(places) == [(1, ANN, "2"), (2, CAL, "1"), (3, BEN, "1"), (4, DEE, "0")]
    assert whys(places) == ["one more round won", "level at 1 round won; 5 points more", "one more round won", ""]


def test_each_night_gives_points_for_its_place():
    rows = [*nights(ANN, 5, 5, place=1), *nights(BEN, 900, 900, place=2), *nights(CAL, 1, place=4)]
    places = stand(rows, points_by="places", place_points=(10, 8, 6))

    assert table(places) == [(1, ANN, "20"), (2, BEN, "16"), (3, CAL, "0")]
    assert places[0].lines[0].says == "Place 1 of the night"
    assert places[1].tally.total == 1800  # a tie-break by points goes by those of the rounds


def test_best_nights_count_and_the_others_are_dropped():
    places = stand([*nights(ANN, 30, 10, 20), *nights(BEN, 45)], best=2)

    assert table(places) == [(1, ANN, "50"), (2, BEN, "45")]
    assert [night.points for night in places[0].dropped] == [10]
    assert places[0].needs == ("only a night over 20 would count",)
    assert places[1].needs == ()
