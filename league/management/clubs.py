"""The three clubs of the demo as stories. Days lie in one year long ago, so no words may belong to a time of the
year."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

# Accounts of the demo are known by it: no such address can exist.
MAIL_DOMAIN: Final = "@demo.invalid"


@dataclass(frozen=True, slots=True)
class Evening:
    """One event. `players` are the places of members who come, `guests` come without being one.

    `rounds` are played and closed; with `hands_now` one more is being played when the story ends, with so many hands in
    at the first table, one fewer at each next. With no rounds it is still ahead: `players` said that they come. `late`
    (minutes by player) and `penalties` are by round, players as places among those who came. `pairs` come as partners,
    `looking` ones look for one. `told` is the last sentence of its report. `settings` are its own.

    By a `claim` a player says the morning after that a hand was recorded wrongly, and the director puts it right: so
    much more `meld` for the bidders, in the first made hand whose correction moves a player in the standings, looked
    for at this table first.
    """

    day: date
    players: tuple[int, ...]
    rounds: int
    hands_now: int | None = None
    name: str = ""
    guests: tuple[str, ...] = ()
    late: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    penalties: Mapping[int, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    claim: Mapping[str, Any] = field(default_factory=dict)
    pairs: tuple[tuple[int, int], ...] = ()
    looking: tuple[int, ...] = ()
    told: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeasonStory:
    """A season, opened before its evening number `first` and, where there is a `last`, closed the morning after that.

    `rules` are those of `SeasonRules` not taken from the club's series; `later` those changed after its third evening,
    with the reason. `divisions` are categories of the club. `adjusted` are points given or taken after the fourth:
    place, points, reason.
    """

    name: str
    first: int
    last: int | None
    rules: Mapping[str, Any]
    divisions: tuple[str, ...] = ()
    later: Mapping[str, Any] = field(default_factory=dict)
    because: str = ""
    adjusted: tuple[int, int, str] | None = None


@dataclass(frozen=True, slots=True)
class ClubStory:
    """One club with its evenings, oldest first. `books` are adopted; the first is played by.

    `settings` are fields of `Event`, `about_club` of `Club`; `series` makes the evenings nights of one that repeats.
    Members at `couples` never partner, those at `stationary` keep their table, `beginners` play as such, those at
    `initials` are shown by these alone. `categories` have the places of their people. `pots` and `prizes` are the
    series' or, without one, each evening's. `dues` are asked of each member a year, and paid by most of them.
    """

    name: str
    key: str
    about: str
    books: tuple[str, ...]
    members: tuple[str, ...]
    settings: Mapping[str, Any]
    evenings: tuple[Evening, ...]
    series: str = ""
    starts_at: str = "19:00"
    couples: tuple[tuple[int, int], ...] = ()
    stationary: tuple[int, ...] = ()
    beginners: tuple[int, ...] = ()
    initials: tuple[int, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    categories: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    seasons: tuple[SeasonStory, ...] = ()
    pots: tuple[Mapping[str, Any], ...] = ()
    prizes: tuple[Mapping[str, Any], ...] = ()
    about_club: Mapping[str, Any] = field(default_factory=dict)
    dues: int = 0


def came(night: int, members: int, away: Sequence[int], *, always: Sequence[int] = ()) -> tuple[int, ...]:
    """The places of those who came to a night: all but as many as `away` says for it, never those `always` there."""
    missing = random.Random(f"{members}/{night}").sample(
        [place for place in range(members) if place not in always], away[night % len(away)]
    )
    return tuple(place for place in range(members) if place not in missing)


# -- St. Hilary: every week in the parish hall ---------------------------------------------

_HILARY: Final = (
    "Ruth Abernathy", "Walt Kowalski", "Marge Delgado", "Ed Lindqvist", "Joan Pruitt", "Hank Ostrowski",
    "Lois Beckett", "Vern Talbot", "Bernice Hall", "Curtis Hall", "Dolores Vance", "Ray Vance", "Gloria Esteves",
    "Norm Whitaker", "Irene Fallon", "Stan Mazur", "Wilhelmina Featherstonehaugh", "Otis Greer", "Faye Sorensen",
    "Tomasz Wiśniewski", "Rosa Núñez", "Leonard O’Dwyer",
)  # fmt: skip
_HILARY_FIRST: Final = date(2015, 1, 6)
_AWAY: Final = (2, 4, 2, 6, 3, 2, 5)


def _party(night: int, **more: Any) -> Evening:
    players = came(night, len(_HILARY), _AWAY, always=(0, 1, 4, 6, 14))
    return Evening(_HILARY_FIRST + timedelta(weeks=night), players, more.pop("rounds", 4), **more)


ST_HILARY: Final = ClubStory(
    name="St. Hilary Card Party",
    key="st-hilary",
    about="Once a week in the parish hall. Coffee is on; guests are welcome.",
    books=("st-hilary",),
    members=_HILARY,
    settings={"format": "rotation", "rounds_planned": 4, "fee": 300, "guest_fee": 400},
    evenings=(
        _party(0),
        _party(1, guests=("Peg Donovan", "Art Donovan")),
        _party(2, late={1: {5: 11}}),
        _party(3),
        _party(4, told="Thank you to Irene for the lemon bars. There is not a crumb left."),
        _party(5),
        _party(6),
        _party(7, guests=("Peg Donovan",)),
        _party(8, late={2: {3: 8}}),
        _party(9, told="The new card tables have come. Many thanks to the men’s club, who carried them in."),
        _party(10, guests=("Art Donovan", "Sister Mary Agnes")),
        _party(11),
        _party(12),
        _party(13, guests=("Peg Donovan", "Art Donovan")),
        _party(
            14,
            claim={
                "round": 3, "table": 4, "meld": 26,
                "why": "it was a double pinochle, and a single one was written down",
            },
            told="Bring a dish to share next time: it is Gloria’s birthday.",
        ),
        _party(15, rounds=1, hands_now=3, guests=("Sister Mary Agnes",)),
        _party(16, rounds=0),
    ),
    series="Card party",
    couples=((8, 9), (10, 11)),
    stationary=(14,),
    beginners=(3, 7, 12, 17, 19, 21),
    initials=(15,),
    notes={14: "Bad knee: keep her near the door.", 7: "Reads the board poorly. Tell him his table."},
    categories={"Newcomers": (17, 18, 19, 20, 21), "Women": (0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20)},
    seasons=(
        SeasonStory("Season 31", 1, 6, {"best": 5, "nights_needed": 3}),
        SeasonStory(
            "Season 32",
            7,
            None,
            {"nights_needed": 3, "one_more_per": 6, "night_bonus": 5},
            divisions=("Newcomers", "Women"),
            later={"best": 7},
            because="As voted in the parish hall: the best seven nights count",
            adjusted=(9, -10, "Left before the last round without a word"),
        ),
    ),
    pots=({"name": "Set money", "per_set": 25},),
    prizes=(
        {"kind": "place", "place": 1, "amount": 1500},
        {"kind": "place", "place": 2, "amount": 1000},
        {"kind": "high_hand", "amount": 500},
        {"kind": "most_sets", "percent": 50, "pot": "Set money"},
    ),
    about_club={
        "has_grades": True, "hall": "St. Hilary’s parish hall", "street": "12 Elm Street\nSpringfield, IL 62704",
        "contact": "Carol Reyes, 555-0100, or any of us after Mass", "beginners": "welcome",
        "cost": "$3 a night, $4 for guests. The coffee is on us.",
    },
    dues=1000,
)  # fmt: skip

# -- Tri-County: tournaments under the national rules ---------------------------------------

_COUNTY: Final = (
    "Harriet Bloomquist", "Delbert Simmons", "Yolanda Perez", "Chester Novak", "Maxine Okafor",
    "Russell Vandermeer", "Edith Castellano", "Floyd Hendricks", "Beverly Tsosie", "Marvin Goldfarb",
    "Shirley Kaminski", "Alton Dupree", "Geraldine Foss", "Wendell Ikeda", "Arlene Petrossian", "Clifford Burke",
    "Nadine Leclair", "Homer Zielinski", "Phyllis Aguilar", "Roscoe Timmerman", "Juanita Bell", "Emmett Schroeder",
)  # fmt: skip
_COUNTY_FIRST: Final = date(2015, 1, 10)
_PAIRS: Final[Mapping[str, Any]] = {"format": "half_move", "rounds_planned": 5, "final_places": 0}

TRI_COUNTY: Final = ClubStory(
    name="Tri-County Pinochle Association",
    key="tri-county",
    about="Double-deck tournaments under the national rules, on Saturdays, with a day for pairs.",
    books=("npa",),
    members=_COUNTY,
    settings={
        "format": "winners_move", "partners": "high_low", "rounds_planned": 4, "minutes": 50, "fee": 1500,
        "guest_fee": 1500, "sit_out_credit": "winners_average", "final_places": 8, "final_rounds": 1,
        "tie_breaks": ["rounds_won", "high_round", "fewest_sets"],
    },
    evenings=(
        Evening(_COUNTY_FIRST, tuple(range(20)), 5, name="Founders’ Cup", late={1: {5: 12}}),
        Evening(
            _COUNTY_FIRST + timedelta(weeks=4),
            tuple(range(2, 22)),
            5,
            name="Doubles Day",
            pairs=tuple((place, place + 1) for place in range(2, 22, 2)),
            settings=_PAIRS,
            told="Lunch was by the ladies of Elk Grove. Nobody went home hungry.",
        ),
        Evening(
            _COUNTY_FIRST + timedelta(weeks=8),
            tuple(range(22)),
            5,
            name="President’s Cup",
            late={1: {5: 12}, 3: {9: 7}},
            penalties={
                1: ({"player": 2, "code": "card_on_floor", "hand": 2},),
                2: ({"player": 7, "code": "wrong_table", "hand": 1}, {"player": 12, "code": "card_count", "hand": 4}),
            },
            claim={
                "round": 4, "table": 4, "meld": 26,
                "why": "the second pinochle was overlooked: it was a double one",
            },
        ),
        Evening(
            _COUNTY_FIRST + timedelta(weeks=12),
            tuple(range(14)),
            0,
            name="Partners’ Cup",
            pairs=((0, 4), (1, 8), (2, 6), (5, 10)),
            looking=(12, 13),
            settings={**_PAIRS, "place": "Elk Grove firehouse, 9 Oak Street, Elk Grove"},
        ),
    ),
    starts_at="10:00",
    beginners=(3, 7, 11, 16),
    categories={"First year": (18, 19, 20, 21)},
    seasons=(
        SeasonStory(
            "Master points, year 9",
            1,
            None,
            {
                "points_by": "places", "place_points": (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
                "night_bonus": 2,
            },
            divisions=("First year",),
        ),
    ),
    prizes=(
        {"kind": "place", "place": 1, "amount": 10000},
        {"kind": "place", "place": 2, "amount": 6000},
        {"kind": "place", "place": 3, "amount": 4000},
        {"kind": "high_round", "amount": 2500},
    ),
    about_club={
        "hall": "Tri-County fairgrounds, Exhibit Hall B", "street": "400 Fairground Road\nMillbrook, OH 45140",
        "contact": "Carol Reyes, 555-0101", "beginners": "know",
        "cost": "$15 a tournament. Members pay $25 a year besides.",
    },
    dues=2500,
)  # fmt: skip

# -- Gwinnett Seniors: afternoons at the senior center --------------------------------------

_SENIORS: Final = (
    "Pearl Jamison", "Lloyd Tran", "Opal Reyes", "Clyde Novak", "Thelma Brandt", "Virgil Stokes", "Inez Calloway",
    "Ambrose Whitfield", "Mildred Yates", "Cornelius Park", "Winifred Daley", "Ezra Kaplan", "Luella Grant",
)  # fmt: skip
_SENIORS_FIRST: Final = date(2015, 2, 5)


def _afternoon(night: int, **more: Any) -> Evening:
    players = came(night, len(_SENIORS), (2, 1, 3, 2), always=(0, 5))
    return Evening(_SENIORS_FIRST + timedelta(weeks=night), players, more.pop("rounds", 3), **more)


SENIORS: Final = ClubStory(
    name="Gwinnett Seniors Pinochle League",
    key="gwinnett-seniors",
    about="Once a week, after lunch, at the senior center, with three-handed tables when the numbers call for them.",
    books=("gwinnett", "gwinnett-3"),
    members=_SENIORS,
    settings={"format": "rotation", "rounds_planned": 3, "odd_players": "three_handed"},
    evenings=(
        _afternoon(0),
        _afternoon(1, guests=("Hollis Reed",)),
        _afternoon(2),
        _afternoon(3, told="Pearl won it on the last hand, and the room heard about it."),
        _afternoon(4, late={1: {4: 6}}),
        _afternoon(5),
        _afternoon(6, claim={
                "round": 3, "table": 1, "meld": 26,
                "why": "the double pinochle was counted as a single one",
            }),
        _afternoon(7, guests=("Hollis Reed",)),
        _afternoon(8),
        _afternoon(9, told="The center is painting. Come in by the side door for now."),
        _afternoon(10, rounds=0),
    ),
    series="Afternoon league",
    starts_at="13:00",
    beginners=(3, 8, 11),
    initials=(6,),
    categories={"Newcomers": (10, 11, 12)},
    seasons=(
        SeasonStory("Season 5", 1, 4, {"points_by": "wins", "nights_needed": 2}),
        SeasonStory(
            "Season 6",
            5,
            None,
            {"points_by": "average", "nights_needed": 2, "one_more_per": 4},
            divisions=("Newcomers",),
        ),
    ),
    about_club={
        "hall": "Gwinnett senior center", "street": "70 Pine Lane\nLawrenceville, GA 30046",
        "contact": "The front desk of the center, 555-0102", "beginners": "welcome",
        "cost": "Free at the door. Members pay $12 a year.",
    },
    dues=1200,
)  # fmt: skip

CLUBS: Final = (ST_HILARY, TRI_COUNTY, SENIORS)
