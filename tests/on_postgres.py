"""What PostgreSQL runs in `make test`, by path, or by path and test: where it could fail though SQLite passes.

That is what writes (deeds, recording, jobs), writers at once, locks, constraints, kill -9, taps that come twice, how
text is kept, compared and put in order, JSON, numbers and letters that it will not take, and one whole evening. Who
may do what, how a page reads and what a server does with its processes are the same on both, so their tests run on
SQLite alone. `make soak` runs all that uses a database on both.
"""

from pathlib import Path

TESTS = Path(__file__).resolve().parent
CHOSEN = (
    # what writes
    "league/**/test_deeds*.py",
    "league/**/deeds/test_*.py",
    "league/evening/rounds/test_counting.py",
    "league/evening/totals/test_views.py::test_what_comes_between_the_look_and_the_write_is_not_typed_over",
    "scoring/score_card/test_recording.py",
    "scoring/score_card/test_kept_sheets.py",
    "scoring/score_card/views/test_quick_and_plain.py",
    "pinochle_club/ground/test_prepared.py",
    "scoring/score_card/views/test_start.py",
    "scoring/score_card/views/test_our_game.py::test_rules_of_a_house_go_with_its_last_card",
    "scoring/score_card/views/test_waiting.py",
    "scoring/play/test_jobs.py",
    "pinochle_club/ground/test_apart.py",
    "pinochle_club/server/test_run.py",
    "pinochle_club/server/test_new_database.py",
    "pinochle_club/server/test_backups.py",
    "pinochle_club/server/test_saving.py",
    "pinochle_club/server/test_health.py",
    "pinochle_club/server/test_examining.py",
    "pinochle_club/server/test_nightly.py::test_copy_is_put_back_into_a_folder_of_its_own_and_every_total_worked_out_again",
    "league/acting/test_seals.py",
    "league/test_wrong_clock.py",
    "pinochle_club/ground/test_write_queue.py",
    "pinochle_club/ground/test_errands.py",
    "pinochle_club/ground/test_locks.py",
    "league/evening/rulings/test_claims.py",
    "scoring/score_card/test_access.py",
    # at once, killed, sent twice
    "league/**/test_entry_and_close.py",
    "league/evening/judging/test_hosting.py::test_entry_that_was_saved_before_the_close_is_answered_as_saved_after_it",
    "league/evening/judging/test_hosting.py::test_hand_that_waited_until_its_round_was_closed_is_the_directors",
    "*/**/test_repeats.py",
    "*/**/test_concurrency.py",
    "*/**/test_kill.py",
    "scoring/play/test_thinking.py",
    "test_two_servers.py",
    "test_second_computer.py",
    "lab/chaos/test_chaos.py",
    "pinochle_club/ground/test_lost_database.py",
    "pinochle_club/ground/test_trouble.py",
    # text and JSON: what is kept, compared and put in order in its own way by each
    "scoring/score_card/test_listings.py::test_strange_address_still_lists_the_cards",
    "league/office/members/**/test_*.py",
    "league/office/second_steps/test_*.py",
    "league/evening/calendar/test_views.py",
    "league/evening/events/test_listings.py",
    "league/evening/ledger/test_rows.py::"
    "test_evening_is_read_again_where_an_older_version_read_its_cards_in_another_way",
    "league/outside/api/test_*.py",
    "league/season/merging/test_deeds.py",
    "league/season/seasons/test_reading.py",
    "league/season/seasons/test_same_tables.py",
    "league/season/notices/test_views.py::test_nobody_saves_over_what_another_typed_or_a_correction_changed",
    "league/season/notices/test_post.py::test_a_deed_sends_nothing_and_the_worker_everything_once",
    "league/season/notices/test_post.py::test_a_worker_that_is_killed_sends_at_most_the_one_it_had_in_hand_again",
    "league/season/grades/test_reading.py",
    "league/outside/archive/test_round_trip.py",
    "league/outside/archive/test_hostile.py",
    "league/outside/archive/test_older.py",
    "league/test_permission_matrix.py::test_number_that_nothing_has_leads_nowhere",
    "*/**/test_bad_input.py",
    # one whole evening; what browsers do with the answers is the same on both
    "league/test_evening.py",
)
# Of those, what no engine does in a way of its own: forms refused before a database is asked, questions in an address,
# and the sweep of deeds sent twice, whose one way of keeping answers the other tests of the file try here.
SAME_ON_BOTH = (
    "league/test_repeats.py::test_sent_twice_is_done_once_and_answered_alike",
    "scoring/play/test_bad_input.py::test_form_that_is_far_too_large_is_refused_in_words",
    "scoring/play/test_bad_input.py::test_no_question_in_an_address_makes_the_server_fail",
)


def chosen() -> list[str]:
    """As pytest takes them, from the root of the repository."""
    return sorted({name for pattern in CHOSEN for name in found(pattern)})


def left_out() -> list[str]:
    """As pytest takes them, too."""
    return [f"--deselect={name}" for pattern in SAME_ON_BOTH for name in found(pattern)]


def found(pattern: str) -> list[str]:
    files, colons, test = pattern.partition("::")
    return [f"{path.relative_to(TESTS.parent).as_posix()}{colons}{test}" for path in TESTS.glob(files)]
