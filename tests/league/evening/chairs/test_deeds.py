"""Who really sat where: what follows of it, by itself."""

from typing import Any

import pytest

from league.acting.log import Refused
from league.evening.cards.reading import read_round, round_points
from league.evening.chairs.deeds import chairs_digest, change_chairs, change_of, newest_change, put_chairs_back
from league.evening.chairs.reseating import Reseating, rows_of
from league.models import EventRound, RoundSeat
from tests.league.makers import acting_as, make_running_round, play_round

pytestmark = pytest.mark.django_db
ACTING = acting_as()


def exchanged(event_round: EventRound, *chairs: tuple[int, str]) -> dict[tuple[int, str], Any]:
    """Those in the chairs sit one further."""
    rows = rows_of(read_round(event_round))
    people = [rows[at].entrant for at in chairs]
    return dict(zip(chairs, [*people[1:], people[0]], strict=True))


def change(event_round: EventRound, *chairs: tuple[int, str], first: int = 1, client_id: str = "chairs") -> EventRound:
    seen = chairs_digest(read_round(event_round))
    return change_chairs(
        event_round=event_round, sits=exchanged(event_round, *chairs), first=first, seen=seen,
        acting=ACTING, client_id=client_id, reason="they say so",
    )  # fmt: skip


def points(event_round: EventRound) -> dict[int, int]:
    return {one.entrant.pk: one.points for one in round_points(read_round(event_round))}


def hands(event_round: EventRound, number: int, side: str) -> list[int]:
    table = next(one for one in read_round(event_round).tables if one.number == number)
    return [line.score.sides[side].score for line in table.counted_lines]


def seat(number: int, name: str) -> RoundSeat:
    return RoundSeat.objects.with_players().get(table__number=number, seat=name)


def test_from_the_first_hand_people_have_what_was_written_in_their_chairs():
    event_round = make_running_round(book="st-hilary")
    play_round(event_round, seed=5)
    was, ora, ted = points(event_round), seat(1, "E").entrant, seat(2, "S").entrant

    change(event_round, (1, "E"), (2, "S"))

    becomes = points(event_round)
    assert (becomes[ora.pk], becomes[ted.pk]) == (was[ted.pk], was[ora.pk])
    assert {pk: one for pk, one in becomes.items() if pk not in (ora.pk, ted.pk)} == {
        pk: one for pk, one in was.items() if pk not in (ora.pk, ted.pk)
    }


def test_from_a_later_hand_each_hand_is_of_those_who_sat_there():
    event_round = make_running_round(book="st-hilary")
    play_round(event_round, seed=5)
    ora, ted = seat(1, "E").entrant, seat(1, "S").entrant

    change(event_round, (1, "E"), (1, "S"), first=3)

    north, east = hands(event_round, 1, "NS"), hands(event_round, 1, "EW")
    becomes = points(event_round)
    assert becomes[ora.pk] == sum(east[:2]) + sum(north[2:])
    assert becomes[ted.pk] == sum(north[:2]) + sum(east[2:])
    assert becomes[seat(1, "N").entrant_id] == sum(north)


@pytest.mark.parametrize("first", [1, 3])
def test_what_is_shown_before_is_what_comes_of_it(first):
    event_round = make_running_round(book="st-hilary", players=9)
    play_round(event_round, seed=5)
    chairs = ((1, "E"), (2, "S"), (1, "N"))
    reading = read_round(event_round)
    plan = Reseating(reading, exchanged(event_round, *chairs), first)
    shown = {one.entrant.pk: (one.points, one.steps, one.won) for one in round_points(plan.after())}

    change(event_round, *chairs, first=first)

    assert {one.entrant.pk: (one.points, one.steps, one.won) for one in round_points(read_round(event_round))} == shown


def test_it_is_put_back_once():
    event_round = make_running_round(book="st-hilary")
    play_round(event_round, seed=5)
    was = points(event_round)
    change(event_round, (1, "E"), (2, "S"), first=2)
    done = change_of(newest_change(read_round(event_round))[0][1])

    for _ in range(2):
        put_chairs_back(event_round=event_round, change=done, acting=ACTING, client_id="back")
    assert points(event_round) == was
    with pytest.raises(Refused, match="changed on another screen"):
        put_chairs_back(event_round=event_round, change=done, acting=ACTING, client_id="again")
    assert points(event_round) == was
