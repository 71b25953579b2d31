"""`manage.py demo`: three clubs with a season each out of their archives, and nothing of them left behind."""

import io
import json
import re
from datetime import timedelta
from statistics import mean
from types import SimpleNamespace

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import models
from django.test import Client
from django.utils import timezone

from league.evening.cards.reading import read_event, read_round
from league.management import clubs, earlier
from league.management.building import digest_of
from league.management.demo import FOLDER, TOLD, story_told
from league.management.earlier import NIGHTS, TAP
from league.models import (
    Club,
    Coming,
    DirectorCall,
    Event,
    EventRound,
    LedgerRow,
    LogLine,
    Member,
    Notice,
    Publication,
    PublishedPlace,
    RoundTable,
    Season,
)
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.reading import Archive
from league.outside.archive.tables import TABLES
from league.season.dues.reading import accounts_of
from league.season.grades.foretelling import foretold
from league.season.grades.model import grades_of
from league.season.grades.reading import read_tables
from scoring.models import Device, Entry, RuleBookVersion, ScoreCard
from tests.lab.year.held import differences, figures_of
from tests.lasting import lasting
from tests.league.makers import make_club, make_running_round
from tests.sampling import sample

pytestmark = pytest.mark.django_db
BEFORE = sample(12, NIGHTS)


def demo(*arguments):
    said = io.StringIO()
    call_command("demo", *arguments, stdout=said)
    return said.getvalue()


@pytest.fixture(scope="module")
def told(django_db_setup, django_db_blocker):
    """The demo without its example cards and with few of the nights before, made once for all tests that only look:
    what it said, and when it began."""
    began = timezone.now()
    with lasting(django_db_blocker), pytest.MonkeyPatch.context() as patched:
        patched.setattr("league.management.commands.demo.make_examples", list)
        patched.setattr(earlier, "NIGHTS", BEFORE)
        yield SimpleNamespace(began=began, said=demo())


def of(key):
    """The club of a story."""
    return Club.objects.get(name=next(story.name for story in clubs.CLUBS if story.key == key))


def told_events():
    """Those of the stories, without the nights before them."""
    return Event.objects.exclude(client_id__startswith=TAP)


def test_three_clubs_with_their_evenings(told):
    assert list(Club.objects.values_list("name", flat=True)) == sorted(story.name for story in clubs.CLUBS)
    assert told_events().count() == sum(len(story.evenings) for story in clubs.CLUBS)
    assert Event.objects.filter(state=Event.State.RUNNING).count() == 1


def test_archives_are_of_the_stories_as_they_stand():
    """Who changes a story tells it again: `TIME_ZONE=UTC manage.py demo --build`, in an empty database."""
    known = json.loads((FOLDER / TOLD).read_text())

    assert {key: one["story"] for key, one in known.items()} == {one.key: digest_of(one) for one in clubs.CLUBS}
    assert sum(file.stat().st_size for file in FOLDER.glob("*.zip")) < 2**20


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[pytest.mark.soak] if file.stem == "st-hilary" else [])  # the largest
        for file in sorted(FOLDER.glob("*.zip"))
    ],
)
def test_archives_are_good(file):
    """A start takes that as said."""
    with file.open("rb") as archive:
        assert Archive(archive, AT_THE_SERVER).check()["club"] == 1


def test_accounts_that_were_printed_open_the_club(told):
    line = next(line for line in told.said.splitlines() if "St. Hilary" in line and "Director" in line)
    username, password = line.split()[-2:]

    assert authenticate(username=username, password=password) == User.objects.get(username="st-hilary-director")


@pytest.mark.parametrize("key", ["gwinnett-seniors", "tri-county"])
def test_closed_rounds_are_played_out_and_signed(told, key):
    """What was signed on other days is signed still."""
    closed = EventRound.objects.filter(event__club=of(key), state=EventRound.State.CLOSED)

    assert closed.count() == sum(
        evening.rounds for story in clubs.CLUBS if story.key == key for evening in story.evenings
    )
    assert all(read_round(event_round).is_complete for event_round in closed)


def test_tournament_has_penalties_and_late_players(told):
    event = Event.objects.get(club=of("tri-county"), name="President’s Cup")
    kinds = set(Entry.objects.filter(card__round_table__event_round__event=event).values_list("kind", flat=True))

    assert {"late", "penalty", "sign", "correct"} <= kinds


@pytest.mark.parametrize(
    "story",
    [
        pytest.param(one, id=one.key, marks=[pytest.mark.soak] if one is clubs.ST_HILARY else [])  # the largest
        for one in clubs.CLUBS
    ],
)
def test_points_places_standings_and_money_are_those_of_the_other_book(told, story):
    """Rounds, a final, pairs, three at a table; seasons by points, places, rounds won and averages; pots and debts."""
    club = of(story.key)
    seasons = {name.partition(",")[0] for name in {one.of for one in figures_of(club) if one.what == "season place"}}

    assert differences(club) == []
    assert club.seasons.count() == len(story.seasons) == len(seasons)


def test_every_club_has_a_correction_that_standings_tell_of(told):
    corrected = Publication.objects.filter(because__endswith="was corrected").select_related("season__club")

    assert {one.season.club for one in corrected} == set(Club.objects.all())
    assert len(corrected) == 3
    moved = PublishedPlace.objects.filter(publication__in=corrected, division="", says__has_key="moved")
    assert set(moved.values_list("publication", flat=True)) == {one.pk for one in corrected}


def test_clubs_have_what_a_visitor_looks_for(told):
    for club in Club.objects.all():
        assert Notice.objects.filter(event__club=club, is_published=True).exclude(blocks=[]).exists()
        assert Coming.objects.filter(event__club=club, event__state=Event.State.PLANNED).exists()
        assert club.categories.exists()
        assert all((club.hall, club.street, club.contact, club.cost, club.beginners))
        accounts = accounts_of(club)
        [dues] = club.dues.all()
        assert dues.starts_on < timezone.localdate()
        assert {one.for_dues for one in accounts if one.years} >= {0, dues.amount}
        assert dues.payments.values("paid_on").distinct().count() > 1
    assert Member.objects.filter(initials_only=True).count() == 2
    assert Member.objects.filter(is_guest=True).exists()
    assert Club.objects.get(has_grades=True) == of("st-hilary")
    assert Season.objects.filter(state=Season.State.CLOSED).count() == 2
    assert Coming.objects.filter(event__state=Event.State.PLANNED, says=Coming.Says.LOOKING).count() == 2
    assert Event.objects.exclude(place="").get().state == Event.State.PLANNED


@pytest.mark.soak
def test_club_with_grades_is_old_enough_to_show_them(told):
    """With almost two years of nights before its story."""
    [tables] = read_tables(of("st-hilary").pk).values()

    assert foretold(tables)


def test_nights_before_the_story_have_the_sums_of_their_tables_and_no_hand(told):
    club = of("st-hilary")
    nights = club.events.filter(client_id__startswith=TAP)

    assert nights.count() == BEFORE
    assert nights.latest("played_on").played_on < told_events().filter(club=club).earliest("played_on").played_on
    assert all(table.has_totals_alone for one in read_event(nights[0]) for table in one.tables)
    assert not Entry.objects.filter(card__round_table__event_round__event__in=nights).exists()
    assert LedgerRow.objects.filter(event__in=nights).values("event").distinct().count() == BEFORE
    assert Client().get(f"/clubs/{club.slug}/events/{nights[0].pk}/").status_code == 200


def test_grades_tell_bots_that_play_as_beginners_from_club_players(told):
    club = of("st-hilary")
    rows = LedgerRow.objects.filter(event__in=told_events(), event__club=club)
    LedgerRow.objects.filter(event__club=club).exclude(pk__in=rows.values("pk")).delete()
    [tables] = read_tables(club.pk).values()
    numbers = dict(club.members.values_list("pk", "number"))
    beginners: list[float] = []
    others: list[float] = []
    for grade in grades_of(tables):
        is_beginner = numbers[grade.player] - 1 in clubs.ST_HILARY.beginners
        (beginners if is_beginner else others).append(grade.points)

    assert mean(beginners) + 1 < mean(others)


def test_seniors_have_three_handed_tables(told):
    books = ScoreCard.objects.filter(round_table__event_round__event__club=of("gwinnett-seniors"))

    assert set(books.values_list("book_version__key", flat=True)) == {"gwinnett", "gwinnett-3"}


def test_tonight_is_going_on_and_a_table_calls(told):
    event_round = EventRound.objects.get(state=EventRound.State.RUNNING)
    hands = [table.hands_done for table in read_round(event_round).tables]

    assert hands == sorted(hands, reverse=True)
    assert hands[0] > hands[-1]
    assert DirectorCall.objects.filter(table__event_round=event_round, answered_at=None).count() == 1
    assert event_round.event.tablets.count() == len(hands)
    assert timedelta(minutes=20) < told.began - event_round.started_at < timedelta(minutes=31)
    assert event_round.event.played_on == timezone.localdate(event_round.event.starts_at)


def test_played_nights_are_over_and_the_next_are_ahead(told):
    now = timezone.now()

    assert LogLine.objects.filter(at__gt=timezone.now()).count() == 0
    assert Entry.objects.filter(created_at__gt=now).count() == 0
    for club in Club.objects.all():
        last = club.events.filter(state=Event.State.CLOSED).latest("starts_at")
        ahead = club.events.get(state=Event.State.PLANNED)
        # A story ended within the last week: one of them on the day after its last night, which it corrects.
        assert now - timedelta(days=9) < last.starts_at < now < ahead.starts_at
        assert ahead.played_on == timezone.localdate(ahead.starts_at)
        for event in club.events.exclude(series=None):
            assert event.played_on.weekday() == event.series.weekday
            assert event.calendar_id.endswith(event.played_on.isoformat())


def test_nothing_says_a_day_of_the_story(told):
    """Words are moved as well, wherever they stand: the story's own year is nowhere, if this is another one."""
    year = str(story_told(clubs.ST_HILARY).until.year)
    day = re.compile(rf"\b{year}-\d\d-\d\d\b|\d, {year}\b")
    if str(timezone.localdate().year) == year:
        pytest.skip("in the story's year its days can be today's")
    for table in TABLES:
        words = [field.attname for field in table.fields if isinstance(field, models.CharField | models.TextField)]
        words += [field.attname for field in table.fields if isinstance(field, models.JSONField)]
        for row in table.model._default_manager.values_list(*words) if words and table.name != "books" else ():
            assert not day.search(str(row)), (table.name, row)


def test_what_everybody_sees_first_opens(told):
    client = Client()
    for club in Club.objects.all():
        season = club.seasons.first()
        pages = ["", "members/", "seasons/", f"seasons/{season.pk}/", "events/"]
        assert [client.get(f"/clubs/{club.slug}/{page}").status_code for page in pages] == [200, 302, 200, 200, 200]


def test_a_second_time_nothing_is_made(told):
    entries, events = Entry.objects.count(), Event.objects.count()

    assert "already there" in demo()
    assert (Entry.objects.count(), Event.objects.count()) == (entries, events)


def test_remove_takes_the_demo_and_nothing_else(told):
    ours = make_running_round(players=4, club=make_club(slug="ours"))
    table = ours.tables.get()

    demo("--remove")

    assert [club.slug for club in Club.objects.all()] == ["ours"]
    assert [each.pk for each in RoundTable.objects.all()] == [table.pk]
    assert [card.pk for card in ScoreCard.objects.all()] == [table.card_id]
    assert not Device.objects.filter(label__startswith="Demo").exists()
    assert not User.objects.filter(email__endswith="@demo.invalid").exists()
    assert RuleBookVersion.objects.exists()
