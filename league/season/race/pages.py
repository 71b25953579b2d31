from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from league.acting.permissions import Acting
from league.evening.ties.parting import Who
from league.models import Event, PublishedPlace, Season
from league.season.seasons.pages import names_of, place_address, place_words
from league.season.seasons.publishing import who_of
from pinochle_club.ground.dates import calendar_day, short_day
from scoring.charts import line_chart
from scoring.rules.notation import counted, figure_words, listed

from .model import Chance
from .reading import Found

FIRST_LINES, MOST_LINES = 3, 5  # of the picture: more can't be told apart
HOW: Final = (
    "Everybody’s nights are played on from their own: from what they mostly make, how far their nights scatter, and "
    "how often they lately came. The fewer nights somebody has, the more they count as the club’s average player. "
    "Nights of the same series in the year before the season count, too.",
    "Each time, the season’s own rules say who wins: which nights count, bonuses, and how many a place takes. Players "
    "who would be level share the title here; tie-breaks aren’t played.",
    "Likely: nine times out of ten, the place in the end is between these two.",
    "Can still reach: the best place with the best of anybody’s nights in every night left, and the worst by staying "
    "away while the others have such nights. Out: not even that is enough to win, though all the others stay away.",
    "The picture plays each night of the season again, with only what was known then. Corrections and points given by "
    "hand are in it from the start.",
    "People who haven’t played yet aren’t in it, and it knows nothing of vacations, new partners or a bad knee.",
)
NOT_BEGUN: Final = "The race begins with the first night of the season."


def race_context(
    season: Season,
    found: Found,
    left: int,
    expected: int,
    lines: Sequence[PublishedPlace],
    events: Mapping[int, Event],
    acting: Acting,
) -> dict[str, Any]:
    chances = {one.who: one for one in found.chances}
    there = [(chances[who], line) for line in lines if (who := who_of(line)) in chances]
    there.sort(key=lambda one: (-one[0].wins, one[1].order))
    drawn = _drawn(found, [chance.who for chance, _ in there])
    rows = tuple(_row(season, chance, line, left, acting) for chance, line in there)
    names = [row["name"] for row, (chance, _) in zip(rows, there, strict=True) if chance.who in drawn]
    after = {event: shares for event, shares in found.after.items() if event in events}
    nights = [short_day(events[event].played_on, season.club.date_style) for event in after]
    by_night = [[shares.get(who, 0.0) for who in drawn] for shares in after.values()]
    return {
        "headline": _headline(rows, left),
        "left": _left_words(season, left, expected, found.plays),
        "rows": rows,
        "chart": line_chart(nights, [*zip(*by_night, strict=True)]),
        "key": list(enumerate(names, start=1)),
        "nights": [
            (night, list(map(share_words, shares)))
            for night, shares in reversed(list(zip(nights, by_night, strict=True)))
        ],
        "summary": f"Chances for the title after each of {counted(len(nights), 'night')}: {listed(names)}.",
        "how": HOW,
    }


def _drawn(found: Found, people: Sequence[Who]) -> list[Who]:
    """The lines of the picture, in order of chances: the first now, and those that once had the best."""
    most = {who: max((after.get(who, 0.0) for after in found.after.values()), default=0.0) for who in people}
    once = sorted(people[FIRST_LINES:], key=lambda who: -most[who])[: MOST_LINES - FIRST_LINES]
    return [who for who in people if who in people[:FIRST_LINES] or who in once]


def _row(season: Season, chance: Chance, line: PublishedPlace, left: int, acting: Acting) -> dict[str, Any]:
    return {
        "name": names_of(line, acting),
        "address": place_address(season, line),
        "place": line.place,
        "wins": chance.wins,
        "title": "Out" if chance.is_out and left else share_words(chance.wins, is_over=not left),
        "likely": places_words(*chance.likely),
        "reach": places_words(chance.best, chance.worst),
    }


def share_words(share: float, *, is_over: bool = False) -> str:
    """`71%`; nothing that may still be is 0% or 100%."""
    percent = f"{100 * share:.0f}%"
    if is_over:
        return percent if share else "–"
    return "under 1%" if share < 0.01 else "over 99%" if share > 0.99 else percent


def places_words(first: int | None, last: int | None) -> str:
    """`1st`, `1st to 4th`, `3rd to no place yet`."""
    words = [place_words(first), "no place" if last is None else place_words(last)]
    if first is None:
        return "no place"
    return words[0] if first == last else " to ".join(words)


def _headline(rows: Sequence[dict[str, Any]], left: int) -> str:
    if not rows:
        return NOT_BEGUN
    first = rows[0]
    if not left:
        winners = [row["name"] for row in rows if row["wins"]]
        return f"{listed(winners)} won it." if winners else "Nobody has played enough nights for a place."
    others = [f"{row['name']} {row['title']}" for row in rows[1:3] if row["wins"] >= 0.01]
    leads = f"{first['name']} wins it {first['title']} of the time"
    return f"{listed([leads, *others])}."


def _left_words(season: Season, left: int, expected: int, plays: int) -> str:
    if not left:
        return "No night is left."
    until = calendar_day(season.closes_on, season.club.date_style)
    are = "night is" if left == 1 else "nights are"
    weekly = f" {expected} of them are only expected, since the series meets every week." if expected else ""
    return f"{left} {are} left until {until}.{weekly} All was played {figure_words(plays)} times."
