"""What a round's hands say of a player's melds, from sheets that are made up."""

from __future__ import annotations

from typing import Any

import pytest

from league.evening.cards.reading import TableReading
from league.evening.ledger.facts import COUNTED_MELDS, facts_of, rare_melds
from league.models import RoundTable
from scoring.rules.cards import Seat
from scoring.score_card.sheet import EntryData
from tests.scoring.score_card.makers import hand_payload, made, made_hand, ruling, sheet_of

# North lays a double pinochle and a run in hearts, which is trump; East lays aces around.
MELDS = {"N": [["pinochle", None, 2], ["run", "H", 1]], "E": [["aces", None, 1], ["marriage", "S", 1]]}
HAND: dict[str, Any] = {
    "bid": 21, "meld": {"NS": 45, "EW": 12}, "take": {"NS": 15, "EW": 10}, "melds": MELDS, "cards": {},
}  # fmt: skip


def table(*entries: EntryData, **totals: int) -> TableReading:
    return TableReading(RoundTable(totals=totals), {}, sheet_of(*entries))


def melds_of(seat: Seat, *entries: EntryData) -> dict[str, int]:
    facts = facts_of(table(*entries), seat)
    return {name: figure for name, figure in facts.items() if name == "named" or name in COUNTED_MELDS}


def corrected(**changed: Any) -> EntryData:
    return made("correct", 1, **{**hand_payload(sheet_of().book, **HAND), **changed})


@pytest.mark.parametrize(
    ("seat", "melds"),
    [
        ("N", {"named": 1, "pinochle_2": 1, "run_1": 1}),  # a double pinochle is no pinochle beside
        ("S", {"named": 1}),  # the partner's melds are the partner's
        ("E", {"named": 1, "aces_1": 1}),
        ("W", {"named": 1}),
    ],
)
def test_melds_are_their_players(seat: Seat, melds: dict[str, int]):
    assert melds_of(seat, *made_hand(1, **HAND)) == melds


def test_hands_add_up_and_one_that_was_typed_is_not_counted():
    typed = {**HAND, "melds": {}}

    found = melds_of("N", *made_hand(1, **HAND), *made_hand(2, **typed), *made_hand(3, **HAND))

    assert found == {"named": 2, "pinochle_2": 2, "run_1": 2}
    assert facts_of(table(*made_hand(1, **typed)), "N")["hands"] == 1


def test_side_that_typed_its_figure_beside_melds_of_the_others_is_not_counted():
    hand = {**HAND, "melds": {"E": MELDS["E"]}}

    assert melds_of("N", *made_hand(1, **hand)) == {}
    assert melds_of("E", *made_hand(1, **hand)) == {"named": 1, "aces_1": 1}
    nothing = {**hand, "meld": {"NS": 0, "EW": 12}, "bid": 21}
    assert melds_of("N", *made_hand(1, **nothing)) == {"named": 1}  # of nothing, everything is known


def test_correction_and_ruling_change_what_is_counted():
    hand = made_hand(1, **HAND)
    single = {"N": [["pinochle", None, 1], ["run", "H", 1]], "E": MELDS["E"]}

    assert melds_of("N", *hand, corrected(meld={"NS": 19, "EW": 12}, melds=single)) == {
        "named": 1, "pinochle_1": 1, "run_1": 1,
    }  # fmt: skip
    assert melds_of("N", *hand, corrected(meld={"NS": 40, "EW": 12})) == {}  # typed over
    assert melds_of("N", *hand, ruling({"meld": {"NS": 15}})) == {}
    assert melds_of("E", *hand, ruling({"meld": {"NS": 15}})) == {"named": 1, "aces_1": 1}
    assert melds_of("N", *hand, ruling({"void": True})) == {}


def test_meld_that_was_lost_with_the_hand_was_melded_all_the_same():
    lost = made_hand(1, **{**HAND, "bid": 65})

    assert facts_of(table(*lost), "N").get("meld", 0) == 0
    assert melds_of("N", *lost) == {"named": 1, "pinochle_2": 1, "run_1": 1}


@pytest.mark.parametrize(
    ("offender", "made_or_set", "sets"),
    [
        ("EW", "m", {"N": 0, "S": 0, "E": 1, "W": 1}),  # the defenders reneged: the bid stands, and they are set
        ("NS", "s", {"N": 1, "S": 1, "E": 0, "W": 0}),
    ],
)
def test_renege_sets_the_side_that_made_it_and_nobody_else(offender: str, made_or_set: str, sets: dict[Seat, int]):
    reading = table(*made_hand(1, **HAND, renege=offender))
    is_made = int(made_or_set == "m")

    facts = {seat: facts_of(reading, seat) for seat in ("N", "S", "E", "W")}

    assert {seat: each.get("sets", 0) for seat, each in facts.items()} == sets
    north = facts["N"]
    assert (north["bids"], north.get("made", 0), north.get("best_bid", 0), north["run"]) == (
        1, is_made, 21 * is_made, made_or_set,
    )  # fmt: skip
    assert (facts["S"]["partner_bids"], facts["S"].get("partner_made", 0)) == (1, is_made)
    assert {seat: facts[seat].get("defended_set", 0) for seat in ("E", "W")} == {"E": 1 - is_made, "W": 1 - is_made}


def test_sums_alone_have_no_melds():
    assert facts_of(table(*made_hand(1, **HAND), NS=100, EW=90), "N") == {}


def test_several_of_one_are_worth_a_word_and_what_is_in_other_hands_too_is_not():
    reading = table(*made_hand(1, **HAND))
    assert reading.sheet is not None
    [line] = reading.counted_lines

    assert [rare_melds(reading.sheet.book, line, seat) for seat in ("N", "E", "S")] == [["pinochle_2"], [], []]
