"""What could fail on PostgreSQL alone is chosen to run there."""

import pytest

from tests.on_postgres import A_THIRD, ABOUT_TRANSACTIONS, BY_TRANSACTION, CHOSEN, SAME_ON_BOTH, TESTS, chosen, found


def test_file_about_transactions_or_constraints_runs_on_postgresql():
    files = {path.relative_to(TESTS.parent).as_posix(): path.read_text() for path in TESTS.rglob("test_*.py")}
    about = {
        name
        for name, text in files.items()
        if ABOUT_TRANSACTIONS.search(text) or (BY_TRANSACTION.search(text) and "/browser/" not in name)
    }

    assert about - {name.partition("::")[0] for name in chosen()} == {
        "tests/test_architecture.py",  # which only names them
        "tests/pinochle_club/server/test_served.py",  # its processes; killed with PostgreSQL, `test_kill.py`
        "tests/pinochle_club/server/test_alone.py",  # its one process
        "tests/test_hall_and_home.py",  # its processes, twenty seconds to start; the soak runs it on both
        "tests/test_days_over_a_line.py",  # for a soak alone, which runs it on both
        "tests/lab/chaos/test_halls.py",  # the same
        "tests/lab/year/test_night.py",  # its years are the same
        "tests/league/outside/hall/test_model.py",  # its days are lived over a line on PostgreSQL, in the soak
        "tests/browser/test_server_away.py",  # what a tablet keeps meanwhile; what the database does, `test_kill.py`
    }


@pytest.mark.parametrize("pattern", [*CHOSEN, *SAME_ON_BOTH, *A_THIRD])
def test_choice_finds_a_file_and_the_test_in_it(pattern):
    names = found(pattern)

    assert names != []
    assert pattern not in CHOSEN or "[" not in pattern  # there are fewer cases on PostgreSQL: one may not be among them
    for name in names:
        path, _, test = name.partition("::")
        assert not test or f"\ndef {test.partition('[')[0]}(" in (TESTS.parent / path).read_text()


def test_every_room_whose_tests_are_chosen_by_thirds_keeps_some():
    """And only files that are chosen are so cut."""
    kept = {name.partition("::")[0] for name in chosen()}

    assert {path for pattern in A_THIRD for path in found(pattern)} - kept == {
        path for pattern in SAME_ON_BOTH if pattern.endswith(".py") for path in found(pattern)
    } - kept
