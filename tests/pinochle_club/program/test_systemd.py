import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pinochle_club.ground import places
from pinochle_club.program import systemd
from pinochle_club.server import updates

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd to ask")


@pytest.fixture
def installed(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program as the installer leaves it."""
    program = tmp_path / "versions" / "1.0.0" / "bin" / places.NAME
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "current").symlink_to("versions/1.0.0")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "versions" / "1.0.0"))
    monkeypatch.setattr(places, "IS_CHECKOUT", False)
    monkeypatch.setattr(places, "SYSTEM_SETTINGS", tmp_path / "pinochle-club.env")
    monkeypatch.delenv("STATE_DIR")
    return tmp_path


def written(**options) -> dict[str, str]:
    return {str(path): text for path, text in systemd.files(systemd.state_of_service(), 80, **options).items()}


def test_club_and_its_copies_have_one_user_and_one_folder(installed):
    units = [
        text
        for path, text in written().items()
        if path.endswith(("club.service", "backup.service")) and "avahi" not in path
    ]

    assert len(units) == 2
    for unit in units:
        assert f"ExecStart={installed}/current/bin/pinochle-club " in unit
        assert re.findall(r"^(?:User|StateDirectory)=(.*)$", unit, re.MULTILINE) == ["pinochle-club"] * 2
        assert "ProtectSystem=strict" in unit


def test_a_club_elsewhere_stays_there(installed, monkeypatch):
    monkeypatch.setenv("STATE_DIR", "/srv/club")
    files = written()

    assert "ReadWritePaths=/srv/club\n" in files["/etc/systemd/system/pinochle-club.service"]
    assert "PathExists=/srv/club/update-asked\n" in files[str(updates.WATCHER)]
    assert "STATE_DIR=/srv/club\n" in files[str(places.SYSTEM_SETTINGS)]


def test_settings_that_are_there_stay(installed):
    assert str(places.SYSTEM_SETTINGS) in written()
    places.SYSTEM_SETTINGS.touch()
    assert str(places.SYSTEM_SETTINGS) not in written()


def test_a_source_is_named_by_whoever_installs(installed):
    settings = str(places.SYSTEM_SETTINGS)

    assert "\n# UPDATE_FROM=/media/stick\n" in written()[settings]
    assert "\nUPDATE_FROM=/media/usb\n" in written(source="/media/usb")[settings]


def test_without_versions_beside_each_other_nobody_offers_an_update(installed):
    (installed / "current").unlink()

    assert str(updates.WATCHER) not in written()


@needs_systemd
def test_systemd_understands_them_and_finds_them_safe(installed, monkeypatch):
    monkeypatch.setattr(systemd, "USER", "daemon")  # who is on every computer
    folder = installed / "units"
    folder.mkdir()
    units = []
    for path, text in systemd.files(systemd.STATE, 80).items():
        if path.parent == systemd.UNITS:
            units.append(folder / path.name)
            units[-1].write_text(text)
    verified = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    ours = [line for line in verified.stderr.splitlines() if "pinochle" in line]

    assert (len(units), ours, verified.returncode) == (5, [], 0)
    for unit in units[:2]:
        safe = ["systemd-analyze", "security", "--offline=true", "--threshold=25", unit]  # of 100, the most exposed
        done = subprocess.run(safe, capture_output=True, text=True, check=False)
        assert not done.returncode, done.stdout


def test_after_an_update_only_what_differs_is_written(installed, monkeypatch, tmp_path, capsys):
    typed = []
    monkeypatch.setattr(systemd, "_control", lambda *words: typed.append(words))
    monkeypatch.setattr(systemd, "UNITS", tmp_path)
    monkeypatch.setattr(systemd, "AVAHI", tmp_path / "none" / "avahi.service")
    monkeypatch.setattr(updates, "WATCHER", tmp_path / "pinochle-club-update.path")
    systemd.write(80)
    capsys.readouterr()
    club = tmp_path / "pinochle-club.service"
    now = club.read_text()
    club.write_text("of an older version")

    systemd.write(80)

    assert (capsys.readouterr().out, club.read_text()) == (f"Wrote {club}\n", now)
    assert typed[-3:] == [("daemon-reload",), ("enable", *systemd.STARTED), ("start", *systemd.STARTED[1:])]


def test_dry_run_prints_and_changes_nothing(installed, capsys):
    systemd.main(["install", "--dry-run", "--port", "8080"])

    assert f"--- {places.SYSTEM_SETTINGS}\n" in capsys.readouterr().out
    assert not places.SYSTEM_SETTINGS.exists()


@pytest.mark.parametrize("prefix", [Path("/home", "pi", "venv"), Path("/root", "venv")])
def test_a_program_in_a_home_is_no_service(installed, monkeypatch, prefix):
    monkeypatch.setattr(sys, "prefix", str(prefix))

    with pytest.raises(SystemExit, match="where a service can’t use it"):
        systemd.main(["install", "--dry-run"])


def test_tablets_find_the_computer_by_name_unless_it_has_one(tmp_path, monkeypatch):
    monkeypatch.setattr(systemd, "AVAHI_SETTINGS", tmp_path / "avahi-daemon.conf")
    before = systemd.name_in_network("pinochle")
    systemd.AVAHI_SETTINGS.write_text("[server]\n#host-name=foo\nuse-ipv4=yes\n")

    assert (before, systemd.name_in_network("pinochle"), systemd.name_in_network("pinochle")) == (False, True, False)
    assert systemd.AVAHI_SETTINGS.read_text() == "[server]\nhost-name=pinochle\n#host-name=foo\nuse-ipv4=yes\n"
