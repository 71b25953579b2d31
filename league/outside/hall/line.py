"""The line between a hall's computer and home: what is said on it, and how it is asked.

The hall asks and home answers, in small requests with the lending's key. Both sides prove themselves by that key, each
answer with the question's own number in it: a line that doubles, delays or makes up answers is found out.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import ssl
import time
import zlib
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from typing import Annotated, Any, Final, Literal
from urllib.parse import SplitResult, urlsplit
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from league.outside.archive.format import MB, Limits

# Of an evening that comes over the line.
LIMITS: Final = Limits(zipped=2 * MB, unzipped=32 * MB, rows=60_000)
MOST_OF_A_DELTA: Final = MB
MOST_WORDS: Final = 500
MOST_OF_AN_ANSWER: Final = 200_000
ANSWERS_IN: Final = 15.0  # seconds, for all of it
WHOLE: Final = "application/zip"
DELTA: Final = "application/x-evening-entries"
NUMBER: Final = "X-Evening-Number"
PROOF: Final = "X-Evening-Proof"
# Of home, whose drive is full, say, or of a server before it: both can take nothing just now.
AWAY: Final = (502, 503, 504)


class NoLine(Exception):
    """Nothing leads home, or nobody answers there."""


class InBetween(Exception):
    """Somebody answers, and it isn't home: most often a Wi-Fi on whose page something is to be clicked first."""


class Delta(BaseModel):
    """What came on cards since version `base`, and how many `entries` there are then in all."""

    model_config = ConfigDict(extra="forbid", strict=True)

    base: Annotated[int, Field(ge=0, le=2**31 - 1)]
    version: Annotated[int, Field(ge=0, le=2**31 - 1)]
    entries: Annotated[int, Field(ge=0, le=2**31 - 1)]
    rows: Annotated[list[dict[str, Any]], Field(max_length=5_000)] = []

    def packed(self) -> bytes:
        return zlib.compress(self.model_dump_json().encode(), 9)


class Word(BaseModel):
    """What a member answered at home since the evening was lent."""

    model_config = ConfigDict(extra="ignore", strict=True)

    member: Annotated[str, Field(max_length=36)]
    says: Literal["coming", "looking", "not_coming"]
    partner: Annotated[str, Field(max_length=36)] = ""
    at: Annotated[str, Field(max_length=40)]


class Answer(BaseModel):
    """What home has: its version, and how the lending stands there. It `wants_all` where a delta isn't enough; `says`
    is why it took nothing; `words` are for the list of an evening that hasn't begun."""

    # A newer home may say more.
    model_config = ConfigDict(extra="ignore", strict=True)

    has: Annotated[int, Field(ge=0, le=2**31 - 1)]
    state: Literal["out", "back", "forced"]
    wants_all: bool = False
    says: Annotated[str, Field(max_length=300)] = ""
    words: Annotated[list[Word], Field(max_length=MOST_WORDS)] = []


def delta_of(packed: bytes) -> Delta:
    """Raises `ValueError` for anything else."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(packed, MOST_OF_A_DELTA)
    except zlib.error as error:
        raise ValueError("no delta") from error
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("no delta")
    return Delta.model_validate_json(text)


def proof_of_answer(key: str, number: str, answer: bytes) -> str:
    return hmac.new(key.encode(), number.encode() + b"\n" + answer, hashlib.sha256).hexdigest()


# -- asking ------------------------------------------------------------------------------


def home_of(typed: str) -> str:
    """The address of home as somebody types it: `sthilarycards.org` is https. Raises `ValueError`."""
    typed = typed.strip()
    parts = urlsplit(typed if "://" in typed else f"{_scheme_of(typed)}://{typed}")
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.query or parts.port == 0:
        raise ValueError(typed)
    if len(typed) > 190 or not all(letter.isalnum() or letter in ".-:" for letter in host):
        raise ValueError(typed)
    return SplitResult(parts.scheme, parts.netloc.lower(), parts.path.rstrip("/"), "", "").geturl()


def _scheme_of(typed: str) -> str:
    """A house's own network has names without certificates."""
    host = urlsplit(f"//{typed}").hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return "http" if host == "localhost" or host.endswith((".local", ".lan", ".home.arpa")) else "https"
    return "http"


def tell_home(home: str, uid: UUID, key: str, kind: str, body: bytes) -> Answer:
    """Home's answer to what the hall sends. Raises `NoLine`, and `InBetween` for one that isn't home's."""
    number = secrets.token_urlsafe(12)
    headers = {"Content-Type": kind, "Authorization": f"Bearer {key}", NUMBER: number}
    reply = post(home, f"/hall/{uid}/", body, headers, MOST_OF_AN_ANSWER)
    if not hmac.compare_digest(reply.proof, proof_of_answer(key, number, reply.body)):
        raise InBetween(f"{reply.status}")
    try:
        return Answer.model_validate_json(reply.body)
    except ValidationError as error:
        raise InBetween("no answer of ours") from error


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    kind: str
    proof: str
    body: bytes


def post(home: str, path: str, body: bytes, headers: dict[str, str], most: int) -> Reply:
    """One request, and at most so many bytes of its answer. Raises `NoLine`."""
    parts, ends = urlsplit(home), time.monotonic() + ANSWERS_IN
    secure = parts.scheme == "https"
    connection = (HTTPSConnection if secure else HTTPConnection)(parts.netloc, timeout=ANSWERS_IN)
    try:
        with closing(connection):
            connection.request("POST", f"{parts.path}{path}", body, headers)
            answer = connection.getresponse()
            if answer.status in AWAY:
                raise NoLine(f"{answer.status}")
            kind, proof = answer.headers.get_content_type(), answer.headers.get(PROOF, "")
            return Reply(answer.status, kind, proof if proof.isascii() else "", _read(answer, most, ends))
    except ssl.SSLCertVerificationError as error:
        raise InBetween(str(error)) from error
    except (OSError, HTTPException, ValueError) as error:
        raise NoLine(str(error)) from error


def _read(answer: HTTPResponse, most: int, ends: float) -> bytes:
    """All of an answer, however slowly it drips, or none of it."""
    parts = bytearray()
    while part := answer.read1(65_536):
        parts += part
        if len(parts) > most or time.monotonic() > ends:
            raise OSError("too long")
    if answer.length:
        raise OSError("cut off")
    return bytes(parts)
