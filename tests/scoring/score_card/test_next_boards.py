"""A card with boards: which is next, what is wrong with another, each scored alone."""

from typing import Any

import pytest
from django.test import Client

from scoring.boards.boards import boards_text
from scoring.models import DeviceCard, ScoreCard
from scoring.rules.book import built_in_books
from scoring.score_card.forms import HandForm, WholeHandForm
from scoring.score_card.names import Names
from scoring.score_card.next_boards import boards_left, played_twice, wrong_board
from scoring.score_card.pages.card import card_context, names_of, row_context
from scoring.score_card.pages.history import events_of
from scoring.score_card.pages.panels import MOST_TRICK_KEYS, panel_context, tricks_context
from scoring.score_card.pdfs import blank_card, paper_card
from scoring.score_card.player_scores import person_scores, result_of
from scoring.score_card.recording import NotRecorded, read_sheet
from scoring.score_card.redeals import NO_OTHER_CARDS
from scoring.score_card.sheet import Sheet
from tests.scoring.rules.deal_samples import changed, of_unequal_counters
from tests.scoring.score_card.makers import (
    HIGH,
    MADE,
    SET,
    card_url,
    enter,
    enter_hand,
    made_hand,
    make_card,
    open_line,
    sheet_of,
)

BOARDS = (5, 6, 7, 8)


def board_card(client: Client | None = None, **fields: Any) -> DeviceCard:
    """A card of boards 5 to 8."""
    fields = {"boards": list(BOARDS), "length": "hands", "hands_agreed": 4, **fields}
    return make_card(client, **fields)


def board_sheet(*entries: Any, **more: Any) -> Sheet:
    return sheet_of(*entries, hands=4, length="hands", boards=BOARDS, **more)


def typed(sheet: Sheet, **values: str) -> HandForm:
    """The form of the open hand's bid, with these values."""
    data = {"client_id": "1", "seen": "0", "bidder": "N", "bid": "27", "trump": "H", **values}
    return HandForm(data, sheet=sheet, line=open_line(sheet), names=Names(sheet.book, {}, {}), steps=("bid",))


# -- which board ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("7", "Board 7 comes later. Next is board 6."),
        ("5", "You have played board 5. Next is board 6."),
        ("12", "Board 12 isn’t at this table this round."),
        ("", "Tap the number that’s on the board."),
    ],
)
def test_wrong_board_is_refused_in_words(board: str, said: str):
    form = typed(board_sheet(*made_hand(1, **MADE)), board=board)

    assert form.errors["board"] == [said]
    assert form.board_keys == (6, 7, 8), "asked again, the next one first"


def test_dealer_follows_from_the_board():
    form = typed(board_sheet(*made_hand(1, board=5, **MADE)), board="6", dealer="S")

    assert form.is_valid()
    assert (form.own["board"], form.own["dealer"]) == (6, "E")
    assert form.board_keys == ()
    assert "dealer" not in form.fields


def test_boards_in_another_order():
    """Tables that share a set begin at different boards."""
    sheet = sheet_of(*made_hand(1, board=7, **MADE), hands=4, length="hands", boards=(7, 8, 5, 6))
    line = open_line(sheet)

    assert (line.board, line.dealer, boards_left(sheet, line)) == (8, "W", (8, 5, 6))
    assert wrong_board(sheet, line, 5) == "Board 5 comes later. Next is board 8."


def test_done_board_is_put_right_and_one_that_is_there_twice_is_marked():
    sheet = board_sheet(*made_hand(1, board=5, **MADE), *made_hand(2, board=6, **MADE))
    data = {"client_id": "1", "seen": "6", "board": "6", "bidder": "E", "bid": "27", "trump": "H", "meld_NS": "19"}
    data |= {"meld_EW": "30", "take_NS": "14", "take_EW": "11"}
    form = WholeHandForm(data, sheet=sheet, line=sheet.lines[0], names=Names(sheet.book, {}, {}))

    assert form.is_valid(), form.errors
    after = sheet.with_entry("correct", 1, form.own)
    assert (after.lines[0].board, after.lines[0].dealer) == (6, "E")
    assert played_twice(after) == {6}
    assert played_twice(sheet) == frozenset()


@pytest.mark.parametrize(
    ("numbers", "text"),
    [((5,), "board 5"), ((5, 6), "boards 5 and 6"), ((7, 8, 5, 6), "boards 5–8"), ((1, 3, 4), "boards 1, 3 and 4")],
)
def test_boards_in_words(numbers: tuple[int, ...], text: str):
    assert boards_text(numbers) == text


# -- scored alone --------------------------------------------------------------------------


def test_each_board_is_scored_alone():
    sheet = board_sheet(*made_hand(1, **HIGH), *made_hand(2, **SET))

    assert [dict(line.score.scores) for line in sheet.done_lines if line.score] == [
        {"NS": 154, "EW": 15},
        {"NS": -27, "EW": 22},
    ]
    assert sheet.game.won is None, "154 reaches the target of a game"
    assert not sheet.is_finished
    panel = panel_context(sheet, Names(sheet.book, {}, {}))
    assert panel is not None
    assert panel.reminders == ()


def test_line_and_head_say_by_how_much():
    sheet = board_sheet(*made_hand(1, board=5, **SET))
    row = row_context(sheet.book, Names(sheet.book, {}, {}), sheet.lines[0])

    assert (row.shown, row.called) == (5, "Board 5")
    assert [cell.total for cell in row.cells] == ["−27", "+22"]
    assert [text for text, _ in row.cells[1].marks] == ["by 49"]


@pytest.mark.parametrize("key", [key for key, book in built_in_books().items() if book.round])
def test_round_of_the_book_is_off(key: str):
    sheet = sheet_of(*(entry for at in (1, 2, 3, 4) for entry in made_hand(at, book=key)), book=key, hands=4,
                     length="hands", boards=BOARDS)  # fmt: skip
    names = Names(sheet.book, {}, {})

    assert sheet.is_finished
    assert result_of(sheet) is None
    for person, score in person_scores(sheet, names):
        assert score.points == sheet.totals[sheet.book.side_of(person.record.seat)]


# -- on the card ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_card_asks_for_the_next_board(client: Client):
    keeper = board_card(client)
    enter_hand(keeper, board=5, **MADE)
    page = client.get(card_url(keeper))
    panel, view = page.context["panel"], page.context["view"]

    assert (panel.name, panel.dealer_name, panel.board_keys) == ("Board 6", "Beatrice", (6, 7, 8))
    assert not panel.deals_again
    assert panel.save_key["plain"] == "Next: meld"
    assert [(head.total_text, head.to_go) for head in view.heads] == [
        ("+18", "1 of 4 boards played"),
        ("−18", "1 of 4 boards played"),
    ]
    assert view.meta.endswith("boards 5–8")
    assert view.result is None


@pytest.mark.django_db
def test_bid_of_the_wrong_board_is_kept_and_asked_again(client: Client):
    keeper = board_card(client)
    sent = {"client_id": "a", "seen": 0, "board": "8", "bidder": "N", "bid": "27", "trump": "H"}
    answer = client.post(card_url(keeper, "hands/1/bid/"), sent)

    assert answer.status_code == 422
    assert "Board 8 comes later. Next is board 5." in answer.content.decode()
    assert read_sheet(keeper.card).lines == ()
    answer = client.post(card_url(keeper, "hands/1/bid/"), {**sent, "client_id": "b", "board": "5"})
    assert answer.status_code == 302
    assert read_sheet(keeper.card).lines[0].board == 5


@pytest.mark.django_db
def test_board_is_not_dealt_again(client: Client):
    keeper = board_card(client)

    with pytest.raises(NotRecorded, match="isn’t dealt again"):
        enter(keeper, "redeal", {"why": "misdeal", "dealer": "N", "next_dealer": "N"}, hand=1)
    assert NO_OTHER_CARDS.replace("’", "’") in client.get(card_url(keeper, "redeal/")).content.decode()


@pytest.mark.django_db
def test_recording_refuses_what_the_form_could_not_know():
    keeper = board_card()
    with pytest.raises(NotRecorded, match="Board 7 comes later"):
        enter(keeper, "bid", {"dealer": "S", "board": 7, "bidder": "N", "bid": 27, "trump": "H"}, hand=1)


@pytest.mark.django_db
def test_waiting_hand_of_the_wrong_board_comes_back_as_a_question(client: Client):
    """A tablet that was cut off typed board 6 where 5 was next."""
    keeper = board_card(client)
    hand = {"client_id": "w", "board": "6", "bidder": "N", "bid": "27", "trump": "H", "meld_NS": "19", "meld_EW": "4"}
    hand |= {"take_NS": "14", "take_EW": "11"}
    answer = client.post(card_url(keeper, "hands/1/whole/"), hand)

    assert answer.status_code == 422
    assert "Board 6 comes later. Next is board 5." in answer.content.decode()
    assert client.post(card_url(keeper, "hands/1/whole/"), {**hand, "board": "5"}).status_code == 200
    assert client.post(card_url(keeper, "hands/1/whole/"), {**hand, "board": "5"}).status_code == 200
    assert [line.board for line in read_sheet(keeper.card).done_lines] == [5]


@pytest.mark.django_db
def test_pages_of_a_board(client: Client):
    keeper = board_card(client)
    enter_hand(keeper, board=5, **MADE)

    hand = client.get(card_url(keeper, "hands/1/")).content.decode()
    assert "<h1>Board 5</h1>" in hand
    assert "Hand 1 · Ann dealt" in hand
    assert "board 5, 27 by Ann" in hand
    correct = client.get(card_url(keeper, "hands/1/correct/"))
    assert correct.context["form"]["board"].value() == 5
    assert "<h1>Correct board 5</h1>" in correct.content.decode()
    review = client.get(card_url(keeper, "sign/NS/")).context["review"]
    assert (review["result"], review["hands"][0]["name"], review["hands"][0]["total"]) == ("", "Board 5", "")


@pytest.mark.django_db
def test_cockpits_ahead_know_their_boards(client: Client):
    keeper = board_card(client)
    facts = client.get(card_url(keeper)).context["open_hand"]
    answer = client.get(card_url(keeper, "ahead/"))
    ahead = answer.context["ahead"]

    assert "Count trick by trick" in answer.content.decode()
    assert 'data-boards="5 6 7 8"' in facts
    assert {panel.name for panel in ahead["panels"]} == {"Board 1000"}
    assert ahead["panels"][0].board_keys == BOARDS
    assert '"hasBoards":true' in ahead["facts"]


@pytest.mark.parametrize(
    ("book", "tricks"),
    [
        ("st-hilary", (12, 25, 1, 0, False, (0, 1, 2, 3, 4))),
        ("npa", (20, 50, 2, 0, False, (0, 1, 2, 3, 4))),
        ("gwinnett-3", (15, 25, 1, 3, True, (0, 1, 2, 3))),
        ("cutthroat", (25, 50, 2, 5, True, (0, 1, 2, 3))),
    ],
)
def test_what_tricks_hold_follows_from_the_book(book: str, tricks: tuple[object, ...]):
    assert tuple(tricks_context(built_in_books()[book]).values()) == tricks


def test_keys_of_a_trick_are_what_its_cards_can_come_to():
    half = of_unequal_counters("ATKQ", 10, 10, 5, 5)

    assert tricks_context(half)["keys"] == tuple(range(0, 45, 5))
    assert len(tricks_context(of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2))["keys"]) > MOST_TRICK_KEYS


def test_buried_cards_that_count_for_nobody_lie_in_no_trick():
    book = changed(built_in_books()["cutthroat"], kitty__buried_count=False)
    tricks = tricks_context(book)
    assert (tricks["outside"], tricks["bidder_has"]) == (5, False)


@pytest.mark.django_db
def test_card_without_boards_has_none_of_it(client: Client):
    keeper = make_card(client)
    page = client.get(card_url(keeper))

    assert "data-boards" not in page.content.decode()
    assert "js/tricks.js" not in page.content.decode()
    assert "Count trick by trick" not in client.get(card_url(keeper, "ahead/")).content.decode()
    assert page.context["panel"].board_keys == ()
    assert card_context(keeper.card, read_sheet(keeper.card)).heads[0].total_text == "0"


# -- on paper and in print -----------------------------------------------------------------


def test_blank_card_has_the_numbers_of_its_boards():
    card = blank_card(built_in_books()["npa"], ("Ann", "Bea"), (6, 7))

    assert [(line["number"], line["dealer"]) for line in card.pages[0]["lines"]] == [(6, "Ann"), (7, "Bea")]
    assert (card.has_boards, card.extras, card.players) == (True, (), ())


@pytest.mark.django_db
def test_filled_card_says_by_how_much():
    keeper = board_card()
    enter_hand(keeper, board=5, **MADE)
    card = paper_card(keeper.card, read_sheet(keeper.card))

    assert (card.goal, card.pages[0]["totals"], card.banner) == ("boards 5–8", ("+18", "−18"), "")
    assert len(card.pages[0]["lines"]) == 4


@pytest.mark.django_db
def test_rules_of_a_card_of_boards_say_what_is_off(client: Client):
    keeper = board_card(client)
    page = client.get(card_url(keeper))
    address = f"{page.context['view'].rules_page}?card={keeper.card_id}&boards"

    assert address.replace("&", "&amp;") in page.content.decode()
    assert "each board is scored alone" in client.get(address).content.decode()
    assert "each board is scored alone" not in client.get(address.removesuffix("&boards")).content.decode()


@pytest.mark.django_db
def test_boards_in_another_order_stand_in_the_history(client: Client):
    """A director puts a board off to the end; the hands that were played keep theirs."""
    keeper = board_card(client)
    enter_hand(keeper, board=5, **MADE)
    enter(keeper, "details", {"boards": [5, 7, 8, 6], "hands_agreed": 4}, by_director=True)
    sheet = read_sheet(ScoreCard.objects.get(pk=keeper.card_id))

    assert (sheet.lines[0].board, open_line(sheet).board, open_line(sheet).dealer) == (5, 7, "S")
    changes = events_of(sheet, names_of(keeper.card))[0].changes
    assert ("Boards", "5, 7, 8, 6") in [(change.label, change.becomes) for change in changes]
