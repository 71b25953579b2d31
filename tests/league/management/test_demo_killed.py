"""The demo is filled in beside a server that may be killed at any moment: the next start goes on with it."""

import io
import json
from dataclasses import replace
from datetime import date

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.evening.cards.reading import read_round
from league.management import clubs
from league.management.building import build_archive
from league.models import Club, Event, EventRound
from league.outside.archive.deeds import restore_club
from scoring.models import ScoreCard
from tests.lasting import lasting

pytestmark = pytest.mark.django_db


def demo(*arguments):
    said = io.StringIO()
    call_command("demo", *arguments, stdout=said)
    return said.getvalue()


TINY = clubs.ClubStory(
    name="Tiny",
    key="tiny",
    about="",
    books=("npa",),
    members=("Ann", "Bob", "Cleo", "Dan"),
    settings={"format": "rotation", "rounds_planned": 1, "round_end": "hands", "hands": 1},
    evenings=(
        clubs.Evening(date(2026, 3, 3), (0, 1, 2, 3), 1, name="First"),
        clubs.Evening(date(2026, 3, 10), (0, 1, 2, 3), 0, name="Second"),
    ),
)
TINIER = replace(TINY, name="Tinier", key="tinier")


class Killed(BaseException):
    """As the process would be, in the middle of a club."""


@pytest.fixture(scope="module")
def archives(django_db_setup, django_db_blocker, tmp_path_factory):
    """Two clubs of one evening each, told and packed."""
    folder = tmp_path_factory.mktemp("archives")
    with pytest.MonkeyPatch.context() as patched, lasting(django_db_blocker):
        patched.setattr("league.management.building.FOLDER", folder)
        for story in (TINY, TINIER):
            build_archive(story)
    return folder


@pytest.fixture(autouse=True)
def tiny(monkeypatch, settings, tmp_path, archives):
    """Those two in place of the three, and no example cards."""
    settings.STATE_DIR, settings.DEMO_IS_COMING = tmp_path, tmp_path / "demo_is_coming"
    monkeypatch.setattr("league.management.demo.CLUBS", (TINY, TINIER))
    monkeypatch.setattr("league.management.demo.FOLDER", archives)
    monkeypatch.setattr("league.management.commands.demo.make_examples", list)


@pytest.fixture
def killed_in_the_second_club(monkeypatch):
    def restore(*, change, **arguments):
        rows = []

        def change_until(made):
            rows.append(made)
            if len(rows) == 60 and Club.objects.count() == 2:
                raise Killed
            change(made)

        return restore_club(change=change_until, **arguments)

    with monkeypatch.context() as while_it_ran:
        while_it_ran.setattr("league.management.demo.restore_club", restore)
        with pytest.raises(Killed):
            demo()


def test_story_is_told_as_an_archive_and_leaves_nothing_in_the_database(archives):
    assert not Club.objects.exists()
    assert not ScoreCard.objects.exists()
    assert sorted(json.loads((archives / "told.json").read_text())) == ["tinier", "tiny"]


def test_demo_that_was_killed_goes_on_with_the_club_it_was_at(killed_in_the_second_club):
    assert [club.name for club in Club.objects.all()] == ["Tiny"]
    first = Club.objects.get()

    said = demo()

    assert [club.name for club in Club.objects.all()] == ["Tinier", "Tiny"]
    assert Club.objects.get(name="Tiny").pk == first.pk
    assert Event.objects.filter(state=Event.State.CLOSED).count() == 2
    assert all(read_round(event_round).is_complete for event_round in EventRound.objects.all())
    assert timezone.now() > Event.objects.filter(name="First").latest("starts_at").starts_at
    assert "tiny-director" in said


def test_nobody_signs_in_before_all_is_there(killed_in_the_second_club):
    director = User.objects.get(username="tiny-director")
    assert not director.has_usable_password()

    said = demo()

    line = next(line for line in said.splitlines() if "tiny-director" in line)
    username, password = line.split()[-2:]
    assert authenticate(username=username, password=password) == director
    assert "already there" in demo()
    assert authenticate(username=username, password=password) == director


def test_beside_the_server_it_fills_in_only_a_demo_that_is_to_come(settings):
    assert demo("--beside") == ""
    assert not Club.objects.exists()
    settings.DEMO_IS_COMING.touch()

    assert "tiny-admin" in demo("--beside")
    assert not settings.DEMO_IS_COMING.exists()


def test_remove_calls_off_a_demo_that_is_to_come(settings):
    settings.DEMO_IS_COMING.touch()

    demo("--remove")

    assert not settings.DEMO_IS_COMING.exists()


def test_stories_are_told_at_greenwich_and_in_an_empty_database_alone(settings):
    settings.TIME_ZONE = "America/Chicago"
    with pytest.raises(CommandError, match="Greenwich"):
        demo("--build")
    settings.TIME_ZONE = "UTC"
    demo()
    with pytest.raises(CommandError, match="empty one"):
        demo("--build")
