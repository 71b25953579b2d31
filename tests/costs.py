"""What tests cost: `pytest --costs` tells the CPU seconds of the most costly files, and of tests over the budget, and
`--costs-file` keeps those of each test. tests/budget.py holds rooms to theirs.

CPU time is nearly the same on a busy machine; wall time is not. It holds what ran meanwhile in processes of the test
run's own: browsers, servers. Of a PostgreSQL server, which nobody here started, it holds nothing. What each process
does once (start, read all tests, lay a database, open a browser) is counted apart: it would fall on whichever test
comes first. So a module's world does, but that test is of the same room.
"""

import json
import os
import resource
from collections import Counter
from collections.abc import Collection, Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

BUDGET = 5.0  # CPU seconds that one test may take, without what it sets up
FILES_TOLD = 12
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> float:
    """Of this process and of all its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def living_seconds(pid: str = "self") -> float:
    """Of what runs below a process, a browser with all its parts."""
    return sum(seconds_of(child) for child in children_of(pid))


def seconds_of(pid: str) -> float:
    """Of a process that lives, of its children that have ended, and of all that runs below it."""
    used = living_seconds(pid)
    with suppress(OSError):  # it ends meanwhile, and is among the ended of its parent
        times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]
        used += sum(map(int, times)) / TICKS
    return used


def children_of(pid: str) -> list[str]:
    """Told by Linux alone."""
    found: list[str] = []
    with suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            found += children.read_text().split()
    return found


class Costs:
    """Measures in the process that runs a test; adds up and tells in the one that the tests were started in."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.measured = 0.0
        self.own = {"started": 0.0, "shared": 0.0}
        self.lasting: dict[str, str] = {}  # processes that serve many tests, by which fixture
        self.living: dict[str, float] = {}  # what those that live have used, as it was last looked at
        self.processes: list[dict[str, float]] = []
        self.tests: dict[str, Counter[str]] = {}
        self.failed: set[str] = set()

    def pytest_collection_finish(self) -> None:
        self.measured = self.own["started"] = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        if fixturedef.scope != "session":
            return (yield)
        before, were = cpu_seconds() + living_seconds(), children_of("self")
        try:
            return (yield)
        finally:
            used = max(cpu_seconds() + living_seconds() - before, 0.0)
            self.own["shared"] += used
            self.measured += used
            self.lasting |= dict.fromkeys({*children_of("self")} - {*were}, fixturedef.argname)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Called after setup, call and teardown, each time."""
        report = yield
        before, self.measured = self.measured, cpu_seconds() + self.living_for(getattr(item, "fixturenames", ()))
        # A browser that is killed takes along what it had used: that was counted while it lived.
        report.user_properties.append(("cpu", max(self.measured - before, 0.0)))
        return report

    def living_for(self, fixtures: Collection[str]) -> float:
        """What processes of other tests have used, such as a browser that rests, is known: to ask each of its threads
        takes longer than most tests."""
        rests = {pid for pid, fixture in self.lasting.items() if fixture not in fixtures and pid in self.living}
        self.living = {pid: self.living[pid] if pid in rests else seconds_of(pid) for pid in children_of("self")}
        return sum(self.living.values())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds: Any = dict(report.user_properties).get("cpu", 0.0)  # none from a worker that broke down
        self.tests.setdefault(report.nodeid, Counter())[report.when or ""] += seconds
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["costs"] = self.own
        else:
            self.processes.append(self.own)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.processes += filter(None, [getattr(node, "workeroutput", {}).get("costs")])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        files, calls = Counter[str](), Counter[str]()
        for test, seconds in self.tests.items():
            files[test.partition("::")[0]] += seconds.total()
            calls[test] = seconds["call"]
        terminalreporter.section("CPU seconds")
        for name, used in files.most_common(FILES_TOLD):
            terminalreporter.write_line(f"{used:7.1f}  {name}")
        terminalreporter.write_line(f"{files.total():7.1f}  all {len(files)} files")
        for name, used in calls.most_common():
            if used > BUDGET:
                terminalreporter.write_line(f"{used:7.1f}  over {BUDGET:.0f}: {name}")
        if self.file:
            Path(self.file).write_text(json.dumps(self.kept(), indent=0))

    def kept(self) -> dict[str, Any]:
        """Of each test what set it up, what it did itself and what cleared it away; of one process as they are on
        the average what it does once."""
        working = [own for own in self.processes if own["started"]] or [self.own]
        return {
            "tests": {
                test: [round(seconds[when], 3) for when in ("setup", "call", "teardown")]
                for test, seconds in sorted(self.tests.items())
            },
            "failed": sorted(self.failed),
            **{what: round(sum(own[what] for own in working) / len(working), 1) for what in self.own},
        }
