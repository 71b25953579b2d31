import json
from dataclasses import replace
from typing import Any

import pytest

from scoring.play.actions import Bid, Bury, NameTrump, PlayCard
from scoring.play.pages.panels import panel_context, rule_text, undo_words
from scoring.play.pages.voice import Voice
from scoring.play.seat_view import SeatView
from scoring.play.settings import TableSettings
from scoring.play.state import Choices, Trick
from scoring.rules.auction import start
from scoring.rules.book import built_in_book
from scoring.rules.notation import parse_cards
from tests.books import PLAYED
from tests.scoring.play.pages.moments import asked, names, view_of
from tests.scoring.rules.deal_samples import changed


def panel(view: SeatView, **settings: Any) -> dict[str, Any]:
    return panel_context(view, Voice(names(view.book), view.seat), TableSettings(**settings))


def test_bids_are_pass_the_next_ones_and_higher_ones():
    view = view_of(asked("npa", "bid", bidder=None))
    view = replace(view, auction=replace(view.auction, high=58, bidder="E"))

    shown = panel(view)

    assert [key["words"] for key in shown["keys"]] == ["Pass", "59", "60", "65", "70", "75"]
    assert [key["words"] for key in shown["more_keys"]][:3] == ["80", "85", "90"]
    assert shown["line"] == "Doris has 58. If you pass, you’re out of the bidding."
    assert shown["keys"][0]["letter"] == "P"


@pytest.mark.parametrize(
    ("entries", "hand", "keys", "line"),
    [
        ({"needs": "run"}, "KS QS 9H", ["Pass"], "Nobody may bid without a run in hand, so you have to pass."),
        (
            {"needs": "meld", "needs_meld": 4},
            "KS QS 9H",
            ["Pass", "15", "16"],
            "Nobody has bid yet. Bidding opens at 15.",
        ),
        ({"must": "marriage"}, "KS QS 9H", ["15", "16", "17"], "With your hand you have to bid."),
        ({"passing": "once"}, "KS 9H", ["Pass", "15", "16"], "Each player bids or passes only once."),
    ],
)
def test_keys_of_a_bid_are_those_that_the_book_leaves_to_the_hand(entries, hand, keys, line):
    book = changed(built_in_book("hidden-valley"), **{f"auction__{name}": value for name, value in entries.items()})
    state = asked("hidden-valley", "bid")
    state = replace(state, book=book, auction=start(book, "E"), hands={**state.hands, "S": parse_cards(hand)})

    shown = panel(view_of(state))

    assert [key["words"] for key in shown["keys"]][:3] == keys
    assert shown["line"].endswith(line)


def test_a_bid_towards_no_marriage_is_warned_of_where_trump_takes_one():
    bare, married = parse_cards("AS AS TS KH KH QC JC"), parse_cards("AS KS QS")
    at_npa, at_gwinnett = view_of(asked("npa", "bid")), view_of(asked("gwinnett", "bid"))
    warning = "You hold no marriage, and trump needs one: if you won the bid, you couldn’t play this hand."

    assert panel(replace(at_npa, hand=bare))["line"].endswith(warning)
    assert warning not in panel(replace(at_npa, hand=bare), beginners_help=False)["line"]
    assert "marriage" not in panel(replace(at_npa, hand=married))["line"]
    assert "marriage" not in panel(replace(at_gwinnett, hand=bare))["line"]


def test_trump_shows_what_would_be_melded_unless_that_is_counted_by_hand():
    view = view_of(asked("st-hilary", "trump"))

    assert all(key["note"].startswith("meld ") for key in panel(view)["keys"])
    assert {key["note"] for key in panel(view, count_own_meld=True)["keys"]} == {""}


def test_hand_without_a_marriage_can_only_be_shown():
    view = view_of(asked("npa", "trump"))
    assert view.choices is not None

    shown = panel(replace(view, choices=replace(view.choices, suits=())))

    assert shown["title"] == "You can’t name trump"
    assert len(shown["keys"]) == 1


def test_pass_asks_for_as_many_cards_as_the_book():
    shown = panel(view_of(asked("hidden-valley", "pass_cards")))

    assert (shown["title"], shown["choose"], shown["send"]) == ("Choose four cards for Walter", 4, "pass_cards")


def test_meld_is_laid_by_one_key_or_chosen():
    view = view_of(asked("npa", "meld"))

    assert len(panel(view)["keys"]) == 1
    assert panel(view, count_own_meld=True)["send"] == "meld"


def test_meld_comes_with_what_the_partner_passed():
    view = view_of(asked("st-hilary", "meld"))

    passed = replace(view, received=parse_cards("9S AD JD"), trump="D")
    assert panel(passed)["line"] == "Walter passed you A♦, J♦ and 9♠."
    assert panel(replace(view, received=()))["line"] == ""


def test_what_is_taken_back_stands_on_the_key():
    card = parse_cards("AS")[0]
    actions = (PlayCard("S", card), Bid("S", 52), Bid("S", None), NameTrump("S", "S"), Bury("S", (card,)))

    assert [undo_words(action) for action in actions] == [
        "Take A♠ back",
        "Take bid back",
        "Take pass back",
        "Take trump back",
        "Take cards back",
    ]


def test_throwing_in_is_offered_only_where_the_player_wants_it_to_be():
    view = view_of(asked("family-double", "declare"))

    assert "Throw in…" in [confirm["words"] for confirm in panel(view)["confirms"]]
    assert panel(view, throw_in_offered=False)["confirms"] == ()


def test_moon_is_explained_with_the_books_own_figures():
    (moon,) = panel(view_of(asked("hidden-valley", "declare")))["confirms"]

    assert "25" in moon["sentence"]
    assert moon["key"]["words"] == "Shoot the moon"


def test_claim_says_what_it_costs_when_wrong():
    shown = panel(view_of(asked("st-hilary", "play", trick=Trick("S"))))

    (claim,) = shown["confirms"]
    assert claim["sentence"] == rule_text(built_in_book("st-hilary"), "play.wrong_claim")
    assert "counters" in claim["sentence"]


@pytest.mark.parametrize("key", PLAYED)
def test_every_book_has_words_for_a_wrong_claim(key: str):
    assert rule_text(built_in_book(key), "play.wrong_claim")


def playing(hand: str, trick: str, trump: str = "H") -> SeatView:
    view = view_of(asked("st-hilary", "play"))
    cards = parse_cards(hand)
    return replace(
        view,
        hand=cards,
        trick=Trick("E", parse_cards(trick)),
        trump=trump,
        choices=Choices("play", "S", cards=cards[:1]),
    )


@pytest.mark.parametrize(
    ("hand", "trick", "line"),
    [
        ("AS 9D", "", "Lead any card."),
        ("AS 9S", "KS", "Spades led: follow suit and beat the K♠."),
        ("JS 9S", "KS", "Spades led: follow suit."),
        ("AH 9D", "KS", "You have no spades: play a trump."),
        ("AH 9H", "KS JH", "You have no spades: play a trump and beat the J♥."),
        ("AC 9D", "KS", "You have no spades and no trump: play any card."),
        ("AC 9D", "KH", "You have no hearts: play any card."),
    ],
)
def test_duty_is_a_sentence(hand: str, trick: str, line: str):
    assert panel(playing(hand, trick))["line"] == line


def test_a_first_lead_that_must_be_a_trump_is_asked_for():
    must, cannot = (
        replace(view, trick=Trick("S"), choices=replace(view.asked, leads_trump=True))
        for view in (playing("9H AS", ""), playing("9D AS", ""))
    )

    assert panel(must)["line"] == "Lead a trump: your first lead must be one."
    assert panel(cannot)["line"] == "Lead any card."


@pytest.mark.parametrize(
    ("redeal", "hand", "held"),
    [
        ({}, "9S 9S 9H 9D 9C AS TS JS QH KD AH TH", "five nines and no meld"),
        ({"nines": 4, "nines_any_meld": True}, "9S 9S 9H 9D KS QS TS JS QH KD AH TH", "four nines"),
        ({"no_aces": True}, "9S 9S 9H 9D KS QS TS JS QH KD TH TC", "no ace"),
        ({"no_face_cards": True}, "9S 9S 9H 9D AS AS TS TS TH AD TH AC", "no king, queen or jack"),
    ],
)
def test_new_cards_are_offered_with_what_is_held(redeal: dict[str, Any], hand: str, held: str):
    view = view_of(asked("st-hilary", "bid"))
    book = view.book.model_copy(update={"redeal": view.book.redeal.model_copy(update=redeal)})
    shown = panel(replace(view, book=book, hand=parse_cards(hand), choices=Choices("redeal", "S")))

    assert shown["line"] == f"You hold {held}. You can ask for new cards before the bidding."


def test_forced_card_has_a_key_where_that_is_wished():
    view = playing("AS 9D", "KS")

    assert [key["words"] for key in panel(view, one_tap=True)["keys"]] == ["Play A♠"]
    assert panel(view)["keys"] == ()


def test_waiting_says_for_whom():
    view = replace(view_of(asked("npa", "play")), choices=None, to_act="E")

    assert (panel(view)["kind"], panel(view)["title"]) == ("wait", "Doris is to play")


def test_a_partner_is_called_by_a_card_aces_first_or_by_name():
    view = view_of(asked("five-handed", "partner"))
    by_name = replace(view, choices=Choices("partner", view.seat, seats=("B", "C", "D", "E")))
    cards, people = panel(view), panel(by_name)

    assert sorted(key["words"] for key in cards["keys"]) == ["A♠", "A♣", "A♥", "A♦"]
    assert (len(cards["more_keys"]), cards["more_words"]) == (16, "Other card…")
    assert "on your right" in cards["line"]
    assert [key["words"] for key in people["keys"]] == ["Doris", "Stan", "Ray", "Doris"]
    assert [json.loads(key["action"]) for key in people["keys"]][:1] == [["partner", "A", "B"]]
    for shown in (cards, people):
        (alone,) = shown["confirms"]
        assert json.loads(alone["key"]["action"]) == ["partner", "A", None]
