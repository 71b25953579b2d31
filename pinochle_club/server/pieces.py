"""What the computers of a club tell each other: which one is the club, and the pieces of its database.

The pieces are Litestream's, in a folder (`replicating`). A drive carries the folder to the other computer; or that one
asks for what it lacks, by http at the club's own address. In the hall that is plain http, so both sides are sealed with
a key that both have (Fernet). An answer bears the mark of its question: an old one is worth nothing.
"""

import hmac
import json
import re
import secrets
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.fernet import InvalidToken
from django.conf import settings

from pinochle_club.ground import one_club
from pinochle_club.ground.one_club import Successor
from pinochle_club.ground.sealing import sealed_by

PATH: Final = "/standby/"
MOST_BYTES: Final = 1_000_000  # in one answer
MOST_OTHERS: Final = 4
# Read aloud and typed in: no letter looks like another one or like a figure.
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
NAMED: Final = re.compile(r"club-(\d{8})-(\d{6})", re.ASCII)
ANSWERS_IN: Final = 10.0  # seconds; one that took the connection is there, and the club in mid-evening may be busy
RESOLUTION: Final = 2.0  # seconds, as a stick keeps the times of its files

# The other computer is switched off, in another network, or its answer is not sealed with our key.
UNHEARD: Final = (OSError, HTTPException, InvalidToken, ValueError, KeyError)


# -- the pieces in their folder ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """What one start of the club has written: the whole database once, and then its changes."""

    folder: Path

    @property
    def generation(self) -> int:
        return int(self.folder.name.split("-")[1])

    @property
    def number(self) -> int:
        return int(self.folder.name.split("-")[2])

    @property
    def is_whole(self) -> bool:
        return any((self.folder / "ltx" / "9").glob("*.ltx"))

    @property
    def files(self) -> dict[str, int]:
        found = sorted(self.folder.glob("ltx/*/*.ltx"), key=lambda path: (path.name, path))
        return {path.relative_to(self.folder).as_posix(): path.stat().st_size for path in found if path.exists()}

    @property
    def written_at(self) -> float:
        return max((path.stat().st_mtime for path in self.folder.glob("ltx/[09]/*.ltx") if path.exists()), default=0.0)


def runs_in(folder: Path) -> list[Run]:
    found = (Run(path) for path in folder.glob("club-*-*") if NAMED.fullmatch(path.name))
    return sorted(found, key=lambda run: run.folder.name, reverse=True)


def newest_whole(folder: Path) -> Run | None:
    return next((run for run in runs_in(folder) if run.is_whole), None)


def next_run(folder: Path, generation: int) -> Run:
    """A run that begins now. Numbered rather than dated, since a computer's clock may be wrong."""
    number = max((run.number for run in runs_in(folder) if run.generation == generation), default=0) + 1
    run = Run(folder / f"club-{generation:08}-{number:06}")
    run.folder.mkdir(mode=0o700)
    return run


def highest_in(folder: Path) -> int:
    return max((run.generation for run in runs_in(folder)), default=0)


# -- the key -----------------------------------------------------------------------------


class Seal:
    def __init__(self, key: str) -> None:
        plain = "".join(letter for letter in key.casefold() if letter in LETTERS)
        self._fernet = sealed_by(f"standby {plain}")

    def close(self, head: Mapping[str, Any], body: bytes = b"") -> bytes:
        sealed: bytes = self._fernet.encrypt(json.dumps(head).encode() + b"\n" + body)
        return sealed

    def open(self, sealed: bytes) -> tuple[dict[str, Any], bytes]:
        head, _, body = self._fernet.decrypt(sealed).partition(b"\n")
        return json.loads(head), body


def new_key() -> str:
    """Five groups of five letters: nobody guesses one of 10^37."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(5))


def keep_key(key: str) -> None:
    one_club.key_file().touch(mode=0o600)
    one_club.key_file().write_text(key + "\n")


# -- answering, in the club's server -----------------------------------------------------


def answer(sealed: bytes) -> bytes | None:
    """The answer to another computer that has the key; None to anybody else."""
    seal = Seal(one_club.key_file().read_text())
    try:
        asked, _ = seal.open(sealed)
    except (InvalidToken, ValueError):
        return None
    generation = one_club.generation_of(one_club.database())
    with suppress(OSError):  # a full drive: that is told elsewhere, and the pieces go out
        _heard().touch()
    if asked["generation"] > generation:
        one_club.give_way(Successor(asked["generation"], asked["at"]))
    else:
        remember(asked["at"])
    moved = one_club.successor()
    head = {"mark": asked["mark"], "generation": generation, "moved_to": moved and moved.url}
    run = newest_whole(settings.STANDBY) if settings.STANDBY else None
    if run is None:
        return seal.close(head)
    if asked.get("piece"):
        name, start = asked["piece"]
        return seal.close(head, _piece(run, name, start))
    return seal.close(
        {**head, "key": settings.SECRET_KEY, "run": run.folder.name, "files": run.files, "lag": lag_of(run)}
    )


def _piece(run: Run, name: str, start: int) -> bytes:
    folder, _, file = name.partition("/")
    path = Run(run.folder.with_name(folder)).folder / file
    if not NAMED.fullmatch(folder) or not re.fullmatch(r"ltx/\d/[0-9a-f-]+\.ltx", file) or not path.exists():
        return b""  # merged with others meanwhile
    with path.open("rb") as piece:
        piece.seek(start)
        return piece.read(MOST_BYTES)


def lag_of(run: Run) -> float:
    log = Path(f"{one_club.database()}-wal")
    written = log.stat().st_mtime if log.exists() else 0.0
    return max(0.0, written - run.written_at - RESOLUTION)


def heard_at() -> float | None:
    """When another computer asked last; None where none ever did."""
    return _heard().stat().st_mtime if _heard().exists() else None


def others() -> list[str]:
    """The addresses of computers that stand by for this one, or for which it stood by."""
    return _others().read_text().split() if _others().exists() else []


def remember(url: str) -> None:
    known = others()
    if url and url not in known:
        _others().write_text("\n".join([*known, url][-MOST_OTHERS:]) + "\n")


def _heard() -> Path:
    path: Path = settings.STATE_DIR / "heard_of_another"
    return path


def _others() -> Path:
    path: Path = settings.STATE_DIR / "other_computers"
    return path


# -- asking, from the other computer -----------------------------------------------------


def ask(
    url: str, seal: Seal, *, generation: int, at: str, piece: tuple[str, int] | None = None, reached_in: float = 5
) -> tuple[dict[str, Any], bytes]:
    """Ask another computer. Raises one of `UNHEARD` where none answers that has the key."""
    mark = secrets.token_hex(16)
    question = seal.close({"mark": mark, "generation": generation, "at": at, "piece": piece})
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    with closing(kind(parts.netloc, timeout=reached_in)) as connection:
        connection.connect()
        connection.sock.settimeout(ANSWERS_IN)
        connection.request("POST", PATH, question, {"Content-Type": "application/octet-stream", "Connection": "close"})
        response = connection.getresponse()
        if response.status == 404:
            raise ValueError("it has another key, or none")
        told, body = seal.open(response.read())
    if not hmac.compare_digest(told["mark"], mark):
        raise ValueError("an answer to another question")
    return told, body


def who_took_over(generation: int, at: str) -> Successor | None:
    """A computer of a higher generation than ours: one that asked us once, or one that left it on the drive."""
    if settings.STANDBY is not None and (highest := highest_in(settings.STANDBY)) > generation:
        return Successor(highest, "")
    if not one_club.key_file().exists():
        return None
    seal = Seal(one_club.key_file().read_text())
    for url in others():
        try:
            told, _ = ask(url, seal, generation=generation, at=at, reached_in=1.5)
        except UNHEARD:
            continue
        if told["generation"] > generation:
            return Successor(told["generation"], url)
    return None
