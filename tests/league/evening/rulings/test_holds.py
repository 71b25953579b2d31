"""Rule later: a hold stands on the card, on the board and before the closing of the round, until it is ruled on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting.log import Refused
from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round, missing_in
from league.evening.rulings.deeds.holds import hold_for_ruling, lift_hold
from league.evening.tables.deeds.tables import pair_tablet
from league.models import Event, EventRound, LogLine, Role, RoundTable
from scoring.score_card.hosts import HostWriter
from scoring.score_card.recording import read_sheet, record
from tests.lasting import lasting
from tests.league.makers import acting_as, make_running_round, make_user, put_on_hold
from tests.scoring.score_card.makers import enter_hand, join

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_round(django_db_setup: None, django_db_blocker: Any) -> Iterator[EventRound]:
    with lasting(django_db_blocker):
        yield make_running_round()


@pytest.fixture
def event_round(lasting_round: EventRound, db: None) -> EventRound:
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round.pk)


@pytest.fixture
def table(event_round: EventRound) -> RoundTable:
    return event_round.tables.select_related("card__book_version").get(number=1)


@pytest.fixture
def referee(event_round: EventRound) -> Client:
    client = Client()
    client.force_login(make_user(event_round.event.club, "referee"))
    return client


def address(table: RoundTable, name: str, *more: object) -> str:
    event = table.event_round.event
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, table.event_round.number, table.number, *more])


def test_a_hold_is_told_and_a_release_lifts_it(table):
    hold = put_on_hold(table, "who led?")
    assert missing_in(table.event_round)[1] == "Table 1: ruling to come on hand 1: “who led?”"

    for _ in range(2):
        lift_hold(table=table, number=hold.number, acting=acting_as(), client_id="lift")

    assert read_sheet(table.card).holds == ()
    assert not any("ruling" in missing for missing in missing_in(table.event_round))
    lines = LogLine.objects.filter(action__contains="ruling").values_list("action", "subject", "before", "after")
    assert list(lines) == [
        ("decided that no ruling is needed", "Hand 1, table 1, round 1", "who led?", ""),
        ("left the ruling for later", "Hand 1, table 1, round 1", "", "who led?"),
    ]


def test_a_hold_of_a_table_is_about_no_hand(table):
    put_on_hold(table, "they argue", hand=None)

    assert "Table 1: ruling to come: “they argue”" in missing_in(table.event_round)


def test_a_hand_that_has_not_begun_is_not_held(table):
    with pytest.raises(Refused, match="hasn’t begun"):
        put_on_hold(table, "who led?", hand=2)

    assert table.card.entries.count() == 0


def test_a_hold_strikes_no_signature_and_can_be_set_in_a_closed_round(table):
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")

    put_on_hold(table, "who led?")

    assert read_sheet(table.card).content_version == 0


def test_a_closed_event_takes_no_hold(table):
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")
    close_event(event=table.event_round.event, acting=acting_as(), client_id="event", reason="late")

    with pytest.raises(Refused, match="closed"):
        hold_for_ruling(table=table, hand=1, about="who led?", acting=acting_as(), client_id="hold")


def test_the_table_itself_cannot_take_a_hold_out(table):
    bid = {"dealer": "N", "bidder": "E", "bid": 50, "trump": "S", "no_marriage": False}
    record(writer=HostWriter(table.card.pk, "Tablet 1"), kind="bid", hand=1, payload=bid, client_id="bid", seen=0)
    put_on_hold(table, "who led?")

    sheet = read_sheet(table.card)

    assert sheet.undoable is not None
    assert sheet.undoable.kind == "bid"


def test_the_table_reads_a_hold_above_the_keys_that_save_and_sign(client, table):
    keeper = join(table.card, client)
    pair_tablet(event=table.event_round.event, table_number=1, device=keeper.device)
    put_on_hold(table, "who led?")
    assert "Ruling to come on hand 1: “who led?”" in client.get(f"/cards/{table.card_id}/").text

    for _ in range(4):
        enter_hand(keeper, bid=50, meld={"NS": 20, "EW": 20}, take={"NS": 30, "EW": 20})

    assert "Ruling to come on hand 1: “who led?”" in client.get(f"/cards/{table.card_id}/sign/").text
    assert "Ruling to come on hand 1: “who led?”" in client.get(f"/cards/{table.card_id}/sign/NS/").text


def test_a_referee_holds_a_hand_from_the_page_and_lifts_it_on_the_board(referee, table):
    page = referee.get(address(table, "hold"))
    assert 'value="1" selected' in page.text
    refused = referee.post(address(table, "hold"), {"client_id": "a", "hand": "1", "about": " "})
    assert (refused.status_code, "Say in a few words what is to be ruled on." in refused.text) == (422, True)

    held = referee.post(address(table, "hold"), {"client_id": "a", "hand": "1", "about": "who led?"}, follow=True)
    assert "Table 1, ruling to come on hand 1: “who led?”" in held.text
    assert f'href="{address(table, "rule")}?hand=1"' in held.text

    number = read_sheet(table.card).holds[0].number
    assert "ruling to come" not in referee.post(address(table, "release", number), {"client_id": "b"}, follow=True).text


def test_a_player_says_that_a_hand_was_recorded_wrongly_until_the_results_are_final(table):
    event = table.event_round.event
    user = make_user(event.club, "member")
    Role.objects.filter(user=user).update(member=table.seats.get(seat="E").entrant.member)
    player = Client()
    player.force_login(user)
    own = player.get(reverse("league:my_evening", args=[event.club.slug, event.pk]))
    assert address(table, "claim_wrong") in own.text
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")
    close_event(event=event, acting=acting_as(), client_id="event", reason="late")
    assert "It can be claimed until" in player.get(address(table, "claim_wrong")).text

    claim = {"client_id": "a", "hand": "1", "about": "our meld was 24"}
    assert player.post(address(table, "claim_wrong"), claim).status_code == 302
    assert [hold.payload for hold in read_sheet(table.card).holds] == [
        {"about": "Recorded wrongly, says Walt Kowalski: our meld was 24", "by": "E"}
    ]

    Event.objects.filter(pk=event.pk).update(closed_at=timezone.now() - timedelta(hours=event.club.claim_hours))
    assert player.post(address(table, "claim_wrong"), {**claim, "client_id": "b"}).status_code == 409
    own = player.get(reverse("league:my_evening", args=[event.club.slug, event.pk]))
    assert address(table, "claim_wrong") not in own.text


def test_a_claim_in_a_closed_event_is_lifted_by_who_rules_or_taken_back_by_who_made_it(table):
    event = table.event_round.event
    client = Client()
    client.force_login(make_user(event.club, "member"))
    Role.objects.filter(club=event.club, kind="member").update(member=table.seats.get(seat="E").entrant.member)
    director = Client()
    director.force_login(make_user(event.club, "director"))
    put_on_hold(table, "who led?")
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")
    close_event(event=event, acting=acting_as(), client_id="event", reason="late")
    for client_id in ("a", "b"):
        claim = {"client_id": client_id, "hand": "", "about": "our meld was 24"}
        assert client.post(address(table, "claim_wrong"), claim).status_code == 302
    hold, first, second = (hold.number for hold in read_sheet(table.card).holds)
    board = director.get(reverse("league:desk", args=[event.club.slug, event.pk])).text
    lifts = [address(table, "release", number) in board for number in (hold, first, second)]
    assert lifts == [False, True, True]
    own = client.get(reverse("league:my_evening", args=[event.club.slug, event.pk])).text
    assert address(table, "claim", first) in own

    answers = [
        director.post(address(table, "release", hold), {"client_id": "c"}),
        director.post(address(table, "release", first), {"client_id": "d"}),
        director.post(address(table, "claim", second), {"client_id": "e"}),
        client.post(address(table, "claim", second), {"client_id": "f"}),
    ]

    assert [answer.status_code for answer in answers] == [409, 302, 403, 302]
    assert [hold.number for hold in read_sheet(table.card).holds] == [hold]


def test_nobody_claims_for_a_table_at_which_they_did_not_play(table):
    client = Client()
    client.force_login(make_user(table.event_round.event.club, "member"))

    refused = client.post(address(table, "claim_wrong"), {"client_id": "a", "hand": "1", "about": "our meld"})

    assert (refused.status_code, "You didn’t play at this table." in refused.text) == (403, True)
