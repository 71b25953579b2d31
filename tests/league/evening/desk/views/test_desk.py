import re
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.acting.answers import NOT_READ
from league.evening.cards.reading import read_round, round_points
from league.evening.check_in.deeds.roll import mark_left
from league.evening.clock.deeds import send_message
from league.evening.desk.pages.desk import Desk
from league.evening.desk.pages.page import DeskPage
from league.evening.desk.pages.tables import LastHand
from league.evening.desk.reading import desk_version, read_desk
from league.evening.desk.views import desk as views
from league.evening.events.deeds import close_event
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.rounds.deeds import close_round
from league.evening.tables.deeds.tables import pair_tablet
from league.evening.tables.passes import WRONG_PINS_OF_AN_EVENT
from league.management.evenings import play_table
from league.models import (
    DirectorCall,
    Entrant,
    Event,
    EventRound,
    LogLine,
    PassAttempt,
    RoundSeat,
    RoundTable,
    TableTablet,
)
from pinochle_club.ground import health
from pinochle_club.ground.health import Line
from pinochle_club.ground.kept_pages import HEADER, SECONDS
from scoring.models import Device, ScoreCard
from scoring.rules.book import built_in_book
from scoring.score_card.hosts import HostWriter
from scoring.score_card.recording import read_sheet, record
from tests.lasting import lasting
from tests.league.makers import (
    acting_as,
    after_start,
    card_at,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_running_round,
    make_user,
    put_on_hold,
    start_now,
)
from tests.scoring.score_card.makers import STEP_NAMES, hand_payload, lay_hands

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
LATE_KEYS = ["Replace…", "Arrived earlier…", "Waive…"]


@pytest.fixture(scope="module")
def lasting_round(django_db_setup: None, django_db_blocker: Any) -> Iterator[EventRound]:
    with lasting(django_db_blocker):
        event_round = make_running_round(players=9)
        for table in event_round.tables.all():
            tablet = Device.objects.create(token_hash=str(table.pk))
            pair_tablet(event=event_round.event, table_number=table.number, device=tablet)
        yield event_round


@pytest.fixture
def event_round(lasting_round: EventRound, db: None) -> EventRound:
    """Two tables at play, each with its tablet."""
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round.pk)


@pytest.fixture
def director(client, event_round) -> Client:
    client.force_login(make_user(event_round.event.club, "director"))
    return client


def address(event_round: EventRound, *more: object, place: str = "board") -> str:
    event = event_round.event
    parts = (place, *more)
    return f"/clubs/{event.club.slug}/events/{event.pk}/{'/'.join(str(part) for part in parts)}/"


def table_address(event_round: EventRound, table: int, *more: object) -> str:
    return address(event_round, event_round.number, "tables", table, *more, place="rounds")


def context_of(event_round: EventRound, minutes: float = 1, kind: str = "director", **options):
    now = after_start(event_round, minutes)
    event = Event.objects.get(pk=event_round.event_id)
    return DeskPage(Desk(reading=read_desk(event, now), acting=acting_as(kind), now=now, **options))


def call(event_round: EventRound, table: int = 1, reason: str = "ruling") -> DirectorCall:
    there = event_round.tables.get(number=table)
    return DirectorCall.objects.create(
        table=there, reason=reason, note="who led?", called_at=timezone.now(), client_id=f"call-{there.pk}"
    )


def enter_bid(event_round: EventRound, table: int = 1) -> None:
    card = event_round.tables.get(number=table).card
    payload = {"dealer": "N", "bidder": "E", "bid": 50, "trump": "S", "no_marriage": False}
    record(writer=HostWriter(card.pk, "Tablet 1"), kind="bid", hand=1, payload=payload, client_id="bid", seen=0)


# -- what the board says -------------------------------------------------------------------


def test_tables_that_need_the_director_come_first(event_round):
    put_on_hold(event_round.tables.get(number=2), "who led?")

    assert [table.number for table in context_of(event_round).tables] == [2, 1]
    words = [table.words for table in context_of(event_round).tables]
    assert words == ["Ruling to come on hand 1: “who led?”", "Hand 1 of 4"]


def test_between_two_hands_nobody_must_sign_before_time_is_up():
    event = make_event(book="st-hilary", round_end="first", minutes=50)
    event_round = make_running_round(event, players=8)
    one, two = event_round.tables.select_related("card__book_version")
    lay_hands(card_at(one), {})
    lay_hands(card_at(two), {"meld": {"NS": 150, "EW": 0}, "take": {"NS": 15, "EW": 10}})

    def states(minutes: float) -> list[str]:
        now = card_at(one).created_at + timedelta(minutes=minutes)
        tables = DeskPage(Desk(reading=read_desk(event, now), acting=acting_as(), now=now)).tables
        return [table.state for table in sorted(tables, key=lambda table: table.number)]

    assert (states(5), states(51)) == (["playing", "unsigned"], ["unsigned", "unsigned"])
    play_table(two, seed=1, hands=0)  # signs
    assert (states(5), context_of(event_round).tables[-1].words) == (["playing", "finished"], "Game over and signed")


def test_what_a_table_remarks_on_a_hand_stands_at_the_table(event_round):
    enter_bid(event_round)
    card = event_round.tables.get(number=1).card
    writer, text = HostWriter(card.pk, "Tablet 1"), {"text": "Frozen partner"}
    record(writer=writer, kind="remark", hand=1, payload=text, client_id="remark", seen=1)

    assert [table.marks for table in context_of(event_round).tables] == [("Hand 1: “Frozen partner”",), ()]


def test_hand_that_is_rare_is_marked_at_its_table_and_calls_nobody(event_round):
    card = event_round.tables.get(number=1).card
    hand = hand_payload(card.book_version.book, bid=300, meld={"NS": 40, "EW": 20}, take={"NS": 30, "EW": 20})
    for seen, (kind, names) in enumerate(STEP_NAMES.items()):
        part = {name: hand[name] for name in names if name in hand}
        record(writer=HostWriter(card.pk, "Tablet 1"), kind=kind, hand=1, payload=part, client_id=kind, seen=seen)

    view = context_of(event_round)

    table, other = view.tables
    assert (table.pips, other.pips) == (("in", "now", "", ""), ("now", "", "", ""))
    assert table.last == LastHand("Hand 1: Ruth 300", "H", "not played", is_loss=True)
    assert other.last is None
    assert [table.marks for table in view.tables] == [("Check hand 1",), ()]
    assert not any(table.needs_director for table in view.tables)


def test_a_call_stands_on_top_with_what_it_is_about(event_round):
    call(event_round, 2)

    view = context_of(event_round)

    assert view.todos[0].text == "Table 2 calls: A ruling: “who led?”"
    assert [key.label for key in view.todos[0].keys] == ["Rule…", "Done…", "I’m coming"]


@pytest.mark.parametrize(
    ("minutes", "note", "keys"),
    [
        (3, "3 minutes late: nothing off until 5 are over, replaced at 15.", ["Arrived", *LATE_KEYS]),
        (7, "7 minutes late: 20 off so far, replaced at 15.", ["Arrived", *LATE_KEYS]),
        (
            15,
            "15 minutes late: to be replaced, scores 0 this round. Sitting out: Bernice Hall.",
            LATE_KEYS,
        ),
    ],
)
def test_a_missing_player_is_counted_as_the_book_says(event_round, minutes, note, keys):
    west = RoundSeat.objects.filter(table__number=2, seat="W")
    west.update(is_missing=True)
    Entrant.objects.filter(seats__in=west).update(state="expected")

    todo = context_of(event_round, minutes).todos[0]

    assert (todo.text, todo.note) == ("Vern Talbot is missing at table 2", note)
    assert [key.label for key in todo.keys] == keys


def test_a_table_that_enters_nothing_for_long_is_told(event_round):
    assert [todo.text for todo in context_of(event_round, 11.9).todos] == []

    assert [todo.text for todo in context_of(event_round, 12).todos] == [
        "Table 1: nothing entered for 12 minutes",
        "Table 2: nothing entered for 12 minutes",
    ]


def test_tables_without_a_tablet_are_no_alarm_but_told_once(event_round):
    TableTablet.objects.all().delete()

    view = context_of(event_round, 30)

    assert [(todo.text, todo.tone) for todo in view.todos] == [
        ("Tables 1 and 2 have no tablet and no hands entered", "plain")
    ]
    assert [table.words for table in view.tables] == ["No tablet, nothing entered yet"] * 2


@pytest.mark.parametrize(("pace", "says"), [(0, "are at hand 1"), (3, "are at hand 4"), (4, "have played all 4")])
def test_nobody_is_at_a_hand_that_the_round_does_not_have(event_round, monkeypatch, pace, says):
    monkeypatch.setattr("league.evening.desk.pages.page.pace_of", lambda tables: pace)

    page = context_of(event_round)
    assert (page.summary, page.pace) == ("2 of 2 at play", f"most {says}")


def test_who_sits_out_is_on_the_desk(event_round):
    assert context_of(event_round).sit_outs == "Bernice Hall"


def test_one_table_without_a_tablet_can_be_typed_at_once(event_round):
    TableTablet.objects.filter(table_number=2).delete()

    todo = context_of(event_round).todos[0]

    assert todo.text == "Table 2 has no tablet and no hands entered"
    assert [key.label for key in todo.keys] == ["Table card", "Type its card", "On paper"]


def test_who_left_in_the_middle_of_the_round_is_to_be_replaced(event_round):
    vern = Entrant.objects.get(seats__table__event_round=event_round, name="Vern Talbot")
    mark_left(entrant=vern, acting=acting_as(), client_id="left")

    todo = context_of(event_round).todos[0]

    assert todo.text == "Vern Talbot left but has a seat at table 2"
    assert [key.label for key in todo.keys] == ["Replace…", "Substitute…"]
    assert todo.keys[1].address == table_address(event_round, 2, "substitutes")
    assert [key.label for key in context_of(event_round, kind="referee").todos[0].keys] == ["Replace…"]


@pytest.mark.parametrize("state", ["replaced", "finished"])
def test_who_left_is_no_matter_where_somebody_plays_on_or_the_table_is_done(event_round, state):
    vern = Entrant.objects.get(seats__table__event_round=event_round, name="Vern Talbot")
    mark_left(entrant=vern, acting=acting_as(), client_id="left")
    if state == "replaced":
        vern.seats.update(helper="Tom")
    else:
        event_round.tables.filter(number=2).update(totals={"NS": 200, "EW": 100})

    assert "left" not in " ".join(todo.text for todo in context_of(event_round).todos)


def test_wrong_pins_are_told(event_round):
    for _ in range(3):
        PassAttempt.objects.create(event=event_round.event, table_number=2, guesser="a")

    assert [todo.text for todo in context_of(event_round).todos] == ["Table 2: 3 wrong PINs in half an hour"]


def test_wrong_pins_over_many_tables_stop_every_pin_and_are_told_with_the_end_of_it(event_round):
    for number in range(WRONG_PINS_OF_AN_EVENT):
        PassAttempt.objects.create(event=event_round.event, table_number=number % 20 + 1, guesser="a")
    end = PassAttempt.objects.order_by("at").first().at + timedelta(minutes=10)

    def page(now):
        event = Event.objects.get(pk=event_round.event_id)
        return DeskPage(Desk(reading=read_desk(event, now), acting=acting_as(), now=now))

    view = page(timezone.now())
    assert view.todos[0].text.startswith("Wrong PINs from many places. Until ")
    assert view.until_ms == str(round(end.timestamp() * 1000))
    assert "many places" not in " ".join(todo.text for todo in page(end).todos)


def test_wrong_pins_are_told_before_anybody_is_seated_and_for_tables_that_do_not_exist():
    event = make_event()
    for _ in range(3):
        PassAttempt.objects.create(event=event, table_number=201, guesser="a")

    reading = read_desk(event, timezone.now())
    view = DeskPage(Desk(reading=reading, acting=acting_as(), now=timezone.now()))

    assert view.todos[0].text == "3 wrong PINs in half an hour, for tables that don’t exist"
    assert view.todos[0].keys == ()


def test_a_round_without_anything_missing_is_closed_by_one_key(director, event_round):
    RoundTable.objects.update(totals={"NS": 200, "EW": 100})

    view = context_of(event_round)

    assert [todo.text for todo in view.todos] == ["Round 1 can be closed"]
    assert [table.words for table in view.tables] == ["Finished. Totals typed by the director, hands not counted"] * 2
    (key,) = view.todos[0].keys
    RoundTable.objects.filter(number=2).update(totals={})
    assert "Say why" in director.post(key.address, {"client_id": key.client_id}).text
    RoundTable.objects.update(totals={"NS": 200, "EW": 100})
    director.post(key.address, {"client_id": key.client_id})
    assert EventRound.objects.get().state == "closed"


def test_after_the_last_round_the_results_and_the_close_are_offered_and_then_nothing(director, event_round):
    Event.objects.update(rounds_planned=1)
    EventRound.objects.update(state="closed")
    todo = context_of(event_round).todos[-1]

    assert todo.text == "All planned rounds are played"
    assert [key.label for key in todo.keys] == ["Results", "Close the event…"]
    assert 'id="results"' in director.get(todo.keys[0].address).text

    Event.objects.update(state="closed")
    closed = director.get(address(event_round))
    assert "Nothing. The event is closed." in closed.text
    assert HEADER not in closed.headers


def test_browsers_may_keep_the_board_while_the_evening_goes_on_and_no_part_of_it(director, event_round):
    assert director.get(address(event_round)).headers[HEADER] == f"board {SECONDS}"
    assert HEADER not in director.get(address(event_round, "changes")).headers
    assert HEADER not in Client().get(address(event_round)).headers


def test_filters_count_and_show(event_round):
    RoundTable.objects.filter(number=2).update(totals={"NS": 200, "EW": 100})

    view = context_of(event_round, show="finished")

    assert [(shown["label"], shown["count"]) for shown in view.filters] == [
        ("All", 2),
        ("Need me", 0),
        ("Playing", 1),
        ("Finished", 1),
        ("Unsigned", 0),
    ]
    assert [table.number for table in view.tables] == [2]


def test_a_referee_gets_no_keys_for_rounds(event_round):
    view = context_of(event_round, kind="referee")

    assert (view.can_run, view.head_key, view.round_keys) == (False, None, ())


def test_a_round_that_is_seated_waits_for_its_start(client):
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8))
    client.force_login(make_user(event.club, "director"))

    page = client.get(address(event_round))

    assert "Round 1 is seated and ready to start" in page.text
    assert client.post(
        address(event_round, 1, "start", place="rounds"), {"client_id": "a"}, follow=True
    ).redirect_chain == [(address(event_round), 302)]
    assert EventRound.objects.get(pk=event_round.pk).state == "running"


def test_an_event_without_rounds_has_a_desk(client):
    event = make_event()
    client.force_login(make_user(event.club, "director"))

    assert "Round 1 has no seating yet" in client.get(f"/clubs/{event.club.slug}/events/{event.pk}/board/").text


# -- the page ------------------------------------------------------------------------------


def test_a_table_opens_in_place(director, event_round):
    assert "table-details" not in director.get(address(event_round)).text

    page = director.get(address(event_round), {"open": "2"}).text

    assert page.count("table-details") == 1
    assert "Joan Pruitt" in page


def test_the_card_of_a_table_is_opened_from_it(director, event_round):
    page = director.get(address(event_round), {"open": "2"}).text
    card = event_round.tables.get(number=2).card

    assert f'action="{table_address(event_round, 2, "card")}">' in page
    assert director.post(table_address(event_round, 2, "card")).headers["Location"].endswith(f"{card.pk}/")


def test_nonsense_in_the_address_shows_the_desk(director, event_round):
    for query in ("open=99999", "open=x", "open=²", "show=nonsense", "open=0&show=%00"):
        assert director.get(f"{address(event_round)}?{query}").status_code == 200, query


@pytest.mark.parametrize("kind", ["member", None])
def test_others_do_not_see_the_desk(client, event_round, kind):
    user = make_user(event_round.event.club, kind) if kind else make_user()
    client.force_login(user)

    assert client.get(address(event_round)).status_code == 403
    assert client.get(address(event_round, "changes"), {"v": 1}).status_code == 403


def test_another_clubs_event_is_not_found(client, event_round):
    other = make_club()
    client.force_login(make_user(other, "admin"))
    path = f"/clubs/{other.slug}/events/{event_round.event_id}"

    assert client.get(f"{path}/board/").status_code == 404
    assert client.get(f"{path}/board/changes/").status_code == 404
    assert client.post(f"{path}/rounds/1/clock/pause/", {"client_id": "a"}).status_code == 404


def test_who_came_since_the_seating_was_made_is_told_before_the_round_starts(client):
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8))
    client.force_login(make_user(event.club, "director"))
    words = "People arrived or left since the seating was made"

    fitting = client.get(address(event_round))
    assert words not in fitting.text
    assert fitting.context["view"].head_key.is_go
    make_members(event.club, 1)
    make_entrants(event, 1)
    stale = client.get(address(event_round))

    assert words in stale.text
    assert [key.label for todo in stale.context["view"].todos for key in todo.keys if key.is_go] == [
        "Re-plan the seating"
    ]
    assert not stale.context["view"].head_key.is_go
    assert words not in client.get(address(make_running_round(event=make_event(event.club)))).text


@pytest.mark.soak  # a busy board, too, costs the same
def test_the_desk_costs_the_same_queries_for_two_tables_and_for_fifty(client, django_assert_num_queries):
    small, large = make_running_round(players=8), make_running_round(players=200)
    for event_round in (small, large):
        call(event_round)
        client.force_login(make_user(event_round.event.club, "director"))
        client.get(address(event_round))

        with django_assert_num_queries(15):  # five of them for session, user, club, role and event
            page = client.get(address(event_round), {"open": "1"})

        assert page.text.count('<article class="sheet desk-table ') == event_round.tables.count()


def test_news_of_one_table_draws_that_table_alone(director, event_round, monkeypatch):
    board, draw = address(event_round), Mock(wraps=render_to_string)
    monkeypatch.setattr(views, "render_to_string", draw)
    director.get(board)
    draw.reset_mock()

    enter_bid(event_round, 2)
    page = director.get(board).text

    assert [call.args[1]["table"].number for call in draw.call_args_list] == [2]
    assert page.count('<article class="sheet desk-table ') == 2


def make_busy(event_round: EventRound) -> None:
    """At every table a tablet, a bid, a penalty, and somebody who is missing."""
    code = built_in_book("npa").penalties[0].code
    for table in event_round.tables.select_related("event_round__event__club"):
        device = Device.objects.create(token_hash=f"{event_round.pk}-{table.number}")
        pair_tablet(event=event_round.event, table_number=table.number, device=device)
        enter_bid(event_round, table.number)
        payload = {"seat": "E", "code": code, "count": 1, "hand": 1, "note": ""}
        give_penalty(table=table, payload=payload, player="Walt", acting=acting_as(), client_id=f"penalty-{table.pk}")
    RoundSeat.objects.filter(table__event_round=event_round, seat="N").update(is_missing=True)


def test_a_busy_desk_costs_the_same_queries_for_two_tables_and_for_four(client):
    needed = []
    for players in (8, 16):
        event_round = make_running_round(players=players)
        make_busy(event_round)
        client.force_login(make_user(event_round.event.club, "director"))
        client.get(address(event_round))
        with CaptureQueriesContext(connection) as asked:
            page = client.get(address(event_round), {"open": "1"})
        needed.append(len(asked))
        assert page.text.count('<article class="sheet desk-table ') == players // 4
        assert page.text.count("missing") >= players // 4

    assert needed[0] == needed[1] <= 18, needed


# -- the poll ------------------------------------------------------------------------------


def poll_of(page: str) -> tuple[str, str]:
    """The address a page polls, and its note."""
    found = re.search(r'hx-get="([^"]+)" hx-headers=\'\{"X-Desk-Note": "([^"]+)"\}\'', page)
    assert found
    return found[1].replace("&amp;", "&"), found[2]


def test_a_poll_that_finds_nothing_new_costs_one_query_and_no_session(director, event_round, django_assert_num_queries):
    poll, note = poll_of(director.get(address(event_round)).text)

    with django_assert_num_queries(1) as queries:
        answer = director.get(poll, HTTP_X_DESK_NOTE=note, **HTMX)

    assert (answer.status_code, answer.content) == (204, b"")
    assert "session" not in queries.captured_queries[0]["sql"]


def when(poll: str, word: str) -> str:
    """The poll, once the moment has come that it names by this word."""
    return re.sub(rf"\b{word}=\d*", f"{word}={int(time.time() * 1000) - 1}", poll)


@pytest.mark.parametrize("change", ["entry", "message", "pin"])
def test_a_poll_brings_what_is_new_and_hands_not_at_every_poll(director, event_round, change):
    poll, note = poll_of(director.get(address(event_round)).text)
    assert director.get(when(poll, "hands"), HTTP_X_DESK_NOTE=note, **HTMX).status_code == 204
    if change == "entry":
        enter_bid(event_round)
        assert director.get(poll, HTTP_X_DESK_NOTE=note, **HTMX).status_code == 204
        poll = when(poll, "hands")
    elif change == "message":
        send_message(event=event_round.event, message="Soup", acting=acting_as(), client_id="m")
    else:
        PassAttempt.objects.create(event=event_round.event, table_number=2, guesser="a")

    answer = director.get(poll, HTTP_X_DESK_NOTE=note, **HTMX)

    assert (answer.status_code, 'id="desk"' in answer.text, "<html" in answer.text) == (200, True, False)


def test_trouble_of_the_clubs_computer_lights_the_desk_by_itself(director, event_round, monkeypatch):
    monkeypatch.setattr(health, "_found", [])
    poll, note = poll_of(director.get(address(event_round)).text)
    assert director.get(poll, HTTP_X_DESK_NOTE=note, **HTMX).status_code == 204

    health._found += [
        Line("Copies", "The copy is old.", "make backup"),
        Line("Saving", "No space.", "Delete files", stops=True),
    ]
    shown = director.get(poll, HTTP_X_DESK_NOTE=note, **HTMX).text

    assert 'class="light is-bad' in shown
    assert "No space." in shown
    assert "What to do: Delete files" in shown
    assert f'href="/clubs/{event_round.event.club.slug}/health/">Health</a>' in shown
    poll, note = poll_of(shown)
    assert director.get(poll, HTTP_X_DESK_NOTE=note, **HTMX).status_code == 204


def test_helper_of_an_evening_is_told_of_trouble_and_led_nowhere(event_round):
    told = context_of(event_round, kind="helper", computer=[Line("Saving", "No space.", "Delete files", True)])

    assert [(todo.text, todo.keys) for todo in told.todos if todo.tone == "bad"] == [("No space.", ())]
    assert told.health_address == ""


def test_a_poll_brings_what_time_alone_changes(director, event_round):
    poll, note = poll_of(director.get(address(event_round)).text)

    assert director.get(when(poll, "until"), HTTP_X_DESK_NOTE=note, **HTMX).status_code == 200


def test_a_note_is_for_one_desk_and_needed_without_a_session(director, client, event_round):
    poll, note = poll_of(director.get(address(event_round)).text)
    other = make_running_round()
    stranger = Client()

    assert stranger.get(poll, HTTP_X_DESK_NOTE=note).status_code == 204
    assert stranger.get(poll, HTTP_X_DESK_NOTE="forged:note:x").status_code == 302
    version = desk_version(other.event_id, other.event.club.slug)
    assert stranger.get(f"{address(other, 'changes')}?v={version}", HTTP_X_DESK_NOTE=note).status_code == 302


def test_a_note_holds_for_some_hours(director, event_round, monkeypatch):
    poll, note = poll_of(director.get(address(event_round)).text)
    assert Client().get(poll, HTTP_X_DESK_NOTE=note).status_code == 204

    later = time.time() + 12 * 3600 + 1
    monkeypatch.setattr(time, "time", lambda: later)

    assert Client().get(poll, HTTP_X_DESK_NOTE=note).status_code == 302


def test_a_note_that_is_new_shows_nothing_by_itself(director, event_round):
    poll, note = poll_of(director.get(address(event_round)).text)
    send_message(event=event_round.event, message="Soup", acting=acting_as(), client_id="m")

    assert Client().get(poll, HTTP_X_DESK_NOTE=note).status_code == 302


def test_the_version_grows_with_the_cards_of_the_round_being_played(event_round):
    before = desk_version(event_round.event_id, event_round.event.club.slug)
    assert before is not None
    enter_bid(event_round)

    assert desk_version(event_round.event_id, event_round.event.club.slug) == before + 1
    assert ScoreCard.objects.filter(version=1).count() == 1


# -- taps ----------------------------------------------------------------------------------


def test_coming_and_done(director, event_round):
    there = call(event_round)
    path = address(event_round, there.pk, place="calls")

    assert "Carol Reyes is on the way" in director.post(f"{path}coming/", {"client_id": "a"}, follow=True).text
    assert "What came of table 1’s call?" in director.get(f"{path}answer/").text
    answer = director.post(f"{path}answer/", {"client_id": "b", "outcome": "put_right"}, follow=True)
    assert "is on the way" not in answer.text

    there.refresh_from_db()
    assert (there.answered_at is not None, there.outcome) == (True, "put_right")


def test_a_call_that_cannot_come_to_a_ruling_is_done_by_one_tap_on_the_desk(director, event_round):
    there = call(event_round, reason="tablet")
    path = address(event_round, there.pk, "answer", place="calls")

    assert "Table 1 calls" not in director.post(path, {"client_id": "a"}, follow=True, **HTMX).text
    there.refresh_from_db()
    assert there.outcome == "done"


def test_a_call_that_may_be_a_ruling_is_not_answered_without_what_came_of_it(director, event_round):
    there = call(event_round)

    answer = director.post(address(event_round, there.pk, "answer", place="calls"), {"client_id": "a"})

    assert (answer.status_code, "Say what came of it." in answer.text) == (409, True)
    there.refresh_from_db()
    assert there.answered_at is None


def test_a_call_that_is_open_when_its_round_closes_stays_in_sight(event_round):
    call(event_round, 2)
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="late")
    event = event_round.event
    start_now(make_round(event, list(event.entrants.all()), number=2))

    view = context_of(EventRound.objects.get(number=2))

    assert view.todos[0].text == "Table 2 called in round 1: A ruling: “who led?”"
    assert [key.label for key in view.todos[0].keys] == ["Rule…", "Done…", "I’m coming"]
    assert "called" not in {table.state for table in view.tables}


def test_a_call_of_another_event_is_not_found(director, event_round):
    there = call(make_running_round())

    assert director.post(address(event_round, there.pk, "answer", place="calls"), {"client_id": "a"}).status_code == 404


def test_a_tap_answers_with_the_desk_as_it_was_filtered(director, event_round):
    path = f"{address(event_round, 1, 'clock', 'pause', place='rounds')}?show=need&open=2"

    plain = director.post(path, {"client_id": "a"})
    assert plain.headers["Location"] == f"{address(event_round)}?show=need&open=2"

    fragment = director.post(path, {"client_id": "a"}, follow=True, **HTMX)
    assert (fragment.status_code, "table-details" in fragment.text) == (200, True)
    assert LogLine.objects.filter(action="paused the clock").count() == 1


@pytest.mark.parametrize(
    ("place", "data", "fault"),
    [
        ("clock/minutes", {"minutes": "x"}, "Enter whole minutes"),
        ("clock/minutes", {"minutes": "9999999999999999999"}, "At most 120 minutes."),
        ("clock/pause", {}, NOT_READ),
    ],
)
def test_a_wrong_tap_is_answered_in_words(director, event_round, place, data, fault):
    data = {"client_id": "a", **data} if data else {}

    answer = director.post(address(event_round, 1, *place.split("/"), place="rounds"), data)

    assert answer.status_code == 422
    assert fault in answer.text


def test_a_refused_tap_says_why(director, event_round):
    close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="late")

    answer = director.post(address(event_round, 1, "clock", "pause", place="rounds"), {"client_id": "a"}, **HTMX)

    assert answer.status_code == 409
    assert "Round 1 is not being played." in answer.text


def test_minutes_break_message_and_projector(director, event_round):
    for path, data in (
        (address(event_round, 1, "clock", "minutes", place="rounds"), {"minutes": "-5"}),
        (address(event_round, place="break"), {"minutes": "10"}),
        (address(event_round, place="message"), {"message": "Soup is ready"}),
        (address(event_round, "switch", place="projector"), {"shows": "clock"}),
    ):
        EventRound.objects.filter(pk=event_round.pk).update(minutes=50)
        assert director.post(path, {"client_id": path[-20:], **data}).status_code == 302

    event = Event.objects.get(pk=event_round.event_id)
    assert (event.message, event.projector, event.break_until is not None) == ("Soup is ready", "clock", True)
    assert EventRound.objects.get(pk=event_round.pk).added_minutes == -5


def test_a_message_that_is_too_long_stays_in_its_field(director, event_round):
    answer = director.post(address(event_round, place="message"), {"client_id": "a", "message": "soup " * 60})

    assert answer.status_code == 422
    assert "Use up to 200 characters." in answer.text
    assert "soup soup" in answer.text


# -- rounds --------------------------------------------------------------------------------


def test_closing_asks_for_a_reason_where_something_is_missing(director, event_round):
    path = address(event_round, 1, "close", place="rounds")

    assert "Tables 1 and 2: 0 of 4 hands are in" in director.get(path).text
    refused = director.post(path, {"client_id": "a", "reason": ""})
    assert (refused.status_code, "Say why" in refused.text) == (422, True)
    assert director.post(path, {"client_id": "a", "reason": "the hall closes"}).status_code == 302

    assert EventRound.objects.get(pk=event_round.pk).close_reason == "the hall closes"


def test_a_round_is_reopened_from_its_page(director, event_round):
    close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="late")
    path = address(event_round, 1, "reopen", place="rounds")

    assert director.post(path, {"client_id": "a", "reason": ""}).status_code == 422
    assert director.post(path, {"client_id": "a", "reason": "one card more"}).status_code == 302

    assert EventRound.objects.get(pk=event_round.pk).state == "running"


def test_deleting_a_round_takes_an_admin_and_its_name(client):
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8))
    path = address(event_round, 1, "delete", place="rounds")
    client.force_login(make_user(event.club, "director"))
    assert client.get(path).status_code == 403
    client.force_login(make_user(event.club, "admin"))

    assert client.post(path, {"client_id": "a", "typed": "Round 2"}).status_code == 409
    assert client.post(path, {"client_id": "a", "typed": ""}).status_code == 422
    assert client.post(path, {"client_id": "a", "typed": "round 1"}).status_code == 302

    assert not event.rounds.exists()


def test_a_round_that_is_not_there_is_not_found(director, event_round):
    for number in (2, 70000, 10**30):
        assert director.get(address(event_round, number, "close", place="rounds")).status_code == 404, number


# -- people at a table ---------------------------------------------------------------------


def test_missing_arrived_and_waived(director, event_round):
    seat = table_address(event_round, 2, "seats", "W")

    director.post(f"{seat}missing/", {"client_id": "a"})
    assert RoundSeat.objects.get(table__number=2, seat="W").is_missing
    EventRound.objects.update(started_at=timezone.now() - timedelta(minutes=12, seconds=5))
    assert "12 minutes late: 70 off so far" in director.get(address(event_round)).text
    director.post(f"{seat}arrived/", {"client_id": "b"})

    assert "12 minutes late: 70 off" in director.get(address(event_round), {"open": "2"}).text
    assert "12 minutes late: 70 off." in director.get(f"{seat}waive/").text
    assert director.post(f"{seat}waive/", {"client_id": "c", "reason": ""}).status_code == 422
    answer = director.post(f"{seat}waive/", {"client_id": "c", "reason": "the bus"}, follow=True)

    assert "70 off" not in answer.text


def test_a_late_player_is_replaced_at_the_limit(director, event_round):
    seat = table_address(event_round, 2, "seats", "W")
    director.post(f"{seat}missing/", {"client_id": "a"})
    EventRound.objects.update(started_at=timezone.now() - timedelta(minutes=20))
    free = event_round.event.entrants.get(name="Bernice Hall")

    refused = director.post(f"{seat}arrived/", {"client_id": "b"})
    assert (refused.status_code, "Who plays instead?" in refused.text) == (409, True)
    assert "20 minutes late: to be replaced" in director.get(f"{seat}replace/").text
    assert director.post(f"{seat}replace/", {"client_id": "c"}).status_code == 422
    answer = director.post(f"{seat}replace/", {"client_id": "c", "who": str(free.pk)}, follow=True)

    assert "replaced: Bernice Hall plays on" in answer.text
    assert "Vern Talbot is missing" not in answer.text


def test_a_helper_needs_a_name_and_before_the_limit_a_reason(director, event_round):
    path = table_address(event_round, 2, "seats", "W", "replace")

    answer = director.post(path, {"client_id": "c", "who": "helper", "why": "ill"})
    assert (answer.status_code, "Enter the helper’s name." in answer.text) == (422, True)
    for wrong in ({}, {"why": "other"}):
        answer = director.post(path, {"client_id": "c", "who": "helper", "helper": "Tom", **wrong})
        assert (answer.status_code, "Say why" in answer.text) == (422, True)
    said = {"why": "ill", "reason": "a migraine"}
    assert director.post(path, {"client_id": "c", "who": "helper", "helper": "Tom", **said}).status_code == 302
    assert LogLine.objects.get(action="replaced").reason == "Ill: a migraine"


def test_who_was_replaced_for_being_ill_is_back_by_a_key_and_has_no_lateness_to_waive(director, event_round):
    path = table_address(event_round, 2, "seats", "W")
    director.post(f"{path}replace/", {"client_id": "c", "who": "helper", "helper": "Tom", "why": "ill"})
    labels = {key.label: key for key in keys_at(event_round, 2, "Vern Talbot")}

    page = director.get(labels["Back…"].address).text
    answer = director.post(labels["Back…"].address, {"client_id": "b", "reason": "feels better"}, follow=True)

    assert "Waive…" not in labels
    assert "Tom no longer has a part in this round" in page
    assert "Tom plays on" not in answer.text
    assert "Waive…" not in {key.label for key in keys_at(event_round, 2, "Vern Talbot")}


def test_missing_by_mistake_is_taken_back_with_one_tap(director, event_round):
    director.post(table_address(event_round, 2, "seats", "W", "missing"), {"client_id": "m"})
    keys = [key for key in keys_at(event_round, 2, "Vern Talbot") if key.label == "Not missing"]

    page = director.post(keys[0].address, {"client_id": "n"}, follow=True)

    assert page.status_code == 200
    assert not RoundSeat.objects.get(table__number=2, seat="W").is_missing
    assert director.post(keys[0].address, {}).status_code == 422


def test_who_came_unseen_is_entered_with_the_minutes_though_the_limit_is_over(director, event_round):
    EventRound.objects.update(started_at=timezone.now() - timedelta(minutes=25, seconds=5))
    RoundSeat.objects.filter(table__number=2, seat="W").update(is_missing=True)
    path = table_address(event_round, 2, "seats", "W", "came")
    form = director.get(path).context["form"]
    data = {"client_id": form.initial["client_id"], "minutes": form.initial["minutes"], "reason": "sat down unseen"}
    assert data["minutes"] == 25

    assert "is replaced this round" in director.post(path, data).text
    for wrong, fault in (
        ({"minutes": "26"}, "The round has run for 25 minutes."),
        ({"minutes": "-1"}, "Minutes can’t be below 0."),
        ({"minutes": "9" * 30}, "The round has run for 25 minutes."),
        ({"minutes": "\0"}, "Enter whole minutes, such as 8."),
        ({"minutes": "8", "reason": ""}, "Say why in a few words"),
    ):
        answer = director.post(path, {**data, **wrong})
        assert (answer.status_code, fault in answer.text) == (422, True), fault
    assert director.post(path, {**data, "minutes": "8"}).status_code == 302

    assert not RoundSeat.objects.get(table__number=2, seat="W").is_missing
    assert read_sheet(event_round.tables.get(number=2).card).lateness["W"].payload["minutes"] == 8


def test_a_helper_is_chosen_where_nobody_sits_out(director, event_round):
    path = table_address(event_round, 2, "seats", "W", "replace")

    with_somebody = director.get(path).context["form"]["who"]
    Entrant.objects.filter(sit_outs__event_round=event_round).update(state="left")
    alone = director.get(path).context["form"]["who"]

    assert (with_somebody.initial, alone.initial) == (None, "helper")


def test_foreign_substitutes_are_refused(director, event_round):
    other = make_entrants(make_event(), 1)[0]
    path = table_address(event_round, 2, "seats", "W", "replace")

    for value in ("0", "999999", "x", "\0", str(other.pk)):
        assert director.post(path, {"client_id": "c", "who": value, "why": "ill"}).status_code == 422, value


def test_penalties_are_given_and_taken_back(director, event_round):
    path = table_address(event_round, 2, "penalties")
    code = event_round.event.rules.book_version.book.penalties[0].code
    data = {"client_id": "a", "seen": "0", "who": "W", "code": code, "count": "1", "hand": "2", "note": "19 cards"}

    assert director.post(path, {**data, "who": ""}).status_code == 422
    assert director.post(path, data).status_code == 302
    assert director.post(path, data).status_code == 302
    page = director.get(path).text
    assert page.count("Hand 2 · “19 cards”") == 1
    assert "19 cards" in director.get(f"{path}1/pardon/").text
    assert director.post(f"{path}1/pardon/", {"client_id": "b", "reason": ""}).status_code == 422
    assert director.post(f"{path}1/pardon/", {"client_id": "b", "reason": "another table"}).status_code == 302

    assert "19 cards" not in director.get(path).text
    assert director.get(f"{path}1/pardon/").status_code == 409


def test_a_closed_event_stays_as_it_is_until_it_is_reopened(director, event_round):
    event = event_round.event
    table = event_round.tables.get(number=2)
    for kind, payload in (
        ("penalty", {"seat": "N", "code": "card_count", "count": 1}),
        ("late", {"seat": "E", "minutes": 9, "substitute": "", "name": ""}),
    ):
        seen = ScoreCard.objects.get(pk=table.card_id).version
        record(writer=HostWriter(table.card_id, "D"), kind=kind, payload=payload, client_id=kind, seen=seen)
    put_on_hold(event_round.tables.get(number=1), "who led?")
    close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="late")
    close_event(event=event, acting=acting_as(), client_id="e", reason="late")

    def all_there_is():
        cards = ScoreCard.objects.values("pk", "version")
        return list(Event.objects.values()), list(RoundTable.objects.values()), list(cards)

    before = all_there_is()
    for place, more in (
        ("rounds/1/tables/2/penalties", {"who": "W", "code": "card_count", "count": "1", "hand": "", "note": ""}),
        ("rounds/1/tables/2/penalties/1/pardon", {"reason": "another table"}),
        ("rounds/1/tables/2/seats/E/waive", {"reason": "the bus"}),
        ("rounds/1/tables/2/hold", {"hand": "1", "about": "who led?"}),
        ("rounds/1/tables/1/holds/1/release", {}),
        ("message", {"message": "Soup"}),
        ("break", {"minutes": "5"}),
    ):
        first, *rest = place.split("/")
        sent = {"client_id": place[-20:], "seen": "2", **more}

        answer = director.post(address(event_round, *rest, place=first), sent)

        assert (answer.status_code, "This event is closed. Reopen it first." in answer.text) == (409, True), place
        assert all_there_is() == before, place


def test_the_desk_of_a_closed_event_offers_no_penalties_break_or_message(director, event_round):
    close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="late")
    page = director.get(address(event_round), {"open": "2"}).text
    assert ("Penalty…" in page, "<h2>Break</h2>" in page, "Message to all tables" in page) == (True, True, True)
    close_event(event=event_round.event, acting=acting_as(), client_id="e", reason="late")

    page = director.get(address(event_round), {"open": "2"}).text

    assert ("table-details" in page, "Penalty…" in page, "Rule later…" in page) == (True, False, False)
    assert ("<h2>Break</h2>" in page, "Message to all tables" in page) == (False, False)


def keys_at(event_round, number: int, name: str):
    """The keys of one player at a table that is opened."""
    opened = next(table for table in context_of(event_round, open=number).tables if table.is_open)
    return next(seat["keys"] for seat in opened.details["seats"] if seat["name"] == name)


def test_a_penalty_begins_at_the_player_with_the_hand_that_is_played_and_ends_at_the_table(director, event_round):
    enter_bid(event_round, 2)
    code = event_round.event.rules.book_version.book.penalties[0].code
    key = next(key for key in keys_at(event_round, 2, "Vern Talbot") if key.label == "Penalty…")

    form = director.get(key.address).context["form"]
    data = {name: form[name].value() for name in ("client_id", "seen", "who", "count", "hand")}
    answer = director.post(key.address, {**data, "code": code})

    assert (form.initial["who"], form.initial["hand"]) == ("W", "1")
    assert answer.url == f"{address(event_round)}?open=2#table-2"
    assert "<b>Vern Talbot</b>" in director.get(answer.url.partition("#")[0]).text


def test_a_penalty_in_a_closed_round_ends_at_its_table(director, event_round):
    code = event_round.event.rules.book_version.book.penalties[0].code
    EventRound.objects.update(state="closed")
    path = table_address(event_round, 2, "penalties")

    answer = director.post(path, {"client_id": "a", "seen": "0", "who": "W", "code": code, "count": "1"})

    assert answer.url == f"{address(event_round)}?round=1&open=2#table-2"
    page = director.get(answer.url).text
    assert page.count("table-details") == 1
    assert "Penalties" in page


def test_nonsense_for_whom_a_penalty_is_chooses_nobody(director, event_round):
    for who in ("x", "\0", "W-replacement", "9" * 500):
        answer = director.get(table_address(event_round, 2, "penalties"), {"who": who})

        assert (answer.status_code, 'name="who" value="W" checked' in answer.text) == (200, False), who


def test_who_took_over_gets_the_penalty_in_that_seat(director, event_round):
    started = event_round.started_at - timedelta(minutes=20)
    EventRound.objects.update(started_at=started)
    RoundSeat.objects.filter(table__number=2, seat="W").update(is_missing=True)
    director.post(
        table_address(event_round, 2, "seats", "W", "replace"), {"client_id": "r", "who": "helper", "helper": "Tom"}
    )

    key = next(key for key in keys_at(event_round, 2, "Vern Talbot") if key.label == "Penalty…")

    assert key.hint == " for Tom"
    assert 'name="who" value="W-replacement"' in director.get(key.address).text


def test_keys_for_players_at_a_finished_table(event_round):
    event_round.tables.filter(number=2).update(totals={"NS": 200, "EW": 100})

    at_play, finished = (keys_at(event_round, *who) for who in ((1, "Ruth Abernathy"), (2, "Vern Talbot")))

    assert [key.label for key in at_play] == ["Missing", "Replace…", "Penalty…"]
    assert [key.label for key in finished] == ["Penalty…"]


def test_under_a_book_without_a_list_a_director_rules(client):
    event_round = make_running_round(book="st-hilary")
    client.force_login(make_user(event_round.event.club, "referee"))
    path = table_address(event_round, 1, "penalties")
    assert "lists no penalties" in client.get(path).text

    data = {"client_id": "a", "seen": "0", "who": "W", "code": "ruling", "points": "15", "note": "phone at the table"}
    assert client.post(path, data).status_code == 302

    assert "Ministry leader’s penalty" in client.get(path).text
    points = {one.entrant.name: one for one in round_points(read_round(event_round))}
    west = points["Ed Lindqvist"]
    assert [(step.title, step.amount) for step in west.steps][1:] == [("Ministry leader’s penalty", -15)]
    assert west.points == points["Walt Kowalski"].points - 15  # on the player, not the partner


def test_a_ruling_needs_points_and_a_reason(director, event_round):
    path = table_address(event_round, 2, "penalties")
    for typed, said in (
        ({"code": "ruling", "points": "20"}, "Say what for"),
        ({"code": "ruling", "note": "talking"}, "Enter how many points are off."),
        ({"code": "ruling", "points": "0", "note": "talking"}, "Without points it is a warning."),
        ({"code": "ruling", "points": "x", "note": "talking"}, "Enter a whole number"),
        ({"code": "warning"}, "Say what for"),
    ):
        answer = director.post(path, {"client_id": "a", "seen": "0", "who": "W", "count": "1", **typed})

        assert (answer.status_code, said in answer.text) == (422, True), typed


def test_a_warning_is_kept_and_costs_nothing(director, event_round):
    path = table_address(event_round, 2, "penalties")
    data = {"client_id": "a", "seen": "0", "who": "W", "code": "warning", "points": "30", "note": "table talk"}

    director.post(path, data)

    page = director.get(path).text
    assert "Warning" in page
    assert "“table talk”" in page
    sheet = read_sheet(event_round.tables.get(number=2).card)
    assert [entry.payload["points"] for entry in sheet.penalties] == [0]
    vern = next(one for one in round_points(read_round(event_round)) if one.entrant.name == "Vern Talbot")
    assert [step.amount for step in vern.steps] == [0]
    line = LogLine.objects.get(action="gave a penalty")
    assert line.after == "Warning, “table talk”"

    number = sheet.penalties[0].number
    director.post(table_address(event_round, 2, "penalties", number, "pardon"), {"client_id": "b", "reason": "wrong"})
    assert LogLine.objects.get(action="took back a penalty").before == "Warning"
    assert not read_sheet(event_round.tables.get(number=2).card).penalties


def test_a_table_or_seat_that_is_not_there_is_not_found(director, event_round):
    for table, *place in (
        (9, "penalties"),
        (2, "seats", "X", "replace"),
        (2, "seats", "A", "waive"),
        (70000, "penalties"),
    ):
        assert director.get(table_address(event_round, int(table), *place)).status_code == 404, (table, place)
