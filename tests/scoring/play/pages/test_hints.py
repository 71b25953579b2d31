import pytest

from scoring.play.actions import Action, Bid, Bury, Declare, LayDown, LayMeld, NameTrump, PassCards, PlayCard, Redeal
from scoring.play.pages.action_words import words_of
from scoring.play.pages.hints import hint_context
from scoring.play.state import Choices
from scoring.play.table import Decision, Option
from scoring.rules.book import built_in_book
from scoring.rules.cards import Card
from scoring.rules.notation import parse_cards

CARDS = parse_cards("AS TH")
CALL = Choices("bid", "S", lowest_bid=52)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Bid("S", None), "Pass"),
        (Bid("S", 52), "Bid 52"),
        (NameTrump("S", "H"), "Name ♥ hearts"),
        (NameTrump("S", None), "Say that there is no marriage"),
        (PassCards("S", CARDS), "Pass A♠ and 10♥"),
        (Bury("S", CARDS), "Bury A♠ and 10♥"),
        (LayMeld("S", CARDS), "Lay A♠ and 10♥"),
        (LayMeld("S", ()), "Lay nothing"),
        (Declare("S", "moon"), "Shoot the moon"),
        (Redeal("S", False), "Keep these cards"),
        (PlayCard("S", Card.parse("TH")), "Play 10♥"),
        (LayDown("S"), "Claim the rest"),
    ],
)
def test_actions_as_advice(action: Action, words: str):
    assert words_of(action).advice == words


def test_a_card_among_others_is_told_by_its_sign():
    options = tuple(Option(PlayCard("S", card), cost) for cost, card in enumerate(CARDS))

    hint = hint_context(
        built_in_book("npa"), Decision(options[0].action, "So.", options), "Expert", Choices("play", "S", cards=CARDS)
    )

    assert hint["choices"] == [("A♠", "best"), ("10♥", "costs about 1")]


def test_cards_to_pass_are_told_by_their_signs_as_they_are_held():
    passes = CARDS[::-1], parse_cards("9S TH")
    options = tuple(Option(PassCards("S", cards), cost) for cost, cards in enumerate(passes))

    hint = hint_context(
        built_in_book("npa"),
        Decision(options[0].action, "So.", options),
        "Expert",
        Choices("pass_cards", "S", cards=CARDS),
    )

    assert (hint["words"], [words for words, _ in hint["choices"]]) == ("Pass A♠ and 10♥", ["A♠ 10♥", "9♠ 10♥"])
    assert hint["are_few"]


def test_ties_are_said_as_ties_beside_the_choice():
    best, level, unknown, other = Bid("S", 52), Bid("S", 55), Bid("S", 60), Bid("S", None)
    options = (Option(best, 0.0), Option(level, 0.0, 0.4), Option(unknown, 0.0, 6.0), Option(other, 8.0, 1.0))

    hint = hint_context(built_in_book("npa"), Decision(best, "Strong hand.", options), "Expert", CALL)

    assert hint["choices"] == [
        ("Bid 52", "best"),
        ("Bid 55", "as good"),
        ("Bid 60", "may cost up to 12"),
        ("Pass", "costs 6 to 10"),
    ]
    assert (hint["words"], hint["unweighed"], hint["are_few"]) == ("Bid 52", "", False)


def test_of_many_choices_the_rest_are_compared_in_one_line():
    cards = parse_cards("AS TS KS QS JS AH TH KH QH JH 9H")
    options = tuple(Option(PlayCard("S", card), float(2 * place), 0.1) for place, card in enumerate(cards))
    decision, asked = Decision(options[0].action, "So.", options), Choices("play", "S", cards=cards)

    hint = hint_context(built_in_book("npa"), decision, "Expert", asked)
    review = hint_context(built_in_book("npa"), decision, "Expert", asked, own=options[9].action)

    best = [("A♠", "best"), ("10♠", "costs about 2"), ("K♠", "costs about 4")]
    assert hint["choices"] == [*best, ("The 8 others", "cost 6 to 20")]
    assert review["choices"] == [*best, ("J♥", "costs about 18"), ("The 7 others", "cost 6 to 20")]


@pytest.mark.parametrize(
    ("action", "asked", "who", "words"),
    [
        (Bid("S", None), CALL, "Expert", "without a marriage"),
        (Bid("S", None), CALL, "Club", "no time for a minute or so."),
        (PlayCard("S", CARDS[0]), Choices("play", "S", cards=CARDS[:1]), "Club", "you have no choice"),
        (LayDown("S"), Choices("play", "S", cards=CARDS, may_lay_down=True), "Expert", "Nothing can be lost"),
        (PassCards("S", CARDS), Choices("pass_cards", "S", cards=CARDS, count=2), "Expert", "rule of thumb"),
    ],
)
def test_advice_without_figures_says_why(action: Action, asked: Choices, who: str, words: str):
    hint = hint_context(built_in_book("npa"), Decision(action, "So."), who, asked)

    assert hint["choices"] == []
    assert words in hint["unweighed"]
