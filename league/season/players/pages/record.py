"""A member's record in words: what they came to, by book and by role, marks, and whom they played with. No queries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from django.utils.http import urlencode

from league.evening.ledger.facts import COUNTED_MELDS, Facts
from league.models import Club, HouseRulesVersion, Member, PublishedPlace, Season
from league.office.clubs.pages.navigation import Choice, address_of
from league.season.grades.model import Grade
from league.season.grades.pages import grade_words, rounds_words
from league.season.players.record import Company, Night, Played, Record, Tally, by_book, company_of, marks_of
from league.season.players.rounds import Lifetime
from league.season.seasons.pages import FIGURES, choices, place_address, place_words
from league.season.seasons.publishing import stood
from pinochle_club.ground.dates import calendar_day
from scoring.charts import ProgressChart, Value, progress_chart
from scoring.rules.melds import MULTIPLES, MeldKind
from scoring.rules.notation import MINUS, counted, decimal_words, figure_words, number

NOTHING: Final = "–"


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure with its name, and where it came about, if anywhere."""

    name: str
    figure: str
    note: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class BookPart:
    """What is of one book alone; `name` is empty where there is no other."""

    key: str
    name: str
    record: Record
    points: tuple[Fact, ...]
    bidding: tuple[Fact, ...]
    roles: tuple[tuple[str, ...], ...]
    specials: tuple[Fact, ...]
    melds: tuple[Fact, ...]
    melds_say: str
    chart: ProgressChart | None
    summary: str


@dataclass(frozen=True, slots=True)
class MarkLine:
    says: str
    day: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class CompanyLine:
    """Somebody a member has met: `together` and `against` are rounds, with their average and how many were won, and
    `rounds` how many."""

    name: str
    address: str
    together: str
    together_address: str
    against: str
    against_address: str
    rounds: tuple[int, int]


@dataclass(frozen=True)
class RecordPage:
    """The page of a member: their rounds as they are page, all of them, or those of a season."""

    club: Club
    member: Member
    life: Lifetime
    rounds: Sequence[Played]
    season: Season | None
    name_of: Callable[[Member], str]

    @property
    def name(self) -> str:
        return self.name_of(self.member)

    @property
    def about(self) -> str:
        return self.season.name if self.season else "All time"

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(_overall(self))

    @cached_property
    def books(self) -> tuple[BookPart, ...]:
        of = by_book(self.rounds)
        return tuple(_book(self, key, record, is_alone=len(of) == 1) for key, record in of.items())

    @cached_property
    def marks(self) -> tuple[MarkLine, ...]:
        return tuple(_marks(self))

    @property
    def query(self) -> str:
        """What keeps the choice in an address."""
        return f"?{urlencode({'season': self.season.pk})}" if self.season else ""

    def event_address(self, event: int) -> str:
        return address_of("event", self.club.slug, event)

    def card_address(self, one: Played) -> str:
        """Where the card of a round is, or else its evening."""
        if one.table is None:
            return self.event_address(one.event)
        return address_of("read_card", self.club.slug, one.event, one.number, one.table)

    def day(self, one: Played | Night) -> str:
        return calendar_day(one.day, self.club.date_style)

    def where(self, one: Played) -> str:
        """`November 17, 2026, round 2, table 4`."""
        return f"{self.day(one)}, round {one.number}" + (f", table {one.table}" if one.table else "")

    def by(self, book: str) -> str:
        """What a book is called, where there is more than one."""
        return self.life.books[book].short_name if len(self.life.books) > 1 else ""


def grade_facts(grades: Iterable[tuple[HouseRulesVersion, Grade]]) -> tuple[Fact, ...]:
    """A member's grade by each rule book, with what it rests on."""
    return tuple(
        Fact(version.book_version.book.short_name, grade_words(grade), rounds_words(grade)) for version, grade in grades
    )


def season_places(club: Club, lines: Iterable[PublishedPlace]) -> list[tuple[Season, str, str, str]]:
    """The seasons that are over in which a member stood: the place, the figure, and the way to what it was made of."""
    found = []
    for line in lines:
        season, stands = line.publication.season, stood(line)
        season.club = club
        figure = f"{stands.figure_says} {FIGURES[stands.by].lower()}"
        found.append((season, place_words(line.place), figure, place_address(season, line)))
    return found


def seasons_to_choose(page: RecordPage, address: str, seasons: Sequence[Season]) -> list[Choice]:
    """All time, and each season; nothing to choose where there is none."""
    here = page.season.pk if page.season else None
    return choices("All time", address, "season", [(one.pk, one.name) for one in seasons], here)


# -- figures -----------------------------------------------------------------------------


def mean_words(total: int, count: int) -> str:
    """`41.3`; a dash for the mean of nothing."""
    return decimal_words(Fraction(total, count)) if count else NOTHING


def average_words(average: Fraction | None) -> str:
    return NOTHING if average is None else decimal_words(average)


def share_words(part: int, count: int) -> str:
    """`63 %`; a dash for a share of nothing."""
    return f"{(200 * part + count) // (2 * count)}%" if count else NOTHING


def signed_mean(total: int, count: int) -> str:
    """`+4.1`, `−0.5`."""
    words = mean_words(total, count)
    return f"+{words}" if count and not words.startswith(MINUS) and total else words


def _overall(page: RecordPage) -> Iterator[Fact]:
    """What can be counted whatever the book."""
    rounds = [one for one in page.rounds if one.counts]
    won, evenings = sum(one.won for one in rounds), {one.event: one for one in rounds}
    first = sum(one.place == 1 for one in evenings.values())
    yield Fact("Nights", figure_words(len(evenings)), f"{first} won" if first else "")
    out = len(page.rounds) - len(rounds)
    yield Fact("Rounds", figure_words(len(rounds)), f"{out} more sat out" if out else "")
    yield Fact("Rounds won", figure_words(won), share_words(won, len(rounds)) if rounds else "")
    if evenings:
        best = min(reversed(evenings.values()), key=lambda one: one.place)
        yield Fact("Best place", str(best.place), page.day(best), page.event_address(best.event))


def _book(page: RecordPage, key: str, record: Record, *, is_alone: bool) -> BookPart:
    book = page.life.books[key]
    values = [
        Value(
            calendar_day(night.day, page.club.date_style),
            night.tally.average,
            night.running,
            f"{page.day(night)}: {average_words(night.tally.average)} a round, {average_words(night.running)} so far",
        )
        for night in record.nights
        if night.tally.average is not None and night.running is not None
    ]
    return BookPart(
        key=key,
        name="" if is_alone else book.short_name,
        record=record,
        points=tuple(_points(page, record)),
        bidding=tuple(_bidding(record.facts)),
        roles=tuple(_roles(record.facts)),
        specials=tuple(_specials(record, book.words.say)),
        melds=tuple(melds_of(record.facts, book.words.say)),
        melds_say=melds_say(record.facts),
        chart=progress_chart(values),
        summary=_summary(record),
    )


def _points(page: RecordPage, record: Record) -> Iterator[Fact]:
    yield Fact("Points", figure_words(sum(one.points for one in record.rounds)))
    yield Fact("Average per round", average_words(record.tally.average))
    if (best := record.best_round) is not None:
        yield Fact("Best round", figure_words(best.points), page.where(best), page.card_address(best))
    if (night := record.best_night) is not None:
        yield Fact("Best night", figure_words(night.points), page.day(night), page.event_address(night.event))
    for fact, name in (("best_hand", "Highest hand"), ("best_bid", "Highest bid made"), ("best_meld", "Most meld")):
        if (one := record.best(fact)) is not None:
            yield Fact(name, figure_words(one.facts[fact]), page.where(one), page.card_address(one))


def _bidding(facts: Facts) -> Iterator[Fact]:
    """Means over hands and bids; nothing where only sums of tables are known."""
    hands, bids = facts.get("hands", 0), facts.get("bids", 0)
    if not hands:
        return
    yield Fact("Average bid", mean_words(facts.get("bid_sum", 0), bids), "of the bids won")
    yield Fact("Margin", signed_mean(facts.get("over_sum", 0), bids), "meld and take above the bid, on average")
    yield Fact("Meld per hand", mean_words(facts.get("meld", 0), hands), "of their own side, as far as it counted")
    yield Fact("Take per hand", mean_words(facts.get("take", 0), hands), "of their own side, as far as it counted")


def _roles(facts: Facts) -> Iterator[tuple[str, ...]]:
    """How often somebody was in each role, and how the bids came out: made, set, and the rate of sets."""
    if not facts.get("hands"):
        return
    of_bidder, of_partner = facts.get("bids", 0), facts.get("partner_bids", 0)
    for role, bids, sets in (
        ("Bidder", of_bidder, of_bidder - facts.get("made", 0)),
        ("Bidder’s partner", of_partner, of_partner - facts.get("partner_made", 0)),
        ("Defender", facts.get("defended", 0), facts.get("defended_set", 0)),
    ):
        yield role, figure_words(bids), figure_words(bids - sets), figure_words(sets), share_words(sets, bids)


def _specials(record: Record, say: Callable[[str], str]) -> Iterator[Fact]:
    facts = record.facts
    if record.longest_run > 1:
        yield Fact("Longest run of bids made", figure_words(record.longest_run))
    for fact, name in (
        ("sweeps", "Hands with every trick"),
        ("moons", "Moons made"),
        ("skunks", "Skunks"),
        ("skunked", "Skunked"),
    ):
        if facts.get(fact):
            yield Fact(say(name), figure_words(facts[fact]))


# What the counted melds of one kind are called together.
MELDS: Final[Mapping[MeldKind, str]] = {
    MeldKind.PINOCHLE: "Pinochles",
    MeldKind.ACES: "Aces around",
    MeldKind.KINGS: "Kings around",
    MeldKind.QUEENS: "Queens around",
    MeldKind.JACKS: "Jacks around",
    MeldKind.RUN: "Runs",
    MeldKind.ROUNDHOUSE: "Roundhouses",
}


def melds_of(facts: Facts, say: Callable[[str], str]) -> Iterator[Fact]:
    """`Pinochles 12, and 1 double`, for each kind that the player melded."""
    for kind, called in MELDS.items():
        melded = {count: facts[name] for name, (of, count) in COUNTED_MELDS.items() if of is kind and facts.get(name)}
        several = [f"{hands} {_multiple(count)}" for count, hands in melded.items() if count > 1]
        if melded:
            note = f"and {', '.join(several)}" if several else ""
            yield Fact(say(called), figure_words(melded.get(1, 0)), note)


def _multiple(count: int) -> str:
    """`double`; more of one in a hand than have a name are told by their number."""
    return MULTIPLES[count].strip().lower() if count < len(MULTIPLES) else f"with {number(count)}"


def melds_say(facts: Facts) -> str:
    """On which hands melds are counted; empty before any was played."""
    hands, named = facts.get("hands", 0), facts.get("named", 0)
    if not hands:
        return ""
    if not named:
        return "Melds are counted where they’re entered one by one. A typed total can’t be counted."
    if named == hands:
        return "Counted on the one hand." if hands == 1 else f"Counted on all {figure_words(hands)} hands."
    of = f"{figure_words(named)} of {figure_words(hands)} hands"
    return f"Counted on {of}, where the melds were entered one by one. A typed total can’t be counted."


def _summary(record: Record) -> str:
    """The chart in a sentence, for those who do not see it."""
    averages = [night.tally.average for night in record.nights if night.tally.average is not None]
    if not averages:
        return ""
    low, high = average_words(min(averages)), average_words(max(averages))
    return (
        f"Average per round on {counted(len(averages), 'night')}: from {low} to {high}, "
        f"{average_words(record.tally.average)} over all."
    )


# -- marks -------------------------------------------------------------------------------


def _marks(page: RecordPage) -> Iterator[MarkLine]:
    """Marks are a lifetime's: of a season those that fell into it."""
    events = {one.event for one in page.rounds}
    for mark in marks_of(page.life.rounds):
        if mark.played.event in events:
            by = f", {name}" if mark.book and (name := page.by(mark.book)) else ""
            one = mark.played
            says = page.life.books[one.book].words.say(mark.says)
            yield MarkLine(f"{says}{by}", page.day(one), page.life.events[one.event], page.event_address(one.event))


# -- with and against --------------------------------------------------------------------


def company_lines(page: RecordPage) -> Iterator[CompanyLine]:
    """Whom they met, whom they met most first."""
    slug = page.club.slug
    for other, company in company_of(page.rounds).items():
        person = page.life.people[other]
        met = (slug, page.member.pk, other)
        yield CompanyLine(
            name=page.name_of(person),
            address=address_of("player", slug, other) + page.query,
            together=_met(page, company.together),
            together_address=address_of("player_with", *met) + page.query if company.together else "",
            against=_met(page, company.against),
            against_address=address_of("player_against", *met) + page.query if company.against else "",
            rounds=(_rounds(company.together), _rounds(company.against)),
        )


def _rounds(tallies: Mapping[str, Tally]) -> int:
    return sum(tally.rounds for tally in tallies.values())


def _met(page: RecordPage, tallies: Mapping[str, Tally]) -> str:
    """`12 rounds, 8 won, 213.5 on average`; of several books each by itself."""
    return "; ".join(
        f"{f'{by}: ' if (by := page.by(book)) else ''}{counted(tally.rounds, 'round')}, {tally.won} won, "
        f"{average_words(tally.average)} on average"
        for book, tally in tallies.items()
    )


@dataclass(frozen=True, slots=True)
class MeetingLine:
    """One round with or against somebody; `at` counts them, the earliest first."""

    day: str
    name: str
    address: str
    round: str
    points: str
    won: str
    others: str
    at: int
    figure: float


@dataclass(frozen=True, slots=True)
class MeetingPage:
    """The rounds of two people on one side, or on opposite sides."""

    title: str
    says: str
    back: str
    others: str
    turn: tuple[str, str]
    choices: list[Choice]
    lines: tuple[MeetingLine, ...]


def meeting_page(page: RecordPage, other: Member, seasons: Sequence[Season], *, is_together: bool) -> MeetingPage:
    """`Ann with Bob` or `Ann against Bob`, the latest round first."""
    word, name = ("with" if is_together else "against"), f"player_{'with' if is_together else 'against'}"
    found = [one for one in page.rounds if other.pk in (one.partners if is_together else one.opponents)]
    company: Company = company_of(found).get(other.pk, Company())
    mine, theirs, slug = page.name_of(page.member), page.name_of(other), page.club.slug
    turned = address_of(name, slug, other.pk, page.member.pk) + page.query
    return MeetingPage(
        title=f"{mine} {word} {theirs}",
        says=_met(page, company.together if is_together else company.against) or "No rounds so far.",
        back=address_of("player", slug, page.member.pk) + page.query,
        others="Against" if is_together else "With",
        turn=(f"{theirs} {word} {mine}", turned),
        choices=seasons_to_choose(page, address_of(name, slug, page.member.pk, other.pk), seasons),
        lines=tuple(_meeting(page, one, at, is_together=is_together) for at, one in reversed(list(enumerate(found)))),
    )


def _meeting(page: RecordPage, one: Played, at: int, *, is_together: bool) -> MeetingLine:
    others = (page.life.people[pk] for pk in (one.opponents if is_together else one.partners))
    by = f", {name}" if (name := page.by(one.book)) else ""
    return MeetingLine(
        day=page.day(one),
        name=page.life.events[one.event],
        address=page.event_address(one.event),
        round=f"Round {one.number}, table {one.table}{by}",
        points=figure_words(one.points),
        won="Won" if one.won else "",
        others=" & ".join(page.name_of(person) for person in others) or NOTHING,
        at=at,
        figure=one.points,
    )
