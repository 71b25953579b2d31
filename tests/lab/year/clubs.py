"""The three clubs, as their towns know them, founded and set up on the pages that people have."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from . import journal
from .journal import Journal
from .nights import Cards, Night
from .web import Person

HOME = ZoneInfo("America/Chicago")
PASSWORD = "three old brass kettles"  # noqa: S105 - of nobody
BEGINS = date(2027, 1, 4)  # a Monday
FOUNDED = datetime(2026, 12, 30, 10, tzinfo=HOME)


class Clock(Protocol):
    """What the club's computer takes for the time."""

    def go(self, moment: datetime) -> None: ...


Devices = Callable[[str, str], Person]


@dataclass(frozen=True)
class Town:
    """A club before it has a computer: what it is called and plays, who belongs to it, what its nights cost."""

    key: str
    club: str
    game: str
    book: str  # as the list of books calls it
    people: tuple[str, ...]
    weekday: str
    night: str
    come: tuple[int, int]  # at least and at most
    fee: int
    guest_fee: int
    rounds: int = 4
    format: str = ""
    season: str = "2027"


def names(first: str, last: str) -> tuple[str, ...]:
    return tuple(f"{one} {other}" for one, other in zip(first.split(), last.split(), strict=True))


ST_HILARY = Town(
    key="st-hilary",
    club="St. Hilary Card Party",
    game="st-hilary",
    book="St. Hilary Card Party",
    people=names(
        "Ruth Walt Marge Ed Joan Hank Lois Vern Bernice Curtis Dolores Ray Gloria Norm Irene Stan Mary Otis Faye Tomasz "
        "Rosa Leonard Agnes Bud Ida Merle",
        "Abernathy Kowalski Delgado Lindqvist Pruitt Ostrowski Beckett Talbot Hall Hall Vance Vance Esteves Whitaker "
        "Fallon Mazur O’Shea Greer Sorensen Wiśniewski Núñez O’Dwyer Brandt Colby Drummond Hatch",
    ),
    weekday="Monday",
    night="Card party",
    come=(18, 26),
    fee=5,
    guest_fee=6,
)
TOWNS = (ST_HILARY,)


@dataclass
class Club:
    """One club through its year."""

    town: Town
    journal: Journal
    director: Person
    devices: Devices
    clock: Clock
    seed: int
    address: str = ""
    nights: list[Night] = field(default_factory=list)

    @property
    def day(self) -> date:
        return BEGINS + timedelta(weeks=len(self.nights))

    # -- before the first night

    def found(self, link: str) -> None:
        """By the link that the club's computer prints at its first start."""
        carol = self.director
        carol.open(link)
        carol.fill("Name of the club", self.town.club).fill("Your name", carol.name).fill("Sign-in name", "carol")
        carol.fill("New password", PASSWORD).fill("New password again", PASSWORD)
        self.address = carol.tap("Open the club").address

    def set_up(self) -> None:
        """Rules, members, the weekly night, the season."""
        carol, town, day = self.director, self.town, FOUNDED.date()
        carol.tap("Rules")
        carol.tap(f"Adopt as it is: {town.book}")
        carol.tap("Members")
        carol.tap("Import")
        carol.fill("Or paste the list", "\n".join(["Name", *town.people]))
        carol.tap("Show what would change")
        carol.tap("Import them")
        self.journal.write(*(journal.Joined(day, name) for name in town.people))
        carol.tap("Events")
        carol.tap("Plan a weekly series")
        carol.fill("Name", town.night).fill("Every", town.weekday).fill("Rounds", town.rounds)
        if town.format:
            carol.fill("How is it played?", town.format)
        carol.fill("Fee", town.fee).fill("Guest fee", town.guest_fee)
        carol.tap("Plan this series")
        carol.tap("Standings")
        carol.tap("New season")
        carol.fill("Name", town.season).fill("First day", "2027-01-01").fill("Last day", "2027-12-31")
        carol.tap("Open the season")
        carol.tap("Save and see what changes")
        carol.tap("Publish version 1")

    # -- a night

    def at(self, day: date, hour: time) -> None:
        self.clock.go(datetime.combine(day, hour, HOME))

    def who_comes(self, night: int) -> list[str]:
        chance = random.Random(f"{self.seed}/{self.town.key}/{night}")
        people = list(self.town.people)
        return sorted(chance.sample(people, chance.randint(*self.town.come)), key=people.index)

    def plan_night(self) -> Night:
        """One key of the series plans the next night."""
        town, day = self.town, self.day
        self.at(day, time(18, 15))
        self.sign_in()
        self.director.open(f"{self.address}events/")
        self.director.tap(town.night)
        self.director.tap("Plan Monday")
        night = Night(
            self.journal, self.director, Cards(town.game, self.seed), f"{town.night}, {day:%B} {day.day}", day,
            self.director.page.address, town.fee, self.devices,
        )  # fmt: skip
        night.write(journal.Planned, night.name, town.format or "partners rotate", town.fee, town.season)
        self.nights.append(night)
        return night

    def sign_in(self) -> None:
        """The club's computer lets nobody in for long."""
        self.director.open(self.address)
        if self.director.page.has("Sign in"):
            self.director.tap("Sign in")
            self.director.fill("Sign-in name", "carol").fill("Password", PASSWORD)
            self.director.tap("Sign in")

    def play_night(self) -> Night:
        night = self.plan_night()
        night.check_in(self.who_comes(len(self.nights)))
        night.seat()
        for number in range(1, self.town.rounds + 1):
            self.at(night.day, time(18 + number))
            night.play_round(number)
        self.at(night.day, time(23))
        night.close()
        return night


def figures(club: Club, everybody: list[Person]) -> Iterator[tuple[str, int]]:
    """What a run says of itself in its last line."""
    yield "nights", len(club.nights)
    yield "hands", sum(isinstance(line, journal.Played) for line in club.journal.lines)
    yield "entries", sum(person.counted["sent"] for person in everybody)
    for role in dict.fromkeys(person.role for person in everybody):
        yield f"taps of {role}s", sum(person.counted["taps"] for person in everybody if person.role == role)


__all__ = ["ST_HILARY", "TOWNS", "Any", "Club", "Town", "figures"]
