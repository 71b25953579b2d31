"""Everything that is printed, laid out and measured: with names, slugs and hosts of forty letters, for three people and
for two hundred, on both papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import cached_property
from itertools import chain, cycle, product
from typing import Any, Final

import pytest

from league.acting.permissions import Kind
from league.evening.boards.deeds.making import make_boards
from league.evening.coming.pdfs import print_links
from league.evening.money import pdfs as money
from league.evening.paper.pdfs.sheets import print_paper
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.management.evenings import play_table
from league.models import (
    CashEntry,
    Category,
    Club,
    Dues,
    Event,
    EventRound,
    Member,
    Pot,
    Prize,
    RoundSeat,
    RoundTable,
    Season,
)
from league.season.dues.pdfs import print_list
from league.season.notices.pdfs import print_notice
from league.season.players.pdfs import print_report, print_sheet, print_slip
from league.season.records.pdfs import SeasonBook
from league.season.seasons import pdfs as seasons
from league.season.seasons.deeds import adjust_points
from pinochle_club.ground.documents import page_pdf
from pinochle_club.ground.papers import PAPERS
from pinochle_club.ground.places import PROGRAM
from scoring.rules.book import built_in_books
from scoring.score_card import pdfs as cards
from scoring.score_card.forms.papers import PER_PAGE
from scoring.score_card.recording import read_sheet
from tests.laid_out import Paper, laid_out, measured, templates_drawn
from tests.lasting import lasting
from tests.league.evening.boards.duplicate import duplicate
from tests.league.evening.paper.duplicate import close, duplicate_evening
from tests.league.makers import (
    acting_as,
    card_at,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_pairs,
    make_round,
    make_rules,
    make_series,
    rule_at,
    start_now,
)
from tests.league.season.seasons.played import laid_night, newest, opened

pytestmark = pytest.mark.django_db
TEMPLATES: Final = PROGRAM / "templates"
HOST: Final = "https://pinochle.fellowship-hall.st-barnabas.example.org"
SLUG: Final = "st-bartholomew-fellowship-hall-card-club"
ON_A_WALL: Final = "rules for the wall"
EVENING: Final = "Tuesday cards of the Fellowship Hall Club"
LONG: Final = (
    "Wilhelmina Featherstonehaugh-Montgomery", "Maximiliane Oberhuber-von der Weide-Hofer",
    "Bartholomew Fitzgerald-Smythe the Third X", "Donaudampfschifffahrtsgesellschaftskapit",
)  # fmt: skip


class World:
    """One club, for so many people, with an evening of each sort and a season; each made when something of it is
    printed."""

    def __init__(self, people: int, *, is_long: bool = True) -> None:
        self.people = people
        self.club = make_club(slug=SLUG if is_long else "hall", name="St. Bartholomew Fellowship Hall Card Club")
        members = make_members(self.club, people)
        for member, name in zip(members if is_long else (), cycle(LONG), strict=False):
            member.name = f"{name[:36]} {member.number}"
        Member.objects.bulk_update(members, ["name"])
        Dues.objects.create(club=self.club, starts_on=date(2026, 1, 1), amount=4000)

    @cached_property
    def evening(self) -> Event:
        """Four rounds: of three, six tables are played hand by hand, and something was ruled. Prizes were paid."""
        event = make_event(
            self.club, book="st-hilary", hands=4, seating_version=3, fee=500, rounds_planned=4, name=EVENING,
            three_handed_rules=make_rules(self.club, "gwinnett-3"), odd_players="three_handed",
        )  # fmt: skip
        people = make_entrants(event, self.people)
        event.entrants.update(fee=500, paid=500)
        for number in range(1, 5):
            event_round = make_round(event, [*people[number - 1 :], *people[: number - 1]], number=number)
            if number < 4:
                start_now(event_round)
                tables = list(event_round.tables.select_related("card__book_version").order_by("number")[:6])
                for table in tables:
                    play_table(table, seed=number)
                rule_at(tables[0], client_id=f"ruling-{number}", decision="A warning. " * 20)
                EventRound.objects.filter(pk=event_round.pk).update(state="closed")
        pot = Pot.objects.create(event=event, name="Prize pot", per_player=200)
        for place in range(1, min(4, self.people + 1)):
            Prize.objects.create(event=event, kind="place", place=place, pot=pot, percent=25)
        CashEntry.objects.bulk_create(
            CashEntry(event=event, number=one.number, kind="payout", amount=-500, entrant=one, who=one.name)
            for one in people[:20]
        )
        return event

    @cached_property
    def duplicate(self) -> Event:
        return close(duplicate_evening(self.club, tables=max(1, self.people // 4), rounds=2))

    @cached_property
    def boards(self) -> Event:
        event = duplicate(club=self.club)
        make_boards(event=event, board_sets=max(2, self.people // 16), acting=acting_as(), client_id="make")
        return event

    @cached_property
    def recorded(self) -> Event:
        event = duplicate(club=self.club, boards_by="recorded")
        make_round(event, make_entrants(event, max(4, self.people // 4 * 4)))
        return event

    @cached_property
    def season(self) -> Season:
        """Six nights, and points that were given by hand after the first standings."""
        series = make_series(self.club)
        points = [(at * 37 + 11) % 83 - 10 for at in range(self.people + -self.people % 4)]
        for week in range(6):
            turned = points[week:] + points[:week]
            laid_night(series, week, turned, turned[::-1])
        women = Category.objects.create(club=self.club, name="Women")
        women.members.set(self.club.members.all()[: max(2, self.people // 3)])
        season = opened(self.club, divisions=(women.pk,))
        first = self.club.members.get(number=1)
        adjust_points(season=season, member=first, points=-15, reason="Late twice", acting=acting_as(), client_id="")
        return season

    @cached_property
    def sixes(self) -> Event:
        """Two sides of three at each table; with three people, one table with three more."""
        event = make_event(self.club, book="six-handed", name=EVENING, hands=6, seating_version=1)
        people = make_entrants(event, max(6, self.people // 6 * 6))
        for number in (1, 2):
            event_round = EventRound.objects.create(event=event, number=number, state="published")
            for at in range(0, len(people), 6):
                table = RoundTable.objects.create(event_round=event_round, number=at // 6 + 1)
                seats = zip("ABCDEF", people[at : at + 6], strict=True)
                RoundSeat.objects.bulk_create(RoundSeat(table=table, seat=seat, entrant=one) for seat, one in seats)
        return event

    @cached_property
    def knock_out(self) -> Event:
        event = make_event(
            self.club, book="st-hilary", name=EVENING, format="knock_out", rounds_planned=1, sit_out_credit="none"
        )  # fmt: skip
        make_pairs(event, max(2, self.people // 2))
        plan_rounds(event=fresh(event), acting=acting_as(), client_id="plan")
        publish_rounds(event=event, acting=acting_as(), client_id="publish")
        start_now(event.rounds.get())
        return fresh(event)


def of_event(which: str, key: str, **chosen: str) -> Callable[[World, str], object]:
    def made(world: World, paper: str) -> object:
        last = str(world.people // 4 + 2) if "table" in key else ""
        return print_paper(getattr(world, which).pk, key, Kind.DIRECTOR, {"paper": paper, "last": last, **chosen})

    return made


def of_club(make: Callable[..., object], which: str) -> Callable[[World, str], object]:
    return lambda world, paper: make(getattr(world, which).pk, paper)


def standings(world: World, paper: str) -> object:
    return seasons.print_standings(newest(world.season).pk, paper)


def changes(world: World, paper: str) -> object:
    first, second = reversed(world.season.publications.all())
    return seasons.print_changes(first.pk, second.pk, paper)


def first_member(world: World) -> Member:
    return world.club.members.get(number=1)


def own_slip(world: World, paper: str) -> object:
    return print_slip(world.evening.entrants.get(number=1).pk, paper)


def of_book(make: Callable[..., object], *more: object) -> Callable[[World, str], object]:
    """Each built-in book, or blank card of it, one after the other."""
    return lambda _, paper: [make(book, paper, *more) for book in built_in_books().values()] and None


def money_sheet(make: Callable[..., object]) -> Callable[[World, str], object]:
    def made(world: World, paper: str) -> object:
        Club.objects.filter(pk=world.club.pk).update(paper=paper)
        return make(world.evening.pk)

    return made


PRINTED: Final[dict[str, Callable[[World, str], object]]] = {
    "tonight": of_event("evening", "tonight"),
    **{key: of_event("evening", key) for key in ("check_in", "seating", "slips", "master", "results", "partners")},
    **{key: of_event("evening", key, round="3") for key in ("ruling_slips", "certificates")},
    "certificates of categories": of_event("evening", "certificates", of="categories"),
    **{f"{key}, {up} to a page": of_event("evening", key, per_page=str(up))
       for key, ups in (("table_cards", (1, 2)), ("score_cards", PER_PAGE)) for up in ups},
    **{f"{key} of a six": of_event("sixes", key) for key in ("seating", "slips", "master", "table_cards", "check_in")},
    **{f"score_cards of a six, {up} to a page": of_event("sixes", "score_cards", per_page=str(up)) for up in PER_PAGE},
    "bracket": of_event("knock_out", "bracket"),
    **{f"hand_records, {up} to a page": of_event("duplicate", "hand_records", per_page=str(up)) for up in (2, 4)},
    **{key: of_event("duplicate", key) for key in ("travelers", "board_ranking", "own_boards")},
    **{key: of_event("boards", key) for key in ("board_slips", "board_master", "board_labels")},
    "board_records": of_event("recorded", "board_records"),
    "cash sheet": money_sheet(money.print_sheet),
    "receipts": money_sheet(money.print_receipts),
    "links": of_club(print_links, "club"),
    "dues": of_club(print_list, "club"),
    "notice": of_club(print_notice, "evening"),
    "a player’s slip": own_slip,
    "a player’s season": lambda world, paper: print_sheet(
        first_member(world).pk, world.season.pk, "Wilhelmina", Kind.DIRECTOR, paper),
    "rulings": lambda world, paper: print_report(world.club.pk, date(2026, 1, 1), date(2026, 12, 31), paper),
    "standings": standings,
    "changes": changes,
    "season partners": of_club(seasons.print_partners, "season"),
    "season rules": lambda world, paper: seasons.print_rules(newest(world.season).rules_id, paper),
    "rule books": of_book(cards.book_pdf, "For the St. Bartholomew Fellowship Hall Card Club"),
    "where rules are from": of_book(cards.document_pdf),
    ON_A_WALL: of_book(cards.wall_pdf, f"{HOST}/books/{SLUG}/"),
    **{f"blank cards, {up} to a page": of_book(cards.blank_pdf, up) for up in PER_PAGE},
    "a card with its reasons": lambda world, paper: cards.card_pdf(card := card_at(
        world.evening.rounds.get(number=1).tables.order_by("number").first()), read_sheet(card), paper, True),
    "at the table": lambda _, paper: page_pdf(paper),
    "season book": lambda world, paper: SeasonBook(newest(world.season).pk, paper).pdf(),
}  # fmt: skip

PARTS: Final = ("evening", "duplicate", "boards", "recorded", "season", "sixes", "knock_out")
# Of these every page is a sheet of its own, or what is printed is as long as a book says.
OWN_PAGES: Final = ("own_boards", "rule books", "where rules are from", "a card with its reasons", "tonight")
# What is the same however many come.
OF_BOOKS: Final = (
    "rule books", "where rules are from", ON_A_WALL, "at the table",
    *(f"blank cards, {up} to a page" for up in PER_PAGE),
)  # fmt: skip
# On these stands everybody, by the whole name.
OF_EVERYBODY: Final = (
    "check_in", "seating", "slips", "master", "results", "links", "dues", "standings", "season partners",
)  # fmt: skip
# On these many names stand in a cell, and none is cut.
OF_BOARDS: Final = ("travelers", "own_boards", "hand_records, 2 to a page", "hand_records, 4 to a page")
# What every change is tried with: that names wrap, that lists part, that pieces stay apart.
USUAL: Final = ("slips", "seating", "results", "partners", "links", "score_cards, 4 to a page", "standings")


@pytest.fixture(scope="module")
def world(request: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    people, parts = request.param
    with lasting(django_db_blocker):
        world = World(people)
        for part in parts:
            getattr(world, part)
        yield world


@pytest.fixture(autouse=True)
def host(settings: Any) -> None:
    settings.PUBLIC_URL = HOST


def printed(world: World, kind: str, paper: str) -> Paper:
    with laid_out() as documents:
        PRINTED[kind](world, paper)
    return measured(documents[kind == "season book" :])  # the front is laid out twice, to know how long it is


def faults_of(paper: Paper, kind: str, world: World) -> list[str]:
    missing = names_missing(paper, world) if kind in OF_EVERYBODY else []
    alone = (() if kind in OWN_PAGES else paper.alone), *([paper.tables_alone] if kind.startswith("seating") else [])
    if kind == ON_A_WALL:
        assert len(paper.sheets) == len(built_in_books())  # each is one page
    return [*paper.faults, *chain(*alone), *missing, *(cut_names(paper) if kind in OF_BOARDS else [])]


def cut_names(paper: Paper) -> list[str]:
    return [f"“{ink.says}” is cut" for sheet in paper.sheets for ink in sheet.inks if "…" in ink.says]


def names_missing(paper: Paper, world: World) -> list[str]:
    told = "".join(ink.says for sheet in paper.sheets for ink in sheet.inks).replace(" ", "")
    names = world.club.members.filter(number__lte=world.people).values_list("name", flat=True)
    return [f"{name} is missing" for name in names if name.replace(" ", "") not in told]


@pytest.mark.parametrize("world", [(11, ("evening", "season"))], indirect=True)
@pytest.mark.parametrize("kind", USUAL)
def test_usual_papers_fit_whatever_is_on_them(kind: str, world: World) -> None:
    assert faults_of(printed(world, kind, "letter"), kind, world) == []


def every_kind() -> Iterator[Any]:
    """Each kind for few, for a usual evening, for a great many. All of an evening by one key is what its papers are one
    by one: of 200 it would take minutes. A kind is told together with how many come, for each world to be made once."""
    for people, kind in product(((3, PARTS), (22, PARTS), (200, PARTS)), PRINTED):
        if people[0] == 3 or (kind not in OF_BOOKS and (people[0] < 200 or kind != "tonight")):
            yield pytest.param(people, (people[0], kind), id=f"{kind}, {people[0]}")


@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("world", "kind"), [*every_kind()], indirect=["world"], scope="module")
def test_everything_that_is_printed_fits(kind: tuple[int, str], paper: str, world: World) -> None:
    assert faults_of(printed(world, kind[1], paper), kind[1], world) == []


@pytest.mark.soak
@pytest.mark.parametrize("world", [(3, PARTS)], indirect=True)
def test_no_kind_of_paper_is_left_out(world: World) -> None:
    there = {str(one.relative_to(TEMPLATES)) for one in TEMPLATES.rglob("*_pdf.html") if one.name[0] != "_"}
    with templates_drawn() as drawn:
        for kind in PRINTED:
            printed(world, kind, "letter")

    assert {one for one in there - drawn if not one.endswith(("base_pdf.html", "cut_pdf.html"))} == set()
