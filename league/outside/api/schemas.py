"""What the answers hold. These words are those of the description that other programs read."""

from __future__ import annotations

from datetime import date, datetime

from ninja import Field, Schema

from league.season.seasons.rules import PointsBy

MOST_A_PAGE = 100


class Paged(Schema):
    """One page of a list."""

    count: int = Field(description="How many there are on all pages")
    page: int
    pages: int
    next: str | None = Field(description="The address of the next page, null on the last one")


class ClubOut(Schema):
    name: str
    about: str
    address: str = Field(description="The club’s page, for people")
    seasons: str = Field(description="Where its seasons are listed; the others likewise")
    standings: str
    events: str
    calendar: str


class SeasonOut(Schema):
    id: int
    name: str
    opens_on: date
    closes_on: date
    is_closed: bool
    standings: str = Field(description="Where its standings are")


class SeasonsOut(Paged):
    items: list[SeasonOut]


class PublicationOut(Schema):
    number: int = Field(description="Counts up with every publication of the season")
    state: str = Field(description="provisional, or final once the season is closed")
    published_at: datetime
    because: str = Field(description="What made it, such as an evening that was played")


class StandingOut(Schema):
    place: int | None = Field(description="Shared by those who are level, null for who does not qualify yet")
    name: str = Field(description="The member, or both of a pair, as the club shows them")
    figure: str = Field(description="What places go by, as the page writes it")
    points: float = Field(
        description="`figure` as a number, to the tenth: by average or by rounds won these are no points; see `total`"
    )
    total: int | float = Field(
        description="The points in all, whatever places go by; of a past season perhaps with a half"
    )
    nights: int = Field(description="How many nights they came")
    why: str = Field(description="What puts them above the next")
    needs: list[str] = Field(description="What is still needed for a place")
    moved: str = Field(description="Why they stand elsewhere than before the newest night, empty if they don’t")


class StandingsOut(Paged):
    season: SeasonOut
    publication: PublicationOut
    divisions: list[str] = Field(description="The categories with standings of their own: ask with ?of=")
    of: str = Field(description="Which of them this is, empty for everybody")
    goes_by: PointsBy = Field(
        description="What places go by: total (all points), average, wins, places of nights, or percent"
    )
    items: list[StandingOut]


class EventOut(Schema):
    id: int
    name: str
    played_on: date
    starts_at: datetime
    place: str = Field(description="Where it is, empty where the club doesn’t say")
    series: str | None
    plan: str = Field(description="How it is played, in words")
    address: str = Field(description="Its page, for people")


class ClosedEventOut(EventOut):
    players: int
    results: str = Field(description="Where its results are")
    boards: str | None = Field(description="Where its boards are, null where every table was dealt its own cards")


class EventsOut(Paged):
    items: list[ClosedEventOut]


class RoundOut(Schema):
    title: str
    points: int | float | None = Field(description="At a duplicate what its boards came to; null for who did not play")
    is_credit: bool = Field(description="Whether the points are a credit for sitting out")


class ResultOut(Schema):
    place: int
    name: str
    number: int = Field(description="The number for the evening")
    rounds: list[RoundOut]
    won: int | None = Field(description="The rounds won, where places go by them before points; else null")
    total: int | float | None = Field(description="At a duplicate percent or points, to the hundredth; see its boards")


class ResultsTableOut(Schema):
    title: str
    note: str = Field(description="What else is to be known of the figures")
    lines: list[ResultOut]


class ResultsOut(Schema):
    event: ClosedEventOut
    results: list[ResultsTableOut] = Field(description="One table; at an evening of pairs of pairs, then of players")


class BoardTableOut(Schema):
    round: int
    table: int
    players: dict[str, str] = Field(description="By side, NS and EW, or A, B and C")
    bidder: str = Field(description="The seat, empty where nothing was played")
    bid: int
    trump: str = Field(description="S, H, D or C, or empty")
    result: str = Field(description="What became of the bid, such as made or set")
    meld: dict[str, int]
    take: dict[str, int]
    scores: dict[str, int] = Field(description="What each side made of the board alone")
    shares: dict[str, float] = Field(description="What that came to, in `unit`; empty where it counts for nobody")
    note: str = Field(description="What the director decided")


class BoardOut(Schema):
    number: int
    dealer: str
    hands: dict[str, list[str]] = Field(description="By seat, cards such as AS, TH; empty where nobody took them down")
    kitty: list[str]
    tables: list[BoardTableOut]


class BoardPlaceOut(Schema):
    place: int
    name: str = Field(description="The player, or both of a pair")
    direction: str = Field(description="NS or EW where each direction has a list of its own")
    boards: int = Field(description="How many counted")
    total: float = Field(description="In `unit`")


class BoardsOut(Paged):
    event: ClosedEventOut
    scoring: str = Field(
        description="matchpoints, datum (points over the average, from six tables on without the highest and the "
        "lowest) or cross (cross points)"
    )
    unit: str = Field(description="percent or points")
    digest: str = Field(description="What was told of the boards before; empty where they were shuffled at the tables")
    seed: str = Field(description="What the boards follow from, so that anybody can deal them again")
    places: list[BoardPlaceOut]
    items: list[BoardOut]


class NightOut(EventOut):
    is_under_way: bool


class CalendarOut(Paged):
    items: list[NightOut]


class Fault(Schema):
    """Why there is no answer."""

    detail: str
