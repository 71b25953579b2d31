"""`make run`, without make: the same script, in processes of their own on an SQLite database of their own."""

import re
import socket
import sqlite3
import urllib.request
from contextlib import closing

import pytest

from pinochle_club import backups, run
from tests.club_server import ClubServer


@pytest.fixture
def club(tmp_path):
    server = ClubServer(tmp_path)
    yield server
    server.kill()


def test_first_start_serves_and_prints_the_address_and_its_code(club):
    club.start()

    printed = club.log.read_text()
    assert f"The club is open at {club.url}\n" in printed
    assert "█" in printed
    assert "copied it to" not in printed
    assert urllib.request.urlopen(club.url + "/health").read() == b"ok"


def test_first_start_prints_a_link_for_the_first_admin_and_a_new_one_each_time(club):
    links = []
    for _ in range(2):
        club.start()
        links.append(re.findall(rf"{re.escape(club.url)}/l/[\w-]{{32}}/", club.log.read_text())[-1])
        page = urllib.request.urlopen(links[-1]).read().decode()
        assert "Set up the club" in page
        club.stop()

    assert links[0] != links[1]
    assert [club.log.read_text().count(link) for link in links] == [1, 1]  # printed, and not logged when it was opened


def test_terminate_closes_the_club_cleanly(club):
    club.start()

    assert club.stop() == 0
    assert "Traceback" not in club.log.read_text()


def test_database_is_copied_before_it_is_migrated(club):
    club.manage("migrate", "-v0")
    club.manage("migrate", "-v0", "sessions", "zero")

    club.start()

    (copy,) = (club.state_dir / "backups").iterdir()
    assert f"copied it to {copy}" in club.log.read_text()
    assert copy.stat().st_mode & 0o077 == 0
    assert "django_session" not in tables(copy)
    assert "django_session" in tables(club.state_dir / "club.sqlite3")


def test_database_that_fits_already_is_not_copied(club):
    club.manage("migrate", "-v0")

    club.start()

    assert not (club.state_dir / "backups").exists()


def test_address_that_changed_since_it_was_printed_is_warned_of(club):
    (club.state_dir / "printed_address").write_text("http://192.168.1.5:8000\n")

    club.start()

    assert "WARNING: the club was at http://192.168.1.5:8000 last time" in club.log.read_text()
    assert (club.state_dir / "printed_address").read_text() == club.url + "\n"


def test_wrong_setting_is_one_sentence_and_no_traceback(club):
    club.environment["PROFILE"] = "garden"

    with pytest.raises(AssertionError, match="The club cannot open: PROFILE is 'garden'") as stopped:
        club.start()

    assert "Traceback" not in str(stopped.value)


def tables(path):
    with closing(sqlite3.connect(path)) as database:
        return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}


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
    assert f"Port {taken_port} is taken" in capsys.readouterr().out


def test_taken_port_stops_a_club_with_a_public_address(taken_port, monkeypatch):
    monkeypatch.setenv("PORT", str(taken_port))
    monkeypatch.setenv("BIND", "127.0.0.1")
    monkeypatch.setenv("PUBLIC_URL", "http://club.lan:8000")

    with pytest.raises(run.StartError, match="PUBLIC_URL leads people"):
        run.choose_address()


@pytest.mark.parametrize(("profile", "host"), [("hall", "0.0.0.0"), ("public", "127.0.0.1")])
def test_public_profile_listens_to_its_proxy_only(profile, host, monkeypatch):
    monkeypatch.setenv("PROFILE", profile)
    monkeypatch.delenv("BIND", raising=False)
    monkeypatch.setattr(run, "is_free", lambda host, port: True)

    assert run.choose_address()[0] == host


@pytest.mark.django_db(transaction=True)
def test_copy_holds_the_database_and_ten_are_kept(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 13):
        (folder / f"club-202601{day:02}-120000.sqlite3").touch()

    copy = backups.copy_database()

    kept = sorted(path.name for path in folder.iterdir())
    assert len(kept) == backups.KEPT
    assert kept[-1] == copy.name
    assert b"django_session" in copy.read_bytes()


@pytest.mark.django_db(transaction=True)
def test_failed_copy_leaves_nothing_behind_and_stops_the_start(settings, tmp_path, monkeypatch):
    settings.STATE_DIR = tmp_path
    monkeypatch.delenv("SKIP_BACKUP", raising=False)

    def fail(target):
        raise backups.BackupError("the disk is full")

    monkeypatch.setattr(backups, "_copy_sqlite", fail)
    monkeypatch.setattr(backups, "_dump_postgres", fail)

    with pytest.raises(run.StartError, match="the disk is full"):
        run.back_up()

    assert list((tmp_path / "backups").iterdir()) == []
