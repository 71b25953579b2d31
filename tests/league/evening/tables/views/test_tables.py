import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.evening.rounds.counting import say_what_counts
from league.evening.rounds.deeds import close_round, start_round
from league.evening.tables.deeds.tables import revoke_pass
from league.evening.tables.passes import COOL_OFF, WRONG_PINS_OF_A_GUESSER, pass_of, passes_of
from league.models import DirectorCall, Event, LogLine, Member, PassAttempt, RoundTable, TableTablet
from scoring.models import Device, ScoreCard
from scoring.score_card import access
from tests.league.makers import (
    acting_as,
    card_at,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    make_user,
    sheet_at,
)
from tests.responses import Response
from tests.scoring.score_card.makers import enter, enter_hand, join

pytestmark = pytest.mark.django_db


def tonight(**overrides: Any) -> Event:
    return make_event(played_on=timezone.localdate(), **overrides)


def pair(client: Client, event: Event, table: int = 1) -> None:
    """As a tablet does: the QR code's address, then its key."""
    given = pass_of(event, table)
    path = f"/t/{event.pk}/{table}/{given.token}/"
    assert client.get(path).status_code == 200
    assert client.post(path)["Location"] == f"/tables/{event.pk}/"


def device_of(client: Client) -> Device:
    secret = client.cookies[access.DEVICE_COOKIE].value
    return Device.objects.get(token_hash=access.hash_of(secret))


def text_of(response: Response) -> str:
    return " ".join(response.content.decode().split())


# -- the pass ----------------------------------------------------------------------------


def test_opening_a_pass_asks_and_changes_nothing(client):
    event = make_running_round().event

    answer = client.get(f"/t/{event.pk}/1/{pass_of(event, 1).token}/")

    assert "Keep score for table 1 on this tablet?" in text_of(answer)
    assert "Ruth <span" in text_of(answer)
    assert (TableTablet.objects.count(), access.DEVICE_COOKIE in client.cookies) == (0, False)


def test_pairing_leads_to_the_card_of_the_running_round(client):
    event_round = make_running_round()
    event = event_round.event

    pair(client, event, 2)

    card = event_round.tables.get(number=2).card
    assert client.get(f"/tables/{event.pk}/")["Location"] == f"/cards/{card.pk}/"
    assert "Table 2 · Round 1" in text_of(client.get(f"/cards/{card.pk}/"))
    assert client.cookies[access.DEVICE_COOKIE]["httponly"]


@pytest.mark.parametrize(("book", "is_told"), [("npa", True), ("st-hilary", False)])
def test_only_the_table_of_a_player_marked_so_is_told_that_the_partner_may_deal(client, book, is_told):
    event_round = make_running_round(book=book)
    seat, other = (event_round.tables.get(number=1).seats.get(seat=seat).entrant for seat in "NS")
    Member.objects.filter(entries=seat).update(partner_deals=True)
    card, elsewhere = (event_round.tables.get(number=number).card for number in (1, 2))
    ScoreCard.objects.update(first_dealer="N")
    pair(client, event_round.event, 1)
    at_the_other, words = Client(), f"{other.name.split()[0]} may deal for {seat.name.split()[0]}."
    pair(at_the_other, event_round.event, 2)

    assert (words in text_of(client.get(f"/cards/{card.pk}/"))) == is_told
    assert "may deal for" not in text_of(at_the_other.get(f"/cards/{elsewhere.pk}/"))
    enter_hand(card.kept_by.get())
    assert ("dealt for" in text_of(client.get(f"/cards/{card.pk}/hands/1/"))) == is_told


def test_tablet_waits_for_the_first_round_and_is_led_to_its_card(client):
    event = tonight()
    event_round = make_round(event, make_entrants(event, 8))
    pair(client, event)

    page = text_of(client.get(f"/tables/{event.pk}/"))
    assert "Welcome, table 1" in page
    assert "Round 1 begins when the director starts it" in page
    assert "Marge Delgado" in page

    start_round(event_round=event_round, acting=acting_as(), client_id="start")
    poll = client.get(f"/tables/{event.pk}/?v=1", headers={"HX-Request": "true"})
    card = event_round.tables.get(number=1).card
    assert poll["HX-Redirect"] == f"/cards/{card.pk}/"
    assert client.get(f"/cards/{card.pk}/").status_code == 200


def test_pairing_again_or_with_another_tablet_keeps_both_and_says_so_on_both(client):
    event_round = make_running_round(players=4)
    event, card = event_round.event, event_round.tables.get().card
    second = Client(HTTP_USER_AGENT="iPad")
    pair(client, event)
    pair(client, event)
    pair(second, event)

    assert event.tablets.filter(is_cut_off=False).count() == 2
    own, other = (text_of(one.get(f"/cards/{card.pk}/")) for one in (client, second))
    assert '<span class="mark mark-plain">Tablet 1</span>' in own
    assert "Tablet 2 (iPad) is also keeping this card (since" in own
    assert '<span class="mark mark-plain">Tablet 2</span>' in other
    assert "Tablet 1 is also keeping this card (since" in other
    page = text_of(signed_in(event).get(f"/clubs/{event.club.slug}/events/{event.pk}/passes/1/"))
    assert page.index("Tablet 2 (iPad), since") < page.index("Tablet 1, since")
    assert event.tablets.first().device == device_of(second)


def test_tablet_that_pairs_with_another_table_leaves_the_first(client):
    event_round = make_running_round(players=8)
    event = event_round.event
    pair(client, event, 1)
    pair(client, event, 2)

    left = f"/cards/{event_round.tables.get(number=1).card_id}/"
    assert client.get(left)["Location"] == f"/tables/{event.pk}/"
    assert client.post(f"{left}undo/").status_code == 404
    assert client.get(f"/cards/{event_round.tables.get(number=2).card_id}/").status_code == 200


@pytest.mark.parametrize("change", ["other_event", "other_table", "revoked", "closed", "nonsense"])
def test_pass_is_good_for_its_table_and_event_while_it_lasts(client, change):
    event = make_running_round().event
    given = pass_of(event, 1)
    target, table, token = event.pk, 1, given.token
    if change == "other_event":
        target = make_running_round().event.pk
    elif change == "other_table":
        table = 2
    elif change == "revoked":
        revoke_pass(event=event, table_number=1, acting=acting_as(), client_id="r")
    elif change == "closed":
        Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    else:
        token = "x" * 32
    path = f"/t/{target}/{table}/{token}/"

    assert client.get(path).status_code == 404
    assert client.post(path).status_code == 404
    assert TableTablet.objects.count() == 0


@pytest.mark.parametrize("path", ["/t/99/1/abc/", f"/t/{10**30}/1/abc/", "/tables/99/", f"/tables/{10**30}/"])
def test_event_that_is_not_there_is_no_page(client, path):
    assert client.get(path).status_code == 404


# -- one tablet, two tables --------------------------------------------------------------


def test_pass_of_another_table_asks_about_both(client):
    event = make_running_round(players=8).event
    pair(client, event, 1)
    path = pass_of(event, 2).path

    page = text_of(client.get(path))

    assert "This tablet keeps table 1. Is it at table 2 now?" in page
    assert "Stay with table 1" in page
    assert event.tablets.get(is_cut_off=False).table_number == 1
    client.post(path)
    assert event.tablets.get(is_cut_off=False).table_number == 2
    assert "This tablet keeps table 2" in text_of(client.get(path))


def test_pin_of_another_table_asks_about_both(client):
    event = tonight()
    pair(client, event, 1)

    answer = type_pin(client, event, pass_of(event, 2).pin, table="2")

    assert answer["Location"] == pass_of(event, 2).path
    assert event.tablets.get(is_cut_off=False).table_number == 1


def test_tablet_that_was_cut_off_is_told_where_to_go(client):
    """And not how a card is shared, which no table of an evening can."""
    event_round = make_running_round(players=4)
    event, card = event_round.event, event_round.tables.get().card
    pair(client, event)
    signed_in(event).post(
        f"/clubs/{event.club.slug}/events/{event.pk}/tablets/{event.tablets.get().pk}/cut-off/", {"client_id": "c"}
    )

    for path in (f"/cards/{card.pk}/", f"/cards/{card.pk}/sign/", f"/tables/{event.pk}/"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "This tablet was cut off from table 1" in text_of(answer)
        assert "Scan the code on that table’s card" in text_of(answer)
        assert "Share" not in text_of(answer)
    assert client.get(f"/cards/{card.pk}/changes/", headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_official_who_does_not_keep_a_card_is_led_to_the_board():
    event_round = make_running_round(players=4)
    event = event_round.event

    page = text_of(signed_in(event).get(f"/cards/{event_round.tables.get().card_id}/"))

    assert f'href="/clubs/{event.club.slug}/events/{event.pk}/board/"' in page


def test_tablet_of_last_week_is_led_to_its_table_of_tonight(client):
    last = make_event(played_on=timezone.localdate() - timedelta(days=7))
    event_round = make_running_round(last, players=4)
    pair(client, last)
    close_round(event_round=event_round, acting=acting_as(), client_id="close", reason="done")
    Event.objects.filter(pk=last.pk).update(state=Event.State.CLOSED)
    last.refresh_from_db()
    event = tonight(club=last.club)
    poll = re.search(r'hx-get="([^"]+)"', client.get(f"/tables/{last.pk}/").content.decode()).group(1)
    poll = poll.replace("&amp;", "&")
    assert client.get(poll, headers={"HX-Request": "true"}).status_code == 204

    director = signed_in(event)
    page = f"/clubs/{event.club.slug}/events/{event.pk}/"
    assert "Last time 1 tablet kept tables that have none yet" in text_of(director.get(page))
    answer = director.post(f"{page}tablets/back/", {"client_id": "b"}, follow=True)

    assert "1 tablet came back." in text_of(answer)
    assert "Same tables again" not in text_of(answer)
    assert client.get(poll, headers={"HX-Request": "true"})["HX-Redirect"] == f"/tables/{event.pk}/"
    assert client.get(f"/tables/{last.pk}/")["Location"] == f"/tables/{event.pk}/"
    bar = f"/tables/{last.pk}/cards/{event_round.tables.get().card_id}/?v=0"
    assert client.get(bar, headers={"HX-Request": "true"})["HX-Redirect"] == f"/tables/{last.pk}/"
    assert "Welcome, table 1" in text_of(client.get(f"/tables/{event.pk}/"))


# -- typing the PIN ----------------------------------------------------------------------


def type_pin(client: Client, event: Event, pin: str, table: str = "1", **more: str):
    return client.post("/t/", {"client_id": "a", "event": str(event.pk), "table": table, "pin": pin, **more})


def wrong_pin(event: Event, table: int = 1) -> str:
    return f"{(int(pass_of(event, table).pin) + 1) % 10**6:06d}"


def test_right_pin_pairs_however_it_is_spaced(client):
    event = tonight()
    given = pass_of(event, 1)

    answer = type_pin(client, event, f" {given.pin[:3]} {given.pin[3:]}")

    assert answer["Location"] == f"/tables/{event.pk}/"
    assert TableTablet.objects.get().table_number == 1


def test_of_several_evenings_one_is_chosen_and_none_of_another_day(client):
    first, second = tonight(name="Early cards"), tonight(name="Late cards")
    make_event(name="Cards of another day")

    page = text_of(client.get("/t/"))

    assert "Early cards" in page
    assert "Late cards" in page
    assert "another day" not in page
    assert type_pin(client, second, pass_of(first, 1).pin).status_code == 422
    assert type_pin(client, second, pass_of(second, 1).pin).status_code == 302


def test_without_an_evening_there_is_nothing_to_type(client):
    assert "No evening here today" in text_of(client.get("/t/"))


@pytest.mark.parametrize(
    ("table", "pin"),
    [("", "123456"), ("x", "123456"), ("0", "1"), ("1", ""), ("1", "12"), ("9" * 50, "\x00"), ("1", "١٢٣٤٥٦")],
)
def test_nonsense_is_answered_beside_the_field_and_counts_as_no_guess(client, table, pin):
    event = tonight()

    assert type_pin(client, event, pin, table).status_code == 422
    assert PassAttempt.objects.count() == 0


def guesses(event, times, table=1, place="10.0.0.66", who=None):
    """So many wrong PINs from one place."""
    who = who or Client(REMOTE_ADDR=place)
    return [type_pin(who, event, wrong_pin(event, table), str(table)).status_code for _ in range(times)]


def test_who_guesses_waits_alone(client):
    event = tonight()

    assert guesses(event, 40)[-1] == 429
    assert guesses(event, 1, table=7) == [429]
    assert PassAttempt.objects.filter(event=event).count() == WRONG_PINS_OF_A_GUESSER
    for table in (1, 7):
        assert type_pin(Client(), event, pass_of(event, table).pin, str(table)).status_code == 302


def test_who_waits_is_told_until_when_and_what_works_meanwhile(client):
    event = tonight()
    guesses(event, WRONG_PINS_OF_A_GUESSER, place="127.0.0.1")

    page = text_of(type_pin(client, event, pass_of(event, 1).pin))

    assert "Too many wrong PINs. Scan the QR code instead, or try again at " in page


@pytest.mark.parametrize(("limit", "table", "waits"), [("TABLE", 1, 1), ("EVENT", 9, 9)])
def test_guesses_from_many_places_make_a_table_or_the_evening_wait(monkeypatch, limit, table, waits):
    monkeypatch.setattr(f"league.evening.tables.passes.WRONG_PINS_OF_A_{limit}".replace("A_EVENT", "AN_EVENT"), 3)
    event = tonight()
    for number in range(3):
        guesses(event, 1, table=1 if limit == "TABLE" else number + 1, place=f"10.0.0.{number}")

    answer = type_pin(Client(), event, pass_of(event, waits).pin, str(waits))

    assert answer.status_code == 429
    assert ("for table 1" in text_of(answer)) == (limit == "TABLE")


def test_tablet_that_the_club_knows_waits_for_nobody_elses_guesses(client, monkeypatch):
    monkeypatch.setattr("league.evening.tables.passes.WRONG_PINS_OF_AN_EVENT", 3)
    event = tonight()
    pair(client, event)
    for number in range(3):
        guesses(event, 1, place=f"10.0.0.{number}")
    guesses(event, WRONG_PINS_OF_A_GUESSER, place="127.0.0.1")

    assert type_pin(client, event, pass_of(event, 2).pin, "2").status_code == 302


def test_tablet_that_the_club_knows_may_not_guess_for_ever_either(client):
    event = tonight()
    pair(client, event)

    assert guesses(event, WRONG_PINS_OF_A_GUESSER + 1, table=2, who=client)[-1] == 429
    assert type_pin(Client(), event, pass_of(event, 2).pin, "2").status_code == 302


def test_guessing_locks_no_paired_tablet_and_no_code(client):
    event_round = make_running_round(players=4)
    event, card = event_round.event, event_round.tables.get().card
    pair(client, event)
    guesses(event, WRONG_PINS_OF_A_GUESSER + 1, place="127.0.0.1")

    assert client.get(f"/cards/{card.pk}/").status_code == 200
    assert type_pin(client, event, pass_of(event, 1).pin).status_code == 302
    pair(Client(), event)


def test_cool_off_ends(client):
    event = tonight()
    guesses(event, WRONG_PINS_OF_A_GUESSER, place="127.0.0.1")
    PassAttempt.objects.update(at=timezone.now() - COOL_OFF)

    assert type_pin(client, event, pass_of(event, 1).pin).status_code == 302


# -- revoking and cutting off ------------------------------------------------------------


def signed_in(event: Event, kind: str = "director") -> Client:
    client = Client()
    client.force_login(make_user(event.club, kind))
    return client


@pytest.mark.parametrize(("cut_off", "status"), [("", 200), ("on", 404)])
def test_revoked_pass_leaves_paired_tablets_or_cuts_them_off(client, cut_off, status):
    event_round = make_running_round(players=4)
    event, card = event_round.event, event_round.tables.get().card
    pair(client, event)
    old = pass_of(event, 1)

    path = f"/clubs/{event.club.slug}/events/{event.pk}/passes/1/revoke/"
    for _ in range(2):
        assert signed_in(event).post(path, {"client_id": "r", "cut_off": cut_off}).status_code == 302

    assert pass_of(event, 1) != old
    assert client.get(f"/cards/{card.pk}/").status_code == status
    assert client.get(f"/tables/{event.pk}/").status_code == (302 if status == 200 else 404)
    assert LogLine.objects.filter(event=event, action__startswith="made a new table card").count() == 1


def test_board_cuts_off_one_tablet_and_the_other_goes_on(client):
    event_round = make_running_round(players=4)
    event, card = event_round.event, event_round.tables.get().card
    second = Client()
    pair(client, event)
    pair(second, event)
    lost = event.tablets.get(device=device_of(client))

    signed_in(event).post(f"/clubs/{event.club.slug}/events/{event.pk}/tablets/{lost.pk}/cut-off/", {"client_id": "c"})

    assert client.get(f"/cards/{card.pk}/").status_code == 404
    assert second.get(f"/cards/{card.pk}/").status_code == 200
    bar = client.get(f"/tables/{event.pk}/cards/{card.pk}/?v=0", headers={"HX-Request": "true"})
    assert bar["HX-Redirect"] == f"/tables/{event.pk}/"


def test_pass_page_shows_code_pin_tablets_and_wrong_pins(client):
    event_round = make_running_round(players=4)
    event = event_round.event
    pair(client, event)
    PassAttempt.objects.create(event=event, table_number=1, guesser="x")

    page = text_of(signed_in(event, "referee").get(f"/clubs/{event.club.slug}/events/{event.pk}/passes/1/"))

    assert pass_of(event, 1).pin_text in page
    assert "1 wrong PIN so far." in page
    assert "<svg" in page
    assert signed_in(event, "member").get(f"/clubs/{event.club.slug}/events/{event.pk}/passes/1/").status_code == 403


def test_pass_is_the_same_when_it_is_printed_again_and_another_with_another_key(settings):
    event = tonight()
    first = pass_of(event, 1)
    assert (first, passes_of(event, [1, 2])[1]) == (pass_of(event, 1), first)

    settings.SECRET_KEY = "another"

    assert pass_of(event, 1).token != first.token
    assert pass_of(event, 1).pin != first.pin


# -- the tablet's place ------------------------------------------------------------------


def finish(table: RoundTable) -> None:
    """All four hands and both signatures."""
    kept = join(card_at(table))
    for _ in range(4):
        enter_hand(kept)
    for side in ("NS", "EW"):
        enter(kept, "sign", {"side": side, "version": sheet_at(table).content_version, "by": ""})


def test_finished_table_sees_where_everybody_goes_and_moves_on_by_itself(client):
    event = tonight()
    entrants = make_entrants(event, 9)
    first = make_round(event, entrants)
    second = make_round(event, [*entrants[4:8], entrants[0], entrants[8], entrants[1], entrants[2]], number=2)
    start_round(event_round=first, acting=acting_as(), client_id="one")
    pair(client, event)
    finish(first.tables.get(number=1))

    page = text_of(client.get(f"/tables/{event.pk}/"))

    assert "Round 1 is done" in page
    assert "<b>Ruth Abernathy</b> <span>goes to table 2, North</span>" in page
    assert "<b>Ed Lindqvist</b> <span>has no seat. Ask the director</span>" in page
    assert "Joan Pruitt" in page

    close_round(event_round=first, acting=acting_as(), client_id="close", reason="all done")
    assert "Round 1 is closed" in text_of(client.get(f"/tables/{event.pk}/"))
    say_what_counts(event_round=first, void=(1,), acting=acting_as(), client_id="void", reason="the wrong seats")
    assert "Round 1 doesn’t count" in text_of(client.get(f"/tables/{event.pk}/"))
    start_round(event_round=second, acting=acting_as(), client_id="two")
    card = second.tables.get(number=1).card
    assert client.get(f"/tables/{event.pk}/")["Location"] == f"/cards/{card.pk}/"
    old = first.tables.get(number=1).card
    poll = client.get(f"/tables/{event.pk}/cards/{old.pk}/?v=0", headers={"HX-Request": "true"})
    assert poll["HX-Redirect"] == f"/tables/{event.pk}/"


def test_poll_that_finds_nothing_new_is_one_small_query(client, django_assert_num_queries):
    event_round = make_running_round(players=4)
    event, card = event_round.event, event_round.tables.get().card
    pair(client, event)
    event.refresh_from_db()

    for path in (f"/tables/{event.pk}/", f"/tables/{event.pk}/cards/{card.pk}/"):
        with django_assert_num_queries(1):
            answer = client.get(f"{path}?v={event.version}", headers={"HX-Request": "true"})
        assert answer.status_code == 204


def test_card_begun_without_the_tablet_opens_by_a_key(client):
    event_round = make_running_round(players=4)
    event, card = event_round.event, event_round.tables.get().card
    pair(client, event)
    card.kept_by.all().delete()

    assert "Open the card" in text_of(client.get(f"/tables/{event.pk}/"))
    assert client.post(f"/tables/{event.pk}/")["Location"] == f"/cards/{card.pk}/"
    assert client.get(f"/cards/{card.pk}/").status_code == 200


def test_evening_that_is_over_is_said_to_be(client):
    event = make_running_round(players=4).event
    pair(client, event)
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)

    assert "The evening is over" in text_of(client.get(f"/tables/{event.pk}/"))


# -- calls -------------------------------------------------------------------------------


def test_table_calls_the_director_once_and_takes_it_back(client):
    event_round = make_running_round(players=4)
    event, card = event_round.event, event_round.tables.get().card
    pair(client, event)
    call = {"reason": "ruling", "note": "who led?"}

    for number in range(3):
        client.post(f"/tables/{event.pk}/call/", {"client_id": f"c{number // 2}", **call})

    assert DirectorCall.objects.count() == 1
    assert "The referee was called" in text_of(client.get(f"/cards/{card.pk}/"))
    assert "A ruling: “who led?”" in text_of(client.get(f"/cards/{card.pk}/"))
    client.post(f"/tables/{event.pk}/call/back/")
    assert "The referee was called" not in text_of(client.get(f"/cards/{card.pk}/"))
    lines = LogLine.objects.filter(event=event, who="Table 1").order_by("pk").values_list("action", flat=True)
    assert list(lines) == ["connected a tablet", "called the director", "canceled the call"]


def test_call_without_a_reason_is_asked_for_one(client):
    event = make_running_round(players=4).event
    pair(client, event)

    answer = client.post(f"/tables/{event.pk}/call/", {"client_id": "c", "reason": "x", "note": "n" * 300})

    assert answer.status_code == 422
    assert "Choose one of those shown." in text_of(answer)


def test_stranger_calls_nobody(client):
    event = make_running_round(players=4).event

    assert client.post(f"/tables/{event.pk}/call/", {"client_id": "c", "reason": "ruling"}).status_code == 404
