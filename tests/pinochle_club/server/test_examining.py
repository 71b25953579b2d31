"""A computer that isn't well, each state really made: what is said, what cures it, and that nothing is lost."""

import gc
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from league.models import LogLine
from pinochle_club.ground import __version__
from pinochle_club.ground.copies import copies_in
from pinochle_club.server import backups, examining, restoring, run
from pinochle_club.server.backups import BackupError
from pinochle_club.server.database import tables
from pinochle_club.server.examining import NotWell
from pinochle_club.server.models import Fact
from tests.club_server import ROOT, ClubServer
from tests.league.makers import make_club

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="damages SQLite's files")
on_postgres = pytest.mark.skipif(connection.vendor == "sqlite", reason="asks a PostgreSQL server")
ANOTHER_KEY = "another-" + "0123456789" * 5


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """A command says which state directory it is for only where one was given."""
    monkeypatch.delenv("STATE_DIR", raising=False)


@pytest.fixture
def copy(own_database):
    """Good, beside the database it is of."""
    made = backups.copy_database()
    connection.close()
    return made


@pytest.fixture
def refusal(state_dir, monkeypatch):
    """What `make run` says instead of opening."""

    def start() -> str:
        with pytest.raises(SystemExit) as ended:
            run.main([])
        while run._held:  # as its end would
            run._held.pop().free()
        return str(ended.value.code)

    monkeypatch.setattr(gc, "disable", lambda: None)
    monkeypatch.setattr(examining, "set_up", lambda refusal: None)
    monkeypatch.setattr(run, "prepare", lambda: pytest.fail("it opened"))
    # Without STATE_DIR it would be the program's own, which tests that run at the same time share.
    monkeypatch.setattr(run, "open_state_dir", lambda: state_dir)
    monkeypatch.setenv("PORT", "")
    return start


def overwrite(database: Path, first: int, number: int) -> None:
    content = bytearray(database.read_bytes())
    content[first : first + number] = b"\x07" * number
    database.write_bytes(content)


def destroy_first_bytes(database: Path) -> None:
    overwrite(database, 0, 100)


def cut_in_half(database: Path) -> None:
    os.truncate(database, database.stat().st_size // 2)


def damage_in_the_middle(database: Path) -> None:
    """A page of rows, which nobody reads at a start."""
    with closing(sqlite3.connect(database)) as opened:
        ((page,),) = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = 'auth_permission'")
        ((size,),) = opened.execute("PRAGMA page_size")
    overwrite(database, (page - 1) * size, size)


def empty(database: Path) -> None:
    os.truncate(database, 0)


def leave_without_tables(database: Path) -> None:
    """As any look at an empty file leaves it."""
    database.unlink()
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("VACUUM")


def make_newer(database: Path) -> None:
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('league', '9999_x', '2027')")


def make_next_version(database: Path) -> None:
    """With nothing in its tables to tell by."""
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("INSERT OR REPLACE INTO server_fact (name, value) VALUES ('version', '99.1.0')")


# -- a damaged database ------------------------------------------------------------------

CANT_BE_OPENED = "The club’s database {database} is damaged and can’t be opened."
NO_CLUB = "There is no club in {database}, but there are copies of one."
BEGIN_ANEW = " (or, to begin with a new club, move {folder} away)"


@on_sqlite
@pytest.mark.parametrize(
    ("harm", "sentence", "cure"),
    [
        (destroy_first_bytes, CANT_BE_OPENED, "{restore}"),
        (cut_in_half, CANT_BE_OPENED, "{restore}"),
        (damage_in_the_middle, "The club’s database is damaged: parts of it can’t be read.", "{restore}"),
        (empty, NO_CLUB, "{restore}" + BEGIN_ANEW),
        (Path.unlink, NO_CLUB, "{restore}" + BEGIN_ANEW),
        (leave_without_tables, NO_CLUB, "{restore}" + BEGIN_ANEW),
        (
            make_newer,
            "The club’s database was changed by a newer version of this program.",
            "Update the program, or go back to a copy from before: {restore}",
        ),
        (
            make_next_version,
            f"The club’s database was changed by version 99.1.0 of this program; this is {__version__}.",
            "Update the program, or go back to a copy from before: {restore}",
        ),
    ],
)
def test_start_says_what_is_wrong_with_a_database_and_names_the_copy_that_cures_it(
    own_database, copy, refusal, harm, sentence, cure
):
    harm(own_database)
    before = own_database.read_bytes() if own_database.exists() else None
    names = {"database": own_database, "folder": copy.parent, "restore": f"make restore COPY={copy.name}"}

    told = refusal()

    assert told == f"The club cannot open: {sentence}\nWhat to do: {cure}".format(**names)
    assert (own_database.read_bytes() if own_database.exists() else None) == before
    connection.close()
    restoring.restore(copy)
    assert examining.insist("header", "pages", "version") == []


@on_sqlite
def test_copy_that_is_named_can_be_read_and_fits_this_program(own_database, copy, monkeypatch):
    next_version, newest, damaged = (copy.with_name(f"club-2099010{day}-120000.sqlite3") for day in (1, 2, 3))
    for other in (next_version, newest, damaged):
        shutil.copyfile(copy, other)
    make_next_version(next_version)
    make_newer(newest)
    damage_in_the_middle(damaged)

    assert examining.newest_copy() == newest
    make_newer(own_database)
    with pytest.raises(NotWell, match=f"COPY={copy.name}$"):
        examining.insist("version")
    cut_in_half(own_database)
    monkeypatch.setenv("STATE_DIR", "/srv/our club")
    with pytest.raises(NotWell, match=f"STATE_DIR='/srv/our club' make restore COPY={newest.name}$"):
        examining.insist("header")


@pytest.mark.parametrize(
    ("version", "noted", "is_newer"),
    [
        ("", "1.0.2", False),
        ("0.9.9", "1.0.2", False),
        ("1.0.1", "1.0.2", False),
        ("1.0.10", "1.0.10", False),
        ("1.1.0rc1", "1.1.0rc1", True),
        ("1.10.0", "1.10.0", True),
    ],
)
def test_database_keeps_the_latest_version_that_had_it(own_database, monkeypatch, version, noted, is_newer):
    monkeypatch.setattr(examining, "__version__", "1.0.2")
    if version:
        Fact.objects.create(name="version", value=version)

    assert bool(examining.examine("version")[0].sentence) is is_newer
    examining.keep_version()

    assert Fact.objects.get(name="version").value == noted


@on_sqlite
def test_club_without_a_good_copy_is_told_to_look_on_its_other_drive(own_database, copy):
    cut_in_half(copy)
    cut_in_half(own_database)

    with pytest.raises(NotWell, match=r"There is no good copy in .*: make restore FROM=/media/stick$"):
        examining.insist()


@on_sqlite
def test_database_that_another_program_has_locked_is_not_called_damaged(own_database, copy, refusal):
    with closing(sqlite3.connect(own_database)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")

        told = refusal()

    assert told == (
        "The club cannot open: The club’s database can’t be read: database is locked.\n"
        "What to do: Close the other program that has it open, then start again"
    )


@on_sqlite
def test_new_club_has_nothing_to_complain_of(own_database):
    own_database.unlink()

    assert examining.insist() == []
    assert tables() == set()
    assert not own_database.exists()  # asking makes none


@on_sqlite
def test_tables_are_those_of_the_database(own_database):
    assert tables() >= {"server_fact", "league_logline", "scoring_entry"}


@on_sqlite
def test_copy_of_a_damaged_database_fails_with_what_cures_it(own_database, copy):
    damage_in_the_middle(own_database)

    with pytest.raises(BackupError) as told:
        backups.copy_database()

    assert f"database is damaged: parts of it can’t be read.\nWhat to do: make restore COPY={copy.name}" in str(
        told.value
    )
    assert copies_in(copy.parent) == [copy]


@on_sqlite
def test_check_of_manage_py_tells_of_the_database_too(own_database, copy, capsys):
    call_command("check")
    damage_in_the_middle(own_database)

    with pytest.raises(CommandError, match=f"database is damaged.*\n.*COPY={copy.name}"):
        call_command("check")


@on_sqlite
def test_large_database_is_read_through_beside_the_club(own_database, copy, monkeypatch):
    """And what that found is known until the database is another one, or a good copy was made of it."""
    started: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: started.append(command))
    monkeypatch.setattr(examining, "set_up", lambda refusal: None)
    examining.read_through_beside()
    assert started == []
    monkeypatch.setattr(examining, "READ_AT_ONCE", 1000)
    good = own_database.read_bytes()
    damage_in_the_middle(own_database)

    examining.read_through(examining.READ_AT_ONCE)
    assert examining.insist("pages") == []
    examining.read_through_beside()
    assert [command[1:] for command in started] == [["-m", "pinochle_club.server.examining"]]
    with pytest.raises(SystemExit, match="WARNING: The club’s database is damaged"):
        examining.main()
    with pytest.raises(NotWell, match="parts of it can’t be read"):
        examining.insist("pages")

    own_database.write_bytes(good)
    examining.read_through(examining.READ_AT_ONCE)
    assert examining.insist("pages") == []


# -- a computer that can't be written to -------------------------------------------------

CAN_MOUNT = subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode == 0
FULL_THEN_READ_ONLY = """
mount -t tmpfs -o size=2m none "$STATE_DIR"
dd if=/dev/zero of="$STATE_DIR/photos" bs=64k
"$0" -m pinochle_club.server.run; echo "ended with $?"
rm "$STATE_DIR/photos"; mount -o remount,ro "$STATE_DIR"
"$0" -m pinochle_club.server.run; echo "ended with $?"
"$0" -m pinochle_club.server.backups; echo "ended with $?"
"""


@on_sqlite
@pytest.mark.skipif(not CAN_MOUNT, reason="no drive of the test's own can be mounted here")
def test_full_or_read_only_drive_ends_the_command_in_words(tmp_path):
    folder = (tmp_path / "var").resolve()
    folder.mkdir()

    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", FULL_THEN_READ_ONLY, sys.executable],
        cwd=ROOT, env=ClubServer(folder).environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False,
    )  # fmt: skip

    told = [line for line in done.stdout.splitlines() if not line.startswith("dd:") and " records " not in line]
    read_only = [
        f"Nothing may be written to {folder}.",
        f"What to do: sudo mount -o remount,rw {folder}",
        "ended with 1",
    ]
    assert [line for line in told if "bytes" not in line] == [
        "The club cannot open: The club’s computer has no space left.",
        f"What to do: Delete files that aren’t the club’s, on the drive of {folder}",
        "ended with 1",
        f"The club cannot open: {read_only[0]}",
        *read_only[1:],
        f"No good copy was made: {read_only[0]}",
        *read_only[1:],
    ]


def test_little_space_is_told_and_the_club_opens(own_database, state_dir, monkeypatch, capsys):
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=499_000_000))

    run.examine()

    assert "NOTE: The club’s computer has only 499 MB of space left.\nWhat to do: " in capsys.readouterr().out


def test_clock_before_the_newest_row_is_told_and_the_club_opens(own_database, capsys):
    line = LogLine.objects.create(club=make_club(), who="Carol", action="came")
    run.examine()
    assert capsys.readouterr().out == ""
    LogLine.objects.filter(pk=line.pk).update(at=datetime(2099, 1, 2, 20, 15, tzinfo=UTC))

    run.examine()

    told = capsys.readouterr().out
    assert told.startswith("NOTE: The computer’s clock says ")
    assert "but something was entered on January 2, 2099, 8:15 pm.\nWhat to do: Set the clock: " in told


def test_slow_mail_server_is_told_and_the_club_opens(own_database, settings, state_dir, capsys):
    settings.MAIL_IS_SET_UP = True
    settings.TIME_ZONE = "UTC"
    run.examine()
    assert capsys.readouterr().out == ""
    (settings.STATE_DIR / "slow_mail").touch()
    os.utime(settings.STATE_DIR / "slow_mail", (4070908800, 4070908800))

    run.examine()

    said = "NOTE: The mail server is slow: on January 1, 2099, 12:00 am, a letter wasn’t taken within half a minute."
    assert capsys.readouterr().out.startswith(f"{said}\nWhat to do: ")


# -- the key -----------------------------------------------------------------------------


def test_server_with_another_key_refuses_until_that_is_meant(own_database, settings, refusal, monkeypatch):
    examining.keep_key()
    assert examining.insist("key") == []
    settings.SECRET_KEY = ANOTHER_KEY
    monkeypatch.delenv("SECRET_KEY", raising=False)

    told = refusal()

    assert told == (
        "The club cannot open: This database belongs to a club with another secret key.\n"
        f"What to do: Put the club’s own key into {settings.STATE_DIR}/secret_key. If it is lost, go on with this one:"
        " NEW_KEY=1 make run (everybody signs in again, authenticator apps are set up again, and table cards are"
        " printed again)"
    )
    with pytest.raises(NotWell):
        examining.keep_key()
    monkeypatch.setenv("NEW_KEY", "1")
    examining.keep_key()
    monkeypatch.delenv("NEW_KEY")
    assert examining.insist("key") == []
    assert ANOTHER_KEY not in Fact.objects.get(name="key").value


@on_sqlite
def test_restored_copy_of_another_computer_says_whose_key_it_needs(own_database, settings, monkeypatch, capsys):
    examining.keep_key()
    copy = backups.copy_database()
    connection.close()
    settings.SECRET_KEY = ANOTHER_KEY
    monkeypatch.setattr(sys, "argv", ["restoring", copy.name, "--yes"])
    monkeypatch.setattr(examining, "set_up", lambda refusal: None)

    restoring.main()

    told = capsys.readouterr().out
    assert told.startswith("The database is now what it was in")
    assert (
        "\nBefore you open the club: This database belongs to a club with another secret key.\nWhat to do: Put " in told
    )
    assert "make run\n" not in told


# -- PostgreSQL --------------------------------------------------------------------------


@on_postgres
@pytest.mark.parametrize(
    ("change", "sentence", "cure"),
    [
        (
            {"NAME": "no_such_club"},
            'PostgreSQL doesn’t let the club in: database "no_such_club" does not exist.',
            "Make the database: createdb no_such_club (or correct DATABASE_URL)",
        ),
        (
            {"HOST": "127.0.0.1", "PORT": "1"},
            "PostgreSQL doesn’t let the club in: Connection refused.",
            "Start PostgreSQL: sudo systemctl start postgresql (or correct DATABASE_URL)",
        ),
    ],
)
def test_postgresql_that_does_not_let_the_club_in_is_told(own_database, refusal, monkeypatch, change, sentence, cure):
    connection.close()
    with monkeypatch.context() as elsewhere:
        for name, value in change.items():
            elsewhere.setitem(connection.settings_dict, name, value)

        assert refusal() == f"The club cannot open: {sentence}\nWhat to do: {cure}"


@on_postgres
def test_postgresql_that_is_too_old_is_told(own_database, refusal, monkeypatch):
    connection.close()
    with monkeypatch.context() as newer:
        newer.setattr("django.db.backends.base.base.RAN_DB_VERSION_CHECK", set())  # asked once a process
        newer.setattr(connection.features, "minimum_database_version", (99,))

        told = refusal()

    assert told.startswith("The club cannot open: The club can’t work with this PostgreSQL: PostgreSQL 99 or later is")
    assert told.endswith("What to do: Update PostgreSQL, or let DATABASE_URL lead to a newer one")


@on_postgres
def test_database_of_a_newer_version_is_told_on_postgresql_too(own_database, refusal, copy):
    said = "The club cannot open: The club’s database was changed by "
    back = f"What to do: Update the program, or go back to a copy from before: make restore COPY={copy.name}"
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('league', '9999_x', now())")
    try:
        backups.dump_postgres(copy.with_name("club-20990101-000000.dump"))
        copy.with_name("club-20990101-000001.dump").write_text("cut short")
        assert refusal() == f"{said}a newer version of this program.\n{back}"
        copy.with_name("club-20990101-000001.dump").unlink()
        Fact.objects.create(name="version", value="99.1.0")
        backups.dump_postgres(copy.with_name("club-20990101-000002.dump"))
        assert refusal() == f"{said}version 99.1.0 of this program; this is {__version__}.\n{back}"
        assert restoring.what_is_in(copy.with_name("club-20990101-000002.dump")) == "version 99.1.0"
        copy.unlink()
        assert refusal().endswith("What to do: Update the program")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_x'")
        Fact.objects.filter(name="version").delete()
