"""A player's night: what stands above the rounds, by account and by the slip's link, and what that keeps shut."""

import io
import re
from datetime import date
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from league.evening.paper.pdfs.sheets import print_paper
from league.evening.rounds.counting import say_what_counts
from league.models import Entrant, Event, Member, Role, RoundTable
from league.office.members.links import night_path
from league.season.players.places import place_of
from scoring.models import Entry
from tests.lasting import lasting
from tests.league.makers import (
    acting_as,
    close_with_sums,
    make_club,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    play_round,
    start_now,
)
from tests.league.naive_points import evening_points
from tests.league.season.players.played import play_evening
from tests.league.season.players.views.test_own import signed_in
from tests.league.season.players.views.test_record import naive

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(django_db_setup, django_db_blocker):
    with lasting(django_db_blocker):
        club = make_club()
        play_evening(club, date(2026, 11, 10), seeds=(1, 2, 3))
        yield club


@pytest.fixture
def ruth(club):
    return entry(club.events.get(), 1)


def entry(event, number):
    return Entrant.objects.select_related("event__club", "event__rules", "member").get(event=event, number=number)


def words_of(response):
    return " ".join(response.content.decode().split())


def test_place_and_reason_are_those_of_a_count_with_a_pencil(club, ruth):
    points = sorted(evening_points(ruth.event).values(), reverse=True)
    own = evening_points(ruth.event)[ruth.pk]

    place = place_of(ruth, 3)

    assert (place.place, place.of, place.points) == (points.index(own) + 1, 8, own)
    assert place.above is not None
    assert place.above[1] == points[points.index(own) - 1] - own
    assert place.playing == 0


def test_night_tells_place_partners_hands_and_leads_to_the_cards(club, ruth):
    page = words_of(signed_in(ruth.member).get(reverse("league:my_evening", args=[club.slug, ruth.event_id])))

    assert f"Place {place_of(ruth, 3).place} of 8" in page
    assert page.count("/hands/") >= 12
    assert "Your bid of" in page
    assert page.count("Your bid of") >= naive(ruth.event)[ruth.member_id]["bids"]
    assert "Best hand" in page
    assert "Recorded wrongly?" in page


def test_night_tells_of_rare_melds_with_the_hand(club):
    """Of everybody who laid several of one, from the raw entries: their own page says so, their partner's doesn't."""
    event = club.events.get()
    table, hand, seat = next(
        (table, entry.hand, seat)
        for table in RoundTable.objects.filter(event_round__event=event)
        for entry in Entry.objects.filter(card=table.card, kind="meld")
        for seat, melds in entry.payload["melds"].items()
        if ["pinochle", None, 2] in melds
    )
    own, partner = (table.seats.get(seat=one).entrant for one in (seat, {"N": "S", "S": "N", "E": "W", "W": "E"}[seat]))
    says = f">Round {table.event_round.number}, hand {hand}: double pinochle.</a>"

    assert says in words_of(Client().get(night_path(own)))
    assert says not in words_of(Client().get(night_path(partner)))


def test_link_opens_one_night_and_its_cards_alone(club, ruth):
    stranger, base = Client(), night_path(ruth)
    own = RoundTable.objects.filter(seats__entrant=ruth).first()
    other = RoundTable.objects.exclude(seats__entrant=ruth).filter(event_round__event=ruth.event).first()

    page = stranger.get(base)

    assert f"{base}tables/{own.pk}/hands/1/" in page.content.decode()
    assert "Recorded wrongly?" not in page.content.decode()
    assert "/me/" not in page.content.decode()
    for part in ("", "hands/1/", "paper/"):
        assert stranger.get(f"{base}tables/{own.pk}/{part}").status_code == 200
    assert stranger.get(f"{base}tables/{other.pk}/").status_code == 404
    assert stranger.get(base.replace("/1/", "/2/")).status_code == 404
    assert stranger.get(reverse("league:my_evening", args=[club.slug, ruth.event_id])).status_code == 302


def test_new_links_kill_the_old_one(club, ruth):
    base = night_path(ruth)
    Member.objects.filter(pk=ruth.member_id).update(link_nonce="another")

    assert Client().get(base).status_code == 404
    assert Client().get(night_path(entry(ruth.event, 1))).status_code == 200


def test_picture_can_be_shared(club, ruth):
    answer = Client().get(f"{night_path(ruth)}picture.png")

    assert answer.headers["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (1200, 630)


def test_partners_of_rounds_that_were_typed_as_totals_are_named_and_what_does_not_count_is_left_out():
    event_round = close_with_sums(make_running_round(players=8, book="st-hilary"), [(200, 100), (50, 40)])
    event, people = event_round.event, list(event_round.event.entrants.all())
    turned = make_round(event, [people[0], *people[2:], people[1]], number=2)
    close_with_sums(start_now(turned), [(10, 20), (30, 40)])
    ruth = entry(event, 1)
    page = words_of(Client().get(night_path(ruth)))
    assert re.search(r"Partners</dt> ?<dd>(<bdi>)?Marge Delgado and Ed Lindqvist", page)
    assert "210 points" in page

    tables, by = list(turned.tables.values_list("number", flat=True)), acting_as()
    say_what_counts(event_round=turned, void=tables, acting=by, client_id="void", reason="the wrong seating")

    page = words_of(Client().get(night_path(ruth)))
    assert "Ed Lindqvist" not in page.partition("My rounds")[0]
    assert ("200 points" in page, "It doesn’t count." in page) == (True, True)


def test_night_is_told_as_soon_as_the_own_card_is_signed():
    event_round = make_running_round(players=8)
    ruth = entry(event_round.event, 1)
    assert "Place" not in words_of(Client().get(night_path(ruth)))

    play_round(event_round, seed=3)

    page = words_of(Client().get(night_path(ruth)))
    assert "of 8 so far" in page
    assert "still playing" not in page


def test_places_of_the_last_rounds_can_be_hidden():
    event_round = make_running_round(players=8, rounds_planned=1, hidden_rounds=1)
    play_round(event_round, seed=3)
    ruth = entry(event_round.event, 1)

    assert place_of(ruth, 1) is None
    ruth.event.state = Event.State.CLOSED
    assert place_of(ruth, 1) is not None


def test_slips_have_the_link_for_those_in_the_list(monkeypatch):
    event = make_event()
    make_round(event, make_entrants(event, 4))
    Entrant.objects.filter(event=event, number=4).update(member=None)
    draw = Mock(return_value=b"<svg/>")
    monkeypatch.setattr("league.evening.paper.pdfs.papers.qr_drawing", draw)
    monkeypatch.setattr("league.evening.paper.pdfs.papers.joined_pdf", lambda parts, **_: "".join(parts).encode())

    sheet = print_paper(event.pk, "slips", Role.Kind.DIRECTOR, {"paper": "letter"}).decode()

    assert sheet.count("Scan for your night") == 3
    drawn = [call.args[0] for call in draw.call_args_list]
    assert len(drawn) == 3
    assert night_path(entry(event, 1)) in drawn[0] + drawn[1] + drawn[2]
