from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from django.utils.http import urlencode

from league.acting.permissions import Acting
from league.models import Club, Entrant, HouseRulesVersion, PublishedPlace
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.season.players.pages.record import Fact
from league.season.seasons.pages import figure_of, names_of
from pinochle_club.ground.dates import calendar_day
from scoring.rules.notation import decimal_words, figure_words

from .bests import Best, Bests, Holder

NAMES: Final = {
    "round": "Best round",
    "hand": "Highest hand",
    "meld": "Most meld in a hand",
    "bid": "Highest bid made",
    "run": "Longest run of bids made",
    "night": "Best night",
    "average": "Best average of a night",
    "nights": "Most nights",
    "night_won": "Most nights won",
    "won": "Most rounds won",
}
# What stands on the front page, of the book that is played most.
IN_FRONT: Final = ("round", "hand", "run", "night")
NONE_YET: Final = "Records begin with the first night that is closed."


@dataclass(frozen=True, slots=True)
class RecordLine:
    title: str
    figure: str
    name: str
    where: str
    address: str
    note: str = ""


def record_groups(
    club: Club,
    bests: Bests,
    people: Mapping[int, Entrant],
    books: Mapping[int, HouseRulesVersion],
    acting: Acting,
    *,
    counted_in: str = "Over the years",
) -> list[tuple[str, list[RecordLine]]]:
    groups = []
    for book, found in bests.items():
        version = books.get(book) if book and len(bests) > 2 else None
        title = version.book_version.book.name if version else "Records" if book else counted_in
        own = books.get(book) if book else None
        groups.append((title, record_lines(club, found, people, acting, own.house_rules.key if own else "")))
    return groups if groups[-1][1] else groups[:-1]


def front_bests(bests: Bests) -> list[Best]:
    found = [best for best in next(iter(bests.values())) if best.what in IN_FRONT]
    return [replace(best, holders=best.holders[:1], more=best.more + len(best.holders) - 1) for best in found]


# What of a member's record such a one counts.
OPENS: Final = {
    "run": "made_in_a_row", "night": "hands", "nights": "nights", "night_won": "nights_won", "won": "won"
}  # fmt: skip


def record_lines(
    club: Club, bests: Iterable[Best], people: Mapping[int, Entrant], acting: Acting, book: str | None = None
) -> list[RecordLine]:
    lines = []
    for best in bests:
        holders = [one for one in best.holders if one.entrant in people]
        for at, one in enumerate(holders, start=1):
            shared = "Shared" if len(holders) + best.more > 1 else ""
            others = f"with {best.more} more" if best.more and at == len(holders) else ""
            is_counted = one.number is None and best.what not in ("night", "average")
            lines.append(
                RecordLine(
                    title=NAMES[best.what],
                    figure=decimal_words(best.figure) if best.what == "average" else figure_words(int(best.figure)),
                    name=_names(one, people, acting),
                    where="" if is_counted else _where(one, people[one.entrant]),
                    address=_opens(club, best.what, one, people[one.entrant], book) or _address(club, one),
                    note=" ".join(filter(None, (shared, others))),
                )
            )
    return lines


def _names(holder: Holder, people: Mapping[int, Entrant], acting: Acting) -> str:
    found = [people[who] for who in holder.people if who in people]
    return " & ".join(_name(one, acting) for one in sorted(found, key=lambda one: one.number))


def _name(entrant: Entrant, acting: Acting) -> str:
    """Members by today's name as the reader may see it, others as they stood on the list."""
    member = entrant.member and (entrant.member.merged_into or entrant.member)
    return shown_name(member, acting) if member else entrant.name


def _where(holder: Holder, entrant: Entrant) -> str:
    event = entrant.event
    parts = [event.name, calendar_day(event.played_on, event.club.date_style)]
    parts += [f"round {holder.number}"] if holder.number else []
    parts += [f"table {holder.table}"] if holder.table else []
    parts += [f"hand {holder.hand}"] if holder.hand else []
    return ", ".join(parts)


def _address(club: Club, holder: Holder) -> str:
    """The hand, else the card of the round, else the evening."""
    here = (club.slug, holder.event)
    if holder.number is None or holder.table is None:
        return address_of("event", *here)
    card = (*here, holder.number, holder.table)
    return address_of("read_card", *card) if holder.hand is None else address_of("read_hand", *card, holder.hand)


def _opens(club: Club, what: str, holder: Holder, entrant: Entrant, book: str | None) -> str:
    """What a member's record counts; empty where a card does, nobody is a member, or the book of a run isn't said."""
    member = entrant.member and (entrant.member.merged_into or entrant.member)
    if what not in OPENS or member is None or (what == "run" and book is None):
        return ""
    asked = {"book": book, "event": holder.event if what == "night" else ""}
    query = urlencode({name: word for name, word in asked.items() if word})
    return address_of("player_hands", club.slug, member.pk, OPENS[what]) + (f"?{query}" if query else "")


# -- champions -----------------------------------------------------------------------------


def champion_lines(club: Club, champions: Iterable[PublishedPlace], acting: Acting) -> list[Fact]:
    return [
        Fact(
            name=names_of(line, acting),
            note=f"{season.name}, {line.division}" if line.division else season.name,
            figure=figure_of(line),
            address=address_of("season", club.slug, season.pk),
        )
        for line, season in ((line, line.publication.season) for line in champions)
    ]


def years_of(club: Club, champions: Sequence[PublishedPlace], acting: Acting) -> list[tuple[int, list[Fact]]]:
    years = groupby(champions, key=lambda line: line.publication.season.closes_on.year)
    return [(year, champion_lines(club, lines, acting)) for year, lines in years]
