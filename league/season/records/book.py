from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from league.evening.cards.words import standing_text
from league.evening.paper.pages.heads import sort_key
from league.models import Event, HouseRulesVersion, Member
from league.season.notices.night import Night, Placed
from league.season.players.pages.record import average_words
from league.season.players.record import Played, Record, by_book
from league.season.seasons.reading import evening_words
from scoring.rules.notation import figure_words, listed

from .bests import Round

# So many lines stand below one another at most; what is longer goes on in the next column.
LONGEST_COLUMN: Final = 27
NOBODY_PLAYED: Final = "–"


def night_results(event: Event, night: Night | None) -> dict[str, Any]:
    """A night with its winners, and its places in `columns` of a page."""
    places = night.places if night else ()
    first = [one for one in places if one.place == 1]
    lines = [{"place": str(one.place), "name": one.name, "points": _points(night, one)} for one in places]
    return {
        "title": evening_words(event),
        "players": figure_words(night.players) if night else NOBODY_PLAYED,
        "winners": listed(_some(one.name for one in first)) or "Not closed yet",
        "points": _points(night, first[0]) if night and first else NOBODY_PLAYED,
        "columns": list(_columns(lines)),
    }


def _some(names: Iterable[str]) -> list[str]:
    """Where many share the first place, three of them, and how many more."""
    first, more = (every := list(names))[:3], len(every[3:])
    return [*first, f"{more} others"] if more > 1 else every


def _points(night: Night | None, one: Placed) -> str:
    return standing_text(night, one.total) if night else NOBODY_PLAYED


def _columns(lines: Sequence[dict[str, str]]) -> Iterator[tuple[dict[str, str], ...]]:
    for start in range(0, len(lines), 2 * LONGEST_COLUMN):
        both = lines[start : start + 2 * LONGEST_COLUMN]
        half = -(-len(both) // 2)
        yield from (tuple(column) for column in (both[:half], both[half:]) if column)


# -- members -------------------------------------------------------------------------------


def members_parts(
    rounds: Iterable[Round], people: Mapping[int, Member], books: Mapping[int, HouseRulesVersion]
) -> list[tuple[str, list[dict[str, Any]]]]:
    """Members' sums of the season by name, as on their own pages; by book, without its name where there is no other."""
    played: dict[int, list[Played]] = defaultdict(list)
    for one in rounds:
        if one.who in people:
            played[one.who].append(_played(one))
    found: dict[str, list[tuple[Member, Record]]] = defaultdict(list)
    for who, own in played.items():
        for book, record in by_book(own).items():
            found[book].append((people[who], record))
    return [
        (
            books[int(book)].book_version.book.name if len(found) > 1 and int(book) in books else "",
            [_member(*each) for each in sorted(lines, key=lambda each: (sort_key(str(each[0])), each[0].number))],
        )
        for book, lines in sorted(found.items(), key=lambda item: -len(item[1]))
    ]


def _played(one: Round) -> Played:
    return Played(
        event=one.event,
        day=one.day,
        number=one.number,
        kind=one.kind,
        points=one.points,
        won=one.won,
        table=one.table,
        place=one.place,
        book=str(one.book),
        facts={"bids": one.bids, "made": one.made},
    )


def _member(member: Member, record: Record) -> dict[str, Any]:
    nights = [night for night in record.nights if night.tally.rounds]
    best = record.best_round
    bids = record.facts["bids"]
    return {
        "number": member.number,
        "name": str(member),
        "nights": len(nights),
        "rounds": record.tally.rounds,
        "won": record.tally.won,
        "points": figure_words(sum(one.points for one in record.rounds)),
        "average": average_words(record.tally.average),
        "best": figure_words(best.points) if best else NOBODY_PLAYED,
        "bids": f"{record.facts['made']} of {bids}" if bids else NOBODY_PLAYED,
    }
