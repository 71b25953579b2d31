"""Evenings under rules for two, five, six or eight: from the tables to the ledger, and into an archive."""

from __future__ import annotations

import io
import re
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from league.acting.log import Refused
from league.evening.events.deeds import close_event
from league.evening.ledger.rows import tell_rules_apart
from league.evening.paper.pages.partners import together_of
from league.evening.rounds.deeds import close_round
from league.evening.seating.deeds.casual_tables import form_table
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.tables.forms.paper_cards import PaperCardForm
from league.evening.tables.pages.paper_cards import grid_context
from league.models import Event, LedgerRow
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.writing import write_archive
from scoring.score_card.names import Names
from tests.league.makers import (
    acting_as,
    card_at,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_rules,
    make_user,
    start_now,
)
from tests.scoring.score_card.makers import enter, join, sheet_of
from tests.scoring.score_card.many import GAMES, boxes, made_book

pytestmark = pytest.mark.django_db
MANY = ["two", "five", "six-2x3", "six-3x2", "eight"]


@pytest.mark.parametrize("game", MANY)
def test_an_evening_of_many_is_played_closed_and_archived(client: Client, game: str) -> None:
    book, hand = made_book(game), GAMES[game]
    event = make_event(format="casual", book=book, round_end="hands", hands=book.deal.players)
    entrants = make_entrants(event, book.deal.players + 1)
    with pytest.raises(Refused, match=r"A table is \w+ people; you chose 1\."):
        form_table(event=event, players=entrants[:1], acting=acting_as(), client_id="too few")
    table = form_table(event=event, players=entrants[:-1], acting=acting_as(), client_id="one")
    assert table is not None
    assert [seat.seat for seat in table.seats.order_by("pk")] == list(book.seats)
    publish_rounds(event=event, acting=acting_as(), client_id="publish")
    event_round = start_now(event.rounds.get())
    keeper = join(card_at(event_round.tables.get()))
    called = {"partner": hand.partner} if hand.partner else {}
    dealt = {"dealer": "A", "bidder": hand.bidder, "bid": hand.bid, "trump": "H", "no_marriage": False, **called}
    enter(keeper, "bid", dealt, hand=1)
    enter(keeper, "meld", {"meld": dict(hand.meld)}, hand=1)
    enter(keeper, "take", {"take": dict(hand.take), "renege": None}, hand=1)

    client.force_login(make_user(event.club, "director"))
    at = [event.club.slug, event.pk]
    for name in ("desk", "event", "rotation", "projector"):
        page = client.get(reverse(f"league:{name}", args=at))
        assert page.status_code == 200, name
        assert "East" not in page.content.decode(), name
    close_round(event_round=event_round, acting=acting_as(), client_id="over", reason="late")
    close_event(event=fresh(event), acting=acting_as(), client_id="close")

    rows = {row.entrant_id: row for row in LedgerRow.objects.filter(event=event)}
    for seat, entrant in zip(book.seats, entrants, strict=False):
        side = book.side_of(seat)
        assert (rows[entrant.pk].side, rows[entrant.pk].points) == (side, hand.totals[book.sides.index(side)])
    sides = {entrant.pk: book.side_of(seat) for seat, entrant in zip(book.seats, entrants, strict=False)}
    assert {(one.pk, other.pk) for one, other in together_of(rows.values())} == {
        (one, other) for one in sides for other in sides if sides[one] == sides[other] and len(sides[one]) > 1
    }
    file = io.BytesIO()
    write_archive(event.club, file)
    restore_club(file=file, limits=AT_THE_SERVER, acting=acting_as("admin"))


@pytest.mark.parametrize("game", MANY)
def test_a_card_of_many_is_typed_from_paper(game: str) -> None:
    book, hand = made_book(game), GAMES[game]
    sheet, names = sheet_of(book=book, first_dealer="A"), Names(book, {}, {})
    typed = {"bidder": hand.bidder.lower(), "bid": hand.bid, "trump": "h", "partner": (hand.partner or "").lower()}
    cells = {**typed, **boxes(game, "meld"), **boxes(game, "take")}
    sums = {f"sum_{side}": total for side, total in zip(book.sides, hand.totals, strict=True)}
    data = {**{f"h1-{name}": str(cell) for name, cell in cells.items()}, **sums, "client_id": "one", "seen": "0"}

    form = PaperCardForm(data, sheet=sheet, names=names)

    assert form.is_valid(), [row.form.errors for row in form.rows if row.form]
    assert tuple(form.after.totals.values()) == hand.totals
    grid = grid_context(form, says_all=True)
    assert [cell["name"] for cell in grid["rows"][0]["sides"][0]["cells"]] == [
        f"h1-meld_{book.sides[0]}",
        f"h1-take_{book.sides[0]}",
    ]
    again = PaperCardForm(sheet=form.after, names=names)
    assert again.rows[0].cells.get("bidder", "") == hand.bidder
    assert again.rows[0].cells.get("partner", "") == (hand.partner or "")


def test_an_evening_of_twenty_in_sixes_and_fours(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planned, published, begun and counted through the pages: each table has its own book."""
    monkeypatch.setattr("league.evening.seating.schedules.planning.MOST_STEPS", 10_000)
    book, hand = made_book("six-2x3"), GAMES["six-2x3"]
    club = make_club()
    rules = {"three_handed_rules": make_rules(club, "npa"), "odd_players": "three_handed"}
    event = make_event(club, book=book, rounds_planned=2, hands=6, **rules)
    make_entrants(event, 20)
    client.force_login(make_user(club, "director"))
    at = [club.slug, event.pk]

    page = client.get(reverse("league:rotation", args=at))
    assert "20 people are here: 4 tables, 2 of four." in " ".join(page.text.split())
    client.post(reverse("league:make_seating", args=at), {"client_id": "make", "rounds": 2})
    made = client.get(reverse("league:rotation", args=at))
    assert "Nobody has the same partner twice." in made.text
    seen = re.search(r'name="seen" value="(\w+)"', made.text)
    assert seen is not None
    client.post(reverse("league:publish_seating", args=at), {"client_id": "publish", "seen": seen[1]})
    event_round = start_now(event.rounds.get(number=1))

    assert "4 tables, 2 of four" in made.text
    tables = list(event_round.tables.order_by("number"))
    cards = [card_at(table) for table in tables]
    assert [(card.book_version.key, len(card.player_names)) for card in cards] == [(book.key, 6)] * 2 + [("npa", 4)] * 2
    for card in cards[:2]:
        keeper = join(card)
        dealt = {"dealer": "A", "bidder": hand.bidder, "bid": hand.bid, "trump": "H", "no_marriage": False}
        enter(keeper, "bid", dealt, hand=1)
        enter(keeper, "meld", {"meld": dict(hand.meld)}, hand=1)
        enter(keeper, "take", {"take": dict(hand.take), "renege": None}, hand=1)
    for name in ("desk", "event", "rotation", "projector", "seating"):
        assert client.get(reverse(f"league:{name}", args=at)).status_code == 200, name
    close_round(event_round=event_round, acting=acting_as(), client_id="over", reason="late")
    close_event(event=fresh(event), acting=acting_as(), client_id="close", reason="late")

    rows = {row.entrant_id: row for row in LedgerRow.objects.filter(event=event, round_number=1)}
    for table in tables[:2]:
        for seat in table.seats.all():
            side = book.side_of(seat.seat)
            points = hand.totals[book.sides.index(side)]
            assert (rows[seat.entrant_id].side, rows[seat.entrant_id].points) == (side, points)
    fours = {seat.entrant_id for table in tables[2:] for seat in table.seats.all()}
    assert {rows[one].side for one in fours} == {"NS", "EW"}
    assert of_other_rules(event) == fours
    for say_of_older_rows in (
        lambda: tell_rules_apart([event.pk]),
        lambda: import_module("league.migrations.0060_ledger_rows_know_their_rules").tell_rules_apart(apps, None),
    ):
        LedgerRow.objects.filter(event=event).update(by_other_rules=False)
        say_of_older_rows()
        assert of_other_rules(event) == fours


def of_other_rules(event: Event) -> set[int]:
    return set(LedgerRow.objects.filter(event=event, by_other_rules=True).values_list("entrant", flat=True))
