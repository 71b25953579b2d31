"""The card a table keeps: entering steps, undo, and how much it asks of the database."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from pinochle_club.ground.kept_pages import HEADER, SECONDS
from scoring.score_card.recording import read_sheet
from tests.responses import words_of
from tests.scoring.score_card.makers import MADE, card_url, enter, enter_hand, fill_hands, join, make_card

HTMX = {"HX-Request": "true"}
BID = {"dealer": "N", "bidder": "N", "bid": 27, "trump": "H"}
MELD = {"meld_NS": 19, "meld_EW": 4}
TAKE = {"take_NS": 14, "take_EW": 11}


def post(client, keeper, path, typed=None, *, htmx=False, **more):
    form = {"client_id": str(uuid4()), "seen": read_sheet(keeper.card).version, **(typed or {}), **more}
    return client.post(card_url(keeper, path), form, headers=HTMX if htmx else {})


# -- steps -------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_hand_is_saved_step_by_step(client, db, htmx):
    keeper = make_card(client)

    answers = [
        post(client, keeper, f"hands/1/{step}/", typed, htmx=htmx)
        for step, typed in (("bid", BID), ("meld", MELD), ("take", TAKE))
    ]

    assert [answer.status_code for answer in answers] == [200 if htmx else 302] * 3
    assert dict(read_sheet(keeper.card).totals) == {"NS": 33, "EW": 15}


@pytest.mark.parametrize(("book", "asked"), [("st-hilary", "side"), ("gwinnett-3", "player")])
def test_meld_is_asked_for_of_sides_or_of_players(client, db, book, asked):
    keeper = make_card(client, book=book)
    first = keeper.card.first_dealer
    enter(keeper, "bid", {**BID, "dealer": first, "bidder": first, "no_marriage": False}, hand=1)

    assert f"What did each {asked} show?" in words_of(client.get(card_url(keeper)))


def test_double_tap_makes_one_line(client, db):
    keeper = make_card(client)
    typed = {"client_id": "one", **BID}

    first, second = (post(client, keeper, "hands/1/bid/", typed, seen=0) for _ in range(2))

    assert (first.status_code, second.status_code) == (302, 302)
    assert read_sheet(keeper.card).version == 1


def test_wrong_figure_is_told_beside_its_field_and_kept(client, db):
    keeper = make_card(client)

    answer = post(client, keeper, "hands/1/bid/", {**BID, "bid": 12})

    assert answer.status_code == 422
    assert 'value="12"' in answer.content.decode()
    assert "field-error" in answer.content.decode()
    assert read_sheet(keeper.card).version == 0


def yours(answer) -> tuple[str, dict[str, str]]:
    """Of a choice between two versions, where and what the key for one's own sends."""
    form = re.search(r'<form class="sheet-body stack".*?</form>', answer.content.decode(), re.DOTALL).group()
    return re.search('action="([^"]+)"', form).group(1), dict(re.findall('name="(\\w+)" value="([^"]*)"', form))


@pytest.mark.parametrize("htmx", [False, True])
def test_second_tablet_chooses_between_two_named_versions(client, db, htmx):
    keeper = make_card(client)
    enter(join(keeper.card), "bid", {**BID, "no_marriage": False}, hand=1)

    answer = post(client, keeper, "hands/1/bid/", {**BID, "bidder": "S", "bid": 30, "trump": "C"}, seen=0, htmx=htmx)

    assert answer.status_code == 409
    assert "The bid of hand 1 was entered twice. Which is right?" in words_of(answer)
    assert "Ann 27 hearts saved by Tablet 2 Keep this" in words_of(answer)
    assert "Carl 30 clubs yours, not saved Use this instead" in words_of(answer)
    assert "Next: meld" not in words_of(answer)
    address, sent = yours(answer)
    assert client.post(address, sent).status_code == 302
    assert read_sheet(keeper.card).lines[0].figures.bidder == "S"


def test_second_tablet_that_says_the_same_has_nothing_to_choose(client, db):
    keeper = make_card(client)
    enter(join(keeper.card), "bid", {**BID, "no_marriage": False}, hand=1)

    answer = post(client, keeper, "hands/1/bid/", BID, seen=0, htmx=True)

    assert answer.status_code == 200
    assert read_sheet(keeper.card).version == 1
    assert f'action="{card_url(keeper, "hands/1/meld/")}"' in answer.content.decode()


def test_versions_that_differ_in_what_is_not_told_say_in_what(client, db):
    keeper = make_card(client)
    enter(join(keeper.card), "bid", {**BID, "no_marriage": False}, hand=1)

    answer = words_of(post(client, keeper, "hands/1/bid/", {**BID, "dealer": "E"}, seen=0))

    assert "Ann 27 (Dealer: Ann) hearts saved by Tablet 2" in answer
    assert "Ann 27 (Dealer: Beatrice) hearts yours" in answer


def test_bid_changed_under_a_typed_meld_is_no_choice(client, db):
    """Nobody else entered the meld: what changed stands above it, and what was typed stands in it."""
    keeper = make_card(client)
    enter(keeper, "bid", {**BID, "no_marriage": False}, hand=1)
    enter(join(keeper.card), "bid", {**BID, "no_marriage": False, "bid": 30}, hand=1)

    answer = post(client, keeper, "hands/1/meld/", MELD, seen=1)

    assert answer.status_code == 409
    assert "Tablet 2: bid of hand 1, 30 by Ann, hearts" in words_of(answer)
    assert re.search(r'name="meld_NS"[^>]* value="19"', answer.content.decode())


def test_tablet_is_told_whose_entry_replaced_its_own_until_it_enters_something(client, db):
    keeper = make_card(client)
    other = join(keeper.card)
    enter(keeper, "bid", {**BID, "no_marriage": False}, hand=1)
    enter(other, "bid", {**BID, "no_marriage": False, "bid": 30}, hand=1)
    told = "Tablet 2 replaced what you entered in hand 1. Bid: 30, not 27."

    assert told in words_of(client.get(card_url(keeper, "changes/?v=1"), headers=HTMX))
    assert told in words_of(client.get(card_url(keeper)))
    assert told not in words_of(post(client, keeper, "hands/1/meld/", MELD, htmx=True))


@pytest.mark.parametrize("htmx", [False, True])
def test_wrong_figure_of_a_step_whose_step_before_was_undone_meanwhile(client, db, htmx):
    keeper = make_card(client)
    enter(keeper, "bid", {**BID, "no_marriage": False}, hand=1)
    enter(keeper, "undo", {"undoes": 1}, hand=1)

    answer = post(client, keeper, "hands/1/meld/", {"meld_NS": "many"}, seen=1, htmx=htmx)

    assert answer.status_code == 409
    assert "Enter the bid first." in words_of(answer)
    assert "many" in words_of(answer)


def test_another_tablet_enters_nothing(client, db):
    keeper = make_card(Client())

    assert post(client, keeper, "hands/1/bid/", BID).status_code == 404


def test_step_of_a_hand_that_is_done(client, db):
    keeper = make_card(client)
    enter_hand(keeper)

    answer = post(client, keeper, "hands/1/bid/", BID)

    assert answer.status_code == 409
    assert "Hand 1 is no longer open." in words_of(answer)


@pytest.mark.parametrize("from_card", [False, True])
def test_take_of_a_hand_that_another_tablet_has_finished_is_chosen_and_corrects_it(client, db, from_card):
    keeper = make_card(client)
    enter_hand(join(keeper.card), **MADE)

    answer = post(client, keeper, "hands/1/take/", {"take_NS": 12, "take_EW": 13}, seen=2)

    assert answer.status_code == 409
    assert "Ann & Carl 14, Beatrice & Dominic 11 saved by Tablet 2" in words_of(answer)
    assert "Ann & Carl 12, Beatrice & Dominic 13 yours" in words_of(answer)
    address, sent = yours(answer)
    assert address == card_url(keeper, "hands/1/correct/")
    headers = {**HTMX, "HX-Current-URL": f"http://testserver{card_url(keeper)}"} if from_card else {}
    chosen = client.post(address, sent, headers=headers)
    assert chosen.status_code == (200 if from_card else 302)
    assert read_sheet(keeper.card).lines[0].figures.take == {"NS": 12, "EW": 13}
    assert read_sheet(keeper.card).lines[0].figures.meld == {"NS": 19, "EW": 4}


def test_take_that_another_tablet_entered_too_and_alike_is_saved(client, db):
    keeper = make_card(client)
    enter_hand(join(keeper.card), **MADE)

    assert post(client, keeper, "hands/1/take/", TAKE, seen=2, htmx=True).status_code == 200
    assert read_sheet(keeper.card).version == 3


def test_figure_that_cannot_be_of_a_hand_that_another_tablet_has_finished(client, db):
    """There is nothing to choose: what the other entered and what was typed stand beside each other."""
    keeper = make_card(client)
    enter_hand(join(keeper.card), **MADE)

    sent = {**BID, "bidder": "S", "bid": 12, "trump": "C", "seen": 0}
    answer = words_of(post(client, keeper, "hands/1/bid/", sent))

    assert "Tablet 2: bid of hand 1, 27 by Ann, hearts" in answer
    assert "Who won the bid? Carl , Bid 12 , Trump Clubs" in answer.partition("You typed:")[2]


@pytest.mark.parametrize("path", ["hands/1/melody/", "hands/1/take/later/", "hands/x/bid/"])
def test_addresses_that_are_not_there(client, db, path):
    assert post(client, make_card(client), path, BID).status_code == 404


# -- undo --------------------------------------------------------------------------------


def test_undo_key_says_what_it_takes_out(client, db):
    keeper = make_card(client)
    assert "Undo" not in words_of(client.get(card_url(keeper)))

    enter_hand(keeper, **MADE)

    assert "Undo: take of hand 1" in words_of(client.get(card_url(keeper))).replace("Undo: Take", "Undo: take")


def test_undo_of_a_closed_hand_opens_its_take_with_the_figures_kept(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    page = post(client, keeper, "undo/", htmx=True)

    assert page.status_code == 200
    assert f'action="{card_url(keeper, "hands/1/take/")}"' in page.content.decode()
    assert re.search(r'name="take_NS"[^>]* value="14"', page.content.decode())
    assert "Undone: take of hand 1. It stays in the history." in words_of(page)


def test_undo_without_scripts_shows_the_same(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    answer = post(client, keeper, "undo/")
    page = client.get(answer["Location"])

    assert re.search(r'name="take_EW"[^>]* value="11"', page.content.decode())
    assert "Undone: take of hand 1." in words_of(page)


def test_undo_again_goes_further_back_with_its_figures(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    for _ in range(3):
        page = post(client, keeper, "undo/", htmx=True)

    assert read_sheet(keeper.card).lines == ()
    assert re.search(r'name="bid"[^>]* value="27"', page.content.decode())
    assert post(client, keeper, "undo/").status_code == 409


def test_undo_opens_a_game_that_was_won(client, db):
    keeper = make_card(client)
    enter_hand(keeper, bidder="N", bid=60, meld={"NS": 140, "EW": 4}, take={"NS": 14, "EW": 11})

    page = post(client, keeper, "undo/", htmx=True)

    assert "wins" not in words_of(page)
    assert f'action="{card_url(keeper, "hands/1/take/")}"' in page.content.decode()


def test_undo_twice_with_one_tap_takes_one_out(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    for _ in range(2):
        post(client, keeper, "undo/", {"client_id": "one"}, seen=3)

    assert read_sheet(keeper.card).lines[0].entered == ("bid", "meld")


def test_undo_of_what_another_tablet_went_past_is_refused(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    enter(join(keeper.card), "bid", {**BID, "no_marriage": False}, hand=2)

    answer = post(client, keeper, "undo/", seen=3)

    assert answer.status_code == 409
    assert "Tablet 2: bid of hand 2" in words_of(answer)
    assert read_sheet(keeper.card).version == 4


def test_undo_of_a_correction_gives_the_line_back(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    enter(keeper, "correct", {"take": {"NS": 7, "EW": 18}}, hand=1)

    page = post(client, keeper, "undo/", htmx=True)

    assert dict(read_sheet(keeper.card).totals) == {"NS": 33, "EW": 15}
    assert "Undone: correction of hand 1." in words_of(page)


# -- a long card -------------------------------------------------------------------------


def lines_of(answer) -> dict[int, str]:
    """The lines in an answer as they stand in it, by hand."""
    found = re.findall(r'(<tr class="hand.*?</tr>)', answer.content.decode(), re.DOTALL)
    return {int(re.findall(r'id="hand-(\d+)"', line)[0]): line for line in found}


def marks_of(lines) -> dict[str, str]:
    """What a page with these lines says of them, as a header."""
    return {"Card-Lines": ",".join(re.findall('data-mark="([^"]+)"', line)[0] for line in lines.values())}


@pytest.mark.parametrize("ask", ["saved", "polled"])
def test_lines_that_the_page_has_are_not_sent_again(client, db, ask):
    keeper = make_card(client, book="gwinnett-3", hands_agreed=60)
    fill_hands(keeper, 40)
    shown = lines_of(client.get(card_url(keeper)))
    enter(keeper, "correct", {"take": {"A": 3, "B": 13, "C": 9}}, hand=38)
    headers = {**HTMX, **marks_of(shown)}

    if ask == "saved":
        typed = {"dealer": "A", "bidder": "A", "bid": 25, "trump": "H", "client_id": "one", "seen": 121}
        answer = client.post(card_url(keeper, "hands/41/bid/"), typed, headers=headers)
    else:
        answer = client.get(card_url(keeper, "changes/?v=120"), headers=headers)

    assert answer.status_code == 200
    now, fresh = lines_of(answer), lines_of(client.get(card_url(keeper)))
    kept = [hand for hand, line in now.items() if "hx-preserve" in line]
    assert kept == list(range(1, 38))
    assert {hand: shown[hand] if hand in kept else line for hand, line in now.items()} == fresh


def test_page_that_says_nothing_of_its_lines_gets_them_all(client, db):
    keeper = make_card(client, book="gwinnett-3", hands_agreed=60)
    fill_hands(keeper, 5)
    marks = marks_of(lines_of(client.get(card_url(keeper))))

    assert "hx-preserve" in client.get(card_url(keeper), headers={**HTMX, **marks}).content.decode()
    for headers in (HTMX, {**HTMX, "Card-Lines": "1-0000000000000000,,2"}):
        assert "hx-preserve" not in client.get(card_url(keeper), headers=headers).content.decode()


def test_line_of_another_card_is_not_taken_for_this_ones(client, db):
    first, second = (make_card(client, book="gwinnett-3", hands_agreed=60) for _ in range(2))
    fill_hands(first, 2)
    fill_hands(second, 2, bid=30)
    marks = marks_of(lines_of(client.get(card_url(first))))

    assert "hx-preserve" not in client.get(card_url(second), headers={**HTMX, **marks}).content.decode()


# -- how much it asks --------------------------------------------------------------------


@pytest.mark.parametrize("hands", [1, 40])
@pytest.mark.parametrize("htmx", [False, True])
def test_card_asks_as_much_whatever_the_number_of_lines(client, db, django_assert_max_num_queries, hands, htmx):
    keeper = make_card(client, book="gwinnett-3", hands_agreed=60)
    fill_hands(keeper, hands)

    with django_assert_max_num_queries(8):
        assert client.get(card_url(keeper), headers=HTMX if htmx else {}).status_code == 200


@pytest.mark.parametrize("hands", [1, 40])
@pytest.mark.parametrize("htmx", [False, True])
def test_saving_a_step_asks_as_much_whatever_the_number_of_lines(
    client, db, django_assert_max_num_queries, hands, htmx
):
    keeper = make_card(client, book="gwinnett-3", hands_agreed=60)
    fill_hands(keeper, hands)
    form = {"client_id": "one", "seen": hands * 3, "dealer": "A", "bidder": "A", "bid": 25, "trump": "H"}

    with django_assert_max_num_queries(14):
        answer = client.post(card_url(keeper, f"hands/{hands + 1}/bid/"), form, headers=HTMX if htmx else {})

    assert answer.status_code == (200 if htmx else 302)


@pytest.mark.parametrize("hands", [1, 40])
def test_polling_asks_one_question_while_nothing_is_new(client, db, django_assert_num_queries, hands):
    keeper = make_card(client, book="gwinnett-3", hands_agreed=60)
    fill_hands(keeper, hands)

    with django_assert_num_queries(1):
        assert client.get(card_url(keeper, f"changes/?v={hands * 3}")).status_code == 204


# -- without a line ----------------------------------------------------------------------


def test_browsers_may_keep_the_card_while_it_is_written_on_and_no_part_of_it(client, db):
    keeper = make_card(client)
    enter(keeper, "bid", {**BID, "no_marriage": False}, hand=1)

    assert client.get(card_url(keeper)).headers[HEADER] == f"card {SECONDS}"
    assert HEADER not in client.get(card_url(keeper, "changes/?v=0"), headers=HTMX).headers
    assert HEADER not in Client().get(card_url(keeper)).headers


def test_signed_card_is_kept_by_no_browser(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": 3})
    assert read_sheet(keeper.card).is_closed

    assert HEADER not in client.get(card_url(keeper)).headers
