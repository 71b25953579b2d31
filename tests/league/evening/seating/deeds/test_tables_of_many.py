"""A casual evening under rules for two, five, six or eight: from the tables to the ledger, and into an archive."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from django.urls import reverse

from league.acting.log import Refused
from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.evening.seating.deeds.casual_tables import form_table
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.tables.forms.paper_cards import PaperCardForm
from league.evening.tables.pages.paper_cards import grid_context
from league.models import LedgerRow
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.writing import write_archive
from scoring.score_card.names import Names
from tests.league.makers import acting_as, card_at, fresh, make_entrants, make_event, make_user, start_now
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
