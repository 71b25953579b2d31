"""The three clubs of the demo as stories: who belongs to them, what they play, and which evenings there were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Late:
    """Somebody who comes late in a round: by place among the entrants, with whole minutes."""

    player: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty from the book's list on a player, by place among the entrants."""

    player: int
    code: str
    hand: int = 1


@dataclass(frozen=True, slots=True)
class Evening:
    """One event. `days_ago` counts back from today; `players` are the places of those who come.

    `rounds` are played and closed; with `hands_now` one more is being played, and so many hands of it are in at
    the first table, one fewer at each next one. `late` and `penalties` are by round.
    """

    name: str
    days_ago: int
    players: tuple[int, ...]
    rounds: int
    hands_now: int | None = None
    late: Mapping[int, tuple[Late, ...]] = field(default_factory=dict)
    penalties: Mapping[int, tuple[Penalty, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClubStory:
    """One club with its evenings, oldest first. `books` are adopted; the first is played by.

    `settings` are fields of `Event`; `series` makes the evenings nights of one that repeats. Members at `couples`
    never partner, those at `stationary` keep their table.
    """

    name: str
    slug: str
    about: str
    books: tuple[str, ...]
    members: tuple[str, ...]
    settings: Mapping[str, Any]
    evenings: tuple[Evening, ...]
    series: str = ""
    starts_at: str = "19:00"
    couples: tuple[tuple[int, int], ...] = ()
    stationary: tuple[int, ...] = ()


ST_HILARY: Final = ClubStory(
    name="St. Hilary Card Party",
    slug="st-hilary",
    about="Once a week at seven in the parish hall. Coffee is on; guests are welcome.",
    books=("st-hilary",),
    members=(
        "Ruth Abernathy", "Walt Kowalski", "Marge Delgado", "Ed Lindqvist", "Joan Pruitt", "Hank Ostrowski",
        "Lois Beckett", "Vern Talbot", "Bernice Hall", "Curtis Hall", "Dolores Vance", "Ray Vance", "Gloria Esteves",
        "Norm Whitaker", "Irene Fallon", "Stan Mazur", "Wilhelmina Featherstonehaugh", "Otis Greer", "Faye Sorensen",
        "Tomasz Wiśniewski", "Rosa Núñez", "Leonard O’Dwyer",
    ),
    settings={"format": "rotation", "rounds_planned": 4, "fee": 300, "guest_fee": 400},
    evenings=(
        Evening("Card party", 28, tuple(range(16)), 4),
        Evening("Card party", 21, tuple(range(2, 20)), 4),
        Evening("Card party", 14, tuple(range(20)), 4),
        Evening("Card party", 7, (*range(12), *range(14, 22)), 4),
        Evening("Card party", 0, tuple(range(18)), 1, hands_now=3),
    ),
    series="Card party",
    couples=((8, 9), (10, 11)),
    stationary=(14,),
)  # fmt: skip

TRI_COUNTY: Final = ClubStory(
    name="Tri-County Pinochle Association",
    slug="tri-county",
    about="Double-deck tournaments under the national rules, four Saturdays a year.",
    books=("npa",),
    members=(
        "Harriet Bloomquist", "Delbert Simmons", "Yolanda Perez", "Chester Novak", "Maxine Okafor",
        "Russell Vandermeer", "Edith Castellano", "Floyd Hendricks", "Beverly Tsosie", "Marvin Goldfarb",
        "Shirley Kaminski", "Alton Dupree", "Geraldine Foss", "Wendell Ikeda", "Arlene Petrossian", "Clifford Burke",
        "Nadine Leclair", "Homer Zielinski", "Phyllis Aguilar", "Roscoe Timmerman", "Juanita Bell", "Emmett Schroeder",
    ),
    settings={
        "format": "winners_move", "partners": "high_low", "rounds_planned": 5, "minutes": 50, "fee": 1500,
        "guest_fee": 1500, "sit_out_credit": "winners_average",
    },
    evenings=(
        Evening(
            "Fall tournament",
            14,
            tuple(range(22)),
            5,
            late={1: (Late(5, 12),), 3: (Late(9, 7),)},
            penalties={
                1: (Penalty(2, "card_on_floor", 2),),
                2: (Penalty(7, "wrong_table"), Penalty(12, "card_count", 4)),
            },
        ),
    ),
    starts_at="10:00",
)  # fmt: skip

SENIORS: Final = ClubStory(
    name="Gwinnett Seniors Pinochle League",
    slug="gwinnett-seniors",
    about="Once a week, after lunch, at the senior center, with three-handed tables when the numbers call for them.",
    books=("gwinnett", "gwinnett-3"),
    members=(
        "Pearl Jamison", "Lloyd Tran", "Opal Reyes", "Clyde Novak", "Thelma Brandt", "Virgil Stokes", "Inez Calloway",
        "Ambrose Whitfield", "Mildred Yates", "Cornelius Park", "Winifred Daley", "Ezra Kaplan", "Luella Grant",
    ),
    settings={"format": "rotation", "rounds_planned": 3, "odd_players": "three_handed"},
    evenings=(
        Evening("Afternoon league", 16, tuple(range(11)), 3),
        Evening("Afternoon league", 9, tuple(range(1, 12)), 3),
        Evening("Afternoon league", 2, (0, *range(3, 13)), 3),
    ),
    series="Afternoon league",
    starts_at="13:00",
)  # fmt: skip

CLUBS: Final = (ST_HILARY, TRI_COUNTY, SENIORS)
