"""What officials rule on later, as entries of the card."""

from scoring.rules.book import built_in_book
from scoring.score_card.entries import Held
from scoring.score_card.pages.entries import entry_title, hold_words
from scoring.score_card.sheet import EntryData, Setup, Sheet, build_sheet

HOLD: EntryData[Held] = EntryData(2, "hold", 1, {"about": "who led?"}, by_director=True)


def sheet_of(*entries: EntryData) -> Sheet:
    bid = EntryData(1, "bid", 1, {"bidder": "E", "bid": 20, "trump": "H"})
    return build_sheet(built_in_book("st-hilary"), Setup("N"), (bid, *entries))


def test_a_hold_stands_and_says_what_it_is_about():
    assert sheet_of(HOLD).holds == (HOLD,)
    assert hold_words(HOLD) == "Ruling to come on hand 1: “who led?”"
    assert hold_words(EntryData(2, "hold", None, {"about": "who led?"})) == "Ruling to come: “who led?”"
    assert entry_title(HOLD) == "Ruling to come on hand 1"


def test_a_release_lifts_one_hold():
    other = EntryData(3, "hold", 1, {"about": "the meld"}, by_director=True)

    assert sheet_of(HOLD, other, EntryData(4, "release", 1, {"releases": 2}, by_director=True)).holds == (other,)


def test_a_hold_strikes_no_signature_and_makes_nothing_new_to_sign():
    signed = EntryData(2, "sign", None, {"side": "NS", "version": 1, "by": ""})
    hold = EntryData(3, "hold", 1, {"about": "who led?"}, by_director=True)
    release = EntryData(4, "release", 1, {"releases": 3}, by_director=True)

    sheet = sheet_of(signed, hold, release)

    assert (sheet.content_version, sheet.signed, sheet.struck) == (1, {"NS": signed}, {})


def test_a_ruling_on_the_hand_ends_its_hold_and_one_that_is_taken_out_brings_it_back():
    ruling = EntryData(3, "ruling", 1, {"kind": "amount"}, by_director=True)

    assert sheet_of(HOLD, ruling).holds == ()
    assert sheet_of(HOLD, EntryData(3, "ruling", 2, {"kind": "amount"}, by_director=True)).holds == (HOLD,)
    assert sheet_of(HOLD, ruling, EntryData(4, "undo", 1, {"undoes": 3}, by_director=True)).holds == (HOLD,)
    assert sheet_of(ruling, EntryData(4, "hold", 1, {"about": "again"})).holds != ()
