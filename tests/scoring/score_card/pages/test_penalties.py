"""Penalties, lateness and player scores: from a card's entries to the rows, sentences and scores that are printed."""

from typing import Unpack

import pytest

from scoring.rules.wording import late_sentence
from scoring.score_card.names import Names
from scoring.score_card.pages.penalties import RoundContext, extra_rows, round_context
from scoring.score_card.people import names_now
from scoring.score_card.player_scores import final_totals, person_scores
from scoring.score_card.sheet import EntryData, Sheet
from tests.scoring.score_card.makers import PLAYERS, Hand, late, made_hand, sheet_of

SHARED: Hand = {"take": {"NS": 26, "EW": 24}, "meld": {"NS": 30, "EW": 20}}
ALL_TO_NS: Hand = {"take": {"NS": 40, "EW": 10}, "meld": {"NS": 30, "EW": 0}}


def round_sheet(*entries: EntryData, hands: int = 4, **figures: Unpack[Hand]) -> Sheet:
    played = [entry for hand in range(1, hands + 1) for entry in made_hand(hand, book="npa", **(figures or SHARED))]
    return sheet_of(*played, *entries, book="npa")


def round_of(sheet: Sheet) -> RoundContext:
    context = round_context(sheet, Names(sheet.book, PLAYERS, {}))
    assert context is not None
    return context


def below(sheet: Sheet, names: Names | None = None) -> list[tuple[object, ...]]:
    rows = extra_rows(sheet, names or Names(sheet.book, PLAYERS, {}))
    return [(row["title"], *row["cells"]) for row in rows]


def penalty(seat: str, code: str = "wrong_table", **more: object) -> EntryData:
    return EntryData(0, "penalty", payload={"seat": seat, "code": code, "count": 1, "note": "", "hand": None, **more})


def points_of(context: RoundContext) -> dict[str, str]:
    return {score.name: score.points for score in context.scores}


def test_book_without_rounds_has_none() -> None:
    sheet = sheet_of(*made_hand(1))

    assert round_context(sheet, Names(sheet.book, {}, {})) is None
    assert final_totals(sheet) == sheet.totals


def test_skunk_waits_for_the_last_hand() -> None:
    sheet = round_sheet(hands=3, **ALL_TO_NS)
    context = round_of(sheet)

    assert (context.is_over, context.hands_left, below(sheet)) == (False, 1, [])
    assert context.skunk_sentence == "3 of 4 hands are in. The skunk comes after the last."


def test_skunk_is_a_row_and_part_of_the_final_totals() -> None:
    sheet = round_sheet(**ALL_TO_NS)

    context = round_of(sheet)

    assert sheet.totals == {"NS": 280, "EW": 0}
    assert final_totals(sheet) == {"NS": 480, "EW": 0}
    assert below(sheet) == [("Skunk", ("+200", "480"), ("", ""))]
    assert context.skunk_sentence == (
        "4 hands and nothing for Bea & Dom. That’s a skunk. 200 more for Ann & Carl: 280 + 200 = 480."
    )
    assert points_of(context) == {"Ann": "480", "Carl": "480", "Bea": "0", "Dom": "0"}


def test_no_skunk_is_said() -> None:
    sheet = round_sheet()

    assert (round_of(sheet).skunk_sentence, below(sheet)) == ("No skunk in this round.", [])


def test_penalty_falls_on_the_player_alone() -> None:
    sheet = round_sheet(penalty("S"), penalty("S", "card_on_floor", count=2, hand=3, note="twice!"))
    context = round_of(sheet)

    assert points_of(context) == {"Ann": "224", "Bea": "176", "Carl": "24", "Dom": "176"}
    carl = next(score for score in context.scores if score.name == "Carl")
    assert [(step["title"], step["amount"], step["anchor"]) for step in carl.steps] == [
        ("The hands of Ann & Carl", "+224", "round"),
        ("Card on the floor or in the stack, 2 times", "−100", "penalties-card_on_floor"),
        ("Playing at the wrong table", "−100", "penalties-wrong_table"),
    ]
    assert (carl.share, carl.own) == ("224", "−200")
    assert below(sheet) == [("Penalties", ("Carl −200", ""), ("", ""))]
    assert [(p.player, p.points, p.remark) for p in context.penalties] == [
        ("Carl", "−100", ""),
        ("Carl", "−100", "Hand 3 · “twice!”"),
    ]


def test_pardoned_penalty_costs_nothing() -> None:
    sheet = round_sheet(penalty("S"))
    pardoned = sheet.with_entry("pardon", None, {"pardons": sheet.version, "seat": "S", "code": "wrong_table"})

    assert points_of(round_of(sheet))["Carl"] == "124"
    assert points_of(round_of(pardoned))["Carl"] == "224"
    assert round_of(pardoned).penalties == ()


@pytest.mark.parametrize(
    ("minutes", "sentence"),
    [
        (0, ""),
        (1, "1 minute late: nothing off."),
        (5, "5 minutes late: nothing off."),
        (12, "12 minutes late: 70 off."),
        (14, "14 minutes late: 90 off."),
        (15, "15 minutes late: replaced, scores 0 this round."),
    ],
)
def test_lateness_in_words(minutes: int, sentence: str) -> None:
    assert late_sentence(round_sheet().book, minutes) == sentence


def test_newest_word_on_lateness_counts_and_no_minutes_take_it_back() -> None:
    twice = round_sheet(late("E", 14), late("E", 12))
    back = round_sheet(late("E", 14), late("E", 0))

    assert points_of(round_of(twice))["Bea"] == "106"
    assert points_of(round_of(back))["Bea"] == "176"
    assert round_of(back).late == ()


def test_replaced_player_scores_nothing_and_a_substitute_the_sides_total() -> None:
    sheet = round_sheet(late("E", 15, "in_event", "Eve"), penalty("E"), penalty("E", replacement=True))
    context = round_of(sheet)

    assert points_of(context) == {"Ann": "224", "Bea": "−100", "Eve": "76", "Carl": "224", "Dom": "176"}
    assert [(score.role, score.counts) for score in context.scores if score.name == "Eve"] == [("plays for Bea", True)]
    assert [came.replacement for came in context.late] == ["Eve"]
    assert below(sheet) == [("Penalties", ("", ""), ("Bea −100, Bea replaced, Eve −100", ""))]


def test_score_of_a_helper_from_outside_is_nobodys() -> None:
    context = round_of(round_sheet(late("E", 20, "outside")))

    helper = next(score for score in context.scores if score.role)
    assert (helper.name, helper.role, helper.counts) == (
        "Helper for Bea",
        "from outside, for Bea: the score counts for no one",
        False,
    )


def test_replaced_player_without_a_substitute_is_asked_about() -> None:
    (came,) = round_of(round_sheet(late("E", 15))).late

    assert (came.replacement, came.replacement_missing) == ("", True)


def test_penalty_of_another_book_is_left_out() -> None:
    context = round_of(round_sheet(penalty("S", "spitting")))

    assert (context.penalties, points_of(context)["Carl"]) == ((), "224")


def replaced(seat: str, minutes: int = 0, substitute: str = "in_event", name: str = "Eve") -> EntryData:
    """A director's word that somebody else plays on, whatever the minutes."""
    entry = late(seat, minutes, substitute, name)
    return EntryData(0, "late", payload={**entry.payload, "replaced": True})


def test_player_replaced_before_the_limit_scores_nothing_and_loses_nothing_for_the_minutes() -> None:
    context = round_of(round_sheet(replaced("E", 8)))

    assert points_of(context)["Bea"] == "0"
    assert points_of(context)["Eve"] == points_of(context)["Dom"]
    assert [(came.sentence, came.replacement) for came in context.late] == [("Replaced, scores 0 this round.", "Eve")]


def test_no_minutes_take_back_who_was_replaced() -> None:
    assert round_of(round_sheet(replaced("E"), late("E", 0))).late == ()


@pytest.mark.parametrize("substitute", ["in_event", "outside"])
def test_under_a_book_without_rounds_the_substitute_has_the_sides_points(substitute: str) -> None:
    sheet = sheet_of(*made_hand(1), replaced("E", substitute=substitute))

    scores = [
        (person.name, score.points, score.counts)
        for person, score in person_scores(sheet, Names(sheet.book, PLAYERS, {}))
        if person.record.seat == "E"
    ]

    side = sheet.totals["EW"] if substitute == "in_event" else 0
    assert scores == [("Bea", 0, True), ("Eve", side, substitute == "in_event")]


def test_scores_are_the_same_whatever_the_card_says_at_its_head() -> None:
    sheet = round_sheet(late("E", 15, "in_event", "Eve"), penalty("E"), penalty("E", replacement=True))
    named = round_context(sheet, names_now(sheet, Names(sheet.book, PLAYERS, {})))
    assert named is not None

    assert points_of(named) == points_of(round_of(sheet))
    assert [came.player for came in named.late] == ["Bea"]
    assert {score.name: score.role for score in named.scores}["Eve"] == "plays for Bea"
    assert below(sheet, names_now(sheet, Names(sheet.book, PLAYERS, {}))) == below(sheet)


def test_who_was_replaced_under_a_book_without_rounds_still_loses_what_a_director_took() -> None:
    gone = EntryData(0, "late", payload={**late("S", 0, "outside", "Zoe").payload, "replaced": True})
    sheet = sheet_of(*made_hand(1), gone, penalty("S", "ruling", points=5), book="st-hilary")
    scores = {person.key: score.points for person, score in person_scores(sheet, Names(sheet.book, PLAYERS, {}))}

    assert scores["S"] == -5
    assert scores["N"] == sheet.totals["NS"]
    assert below(sheet) == [("Penalties", ("Carl −5, Carl replaced", ""), ("", ""))]  # so the card says it
