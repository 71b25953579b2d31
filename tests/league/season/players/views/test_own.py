"""A player's own pages: what they show, and that nobody else's are seen."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.evening.events.deeds import close_event
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.paper.pages.seatings import slips_of
from league.evening.rounds.deeds import close_round
from league.evening.seating.seatings import read_rounds
from league.models import Entrant, Event, EventRound, LedgerRow, Member, Role, RoundTable
from league.office.members.links import night_path, night_paths
from league.season.players import pdfs
from pinochle_club.ground.kept_pages import HEADER, SECONDS
from scoring.score_card.kept_sheets import forget_sheets
from tests.lasting import lasting
from tests.league.makers import (
    WITH_APPEALS,
    acting_as,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_running_round,
    make_user,
    play_round,
    rule_at,
)
from tests.sampling import sample

pytestmark = pytest.mark.django_db


def signed_in(member, kind="member"):
    role = Role.objects.create(club=member.club, user=make_user(), kind=kind, member=member)
    client = Client()
    client.force_login(role.user)
    client.get(f"/clubs/{member.club.slug}/help/")  # keeps the session anew, once in an hour
    return client


@pytest.fixture(scope="module")
def lasting_round(django_db_setup, django_db_blocker):
    with lasting(django_db_blocker):
        yield make_running_round(book=WITH_APPEALS, players=8, played_on=timezone.localdate()).pk


@pytest.fixture
def event_round(lasting_round, db):
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round)


@pytest.fixture
def ruth(event_round):
    return Member.objects.get(entries__seats__table__event_round=event_round, entries__number=1)


def address(member, name="me", *args):
    return reverse(f"league:{name}", args=[member.club.slug, *args])


def penalize(table, seat, client_id="penalty"):
    payload = {"seat": seat, "code": "ruling", "points": 40, "count": 1, "hand": None, "note": "rude"}
    give_penalty(table=table, payload=payload, player="Ruth", acting=acting_as(), client_id=client_id)


def test_own_page_says_where_to_sit_now_and_next(event_round, ruth):
    event = event_round.event
    make_round(event, list(event.entrants.order_by("-number")), number=2)

    page = signed_in(ruth).get(address(ruth)).content.decode()

    assert "Now: round 1" in page
    assert "Table 1, North" in page
    assert "With Marge Delgado against Walt Kowalski &amp; Ed Lindqvist" in " ".join(page.split())
    assert "Print my slip" in page
    assert ">My pages</a>" in page


def test_draft_is_shown_to_nobody(event_round, ruth):
    make_round(event_round.event, list(event_round.event.entrants.all()), number=2, state="draft")

    evening = signed_in(ruth).get(address(ruth, "my_evening", event_round.event_id)).content.decode()

    assert "Round 1, table 1" in evening
    assert "Round 2" not in evening


def test_evening_opens_down_to_the_hand(event_round, ruth):
    play_round(event_round, seed=3)
    client, table = signed_in(ruth), event_round.tables.get(number=1)

    evening = client.get(address(ruth, "my_evening", event_round.event_id)).content.decode()
    card = client.get(address(ruth, "my_card", table.pk)).content.decode()
    hand = client.get(address(ruth, "my_hand", table.pk, 2))

    assert address(ruth, "my_card", table.pk) in evening
    assert "The hands of Ruth Abernathy &amp; Marge Delgado" in evening
    assert f"{address(ruth, 'my_card', table.pk)}hands/2/" in card
    assert hand.status_code == 200
    assert "Back to my evening" in card
    assert client.get(address(ruth, "my_card_paper", table.pk)).status_code == 200


def test_card_is_live_while_it_is_played(event_round, ruth):
    client, table = signed_in(ruth), event_round.tables.get(number=1)
    changes, version = address(ruth, "my_card_changes", table.pk), table.card.version

    assert client.get(changes, {"v": version}).status_code == 204
    penalize(table, "N")
    assert client.get(changes, {"v": version}, headers={"HX-Request": "true"}).status_code == 200


def test_evening_shows_what_concerns_the_player_and_nothing_else(event_round, ruth):
    one, two = event_round.tables.order_by("number")
    penalize(one, "N")
    penalize(one, "E", "of Walt")
    penalize(two, "N", "of Joan")
    rule_at(one, decision="Both sides are warned.")
    rule_at(two, decision="Table two is warned.", client_id="two")
    client = signed_in(ruth)

    evening = client.get(address(ruth, "my_evening", event_round.event_id)).content.decode()

    assert evening.count("Referee’s penalty: ") == 1
    assert "Both sides are warned." in evening
    assert "Table two" not in evening
    assert "1 ruling and 1 penalty" in client.get(address(ruth)).content.decode()


def test_ruling_can_be_appealed_from_the_own_page_until_its_clock_has_run_out(event_round, ruth):
    table = event_round.tables.get(number=1)
    rule_at(table)
    appeal = address(ruth, "appeal", event_round.event_id, 1, 1, 1)
    client, there = signed_in(ruth), address(ruth, "my_evening", event_round.event_id)

    assert appeal in client.get(there).content.decode()
    assert client.get(appeal).status_code == 200
    table.card.entries.update(created_at=timezone.now() - timedelta(minutes=31))
    forget_sheets()

    assert appeal not in client.get(there).content.decode()


def test_browsers_may_keep_the_evening_while_it_goes_on(event_round, ruth):
    here = address(ruth, "my_evening", event_round.event_id)
    entrant, client = Entrant.objects.get(event=event_round.event, member=ruth), signed_in(ruth)

    assert client.get(here).headers[HEADER] == f"evening {SECONDS}"
    assert Client().get(night_path(entrant)).headers[HEADER] == f"evening {SECONDS}"
    assert HEADER not in client.get(f"{here}ranking/").headers


def test_closed_evening_says_until_when_a_result_can_be_put_right(event_round, ruth):
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="over")
    make_round(event_round.event, list(event_round.event.entrants.all()), number=2)
    close_event(event=event_round.event, acting=acting_as(), client_id="over", reason="late")
    client, there = signed_in(ruth), address(ruth, "my_evening", event_round.event_id)

    answer = client.get(there)
    page = answer.content.decode()
    assert HEADER not in answer.headers
    assert "Tap “Recorded wrongly?” beside the round by" in page
    assert ("Round 1, table 1" in page, "Round 2" in page) == (True, False)  # which nobody plays any more
    Event.objects.update(closed_at=timezone.now() - timedelta(hours=49))

    assert "The results are final." in client.get(there).content.decode()


def test_nobody_sees_the_pages_of_others(event_round, ruth):
    """A member with an account: other tables' cards, other evenings, other clubs."""
    joan = Member.objects.get(club=ruth.club, entries__number=5)
    other_event = make_running_round(make_event(ruth.club)).event
    other_event.entrants.filter(member=joan).update(member=None)
    client = signed_in(joan)
    table = event_round.tables.get(number=1)

    for name in ("my_card", "my_card_paper", "my_card_pdf"):
        assert client.get(address(ruth, name, table.pk)).status_code == 404
    assert client.get(address(ruth, "my_hand", table.pk, 1)).status_code == 404
    assert client.get(address(ruth, "my_card_changes", table.pk)).status_code == 404
    assert client.get(address(ruth, "my_evening", other_event.pk)).status_code == 404
    assert client.get(address(ruth, "my_slip", other_event.pk)).status_code == 404
    elsewhere = make_members(make_club(), 1)[0]
    assert client.get(address(elsewhere)).status_code == 403


def test_account_without_a_member_is_told_how_to_claim_one(event_round, ruth):
    client = Client()
    client.force_login(make_user(ruth.club, "referee"))

    page = client.get(address(ruth)).content.decode()

    assert "ask a director" in page
    assert ">My pages</a>" not in page
    assert client.get(address(ruth, "my_evening", event_round.event_id)).status_code == 404
    assert client.get(address(ruth, "my_card", event_round.tables.first().pk)).status_code == 404


def test_own_pages_are_kept_by_no_browser_and_found_by_no_search(event_round, ruth):
    client, table = signed_in(ruth), event_round.tables.get(number=1)

    for page in (address(ruth), address(ruth, "my_evening", event_round.event_id), address(ruth, "my_card", table.pk)):
        answer = client.get(page)
        assert "no-store" in answer.headers["Cache-Control"]
        assert "noindex" in answer.headers["X-Robots-Tag"]


@pytest.mark.parametrize("evenings", [1, sample(3, 12)])
def test_own_page_takes_the_same_queries_for_any_number_of_evenings(
    event_round, ruth, evenings, django_assert_num_queries
):
    """What was judged is read for the evenings of one page."""
    for number in range(evenings):
        event = make_event(ruth.club)
        played = make_running_round(event, players=4)
        penalize(played.tables.get(), "N", f"penalty {number}")
        close_round(event_round=played, acting=acting_as(), client_id=f"close {number}", reason="over")
        Event.objects.filter(pk=event.pk).update(state="closed")
    client = signed_in(ruth)

    # session, account, club, role; count and page of the evenings, what was judged there (three); tonight, its rounds
    # with tables, seats and who sits out (four); the member, their seasons and nights; the last evening (two), and
    # everybody's places there until they are kept (six); whom they follow; what they owe (two)
    with django_assert_num_queries(32 + 2):
        page = client.get(address(ruth)).content.decode()

    assert page.count("1 penalty") == min(evenings, 9)


def test_evening_takes_the_same_queries_for_any_number_of_rounds(event_round, ruth, django_assert_num_queries):
    client, there = signed_in(ruth), address(ruth, "my_evening", event_round.event_id)
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="over")
    for number in (2, 3):
        make_round(event_round.event, list(event_round.event.entrants.all()), number=number)

    # twelve for the evening, two for the player's season, seven for everybody's places, which are kept until something
    # is entered, six for marks, whose rounds are kept while nothing is new in the ledger; one to see that the last
    # round is still to come
    with django_assert_num_queries(30):
        client.get(there)
    with django_assert_num_queries(22):
        client.get(there)


def test_evening_tells_the_marks_that_fell_into_it_before_and_after_it_is_closed(event_round, ruth):
    """A hundred bids made with tonight's; of the points of a book nothing is told before the night is over."""
    client, there = signed_in(ruth), address(ruth, "my_evening", event_round.event_id)
    play_round(event_round, seed=1)
    close_round(event_round=event_round, acting=acting_as(), client_id="round", reason="over")
    before = make_event(ruth.club, played_on=event_round.event.played_on - timedelta(days=7), state="closed")
    entrant = Entrant.objects.create(event=before, member=ruth, number=1, name=str(ruth))
    made = {"facts": {"bids": 99, "made": 99, "skunks": 9}, "kind": "played", "points": 1, "place": 2, "won": False}
    LedgerRow.objects.create(event=before, round_number=1, entrant=entrant, **made)

    open_night = client.get(there).text
    close_event(event=event_round.event, acting=acting_as(), client_id="over", reason="late")
    rows = LedgerRow.objects.filter(event=event_round.event_id, entrant__member=ruth)
    gained = sum(row.facts.get("made", 0) for row in rows)

    assert ("Your 100th bid made." in open_night) == (gained > 0)
    assert ("Your 100th bid made." in client.get(there).text) == (gained > 0)
    assert gained
    assert "Your first night." not in open_night
    assert "Your first bid made." not in open_night


def test_slip_is_the_one_that_is_handed_out(event_round, ruth, monkeypatch):

    printed = []
    monkeypatch.setattr(pdfs, "slips_pdf", lambda head, slips, paper: printed.append((slips, paper)))
    entrant = event_round.event.entrants.get(member=ruth)

    pdfs.print_slip(entrant.pk, "a4")

    everybody = slips_of(read_rounds(event_round.event), night_paths(event_round.event))
    assert printed == [([one for one in everybody if one["number"] == entrant.number], "a4")]


def test_who_sat_out_reads_it(ruth):
    event = make_event(ruth.club, played_on=timezone.localdate())
    entrants = make_entrants(event, 9)
    make_round(event, entrants)
    out = entrants[8].member

    page = signed_in(out).get(address(out)).content.decode()

    assert "You sit out" in page
    assert RoundTable.objects.filter(seats__entrant=entrants[8]).count() == 0
