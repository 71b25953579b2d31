"""A season's rules as data: one frozen schema, kept as JSON. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import Annotated, Any, Final, Literal, Self, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from league.evening.ties.parting import TieBreak
from league.evening.ties.tie_breaks import BY_CODE

Count = Annotated[int, Field(ge=0, le=400)]
Points = Annotated[int, Field(ge=-10_000, le=10_000)]
Ids = Annotated[tuple[int, ...], Field(max_length=500)]
PointsBy = Literal["total", "average", "wins", "places", "percent"]
SitOuts = Literal["as_played", "own_average", "nothing"]
TieBreakCode = Literal["head_to_head", "wins", "high_round", "fewest_sets", "total", "average"]
Level = Literal["shared", "draw"]
FromFile = Literal["", "table", "nights"]

# What each choice is called, and its sentence in the printed rules.
POINTS_BY: Final[Mapping[str, tuple[str, str]]] = {
    "total": ("All points", "The points of all rounds that count are added up."),
    "average": ("Average per round", "What counts is the average of the rounds that count."),
    "wins": ("Rounds won, then points", "The most rounds won come first. Points break a tie."),
    "places": ("Points for the place of the night", "Each night gives points for the place in it."),
    "percent": (
        "Percentages of duplicate nights",
        "What counts is the average percentage of the duplicate nights that count. Points break a tie.",
    ),
}
SIT_OUTS: Final[Mapping[str, tuple[str, str]]] = {
    "as_played": ("The credit of the night", "A round that was sat out counts with the credit of its night."),
    "own_average": (
        "The player’s own average",
        "A round that was sat out counts with the player’s own average of the season.",
    ),
    "nothing": ("Nothing", "A round that was sat out does not count."),
}
TIE_BREAKS: Final[Mapping[str, TieBreak]] = {code: BY_CODE[code] for code in get_args(TieBreakCode)}
LEVEL: Final[Mapping[str, tuple[str, str]]] = {
    "shared": ("They share the place", "Who is level after that shares the place."),
    "draw": ("Lots are drawn", "Who is level after that draws lots; the draw is kept."),
}


class SeasonRules(BaseModel):
    """Evenings of `series` and single `events` count, within the season's days, but for those `without`. Of each player
    the `best` nights count, 0 for all. A place takes `nights_needed`, and one more for each `one_more_per` nights held.
    `place_points` go to the first place, the second and so on. Bonuses are points for each night played, round won and
    night won. A season `for_pairs` counts only evenings of pairs, one by percentages only duplicates with matchpoints.
    `divisions` are categories with standings of their own. A past season is made of a file's rows (`from_file`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    series: Ids = ()
    events: Ids = ()
    without: Ids = ()
    points_by: PointsBy = "total"
    place_points: Annotated[tuple[Points, ...], Field(max_length=100)] = ()
    best: Count = 0
    nights_needed: Count = 0
    one_more_per: Count = 0
    night_bonus: Points = 0
    round_won_bonus: Points = 0
    night_won_bonus: Points = 0
    sit_outs: SitOuts = "as_played"
    for_pairs: bool = False
    with_guests: bool = False
    divisions: Ids = ()
    tie_breaks: Annotated[tuple[TieBreakCode, ...], Field(max_length=6)] = ("head_to_head", "wins", "high_round")
    level: Level = "shared"
    from_file: FromFile = ""

    @classmethod
    def from_json(cls, text: str) -> Self:
        return cls.model_validate_json(text)

    def to_json(self) -> str:
        return self.model_dump_json(exclude=None if self.from_file else {"from_file"})

    @property
    def has_race(self) -> bool:
        """Whether its rest can be played out from points."""
        return self.points_by != "percent" and not self.from_file

    @property
    def has_bonuses(self) -> bool:
        return bool(self.night_bonus or self.round_won_bonus or self.night_won_bonus)

    def needed_after(self, held: int) -> int:
        return self.nights_needed + (held // self.one_more_per if self.one_more_per else 0)


# What ids in rules are called: of `series`, `events` and `divisions`.
Names: TypeAlias = Mapping[str, Mapping[int, str]]
# What is wrong with rules, by field.
Faults: TypeAlias = Mapping[str, Sequence[str]]

GONE: Final = {
    "series": "One of these series is no longer there. Choose again.",
    "events": "One of these evenings is no longer there. Choose again.",
    "divisions": "One of these categories is no longer there.",
}
SINGLE: Final = {
    "series": "This is a season for pairs: choose series that are played by fixed pairs.",
    "events": "This is a season for pairs: choose evenings that are played by fixed pairs.",
}


def season_rules(data: Mapping[str, Any]) -> tuple[SeasonRules | None, Faults]:
    try:
        return SeasonRules.model_validate(data), {}
    except ValidationError as error:
        return None, {str(each["loc"][0]): [_says(each["type"])] for each in reversed(error.errors())}


def faults_of(
    rules: SeasonRules, names: Names, of_pairs: Mapping[str, Set[int]], duplicates: Mapping[str, Set[int]]
) -> Faults:
    """Faults that keep rules from being published, by `names`, pairs' evenings and duplicates to choose from."""
    found: dict[str, list[str]] = defaultdict(list)
    chosen = {"series": set(rules.series), "events": set(rules.events), "divisions": set(rules.divisions)}
    if not rules.series and not rules.events and not rules.from_file:
        found["series"].append("Choose at least one series or evening that counts.")
    for name, says in GONE.items():
        if chosen[name] - names[name].keys():
            found[name].append(says)
    for name, says in SINGLE.items():
        if rules.for_pairs and chosen[name] & names[name].keys() - of_pairs[name]:
            found[name].append(says)
    if rules.points_by == "percent" and not any(chosen[name] & duplicates[name] for name in SINGLE):
        found["points_by"].append("None of these nights is a duplicate with matchpoints, so none counts.")
    if rules.points_by == "places" and not rules.place_points:
        found["place_points"].append("Say how many points each place of a night gives, such as 10, 8, 6, 5, 4.")
    if list(rules.place_points) != sorted(rules.place_points, reverse=True):
        found["place_points"].append("A better place can’t give fewer points than one below it.")
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        found["tie_breaks"].append("Each tie-break can be in the list once.")
    return found


def _says(kind: str) -> str:
    if kind in ("greater_than_equal", "less_than_equal"):
        return "That number is too large or too small."
    if kind == "too_long":
        return "Those are too many."
    return "That can’t be read. Choose again."
