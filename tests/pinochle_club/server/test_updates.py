import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Event, EventRound
from pinochle_club.ground import __version__
from pinochle_club.ground.health import Line
from pinochle_club.server import updates
from tests.league.makers import make_club, make_event


@pytest.fixture
def with_updates(tmp_path, state_dir, monkeypatch: pytest.MonkeyPatch):
    """Where a service sees to updates, from a folder."""
    (tmp_path / "versions" / "1.0.0").mkdir(parents=True)
    (tmp_path / "current").symlink_to("versions/1.0.0")
    (tmp_path / "stick").mkdir()
    watcher = tmp_path / "watcher"
    watcher.touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "versions" / "1.0.0"))
    monkeypatch.setattr(updates, "WATCHER", watcher)
    monkeypatch.setenv("STATE_DIR", str(state_dir))
    monkeypatch.setenv("UPDATE_FROM", str(tmp_path / "stick"))
    return tmp_path


def play(*, is_example: bool = False, ago: timedelta = timedelta(minutes=5), state: str = Event.State.RUNNING) -> None:
    club = make_club()
    club.is_example = is_example
    club.save()
    event = make_event(club, name="Tuesday night", state=state)
    EventRound.objects.create(event=event, number=1, started_at=timezone.now() - ago, state=EventRound.State.CLOSED)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("evening", "told"),
    [
        ({}, "Tuesday night"),  # between two rounds, too
        ({"is_example": True}, ""),
        ({"ago": timedelta(days=2)}, ""),  # nobody closed it
        ({"state": Event.State.CLOSED}, ""),
    ],
)
def test_an_evening_is_played_from_its_first_round_until_it_is_closed(evening, told):
    play(**evening)

    assert updates.evening() == told


@pytest.mark.django_db
def test_a_newer_version_on_the_stick_is_one_tap(with_updates, state_dir):
    before, refused = updates.line(), updates.ask()
    (with_updates / "stick" / "pinochle_club-99.0.0-py3-none-any.whl").touch()
    offered = updates.line()
    play()
    played = updates.ask()
    Event.objects.update(state=Event.State.CLOSED)
    asked = updates.ask()

    assert before == Line("Version", f"This is version {__version__}.")
    assert refused == "There is no newer version to go on to."
    assert (offered.key, offered.tone) == ("update", "go")
    assert offered.told.endswith(f"Version 99.0.0 is in {with_updates}/stick.")
    assert played == "Tuesday night is being played. Update when it is closed."
    assert asked.startswith("In a moment the club closes")
    assert (state_dir / updates.ASKED).exists()
    assert updates.line().key == ""


def test_what_came_of_the_last_one_is_told(with_updates, monkeypatch):
    monkeypatch.setenv("UPDATE_FROM", "index")
    updates.told_in(with_updates).write_text("Version 1.1.0 didn’t open the club.\n")

    told = f"This is version {__version__}. Version 1.1.0 didn’t open the club."
    assert updates.line() == Line("Version", told, key="update")


def test_where_no_service_sees_to_it_nothing_is_offered(with_updates):
    (with_updates / "stick" / "pinochle_club-99.0.0-py3-none-any.whl").touch()
    updates.WATCHER.unlink()

    assert updates.line().key == ""


@pytest.mark.usefixtures("own_database")
def test_the_copy_to_come_back_to_is_kept_beside_those_that_go(settings):
    kept = updates.before("99.0.0")

    assert kept.name.startswith("before-99.0.0-2")
    assert kept.stat().st_mode & 0o777 == 0o600
    (copy,) = settings.STATE_DIR.glob("backups/club-*")
    assert kept.read_bytes() == copy.read_bytes()
