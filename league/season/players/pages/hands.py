"""The hands, rounds or nights that a figure counts, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from league.evening.cards.seats import entrant_at, player_at
from league.evening.ledger.facts import HandFacts
from league.models import Entrant, Member
from league.office.clubs.pages.navigation import address_of
from league.season.players.hands import NIGHTS, OPEN, Slot
from league.season.players.record import Played
from scoring.rules.cards import Seat
from scoring.rules.notation import SUIT_NAMES, figure_words

from .record import NOTHING, RecordPage, meld_names


def is_asked(asked: Mapping[str, str], one: Played) -> bool:
    """Whether a round is by the book, of the event, with and against whom an address says."""
    said = (
        ("book", (one.book,)),
        ("event", (str(one.event),)),
        ("with", map(str, one.partners)),
        ("against", map(str, one.opponents)),
    )
    return all(not asked.get(word) or asked[word] in found for word, found in said)


def hands_page(
    page: RecordPage, fact: str, asked: Mapping[str, str], number: int | None, *, of: str = ""
) -> dict[str, Any]:
    """Of the member, or of what else the figure is; without a number while it is worked out."""
    first = "the first " if "first" in asked else ""
    counts = "" if number is None else f": {first}{figure_words(number)}"
    return {
        "title": of or page.name,
        "says": f"{_title(page, fact, asked.get('book', ''))}{counts} · {page.about}",
        "back": address_of("player", page.club.slug, page.member.pk) + page.query,
    }


def _title(page: RecordPage, fact: str, book: str) -> str:
    """`Pinochles`, as their book calls them."""
    books = [page.life.books[book]] if book in page.life.books else [*page.life.books.values()]
    title = OPEN[fact] or meld_names()[fact]
    return books[0].words.say(title) if len(books) == 1 else title


def people_of(hands: Iterable[HandFacts | None], slots: Iterable[Slot]) -> Iterator[int]:
    """The members that the lines name."""
    for one, _ in slots:
        yield from (*one.partners, *one.opponents)
    for hand in hands:
        for seat in hand.table.seats if hand else ():
            who = _sat(hand, seat) if hand else None
            if who is not None and who.member_id is not None:
                yield who.member_id


def hand_lines(
    page: RecordPage,
    fact: str,
    slots: Sequence[Slot],
    hands: Sequence[HandFacts | None],
    players: Mapping[int, Entrant] = {},
) -> list[Any]:
    """A line for each: its day, where it was played and the way there, partner, bid and points; of many the player and
    the partner as one."""
    found = []
    for (one, _), hand in zip(slots, hands, strict=True):
        line = _line(page, fact, one, hand)
        mate = "" if line["partner"] == NOTHING else f" with {line['partner']}"
        found.append({**line, "player": f"{_called(page, players[one.entrant])}{mate}" if players else ""})
    return found


def _line(page: RecordPage, fact: str, one: Played, hand: HandFacts | None) -> Mapping[str, Any]:
    by = f", {name}" if (name := page.by(one.book)) else ""
    line = {"day": page.day(one), "name": page.events.get(one.event, ""), "partner": NOTHING, "bid": "", "points": ""}
    if fact in NIGHTS:
        return line | {"address": page.event_address(one.event), "where": line["name"], "points": str(one.place)}
    if hand is None:
        partners = " & ".join(page.name_of(page.people[pk]) for pk in one.partners if pk in page.people)
        says = {"partner": partners or NOTHING, "points": figure_words(one.points)}
        where = f"Round {one.number}" + (f", table {one.table}" if one.table else ", sat out") + by
        return line | says | {"address": page.card_address(one), "where": where}
    number, event_round, table = hand.line.number, one.number, hand.table.number
    return line | {
        "address": page.hand_address(one.event, event_round, table, number),
        "where": f"Round {event_round}, table {table}, hand {number}{by}",
        "partner": " & ".join(_named(page, hand, seat) for seat in _partners(hand)) or NOTHING,
        "bid": _bid(page, hand),
        "points": figure_words(hand.facts["scored"]),
    }


def _partners(hand: HandFacts) -> Iterator[Seat]:
    assert hand.table.sheet is not None, "a hand is on a card"
    book = hand.line.under(hand.table.sheet.book)
    side = hand.line.side_of(hand.table.sheet.book, hand.table.sheet.book.side_of(hand.seat))
    yield from (seat for seat in book.seats_of(side) if seat != hand.seat and seat in hand.table.seats)


def _bid(page: RecordPage, hand: HandFacts) -> str:
    """`32 in hearts by Lois Beckett, set`."""
    record, score = hand.line.record, hand.line.score
    if record is None or score is None or record.void or not record.bid or record.bidder not in hand.table.seats:
        return NOTHING
    trump = f" in {SUIT_NAMES[record.trump]}" if record.trump else ""
    return f"{record.bid}{trump} by {_named(page, hand, record.bidder)}, {'made' if score.is_made else 'set'}"


def _sat(hand: HandFacts, seat: Seat) -> Entrant | None:
    """The player of a seat in this hand; None for a helper."""
    row = hand.table.seats[seat]
    sat = hand.table.player_of(seat, hand.line.number) if hand.table.sat else row.entrant
    return entrant_at(row) if sat == row.entrant else sat


def _named(page: RecordPage, hand: HandFacts, seat: Seat) -> str:
    who = _sat(hand, seat)
    return player_at(hand.table.seats[seat]) if who is None else _called(page, who)


def _called(page: RecordPage, who: Entrant) -> str:
    """A member by today's name as the reader may read it, others as they stood on the list."""
    member: Member | None = page.people.get(who.member_id or 0)
    return page.name_of(member.merged_into or member) if member else who.name
