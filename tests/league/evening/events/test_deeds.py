"""Events and series: planned, changed, closed, deleted; the wall clock; who usually comes."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.http import Http404
from django.utils import timezone

from league.acting.finding import get_event
from league.acting.log import Refused
from league.evening.boards.deeds.making import make_boards
from league.evening.check_in.people import usual_players
from league.evening.events.deeds import (
    change_event,
    change_series,
    close_event,
    create_event,
    create_series,
    date_after,
    delete_event,
    next_of_series,
    reopen_event,
)
from league.evening.rounds.deeds import close_round
from league.models import DealtBoards, Entrant, Event, EventRound, LogLine, Series
from scoring.models import ScoreCard
from tests.league.makers import (
    acting_as,
    make_club,
    make_entrants,
    make_event,
    make_rules,
    make_running_round,
    put_on_hold,
)

pytestmark = pytest.mark.django_db
CAROL = acting_as()


def make_series(club=None, **overrides):
    club = club or make_club()
    fields = {"name": "Tuesday cards", "weekday": 1, "starts_at": time(19, 0), "rules": make_rules(club)}
    return Series.objects.create(club=club, **{**fields, **overrides})


def test_event_is_planned_once_and_told_in_the_log():
    club = make_club()
    fields = {
        "name": "Tuesday", "played_on": date(2026, 11, 24), "rules": make_rules(club),
        "starts_at": datetime(2026, 11, 24, 19, tzinfo=UTC),
    }  # fmt: skip

    events = [create_event(club=club, acting=CAROL, client_id="a", **fields) for _ in range(2)]

    assert events[0] == events[1]
    assert LogLine.objects.get(event=events[0]).action == "planned"


def test_rules_of_another_club_are_refused():
    club = make_club()
    day = datetime(2026, 11, 24, 19, tzinfo=UTC)

    with pytest.raises(Refused, match="another club"):
        create_event(
            club=club, acting=CAROL, client_id="a", name="A", played_on=day.date(), starts_at=day,
            rules=make_rules(make_club()),
        )  # fmt: skip


def test_event_of_another_club_is_not_found():
    with pytest.raises(Http404):
        get_event(make_club(), make_event().pk)


def test_change_is_logged_with_before_and_after():
    event = make_event()

    change_event(event=event, acting=CAROL, client_id="a", rounds_planned=6, name=event.name)

    line = LogLine.objects.get(event=event, action="changed")
    assert (line.before, line.after) == ("rounds 4", "rounds 6")


def test_new_fee_is_that_of_everybody_who_owes_the_old_one():
    event = make_event(fee=500)
    owing, paid, guest = make_entrants(event, 3)
    Entrant.objects.filter(pk__in=[owing.pk, paid.pk]).update(fee=500)
    Entrant.objects.filter(pk=paid.pk).update(paid=500)
    Entrant.objects.filter(pk=guest.pk).update(is_guest=True, fee=0)

    change_event(event=event, acting=CAROL, client_id="a", fee=600)

    assert list(event.entrants.values_list("fee", flat=True)) == [600, 500, 0]


def test_what_rounds_were_played_by_stays():
    event = make_running_round(book="st-hilary").event

    rules = make_rules(event.club, "npa")
    cases: dict[str, Any] = {"format": "casual", "hands": 6, "round_end": "game", "rules": rules}
    for field, value in cases.items():
        with pytest.raises(Refused, match="can no longer change"):
            change_event(event=event, acting=CAROL, client_id=field, **{field: value})

    change_event(event=event, acting=CAROL, client_id="b", name="Another name")
    assert Event.objects.get().name == "Another name"


def test_boards_that_are_dealt_go_where_tables_are_to_shuffle():
    event = make_event(compared="matchpoints", hands=4)
    make_boards(event=event, board_sets=3, acting=acting_as(), client_id="boards")

    change_event(event=event, acting=acting_as(), client_id="list", boards_by="master")
    assert DealtBoards.objects.get(event=event).boards.count() == 12

    change_event(event=event, acting=acting_as(), client_id="shuffled", boards_by="recorded")
    assert not DealtBoards.objects.filter(event=event).exists()


def test_closed_event_is_not_changed():
    with pytest.raises(Refused, match="Reopen it first"):
        change_event(event=make_event(state="closed"), acting=CAROL, client_id="a", name="B")


def test_event_is_not_closed_while_a_round_is_played():
    event = make_running_round().event

    with pytest.raises(Refused, match="Round 1 is still being played"):
        close_event(event=event, acting=CAROL, client_id="a", reason="Late")


def test_who_closes_an_event_second_is_told_who_was_first():
    event = make_event()
    close_event(event=event, acting=acting_as(name="Rita Moss"), client_id="r", reason="a fire alarm")

    with pytest.raises(
        Refused, match=r"Rita Moss closed the event at .*: “a fire alarm”. Your closing was not entered."
    ):
        close_event(event=event, acting=acting_as(), client_id="c", reason="the hall closes")


def test_event_with_all_its_rounds_closes_without_a_reason_and_shuts_the_door():
    event = make_event(rounds_planned=1, check_in_open=True, door_key="k")
    EventRound.objects.create(event=event, number=1, state="closed")

    closed = close_event(event=event, acting=CAROL, client_id="a")

    assert (closed.state, closed.check_in_open, closed.door_key) == ("closed", False, "")


def test_reopened_event_is_under_way_where_rounds_were_played():
    event = make_event(state="closed", closed_at=timezone.now())
    EventRound.objects.create(event=event, number=1, state="closed")

    assert reopen_event(event=event, acting=CAROL, client_id="a", reason="One card").state == "running"


def test_deleted_event_takes_its_cards_and_leaves_a_line():
    event_round = make_running_round(players=9)
    event = event_round.event

    delete_event(event=event, acting=CAROL, client_id="a", name="  tuesday CARDS ")

    assert not Event.objects.exists()
    assert not ScoreCard.objects.filter(is_example=False).exists()
    line = LogLine.objects.get(club=event.club)
    assert (line.action, line.subject) == ("deleted", "Tuesday cards 2026-11-17 (9 people, 1 round, 2 cards)")


def test_event_is_not_deleted_under_another_name():
    event = make_event()

    with pytest.raises(Refused, match="Nothing was deleted"):
        delete_event(event=event, acting=CAROL, client_id="a", name="Tuesday")

    assert Event.objects.exists()


# -- series ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "today", "expected"),
    [
        (None, date(2026, 11, 24), date(2026, 11, 24)),  # a Tuesday: tonight
        (None, date(2026, 11, 25), date(2026, 12, 1)),
        (date(2026, 11, 24), date(2026, 11, 24), date(2026, 12, 1)),
        (date(2026, 12, 1), date(2026, 11, 24), date(2026, 12, 8)),  # planned ahead
        (date(2026, 9, 1), date(2026, 12, 30), date(2027, 1, 5)),  # after a break, over the year's end
    ],
)
def test_next_date_is_the_next_such_weekday_after_the_last_night(last, today, expected):
    assert date_after(1, last, today) == expected


def test_nights_follow_each_other_with_the_settings_of_the_series():
    series = make_series(fee=500, rounds_planned=6, format="winners_move", losers="down")

    nights = [
        next_of_series(series=series, acting=CAROL, client_id=at, today=date(2026, 11, 22)) for at in ("a", "b", "a")
    ]

    assert [night.played_on for night in nights] == [date(2026, 11, 24), date(2026, 12, 1), date(2026, 11, 24)]
    assert (nights[1].fee, nights[1].rounds_planned, nights[1].losers) == (500, 6, "down")
    assert nights[0].seed != nights[1].seed


def test_seven_o_clock_stays_seven_o_clock_when_the_clocks_are_changed(settings):
    settings.TIME_ZONE = "America/New_York"
    series = make_series(weekday=6)

    nights = [
        next_of_series(series=series, acting=CAROL, client_id=str(at), today=date(2026, 10, 25)) for at in range(2)
    ]

    assert [night.starts_at.astimezone(UTC).hour for night in nights] == [23, 0]  # summer time ends on November 1


def test_next_night_pins_the_newest_version_of_the_rules():
    series = make_series()
    newer = type(series.rules).objects.create(
        house_rules=series.rules.house_rules, number=2, book_version=series.rules.book_version,
        published_on=date(2026, 11, 20),
    )  # fmt: skip

    assert next_of_series(series=series, acting=CAROL, client_id="a").rules == newer


def test_series_is_made_once_and_changed():
    club = make_club()
    fields = {"name": "Mondays", "weekday": 0, "starts_at": time(13, 30), "rules": make_rules(club)}

    series = [create_series(club=club, acting=CAROL, client_id="a", **fields) for _ in range(2)]
    change_series(series=series[0], acting=CAROL, client_id="b", weekday=3)

    assert series[0] == series[1]
    assert Series.objects.get().weekday == 3


# -- who usually comes -------------------------------------------------------------------


def test_usual_players_are_counted_over_the_last_nights_of_the_series():
    series = make_series()
    club = series.club
    for week in range(6):
        night = make_event(club, series=series, played_on=date(2026, 10, 6 + week))
        make_entrants(night, 3 if week > 3 else 2)
    Entrant.objects.filter(event__played_on=date(2026, 10, 11), member__number=1).update(state="expected")
    tonight = make_event(club, series=series, played_on=date(2026, 11, 17))

    counts = usual_players(tonight)

    one, two, three = club.members.all()
    assert counts == {one.pk: 3, two.pk: 4, three.pk: 2}


def test_event_is_final_when_its_clock_has_run_out_and_then_opens_only_by_its_name():
    event = close_event(event=make_event(), acting=CAROL, client_id="close", reason="Snow")
    Event.objects.filter(pk=event.pk).update(closed_at=timezone.now() - timedelta(hours=event.club.claim_hours))

    with pytest.raises(Refused, match="isn’t the name"):
        reopen_event(event=event, acting=CAROL, client_id="a", reason="One card")
    reopened = reopen_event(event=event, acting=CAROL, client_id="b", reason="One card", name=" tuesday  CARDS")

    assert (reopened.state, reopened.closed_at) == ("planned", None)


def test_evening_is_not_closed_on_a_ruling_to_come_without_a_reason():
    event_round = make_running_round(rounds_planned=1)
    put_on_hold(event_round.tables.get(number=1), "who led?")
    close_round(event_round=event_round, acting=CAROL, client_id="round", reason="late")

    with pytest.raises(Refused, match=r"^Table 1, round 1: ruling to come on hand 1: “who led\?”\. Say why\.$"):
        close_event(event=event_round.event, acting=CAROL, client_id="close")
    assert close_event(event=event_round.event, acting=CAROL, client_id="late", reason="late").state == "closed"
