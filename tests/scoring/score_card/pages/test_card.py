"""What pages and paper show of a card."""

from dataclasses import replace

import pytest

from scoring.models import RuleBookVersion, ScoreCard
from scoring.rules import wording
from scoring.rules.book import built_in_books
from scoring.rules.book.reasons import Reason, Step
from scoring.score_card.names import Names
from scoring.score_card.pages.card import card_context, row_context
from scoring.score_card.pages.explanations import hand_context
from scoring.score_card.sheet import EntryData
from tests.books import TRIED
from tests.scoring.rules.deal_samples import changed, of_unequal_counters
from tests.scoring.score_card.makers import HIGH, MADE, SET, Hand, made, made_hand, sheet_of

PLAYERS = dict(zip("NESWABC", ("Ann", "Bea", "Carl", "Dom", "Ann", "Bea", "Di"), strict=True))


def context_of(*entries, book="st-hilary", **fields):
    """The context of a card that is in no database."""
    rules = built_in_books()[book] if isinstance(book, str) else book
    version = RuleBookVersion(key=rules.key, number=fields.pop("version", 1), data=rules.to_json())
    card = ScoreCard(book_version=version, player_names=PLAYERS, first_dealer=rules.seats[0], **fields)
    return card_context(card, sheet_of(*entries, book=book, hands=fields.get("hands_agreed")))


@pytest.mark.parametrize("book", TRIED)
def test_row_of_each_book(book):
    context = context_of(*made_hand(1, book=book), book=book)

    (row,) = context.rows
    first = row.cells[0]
    assert (row.number, row.dealer, row.trump, row.is_now) == (1, "Ann", "H", False)
    assert first.points == f"+{first.total}"
    assert len(row.cells) == len(context.heads) == len(built_in_books()[book].sides)


@pytest.mark.parametrize(
    ("book", "hand", "who"),
    [
        ("cutthroat", {"bidder": "B", "bid": 70, "meld": {"A": 2, "B": 20, "C": 12}}, "bidder"),
        ("family-double", {"bidder": "N", "bid": 90, "meld": {"NS": 24, "EW": 20}}, "bidders"),
    ],
)
def test_a_bidder_alone_throws_the_hand_in_alone(book, hand, who):
    view = context_of(*made_hand(1, book=book, **hand, take={}, thrown_in=True), book=book)

    notes = hand_context(view.card, view.sheet, view.sheet.lines[0]).notes

    assert notes == (f"The {who} threw the hand in before the first lead.",)


def test_set_is_crossed_out_and_the_loss_stands():
    (row,) = context_of(*made_hand(1, **SET)).rows

    bidding, defending = row.cells
    assert (bidding.bid, bidding.meld, bidding.take, bidding.total, bidding.points) == ("27", "19", "7", "−27", "−27")
    assert (bidding.crossed, bidding.loss, [text for text, _ in bidding.marks]) == (True, True, ["SET −27"])
    assert (defending.bid, defending.crossed, defending.marks, defending.total) == ("", False, (), "22")


def test_rounded_take_stands_as_it_counts():
    hand: Hand = {"bidder": "N", "bid": 200, "meld": {"NS": 40, "EW": 20}, "take": {"NS": 166, "EW": 84}}
    book = of_unequal_counters("ATKQJ", 11, 10, 4, 3, 2, deck__rounding="up")
    line = sheet_of(*made_hand(1, **hand), book=book).lines[0]

    cells = row_context(book, Names(book, PLAYERS, {}), line).cells

    assert [(cell.take, cell.take_lost, cell.marks, cell.points) for cell in cells] == [
        ("170", False, (), "+210"),
        ("80", False, (), "+100"),
    ]


def test_hand_in_progress_shows_what_is_entered():
    rows = context_of(*made_hand(1, **MADE), *made_hand(2, **MADE)[:2]).rows

    bidding, defending = rows[1].cells
    assert rows[1].is_now
    assert (bidding.bid, bidding.meld, bidding.take) == ("27", "19", "–")
    assert (defending.meld, defending.points) == ("4", "")


def test_heads_say_what_is_to_go():
    heads = context_of(*made_hand(1, **MADE)).heads

    assert [(head.name, head.total, head.to_go) for head in heads] == [
        ("Ann & Carl", 33, "117 to go"),
        ("Bea & Dom", 15, "135 to go"),
    ]


def test_marks_of_a_line():
    corrected = made("correct", 1, **made_hand(1, **SET)[2].payload)
    redealt = made("redeal", 1, why="misdeal", dealer="N", next_dealer="N")

    (row,) = context_of(redealt, *made_hand(1, **MADE | {"dealer": "N", "bid": 15}), corrected).rows

    assert row.notes == ("dealt again", "stuck", "corrected")


def test_marks_are_in_the_words_of_the_club():
    sheet = sheet_of(*made_hand(1, book="npa", bidder="N", bid=60, trump="", no_marriage=True)[:1], book="npa")
    book = changed(sheet.book, words={"marriage": "wedding"})

    assert row_context(book, Names(book, PLAYERS, {}), sheet.lines[0]).notes == ("no wedding",)


@pytest.mark.parametrize(
    ("book", "hand", "marks"),
    [
        ("npa", {"bid": 50, "meld": {"NS": 25, "EW": 0}, "take": {"NS": 50, "EW": 0}}, (["+500 pinochle"], ["lost"])),
        ("npa", {"bid": 60, "meld": {"NS": 20, "EW": 30}, "take": {"NS": 25, "EW": 25}}, (["SET"], ["+60 their set"])),
        ("npa", {"bid": 60, "renege": "EW", "meld": {"NS": 20, "EW": 30}, "take": {}}, (["+60 bid"], ["renege"])),
        (
            "gwinnett",
            {"bid": 25, "meld": {"NS": 9, "EW": 2}, "take": {"NS": 25, "EW": 0}},
            (["+25 all tricks"], ["lost"]),
        ),
        (
            "hidden-valley",
            {"bid": 25, "moon": True, "meld": {"NS": 15, "EW": 2}, "take": {"NS": 20, "EW": 5}},
            (["SET −25", "−25 moon"], []),
        ),
    ],
)
def test_every_amount_besides_meld_and_take_is_a_mark(book, hand, marks):
    (row,) = context_of(*made_hand(1, book=book, **{"bidder": "N", **hand}), book=book).rows

    assert tuple([text for text, _ in cell.marks] for cell in row.cells) == marks


def test_new_reason_for_a_loss_joins_the_verdict_and_another_has_a_mark_of_its_own(monkeypatch):
    monkeypatch.setitem(wording.REASONS, "bid_doubled", Reason("The bid comes off twice.", stands="verdict"))
    monkeypatch.setitem(wording.REASONS, "late_lead", Reason("The lead came late.", called="late lead"))
    sheet = sheet_of(*made_hand(1, **SET))
    score = sheet.lines[0].score
    assert score is not None
    steps = (Step("bid_doubled", -27, "contract.set"), Step("late_lead", -5, "contract.set"))
    part = replace(score.sides["NS"], steps=(*score.sides["NS"].steps, *steps))
    line = sheet.lines[0].with_score(replace(score, sides={**score.sides, "NS": part}), sheet.lines[0].totals)

    row = row_context(sheet.book, Names(sheet.book, PLAYERS, {}), line)

    assert [text for text, _ in row.cells[0].marks] == ["SET −54", "−5 late lead"]


def test_hands_after_the_end_are_one_line_that_says_they_do_not_count():
    later = [entry for hand in (2, 3, 4) for entry in made_hand(hand, **MADE)]

    context = context_of(*made_hand(1, **HIGH), *later)

    assert [row.number for row in context.rows] == [1]
    assert context.after_end == (2, 3, 4)
    assert context.after_end_sentence == "Hands 2 to 4 came after the end of the game and do not count."


def test_whoever_passes_the_target_without_winning_is_told_why():
    near: Hand = {"bid": 50, "meld": {"NS": 220, "EW": 220}, "take": {"NS": 25, "EW": 25}}
    hands: list[Hand] = [{**near, "bidder": bidder} for bidder in "NE"]
    last: Hand = {"bidder": "N", "bid": 50, "meld": {"NS": 0, "EW": 20}, "take": {"NS": 25, "EW": 25}}

    entries = [entry for number, hand in enumerate([*hands, last], 1) for entry in made_hand(number, **hand)]
    context = context_of(*entries, book="family-double")

    assert context.result is None
    assert [head.to_go for head in context.heads] == ["60 to go", "past 500"]
    assert context.held_back == "Bea & Dom passed 500, but only the bidding side could win on that hand. Play on."


def test_target_that_has_risen_is_what_the_heads_and_the_end_go_by():
    rising = changed(built_in_books()["gwinnett-3"], game__target=100, game__rises=50)
    passed: Hand = {"bidder": "A", "bid": 21, "meld": {"A": 15, "B": 95, "C": 100}, "take": {"A": 10, "B": 10, "C": 5}}
    won: Hand = {"bidder": "C", "bid": 21, "meld": {"A": 0, "B": 0, "C": 40}, "take": {"A": 0, "B": 5, "C": 20}}

    first, second = (made_hand(number, book="gwinnett-3", **hand) for number, hand in enumerate((passed, won), 1))
    after = [context_of(*entries, book=rising) for entries in (first, [*first, *second])]

    assert after[0].held_back == "Bea and Di passed 100, but the bidder didn’t. The game is now to 150."
    assert [head.to_go for head in after[0].heads] == ["125 to go", "45 to go", "45 to go"]
    assert after[1].result is not None
    assert after[1].result.sentence == "Di wins: 165 to 25 and 110. Di reached 150."


def test_bid_that_is_scored_alone_stands_on_the_line_beside_what_made_it():
    alone = changed(built_in_books()["st-hilary"], contract__made_scoring="bid")

    (row,) = context_of(*made_hand(1, **MADE), book=alone).rows

    bidding = row.cells[0]
    assert (bidding.meld_lost, bidding.take_lost, bidding.crossed) == (True, True, False)
    assert ([text for text, _ in bidding.marks], bidding.total, bidding.tone) == (["+27 bid"], "27", "made")


def test_card_signed_before_the_end_says_who_won_by_agreement():
    signatures = [made("sign", side=side, version=3) for side in ("NS", "EW")]

    context = context_of(*made_hand(1, **MADE), *signatures)

    assert context.banner == "Ann & Carl win: 33 to 15. The game ended by agreement after 1 hand."
    assert context_of(*made_hand(1, **MADE), signatures[0]).banner == ""


def test_banner_says_who_won_and_why():
    context = context_of(*made_hand(1, **HIGH))

    assert context.banner.startswith("Ann & Carl win: 154 to 15.")
    assert [head.is_winner for head in context.heads] == [True, False]
    assert context_of(*made_hand(1, **MADE)).banner == ""


def test_undo_key_is_gone_when_there_is_nothing_to_undo():
    signatures = [made("sign", side=side, version=3) for side in ("NS", "EW")]

    assert context_of().undo_text == ""
    assert context_of(*made_hand(1, **MADE)).undo_text.lower() == "take of hand 1"
    assert context_of(*made_hand(1, **MADE), *signatures).undo_text == ""


def test_of_one_hand_too_many_it_is_said_which_count_and_how_to_take_it_off():
    four = [entry for number in range(1, 5) for entry in made_hand(number, book="npa")]
    counts = "Only the first 4 hands count. If one more was played, leave it out."

    assert context_of(*four, book="npa").one_too_many == (
        f"{counts} To take the last hand off, tap Undo at the top, once for each step."
    )
    assert (
        context_of(*four, *(made("sign", side=side, version=12) for side in ("NS", "EW")), book="npa").one_too_many
        == counts
    )
    assert context_of(*made_hand(1, **HIGH)).one_too_many == ""  # a target ends it


def test_struck_signatures_are_told():
    signature = made("sign", side="NS", version=3)

    def struck(*later: EntryData) -> str:
        return context_of(*made_hand(1, **MADE), signature, *later).struck

    both = (made("sign", side="EW", version=3), made("reopen", side="NS"), made("reopen", side="EW"))
    correction = made("correct", 1, take={"NS": 12, "EW": 13})
    assert struck() == ""
    assert "signed before the last hand was played" in struck(*made_hand(2, **MADE))
    assert "changed after it was signed" in struck(correction)
    assert "changed after it was signed" in struck(*made_hand(2, **MADE), correction)
    assert "nothing on it has changed yet" in struck(*both)
    assert "changed after it was signed" in struck(*both, correction)


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({}, "St. Hilary"),
        ({"table_name": "3"}, "Table 3"),
        ({"table_name": "3", "round_name": "2"}, "Table 3 · Round 2"),
    ],
)
def test_title_of_a_card(fields, title):
    assert context_of(**fields).title == title


@pytest.mark.parametrize(
    ("book", "goal"), [("st-hilary", "to 150"), ("npa", "round of 4 hands"), ("gwinnett-3", "hand 1 of 9, as agreed")]
)
def test_meta_says_what_is_played_for(book, goal):
    assert context_of(book=book, hands_agreed=9 if book == "gwinnett-3" else None).meta.endswith(goal)


@pytest.mark.parametrize(
    ("length", "goal"),
    [
        ("first", "to 150, or until the round’s time is up"),
        ("time", "until the round’s time is up"),
        ("book", "to 150"),
    ],
)
def test_meta_says_what_ends_a_round_of_an_evening(length, goal):
    assert context_of(length=length).meta.endswith(f"· {goal}")


def test_meta_names_a_later_version_of_the_rules():
    assert "St. Hilary rules v2" in context_of(version=2).meta
