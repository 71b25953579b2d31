"""Copies of the database, and putting one back: in this process, and as commands beside a club that is open."""

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from league.models import Letter, Notice
from league.season.notices.post import write_letters
from pinochle_club.ground import system
from pinochle_club.ground.copies import Keep, copies_in, is_old, last_here, last_in_second_place, made_at, read_keep
from pinochle_club.ground.locks import FileLock
from pinochle_club.ground.opened import RUNNING
from pinochle_club.server import backups, restoring, run
from pinochle_club.server.backups import BackupError, SecondCopyError
from pinochle_club.server.standby import Drive
from tests.club_server import ROOT, ClubServer
from tests.league.makers import make_club, make_event, make_members
from tests.sampling import SOAK
from tests.tablet import Tablet

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="looks into SQLite's files")
SUFFIX = ".sqlite3" if connection.vendor == "sqlite" else ".dump"
NOW = datetime(2026, 11, 23, 12).astimezone()


def lay_copies(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).touch()


def damage(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[len(content) // 3 : len(content) // 3 + 20_000] = b"\x07" * 20_000
    copy.write_bytes(content)


# -- a copy ------------------------------------------------------------------------------


def test_copy_is_named_once_it_was_read_and_the_newest_stay_in_both_places(own_database, state_dir, tmp_path):
    folder, stick = state_dir / "backups", tmp_path / "stick"
    old = [f"club-202601{day:02}-120000{SUFFIX}" for day in range(1, 13)]
    lay_copies(folder, *old, "holiday.txt")
    lay_copies(stick, *old, "club-photos.zip", f"club-2026{SUFFIX}")

    copy = backups.copy_database(stick, keep=Keep(newest=3))

    kept = [copy.name, old[-1], old[-2]]
    assert [path.name for path in copies_in(folder)] == kept
    assert [path.name for path in copies_in(stick)] == kept
    assert {"holiday.txt", "second_place", *kept} == {path.name for path in folder.iterdir()}
    assert {"club-photos.zip", f"club-2026{SUFFIX}", *kept} == {path.name for path in stick.iterdir()}
    found = backups.check(stick / copy.name)
    assert found.tables == len(connection.introspection.table_names())
    assert copy.stat().st_mode & 0o077 == 0
    assert last_here() == last_in_second_place() == made_at(copy)


@on_sqlite
def test_copy_that_came_out_damaged_does_not_get_a_name(own_database, state_dir, monkeypatch):
    made = backups._copy_sqlite

    def make_badly(target: Path) -> None:
        made(target)
        damage(target)

    monkeypatch.setattr(backups, "_copy_sqlite", make_badly)

    with pytest.raises(BackupError, match=r"damaged|can’t be read"):
        backups.copy_database()

    assert list((state_dir / "backups").iterdir()) == []


def test_without_the_second_place_there_is_a_copy_here_all_the_same(own_database, state_dir, tmp_path):
    with pytest.raises(SecondCopyError, match="isn’t there") as one:
        backups.copy_database(tmp_path / "stick")
    assert backups.check(one.value.copy).tables == len(connection.introspection.table_names())
    assert copies_in(state_dir / "backups") == [one.value.copy]

    with pytest.raises(SecondCopyError, match="where the first copy lies"):
        backups.copy_database(state_dir / "backups")
    (tmp_path / "stick").write_text("no folder")
    with pytest.raises(SecondCopyError, match="isn’t there"):
        backups.copy_database(tmp_path / "stick")

    assert last_in_second_place() is None


def test_folder_that_a_stick_left_behind_is_no_second_place(own_database, state_dir, tmp_path, monkeypatch):
    stick = tmp_path / "media" / "stick"
    stick.mkdir(parents=True)
    monkeypatch.setattr(system, "MOUNTED_UNDER", (stick.parent,))

    with pytest.raises(SecondCopyError, match="Plug the drive in"):
        backups.copy_database(stick)
    with pytest.raises(FileNotFoundError):
        Drive(stick).look()
    assert list(stick.iterdir()) == []

    monkeypatch.setattr(Path, "is_mount", lambda path: path == stick)
    copy = backups.copy_database(stick)
    assert copies_in(stick) == [stick / copy.name]


def test_command_tells_one_copy_from_two_and_from_none(own_database, state_dir, tmp_path, monkeypatch, capsys):
    def make_backup(*arguments: object) -> object:
        monkeypatch.setattr(sys, "argv", ["backups", *map(str, arguments)])
        try:
            backups.main()
        except SystemExit as end:
            return end.code
        return None

    stick = tmp_path / "stick"
    assert make_backup("--to", stick) == backups.ONLY_ONE
    told = capsys.readouterr()
    assert told.out.startswith("Copied the database and read the copy through: ")
    assert told.err == f"But there is no second copy: {stick} isn’t there. Plug the drive in, or make the folder.\n"

    stick.mkdir()
    assert make_backup("--to", stick, "--keep", "2 days") is None
    assert f"The second copy is in {stick}" in capsys.readouterr().out
    assert make_backup("--keep", "some") == (
        "No good copy was made: 'some' isn’t what to keep; it looks like 30, or like 7 days, 4 weeks, 12 months"
    )


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("10", Keep(newest=10)),
        ("7 days, 4 weeks,12months", Keep(days=7, weeks=4, months=12)),
        ("3, 1 week", Keep(newest=3, weeks=1)),
        *((text, None) for text in ("", "0", "-1", "ten", "7 years", "3, 4", "1 day, 2 days", "7 days 4 weeks", "1.5")),
    ],
)
def test_what_to_keep_is_said_in_a_number_or_in_days_weeks_and_months(text, keep):
    if keep is None:
        with pytest.raises(ValueError, match="isn’t what to keep"):
            read_keep(text)
    else:
        assert read_keep(text) == keep


def copy_of(at: datetime) -> Path:
    return Path(f"club-{at:%Y%m%d-%H%M%S}.sqlite3")


def test_newest_of_each_day_week_and_month_stays():
    copies = [copy_of(NOW - timedelta(hours=12 * number)) for number in range(2 * 400)]

    def stay(text: str) -> list[str]:
        return sorted((copy.stem[5:] for copy in read_keep(text).of(copies, NOW)), reverse=True)

    assert stay("2") == ["20261123-120000", "20261123-000000"]
    assert stay("3 days") == ["20261123-120000", "20261122-120000", "20261121-120000"]
    assert stay("3 weeks") == ["20261123-120000", "20261122-120000", "20261115-120000"]  # a Monday, and two Sundays
    assert stay("3 months") == ["20261123-120000", "20261031-120000", "20260930-120000"]
    assert stay("1, 2 days, 2 weeks, 2 months") == sorted({*stay("2 days"), *stay("2 months")}, reverse=True)


def test_wrong_clock_puts_no_copy_out_of_its_place():
    ahead, newest, before = (copy_of(NOW + timedelta(days=days)) for days in (30, 0, -1))

    assert Keep(newest=1).of([ahead, newest, before], NOW) == {ahead, newest}
    assert Keep(days=1).of([ahead, newest, before], NOW - timedelta(days=4000)) == {ahead, newest, before}
    assert is_old(NOW + timedelta(days=30), NOW)


def test_failed_copy_leaves_nothing_behind_and_stops_the_start(own_database, state_dir, monkeypatch):
    monkeypatch.delenv("SKIP_BACKUP", raising=False)

    def fail(target):
        raise OSError("the disk is full")

    monkeypatch.setattr(backups, "_copy_sqlite", fail)
    monkeypatch.setattr(backups, "dump_postgres", fail)

    with pytest.raises(run.StartError, match="the disk is full"):
        run.back_up()

    assert list((state_dir / "backups").iterdir()) == []


@pytest.mark.parametrize(("days", "old"), [(0, False), (8, False), (9, True), (None, True)])
def test_backup_is_old_after_the_next_club_night(days, old):
    here = None if days is None else NOW - timedelta(days=days)

    assert is_old(here, NOW) is old


# -- put back ----------------------------------------------------------------------------


def test_restored_database_is_the_copy_and_what_it_replaced_is_kept(own_database, state_dir):
    Group.objects.create(name="before")
    write_letters(Notice.objects.create(event=make_event()), make_members(make_club(), 1), NOW)
    copy = backups.copy_database()
    Group.objects.create(name="after")
    (state_dir / "demo_is_coming").touch()
    connection.close()

    aside = restoring.restore(copy)

    assert [group.name for group in Group.objects.all()] == ["before"]
    assert Letter.objects.get().why == "restored"  # what waited then may have gone out since
    assert not (state_dir / "demo_is_coming").exists()
    connection.close()
    assert aside is not None
    assert aside.stat().st_mode & 0o077 == 0
    assert restoring.restore(aside) != aside  # also within the same second
    assert {group.name for group in Group.objects.all()} == {"before", "after"}


def test_nothing_is_restored_while_the_club_is_open(own_database, state_dir):
    copy = backups.copy_database()
    connection.close()
    server = FileLock(RUNNING)
    assert server.take()

    with pytest.raises(BackupError, match="the club is open on this database"):
        restoring.restore(copy)
    server.free()

    with someone_else_connected(), pytest.raises(BackupError, match="the club is open on this database"):
        restoring.restore(copy)
    assert list((state_dir / "backups").glob("before-*")) == []


@contextmanager
def someone_else_connected():
    """A program that is no club of ours, such as `manage.py shell`."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
            other.execute("SELECT count(*) FROM auth_group").fetchone()
            yield
    else:
        program = connection.copy()
        program.ensure_connection()
        yield
        program.close()
    connection.close()


@on_sqlite
@pytest.mark.parametrize("fault", ["damaged", "another database", "no database", "newer"])
def test_copy_that_will_not_do_changes_nothing(own_database, state_dir, fault):
    copy = backups.copy_database()
    if fault == "damaged":
        damage(copy)
    elif fault == "no database":
        copy.write_text("The minutes of the club\n" * 1000)
    else:
        with closing(sqlite3.connect(copy)) as database, database:
            if fault == "newer":
                database.execute(
                    "INSERT INTO django_migrations (app, name, applied) VALUES ('league', '9999_x', '2027')"
                )
            else:
                database.execute("DROP TABLE scoring_entry")
    connection.close()
    before = own_database.read_bytes()

    with pytest.raises(BackupError) as told:
        restoring.restore(copy)

    says = {"another database": "no copy of a club’s database", "newer": "made by a newer version of this program"}
    assert says.get(fault, copy.name) in str(told.value)
    assert own_database.read_bytes() == before
    assert list(state_dir.glob("*.part")) == []


@on_sqlite
def test_damaged_database_is_replaced_and_kept_as_it_was(own_database, state_dir):
    copy = backups.copy_database()
    connection.close()
    own_database.write_bytes(b"not a database any more")

    aside = restoring.restore(copy)

    assert aside is not None
    assert aside.read_bytes() == b"not a database any more"
    assert Group.objects.count() == 0


@on_sqlite
@pytest.mark.parametrize(("typed", "is_restored"), [("restore", True), ("yes", False), (None, False)])
def test_command_asks_for_the_word_and_lists_what_there_is(own_database, monkeypatch, capsys, typed, is_restored):
    Group.objects.create(name="before")
    copy = backups.copy_database()
    Group.objects.all().delete()
    connection.close()
    monkeypatch.setattr(sys, "argv", ["restoring"])
    restoring.main()
    listed = capsys.readouterr().out
    assert "0 clubs, 0 members, 0 events, 0 entries" in listed
    assert f"COPY={copy.name}" in listed

    def answer(question: str) -> str:
        if typed is None:
            raise EOFError
        return typed

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(sys, "argv", ["restoring", copy.name])
    if is_restored:
        restoring.main()
        assert "What was there before is kept: " in capsys.readouterr().out
    else:
        with pytest.raises(SystemExit, match="Nothing was changed"):
            restoring.main()

    assert Group.objects.exists() is is_restored


# -- under load --------------------------------------------------------------------------


def test_copy_of_a_server_that_saves_restores_with_all_it_had_acknowledged(club_server: ClubServer, tmp_path):
    """Tables save all the time while the copy is made; it goes into a club that has nothing."""
    evening, saved = threading.Event(), list[str]()
    tables = [threading.Thread(target=keep_saving, args=(club_server.url, saved, evening)) for _ in range(3)]
    for table in tables:
        table.start()
    try:
        while len(saved) < 12:
            assert any(table.is_alive() for table in tables)
            evening.wait(0.01)
        before = list(saved)
        (tmp_path / "stick").mkdir()
        command(club_server, "pinochle_club.server.backups", "--to", str(tmp_path / "stick"))
        during = len(saved) - len(before)
    finally:
        evening.set()
        for table in tables:
            table.join(timeout=60)
    assert during > 0, "nobody saved while the copy was made: this proves nothing"

    (copy,) = (tmp_path / "stick").iterdir()
    if SOAK:
        refused = command(club_server, "pinochle_club.server.restoring", "--yes", str(copy), code=1)
        assert "the club is open on this database" in refused

    if connection.vendor == "sqlite":
        restored = copy
        if SOAK:
            empty = ClubServer(tmp_path / "empty")
            told = command(empty, "pinochle_club.server.restoring", copy.name, "--from", str(copy.parent))
            assert "The database is now what it was" in told
            restored = tmp_path / "empty" / "club.sqlite3"
        with closing(sqlite3.connect(restored)) as database:
            held = {client_id for (client_id,) in database.execute("SELECT client_id FROM scoring_entry")}
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert set(before) <= held


def keep_saving(url: str, saved: list[str], evening: threading.Event) -> None:
    tablet = Tablet(url)
    card = tablet.begin("npa")
    page = tablet.open(card)
    if page.step is None:
        assert tablet.save(page, first_dealer="N").is_saved
        page = tablet.open(card)
    while not evening.is_set() and page.step is not None:
        figures: dict[str, dict[str, object]] = {
            "bid": {"dealer": "NESW"[(page.step[0] - 1) % 4], "bidder": "N", "bid": 50, "trump": "H"},
            "meld": {"meld_NS": 24, "meld_EW": 8},
            "take": {"take_NS": 27, "take_EW": 23},
        }
        answer = tablet.save(page, **figures[page.step[1]])
        assert answer.is_saved, answer.told
        saved.append(page.hidden["client_id"])
        page = tablet.open(card)
        evening.wait(0.05)  # else most of what this costs is what they save


def command(club: ClubServer, module: str, *arguments: str, code: int = 0) -> str:
    club.state_dir.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=ROOT, env=club.environment, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr
