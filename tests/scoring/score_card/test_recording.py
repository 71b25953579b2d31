"""The only writer: what it appends, what it refuses, and what it answers to a repeat."""

from uuid import uuid4

import pytest

from scoring.models import Entry
from scoring.score_card import recording
from scoring.score_card.recording import CardClosed, NotRecorded, Stale, read_sheet
from scoring.score_card.sheet import MOST_LINES
from tests.scoring.score_card.makers import BID, enter, enter_hand, fill_hands, join, make_card

pytestmark = pytest.mark.django_db

MELD = {"meld": {"NS": 19, "EW": 4}}
TAKE = {"take": {"NS": 14, "EW": 11}}


def sign(keeper, side):
    return enter(keeper, "sign", {"side": side, "version": read_sheet(keeper.card).content_version})


def entries(keeper) -> int:
    return Entry.objects.filter(card=keeper.card).count()


# -- what is kept ------------------------------------------------------------------------


def test_entry_is_appended_with_its_tablet():
    keeper = make_card()

    done = enter(keeper, "bid", BID, hand=1, reason="why not")

    row = Entry.objects.get(card=keeper.card)
    assert (row.number, row.kind, row.hand, row.payload, row.reason) == (1, "bid", 1, BID, "why not")
    assert (row.device, row.device_label) == (keeper.device, "Tablet 1")
    assert (done.card.version, done.sheet.version, done.is_repeat) == (1, 1, False)
    assert not done.card.is_empty


def test_details_are_kept_on_the_card_as_well():
    keeper = make_card()

    enter(keeper, "details", {"player_names": {"N": "Nora"}, "table_name": "4", "played_on": "2026-11-20"})

    keeper.card.refresh_from_db()
    assert (keeper.card.player_names, keeper.card.table_name, str(keeper.card.played_on)) == (
        {"N": "Nora"},
        "4",
        "2026-11-20",
    )
    assert keeper.card.is_empty


# -- repeats -----------------------------------------------------------------------------


def test_repeat_enters_once_and_answers_the_same():
    keeper = make_card()
    first = enter(keeper, "bid", BID, hand=1, client_id="one", seen=0)

    second = enter(keeper, "bid", BID, hand=1, client_id="one", seen=0)

    assert (second.entry, second.is_repeat) == (first.entry, True)
    assert entries(keeper) == 1


def test_repeat_after_other_entries_still_answers():
    keeper = make_card()
    enter(keeper, "bid", BID, hand=1, client_id="one", seen=0)
    enter(keeper, "meld", MELD, hand=1)

    again = enter(keeper, "bid", BID, hand=1, client_id="one", seen=0)

    assert again.is_repeat
    assert again.sheet.version == 2


@pytest.mark.parametrize(
    ("kind", "payload", "hand"), [("bid", {**BID, "bid": 30}, 1), ("bid", BID, 2), ("meld", MELD, 1)]
)
def test_same_id_with_something_else_is_stale(kind, payload, hand):
    keeper = make_card()
    enter(keeper, "bid", BID, hand=1, client_id="one", seen=0)

    with pytest.raises(Stale) as refused:
        enter(keeper, kind, payload, hand=hand, client_id="one")

    assert [change.client_id for change in refused.value.changes] == ["one"]
    assert entries(keeper) == 1


def test_same_id_on_another_card_is_another_entry():
    one, two = make_card(), make_card()
    enter(one, "bid", BID, hand=1, client_id="one")

    assert not enter(two, "bid", BID, hand=1, client_id="one").is_repeat


def test_card_that_a_game_keeps_takes_only_what_is_played():
    keeper = make_card()
    keeper.card.kept_by_play = True
    keeper.card.save(update_fields=["kept_by_play"])

    with pytest.raises(NotRecorded, match="keeps this card by itself"):
        enter(keeper, "bid", BID, hand=1)

    enter(keeper, "bid", BID, hand=1, by_play=True)
    assert entries(keeper) == 1


# -- two tablets -------------------------------------------------------------------------


def test_second_writer_of_a_step_is_told_what_changed():
    keeper = make_card()
    other = join(keeper.card)
    enter(other, "bid", BID, hand=1, seen=0)

    with pytest.raises(Stale) as refused:
        enter(keeper, "bid", {**BID, "bid": 30}, hand=1, seen=0)

    assert [(change.device, change.kind) for change in refused.value.changes] == [("Tablet 2", "bid")]
    assert refused.value.sheet.lines[0].record.bid == 27


def test_late_step_of_a_hand_that_others_finished_is_stale():
    keeper = make_card()
    enter_hand(join(keeper.card))

    with pytest.raises(Stale):
        enter(keeper, "bid", BID, hand=1, seen=0)


def test_correction_of_another_hand_is_not_in_the_way():
    keeper = make_card()
    enter_hand(keeper)
    enter_hand(keeper)
    seen = read_sheet(keeper.card).version
    enter(join(keeper.card), "correct", {**BID, **MELD, **TAKE}, hand=1)

    assert enter(keeper, "bid", BID, hand=3, seen=seen).entry.number == 8


def test_correction_of_the_same_hand_is_stale():
    keeper = make_card()
    enter_hand(keeper)
    seen = read_sheet(keeper.card).version
    enter(join(keeper.card), "correct", {**BID, **MELD, **TAKE}, hand=1)

    with pytest.raises(Stale):
        enter(keeper, "correct", {**BID, **MELD, "take": {"NS": 7, "EW": 18}}, hand=1, seen=seen)


def test_correction_of_a_hand_undone_meanwhile_is_stale():
    keeper = make_card()
    enter_hand(keeper)
    enter(join(keeper.card), "undo", {"undoes": 3}, hand=1)

    with pytest.raises(Stale):
        enter(keeper, "correct", {**BID, **MELD, **TAKE}, hand=1, seen=3)


def test_details_from_a_form_that_missed_something_are_stale():
    keeper = make_card()
    enter(join(keeper.card), "details", {"table_name": "4"})

    with pytest.raises(Stale):
        enter(keeper, "details", {"table_name": "5"}, seen=0)


def test_signature_of_the_other_side_is_not_in_the_way():
    keeper = make_card()
    enter_hand(keeper)
    sign(join(keeper.card), "EW")

    enter(keeper, "sign", {"side": "NS", "version": 3}, seen=3)

    assert read_sheet(keeper.card).is_closed


def test_form_from_a_later_day_is_stale_when_the_database_was_put_back():
    keeper = make_card()
    enter_hand(keeper)

    with pytest.raises(Stale):
        enter(keeper, "correct", {**BID, **MELD, **TAKE}, hand=1, seen=7)


# -- the order of things -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "kind", "payload", "missing"),
    [([], "meld", MELD, "bid"), ([], "take", TAKE, "bid"), ([("bid", BID)], "take", TAKE, "meld")],
)
def test_steps_come_in_their_order(before, kind, payload, missing):
    keeper = make_card()
    for earlier, its_payload in before:
        enter(keeper, earlier, its_payload, hand=1)

    with pytest.raises(NotRecorded, match=f"Enter the {missing} first"):
        enter(keeper, kind, payload, hand=1)


@pytest.mark.parametrize("hand", [1, 3])
def test_only_the_open_hand_is_entered(hand):
    keeper = make_card()
    enter_hand(keeper)

    with pytest.raises(NotRecorded, match="That hand isn’t the open one"):
        enter(keeper, "bid", BID, hand=hand)


def test_undo_takes_the_last_entry_only():
    keeper = make_card()
    enter_hand(keeper)

    with pytest.raises(Stale):
        enter(keeper, "undo", {"undoes": 2}, hand=1)

    enter(keeper, "undo", {"undoes": 3}, hand=1)
    assert read_sheet(keeper.card).undoable.number == 2


def test_undo_of_nothing_is_refused():
    with pytest.raises(Stale):
        enter(make_card(), "undo", {"undoes": 1}, hand=1)


# -- signing -----------------------------------------------------------------------------


def test_only_the_version_as_it_stands_is_signed():
    keeper = make_card()
    enter_hand(keeper)
    enter(keeper, "correct", {**BID, **MELD, **TAKE}, hand=1)

    with pytest.raises(Stale):
        enter(keeper, "sign", {"side": "NS", "version": 3})

    enter(keeper, "sign", {"side": "NS", "version": 4})
    assert set(read_sheet(keeper.card).signed) == {"NS"}


@pytest.mark.parametrize("half", [False, True])
def test_half_a_hand_is_not_signed(half):
    keeper = make_card()
    if half:
        enter_hand(keeper)
        enter(keeper, "bid", BID, hand=2)

    with pytest.raises(NotRecorded, match="Finish this hand first"):
        sign(keeper, "NS")


def test_only_a_director_changes_a_signed_card():
    keeper = make_card()
    enter_hand(keeper)
    sign(keeper, "NS")
    sign(keeper, "EW")
    figures = {**BID, **MELD, **TAKE, "take": {"NS": 1, "EW": 24}}

    with pytest.raises(CardClosed):
        enter(keeper, "correct", figures, hand=1)
    enter(keeper, "correct", figures, hand=1, by_director=True, reason="Counted again")

    entry = Entry.objects.get(card=keeper.card, kind="correct")
    assert (entry.by_director, entry.reason) == (True, "Counted again")
    assert read_sheet(keeper.card).is_closed


def test_side_signs_once_however_many_tablets_it_taps():
    keeper = make_card()
    enter_hand(keeper)
    sign(join(keeper.card), "NS")

    with pytest.raises(NotRecorded, match="already signed"):
        enter(keeper, "sign", {"side": "NS", "version": 3}, seen=3)

    assert entries(keeper) == 4


def test_side_agrees_once_to_reopen_and_only_on_a_signed_card():
    keeper = make_card()
    enter_hand(keeper)
    with pytest.raises(NotRecorded, match="already open again"):
        enter(keeper, "reopen", {"side": "NS"})
    sign(keeper, "NS")
    sign(keeper, "EW")
    enter(keeper, "reopen", {"side": "NS"})

    with pytest.raises(NotRecorded, match="already agreed"):
        enter(keeper, "reopen", {"side": "NS"}, seen=5)

    assert entries(keeper) == 6


@pytest.mark.parametrize(
    ("kind", "payload", "hand"),
    [("bid", BID, 2), ("correct", {**BID, **MELD, **TAKE}, 1), ("undo", {"undoes": 3}, 1), ("details", {}, None)],
)
def test_closed_card_takes_nothing_until_all_reopen_it(kind, payload, hand):
    keeper = make_card()
    enter_hand(keeper)
    sign(keeper, "NS")
    sign(keeper, "EW")

    with pytest.raises(CardClosed):
        enter(keeper, kind, payload, hand=hand)

    enter(keeper, "reopen", {"side": "NS"})
    with pytest.raises(CardClosed):
        enter(keeper, kind, payload, hand=hand)
    enter(keeper, "reopen", {"side": "EW"})
    assert enter(keeper, kind, payload, hand=hand).entry.kind == kind


# -- limits ------------------------------------------------------------------------------


def test_card_has_a_hundred_hands():
    keeper = make_card(book="gwinnett-3", hands_agreed=None)
    fill_hands(keeper, MOST_LINES)

    with pytest.raises(NotRecorded, match="A card has 100 hands"):
        enter(keeper, "bid", {**BID, "dealer": "A", "bidder": "A"}, hand=MOST_LINES + 1)


def test_card_is_full_some_day(monkeypatch):
    keeper = make_card()
    monkeypatch.setattr(recording, "MOST_ENTRIES", 3)
    enter_hand(keeper)

    with pytest.raises(NotRecorded, match="This card is full"):
        enter(keeper, "bid", BID, hand=2)


def test_full_card_can_be_signed_but_not_forever(monkeypatch):
    monkeypatch.setattr(recording, "MOST_ENTRIES", 3)
    monkeypatch.setattr(recording, "SIGNINGS_BEYOND", 2)
    keeper = make_card()
    enter_hand(keeper)
    sign(keeper, "NS")
    sign(keeper, "EW")

    with pytest.raises(NotRecorded, match="This card is full"):
        enter(keeper, "reopen", {"side": "NS"})


def test_refused_entry_leaves_the_card_as_it_was():
    keeper = make_card()
    enter_hand(keeper)

    with pytest.raises(NotRecorded):
        enter(keeper, "take", TAKE, hand=2, client_id=str(uuid4()))

    keeper.card.refresh_from_db()
    assert (keeper.card.version, entries(keeper)) == (3, 3)


# -- the sheet that was read before ------------------------------------------------------


def test_sheet_that_still_stands_is_not_read_again(django_assert_num_queries):
    keeper = make_card()
    enter(keeper, "bid", BID, hand=1)
    known = read_sheet(keeper.card)

    with django_assert_num_queries(5):  # savepoint, card, its version, entry, release
        done = enter(keeper, "meld", MELD, hand=1, seen=1, known=known)

    assert done.sheet == read_sheet(keeper.card)


def test_sheet_that_another_tablet_has_overtaken_is_read_again():
    keeper = make_card()
    known = read_sheet(keeper.card)
    enter(keeper, "bid", BID, hand=1)

    with pytest.raises(Stale):
        enter(keeper, "bid", {**BID, "bid": 30}, hand=1, seen=0, known=known)

    assert enter(keeper, "meld", MELD, hand=1, seen=1, known=known).sheet.version == 2


def test_repeat_is_found_by_whoever_read_the_card_before_it():
    keeper = make_card()
    known = read_sheet(keeper.card)
    enter(keeper, "bid", BID, hand=1, client_id="one", seen=0)

    assert enter(keeper, "bid", BID, hand=1, client_id="one", seen=0, known=known).is_repeat
    assert entries(keeper) == 1


# -- rulings -----------------------------------------------------------------------------

RENEGE = {"renege": "NS", "renege_cause": "not_following"}
MADE = {**BID, **MELD, **TAKE}


def rule(keeper, effect, hand=1, **more):
    payload = {
        "kind": "renege",
        "facts": {},
        "rule": "renege",
        "basis": "book",
        "decision": "As ruled",
        "effect": effect,
    }
    return enter(keeper, "ruling", payload, hand=hand, by_director=True, **more)


def test_ruling_goes_onto_a_signed_card_and_strikes_its_signatures():
    keeper = make_card()
    enter_hand(keeper, **MADE)
    version = read_sheet(keeper.card).content_version
    for side in ("NS", "EW"):
        enter(keeper, "sign", {"side": side, "version": version, "by": ""})

    done = rule(keeper, RENEGE)

    assert (done.sheet.is_closed, done.sheet.ruling(done.entry.number).state) == (False, "given")
    assert read_sheet(keeper.card).rulings == done.sheet.rulings


def test_effects_by_side_are_read_in_the_order_of_the_card():
    keeper = make_card()
    enter_hand(keeper, **MADE)

    rule(keeper, {"take": {"EW": 20, "NS": 5}})

    assert [*read_sheet(keeper.card).rulings[0].effect.figures.take] == ["NS", "EW"]


@pytest.mark.parametrize(
    ("kind", "hand", "payload", "words"),
    [
        ("ruling", 3, {"effect": {}}, "That hand isn’t on the card."),
        ("ruling", 2, {"effect": RENEGE}, "Enter the bid of hand 2 first."),
        ("appeal", 1, {"ruling": 99}, "That ruling isn’t on the card."),
        ("appeal", 2, {"ruling": 4}, "That ruling isn’t on the card."),
        ("decision", 1, {"ruling": 3, "outcome": "upheld"}, "That ruling isn’t on the card."),
    ],
)
def test_ruling_of_what_is_not_there_is_refused(kind, hand, payload, words):
    keeper = make_card()
    enter_hand(keeper, **MADE)
    rule(keeper, RENEGE)

    with pytest.raises(NotRecorded, match=words):
        enter(keeper, kind, {"kind": "renege", **payload}, hand=hand, by_director=True)


def test_what_is_appealed_is_not_appealed_again_before_it_is_decided():
    keeper = make_card()
    enter_hand(keeper, **MADE)
    number = rule(keeper, RENEGE).entry.number
    appeal = {"ruling": number, "by": "N", "why": ""}
    enter(keeper, "appeal", appeal, hand=1, by_director=True)

    with pytest.raises(NotRecorded, match="already appealed"):
        enter(keeper, "appeal", appeal, hand=1, by_director=True)
    enter(keeper, "decision", {"ruling": number, "outcome": "upheld"}, hand=1, by_director=True)
    assert enter(keeper, "appeal", appeal, hand=1, by_director=True).sheet.rulings[0].state == "appealed"


@pytest.mark.parametrize(
    ("effect", "kind", "is_stale"),
    [
        (RENEGE, "take", True),
        ({}, "take", False),
        (RENEGE, "ruling", True),
        ({}, "ruling", True),
        (RENEGE, "remark", False),
    ],
)
def test_form_that_missed_a_ruling_is_refused_where_it_matters(effect, kind, is_stale):
    keeper = make_card(book="gwinnett")
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 21, "trump": "S"}, hand=1)
    enter(keeper, "meld", {"meld": {"NS": 4, "EW": 10}}, hand=1)
    seen = read_sheet(keeper.card).version
    rule(keeper, effect)
    payload: dict[str, dict[str, object]] = {
        "take": {"take": {"NS": 5, "EW": 20}},
        "remark": {"text": "Oh"},
        "ruling": {"kind": "amount", "effect": {}},
    }

    if is_stale:
        with pytest.raises(Stale):
            enter(keeper, kind, payload[kind], hand=1, seen=seen, by_director=kind == "ruling")
    else:
        assert not enter(keeper, kind, payload[kind], hand=1, seen=seen).is_repeat


def test_ruling_that_missed_a_correction_is_refused():
    keeper = make_card()
    enter_hand(keeper, **MADE)
    seen = read_sheet(keeper.card).version
    enter(keeper, "correct", {**MADE, "bid": 21}, hand=1)

    with pytest.raises(Stale):
        rule(keeper, RENEGE, seen=seen)


def test_no_table_deals_its_way_past_a_ruling():
    keeper = make_card(book="gwinnett")
    enter(keeper, "bid", {"dealer": "N", "bidder": "E", "bid": 21, "trump": "S"}, hand=1)
    rule(keeper, RENEGE)
    redeal = {"why": "other", "dealer": "N", "next_dealer": "N"}

    with pytest.raises(NotRecorded, match="The director ruled on this hand"):
        enter(keeper, "redeal", redeal, hand=1)
    assert enter(keeper, "redeal", redeal, hand=1, by_director=True).sheet.open_line.next_step == "bid"
