"""The people a member met, with the results with and against each, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from league.models import Member, Season
from league.office.clubs.pages.navigation import address_of
from league.season.players.hands import OPEN
from league.season.players.record import Played, Record, Tallies, Tally
from scoring.rules.notation import counted, figure_words

from .record import NOTHING, BookPart, Fact, RecordPage, average_words, seasons_to_choose, share_words


def company_lines(page: RecordPage) -> Iterator[dict[str, Any]]:
    """The people a member has met: rounds together and against, in words, as links, and as figures that sort."""
    for other in page.record.met:
        if (person := page.people.get(other)) is not None:
            yield {
                **between(page, person),
                "address": address_of("player", page.club.slug, other) + page.query,
                "rounds": (_rounds(page.record.together.get(other, {})), _rounds(page.record.against.get(other, {}))),
            }


def between(page: RecordPage, other: Member) -> dict[str, str]:
    """The rounds of a member and another, together and against, in words and as links."""
    together, against = (found.get(other.pk, {}) for found in (page.record.together, page.record.against))
    met = page.club.slug, page.member.pk, other.pk
    return {
        "name": page.name_of(other),
        "together": _met(page, together),
        "together_address": address_of("player_with", *met) + page.query if together else "",
        "against": _met(page, against),
        "against_address": address_of("player_against", *met) + page.query if against else "",
    }


# So many partners stand on a member's page; all whom they met have a page of their own.
MOST_PARTNERS: Final = 5


def partner_lines(page: RecordPage, part: BookPart) -> list[tuple[str, str, str]]:
    """The most frequent partners by a book: name, address, and their results together."""
    found = []
    for other, record in islice(part.record.by_partner.items(), MOST_PARTNERS):
        if (person := page.people.get(other)) is not None:
            address = address_of("player_with", page.club.slug, page.member.pk, other) + page.query
            found.append((page.name_of(person), address, _with_partner(record)))
    return found


def _with_partner(record: Record) -> str:
    """`12 rounds, 8 won, 213.5 points a round, 6 of 36 bids set, 17%`; the bids are those of both."""
    says, (lost, bids) = f"{_tally_words(record.tally)} points a round", _bids_of_both(record)
    return f"{says}, {share_words(lost, bids, 'bids set')}" if bids else says


def _bids_of_both(record: Record) -> tuple[int, int]:
    """Bids set, and bids, of the player and of the partners."""
    of = record.figures
    bids = of["bids"] + of["partner_bids"]
    return bids - of["made"] - of["partner_made"], bids


def _tally_words(tally: Tally) -> str:
    return f"{counted(tally.rounds, 'round')}, {tally.won} won, {average_words(tally.average)}"


def _rounds(tallies: Tallies) -> int:
    return sum(tally.rounds for tally in tallies.values())


def _met(page: RecordPage, tallies: Tallies) -> str:
    """`12 rounds, 8 won, 213.5 on average`; of several books each by itself."""
    return "; ".join(
        f"{f'{by}: ' if (by := page.by(book)) else ''}{_tally_words(tally)} on average"
        for book, tally in tallies.items()
    )


def meetings(page: RecordPage, other: Member, *, is_together: bool) -> list[Played]:
    return [one for one in page.record.rounds if other.pk in (one.partners if is_together else one.opponents)]


def meeting_page(page: RecordPage, other: Member, seasons: Sequence[Season], *, is_together: bool) -> dict[str, Any]:
    """`Ann with Bob` or `Ann against Bob`, latest round first."""
    word, name = ("with" if is_together else "against"), f"player_{'with' if is_together else 'against'}"
    found = meetings(page, other, is_together=is_together)
    tallies = (page.record.together if is_together else page.record.against).get(other.pk, {})
    mine, theirs, slug = page.name_of(page.member), page.name_of(other), page.club.slug
    turned = address_of(name, slug, other.pk, page.member.pk) + page.query
    return {
        "title": f"{mine} {word} {theirs}",
        "says": _met(page, tallies) or "No rounds so far.",
        "back": address_of("player", slug, page.member.pk) + page.query,
        "others": "Against" if is_together else "With",
        "turn": (f"{theirs} {word} {mine}", turned),
        "about": page.about,
        "choices": seasons_to_choose(page, address_of(name, slug, page.member.pk, other.pk), seasons),
        "opens": tuple(_opens(page, Record(tuple(found)), {word: other.pk}, is_together=is_together)),
        "lines": [_meeting(page, one, at, is_together=is_together) for at, one in reversed(list(enumerate(found)))],
    }


def _opens(page: RecordPage, record: Record, whom: Mapping[str, int], *, is_together: bool) -> Iterator[Fact]:
    """What was counted in these rounds."""
    if record.tally.won:
        yield Fact("Rounds won", figure_words(record.tally.won), opens=page.opens("won", more=whom))
    lost, bids = _bids_of_both(record)
    if is_together and lost:
        yield Fact("Bids set", share_words(lost, bids), opens=page.opens("both_set", more=whom))
    for fact in ("skunks", "skunked"):
        if record.facts.get(fact):
            yield Fact(OPEN[fact], figure_words(record.facts[fact]), opens=page.opens(fact, more=whom))


def _meeting(page: RecordPage, one: Played, at: int, *, is_together: bool) -> dict[str, Any]:
    """One round with or against another; `at` orders them, the earliest first."""
    others = (page.people[pk] for pk in (one.opponents if is_together else one.partners) if pk in page.people)
    by = f", {name}" if (name := page.by(one.book)) else ""
    return {
        "day": page.day(one),
        "played_on": one.day,
        "name": page.events.get(one.event, ""),
        "address": page.event_address(one.event),
        "card": page.card_address(one),
        "round": f"Round {one.number}, table {one.table}{by}",
        "points": figure_words(one.points),
        "won": "Won" if one.won else "",
        "others": " & ".join(page.name_of(person) for person in others) or NOTHING,
        "at": at,
        "figure": one.points,
    }
