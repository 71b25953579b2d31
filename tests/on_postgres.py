"""Which test files PostgreSQL runs in `make test`, by path: those in which it could fail where SQLite passes.

That is what writes (deeds, recording, jobs), who may do what, writers at once, locks, constraints, kill -9, taps that
come twice, how text is kept, compared and put in order, JSON, bad input, and one whole evening. How a page reads is
the same on both, so its tests run on SQLite alone. `make soak` runs all that uses a database on both.
"""

from pathlib import Path

TESTS = Path(__file__).resolve().parent
CHOSEN = (
    # what writes
    "league/*/test_deeds*.py",
    "league/*/deeds/test_*.py",
    "scoring/score_card/test_recording.py",
    "scoring/score_card/test_kept_sheets.py",
    "scoring/score_card/views/test_quick_and_plain.py",
    "pinochle_club/test_prepared.py",
    "scoring/score_card/views/test_start.py",
    "scoring/score_card/views/test_waiting.py",
    "scoring/play/test_jobs.py",
    "pinochle_club/test_apart.py",
    "pinochle_club/test_run.py",
    "pinochle_club/test_backups.py",
    "pinochle_club/test_write_queue.py",
    "pinochle_club/test_locks.py",
    # who may do what
    "league/test_permission_matrix.py",
    "league/rulings/test_claims.py",
    "league/**/test_hosting.py",
    "scoring/score_card/test_access.py",
    "scoring/score_card/test_authorisation.py",
    # at once, killed, sent twice
    "league/**/test_entry_and_close.py",
    "*/**/test_repeats.py",
    "*/**/test_concurrency.py",
    "*/**/test_kill.py",
    "scoring/play/test_thinking.py",
    "test_two_servers.py",
    "pinochle_club/test_served.py",
    "pinochle_club/test_lost_database.py",
    # text and JSON: what is kept, compared and put in order in its own way by each
    "scoring/score_card/test_listings.py",
    "league/members/**/test_*.py",
    "league/coming/test_calendar.py",
    "league/events/test_listings.py",
    "league/api/test_*.py",
    "league/merging/test_deeds.py",
    "league/seasons/test_reading.py",
    "league/seasons/test_same_tables.py",
    "league/notices/test_views.py",
    "league/grades/test_reading.py",
    "league/archive/test_*.py",
    "*/**/test_bad_input.py",
    # one whole evening; what tablets do with the answers is the same on both
    "browser/test_evening.py",
)


def chosen_files() -> list[str]:
    """As pytest takes them, from the root of the repository."""
    found = {path for pattern in CHOSEN for path in TESTS.glob(pattern)}
    return sorted(path.relative_to(TESTS.parent).as_posix() for path in found)
