"""The only writer: what it appends, what it refuses, and what it answers to a repeat."""

from uuid import uuid4

import pytest

from scoring.models import Entry
from scoring.rules.book import built_in_books
from scoring.score_card import recording
from scoring.score_card.recording import CardClosed, NotRecorded, Stale, read_sheet, start_card
from scoring.score_card.sheet import MOST_LINES
from tests.scoring.score_card.makers import enter, enter_hand, fill_hands, join, make_card

pytestmark = pytest.mark.django_db

BID = {"dealer": "N", "bidder": "N", "bid": 27, "trump": "H", "no_marriage": False}
MELD = {"meld": {"NS": 19, "EW": 4}}
TAKE = {"take": {"NS": 14, "EW": 11}}


def sign(kept, side):
    return enter(kept, "sign", {"side": side, "version": read_sheet(kept.card).content_version})


def entries(kept) -> int:
    return Entry.objects.filter(card=kept.card).count()


# -- what is kept ------------------------------------------------------------------------


def test_entry_is_appended_with_its_tablet():
    kept = make_card()

    done = enter(kept, "bid", BID, hand=1, reason="why not")

    row = Entry.objects.get(card=kept.card)
    assert (row.number, row.kind, row.hand, row.payload, row.reason) == (1, "bid", 1, BID, "why not")
    assert (row.device, row.device_label) == (kept.device, "Tablet 1")
    assert (done.card.version, done.sheet.version, done.is_repeat) == (1, 1, False)
    assert not done.card.is_empty


def test_details_are_kept_on_the_card_as_well():
    kept = make_card()

    enter(kept, "details", {"player_names": {"N": "Nora"}, "table_name": "4", "played_on": "2026-11-20"})

    kept.card.refresh_from_db()
    assert (kept.card.player_names, kept.card.table_name, str(kept.card.played_on)) == (
        {"N": "Nora"},
        "4",
        "2026-11-20",
    )
    assert kept.card.is_empty


def test_card_keeps_to_the_book_it_was_begun_with():
    one, two = (start_card(built_in_books()["npa"]) for _ in range(2))

    assert one.book_version == two.book_version
    assert one.book_version.book == built_in_books()["npa"]


@pytest.mark.parametrize(("book", "hands"), [("gwinnett-3", 9), ("st-hilary", None), ("npa", None)])
def test_only_a_game_without_a_target_agrees_on_its_hands(book, hands):
    assert start_card(built_in_books()[book]).hands_agreed == hands


# -- repeats -----------------------------------------------------------------------------


def test_repeat_enters_once_and_answers_the_same():
    kept = make_card()
    first = enter(kept, "bid", BID, hand=1, client_id="one", seen=0)

    second = enter(kept, "bid", BID, hand=1, client_id="one", seen=0)

    assert (second.entry, second.is_repeat) == (first.entry, True)
    assert entries(kept) == 1


def test_repeat_after_other_entries_still_answers():
    kept = make_card()
    enter(kept, "bid", BID, hand=1, client_id="one", seen=0)
    enter(kept, "meld", MELD, hand=1)

    again = enter(kept, "bid", BID, hand=1, client_id="one", seen=0)

    assert again.is_repeat
    assert again.sheet.version == 2


@pytest.mark.parametrize(
    ("kind", "payload", "hand"), [("bid", {**BID, "bid": 30}, 1), ("bid", BID, 2), ("meld", MELD, 1)]
)
def test_same_id_with_something_else_is_stale(kind, payload, hand):
    kept = make_card()
    enter(kept, "bid", BID, hand=1, client_id="one", seen=0)

    with pytest.raises(Stale) as refused:
        enter(kept, kind, payload, hand=hand, client_id="one")

    assert [change.client_id for change in refused.value.changes] == ["one"]
    assert entries(kept) == 1


def test_same_id_on_another_card_is_another_entry():
    one, two = make_card(), make_card()
    enter(one, "bid", BID, hand=1, client_id="one")

    assert not enter(two, "bid", BID, hand=1, client_id="one").is_repeat


# -- two tablets -------------------------------------------------------------------------


def test_second_writer_of_a_step_is_told_what_changed():
    kept = make_card()
    other = join(kept.card)
    enter(other, "bid", BID, hand=1, seen=0)

    with pytest.raises(Stale) as refused:
        enter(kept, "bid", {**BID, "bid": 30}, hand=1, seen=0)

    assert [(change.device, change.kind) for change in refused.value.changes] == [("Tablet 2", "bid")]
    assert refused.value.sheet.lines[0].record.bid == 27


def test_late_step_of_a_hand_that_others_finished_is_stale():
    kept = make_card()
    enter_hand(join(kept.card))

    with pytest.raises(Stale):
        enter(kept, "bid", BID, hand=1, seen=0)


def test_correction_of_another_hand_is_not_in_the_way():
    kept = make_card()
    enter_hand(kept)
    enter_hand(kept)
    seen = read_sheet(kept.card).version
    enter(join(kept.card), "correct", {**BID, **MELD, **TAKE}, hand=1)

    assert enter(kept, "bid", BID, hand=3, seen=seen).entry.number == 8


def test_correction_of_the_same_hand_is_stale():
    kept = make_card()
    enter_hand(kept)
    seen = read_sheet(kept.card).version
    enter(join(kept.card), "correct", {**BID, **MELD, **TAKE}, hand=1)

    with pytest.raises(Stale):
        enter(kept, "correct", {**BID, **MELD, "take": {"NS": 7, "EW": 18}}, hand=1, seen=seen)


def test_correction_of_a_hand_undone_meanwhile_is_stale():
    kept = make_card()
    enter_hand(kept)
    enter(join(kept.card), "undo", {"undoes": 3}, hand=1)

    with pytest.raises(Stale):
        enter(kept, "correct", {**BID, **MELD, **TAKE}, hand=1, seen=3)


def test_details_from_a_form_that_missed_something_are_stale():
    kept = make_card()
    enter(join(kept.card), "details", {"table_name": "4"})

    with pytest.raises(Stale):
        enter(kept, "details", {"table_name": "5"}, seen=0)


def test_signature_of_the_other_side_is_not_in_the_way():
    kept = make_card()
    enter_hand(kept)
    sign(join(kept.card), "EW")

    enter(kept, "sign", {"side": "NS", "version": 3}, seen=3)

    assert read_sheet(kept.card).is_closed


def test_form_from_a_later_day_is_stale_when_the_database_was_put_back():
    kept = make_card()
    enter_hand(kept)

    with pytest.raises(Stale):
        enter(kept, "correct", {**BID, **MELD, **TAKE}, hand=1, seen=7)


# -- the order of things -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "kind", "payload", "missing"),
    [([], "meld", MELD, "bid"), ([], "take", TAKE, "bid"), ([("bid", BID)], "take", TAKE, "meld")],
)
def test_steps_come_in_their_order(before, kind, payload, missing):
    kept = make_card()
    for earlier, its_payload in before:
        enter(kept, earlier, its_payload, hand=1)

    with pytest.raises(NotRecorded, match=f"Enter the {missing} first"):
        enter(kept, kind, payload, hand=1)


@pytest.mark.parametrize("hand", [1, 3])
def test_only_the_open_hand_is_entered(hand):
    kept = make_card()
    enter_hand(kept)

    with pytest.raises(NotRecorded, match="That hand is not the one being entered"):
        enter(kept, "bid", BID, hand=hand)


def test_undo_takes_the_last_entry_only():
    kept = make_card()
    enter_hand(kept)

    with pytest.raises(Stale):
        enter(kept, "undo", {"undoes": 2}, hand=1)

    enter(kept, "undo", {"undoes": 3}, hand=1)
    assert read_sheet(kept.card).undoable.number == 2


def test_undo_of_nothing_is_refused():
    with pytest.raises(Stale):
        enter(make_card(), "undo", {"undoes": 1}, hand=1)


# -- signing -----------------------------------------------------------------------------


def test_only_the_version_as_it_stands_is_signed():
    kept = make_card()
    enter_hand(kept)
    enter(kept, "correct", {**BID, **MELD, **TAKE}, hand=1)

    with pytest.raises(Stale):
        enter(kept, "sign", {"side": "NS", "version": 3})

    enter(kept, "sign", {"side": "NS", "version": 4})
    assert set(read_sheet(kept.card).signed) == {"NS"}


@pytest.mark.parametrize("half", [False, True])
def test_half_a_hand_is_not_signed(half):
    kept = make_card()
    if half:
        enter_hand(kept)
        enter(kept, "bid", BID, hand=2)

    with pytest.raises(NotRecorded, match="Finish the hand first"):
        sign(kept, "NS")


def test_only_a_director_changes_a_signed_card():
    kept = make_card()
    enter_hand(kept)
    sign(kept, "NS")
    sign(kept, "EW")
    figures = {**BID, **MELD, **TAKE, "take": {"NS": 1, "EW": 24}}

    with pytest.raises(CardClosed):
        enter(kept, "correct", figures, hand=1)
    enter(kept, "correct", figures, hand=1, by_director=True, reason="Counted again")

    entry = Entry.objects.get(card=kept.card, kind="correct")
    assert (entry.by_director, entry.reason) == (True, "Counted again")
    assert read_sheet(kept.card).is_closed


def test_side_signs_once_however_many_tablets_it_taps():
    kept = make_card()
    enter_hand(kept)
    sign(join(kept.card), "NS")

    with pytest.raises(NotRecorded, match="signed already"):
        enter(kept, "sign", {"side": "NS", "version": 3}, seen=3)

    assert entries(kept) == 4


def test_side_agrees_once_to_reopen_and_only_on_a_signed_card():
    kept = make_card()
    enter_hand(kept)
    with pytest.raises(NotRecorded, match="open again already"):
        enter(kept, "reopen", {"side": "NS"})
    sign(kept, "NS")
    sign(kept, "EW")
    enter(kept, "reopen", {"side": "NS"})

    with pytest.raises(NotRecorded, match="agreed already"):
        enter(kept, "reopen", {"side": "NS"}, seen=5)

    assert entries(kept) == 6


@pytest.mark.parametrize(
    ("kind", "payload", "hand"),
    [("bid", BID, 2), ("correct", {**BID, **MELD, **TAKE}, 1), ("undo", {"undoes": 3}, 1), ("details", {}, None)],
)
def test_closed_card_takes_nothing_until_all_reopen_it(kind, payload, hand):
    kept = make_card()
    enter_hand(kept)
    sign(kept, "NS")
    sign(kept, "EW")

    with pytest.raises(CardClosed):
        enter(kept, kind, payload, hand=hand)

    enter(kept, "reopen", {"side": "NS"})
    with pytest.raises(CardClosed):
        enter(kept, kind, payload, hand=hand)
    enter(kept, "reopen", {"side": "EW"})
    assert enter(kept, kind, payload, hand=hand).entry.kind == kind


# -- limits ------------------------------------------------------------------------------


def test_card_has_a_hundred_hands():
    kept = make_card(book="gwinnett-3", hands_agreed=None)
    fill_hands(kept, MOST_LINES)

    with pytest.raises(NotRecorded, match="A card has 100 hands"):
        enter(kept, "bid", {**BID, "dealer": "A", "bidder": "A"}, hand=MOST_LINES + 1)


def test_card_is_full_some_day(monkeypatch):
    kept = make_card()
    monkeypatch.setattr(recording, "MOST_ENTRIES", 3)
    enter_hand(kept)

    with pytest.raises(NotRecorded, match="This card is full"):
        enter(kept, "bid", BID, hand=2)


def test_full_card_can_be_signed_but_not_forever(monkeypatch):
    monkeypatch.setattr(recording, "MOST_ENTRIES", 3)
    monkeypatch.setattr(recording, "SIGNINGS_BEYOND", 2)
    kept = make_card()
    enter_hand(kept)
    sign(kept, "NS")
    sign(kept, "EW")

    with pytest.raises(NotRecorded, match="This card is full"):
        enter(kept, "reopen", {"side": "NS"})


def test_refused_entry_leaves_the_card_as_it_was():
    kept = make_card()
    enter_hand(kept)

    with pytest.raises(NotRecorded):
        enter(kept, "take", TAKE, hand=2, client_id=str(uuid4()))

    kept.card.refresh_from_db()
    assert (kept.card.version, entries(kept)) == (3, 3)


# -- the sheet that was read before ------------------------------------------------------


def test_sheet_that_still_stands_is_not_read_again(django_assert_num_queries):
    kept = make_card()
    enter(kept, "bid", BID, hand=1)
    known = read_sheet(kept.card)

    with django_assert_num_queries(6):  # the maker's look, savepoint, card, its version, entry, release
        done = enter(kept, "meld", MELD, hand=1, seen=1, known=known)

    assert done.sheet == read_sheet(kept.card)


def test_sheet_that_another_tablet_has_overtaken_is_read_again():
    kept = make_card()
    known = read_sheet(kept.card)
    enter(kept, "bid", BID, hand=1)

    with pytest.raises(Stale):
        enter(kept, "bid", {**BID, "bid": 30}, hand=1, seen=0, known=known)

    assert enter(kept, "meld", MELD, hand=1, seen=1, known=known).sheet.version == 2


def test_repeat_is_found_by_whoever_read_the_card_before_it():
    kept = make_card()
    known = read_sheet(kept.card)
    enter(kept, "bid", BID, hand=1, client_id="one", seen=0)

    assert enter(kept, "bid", BID, hand=1, client_id="one", seen=0, known=known).is_repeat
    assert entries(kept) == 1
