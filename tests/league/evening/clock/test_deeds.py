from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.check_in.pages import RollPerson, RollRow
from league.evening.clock.deeds import (
    add_minutes,
    clock_of,
    pause_clock,
    resume_clock,
    send_message,
    set_break,
    switch_projector,
)
from league.evening.clock.forms import MessageForm
from league.evening.clock.pages import clock_context
from league.evening.clock.polling import moments_of
from league.evening.judging.deeds.lateness import minutes_late
from league.evening.rounds.deeds import close_round, reopen_round, start_round
from league.evening.tables.pages.tables import message_of
from league.models import Event, EventRound, LogLine
from scoring.rules.book import built_in_book
from scoring.rules.changes import changed_book, parse_change
from tests.league.makers import acting_as, make_entrants, make_event, make_round, make_running_round

pytestmark = pytest.mark.django_db
NEW_YORK = ZoneInfo("America/New_York")
NPA = built_in_book("npa")
BEGUN = changed_book(NPA, [parse_change("round.tardiness.minute=begun")])
START = datetime(2026, 11, 17, 19, 0, tzinfo=UTC)


def started(at: datetime = START, minutes: int = 50) -> EventRound:
    event = make_event(minutes=minutes)
    event_round = make_round(event, make_entrants(event, 8))
    return start_round(event_round=event_round, acting=acting_as(), client_id="start", at=at)


def left_at(event_round: EventRound, at: datetime) -> str:
    return clock_context(event_round.event, event_round, at)["text"]


def minutes_later(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def test_a_round_without_minutes_of_its_own_has_those_of_the_event():
    assert clock_of(started(minutes=45)).minutes == 45


def test_the_clock_stands_still_while_it_is_paused():
    event_round = started()

    event_round = pause_clock(event_round=event_round, acting=acting_as(), client_id="p", at=minutes_later(10))
    assert left_at(event_round, minutes_later(30)) == "40:00"
    event_round = resume_clock(event_round=event_round, acting=acting_as(), client_id="r", at=minutes_later(30))

    assert left_at(event_round, minutes_later(35)) == "35:00"


def test_pausing_and_going_on_twice_is_once():
    event_round = started()

    for at in (10, 12):
        event_round = pause_clock(event_round=event_round, acting=acting_as(), client_id="p", at=minutes_later(at))
    for at in (20, 25):
        event_round = resume_clock(event_round=event_round, acting=acting_as(), client_id="r", at=minutes_later(at))

    assert event_round.paused_seconds == 600
    assert LogLine.objects.filter(action__in=("paused the clock", "restarted the clock")).count() == 2


def test_a_pause_that_comes_again_late_does_not_stop_the_clock_anew():
    event_round = started()
    event_round = pause_clock(event_round=event_round, acting=acting_as(), client_id="p", at=minutes_later(10))
    event_round = resume_clock(event_round=event_round, acting=acting_as(), client_id="r", at=minutes_later(11))

    event_round = pause_clock(event_round=event_round, acting=acting_as(), client_id="p", at=minutes_later(12))

    assert event_round.paused_at is None


def test_minutes_are_added_once_for_one_tap():
    event_round = started()

    for _ in range(2):
        event_round = add_minutes(event_round=event_round, minutes=5, acting=acting_as(), client_id="m")

    assert left_at(event_round, START) == "55:00"


@pytest.mark.parametrize("minutes", [-50, 551])
def test_a_round_keeps_between_a_minute_and_ten_hours(minutes):
    with pytest.raises(Refused, match="between 1 and 600"):
        add_minutes(event_round=started(), minutes=minutes, acting=acting_as(), client_id="m")


def test_the_clock_of_a_round_that_is_not_played_is_left_alone():
    event = make_event()
    event_round = make_round(event, make_entrants(event, 8))

    with pytest.raises(Refused, match="not being played"):
        pause_clock(event_round=event_round, acting=acting_as(), client_id="p")


def test_over_midnight_the_clock_counts_on():
    event_round = started(datetime(2026, 11, 17, 23, 40, tzinfo=NEW_YORK))

    assert left_at(event_round, datetime(2026, 11, 18, 0, 10, tzinfo=NEW_YORK)) == "20:00"


@pytest.mark.parametrize(
    ("start", "later"),
    [
        # At 02:00 clocks go back to 01:00 in the autumn, in spring forward to 03:00: half an hour stays that.
        (datetime(2026, 11, 1, 1, 45, tzinfo=NEW_YORK), datetime(2026, 11, 1, 1, 15, fold=1, tzinfo=NEW_YORK)),
        (datetime(2027, 3, 14, 1, 45, tzinfo=NEW_YORK), datetime(2027, 3, 14, 3, 15, tzinfo=NEW_YORK)),
    ],
)
def test_a_change_of_daylight_saving_neither_gives_nor_takes_time(start, later):
    event_round = started(start.astimezone(UTC))

    assert left_at(event_round, later.astimezone(UTC)) == "20:00"
    assert minutes_late(NPA, event_round, later.astimezone(UTC)) == 30


@pytest.mark.parametrize(
    ("start", "later", "ends"),
    [
        # 01:45 and 50 minutes: in autumn the hour after one comes twice, in spring the one after two never.
        (datetime(2026, 11, 1, 5, 45, tzinfo=UTC), datetime(2026, 11, 1, 6, 15, tzinfo=UTC), "ends at 1:35 am"),
        (datetime(2027, 3, 14, 6, 45, tzinfo=UTC), datetime(2027, 3, 14, 7, 15, tzinfo=UTC), "ends at 3:35 am"),
    ],
)
def test_words_of_the_clock_are_those_on_the_wall_over_a_change_of_daylight_saving(start, later, ends):
    with timezone.override(NEW_YORK):
        event_round = started(start)
        entrant = event_round.event.entrants.first()
        entrant.state, entrant.arrived_at = "here", later
        state = RollRow(event_round.event, RollPerson(entrant.member, entrant)).state
        clock = clock_context(event_round.event, event_round, later)

    assert (clock["text"], clock["ends_at"]) == ("20:00", ends)
    assert state == f"Here {('1:15', '3:15')[start.year - 2026]} am"


def paused(event_round: EventRound, stops: datetime, goes_on: datetime) -> EventRound:
    pause_clock(event_round=event_round, acting=acting_as(), client_id="p", at=stops)
    return resume_clock(event_round=event_round, acting=acting_as(), client_id="r", at=goes_on)


def test_nobody_gets_later_while_the_clock_is_paused():
    event_round = pause_clock(event_round=started(), acting=acting_as(), client_id="p", at=minutes_later(2))
    assert minutes_late(NPA, event_round, minutes_later(2)) == minutes_late(NPA, event_round, minutes_later(30)) == 2

    event_round = resume_clock(event_round=event_round, acting=acting_as(), client_id="r", at=minutes_later(32.5))

    assert [minutes_late(NPA, event_round, minutes_later(at)) for at in (33.4, 33.5, 39.5)] == [2, 3, 9]


def test_without_a_limit_the_clock_counts_lateness_all_the_same():
    event_round = paused(started(minutes=0), minutes_later(5), minutes_later(25))

    assert minutes_late(NPA, event_round, minutes_later(34.9)) == 14
    assert minutes_late(BEGUN, event_round, minutes_later(34.9)) == 15
    assert minutes_late(BEGUN, event_round, minutes_later(35)) == 15


def test_a_pause_over_midnight_is_no_lateness():
    start = datetime(2026, 11, 17, 23, 40, tzinfo=NEW_YORK)
    event_round = paused(started(start), start + timedelta(minutes=15), start + timedelta(minutes=35))

    assert minutes_late(NPA, event_round, datetime(2026, 11, 18, 0, 20, tzinfo=NEW_YORK)) == 20


@pytest.mark.parametrize(
    ("stops", "goes_on"),
    [
        (datetime(2026, 11, 1, 1, 50, tzinfo=NEW_YORK), datetime(2026, 11, 1, 1, 10, fold=1, tzinfo=NEW_YORK)),
        (datetime(2027, 3, 14, 1, 50, tzinfo=NEW_YORK), datetime(2027, 3, 14, 3, 10, tzinfo=NEW_YORK)),
    ],
)
def test_a_pause_over_a_change_of_daylight_saving_is_no_lateness(stops, goes_on):
    begun = stops.astimezone(UTC) - timedelta(minutes=10)
    event_round = paused(started(begun), stops.astimezone(UTC), goes_on.astimezone(UTC))

    assert minutes_late(NPA, event_round, begun + timedelta(minutes=35)) == 15


def test_a_round_that_was_closed_by_mistake_makes_nobody_later():
    event_round = started(at=timezone.now() - timedelta(minutes=20))
    event_round = close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="a mistake")
    assert event_round.closed_at is not None
    EventRound.objects.filter(pk=event_round.pk).update(closed_at=event_round.closed_at - timedelta(minutes=8))

    event_round = reopen_round(event_round=event_round, acting=acting_as(), client_id="o", reason="a mistake")

    assert minutes_late(NPA, event_round, timezone.now()) == 12


def test_minutes_fill_up_only_while_the_clock_runs():
    event_round = paused(started(), minutes_later(2.25), minutes_later(10))
    clock = clock_of(event_round)

    assert clock.next_minute(minutes_later(10)) == minutes_later(10.75)
    assert clock.next_minute(minutes_later(10.75)) == minutes_later(11.75)
    stopped = pause_clock(event_round=event_round, acting=acting_as(), client_id="q", at=minutes_later(12))
    assert clock_of(stopped).next_minute(minutes_later(13)) is None


@pytest.mark.parametrize(
    ("minutes", "text", "sign"),
    [
        (44, "6:00", ""),
        (45, "5:00", "Less than 5 minutes left"),
        (50, "0:00", "Time is up"),
        (52.5, "2:30", "Time is up"),
    ],
)
def test_the_clock_warns_by_a_sign(minutes, text, sign):
    event_round = started()

    clock = clock_context(event_round.event, event_round, minutes_later(minutes))

    assert (clock["text"], clock["sign"]) == (text, sign)


def test_the_clock_of_a_closed_round_says_how_long_it_was():
    event_round = started()
    EventRound.objects.update(state="closed", closed_at=minutes_later(31))

    clock = clock_context(event_round.event, EventRound.objects.get(), minutes_later(60))

    assert (clock["text"], clock["label"], clock["sign"], clock["began_ms"], clock["ends_ms"]) == (
        "31:00",
        "played",
        "Closed",
        "",
        "",
    )


def test_a_round_that_is_reopened_goes_on_from_where_its_clock_stood():
    event_round = make_running_round(minutes=50)
    event_round = close_round(event_round=event_round, acting=acting_as(), client_id="c", reason="late")
    assert event_round.closed_at is not None
    EventRound.objects.filter(pk=event_round.pk).update(closed_at=event_round.closed_at - timedelta(minutes=7))

    event_round = reopen_round(event_round=event_round, acting=acting_as(), client_id="o", reason="a card was missing")

    assert event_round.paused_seconds // 60 == 7


def test_a_break_counts_down_and_ends_by_itself():
    event_round = started()
    event = set_break(event=event_round.event, minutes=10, acting=acting_as(), client_id="b", at=START)

    assert clock_context(event, event_round, minutes_later(4))["state"] == "break"
    assert clock_context(event, event_round, minutes_later(4))["text"] == "6:00"
    assert clock_context(event, event_round, minutes_later(10))["state"] == "running"


def test_a_message_is_sent_and_taken_away():
    event = make_event()

    event = send_message(event=event, message="Coffee is ready", acting=acting_as(), client_id="m", at=START)
    assert clock_context(event, None, START)["message"] == "Coffee is ready"
    event = send_message(event=event, message="", acting=acting_as(), client_id="n")

    assert (event.message, event.message_at) == ("", None)


@pytest.mark.parametrize(("minutes", "ends"), [(10, 10), (0, None)])
def test_a_message_ends_by_itself_on_every_screen(minutes, ends):
    event = make_event()

    event = send_message(event=event, message="Soup", minutes=minutes, acting=acting_as(), client_id="m", at=START)

    shown = [clock_context(event, None, minutes_later(later))["message"] for later in (0, 9.9, 10)]
    assert shown == ["Soup", "Soup", "" if ends else "Soup"]
    assert [message_of(event, minutes_later(later)) != "" for later in (9.9, 10)] == [True, not ends]
    assert moments_of(event, START) == ([minutes_later(ends)] if ends else [])
    assert moments_of(event, minutes_later(10)) == []


@pytest.mark.parametrize(("typed", "minutes"), [({}, 10), ({"minutes": "0"}, 0), ({"minutes": "30"}, 30)])
def test_how_long_a_message_stands_is_chosen(typed, minutes):
    form = MessageForm({"client_id": "m", "message": "Soup", **typed})

    assert form.is_valid()
    assert form.deed_fields["minutes"] == minutes
    assert not MessageForm({"client_id": "m", "message": "Soup", "minutes": "7"}).is_valid()


def test_everything_on_all_screens_counts_the_version_up():
    event = make_event()
    before = event.version

    send_message(event=event, message="Soup", acting=acting_as(), client_id="a")
    set_break(event=event, minutes=5, acting=acting_as(), client_id="b")
    switch_projector(event=event, shows="clock", acting=acting_as(), client_id="c")
    switch_projector(event=event, shows="clock", acting=acting_as(), client_id="d")

    assert Event.objects.get(pk=event.pk).version == before + 3
