"""Whole evenings of other tables and formats, from planning to the season, each total against a pencil's.

With SHOTS, a directory, every page and paper is kept as a picture.
"""

from __future__ import annotations

import csv
import io
import math
import os
import random
import re
import subprocess
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count, permutations
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.evening.check_in.deeds.roll import check_in, pair_up
from league.evening.events.results import results_of
from league.evening.rounds.deeds import close_round
from league.evening.tables.passes import pass_of
from league.models import Club, Event, EventRound, LedgerRow, Member, Prize, PublishedPlace, RoundTable, Season, Series
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.writing import write_archive
from league.season.seasons.deeds import draft_digest, open_season, publish_rules
from scoring.rules.cards import Seat, Side
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.evening import (
    choose_told,
    close_the_event,
    open_table,
    place,
    publish,
    start_round,
)
from tests.browser.evening import (
    close_round as close_on_board,
)
from tests.browser.table import save
from tests.browser.test_many import Table
from tests.league.makers import acting_as, card_at, fresh, make_club, make_rules, make_user, sheet_at, start_now
from tests.league.naive_points import round_totals, standing_entries
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
        for theme in ("light", "dark") if SHOTS else ():
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=Path(SHOTS or "") / f"{name}-{width}-{theme}.png", full_page=True)
        wide = page.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} wide at {width}"
    if before:
        page.set_viewport_size(before)


def papers(page: Page, event: Event, name: str) -> None:
    place(page, event, "papers/")
    look(page, f"{name}-papers", SIZES[:1])
    found = page.evaluate(
        """() => [...document.querySelectorAll('main form')].map(
            form => form.action + '?' + new URLSearchParams(new FormData(form)))"""
    )
    assert found
    for href in found:
        answer = page.request.get(href)
        kind = href.split("?")[0].rstrip("/").rsplit("/", 1)[1].removesuffix(".pdf")
        assert answer.status == 200, (href, answer.status)
        if SHOTS and answer.headers["content-type"] == "application/pdf":
            file = Path(SHOTS) / f"{name}-{kind}.pdf"
            file.write_bytes(answer.body())
            subprocess.run(["pdftoppm", "-r", "60", "-png", str(file), str(file.with_suffix(""))], check=True)


# -- a pencil -----------------------------------------------------------------------------


def by_contract(table: RoundTable) -> dict[str, int]:
    """The totals by rules under which a set costs the bid and the others' meld counts with a trick."""
    lines: dict[int, dict[str, Any]] = defaultdict(dict)
    for entry in standing_entries(table.card_id):
        if entry.kind in ("bid", "meld", "take", "correct"):
            assert entry.hand is not None
            lines[entry.hand].update(entry.payload)
    totals = dict.fromkeys(("ACE", "BDF") if table.seats.count() == 6 else ("NS", "EW"), 0)
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
    return by_contract(table) if table.seats.count() == 6 else round_totals(standing_entries(table.card_id))


def placed(points: Mapping[Any, Any]) -> dict[Any, int]:
    return {who: 1 + sum(other > own for other in points.values()) for who, own in points.items()}


def laid(table: RoundTable, chance: random.Random, hands: int, *, signs: bool = True) -> None:
    """A program writes down so many hands, or until the game is over, and signs."""
    card = card_at(table)
    keeper = join(card)
    book = card.book_version.book
    for _ in range(hands):
        if sheet_at(table).is_finished:
            break
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
        signed(table)


def signed(table: RoundTable) -> None:
    sheet = sheet_at(table)
    for side in sheet.book.sides:
        enter(join(card_at(table)), "sign", {"side": side, "version": sheet.content_version, "by": ""})


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
    expect(desk.get_by_role("button", name="Publish", exact=True)).to_be_visible(timeout=240000)
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
    look(desk, "23-board-1-played", (*SIZES, (1366, 768)))
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
    assert by_contract(six) == dict(RoundTable.objects.get(pk=six.pk).totals or sheet_at(six).totals)
    desk.goto("/health")
    to_the_hall_and_back(event, partial(round_two, chance=chance))
    place(desk, event, "projector/")
    look(desk, "23-projector-2", (*SIZES, (1366, 768)))

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
    Event.objects.filter(pk=event.pk).update(projector=Event.Projector.RESULTS)
    place(desk, event, "projector/")
    look(desk, "23-projector-results", (*SIZES, (1366, 768)))
    place(desk, event, "cash/")
    look(desk, "23-cash-closed")
    papers(desk, event, "23")
    if season:
        desk.goto(f"/clubs/{club.slug}/seasons/{season.pk}/")
        look(desk, "23-season")
        in_season(event, season, wanted)
        with_whom(desk, event, season)
        at_best(desk, event)
    away_and_back(event)


# -- a knock-out --------------------------------------------------------------------------

LEVEL: tuple[dict[str, Any], ...] = (
    {"bidder": "N", "bid": 20, "meld": {"NS": 10, "EW": 10}, "take": {"NS": 15, "EW": 10}},
    {"bidder": "E", "bid": 20, "meld": {"NS": 10, "EW": 10}, "take": {"NS": 10, "EW": 15}},
)


def planned(desk: Page, members: int, name: str, *keys: str, **boxes: str) -> tuple[Event, list[Member]]:
    """An evening planned on its page, and who is here."""
    club = make_club(name="The Pinochle Club of the Parish of St. Hilary")
    people = long_named(club, members)
    make_rules(club, "st-hilary")
    sign_in_as(desk, make_user(club, "director"))
    desk.goto(f"/clubs/{club.slug}/events/new/")
    desk.get_by_label("Name", exact=True).fill(name)
    for key in keys:
        choose_told(desk, key)
    for box, typed in boxes.items():
        desk.get_by_label(box.replace("_", " "), exact=True).fill(typed)
    look(desk, f"{name}-plan", SIZES[:1])
    desk.get_by_role("button", name="Plan this event").click()
    expect(desk.get_by_role("heading", name=name, level=1)).to_be_visible()
    event = Event.objects.get(club=club)
    for member in people:
        check_in(event=event, member=member, **by())
    return event, people


def make_and_publish(desk: Page, event: Event, name: str) -> None:
    place(desk, event, "rotation/")
    desk.locator(".save-key", has_text="Make the seating").click()
    expect(desk.get_by_role("button", name="Publish", exact=True)).to_be_visible()
    look(desk, name)
    publish(desk)


def begin(page: Page, event_round: EventRound) -> None:
    place(page, event_round.event, "board/")
    page.locator(".desk-head").get_by_role("button", name=re.compile("^Start ")).click()
    expect(page.get_by_role("link", name="Close the round…").first).to_be_visible()


def close_now(page: Page, event_round: EventRound) -> None:
    place(page, event_round.event, "board/")
    page.locator(".desk-head").get_by_role("link", name="Close the round…").click()
    page.get_by_role("button", name=re.compile("^Close ")).click()
    expect(page.locator(".desk-head")).to_be_visible()
    expect(page.get_by_role("link", name="Close the round…")).to_have_count(0)
    event_round.refresh_from_db()
    assert event_round.state == "closed"


def closed_in_a_season(desk: Page, event: Event, name: str) -> None:
    desk.goto("/health")
    before = shown_of(fresh(event))
    to_the_hall_and_back(event, lambda there: there)
    assert shown_of(fresh(event)) == before
    Prize.objects.create(event=event, kind="place", place=1, amount=3000)
    Prize.objects.create(event=event, kind="place", place=2, amount=2000)
    season = a_season(event.club, event)
    close_the_event(desk, event)
    look(desk, f"{name}-results")
    for page, sizes in (("cash/", SIZES[:2]), ("projector/", SIZES)):
        place(desk, event, page)
        look(desk, f"{name}-{page[:-1]}", sizes)
    papers(desk, event, name)
    desk.goto(f"/clubs/{event.club.slug}/seasons/{season.pk}/")
    look(desk, f"{name}-season", SIZES[:2])


@pytest.mark.parametrize("pairs", [8, 6])
def test_a_knock_out_with_a_tie_and_a_consolation_bracket(open_device: OpenDevice, pairs: int) -> None:
    desk, tablet, name, chance = open_device("desktop"), open_device("tablet"), f"ko{pairs}", random.Random(pairs)
    keys = ("Fixed pairs, knock-out", "After a number of hands")
    event, _ = planned(desk, 2 * pairs, "Knock-out night", *keys, Hands_in_a_round="2")
    here = list(event.entrants.order_by("number"))
    for one, other in zip(here[::2], here[1::2], strict=True):
        pair_up(event=event, one=(one.member, one), other=(other.member, other), **by())
    place(desk, event, "check-in/")
    look(desk, f"{name}-check-in")

    number = 0
    while number < 9:
        number += 1
        place(desk, event, "rotation/")
        make = desk.locator(".save-key", has_text=re.compile("Draw the first|Make the seating"))
        if not make.count():
            break
        make.click()
        key = desk.get_by_role("button", name="Publish", exact=True)
        over = desk.get_by_text("The knock-out is decided")
        expect(key.or_(over).first).to_be_visible()
        if over.count():
            break
        look(desk, f"{name}-seating-{number}")
        publish(desk)
        event_round = event.rounds.get(number=number)
        begin(desk, event_round)
        for at, table in enumerate(event_round.tables.order_by("number")):
            if number == 2 and at == 1:
                for hand in LEVEL:
                    enter_hand(join(card_at(table)), **hand)
                signed(table)
                continue
            by_touch = number == 1 and at == 0
            if by_touch:
                by_pin(tablet, event, table.number)
                card = Table(tablet)
                card.bid("N", 20)
                card.figures("meld", {"meld_NS": 12, "meld_EW": 4})
                card.saved("take", 1)
                card.figures("take", {"take_NS": 15})
                save(tablet)
                expect(tablet.locator("#hand-1:not(.is-now) .running")).to_have_text(["27", "14"])
                look(tablet, f"{name}-tablet")
                tablet.goto("/health")
            laid(table, chance, 1 if event_round.is_extra_hand else 2 - by_touch)
        place(desk, event, "board/")
        look(desk, f"{name}-board-{number}", SIZES[1:])
        place(desk, event, "bracket/")
        look(desk, f"{name}-bracket-{number}")
        close_now(desk, event_round)
    look(desk, f"{name}-decided", SIZES[:2])
    assert [one.is_extra_hand for one in event.rounds.order_by("number")][:3] == [False, False, True]
    place(desk, event, "bracket/")
    look(desk, f"{name}-bracket-end")
    closed_in_a_season(desk, event, name)
    rows = LedgerRow.objects.filter(event=event, is_pair=True)
    assert {one: row.place for row in rows for one in (row.entrant_id, row.partner_id)} == knocked_out(event)
    away_and_back(event)


def knocked_out(event: Event) -> dict[int, int]:
    """Places by pencil: who was beaten later stands higher, then who came further in the consolation bracket."""
    record: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for event_round in event.rounds.order_by("number"):
        for table in event_round.tables.all():
            totals = by_contract(table)
            winner = max(totals, key=lambda side: totals[side])
            for seat in table.seats.all():
                if len(set(totals.values())) == 2:
                    match = event_round.number - event_round.is_extra_hand  # of the round whose tie it breaks
                    record[seat.entrant_id].append((match, seat.seat in winner))
    keys: dict[int, tuple[float, float]] = {}
    for who, played in record.items():
        lost: list[float] = [number for number, won in played if not won]
        lost = lost or [math.inf]
        again = lost[1] if len(lost) > 1 else math.inf
        keys[who] = (lost[0], again if lost[0] == played[0][0] else 0)
    return {who: 1 + sum(other > key for other in keys.values()) // 2 for who, key in keys.items()}


# -- teams, and games won -----------------------------------------------------------------


def test_a_night_of_teams_of_four(open_device: OpenDevice) -> None:
    desk, chance = open_device("desktop"), random.Random(16)
    event, _ = planned(desk, 16, "Team night", "Individual rotation", "Teams of four", Rounds="2")
    place(desk, event, "check-in/teams/")
    for at, box in enumerate(desk.locator("main input[name^=team_]").all()):
        box.fill(("The Aces of Grand Rapids", "Kings", "Queens", "Tens")[at // 4])
    look(desk, "team-teams")
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.get_by_text("The teams are saved.")).to_be_visible()
    look(desk, "team-check-in")
    make_and_publish(desk, event, "team-seating")
    for event_round in event.rounds.order_by("number"):
        begin(desk, event_round)
        for table in event_round.tables.all():
            laid(table, chance, 4)
        close_now(desk, event_round)
    closed_in_a_season(desk, event, "team")

    own, teams = pencil(event, by_contract), defaultdict[str, int](int)
    for one in event.entrants.all():
        teams[one.team] += own[one.pk]
    rows = LedgerRow.objects.filter(event=event).select_related("entrant")
    assert {row.entrant.team: row.place for row in rows} == placed(teams)
    by_team = results_of(fresh(event), runs_it=True)[0]
    assert {line.name.split(" (")[0]: as_int(line.total) for line in by_team.lines} == dict(teams)
    away_and_back(event)


def test_a_night_by_games_won(open_device: OpenDevice) -> None:
    desk, chance = open_device("desktop"), random.Random(9)
    keys = ("Individual rotation", "With the game or the time", "Rounds won, then points")
    event, _ = planned(desk, 9, "Games night", *keys, Rounds="3", Minutes_on_the_clock="45")
    make_and_publish(desk, event, "won-seating")
    for event_round in event.rounds.order_by("number"):
        begin(desk, event_round)
        for table in event_round.tables.all():
            laid(table, chance, 40)
        place(desk, event, "board/")
        look(desk, f"won-board-{event_round.number}", SIZES[:2])
        close_now(desk, event_round)
    closed_in_a_season(desk, event, "won")

    points, wins = pencil(event, by_contract), defaultdict[int, int](int)
    for table in RoundTable.objects.filter(event_round__event=event):
        totals, last = by_contract(table), standing_entries(table.card_id)
        bid = next(entry.payload["bidder"] for entry in reversed(last) if entry.kind == "bid")
        both = min(totals.values()) >= 150  # then the bidding side is counted first
        for seat in table.seats.all():
            side = next(side for side in totals if seat.seat in side)
            wins[seat.entrant_id] += bid in side if both else totals[side] > min(totals.values())
    rows = LedgerRow.objects.filter(event=event)
    assert {row.entrant_id: row.place for row in rows} == placed({who: (wins[who], points[who]) for who in points})
    away_and_back(event)


def as_int(figure: str) -> int:
    return int(figure.replace("−", "-").replace(",", ""))


def round_two(event: Event, chance: random.Random) -> None:
    """What the hall plays while home has no say."""
    event_round = start_now(event.rounds.get(number=2))
    for table in event_round.tables.all():
        laid(table, chance, 6 if table.seats.count() == 6 else 4)
    close_round(event_round=event_round, **by())


def to_the_hall_and_back(event: Event, do: Callable[[Event], object]) -> None:
    """Lent, changed there or not, and taken back."""
    out = lent(fresh(event))
    assert brought(in_the_hall(out, do)).is_new
    assert fresh(event).lent == 0


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
    totals = {by_member[line.member_id]: line.points / 10 for line in publication.places.all()}
    assert totals == dict(wanted)


def sides_of(event: Event) -> list[tuple[int, list[str], int]]:
    """By pencil what each side of each table made: the table's size, names in the order of numbers, points."""
    found = []
    for table in RoundTable.objects.filter(event_round__event=event):
        seats = list(table.seats.select_related("entrant").order_by("entrant__number"))
        for side, points in six_or_four(table).items():
            found.append((len(seats), [one.entrant.name for one in seats if one.seat in side], points))
    return found


def with_whom(page: Page, event: Event, season: Season) -> None:
    """All partners of everybody on the page of the season's partners, and on its paper."""
    made: dict[tuple[str, str], list[int]] = defaultdict(list)
    for _, names, points in sides_of(event):
        for both in permutations(names, 2):
            made[both].append(points)
    there = f"/clubs/{event.club.slug}/seasons/{season.pk}/partners"
    page.goto(f"{there}/")
    look(page, "23-season-partners")
    lines = csv.DictReader(io.StringIO(page.request.get(f"{there}/?file=csv").body().decode("utf-8-sig")))
    shown = {(one["Player"], one["Partner"]): (int(one["Rounds"]), as_int(one["Points"])) for one in lines}
    assert shown == {both: (len(points), sum(points)) for both, points in made.items()}
    if SHOTS:
        (Path(SHOTS) / "23-season-partners.pdf").write_bytes(page.request.get(f"{there}.pdf").body())


def at_best(page: Page, event: Event) -> None:
    """The best round by each book, of all who made it, in the club's records."""
    page.goto(f"/clubs/{event.club.slug}/records/")
    look(page, "23-records")
    said = page.locator("main").inner_text()
    for size in (4, 6):
        points, names = max((points, names) for of, names, points in sides_of(event) if of == size)
        assert re.search(rf"Best round\s+{' & '.join(names)},[^\n]*\s+{points}\b", said), (size, points, names, said)


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
    of, found = dict(event.entrants.values_list("pk", "number")), dict[int, int]()
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


def away_and_back(event: Event) -> None:
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
    return [
        (one.title, [(line.rank, line.name, line.total) for line in one.lines])
        for one in results_of(event, runs_it=True)
    ]
