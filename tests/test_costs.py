"""What tests cost is added up by test, and what each process does once apart from them."""

from types import SimpleNamespace
from typing import Any

from tests import costs as measuring
from tests.costs import Costs


def report(test: str, when: str, seconds: float, failed: bool = False) -> Any:
    return SimpleNamespace(nodeid=test, when=when, user_properties=[("cpu", seconds)], failed=failed)


def test_each_test_has_what_set_it_up_what_it_did_and_what_cleared_it_away():
    costs = Costs(None)
    for when, seconds in (("setup", 1.0), ("call", 2.0), ("teardown", 0.5)):
        costs.pytest_runtest_logreport(report("a.py::test_a", when, seconds))
    costs.pytest_runtest_logreport(report("a.py::test_b", "call", 3.0, failed=True))
    for started in (6.0, 4.0):
        costs.pytest_testnodedown(SimpleNamespace(workeroutput={"costs": {"started": started, "shared": 1.0}}))

    assert costs.kept() == {
        "tests": {"a.py::test_a": [1.0, 2.0, 0.5], "a.py::test_b": [0.0, 3.0, 0.0]},
        "failed": ["a.py::test_b"],
        "started": 5.0,
        "shared": 1.0,
    }


def test_what_all_tests_share_is_not_the_first_ones(monkeypatch):
    spent = iter([10.0, 11.0, 14.0, 14.5])
    costs = Costs(None)
    with monkeypatch.context() as patched:  # this very test is measured, too
        patched.setattr(measuring, "cpu_seconds", lambda: next(spent))
        patched.setattr(measuring, "living_seconds", lambda: 0.0)
        patched.setattr(measuring, "children_of", lambda _: [])
        costs.pytest_collection_finish()
        opened = costs.pytest_fixture_setup(SimpleNamespace(scope="session", argname="browser"))  # type: ignore[arg-type]
        next(opened)  # from 11 to 14, a browser is opened
        finish(opened, None)
        made = costs.pytest_runtest_makereport(SimpleNamespace(fixturenames=()))  # type: ignore[arg-type]
        next(made)
        told = finish(made, report("a.py::test_a", "setup", 0.0))

    assert costs.own == {"started": 10.0, "shared": 3.0}
    assert told.user_properties[-1] == ("cpu", 1.5)


def test_a_browser_that_rests_is_not_asked_again_by_a_test_that_has_none(monkeypatch):
    costs, used = Costs(None), iter([3.0, 1.0, 1.5, 4.0, 2.0])
    with monkeypatch.context() as patched:  # this very test is measured, too
        patched.setattr(measuring, "children_of", lambda _: ["browser's", "another"])
        patched.setattr(measuring, "seconds_of", lambda _: next(used))
        costs.lasting = {"browser's": "browser"}

        assert costs.living_for(["page", "browser"]) == 3.0 + 1.0
        assert costs.living_for(["db"]) == 3.0 + 1.5
        assert costs.living_for(["browser"]) == 4.0 + 2.0


def finish(hook: Any, value: Any) -> Any:
    try:
        hook.send(value)
    except StopIteration as ended:
        return ended.value
