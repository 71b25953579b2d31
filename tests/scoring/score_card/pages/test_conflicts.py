"""What a tablet is told of entries that took the place of its own. (The choice itself: views/test_card.py.)"""

from scoring.score_card.names import Names
from scoring.score_card.pages.conflicts import replaced_sentences
from scoring.score_card.sheet import EntryData
from tests.scoring.score_card.makers import made, made_hand, sheet_of

ME, OTHER, DIRECTOR = "Tablet 1", "Tablet 2", "Carol Reyes, director"


def by(device: str, *entries: EntryData) -> tuple[EntryData, ...]:
    return tuple(made(entry.kind, entry.hand, device=device, **entry.payload) for entry in entries)


def told(*entries: EntryData) -> tuple[str, ...]:
    sheet = sheet_of(*entries)
    return replaced_sentences(sheet, Names(sheet.book, {}, {}), ME)


def take(south: int) -> EntryData:
    return made("correct", 1, take={"NS": south, "EW": 25 - south})


def test_correction_of_ones_own_hand_is_told_with_both_figures():
    hand = by(ME, *made_hand(1, take={"NS": 14, "EW": 11}))

    sentence = "replaced what you entered in hand 1. North & South, take: 12, not 14. East & West, take: 13, not 11."
    assert told(*hand, *by(OTHER, take(12))) == (f"{OTHER} {sentence}",)
    assert told(*hand, *by(DIRECTOR, take(12))) == (f"{DIRECTOR} {sentence}",)
    assert told(*hand, *by(OTHER, take(14))) == ()


def test_what_others_had_entered_and_what_one_replaced_oneself_is_no_news():
    hand = by(OTHER, *made_hand(1, take={"NS": 14, "EW": 11}))

    assert told(*hand, *by(OTHER, take(12))) == ()
    assert told(*by(ME, *made_hand(1)), *by(ME, take(12))) == ()


def test_undo_by_another_tablet_is_told():
    hand = by(ME, *made_hand(1))

    assert told(*hand, *by(OTHER, made("undo", 1, undoes=3))) == (f"{OTHER} undid what you entered: take of hand 1.",)


def test_it_is_told_until_one_enters_something_or_another_hand_is_done():
    begun = (*by(ME, *made_hand(1)), *by(OTHER, take(12)))
    following = made_hand(2)

    assert len(told(*begun, *by(OTHER, *following[:2]))) == 1
    assert told(*begun, *by(ME, *following[:1])) == ()
    assert told(*begun, *by(OTHER, *following)) == ()
