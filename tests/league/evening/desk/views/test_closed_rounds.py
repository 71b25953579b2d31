"""Rounds that are over stay in reach: from the board, the results and the pages about a table."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.evening.rounds.deeds import close_round
from league.models import Event, EventRound
from tests.lasting import lasting
from tests.league.makers import (
    acting_as,
    close_with_sums,
    fresh,
    make_entrants,
    make_event,
    make_pairs,
    make_round,
    make_running_round,
    make_user,
    play_round,
    put_on_hold,
    sheet_at,
    start_now,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    with lasting(django_db_blocker):
        event = make_event(rounds_planned=3)
        people = make_entrants(event, 8)
        first = start_now(make_round(event, people))
        play_round(first, seed=1)
        close_round(event_round=first, acting=acting_as(), client_id="close")
        start_now(make_round(event, [*people[2:], *people[:2]], number=2))
        yield event


@pytest.fixture
def event(lasting_event: Event, db: None) -> Event:
    """Round 1 is played, signed and closed; round 2 is being played."""
    return fresh(lasting_event)


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(make_user(event.club, "director"))
    return client


def at(event: Event, place: str = "board/") -> str:
    return f"/clubs/{event.club.slug}/events/{event.pk}/{place}"


def tabs(page: str) -> list[tuple[str, bool]]:
    """Where the tabs of the rounds lead, and which is on."""
    strip = page[page.index('<nav class="rounds"') :].split("</nav>", 1)[0]
    found = [(address, "aria-current" in rest) for address, rest in re.findall(r'href="([^"]+)"([^>]*)>', strip)]
    return [(address, is_on) for address, is_on in found if not address.endswith("/stop/")]  # beside the rounds


def test_a_hand_of_a_closed_round_is_corrected_in_three_taps(director: Client, event: Event) -> None:
    card = event.rounds.get(number=1).tables.get(number=2).card
    board = director.get(at(event)).text

    first = tabs(board)[0][0]
    round_1 = director.get(first.replace("&amp;", "&")).text
    opens = re.search(r'href="([^"#]+open=2[^"]*)"', round_1)
    assert opens is not None
    table_2 = director.get(opens[1].replace("&amp;", "&")).text
    corrects = re.search(r'action="([^"]+/rounds/1/tables/2/card/\?hand=2)"', table_2)
    assert corrects is not None
    answer = director.post(corrects[1], {"client_id": "tap"}, follow=True)

    assert answer.redirect_chain == [(reverse("score_card:correct", args=[card.pk, 2]), 302)]
    assert answer.status_code == 200


def test_the_tabs_tell_which_round_is_looked_at(director: Client, event: Event) -> None:
    board = at(event)

    assert tabs(director.get(board).text) == [(f"{board}?round=1", False), (board, True)]
    assert tabs(director.get(board, {"round": "1"}).text) == [(f"{board}?round=1", True), (board, False)]


def test_places_if_we_stop_now_stand_on_the_board_which_reads_nothing_more(director: Client, event: Event) -> None:
    director.get(at(event))
    with CaptureQueriesContext(connection) as without:
        plain = director.get(at(event)).text
    with CaptureQueriesContext(connection) as queries:
        board = director.get(at(event), {"places": "1"}).text

    asks = f'hx-get="{at(event, "stop/")}"'
    assert (asks in plain, asks in board, len(queries)) == (False, True, len(without))
    assert re.search(r'hx-get="[^"]+/changes/[^"]+places=1', board)  # the poll brings a board that has them
    assert 'id="places"' in director.get(at(event, "stop/")).text


def test_any_other_round_in_the_address_is_the_one_being_played(director: Client, event: Event) -> None:
    for number in ("2", "9", "x", "²", "99999"):
        page = director.get(at(event), {"round": number}).text

        assert (tabs(page)[1][1], "was closed" in page) == (True, False), number


def test_a_draft_is_looked_at_where_it_is_made(director: Client, event: Event) -> None:
    EventRound.objects.create(event=event, number=3)

    assert tabs(director.get(at(event)).text)[2] == (at(event, "rotation/"), False)


def test_who_looks_back_still_sees_what_is_to_be_done_now(director: Client, event: Event) -> None:
    hold = put_on_hold(event.rounds.get(number=2).tables.get(number=1), "who led?")
    put_on_hold(event.rounds.get(number=1).tables.get(number=2), "the meld")

    page = director.get(at(event), {"round": "1", "open": "2"}).text

    assert "Table 1, ruling to come on hand 1: “who led?”" in page
    assert "Round 1, table 2, ruling to come on hand 1: “the meld”" in page
    release = at(event, f"rounds/2/tables/1/holds/{hold.number}/release/")
    assert f"{release}?round=1&amp;open=2" in page  # answered with what is looked at
    assert "Ruling to come on hand 1: “the meld”" in page


def test_a_closed_round_says_what_it_came_to_and_what_can_be_done(director: Client, event: Event) -> None:
    page = director.get(at(event), {"round": "1"}).text

    assert re.search(r"Round 1 was closed at \d+:\d\d", page)
    assert re.search(r"Most points: [A-Z][\w ]+ −?\d+, [A-Z][\w ]+ −?\d+, [A-Z][\w ]+ −?\d+\.", page)
    assert "Round 2 has started since, so this one stays closed." in page
    assert page.count("won</span>") == 2
    assert "Reopen round 1" not in page
    EventRound.objects.filter(number=2).delete()
    assert at(event, "rounds/1/reopen/") in director.get(at(event)).text


def test_a_closed_round_of_pairs_names_pairs(client: Client) -> None:
    event = make_event(format="round_robin")
    pairs = [pair for two in make_pairs(event, 4) for pair in two]
    first = start_now(make_round(event, [pairs[at] for at in (0, 2, 1, 3, 4, 6, 5, 7)]))
    close_with_sums(first, ((90, 10), (40, 20)))
    client.force_login(make_user(event.club, "director"))

    page = client.get(at(event)).text

    assert "Most points: Ruth Abernathy &amp; Walt Kowalski 90†, " in page
    results = client.get(reverse("league:event", args=[event.club.slug, event.pk])).text
    assert ("Results by pair" in results, "In brackets" in results) == (True, False)


def test_closing_a_round_answers_with_its_results(director: Client, event: Event) -> None:
    answer = director.post(
        at(event, "rounds/2/close/"), {"client_id": "close-2", "reason": "The hall closes"}, follow=True
    )

    assert answer.redirect_chain == [(f"{at(event)}?round=2", 302)]
    assert "“The hall closes”" in answer.text
    assert "Most points:" in answer.text


def test_results_lead_to_the_cards_for_whoever_runs_the_evening(director: Client, event: Event) -> None:
    there = f'href="{at(event)}?round=1&amp;open=2#table-2"'

    assert director.get(at(event, "")).text.count(there) == 4
    assert there not in Client().get(at(event, "")).text


def test_the_card_of_a_closed_round_leads_back_to_its_table(director: Client, event: Event) -> None:
    card = event.rounds.get(number=1).tables.get(number=2).card
    director.post(at(event, "rounds/1/tables/2/card/"), {"client_id": "open"})

    page = director.get(reverse("score_card:card", args=[card.pk])).text

    assert f'href="{at(event)}?round=1&amp;open=2#table-2"' in page


def test_a_correction_in_a_closed_round_is_news_for_who_looks_at_it(director: Client, event: Event) -> None:
    table = event.rounds.get(number=1).tables.get(number=2)
    page = director.get(at(event), {"round": "1"}).text
    poll = re.search(r'hx-get="([^"]+/board/changes/[^"]+)"', page)
    assert poll is not None
    address = poll[1].replace("&amp;", "&")
    assert director.get(address).status_code == 204

    director.post(at(event, "rounds/1/tables/2/card/"), {"client_id": "open"})
    seen = sheet_at(table).version
    payload = {"client_id": "p", "seen": str(seen), "who": "W", "count": "1"}
    code = event.rules.book_version.book.penalties[0].code
    director.post(at(event, "rounds/1/tables/2/penalties/"), {**payload, "code": code})

    news = director.get(address, headers={"HX-Request": "true"})
    assert (news.status_code, "Round 1 was closed" in news.text) == (200, True)


def test_a_closed_event_offers_no_corrections_but_the_way_to_them(director: Client, event: Event) -> None:
    EventRound.objects.update(state="closed")
    Event.objects.update(state="closed")

    page = director.get(at(event), {"round": "1", "open": "2"}).text

    assert "hand=2" not in page
    assert at(event, "reopen/") in page


def test_looking_back_costs_as_many_queries_for_three_tables_as_for_two(
    client: Client, event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    larger = make_running_round(players=12)
    play_round(larger, seed=1)
    close_round(event_round=larger, acting=acting_as(), client_id="close larger")
    start_now(make_round(larger.event, list(larger.event.entrants.all()), number=2))
    for evening in (event, larger.event):
        client.force_login(make_user(evening.club, "director"))
        client.get(at(evening), {"round": "1"})

        with django_assert_num_queries(16):
            client.get(at(evening), {"round": "1"})


def void_table(event: Event) -> None:
    event.rounds.get(number=1).tables.filter(number=2).update(counts=False)


@pytest.mark.parametrize("is_void", [False, True])
def test_a_penalty_in_a_closed_round_says_whether_its_results_have_changed(
    director: Client, event: Event, is_void: bool
) -> None:
    if is_void:
        void_table(event)
    data = {"client_id": "p", "seen": "0", "who": "W", "code": "ruling", "points": "10", "note": "the wrong table"}

    answer = director.post(at(event, "rounds/1/tables/2/penalties/"), data, follow=True)

    assert ("Round 1 is closed, so its results have changed." in answer.text) is not is_void
    assert ("this card doesn’t count for it: no results changed." in answer.text) is is_void


@pytest.mark.parametrize("is_void", [False, True])
def test_a_card_of_a_closed_round_says_whether_its_results_change(
    director: Client, event: Event, is_void: bool
) -> None:
    if is_void:
        void_table(event)
    director.post(at(event, "rounds/1/tables/2/card/"), {"client_id": "open"})
    card = event.rounds.get(number=1).tables.get(number=2).card

    page = director.get(reverse("score_card:card", args=[card.pk])).text
    Event.objects.update(state="closed")
    over = director.get(reverse("score_card:card", args=[card.pk])).text

    assert ("Round 1 is closed: what you change here changes its results." in page) is not is_void
    assert "Its cards stay as they are." in over
    assert "what you change here" not in over


def test_an_evening_ended_before_its_last_round_asks_for_no_round_more(director: Client, event: Event) -> None:
    """What was seated is not played any more: nothing is to be started, seated or settled."""
    close_round(event_round=event.rounds.get(number=2), acting=acting_as(), client_id="close 2", reason="Snow")
    make_round(event, list(event.entrants.all()), number=3)
    assert "Start round 3" in director.get(at(event)).text
    Event.objects.filter(pk=event.pk).update(state="closed")

    page = director.get(at(event)).text

    assert [words for words in ("Round 3", "Start round", "Seat the players", "stop/") if words in page] == []
    assert "Round 2 was closed" in page
