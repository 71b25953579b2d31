import pytest

from scoring.play.actions import Action, Bid, Bury, Declare, LayDown, LayMeld, NameTrump, PassCards, PlayCard, Redeal
from scoring.play.pages.hints import action_words, hint_context, points_text
from scoring.play.table import Decision, Option
from scoring.rules.cards import Card
from scoring.rules.notation import parse_cards

CARDS = parse_cards("AS TH")


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
    assert action_words(action) == words


@pytest.mark.parametrize(
    ("points", "text"), [(4.24, "+4.2"), (-0.5, "−0.5"), (0.0, "+0.0"), (-0.01, "+0.0"), (None, "")]
)
def test_points_have_a_sign(points: float | None, text: str):
    assert points_text(points) == text


def test_hint_marks_the_choice_and_keeps_the_order():
    best, other = Bid("S", 52), Bid("S", None)

    hint = hint_context(Decision(best, "Strong hand.", (Option(best, 6.0), Option(other, -2.0))), "Club")

    assert [(choice.words, choice.points, choice.is_best) for choice in hint.choices] == [
        ("Bid 52", "+6.0", True),
        ("Pass", "−2.0", False),
    ]
    assert (hint.words, hint.has_points) == ("Bid 52", True)


def test_hint_without_figures_shows_none():
    hint = hint_context(Decision(Bid("S", None), "Weak.", (Option(Bid("S", None)),)), "Beginner")

    assert not hint.has_points
