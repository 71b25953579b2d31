"""The adapter asks a foreign program in few words, and what it does is legal under our rules. None is needed here."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter

import pytest

from scoring.play.actions import action_from_json
from scoring.play.bots import make_bot
from scoring.play.protocol.questions import question
from scoring.play.seat_view import seat_view
from scoring.play.state import apply, begin
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal

from .adapter import Driver, action

BOOK = built_in_book("st-hilary")
DATA = json.loads(BOOK.to_json())

PARROT = "import sys\nfor line in sys.stdin: print('9S' if line.startswith('card') else line.strip(), flush=True)"


class Wanting(Driver):
    """Answers what the test wants, and keeps what it was asked."""

    def __init__(self, **answers):
        self.answers, self.fields, self.mended = answers, [], Counter()

    def ask(self, kind, fields):
        self.fields.append((kind, {name: value for name, value in fields.items() if value not in (None, "")}))
        return self.answers[kind]


def states(seed="1"):
    """A deal that Club players play, state by state."""
    state = begin(BOOK, "N", deal(BOOK, random.Random(seed), "N"))
    bot = make_bot("club", seed=1)
    while state.to_act is not None:
        yield state
        state = apply(state, bot.choose(seat_view(state, state.to_act)).action)


def asked(state):
    return question(seat_view(state, state.to_act))


def first(kind, seed="1"):
    return next(state for state in states(seed) if asked(state)["choices"]["kind"] == kind)


def test_whole_deal_of_nonsense_is_legal():
    driver = Wanting(card="9S", bid="7", trump="X", **{"pass": "9S9S9S"})
    state = begin(BOOK, "N", deal(BOOK, random.Random("2"), "N"))
    acts = 0

    while state.to_act is not None:
        state = apply(state, action_from_json(action(driver, asked(state), DATA)))
        acts += 1

    assert acts == 3 + 1 + 2 + 4 + 48  # three pass, the dealer is stuck
    assert driver.mended["card"] > 30
    assert (driver.mended["bid"], driver.mended["trump"], driver.mended["pass"]) == (3, 1, 2)


def test_what_is_legal_is_done_as_it_is():
    bid, play = first("bid"), first("play")
    legal = asked(play)["choices"]["cards"].split()[-1]
    driver = Wanting(card=legal, bid="21")

    assert action(driver, asked(bid), DATA) == ["bid", "E", 21]
    assert action(driver, asked(play), DATA) == ["play", play.to_act, legal]
    assert not driver.mended


def test_pass_is_a_bid_of_nothing():
    assert action(Wanting(bid="pass"), asked(first("bid")), DATA) == ["bid", "E", None]


def test_card_is_asked_with_all_that_was_played():
    late = [state for state in states() if asked(state)["choices"]["kind"] == "play"][17]
    driver = Wanting(card="9S")

    action(driver, asked(late), DATA)

    [(kind, fields)] = driver.fields
    tricks = fields["tricks"].split(",")
    assert (kind, fields["passing"], fields["copies"]) == ("card", 3, 2)
    assert [len(trick) for trick in tricks] == [9] * 4
    assert tricks[0][0] == str("NESW".index(late.bidder))
    assert len(fields["trick"]) == 1 + 2
    assert fields["hand"] == "".join(map(str, late.hands[late.to_act]))


@pytest.mark.parametrize(
    ("answer", "legal", "done"),
    [("AS", ["9S", "AS"], "AS"), ("AS", ["KS", "9S", "9H"], "9S"), ("AS", ["TH", "KH"], "KH"), ("", ["JD"], "JD")],
)
def test_nearest_legal_card_is_of_its_suit_and_low(answer, legal, done):
    from .adapter import _legal

    assert _legal(Wanting(card=answer), "card", {}, legal) == done


def test_driver_is_a_process_that_is_asked_line_by_line(capsys):
    driver = Driver([sys.executable, "-c", PARROT])

    assert driver.ask("bid", {"seat": 2, "trump": None, "calls": ""}) == "bid seat=2"
    assert driver.ask("card", {"seat": 2}) == "9S"
    driver.end()
    assert capsys.readouterr().err == "asked {'bid': 1, 'card': 1}, mended {}\n"


def test_driver_that_ends_is_told():
    driver = Driver([sys.executable, "-c", "input()"])

    with pytest.raises(EOFError, match="card"):
        driver.ask("card", {})
    driver.end()
