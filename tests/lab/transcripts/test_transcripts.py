"""The golden deals are as the command writes them."""

from pathlib import Path

import pytest

from scoring.play.state import record_of
from scoring.rules.book import built_in_books
from scoring.rules.deal_score import score_deal
from tests.lab.transcripts import format_deal
from tests.lab.transcripts.__main__ import main
from tests.lab.transcripts.reading import parse_deal

GOLDEN = Path(__file__).parent


def test_golden_transcripts_are_what_the_command_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(tmp_path)

    written = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_text() for path in GOLDEN.glob("*.txt")}
    assert len(capsys.readouterr().out.splitlines()) == sum(book.bots_play for book in built_in_books().values())


@pytest.mark.parametrize(
    ("key", "scores"),
    [
        ("st-hilary", {"NS": 16, "EW": 29}),
        ("hidden-valley", {"NS": -19, "EW": 23}),
        ("family-double", {"NS": 0, "EW": 86}),
        ("npa", {"NS": 0, "EW": 168}),
        ("gwinnett", {"NS": 24, "EW": -5}),
        ("gwinnett-3", {"A": 9, "B": 27, "C": 34}),
        ("cutthroat", {"A": 56, "B": -65, "C": 34}),
    ],
)
def test_golden_transcript_replays_to_the_same_score(key: str, scores: dict[str, int]) -> None:
    text = (GOLDEN / f"{key}.txt").read_text()

    state = parse_deal(text)

    assert state.book.key == key
    assert format_deal(state) == text
    assert score_deal(state.book, record_of(state)).scores == scores
