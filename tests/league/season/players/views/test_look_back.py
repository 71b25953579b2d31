"""Looking back together: whoever was at a table, and officials, once the evening is closed; nobody else."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, Entrant, Event, RoundTable
from league.office.members.links import night_path
from scoring.rules.expectations import expected
from scoring.rules.rarity import built_in_rarity
from tests.lasting import lasting
from tests.league.makers import make_club, sheet_at
from tests.league.season.players.played import play_evening
from tests.league.season.players.views.test_night import entry, words_of
from tests.league.season.players.views.test_own import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(django_db_setup, django_db_blocker):
    with lasting(django_db_blocker):
        club = make_club()
        play_evening(club, date(2026, 11, 10), seeds=(1,), book="st-hilary")
        yield club


def table(club: Club, number: int) -> RoundTable:
    return RoundTable.objects.select_related("card__book_version", "event_round").get(
        event_round__event__club=club, number=number
    )


def address(entrant: Entrant, number: int, name: str = "look_back") -> str:
    return reverse(f"league:{name}", args=[entrant.event.club.slug, table(entrant.event.club, number).pk])


def test_each_hand_is_told_with_why_and_beside_what_is_usual(club, django_assert_max_num_queries):
    ruth = entry(club.events.get(), 1)
    client, sheet = signed_in(ruth.member), sheet_at(table(club, 1))
    evening = client.get(reverse("league:my_evening", args=[club.slug, ruth.event_id])).text
    assert address(ruth, 1) in evening

    with django_assert_max_num_queries(14):
        page = words_of(client.get(address(ruth, 1)))

    book, rarity = sheet.book, built_in_rarity(sheet.book)
    assert len(sheet.counted_lines) == page.count("Why it scored so") >= 4
    for line in sheet.counted_lines:
        assert line.record is not None
        found = expected(book, rarity, line.record)
        side = book.side_of(line.record.bidder)
        assert f"{line.number}. " in page
        assert found is not None
        assert f"<td>{line.record.meld[side]}</td><td>{found.meld[0]} to {found.meld[1]}</td>" in page
        assert f"are made in {round(100 * found.made)} of 100 hands" in page
    made = sum(not line.score.is_set(book.side_of(line.record.bidder)) for line in sheet.counted_lines)
    assert f"{made} of {len(sheet.counted_lines)} bids made." in page
    assert f"{rarity.hands:,} simulated hands by these rules" in page


def test_nobody_looks_back_at_a_table_where_they_did_not_sit(club):
    ruth = entry(club.events.get(), 1)
    client, stranger, base = signed_in(ruth.member), Client(), night_path(ruth)
    assert client.get(address(ruth, 2)).status_code == 404
    assert stranger.get(f"{base}tables/{table(club, 1).pk}/back/").status_code == 200
    assert stranger.get(f"{base}tables/{table(club, 2).pk}/back/").status_code == 404
    assert stranger.get(address(ruth, 1)).status_code == 302  # asked to sign in

    referee = signed_in(entry(ruth.event, 8).member, "referee")
    for number in (1, 2):
        there = reverse("league:table_look_back", args=[club.slug, ruth.event_id, 1, number])
        assert (client.get(there).status_code, referee.get(there).status_code) == (403, 200)


def test_looking_back_begins_when_the_evening_is_closed(club):
    ruth = entry(club.events.get(), 1)
    client = signed_in(ruth.member)
    Event.objects.update(state="running")

    assert client.get(address(ruth, 1)).status_code == 404
    evening = client.get(reverse("league:my_evening", args=[club.slug, ruth.event_id])).text
    assert re.findall("Look back", evening) == []


def test_rules_that_nobody_simulated_have_nothing_usual(club, monkeypatch):
    monkeypatch.setattr("league.season.players.views.cards.rarity_of", lambda book: None)
    ruth = entry(club.events.get(), 1)

    page = words_of(signed_in(ruth.member).get(address(ruth, 1)))

    assert ("Nobody has simulated hands by these rules" in page, "are made in" in page) == (True, False)
    assert page.count("Why it scored so") >= 4


def test_table_of_totals_alone_has_no_hands(club):
    RoundTable.objects.filter(number=1).update(totals={"NS": 10, "EW": 20})
    ruth = entry(club.events.get(), 1)

    page = words_of(signed_in(ruth.member).get(address(ruth, 1)))

    assert ("Totals typed by the director" in page, "Why it scored so" in page) == (True, False)
