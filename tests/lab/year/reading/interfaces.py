"""What the club says to other programs, and in mails."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .pages import OWES, notice
from .sheets import data
from .words import figure


def results(got: Got, nights: Nights) -> Iterator[Said]:
    night, where = nights.of(got), nights.where("results for programs", got)
    for part in data(got)["results"]:  # type: ignore[attr-defined]
        for line in part["lines"]:
            yield Said(where, line["name"], "place", str(line["place"]), night)
            yield Said(where, line["name"], "points", figure(str(line["total"])), night)
            for number, played in enumerate(line["rounds"], 1):
                if played["points"] is not None and played["title"] == f"Round {number}":
                    yield Said(
                        where, line["name"], "round points", figure(str(played["points"])), f"{night}, round {number}"
                    )


def standings(got: Got, nights: Nights) -> Iterator[Said]:
    said, where = data(got), nights.where("standings for programs", got)
    season = str(said["season"]["name"])  # type: ignore[index]
    of = f"{season}, {said['of']}" if said.get("of") else season
    for line in said["items"]:  # type: ignore[attr-defined]
        yield Said(where, line["name"], "season place", str(line["place"] or ""), of)
        yield Said(where, line["name"], "season points", figure(line["figure"]), of)
        yield Said(where, line["name"], "nights", str(line["nights"]), of)


def mail(words: str, nights: Nights, *, to: str, night: str = "", where: str = "the email") -> Iterator[Said]:
    """A mail to a person: the notice of a night, what is owed."""
    if night:
        yield from notice(night, nights, " ".join(words.split()), where)
    owed = OWES.search(words)
    if owed:
        yield Said(where, to, "owes", figure(owed[1]))


STARTS = re.compile(r"DTSTART:(\d{8}T\d{4})00Z.*?URL:(\S+)", re.DOTALL)


def calendar(got: Got, nights: Nights) -> Iterator[Said]:
    """When each night begins, as people's phones are told it."""
    for when, address in STARTS.findall(re.sub(r"\r?\n ", "", got.body.decode())):
        if night := nights.led_to(address):
            yield Said(nights.where("calendar for phones", got), "", "start", when, night)


def starts(got: Got, nights: Nights) -> Iterator[Said]:
    """The same, as other programs are told it."""
    for item in data(got)["items"]:  # type: ignore[attr-defined]
        at = datetime.fromisoformat(str(item["starts_at"])).astimezone(UTC)
        where, night = nights.where("nights for programs", got), nights.named(int(str(item["id"])))
        yield Said(where, "", "start", f"{at:%Y%m%dT%H%M}", night)


def archive(got: Got, nights: Nights) -> Iterator[Said]:
    """What everybody paid for evenings: at the door, and later. Who signed in long ago is asked for the password."""
    if got.kind != "application/zip":
        return
    with zipfile.ZipFile(io.BytesIO(got.body)) as file:

        def rows(name: str) -> list[dict[str, Any]]:
            return [json.loads(line) for line in file.read(f"tables/{name}.jsonl").splitlines()]

        people = {row["id"]: row["name"] for row in rows("members")}
        entrants = {row["id"]: row for row in rows("entrants")}
        paid = Counter({one: row["paid"] for one, row in entrants.items()})
        for row in rows("cash_entries"):
            if row["kind"] == "fee" and not row["is_taken_back"]:
                paid[row["entrant"]] += row["amount"]
        for one, row in entrants.items():
            if row["member"] in people:
                who, of = people[row["member"]], nights.named(row["event"])
                yield Said(nights.where("archive", got), who, "paid", f"{paid[one] / 100:g}", of)


INTERFACES = {
    "league:api_results": results, "league:api_standings": standings, "league:api_season_standings": standings,
    "league:api_events": starts, "league:api_calendar": starts, "league:calendar_feed": calendar,
    "league:archive": archive,
}  # fmt: skip
