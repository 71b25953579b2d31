"""`make run`, without make: the start step by step in this process, and as a whole in `test_served`."""

import errno
import gc
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import count

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from pinochle_club.ground import locks, opened, system
from pinochle_club.ground.lost_database import is_loss
from pinochle_club.server import examining, new_database, run, static_files
from tests.club_server import ROOT, ClubServer


@pytest.fixture
def state_dir(settings, tmp_path, monkeypatch):
    """A state directory of its own; static files are a matter of `test_static_files`."""
    settings.STATE_DIR = tmp_path
    settings.DEMO_IS_COMING = tmp_path / "demo_is_coming"
    monkeypatch.delenv("DEMO", raising=False)
    return tmp_path


@pytest.fixture
def database(state_dir, transactional_db):
    """Made ready for this version, whatever a test does to it."""
    yield
    call_command("migrate", verbosity=0)


# -- the database ------------------------------------------------------------------------


@pytest.mark.skipif(connection.vendor != "sqlite", reason="looks into a copy of SQLite's")
def test_database_is_copied_before_it_is_migrated(database, state_dir, capsys):
    newest = newest_migration()
    call_command("migrate", "league", f"{int(newest[:4]) - 1:04}", verbosity=0)

    run.prepare_database()

    (copy,) = (state_dir / "backups").iterdir()
    assert f"A copy is in {copy}" in capsys.readouterr().out
    assert copy.stat().st_mode & 0o077 == 0
    assert "0001_clubs" in migrations(copy)
    assert newest not in migrations(copy)
    assert ("league", newest) in MigrationRecorder(connection).applied_migrations()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_migration_waits_for_a_table_in_moments_and_holds_nobody_up(monkeypatch, capsys):
    """A copy that is made reads every table for as long as it takes."""
    other = connection.copy()
    other.set_autocommit(False)
    other.cursor().execute("LOCK TABLE league_club IN ACCESS SHARE MODE")

    def migrate(*words, **options):
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE league_club ADD COLUMN motto text; ALTER TABLE league_club DROP COLUMN motto")

    monkeypatch.setattr(run, "call_command", migrate)
    monkeypatch.setattr("time.sleep", lambda seconds: other.rollback())
    run.migrate()
    other.close()
    connection.close()

    assert capsys.readouterr().out == "The database is in use. Trying again in a moment.\n"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_migration_that_waits_for_them_is_cut_off_and_would_ask_again(monkeypatch):
    other = connection.copy()
    other.inc_thread_sharing()
    other.set_autocommit(False)
    other.cursor().execute("LOCK TABLE league_event IN ACCESS SHARE MODE")

    def read() -> bool:
        with pytest.raises(OperationalError) as lost, closing(other):
            other.cursor().execute("LOCK TABLE league_club IN ACCESS SHARE MODE")
        return is_loss(lost.value)

    def migrate(*words, **options):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE league_club IN ACCESS EXCLUSIVE MODE")
            reading.append(pool.submit(read))
            cursor.execute("LOCK TABLE league_event IN ACCESS EXCLUSIVE MODE")

    reading: list[Future[bool]] = []
    monkeypatch.setattr(run, "call_command", migrate)
    monkeypatch.setattr(run, "count", lambda start: count(6))  # as long as a busy computer needs
    with ThreadPoolExecutor(1) as pool:
        run.migrate()
    connection.close()

    assert [each.result() for each in reading] == [True]


def newest_migration():
    ((_, name),) = MigrationLoader(connection).graph.leaf_nodes("league")
    return name


def test_database_that_fits_already_is_neither_copied_nor_migrated(database, state_dir, monkeypatch):
    called = []
    monkeypatch.setattr(run, "call_command", lambda name, **options: called.append(name))

    run.prepare_database()

    assert not (state_dir / "backups").exists()
    assert called == ["clearsessions"]


def test_nothing_of_a_connection_is_left_for_the_servers_processes(database):
    run.prepare_database()

    assert connection.connection is None


# -- the demo ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tables", "is_public", "demo", "before", "after"),
    [
        ([], False, None, False, True),
        ([], False, "0", False, False),
        ([], True, None, False, False),
        ([], True, "1", False, True),
        (["django_migrations"], False, None, False, False),
        (["django_migrations"], False, None, True, True),  # the first start was killed before it was filled in
        (["django_migrations"], False, "0", True, False),
    ],
)
def test_demo_comes_with_a_new_database(state_dir, settings, monkeypatch, tables, is_public, demo, before, after):
    settings.IS_PUBLIC = is_public
    monkeypatch.setattr(connection.introspection, "table_names", lambda: tables)
    monkeypatch.setattr(new_database, "make_tables", lambda: None)
    monkeypatch.setattr(run, "has_unapplied_migrations", lambda: False)
    monkeypatch.setattr(run, "call_command", lambda *arguments, **options: None)
    monkeypatch.setattr(run, "fill_ledger", lambda: None)
    monkeypatch.setattr(examining, "keep_key", lambda: None)
    monkeypatch.setattr(examining, "keep_version", lambda: None)
    if demo is not None:
        monkeypatch.setenv("DEMO", demo)
    if before:
        settings.DEMO_IS_COMING.touch()

    run.prepare_database()

    assert settings.DEMO_IS_COMING.exists() == after


@pytest.mark.parametrize(("fault", "code"), [(None, 0), (KeyboardInterrupt(), 1), (OSError("disk full"), 1)])
def test_demo_is_filled_in_by_a_copy_of_this_process(monkeypatch, capsys, fault, code):
    done = []

    def command(*arguments):
        done.append(arguments)
        if fault is not None:
            raise fault

    monkeypatch.setattr(os, "fork", lambda: 0)
    monkeypatch.setattr(os, "_exit", done.append)
    monkeypatch.setattr(system, "end_with_parent", lambda: None)
    monkeypatch.setattr(run, "call_command", command)

    run.fill_in_demo()

    assert done == [("demo", "--beside"), code]
    assert ("disk full" in capsys.readouterr().err) == isinstance(fault, OSError)


def test_demo_is_filled_in_by_another_process_where_there_are_no_copies(monkeypatch):
    started: list[list[str]] = []
    monkeypatch.setattr(system, "CAN_FORK", False)
    monkeypatch.setattr(system, "start_beside", started.append)

    run.fill_in_demo()

    assert started == [[sys.executable, "-m", "django", "demo", "--beside"]]


def test_server_does_not_wait_for_the_demo(monkeypatch):
    monkeypatch.setattr(os, "fork", lambda: 4711)
    monkeypatch.setattr(run, "call_command", None)

    run.fill_in_demo()


# -- static files ------------------------------------------------------------------------


def test_static_files_that_could_not_be_collected_stop_the_start(database, monkeypatch):
    class Failed:
        exitcode = 1

        def join(self):
            pass

    monkeypatch.setattr(static_files, "start_collecting", Failed)
    monkeypatch.setattr(run, "prepare_database", lambda: None)

    with pytest.raises(run.StartError, match="static files could not be collected"):
        run.prepare()


# -- a full drive ------------------------------------------------------------------------


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_static_files_for_which_there_is_no_space_are_told_in_words(state_dir, monkeypatch, capfd):
    monkeypatch.setattr(static_files, "call_command", no_space)

    collecting = static_files.start_collecting()
    collecting.join()

    assert collecting.exitcode == 1
    assert capfd.readouterr().err == "The static files: The club’s computer has no space left.\n"


@pytest.mark.parametrize("step", ["prepare", "announce"])
def test_start_that_runs_out_of_space_ends_in_a_sentence(starting, monkeypatch, step):
    for name in ("choose_address", "examine", "stay_out_of_anothers_way", "prepare", "announce"):
        monkeypatch.setattr(run, name, no_space if name == step else lambda: ("127.0.0.1", 8000))
    monkeypatch.setattr(examining, "set_up", lambda refusal: None)

    with pytest.raises(SystemExit, match=r"^The club cannot open: The club’s computer has no space left\.$"):
        run.main([])


# -- what is printed ---------------------------------------------------------------------


def test_link_for_the_first_admin_is_a_new_one_each_time(database, client, capsys):
    links = []
    for _ in range(2):
        run.offer_setup()
        (link,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("http"))
        assert "Set up the club" in client.get(link.removeprefix("http://testserver")).content.decode()
        links.append(link)

    assert links[0] != links[1]


@pytest.mark.parametrize("is_coming", [False, True])
def test_demo_that_is_to_come_is_announced(database, settings, capsys, is_coming):
    if is_coming:
        settings.DEMO_IS_COMING.touch()

    run.announce()

    assert ("Setting up three example clubs" in capsys.readouterr().out) == is_coming


def test_address_that_changed_since_it_was_printed_is_warned_of(database, state_dir, settings, capsys):
    settings.PUBLIC_URL = "http://192.168.1.6:8000"
    (state_dir / "printed_address").write_text("http://192.168.1.5:8000\n")

    run.announce()

    assert "WARNING: the club was at http://192.168.1.5:8000 last time" in capsys.readouterr().out
    assert (state_dir / "printed_address").read_text() == "http://192.168.1.6:8000\n"


def test_wrong_setting_is_one_sentence_and_no_traceback(tmp_path):
    club = ClubServer(tmp_path)
    club.environment["PROFILE"] = "garden"

    with pytest.raises(AssertionError, match="The club cannot open: PROFILE is 'garden'") as stopped:
        club.start()

    assert "Traceback" not in str(stopped.value)


def migrations(path):
    """Of the clubs, which a copy has had."""
    with closing(sqlite3.connect(path)) as database:
        return {name for (name,) in database.execute("SELECT name FROM django_migrations WHERE app = 'league'")}


# -- one server for a club ---------------------------------------------------------------


@pytest.fixture
def starting(tmp_path, monkeypatch):
    """A folder in which this process starts a club, and ends."""
    monkeypatch.setenv("STATE_DIR", str(tmp_path))
    monkeypatch.setattr(gc, "disable", lambda: None)
    monkeypatch.setattr(locks, "SECONDS_BETWEEN_LOOKS", 0.01)
    monkeypatch.setattr(run, "A_MOMENT", 0.05)
    monkeypatch.setattr(run, "_held", [])
    yield tmp_path
    for mine in run._held:
        mine.free()


@pytest.fixture
def another(starting):
    """Another server of the club that lies there."""
    lock = locks.FileLock(opened.RUNNING, starting)
    yield lock
    lock.free()


def test_club_that_is_open_is_not_opened_again(another, tmp_path, capsys):
    assert another.take()
    opened.noted_address(tmp_path).write_text("http://192.168.1.5:8003\n")

    with pytest.raises(
        SystemExit, match=r"^The club is open on this computer already, at http://192\.168\.1\.5:8003\n"
    ):
        run.main([])

    assert capsys.readouterr().out == ""
    assert {path.name for path in tmp_path.iterdir()} == {"running.lock", "open_at"}


def test_club_that_another_opens_or_closes_is_waited_for_and_not_for_ever(another, tmp_path, monkeypatch):
    """Of two starts in the same second one opens the club."""
    assert another.take()
    threading.Timer(0.2, another.free).start()

    run.be_the_only_one(tmp_path)

    opens_now = run._held.pop()
    monkeypatch.setattr(run, "PATIENCE", 0.1)
    with pytest.raises(run.StartError, match="it is being opened or closed, or a copy of it put back"):
        run.be_the_only_one(tmp_path)
    opens_now.free()


def test_note_of_a_server_that_was_killed_keeps_nobody_from_opening(another, tmp_path):
    opened.noted_address(tmp_path).write_text("http://192.168.1.5:8003\n")

    run.be_the_only_one(tmp_path)

    assert not opened.noted_address(tmp_path).exists()


# -- the address -------------------------------------------------------------------------


@pytest.fixture
def taken_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_taken_port_is_named_and_the_next_one_used(taken_port, monkeypatch, capsys):
    monkeypatch.setenv("PORT", str(taken_port))
    monkeypatch.setenv("BIND", "127.0.0.1")
    monkeypatch.delenv("PUBLIC_URL", raising=False)

    host, port = run.choose_address()

    assert host == "127.0.0.1"
    assert taken_port < port < taken_port + run.PORTS_TO_TRY
    assert f"Port {taken_port} is in use" in capsys.readouterr().out


def test_taken_port_stops_a_club_with_a_public_address(taken_port, monkeypatch):
    monkeypatch.setenv("PORT", str(taken_port))
    monkeypatch.setenv("BIND", "127.0.0.1")
    monkeypatch.setenv("PUBLIC_URL", "http://club.lan:8000")

    with pytest.raises(run.StartError, match="PUBLIC_URL sends people"):
        run.choose_address()


@pytest.mark.parametrize("port", ["abc", "-1", "0", "65536", "８０００"])
def test_port_that_is_none_is_one_sentence(starting, monkeypatch, port):
    monkeypatch.setenv("PORT", port)

    with pytest.raises(SystemExit, match=f"^The club cannot open: PORT is '{port}'; it must be a whole number"):
        run.main([])


@pytest.mark.parametrize(("profile", "host"), [("hall", "0.0.0.0"), ("public", "127.0.0.1")])
def test_public_profile_listens_to_its_proxy_only(profile, host, monkeypatch):
    monkeypatch.setenv("PROFILE", profile)
    monkeypatch.delenv("BIND", raising=False)
    monkeypatch.setattr(run, "is_free", lambda host, port: True)

    assert run.choose_address()[0] == host


# -- make --------------------------------------------------------------------------------


def test_make_keeps_byte_code_whatever_the_shell_says():
    asked = ["make", "--silent", "--eval", "asked: ; @echo $${PYTHONDONTWRITEBYTECODE-kept}", "asked"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}

    assert subprocess.check_output(asked, cwd=ROOT, env=environment, text=True) == "kept\n"
