"""Days, times and fees on an evening's pages and papers as its club's settings say."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from league.evening.paper.pages.check_in import check_in_paper
from league.models import Club, Event
from league.words import money, short_when_with_year
from scoring.models import ScoreCard
from scoring.score_card.pages.card import card_context
from scoring.score_card.pdfs import paper_card
from scoring.score_card.recording import read_sheet
from tests.league.makers import make_club, make_event, make_running_round, make_user

OF_A_CLUB = {
    "american": ({}, ("Tuesday, November 17, 2026", "7:00 pm", "Tue, Nov 17", "$5", "$7.50")),
    "elsewhere": (
        {"date_style": "day_first", "currency": "GBP"},
        ("Tuesday 17 November 2026", "19:00", "Tue 17 Nov", "£5", "£7.50"),
    ),
}


@pytest.mark.parametrize(
    ("style", "words"), [("us", "Tue, Nov 17, 2026, 7:00 pm"), ("day_first", "Tue 17 Nov 2026, 19:00")]
)
def test_where_several_years_meet_the_year_stands_with_its_day(style, words):
    at = datetime(2026, 11, 17, 19, 0, tzinfo=UTC)
    with timezone.override(UTC):
        assert short_when_with_year(Event(club=Club(date_style=style), played_on=at.date(), starts_at=at)) == words


@pytest.mark.parametrize(
    ("cents", "currency", "words"),
    [
        (500, "USD", "$5"),
        (250, "USD", "$2.50"),
        (125_000, "CAD", "$1,250"),
        (-505, "EUR", "−€5.05"),
        (0, "GBP", "£0"),
        (700, "AUD", "$7"),
    ],
)
def test_money_has_the_sign_of_the_currency(cents, currency, words):
    assert money(cents, Club(currency=currency)) == words


@pytest.mark.django_db
@pytest.mark.parametrize("which", OF_A_CLUB)
def test_an_evening_is_written_as_its_club_writes(which):
    settings, (full_day, clock, short_day, fee, guest_fee) = OF_A_CLUB[which]
    client = Client()
    with timezone.override(UTC):
        event = make_event(make_club(**settings), fee=500, guest_fee=750)
        make_running_round(event)
        event.entrants.update(fee=500, arrived_at=datetime(2026, 11, 17, 19, 0, tzinfo=UTC))
        event.log.update(at=event.starts_at)
        client.force_login(make_user(event.club, "admin"))
        address = f"/clubs/{event.club.slug}/events/{event.pk}/"
        pages = {
            name: client.get(address + name).content.decode()
            for name in ("", "check-in/", "seating/", "log/", "log/?file=csv", "board/")
        }
        card = ScoreCard.objects.get(round_table__number=1)
        on_card = card_context(card, read_sheet(card)).meta
        printed_card = paper_card(card, read_sheet(card))
        printed_list = check_in_paper(event, event.entrants.all())

    assert f"{full_day}, {clock}" in pages[""]
    assert f"{fee}, guests {guest_fee}" in pages[""]
    assert (f"Here {clock}" in pages["check-in/"], f"{fee} due" in pages["check-in/"]) == (True, True)
    assert full_day in pages["seating/"]
    assert f"{short_day}" in pages["log/"]
    assert f"{clock}" in pages["log/?file=csv"]
    assert (on_card.split(" · ")[0], printed_card.day) == (short_day, full_day)
    row = printed_list["rows"][0]
    assert (printed_list["head"].day, row["fee"], row["remark"]) == (full_day, fee, f"came {clock}")
