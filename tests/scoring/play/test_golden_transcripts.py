"""The golden deals are as plain players play them today, and come to what they came to."""

import pytest

from scoring.play.state import record_of
from scoring.rules.book import BUILT_IN_ORDER
from scoring.rules.deal_score import score_deal
from tests.scoring.play.told.golden import GOLDEN, golden
from tests.scoring.play.told.reading import parse_deal
from tests.scoring.play.told.writing import format_deal


def test_golden_transcripts_are_as_they_are_written() -> None:
    assert {key: golden(key) for key in BUILT_IN_ORDER} == {path.stem: path.read_text() for path in GOLDEN.iterdir()}


@pytest.mark.parametrize(
    ("key", "scores"),
    [
        ("st-hilary", {"NS": 16, "EW": 29}),
        ("hidden-valley", {"NS": -19, "EW": 23}),
        ("family-double", {"NS": 0, "EW": 86}),
        ("npa", {"NS": 0, "EW": 168}),
        ("gwinnett", {"NS": 24, "EW": -5}),
        ("gwinnett-3", {"A": 9, "B": 27, "C": 34}),
        ("cutthroat", {"A": 57, "B": -65, "C": 34}),
    ],
)
def test_golden_transcript_replays_to_the_same_score(key: str, scores: dict[str, int]) -> None:
    text = (GOLDEN / f"{key}.txt").read_text()

    state = parse_deal(text)

    assert state.book.key == key
    assert format_deal(state) == text
    assert score_deal(state.book, record_of(state)).scores == scores
