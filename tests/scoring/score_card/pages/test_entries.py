"""Entries in words. No database."""

import pytest

from scoring.score_card.names import Names
from scoring.score_card.pages.entries import entry_sentence, entry_title
from tests.scoring.score_card.makers import MADE, made, made_hand, sheet_of

PLAYERS = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom"}


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (made_hand(6, **MADE)[2], "Tablet 2: take of hand 6, Ann & Carl 14, Bea & Dom 11"),
        (made_hand(6, **MADE)[0], "Tablet 2: bid of hand 6, 27 by Ann, hearts"),
        (
            made("bid", 6, dealer="N", bidder="N", bid=27, trump=None, no_marriage=True),
            "Tablet 2: bid of hand 6, 27 by Ann, no marriage",
        ),
        (made("sign", side="NS", version=3), "Tablet 2: signature, Ann & Carl"),
        (made("undo", 6, undoes=3), "Tablet 2: undo of hand 6"),
    ],
    ids=["take", "bid", "no marriage", "sign", "undo"],
)
def test_entry_in_a_sentence(entry, sentence):
    entry = made(entry.kind, entry.hand, device="Tablet 2", **entry.payload)

    assert entry_sentence(entry, Names(sheet_of().book, PLAYERS, {})) == sentence


def test_entry_without_a_hand_has_a_short_title():
    assert entry_title(made("details")) == "Names and details"
