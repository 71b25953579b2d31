"""What is possible and can hardly be is asked about once more, before it is saved and on the hand that has it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from scoring.models import DeviceCard, MeldRarity
from scoring.rules.book import built_in_book
from scoring.rules.deal_score import DealRecord
from scoring.rules.meld_totals import possible_side_totals
from scoring.rules.plain_hands import bits
from scoring.rules.rarity import STUCK, Rarity, rarity_key
from scoring.score_card.entries import Figures
from scoring.score_card.rare_figures import figures_asked, hands_to_check, know_tables, rare_figures, rarity_of
from scoring.score_card.recording import read_sheet
from tests.lab.benchmarks.bare import game
from tests.responses import Response, words_of
from tests.scoring.score_card.makers import (
    BID,
    Hand,
    card_url,
    enter,
    enter_hand,
    hand_payload,
    made,
    make_card,
    ruling,
    sheet_of,
)

pytestmark = pytest.mark.django_db

RARE = 104  # aces around twice and a royal marriage: possible, and hardly ever seen
QUESTION = f"{RARE} is a very rare meld ("


def with_bid(client: Client, book: str = "st-hilary", **bid: Any) -> DeviceCard:
    keeper = make_card(client, book=book)
    enter(keeper, "bid", {**BID, **bid}, hand=1)
    return keeper


def save_meld(client: Client, keeper: DeviceCard, ns: int, ew: int, **more: Any) -> Response:
    fields = {"client_id": "meld-1", "seen": 1, "meld_NS": ns, "meld_EW": ew, **more}
    return client.post(card_url(keeper, "hands/1/meld/"), fields)


def meld_of(keeper: DeviceCard) -> dict[str, int] | None:
    return read_sheet(keeper.card).lines[0].figures.payload().get("meld")


def test_rare_meld_is_asked_about_before_it_is_saved(client):
    keeper = with_bid(client)

    answer = save_meld(client, keeper, RARE, 4)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert f"Ann & Carl: {QUESTION}" in words_of(answer)
    assert f'<button class="button rare-key" name="q_rare" value="meld_NS={RARE}"' in page
    assert f"Ann & Carl {RARE} as typed" in words_of(answer)
    assert 'href="#id_meld_NS" data-type-again>Type it again' in page
    assert f'value="{RARE}"' in page
    assert meld_of(keeper) is None


def test_yes_saves_it_and_repeating_yes_does_no_harm(client):
    keeper = with_bid(client)
    save_meld(client, keeper, RARE, 4)

    answers = [save_meld(client, keeper, RARE, 4, q_rare=f"meld_NS={RARE}") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert meld_of(keeper) == {"NS": RARE, "EW": 4}
    assert read_sheet(keeper.card).version == 2


def test_changed_figure_is_saved_without_a_question(client):
    keeper = with_bid(client)

    answer = save_meld(client, keeper, 14, 4, q_rare=f"meld_NS={RARE}", q_asked=f"meld_NS={RARE}")

    assert answer.status_code == 302
    assert meld_of(keeper) == {"NS": 14, "EW": 4}


def test_yes_to_one_meld_is_no_yes_to_another(client):
    keeper = with_bid(client)

    answer = save_meld(client, keeper, RARE, RARE, q_rare=f"meld_NS={RARE}")

    assert answer.status_code == 422
    assert f'value="meld_NS={RARE} meld_EW={RARE}"' in answer.content.decode()


def test_meld_saved_before_is_not_asked_about_again(client):
    keeper = with_bid(client)
    enter(keeper, "meld", {"meld": {"NS": RARE, "EW": 4}}, hand=1)

    answer = save_meld(client, keeper, RARE, 10, client_id="again", seen=2)

    assert answer.status_code == 302
    assert meld_of(keeper) == {"NS": RARE, "EW": 10}


def test_preview_takes_the_question_away_with_the_figure_and_asks_nothing_itself(client):
    keeper = with_bid(client)
    address = card_url(keeper, "hands/1/meld/preview/")
    typed = {"client_id": "x", "seen": 1, "meld_NS": RARE, "meld_EW": 4}

    first = client.post(address, typed)
    asked = client.post(address, {**typed, "q_asked": f"meld_NS={RARE}"})
    mended = client.post(address, {**typed, "meld_NS": 14, "q_asked": f"meld_NS={RARE}"})

    assert QUESTION not in words_of(first)
    assert "save-step" not in first.content.decode()
    assert "save-step" not in asked.content.decode()  # a tap on the question's key may be on its way
    assert "Next: take" in mended.content.decode()
    assert "as typed" not in mended.content.decode()


def test_correction_asks_too(client):
    keeper = make_card(client)
    enter_hand(keeper, bid=20, meld={"NS": 14, "EW": 4}, take={"NS": 15, "EW": 10})
    fields = {
        "client_id": "c",
        "seen": 3,
        "do": "save",
        "dealer": "N",
        "bidder": "N",
        "bid": 20,
        "trump": "H",
        "meld_NS": RARE,
        "meld_EW": 4,
        "take_NS": 15,
        "take_EW": 10,
        "renege": "",
        "reason": "",
    }
    address = card_url(keeper, "hands/1/correct/")

    asked = client.post(address, fields)
    assert asked.status_code == 422
    assert QUESTION in words_of(asked)
    assert f"Ann & Carl {RARE} as typed" in words_of(asked)
    assert meld_of(keeper) == {"NS": 14, "EW": 4}

    saved = client.post(address, {**fields, "q_rare": f"meld_NS={RARE}"})
    assert saved.status_code == 302
    assert meld_of(keeper) == {"NS": RARE, "EW": 4}


ACES = {f"N-card-A{suit}": "2" for suit in "SHDC"} | {"N-card-KH": "1", "N-card-QH": "1"}


def test_helper_asks_about_melds_that_were_tapped(client):
    keeper = with_bid(client)
    address = card_url(keeper, "hands/1/melds/")
    taps = {"client_id": "t", "seen": 1, "by_N": "melds", "N-aces": "2", "N-royal_marriage-H": "1"}

    asked = client.post(address, taps)
    assert asked.status_code == 422
    assert QUESTION in words_of(asked)
    assert 'name="N-aces"' in asked.content.decode()
    assert meld_of(keeper) is None

    saved = client.post(address, {**taps, "q_rare": f"meld_NS={RARE}"})
    assert saved.status_code == 302
    assert meld_of(keeper) == {"NS": RARE, "EW": 0}
    assert read_sheet(keeper.card).lines[0].figures.melds


def test_helper_does_not_doubt_cards(client):
    keeper = with_bid(client)

    answer = client.post(card_url(keeper, "hands/1/melds/"), {"client_id": "t", "seen": 1, "by_N": "cards", **ACES})

    assert answer.status_code == 302
    assert meld_of(keeper) == {"NS": RARE, "EW": 0}


def test_hand_without_trump_is_not_asked_about(client):
    keeper = with_bid(client, "npa", bid=50, trump=None, no_marriage=True)

    assert save_meld(client, keeper, 0, 500).status_code == 302


def test_book_of_a_clubs_own_is_asked_about_once_it_was_simulated():
    book = built_in_book("st-hilary")
    own = book.model_copy(update={"meld": book.meld.model_copy(update={"run": (16, 150)})})
    record = DealRecord("N", 20, trump="H", meld={"NS": RARE, "EW": 4})

    assert rarity_of(own) is None
    assert list(rare_figures(own, record, {"meld"}, saved=Figures())) == []

    table = Rarity(100_000, {4: 99_000, RARE: 1_000})
    MeldRarity.objects.create(depends_on=rarity_key(own), data='{"sides": 100000, "totals": {"4": 100000}}')

    assert rarity_of(own).is_very_rare(RARE)
    assert not table.is_very_rare(RARE)
    assert [each.side for each in rare_figures(own, record, {"meld"}, saved=Figures())] == ["NS"]
    assert list(rare_figures(own, record, {"meld"}, saved=Figures(), known={"NS"})) == []
    assert list(rare_figures(own, record, {"meld"}, saved=Figures(meld={"NS": RARE, "EW": 4}))) == []


def test_process_that_begins_marks_rare_hands_of_a_clubs_own_book_before_one_is_entered(django_assert_num_queries):
    book = built_in_book("st-hilary")
    own = book.model_copy(update={"meld": book.meld.model_copy(update={"run": (17, 150)})})
    hand = hand_payload(own, bid=27, meld={"NS": RARE, "EW": 4}, take={"NS": 15, "EW": 10})
    sheet = sheet_of(made("correct", 1, **hand), book=own)
    MeldRarity.objects.create(depends_on=rarity_key(own), data='{"sides": 100000, "totals": {"4": 100000}}')

    know_tables()

    with django_assert_num_queries(0):
        assert hands_to_check(sheet) == {1: "Please check hand 1: 104 meld is rare."}


def test_rarity_of_a_built_in_book_asks_no_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert rarity_of(built_in_book("npa")) is not None


# -- bids, takes and melds beside each other ------------------------------------------------


def save_bid(client: Client, keeper: DeviceCard, bid: int, **more: Any) -> Response:
    fields = {"client_id": "bid-1", "seen": 0, "dealer": "N", "bidder": "N", "bid": bid, "trump": "H", **more}
    return client.post(card_url(keeper, "hands/1/bid/"), fields)


def payload_of(keeper: DeviceCard) -> Mapping[str, Any]:
    return read_sheet(keeper.card).lines[0].figures.payload()


@pytest.mark.parametrize(
    ("book", "bid", "keys"),
    [
        ("st-hilary", 104, "104 as typed Type it again"),
        ("st-hilary", 255, "255 as typed 25 Type it again"),
        ("st-hilary", 999, "999 as typed Type it again"),
        ("gwinnett", 210, "210 as typed 21 Type it again"),
        ("family-double", 650, "650 as typed 65 Type it again"),
        ("family-double", 5_000, "5000 as typed 50 Type it again"),
    ],
)
def test_bid_that_no_auction_reaches_is_asked_about_with_the_likely_one(client, book, bid, keys):
    keeper = make_card(client, book=book)

    answer = save_bid(client, keeper, bid)

    assert answer.status_code == 422
    assert f"Is that right? {bid} is a very rare bid (less than 1 hand in 13,000). {keys}" in words_of(answer)
    assert f'name="q_rare" value="bid={bid}"' in answer.content.decode()
    assert read_sheet(keeper.card).lines == ()


def test_no_bid_is_asked_about_up_to_the_highest_unasked(client):
    keeper = make_card(client)
    highest = figures_asked(built_in_book("st-hilary"))["bid"]

    assert 25 < highest < 52  # which may be 25
    assert [save_bid(client, keeper, bid).status_code for bid in (highest + 1, 52, 150)] == [422] * 3
    assert save_bid(client, keeper, highest).status_code == 302


@pytest.mark.parametrize("key", ["st-hilary", "gwinnett-3"])
def test_melds_that_a_tablet_is_told_of_are_those_that_are_asked_about(key):
    book = built_in_book(key)
    bidders, others, *_ = book.sides
    bands = figures_asked(book)["meld"]

    for start, told in bands[:: len(bands) - 1]:
        record = DealRecord(book.seats[0], start, "S", stuck=start == STUCK)
        for who, side in (("bidder", bidders), ("others", others)):
            asked = {
                meld
                for meld in possible_side_totals(book, bidding=who == "bidder")
                if [*rare_figures(book, replace(record, meld={side: meld}), {"meld"}, saved=Figures())]
            }
            assert told[who] == bits(asked), (start, who)
    assert len(bands) > 2


def test_likely_bid_is_taken_by_one_key(client):
    keeper = make_card(client)
    asked = save_bid(client, keeper, 255).content.decode()

    answers = [save_bid(client, keeper, 255, q_asked="bid=255", q_meant="bid=25") for _ in range(2)]

    assert 'name="q_meant" value="bid=25"' in asked
    assert [answer.status_code for answer in answers] == [302, 302]
    assert payload_of(keeper)["bid"] == 25
    assert "sure" not in payload_of(keeper)


def test_bid_that_is_confirmed_is_saved_and_kept_as_sure(client):
    keeper = make_card(client)

    save_bid(client, keeper, 255, q_rare="bid=255")

    assert (payload_of(keeper)["bid"], payload_of(keeper)["sure"]) == (255, {"bid": 255})


def test_changed_bid_takes_the_question_away(client):
    keeper = make_card(client)
    typed = {"client_id": "x", "seen": 0, "dealer": "N", "bidder": "N", "trump": "H", "q_asked": "bid=255"}

    pages = [client.post(card_url(keeper, "hands/1/bid/preview/"), {**typed, "bid": bid}) for bid in (255, 25)]

    assert ["Next: meld" in page.content.decode() for page in pages] == [False, True]


@pytest.mark.parametrize("typed", ["bid", "bid=", "bid=x", "bid=-5", "nothing=25", "=", "bid=²"])
def test_nonsense_is_not_what_was_meant(client, typed):
    keeper = make_card(client)

    assert save_bid(client, keeper, 255, q_meant=typed).status_code == 422


def test_melds_on_the_wrong_sides_are_asked_about_and_turned_by_one_key(client):
    keeper = with_bid(client, bid=25)
    asked = save_meld(client, keeper, 4, 24)

    saved = save_meld(client, keeper, 4, 24, q_meant="meld_NS=24 meld_EW=4")

    asks = "Who melded 24? After a bid of 25, 4 and 24 are mostly the other way around."
    typed = "Ann & Carl 4, Beatrice & Dominic 24 as typed Ann & Carl need 21 of 25."
    meant = "Ann & Carl 24, Beatrice & Dominic 4 the other way around Ann & Carl need"
    assert f"{asks} {typed} {meant}" in words_of(asked)
    assert 'name="q_meant" value="meld_NS=24 meld_EW=4"' in asked.content.decode()
    assert saved.status_code == 302
    assert meld_of(keeper) == {"NS": 24, "EW": 4}


def test_take_that_can_hardly_be_is_asked_about_with_what_follows(client):
    keeper = with_bid(client, "npa", bid=60)
    enter(keeper, "meld", {"meld": {"NS": 30, "EW": 4}}, hand=1)
    fields = {"client_id": "t", "seen": 2, "take_NS": 8, "take_EW": 42}
    asked = client.post(card_url(keeper, "hands/1/take/"), fields)

    saved = client.post(card_url(keeper, "hands/1/take/"), {**fields, "q_meant": "take_EW=24 take_NS=26"})

    assert "Beatrice & Dominic: 42 is a rare take here." in words_of(asked)
    assert 'name="q_meant" value="take_EW=24 take_NS=26"' in asked.content.decode()
    assert saved.status_code == 302
    assert payload_of(keeper)["take"] == {"NS": 26, "EW": 24}


def test_takes_on_the_wrong_sides_are_asked_about(client):
    keeper = with_bid(client, bid=25)
    enter(keeper, "meld", {"meld": {"NS": 12, "EW": 4}}, hand=1)

    asked = client.post(card_url(keeper, "hands/1/take/"), {"client_id": "t", "seen": 2, "take_NS": 3, "take_EW": 22})

    asks = "Who took 22? After a bid of 25, 3 and 22 are mostly the other way around."
    typed = "Ann & Carl 3, Beatrice & Dominic 22 as typed Ann & Carl 15 of 25: set"
    assert f"{asks} {typed}" in words_of(asked)


def test_melds_counted_one_by_one_are_no_slips_of_the_keys(client):
    keeper = with_bid(client, "npa", bid=51)

    typed = save_meld(client, keeper, 15, 0)
    counted = client.post(
        card_url(keeper, "hands/1/melds/"),
        {"client_id": "t", "seen": 1, "by_N": "melds", "N-aces": "0", "N-pinochle": "1"},
    )

    assert "15 is a rare meld here." in words_of(typed)
    assert counted.status_code == 302


def test_book_that_is_bid_otherwise_asks_where_no_cards_carry_the_bid():
    book = built_in_book("st-hilary")
    own = book.model_copy(update={"auction": book.auction.model_copy(update={"opening": 30})})

    def asked(bid: int) -> list[str]:
        return [each.sentence for each in rare_figures(own, DealRecord("N", bid, trump="H"), {"bid"}, saved=Figures())]

    assert asked(104) == []
    assert asked(999) == ["999 is more than the best meld and every trick would make."]


# -- hands that are saved --------------------------------------------------------------------

CHECK = "Please check hand 1: a bid of 60 is rare."


def with_rare_hand(client: Client, **sure: Any) -> DeviceCard:
    keeper = make_card(client)
    enter_hand(keeper, bid=60, meld={"NS": 14, "EW": 4}, take={"NS": 15, "EW": 10}, **sure)
    return keeper


def say_right(client: Client, keeper: DeviceCard, to: str = "", client_id: str = "right") -> Response:
    fields = {"client_id": client_id, "seen": read_sheet(keeper.card).version, "to": to}
    return client.post(card_url(keeper, "hands/1/right/"), fields)


def test_rare_hand_is_marked_until_somebody_says_it_is_right(client):
    keeper = with_rare_hand(client)
    pages = ("", "hands/1/", "sign/NS/")
    before = [words_of(client.get(card_url(keeper, page))) for page in pages]

    said = [say_right(client, keeper) for _ in range(2)]

    after = [words_of(client.get(card_url(keeper, page))) for page in pages]
    sheet = read_sheet(keeper.card)
    assert [CHECK in page and "It’s right" in page for page in before] == [True, True, True]
    assert [answer.status_code for answer in said] == [302, 302]
    assert [CHECK in page for page in after] == [False, False, False]
    assert [entry.kind for entry in sheet.entries] == ["bid", "meld", "take", "checked"]
    assert sheet.content_version == 3
    assert "“It’s right” on hand 1" in words_of(client.get(card_url(keeper, "history/")))


@pytest.mark.parametrize(("to", "where"), [("", ""), ("hand", "hands/1/"), ("NS", "sign/NS/"), ("XX", "")])
def test_key_leads_back_to_where_it_stood(client, to, where):
    keeper = with_rare_hand(client)

    assert say_right(client, keeper, to).headers["Location"] == card_url(keeper, where)


def test_hand_that_changes_is_asked_about_anew(client):
    keeper = with_rare_hand(client)
    say_right(client, keeper)
    line = read_sheet(keeper.card).lines[0]

    enter(keeper, "correct", {**line.figures.payload(), "meld": {"NS": 16, "EW": 4}}, hand=1)

    assert hands_to_check(read_sheet(keeper.card)) == {1: CHECK}
    enter(keeper, "undo", {"undoes": 5})
    assert hands_to_check(read_sheet(keeper.card)) == {}


def test_what_was_confirmed_before_it_was_saved_is_not_asked_about_again(client):
    keeper = make_card(client)
    save_bid(client, keeper, 60, q_rare="bid=60")
    enter(keeper, "meld", {"meld": {"NS": 14, "EW": 4}}, hand=1)
    enter(keeper, "take", {"take": {"NS": 15, "EW": 10}}, hand=1)

    assert hands_to_check(read_sheet(keeper.card)) == {}


def test_signing_is_asked_and_not_barred(client):
    keeper = with_rare_hand(client)

    for side in ("NS", "EW"):
        client.post(card_url(keeper, f"sign/{side}/"), {"client_id": side, "seen": read_sheet(keeper.card).version})

    sheet = read_sheet(keeper.card)
    assert sheet.is_closed
    assert hands_to_check(sheet) == {}  # each side has looked


def test_meld_counted_from_cards_is_in_no_doubt():
    hand: Hand = {"bid": 27, "meld": {"NS": 104, "EW": 4}, "take": {"NS": 15, "EW": 10}}

    typed = sheet_of(made("correct", 1, **hand_payload(built_in_book("st-hilary"), **hand)))
    counted = sheet_of(
        made("correct", 1, **hand_payload(built_in_book("st-hilary"), **hand), cards={"N": ["AH"], "S": ["AS"]})
    )

    assert hands_to_check(typed) == {1: "Please check hand 1: 104 meld is rare."}
    assert hands_to_check(counted) == {}


def test_hand_under_a_ruling_is_the_directors():
    hand = hand_payload(built_in_book("st-hilary"), bid=60, meld={"NS": 14, "EW": 4}, take={"NS": 15, "EW": 10})

    assert hands_to_check(sheet_of(made("correct", 1, **hand))) == {1: CHECK}
    assert hands_to_check(sheet_of(made("correct", 1, **hand), ruling({"bid": 60}))) == {}


def test_game_that_the_benchmarks_save_is_asked_about_nowhere():
    for hand in range(game.WHOLE + 1):
        figures = {name: value for name, value in game.figures(hand).items() if name != "dealer"}

        asked = rare_figures(game.BOOK, DealRecord(**figures), ("bid", "meld", "take"), saved=Figures())

        assert list(asked) == []
