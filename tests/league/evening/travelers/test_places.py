"""The places of a duplicate, wherever they are told: by boards, in percent, and never by the points of its cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.acting.log import Refused
from league.evening.cards.pairs import pair_points
from league.evening.cards.ranking import ranking_of
from league.evening.cards.reading import event_points, read_event
from league.evening.cards.standings import standings
from league.evening.desk.pages.projector import projector_context
from league.evening.desk.projector import read_projector
from league.evening.events.listings import ResultListing
from league.evening.events.results import results_of
from league.evening.paper.pages.certificates import of_places
from league.evening.paper.pages.results import results_paper
from league.evening.tables.deeds.paper_cards import enter_totals
from league.models import Entrant, Event, EventRound, RoundTable
from league.season.players.places import place_of
from tests.lasting import lasting
from tests.league.evening.paper.duplicate import close, duplicate_evening
from tests.league.evening.travelers.test_views import changed
from tests.league.makers import acting_as, make_user
from tests.responses import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    with lasting(django_db_blocker):
        yield duplicate_evening(tables=3, rounds=3)


@pytest.fixture
def event(lasting_event: Event, db: None) -> Event:
    """Three tables after three rounds. North and South of table 3 beat the others on every board, those of table 1 lose
    to both, so that East and West of table 1 are as good as they."""
    return changed(lasting_event)


def address(event: Event, name: str, *parts: int) -> str:
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *parts])


FIRST = [(1, "100.00%"), (1, "100.00%"), (1, "100.00%"), (1, "100.00%"), (5, "50.00%")]


def test_ranking_results_and_projector_tell_the_same_percentages(event: Event):
    ranking = ranking_of(event)
    (results,) = results_of(event)
    Event.objects.filter(pk=event.pk).update(projector="results")
    shown = projector_context(read_projector(changed(event)), timezone.now())

    assert [(line["place"], line["points"]) for line in ranking["lines"]][:5] == FIRST
    assert [(int(line.rank), line.total) for line in results.lines][:5] == FIRST
    assert [cell.points for cell in results.lines[0].rounds] == ["100%"] * 3
    (page,) = shown["pages"]
    assert [(line["rank"], line["points"], line["total"]) for line in page["results"]][:5] == [
        (rank, total, total) for rank, total in FIRST
    ]
    assert "The percentage is of the most there was" in ranking["note"]
    assert results.final == ranking["note"]


def test_paper_and_certificates_tell_them_too(event: Event):
    readings = read_event(event)
    points = event_points(event, readings)

    paper = results_paper(event, readings, points, 3)
    won = of_places(standings(event, points), 1)

    assert [(row["rank"], row["points"], row["total"]) for row in paper["rows"]][:5] == [
        (str(rank), total, total) for rank, total in FIRST
    ]
    assert [one["points"] for one in won] == ["100.00%"] * 4


def test_a_player_reads_what_their_boards_came_to(client: Client, event: Event):
    first = event.entrants.get(number=1)
    role = event.club.roles.create(user=make_user(), kind="member", member=first.member)
    client.force_login(role.user)

    said = words_of(client.get(address(event, "my_evening")))

    assert "Place 9 of 12 so far" in said
    assert "0.00%, level with" in said
    assert "50.00% behind" in said
    assert re.search(r"Board 1: behind all 2: 0\.0%", said)
    assert "points" not in said


def test_a_player_beside_the_next_ones(event: Event):
    entrant: Entrant = event.entrants.select_related("event").get(number=5)

    place = place_of(entrant)

    assert place is not None
    assert (place.place, place.of, place.points) == (5, 12, 5000)
    assert place.above is not None
    assert place.below is not None
    assert (place.above[1], place.below[1]) == (5000, 5000)


def test_totals_alone_are_not_taken_and_no_grid_leads_there(client: Client, event: Event):
    table = RoundTable.objects.filter(event_round__event=event).first()
    assert table is not None
    with pytest.raises(Refused, match="Boards are compared one by one"):
        enter_totals(table=table, totals={"NS": 50, "EW": 20}, acting=acting_as(), client_id="sums", seen=99)

    client.force_login(make_user(event.club, "director"))
    page = client.get(address(event, "event")).content.decode()

    assert address(event, "grid") not in page
    assert address(event, "board_results") in page


def test_results_ask_two_questions_more_than_those_of_other_nights(event: Event):
    def asked(of: Event) -> int:
        with CaptureQueriesContext(connection) as queries:
            results_of(of)
        return len(queries)

    of_boards = asked(event)
    Event.objects.filter(pk=event.pk).update(compared="")

    assert of_boards == asked(changed(event)) + 2


def test_pairs_who_sat_one_way_have_a_list_for_each(event: Event):
    Event.objects.filter(pk=event.pk).update(one_list=False, format="half_move")
    pairs = changed(event)

    by_pair = results_of(pairs)
    points = pair_points(pairs, read_event(pairs))

    assert [one.by for one in by_pair] == ["by pair N-S", "by pair E-W", "by player N-S", "by player E-W"]
    assert [line.rank for line in by_pair[0].lines] == ["1", "2", "3"]
    assert [line.total for line in by_pair[1].lines] == ["100.00%", "50.00%", "0.00%"]
    assert {one.direction for one in standings(pairs, points)} == {"NS", "EW"}
    Event.objects.filter(pk=event.pk).update(projector="results")
    shown = read_projector(changed(event)).standings
    assert [(one["by"], len(one["points"])) for one in shown] == [
        ("By pair N-S", 3), ("By pair E-W", 3), ("By player N-S", 6), ("By player E-W", 6),
    ]  # fmt: skip
    file = ResultListing(by_pair[1], pairs, 2, runs_it=False).as_file("night")
    assert file.name == "night-results-by-pair-e-w"


def test_who_sat_out_has_no_boards_for_it_and_no_credit(event: Event):
    last = EventRound.objects.get(event=event, number=3)
    gone = last.tables.get(number=3)
    for seat in gone.seats.all():
        last.sit_outs.create(entrant=seat.entrant)
    RoundTable.objects.filter(pk=gone.pk).update(counts=False)

    (results,) = results_of(changed(close(event)))

    sat_out = next(line for line in results.lines if line.number == 9)
    assert [cell.points for cell in sat_out.rounds] == ["100%", "100%", "–"]
    assert (sat_out.rank, sat_out.total) == ("1", "100.00%")
    assert sat_out.why[2].steps == ("Sat out: these boards count as not played",)
