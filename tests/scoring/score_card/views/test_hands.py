"""The page of a hand, its correction, and the history of a card."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import CardLink
from scoring.rules.book import built_in_books
from scoring.rules.prose import anchors
from scoring.score_card import access
from scoring.score_card.recording import read_sheet
from tests.books import TRIED
from tests.responses import words_of
from tests.scoring.score_card.makers import MADE, SET, card_url, enter, enter_hand, fill_hands, join, make_card

HTMX = {"HX-Request": "true"}

# Ann & Carl bid 27: 19 + 14 makes it, 19 + 7 does not.
RUN_AND_PINOCHLE = {"N": [["run", "H", 1], ["pinochle", None, 1]]}


def fields(keeper, **changed) -> dict:
    """What the correction form of a made hand posts, with some of it changed."""
    return {
        "client_id": str(uuid4()),
        "seen": read_sheet(keeper.card).version,
        "dealer": "N",
        "bidder": "N",
        "bid": 27,
        "trump": "H",
        "meld_NS": 19,
        "meld_EW": 4,
        "take_NS": 14,
        "take_EW": 11,
        "renege": "",
        "reason": "",
        **changed,
    }


def correct(client, keeper, hand=1, *, htmx=False, preview=False, **changed):
    address = card_url(keeper, f"hands/{hand}/correct/{'preview/' if preview else ''}")
    return client.post(address, fields(keeper, **changed), headers=HTMX if htmx else {})


# -- one hand explained ------------------------------------------------------------------


def test_hand_explains_each_number(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    enter_hand(keeper, **SET)

    page = words_of(client.get(card_url(keeper, "hands/2/")))

    assert "Ann & Carl came 1 short of the bid of 27: 19 meld + 7 take = 26." in page
    assert "The bid of 27 comes off." in page
    assert "33 → 6" in page
    assert "15 → 37" in page


@pytest.mark.parametrize("book", TRIED)
def test_hand_links_each_step_to_its_rule(client, db, book):
    keeper = make_card(client, book=book)
    enter_hand(keeper)

    page = client.get(card_url(keeper, "hands/1/")).content.decode()

    targets = [part.split('"')[0] for part in page.split(f'href="/books/{book}/#')[1:]]
    assert targets
    assert set(targets) <= anchors(built_in_books()[book])


def test_hand_shows_what_was_entered_and_by_whom(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    enter(join(keeper.card), "correct", {"take": {"NS": 13, "EW": 12}}, hand=1, reason="the ten was theirs")

    page = words_of(client.get(card_url(keeper, "hands/1/")))

    assert "Correction of hand 1" in page
    assert "Ann & Carl, take: 14 → 13" in page
    assert "Tablet 2 · “the ten was theirs”" in page


def test_hand_being_entered_tells_the_outlook(client, db):
    keeper = make_card(client)
    enter(keeper, "bid", {"dealer": "N", "bidder": "N", "bid": 27, "trump": "H", "no_marriage": False}, hand=1)
    enter(keeper, "meld", {"meld": {"NS": 19, "EW": 4}}, hand=1)

    page = words_of(client.get(card_url(keeper, "hands/1/")))

    assert "Ann & Carl need 8 of 25" in page
    assert "Go on with this hand" in page


def test_hand_tells_of_a_redeal(client, db):
    keeper = make_card(client)
    enter(keeper, "redeal", {"why": "misdeal", "dealer": "N", "next_dealer": "N"}, hand=1)
    enter_hand(keeper)

    assert "New deal of hand 1: a misdeal, Ann deals" in words_of(client.get(card_url(keeper, "hands/1/")))


@pytest.mark.parametrize("path", ["hands/1/", "hands/3/", "hands/1/correct/", "history/"])
def test_another_tablet_sees_nothing(client, db, path):
    keeper = make_card(Client())
    enter_hand(keeper)

    assert client.get(card_url(keeper, path)).status_code == 404


def test_hand_that_is_not_there(client, db):
    keeper = make_card(client)

    assert client.get(card_url(keeper, "hands/7/")).status_code == 404


# -- corrections -------------------------------------------------------------------------


def test_correction_opens_with_the_figures_of_the_card(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    page = client.get(card_url(keeper, "hands/1/correct/")).content.decode()

    assert 'name="bid" id="id_bid" value="27"' in page
    assert 'name="take_EW" id="id_take_EW" value="11"' in page


def test_look_shows_what_changes_and_saves_nothing(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    enter_hand(keeper, **MADE)

    page = words_of(correct(client, keeper, do="look", take_NS=7, take_EW=18))

    assert "Ann & Carl, take 14 7" in page
    assert "Ann & Carl, hand 1 set: 19 + 7 = 26, short of 27 by 1 +33 −27" in page
    assert "Hand 1 33 −27 15 22" in page
    assert "Hand 2 66 6 30 37" in page
    assert read_sheet(keeper.card).version == 6


def test_preview_says_the_same_without_saving(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    page = words_of(correct(client, keeper, preview=True, htmx=True, take_NS=7, take_EW=18))

    assert "Hand 1 33 −27 15 22" in page
    assert read_sheet(keeper.card).version == 3


def test_preview_asks_for_nothing_before_anything_is_changed(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    page = words_of(correct(client, keeper, preview=True, htmx=True, reason=""))

    assert ("Nothing has changed yet." in page, "Before it can be saved" in page) == (True, False)


def test_preview_names_what_is_still_wrong(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    page = words_of(correct(client, keeper, preview=True, htmx=True, take_NS=7))

    assert "7 + 11 = 18, but a hand has 25 points." in page


def test_look_says_who_would_have_won(client, db):
    keeper = make_card(client)
    high = {"bidder": "N", "bid": 60, "meld": {"NS": 60, "EW": 4}, "take": {"NS": 14, "EW": 11}}
    enter_hand(keeper, **MADE)
    enter_hand(keeper, **high)
    enter_hand(keeper, **high)

    page = words_of(correct(client, keeper, do="look", meld_NS=80, meld_EW=4))

    assert "The game ends on another hand. Ann & Carl had won on hand 3, 181 to 45." in page
    assert "Ann & Carl would have won on hand 2, 168 to 30: hand 3 would no longer count." in page


def test_look_says_that_the_game_goes_on(client, db):
    keeper = make_card(client)
    enter_hand(keeper, bidder="N", bid=60, meld={"NS": 140, "EW": 4}, take={"NS": 14, "EW": 11})

    page = words_of(correct(client, keeper, do="look", bid=60, meld_NS=40))

    assert "The game goes on. Ann & Carl had won on hand 1, 154 to 15. Nobody has won yet." in page


@pytest.mark.parametrize("htmx", [False, True])
def test_save_corrects_the_line(client, db, htmx):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    answer = correct(client, keeper, htmx=htmx, do="save", take_NS=10, take_EW=15, reason="miscounted")

    goes_to = answer["HX-Redirect"] if htmx else answer["Location"]
    assert goes_to == card_url(keeper, "#hand-1")
    sheet = read_sheet(keeper.card)
    assert sheet.totals == {"NS": 29, "EW": 19}
    assert sheet.lines[0].is_corrected
    assert sheet.entries[-1].reason == "miscounted"


def test_save_twice_corrects_once(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    typed = fields(keeper, do="save", take_NS=10, take_EW=15)

    first, second = (client.post(card_url(keeper, "hands/1/correct/"), typed) for _ in range(2))

    assert first["Location"] == second["Location"]
    assert read_sheet(keeper.card).version == 4


def test_save_of_nothing_new_is_refused(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    answer = correct(client, keeper, do="save")

    assert answer.status_code == 422
    assert "Nothing has changed from what is on the card." in words_of(answer)


def test_wrong_figures_stand_beside_their_field(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    answer = correct(client, keeper, do="save", bid="12", reason="it was twelve")

    assert answer.status_code == 422
    assert 'id="id_bid_error"' in answer.content.decode()
    assert 'value="it was twelve"' in answer.content.decode()


def test_question_comes_up_and_is_asked_for(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    answer = correct(client, keeper, do="save", take_NS=24, take_EW=1)

    assert answer.status_code == 422
    assert "Beatrice & Dominic took 1 point. Was it only the last trick?" in words_of(answer)
    assert "One more thing: answer this too." in words_of(answer)


def test_answered_question_keeps_its_answer(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE | {"take": {"NS": 24, "EW": 1}, "last_trick": "EW"})

    page = client.get(card_url(keeper, "hands/1/correct/")).content.decode()

    assert 'name="q_last_trick_EW" value="yes" checked' in page


def test_hand_lists_the_melds_that_were_counted(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE, melds=RUN_AND_PINOCHLE | {"W": [["pinochle", None, 1]]}, cards={"W": "QS JD"})

    page = words_of(client.get(card_url(keeper, "hands/1/")))

    assert "Ann Run in ♥ hearts 15 Pinochle 4 Together 19" in page
    assert "Dominic Pinochle 4 Together 4" in page


def test_melds_counted_under_another_trump_are_dropped(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE, melds=RUN_AND_PINOCHLE, cards={})

    correct(client, keeper, do="save", take_NS=13, take_EW=12)
    assert read_sheet(keeper.card).lines[0].figures.melds

    correct(client, keeper, do="save", trump="S")
    assert not read_sheet(keeper.card).lines[0].figures.melds


def test_hand_that_becomes_unplayed_loses_its_take(client, db):
    keeper = make_card(client, book="npa")
    enter_hand(keeper, bidder="N", bid=52, meld={"NS": 30, "EW": 20}, take={"NS": 30, "EW": 20})
    typed = fields(keeper, do="save", bid=52, meld_NS=19, meld_EW=20, take_NS=30, take_EW=20)

    client.post(card_url(keeper, "hands/1/correct/"), typed)

    line = read_sheet(keeper.card).lines[0]
    assert not line.score.played
    assert line.figures.take == {}


@pytest.mark.parametrize("htmx", [False, True])
def test_stale_correction_shows_what_changed_and_keeps_the_figures(client, db, htmx):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    typed = fields(keeper, do="save", take_NS=10, take_EW=15)
    enter(join(keeper.card), "correct", {"take": {"NS": 13, "EW": 12}}, hand=1)

    answer = client.post(card_url(keeper, "hands/1/correct/"), typed, headers=HTMX if htmx else {})

    assert answer.status_code == 409
    assert "Tablet 2: correction of hand 1, take Ann & Carl 13, Beatrice & Dominic 12" in words_of(answer)
    assert "Ann & Carl, take 13 10" in words_of(answer)
    assert "Keep what Tablet 2 entered Use mine instead" in words_of(answer)
    assert "Save the correction" not in words_of(answer)
    assert read_sheet(keeper.card).version == 4
    again = typed | {"client_id": str(uuid4()), "seen": 4}
    assert client.post(card_url(keeper, "hands/1/correct/"), again).status_code == 302


def test_closed_card_is_not_corrected(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": read_sheet(keeper.card).content_version})

    answer = correct(client, keeper, do="save", take_NS=10, take_EW=15)

    assert answer.status_code == 409
    assert "Reopen it to change something." in words_of(answer)
    assert client.get(card_url(keeper, "hands/1/correct/"))["Location"] == card_url(keeper, "hands/1/")


def test_hand_that_is_not_done_is_not_corrected(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)

    assert client.get(card_url(keeper, "hands/2/correct/"))["Location"] == card_url(keeper, "hands/2/")


# -- history -----------------------------------------------------------------------------


def test_history_shows_every_entry_newest_first(client, db):
    keeper = make_card(client)
    enter_hand(keeper, **MADE)
    enter(keeper, "undo", {"undoes": 3}, hand=1)

    page = words_of(client.get(card_url(keeper, "history/")))

    assert page.index("Undo: take of hand 1") < page.index("Take of hand 1") < page.index("Bid of hand 1")
    assert "Take of hand 1: Ann & Carl 14, Beatrice & Dominic 11 Tablet 1 · undone" in page


def test_history_goes_on_on_another_page(client, db):
    keeper = make_card(client, book="gwinnett-3", hands_agreed=30)
    fill_hands(keeper, 18)

    assert "Page 1 of 2" in words_of(client.get(card_url(keeper, "history/")))
    assert "Bid of hand 1:" in words_of(client.get(card_url(keeper, "history/?page=2")))


@pytest.mark.parametrize("path", ["hands/1/", "hands/1/correct/", "history/"])
@pytest.mark.parametrize("hands", [1, 20])
def test_pages_ask_as_much_whatever_the_number_of_lines(client, db, django_assert_max_num_queries, path, hands):
    keeper = make_card(client, book="gwinnett-3", hands_agreed=30)
    fill_hands(keeper, hands)

    with django_assert_max_num_queries(4):
        assert client.get(card_url(keeper, path)).status_code == 200


# -- dealing again -----------------------------------------------------------------------


def redeal(client, keeper, *, htmx=False, **typed):
    form = {"client_id": str(uuid4()), "seen": read_sheet(keeper.card).version, **typed}
    return client.post(card_url(keeper, "redeal/"), form, headers=HTMX if htmx else {})


@pytest.mark.parametrize("book", TRIED)
def test_redeal_offers_what_the_book_knows(client, db, book):
    keeper = make_card(client, book=book)
    rules = built_in_books()[book]

    page = client.get(card_url(keeper, "redeal/")).content.decode()

    assert ('value="nines"' in page) == bool(rules.redeal.nines)
    assert ('value="wrong_pass"' in page) == (rules.passing is not None)
    assert ('value="misdeal"' in page) == rules.redeal.misdeals


def test_a_book_that_deals_nothing_again_has_no_key_for_it_and_says_what_is_done(client, db):
    keeper = make_card(client, book="cutthroat")

    assert "Deal again" not in words_of(client.get(card_url(keeper)))
    page = words_of(client.get(card_url(keeper, "redeal/")))
    assert "By these rules no hand is dealt again. The deal stands, and the player who is short draws from the" in page
    assert "set aside" not in page
    assert redeal(client, keeper, why="other").status_code == 422
    assert read_sheet(keeper.card).entries == ()


def test_redeal_says_when_the_deal_is_lost(client, db):
    keeper = make_card(client)

    assert "Ann deals again. One more misdeal loses the deal, and Beatrice deals." in words_of(
        client.get(card_url(keeper, "redeal/"))
    )
    redeal(client, keeper, why="misdeal")
    assert "Misdeal number 2 of Ann loses the deal, and Beatrice deals next." in words_of(
        client.get(card_url(keeper, "redeal/"))
    )


def test_misdeals_are_counted_for_each_dealer(client, db):
    keeper = make_card(client)

    dealers = []
    for _ in range(4):
        redeal(client, keeper, why="misdeal")
        dealers.append(read_sheet(keeper.card).open_line.dealer)

    assert dealers == ["N", "E", "E", "S"]


@pytest.mark.parametrize("htmx", [False, True])
def test_redeal_begins_the_hand_again(client, db, htmx):
    keeper = make_card(client)
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 20, "trump": "H", "no_marriage": False}, hand=1)

    answer = redeal(client, keeper, why="nines", htmx=htmx)

    then = answer["HX-Redirect"] if htmx else answer["Location"]
    assert then == card_url(keeper, "?saved=2")
    assert read_sheet(keeper.card).open_line.entered == ()
    assert said_at(client, then) == "Hand 1 is dealt again. Ann deals."


def said_at(client, address):
    """What a screen reader says on a card."""
    return re.findall(r'id="said" role="status">(.*?)</p>', client.get(address).content.decode())[0]


def test_only_the_newest_entry_is_said(client, db):
    keeper = make_card(client)
    enter(keeper, "redeal", {"why": "misdeal", "dealer": "N", "next_dealer": "N"}, hand=1)
    enter(keeper, "details", {"player_names": {"N": "Zoe"}})

    assert [said_at(client, card_url(keeper, f"?saved={number}")) for number in ("1", "2", "x", "")] == [
        "",
        "Names and details saved.",
        "",
        "",
    ]


@pytest.mark.parametrize("why", ["", "boredom"])
def test_redeal_asks_for_a_reason(client, db, why):
    keeper = make_card(client)

    answer = redeal(client, keeper, why=why)

    assert answer.status_code == 422
    assert 'class="field-error"' in answer.content.decode()
    assert read_sheet(keeper.card).version == 0


def test_stale_redeal_shows_what_changed(client, db):
    keeper = make_card(client)
    enter(
        join(keeper.card), "bid", {"dealer": "N", "bidder": "E", "bid": 20, "trump": "H", "no_marriage": False}, hand=1
    )

    answer = redeal(client, keeper, why="misdeal", seen=0)

    assert answer.status_code == 409
    assert "Tablet 2: bid of hand 1, 20 by Beatrice, hearts" in words_of(answer)
    assert 'value="misdeal" checked' in answer.content.decode()


def test_redeal_after_the_end_goes_back_to_the_card(client, db):
    keeper = make_card(client)
    enter_hand(keeper, bidder="N", bid=60, meld={"NS": 140, "EW": 4}, take={"NS": 14, "EW": 11})

    assert client.get(card_url(keeper, "redeal/"))["Location"] == card_url(keeper)


# -- remarks -----------------------------------------------------------------------------


def remark(client, keeper, hand=1, **typed):
    address = card_url(keeper, f"hands/{hand}/remark/")
    return client.post(address, {"client_id": str(uuid4()), "seen": read_sheet(keeper.card).version, **typed})


def test_remark_is_seen_on_the_card_the_hand_and_the_read_page(db, client):
    keeper = make_card(client, book="npa")
    enter_hand(keeper)
    page = client.get(card_url(keeper, "hands/1/")).text
    assert 'name="quick" value="Frozen partner"' in page
    assert "dealt for" not in page

    remark(client, keeper, quick="Frozen partner", text="")
    remark(client, keeper, quick="", text="The cards were counted <twice>")

    reading = reverse("score_card:read", args=[access.make_link(keeper.card, CardLink.Kind.READ)])
    for address in (card_url(keeper), reading):
        page = client.get(address).text
        assert "Hand 1: “Frozen partner”" in page
        assert "Hand 1: “The cards were counted &lt;twice&gt;”" in page
    page = client.get(card_url(keeper, "hands/1/")).text
    assert "“Frozen partner”" in page
    assert 'value="Frozen partner"' not in page
    assert "Remark on hand 1" in page


@pytest.mark.parametrize(
    ("typed", "fault"),
    [({"text": " "}, "Write a few words"), ({"text": "x" * 81}, "up to 80 characters")],
)
def test_remark_without_words_or_with_too_many_is_refused(db, client, typed, fault):
    keeper = make_card(client)
    enter_hand(keeper)

    answer = remark(client, keeper, **typed)

    assert answer.status_code == 422
    assert fault in answer.text
    assert read_sheet(keeper.card).lines[0].remarks == ()


def test_remark_is_written_though_another_tablet_has_gone_on(db, client):
    keeper = make_card(client)
    enter_hand(keeper)
    seen = read_sheet(keeper.card).version
    enter_hand(keeper)

    remark(client, keeper, text="Misdealt once", seen=seen)

    assert read_sheet(keeper.card).lines[0].remarks == ("Misdealt once",)


def test_signed_card_takes_no_remark_and_offers_none(db, client):
    keeper = make_card(client)
    enter_hand(keeper)
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": 3, "by": ""})

    assert 'name="quick"' not in client.get(card_url(keeper, "hands/1/")).text
    assert remark(client, keeper, text="Late word").status_code == 409
    assert read_sheet(keeper.card).lines[0].remarks == ()
