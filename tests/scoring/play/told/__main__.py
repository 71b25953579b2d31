"""`python -m tests.scoring.play.told` writes `tests/transcripts` anew."""

from scoring.rules.book import built_in_books

from .golden import GOLDEN, golden

for key in built_in_books():
    (GOLDEN / f"{key}.txt").write_text(golden(key), encoding="utf-8")
