"""The pages that are measured, each by a function that opens it in a hall of so many tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cached_property, partial
from itertools import product
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from django.utils import timezone
from playwright.sync_api import Page

from league.evening.check_in.deeds.roll import open_check_in
from league.evening.events.deeds import close_event
from league.evening.tables.deeds.tables import call_director
from league.models import Club, Event, Member, Role, RoundTable, Season, Series
from league.season.seasons.deeds import draft_digest, open_season, publish_rules
from tests.browser.devices import sign_in_as
from tests.browser.evening import pair
from tests.browser.moments import seat_at
from tests.browser.table import lay_card, opened
from tests.league.evening.money.evening import with_prizes
from tests.league.makers import (
    acting_as,
    card_at,
    close_with_sums,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_series,
    make_user,
    sheet_at,
    start_now,
)
from tests.league.season.seasons import played
from tests.scoring.play.pages.moments import asked
from tests.scoring.score_card.makers import enter, enter_hand, join

LETTERS: Final = 25
FIRST: Final = ("Maximiliane", "Bartholomew", "Wilhelmina", "Christopher", "Clementine", "Montgomery", "Evangeline",
    "Bernadette", "Ruth", "Walt", "Marge", "Ed")  # fmt: skip
LAST: Final = ("Oberhuber", "Featherstone", "Abernathy", "Hof", "Kowalski", "Ng", "Montgomery", "Delgado", "Lindqvist",
    "Ostrowski", "Vance", "Beckett")  # fmt: skip


def long_names() -> Iterator[str]:
    """Names of 25 letters, none twice, with few given names, so that these alone don't tell people apart."""
    for second, last, first in product(LAST, LAST, FIRST):
        name = f"{first} {last}-{second}"
        if len(name) == LETTERS and last != second:
            yield name


class Hall:
    """A club of so many tables, and one who sits out; everybody has a name of 25 letters. What a page shows is made
    when the first page shows it."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.club: Club = make_club(name="The Thursday Pinochle Friends")
        self.members = make_members(self.club, 4 * tables + 1)
        for member, name in zip(self.members, long_names(), strict=False):
            member.name = name
        Member.objects.bulk_update(self.members, ["name"])
        self.director = make_user(self.club, "director")
        self.admin = make_user(self.club, "admin", "Bernadette Featherstone")

    @property
    def address(self) -> str:
        return f"/clubs/{self.club.slug}/"

    def night(self, **fields: Any) -> Event:
        """Everybody is here and has paid."""
        now = timezone.now()
        given = {"played_on": timezone.localdate(), "starts_at": now - timedelta(hours=1), "minutes": 50, "fee": 500}
        event = make_event(self.club, **{"rounds_planned": 3, **given, **fields})
        make_entrants(event, 4 * self.tables + 1)
        event.entrants.update(fee=500, paid=500)
        return event

    @cached_property
    def begins(self) -> Event:
        """Half are here; the seating of the first round is out."""
        event = self.night(name="Seated")
        open_check_in(event=event, acting=acting_as(), client_id="open")
        make_round(event, list(event.entrants.all()))
        event.entrants.filter(number__gt=2 * self.tables).update(state="expected", paid=0)
        return event

    @cached_property
    def playing(self) -> Event:
        """The second round of three: half of the tables have entered hands, two call, one was played to its end."""
        event = self.night()
        people = list(event.entrants.all())
        close_with_sums(start_now(make_round(event, people)), self.sums)
        running = start_now(make_round(event, [*people[1:], people[0]], number=2))
        tables = list(running.tables.select_related("event_round", "card__book_version"))
        for table in tables[: (self.tables + 1) // 2]:
            self.play(table, 4 if table.number == 1 else table.number % 4)
        for table in tables[1:3]:
            call_director(table=table, reason="ruling", note="Who led?", device=None, client_id=f"call-{table.pk}")
        return event

    @cached_property
    def ends(self) -> Event:
        """All rounds are played; there are prizes and pots, and two who have not paid."""
        event = self.played("Last Tuesday")
        with_prizes(event)
        event.entrants.filter(number__lte=2).update(paid=0)
        return fresh(event)

    @cached_property
    def over(self) -> Event:
        event = self.played("Last Tuesday but one")
        close_event(event=event, acting=acting_as(), client_id="over")
        return fresh(event)

    @cached_property
    def season(self) -> Season:
        first = timezone.localdate() - timedelta(days=28)
        series = make_series(self.club, book="st-hilary")
        with patch.object(played, "FIRST", first):
            for week in range(3):
                points = [40 + (at * 7 + week * 11) % 37 for at in range(4 * self.tables)]
                played.laid_night(series, week, points, points[::-1])
        days = {"opens_on": first, "closes_on": timezone.localdate()}
        season = open_season(club=self.club, name="Winter", acting=acting_as(), client_id="open-season", **days)
        publish_rules(season=season, seen=draft_digest(season), acting=acting_as(), client_id="publish-season")
        return season

    @property
    def series(self) -> Series:
        return self.season.club.series.get()

    @cached_property
    def account(self) -> Any:
        """Of the first member."""
        user = make_user(name=self.members[0].name)
        Role.objects.create(club=self.club, user=user, kind=Role.Kind.MEMBER, member=self.members[0])
        return user

    def number_of(self, place: str) -> int:
        return self.members[0].pk if place == "member" else getattr(self, place).pk

    @property
    def sums(self) -> list[tuple[int, int]]:
        return [(410 - 7 * at, 290 + 5 * at) for at in range(self.tables)]

    def played(self, name: str) -> Event:
        event = self.night(name=name, rounds_planned=2, book="st-hilary")
        people = list(event.entrants.all())
        for number in (1, 2):
            close_with_sums(start_now(make_round(event, people, number=number)), self.sums)
        return event

    def play(self, table: RoundTable, hands: int) -> None:
        keeper = join(card_at(table))
        for bid in range(56, 56 + hands):
            meld, take = {"NS": 30, "EW": 20}, {"NS": 20 if bid % 2 else 35, "EW": 30 if bid % 2 else 15}
            enter_hand(keeper, bidder="N", bid=bid, meld=meld, take=take)


class Shown(NamedTuple):
    opens: Callable[[Page, Hall], object]
    of_tables: bool


PAGES: dict[str, Shown] = {}


def page_of(name: str, *, of_tables: bool = False) -> Callable[[Callable[[Page, Hall], object]], None]:
    def add(opens: Callable[[Page, Hall], object]) -> None:
        PAGES[name] = Shown(opens, of_tables)

    return add


def stranger(page: Page, hall: Hall, path: str) -> None:
    page.goto(f"{hall.address}{path}")


def member(page: Page, hall: Hall, path: str) -> None:
    sign_in_as(page, hall.account)
    stranger(page, hall, path)


def director(page: Page, hall: Hall, path: str) -> None:
    sign_in_as(page, hall.director)
    stranger(page, hall, path)


def admin(page: Page, hall: Hall, path: str) -> None:
    sign_in_as(page, hall.admin)
    stranger(page, hall, path)


Who = Callable[[Page, Hall, str], None]
PLACE: Final = re.compile(r"\{(\w+)\}")  # in an address: `{season}` is the number of the hall's season


def at(name: str, who: Who, path: str, event: str = "", *, of_tables: bool = True) -> None:
    """A page of the club, or of one of its evenings, as somebody sees it."""

    def opens(page: Page, hall: Hall) -> None:
        there = f"events/{getattr(hall, event).pk}/" if event else ""
        who(page, hall, there + PLACE.sub(lambda found: str(hall.number_of(found[1])), path))

    PAGES[name] = Shown(opens, of_tables)


# -- the table: a card of its own ---------------------------------------------------------

NAMES: Final = dict(zip("NESW", long_names(), strict=False))
THREE: Final = dict(zip("ABC", long_names(), strict=False))
NS, EW = f"{NAMES['N']} & {NAMES['S']}", f"{NAMES['E']} & {NAMES['W']}"


def card(page: Page, step: str = "bid", book: str = "st-hilary") -> Any:
    """Three hands are played; the fourth is at this step."""
    keeper = lay_card(page, book, player_names=THREE if book == "gwinnett-3" else NAMES)
    rules = keeper.card.book_version.book
    first = rules.sides[0]
    meld = {side: 20 if side == first else 4 for side in rules.sides}
    take = {side: rules.total_points if side == first else 0 for side in rules.sides}
    for _ in range(3):
        enter_hand(keeper, bid=rules.auction.opening, meld=meld, take=take)
    if step != "bid":
        bid = {"bidder": rules.seats[1], "bid": rules.auction.opening + 4, "trump": "S", "no_marriage": False}
        enter(keeper, "bid", {"dealer": rules.seats[0], **bid}, hand=4)
    if step == "take":
        enter(keeper, "meld", {"meld": dict.fromkeys(rules.sides, 20)}, hand=4)
    return keeper


def card_page(page: Page, _: Hall, step: str, book: str = "st-hilary", path: str = "") -> None:
    opened(page, card(page, step, book), path)


for step, book in product(("bid", "meld", "take"), ("st-hilary", "npa", "gwinnett-3")):
    called = f"card-{step}" if book == "st-hilary" else f"card-{step}-{book}"
    PAGES[called] = Shown(partial(card_page, step=step, book=book), of_tables=False)


@page_of("card-set")
def card_set(page: Page, _: Hall) -> None:
    """The take is typed, and it is a set."""
    opened(page, card(page, "take"))
    page.locator(".number-input").first.tap()
    for digit in "2", "2":
        page.locator(f'.keys:visible [data-key="{digit}"], [data-pad]:visible [data-key="{digit}"]').first.tap()
    page.wait_for_timeout(600)


for name, path in {
    "card-hand": "hands/3/", "card-correct": "hands/3/correct/", "card-names": "details/", "card-redeal": "redeal/",
    "card-history": "history/", "card-share": "share/", "card-sign": "sign/", "card-melds": "hands/4/melds/",
}.items():  # fmt: skip
    step = "meld" if name == "card-melds" else "take"
    PAGES[name] = Shown(partial(card_page, step=step, path=path), of_tables=False)


# -- the table: one of an evening ---------------------------------------------------------


def table(page: Page, hall: Hall, hands: int = 0) -> None:
    """The last table's tablet, after so many hands."""
    there = hall.playing.rounds.get(number=2).tables.get(number=hall.tables)
    if hands and not sheet_at(there).lines:
        hall.play(there, hands)
    pair(page, hall.playing, hall.tables)


PAGES["table"] = Shown(table, of_tables=False)
PAGES["table-played"] = Shown(partial(table, hands=2), of_tables=False)

at("my-night", member, "me/evenings/{over}/")
at("me", member, "me/")
at("seat", stranger, "seating/1/", "playing")

# -- the desk -------------------------------------------------------------------------------

at("board", director, "board/", "playing")
at("board-before", director, "board/", "begins")
at("board-open", director, "board/?open=1", "playing")
at("board-places", director, "board/?places=1", "playing")
at("check-in", director, "check-in/", "begins")
at("rotation", director, "rotation/", "begins")
at("seating", stranger, "seating/", "begins")
at("seating-names", stranger, "seating/?by=name", "begins")
at("results", stranger, "", "over")
at("event", stranger, "", "playing")
at("event-director", director, "", "playing")
at("close", director, "close/", "ends")
at("close-round", director, "rounds/2/close/", "playing")
at("cash", director, "cash/", "ends")
at("cash-box", director, "cash/box/", "ends")
at("prizes", director, "prizes/", "ends")
at("totals", director, "totals/", "playing")
at("tables", director, "tables/", "playing")
at("papers", director, "papers/", "playing")
at("log", director, "log/", "playing")
at("rulings", director, "rulings/", "playing")
at("rule", director, "rounds/2/tables/1/rule/?hand=1", "playing", of_tables=False)
at("rule-renege", director, "rounds/2/tables/1/rule/?hand=1&kind=renege", "playing", of_tables=False)
at("penalties", director, "rounds/2/tables/1/penalties/", "playing", of_tables=False)
at("chairs", director, "rounds/2/tables/1/chairs/", "playing", of_tables=False)
at("hold", director, "rounds/2/tables/1/hold/", "playing", of_tables=False)
at("paper-card", director, "rounds/2/tables/1/paper/", "playing", of_tables=False)
at("event-change", director, "change/", "playing", of_tables=False)
at("event-stop", director, "stop/", "playing", of_tables=False)
at("event-reopen", director, "reopen/", "over", of_tables=False)

for shows in ("seating", "clock", "results", "reveal"):

    def projector(page: Page, hall: Hall, shows: str = shows) -> None:
        event = hall.ends if shows in ("results", "reveal") else hall.playing
        Event.objects.filter(pk=event.pk).update(projector=shows)
        stranger(page, hall, f"events/{event.pk}/projector/")

    PAGES[f"projector-{shows}"] = Shown(projector, of_tables=True)


# -- home, play, club, season, member ------------------------------------------------------------

PAGES["home"] = Shown(lambda page, _: page.goto("/"), of_tables=False)


@page_of("home-cards")
def home_cards(page: Page, _: Hall) -> None:
    """A tablet that has a card."""
    card(page)
    page.goto("/")


PAGES["play"] = Shown(lambda page, _: page.goto("/play/"), of_tables=False)


@page_of("play-bid")
def play_bid(page: Page, _: Hall) -> None:
    seat_at(page, asked("npa", "bid", bidder=None), tuple(NAMES.values())[:3])


@page_of("play-trick")
def play_trick(page: Page, _: Hall) -> None:
    seat_at(page, asked("npa", "play", tricks=2), tuple(NAMES.values())[:3])


at("club", stranger, "")
at("club-member", member, "")
at("club-director", director, "")
at("season", stranger, "seasons/{season}/")
at("season-member", member, "seasons/{season}/")
at("place", stranger, "seasons/{season}/places/{member}/")
at("player", member, "players/{member}/")
at("members", director, "members/")
at("member", director, "members/{member}/")

# -- the office, forms and help ------------------------------------------------------------------

at("event-new", director, "events/new/", of_tables=False)
at("series-new", director, "series/new/", of_tables=False)
at("events", director, "events/", of_tables=False)
at("series", director, "series/{series}/", of_tables=False)
at("calendar", stranger, "calendar/", of_tables=False)
at("member-new", director, "members/new/", of_tables=False)
at("members-import", director, "members/import/", of_tables=False)
at("pairs", director, "members/pairs/", of_tables=False)
at("categories", director, "members/categories/", of_tables=False)
at("settings", admin, "settings/", of_tables=False)
at("front-door", admin, "front-door/", of_tables=False)
at("health", admin, "health/", of_tables=False)
at("roles", admin, "roles/", of_tables=False)
at("club-log", admin, "log/", of_tables=False)
at("house-rules", admin, "rules/", of_tables=False)
at("rulings-report", director, "rulings/", of_tables=False)
at("dues", admin, "dues/", of_tables=False)
at("season-new", director, "seasons/new/", of_tables=False)
at("season-rules", director, "seasons/{season}/rules/", of_tables=False)
at("season-adjust", director, "seasons/{season}/adjustments/new/", of_tables=False)
at("season-fees", director, "seasons/{season}/fees/", of_tables=False)
at("club-help", director, "help/", of_tables=False)


def plain(page: Page, _: Hall, address: str) -> None:
    page.goto(address)


for name, address in {
    "sign-in": "/account/sign-in/", "clubs": "/clubs/", "help": "/help/", "pin": "/t/", "books": "/books/",
    "book": "/books/npa/", "blank": "/blank/npa/",
}.items():  # fmt: skip
    PAGES[name] = Shown(partial(plain, address=address), of_tables=False)


@page_of("account")
def account(page: Page, hall: Hall) -> None:
    sign_in_as(page, hall.admin)
    page.goto("/account/")
