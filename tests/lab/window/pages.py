"""The pages that are measured, each by a function that opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, NamedTuple

from playwright.sync_api import Page

from league.evening.tables.deeds.tables import call_director
from league.models import Club, Entrant, Event, Member
from tests.browser.devices import sign_in_as
from tests.league.makers import make_club, make_entrants, make_event, make_round, make_user, start_now
from tests.league.makers import close_with_sums

FIRST: Final = ("Maximiliane", "Bartholomew", "Wilhelmina", "Christopher", "Clementine", "Montgomery", "Ruth", "Walt",
    "Marge", "Evangeline", "Ed", "Bernadette")  # fmt: skip
LAST: Final = ("Oberhuber", "Featherstone", "Abernathy", "Hof", "Kowalski", "Ng", "Montgomery", "Delgado", "Lindqvist",
    "Ostrowski", "Vance", "Beckett")  # fmt: skip
LETTERS: Final = 25


class Hall:
    """An evening of so many tables, everybody with a name of 25 letters: one being played, one that begins, one over."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.club = make_club(name="The Thursday Pinochle Friends")
        self.director = make_user(self.club, "director")
        self.playing = self._playing()

    def _playing(self) -> Event:
        event = make_event(self.club, minutes=50, rounds_planned=3, fee=500)
        people = self.people(event)
        sums = [(410 - 7 * at, 290 + 5 * at) for at in range(self.tables)]
        close_with_sums(start_now(make_round(event, people)), sums)
        running = start_now(make_round(event, people, number=2))
        for number in (2, 3)[: self.tables - 1]:
            table = running.tables.get(number=number)
            call_director(table=table, reason="ruling", note="Who led?", device=None, client_id=f"call-{table.pk}")
        return event

    def people(self, event: Event) -> list[Entrant]:
        """Four at each table, and one who sits out."""
        make_entrants(event, 4 * self.tables + 1)
        rename(event.club)
        for entrant in event.entrants.select_related("member"):
            Entrant.objects.filter(pk=entrant.pk).update(name=entrant.member.name)
        return list(event.entrants.all())


def rename(club: Club) -> None:
    """Every member a name of 25 letters, none twice."""
    for member, name in zip(club.members.order_by("number"), long_names(), strict=False):
        Member.objects.filter(pk=member.pk).update(name=name)


def long_names() -> Iterator[str]:
    for second, last, first in product(LAST, LAST, FIRST):
        name = f"{first} {last}-{second}"
        if len(name) == LETTERS and last != second:
            yield name


class Shown(NamedTuple):
    opens: Callable[[Page, Hall], object]
    of_tables: bool


PAGES: dict[str, Shown] = {}


def at_desk(name: str, path: str, event: str = "playing") -> None:
    """A page of an evening, as its director sees it."""

    def opens(page: Page, hall: Hall) -> None:
        sign_in_as(page, hall.director)
        there: Event = getattr(hall, event)
        page.goto(f"/clubs/{hall.club.slug}/events/{there.pk}/{path}")

    PAGES[name] = Shown(opens, of_tables=True)


at_desk("board", "board/")
