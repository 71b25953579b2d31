"""Evenings of fixed sides of other sizes than pairs at tables of four: from the teams to the places."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.evening.cards.pairs import points_of
from league.evening.cards.reading import read_event
from league.evening.cards.standings import standings
from league.evening.check_in.people import seating_is_stale
from league.evening.events.deeds import close_event
from league.evening.finals.bracket import read_bracket
from league.evening.rounds.deeds import close_round
from league.evening.seating.before_round import unsettled_in
from league.evening.seating.field import read_field, results_have_changed, verified
from league.evening.seating.pages.rotation import moves_into
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable
from tests.league.evening.seating.deeds.evenings import new_id, plan, publish, schedule_of, swap
from tests.league.makers import acting_as, fresh, make_entrants, make_event, make_pairs, make_user, start_now
from tests.scoring.score_card.many import made_book

pytestmark = pytest.mark.django_db


def of_teams(teams: int, **fields: Any) -> tuple[Event, list[Entrant]]:
    """An evening of three against three; the first three people are team T1."""
    shape = {"book": made_book("six-2x3"), "side_size": 3, "team_size": 3, "hands": 6}
    event = make_event(**{"rounds_planned": 3, **shape, **fields})
    people = make_entrants(event, 3 * teams)
    for at, one in enumerate(people):
        one.team = f"T{at // 3 + 1}"
    Entrant.objects.bulk_update(people, ["team"])
    return event, people


def play(event: Event, points: dict[str, int]) -> EventRound:
    """The next round as published, with these points by team or pair (its first one's team or name)."""
    publish(event)
    event_round = start_now(event.rounds.order_by("number").exclude(state="closed")[0])
    for table in event_round.tables.all():
        seats = {seat.seat: seat.entrant for seat in table.seats.select_related("entrant")}
        sides = event.rules.book_version.book.sides
        table.totals = {side: points[next(_key(seats[seat]) for seat in side)] for side in sides}
        table.save()
    close_round(event_round=event_round, reason="Typed", acting=acting_as(), client_id=new_id())
    return event_round


def _key(one: Entrant) -> str:
    return one.team or str(min(one.pk, one.partner_id or one.pk))


def teams_at(event_round: EventRound) -> dict[int, list[str]]:
    """Each table's teams, as they go round it."""
    return {
        table.number: list(dict.fromkeys(seat.entrant.team for seat in table.seats.order_by("seat")))
        for table in event_round.tables.order_by("number")
    }


def places(event: Event) -> dict[str, int]:
    event = fresh(event)
    return {one.entrant.called: one.place for one in standings(event, points_of(event, read_event(event)))}


def test_teams_of_three_play_a_half_move_and_have_places(client: Client) -> None:
    event, people = of_teams(6, format="half_move")
    client.force_login(make_user(event.club, "director"))
    at = [event.club.slug, event.pk]
    page = client.get(reverse("league:rotation", args=at))
    assert "6 teams are here: 3 tables, and every team plays each round." in " ".join(page.text.split())

    plan(event)

    found = verified(read_field(fresh(event), read_rounds(event)), schedule_of(event), ())
    assert found is not None
    assert found.faults == ()
    assert found.sentences[:2] == ("6 teams of three play together.", "No two teams meet twice.")
    first = event.rounds.get(number=1)
    one, other = (teams_at(first)[table][0] for table in (1, 2))
    swap(first, *(next(who for who in people if who.team == team) for team in (one, other)))
    assert [teams_at(first)[table][0] for table in (1, 2)] == [other, one]
    swap(first, *(next(who for who in people if who.team == team) for team in (one, other)))
    assert not seating_is_stale(fresh(event))
    Entrant.objects.filter(pk=people[0].pk).update(team="T9")
    assert seating_is_stale(fresh(event))
    page = client.get(reverse("league:rotation", args=at))
    assert "3 have places but no full teams" in page.text
    Entrant.objects.filter(pk=people[0].pk).update(team="T1")

    play(event, {f"T{at}": 10 * at for at in range(1, 7)})

    assert places(event) == {f"T{at}": 7 - at for at in range(1, 7)}
    for name in ("desk", "event", "rotation", "seating", "projector"):
        answer = client.get(reverse(f"league:{name}", args=at))
        assert answer.status_code == 200, name
    assert "Fixed teams, half move" in client.get(reverse("league:event", args=at)).text
    late = Entrant.objects.create(event=event, number=99, name="Late Comer", state="here")
    second = event.rounds.get(number=2)
    seats = list(RoundSeat.objects.filter(table__event_round=second).with_players())
    assert [(one.kind, one.entrant) for one in unsettled_in(second, seats, ())] == [("unpaired", late)]


def test_a_knock_out_of_teams_keeps_the_table_of_who_cannot_move() -> None:
    event, people = of_teams(6, format="knock_out", rounds_planned=1, sit_out_credit="none")
    Entrant.objects.filter(pk=people[7].pk).update(at_table=2)  # of T3
    points = {f"T{at}": 10 * at for at in (1, 2, 4, 5, 6)} | {"T3": 99}
    rounds = []
    for _ in range(3):
        plan(fresh(event))
        rounds.append(play(fresh(event), points))

    assert all(table == 2 for one in rounds for table, teams in teams_at(one).items() if "T3" in teams)
    found = read_bracket(fresh(event))
    assert dict(found["winners"])["Winners"].count("&") == 2
    stand = places(event)
    assert (stand["T3"], sorted(stand.values())) == (1, [1, 2, 3, 4, 5, 6])
    close_event(event=fresh(event), acting=acting_as(), client_id=new_id())


def test_of_three_pairs_the_winners_go_up_and_the_last_down() -> None:
    fields: dict[str, Any] = {"format": "winners_move", "partners": "together", "losers": "down", "rounds_planned": 3}
    event = make_event(book=made_book("six-3x2"), hands=6, **fields)
    pairs = make_pairs(event, 9)
    points = {str(one.pk): 10 * at for at, (one, _) in enumerate(pairs)}
    plan(event)
    play(event, points)
    (before,) = schedule_of(event)

    plan(fresh(event))

    after = schedule_of(event)[1]
    for table in before.tables:
        order = sorted(table.teams, key=lambda side: points[str(min(side))])
        for step, side in zip((1, 0, -1), order, strict=True):
            there = after.table_of(side[0])
            assert there is not None
            assert set(side) <= set(there.seats)
            assert there.number == min(max(table.number + step, 1), 3)
    one, two = read_rounds(event)
    moves = moves_into(fresh(event), two, one)
    assert {move.by_rule == move.now for move in moves.values()} == {True}
    assert not results_have_changed(fresh(event))
    lowest = min(before.tables[0].teams, key=lambda side: points[str(min(side))])
    row = RoundTable.objects.get(event_round__number=1, number=1)
    seat = row.seats.get(entrant=lowest[0]).seat
    row.totals = {side: 1_000 if seat in side else total for side, total in row.totals.items()}
    row.save()
    assert results_have_changed(fresh(event))
