import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest

from pinochle_club.ground import places
from pinochle_club.ground.system import lock_file
from pinochle_club.program import updating
from pinochle_club.program.updating import UpdateError, Versions
from pinochle_club.server import updates


def layout(folder: Path, *versions: str) -> Versions:
    for version in versions:
        (folder / "versions" / version).mkdir(parents=True)
    (folder / "current").symlink_to(f"versions/{versions[0]}")
    return Versions(folder)


def wheel(folder: Path, version: str, news: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"pinochle_club-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as made:
        if news:
            made.writestr("pinochle_club/CHANGELOG.md", news)
    return path


@dataclass
class Computer:
    """What was run on it, in order, and what answers; `broken` versions don't open the club."""

    broken: tuple[str, ...] = ()
    answers: dict[str, tuple[int, str]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)

    def run(self, _versions, typed, *, as_owner=False):
        word = next(
            (word for word in (*self.answers, "playing", "copy", "restore", "doctor") if word in typed), typed[1]
        )
        self.done.append(f"{word}{' as owner' if as_owner else ''}")
        code, said = self.answers.get(word, (0, "the copy" if word == "copy" else "What was there is kept: aside"))
        return subprocess.CompletedProcess(typed, code, said, said if code else "")

    def insist_on_closing(self) -> None: ...

    def close(self) -> None:
        self.done.append("close")

    give_up = close

    def open(self) -> None:
        self.done.append("open")

    def try_out(self, version: str) -> None:
        self.done.append(f"try {version}")
        if version in self.broken:
            raise UpdateError(f"Version {version} didn’t open the club")


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Computer:
    made = Computer()
    monkeypatch.setattr(Versions, "run", lambda *args, **options: made.run(*args, **options))
    monkeypatch.setattr(updating, "opened_by", lambda versions: made)
    monkeypatch.setattr(places, "has_club", lambda: True)
    return made


# -- where versions lie ----------------------------------------------------------------------


def test_versions_are_found_from_where_this_one_lies(tmp_path, monkeypatch):
    layout(tmp_path, "1.0.0")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "versions" / "1.0.0"))
    found = updates.root()
    (tmp_path / "current").unlink()

    assert (found, updates.root()) == (tmp_path, None)


def test_a_program_that_was_installed_otherwise_says_what_to_type(monkeypatch):
    monkeypatch.setattr(updates, "root", lambda: None)
    monkeypatch.delenv("STATE_DIR")

    with pytest.raises(SystemExit) as here:
        updating.main([])
    monkeypatch.setattr(places, "IS_CHECKOUT", False)
    with pytest.raises(SystemExit) as by_hand:
        updating.main([])

    assert str(here.value) == "This is a checkout: git pull, then make run"
    assert "pip install --upgrade ./pinochle_club-" in str(by_hand.value)


def test_versions_are_compared_as_numbers(tmp_path):
    for version in ("1.9.0", "1.10.0"):
        wheel(tmp_path, version)
    (tmp_path / "pinochle_club-odd.whl").touch()

    assert max(updates.wheels_in(tmp_path).items())[1].name == "pinochle_club-1.10.0-py3-none-any.whl"


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_folder_that_was_not_copied_whole_is_noticed(tmp_path, is_whole):
    (tmp_path / "one.whl").write_bytes(b"one")
    (tmp_path / "SHA256SUMS").write_text(f"{sha256(b'one').hexdigest()}  one.whl\n")
    if is_whole:
        updating.check_sums(tmp_path)
    else:
        (tmp_path / "one.whl").write_bytes(b"on")
        with pytest.raises(UpdateError, match="isn’t what SHA256SUMS says"):
            updating.check_sums(tmp_path)


# -- on ----------------------------------------------------------------------------------------


def test_on_to_a_newer_version(tmp_path, computer, capsys):
    versions = layout(tmp_path / "opt", "1.0.0")
    wheel(tmp_path / "stick", "1.1.0", "# Changes\n\n## 1.1.0\n\n* **Cards turn** by themselves.\n")

    told = updating.go_on(versions, str(tmp_path / "stick"))

    assert capsys.readouterr().out == "Version 1.1.0 comes after 1.0.0. New: Cards turn.\n"
    assert told.startswith("The club is on version 1.1.0 now. A copy of the records from before is kept: the copy.")
    assert computer.done[0] == "playing as owner"
    assert computer.done[-5:] == ["doctor as owner", "playing as owner", "close", "copy as owner", "try 1.1.0"]
    assert versions.current == "1.1.0"


def test_who_does_not_open_goes_back_with_the_copy(tmp_path, computer):
    versions = layout(tmp_path, "1.0.0", "1.1.0")
    computer.broken = ("1.1.0",)

    with pytest.raises(UpdateError) as told:
        versions.switch("1.1.0")

    assert computer.done == ["close", "copy as owner", "try 1.1.0", "close", "restore as owner", "open"]
    assert (versions.current, versions.last_update()) == ("1.0.0", None)
    assert str(told.value) == (
        "Version 1.1.0 didn’t open the club. The club is on version 1.0.0 again. What was there is kept: aside"
    )


def test_records_that_can_not_be_copied_keep_the_version(tmp_path, computer):
    versions = layout(tmp_path, "1.0.0", "1.1.0")
    computer.answers = {"copy": (1, "No space is left.")}

    with pytest.raises(UpdateError, match=r"could not be copied: No space is left\. The club is on version 1\.0\.0"):
        versions.switch("1.1.0")

    assert computer.done == ["close", "copy as owner", "close", "open"]
    assert versions.current == "1.0.0"


def test_records_that_can_not_be_put_back_are_told_with_what_to_type(tmp_path, computer):
    versions = layout(tmp_path, "1.0.0", "1.1.0")
    computer.broken, computer.answers = ("1.1.0",), {"restore": (1, "No space is left.")}

    with pytest.raises(UpdateError, match=r"could not be put back: No space is left\. By hand: .*the copy"):
        versions.switch("1.1.0")

    assert computer.done[-1] == "open"


def test_without_internet_a_stick_is_named(tmp_path, computer):
    computer.answers = {"download": (1, "ERROR: No matching distribution found for pinochle-club")}

    with pytest.raises(UpdateError, match=r"\(ERROR: No matching .*\)\. From a folder or a stick: .*stick$"):
        updating.go_on(layout(tmp_path, "1.0.0"), updates.INDEX)


def test_nothing_is_done_while_an_evening_is_played(tmp_path, computer):
    versions = layout(tmp_path / "opt", "1.0.0")
    wheel(tmp_path / "stick", "1.1.0")
    computer.answers = {"playing": (updates.IS_PLAYING, "Tuesday night")}

    with pytest.raises(UpdateError, match=r"^Tuesday night is being played\. Nothing was changed"):
        updating.go_on(versions, str(tmp_path / "stick"))

    assert computer.done == ["playing as owner"]


@pytest.mark.parametrize(
    ("there", "told"), [("1.0.0", "is the newest there is"), ("0.9.0", "Yours is 1.0.0, which is newer")]
)
def test_what_is_no_newer_is_left(tmp_path, computer, there, told):
    wheel(tmp_path / "stick", there)

    assert told in updating.go_on(layout(tmp_path / "opt", "1.0.0"), str(tmp_path / "stick"))
    assert computer.done == []


def test_program_without_its_packages_asks_for_the_whole_bundle(tmp_path, computer):
    versions = layout(tmp_path / "opt", "1.0.0")
    stick = wheel(tmp_path / "stick", "1.1.0").parent
    computer.answers = {"install": (1, "No matching distribution found")}

    with pytest.raises(UpdateError, match="copy the whole bundle"):
        updating.go_on(versions, str(stick))


def test_what_does_not_fit_this_computer_is_taken_away_again(tmp_path, computer):
    versions = layout(tmp_path / "opt", "1.0.0")
    stick = wheel(tmp_path / "stick", "1.1.0").parent
    computer.answers = {
        "doctor": (1, "ok  Fonts      They come with the program.\nNO  Space      0.1 GB are free.\n\nNot ready.")
    }

    with pytest.raises(UpdateError) as told:
        updating.go_on(versions, str(stick))
    assert str(told.value) == (
        "Version 1.1.0 doesn’t fit this computer, and nothing was changed. Space 0.1 GB are free."
    )

    assert "close" not in computer.done
    assert [folder.name for folder in (tmp_path / "opt" / "versions").iterdir()] == ["1.0.0"]


def test_three_versions_stay_and_those_in_use(tmp_path, computer):
    versions = layout(tmp_path, "1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0")
    versions.switch("1.4.0")
    versions.forget_old()

    left = {folder.name for folder in (tmp_path / "versions").iterdir()}
    assert len(left) == 3
    assert left >= {"1.0.0", "1.4.0"}


# -- and back ----------------------------------------------------------------------------------


def test_back_to_the_version_before_and_its_copy(tmp_path, computer):
    versions = layout(tmp_path, "1.0.0", "1.1.0")
    versions.switch("1.1.0")
    computer.done.clear()

    told = updating.go_back(versions, is_sure=True)

    assert computer.done == ["playing as owner", "close", "restore as owner", "try 1.0.0"]
    assert versions.current == "1.0.0"
    assert told.startswith("The club is back on version 1.0.0. What was entered since ")
    assert told.endswith(" is missing. What was there is kept: aside")
    with pytest.raises(UpdateError, match="no version to go back to"):
        updating.go_back(versions, is_sure=True)


def test_back_is_asked_about(tmp_path, computer, monkeypatch):
    versions = layout(tmp_path, "1.0.0", "1.1.0")
    versions.switch("1.1.0")
    monkeypatch.setattr("builtins.input", lambda _: "no")

    with pytest.raises(UpdateError, match="Nothing was changed"):
        updating.go_back(versions, is_sure=False)

    assert versions.current == "1.1.0"


# -- what root believes --------------------------------------------------------------------------


def test_root_takes_no_program_from_where_the_club_itself_says(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIR", str(tmp_path))
    monkeypatch.setenv("UPDATE_FROM", "/tmp/anything")
    monkeypatch.setitem(places.sources, "UPDATE_FROM", str(tmp_path / "settings.env"))
    monkeypatch.setattr(updating, "is_root", lambda: True)

    with pytest.raises(UpdateError, match="UPDATE_FROM belongs into"):
        updating.source(None)

    monkeypatch.setitem(places.sources, "UPDATE_FROM", str(places.SYSTEM_SETTINGS))
    assert updating.source(None) == "/tmp/anything"

    monkeypatch.delenv("UPDATE_FROM")
    with pytest.raises(UpdateError, match="Say where newer versions are"):
        updating.source(None)


def test_root_takes_no_program_that_the_club_may_have_written(tmp_path, computer, monkeypatch):
    versions = layout(tmp_path / "opt", "1.0.0")
    stick = wheel(tmp_path / "stick", "1.1.0").parent
    monkeypatch.setattr(updating, "_owner", lambda: {"user": 999})
    computer.answers = {"find": (0, f"{stick}\n")}

    with pytest.raises(UpdateError, match=f"The club itself may write {stick}, so at the computer: sudo "):
        updating.go_on(versions, str(stick), asked=True)

    assert computer.done == ["find as owner"]
    assert "is on version 1.1.0 now" in updating.go_on(versions, str(stick))  # by somebody who typed it


def test_what_a_file_of_settings_said_goes_to_nobody(monkeypatch):
    monkeypatch.setenv("LD_PRELOAD_OF_A_CLUB", "x")
    monkeypatch.setitem(places.sources, "LD_PRELOAD_OF_A_CLUB", "settings.env")

    assert "LD_PRELOAD_OF_A_CLUB" not in updating.environment()


# -- one at a time, and by the version's own service -------------------------------------------


def test_while_one_updates_another_is_told_to_wait(tmp_path, monkeypatch, computer):
    versions = layout(tmp_path / "opt", "1.0.0")
    monkeypatch.setattr(updates, "root", lambda: versions.root)
    wheel(tmp_path / "stick", "1.0.0")
    first = lock_file(versions.root / "updates.lock")
    first.take()

    with pytest.raises(SystemExit, match="under way already"):
        updating.main(["--from", str(tmp_path / "stick")])
    first.free()
    updating.main(["--from", str(tmp_path / "stick")])

    assert updates.told_in(versions.root).read_text() == "Version 1.0.0 is the newest there is.\n"


def test_version_in_force_writes_its_service_before_it_opens(tmp_path, monkeypatch, computer):
    typed: list[object] = []

    def run(_versions: Versions, words: list[str]) -> "subprocess.CompletedProcess[str]":
        typed.append(words)
        return subprocess.CompletedProcess(words, 0)

    versions = layout(tmp_path, "1.1.0", "1.0.0")
    monkeypatch.setattr(Versions, "run", run)
    monkeypatch.setattr(updating.ByService, "_control", lambda _self, verb: typed.append(verb))

    updating.ByService(versions).open()

    assert typed == [[str(tmp_path / "versions" / "1.1.0" / "bin" / places.NAME), "service", "renew"], "start"]
