"""`pinochle-club update`: on to a newer version of the program, and back.

Versions lie beside each other, and one link says which is in force:

    /opt/pinochle-club/versions/1.0.0/     a Python environment, with all that the version needs
    /opt/pinochle-club/versions/1.1.0/
    /opt/pinochle-club/current             -> versions/1.1.0
    /opt/pinochle-club/updates.json        each update: from, to, when, and the copy of the database made before

The new version is installed and looked over while the club is open. Then the club is closed, its database copied, the
link switched and the club opened. Unless `/health` then says the new version, all goes back: the link, and the copy.

Run by root, it does for the club's owner, and as no more than that, whatever needs the club. What the club's own
settings say is not believed here: the place that new versions come from is named in the system's file.
"""

import argparse
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.version import Version

from pinochle_club.ground import places
from pinochle_club.ground.commands import command
from pinochle_club.ground.environment import whole_number
from pinochle_club.ground.system import lock_file
from pinochle_club.server import updates

KEPT: Final = 3
SECONDS: Final = 180.0  # an old laptop may have to change a large database first
SERVICE: Final = f"{places.NAME}.service"
WORD: Final = "back"
NO_NETWORK: Final = "No newer version was found on the internet ({}). From a folder or a stick: {}"
PLAYED: Final = "{} is being played. Nothing was changed. Update when it is closed"


class UpdateError(Exception):
    """Why all is as it was, in words."""


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    os.umask(0o022)  # the program is for everybody to read
    there = updates.root()
    if there is None:
        sys.exit(by_hand())
    versions = Versions(there)
    if not os.access(there, os.W_OK):
        sys.exit(f"The program belongs to {there.owner()}: sudo {command('update')}")
    if asked.asked:
        (places.state_dir() / updates.ASKED).unlink(missing_ok=True)
    lock = lock_file(there / "updates.lock")
    try:
        if not lock.take():
            sys.exit("An update is under way already. Wait until it is done.")
        told = (
            go_back(versions, is_sure=asked.yes)
            if asked.back
            else go_on(versions, source(asked.source), asked=asked.asked)
        )
    except (UpdateError, OSError) as problem:
        versions.tell(f"{problem}.")
        sys.exit(f"{problem}.")
    finally:
        lock.free()
    versions.tell(told)
    print(told)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog=command("update"), description="Goes on to a newer version of the program, or back to the one before."
    )
    made.add_argument(
        "--from",
        dest="source",
        metavar="FOLDER",
        help="where newer versions are, such as /media/stick; “index” looks on the internet (else UPDATE_FROM)",
    )
    made.add_argument(
        "--back", action="store_true", help="to the version before, and the copy of the records from then"
    )
    made.add_argument("--yes", action="store_true", help="don’t ask, for scripts")
    made.add_argument("--asked", action="store_true", help=argparse.SUPPRESS)  # by a tap on the page of health
    return made


def by_hand() -> str:
    """What to type where versions don't lie beside each other."""
    if places.IS_CHECKOUT:
        return f"This is a checkout: git pull, then {command('serve')}"
    pip = shutil.which("pip", path=str(Path(sys.executable).parent))
    install = f"{pip} install" if pip else f"uv pip install --python {sys.executable}"
    return (
        f"This version was installed by hand, so nothing could take it back. Close the club and copy its records: "
        f"{command('backup')}\nThen, with the newer version’s file: {install} --upgrade ./pinochle_club-….whl"
    )


def source(given: str | None) -> str:
    """A folder, or `index`. As root only what the system's own file says: the club may write the other."""
    if given:
        return given
    named = os.environ.get("UPDATE_FROM", "")
    if named and is_root() and places.sources.get("UPDATE_FROM") == str(places.state_dir() / "settings.env"):
        raise UpdateError(f"UPDATE_FROM belongs into {places.SYSTEM_SETTINGS}")
    if not named:
        raise UpdateError(f"Say where newer versions are: {command('update', **{'from': '/media/stick'})}")
    return named


def go_on(versions: "Versions", source: str, *, asked: bool = False) -> str:
    """Go to the newest version at the source; what to tell."""
    with found_at(source, versions) as (newest, wheel):
        if asked and (written := versions.may_be_the_clubs(wheel.parent)):
            raise UpdateError(f"The club itself may write {written}, so at the computer: sudo {command('update')}")
        now = versions.current
        if newest <= Version(now):
            return f"Version {now} is the newest there is." if newest == Version(now) else (
                f"{source} has version {newest}. Yours is {now}, which is newer."
            )  # fmt: skip
        print(f"Version {newest} comes after {now}. {news(wheel)}".rstrip(), flush=True)
        versions.insist_on_no_evening()
        opened_by(versions).insist_on_closing()
        new = str(newest)
        versions.install(new, wheel, source)
    versions.insist_on_no_evening()
    switched = versions.switch(new)
    versions.forget_old()
    return f"The club is on version {new} now. {switched} To go back: {command('update', back='')}"


def go_back(versions: "Versions", *, is_sure: bool) -> str:
    last = versions.last_update()
    if last is None:
        raise UpdateError("There is no version to go back to")
    versions.insist_on_no_evening()
    since = datetime.fromisoformat(last["at"]).strftime("%B %-d, %Y, %-I:%M %p")
    print(f"Version {last['from']} comes back, with the records as they were on {since}.")
    print("What was entered since is missing then. It is kept in a copy.", flush=True)
    if not is_sure and not _types(WORD):
        raise UpdateError("Nothing was changed")
    kept = versions.switch_back(last)
    return f"The club is back on version {last['from']}. What was entered since {since} is missing. {kept}".strip()


def _types(word: str) -> bool:
    try:
        return input(f"Type {word} to go on: ").strip().casefold() == word
    except EOFError:
        return False


# -- what there is -----------------------------------------------------------------------


@contextmanager
def found_at(source: str, versions: "Versions") -> Iterator[tuple[Version, Path]]:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(source).expanduser().resolve()
        if source == updates.INDEX:
            folder = Path(scratch)
            python = sys.executable
            if importlib.util.find_spec("pip") is None:  # uv made this version
                python = str(folder / "venv" / "bin" / "python")
                versions.run([sys.executable, "-m", "venv", str(folder / "venv")])
            fetch = [python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            done = versions.run([*fetch, "--only-binary=:all:", f"--dest={folder}", places.NAME])
            if done.returncode:
                raise UpdateError(NO_NETWORK.format(_last_line(done), command("update", **{"from": "/media/stick"})))
        elif not folder.is_dir():
            raise UpdateError(f"{folder} isn’t there. Plug the stick in, or name another folder")
        wheels = updates.wheels_in(folder)
        if not wheels:
            raise UpdateError(f"There is no version of the program in {folder}")
        newest = max(wheels)
        check_sums(folder)
        yield newest, wheels[newest]


def check_sums(folder: Path) -> None:
    """Notice before anything is changed that a stick was pulled out too early, or worse."""
    sums = folder / "SHA256SUMS"
    for line in sums.read_text().splitlines() if sums.exists() else []:
        said, _, name = line.partition(" ")
        file = folder / name.strip().removeprefix("*")
        if not file.is_file() or sha256(file.read_bytes()).hexdigest() != said:
            raise UpdateError(f"{file} isn’t what SHA256SUMS says. Copy the folder again")


def news(wheel: Path) -> str:
    with suppress(KeyError, zipfile.BadZipFile), zipfile.ZipFile(wheel) as inside:
        for line in inside.read("pinochle_club/CHANGELOG.md").decode().splitlines():
            if line.startswith("* "):
                bold = re.search(r"\*\*(.+?)\*\*", line)
                return f"New: {bold[1] if bold else line[2:]}."
    return ""


def extras() -> str:
    wanted: dict[str, bool] = {}
    with suppress(importlib.metadata.PackageNotFoundError):
        made = importlib.metadata.metadata(places.NAME)
        for required in map(Requirement, importlib.metadata.requires(places.NAME) or []):
            for extra in made.get_all("Provides-Extra") or []:
                if required.marker and "extra" in str(required.marker) and required.marker.evaluate({"extra": extra}):
                    wanted[extra] = wanted.get(extra, True) and _is_installed(required.name)
    chosen = ",".join(sorted(extra for extra, has in wanted.items() if has))
    return f"[{chosen}]" if chosen else ""


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def is_root() -> bool:
    return os.geteuid() == 0


# -- versions beside each other ------------------------------------------------------------


@dataclass(frozen=True)
class Versions:
    root: Path

    @property
    def current(self) -> str:
        return (self.root / "current").resolve().name

    def program(self, version: str = "") -> str:
        return str(self._folder(version) / "bin" / places.NAME)

    def python(self, version: str = "") -> str:
        return str(self._folder(version) / "bin" / "python")

    def _folder(self, version: str) -> Path:
        return self.root / "versions" / (version or self.current)

    def tell(self, told: str) -> None:
        """Note it for the page of health."""
        updates.told_in(self.root).write_text(told + "\n")

    # -- running things

    def run(self, typed: Sequence[str], *, as_owner: bool = False) -> "subprocess.CompletedProcess[str]":
        owner = _owner() if as_owner else {}
        return subprocess.run(
            typed, env=environment(), cwd="/", text=True, capture_output=True, check=False, **owner
        )  # fmt: skip

    def may_be_the_clubs(self, folder: Path) -> str:
        """Something in it that the club's own user may write. Asked by the club, root takes nothing from there."""
        if not _owner().get("user"):
            return ""
        return self.run(["find", str(folder), "-writable", "-print", "-quit"], as_owner=True).stdout.strip()

    def insist_on_no_evening(self) -> None:
        if not places.has_club():
            return
        done = self.run([self.python(), "-m", updates.__name__, "playing"], as_owner=True)
        if done.returncode == updates.IS_PLAYING:
            raise UpdateError(PLAYED.format(done.stdout.strip()))
        if done.returncode:
            raise UpdateError(f"Nothing was changed. {_last_line(done)}")

    # -- there

    def install(self, version: str, wheel: Path, source: str) -> None:
        """Install beside the others; what isn't whole or doesn't fit this computer is taken away again."""
        shutil.rmtree(self._folder(version), ignore_errors=True)  # of an update that was cut off
        has_all = source != updates.INDEX and any(
            not one.name.startswith("pinochle_club-") for one in wheel.parent.glob("*.whl")
        )
        found = ["--no-index", "-f", str(wheel.parent)] if has_all else []
        what = f"{places.NAME}{extras()} @ {wheel.resolve().as_uri()}"
        python, uv = self.python(version), shutil.which("uv")
        make = [uv, "venv", "--quiet", f"--python={sys.executable}"] if uv else [sys.executable, "-m", "venv"]
        get = (
            [uv, "pip", "install", "--compile-bytecode", f"--python={python}"]
            if uv
            else [python, "-m", "pip", "install"]
        )
        steps = [
            ([*make, str(self._folder(version))], False),
            ([*get, "--quiet", *found, what], False),
            ([self.program(version), "doctor"], True),
        ]
        for typed, as_owner in steps:
            done = self.run(typed, as_owner=as_owner)
            if done.returncode:
                shutil.rmtree(self._folder(version), ignore_errors=True)
                lacks = "" if has_all or as_owner else f"{wheel.parent} has the program alone: copy the whole bundle. "
                raise UpdateError(
                    f"Version {version} doesn’t fit this computer, and nothing was changed. {lacks}"
                    f"{_missing(done) or _last_line(done)}"
                )

    def switch(self, new: str) -> str:
        """Close the club, copy its database, open it with the new version; else all is as before."""
        old, club, copy = self.current, opened_by(self), ""
        club.close()
        try:
            copy = self._copy(new)
            self._note(old, new, copy)
            self._link(new)
            club.try_out(new)
        except (UpdateError, OSError, KeyboardInterrupt) as problem:
            with suppress(UpdateError):
                club.give_up()
            self._link(old)
            self._forget_note(new)
            kept = self._put_back_or_tell(old, copy)
            club.open()
            raise UpdateError(
                f"{str(problem) or 'You stopped it'}. The club is on version {old} again. {kept}".rstrip(" .")
            ) from problem
        return f"A copy of the records from before is kept: {copy}." if copy else ""

    def switch_back(self, last: dict[str, str]) -> str:
        now, old, club = self.current, last["from"], opened_by(self)
        club.close()
        try:
            kept = self._put_back(old, last["copy"])
        except UpdateError:
            club.open()
            raise
        self._link(old)
        self._forget_note(now)
        club.try_out(old)
        return kept

    def _copy(self, new: str) -> str:
        if not places.has_club():
            return ""
        done = self.run([self.python(), "-m", updates.__name__, "copy", new], as_owner=True)
        if done.returncode:
            raise UpdateError(f"The records could not be copied: {_last_line(done)}")
        return done.stdout.splitlines()[-1]

    def _put_back_or_tell(self, version: str, copy: str) -> str:
        try:
            return self._put_back(version, copy)
        except UpdateError as problem:
            return str(problem)

    def _put_back(self, version: str, copy: str) -> str:
        """Put the copy back by the version that made it; what was there meanwhile is kept."""
        if not copy:
            return ""
        done = self.run([self.program(version), "restore", copy, "--yes"], as_owner=True)
        if done.returncode:
            again = command("restore", copy)
            raise UpdateError(f"The records could not be put back: {_last_line(done)}. By hand: {again}")
        return " ".join(line for line in done.stdout.splitlines() if "is kept" in line)

    def _link(self, version: str) -> None:
        """Switch the link: there is one at every moment, and what it leads to is on the disk."""
        os.sync()
        draft = self.root / "current.new"
        draft.unlink(missing_ok=True)
        draft.symlink_to(Path("versions") / version)
        draft.replace(self.root / "current")

    def forget_old(self) -> None:
        folders = sorted((self.root / "versions").iterdir(), key=lambda folder: folder.stat().st_mtime)
        last = self.last_update()
        needed = {self.current, last["from"] if last else ""}
        for folder in [folder for folder in folders if folder.name not in needed][: max(0, len(folders) - KEPT)]:
            shutil.rmtree(folder, ignore_errors=True)

    # -- what was done

    def last_update(self) -> dict[str, str] | None:
        return next(
            (
                one
                for one in reversed(self._notes())
                if one["to"] == self.current and self._folder(one["from"]).is_dir()
            ),
            None,
        )

    def _notes(self) -> list[dict[str, str]]:
        file = self.root / "updates.json"
        return list(json.loads(file.read_text())) if file.exists() else []

    def _note(self, old: str, new: str, copy: str) -> None:
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        self._write([*self._notes(), {"from": old, "to": new, "at": at, "copy": copy}])

    def _forget_note(self, new: str) -> None:
        self._write([one for one in self._notes() if one["to"] != new])

    def _write(self, notes: list[dict[str, str]]) -> None:
        draft = self.root / "updates.json.new"
        draft.write_text(json.dumps(notes, indent=1) + "\n")
        draft.replace(self.root / "updates.json")


def _last_line(done: "subprocess.CompletedProcess[str]") -> str:
    lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return lines[-1].strip().rstrip(".") if lines else "It didn’t say why"


def _missing(done: "subprocess.CompletedProcess[str]") -> str:
    return ". ".join(" ".join(line.split()[1:]) for line in done.stdout.splitlines() if line.startswith("NO "))


def environment() -> dict[str, str]:
    """Without what the files of settings said: each program reads them itself, and the club’s are not for root."""
    return {name: value for name, value in os.environ.items() if name not in places.sources}


def _owner() -> dict[str, Any]:
    folder = places.state_dir()
    if not is_root() or not folder.exists():
        return {}
    owner = folder.stat()
    return {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}


# -- the club, closed and opened -------------------------------------------------------------


class ByService:
    """A club opened by systemd, by what the version in force writes for it."""

    def __init__(self, versions: Versions) -> None:
        self._versions = versions

    def insist_on_closing(self) -> None:
        """It can be closed from here."""

    def close(self) -> None:
        self._control("stop")

    give_up = close

    def open(self) -> None:
        done = self._versions.run([self._versions.program(), "service", "renew"])
        if done.returncode:
            raise UpdateError(f"Its service could not be written: {_last_line(done)}")
        self._control("start")

    def try_out(self, version: str) -> None:
        self.open()
        insist_on_answer(version, while_=lambda: is_active(SERVICE))

    def _control(self, verb: str) -> None:
        done = subprocess.run(["systemctl", verb, SERVICE], capture_output=True, text=True, check=False)
        if done.returncode:
            raise UpdateError(f"systemctl {verb} {SERVICE} says: {_last_line(done)}")


class ByHand:
    """A club opened in a terminal, so here it must be closed already. It is opened only to be tried out."""

    def __init__(self, versions: Versions) -> None:
        self._versions = versions

    def insist_on_closing(self) -> None:
        if not places.has_club():
            return
        asked = [self._versions.python(), "-m", updates.__name__, "open"]
        if self._versions.run(asked, as_owner=True).returncode == updates.IS_OPEN:
            raise UpdateError("The club is open. Close it first (Ctrl-C where it was started)")

    close = insist_on_closing

    def give_up(self) -> None:
        """It is closed again already."""

    def open(self) -> None:
        """Left to the person who closed it."""

    def try_out(self, version: str) -> None:
        if not places.has_club():
            return
        silent: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        serve = [self._versions.program(), "serve"]
        tried = subprocess.Popen(serve, env=environment(), cwd="/", **silent, **_owner())
        try:
            insist_on_answer(version, while_=lambda: tried.poll() is None)
        finally:
            tried.terminate()
            tried.wait()


def opened_by(versions: Versions) -> ByService | ByHand:
    has_service = (Path("/etc/systemd/system") / SERVICE).exists() and is_root()
    return ByService(versions) if has_service else ByHand(versions)


def is_active(unit: str) -> bool:
    """Not while it broke off and waits to be started."""
    asked = ["systemctl", "is-active", "--quiet", unit]
    return shutil.which("systemctl") is not None and not subprocess.run(asked, check=False).returncode


def insist_on_answer(version: str, *, while_: Callable[[], bool] = lambda: True) -> None:
    """The club must answer within three minutes, and by this version, or any where none is named."""
    host = os.environ.get("BIND", "").replace("0.0.0.0", "") or "127.0.0.1"  # noqa: S104
    address = f"http://{host}:{whole_number('PORT', 8000, most=65_535)}/health"
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and while_():
        with suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
            if re.search(rf"(?<![\d.]){re.escape(version)}(?![\d.])", answer.read().decode()):
                return
        time.sleep(0.5)
    raise UpdateError(f"Version {version} didn’t open the club")
