"""Two directors at once: who comes second is told who was first, what they typed is kept, and the first reads it."""

import html
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.evening.rulings.deeds.appeals import appeal_ruling
from league.models import Event, LogLine, RoundTable
from scoring.score_card.recording import read_sheet
from tests.league.evening.rulings.test_rule import RENEGE, address, give, play_hand, tap
from tests.league.makers import (
    WITH_APPEALS,
    acting_as,
    give_amount,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    make_user,
)
from tests.responses import Response

pytestmark = pytest.mark.django_db


def director(event: Event, name: str) -> Client:
    client = Client()
    client.force_login(make_user(event.club, "director", name=name))
    return client


def at(event: Event, name: str, *more: object) -> str:
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *more])


def text_of(answer: Response) -> str:
    return html.unescape(answer.text)


def test_the_first_to_close_a_round_reads_on_the_board_what_the_second_typed_and_the_second_does_not():
    event = make_running_round().event
    rita, pat, board = director(event, "Rita Moss"), director(event, "Pat Lowe"), at(event, "desk")
    close = at(event, "close_round", 1)
    rita.post(close, {"client_id": "r", "counts": "yes", "reason": "a fire alarm"})
    shown = rita.get(board)
    poll = at(event, "desk_changes") + f"?v={shown.context['view'].changes_address.split('v=')[1]}"
    assert rita.get(poll).status_code == 204

    second = pat.post(close, {"client_id": "p", "counts": "yes", "reason": "the hall closes"})

    assert second.status_code == 409
    for words in ("Rita Moss closed round 1 at", "“a fire alarm”", "Your reason is in the log.", "the hall closes"):
        assert words in text_of(second)
    news = "Pat Lowe also wanted to close round 1: “the hall closes”"
    assert [news in text_of(rita.get(address)) for address in (poll, board)] == [True, True]
    assert news not in text_of(pat.get(board))

    LogLine.objects.filter(action="also wanted to close").update(at=timezone.now() - timedelta(minutes=16))
    assert news not in text_of(rita.get(board))


def test_who_starts_a_round_second_is_told_who_did():
    event = make_event()
    make_round(event, make_entrants(event, 8))
    rita, pat = director(event, "Rita Moss"), director(event, "Pat Lowe")

    first, again = (rita.post(at(event, "start_round", 1), {"client_id": "r"}).status_code for _ in range(2))
    second = pat.post(at(event, "start_round", 1), {"client_id": "p"})

    assert (first, again, second.status_code) == (302, 302, 409)
    assert "Rita Moss started round 1 at" in text_of(second)
    assert LogLine.objects.filter(action="started").count() == 1


@pytest.mark.parametrize("page", ["close_event", "stop_event"])
def test_who_ends_the_evening_second_is_told_who_did_and_the_reason_is_kept(page):
    event = make_event(rounds_planned=2)
    make_round(event, make_entrants(event, 8), state="closed")
    rita, pat = director(event, "Rita Moss"), director(event, "Pat Lowe")
    rita.post(at(event, "close_event"), {"client_id": "r", "reason": "a fire alarm"})

    sent = {"client_id": "p", "reason": "the hall closes", "rounds": "1", "shown": "1"}
    second = pat.post(at(event, page), sent)

    assert second.status_code == 409
    assert "Rita Moss closed the event at" in text_of(second)
    line = LogLine.objects.get(event=event, action="also wanted to close")
    assert (line.who, line.subject, line.reason) == ("Pat Lowe", "the event", "the hall closes")
    assert "Pat Lowe also wanted to close the event: “the hall closes”" in text_of(rita.get(at(event, "desk")))
    assert Event.objects.get().state == "closed"


# -- rulings ---------------------------------------------------------------------------------


@pytest.fixture
def table() -> RoundTable:
    tables = make_running_round(book=WITH_APPEALS).tables.select_related(
        "card__book_version", "event_round__event__club"
    )
    return tables.get(number=1)


@pytest.mark.parametrize("page", ["decide_appeal", "agree_on_appeal"])
def test_who_decides_an_appeal_second_is_told_what_was_decided_and_the_note_is_kept(table, page):
    given, event = give_amount(table), table.event_round.event
    appeal_ruling(table=table, number=given.number, by="N", why="no", acting=acting_as(), client_id="appealed")
    ida, pat = director(event, "Ida Moss"), director(event, "Pat Lowe")
    place = (1, table.number, given.number)
    ida.post(at(event, "decide_appeal", *place), {"client_id": "i", "outcome": "upheld", "note": "They were warned"})

    sent = {"client_id": "p", "outcome": "overturned", "note": "Nobody heard it", "side_NS": "N", "side_EW": "E"}
    second = pat.post(at(event, page, *place), sent)

    assert second.status_code == 409
    for words in ("Ida Moss upheld the ruling at", "“They were warned”", "Your decision was not entered."):
        assert words in text_of(second)
    line = LogLine.objects.get(action="also wanted to decide")
    assert (line.who, line.reason) == ("Pat Lowe", "Nobody heard it")
    assert "Pat Lowe also wanted to decide hand" in text_of(ida.get(at(event, "desk")))
    assert read_sheet(table.card).rulings[0].state == "upheld"


def test_who_rules_on_a_hand_second_is_told_who_did_and_keeps_what_was_typed(table):
    play_hand(table)
    pat = director(table.event_round.event, "Pat Lowe")
    where, page = tap(pat, address(table), *RENEGE)
    give_amount(table)

    second = give(pat, where, page, note="as I saw it")

    assert second.status_code == 409
    for words in ("Rita Moss ruled on hand 1 at", "“20 off”", "Your ruling was not entered.", "as I saw it"):
        assert words in text_of(second)
    assert len(read_sheet(table.card).rulings) == 1
