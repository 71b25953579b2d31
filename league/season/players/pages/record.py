"""A member's record in words: beside the club, by book and by role, and marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Final

from django.utils.http import urlencode

from league.acting.permissions import Acting, Action
from league.evening.ledger.facts import COUNTED_MELDS, Facts
from league.models import Club, HouseRulesVersion, Member, PublishedPlace, Season
from league.office.clubs.pages.navigation import Choice, address_of, tools_at
from league.season.grades.model import Grade
from league.season.grades.pages import grade_words, rounds_words
from league.season.players.hands import BESTS, OF_CLUB, OPEN
from league.season.players.record import LATELY, Mark, Night, Played, Record
from league.season.players.rounds import Lifetime
from league.season.seasons.pages import FIGURES, choices, place_address, place_words
from league.season.seasons.publishing import stood
from pinochle_club.ground.dates import calendar_day
from scoring.charts import Chart, Value, progress_chart
from scoring.play.record import Streak
from scoring.rules.melds import MULTIPLES, MeldKind
from scoring.rules.notation import counted, decimal_words, figure_words, number

NOTHING: Final = "–"
FEWEST: Final = 10  # of fewer no percentage is told


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a person: its figure, and what it `opens`; a note, and what that leads to."""

    name: str
    figure: str = ""
    note: str = ""
    address: str = ""
    opens: str = ""


@dataclass(frozen=True, slots=True)
class BookPart:
    """The part of one book; `name` is empty where it is the only one. `chart` and `trend` are of the latest nights."""

    key: str
    name: str
    record: Record
    beside: tuple[tuple[str, ...], ...]
    basis: str
    trend: str
    streaks: tuple[Fact, ...]
    points: tuple[Fact, ...]
    roles: tuple[tuple[str, ...], ...]
    specials: tuple[Fact, ...]
    melds: tuple[Fact, ...]
    melds_say: str
    chart: Chart | None
    summary: str


@dataclass(frozen=True)
class RecordPage:
    """A member's rounds. `beside` are the club's figures by book, None while they are worked out."""

    club: Club
    member: Member
    life: Lifetime
    record: Record
    season: Season | None
    name_of: Callable[[Member], str]
    beside: Mapping[str, Counter[str]] | None = None
    people: Mapping[int, Member] = field(default_factory=dict)
    events: Mapping[int, str] = field(default_factory=dict)

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
        of = self.record.books
        return tuple(_book(self, key, record, is_alone=len(of) == 1) for key, record in of.items())

    @cached_property
    def marks(self) -> tuple[Fact, ...]:
        return tuple(_marks(self))

    @property
    def query(self) -> str:
        return f"?{urlencode({'season': self.season.pk})}" if self.season else ""

    def opens(self, fact: str, book: str = "", more: Mapping[str, str | int] | None = None) -> str:
        """What a figure counts, by one `book` or over all, in this season or ever."""
        asked: dict[str, str | int] = {
            "season": self.season.pk if self.season else 0,
            "book": book if len(self.life.books) > 1 else "",
            **(more or {}),
        }
        query = urlencode({name: word for name, word in asked.items() if word})
        return address_of("player_hands", self.club.slug, self.member.pk, fact) + (f"?{query}" if query else "")

    def event_address(self, event: int) -> str:
        return address_of("event", self.club.slug, event)

    def card_address(self, one: Played) -> str:
        if one.table is None:
            return self.event_address(one.event)
        return address_of("read_card", self.club.slug, one.event, one.number, one.table)

    def hand_address(self, *at: int) -> str:
        return address_of("read_hand", self.club.slug, *at)

    def day(self, one: Played | Night) -> str:
        return calendar_day(one.day, self.club.date_style)

    def where(self, one: Played) -> str:
        return f"{self.day(one)}, round {one.number}" + (f", table {one.table}" if one.table else "")

    def by(self, book: str) -> str:
        return self.life.books[book].short_name if len(self.life.books) > 1 else ""


def grade_facts(grades: Iterable[tuple[HouseRulesVersion, Grade]]) -> tuple[Fact, ...]:
    return tuple(
        Fact(version.book_version.book.short_name, grade_words(grade), rounds_words(grade)) for version, grade in grades
    )


def season_places(club: Club, lines: Iterable[PublishedPlace]) -> list[tuple[Season, str, str, str]]:
    found = []
    for line in lines:
        season, stands = line.publication.season, stood(line)
        season.club = club
        figure = f"{stands.figure_says} {FIGURES[stands.by].lower()}"
        found.append((season, place_words(line.place), figure, place_address(season, line)))
    return found


def tools_of(page: RecordPage, acting: Acting) -> list[tuple[str, str]]:
    here, names = (page.club.slug, page.member.pk), ("player_nights", "player_company", "player_sheet")
    of_record = zip(("All nights", "With and against", "Print"), names, strict=True)
    return [
        *((words, f"{address_of(name, *here)}{page.query}") for words, name in of_record if page.books),
        *tools_at(here, ("Rulings and penalties", "player_history", acting.may(Action.READ_HISTORY))),
        *tools_at(here[:1], ("My pages", "me", page.member.pk == acting.member_id)),
    ]


def seasons_to_choose(page: RecordPage, address: str, seasons: Sequence[Season]) -> list[Choice]:
    here = page.season.pk if page.season else None
    return choices("All time", address, "season", [(one.pk, one.name) for one in seasons], here)


# -- figures -----------------------------------------------------------------------------


def mean_words(total: int, count: int) -> str:
    """`41.3`; a dash for the mean of nothing."""
    return decimal_words(Fraction(total, count)) if count else NOTHING


def average_words(average: Fraction | None) -> str:
    return NOTHING if average is None else decimal_words(average)


def share_words(part: int, count: int, what: str = "") -> str:
    """`25 of 40, 63%`; of fewer than ten only `3 of 4`; a dash for a share of nothing."""
    if not count:
        return NOTHING
    share = f", {(200 * part + count) // (2 * count)}%" if count >= FEWEST else ""
    return f"{figure_words(part)} of {figure_words(count)}{f' {what}' if what else ''}{share}"


def count_words(count: int) -> str:
    return figure_words(count) if count else NOTHING


def signed_mean(total: int, count: int) -> str:
    words = mean_words(total, count)
    return f"+{words}" if count and total > 0 else words


def _overall(page: RecordPage) -> Iterator[Fact]:
    tallies, evenings = [record.tally for record in page.record.books.values()], page.record.evenings
    rounds, won = sum(one.rounds for one in tallies), sum(one.won for one in tallies)
    first = sum(one.place == 1 for one in evenings.values())
    night = f"{first} won" if first else ""
    nights_won = page.opens("nights_won") if first else ""
    yield Fact("Nights", figure_words(len(evenings)), night, nights_won, page.opens("nights"))
    out = len(page.record.rounds) - rounds
    sat = f"{out} more sat out" if out else ""
    yield Fact("Rounds", figure_words(rounds), sat, page.opens("sat_out") if out else "", page.opens("rounds"))
    share = share_words(won, rounds) if rounds else ""
    yield Fact("Rounds won", figure_words(won), share.partition(", ")[2], opens=page.opens("won") if won else "")
    percent, nights = page.record.percent
    if nights:
        yield Fact("Duplicate nights", f"{decimal_words(percent)}%", f"on average, of {counted(nights, 'night')}")
    if evenings:
        best = min(reversed([*evenings.values()]), key=lambda one: one.place)
        yield Fact("Best place", str(best.place), page.day(best), page.event_address(best.event))


# What of a member stands beside the club's. Each mean rests on one of the three counts.
BESIDE: Final[Mapping[str, Callable[[Counter[str]], str]]] = {
    "Rounds": lambda of: count_words(of["rounds"]),
    "Hands": lambda of: count_words(of["hands"]),
    "Bids": lambda of: count_words(of["bids"]),
    "Points a round": lambda of: mean_words(of["points"], of["rounds"]),
    "Rounds won": lambda of: share_words(of["won"], of["rounds"]),
    "Average bid": lambda of: mean_words(of["bid_sum"], of["bids"]),
    "Set rate": lambda of: share_words(of["bids"] - of["made"], of["bids"]),
    "Margin of bids": lambda of: signed_mean(of["over_sum"], of["bids"]),
    "Meld a hand": lambda of: mean_words(of["meld"], of["hands"]),
    "Take a hand": lambda of: mean_words(of["take"], of["hands"]),
}


# What of it counts something.
OPENS: Final = {"Rounds": "rounds", "Hands": "hands", "Bids": "bids", "Rounds won": "won", "Set rate": "set"}


def _beside(page: RecordPage, key: str, own: Counter[str], club: Counter[str] | None) -> Iterator[tuple[str, ...]]:
    """Figures beside the club's, where there are any (typed totals have no bids), and what both open."""
    for name, words in BESIDE.items():
        if (figure := words(own)) != NOTHING:
            yield (
                name,
                figure,
                NOTHING if club is None else words(club),
                *_both_open(page, OPENS.get(name), key, own, club),
            )


def _both_open(
    page: RecordPage, fact: str | None, key: str, own: Counter[str], club: Counter[str] | None
) -> tuple[str, str]:
    """What the player's count leads to, and the club's; empty where nothing is counted."""
    if fact is None:
        return "", ""
    ours = page.opens(fact, key, {"of": "club"}) if club and OF_CLUB[fact](club) else ""
    return page.opens(fact, key) if OF_CLUB[fact](own) else "", ours


def _book(page: RecordPage, key: str, record: Record, *, is_alone: bool) -> BookPart:
    book, own = page.life.books[key], record.figures
    club = None if page.beside is None else page.beside.get(key, Counter())
    chart, summary = night_chart(page, record, most=LATELY)
    return BookPart(
        key=key,
        name="" if is_alone else book.short_name,
        record=record,
        beside=tuple(_beside(page, key, own, club)),
        trend=_trend(record),
        streaks=tuple(_streaks(page, key, record)),
        points=tuple(_points(page, key, record)),
        roles=tuple(_roles(page, key, own, club)),
        specials=tuple(_specials(page, key, record, book.words.say)),
        melds=tuple(melds_of(record.facts, book.words.say, lambda fact: page.opens(fact, key))),
        basis=basis_words(record),
        melds_say=melds_say(record.facts),
        chart=chart,
        summary=summary,
    )


def night_chart(page: RecordPage, record: Record, *, most: int = 0) -> tuple[Chart | None, str]:
    """The nights played, at `most` the latest, as a chart, and a sentence for those who do not see it."""
    nights = [night for night in record.nights if night.tally.rounds][-most:]
    values = [
        Value(
            calendar_day(night.day, page.club.date_style),
            night.tally.average,
            night.running,
            f"{page.day(night)}: {average_words(night.tally.average)} a round, {average_words(night.running)} so far",
        )
        for night in nights
        if night.tally.average is not None and night.running is not None
    ]
    return progress_chart(values), _summary(values, record)


def _trend(record: Record) -> str:
    """`On the last 10 nights 212.4 points a round, 8.3 more than on the nights before.`"""
    count, lately, before = record.trend[0], *(tally.average for tally in record.trend[1:])
    if lately is None:
        return ""
    nights = "On the only night" if count == 1 else f"On the last {count} nights"
    says = f"{nights} {decimal_words(lately)} points a round"
    if before is None:
        return f"{says}."
    more = decimal_words(abs(lately - before))
    if more == decimal_words(Fraction(0)):
        return f"{says}, as on the nights before."
    return f"{says}, {more} {'more' if lately > before else 'fewer'} than on the nights before."


def _streaks(page: RecordPage, key: str, record: Record) -> Iterator[Fact]:
    is_over = page.season is not None and page.season.state == Season.State.CLOSED
    for name, fact, streak in (
        ("Rounds won in a row", "won_in_a_row", record.rounds_won),
        ("Bids made in a row", "made_in_a_row", record.bids_made),
    ):
        if streak.longest > 1:
            now = page.opens(f"{fact}_now", key) if streak.now else ""
            says = streak_words(streak, is_over=is_over)
            yield Fact(name, figure_words(streak.now), says, page.opens(fact, key), now)


def streak_words(streak: Streak, *, is_over: bool) -> str:
    when, longest = ("at the end", "the longest") if is_over else ("now", "the longest so far")
    return f"{when}, {longest}" if streak.now == streak.longest else f"{when}, {streak.longest} at most"


def _points(page: RecordPage, key: str, record: Record) -> Iterator[Fact]:
    yield Fact("Points", figure_words(record.points))
    if (best := record.best_round) is not None:
        yield Fact("Best round", figure_words(best.points), page.where(best), page.card_address(best))
    if (night := record.best_night) is not None:
        opens = page.opens("hands", key, {"event": night.event})
        yield Fact("Best night", figure_words(night.points), page.day(night), page.event_address(night.event), opens)
    for fact, name in BESTS.items():
        if (one := record.bests.get(fact)) is not None:
            opens = page.opens(fact, key)
            yield Fact(name, figure_words(one.facts[fact]), page.where(one), page.card_address(one), opens)


def _roles(page: RecordPage, key: str, own: Counter[str], club: Counter[str] | None) -> Iterator[tuple[str, ...]]:
    """Role, the share of bids set as the player and as the club has it, and what both counts open."""
    if own["hands"]:
        for role, (fact, count) in ROLES.items():
            (bids, lost), (all_bids, all_lost) = count(own), count(Counter() if club is None else club)
            shares = share_words(lost, bids), share_words(all_lost, all_bids)
            yield role, *shares, *_both_open(page, fact, key, own, club)


# The bids of each role, and how many of them were set.
ROLES: Final[Mapping[str, tuple[str, Callable[[Counter[str]], tuple[int, int]]]]] = {
    "Bidder": ("set", lambda of: (of["bids"], of["bids"] - of["made"])),
    "Bidder’s partner": ("partner_set", lambda of: (of["partner_bids"], of["partner_bids"] - of["partner_made"])),
    "Defender": ("defended_set", lambda of: (of["defended"], of["defended_set"])),
}


def _specials(page: RecordPage, key: str, record: Record, say: Callable[[str], str]) -> Iterator[Fact]:
    facts = record.facts
    for fact in ("sweeps", "moons", "skunks", "skunked"):
        if facts.get(fact):
            yield Fact(say(OPEN[fact]), figure_words(facts[fact]), opens=page.opens(fact, key))


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


@cache
def meld_names() -> Mapping[str, str]:
    """What each counted meld is called: `Pinochles`, `Double pinochles`, `Runs, five of one`."""
    return {
        name: f"{MULTIPLES[count]}{called.lower()}" if 1 < count < len(MULTIPLES)
        else called + (f", {number(count)} of one" if count > 1 else "")
        for kind, called in MELDS.items()
        for name, (of, count) in COUNTED_MELDS.items()
        if of is kind
    }  # fmt: skip


def melds_of(facts: Facts, say: Callable[[str], str], opens: Callable[[str], str] = str) -> Iterator[Fact]:
    """`Pinochles 12`, `Double pinochles 1`: the melds that the player melded."""
    for name, called in meld_names().items():
        if facts.get(name):
            yield Fact(say(called), figure_words(facts[name]), opens=opens(name))


def basis_words(record: Record) -> str:
    """The number of rounds with known hands and bids, unless all are."""
    known = sum(bool(one.facts.get("hands")) for one in record.rounds if one.counts)
    if known in (0, record.tally.rounds):
        return ""
    of = f"{figure_words(known)} of {counted(record.tally.rounds, 'round')}"
    return f"Hands and bids are known of {of}. Of the others only the points are."


def melds_say(facts: Facts) -> str:
    """The number of hands on which melds are counted; empty before any was played."""
    hands, named = facts.get("hands", 0), facts.get("named", 0)
    if not hands:
        return ""
    if not named:
        return "Melds are counted where they’re entered one by one. A typed total can’t be counted."
    if named == hands:
        return "Counted on the one hand." if hands == 1 else f"Counted on all {figure_words(hands)} hands above."
    of = f"{figure_words(named)} of {figure_words(hands)} hands"
    return f"Counted on {of}, where the melds were entered one by one. A typed total can’t be counted."


def _summary(nights: Sequence[Value], record: Record) -> str:
    if not nights:
        return ""
    low, high = (decimal_words(Fraction(find(one.value for one in nights))) for find in (min, max))
    return (
        f"Average per round on {counted(len(nights), 'night')}: from {low} to {high}, "
        f"{average_words(record.tally.average)} over all."
    )


# -- marks -------------------------------------------------------------------------------


def marks_in(page: RecordPage) -> list[Mark]:
    events = {one.event for one in page.record.rounds}
    return [mark for mark in page.life.whole.marks if page.season is None or mark.played.event in events]


def _marks(page: RecordPage) -> Iterator[Fact]:
    for mark in marks_in(page):
        by = f", {name}" if mark.book and (name := page.by(mark.book)) else ""
        one = mark.played
        says = page.life.books[one.book].words.say(mark.says)
        asked = {"season": 0, "first": mark.first} if mark.first else {"season": 0, "event": one.event}
        opens, where = page.opens(mark.fact, mark.book, asked), page.event_address(one.event)
        yield Fact(f"{says}{by}", page.day(one), page.events.get(one.event, ""), where, opens)
