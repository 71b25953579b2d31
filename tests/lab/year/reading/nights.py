"""What a club's addresses and days mean: nights by their day and name, seasons by their names."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import parse_qsl, urlsplit

from .crawl import Get, Got
from .words import day


@dataclass
class Nights:
    """Nights are named “2026-11-23 Card party”: the journal's words for a night are found by its day."""

    club: str
    today: date
    names: dict[int, str] = field(default_factory=dict)
    seasons: dict[int, str] = field(default_factory=dict)
    parts: set[str] = field(default_factory=set)
    of_pairs: set[str] = field(default_factory=set)  # nights at which pairs have places of their own
    of_boards: set[str] = field(default_factory=set)  # where points are no result
    people: dict[int, str] = field(default_factory=dict)
    me: str = ""  # who reads, as their own page names them
    tables: dict[str, str] = field(default_factory=dict)  # "round 2, table 3" of one's own night, by number
    published: dict[str, int] = field(default_factory=dict)  # the newest publication of each season

    @classmethod
    def learn(cls, get: Get, front: str, today: date) -> Nights:
        """From what the club says to other programs, all pages of it."""
        found = cls(front, today)
        for address, learn in (("events", found._learn_event), ("calendar", found._learn_event)):
            for item in _items(get, f"{front}api/{address}/"):
                learn(item)
        for item in _items(get, f"{front}api/seasons/"):
            found.seasons[int(str(item["id"]))] = str(item["name"])
            got = get(f"{front}api/seasons/{item['id']}/standings/")
            if got.status == 200:
                said = json.loads(got.body)
                found.parts |= set(said.get("divisions", ()))
                found.published[str(item["name"])] = int(said["publication"]["number"])
        return found

    def _learn_event(self, item: dict[str, object]) -> None:
        self.names[int(str(item["id"]))] = f"{item['played_on']} {item['name']}"
        if "pairs" in str(item.get("plan", "")).lower():
            self.of_pairs.add(self.names[int(str(item["id"]))])
        if "duplicate" in str(item.get("plan", "")).lower():
            self.of_boards.add(self.names[int(str(item["id"]))])

    def of(self, got: Got) -> str:
        return self.named(int(str(got.parts.get("event_id", 0))))

    def at_table(self, got: Got) -> str:
        """“night, round 2, table 3”; nothing where neither the address nor a page that was read before says it."""
        parts = got.parts
        there = f"round {parts['number']}, table {parts['table']}" if "number" in parts else ""
        there = there or self.tables.get(str(parts.get("table_id", "")), "")
        return f"{self.of(got)}, {there}" if there else ""

    def named(self, event_id: int) -> str:
        return self.names.get(event_id, f"event {event_id}")

    def led_to(self, address: str) -> str:
        """The night that an address is of, or nothing."""
        found = re.search(r"/(?:events|evenings)/(\d+)/", urlsplit(address).path)
        return self.named(int(found[1])) if found else ""

    def on(self, words: str) -> str:
        """The night of the day that the words name; nothing where two were played on it."""
        when = day(words, self.today)
        found = [name for name in self.names.values() if when and name.startswith(when.isoformat())]
        return found[0] if len(found) == 1 else ""

    def who(self, got: Got) -> str:
        """Whose page it is; a file of it comes after it."""
        member, page = int(str(got.parts["member_id"])), got.page
        if page is not None and got.name.startswith("league:player") and "of=club" not in got.address:
            title = " ".join(page.xpath("//h1")[0].text_content().replace("\xad", "").split())
            self.people[member] = re.split(r" with | against |: ", title, maxsplit=1)[0]
        return self.people.get(member, "")

    def placed(self, night: str) -> str:
        """The word of a person's place at a night, as the night itself tells it."""
        return "pair place" if night.partition(", after ")[0] in self.of_pairs else "place"

    def made(self, night: str, what: str) -> str:
        """The word for points made at the tables: at a duplicate they aren't those of the results."""
        return f"{what} made" if night in self.of_boards else what

    def season(self, got: Got) -> str:
        parts = got.parts
        season = self.seasons.get(int(str(parts.get("season_id", 0))), "")
        if "publication" in parts:
            return self.publication(season, int(str(parts["publication"])))
        return season or self.newest()

    def asked_season(self, got: Got) -> str:
        """That what is shown is of; "": of all time."""
        asked = dict(parse_qsl(urlsplit(got.address).query)).get("season", "")
        return self.seasons.get(int(asked), "") if asked.isdigit() else ""

    def publication(self, season: str, number: int) -> str:
        """The newest is the season as it stands; what earlier ones said was held in its time."""
        return season if number == self.published.get(season) else f"{season}, publication {number}"

    def after(self, season: str, night: str) -> str:
        """A season as it stood after a night: after the last one as it stands."""
        last = max((name for name in self.names.values() if name[:10] < self.today.isoformat()), default="")
        return season if night == last else f"{season}, after {night}"

    def newest(self) -> str:
        return next(iter(self.seasons.values()), "")

    @property
    def titles(self) -> set[str]:
        return {"Everybody", "Standings", *self.parts}

    def part(self, season: str, got: Got, title: str) -> str:
        """A division of it, as the address or the heading above says."""
        asked = dict(parse_qsl(urlsplit(got.address).query)).get("of", "")
        part = asked or (title if title in self.parts else "")
        return f"{season}, {part}" if part else season

    def where(self, said: str, got: Got) -> str:
        kind = {"text/csv": " (CSV)", "application/pdf": " (paper)"}.get(got.kind, "")
        return f"the {said}{' (Excel)' if 'spreadsheet' in got.kind else kind} at {got.address}"


def _items(get: Get, address: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    page = 1
    while True:
        got = get(f"{address}?page={page}")
        if got.status != 200:
            return found
        said = json.loads(got.body)
        found += said["items"]
        if page >= said["pages"]:
            return found
        page += 1
