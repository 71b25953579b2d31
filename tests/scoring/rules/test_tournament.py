"""A tournament round: lateness, the skunk, and each player's own score."""

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.conformance import Case, read_cases
from scoring.rules.errors import RuleError
from scoring.rules.tournament import (
    PlayerRecord,
    PlayerScore,
    Role,
    ScoreStep,
    minutes_counted,
    penalties_by_side,
    player_scores,
    round_result,
    tardiness,
)
from tests.scoring.rules.deal_samples import changed

CASES = [
    case
    for path in sorted((Path(__file__).parents[2] / "cases").glob("*.jsonl"))
    for case in read_cases(path)
    if case.op in ("tardiness", "round")
]
NPA = built_in_book("npa")
ST_HILARY = built_in_book("st-hilary")
WON = [{"NS": 64, "EW": 0}, {"NS": 120, "EW": 0}, {"NS": 85, "EW": 0}, {"NS": 90, "EW": 0}]
EVEN = [{"NS": 60, "EW": 20}] * 4


def with_round(**switches: object) -> RuleBook:
    assert NPA.round is not None
    return NPA.model_copy(update={"round": NPA.round.model_copy(update=switches)})


def judged_after_penalties() -> RuleBook:
    assert NPA.round is not None
    assert NPA.round.skunk is not None
    return with_round(skunk=NPA.round.skunk.model_copy(update={"judged": "after_penalties"}))


def score_of(book: RuleBook, deals: list[dict[str, int]], *players: PlayerRecord) -> list[int]:
    return [score.points for score in player_scores(book, round_result(book, deals), players)]


# -- lateness


@pytest.mark.parametrize("case", [case for case in CASES if case.op == "tardiness"], ids=lambda case: case.id)
def test_tardiness_case(case: Case) -> None:
    late = tardiness(case.book, case.given["minutes"])

    assert {"points": late or 0, "replaced": late is None} == case.wanted


@pytest.mark.parametrize(("minutes", "points"), [(5, 0), (12, 70), (14, 90), (15, None)])
def test_tardiness(minutes: int, points: int | None) -> None:
    assert tardiness(NPA, minutes) == points


@pytest.mark.parametrize(
    ("seconds", "full", "begun"), [(0, 0, 0), (1, 0, 1), (359, 5, 6), (360, 6, 6), (361, 6, 7), (899, 14, 15)]
)
def test_a_minute_that_has_begun_goes_by_the_book(seconds: int, full: int, begun: int) -> None:
    book, late = changed(NPA, round__tardiness__minute="begun"), timedelta(seconds=seconds)

    assert minutes_counted(NPA, late) == minutes_counted(ST_HILARY, late) == full
    assert minutes_counted(book, late) == begun


def test_book_without_a_rule_on_lateness() -> None:
    assert tardiness(with_round(tardiness=None), 60) == 0


# -- the round


@pytest.mark.parametrize("case", [case for case in CASES if case.op == "round"], ids=lambda case: case.id)
def test_round_case(case: Case) -> None:
    result = round_result(case.book, case.given["hands"])

    assert {"totals": result.totals, "skunk": result.skunk} == {key: case.wanted[key] for key in ("totals", "skunk")}


def test_skunk_stands_outside_the_deals() -> None:
    result = round_result(NPA, WON)

    assert result.before_skunk == {"NS": 359, "EW": 0}
    assert (result.skunk, result.skunk_points) == ("NS", 200)
    assert round_result(NPA, EVEN).skunk_points == 0
    assert result.totals == {"NS": 559, "EW": 0}


@pytest.mark.parametrize(
    ("deals", "skunk"),
    [
        (WON[:3], None),  # not over yet
        ([{"NS": 90, "EW": -60}, {"NS": 0, "EW": 60}, *WON[:2]], "NS"),  # comes to 0
        ([{"NS": 90, "EW": -60}, *WON[:3]], "NS"),  # below 0
        ([{"NS": 0, "EW": 0}] * 4, None),  # nobody has points
        ([{"NS": -50, "EW": 0}] * 4, None),
        ([{"NS": 60, "EW": 0}] * 3 + [{"NS": 60, "EW": 1}], None),
        ([{"NS": 0, "EW": 0}] * 3 + [{"NS": 0, "EW": 1}], "EW"),
        (EVEN, None),
    ],
)
def test_skunk(deals: list[dict[str, int]], skunk: str | None) -> None:
    assert round_result(NPA, deals).skunk == skunk


def test_round_without_a_skunk() -> None:
    assert round_result(with_round(skunk=None), WON).totals == {"NS": 359, "EW": 0}


def test_skunk_judged_after_penalties_by_the_switch() -> None:
    deals = [{"NS": 60, "EW": 10}] * 4
    players = (PlayerRecord("E", penalties={"card_count": 1}), PlayerRecord("W"))
    lost = penalties_by_side(NPA, players)

    assert lost == {"NS": 0, "EW": 50}
    assert round_result(NPA, deals, lost).skunk is None
    after = round_result(judged_after_penalties(), deals, lost)
    assert after.skunk == "NS"
    assert after.totals == {"NS": 440, "EW": 40}
    barely = [{"NS": 60, "EW": 0}] * 3 + [{"NS": 60, "EW": 1}]
    assert round_result(judged_after_penalties(), barely).skunk is None  # nobody lost anything


def test_too_many_deals_for_a_round() -> None:
    with pytest.raises(RuleError, match=r"^A round has 4 hands, and this one has 5\.$"):
        round_result(NPA, [*WON, WON[0]])


def test_book_without_a_round() -> None:
    for ask in (
        lambda: round_result(ST_HILARY, WON),
        lambda: player_scores(ST_HILARY, round_result(NPA, WON), ()),
    ):
        with pytest.raises(RuleError, match=r"^St\. Hilary Card Party has no tournament round\.$"):
            ask()
    assert tardiness(ST_HILARY, 3) == 0


# -- the players


def test_player_scores_the_side_less_own_penalties() -> None:
    record = PlayerRecord("N", minutes_late=12, penalties={"card_count": 2, "wrong_table": 1})

    (score,) = player_scores(NPA, round_result(NPA, WON), (record,))

    assert score.steps == (
        ScoreStep("The hands of NS", 359, "round"),
        ScoreStep("Skunk", 200, "round.skunk"),
        ScoreStep("12 minutes late", -70, "round.tardiness"),
        ScoreStep("Wrong number of cards at the end of a hand, 2 times", -100, "penalties.card_count"),
        ScoreStep("Playing at the wrong table", -100, "penalties.wrong_table"),
    )
    assert score.points == 289


def test_penalty_falls_on_the_player_not_the_partner() -> None:
    players = (PlayerRecord("N", penalties={"aces_shown": 1}), PlayerRecord("S"), PlayerRecord("E"))

    assert score_of(NPA, WON, *players) == [509, 559, 0]


def test_late_player_is_replaced_and_the_substitute_scores() -> None:
    late = PlayerRecord("E", minutes_late=15, penalties={"wrong_table": 1})
    substitute = PlayerRecord("E", Role.SUBSTITUTE, penalties={"card_on_floor": 1})

    assert score_of(NPA, EVEN, late, substitute) == [-100, 30]


def test_player_who_left_is_replaced_without_lateness() -> None:
    left = PlayerRecord("N", minutes_late=7, replaced=True)

    assert score_of(NPA, EVEN, left) == [-20]


def test_what_an_outside_helper_scores_is_nobodys() -> None:
    late = PlayerRecord("N", minutes_late=20)
    helper = PlayerRecord("N", Role.HELPER)

    scores = player_scores(NPA, round_result(NPA, EVEN), (late, helper))

    assert [(score.points, score.counts) for score in scores] == [(0, True), (240, False)]


def test_what_an_outside_helper_scores_is_the_absent_players_by_the_switch() -> None:
    book = with_round(outside_substitute_scores="absent_player")
    late = PlayerRecord("N", minutes_late=20, penalties={"wrong_table": 1})
    helper = PlayerRecord("N", Role.HELPER, penalties={"card_on_floor": 1})

    scores = player_scores(book, round_result(book, EVEN), (late, helper))

    assert [(score.points, score.counts) for score in scores] == [(90, True), (190, False)]
    assert sum(step.amount for step in scores[0].steps) == 240 - 50 - 100


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ((PlayerRecord("A"),), "There is no seat A at this table."),
        ((PlayerRecord("N"), PlayerRecord("N")), "Seat N has more than one player."),
        (
            (PlayerRecord("N", penalties={"late_lunch": 1}),),
            "“late_lunch” is not in the list of penalties of National Pinochle Association.",
        ),
    ],
)
def test_records_that_cannot_be(players: tuple[PlayerRecord, ...], sentence: str) -> None:
    with pytest.raises(RuleError) as raised:
        player_scores(NPA, round_result(NPA, WON), players)

    assert str(raised.value) == sentence


@st.composite
def records(draw: st.DrawFn) -> PlayerRecord:
    codes = st.sampled_from([penalty.code for penalty in NPA.penalties])
    return PlayerRecord(
        draw(st.sampled_from(NPA.seats)),
        draw(st.sampled_from(Role)),
        draw(st.integers(0, 30)),
        draw(st.booleans()),
        draw(st.dictionaries(codes, st.integers(0, 3))),
    )


@given(record=records())
def test_score_is_the_share_less_the_persons_own_penalties(record: PlayerRecord) -> None:
    result = round_result(NPA, WON)

    (score,) = player_scores(NPA, result, (record,))

    lost = sum(times * NPA.penalty(code).points for code, times in record.penalties.items())
    late = tardiness(NPA, record.minutes_late)
    side = NPA.side_of(record.seat)
    share = 0 if record.replaced or late is None else result.totals[side]
    assert score == PlayerScore(record, score.steps, record.role is not Role.HELPER)
    assert score.points == share - (late or 0) - lost
