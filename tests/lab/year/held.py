"""The app's own figures of a club that is in the database against the other book: what differs, as a person says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from django.utils import timezone

from league.evening.money.sheet import read_cash
from league.models import Club, Event, LedgerRow, Publication
from league.season.dues.reading import accounts_of
from league.season.records.pages import NAMES
from league.season.records.reading import work_out

from .book import Book
from .entries import journal_of, name_of, who
from .journal import Said

COUNTS = {"hands": "hands", "sets": "side sets", "bids": "bids", "made": "bids made"}


def differences(club: Club) -> list[str]:
    """Every figure that the book says otherwise; what it can't say is left to others."""
    book = Book(journal_of(club), today=timezone.localdate())
    return [different(book, said) for said in figures_of(club) if book.is_right(said) is False]


def different(book: Book, said: Said) -> str:
    """`The ledger: 812 for Ruth Abernathy’s points of January 6, by the book 810.`"""
    whose = f"{said.whom}’s {said.what}" if said.whom else f"the {said.what}"
    figure = book.figure(said)
    right = " or ".join(figure) if isinstance(figure, tuple) else figure
    of = f" of {said.of}" if said.of else ""
    return f"{said.where}: {said.figure or 'nothing'} for {whose}{of}, by the book {right}."


def figures_of(club: Club) -> Iterator[Said]:
    for event in club.events.filter(state=Event.State.CLOSED):
        yield from _night(event)
    for season in club.seasons.filter(past_file=None):
        if (newest := season.publications.first()) is not None:
            yield from _season(newest)
    for account in accounts_of(club):
        yield Said("The treasurer’s list", account.member.name, "owes", _money(account.owes))
    yield from _people(club)
    bests = list(work_out(club.pk).values())
    for best in (*bests[0], *bests[-1]) if len(bests) > 1 else ():  # of the book played most, and of all
        yield Said("The page of records", "", NAMES[best.what].lower(), _figure(best.figure))


def _night(event: Event) -> Iterator[Said]:
    night, rows = name_of(event), list(event.ledger.select_related("entrant__member", "partner__member"))
    totals: Counter[str] = Counter()
    for row in rows:
        if row.is_pair:
            pair = f"{who(row.entrant)} & {who(row.partner)}" if row.partner else who(row.entrant)
            yield Said("The ledger", pair, "place", str(row.place), night)
            continue
        name = who(row.entrant)
        totals[name] += row.points
        what = "round points made" if event.is_duplicate else "round points"
        yield Said("The ledger", name, what, str(row.points), f"{night}, round {row.round_number}")
        yield Said("The ledger", name, "place", str(row.place), night)
    if not event.is_duplicate:
        yield from (Said("The ledger", name, "points", str(points), night) for name, points in totals.items())
    cash = read_cash(event)
    yield Said("The cash sheet", "", "takings", _money(cash.fees_paid), night)
    for pot in cash.pot_lines:
        yield Said("The cash sheet", "", "pot", _money(pot.total), f"{night}, {pot.name}")
    won: Counter[str] = Counter()
    for line in cash.prize_lines:
        won.update({share.name: share.amount for share in line.shares})
    yield from (Said("The cash sheet", name, "prize", _money(amount), night) for name, amount in won.items())


def _season(publication: Publication) -> Iterator[Said]:
    for line in publication.places.select_related("member", "partner"):
        of = f"{publication.season.name}, {line.division}" if line.division else publication.season.name
        name = f"{line.member.name} & {line.partner.name}" if line.partner else line.member.name
        yield Said("The standings", name, "season place", str(line.place or ""), of)
        yield Said("The standings", name, "season points", f"{line.points / 10:.1f}", of)
        yield Said("The standings", name, "nights", str(line.nights), of)


def _people(club: Club) -> Iterator[Said]:
    counted: dict[str, Counter[str]] = {}
    of_club = LedgerRow.objects.filter(event__club=club, is_pair=False, event__state=Event.State.CLOSED)
    for row in of_club.exclude(kind="sat_out").select_related("entrant__member"):
        mine = counted.setdefault(who(row.entrant), Counter())
        mine.update({said: row.facts.get(fact, 0) for fact, said in COUNTS.items()})
        mine.update({"rounds": 1})
    for name, figures in counted.items():
        for what, figure in figures.items():
            yield Said("The member’s page", name, what, str(figure))


def _money(cents: int) -> str:
    return f"${cents / 100:.2f}".removesuffix(".00")


def _figure(figure: Fraction | int) -> str:
    return str(figure) if Fraction(figure).denominator == 1 else f"{float(figure):.4f}"
