"""Rooms are held to their CPU seconds."""

import pytest

from tests import budget

ROOMS = {"tests": 10, "tests/league": 20, "tests/league/evening/desk": 30}
BUDGET = {"all": 100, "pace": 0.05, "sqlite": ROOMS, "postgres": {"tests": 10}, "files": {}}
BOARD = "tests/league/evening/desk/views/test_desk.py"


def costs(pace=0.05, **tests):
    """Of SQLite's tests by file, each with one test, set up in a second."""
    paths = {"board": BOARD, "evening": "tests/league/evening/test_a.py", "top": "tests/test_a.py"}
    part = {"tests": {f"{paths[name]}::test_a": [1.0, spent - 1, 0.0] for name, spent in tests.items()}}
    return {"pace": pace, "parts": {"sqlite": {**part, "started": 4.0, "shared": 2.0}}}


def over(costs):
    return [row.room for row in budget.compare(costs, BUDGET) if row.is_over]


@pytest.mark.parametrize(
    ("test", "room"),
    [
        (BOARD, "tests/league/evening/desk"),
        ("tests/league/office/test_a.py", "tests/league"),
        ("tests/test_a.py", "tests"),
    ],
)
def test_a_test_counts_to_the_nearest_folder_with_a_row(test, room):
    assert budget.room_of(f"{test}::test_a[league/evening]", ROOMS) == room


def test_a_room_may_take_a_tenth_more_and_six_seconds_of_chance(monkeypatch):
    monkeypatch.setitem(ROOMS, budget.ONCE["started"], 4)
    monkeypatch.setitem(ROOMS, budget.ONCE["shared"], 2)

    assert over(costs(board=38.9, evening=27.9, top=16.9)) == []
    assert over(costs(board=39.1, evening=27.9, top=17.1)) == ["tests", "tests/league/evening/desk"]
    assert over(costs(pace=0.1, board=60)) == []  # on a machine of half the pace
    assert over(costs(pace=0.01, board=38.9)) == []


def test_who_broke_the_budget_is_named_by_what_is_new(monkeypatch):
    tests = {f"{BOARD}::test_new[one]": [0.0, 9.0, 0.0], f"{BOARD}::test_old[a case: said]": [0.0, 40.0, 0.0]}
    run = {"pace": 0.05, "parts": {"sqlite": {"tests": tests, "started": 0.0, "shared": 0.0}}}

    monkeypatch.setattr(budget, "text_then", lambda path: "def test_old():")
    assert list(budget.faults(run, BUDGET)) == [
        "tests/league/evening/desk on sqlite: 49 CPU seconds, 30 are allowed by tests/costs.toml."
        f"\n      9.0  new: {BOARD}::test_new[one]"
    ]


def test_what_is_written_leaves_a_tenth_to_chance(monkeypatch, tmp_path):
    run = costs(board=30, evening=5.5, top=1)
    run["parts"]["postgres"] = run["parts"]["sqlite"]
    (file := tmp_path / "costs.toml").write_text(budget.written(run))
    monkeypatch.setattr(budget, "FILE", file)

    written = budget.read()
    assert written["sqlite"] == {
        budget.ONCE["shared"]: 3, budget.ONCE["started"]: 5, "tests": 2, "tests/league/evening": 7,
        "tests/league/evening/desk": 33,
    }  # fmt: skip
    assert written["files"] == {BOARD: 30, "tests/league/evening/test_a.py": 6}
    assert [row.room for row in budget.compare(run, written) if row.is_over] == []
