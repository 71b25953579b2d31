"""People at one table from their own devices: sitting down, playing, going and coming back, being ready, what is said.

Poor Wi-Fi is meant throughout: what was tapped comes twice, late, or on two devices at once.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Device, DeviceCard, PlayedDeal, PlayedGame, PlaySeat, PlayTable
from scoring.play import games, together
from scoring.play.settings import TableSettings
from scoring.play.together import PHRASES
from scoring.rules.book import built_in_books
from scoring.score_card import access
from tests.scoring.play.company import Company, company_of
from tests.scoring.play.sitting import act, first_choice

pytestmark = pytest.mark.django_db
THREE = "gwinnett-3"


@pytest.fixture
def two() -> Company:
    """Ann opened the table, Ruth sits on another device, two bots make four."""
    return Company("st-hilary", Ann=Client(), Ruth=Client())


@pytest.fixture
def game(two: Company) -> Company:
    return two.begin()


def page(client: Client, address: str) -> str:
    return client.get(address, follow=True).content.decode()


# -- sitting down ------------------------------------------------------------------------


def test_friends_sit_down_by_a_code_and_bots_take_the_other_seats(two: Company) -> None:
    assert [page(two.clients["Ann"], two.room).count(name) > 0 for name in ("Ann", "Ruth")] == [True, True]

    two.begin()

    seats = two.game.seats
    assert {seat: sits["player"] for seat, sits in seats.items()} == {
        "N": "you", "E": "beginner", "S": "you", "W": "beginner",
    }  # fmt: skip
    assert two.game.card.player_names == {seat: sits["name"] for seat, sits in seats.items()}
    assert [two.sitting(name).table.your_seat for name in ("Ann", "Ruth")] == ["S", "N"]


@pytest.mark.parametrize("book", [THREE, "gwinnett"])
def test_three_handed_and_with_everybody_there(book: str) -> None:
    names = ("Ann", "Ruth", "Hank", "Rosa")[: len(built_in_books()[book].seats)]
    company = company_of(book, names).begin().play()

    assert {sits["player"] for sits in company.game.seats.values()} == {"you"}
    assert company.sitting("Ruth").table.state.is_done


def test_the_same_tap_opens_one_table_and_starts_one_game(two: Company) -> None:
    tap = {"start": access.new_secret(), "book": "npa", "name": "Eve"}
    eve = Client()
    opened = [eve.post("/play/together/", tap).headers["Location"] for _ in range(2)]

    started = [two.clients["Ann"].post(f"{two.room}start/").headers["Location"] for _ in range(2)]

    assert (len(set(opened)), PlayTable.objects.count()) == (1, 2)
    assert (len(set(started)), PlayedGame.objects.count()) == (1, 1)


def test_one_device_has_one_seat_however_often_it_asks(two: Company) -> None:
    again = two.sit(two.clients["Ruth"], "Ruth", "E")

    assert again.headers["Location"] == two.room
    assert [person.seat for person in two.table.people.all()] == ["S", "N"]


@pytest.mark.parametrize(
    ("name", "seat", "says"),
    [
        ("Zoe", "N", "Choose one of those shown."),
        ("ruth", "E", "Ruth is somebody else’s name at this table. Add a letter to yours."),
        ("", "E", "Enter your name, so the others know who you are."),
        ("x" * 41, "E", "Use up to 40 characters."),
    ],
)
def test_a_seat_or_name_that_is_taken_is_told_beside_the_field(two: Company, name: str, seat: str, says: str) -> None:
    answer = two.sit(Client(), name, seat)

    assert answer.status_code in (409, 422)
    assert says in answer.content.decode()
    assert two.table.people.count() == 2


def test_a_full_table_takes_nobody_else() -> None:
    company = Company(THREE, Ann=Client(), Ruth=Client(), Hank=Client())

    assert company.sit(Client(), "Zoe", "A").status_code == 409
    assert "All seats are taken." in page(Client(), company.room)


def test_a_code_is_found_however_it_is_typed(two: Company) -> None:
    code = two.table.code

    for typed in (code, code.lower(), f" {code[:4]}-{code[4:]} "):
        assert Client().get("/play/find/", {"code": typed}).headers["Location"] == two.room
    for wrong, says in (("", "Enter the code"), ("KT", "A code has 8"), ("CDFGHJKM", "No table has this code now.")):
        answer = Client().get("/play/find/", {"code": wrong})
        assert (answer.status_code, says in answer.content.decode()) == (422, True)


def test_whoever_opened_the_table_starts_while_there(two: Company) -> None:
    refused = two.post("Ruth", "start")
    two.later(minutes=2)
    two.news("Ruth")
    started = two.post("Ruth", "start")

    assert (refused.status_code, "Ann opened the table and starts the game." in refused.content.decode()) == (409, True)
    assert started.headers["HX-Redirect"] == f"/play/{two.game.pk}/"


def test_who_gets_up_before_the_cards_leaves_the_seat_free_and_an_empty_table_is_gone(two: Company) -> None:
    for _ in range(2):
        two.post("Ann", "leave")
    assert [person.name for person in two.table.people.all()] == ["Ruth"]
    assert "Start with bots" in page(two.clients["Ruth"], two.room)

    two.post("Ruth", "leave")

    assert not PlayTable.objects.exists()


def test_who_comes_late_takes_the_seat_of_a_bot(game: Company) -> None:
    hank = Client()
    answer = game.sit(hank, "Hank", "W")
    game.clients["Hank"] = hank

    assert answer.headers["Location"] == game.room
    assert game.sitting("Hank").table.your_seat == "W"
    assert game.game.card.player_names["W"] == "Hank"
    assert page(hank, game.room).count("Back to the game") == 1
    assert game.play().sitting("Hank").table.state.is_done


def test_who_comes_late_is_not_called_like_a_bot_that_stays(game: Company) -> None:
    stays, goes = (game.game.seats[seat]["name"] for seat in ("E", "W"))

    refused = game.sit(Client(), stays.lower(), "W")
    in_its_place = game.sit(Client(), goes, "W")

    says = f"{stays} is somebody else’s name at this table. Add a letter to yours."
    assert (refused.status_code, says in refused.content.decode(), in_its_place.status_code) == (409, True, 302)


def test_no_more_tables_are_open_than_there_is_room_for(two: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    tap = {"book": "npa", "name": "Eve"}
    monkeypatch.setattr(together, "MOST_OF_ONE", 1)
    of_one = Client().post("/play/together/", {**tap, "start": access.new_secret()})
    monkeypatch.setattr(together, "MOST_TABLES", 1)
    PlayTable.objects.update(created_from="elsewhere")
    of_all = Client().post("/play/together/", {**tap, "start": access.new_secret()})

    assert (of_one.status_code, of_all.status_code, PlayTable.objects.count()) == (429, 429, 1)
    assert "All tables are taken right now." in of_all.content.decode()


def meet(device: Device, *names: str) -> tuple[PlayTable, PlaySeat]:
    """Comes to the tables of three of one evening, and where the device sits there by now."""
    book = built_in_books()[THREE]
    table = together.sit_in_row(book, "Tuesday", device, names, TableSettings(), address="here")
    return table, table.people.get(device=device)


@pytest.fixture
def devices() -> list[Device]:
    return [Device.objects.create(token_hash=access.hash_of(access.new_secret())) for _ in range(5)]


def test_those_who_meet_fill_one_table_after_the_other_and_keep_their_seats(devices: list[Device]) -> None:
    met = [meet(device, f"Ann {at}") for at, device in enumerate([*devices, devices[0]])]

    assert [(table == met[0][0], seat.seat) for table, seat in met] == [
        (True, "A"), (True, "C"), (True, "B"), (False, "A"), (False, "C"), (True, "A"),
    ]  # fmt: skip
    assert met[0][0].hands_agreed == 6


def test_who_meets_namesakes_or_a_locked_table_sits_down_all_the_same(devices: list[Device]) -> None:
    table, ann = meet(devices[0], "Ann")
    assert meet(devices[1], "ann", "Ann (2)")[1].name == "Ann (2)"
    PlayTable.objects.filter(pk=table.pk).update(is_locked=True)

    elsewhere, another = meet(devices[2], "Ann")

    assert (elsewhere == table, another.name, ann.name) == (False, "Ann", "Ann")


def test_row_of_tables_has_an_end(devices: list[Device], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "MOST_IN_A_ROW", 1)
    for device in devices[:3]:
        meet(device, f"Ann {device.pk}")

    with pytest.raises(together.TooManyTables, match="All tables are full"):
        meet(devices[3], "Ruth")


# -- what the host does ------------------------------------------------------------------


def seats(company: Company) -> dict[str, str]:
    return {person.name: person.seat for person in company.table.people.all()}


def test_the_host_changes_seats_until_the_cards_are_dealt(two: Company) -> None:
    ruth, ann = two.person("Ruth"), two.person("Ann")
    two.post("Ruth", "say", phrase="hello", client_id="one")

    for _ in range(2):
        assert two.post("Ann", "arrange", person=ruth.pk, seat="E").status_code == 200
    assert seats(two) == {"Ann": "S", "Ruth": "E"}
    swapped = two.post("Ann", "arrange", person=ruth.pk, seat="S")
    assert seats(two) == {"Ann": "E", "Ruth": "S"}
    assert '<b class="breaks">Ruth:</b> Hello, everyone.' in swapped.content.decode()
    two.begin()
    late = two.post("Ann", "arrange", person=ann.pk, seat="N")

    assert (late.status_code, "everybody keeps their seat" in late.content.decode()) == (409, True)
    assert two.sitting("Ruth").table.your_seat == "S"


def test_only_the_host_changes_seats_and_sends_somebody_away(two: Company) -> None:
    ann = two.person("Ann")

    answers = [
        two.post("Ruth", "arrange", person=ann.pk, seat="W"),
        two.post("Ruth", "send-away", person=ann.pk),
        two.post("Ruth", "let-in", device=ann.device_id),
        two.post("Ruth", "lock", is_locked="on"),
    ]

    assert [answer.status_code for answer in answers] == [409] * 4
    assert all("Ann looks after this table." in answer.content.decode() for answer in answers)
    assert "Change…" not in page(two.clients["Ruth"], two.room)
    assert seats(two) == {"Ann": "S", "Ruth": "N"}


def test_while_the_host_is_away_the_next_looks_after_the_table(two: Company) -> None:
    hank = Client()
    two.sit(hank, "Hank", "E")
    PlaySeat.objects.filter(name="Ann").update(away="left")

    assert two.post("Ruth", "send-away", person=two.person("Hank").pk).status_code == 200

    assert seats(two) == {"Ann": "S", "Ruth": "N"}


def test_nobody_sends_themselves_away(two: Company) -> None:
    answer = two.post("Ann", "send-away", person=two.person("Ann").pk)

    assert (answer.status_code, "Leave the table instead." in answer.content.decode()) == (409, True)


def test_who_was_sent_away_before_the_cards_sits_down_again_when_let_in(two: Company) -> None:
    ruth, device = two.clients["Ruth"], two.person("Ruth").device_id
    sent = two.post("Ann", "send-away", person=two.person("Ruth").pk)
    assert "Let Ruth in again" in sent.content.decode()

    told = two.post("Ruth", "news", mark="", game="")
    assert told.headers["HX-Redirect"] == two.room
    assert "This table plays on without you." in page(ruth, two.room)
    assert two.sit(ruth, "Ruth", "N").status_code == 409
    assert two.sit(Client(), "Hank", "N").status_code == 302
    for _ in range(2):
        two.post("Ann", "let-in", device=device)

    assert two.sit(ruth, "Ruth", "E").status_code == 302
    assert seats(two) == {"Ann": "S", "Hank": "N", "Ruth": "E"}


def test_a_locked_table_keeps_out_whoever_has_no_seat(two: Company) -> None:
    """Another device of who was sent away, too."""
    for _ in range(2):
        answer = two.post("Ann", "lock", is_locked="on")
    late = two.sit(Client(), "Zoe", "E")

    assert "Nobody else can sit down here." in answer.content.decode()
    assert (late.status_code, "Ann can let you in." in late.content.decode()) == (409, True)
    assert "Let others in again" not in page(two.clients["Ruth"], two.room)
    assert two.sit(two.clients["Ruth"], "Ruth", "N").headers["Location"] == two.room
    two.post("Ann", "lock")
    assert two.sit(Client(), "Zoe", "E").status_code == 302
    assert seats(two) == {"Ann": "S", "Ruth": "N", "Zoe": "E"}


def test_letting_somebody_in_again_opens_a_locked_table(two: Company) -> None:
    ruth = two.person("Ruth")
    two.post("Ann", "send-away", person=ruth.pk)
    two.post("Ann", "lock", is_locked="on")

    two.post("Ann", "let-in", device=ruth.device_id)

    assert two.sit(two.clients["Ruth"], "Ruth", "N").status_code == 302


def test_a_bot_plays_on_for_who_is_sent_away_in_the_middle_of_a_hand(game: Company) -> None:
    game.play(to="play")
    ruth, address = game.clients["Ruth"], f"/play/{game.game.pk}/"
    hand = game.sitting("Ruth").table.state.hands["N"]

    sent = game.person("Ruth").pk
    for _ in range(2):
        assert game.post("Ann", "send-away", person=sent).status_code == 200

    sits = game.game.seats["N"]
    assert (sits["player"], sits["name"] == "Ruth") == ("beginner", False)
    assert game.game.card.player_names["N"] == sits["name"]
    assert game.sitting("Ann").table.state.hands["N"] == hand
    assert ruth.get(address).status_code == 404
    assert game.post("Ruth", "news", mark="", game=str(game.game.pk)).headers["HX-Redirect"] == game.room
    assert game.post_to_table("Ruth", "act", seen=0, action="{}").status_code == 404
    assert game.play().sitting("Ann").table.state.is_done


# -- playing -----------------------------------------------------------------------------


def test_everybody_acts_in_turn_and_nothing_is_doubled(game: Company) -> None:
    game.play(to="bid")
    asked = game.asked()
    other = next(name for name in game.clients if name != asked)
    at = game.sitting(asked)
    action, tap = first_choice(at.view, bids=True), str(uuid4())

    out_of_turn = act(game.clients[other], game.sitting(other), action)
    first = act(game.clients[asked], at, action, client_id=tap)
    again = act(game.clients[asked], at, action, client_id=tap)
    late = act(game.clients[asked], at, action)

    assert out_of_turn.answer and first.answer and again.answer and late.answer  # noqa: PT018
    assert [each.answer.status_code for each in (out_of_turn, first, again, late) if each.answer] == [
        409,
        200,
        200,
        409,
    ]
    assert first.table.seen == again.table.seen == late.table.seen > at.table.seen
    assert [each.seat for each in first.table.state.actions].count(action.seat) == 1


def test_bots_stop_at_the_next_person(game: Company) -> None:
    game.play(to="play")
    turns = []
    for _ in range(6):
        turns.append(game.asked())
        if not turns[-1]:
            break
        assert game.act(turns[-1]).answer.status_code == 200

    assert {"Ann", "Ruth"} <= set(turns)


def test_two_pages_that_let_the_bots_move_on_at_once_are_both_told_what_they_did(
    game: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.play(to="play")
    asked = game.asked()
    other = next(name for name in game.clients if name != asked)
    PlaySeat.objects.filter(name=asked).update(away="left")
    before, after = game.sitting(other).table, game.tap(other, "go-on")

    with monkeypatch.context() as patched:
        was_read = iter([before])
        patched.setattr(games, "open_table", lambda keeper: next(was_read, after.table))
        late = game.post_to_table(other, "go-on", seen=before.seen)

    assert after.table.seen > before.seen
    assert (late.status_code, "The game has moved on" in late.content.decode()) == (200, False)


def test_hints_and_the_same_cards_again_are_for_those_who_play_alone(game: Company) -> None:
    game.play(to="play")
    assert "hint/" not in page(game.clients[game.asked()], f"/play/{game.game.pk}/")
    game.play()

    assert "again/" not in page(game.clients["Ann"], f"/play/{game.game.pk}/")
    game.tap("Ann", "again")
    assert PlayedDeal.objects.get().shared is None


def test_each_looks_over_the_own_decisions_once_the_hand_is_over(game: Company) -> None:
    address = f"/play/{game.game.pk}/hands/1/review/"
    assert game.clients["Ann"].get(address).status_code == 302
    game.play()
    own = {name: [part.seat for part in game.sitting(name).table.state.actions] for name in game.clients}

    for name, seat in (("Ann", "S"), ("Ruth", "N")):
        mine = own[name].index(seat) + 1
        theirs = own[name].index("N" if seat == "S" else "S") + 1
        answers = [game.clients[name].get(f"{address}{step}/") for step in (mine, theirs)]
        assert [answer.status_code for answer in answers] == [302, 404], name


# -- news --------------------------------------------------------------------------------


def test_asking_without_news_is_one_small_query(game: Company) -> None:
    asks: dict[str, Any] = {"mark": game.mark, "game": str(game.game.pk)}

    with CaptureQueriesContext(connection) as asked:
        answer = game.post("Ruth", "news", **asks)

    assert (answer.status_code, answer.content, len(asked)) == (204, b"", 1)


def test_strangers_ask_for_nothing(game: Company) -> None:
    with CaptureQueriesContext(connection) as asked:
        answer = Client().post(f"{game.room}news/", {"mark": "0.0.0", "game": ""})

    assert (answer.status_code, len(asked)) == (404, 0)


def test_what_the_others_did_comes_as_frames_of_the_whole_table() -> None:
    game = Company("st-hilary", Ann=Client(), Ruth=Client(), pace="normal").begin().play(to="play")
    asked = game.asked()
    other = next(name for name in game.clients if name != asked)
    mark = game.mark

    game.act(asked)
    answer = game.news(other, mark=mark)

    assert answer.headers["HX-Retarget"] == "#table"
    assert f"{asked} plays the" in answer.content.decode()


def test_whoever_chooses_cards_is_told_beside_them(game: Company) -> None:
    game.play(to="bid")
    asked = game.asked()
    other = next(name for name in game.clients if name != asked)
    mark = game.mark

    game.post(other, "leave")
    answer = game.news(asked, mark=mark)

    assert "HX-Retarget" not in answer.headers
    assert f"{other} left. A bot plays that seat." in answer.content.decode()
    assert 'id="act"' not in answer.content.decode()


# -- going and coming back ---------------------------------------------------------------


def test_a_bot_plays_for_who_is_silent_until_the_device_is_heard_of(game: Company) -> None:
    game.play(to="play")
    gone = game.asked()
    other = next(name for name in game.clients if name != gone)
    game.later(seconds=70)

    told = game.news(other, mark="")
    moved = game.tap(other, "go-on")
    assert f"A bot plays for {gone} until they’re back." in told.content.decode()
    assert gone in {moved.table.people[part.seat].name for part in moved.table.state.actions if part.seat in "NS"}
    assert moved.table.seen > 0
    assert game.person(gone).away == "silent"

    assert game.news(gone, mark="").status_code == 200
    assert game.person(gone).away == ""


def test_who_plays_nothing_for_long_is_waited_for_no_more_and_comes_back_by_a_key(game: Company) -> None:
    game.play(to="play")
    idle = game.asked()
    other = next(name for name in game.clients if name != idle)
    game.later(minutes=4)
    game.news(idle)
    game.news(other)
    assert game.person(idle).away == "idle"
    assert game.news(idle, mark="").status_code == 200
    assert game.person(idle).away == "idle", "a page that lies open is nobody"

    assert game.post(idle, "back").headers["HX-Redirect"] == f"/play/{game.game.pk}/"

    assert game.person(idle).away == ""
    game.news(other)
    assert game.person(idle).away == ""


def test_who_plays_a_card_is_back(game: Company) -> None:
    game.play(to="play")
    idle = game.asked()
    PlaySeat.objects.filter(name=idle).update(away="idle")

    assert game.act(idle).answer.status_code == 200

    assert game.person(idle).away == ""


def test_who_left_is_back_as_soon_as_the_page_is_opened(game: Company) -> None:
    for _ in range(2):
        game.post("Ruth", "leave")
    game.news("Ruth")
    assert game.person("Ruth").away == "left"
    shown = page(game.clients["Ruth"], f"/play/{game.game.pk}/")
    assert "A bot plays your cards while you’re away." in shown

    game.news("Ruth", opened="1")

    assert game.person("Ruth").away == ""


def test_a_seat_goes_to_another_device_by_its_link(game: Company) -> None:
    ruth = game.clients["Ruth"]
    address = f"/play/{game.game.pk}/"
    shared = ruth.post(f"{address}share/").content.decode()
    link = shared[shared.index("/play/w/") :].partition("<")[0].strip()
    phone = Client()
    assert "This is Ruth’s seat." in page(phone, link)
    assert phone.get(address).status_code == 404

    for _ in range(2):
        assert phone.post(link).headers["Location"] == address

    game.clients["Ruth"] = phone
    assert game.sitting("Ruth").table.your_seat == "N"
    assert ruth.get(address).status_code == 404
    assert game.clients["Ann"].post(link).status_code == 409
    assert [person.name for person in game.table.people.all()] == ["Ann", "Ruth"]


# -- the next hand -----------------------------------------------------------------------


def test_the_next_hand_comes_when_everybody_there_is_ready(game: Company) -> None:
    game.play()

    waiting = game.tap("Ann", "next-hand")
    assert "You’re ready. Waiting for Ruth." in waiting.answer.content.decode()
    assert "next-hand/" not in page(game.clients["Ann"], f"/play/{game.game.pk}/")
    dealt = game.tap("Ruth", "next-hand")

    assert (waiting.table.deal.number, dealt.table.deal.number) == (1, 2)
    assert not PlaySeat.objects.exclude(ready_at=None).exists()


def test_nobody_is_waited_for_longer_than_a_moment(game: Company) -> None:
    game.play()
    game.tap("Ann", "next-hand")
    assert game.news("Ann", mark="").status_code == 200
    assert game.game.deals.count() == 1
    game.later(seconds=40)

    game.news("Ann")

    assert game.game.deals.count() == 2


def test_who_left_is_not_waited_for(game: Company) -> None:
    game.play()
    game.tap("Ann", "next-hand")
    game.post("Ruth", "leave")

    game.news("Ann", mark="")

    assert game.game.deals.count() == 2


def test_after_the_end_the_same_people_begin_another_game(game: Company) -> None:
    game.play()
    game.tap("Ann", "next-hand")
    before = game.game
    PlayedGame.objects.update(is_over=True)

    answer = game.clients["Ruth"].post(
        f"/play/{before.pk}/next-hand/", {"client_id": "one", "seen": 0}, headers={"HX-Request": "true"}
    )
    other = game.post("Ann", "news", mark="", game=str(before.pk))

    assert game.game.pk != before.pk
    assert game.game.seats == before.seats
    assert answer.headers["HX-Redirect"] == other.headers["HX-Redirect"] == f"/play/{game.game.pk}/"
    assert [game.sitting(name).table.your_seat for name in ("Ann", "Ruth")] == ["S", "N"]


def test_two_who_are_ready_at_once_are_dealt_one_hand(game: Company) -> None:
    game.play()
    ann, ruth = (game.sitting(name).table for name in ("Ann", "Ruth"))

    together.be_ready(ann)
    together.be_ready(ruth)
    together.be_ready(ann)
    together.deal_if_ready(ruth)

    assert [deal.number for deal in game.game.deals.all()] == [1, 2]
    assert not PlaySeat.objects.exclude(ready_at=None).exists()


# -- what is said ------------------------------------------------------------------------


def test_only_set_phrases_and_only_between_the_hands(two: Company) -> None:
    before = two.post("Ann", "say", phrase="hello", client_id="one")
    two.begin()
    during = two.post("Ann", "say", phrase="nice", client_id="two")
    said_during = two.table.talk
    two.play()
    after = two.post("Ruth", "say", phrase="nice", client_id="three")
    other = two.post("Ruth", "say", phrase="I hold two aces of hearts", client_id="four")

    assert [answer.status_code for answer in (before, during, after, other)] == [200, 409, 200, 409]
    assert said_during == []
    assert together.talk_of(two.table) == (("N", PHRASES["nice"]),)
    assert "Ruth:</b> Nice hand." in two.news("Ann", mark="").content.decode()


def test_a_phrase_that_is_sent_again_is_said_once_and_nobody_talks_without_end(two: Company) -> None:
    for number in range(together.MOST_SAID):
        for _ in range(2):
            two.post("Ann", "say", phrase="hello", client_id=f"tap {number}")
    refused = two.post("Ann", "say", phrase="hello", client_id="too many")

    assert len(two.table.talk) == together.MOST_SAID
    assert (refused.status_code, "That’s enough until the next hand." in refused.content.decode()) == (409, True)


# -- without scripts ---------------------------------------------------------------------


def test_everything_is_a_plain_form_too(two: Company) -> None:
    looked = two.post("Ruth", "news", scripts=False)
    said = two.post("Ruth", "say", scripts=False, phrase="hello", client_id="one")
    two.begin()
    again = two.post("Ruth", "news", scripts=False)
    left = two.post("Ruth", "leave", scripts=False)
    back = two.post("Ruth", "back", scripts=False)

    game = f"/play/{two.game.pk}/"
    assert [each.headers["Location"] for each in (looked, said, again, left, back)] == [
        two.room, two.room, game, "/play/", game,
    ]  # fmt: skip
    assert DeviceCard.objects.filter(card=two.game.card).count() == 2
