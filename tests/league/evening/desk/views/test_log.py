import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from league.evening.check_in.deeds.roll import mark_left
from league.evening.clock.deeds import pause_clock
from league.evening.judging.deeds.lateness import mark_missing, record_arrival
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.tables.deeds.paper_cards import enter_totals
from league.evening.tables.deeds.tables import come_to_table
from league.models import DirectorCall, EventRound, LogLine, RoundSeat
from scoring.models import Entry
from scoring.score_card.hosts import HostWriter
from scoring.score_card.recording import record
from tests.lasting import lasting
from tests.league.makers import acting_as, make_club, make_running_round, make_user, rule_at

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_round(django_db_setup: None, django_db_blocker: Any) -> Iterator[EventRound]:
    with lasting(django_db_blocker):
        yield make_running_round(players=8)


@pytest.fixture
def event_round(lasting_round: EventRound, db: None) -> EventRound:
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round.pk)


@pytest.fixture
def director(client, event_round) -> Client:
    client.force_login(make_user(event_round.event.club, "referee"))
    return client


def log(event_round: EventRound) -> str:
    return f"/clubs/{event_round.event.club.slug}/events/{event_round.event_id}/log/"


def enter(event_round: EventRound, kind: str, payload: dict, *, table: int = 1, **more) -> Entry:
    card = event_round.tables.get(number=table).card
    card.refresh_from_db()
    by = HostWriter(card.pk, more.pop("who", "Tablet 1"))
    number = card.version + 1
    record(writer=by, kind=kind, payload=payload, client_id=f"{card.pk}{number}"[-40:], seen=card.version, **more)
    return Entry.objects.get(card=card, number=number)


def enter_hand(event_round: EventRound, *, table: int = 1) -> None:
    bid = {"dealer": "N", "bidder": "E", "bid": 50, "trump": "S", "no_marriage": False}
    enter(event_round, "bid", bid, hand=1, table=table)
    enter(event_round, "meld", {"meld": {"NS": 20, "EW": 30}, "moon": False, "thrown_in": False}, hand=1, table=table)
    take = {"take": {"NS": 20, "EW": 30}, "last_trick": "EW", "tricks": {"NS": True, "EW": True}, "renege": None}
    enter(event_round, "take", take, hand=1, table=table)


def correct(event_round: EventRound) -> None:
    card = event_round.tables.get(number=1).card
    line = {key: value for entry in card.entries.all() for key, value in entry.payload.items()}
    payload = {**line, "meld": {"NS": 24, "EW": 30}}
    enter(event_round, "correct", payload, hand=1, reason="counted again", by_director=True, who="Carol Reyes")


def found(client: Client, event_round: EventRound, **query: Any) -> list[dict[str, str]]:
    """The lines of the file, which are those of the page."""
    answer = client.get(log(event_round), {**query, "file": "csv"})
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def whats(client: Client, event_round: EventRound, **query: Any) -> list[str]:
    return [row["What"] for row in found(client, event_round, **query)]


def test_what_people_did_and_what_tables_entered_is_one_list(director, event_round):
    enter_hand(event_round)
    pause_clock(event_round=event_round, acting=acting_as(), client_id="p")

    assert whats(director, event_round) == [
        "Paused the clock",
        "Take of hand 1",
        "Meld of hand 1",
        "Bid of hand 1",
        "Started",
    ]


def test_a_correction_shows_before_and_after_and_why(director, event_round):
    enter_hand(event_round)
    correct(event_round)

    row = found(director, event_round)[0]

    assert (row["Who"], row["What"], row["Where"]) == ("Carol Reyes", "Correction of hand 1", "Table 1, round 1")
    assert (row["Before"], row["After"], row["Why"]) == (
        "Ruth Abernathy & Marge Delgado, meld 20",
        "Ruth Abernathy & Marge Delgado, meld 24",
        "counted again",
    )
    page = director.get(log(event_round)).text
    assert "meld 20 → Ruth Abernathy &amp; Marge Delgado, meld 24" in page


def test_what_a_director_enters_on_a_card_is_told_once(director, event_round):
    table = event_round.tables.get(number=2)
    code = table.card.book_version.book.penalties[0].code
    payload = {"seat": "N", "code": code, "count": 1, "note": "", "hand": None}
    give_penalty(table=table, payload=payload, player="Joan Pruitt", acting=acting_as(), client_id="p")

    assert whats(director, event_round) == ["Gave a penalty", "Started"]
    assert Entry.objects.count() == 1


def test_the_device_is_told(director, event_round):
    pause_clock(event_round=event_round, acting=acting_as(), client_id="p")

    assert found(director, event_round)[0]["Device"] == "Mac"


def test_the_log_is_searched(director, event_round):
    bid = {"dealer": "N", "bidder": "E", "bid": 50, "trump": "S", "no_marriage": False}
    enter(event_round, "bid", bid, hand=1)
    seat = RoundSeat.objects.get(table__number=2, seat="W")
    RoundSeat.objects.filter(pk=seat.pk).update(is_missing=True)
    record_arrival(seat=seat, acting=acting_as(), client_id="a", minutes=7)
    call = DirectorCall.objects.create(table=seat.table, reason="card", called_at=timezone.now(), client_id="c")
    come_to_table(call=call, acting=acting_as(), client_id="d")
    every = ["Is coming to the table", "Noted the arrival", "Bid of hand 1", "Started"]

    for query, expected in (
        ({"table": "1"}, ["Bid of hand 1"]),
        ({"table": "2"}, ["Is coming to the table", "Noted the arrival"]),
        ({"kind": "hands"}, ["Bid of hand 1"]),
        ({"kind": "penalties"}, ["Noted the arrival"]),
        ({"kind": "signatures"}, []),
        ({"kind": "rounds"}, ["Started"]),
        ({"q": "talbot"}, ["Noted the arrival"]),
        ({"q": "walt"}, ["Bid of hand 1"]),
        ({"q": "bid tablet"}, ["Bid of hand 1"]),
        ({"q": "CAROL coming"}, ["Is coming to the table"]),
        ({"q": "nobody"}, []),
        ({"q": "a\0b%_'"}, []),
        ({"table": "x", "kind": "x", "person": "99", "round": "-1"}, every),
    ):
        assert whats(director, event_round, **query) == expected, query


def test_by_person_and_by_round(director, event_round):
    enter_hand(event_round)
    enter_hand(event_round, table=2)
    person = event_round.event.entrants.get(name="Vern Talbot")

    assert len(whats(director, event_round, person=person.pk)) == 3
    assert {row["Where"] for row in found(director, event_round, person=person.pk)} == {"Table 2, round 1"}
    assert len(whats(director, event_round, round=event_round.pk)) == 7


def test_table_1_is_not_table_12(director, event_round):
    call = DirectorCall.objects.create(
        table=event_round.tables.get(number=2), reason="card", called_at=timezone.now(), client_id="c"
    )
    event_round.tables.filter(number=2).update(number=12)
    call.refresh_from_db()
    come_to_table(call=call, acting=acting_as(), client_id="d")

    assert whats(director, event_round, table=12) == ["Is coming to the table"]
    assert whats(director, event_round, table=1) == []


def test_the_log_costs_the_same_queries_however_long_it_is(client, django_assert_num_queries):
    small, large = make_running_round(players=8), make_running_round(players=16)
    for event_round in (small, large):
        for table in event_round.tables.all():
            enter_hand(event_round, table=table.number)
        client.force_login(make_user(event_round.event.club, "director"))
        client.get(log(event_round))

        with django_assert_num_queries(15):
            assert client.get(log(event_round)).status_code == 200


def test_pages_of_the_log(director, event_round):
    pause_clock(event_round=event_round, acting=acting_as(), client_id="p")
    line = LogLine.objects.values().get(action="paused the clock")
    LogLine.objects.bulk_create(LogLine(**{**line, "id": None, "client_id": f"p{at}"}) for at in range(44))

    assert "Page 1 of 3" in director.get(log(event_round)).text
    assert director.get(log(event_round), {"page": "3", "q": ""}).text.count("Paused the clock") == 5
    assert len(found(director, event_round)) == 46


def test_times_of_the_log_are_those_of_the_wall(director, event_round):
    LogLine.objects.update(at=datetime(2026, 11, 18, 0, 30, tzinfo=UTC))

    with timezone.override("America/New_York"):
        row = found(director, event_round)[0]

    assert (row["Day"], row["Time"]) == ("Tue, Nov 17", "7:30 pm")


@pytest.mark.parametrize("kind", ["member", ""])
def test_others_do_not_read_the_log(client, event_round, kind):
    client.force_login(make_user(event_round.event.club if kind else make_club(), kind or "admin"))

    assert client.get(log(event_round)).status_code == 403
    assert client.get(log(event_round), {"file": "csv"}).status_code == 403


def test_nothing_writes_to_the_log_over_its_addresses(director, event_round):
    club_log = f"/clubs/{event_round.event.club.slug}/log/"
    assert [director.post(at).status_code for at in (log(event_round), club_log)] == [405, 405]
    names = [name for name in get_resolver().namespace_dict["league"][1].reverse_dict if isinstance(name, str)]
    assert {name for name in names if "log" in name.split("_")} == {"log", "club_log"}


@pytest.mark.parametrize("kind", ["director", "referee"])
def test_every_line_leads_to_a_page_that_opens(client, event_round, kind):
    enter_hand(event_round)
    correct(event_round)
    acting, table = acting_as(), event_round.tables.get(number=2)
    seat = table.seats.get(seat="W")
    mark_left(entrant=seat.entrant, acting=acting, client_id="i")
    mark_missing(seat=seat, acting=acting, client_id="m")
    record_arrival(seat=seat, acting=acting, client_id="a", minutes=7)
    rule_at(event_round.tables.get(number=1), client_id="r")
    enter_totals(table=table, totals={"NS": 240, "EW": 31}, acting=acting, client_id="t", seen=1)
    client.force_login(make_user(event_round.event.club, kind))

    page = client.get(log(event_round))
    leads = [row.record["lead"] for row in page.context["listing"].page.object_list]
    answers = [client.get(one.address) if one.is_link else client.post(one.address) for one in leads]

    assert (
        len(leads)
        == LogLine.objects.count() + Entry.objects.filter(kind__in=("bid", "meld", "take", "correct")).count()
    )
    assert {answer.status_code for answer in answers} == {200, 302}
    assert page.text.count("Correct hand 1") == (4 if kind == "director" else 0)
