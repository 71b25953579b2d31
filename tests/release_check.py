"""A release from first to last, as a club has it: `make release-check`.

Built twice and compared; installed where no checkout is, its code read-only; looked over, served, a hand played over
HTTP and printed; copied, installed anew, put back; closed; and gone on to a newer version and back. Nothing of it is
among the tests, which never see what is installed. Each step is a function that says one sentence, in order below.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests import release_update
from tests.club_server import ROOT, free_port
from tests.scoring.score_card.pdf_reading import fonts_of, inside, read
from tests.tablet import Tablet

BIN: Final = Path(sys.executable).parent
NAME: Final = "pinochle-club"
SECONDS: Final = 60
CLOSES_IN: Final = 10
NEWER: Final = "99.0.0"
A_HAND: Final = (
    {"first_dealer": "N"},
    {"dealer": "N", "bidder": "N", "bid": 25, "trump": "H"},
    {"meld_NS": 12, "meld_EW": 4},
    {"take_NS": 16, "take_EW": 9, "last_trick": "NS"},
)
COMES_TO: Final = (28, 13)
A_MIGRATION: Final = """from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("server", "{last}")]
"""


@dataclass
class Club:
    """One that was installed below `folder`, as the installer does it, and its own computer around it."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    installed: dict[Path, dict[Path, tuple[int, int]]] = field(default_factory=dict)

    @property
    def program(self) -> Path:
        """What `update` goes on with is where this link leads."""
        return self.folder / "current" / "bin" / NAME

    @property
    def state(self) -> Path:
        """Where it lies if nobody says where."""
        return self.folder / "home" / ".local" / "share" / NAME

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def environment(self) -> dict[str, str]:
        """Of this shell next to nothing; compiled code lies beside, since the program's own folder is read-only."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "LANG": "C.UTF-8",
            "PYTHONPYCACHEPREFIX": str(self.folder / "compiled"),
            "SETTINGS_FILE": "",
            "PORT": str(self.port),
            "BIND": "127.0.0.1",
            "PUBLIC_URL": self.url,
            "DEMO": "0",
            "BACKUP_NIGHTLY": "0",
        }

    def install(self, wheel: Path, version: str, *, again: bool = False) -> None:
        """Packages come from uv's own store, so that it is quick."""
        place = self.folder / "versions" / version
        if again:
            self.assert_unchanged()
            _let_write(place)
        else:
            run(BIN / "uv", "venv", "--quiet", "--python", sys.executable, place)
        anew = ["--reinstall-package", NAME, "--no-deps"] if again else []
        run(BIN / "uv", "pip", "install", "--quiet", "--python", place / "bin" / "python", *anew, wheel)
        for one in (place, *place.rglob("*")):
            if one.is_dir() and not one.is_symlink():
                one.chmod(0o555)  # its files are shared with uv's store, and looked at by `assert_unchanged`
        self.installed[place] = _files(place)
        self.switch(version)

    def assert_unchanged(self) -> None:
        for place, files in self.installed.items():
            now = _files(place)
            assert now == files, sorted(file for file, _ in set(now.items()) ^ set(files.items()))

    def switch(self, version: str) -> None:
        link = self.folder / "next"
        link.symlink_to(self.folder / "versions" / version)
        link.replace(self.folder / "current")

    def says(self, *words: str | Path, fails: bool = False) -> str:
        """What its command printed."""
        done = self._run(*words)
        assert bool(done.returncode) == fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def _run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        home = self.folder / "home"
        return subprocess.run(
            [self.program, *words], cwd=home, env=self.environment, capture_output=True, text=True, check=False
        )

    def serve(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve"],
                cwd=self.folder / "home",
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        end = time.monotonic() + SECONDS
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def close(self) -> float:
        """As systemd does; the seconds it took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(SECONDS)
        self.process = None
        return time.monotonic() - began

    def kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    @contextmanager
    def open(self) -> Iterator[None]:
        self.serve()
        yield
        self.close()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "/health", timeout=10) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


@dataclass
class Check:
    """What the steps hand on to each other."""

    folder: Path
    dist: Path
    club: Club
    tablet: Tablet
    card: str = ""
    copy: str = ""

    @property
    def wheel(self) -> Path:
        return next(self.dist.glob("*.whl"))

    @property
    def version(self) -> str:
        return self.wheel.name.split("-")[1]

    @property
    def newer(self) -> Path:
        return next((self.folder / "newer").glob("*.whl"))

    def card_stands(self) -> None:
        totals = tuple(self.tablet.open(self.card).totals.values())
        assert totals == COMES_TO, totals


# -- the steps ---------------------------------------------------------------------------


def build(check: Check) -> str:
    """And a newer version of the same, which the database changes for."""
    newer = check.folder / "tree"
    commit = (run("git", "stash", "create") or run("git", "rev-parse", "HEAD")).strip()
    newer.mkdir()
    subprocess.run(f"git archive {commit} | tar -x -C {newer}", shell=True, check=True, cwd=ROOT)
    package = newer / "pinochle_club"
    version = package / "ground" / "__init__.py"
    version.write_text(re.sub('__version__ = ".*"', f'__version__ = "{NEWER}"', version.read_text()))
    migrations = package / "server" / "migrations"
    last = max(file.stem for file in migrations.glob("0*.py"))
    (migrations / "9999_newer.py").write_text(A_MIGRATION.format(last=last))
    run(newer / "bin" / "as-released", newer)
    building: list[str | Path] = [
        BIN / "python",
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        check.folder / "newer",
        newer,
    ]
    with subprocess.Popen(building, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as beside:
        run("bin/release", check.dist, commit)
        said, _ = beside.communicate()
    assert beside.returncode == 0, said
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=check.dist)
    with zipfile.ZipFile(check.wheel) as wheel:
        (about,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        led = re.findall(r"\]\((?!https?:)[^)]+\)", wheel.read(about).decode())
    assert not led, f"README leads nowhere, away from the source: {led}"
    made = json.loads((check.dist / "sbom.cdx.json").read_text())["metadata"]["component"]
    assert (made["name"], made["version"]) == (NAME, check.version), made
    return f"{check.wheel.name} was built twice, the same to the byte"


def install(check: Check) -> str:
    check.club.install(check.wheel, check.version)
    assert check.club.says("--version").strip() == f"{NAME} {check.version}"
    assert str(ROOT) not in check.club.says("where")
    return "installed, with no checkout near it"


def examine(check: Check) -> str:
    refused = check.club.says("backup", fails=True)
    assert "There is no club in" in refused, refused
    told = check.club.says("doctor")
    assert "This computer is ready for a club: pinochle-club serve" in told, told
    assert not check.club.state.exists()
    return "doctor finds this computer ready, and nobody has made a club by mistake"


def play(check: Check) -> str:
    club, tablet = check.club, check.tablet
    club.serve()
    check.card = tablet.begin("st-hilary")
    for typed in A_HAND:
        answer = tablet.save(tablet.open(check.card), **typed)
        assert answer.is_saved, answer.told
    check.card_stands()
    return "25 in hearts, meld 12 and 4, take 16 and 9: 28 and 13"


def print_card(check: Check) -> str:
    end = time.monotonic() + SECONDS
    pdf = b""
    while not pdf:  # a page says that it is being made, and asks again
        asked = urllib.request.Request(f"{check.club.url}{check.card}card.pdf", headers=check.tablet.headers())
        with suppress(urllib.error.HTTPError), urllib.request.urlopen(asked, timeout=SECONDS) as answer:
            pdf = answer.read() if answer.headers["Content-Type"] == "application/pdf" else b""
        time.sleep(0.2)
        assert time.monotonic() < end, check.club.log.read_text()
    assert inside(read(pdf).root_object, "/MarkInfo", "/Marked"), "the PDF isn't tagged"
    assert fonts_of(pdf) == {"Paper"}, fonts_of(pdf)
    return "its PDF is tagged, in our fonts"


def back_up(check: Check) -> str:
    told = check.club.says("backup")
    check.copy = Path(told.strip().rpartition(" ")[2]).name
    return f"a copy was made beside: {check.copy}"


def close(check: Check) -> str:
    seconds = check.club.close()
    assert seconds < CLOSES_IN, seconds
    return f"closed in {seconds:.1f} s"


def reinstall(check: Check) -> str:
    check.club.install(check.wheel, check.version, again=True)
    with check.club.open():
        check.card_stands()
    return "installed by force over itself: the card is there"


def restore(check: Check) -> str:
    database = check.club.state / "club.sqlite3"
    database.write_bytes(b"not a database any more" * 100)
    refused = check.club.says("serve", fails=True)
    assert check.copy in refused, refused
    check.club.says("restore", "--yes", check.copy)
    with check.club.open():
        check.card_stands()
    return "a database that was destroyed: the copy is named, put back, and the card is there"


def update(check: Check) -> str:
    def card_stands() -> None:
        with check.club.open():
            check.card_stands()

    return release_update.go_on_and_back(check.club, check.newer, check.folder, card_stands)


def refuse_newer(check: Check) -> str:
    check.club.switch(NEWER)
    with check.club.open():
        check.card_stands()
    check.club.switch(check.version)
    refused = check.club.says("serve", fails=True)
    assert f"changed by version {NEWER} of this program; this is {check.version}" in refused, refused
    return f"after {NEWER} opened it, {check.version} refuses in words"


def unchanged(check: Check) -> str:
    check.club.assert_unchanged()
    return "nothing was written into the program"


# -- how -------------------------------------------------------------------------------


STEPS: Final[list[Callable[[Check], str]]] = [
    build, install, examine, play, print_card, back_up, close, reinstall, restore, update,
    refuse_newer, unchanged,
]  # fmt: skip


def main() -> None:
    began = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="release-check-"))
    club = Club(folder / "installed")
    (club.folder / "home").mkdir(parents=True)
    check = Check(folder, folder / "dist", club, Tablet(club.url))
    try:
        for step in STEPS:
            at = time.monotonic()
            said = step(check)
            print(f"{time.monotonic() - at:5.1f} s  {said}", flush=True)
    finally:
        club.kill()
        _let_write(folder)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{time.monotonic() - began:5.1f} s  The release is good.")


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run([*command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def _files(folder: Path) -> dict[Path, tuple[int, int]]:
    """Their sizes, and when each was written."""
    return {one: (one.stat().st_size, one.stat().st_mtime_ns) for one in folder.rglob("*") if one.is_file()}


def _let_write(folder: Path) -> None:
    for one in (folder, *folder.rglob("*")):
        if one.is_dir() and not one.is_symlink():
            one.chmod(0o755)


if __name__ == "__main__":
    main()
