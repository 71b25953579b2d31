"""The end of a club, silence, news: what the worker does by the day, and what is sent twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from league.acting.log import Refused
from league.models import Club, Letter, LogLine, News, Role
from league.office.hosting import nightly
from league.office.hosting.deeds import (
    MOST_NEWS,
    ask_to_delete,
    delete_those_due,
    keep_club,
    put_news_away,
    send_news,
    suspend,
    write_to_silent,
)
from league.office.hosting.hosts import host_acting
from scoring.models import ScoreCard
from tests.league.makers import acting_as, make_club, make_event, make_running_round, make_user
from tests.league.season.notices.post import deliver

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
YEAR = timedelta(days=365)


@pytest.fixture(autouse=True)
def hosted(settings: Any) -> None:
    settings.IS_PUBLIC = settings.MAIL_IS_SET_UP = True


@pytest.fixture
def club() -> Club:
    """With two admins, who have an address."""
    club = make_club(name="Oak Park")
    for name in ("Carol Reyes", "Walt Kowalski"):
        make_user(club, "admin", name=name, email=f"{name.split()[0].lower()}@example.org")
    make_user(club, "director", name="Marge Delgado", email="marge@example.org")
    return club


@pytest.fixture
def host() -> Any:
    return host_acting(make_user(name="Pat Host", is_superuser=True))


def carol_of(club: Club) -> Any:
    return acting_as("admin", Role.objects.get(club=club, user__first_name="Carol").user)


def ask(club: Club, client_id: str = "ask") -> Club:
    return ask_to_delete(club=club, name="oak park", acting=carol_of(club), client_id=client_id)


def sent() -> list[str]:
    return sorted(one.to[0] for one in mail.outbox)


def days_pass(club: Club, days: float) -> datetime:
    """A moment so long after the club was asked to be deleted."""
    club.refresh_from_db()
    return timezone.now() + days * DAY


# -- the end of a club -------------------------------------------------------------------


def test_club_goes_after_a_month_with_all_it_has_and_its_other_admin_was_told(club):
    make_running_round(make_event(club))
    make_running_round(make_event(other := make_club()))

    ask(club)
    ask(club)
    ask(club, "again")
    deliver()

    assert sent() == ["walt@example.org"]
    assert f"/clubs/{club.slug}/delete/" in mail.outbox[0].body
    assert LogLine.objects.filter(club=club, action="asked to delete the club").count() == 1
    assert (delete_those_due(days_pass(club, 29)), Club.objects.count()) == (0, 2)
    for _ in range(2):
        delete_those_due(days_pass(other, 31))
    assert list(Club.objects.all()) == [other]
    assert ScoreCard.objects.count() == other.events.get().rounds.get().tables.count()


def test_any_admin_keeps_a_club_until_its_day_and_a_mail_on_its_way_stays_here(club):
    ask(club)
    walt = acting_as("admin", Role.objects.get(club=club, user__first_name="Walt").user)

    for _ in range(2):
        keep_club(club=club, acting=walt, client_id="keep")
    deliver()

    assert (sent(), delete_those_due(days_pass(club, 60)), Club.objects.get().goes_at) == ([], 0, None)
    assert LogLine.objects.filter(action="kept the club").count() == 1
    Club.objects.update(goes_at=timezone.now() - DAY)
    with pytest.raises(Refused, match="being deleted"):
        keep_club(club=club, acting=walt, client_id="late")


def test_on_the_clubs_own_computer_and_in_an_example_it_goes_at_once(club, settings):
    settings.IS_PUBLIC = False
    ask(club)
    assert not Club.objects.exists()
    settings.IS_PUBLIC = True
    example = make_club(name="Oak Park", is_example=True)
    make_user(example, "admin", name="Carol Reyes")
    ask(example)
    assert not Club.objects.exists()


def test_what_breaks_off_a_deletion_leaves_the_club_whole_for_the_next_night(club, monkeypatch):
    make_running_round(make_event(club))
    ask(club)
    later, cards = days_pass(club, 31), ScoreCard.objects.count()

    def break_off(club: Club, *_: object) -> None:
        raise OSError("killed")

    with monkeypatch.context() as broken:
        broken.setattr(Club, "delete", break_off)
        with pytest.raises(OSError, match="killed"):
            delete_those_due(later)

    assert (Club.objects.count(), ScoreCard.objects.count()) == (1, cards)
    delete_those_due(later)
    assert not Club.objects.exists()


# -- silence -----------------------------------------------------------------------------


def silent_since(club: Club, when: datetime) -> None:
    Club.objects.filter(pk=club.pk).update(created_at=when - YEAR)
    LogLine.objects.create(club=club, at=when, who="Carol", action="closed the round")


def test_silent_club_is_written_to_three_times_a_month_apart_and_nothing_is_deleted(club, host):
    begin = timezone.now() - 3 * YEAR
    silent_since(club, begin)
    LogLine.objects.create(club=club, at=begin + 380 * DAY, who=host.name, action="took the file")  # no sign of life
    times = []

    for days in (300, 364, 366, 367, 390, 397, 398, 430, 470, 700):
        for _ in range(2):
            write_to_silent(begin + days * DAY)
        times.append(Club.objects.get().written_times)

    assert times == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3]
    Letter.objects.update(asked_at=timezone.now(), next_try_at=timezone.now())
    deliver()
    assert sent() == ["carol@example.org"] * 3 + ["walt@example.org"] * 3
    assert Club.objects.get().goes_at is None


def test_what_happens_in_a_club_begins_its_year_again(club):
    begin = timezone.now() - 3 * YEAR
    silent_since(club, begin)
    write_to_silent(begin + YEAR)
    LogLine.objects.create(club=club, at=begin + YEAR + DAY, who="Carol", action="planned an event")

    write_to_silent(begin + YEAR + 40 * DAY)
    assert Club.objects.get().written_times == 0
    deliver()
    assert sent() == []  # it waited here, and there is no more reason
    write_to_silent(begin + 2 * YEAR + 2 * DAY)
    assert Club.objects.get().written_times == 1


@pytest.mark.parametrize("fields", [{"is_example": True}, {"suspended_at": timezone.now()}, {"moved_to": "https://x"}])
def test_club_that_is_silent_for_a_reason_is_left_alone(club, fields):
    silent_since(club, timezone.now() - 3 * YEAR)
    Club.objects.update(**fields)

    write_to_silent(timezone.now())

    assert not Letter.objects.exists()


# -- news --------------------------------------------------------------------------------


def test_the_same_news_twice_is_one_and_each_admin_gets_one_mail(club, host):
    other = make_club()
    Role.objects.create(club=other, user=carol_of(club).user, kind="admin")

    for client_id in ("one", "one", "two"):
        send_news(text="New version tonight.", acting=host, client_id=client_id)
    deliver()

    assert sent() == ["carol@example.org", "walt@example.org"]
    assert "New version tonight." in mail.outbox[0].body
    assert "List-Unsubscribe" not in mail.outbox[0].extra_headers
    assert sorted(Role.objects.exclude(news=None).values_list("kind", flat=True)) == ["admin"] * 3
    put_news_away(club=club, acting=carol_of(club), client_id="away")
    assert Role.objects.exclude(news=None).get().user.first_name == "Walt"


def test_news_of_a_day_is_bounded(club, host):
    for number in range(MOST_NEWS):
        send_news(text=f"News {number}", acting=host)
    with pytest.raises(Refused, match="tomorrow"):
        send_news(text="More", acting=host)
    assert News.objects.count() == MOST_NEWS


# -- the worker --------------------------------------------------------------------------


def test_worker_counts_each_club_once_a_day_and_keeps_house_once_a_night(club, monkeypatch, settings):
    ask(club)
    kept = Club.objects.get().goes_at
    monkeypatch.setattr(nightly, "SECONDS_BETWEEN_LOOKS", 0.0)
    night = timezone.localtime(kept).replace(hour=3) + DAY
    house, looked = nightly.Housekeeping(), list[datetime]()
    monkeypatch.setattr(nightly, "write_to_silent", looked.append)
    for moment in (night.replace(hour=20) - 2 * DAY, night, night + timedelta(minutes=1)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        assert house(lambda: True) is False
    assert looked == [night]
    assert not Club.objects.exists()


def test_rows_are_counted_and_not_again_within_the_day(club, django_assert_num_queries):
    make_running_round(make_event(club))
    nightly.count_some(timezone.now())
    counted = Club.objects.get()

    with django_assert_num_queries(1):
        nightly.count_some(timezone.now() + timedelta(hours=23))

    assert counted.row_count == 8 + 8 + 8 + LogLine.objects.count()  # members, entrants, seats
    assert counted.counted_at is not None


def test_rest_is_told_once(club, host):
    for _ in range(2):
        suspend(club=club, ask="Pat, 555-0100", acting=host, client_id="rest")

    assert [(one.who, one.action, one.after) for one in LogLine.objects.all()] == [
        ("Pat Host, host of the server", "let the club rest", "ask Pat, 555-0100")
    ]
