"""The format of an archive: a zip of `manifest.json`, a `README.txt`, `tables/….jsonl` and `lists/….csv`.

A table is a file of JSON Lines, one row a line, so that neither writer nor reader needs it all at once. Times are ISO
8601 with their zone. Ids are those of the server it was written on, and mean nothing elsewhere.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from pinochle_club.ground.uploads import MOST_OF_A_FILE

NAME: Final = "pinochle-club archive"
VERSION: Final = 2
MANIFEST: Final = "manifest.json"
README: Final = "README.txt"
TABLES_FOLDER: Final = "tables/"
LISTS_FOLDER: Final = "lists/"
ENDING: Final = ".jsonl"

EVERYTHING: Final = """\
This is everything one club has: its members, rules, evenings, score cards, standings, money and log. It is
confidential: members' contact data, the directors' notes and the conduct file are in it. There are no passwords,
and no secret links."""
FOR_STRANGERS: Final = """\
This is what everybody can read of one club: its rules, the evenings that are over with their score cards, the
standings and the notices. It may be passed on. There is no contact data in it, no account, no money, no log, and
nothing that was noted of anybody; anyone shown by initials has no other name in it."""
ABOUT: Final = """{club}, written on {day}.

{what}

To restore it, sign in on a server where you look after a club, open "Clubs", then "Club from an archive", and choose
this file. Or at the server: {command} restore FILE

lists/     {lists}, for a spreadsheet
tables/    one file a table, one row a line, each a JSON object; "id" is the row’s own number, and fields that are
           named like another table’s things hold that table’s ids
{manifest}   the version of this format, how many rows each table has, and what its fields hold
"""


class Faulty(Exception):
    """This archive can't be taken; the message says why, for people."""


class TooNew(Faulty):
    """A newer version of the program made it, and this one can't read it."""


@dataclass(frozen=True, slots=True)
class Limits:
    zipped: int
    unzipped: int
    rows: int


MB: Final = 2**20
# What a page takes: some seven years of a club that meets every week. On SQLite nobody else writes for the quarter of a
# minute in which so many rows come in. At the server there is more room.
ON_A_PAGE: Final = Limits(zipped=MOST_OF_A_FILE, unzipped=128 * MB, rows=100_000)
AT_THE_SERVER: Final = Limits(zipped=1024 * MB, unzipped=8192 * MB, rows=10_000_000)
LONGEST_ROW: Final = MB
LONGEST_MANIFEST: Final = MB


class TableEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    rows: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    about: str = ""
    fields: dict[str, str] = {}
    schemas: dict[str, Any] = {}


UID: Final = r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
NUMBER: Final = r"^[1-9][0-9]{0,8}$"
MOST_FEES: Final = Field(max_length=1_000)


class Official(BaseModel):
    """Who may run a lent evening in the hall: the name, the sign-in name there, the role, and the code's hash."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(min_length=1, max_length=150)]
    sign_in_name: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,60}$")]
    kind: Literal["admin", "director", "referee"]
    code: Annotated[str, Field(max_length=200)]


class LendingEntry(BaseModel):
    """The lending that a slice belongs to (`league.outside.hall`): on its way out with key and officials, and on its
    way back with a version and a `proof` that only the key makes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    uid: Annotated[str, Field(pattern=UID)]
    event: Annotated[str, Field(pattern=UID)]
    number: Annotated[int, Field(ge=1, le=10_000)]
    home: Annotated[str, Field(max_length=200)] = ""
    key: Annotated[str, Field(max_length=64)] = ""
    officials: Annotated[list[Official], Field(max_length=100)] = []
    version: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    is_last: bool = False
    fees: Annotated[dict[Annotated[str, Field(pattern=NUMBER)], Annotated[str, Field(pattern=UID)]], MOST_FEES] = {}
    proof: Annotated[str, Field(max_length=64)] = ""


class Manifest(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: str
    version: Annotated[int, Field(ge=1)]
    program: dict[str, str] = {}
    made_at: str = ""
    club: str = ""
    tables: dict[str, TableEntry]
    lending: LendingEntry | None = None


def to_json(value: Any) -> Any:
    """Values of the database that JSON knows nothing of, for `json.dumps`."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    raise TypeError(f"{type(value).__name__} has no place in an archive")
