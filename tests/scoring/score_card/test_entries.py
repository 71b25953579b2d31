"""The door between what is stored and what is asked of entries. No database."""

import json
import re

import pytest

from league.outside.archive.strangers import FIGURES, TOLD_OTHERWISE
from pinochle_club.ground import places
from scoring.rules.melds import MeldKind
from scoring.score_card.entries import (
    KINDS,
    NO_EFFECT,
    AgreementAsked,
    CameLate,
    Decided,
    Effect,
    Figures,
    HandSaid,
    NamedMeld,
    Redealt,
    RulingGiven,
    parse,
)
from scoring.score_card.pages.entries import KIND_TITLES

ROOT = places.PROGRAM

# A line with all that one can hold, in an order of its own.
LINE = {
    "dealer": "W",
    "board": 7,
    "bidder": "N",
    "partner": "S",
    "bid": 52,
    "trump": None,
    "no_marriage": True,
    "meld": {"EW": 0, "NS": 25},
    "melds": {"N": [["run", "H", 1], ["aces", None, 2]]},
    "cards": {"N": "AH KH"},
    "player_meld": {"N": 25},
    "moon": False,
    "thrown_in": False,
    "laid_stands": True,
    "laid_played": False,
    "game_meld": None,
    "chips": {"NS": 4},
    "take": {"NS": 30, "EW": 20},
    "last_trick": "NS",
    "tricks": {"NS": 1},
    "player_tricks": {"N": 1},
    "renege": "EW",
    "renege_cause": "not_heading",
    "second_renege": "NS",
    "unproven_call": None,
    "void": True,
    "sure": {"bid": 52},
}
# Who reads payloads besides the door: what writes rows anew where a name is taken out.
READERS = {"league/office/members/deeds/names.py"}


def test_what_is_stored_of_a_line_is_written_again_byte_for_byte():
    assert LINE.keys() == {*Figures.__slots__} - {"said", "ruled"}
    for kind in ("bid", "meld", "take", "correct"):
        said = parse(kind, LINE)
        assert isinstance(said, HandSaid)
        assert json.dumps(said.figures.payload()) == json.dumps(LINE)
    for name, value in LINE.items():
        assert Figures.parse({name: value}).payload() == {name: value}


def test_melds_of_the_helper_are_typed():
    assert Figures.parse(LINE).melds == {"N": (NamedMeld(MeldKind.RUN, "H", 1), NamedMeld(MeldKind.ACES, None, 2))}


def test_none_takes_back_and_what_is_not_said_stays():
    figures = Figures.parse({"bid": 52, "renege": "EW", "meld": {"NS": 25}})

    after = figures.saying({"renege": None, "meld": {}})

    assert (after.bid, after.renege, after.meld) == (52, None, {})
    assert tuple(after.said) == ("bid", "renege", "meld")


@pytest.mark.parametrize(("payload", "has_bid"), [({}, False), ({"meld": {}}, False), ({"bid": 0}, True)])
def test_a_bid_is_there_once_it_is_said(payload, has_bid):
    assert Figures.parse(payload).has_bid == has_bid


def test_rows_of_earlier_years_hold_less_and_strangers_more():
    assert parse("late", {"seat": "N", "minutes": 5}) == CameLate(seat="N", minutes=5)
    assert parse("late", {"seat": "N", "minutes": 5, "name": None, "weather": "snow"}) == CameLate(seat="N", minutes=5)
    assert parse("ruling", {"kind": "amount"}) == RulingGiven(kind="amount")
    assert parse("agreement", {"ruling": 4, "outcome": "", "by": ["N"]}) == AgreementAsked(ruling=4, by=["N"])
    assert Figures.parse({"ruled": [{"amounts": {"NS": 5}}], "weather": "snow"}) == Figures()


@pytest.mark.parametrize(
    ("payload", "effect", "changes_line"),
    [
        ({}, NO_EFFECT, False),
        ({"void": True}, Effect(figures=Figures.of({"void": True})), True),
        ({"ruled": {"NS": -20}}, Effect(ruled={"NS": -20}), True),
        ({"redeal": {"why": "ruling"}}, Effect(redeal=Redealt(why="ruling")), False),
    ],
)
def test_effect_of_a_ruling(payload, effect, changes_line):
    said = parse("decision", {"ruling": 4, "outcome": "changed", "effect": payload})

    assert said == Decided(ruling=4, outcome="changed", effect=effect)
    assert (bool(effect), effect.changes_line) == (bool(payload), changes_line)


def test_every_kind_has_its_words_and_strangers_are_told_of_each():
    assert KINDS.keys() == KIND_TITLES.keys()
    assert KINDS.keys() - FIGURES - TOLD_OTHERWISE.keys() == {"details", "penalty", "pardon"}


def test_nobody_reads_a_payload_besides_the_door():
    files = [path for wing in ("scoring", "league") for path in (ROOT / wing).rglob("*.py")]
    reading = {str(path.relative_to(ROOT)) for path in files if re.search(r"\.payload(\[|\.get\()", path.read_text())}

    assert {path for path in reading if "/migrations/" not in path} == READERS


def test_lateness_without_minutes_is_none():
    late = parse("late", {"seat": "N"})

    assert isinstance(late, CameLate)
    assert late.minutes == 0
