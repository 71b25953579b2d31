"""The demo is filled in beside a server that may be killed at any moment: the next start goes on with it."""

import io

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command

from league.cards.reading import read_round
from league.management import clubs
from league.management.evenings import play_table
from league.models import Club, Event, EventRound
from scoring.models import Device, ScoreCard

pytestmark = pytest.mark.django_db


def demo(*arguments):
    said = io.StringIO()
    call_command("demo", *arguments, stdout=said)
    return said.getvalue()


TINY = clubs.ClubStory(
    name="Tiny",
    slug="tiny",
    about="",
    books=("npa",),
    members=("Ann", "Bob", "Cleo", "Dan"),
    settings={"format": "rotation", "rounds_planned": 1, "round_end": "hands", "hands": 1},
    evenings=(clubs.Evening("First", 2, (0, 1, 2, 3), 1), clubs.Evening("Second", 1, (0, 1, 2, 3), 1)),
)


class Killed(BaseException):
    """As the process would be, in the middle of an evening."""


@pytest.fixture(autouse=True)
def tiny(monkeypatch, settings, tmp_path):
    """One club of two short evenings in place of the three, and no example cards."""
    settings.STATE_DIR, settings.DEMO_IS_COMING = tmp_path, tmp_path / "demo_is_coming"
    monkeypatch.setattr("league.management.demo.CLUBS", (TINY,))
    monkeypatch.setattr("league.management.commands.demo.make_examples", list)


@pytest.fixture
def killed_in_the_second_evening(monkeypatch):
    tables = []

    def play(table, **arguments):
        tables.append(table)
        if len(tables) == 2:
            play_table(table, **{**arguments, "is_signed": False})
            raise Killed
        play_table(table, **arguments)

    with monkeypatch.context() as while_it_ran:
        while_it_ran.setattr("league.management.demo.play_table", play)
        with pytest.raises(Killed):
            demo()


def test_demo_that_was_killed_goes_on_with_the_evening_it_was_at(killed_in_the_second_evening):
    first = Event.objects.get(name="First")
    half = ScoreCard.objects.get(round_table__event_round__event__name="Second")
    assert half.entries.exists()

    said = demo()

    assert [event.name for event in Event.objects.order_by("played_on")] == ["First", "Second"]
    assert Event.objects.get(name="First").pk == first.pk
    assert not ScoreCard.objects.filter(pk=half.pk).exists()
    assert Device.objects.filter(label__startswith="Demo ").count() == 2
    assert all(read_round(event_round).is_complete for event_round in EventRound.objects.all())
    assert "tiny-director" in said


def test_nobody_signs_in_to_a_club_that_is_half_told(killed_in_the_second_evening):
    director = User.objects.get(username="tiny-director")
    assert not director.has_usable_password()

    said = demo()

    username, password = said.splitlines()[-1].split()[-2:]
    assert authenticate(username=username, password=password) == director
    assert "already there" in demo()
    assert authenticate(username=username, password=password) == director


def test_beside_the_server_it_fills_in_only_a_demo_that_is_to_come(monkeypatch, settings):
    steps = []
    monkeypatch.setattr("league.management.commands.demo.step_aside", steps.append)

    assert demo("--beside") == ""
    assert not Club.objects.exists()
    settings.DEMO_IS_COMING.touch()

    assert "tiny-admin" in demo("--beside")
    assert not settings.DEMO_IS_COMING.exists()
    assert len(steps) == 2
    assert all(niceness > 0 for niceness in steps)


def test_remove_calls_off_a_demo_that_is_to_come(settings):
    settings.DEMO_IS_COMING.touch()

    demo("--remove")

    assert not settings.DEMO_IS_COMING.exists()
