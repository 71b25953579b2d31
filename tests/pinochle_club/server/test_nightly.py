"""The copy that the club makes by itself, and its trial."""

import shutil
import time
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.models import Event, LedgerRow, LogLine
from pinochle_club.ground.commands import command
from pinochle_club.ground.copies import copies_in
from pinochle_club.server import backups, examining, nightly, trial
from pinochle_club.server.backups import BackupError
from pinochle_club.server.examining import examine, examined
from pinochle_club.server.facts import note, noted
from pinochle_club.server.nightly import MADE, TRIED, Hours, Night
from tests.league.makers import acting_as, make_event, make_running_round, play_round
from tests.pinochle_club.server.test_backups import damage
from tests.scoring.score_card.makers import enter_hand, make_card

R = nightly.REREAD


def at(hours: float) -> datetime:
    """So long after a midnight in the club's time."""
    midnight = timezone.localtime(datetime(2026, 11, 24, 12).astimezone()).replace(hour=0, minute=0)
    return midnight + timedelta(hours=hours)


# -- when it is due ----------------------------------------------------------------------

LAST_NIGHT = at(3.5)
MORNING = at(9)


@pytest.mark.parametrize(
    ("is_due", "now", "told"),
    [
        # a server that is always on: once a night, when nobody enters anything any more
        (False, at(27.4), {"made": LAST_NIGHT, "entered": at(22)}),
        (True, at(27.6), {"made": LAST_NIGHT, "entered": at(22)}),
        (False, at(27.6), {"made": LAST_NIGHT, "entered": at(27.5)}),
        (False, at(28), {"made": at(27.6), "entered": at(22)}),
        (False, at(47), {"made": at(27.6), "entered": at(22)}),
        # a laptop that is on for an evening: after it, and by day where last night was missed
        (False, at(22), {"opened": at(18), "made": at(-100), "entered": at(21.9)}),
        (True, at(22.1), {"opened": at(18), "made": at(17), "entered": at(22), "closed": at(22)}),
        (False, at(22.02), {"opened": at(18), "made": at(17), "entered": at(22), "closed": at(22)}),
        (False, at(22.5), {"opened": at(18), "made": at(22.2), "entered": at(22.1), "closed": at(22)}),
        (True, at(22.6), {"opened": at(18), "entered": at(22.4), "closed": at(22)}),  # the first evening of all
        (False, at(18.3), {"opened": at(18), "made": at(-100)}),
        (True, at(18.6), {"opened": at(18), "made": at(-100)}),
        (False, at(18.3), {"opened": at(18), "closed": at(-2)}),  # a demo
        # a clock that was ahead
        (True, at(27.6), {"made": at(500), "entered": at(500)}),
        (True, at(28), {"opened": at(500)}),
    ],
)
def test_copy_is_due_after_an_evening_and_once_a_night_while_nobody_plays(is_due, now, told):
    assert Hours(**{"opened": MORNING, **told}).is_due(now) is is_due


def test_worker_has_one_made_at_a_time_and_rests_after_a_fault(db, monkeypatch):
    clock, begun = [0.0], list[float]()
    code: list[int | None] = [None]

    def begin() -> SimpleNamespace:
        begun.append(clock[0])
        return SimpleNamespace(poll=lambda: code[0])

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(nightly, "begin", begin)
    monkeypatch.setattr(Hours, "is_due", lambda *_: True)
    night = Night()

    def go_on(seconds: float) -> list[float]:
        clock[0] += seconds
        assert not night(lambda: True)
        return begun

    assert go_on(1) == []
    assert go_on(30) == [31]
    assert go_on(600) == [31]  # it takes as long as it takes
    code[0] = 1
    assert go_on(1) == go_on(600) == [31]
    assert go_on(3600) == [31, 4832]


def test_what_is_due_is_read_from_the_database(db):
    event = make_running_round(players=4).event
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED, closed_at=at(-2))
    LogLine.objects.update(at=at(-3))
    note(MADE, at(-1).isoformat())

    assert nightly.hours_since(at(0)) == Hours(opened=at(0), entered=at(-3), closed=at(-2), made=at(-1))


# -- made and tried ----------------------------------------------------------------------


@pytest.fixture
def evening(own_database) -> Event:
    """Closed, with its rows in the ledger."""
    event = make_event(rounds_planned=1)
    event_round = make_running_round(event, players=4)
    play_round(event_round, seed=7)
    close_round(event_round=event_round, acting=acting_as(), client_id="", reason="unsigned")
    return close_event(event=event, acting=acting_as(), client_id="close")


def told() -> dict[str, str]:
    """What is wrong, by the name of the check, with its cure."""
    return {one.name: f"{one.sentence} {one.cure}" for one in examine(*nightly.CHECKS) if not one.is_fine}


def test_copy_is_put_back_into_a_folder_of_its_own_and_every_total_worked_out_again(
    evening, state_dir, settings, tmp_path, monkeypatch
):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")
    settings.BACKUP_TO = tmp_path / "stick"
    row = LedgerRow.objects.filter(event=evening, is_pair=False).first()
    LedgerRow.objects.filter(pk=row.pk).update(points=row.points + 1)
    now = timezone.now()

    assert nightly.make_and_try(now)

    (copy,) = copies_in(state_dir / "backups")
    assert nightly.made_at() == now
    assert noted(TRIED) == f"{copy.name} 1 Evening {evening.pk} comes to other totals than are kept"
    assert told() == {
        "second place": f"The newest copy isn’t in {settings.BACKUP_TO} as well, which isn’t there. "
        f"Plug the drive in, then: {command('backup', to=str(settings.BACKUP_TO))}",
        "trial": f"The copy {copy.name} was tried. Evening {evening.pk} comes to other totals than are "
        f"kept. Have the cards read again: {nightly.REREAD}",
    }
    assert not (state_dir / "trial").exists()
    assert LedgerRow.objects.get(pk=row.pk).points == row.points + 1  # the club’s own was only read


def test_copy_that_cannot_be_put_back_is_told(own_database, state_dir, monkeypatch):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")

    def copy_badly(to):
        copy = backups.copy_database(to)
        damage(copy)
        return copy

    monkeypatch.setattr(nightly, "copy_database", copy_badly)

    assert nightly.make_and_try(timezone.now())

    (copy,) = copies_in(state_dir / "backups")
    assert told()["trial"].startswith(f"The copy {copy.name} can’t be put back: Nothing was restored: ")
    assert told()["trial"].endswith(f". Make another one: {command('backup')}")
    assert not (state_dir / "trial").exists()


@pytest.mark.parametrize(
    ("noted", "words"),
    [
        ("", None),
        ("a.dump 0", None),
        (
            "a.dump 3 Card 7 is odd",
            f"The copy a.dump was tried. Card 7 is odd, and 2 more. Have the cards read again: {R}",
        ),
        (
            "a.dump - createdb says: no.",
            f"The copy a.dump can’t be put back: createdb says: no. {nightly.MAY_MAKE_ONE}",
        ),
    ],
)
def test_what_came_of_a_trial_is_told_with_its_cure(db, noted, words):
    note(TRIED, noted)

    assert told().get("trial") == words


def test_copy_is_not_tried_where_it_could_fill_the_drive(own_database, state_dir, monkeypatch):
    copy = backups.copy_database()
    free = examining.LITTLE_SPACE + 3 * copy.stat().st_size - 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))

    with pytest.raises(BackupError, match="too little space left"):
        trial.faults_of(copy)


def test_trial_names_what_comes_to_something_else_or_cannot_be_worked_out(evening):
    card = make_card().card
    enter_hand(card.kept_by.get())
    assert list(trial.faults()) == []

    LedgerRow.objects.filter(event=evening).update(points=1)
    card.entries.update(payload={"bid": {}})

    assert [fault.partition(" (")[0] for fault in trial.faults()] == [
        f"Evening {evening.pk} comes to other totals than are kept",
        f"Card {card.pk} can’t be worked out",
    ]


def test_of_very_many_those_of_the_last_evenings_are_tried_and_others_by_lot(db, monkeypatch):
    monkeypatch.setattr(trial, "LOT", 4)
    events = [make_event() for _ in range(9)]

    drawn = [event.pk for event in trial._drawn(Event.objects.all())]

    assert len(set(drawn)) == len(drawn) == 4
    assert {events[-1].pk, events[-2].pk} < set(drawn)
    assert {*trial._drawn(Event.objects.filter(pk__in=[event.pk for event in events[:3]]))} == {*events[:3]}


def test_copy_that_could_not_be_made_is_told_until_there_is_one(own_database, state_dir, monkeypatch):
    def fail(to):
        raise BackupError("the disk is full")

    with monkeypatch.context() as here:
        here.setattr(nightly, "copy_database", fail)
        assert not nightly.make_and_try(timezone.now() - timedelta(seconds=1))

    assert told() == {
        "copies": f"The last copy could not be made: the disk is full. {command('backup')}",
    }
    assert nightly.made_at() is None

    note(MADE, timezone.now().isoformat())  # by another server, whose copies lie elsewhere
    assert told() == {}
    note(MADE, "2020-01-01T12:00+00:00")
    backups.copy_database()
    assert told() == {}


def test_old_copy_is_told_at_the_start(own_database, state_dir):
    assert told() == {}
    (state_dir / "backups").mkdir()
    (state_dir / "backups" / "club-20200101-120000.sqlite3").touch()

    assert told() == {"copies": f"The newest copy is from January 1, 2020. {command('backup')}"}
    assert set(nightly.CHECKS) <= examined.followers.keys()  # of which a start tells all
