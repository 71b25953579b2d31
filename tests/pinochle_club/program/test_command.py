"""No command begins a club by mistake, and `where` says what is set without its secrets."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock, patch

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.template import Context, Template

from pinochle_club.ground import commands, places
from pinochle_club.program import command, managing, where


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where no club is."""
    monkeypatch.setattr(places, "sources", {})
    monkeypatch.setattr(os, "umask", lambda mask: 0)
    with patch.dict(os.environ, {"STATE_DIR": str(tmp_path / "club"), "SETTINGS_FILE": ""}):
        for name in ("DATABASE_URL", *places.SETTINGS):
            if name not in ("STATE_DIR", "SETTINGS_FILE"):
                os.environ.pop(name, None)
        yield tmp_path / "club"


@pytest.mark.parametrize(
    "typed",
    [
        "backup", "backup --to /media/stick", "restore", "restore club-20261121-200000.sqlite3",
        "restore --from /nowhere", "manage set_admin_link", "manage club_archive export st-hilary",
        "manage club_archive restore", "manage lend 1 evening.zip", "manage give_back evening.zip",
        "manage bring_back evening.zip", "manage verify_log", "manage rebuild_ledger", "manage demo",
        "manage clearsessions", "manage shell", "manage worker",
    ],
)  # fmt: skip
def test_command_for_a_club_makes_none(folder: Path, typed: str):
    with pytest.raises(SystemExit) as ended:
        command.main(typed.split())

    assert str(ended.value.code).startswith(f"There is no club in {folder}. If it lies elsewhere, name the folder: ")
    assert not folder.exists()


@pytest.mark.parametrize("typed", ["set_admin_link", "check", "migrate"])
def test_manage_makes_none_either(folder: Path, monkeypatch: pytest.MonkeyPatch, typed: str):
    monkeypatch.setattr(places, "IS_CHECKOUT", False)
    with pytest.raises(SystemExit, match="There is no club in"):
        managing.main([typed])

    assert not folder.exists()


@pytest.mark.parametrize("typed", ["club_archive restore st-hilary.zip", "fetch --traceback st-hilary.zip"])
def test_club_is_brought_only_by_a_file_that_is_there(folder: Path, typed: str):
    with pytest.raises(SystemExit, match="Nothing was brought in: there is no file st-hilary"):
        managing.main(typed.split())

    assert not folder.exists()


def test_copy_may_be_put_back_where_no_club_is_yet(folder: Path, tmp_path: Path):
    (tmp_path / "club-20261121-200000.sqlite3").touch()

    assert not command.needs_a_club("restore", ["--from", str(tmp_path)])
    assert not command.needs_a_club("restore", ["--from", str(tmp_path), "club-20261121-200000.sqlite3"])
    assert not command.needs_a_club("restore", [str(tmp_path / "club-20261121-200000.sqlite3")])
    assert command.needs_a_club("restore", ["--from", str(tmp_path), "club-20261122-200000.sqlite3"])


@pytest.mark.parametrize("name", [name for name in command.COMMANDS if name != "manage"])
def test_help_needs_no_club_and_makes_none(folder: Path, capsys: pytest.CaptureFixture[str], name: str):
    with pytest.raises(SystemExit) as ended:
        command.main([name, "--help"])

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: ")
    assert not folder.exists()


@pytest.mark.parametrize(
    "typed",
    ["-m pinochle_club where", "manage.py help", pytest.param("manage.py migrate --plan", marks=pytest.mark.soak)],
)
def test_command_whose_reader_goes_away_ends_in_silence(typed: str, tmp_path: Path):
    """As in `pinochle-club where | head`."""
    reads, writes = os.pipe()
    os.close(reads)
    try:
        done = subprocess.run(
            [sys.executable, *typed.split()], cwd=places.PROGRAM, stdout=writes, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writes)

    assert done.stderr == b""
    assert done.returncode == commands.NOBODY_READS


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (ImproperlyConfigured("PORT is 'abc'"), "A setting is wrong: PORT is 'abc'"),
        (OSError(errno.ENOSPC, "No space"), "The club’s computer has no space left."),
    ],
)
@pytest.mark.parametrize("name", sorted(command.FOR_THE_COMPUTER))
def test_wrong_setting_and_full_drive_are_a_sentence_of_every_command(
    name: str, trouble: Exception, words: str, monkeypatch: pytest.MonkeyPatch
):
    module, _ = command.COMMANDS[name]
    monkeypatch.setattr(import_module(module), "parser", Mock(side_effect=trouble))

    with pytest.raises(SystemExit) as ended:
        command.main([name])

    assert ended.value.code == words


def test_where_names_what_is_set_and_from_where_but_no_secret(folder: Path, monkeypatch: pytest.MonkeyPatch):
    folder.mkdir()
    file = folder / "settings.env"
    file.write_text("PORT=8002\nPORTT=1\nSECRET_KEY=hush\n")
    monkeypatch.delenv("SETTINGS_FILE")
    monkeypatch.setattr(places, "SYSTEM_SETTINGS", folder / "none")
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://club%40example.org:hu:sh@mail.example.org:587")
    monkeypatch.setenv("DATABASE_URL", "postgres:///club?user=ruth&password=hush&host=db")
    places.read_settings()

    told = list(where.lines())

    assert f"The club   {folder}" in told
    assert f"Settings   {folder / 'none'} (not there; it would be read)" in told
    assert f"PORT=8002   from {file}" in told
    assert f"SECRET_KEY=…   from {file}" in told
    assert "EMAIL_URL=smtp+tls://club%40example.org:…@mail.example.org:587   from the environment" in told
    assert "DATABASE_URL=postgres:///club?user=ruth&password=…&host=db   from the environment" in told
    assert told[-1] == f"PORTT in {file} is no setting of this program. Is PORT meant?"
    assert "sh" not in "".join(line for line in told if "=" in line).replace(str(folder), "")


@pytest.mark.parametrize(
    ("is_checkout", "here", "to_all"),
    [
        (True, "STATE_DIR='{}' make backup TO=/media/stick", "make backup TO=/media/stick"),
        (False, "pinochle-club --state '{}' backup --to /media/stick", "pinochle-club backup --to /media/stick"),
    ],
)
def test_where_the_club_lies_is_said_to_who_types_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, is_checkout: bool, here: str, to_all: str
):
    monkeypatch.setattr(places, "IS_CHECKOUT", is_checkout)
    monkeypatch.setenv("STATE_DIR", f"{folder} of ours")

    assert commands.command("backup", to="/media/stick") == here.format(f"{folder} of ours")
    assert commands.command("backup", to="/media/stick", to_all=True) == to_all


def test_page_for_strangers_does_not_say_where_the_club_lies(folder: Path):
    page = Template("{% load program %}{% command 'backup' to='/media/stick' %} {% manage 'set_admin_link' %}")

    assert page.render(Context()) == "make backup TO=/media/stick .venv/bin/python manage.py set_admin_link"
