"""What a screen reader says once an entry is saved."""

import pytest

from scoring.score_card.names import Names
from scoring.score_card.pages.saved import saved_sentence
from scoring.score_card.sheet import EntryData
from tests.scoring.score_card.makers import made, made_hand, sheet_of

NAMES = {"N": "Ann", "E": "Bea", "S": "Carl", "W": "Dom"}
MADE = made_hand(1, bidder="N", bid=27, meld={"NS": 19, "EW": 4}, take={"NS": 14, "EW": 11})
SET = made_hand(1, bidder="N", bid=20, meld={"NS": 4, "EW": 4}, take={"NS": 10, "EW": 15})


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        (MADE[:1], "Bid of hand 1 saved: 27 by Ann, hearts."),
        (MADE[:2], "Meld of hand 1 saved: Ann & Carl 19, Bea & Dom 4."),
        (MADE, "Hand 1 saved. Ann & Carl made it, plus 33. Bea & Dom saved, plus 15."),
        (SET, "Hand 1 saved. Ann & Carl set, down 20. Bea & Dom saved, plus 19."),
        ((*MADE, made("undo", 1, undoes=3)), "Take of hand 1 undone."),
        (
            (*MADE, made("correct", 1, take={"NS": 25, "EW": 0})),
            "Hand 1 corrected. Ann & Carl made it, plus 44. Bea & Dom lost, no points.",
        ),
        (
            (made("redeal", 1, why="misdeal", dealer="N", next_dealer="E"),),
            "Hand 1 is dealt again. Bea deals.",
        ),
        ((*MADE, made("details", player_names=NAMES)), "Names and details saved."),
    ],
)
def test_entry_is_said_with_what_it_brought(entries: tuple[EntryData, ...], sentence: str) -> None:
    sheet = sheet_of(*entries)

    assert saved_sentence(sheet, Names(sheet.book, NAMES, {}), sheet.entries[-1]) == sentence


def test_end_of_the_game_is_said_too() -> None:
    sheet = sheet_of(*made_hand(1, bidder="N", bid=60, meld={"NS": 140, "EW": 4}, take={"NS": 14, "EW": 11}))

    assert "Ann & Carl win" in saved_sentence(sheet, Names(sheet.book, NAMES, {}), sheet.entries[-1])
