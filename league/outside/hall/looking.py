"""A slice from the hall, read before it is taken: what would come, whom to ask about, and its hands beside home's."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.models import Entrant, Event, Lending, Member
from league.outside.archive.reading import Archive, Row
from league.outside.archive.tables import TABLES
from scoring.models import ScoreCard
from scoring.rules.book import RuleBook
from scoring.rules.notation import signed
from scoring.score_card.recording import read_sheet
from scoring.score_card.sheet import Line, Sheet, build_sheet

from .meanwhile import members_here, people_of, uid_of

TABLE: Final = {table.name: table for table in TABLES}
# Round and table.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody whom the hall met first, and the entry of the list that has that name, if any."""

    uid: str
    name: str
    namesake: Member | None


@dataclass(frozen=True, slots=True)
class Look:
    """What a slice would bring: hands at so many tables, whether all of them are signed, new guests, and money."""

    hands: int
    tables: int
    is_signed: bool
    guests: Sequence[Guest]
    paid: int
    due: int

    @property
    def asked(self) -> Sequence[Guest]:
        return [one for one in self.guests if one.namesake is not None]


@dataclass(frozen=True, slots=True)
class Beside:
    """A hand here and there, each empty where nobody entered it."""

    round: int
    table: int
    hand: int
    here: str
    there: str

    @property
    def is_same(self) -> bool:
        return self.here == self.there


def look_at(archive: Archive, lending: Lending) -> Look:
    """What a checked slice would bring."""
    sheets = sheets_in(archive)
    people = [row for row in archive.rows(TABLE["entrants"]) if not row.get("is_house_player")]
    came = [row for row in people if row.get("state") != Entrant.State.EXPECTED]
    return Look(
        hands=sum(len(sheet.done_lines) for sheet in sheets.values()),
        tables=len({table for _, table in sheets}),
        is_signed=all(sheet.is_closed for sheet in sheets.values() if sheet.lines),
        guests=new_guests(archive, lending),
        paid=sum(row.get("paid", 0) for row in people),
        due=sum(max(0, row.get("fee", 0) - row.get("paid", 0)) for row in came),
    )


def new_guests(archive: Archive, lending: Lending) -> Sequence[Guest]:
    """Whom the hall met first, also those whom home heard of over the line. Nobody is a namesake who sits in that
    evening, too."""
    here, people = members_here(lending.event.club), people_of(archive)
    known = _by_name(here.values(), {uid_of(row) for row in people})
    new = [row for row in people if uid_of(row) not in here or _is_the_halls(here[uid_of(row)], lending)]
    return [Guest(uid_of(row), row["name"], _namesake(row, known)) for row in new]


def guests_left(lending: Lending) -> Sequence[Guest]:
    """New guests of an evening that is back who have the name of somebody, and were not asked about (two queries)."""
    event = lending.event
    people = [one.member for one in event.entrants.select_related("member") if one.member is not None]
    new = [one for one in people if _is_the_halls(one, lending)]
    known = _by_name(event.club.members.all(), {str(one.uid) for one in people}) if new else {}
    asked = (Guest(str(one.uid), one.name, known.get(one.name.casefold())) for one in new)
    return [one for one in asked if one.namesake is not None]


def _by_name(members: Iterable[Member], but: Container[str]) -> Mapping[str, Member]:
    known: dict[str, Member] = {}
    for one in members:
        if str(one.uid) not in but and not one.is_anonymous and one.merged_into_id is None:
            known.setdefault(one.name.casefold(), one)
    return known


def _namesake(row: Row, known: Mapping[str, Member]) -> Member | None:
    """Who was confirmed to be somebody else has none."""
    return None if row.get("is_another") else known.get(row["name"].casefold())


def _is_the_halls(member: Member, lending: Lending) -> bool:
    is_asked = member.is_another or member.is_anonymous or member.merged_into_id is not None
    return member.is_guest and not is_asked and member.created_at > lending.lent_at


# -- cards -----------------------------------------------------------------------------------


def sheets_in(archive: Archive) -> Mapping[Place, Sheet]:
    """The cards of a checked slice."""
    rounds = {row["id"]: row["number"] for row in archive.rows(TABLE["rounds"])}
    at = {row.get("card"): (rounds[row["event_round"]], row["number"]) for row in archive.rows(TABLE["tables"])}
    cards = ((at.get(row["id"]), build_sheet(book, setup, written)) for row, book, setup, written in archive.cards())
    return {place: sheet for place, sheet in cards if place is not None}


def sheets_here(event: Event) -> Mapping[Place, Sheet]:
    cards = ScoreCard.objects.filter(round_table__event_round__event=event).select_related(
        "book_version", "round_table__event_round"
    )
    return {
        (card.round_table.event_round.number, card.round_table.number): read_sheet(card)
        for card in cards.prefetch_related("entries")
    }


def beside(here: Mapping[Place, Sheet], there: Mapping[Place, Sheet]) -> Iterator[Beside]:
    """Every hand that is done here or there."""
    for place in sorted({*here, *there}):
        ours, theirs = (_hands(sheets.get(place)) for sheets in (here, there))
        for number in sorted({*ours, *theirs}):
            yield Beside(*place, number, ours.get(number, ""), theirs.get(number, ""))


def _hands(sheet: Sheet | None) -> Mapping[int, str]:
    return {line.number: hand_words(sheet.book, line) for line in sheet.done_lines} if sheet is not None else {}


def hand_words(book: RuleBook, line: Line) -> str:
    """`East bid 51: +12 and −51`: who bid what, and what the hand was worth to each side."""
    record = line.record
    bid = f"{book.seat_names[record.bidder]} bid {record.bid}: " if record is not None and line.figures.bidder else ""
    scores = line.score.scores if line.score is not None else {}
    return bid + (" and ".join(signed(scores[side]) for side in book.sides if side in scores) or "no score")
