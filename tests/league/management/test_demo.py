"""`manage.py demo`: three clubs through the verbs that people use, and nothing of them left behind."""

import io
from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from league.cards.reading import read_event, read_round, round_points
from league.management import clubs
from league.models import Club, DirectorCall, Event, EventRound, LogLine, RoundTable
from scoring.models import Device, Entry, RuleBookVersion, ScoreCard
from tests.league.makers import make_club, make_running_round
from tests.league.naive_points import table_points

pytestmark = pytest.mark.django_db


def demo(*arguments):
    said = io.StringIO()
    call_command("demo", *arguments, stdout=said)
    return said.getvalue()


@pytest.fixture(scope="module")
def told(django_db_setup, django_db_blocker):
    """The demo, made once for all the tests that only look; what it printed."""
    with django_db_blocker.unblock():
        said = demo()
        yield said
        demo("--remove")


def test_three_clubs_with_their_evenings(told):
    assert list(Club.objects.values_list("slug", flat=True)) == ["gwinnett-seniors", "st-hilary", "tri-county"]
    assert Event.objects.count() == sum(len(story.evenings) for story in clubs.CLUBS)
    assert Event.objects.filter(state=Event.State.RUNNING).count() == 1


def test_accounts_that_were_printed_open_the_club(told):
    line = next(line for line in told.splitlines() if "St. Hilary" in line and "Director" in line)
    username, password = line.split()[-2:]

    assert authenticate(username=username, password=password) == User.objects.get(username="st-hilary-director")


def test_every_closed_round_is_played_out_and_signed(told):
    closed = EventRound.objects.filter(state=EventRound.State.CLOSED)

    assert closed.count() == sum(evening.rounds for story in clubs.CLUBS for evening in story.evenings)
    assert all(read_round(event_round).is_complete for event_round in closed)


def test_the_tournament_has_penalties_and_late_players_and_comes_to_what_a_pencil_says(told):
    event = Event.objects.get(club__slug="tri-county")
    kinds = set(Entry.objects.filter(card__round_table__event_round__event=event).values_list("kind", flat=True))
    tables = RoundTable.objects.filter(event_round__event=event).order_by("event_round__number", "number")
    pencil = [table_points(table) for table in tables]
    points = [
        {player.entrant.pk: player.points for player in round_points(reading) if player.table == table.number}
        for reading in read_event(event)
        for table in reading.tables
    ]

    assert {"late", "penalty", "sign"} <= kinds
    assert len(points) == 25
    assert points == pencil


def test_seniors_have_three_handed_tables(told):
    books = ScoreCard.objects.filter(round_table__event_round__event__club__slug="gwinnett-seniors")

    assert set(books.values_list("book_version__key", flat=True)) == {"gwinnett", "gwinnett-3"}


def test_tonight_is_going_on_and_a_table_calls(told):
    event_round = EventRound.objects.get(state=EventRound.State.RUNNING)
    hands = [table.hands_done for table in read_round(event_round).tables]

    assert hands == sorted(hands, reverse=True)
    assert hands[0] > hands[-1]
    assert DirectorCall.objects.filter(table__event_round=event_round, answered_at=None).count() == 1
    assert timezone.now() - event_round.started_at < timedelta(hours=2)


def test_history_lies_in_the_past(told):
    oldest = Entry.objects.filter(card__host="league").order_by("created_at").first()

    assert timezone.now() - oldest.created_at > timedelta(days=20)
    assert LogLine.objects.filter(at__gt=timezone.now()).count() == 0


def test_a_second_time_nothing_is_made(told):
    entries = Entry.objects.count()

    assert "already there" in demo()
    assert Entry.objects.count() == entries


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
