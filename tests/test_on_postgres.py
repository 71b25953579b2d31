"""What could fail on PostgreSQL alone is chosen to run there."""

import re

import pytest

from tests.on_postgres import CHOSEN, SAME_ON_BOTH, TESTS, chosen, found

ABOUT_TRANSACTIONS = re.compile(
    r"\b(IntegrityError|OperationalError|ProgrammingError|DataError|TransactionTestCase|ClubServer|on_commit)\b"
    r"|\b(atomic|select_for_update|savepoint|connection\.vendor|queued_write)\b"
)
# Pages in a browser need it for the live server, and seldom are about transactions.
BY_TRANSACTION = re.compile(r"\btransaction=True|\btransactional_db\b")


def test_file_about_transactions_or_constraints_runs_on_postgresql():
    files = {path.relative_to(TESTS.parent).as_posix(): path.read_text() for path in TESTS.rglob("test_*.py")}
    about = {
        name
        for name, text in files.items()
        if ABOUT_TRANSACTIONS.search(text) or (BY_TRANSACTION.search(text) and "/browser/" not in name)
    }

    assert about - {name.partition("::")[0] for name in chosen()} == {
        "tests/test_on_postgres.py",
        "tests/test_architecture.py",  # which only name them
        "tests/pinochle_club/server/test_served.py",  # its processes; killed with PostgreSQL, `test_kill.py`
        "tests/browser/test_server_away.py",  # what a tablet keeps meanwhile; what the database does, `test_kill.py`
    }


@pytest.mark.parametrize("pattern", [*CHOSEN, *SAME_ON_BOTH])
def test_choice_finds_a_file_and_the_test_in_it(pattern):
    names = found(pattern)

    assert names != []
    assert pattern not in CHOSEN or "[" not in pattern  # there are fewer cases on PostgreSQL: one may not be among them
    for name in names:
        path, _, test = name.partition("::")
        assert not test or f"\ndef {test.partition('[')[0]}(" in (TESTS.parent / path).read_text()
