"""Cards of an evening: what its tables, its director and referee, and others may do on them."""

from collections.abc import Iterator
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from league.evening.cards.reading import table_reading
from league.evening.judging.deeds.replacing import replace_player
from league.evening.rounds.deeds import close_round, reopen_round
from league.evening.tables.deeds.paper_cards import switch_paper
from league.evening.tables.deeds.tables import pair_tablet
from league.models import Event, RoundTable
from pinochle_club.ground.http import SENT_BY, Sender
from scoring.models import Entry
from scoring.score_card.access import DEVICE_COOKIE
from scoring.score_card.pages.card import card_context
from scoring.score_card.pdfs import paper_card
from scoring.score_card.recording import read_sheet
from tests.lasting import lasting
from tests.league.makers import acting_as, card_at, make_club, make_running_round, make_user, sheet_at
from tests.sampling import crossed
from tests.scoring.score_card.makers import card_url, enter, enter_hand, hand_payload, join, make_card
from tests.scoring.score_card.pdf_reading import pages_of

pytestmark = pytest.mark.django_db
BID = {"dealer": "N", "bidder": "N", "bid": "51", "trump": "H"}


@pytest.fixture(scope="module")
def lasting_table(django_db_setup: None, django_db_blocker: Any) -> Iterator[RoundTable]:
    with lasting(django_db_blocker):
        yield make_running_round(players=4).tables.get()


@pytest.fixture
def table(lasting_table: RoundTable, db: None) -> RoundTable:
    return RoundTable.objects.select_related("event_round__event", "card").get(pk=lasting_table.pk)


@pytest.fixture
def tablet(client: Client, table: RoundTable) -> Client:
    """A browser that is paired with the table."""
    kept = join(card_at(table), client)
    pair_tablet(event=table.event_round.event, table_number=1, device=kept.device)
    return client


def official(table: RoundTable, kind: str = "director") -> Client:
    """A director's or referee's browser that has opened the card from the board."""
    client = Client()
    event = table.event_round.event
    client.force_login(make_user(event.club, kind))
    path = f"/clubs/{event.club.slug}/events/{event.pk}/rounds/1/tables/1/card/"
    assert client.post(path)["Location"] == f"/cards/{table.card_id}/"
    return client


def post(client: Client, table: RoundTable, path: str, **fields: Any) -> Any:
    seen = sheet_at(table).version
    return client.post(f"/cards/{table.card_id}/{path}", {"client_id": str(uuid4()), "seen": seen, **fields})


def text_of(response: Any) -> str:
    return " ".join(response.content.decode().split())


def page(client: Client, table: RoundTable, path: str = "") -> str:
    return unescape(text_of(client.get(f"/cards/{table.card_id}/{path}")))


def play(table: RoundTable, hands: int = 4) -> None:
    kept = join(card_at(table))
    for _ in range(hands):
        enter_hand(kept)


def sign(table: RoundTable) -> None:
    kept = join(card_at(table))
    for side in ("NS", "EW"):
        enter(kept, "sign", {"side": side, "version": sheet_at(table).content_version, "by": ""})


def correction(**figures: Any) -> dict[str, str]:
    payload = hand_payload(read_book(), **figures)
    fields = {name: payload[name] for name in ("dealer", "bidder", "bid", "trump")}
    for name in ("meld", "take"):
        fields |= {f"{name}_{side}": value for side, value in payload[name].items()}
    return {**fields, "do": "save"}


def read_book() -> Any:
    return RoundTable.objects.select_related("card__book_version").get().card.book_version.book


# -- at the table ------------------------------------------------------------------------


def test_table_enters_signs_and_is_led_to_where_everybody_goes(tablet, table):
    assert post(tablet, table, "hands/1/bid/", **BID).status_code == 302
    assert read_sheet(table.card).lines[0].figures.bid == 51
    kept = join(table.card, tablet)
    enter(kept, "undo", {"undoes": 1})
    play(table)

    assert post(tablet, table, "sign/NS/")["Location"] == f"/cards/{table.card_id}/sign/"
    assert post(tablet, table, "sign/EW/")["Location"] == f"/tables/{table.event_round.event_id}/"
    assert table_reading(RoundTable.objects.get()).is_finished


def test_server_is_told_who_comes_first(tablet: Client, table: RoundTable) -> None:
    """The table's tablet, then those who run the evening; whoever else looks at it is a stranger."""
    event = table.event_round.event
    board = f"/clubs/{event.club.slug}/events/{event.pk}/"
    member = Client()
    member.force_login(make_user(event.club, "member"))
    kitchen = Client()
    asked = [
        (tablet, f"/cards/{table.card_id}/"),
        (tablet, f"/tables/{event.pk}/"),
        (official(table), board),
        (member, board),
        (Client(), board),
        (kitchen, card_url(join(make_card().card, kitchen))),
    ]

    told = [client.get(path).wsgi_request.META.get(SENT_BY, (None,))[0] for client, path in asked]

    assert told == [Sender.TABLE, Sender.TABLE, Sender.OFFICIAL, Sender.MEMBER, None, None]


def test_table_is_asked_for_no_names_and_shares_nothing(tablet, table):
    text = page(tablet, table)

    assert "Who won the bid?" in text
    assert "Who plays?" not in text
    assert "Share" not in text
    assert "Names and details" not in text
    assert "Tuesday cards" in text
    assert "round of 4 hands" in text
    for path in ("share/", "new-address/"):
        assert tablet.get(f"/cards/{table.card_id}/{path}").status_code == 404
        assert tablet.post(f"/cards/{table.card_id}/{path}").status_code == 404


def test_table_draws_for_the_first_deal_and_changes_nobody(tablet, table):
    before = table.card.player_names

    post(tablet, table, "details/", draw="1", player_N="Somebody else", table_name="9", first_dealer="")

    table.card.refresh_from_db()
    assert (table.card.player_names, table.card.table_name) == (before, "1")
    assert "drawn" in Entry.objects.get(kind="details").payload
    play(table, 1)
    assert post(tablet, table, "details/", first_dealer="S")["Location"] == f"/cards/{table.card_id}/"
    assert Entry.objects.filter(kind="details").count() == 1


def test_no_other_game_follows_a_card_of_an_evening(tablet, table):
    play(table)
    sign(table)

    text = page(tablet, table)
    post(tablet, table, "again/")

    assert "Another game" not in text
    assert not table.card.next_games.exists()


def test_signed_card_is_the_directors(tablet, table):
    play(table)
    sign(table)

    text = page(tablet, table)

    assert "Signed. To change it now, call the referee." in text
    assert "reopen" not in text
    assert tablet.get(f"/cards/{table.card_id}/reopen/")["Location"] == f"/cards/{table.card_id}/"
    answer = post(tablet, table, "reopen/", side="NS")
    assert answer.status_code == 409
    assert "Call the referee" in text_of(answer)
    assert tablet.get(f"/cards/{table.card_id}/hands/1/correct/").status_code == 302
    refused = post(tablet, table, "hands/1/correct/", **correction(bid=53))
    assert "To change it now, call the referee" in text_of(refused)
    assert read_sheet(table.card).is_closed


def test_tables_see_penalties_and_enter_none(tablet, table):
    text = page(tablet, table, "round/")

    assert "Enter a penalty" not in text
    assert "Somebody was late" not in text
    answer = post(tablet, table, "round/penalties/", who="N", code="card_count", count="1", hand="", note="")
    assert answer.status_code == 409
    assert "The referee enters" in text_of(answer)
    late = post(tablet, table, "round/lateness/", seat="N", minutes="12")
    assert late.status_code == 409
    assert Entry.objects.count() == 0


WRITES: dict[str, dict[str, Any] | None] = {
    "hands/1/bid/": BID,
    "undo/": {},
    "redeal/": {"why": "illegal"},
    "sign/NS/": {},
    "hands/1/correct/": None,
}


@pytest.mark.parametrize(
    ("state", "path"),
    [
        *(("round_closed", path) for path in WRITES),
        *crossed(["event_closed", "paper", "cut_off", "stranger"], WRITES),
    ],
)
def test_nothing_is_entered_where_the_table_does_not_play(tablet, table, path, state):
    play(table, 1)
    if path == "redeal/":
        enter(join(table.card), "bid", {**BID, "bid": 51}, hand=2)
    before = read_sheet(table.card).version
    event = table.event_round.event
    if state == "round_closed":
        close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="time")
    elif state == "event_closed":
        Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    elif state == "paper":
        switch_paper(table=table, is_paper=True, acting=acting_as(), client_id="p")
    elif state == "cut_off":
        event.tablets.update(is_cut_off=True)
    else:
        tablet = Client()
        join(table.card, tablet)

    answer = post(tablet, table, path, **(correction(bid=53) if (typed := WRITES[path]) is None else typed))

    assert answer.status_code in (409, 302), text_of(answer)
    assert read_sheet(table.card).version == before


def test_closed_round_says_so_in_place_of_the_keys(tablet, table):
    play(table, 1)
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="time")

    text = page(tablet, table)

    assert "Round 1 is closed. If something is wrong, call the referee." in text
    assert "Who won the bid?" not in text
    assert "Undo" not in text


def test_page_of_a_closed_round_is_loaded_anew_when_it_is_reopened(tablet, table):
    path = f"/tables/{table.event_round.event_id}/cards/{table.card_id}/"
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="time")
    bar = text_of(tablet.get(f"{path}?v=0"))
    assert "&amp;shut" in bar
    assert "HX-Refresh" not in tablet.get(f"{path}?v=0&shut").headers

    reopen_round(event_round=table.event_round, acting=acting_as(), client_id="open", reason="one more hand")

    assert tablet.get(f"{path}?v=0&shut").headers["HX-Refresh"] == "true"


def test_entry_that_was_saved_before_the_close_is_answered_as_saved_after_it(tablet, table):
    fields = {"client_id": "same", "seen": 0, **BID}
    assert tablet.post(f"/cards/{table.card_id}/hands/1/bid/", fields).status_code == 302
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="time")

    assert tablet.post(f"/cards/{table.card_id}/hands/1/bid/", fields).status_code == 302
    assert read_sheet(table.card).version == 1


def test_official_may_remark_on_a_signed_card_and_the_signatures_stand(tablet, table):
    play(table, 1)
    for side in ("NS", "EW"):
        tablet.post(f"/cards/{table.card_id}/sign/{side}/", {"client_id": side, "seen": read_sheet(table.card).version})
    assert read_sheet(table.card).is_closed

    post(official(table), table, "hands/1/remark/", text="Both sides were warned", quick="")

    sheet = read_sheet(table.card)
    assert (sheet.lines[0].remarks, sheet.is_closed) == (("Both sides were warned",), True)
    assert post(tablet, table, "hands/1/remark/", text="We were not", quick="").status_code == 409


def test_who_plays_on_is_on_the_keys_and_at_the_head_of_the_card_and_the_player_on_the_hands_before(tablet, table):
    play(table, 1)  # dealt and won by N
    seat = table.seats.select_related("entrant").get(seat="N")
    own, partner = seat.entrant.called, table.seats.select_related("entrant").get(seat="S").entrant.called
    replace_player(seat=seat, helper="Father Tom", reason="went home ill", acting=acting_as(), client_id="replace")
    play(table, 1)

    view = card_context(table.card, read_sheet(table.card))
    assert view.heads[0].name == f"Father Tom & {partner}"
    assert view.rows[0].dealer == own
    assert f"Father Tom plays for {own}." in page(tablet, table)
    assert f"{own} & {partner}" not in page(tablet, table)
    assert f"{own} & {partner}" in page(tablet, table, "hands/1/")
    assert f"Father Tom & {partner}" in page(tablet, table, "hands/2/")
    keys = page(tablet, table).partition("Who won the bid?")[2]
    assert "Father Tom" in keys
    assert own not in keys.partition("</fieldset>")[0]

    for _ in range(2):
        play(table, 1)
    play_on = page(tablet, table, "sign/NS/")
    assert f"Father Tom & {partner}" in play_on
    printed = tablet.get(f"/cards/{table.card_id}/card.pdf?paper=letter").content
    text = pages_of(printed)[0]
    assert f"Father Tom & {partner}" in text


# -- those who run the evening -----------------------------------------------------------


def test_director_corrects_a_signed_card_with_a_reason_and_the_signatures_stand(tablet, table):
    play(table)
    sign(table)
    director = official(table)

    assert "You’re on this card as Carol Reyes, director." in page(director, table)
    nameless = post(director, table, "hands/2/correct/", **correction(dealer="E", bid=53))
    assert nameless.status_code == 422
    assert "Say why in a few words" in text_of(nameless)
    assert (
        post(director, table, "hands/2/correct/", reason="misread", **correction(dealer="E", bid=53)).status_code == 302
    )

    sheet = read_sheet(table.card)
    entry = sheet.entries[-1]
    assert (entry.kind, entry.device, entry.reason, entry.by_director) == (
        "correct", "Carol Reyes, director", "misread", True,
    )  # fmt: skip
    assert sheet.is_closed
    assert "corrected by the director" in page(tablet, table)
    assert "Carol Reyes, director" in page(tablet, table, "history/")


def test_directors_correction_is_in_another_ink_on_paper_too(tablet, table):
    play(table, 1)
    post(official(table), table, "hands/1/correct/", reason="misread", **correction(bid=53))

    printed = tablet.get(f"/cards/{table.card_id}/card.pdf?paper=letter").content
    text = pages_of(printed)[0]
    assert "corrected by the director" in text
    row = card_context(table.card, read_sheet(table.card)).rows[0]
    assert 'class="directed"' in render_to_string(
        "scoring/score_card/_card_page_pdf.html",
        {"card": paper_card(table.card, read_sheet(table.card)), "page": {"lines": [{"row": row}]}},
    )


def test_director_signed_in_on_a_tables_own_tablet_is_the_table(tablet, table):
    tablet.force_login(make_user(table.event_round.event.club, "director"))

    post(tablet, table, "hands/1/bid/", **BID)

    entry = Entry.objects.get()
    assert (entry.device_label, entry.by_director) == ("Tablet 1", False)


def test_director_does_not_sign_for_a_side(table):
    play(table)
    director = official(table)

    assert director.get(f"/cards/{table.card_id}/sign/NS/").status_code == 302
    assert post(director, table, "sign/NS/").status_code == 409
    assert not read_sheet(table.card).signed


def test_referee_enters_penalties_with_the_name_and_no_hands(table):
    play(table)
    sign(table)
    referee = official(table, "referee")

    assert (
        post(referee, table, "round/penalties/", who="N", code="card_count", count="1", hand="2", note="").status_code
        == 302
    )
    refused = post(referee, table, "hands/1/correct/", reason="x", **correction(bid=53))

    sheet = read_sheet(table.card)
    assert (sheet.entries[-1].device, sheet.is_closed, len(sheet.penalties)) == ("Carol Reyes, referee", True, 1)
    assert "Only a director changes hands" in text_of(refused)
    assert "Only a director changes hands" in page(referee, table)


def test_director_corrects_in_a_closed_round_and_not_in_a_closed_event(table):
    play(table, 1)
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="time")
    director = official(table)

    assert post(director, table, "hands/1/correct/", reason="a", **correction(bid=53)).status_code == 302
    Event.objects.update(state=Event.State.CLOSED)
    assert "This evening is closed" in text_of(
        post(director, table, "hands/1/correct/", reason="b", **correction(bid=54))
    )
    assert read_sheet(table.card).lines[0].figures.bid == 53


def test_member_and_other_clubs_director_open_no_card(table):
    event = table.event_round.event
    path = f"/clubs/{event.club.slug}/events/{event.pk}/rounds/1/tables/1/card/"
    for club, kind in ((event.club, "member"), (make_club(), "admin")):
        client = Client()
        client.force_login(make_user(club, kind))
        assert client.post(path).status_code == 403
    assert DEVICE_COOKIE not in client.cookies
    assert Client().post(path).status_code == 302  # to sign in


def test_director_of_another_club_who_keeps_the_card_writes_nothing(table):
    client = Client()
    client.force_login(make_user(make_club(), "admin"))
    join(table.card, client)

    assert post(client, table, "hands/1/bid/", **BID).status_code == 409
    assert Entry.objects.count() == 0


# -- what it costs -----------------------------------------------------------------------


def test_host_asks_two_queries_when_a_step_is_saved_and_none_while_nothing_is_new(
    tablet, table, django_assert_max_num_queries, django_assert_num_queries
):
    kitchen = make_card(tablet, book="npa")
    saved = {"client_id": "k", "seen": 0, **BID}
    with django_assert_max_num_queries(30) as alone:
        tablet.post(card_url(kitchen, "hands/1/bid/"), saved)
    with django_assert_num_queries(len(alone) + 4):  # the host, who holds the table first, and a savepoint with its end
        tablet.post(f"/cards/{table.card_id}/hands/1/bid/", saved)
    with django_assert_num_queries(1):
        assert tablet.get(f"/cards/{table.card_id}/changes/?v=1").status_code == 204


def test_card_page_of_an_evening_costs_four_queries_more(tablet, table, django_assert_num_queries):
    kitchen = make_card(tablet, book="npa")
    with django_assert_num_queries(2):
        tablet.get(card_url(kitchen))
    with django_assert_num_queries(5):
        tablet.get(f"/cards/{table.card_id}/")
    Event.objects.update(message="Coffee", message_at=timezone.now())
    with django_assert_num_queries(5):
        tablet.get(f"/cards/{table.card_id}/")


# -- hands that a table wrote while the server was away --------------------------------------


def send_whole(client: Client, table: RoundTable, *, id: str = "one") -> Any:
    figures = {"meld_NS": "24", "meld_EW": "12", "take_NS": "30", "take_EW": "20"}
    return client.post(f"/cards/{table.card_id}/hands/1/whole/", {"client_id": id, **BID, **figures})


def test_director_who_takes_a_tablets_hands_over_enters_them_in_the_tables_place(tablet, table):
    taken_over = official(table)

    assert send_whole(taken_over, table).status_code == 200
    assert send_whole(tablet, table).status_code == 200  # it comes back, and has the same hand

    entries = list(Entry.objects.filter(card=table.card_id).order_by("number"))
    assert [entry.kind for entry in entries] == ["bid", "meld", "take"]
    assert {entry.device_label for entry in entries} == {"Carol Reyes, director"}


def test_director_opens_the_card_that_the_code_names_and_others_find_nothing(table):
    director, address = Client(), f"/cards/{table.card_id}/waiting/"
    club = table.event_round.event.club
    director.force_login(make_user(club, "director"))
    other = Client()
    other.force_login(make_user(make_club(), "director"))

    answer = director.get(address)

    assert answer.status_code == 200
    assert f'action="/clubs/{club.slug}/events/{table.event_round.event_id}/rounds/1/tables/1/card/"' in text_of(answer)
    assert director.get(f"/cards/{table.card_id}/").status_code == 404
    assert [visitor.get(address).status_code for visitor in (other, Client())] == [404, 404]


def test_hand_that_waited_until_its_round_was_closed_is_the_directors(tablet, table):
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="the tablet was away")

    late = send_whole(tablet, table)

    assert late.status_code == 409
    assert "is closed. If something is wrong, call the referee" in text_of(late)
    assert send_whole(official(table), table).status_code == 200
    assert send_whole(tablet, table).status_code == 200
