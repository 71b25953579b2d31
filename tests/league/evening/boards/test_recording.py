"""Boards taken down at their first table: who may, what cannot be, and that nobody sees another's hand."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.acting.log import Refused
from league.evening.boards.deeds.recording import take_hand_down, take_record_back
from league.evening.boards.records import records_due
from league.management.evenings import play_table
from league.models import Event, EventBoard, Role, RoundTable, TableTablet
from scoring.boards.boards import dealt_board
from scoring.models import Device
from scoring.rules.cards import Card, Seat
from scoring.rules.notation import parse_cards
from scoring.score_card.access import DEVICE_COOKIE, hash_of, new_secret
from tests.league.evening.boards.duplicate import duplicate, seat_sets
from tests.league.makers import acting_as, make_event, make_running_round, make_user, sheet_at, start_now

pytestmark = pytest.mark.django_db
Hands = Mapping[Seat, tuple[Card, ...]]


def played(*, tables: int = 1, hands: int = 1, **overrides: Any) -> RoundTable:
    """Table 1 after its first hands, in a round in which table t has set t."""
    event = duplicate(boards_by="recorded", **overrides)
    start_now(seat_sets(event, tables=tables))
    table = table_of(event)
    play_table(table, seed=1, hands=hands, is_signed=False)
    return table


def table_of(event: Event, number: int = 1, round_number: int = 1) -> RoundTable:
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    return tables.get(event_round__event=event, event_round__number=round_number, number=number)


def dealt(table: RoundTable, number: int = 1) -> Hands:
    return dealt_board(table.event_round.event.rules.book_version.book, "at the table", number).hands


def take(table: RoundTable, seat: Seat, hand: tuple[Card, ...], number: int = 1, client_id: str = "") -> EventBoard:
    id_ = client_id or f"{seat}-{number}"
    return take_hand_down(table=table, number=number, seat=seat, hand=hand, acting=acting_as(), client_id=id_)


def due(table: RoundTable) -> list[int]:
    return [record.number for record in records_due(table, sheet_at(table))]


def tablet_at(table: RoundTable) -> Client:
    secret, client = new_secret(), Client()
    device = Device.objects.create(token_hash=hash_of(secret), label="iPad")
    event = table.event_round.event
    TableTablet.objects.create(event=event, table_number=table.number, device=device, paired_at=timezone.now())
    client.cookies[DEVICE_COOKIE] = secret
    return client


def at(table: RoundTable, place: str = "") -> str:
    return f"/tables/{table.event_round.event_id}/record/{place}"


def words(client: Client, address: str) -> str:
    page = re.sub(r"<(script|style).*?</\1>", "", client.get(address).text, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def typed(hand: tuple[Card, ...], client_id: str = "one") -> dict[str, object]:
    return {"client_id": client_id, **{f"card-{card}": str(hand.count(card)) for card in set(hand)}}


# -- what is taken down ------------------------------------------------------------------


@pytest.mark.parametrize("book", ["st-hilary", "npa"])
def test_with_the_last_hand_the_board_is_known(book: str) -> None:
    table = played(book=book)
    hands = dealt(table)

    for seat in "NES":
        board = take(table, seat, hands[seat])
        assert (board.hands, board.recorded_at) == ({}, None)
    board = take(table, "W", hands["W"])
    assert {seat: parse_cards(text) for seat, text in board.hands.items()} == hands
    assert (board.entered, board.kitty, board.recorded_at) == ({}, "", table)
    with pytest.raises(Refused, match="call the director"):
        take(table, "N", hands["N"], client_id="later")


def test_log_says_whose_hand_and_no_card() -> None:
    table = played()
    take(table, "N", dealt(table)["N"])

    line = table.event_round.event.log.first()
    assert line is not None
    assert (line.action, line.subject, line.before, line.after) == ("took a hand down", "Board 1, North", "", "")


def test_same_submission_is_one_and_a_hand_can_be_entered_again() -> None:
    table = played()
    hands = dealt(table)
    take(table, "N", hands["N"])
    take(table, "N", hands["E"])  # the same submission

    assert parse_cards(EventBoard.objects.get().entered["N"]) == hands["N"]
    take(table, "N", hands["E"], client_id="again")
    assert parse_cards(EventBoard.objects.get().entered["N"]) == hands["E"]


def test_what_cannot_be_is_refused_in_words() -> None:
    table = played()
    hands = dealt(table)
    take(table, "N", hands["N"])

    with pytest.raises(Refused, match="You have 11 cards; 12 were dealt"):
        take(table, "E", hands["E"][1:])
    with pytest.raises(Refused, match="A third A♠ can’t be: two are in the deck"):
        take(table, "E", (Card("A", "S"),) * 3 + hands["E"][3:])
    with pytest.raises(Refused, match="too many of these"):
        take(table, "E", hands["N"])
    with pytest.raises(Refused, match="aren’t taken down"):
        take(make_running_round().tables.get(number=1), "N", hands["N"])


def test_only_the_first_table_of_a_board_is_asked_for_what_it_has_played() -> None:
    table = played(hands=2)
    assert due(table) == [1, 2]

    for seat, hand in dealt(table).items():
        take(table, seat, hand)
    assert due(table) == [2]

    event = table.event_round.event
    second = seat_sets(event, number=2)
    RoundTable.objects.filter(event_round__number=1).update(board_set=1)
    table.event_round.state = "closed"
    table.event_round.save()
    start_now(second)
    later = table_of(event, round_number=2)
    play_table(later, seed=2, hands=1, is_signed=False)
    assert due(later) == []


def test_tables_that_share_a_set_are_asked_for_the_boards_they_begin_with() -> None:
    event = duplicate(boards_by="recorded")
    event_round = seat_sets(event, tables=2)
    event_round.tables.update(board_set=1)
    start_now(event_round)
    for number in (1, 2):
        play_table(table_of(event, number), seed=number, hands=4, is_signed=False)

    # Table 1 plays 1 2 3 4, table 2 plays 2 3 4 1.
    assert due(table_of(event, 1)) == [1]
    assert due(table_of(event, 2)) == [2, 3, 4]


def test_nothing_is_asked_where_the_server_dealt() -> None:
    event = duplicate()
    start_now(seat_sets(event, tables=1))
    play_table(table_of(event), seed=1, hands=1, is_signed=False)

    assert due(table_of(event)) == []


def test_a_record_taken_back_can_be_made_again() -> None:
    table = played()
    for seat, hand in dealt(table).items():
        board = take(table, seat, hand)
    take_record_back(board=board, reason="Cards were mixed", acting=acting_as(), client_id="back")

    assert EventBoard.objects.get().hands == {}
    assert due(table) == [1]
    with pytest.raises(Refused, match="isn’t taken down yet"):
        take_record_back(board=board, reason="Again", acting=acting_as(), client_id="again")


# -- on the tablet -----------------------------------------------------------------------


def test_the_tablet_leads_from_the_card_to_each_players_hand() -> None:
    table = played()
    client = tablet_at(table)
    hands = dealt(table)

    bar = client.get(f"/tables/{table.event_round.event_id}/cards/{table.card_id}/").text
    assert "Take down board 1" in bar
    page = words(client, at(table))
    assert page.count("Enter my hand") == 4
    for seat in "NESW":
        assert "dealt, before anything is passed." in words(client, at(table, f"1/{seat}/"))
        answer = client.post(at(table, f"1/{seat}/"), typed(hands[seat], seat))
        assert answer.status_code == 302
    assert "There is nothing to take down" in words(client, at(table))
    assert "Board 1 is recorded" not in words(client, at(table))
    assert EventBoard.objects.get().recorded_at == table


def test_a_hand_that_is_in_is_shown_to_nobody() -> None:
    table = played()
    client = tablet_at(table)
    client.post(at(table, "1/N/"), typed(dealt(table)["N"]))

    for place in ("", "1/N/", "1/E/"):
        page = client.get(at(table, place)).text
        assert re.findall(r'name="card-\w+"[^>]*value="[1-9]', page) == []
    assert "Done. Enter it again?" in words(client, at(table))


def test_count_and_faults_are_told_as_one_taps() -> None:
    table = played()
    client = tablet_at(table)
    hand = dealt(table)["N"]

    told = client.post(at(table, "1/N/count/"), typed(hand[1:])).text
    assert "11 of 12 cards" in told
    assert "were dealt" not in told
    told = client.post(at(table, "1/N/count/"), {**typed(hand), "card-AS": "3"}).text
    assert "A third A♠ can’t be" in told
    assert not EventBoard.objects.exists()
    saved = client.post(at(table, "1/N/"), typed(hand[1:]))
    assert saved.status_code == 422
    assert "You have 11 cards; 12 were dealt." in unescape(saved.text)


def test_an_answer_that_was_lost_is_the_same_again() -> None:
    table = played()
    client = tablet_at(table)
    hand = typed(dealt(table)["N"])

    first, second = (client.post(at(table, "1/N/"), hand) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert table.event_round.event.log.filter(action="took a hand down").count() == 1


def test_only_the_tables_own_tablet_takes_down() -> None:
    table = played(tables=2)
    director = Client()
    director.force_login(make_user(table.event_round.event.club, "director"))
    other = tablet_at(table_of(table.event_round.event, 2))

    for place in ("", "1/N/"):
        assert Client().get(at(table, place)).status_code == 404
        assert director.get(at(table, place)).status_code == 404
    assert other.get(at(table, "1/N/")).status_code == 404
    assert "nothing to take down" in words(other, at(table))
    assert tablet_at(table).get(at(table, "1/X/")).status_code == 404
    assert tablet_at(table).get(at(table, "3/N/")).status_code == 404


def test_a_director_takes_a_record_back_on_the_page_of_the_boards() -> None:
    table = played()
    for seat, hand in dealt(table).items():
        take(table, seat, hand)
    event = table.event_round.event
    client = Client()
    client.force_login(make_user(event.club, "director"))
    boards = f"/clubs/{event.club.slug}/events/{event.pk}/boards/"

    assert "Taken down so far: board 1." in words(client, boards)
    client.post(f"{boards}1/record/take-back/", {"client_id": "back", "reason": "Mixed"})
    assert EventBoard.objects.get().hands == {}


def test_a_table_of_an_ordinary_evening_has_no_such_page() -> None:
    table = table_of(make_running_round(make_event()).event)

    assert "nothing to take down" in words(tablet_at(table), at(table))
    assert "Take down" not in tablet_at(table).get(f"/tables/{table.event_round.event_id}/").text


# -- from paper --------------------------------------------------------------------------


def test_records_on_paper_are_typed_by_who_does_not_play() -> None:
    table = played(hands=2)
    event = table.event_round.event
    client, user = Client(), make_user(event.club, "referee")
    client.force_login(user)
    boards = f"/clubs/{event.club.slug}/events/{event.pk}/boards/"

    assert "Type records from paper" in words(client, boards)
    assert words(client, f"{boards}records/").count("Enter this hand") == 16
    for seat, hand in dealt(table).items():
        told = client.post(f"{boards}1/record/{seat}/count/", typed(hand[1:])).text
        assert "11 of 12 cards" in told
        assert client.post(f"{boards}1/record/{seat}/hand/", typed(hand, seat)).status_code == 302
    assert EventBoard.objects.get().recorded_at == table
    assert words(client, f"{boards}records/").count("Enter this hand") == 12

    Role.objects.filter(user=user).update(member=event.entrants.all()[0].member)
    assert client.get(f"{boards}records/").status_code == 403
    assert client.get(f"{boards}2/record/N/hand/").status_code == 403
    Event.objects.filter(pk=event.pk).update(state="closed", closed_at=timezone.now())
    assert client.get(f"{boards}2/record/N/hand/").status_code == 200
