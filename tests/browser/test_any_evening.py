"""Whole evenings of other tables and formats, from planning to the season, each total against a pencil's.

With SHOTS, a directory, every page and paper is kept as a picture.
"""

from __future__ import annotations

import io
import math
import os
import random
import re
import subprocess
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.evening.cards.reading import read_event
from league.evening.cards.standings import standings
from league.evening.check_in.deeds.roll import check_in
from league.evening.check_in.deeds.tonight import name_teams
from league.evening.rounds.deeds import close_round
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.tables.passes import pass_of
from league.models import Club, Entrant, Event, LedgerRow, Member, Prize, PublishedPlace, RoundTable, Season, Series
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.writing import write_archive
from league.season.seasons.deeds import draft_digest, open_season, publish_rules
from pinochle_club.ground.write_queue import queued_write
from scoring.rules.cards import Seat, Side
from tests.browser.accessibility import assert_looks_right
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.evening import (
    choose_told,
    close_round as close_on_board,
    close_the_event,
    open_table,
    place,
    publish,
    start_round,
)
from tests.browser.table import save
from tests.browser.test_many import Table
from tests.league.makers import acting_as, card_at, fresh, make_club, make_rules, make_user, start_now
from tests.league.naive_points import SIDE, round_totals, standing_entries
from tests.league.outside.hall.evenings import brought, in_the_hall, lent
from tests.scoring.score_card.makers import enter, enter_hand, join

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]
SHOTS = os.environ.get("SHOTS")
SIZES = ((390, 844), (810, 1080), (1180, 820))
_taps = count(1)
# Twenty-five letters each.
FIRST = ("Bartholomew", "Christopher", "Wilhelmina", "Constantine", "Maximiliane", "Evangeline", "Featherston")
LAST = ("Schwarzenberg", "Vandenburghers", "Papadopoulosis", "Featherstonehs")


def by() -> dict[str, Any]:
    return {"acting": acting_as(), "client_id": f"any-{next(_taps)}"}


def long_named(club: Club, number: int) -> list[Member]:
    names = [f"{FIRST[at % 7]} {LAST[at // 7 % 4]}"[:24] + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"[at] for at in range(number)]
    return Member.objects.bulk_create(Member(club=club, number=at + 1, name=name) for at, name in enumerate(names))


def look(page: Page, name: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    before = page.viewport_size
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{width}.png", full_page=True)
        wide = page.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} wide at {width}"
    if before:
        page.set_viewport_size(before)


def papers(page: Page, event: Event, name: str) -> None:
    place(page, event, "papers/")
    look(page, f"{name}-papers", SIZES[:1])
    found = dict.fromkeys(link.get_attribute("href") or "" for link in page.locator("main a[href*='.pdf']").all())
    assert found
    for href in found:
        answer = page.request.get(href)
        kind = href.split("?")[0].rsplit("/", 1)[1].removesuffix(".pdf")
        assert answer.status == 200, (href, answer.status)
        if SHOTS:
            file = Path(SHOTS) / f"{name}-{kind}.pdf"
            file.write_bytes(answer.body())
            subprocess.run(["pdftoppm", "-r", "60", "-png", str(file), str(file.with_suffix(""))], check=True)


# -- a pencil -----------------------------------------------------------------------------


def six_handed(table: RoundTable) -> dict[str, int]:
    """The totals of a table of six by its printed rules: every side counts with a trick, a set costs the bid."""
    lines: dict[int, dict[str, Any]] = defaultdict(dict)
    for entry in standing_entries(table.card_id):
        if entry.kind in ("bid", "meld", "take", "correct"):
            assert entry.hand is not None
            lines[entry.hand].update(entry.payload)
    totals = {"ACE": 0, "BDF": 0}
    for line in lines.values():
        for side in totals:
            has = line["meld"][side] + line["take"][side] if line["take"][side] else 0
            if line["bidder"] in side and has < line["bid"]:
                has = -line["bid"]
            totals[side] += has
    return totals


def pencil(event: Event, at_table: Callable[[RoundTable], dict[str, int]]) -> dict[int, int]:
    """Points by entrant: of each table played, and who sat out has the average of the own rounds."""
    rounds, out = [], []
    for event_round in event.rounds.filter(state="closed").order_by("number"):
        here: dict[int, int] = {}
        for table in event_round.tables.all():
            totals = at_table(table)
            for seat in table.seats.all():
                here[seat.entrant_id] = next(points for side, points in totals.items() if seat.seat in side)
        rounds.append(here)
        out += [one.entrant_id for one in event_round.sit_outs.all()]
    found: dict[int, int] = defaultdict(int)
    for here in rounds:
        for entrant, points in here.items():
            found[entrant] += points
    for entrant in out:
        own = [here[entrant] for here in rounds if entrant in here]
        found[entrant] += math.floor(sum(own) / len(own) + 0.5) if own else 0
    return dict(found)


def six_or_four(table: RoundTable) -> dict[str, int]:
    return six_handed(table) if table.seats.count() == 6 else round_totals(standing_entries(table.card_id))


def placed(points: Mapping[Any, int]) -> dict[Any, int]:
    return {who: 1 + sum(other > own for other in points.values()) for who, own in points.items()}


def laid(table: RoundTable, chance: random.Random, hands: int, *, signs: bool = True) -> None:
    """A program writes down the hands that are still to play, and signs."""
    card = card_at(table)
    keeper = join(card)
    book = card.book_version.book
    for _ in range(hands):
        bidder: Seat = chance.choice(book.seats)
        own = book.side_of(bidder)
        takes = split(book.total_points, len(book.sides), chance)
        take: dict[Side, int] = dict(zip(book.sides, takes, strict=True))
        meld: dict[Side, int] = {side: 2 * chance.randint(2, 20) for side in book.sides}
        meld[own] = max(meld[own], 20)
        low = max(book.auction.opening, 50 if book.key == "npa" else 0)
        bid = low + 5 * chance.randint(0, 4)
        enter_hand(keeper, bidder=bidder, bid=bid, meld=meld, take=take)
    if signs:
        sheet = enter_sheet(table)
        for side in book.sides:
            enter(keeper, "sign", {"side": side, "version": sheet.content_version, "by": ""})


def enter_sheet(table: RoundTable) -> Any:
    from scoring.score_card.recording import read_sheet

    return read_sheet(card_at(table))


def split(points: int, sides: int, chance: random.Random) -> list[int]:
    first = chance.randint(points // 4, 3 * points // 4)
    assert sides == 2
    return [first, points - first]


# -- an evening of 23 ---------------------------------------------------------------------


def by_pin(page: Page, event: Event, number: int) -> None:
    page.goto("/t/")
    page.get_by_label("Table").first.fill(str(number))
    page.get_by_label("PIN").fill(pass_of(event, number).pin)
    page.get_by_role("button", name="Keep this table here").tap()
    expect(page).not_to_have_url(re.compile("/t/$"))


def test_an_evening_of_23_six_handed(open_device: OpenDevice) -> None:
    club = make_club(name="The Pinochle Club of the Parish of St. Hilary")
    people = long_named(club, 23)
    make_rules(club, "six-handed"), make_rules(club, "npa")
    series_season = None
    desk = open_device("desktop")
    sign_in_as(desk, make_user(club, "director"))

    desk.goto(f"/clubs/{club.slug}/events/new/")
    choose_told(desk, "Six-handed")
    desk.get_by_label("Name", exact=True).fill("Sixes on Monday")
    choose_told(desk, "Individual rotation")
    desk.get_by_label("Rounds", exact=True).fill("2")
    choose_told(desk, "After a number of hands")
    desk.get_by_label("Hands in a round").fill("6")
    choose_told(desk, "Four-handed tables")
    choose_told(desk, "Their own average")
    desk.get_by_label("Fee", exact=True).fill("5")
    look(desk, "23-plan")
    desk.get_by_role("button", name="Plan this event").click()
    expect(desk.get_by_role("heading", name="Sixes on Monday", level=1)).to_be_visible()
    event = Event.objects.get(club=club)
    assert (event.rules.book_version.key, event.three_handed_rules.book_version.key) == ("six-handed", "npa")

    for member in people[:21]:
        check_in(event=event, member=member, **by())
    place(desk, event, "check-in/")
    for member in people[21:]:
        row = desk.locator(f"#member-{member.pk}")
        row.locator("[value=here_paid]").click()
        expect(row).to_have_class(re.compile("is-here"))
    look(desk, "23-check-in")
    place(desk, event, "rotation/")
    expect(desk.get_by_text("23 people are here")).to_be_visible()
    look(desk, "23-seating-before")
    desk.locator(".save-key", has_text="Make the seating").click()
    expect(desk.get_by_role("button", name="Publish", exact=True)).to_be_visible()
    look(desk, "23-seating-draft")
    publish(desk)
    look(desk, "23-seating-published")
    place(desk, event, "seating/")
    look(desk, "23-who-sits-where")
    sizes = sorted(table.seats.count() for table in event.rounds.get(number=1).tables.all())
    assert (sizes, event.rounds.get(number=1).sit_outs.count()) == ([4, 6, 6, 6], 1)
    place(desk, event, "projector/")
    look(desk, "23-projector-seating", (*SIZES, (1366, 768)))
    place(desk, event, "rotation/")
    start_round(desk, event, 1)
    look(desk, "23-board-1")

    chance = random.Random(23)
    tables = list(event.rounds.get(number=1).tables.order_by("number"))
    six = next(table for table in tables if table.seats.count() == 6)
    four = next(table for table in tables if table.seats.count() == 4)
    tablet, phone = open_device("tablet"), open_device("phone")
    by_pin(tablet, event, six.number)
    look(tablet, "23-tablet-six")
    one = Table(tablet)
    one.bid("C", 80)
    look(tablet, "23-tablet-six-meld")
    one.figures("meld", {"meld_ACE": 40, "meld_BDF": 18})
    one.saved("take", 1)
    one.figures("take", {"take_ACE": 45})
    look(tablet, "23-tablet-six-take")
    save(tablet)
    expect(tablet.locator("#hand-1:not(.is-now) .running")).to_have_text(["85", "48"])
    look(tablet, "23-tablet-six-after")
    by_pin(phone, event, four.number)
    look(phone, "23-phone-four")
    two = Table(phone)
    two.bid("E", 55)
    two.figures("meld", {"meld_NS": 24, "meld_EW": 30})
    two.saved("take", 1)
    two.figures("take", {"take_EW": 20})
    save(phone)
    expect(phone.locator("#hand-1:not(.is-now) .running")).to_have_text(["109", "0"])
    for page in (tablet, phone):
        page.goto("/health")
    for table in tables:
        done = int(table in (six, four))
        laid(table, chance, (6 if table.seats.count() == 6 else 4) - done)

    place(desk, event, "board/")
    look(desk, "23-board-1-played")
    open_table(desk, event, six.number).get_by_role("button", name="Open the card").click()
    expect(desk.locator("#score-card")).to_be_visible()
    look(desk, "23-card-six")
    desk.locator("#hand-1 .hand-link").click()
    desk.get_by_role("link", name="Correct this hand").click()
    desk.locator("[name=meld_BDF]").fill("28")
    desk.get_by_label("Reason").fill("The second pinochle was forgotten")
    look(desk, "23-correct")
    desk.get_by_role("button", name="Save the correction").click()
    expect(desk.locator("#hand-1")).to_contain_text("corrected")
    close_on_board(desk, event, 1)
    assert six_handed(six) == dict(RoundTable.objects.get(pk=six.pk).totals or enter_sheet(six).totals)
    start_round(desk, event, 2)
    for table in event.rounds.get(number=2).tables.all():
        laid(table, chance, 6 if table.seats.count() == 6 else 4)
    place(desk, event, "projector/")
    look(desk, "23-projector-2", (*SIZES, (1366, 768)))
    close_on_board(desk, event, 2)

    for at, cents in ((1, 3000), (2, 2000), (3, 1000)):
        Prize.objects.create(event=event, kind="place", place=at, amount=cents)
    place(desk, event, "prizes/")
    look(desk, "23-prizes")
    place(desk, event, "cash/")
    look(desk, "23-cash")
    season = a_season(club, event)
    close_the_event(desk, event)
    look(desk, "23-closed")

    wanted = pencil(event, six_or_four)
    said(event, wanted)
    printed(desk, event, wanted)
    place(desk, event, "projector/")
    look(desk, "23-projector-results", (*SIZES, (1366, 768)))
    place(desk, event, "cash/")
    look(desk, "23-cash-closed")
    papers(desk, event, "23")
    if season:
        desk.goto(f"/clubs/{club.slug}/seasons/{season.pk}/")
        look(desk, "23-season")
        in_season(event, season, wanted)
    away_and_back(event, wanted)


def a_season(club: Club, event: Event) -> Season:
    series = Series.objects.create(
        club=club, name="Mondays", weekday=0, starts_at=event.starts_at.time(), rules=event.rules
    )
    Event.objects.filter(pk=event.pk).update(series=series)
    day = timezone.localdate()
    season = open_season(club=club, name="Winter", opens_on=day, closes_on=day.replace(year=day.year + 1), **by())
    publish_rules(season=season, seen=draft_digest(season), **by())
    return season


def in_season(event: Event, season: Season, wanted: Mapping[int, int]) -> None:
    publication = season.publications.latest("number")
    by_member = dict(event.entrants.values_list("member_id", "pk"))
    shown = {by_member[line.member_id]: line.place for line in PublishedPlace.objects.filter(publication=publication)}
    assert shown == placed(wanted)


def said(event: Event, wanted: Mapping[int, int]) -> None:
    """Totals and places as the ledger has them."""
    totals: dict[int, int] = defaultdict(int)
    places = {}
    for row in LedgerRow.objects.filter(event=event, is_pair=False):
        totals[row.entrant_id] += row.points
        places[row.entrant_id] = row.place
    assert dict(totals) == dict(wanted)
    assert places == placed(wanted)


def printed(page: Page, event: Event, wanted: Mapping[int, int], who: str = "") -> None:
    """The totals on the page of the event, by the player's number, and in its file."""
    place(page, event)
    look(page, f"results-{event.format}")
    of, found = dict(event.entrants.values_list("pk", "number")), {}
    while True:
        lines = page.locator("section", has=page.locator("#results")).locator("tbody tr")
        numbers = lines.locator(".result-name .soft").all_inner_texts()
        totals = [one.replace("−", "-").replace(",", "") for one in lines.locator("td:last-child").all_inner_texts()]
        found |= dict(zip(map(int, numbers), map(int, totals), strict=True))
        if not (more := page.get_by_role("link", name="After")).count():
            break
        more.click()
        expect(page.get_by_text("Page 2 of 2")).to_be_visible()
    assert found == {of[who]: it for who, it in wanted.items()}


def rows_of(event: Event) -> list[tuple[Any, ...]]:
    rows = LedgerRow.objects.filter(event=event).order_by("round_number", "entrant__number", "is_pair")
    return list(rows.values_list("round_number", "entrant__name", "is_pair", "kind", "points", "place", "won"))


def away_and_back(event: Event, wanted: Mapping[int, int]) -> None:
    """Into an archive and out again."""
    before, seen = rows_of(event), shown_of(event)
    file = io.BytesIO()
    write_archive(event.club, file)
    file.seek(0)
    made = restore_club(file=file, limits=AT_THE_SERVER, acting=acting_as("admin"))
    other = Event.objects.exclude(pk=event.pk).get(name=event.name)
    assert other.club_id != event.club_id, made
    assert (rows_of(other), shown_of(other)) == (before, seen)


def shown_of(event: Event) -> list[Any]:
    from league.evening.events.results import results_of

    return [
        (one.title, [(line.rank, line.name, line.total) for line in one.lines])
        for one in results_of(event, runs_it=True)
    ]
