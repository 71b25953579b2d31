import json
from dataclasses import replace
from typing import Any

from scoring.play.actions import LayMeld, action_from_json
from scoring.play.pages.melds import meld_finding
from scoring.play.seat_view import SeatView
from scoring.rules.book import built_in_book
from scoring.rules.notation import parse_cards
from tests.scoring.play.pages.moments import asked, view_of

HAND = "AS KS QS JD 9H KH QH AH AD AC TC 9C"  # hearts trump: 4 + 2 + 1, pinochle 4, aces around 10


def holding(cards: str = HAND, book: str = "st-hilary") -> SeatView:
    view = view_of(asked("st-hilary", "meld"))
    return replace(view, book=built_in_book(book), trump="H", hand=parse_cards(cards))


def found(cards: str, view: SeatView | None = None) -> dict[str, Any]:
    return meld_finding(view or holding(), parse_cards(cards))


def test_all_of_the_meld_is_praised():
    finding = found("KS QS JD 9H KH QH AS AH AD AC")

    assert (finding["total"], finding["best_total"], finding["melds"]["Better:"], finding["useless"]) == (
        21,
        21,
        (),
        "",
    )
    assert finding["verdict"] == "That’s all of it: 21."


def test_what_was_missed_is_named_with_its_points():
    finding = found("KS QS KH QH AS AH AD AC")

    assert [(laid.title, laid.points) for laid in finding["melds"]["Better:"]] == [
        ("Nine of trump", 1),
        ("Pinochle", 4),
    ]
    assert finding["verdict"] == "These cards count 16. There are 5 more in your hand."


def test_cards_that_count_nothing_are_named():
    assert found("KH QH TC 9C")["useless"] == "10♣ and 9♣ do not count."
    assert found("KH QH TC")["useless"] == "10♣ does not count."


def test_nothing_laid_where_there_is_nothing_is_right():
    finding = found("", holding("AS TS 9C TC JC AD"))

    assert finding["verdict"] == "Right. There is no meld in your hand."


def test_cards_from_elsewhere_are_left_out():
    assert found("KH QH JS JS")["cards"] == parse_cards("KH QH")


def test_aces_that_must_be_shown_hold_the_meld_back():
    view = holding("AS AH AD AC KH QH", "npa")

    assert "aces" in found("KH QH", view)["fault"]
    assert found("KH QH AS AH AD AC", view)["fault"] == ""


def test_both_ways_on_are_ready_actions():
    finding = found("KH QH")

    laid, best = (action_from_json(json.loads(text)) for text in (finding["lay"], finding["lay_best"]))
    assert laid == LayMeld("S", parse_cards("KH QH"))
    assert isinstance(best, LayMeld)
    assert len(best.cards) == 10
