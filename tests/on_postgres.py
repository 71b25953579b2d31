"""What PostgreSQL runs in `make test`, by path, or by path and test: where it could fail though SQLite passes.

That is what writes (deeds, recording, jobs), writers at once, locks, constraints, kill -9, taps that come twice, how
text is kept, compared and put in order, JSON, numbers and letters that it will not take, and one whole evening. Who
may do what, how a page reads and what a server does with its processes hardly ask an engine for what the other does
not have, so their tests run on SQLite alone.

Of deeds, all go through the same few ways of writing (a line in the log, an answer kept by its id, a lock on the
event), so not every room tries them all here: of some files every third test does, besides those about transactions.
Where a test is dear by what is worked out (seatings, finals, money, a hall's cards) and not by what is written, SQLite
does it, and a few tests of the room, or of its neighbors, write here.
A fault of PostgreSQL's in what is left out is found by `make soak`, which runs all that uses a database on both.
"""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ABOUT_TRANSACTIONS = re.compile(
    r"\b(IntegrityError|OperationalError|ProgrammingError|DataError|TransactionTestCase|ClubServer|on_commit)\b"
    r"|\b(atomic|select_for_update|savepoint|connection\.vendor|queued_write)\b"
)
# Pages in a browser need it for the live server, and seldom are about transactions.
BY_TRANSACTION = re.compile(r"\btransaction=True|\btransactional_db\b")
CHOSEN = (
    # what writes
    "league/**/test_deeds*.py",
    "league/**/deeds/test_*.py",
    "league/evening/chairs/test_deeds.py::test_undo_gives_those_who_lost_a_chair_all_they_had_there",
    "league/evening/chairs/test_deeds.py::test_what_an_entry_names_comes_with_an_archive_and_follows_a_name",
    "league/evening/finals/test_deeds.py::test_the_same_submission_cuts_once_and_another_is_refused",
    "league/evening/finals/test_deeds.py::test_a_cut_is_taken_back_with_its_seating_and_made_anew",
    "league/evening/money/test_deeds.py::test_set_money_is_taken_once_however_often_it_is_sent",
    "league/evening/money/test_deeds.py::test_a_payout_by_mistake_is_taken_back_and_stays_on_the_sheet",
    "league/evening/money/test_deeds.py::test_an_evening_with_money_can_be_deleted_and_so_can_its_club",
    "league/evening/seating/deeds/test_drafts.py::test_plan_twice_by_the_same_tap_changes_nothing",
    "league/evening/seating/deeds/test_duplicate.py::test_boards_go_from_the_draft_to_the_card",
    "league/evening/seating/deeds/test_proposals.py::test_replan_by_the_same_tap_happens_once",
    "league/evening/seating/deeds/test_searches.py::test_long_search_is_told_and_then_kept",
    "league/office/founding/test_views.py::test_code_by_mail_makes_a_club_that_works_and_signs_its_founder_in",
    "league/office/founding/test_views.py::test_example_evening_comes_and_goes_by_one_key_and_counts_nowhere",
    "league/evening/totals/test_views.py::test_what_comes_between_the_look_and_the_write_is_not_typed_over",
    "scoring/score_card/test_recording.py",
    "scoring/score_card/test_kept_sheets.py",
    "scoring/score_card/views/test_quick_and_plain.py::test_example_card_is_answered_alike_both_ways",
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
    "lab/thousand/test_copying.py",
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
    "league/office/members/test_matching.py",
    "league/office/members/views/test_members.py::test_search_is_by_name_or_number",
    "league/office/members/views/test_members.py::test_list_is_sorted_by_what_its_address_says",
    "league/office/members/views/test_members.py::test_pairs_are_entered_listed_and_taken_out",
    "league/office/members/views/test_members.py::test_who_was_entered_by_mistake_is_deleted_and_who_played_stays",
    "league/office/members/views/test_accounts.py::test_two_with_the_same_link_are_one_account",
    "league/office/members/views/test_importing.py::test_confirmation_does_it_once",
    "league/office/second_steps/test_views.py::test_code_is_taken_once",
    "league/office/second_steps/test_views.py::test_secrets_of_before_are_sealed_once_and_go_on",
    "league/evening/calendar/test_views.py",
    "league/evening/events/test_listings.py",
    "league/evening/ledger/test_rows.py::"
    "test_evening_is_read_again_where_an_older_version_read_its_cards_in_another_way",
    "league/outside/api/test_api.py::test_standings_have_the_figures_of_the_page",
    "league/outside/api/test_api.py::test_calendar_has_what_is_on_and_to_come",
    "league/outside/api/test_api.py::test_results_of_a_duplicate_are_percentages",
    "league/season/merging/test_deeds.py",
    "league/season/seasons/test_reading.py",
    "league/season/seasons/test_same_tables.py",
    "league/season/notices/test_views.py::test_nobody_saves_over_what_another_typed_or_a_correction_changed",
    "league/season/notices/test_post.py::test_a_deed_sends_nothing_and_the_worker_everything_once",
    "league/season/notices/test_post.py::test_a_worker_that_is_killed_sends_at_most_the_one_it_had_in_hand_again",
    "league/season/grades/test_reading.py",
    "league/outside/archive/test_round_trip.py",
    "league/outside/archive/test_taking.py",
    "league/outside/archive/test_hostile.py",
    "league/outside/archive/test_older.py",
    "league/outside/hall/test_line.py",
    "league/outside/hall/test_trust.py",
    "league/test_permission_matrix.py::test_number_that_nothing_has_leads_nowhere",
    "*/**/test_bad_input.py",
    # one whole evening; what browsers do with the answers is the same on both
    "league/test_evening.py",
)
# Of those, what is dear and where little hangs on the engine: forms refused before a database is asked, questions in an
# address, the sweeps of deeds sent twice (the other tests of the file try the one way answers are kept), seatings and
# finals that are worked out, drives that are full, and a hall at one server (`test_two_servers.py` has one at two).
# Values in a hall's file are read as an archive's are, of which `test_hostile.py` tries what PostgreSQL will not take.
SAME_ON_BOTH = (
    "league/test_repeats.py::test_sent_twice_is_done_once_and_answered_alike",
    "league/test_repeats.py::test_every_key_that_is_sent_twice_is_done_once_and_answered_alike",
    "scoring/play/test_bad_input.py::test_form_that_is_far_too_large_is_refused_in_words",
    "scoring/play/test_bad_input.py::test_no_question_in_an_address_makes_the_server_fail",
    "scoring/play/test_bad_input.py::test_no_forged_action_makes_the_server_fail",
    "scoring/play/test_bad_input.py::test_no_form_can_be_filled_in_so_that_the_server_fails[done-npa]",
    "scoring/play/test_bad_input.py::test_no_form_can_be_filled_in_so_that_the_server_fails[together-cutthroat]",
    "scoring/play/test_thinking.py::test_an_expert_apart_decides_as_here",
    "scoring/score_card/test_bad_input.py::test_no_question_in_an_address_makes_the_server_fail",
    "scoring/score_card/test_bad_input.py::test_no_form_can_be_filled_in_so_that_the_server_fails[meld-family-double]",
    "scoring/score_card/test_bad_input.py::test_no_form_can_be_filled_in_so_that_the_server_fails[finished-cutthroat]",
    "scoring/score_card/test_concurrency.py::test_cards_of_a_whole_hall_at_once",
    "league/evening/chairs/test_deeds.py",
    "league/evening/clock/test_deeds.py",
    "league/evening/finals/test_deeds.py",
    "league/evening/money/test_deeds.py",
    "league/evening/seating/deeds/test_drafts.py",
    "league/evening/seating/deeds/test_duplicate.py",
    "league/evening/seating/deeds/test_knock_out.py",
    "league/evening/seating/deeds/test_made_of.py",
    "league/evening/seating/deeds/test_pairs.py",
    "league/evening/seating/deeds/test_proposals.py",
    "league/evening/seating/deeds/test_searches.py",
    "league/evening/seating/deeds/test_tables_of_many.py",
    "league/evening/seating/deeds/test_winners_move.py",
    "league/office/mailed/test_deeds.py::test_any_number_of_attempts_leaves_few_rows_few_mails_and_no_club",
    "league/outside/hall/test_line.py::test_the_board_says_how_far_home_is_on_a_fetched_evening_alone",
    "league/outside/hall/test_line.py::test_the_last_version_goes_until_home_says_that_it_has_it",
    "league/evening/boards/deeds/test_recording.py::test_nothing_is_asked_where_the_server_dealt",
    "league/outside/hall/test_trust.py::test_no_changed_value_moves_anything_outside_of_the_evening",
    "league/outside/hall/test_trust.py::test_a_file_that_was_cut_or_damaged_is_refused",
    "pinochle_club/server/test_examining.py::test_full_or_read_only_drive_ends_the_command_in_words",
    "pinochle_club/server/test_backups.py::test_copy_of_a_server_that_saves_restores_with_all_it_had_acknowledged",
)
# Of those, where all tests go through the same few ways of writing: every third, and what is about transactions.
A_THIRD = (
    "league/**/test_deeds*.py",
    "league/**/deeds/test_*.py",
    "league/acting/test_seals.py",
    "league/evening/rulings/test_claims.py",
    "league/outside/archive/test_hostile.py",
    "league/outside/archive/test_taking.py",
    "league/outside/hall/test_line.py",
    "league/season/grades/test_reading.py",
    "scoring/play/test_jobs.py",
    "scoring/score_card/test_access.py",
    "scoring/score_card/test_recording.py",
    "scoring/score_card/views/test_start.py",
    "scoring/score_card/views/test_waiting.py",
)


def chosen() -> list[str]:
    """As pytest takes them, from the root of the repository."""
    whole, few = _found(CHOSEN) - _found(SAME_ON_BOTH), _found(A_THIRD)
    return sorted({name for path in whole & few for name in a_third(path)} | (whole - few))


def a_third(path: str) -> list[str]:
    module = ast.parse((TESTS.parent / path).read_text())
    tests = [part for part in module.body if isinstance(part, ast.FunctionDef) and part.name.startswith("test_")]
    return [
        f"{path}::{test.name}"
        for number, test in enumerate(tests)
        if number % 3 == 0 or is_about_transactions(ast.unparse(test))
    ]


def is_about_transactions(text: str) -> bool:
    return bool(ABOUT_TRANSACTIONS.search(text) or BY_TRANSACTION.search(text))


def left_out() -> list[str]:
    """Tests of files that are chosen, as pytest takes them, too."""
    return [f"--deselect={name}" for name in sorted(_found(SAME_ON_BOTH)) if "::" in name]


def _found(patterns: tuple[str, ...]) -> set[str]:
    return {name for pattern in patterns for name in found(pattern)}


def found(pattern: str) -> list[str]:
    files, colons, test = pattern.partition("::")
    return [f"{path.relative_to(TESTS.parent).as_posix()}{colons}{test}" for path in TESTS.glob(files)]
