"""The three clubs, as their towns know them, founded and set up on the pages that people have."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Protocol
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from . import journal
from .journal import Happened, Journal
from .nights import Cards, Night
from .web import Person, words

HOME = ZoneInfo("America/Chicago")
PASSWORD = "three old brass kettles"
BEGINS = date(2027, 9, 13)  # a Monday
FOUNDED = datetime(2027, 9, 8, 10, tzinfo=HOME)


ASKED_OF_FINAL = {"final places": "Players in the final", "final rounds": "Rounds in the final"}
ASKED_OF_SEASON = {
    "best": ("How many nights count?", ""),
    "nights needed": ("Nights it takes for a place", ""),
    "night bonus": ("For each night played", ""),
    "points by": ("What do places go by?", "Average per round"),
}


class Clock(Protocol):
    """What the club's computer takes for the time."""

    def go(self, moment: datetime) -> None: ...


Devices = Callable[[str, str], Person]


def confirm(person: Person) -> None:
    """The password once more, where it was typed long ago."""
    if person.page.title == "Is it you?":
        person.fill("Your password", PASSWORD)
        person.tap("Go on")


@dataclass(frozen=True)
class Kind:
    """How a night is played: what is filled in on its plan, and by which rules the other book reads it."""

    kind: str  # as the journal calls it
    rounds: int  # 0: until it is decided
    plan: tuple[tuple[str, str | int], ...] = ()
    rules: tuple[tuple[str, Any], ...] = ()
    in_pairs: bool = False
    has_boards: bool = False
    final: int = 0  # rounds of a final that follow


@dataclass(frozen=True)
class Town:
    """A club before it has a computer: what it is called and plays, who belongs to it, what its nights cost.

    Its nights are those of a weekly series of the first kind; of another kind is each night whose number the others
    divide.
    """

    key: str
    club: str
    game: str
    book: str  # as the list of books calls it
    people: tuple[str, ...]
    night: str
    come: tuple[int, int]  # at least and at most
    fee: int
    guest_fee: int
    kinds: tuple[Kind, ...]
    prizes: tuple[dict[str, Any], ...] = ()
    pots: tuple[dict[str, Any], ...] = ()
    season: tuple[tuple[str, Any], ...] = ()  # rules of it, as the other book calls them
    season_name: str = "2027–28"
    dues: int = 0
    tablets: int = 99  # that it has
    guests: tuple[str, ...] = ("Peg Donovan", "Art Donovan", "Sister Mary Agnes")

    def kind_of(self, number: int) -> Kind:
        """Of the night with that number."""
        return self.kinds[0] if number % 4 else self.kinds[number // 4 % len(self.kinds)]


def names(first: str, last: str) -> tuple[str, ...]:
    return tuple(f"{one} {other}" for one, other in zip(first.split(), last.split(), strict=True))


ST_HILARY = Town(
    key="st-hilary",
    club="St. Hilary Card Party",
    game="st-hilary",
    book="St. Hilary Card Party",
    people=names(
        "Ruth Walt Marge Ed Joan Hank Lois Vern Bernice Curtis Dolores Ray Gloria Norm Irene Stan Mary Otis "
        "Faye Tomasz Rosa Leonard Agnes Bud Ida Merle",
        "Abernathy Kowalski Delgado Lindqvist Pruitt Ostrowski Beckett Talbot Hall Hall Vance Vance Esteves "
        "Whitaker Fallon Mazur O’Shea Greer Sorensen Wiśniewski Núñez O’Dwyer Brandt Colby Drummond Hatch",
    ),
    night="Card party",
    come=(18, 26),
    fee=5,
    guest_fee=6,
    kinds=(
        Kind("partners rotate", 4),
        Kind("partners rotate", 3, (("Hands in a round", 5),), (("hands", 5),)),
        Kind("pairs, half move", 4, (("How is it played?", "Fixed pairs, half move"),), in_pairs=True),
    ),
    prizes=(
        {"kind": "place", "place": 1, "amount": 15},
        {"kind": "place", "place": 2, "amount": 10},
        {"kind": "high hand", "amount": 5},
        {"kind": "most sets", "percent": 50, "pot": "Set money"},
    ),
    pots=({"name": "Set money", "per set": 1},),
    season=(("best", 30), ("nights needed", 3)),
    dues=20,
)
PAIRS = ("How is it played?", "Fixed pairs, half move")
TRI_COUNTY = Town(
    key="tri-county",
    club="Tri-County Pinochle Association",
    game="npa",
    book="National Pinochle Association",
    people=names(
        "Harriet Delbert Yolanda Chester Maxine Russell Edith Floyd Beverly Marvin Shirley Alton Geraldine "
        "Wendell Arlene Clifford Nadine Homer Phyllis Roscoe Juanita Emmett Ramona Elwood Trudy Barton Mavis "
        "Percy Olive Sterling Wanda Luther Hazel Orville Bonnie Roland Estelle Grover Lorna Amos",
        "Bloomquist Simmons Perez Novak Okafor Vandermeer Castellano Hendricks Tsosie Goldfarb Kaminski "
        "Dupree Foss Ikeda Petrossian Burke Leclair Zielinski Aguilar Timmerman Bell Schroeder Nygaard "
        "Fontaine Ashby Quill Redmond Stokes Underhill Voss Whitley Yancey Zimmer Barlow Crane Decker Eastman "
        "Farrow Gentry Hooper",
    ),
    night="Tournament",
    come=(28, 40),
    fee=15,
    guest_fee=15,
    kinds=(
        Kind("winners move", 4, (("How is it played?", "Winners move"),)),
        Kind("pairs, half move", 4, (PAIRS,), in_pairs=True),
        Kind(
            "partners rotate", 4, (("Is there a final after these rounds?", "A final, points carry over"),),
            (("final after", 4), ("final places", 8), ("final carries", True)), final=1,
        ),
        Kind("pairs, round robin", 4, (("How is it played?", "Fixed pairs, round robin"),), in_pairs=True),
        Kind(
            "pairs, knock-out", 0, (("How is it played?", "Fixed pairs, knock-out"),),
            (("sitting out", 0),), in_pairs=True,  # a bye is no points
        ),
        Kind(
            "duplicate", 3,
            (PAIRS, ("What counts?", "Duplicate, matchpoints"), ("Who makes the boards?", "One person")),
            in_pairs=True, has_boards=True,
        ),
    ),
    prizes=(
        {"kind": "place", "place": 1, "amount": 100},
        {"kind": "high round", "amount": 25},
        {"kind": "most sets", "percent": 50, "pot": "Set money"},
    ),
    pots=({"name": "Set money", "per set": 0.5},),
    season=(("best", 30), ("night bonus", 20)),
    dues=40,
    tablets=2,
)  # fmt: skip
SIX_HANDED = Town(
    key="six-handed",
    club="Elm Grove Sixes",
    game="six-handed",
    book="Six-handed Triple Deck",
    people=names(
        "Pearl Lloyd Opal Clyde Thelma Virgil Inez Ambrose Mildred Cornelius Winifred Ezra Luella Hollis "
        "Verna Dwight Cora Abner Nettie Rufus Ivy Silas Della",
        "Jamison Tran Reyes Novak Brandt Stokes Calloway Whitfield Yates Park Daley Kaplan Grant Reed Mott "
        "Pell Quinn Rusk Sloan Tate Upton Vick Wynn",
    ),
    night="Sixes",
    come=(15, 23),
    fee=3,
    guest_fee=3,
    kinds=(Kind("partners rotate", 3, (("Hands in a round", 3),), (("hands", 3),)),),
    prizes=({"kind": "place", "place": 1, "amount": 12}, {"kind": "high hand", "percent": 40, "pot": "Set money"}),
    pots=({"name": "Set money", "per set": 1},),
    season=(("points by", "average"),),
    dues=12,
    tablets=1,
)
TOWNS = (ST_HILARY, TRI_COUNTY, SIX_HANDED)


def shortened(town: Town, people: int, come: tuple[int, int], *, rounds: int = 0, hands: int = 0, **more: Any) -> Town:
    """The same town with so many people, and short nights; nights of boards stay as they are."""
    plan, rules = ((("Hands in a round", hands),), (("hands", hands),)) if hands else ((), ())
    fewer = {"final after": rounds, "final places": 4}
    kinds = tuple(
        kind if kind.has_boards else replace(
            kind,
            rounds=min(rounds or kind.rounds, kind.rounds),
            plan=(*(one for one in kind.plan if not hands or one[0] != "Hands in a round"), *plan),
            rules=(*((what, fewer.get(what) or figure) for what, figure in kind.rules
                     if not hands or what != "hands"), *rules),
        )
        for kind in town.kinds
    )  # fmt: skip
    return replace(town, people=town.people[:people], come=come, kinds=kinds, **more)


SMALL = (  # more on the list than come, as in every club
    shortened(ST_HILARY, 17, (8, 11), hands=1),
    shortened(TRI_COUNTY, 18, (8, 12), rounds=2),
    shortened(SIX_HANDED, 19, (9, 14), rounds=2, hands=1),
)


@dataclass
class Club:
    """One club through its year."""

    town: Town
    journal: Journal
    director: Person
    devices: Devices
    clock: Clock
    seed: int
    zone: ZoneInfo = HOME
    address: str = ""
    account: str = "carol"  # who signs in to direct
    unlike: dict[str, Any] = field(default_factory=dict)  # rules that its program plays otherwise than planned
    nights: list[Night] = field(default_factory=list)

    @property
    def day(self) -> date:
        """Of the next night."""
        return BEGINS + timedelta(weeks=len(self.nights))

    @property
    def today(self) -> date:
        """Of the last night; what happens until the next happens on the same day."""
        return self.nights[-1].day if self.nights else FOUNDED.date()

    # -- before the first night

    def found(self, link: str) -> None:
        """By the link that the club's computer prints at its first start."""
        carol = self.director
        carol.open(link)
        carol.fill("Name of the club", self.town.club).fill("Your name", carol.name).fill("Sign-in name", "carol")
        carol.fill("New password", PASSWORD).fill("New password again", PASSWORD)
        self.address = carol.tap("Open the club").address

    def set_up(self) -> None:
        """Rules, members, the weekly night with its prizes, the season, the dues."""
        carol, town = self.director, self.town
        carol.tap("Rules")
        carol.tap(f"Adopt as it is: {town.book}")
        carol.tap("Members")
        carol.tap("Import")
        carol.fill("Or paste the list", "\n".join(["Name", *town.people]))
        carol.tap("Show what would change")
        carol.tap("Import them")
        self.write(*(journal.Joined(FOUNDED.date(), name) for name in town.people))
        carol.tap("Events")
        carol.tap("Plan a weekly series")
        carol.fill("Name", town.night).fill("Every", "Monday").fill("Start", "19:00")
        self.fill_plan(town.kinds[0])
        carol.tap("Plan this series")
        self.rule("zone", self.zone.key)
        self.rule("start", "19:00")
        self.rule("guest fee", town.guest_fee)
        self.add_prizes()
        self.open_season()
        if town.dues:
            carol.open(self.address)
            carol.tap("Members")
            carol.tap("Dues and debts")
            carol.tap("Set the year's dues")
            carol.fill("For the year, of each member", town.dues).fill("From", "2027-09-01")
            carol.tap("Set them")
            self.rule("dues", town.dues)

    def write(self, *happened: Happened) -> None:
        self.journal.write(*happened)

    def rule(self, what: str, figure: Any, day: date | None = None) -> None:
        self.write(journal.Ruled(day or FOUNDED.date(), what, figure))

    def fill_plan(self, kind: Kind) -> None:
        """What is asked depends on what was chosen before it."""
        carol = self.director
        for label, chosen in kind.plan:
            carol.fill(label, chosen)
            if isinstance(chosen, str):
                carol.tap("Update the form")
        if kind.rounds:
            carol.fill("Rounds", kind.rounds)
        carol.fill("Fee", self.town.fee).fill("Guest fee", self.town.guest_fee)
        for what, label in ASKED_OF_FINAL.items():
            if what in dict(kind.rules):
                carol.fill(label, dict(kind.rules)[what])

    def add_prizes(self) -> None:
        carol = self.director
        carol.tap("Prizes and pots")
        for pot in self.town.pots:
            carol.tap("Add a pot")
            carol.fill("Name", pot["name"])
            for what, label in (("per player", "From each fee"), ("per set", "For each set")):
                if what in pot:
                    carol.fill(label, pot[what])
            carol.tap("Save")
        for prize in self.town.prizes:
            carol.tap("A place" if prize["kind"] == "place" else prize["kind"].capitalize())
            if prize["kind"] == "place":
                carol.fill("Which place?", prize["place"])
            if "amount" in prize:
                carol.fill("Amount", prize["amount"])
            else:
                carol.fill("Or a share, in percent", prize["percent"]).fill("Paid from", prize["pot"])
            carol.tap("Save")

    def open_season(self) -> None:
        """Level points go by three things, and who is level then shares the place."""
        carol, town = self.director, self.town
        carol.tap("Standings")
        carol.tap("New season")
        carol.fill("Name", town.season_name).fill("First day", "2027-09-01").fill("Last day", "2028-08-31")
        carol.tap("Open the season")
        for what, figure in town.season:
            label, words = ASKED_OF_SEASON[what]
            carol.fill(label, words or figure)
            self.rule(f"{town.season_name}/{what}", figure)
        carol.fill("Level points go by", "Head to head")
        self.rule(f"{town.season_name}/level by", ("head to head", "rounds won", "high round"))
        carol.tap("Save and see what changes")
        carol.tap("Publish version 1")

    # -- a night

    def at(self, day: date, hour: time) -> None:
        self.clock.go(datetime.combine(day, hour, self.zone))

    def who_comes(self, night: int) -> list[str]:
        chance = random.Random(f"{self.seed}/{self.town.key}/{night}")
        people = list(self.town.people)
        number = min(chance.randint(*self.town.come), len(people))
        if self.town.kind_of(night).in_pairs:
            number -= number % 2
        return sorted(chance.sample(people, number), key=people.index)

    def guest(self, night: int) -> str:
        """Every third night somebody brings one, who comes again."""
        return self.town.guests[night // 3 % len(self.town.guests)] if night % 3 == 0 else ""

    def plan_night(self) -> Night:
        """One key of the series plans the next night; one of another kind is planned alone."""
        town, day, kind = self.town, self.day, self.town.kind_of(len(self.nights) + 1)
        carol = self.director
        self.at(day, time(18, 15))
        self.sign_in()
        carol.tap("Events")
        if kind is town.kinds[0]:
            carol.tap("Plan Monday")
        else:
            carol.tap("Plan an event")
            carol.fill("Name", town.night).fill("Date", day.isoformat()).fill("Start", "19:00")
            self.fill_plan(kind)
            carol.tap("Plan this event")
        name = f"{town.night}, {day:%B} {day.day}"
        night = Night(
            self.journal, carol, Cards(town.game, self.seed), name, day, carol.page.address, kind.rounds + kind.final,
            town.fee, self.devices, in_pairs=kind.in_pairs, has_boards=kind.has_boards,
            final=kind.rounds + 1 if kind.final else 0, most_tablets=town.tablets,
        )  # fmt: skip
        in_series = town.night if kind is town.kinds[0] else ""
        night.write(journal.Planned, name, kind.kind, town.fee, town.season_name if in_series else "", in_series)
        money = [("pot", pot) for pot in town.pots] + [("prize", prize) for prize in town.prizes]
        for what, figure in (*kind.rules, *(money if in_series else ())):
            self.rule(f"{name}/{what}", self.unlike.get(what, figure), day)
        self.nights.append(night)
        return night

    def sign_in(self) -> None:
        """The club's computer lets nobody in for long."""
        self.director.open(self.address)
        if self.director.page.has("Sign in"):
            self.director.tap("Sign in")
            self.director.fill("Sign-in name", self.account).fill("Password", PASSWORD)
            self.director.tap("Sign in")

    def check_in(self, night: Night) -> None:
        night.check_in(self.who_comes(len(self.nights)))
        if not night.in_pairs and (guest := self.guest(len(self.nights))):
            night.welcome_guest(guest, self.town.guest_fee)

    def seat(self, night: Night) -> None:
        if not night.seats(night.skipped + 1):
            night.seat()
        night.print_table_cards()
        if night.has_boards:
            night.make_boards()

    def play_rounds(self, night: Night) -> None:
        number = 1 + night.skipped
        while night.goes_on(number):
            minutes = 60 * number if night.rounds else 30 + 5 * number
            self.at(night.day, time(18 + minutes // 60, minutes % 60))
            night.play_round(number)
            number += 1

    def close(self, night: Night) -> None:
        self.at(night.day, time(23, 30))
        night.pay_out()
        night.close()
        if night.has_boards:
            self.write_what_bots_made(night)
        night.publish_notice()

    def write_what_bots_made(self, night: Night) -> None:
        """Of each board at each table of theirs: the pages say the average, and the archive all."""
        self.director.look(f"{self.address}archive/")
        confirm(self.director)
        with zipfile.ZipFile(io.BytesIO(self.director.body)) as file:
            dealt, boards = (
                [json.loads(line) for line in file.read(f"tables/{name}.jsonl").splitlines()]
                for name in ("dealt_boards", "event_boards")
            )
        of_night = {one["id"] for one in dealt if one["event"] == night.event}
        for board in boards:
            if board["dealt"] in of_night and board["field"]:
                made = tuple(scores["NS"] - scores["EW"] for scores in board["field"])
                night.write(journal.Field, night.name, board["number"], made)

    def end_season(self) -> None:
        """After the last night; its standings are final then."""
        self.sign_in()
        for key in ("Standings", self.town.season_name, "If it closed today", "Close the season"):
            self.director.tap(key)

    # -- who reads

    def reader(self, role: str) -> tuple[Person, tuple[str, ...]]:
        """Somebody who looks, and where they begin besides the front page: a member has a link of their own."""
        if role == "director":
            self.sign_in()
            return self.director, ()
        person = self.devices(role, "reader")
        if role == "stranger":
            return person, ()
        links = self.director.open(f"{self.address}members/links/").tree.xpath("//*[contains(@class, 'link-address')]")
        chance = random.Random(f"{self.seed}/{len(self.nights)}/reader")
        address = urlsplit(words(chance.choice(links))).path
        return person, (person.open(address).address,)
