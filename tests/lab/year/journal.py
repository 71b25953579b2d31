"""What really happened in a club's year, as somebody in the hall saw it: all that the other book is told.

People are named as on the club's list, seats by the letters of the card, sides by their seats ("NS"). Nothing comes
from the product but who was sent to which table, which the seating says and people obey.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any


@dataclass(frozen=True)
class Happened:
    """One thing, in the order of the journal; `day` is the club's own."""

    day: date


# People and the club --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Joined(Happened):
    name: str


@dataclass(frozen=True)
class Renamed(Happened):
    """By marriage or a slip put right; also a guest who turned out to be a member, whose nights are that member's."""

    name: str
    to: str


@dataclass(frozen=True)
class Hidden(Happened):
    """Wants to be named nowhere that strangers read."""

    name: str


@dataclass(frozen=True)
class Gone(Happened):
    """Died or moved away: is asked for nothing any more, unless they come back."""

    name: str
    is_back: bool = False


@dataclass(frozen=True)
class Listed(Happened):
    """Is one of a category of the club, such as its newcomers, from now on, or no longer."""

    name: str
    category: str
    is_in: bool = True


@dataclass(frozen=True)
class Ruled(Happened):
    """A rule of the club as its members voted it: `what` is a word of the other book (`book.RULES`), from that day on;
    with a night or season before it, “Season 32/best”, it is of that alone."""

    what: str
    figure: Any


# A night ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Planned(Happened):
    """A night: its name, its kind ("partners rotate", "pairs", "duplicate" …), and what it costs in dollars."""

    night: str
    kind: str
    fee: float = 0
    season: str = ""
    series: str = ""  # whose pots it goes on with


@dataclass(frozen=True)
class Came(Happened):
    night: str
    name: str
    partner: str = ""  # at a night of pairs
    is_guest: bool = False


@dataclass(frozen=True)
class Left(Happened):
    """Went home after that many rounds; 0: was there by mistake."""

    night: str
    name: str
    after: int


@dataclass(frozen=True)
class Sat(Happened):
    """Who really sat where at a table of a round, from that hand on. Said again where chairs were changed."""

    night: str
    round: int
    table: int
    seats: dict[str, str]
    from_hand: int = 1


@dataclass(frozen=True)
class SatOut(Happened):
    night: str
    round: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Hand:
    """As it was played: who bid, for how much, and what each side melded and took. No bidder: thrown in."""

    dealer: str
    bidder: str
    bid: int
    trump: str
    meld: dict[str, int]
    take: dict[str, int]
    is_thrown_in: bool = False  # the bidder gave up before play
    partner: str = ""  # called, where a game calls one
    is_stuck: bool = False  # everybody passed, so the dealer had to
    renege: str = ""  # the side that reneged, by the ruling
    only_last_trick: str = ""  # the side whose one point was just the last trick
    with_trick: tuple[str, ...] = ()  # sides that won a trick without a point …
    without_trick: tuple[str, ...] = ()  # … and that won none, their points being of buried cards
    board: int = 0  # at a duplicate


@dataclass(frozen=True)
class Played(Happened):
    """A hand as the card has it at the end of the night, slips put right; said again by what corrects it later."""

    night: str
    round: int
    table: int
    number: int
    hand: Hand


@dataclass(frozen=True)
class Penalized(Happened):
    """Points off (below zero) or given, for a side of a table or for a person alone."""

    night: str
    round: int
    table: int
    whom: str
    points: int
    reason: str


@dataclass(frozen=True)
class CameLate(Happened):
    """So many minutes after the start of a round. Who is replaced then may have somebody else from the club, who plays
    for the own score."""

    night: str
    round: int
    name: str
    minutes: int
    substitute: str = ""


@dataclass(frozen=True)
class PlayedFor(Happened):
    """Sat in another player's seat all round; the points are that player's."""

    night: str
    round: int
    name: str
    player: str


@dataclass(frozen=True)
class Totalled(Happened):
    """Only the totals of a table's card were typed."""

    night: str
    round: int
    table: int
    totals: dict[str, int]


@dataclass(frozen=True)
class Averaged(Happened):
    """A board that a table couldn't play: the percentage that the director gave each side."""

    night: str
    round: int
    table: int
    board: int
    shares: dict[str, int]


@dataclass(frozen=True)
class Fouled(Happened):
    """These tables (round and table) had the board with other cards than those before."""

    night: str
    board: int
    tables: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Field(Happened):
    """What bots made of a board that three tables or fewer play, for North and South above the others."""

    night: str
    board: int
    results: tuple[int, ...]


@dataclass(frozen=True)
class RoundClosed(Happened):
    night: str
    round: int
    counts: bool = True


@dataclass(frozen=True)
class Closed(Happened):
    night: str


@dataclass(frozen=True)
class Adjusted(Happened):
    """Points that the club gave somebody in a season, or took."""

    season: str
    name: str
    points: int


@dataclass(frozen=True)
class Voided(Happened):
    """The night counts for nothing."""

    night: str


# Money -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paid(Happened):
    """Dollars from (below zero: back to) a person, for a night's fee or, with no night, a season's or year's dues."""

    name: str
    dollars: float
    night: str = ""
    what: str = "fee"


@dataclass(frozen=True)
class Waived(Happened):
    name: str
    dollars: float
    night: str = ""


@dataclass
class Journal:
    club: str
    game: str
    lines: list[Happened] = field(default_factory=list)

    def write(self, *happened: Happened) -> None:
        self.lines += happened


def members(journal: Journal) -> list[str]:
    """Who is on the club's list, by today's names, as far as they come."""
    names: dict[str, None] = {}
    for line in journal.lines:
        if isinstance(line, Joined):
            names[line.name] = None
        elif isinstance(line, Renamed) and line.name in names:
            del names[line.name]
            names[line.to] = None
        elif isinstance(line, Gone):
            names.pop(line.name, None)
            names |= {line.name: None} if line.is_back else {}
    return [*names]


# What a medium said ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """One figure: where it stands ("the notice of January 8"), of whom, what of it, and the figure as it was read.

    `what` is a word that book and reading share (`WORDS`); `of` is the night, season or hand that it is of.
    """

    where: str
    whom: str
    what: str
    figure: str
    of: str = ""


WORDS = {
    "place": "of a night, “2” or shared “2=”",
    "points": "of a night",
    "points made": "at the tables of a duplicate; “round points made” in a round",
    "round points made": "",
    "round points": "of a night's round; `of` is “night, round 2”",
    "points off": "for coming late to a round; `of` is “night, round 2”",
    "games won": "of a night",
    "percentage": "of a duplicate",
    "board share": "of a side; `of` is “night, round 1, table 3, board 5”",
    "total": "of a side on a card; `of` is “night, round 1, table 3”",
    "total of hands": "the same before a skunk and penalties",
    "margin": "of a side on a card of boards, above the other",
    "score": "of a side for a hand; `of` is “night, round 1, table 3, hand 2”",
    "season place": "",
    "season points": "",
    "nights": "how many count for a person in a season’s standings",
    "nights played": "how many a person played, as a guest, too",
    "owes": "dollars, in all, of a night, or for a season's nights",
    "owes fees": "",
    "owes dues": "",
    "owes from before": "at a check-in, of other nights",
    "paid": "dollars, of a night or in all",
    "takings": "of a night, nobody in particular",
    "prize": "dollars; with nobody what all who share it have, `of` is “night, High hand”",
    "partner": "how often two sat together; `of` is the other, “Season 32, Ann” in a season",
    "partner points": "a player’s, beside that partner",
    "partner won": "rounds",
    "partner average": "of a round",
    "opponent": "how often two were against each other",
    "opponent won": "",
    "opponent average": "",
    "sets": "bids that failed, with how many in all",
    "seat": "“round 2, table 3, N”; `of` is the night, or “night, round 2”",
    "beside": "who sits on the own side, by the alphabet: “Ann & Bob”; `of` is “night, round 2”",
    "table": "where the seat isn’t said",
    "start": "of a night, in universal time: “20271109T0100”",
    "pot": "dollars in it; `of` is “night, Set money”",
    "set money": "dollars that a person owes for sets of a night",
    "bids": "the own ones; counts are of a night, a season or all nights",
    "final": "of a night; “in” of who plays in it",
    "bids made": "with how many in all, or alone",
    "side sets": "how often the own side was set, whoever bid",
    "hands": "that a person sat at, or with nobody the club’s; so are rounds and bids",
    "rounds": "that a person played",
    "average": "of all rounds that a person played",
    "rounds won": "",
    "best round": "of a person, or with nobody the club’s; so are the records below",
    "highest hand": "",
    "most meld in a hand": "",
    "highest bid made": "",
    "longest run of bids made": "",
    "best night": "",
    "best average of a night": "",
    "most nights": "",
    "most nights won": "",
    "most rounds won": "",
}
