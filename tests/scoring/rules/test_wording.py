"""Scores in sentences: each code has one, and the lines on the card read as people talk."""

import random
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_club.ground import places
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.book.reasons import Step
from scoring.rules.deal_score import (
    DealRecord,
    DealScore,
    Outcome,
    SideScore,
    book_of,
    score_deal,
)
from scoring.rules.game import Won, play_game
from scoring.rules.nearest import Answers, described
from scoring.rules.notation import figure_text
from scoring.rules.questions import Question, answers, open_questions, questions_of_renege
from scoring.rules.wording import (
    REASONS,
    agreed_end,
    final_result,
    hands_played,
    held_back_sentence,
    outcome_word,
    outlook_sentences,
    question_text,
    score_first,
    side_line,
    standing_in,
    step_sentence,
    to_go,
    won_result,
)
from tests.sampling import sample
from tests.scoring.rules.deal_samples import BASES, all_books, changed, random_book, random_record

ST_HILARY = built_in_book("st-hilary")
HIDDEN_VALLEY = built_in_book("hidden-valley")
FAMILY = built_in_book("family-double")
NPA = built_in_book("npa")
GWINNETT = built_in_book("gwinnett")
GWINNETT_3 = built_in_book("gwinnett-3")
CUTTHROAT = built_in_book("cutthroat")

PAIRS = {"NS": "Ann & Carl", "EW": "Beatrice & Dominic"}
SINGLES = {"A": "Ann", "B": "Bea", "C": "Carl", "D": "Dot"}
PLAYERS = {"N": "Ann", "S": "Carl", "E": "Beatrice", "W": "Dominic", "F": "Flo", "G": "Gus", "H": "Hal", **SINGLES}


def names_for(book: RuleBook) -> Mapping[str, str]:
    """Of the sides, and of those who count tricks together."""
    sides = (*book.sides, *book.take_sides)
    return {side: PAIRS.get(side) or " & ".join(PLAYERS[seat] for seat in side) for side in sides}


def record(bid: int, meld: tuple[int, ...], take: tuple[int, ...] = (), **more: Any) -> DealRecord:
    """A deal that the last side (east, or C) bid; melds and takes in the order of the score card."""
    sides = ("NS", "EW") if len(meld) == 2 else ("A", "B", "C")
    takes = dict(zip(sides, take, strict=True)) if take else {}
    by_side = dict(zip(sides, meld, strict=True))
    return DealRecord(bidder="E" if len(meld) == 2 else "C", bid=bid, trump="S", meld=by_side, take=takes, **more)


@lru_cache(maxsize=1)
def scored() -> tuple[tuple[RuleBook, DealRecord, DealScore], ...]:
    """Random deals of every book and every variant of one, the same whatever other books there are."""
    rngs = {book.key: random.Random(f"5 {book.key}") for book in BASES}
    deals = [(book, random_record(book, rngs[book.key])) for book in all_books() for _ in range(sample(6, 15))]
    return tuple((book, deal, score_deal(book, deal)) for book, deal in deals)


def assert_reads_well(text: str) -> None:
    assert text == text.strip()
    assert not re.search(r"  |\{|\}|None|True|False|_| -\d", text), text
    assert "Team" not in text
    assert not re.search(r"\bdeal\b", text), text


# -- steps -------------------------------------------------------------------------------


def test_every_code_that_the_scorer_emits_has_a_sentence_and_none_is_left_over() -> None:
    codes = {step.code for _, _, score in scored() for part in score.sides.values() for step in part.steps}

    assert codes == set(REASONS)


def test_what_stands_in_the_figures_of_meld_and_take_is_what_counts_there() -> None:
    for _, _, score in scored():
        for part in score.sides.values():
            amounts = {
                where: sum(step.amount for step in standing_in(part, where))
                for where in ("meld", "take", "verdict", "alone")
            }
            assert (amounts["meld"], amounts["take"]) == (part.counted, part.counted_take)
            assert sum(amounts.values()) == part.score


def test_code_that_is_asked_for_by_name_is_that_of_a_reason_and_pages_compare_none() -> None:
    root = places.PROGRAM
    sources = {path: path.read_text() for wing in ("scoring", "league") for path in (root / wing).rglob("*.py")}
    asked = {code for text in sources.values() for code in re.findall(r"\.has\(\"(\w+)\"\)", text)}

    assert asked
    assert asked <= set(REASONS)
    assert [str(path) for path, text in sources.items() if "pages" in path.parts and "step.code" in text] == []


def sentences(book: RuleBook, part: SideScore, name: str) -> tuple[str, ...]:
    return tuple(step_sentence(book, step, name) for step in part.steps)


def test_every_step_reads_well() -> None:
    for book, _, score in scored():
        for side, part in score.sides.items():
            for sentence in sentences(book, part, names_for(book)[side]):
                assert_reads_well(sentence)
                assert sentence.endswith(".")
                assert sentence[0].isupper() or sentence[0].isdigit()


def test_an_amount_stands_in_its_sentence() -> None:
    for book, _, score in scored():
        for side, part in score.sides.items():
            for step in part.steps:
                assert not step.amount or str(abs(step.amount)) in step_sentence(book, step, side), step


def test_a_player_alone_takes_the_singular() -> None:
    step = Step("innocent", 0, "renege", {"kind": "meld_and_take"})

    assert step_sentence(GWINNETT_3, step, "Ann") == "After the renege Ann keeps meld and take."
    assert step_sentence(GWINNETT, step, "Ann & Carl") == "After the renege Ann & Carl keep meld and take."


def test_the_one_who_plays_at_the_screen_is_spoken_to() -> None:
    step = Step("not_played_no_marriage", 0, "contract.unplayed", {})

    assert step_sentence(built_in_book("gwinnett-3"), step, "You").startswith("You have no marriage")
    assert step_sentence(built_in_book("gwinnett-3"), step, "Ann").startswith("Ann has no marriage")


def test_a_set_in_the_progressive_game_says_who_gets_the_bid() -> None:
    score = score_deal(NPA, record(75, (22, 30), (22, 28)))

    assert sentences(NPA, score.sides["EW"], "Beatrice & Dominic") == (
        "Beatrice & Dominic came 17 short of the bid of 75: 30 meld + 28 take = 58.",
        "Meld 30 and take 28 are lost.",
        "Nothing comes off: the other side gets the bid of 75.",
    )
    said = {name: sentences(NPA, score.sides["NS"], name)[0] for name in ("Ann & Carl", "You & Carl", "Yousef & Ann")}
    assert said == {
        "Ann & Carl": "The bid wasn’t made, so Ann & Carl get its 75.",
        "You & Carl": "The bid wasn’t made, so you & Carl get its 75.",
        "Yousef & Ann": "The bid wasn’t made, so Yousef & Ann get its 75.",
    }


# -- lines -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "deal", "side", "text", "points"),
    [
        (ST_HILARY, record(27, (8, 19), (11, 14)), "EW", "19 + 14 = 33, made 27", "+33"),
        (ST_HILARY, record(27, (8, 19), (11, 14)), "NS", "8 + 11, meld saved", "+19"),
        (ST_HILARY, record(27, (0, 19), (11, 14)), "NS", "11, no meld", "+11"),
        (ST_HILARY, record(27, (8, 12), (16, 9)), "EW", "set: 12 + 9 = 21, short of 27 by 6", "−27"),
        (ST_HILARY, record(27, (8, 12), (1, 24), last_trick="NS"), "NS", "no counter: meld and take lost", "0"),
        (ST_HILARY, record(27, (8, 19), (11, 14), renege="EW"), "EW", "renege", "−27"),
        (ST_HILARY, record(27, (8, 19), (11, 14), renege="EW"), "NS", "8, after the renege", "+8"),
        (ST_HILARY, record(27, (8, 19), (11, 14), renege="NS"), "EW", "bid 27 + meld 19 = 46, after the renege", "+46"),
        (HIDDEN_VALLEY, record(20, (8, 20), (25, 0)), "EW", "set: 20 + 0 = 20, no counter, 20 bid", "−20"),
        (
            HIDDEN_VALLEY,
            record(20, (8, 20), (0, 25), moon=True),
            "EW",
            "20 + 25 + 25 = 70, made 20 and the moon",
            "+70",
        ),
        (HIDDEN_VALLEY, record(20, (8, 20), (5, 20), moon=True), "EW", "set: moon missed, 20 bid", "−45"),
        (
            HIDDEN_VALLEY,
            record(60, (8, 20), (0, 25), moon=True),
            "EW",
            "set: 20 + 25 = 45, short of 60 by 15, moon paid",
            "−35",
        ),
        (NPA, record(75, (22, 30), (22, 28)), "NS", "bid 75 + meld 22 + take 22 = 119, meld saved", "+119"),
        (NPA, record(75, (22, 30), (12, 38)), "NS", "bid 75 + meld 22 = 97, took 12, needed 20: take lost", "+97"),
        (NPA, record(75, (22, 60), (35, 15)), "EW", "set: 60 + 15 = 75, took 15, needed 20", "0"),
        (NPA, record(60, (14, 60), (25, 25)), "NS", "25, meld under 20 doesn’t count", "+25"),
        (NPA, record(60, (14, 60), (12, 38)), "NS", "took 12, needed 20: take lost, meld under 20 doesn’t count", "0"),
        (NPA, record(75, (22, 12)), "EW", "not played: meld 12, under 20", "0"),
        (NPA, record(75, (22, 12)), "NS", "bid 75 + meld 22 = 97, not played", "+97"),
        (NPA, record(75, (22, 22)), "EW", "not played: 22 + 50 can’t reach 75", "0"),
        (NPA, record(75, (24, 22), no_marriage=True), "NS", "bid 75 + natural meld 24 = 99, not played", "+99"),
        (NPA, record(75, (24, 22), no_marriage=True), "EW", "not played: no marriage", "0"),
        (
            NPA,
            record(75, (22, 60), (50, 0)),
            "NS",
            "bid 75 + meld 22 + take 50 + pinochle 500 = 647, meld saved",
            "+647",
        ),
        (FAMILY, record(90, (14, 42), thrown_in=True), "EW", "not played: thrown in", "−90"),
        (FAMILY, record(90, (14, 42), thrown_in=True), "NS", "not played, nothing to score", "0"),
        (GWINNETT, record(50, (8, 10), (0, 25)), "EW", "10 + 25 + 25 = 60, made 50", "+60"),
        (GWINNETT, record(50, (8, 10), (0, 25)), "NS", "no trick: meld lost", "0"),
        (
            GWINNETT_3,
            record(20, (2, 4, 5), (18, 4, 3), stuck=True),
            "C",
            "set: 5 + 3 = 8, short of 20 by 12, meld and take kept",
            "−12",
        ),
        (
            changed(ST_HILARY, contract__made_scoring="bid"),
            record(20, (4, 12), (11, 14)),
            "EW",
            "20, made 20 with 26",
            "+20",
        ),
        (
            changed(FAMILY, contract__surrender="meld_and_points"),
            record(90, (22, 42), thrown_in=True),
            "NS",
            "22 + 50 = 72, not played",
            "+72",
        ),
    ],
)
def test_side_line(book: RuleBook, deal: DealRecord, side: str, text: str, points: str) -> None:
    line = side_line(book, score_deal(book, deal), side)

    assert (line.text, line.signed_points) == (text, points)


def test_lines_of_all_books_read_well_and_add_up() -> None:
    for book, _, score in scored():
        for side in book.sides:
            line = side_line(book, score, side)
            assert line.text
            assert_reads_well(line.text)
            assert line.points == score.sides[side].score
            assert_adds_up(line.arithmetic)
            result, _ = score_first(book, score, side)
            assert result.endswith(line.signed_points)
            if told := re.match(r"(\d+) of (\d+): set, ", result):
                assert (score.outcome, score.sides[side].saved) == (Outcome.SET, False)
                assert int(told[1]) < int(told[2])


def assert_adds_up(arithmetic: str) -> None:
    left, equals, right = arithmetic.replace("−", "-").partition(" = ")
    if equals:
        figures = re.sub(r"[^-+\d ]", "", left)
        assert sum(int(sign + figure) for sign, figure in re.findall(r"([-+]?) ?(\d+)", figures)) == int(right)


def test_a_line_with_a_total_has_the_points_unless_set() -> None:
    for book, _, score in scored():
        for side, part in score.sides.items():
            line = side_line(book, score, side)
            if " = " in line.arithmetic and not (part.bidding and score.outcome is Outcome.SET):
                assert line.arithmetic.endswith(f"= {figure_text(part.score)}")


@pytest.mark.parametrize(
    ("book", "deal", "words"),
    [
        (ST_HILARY, record(27, (8, 19), (11, 14)), ("saved", "made")),
        (ST_HILARY, record(27, (8, 12), (16, 9)), ("saved", "SET")),
        (ST_HILARY, record(27, (8, 19), (0, 25)), ("lost", "made")),
        (ST_HILARY, record(27, (8, 19), (0, 25), renege="NS"), ("renege", "")),
        (NPA, record(75, (22, 12)), ("not played", "not played")),
        (HIDDEN_VALLEY, record(20, (8, 20), (0, 25), moon=True), ("lost", "moon")),
        (changed(ST_HILARY, contract__defenders_need="nothing"), record(27, (8, 19), (0, 25)), ("", "made")),
    ],
)
def test_outcome_word(book: RuleBook, deal: DealRecord, words: tuple[str, str]) -> None:
    score = score_deal(book, deal)

    assert tuple(outcome_word(score, side) for side in book.sides) == words


# -- before the play ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "deal", "headline", "rest", "tone"),
    [
        (ST_HILARY, record(27, (8, 19)), "On the board.", "Beatrice & Dominic need 8 of 25.", "go"),
        (ST_HILARY, record(19, (8, 19)), "On the board.", "The meld covers the bid: it’s made already.", "go"),
        (
            ST_HILARY,
            record(50, (8, 19)),
            "Can’t make it.",
            "The bid needs 31 more, and there are 25. Play on: Ann & Carl still score.",
            "note",
        ),
        (HIDDEN_VALLEY, record(19, (8, 19)), "On the board.", "The meld covers the bid: one counter is enough.", "go"),
        (
            HIDDEN_VALLEY,
            record(20, (8, 19)),
            "On the board.",
            "Beatrice & Dominic need 1 of 25, and it must be a counter.",
            "go",
        ),
        (
            HIDDEN_VALLEY,
            record(27, (8, 19), moon=True),
            "On the board.",
            "Beatrice & Dominic need 8 of 25. The moon needs every trick.",
            "go",
        ),
        (NPA, record(60, (22, 60)), "On the board.", "Beatrice & Dominic need 20 of 50.", "go"),
        (NPA, record(60, (22, 30)), "On the board.", "Beatrice & Dominic need 30 of 50.", "go"),
        (
            NPA,
            record(60, (22, 12)),
            "Not played.",
            "Beatrice & Dominic show 12 meld and need 20. Beatrice & Dominic 0, Ann & Carl +82.",
            "set",
        ),
        (
            NPA,
            record(60, (22, 12), no_marriage=True),
            "Not played.",
            "Beatrice & Dominic have no marriage to name trump with. Beatrice & Dominic 0, Ann & Carl +82.",
            "set",
        ),
        (
            NPA,
            record(80, (22, 24)),
            "Not played.",
            "Meld 24 and all 50 points can’t reach 80. Beatrice & Dominic 0, Ann & Carl +102.",
            "set",
        ),
        (
            FAMILY,
            record(90, (22, 24)),
            "Can’t make it.",
            "The bid needs 66 more, and there are 50. Play on: Ann & Carl still score. "
            "Or throw the hand in: Beatrice & Dominic −90, Ann & Carl +22.",
            "note",
        ),
        (FAMILY, record(90, (22, 42), thrown_in=True), "Thrown in.", "Beatrice & Dominic −90, Ann & Carl +22.", "set"),
        (GWINNETT, record(19, (8, 19)), "On the board.", "The meld covers the bid: one trick is enough.", "go"),
        (GWINNETT, record(50, (8, 19)), "On the board.", "Beatrice & Dominic need every trick and its 25.", "go"),
        (
            GWINNETT_3,
            record(22, (8, 2, 19)),
            "On the board.",
            "Carl needs 3 of 25, and a trick, or the meld is lost.",
            "go",
        ),
        (
            GWINNETT_3,
            record(80, (8, 2, 19)),
            "Can’t make it.",
            "The bid needs 61 more, and even every trick, with its extra 25, brings only 50. "
            "Play on: Ann and Bea still score.",
            "note",
        ),
        (CUTTHROAT, record(60, (8, 2, 70)), "The bid is made.", "The meld covers it.", "go"),
        (
            ST_HILARY,
            record(27, (8, 19), renege="NS"),
            "Renege.",
            "Ann & Carl reneged, and that decides the hand.",
            "note",
        ),
    ],
)
def test_outlook(book: RuleBook, deal: DealRecord, headline: str, rest: str, tone: str) -> None:
    text = outlook_sentences(book, deal, names_for(book))

    assert (text.headline, text.rest, text.tone) == (headline, rest, tone)


def test_one_player_alone_still_scores() -> None:
    book = described(CUTTHROAT, Answers(2, "alone", 48, 150))
    assert book is not None
    deal = DealRecord(bidder="B", bid=300, trump="S", meld={"A": 8, "B": 20})

    assert "Play on: Ann still scores." in outlook_sentences(book, deal, SINGLES).rest


def test_every_outlook_reads_well() -> None:
    seen: Counter[str] = Counter()
    for book, deal, _ in scored():
        text = outlook_sentences(
            book, replace(deal, take={}, tricks={}, last_trick=None), names_for(book_of(book, deal))
        )
        seen[text.headline] += 1
        assert_reads_well(text.rest)
        assert text.rest.endswith(".")

    assert set(seen) == {
        "On the board.",
        "The bid can be made.",
        "The bid is made.",
        "Can’t make it.",
        "Not played.",
        "Thrown in.",
        "Renege.",
        "Cut and laid.",
    }


# -- questions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "question", "wanted"),
    [
        (
            ST_HILARY,
            Question("last_trick", "NS"),
            (
                "Ann & Carl took 1 point. Was it only the last trick?",
                "Yes, only the last trick",
                "No, it was a counter",
            ),
        ),
        (
            NPA,
            Question("last_trick", "NS"),
            ("Ann & Carl took 2 points. Were they only the last book?", "Yes, only the last book", "No, counters"),
        ),
        (
            GWINNETT,
            Question("tricks", "EW"),
            ("Did Beatrice & Dominic win a trick at all?", "Yes, at least one", "No, not one"),
        ),
        (
            GWINNETT_3,
            Question("tricks", "A"),
            ("Did Ann win a trick at all? Discarded cards don’t count as one.", "Yes, at least one", "No, not one"),
        ),
        (
            GWINNETT,
            Question("each_trick", "NS"),
            ("Did Ann and Carl each win a trick?", "Yes, both", "No, Ann won none", "No, Carl won none"),
        ),
        (GWINNETT, Question("player_meld", "S"), ("Carl won no trick. What did Carl meld?",)),
        (
            NPA,
            Question("renege_cause", "NS"),
            (
                "How did Ann & Carl renege?",
                "Not following suit",
                "Not cutting",
                "Not beating the best card",
                "Not declaring aces in time",
                "Calling one that wasn’t proven",
            ),
        ),
        (
            NPA,
            Question("second_renege", "NS"),
            ("Did Beatrice & Dominic renege too, later in the hand?", "No", "Yes, later"),
        ),
        (
            GWINNETT_3,
            Question("second_renege", "A"),
            ("Who else reneged, later in the hand?", "Nobody", "Bea", "Carl"),
        ),
    ],
)
def test_question(book: RuleBook, question: Question, wanted: tuple[str, ...]) -> None:
    text, said = question_text(book, question, names_for(book), PLAYERS)

    assert (text, *said.values()) == wanted


def test_every_question_has_words_for_every_answer() -> None:
    codes = set()
    for book, deal, _ in scored():
        for question in (*open_questions(book, deal), *questions_of_renege(book, deal)):
            codes.add(question.code)
            here = book_of(book, deal)
            text, said = question_text(here, question, names_for(here), PLAYERS)
            assert [*said] == [*answers(book, deal, question)]
            for words in (text, *said.values()):
                assert_reads_well(words)

    assert codes == {"last_trick", "tricks", "each_trick", "renege_cause", "second_renege"}


# -- the game ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "won", "totals", "wanted"),
    [
        (
            ST_HILARY,
            Won("NS", 9, "bidding_side_first"),
            {"NS": 155, "EW": 173},
            "Ann & Carl win: 155 to 173. The bidding side is counted first and reached 150.",
        ),
        (ST_HILARY, Won("NS", 9, "reached"), {"NS": 155, "EW": -3}, "Ann & Carl win: 155 to −3. They reached 150."),
        (
            HIDDEN_VALLEY,
            Won("EW", 9, "higher_score"),
            {"NS": 255, "EW": 273},
            "Beatrice & Dominic win: 273 to 255. Both sides reached 250, and the higher score wins.",
        ),
        (
            changed(HIDDEN_VALLEY, game__level="bidding_side"),
            Won("EW", 9, "bidding_side_first"),
            {"NS": 260, "EW": 260},
            "Beatrice & Dominic win: 260 to 260. The totals are tied, so the bidding side wins.",
        ),
        (
            FAMILY,
            Won("NS", 9, "bid_to_win"),
            {"NS": 500, "EW": 520},
            "Ann & Carl win: 500 to 520. Bid to win was in force, and the bidding side stands at 500 or more. "
            "Beatrice & Dominic passed 500 too, but only the bidding side could win on that hand.",
        ),
        (
            changed(FAMILY, game__lead={"points": 50}),
            Won("NS", 9, "reached"),
            {"NS": 520, "EW": 420},
            "Ann & Carl win: 520 to 420. They reached 500 with a lead of 50 or more.",
        ),
        (
            changed(GWINNETT_3, game__lead={"points": 60, "counts": "enough"}),
            Won("B", 9, "lead"),
            {"A": 40, "B": 101, "C": 35},
            "Bea wins: 101 to 40 and 35. Bea is ahead by 60 or more.",
        ),
        (
            changed(FAMILY, game__deals=4),
            Won("EW", 4, "most"),
            {"NS": 120, "EW": 310},
            "Beatrice & Dominic win: 310 to 120. All four hands have been played, and the highest total wins.",
        ),
        (
            changed(GWINNETT_3, game__target=100),
            Won("B", 9, "reached"),
            {"A": 40, "B": 101, "C": 55},
            "Bea wins: 101 to 40 and 55. Bea reached 100.",
        ),
    ],
)
def test_won_sentence(book: RuleBook, won: Won, totals: dict[str, int], wanted: str) -> None:
    assert won_result(book, won, names_for(book), totals).sentence == wanted


def test_held_back_for_want_of_a_lead() -> None:
    book, before = changed(FAMILY, game__lead={"points": 50}), {"NS": 405, "EW": 490}
    assert held_back_sentence(book, PAIRS, before, {"NS": 505, "EW": 520}) == (
        "Beatrice & Dominic and Ann & Carl passed 500, but not with a lead of 50. Play another hand."
    )
    assert held_back_sentence(book, PAIRS, before, {"NS": 450, "EW": 520}) == (
        "Beatrice & Dominic passed 500, but only the bidding side could win on that hand. Play on."
    )


def test_held_back_by_bid_to_win_or_by_level_totals() -> None:
    high, low = {"NS": 405, "EW": 490}, {"NS": 240, "EW": 230}
    assert held_back_sentence(FAMILY, PAIRS, high, {"NS": 405, "EW": 520}) == (
        "Beatrice & Dominic passed 500, but only the bidding side could win on that hand. Play on."
    )
    assert held_back_sentence(FAMILY, PAIRS, high, {"NS": 405, "EW": 500}) == (
        "Beatrice & Dominic reached 500, but only the bidding side could win on that hand. Play on."
    )
    assert held_back_sentence(HIDDEN_VALLEY, PAIRS, low, {"NS": 260, "EW": 260}) == (
        "The totals are tied at 260. Play another hand."
    )


@given(st.randoms(use_true_random=True))
def test_every_end_of_a_game_has_a_sentence(rng: random.Random) -> None:
    book = random_book(rng)
    names = names_for(book)

    result = play_game(book, [random_record(book, rng) for _ in range(12)])

    for number in result.held_back:
        before = result.totals[number - 2] if number > 1 else dict.fromkeys(book.sides, 0)
        assert_reads_well(held_back_sentence(book, names, before, result.totals[number - 1]))
    if result.won:
        assert_reads_well(won_result(book, result.won, names, result.totals_now(book)).sentence)


def test_to_go_counts_down_to_the_target() -> None:
    said = [to_go(ST_HILARY, total) for total in (102, -20, 150, 155)]
    assert said == ["48 to go", "170 to go", "at 150", "past 150"]
    assert to_go(NPA, 102) == ""


def test_hands_played_of_those_there_are() -> None:
    assert hands_played(NPA, 2) == "2 of 4 hands played"
    assert hands_played(GWINNETT, 3, 10) == "3 of 10 hands played"
    assert hands_played(GWINNETT, 0, 12, are_agreed=True) == "Hand 1 of 12, as agreed"
    assert hands_played(GWINNETT, 12, 12, are_agreed=True) == "12 of 12 hands played"
    assert [hands_played(GWINNETT, played) for played in (1, 2)] == ["1 hand played", "2 hands played"]


def test_the_end_of_an_agreed_number_of_hands() -> None:
    assert final_result(NPA, PAIRS, {"NS": 310, "EW": 95}).sentence == (
        "Ann & Carl win the round: 310 to 95. All hands have been played."
    )
    assert final_result(GWINNETT_3, SINGLES, {"A": 40, "B": 55, "C": 55}).sentence == (
        "Bea and Carl are tied: 55. All hands have been played."
    )
    assert final_result(GWINNETT_3, SINGLES, {"A": 60, "B": 55, "C": -5}).sentence == (
        "Ann wins: 60 to 55 and −5. All hands have been played."
    )


def test_a_tied_round_goes_by_the_book() -> None:
    tied, last_bids = {"NS": 95, "EW": 95}, changed(NPA, round__level="last_bidder")

    assert final_result(NPA, PAIRS, tied, last_bid="EW").headline == "Ann & Carl and Beatrice & Dominic are tied"
    assert final_result(last_bids, PAIRS, tied, last_bid="EW").sentence == (
        "Beatrice & Dominic win the round: 95 to 95. All hands have been played. It ended tied, and the side that bid "
        "on the last hand wins."
    )
    assert final_result(last_bids, PAIRS, {"NS": 96, "EW": 95}, last_bid="EW").headline == "Ann & Carl win the round"


def test_a_game_that_ended_by_agreement_says_so() -> None:
    assert final_result(ST_HILARY, PAIRS, {"NS": 102, "EW": 85}, agreed_end(6)).sentence == (
        "Ann & Carl win: 102 to 85. The game ended by agreement after 6 hands."
    )
    assert agreed_end(1) == "The game ended by agreement after 1 hand."
