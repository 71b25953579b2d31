"""`make standby`: the second computer of a club. It holds the club's database, seconds behind at most, and becomes the
club by one key.

It fetches from the club by http (`FROM=http://192.168.1.20:8000`), or reads the drive on which the club copies
(`FROM=/media/stick`). It proves the copy before it takes over. Then it tells the other computer, which writes nothing
from then on and hands over the rest; where that doesn't answer, its last seconds are lost.
"""

import argparse
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import ceil
from pathlib import Path
from typing import Any, Final, NoReturn, Protocol
from urllib.parse import urlsplit

import django
import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from pinochle_club.ground import addresses, one_club
from pinochle_club.ground.commands import command
from pinochle_club.ground.system import is_plugged_in
from pinochle_club.server import pieces, replicating, restoring
from pinochle_club.server.backups import BackupError
from pinochle_club.server.pieces import Run, Seal

SECONDS_BETWEEN_LOOKS: Final = 1.0
HANDING_OVER: Final = 10  # seconds, at most, for what the other computer had still to copy
TAKE: Final = "t"
# In one piece: the computer that stands by serves nothing else. Colors and sizes as in `static/css`.
PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Standby</title>
<style>
body {{ margin: 0; padding: 1rem; background: #21503d; color: #17211c; font: 1.25rem/1.5 system-ui, sans-serif; }}
main {{ max-width: 34rem; margin: auto; padding: 1rem 1.5rem; border-radius: 12px; background: #fffdf6; }}
h1 {{ margin: 0; font-size: 1.75rem; line-height: 1.25; }}
h2 {{ font-size: 1.25rem; overflow-wrap: anywhere; }}
svg {{ display: block; width: min(100%, 16rem); height: auto; margin: auto; }}
@media (prefers-color-scheme: dark) {{
  body {{ background: #0b1410; color: #eef3ee; }}
  main {{ background: #17211c; }}
}}
</style>
<main><h1>{said}</h1><p>This computer stands by. If it takes over, the club is here:</p><h2>{url}</h2>{code}</main>"""


class StandbyError(Exception):
    """Something the person at the keyboard can put right; the message says what."""


class Source(Protocol):
    folder: Path
    at: str  # where the club will be, once this computer has taken over

    def look(self) -> None:
        """Fetch what is there now."""

    def behind(self) -> float | None:
        """How many seconds behind we are; None where nothing is here."""

    def claim(self, generation: int) -> bool:
        """Tell the other computer that it is no more the club; whether it has heard."""


class Club:
    """The other computer, asked by http. What it hands over lies in a folder here."""

    def __init__(self, url: str, key: str) -> None:
        self.url, self.seal, self.folder = url.rstrip("/"), Seal(key), settings.STATE_DIR / "mirror"
        self.folder.mkdir(mode=0o700, exist_ok=True)
        # On the port of before, as all tablets know it.
        here = addresses.lan_url(urlsplit(url).port or 80)
        self.at = settings.PUBLIC_URL if os.environ.get("PUBLIC_URL") else here
        self._as_of: float | None = None

    def look(self) -> None:
        began = time.monotonic()
        told = self._ask(0)
        if told["moved_to"] and told["moved_to"] != self.at:
            raise StandbyError(f"the club is at {told['moved_to']} now. Stand by for it: {command('standby')}")
        if "run" in told:
            self._fetch(told)
            self._as_of = began - told["lag"]

    def behind(self) -> float | None:
        return None if self._as_of is None else time.monotonic() - self._as_of

    def claim(self, generation: int) -> bool:
        try:
            self._ask(generation)
            for seconds in range(HANDING_OVER):
                time.sleep(1)
                told = self._ask(generation)
                if self._fetch(told) == 0 and told["lag"] == 0 and seconds > 0:
                    break
        except pieces.UNHEARD:
            return False
        return True

    def _ask(self, generation: int) -> dict[str, Any]:
        told, _ = pieces.ask(self.url, self.seal, generation=generation, at=self.at)
        return told

    def _fetch(self, told: dict[str, Any]) -> int:
        """Fetch what is lacking, the oldest first, and drop what the club has merged into others. Returns how
        much came."""
        run, came = Run(self.folder / told["run"]), 0
        here = run.files
        for name, size in told["files"].items():
            if here.get(name) != size:
                self._fetch_piece(run, name, size)
                came += 1
        for name in here.keys() - told["files"].keys():
            (run.folder / name).unlink()
        for other in pieces.runs_in(self.folder):
            if other != run:
                shutil.rmtree(other.folder)
        private = self.folder / "secret_key"
        private.touch(mode=0o600)
        private.write_text(told["key"] + "\n")
        return came

    def _fetch_piece(self, run: Run, name: str, size: int) -> None:
        target = run.folder / name
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = target.with_suffix(".part")
        with draft.open("wb") as file:
            while file.tell() < size:
                wanted = (f"{run.folder.name}/{name}", file.tell())
                _, part = pieces.ask(self.url, self.seal, generation=0, at="", piece=wanted)
                if not part:
                    raise ValueError("it was merged with others on the way; the next look brings those")
                file.write(part)
        draft.replace(target)


class Drive:
    """The drive on which the club copies, plugged in here."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.at = folder, settings.PUBLIC_URL

    def look(self) -> None:
        if not is_plugged_in(self.folder):
            raise FileNotFoundError(f"{self.folder} isn’t there")

    def behind(self) -> float | None:
        run = pieces.newest_whole(self.folder)
        return None if run is None else max(0.0, time.time() - run.written_at)

    def claim(self, generation: int) -> bool:
        """The other computer reads it on the drive."""
        pieces.next_run(self.folder, generation)
        return False


# -- taking over -------------------------------------------------------------------------


def take_over(source: Source) -> NoReturn:
    """Become the club. Raises `StandbyError` or `BackupError`, and then it has not."""
    run = pieces.newest_whole(source.folder)
    if run is None:
        raise StandbyError("nothing whole has come from the club yet")
    copied(run)  # proven, before the other one gives way
    generation = one_club.next_generation(run.generation)
    if not source.claim(generation):
        print("The other computer doesn’t answer. Once it wakes up it sees that it is no more the club.")
    try:
        aside = restoring.restore(copied(pieces.newest_whole(source.folder) or run), holds_mail=False)
    except (StandbyError, BackupError) as problem:
        raise StandbyError(
            f"{problem}. The other one gave way; to go on there: {command('standby', take='')}"
        ) from problem
    if aside is not None:
        print(f"What was here before is kept: {aside}")
    take_secret_key(source.folder / "secret_key")
    open_as(generation, source)


def copied(run: Run) -> Path:
    copy: Path = settings.STATE_DIR / "copied.sqlite3"
    copy.unlink(missing_ok=True)
    put_together = [replicating.PROGRAM, "restore", "-integrity-check", "quick", "-o", copy, f"file://{run.folder}"]
    done = subprocess.run([str(word) for word in put_together], capture_output=True, text=True, check=False)
    if done.returncode:
        raise StandbyError(f"the copy is not whole: {done.stderr.strip()}")
    return copy


def take_secret_key(handed: Path) -> None:
    own: Path = settings.STATE_DIR / "secret_key"
    if own.exists() and own.read_text() != handed.read_text():
        own.replace(own.with_name("secret_key.before"))
    shutil.copyfile(handed, own)
    own.chmod(0o600)


def open_as(generation: int, source: Source | None) -> NoReturn:
    """Open the club here, on the port of before; from now on it copies for the other computer in turn."""
    one_club.set_generation(one_club.database(), generation)
    one_club.be_the_club()
    wanted = {"STANDBY": "1", **os.environ}
    if isinstance(source, Drive):
        wanted["STANDBY"] = str(source.folder)
    wanted.pop("SECRET_KEY", None)  # the club's own is in its file
    if isinstance(source, Club):
        before = urlsplit(source.url)
        pieces.remember(source.url)
        one_club.address_before().write_text(source.url + "\n")
        if before.port:
            wanted["PORT"] = str(before.port)
        wanted["ALLOWED_HOSTS"] = ",".join(filter(None, (wanted.get("ALLOWED_HOSTS"), before.hostname)))
        tell_of_the_address(str(before.hostname))
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-m", "pinochle_club.server.run"], wanted)  # noqa: S606 - it is ourselves


def tell_of_the_address(before: str) -> None:
    if before in addresses.lan_hosts():
        return
    routes = [line.split()[0] for line in Path("/proc/net/route").read_text().splitlines()[1:]]
    command = f"sudo ip address add {before}/24 dev {next(iter(routes), 'eth0')}"
    print(f"Once the other computer is off, take its address, and all tablets go on by themselves: {command}")
    print("Else each tablet scans the code below, which Health shows, too, and its table card, printed again.")


def last_heard_of() -> int:
    """The generation of the computer that took over from this one; 0 without a takeover."""
    after = one_club.successor()
    return after.generation if after else 0


def has_all_of_the_other() -> bool:
    """Whether this one has stood by since for the computer that took over. If not, it can only go on with what it
    had itself: the other one is gone for good, with all that was entered there."""
    run = pieces.newest_whole(settings.STATE_DIR / "mirror")
    return last_heard_of() == 0 or (run is not None and run.generation >= last_heard_of())


# -- at the keyboard ---------------------------------------------------------------------


def stand_by(source: Source) -> None:
    taken = threading.Event()
    threading.Thread(target=listen, args=[taken], daemon=True).start()
    said, problem = "", ""

    def now() -> str:
        return problem + words(source.behind())

    open_page(source.at, now)
    print(f"This computer stands by. When the club’s computer fails: {TAKE.upper()} and Enter, here.")
    while not taken.is_set():
        try:
            source.look()
            problem = ""
        except pieces.UNHEARD as unheard:
            problem = f"The club doesn’t answer ({unheard or type(unheard).__name__}). "
        line = now()
        if sys.stdout.isatty():
            print(f"\r\033[K{line}", end="", flush=True)
        elif (kind := problem or line.partition(" ")[2]) != said:
            print(line, flush=True)
            said = kind
        taken.wait(SECONDS_BETWEEN_LOOKS)
    print()


def open_page(at: str, now: Callable[[], str]) -> None:
    """A small page at the address where the club would be, which says the same as the terminal, also while the club
    is slow to answer. It takes nothing."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            code = segno.make(at, error="m", micro=False).svg_inline(scale=8, light="#fff")
            page = PAGE.format(said=escape(now()), url=escape(at), code=code).encode()
            self.send_response(200 if self.path == "/" else 503)  # a tablet waits until the club is here
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *said: Any) -> None:
            """Nothing: the terminal is for how far behind it is."""

    with suppress(OSError):  # another program is there
        server = ThreadingHTTPServer((os.environ.get("BIND", ""), urlsplit(at).port or 80), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"The same stands at {at}, where the club would be.")


def listen(taken: threading.Event) -> None:
    """Set `taken` once the word is typed; without a terminal it never is."""
    for line in sys.stdin:
        if line.strip().casefold() == TAKE:
            taken.set()


def words(behind: float | None) -> str:
    if behind is None:
        return "Nothing has come from the club yet."
    seconds = max(1, ceil(behind))
    return (
        f"{seconds} second{'s' * (seconds > 1)} behind the club."
        if seconds < 120
        else f"{seconds // 60} minutes behind."
    )


def source_of(where: str, key: str) -> Source:
    known = settings.STATE_DIR / "stands_by_for"
    after = one_club.successor()
    where = where or (after.url if after else "") or (known.read_text().strip() if known.exists() else "")
    if not where:
        where = command("standby", **{"from": "http://192.168.1.20:8000"})
        raise StandbyError(f"say where the club is, or its second drive: {where}")
    known.write_text(where + "\n")
    if not where.startswith(("http://", "https://")):
        return Drive(Path(where).resolve())
    if not key and not one_club.key_file().exists():
        key = input("The key that the club showed: ")
    if key:
        pieces.keep_key(key)
    return Club(where, one_club.key_file().read_text())


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=command("standby"), description="Stands by for the club, and takes over.")
    made.add_argument("--from", dest="where", default="", metavar="URL or DIR", help="the club, or its second drive")
    made.add_argument("--key", default="", help="the key that the club showed")
    made.add_argument("--take", action="store_true", help="become the club now")
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    os.umask(0o077)
    asked = parser().parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")
    try:
        django.setup()
        if asked.take and not asked.where and not has_all_of_the_other():
            print("What was entered on the other computer since it took over is not here.")
            open_as(one_club.next_generation(last_heard_of()), None)
        source = source_of(asked.where, asked.key)
        if not asked.take:
            stand_by(source)
        with suppress(*pieces.UNHEARD):
            source.look()
        take_over(source)
    except (StandbyError, BackupError, ImproperlyConfigured) as problem:
        sys.exit(f"This computer has not taken over: {problem}.")
    except KeyboardInterrupt:
        sys.exit("\nThis computer stands by no more.")


if __name__ == "__main__":
    main()
