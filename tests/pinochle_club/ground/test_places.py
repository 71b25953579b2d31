"""Where the club's files lie, and what one has set for it: said once, and the nearest word counts."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from pinochle_club.ground import places


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(places, "SYSTEM_SETTINGS", tmp_path / "pinochle-club.env")
    monkeypatch.setattr(places, "sources", {})
    with patch.dict(os.environ, {"STATE_DIR": str(tmp_path / "club")}):
        for name in ("SETTINGS_FILE", "PORT", "TIME_ZONE", "MAIL_FROM", "DATABASE_URL"):
            os.environ.pop(name, None)
        (tmp_path / "club").mkdir()
        yield


def test_environment_comes_before_the_systems_file_and_that_before_the_clubs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    system, own = tmp_path / "pinochle-club.env", tmp_path / "club" / "settings.env"
    system.write_text("PORT=8001\nTIME_ZONE=America/Denver\n")
    own.write_text("PORT=8002\nTIME_ZONE=UTC\n# The secretary's\n\nMAIL_FROM='Maple Street <club@example.org>'\n")
    monkeypatch.setenv("PORT", "8000")

    places.read_settings()

    assert [os.environ[name] for name in ("PORT", "TIME_ZONE", "MAIL_FROM")] == [
        "8000", "America/Denver", "Maple Street <club@example.org>",
    ]  # fmt: skip
    assert places.sources == {"TIME_ZONE": str(system), "MAIL_FROM": str(own)}


def test_file_of_a_service_may_say_where_the_club_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("STATE_DIR")
    (tmp_path / "pinochle-club.env").write_text(f'STATE_DIR="{tmp_path / "the hall"}"\n')
    (tmp_path / "the hall").mkdir()
    (tmp_path / "the hall" / "settings.env").write_text("PORT=8002\n")

    places.read_settings()

    assert places.state_dir() == tmp_path / "the hall"
    assert os.environ["PORT"] == "8002"


def test_another_file_takes_the_place_of_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "club" / "settings.env").write_text("PORT=8002\n")
    monkeypatch.setenv("SETTINGS_FILE", str(tmp_path / "mine"))

    with pytest.raises(FileNotFoundError, match=r"SETTINGS_FILE is '.*/mine', and there is no such file"):
        places.read_settings()
    (tmp_path / "mine").write_text("TIME_ZONE=UTC\n")
    places.read_settings()

    assert (os.environ["TIME_ZONE"], "PORT" in os.environ) == ("UTC", False)


def test_wrong_line_is_told_by_its_number_and_not_repeated(tmp_path: Path):
    (tmp_path / "club" / "settings.env").write_text("PORT=8002\nSECRET_KEY: hush\n")

    with pytest.raises(OSError, match=r"^line 2 of .*/settings.env must look like PORT=8080, or begin with #$"):
        places.read_settings()


def test_name_that_nobody_reads_is_told(tmp_path: Path):
    file = tmp_path / "club" / "settings.env"
    file.write_text("BACKUP_TOO=/media/stick\nCOFFEE=black\nPORT=8002\n")

    places.read_settings()

    assert list(places.strange_settings()) == [
        f"BACKUP_TOO in {file} is no setting of this program. Is BACKUP_TO meant?",
        f"COFFEE in {file} is no setting of this program.",
    ]


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"STATE_DIR": "/srv/club", "STATE_DIRECTORY": "/var/lib/pinochle-club"}, "/srv/club"),
        ({"STATE_DIRECTORY": "/var/lib/pinochle-club:/var/lib/other"}, "/var/lib/pinochle-club"),
        ({}, "~/.local/share/pinochle-club"),
    ],
)
def test_club_lies_where_it_is_said_else_where_services_and_people_have_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], folder: str
):
    monkeypatch.setattr(places, "IS_CHECKOUT", False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("STATE_DIR", "STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert places.state_dir() == Path(folder).expanduser()
