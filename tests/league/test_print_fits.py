"""Everything that is printed, laid out and measured: with names, slugs and hosts of forty letters, for three people and
for two hundred, on both papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils import timezone

from league.acting.permissions import Kind
from league.evening.coming.pdfs import print_links
from league.evening.finals.bracket import read_bracket
from league.evening.money import pdfs as money
from league.evening.paper.pages.choice import KINDS
from league.evening.paper.pages.heads import paper_head
from league.evening.paper.pdfs import papers
from league.evening.paper.pdfs.sheets import print_paper
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.models import CashEntry, Category, Club, Dues, Entrant, Event, EventRound, Member, Pot, Prize, RoundSeat, RoundTable
from league.season.dues.pdfs import print_list
from league.season.notices.pdfs import print_notice
from league.season.players.pdfs import print_report, print_sheet, print_slip
from league.season.records.pdfs import SeasonBook
from league.season.seasons import pdfs as seasons
from league.season.seasons.deeds import adjust_points
from pinochle_club.ground.documents import page_pdf
from pinochle_club.ground.papers import PAPERS
from scoring.rules.book import built_in_book
from scoring.score_card import pdfs as cards
from scoring.score_card.forms.papers import PER_PAGE
from tests.laid_out import Paper, laid_out, measured, templates_drawn
from tests.lasting import lasting
from tests.league.evening.boards.duplicate import duplicate
from tests.league.evening.paper.duplicate import close, duplicate_evening
from tests.league.makers import (
    acting_as,
    make_club,
    make_entrants,
    make_event,
    fresh,
    make_members,
    make_pairs,
    make_round,
    make_rules,
    make_series,
    rule_at,
    start_now,
)
from tests.league.season.seasons.played import laid_night, newest, opened
from tests.sampling import SOAK
from league.management.evenings import play_table
from league.evening.boards.deeds.making import make_boards

pytestmark = pytest.mark.django_db
HOST: Final = "https://pinochle.fellowship-hall.st-barnabas.example.org"
SLUG: Final = "st-bartholomew-fellowship-hall-card-club"
EVENING: Final = "Tuesday cards of the Fellowship Hall Club"
LONG: Final = (
    "Wilhelmina Featherstonehaugh-Montgomery", "Maximiliane Oberhuber-von der Weide-Hofer",
    "Bartholomew Fitzgerald-Smythe the Third X", "Donaudampfschifffahrtsgesellschaftskapit",
)  # fmt: skip


class World:
    """One club with one evening of each sort, and a season, for so many people."""

    def __init__(self, people: int, *, is_long: bool = True) -> None:
        self.people = people
        self.club = make_club(slug=SLUG[: 40 if is_long else 9], name="St. Bartholomew Fellowship Hall Card Club")
        make_members(self.club, people)
        if is_long:
            members = list(self.club.members.all())
            for member, name in zip(members, cycle(LONG)):
                member.name = f"{name[:36]} {member.number}" if people > 4 else name
            Member.objects.bulk_update(members, ["name"])
        self.evening = self._evening()
        self.duplicate = close(duplicate_evening(self.club, tables=max(1, people // 4), rounds=2))
        self.boards = duplicate(club=self.club)
        make_boards(event=self.boards, board_sets=max(2, people // 16), acting=acting_as(), client_id="make")
        self.recorded = duplicate(club=self.club, boards_by="recorded")
        make_round(self.recorded, make_entrants(self.recorded, max(4, people // 4 * 4)))
        self.season = self._season()
        self.sixes = self._sixes()
        self.knock_out = self._knock_out()
        self.dues = Dues.objects.create(club=self.club, starts_on=date(2026, 1, 1), amount=4000)

    def _sixes(self) -> Event:
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

    def _knock_out(self) -> Event:
        event = make_event(
            self.club, book="st-hilary", name=EVENING, format="knock_out", rounds_planned=1, sit_out_credit="none"
        )  # fmt: skip
        make_pairs(event, max(2, self.people // 2))
        plan_rounds(event=fresh(event), acting=acting_as(), client_id="plan")
        publish_rounds(event=event, acting=acting_as(), client_id="publish")
        start_now(event.rounds.get())
        return fresh(event)

    def _evening(self) -> Event:
        three = make_rules(self.club, "gwinnett-3")
        event = make_event(
            self.club, book="st-hilary", hands=4, seating_version=3, fee=500, rounds_planned=4, name=EVENING,
            three_handed_rules=three, odd_players="three_handed",
        )  # fmt: skip
        people = make_entrants(event, self.people)
        event.entrants.update(fee=500, paid=500)
        for number in range(1, 5):
            event_round = make_round(event, [*people[number - 1 :], *people[: number - 1]], number=number)
            if number < 4:
                start_now(event_round)
                for table in event_round.tables.select_related("card__book_version")[:6]:
                    play_table(table, seed=number)
                rule_at(event_round.tables.order_by("number")[0], client_id=f"ruling-{number}", decision="A warning. " * 20)
                EventRound.objects.filter(pk=event_round.pk).update(state="closed")
        pot = Pot.objects.create(event=event, name="Prize pot", per_player=200)
        for place in range(1, min(4, self.people + 1)):
            Prize.objects.create(event=event, kind="place", place=place, pot=pot, percent=25)
        for at, entrant in enumerate(event.entrants.all()[:20], start=1):
            CashEntry.objects.create(event=event, number=at, kind="payout", amount=-500, entrant=entrant, who=entrant.name)
        return event

    def _season(self) -> Any:
        series = make_series(self.club)
        points = [(at * 37 + 11) % 83 - 10 for at in range(self.people + self.people % 2)]
        for week in range(6):
            turned = points[week:] + points[:week]
            laid_night(series, week, turned, turned[::-1])
        women = Category.objects.create(club=self.club, name="Women")
        for member in self.club.members.all()[: max(2, self.people // 3)]:
            member.carries.add(women)
        season = opened(self.club, divisions=(women.pk,))
        first = self.club.members.get(number=1)
        adjust_points(season=season, member=first, points=-15, reason="Late twice", acting=acting_as(), client_id="")
        return season




def of_event(which: str, key: str, **chosen: str) -> Callable[[World, str], object]:
    return lambda world, paper: print_paper(
        getattr(world, which).pk, key, Kind.DIRECTOR, {"paper": paper, "last": "60" if "table" in key else "", **chosen}
    )


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
    "season book": lambda world, paper: SeasonBook(newest(world.season).pk, paper).pdf(),
}  # fmt: skip
