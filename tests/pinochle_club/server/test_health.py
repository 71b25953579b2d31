"""What the page of health says of a computer, and what cures it."""

import os
import shutil
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from league.models import Letter, LogLine, Notice
from pinochle_club.ground import __version__, locks, one_club
from pinochle_club.ground import health as told
from pinochle_club.ground.commands import command
from pinochle_club.ground.copies import STAMP, copies_here
from pinochle_club.ground.health import Line
from pinochle_club.ground.trouble import Trouble
from pinochle_club.server import examining, health, nightly, pieces, saving
from pinochle_club.server.facts import note
from tests.league.makers import make_club, make_event, make_members

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The boards of other tests don't hear of it."""
    monkeypatch.setattr(told, "_found", [])


def line(title: str) -> Line:
    return next(line for line in health.lines() if line.title == title)


def test_every_line_is_told_and_a_well_computer_has_no_cure(state_dir: Path):
    with locks.alone("worker"):
        told.look()

    assert [line.title for line in told.lines()] == [
        "Saving", "Space", "Database", "Damage", "Secret key", "Clock", "Mail", "Copies", "Second copy",
        "Trial of the newest copy", "Records", "Worker", "Other servers", "Program", "Version",
    ]  # fmt: skip
    assert (told.faults(), told.light()) == ([], "go")


def test_worst_comes_first_and_lights_the_board(state_dir: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(saving, "trouble_now", lambda: Trouble.FULL)

    told.look()

    assert [line.title for line in told.faults()] == ["Saving", "Worker"]
    assert told.light() == "bad"
    assert told.faults()[0].told == f"{Trouble.FULL} Tablets go on writing: their hands wait there."


def test_what_stops_the_club_is_told_alone(state_dir: Path, monkeypatch: pytest.MonkeyPatch):
    found = (examining.Finding("space"), examining.Finding("pages", "It is damaged.", "make restore COPY=club-1"))
    monkeypatch.setattr(examining, "examine", lambda *names: found)

    assert [(line.title, line.cure, line.tone) for line in health.lines()] == [
        ("Space", "", "go"),
        ("Damage", "make restore COPY=club-1", "bad"),
    ]


def test_server_beside_a_newer_one_goes_on_and_says_so(state_dir: Path):
    note(examining.VERSION, "99.1.0")

    records = line("Records")

    assert records.told.endswith(
        f"was changed by version 99.1.0 of this program; this is {__version__}. This server goes on until then."
    )
    assert (records.cure, records.tone) == ("Update the program", "now")
    assert line("Copies").title == "Copies"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL copies itself")
def test_second_computer_is_seconds_behind_and_lights_the_board_when_it_is_gone(state_dir: Path, settings):
    settings.STANDBY = state_dir / "standby"
    settings.STANDBY.mkdir()
    assert line("Second computer") == Line("Second computer", "None stands by yet.")

    run, heard = pieces.next_run(settings.STANDBY, 0), state_dir / "heard_of_another"
    heard.touch()
    assert line("Second computer").told == "A first copy is being made for it."
    (run.folder / "ltx" / "9").mkdir(parents=True)
    (run.folder / "ltx" / "9" / "1-1.ltx").touch()
    assert line("Second computer") == Line("Second computer", "It is 1 second behind.")

    os.utime(heard, (0, timezone.now().timestamp() - 100))
    told.look()
    gone = next(line for line in told.faults() if line.title == "Second computer")
    assert gone.told.startswith("It was heard of last on ")
    assert gone.tone == "now"
    shutil.rmtree(settings.STANDBY)
    settings.STANDBY = state_dir / "stick"
    assert line("Second computer").cure == "Plug it in again"


def test_computer_that_took_over_tells_tablets_where_it_is_until_it_has_the_address(state_dir: Path, settings):
    settings.PUBLIC_URL, before = "http://192.0.2.21:8000", one_club.address_before()
    before.write_text("http://192.0.2.20:8000\n")

    new = line("Address")

    assert new.told == "Tablets look for the club at http://192.0.2.20:8000. It is at http://192.0.2.21:8000 now."
    assert (new.code, new.tone) == (settings.PUBLIC_URL, "now")
    before.write_text("http://127.0.0.1:8000\n")
    assert line("Address").cure == ""
    os.utime(before, (0, 0))
    assert [found for found in health.lines() if found.title == "Address"] == []


def test_finding_of_a_check_that_was_added_is_told_too(state_dir: Path, monkeypatch: pytest.MonkeyPatch):
    found = (examining.Finding("totals", "A total is another one.", "make ledger", stops=False),)
    monkeypatch.setattr(examining, "examine", lambda *names: found)

    assert line("Totals") == Line("Totals", "A total is another one.", "make ledger")


@pytest.mark.parametrize(
    ("sentence", "expected"), [("", "None is set up. Links are shown as codes."), ("Slow.", "Slow.")]
)
def test_of_two_lines_about_one_thing_the_fault_is_told(state_dir: Path, monkeypatch, sentence: str, expected: str):
    found = (examining.Finding("mail", sentence, "Wait" if sentence else "", stops=False),)
    monkeypatch.setattr(examining, "examine", lambda *names: found)

    assert [line.told for line in health.lines() if line.title == "Mail"] == [expected]


def test_check_that_is_named_later_is_asked_too(state_dir: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(examining.examined.followers, "totals", lambda: None)

    assert line("Totals").told == "All is well."


def test_what_cannot_be_told_is_left_out(state_dir: Path, monkeypatch: pytest.MonkeyPatch):
    def failing() -> Line:
        raise OSError("no such drive")

    monkeypatch.setattr(health, "WHILE_OPEN", [failing, health._version])

    assert [line.title for line in health.lines()][-1] == "Program"


@pytest.mark.parametrize(("days", "is_told"), [(7, False), (9, True)])
def test_copy_older_than_eight_days_is_told_with_a_key(state_dir: Path, days: int, is_told: bool):
    lay_copy(days)

    copies = line("Copies")

    assert copies.told.startswith(("The last good copy is from ", "The newest copy is from "))
    assert is_told or "There is none in a second place" in copies.told
    assert (bool(copies.cure), copies.key) == (is_told, "back_up" if is_told else "")


def test_new_club_has_time_for_its_first_copy(state_dir: Path):
    make_club().log.create(who="Carol", action="wrote", subject="something")
    assert line("Copies").cure == ""

    LogLine.objects.update(at=timezone.now() - timedelta(days=9))
    assert (line("Copies").cure, line("Copies").key) == (command("backup"), "back_up")


def lay_copy(days_ago: int) -> None:
    copies_here().mkdir(exist_ok=True)
    at = timezone.localtime() - timedelta(days=days_ago)
    (copies_here() / f"club-{at.strftime(STAMP)}.sqlite3").touch()


def test_copy_that_is_due_is_made_by_a_tap_and_only_once(own_database):
    lay_copy(9)

    said = [health.back_up(), health.back_up()]

    copies = sorted(path.name for path in copies_here().glob("club-*"))
    assert len(copies) == 2
    assert said == [f"The copy was made and read through: {copies[1]}", "There is a copy from the last days already."]


def test_copies_are_told_by_one_check(own_database):
    """Another server's copy is one, and the key of one that failed makes it."""
    lay_copy(9)
    note(nightly.MADE, timezone.now().isoformat())
    assert (line("Copies").cure, examining.examine("copies")) == ("", (examining.Finding("copies"),))

    note(nightly.FAILED, f"{(timezone.now() + timedelta(seconds=1)).isoformat()} the disk was full")
    assert (line("Copies").told, line("Copies").key) == (
        "The last copy could not be made: the disk was full.",
        "back_up",
    )
    assert health.back_up().startswith("The copy was made")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="what PostgreSQL keeps is told by PostgreSQL")
def test_copy_that_cannot_be_made_is_told_in_words(own_database):
    own_database.write_bytes(b"\x07" * 20_000)

    assert health.back_up().startswith("No good copy was made: ")


@pytest.mark.parametrize(("why", "hours", "is_told"), [("away", 2, True), ("away", 0, False), ("held", 2, False)])
def test_mail_server_that_takes_nothing_is_told(state_dir: Path, settings, why: str, hours: int, is_told: bool):
    settings.MAIL_IS_SET_UP = True
    event, now = make_event(), timezone.now()
    letter = Letter(member=make_members(event.club, 1)[0], why=why, next_try_at=now)
    letter.notice = Notice.objects.create(event=event)
    letter.asked_at = now - timedelta(hours=hours)
    letter.save()

    assert bool(line("Mail").cure) == is_told


class Ended(BaseException):
    pass


def test_somebody_looks_at_once_after_trouble_and_reads_through_once_in_a_while(monkeypatch: pytest.MonkeyPatch):
    done: list[str] = []
    rests = iter(range(3))

    def rest(_: float) -> None:
        done.append("rested")
        if next(rests) == 2:
            raise Ended
        told.WOKEN.set()  # a request met trouble

    def look() -> None:
        done.append("looked")
        if len(done) == 1:
            raise OSError("not now")

    monkeypatch.setattr(time, "sleep", rest)
    monkeypatch.setattr(told, "look", look)
    monkeypatch.setattr(connection, "close", lambda: None)  # it is the test's
    monkeypatch.setattr(examining, "read_through", lambda most: done.append(f"read at most {most}"))
    monkeypatch.setattr(examining, "read_through_beside", lambda: done.append("read beside"))

    with pytest.raises(Ended):
        health.keep_looking()

    assert done == [
        "looked", "rested",
        "read at most 100000000", "read beside", "looked", "rested",
        "looked", "rested",
    ]  # fmt: skip
