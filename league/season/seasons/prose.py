"""A season's rules in sentences, and two of them beside each other. Pure: rules and names in, words out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.rules.notation import counted, figure_words, listed, number

from .rules import LEVEL, POINTS_BY, SIT_OUTS, TIE_BREAKS, Names, PointsBy, SeasonRules
from .standings import points_words

# What a rule is called, and what it says.
Clause = tuple[str, str]


def rule_book(rules: SeasonRules, names: Names, *, books: int = 1) -> list[tuple[str, list[Clause]]]:
    """The rules that apply, in the order of the form: titles, each with its rules by label. Tables of the evenings that
    count play by so many rule `books`."""
    if rules.from_file:
        return [("What counts", list(_from_file(rules)))]
    parts = (
        ("What counts", _counts(rules, names)),
        ("Points", _points(rules, books)),
        ("Nights", _nights(rules)),
        ("Who is in it", _people(rules, names)),
        ("Level points", _level(rules)),
    )
    return [(title, list(clauses)) for title, clauses in parts]


def differences(before: SeasonRules, after: SeasonRules, names: Names) -> list[tuple[str, str, str]]:
    """Rules that differ: label, before, after, in the order of the newer."""
    were, are = (
        {label: says for _, clauses in rule_book(rules, names) for label, says in clauses} for rules in (before, after)
    )
    labels = [*are, *(label for label in were if label not in are)]
    return [(label, were.get(label, "–"), are.get(label, "–")) for label in labels if were.get(label) != are.get(label)]


def _counts(rules: SeasonRules, names: Names) -> Iterator[Clause]:
    if rules.for_pairs:
        yield ("Played by", "Pairs. Only evenings of fixed pairs count.")
    else:
        yield ("Played by", "Individuals. Everybody scores for themselves.")
    if rules.series:
        yield ("Series", f"Every night of {_named(rules.series, names['series'])} within the season.")
    if rules.events:
        yield ("Single evenings", f"{_named(rules.events, names['events'])}.")
    if rules.without:
        yield ("Left out", f"{_named(rules.without, names['events'])}.")
    if not rules.series and not rules.events:
        yield ("Series", "Nothing has been chosen yet.")


def _from_file(rules: SeasonRules) -> Iterator[Clause]:
    if rules.from_file == "table":
        yield ("Made from", "A file with the final table. The places stand as the file has them.")
        return
    yield ("Made from", "A file with the points of every night. Everybody’s points are added up.")
    if rules.best:
        yield ("Nights that count", f"The best {counted(rules.best, 'night')} of everybody.")
        yield ("Equal nights", "Of nights with equal points the earlier one counts.")
    yield from _level(rules)


def _points(rules: SeasonRules, books: int) -> Iterator[Clause]:
    yield ("Places go by", POINTS_BY[rules.points_by][1])
    if books > 1 and rules.points_by in ("total", "average", "wins"):
        yield ("Rule books", f"Tables play by {number(books)} rule books. Their points count alike, as on the night.")
    if rules.points_by == "percent":
        yield ("Percentages", PERCENT)
    if rules.points_by == "places":
        given = ", ".join(map(figure_words, rules.place_points)) or "none"
        yield ("Points for places", f"From the first place down: {given}. {SHARED}{'' if rules.for_pairs else ALONE}")
    yield ("Sitting out", NO_BOARDS if rules.points_by == "percent" else SIT_OUTS[rules.sit_outs][1])
    for label, points in (
        ("Bonus for coming", rules.night_bonus),
        ("Bonus for a round won", rules.round_won_bonus),
        ("Bonus for winning the night", rules.night_won_bonus),
    ):
        if points:
            yield (label, f"{points_words(points)}.")
    yield ("Points by hand", f"{BY_HAND[rules.points_by]} They wait for somebody’s first night.")


SHARED: Final = "Who shares a place gets its points, and the places that come next stay empty."
ALONE: Final = " So on a night of pairs both of the first pair get those of 1st place, both of the second those of 3rd."
PERCENT: Final = (
    "A night’s percentage is that of all boards somebody played, and each night weighs the same. Nights without boards "
    "don’t count, nor do those that compare points."
)
NO_BOARDS: Final = "A round that was sat out counts for nothing: its boards weren’t played."
# What bonuses and points by hand do in the figure that places go by.
BY_HAND: Final[Mapping[PointsBy, str]] = {
    "total": "Points that a director gives or takes are added to those of the nights.",
    "average": "Points that a director gives or takes, and bonuses, are added before the average is taken.",
    "wins": "Points that a director gives or takes, and bonuses, only help where rounds won are level.",
    "places": "Points that a director gives or takes are added to those of the nights.",
    "percent": "Points that a director gives or takes, and bonuses, only help where percentages are level.",
}
EQUAL_NIGHTS: Final[Mapping[PointsBy, str]] = {
    "total": "Of nights with equal points the one with more rounds won counts, then the earlier.",
    "average": "Of nights with equal averages the one with more rounds won counts, then the earlier.",
    "wins": "Of nights with as many rounds won the one with more points counts, then the earlier.",
    "places": "Of nights with equal points the one with more rounds won counts, then the earlier.",
    "percent": "Of nights with equal percentages the one with more rounds won counts, then the earlier.",
}


def _nights(rules: SeasonRules) -> Iterator[Clause]:
    best = f"The best {counted(rules.best, 'night')} of everybody." if rules.best else "All nights somebody played."
    yield ("Nights that count", best)
    if rules.best:
        yield ("Equal nights", EQUAL_NIGHTS[rules.points_by])
        if dropped := " ".join(_dropped(rules)):
            yield ("Dropped nights", dropped)
    needed = f"{counted(rules.nights_needed, 'night')} for a place" if rules.nights_needed else ""
    if rules.one_more_per:
        more = f"one more for every {counted(rules.one_more_per, 'night')} that were held"
        needed = f"{needed}, and {more}" if needed else f"For a place, {more}"
    yield ("Attendance", f"{needed}." if needed else "One night is enough for a place.")


def _dropped(rules: SeasonRules) -> Iterator[str]:
    """The weight that dropped nights still have: for the points, and among level players."""
    if rules.has_bonuses:
        yield "Their bonuses count, and don’t decide which nights are dropped."
    if "head_to_head" in rules.tie_breaks:
        yield "Rounds against each other are those of all nights, dropped ones too."
    of_nights = {"wins": "rounds won", "high_round": "the highest round", "fewest_sets": "sets"}
    if found := [of_nights[code] for code in rules.tie_breaks if code in of_nights]:
        yield f"For {listed(found)} only nights that count are asked."


def _people(rules: SeasonRules, names: Names) -> Iterator[Clause]:
    yield ("Guests", "Guests are in the standings." if rules.with_guests else "Guests are not in the standings.")
    if rules.divisions:
        yield ("Standings of their own", f"{_named(rules.divisions, names['divisions'])}.")


def _level(rules: SeasonRules) -> Iterator[Clause]:
    chain = [TIE_BREAKS[code].sentence for code in rules.tie_breaks]
    if chain:
        first = f"{chain[0][0].upper()}{chain[0][1:]}"
        yield ("Level points go by", "; then ".join([first, *chain[1:]]) + ".")
    yield ("Still level", LEVEL[rules.level][1])


def _named(ids: tuple[int, ...], names: Mapping[int, str]) -> str:
    return listed([names.get(one, "one that is no longer there") for one in ids])
