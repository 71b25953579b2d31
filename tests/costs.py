"""What tests cost: `pytest --costs` tells the CPU seconds of the most costly files, and of tests over the budget.

CPU time is nearly the same on a busy machine; wall time is not. It holds what ran meanwhile in processes of the test
run's own: browsers, servers. Of a PostgreSQL server, which nobody here started, it holds nothing.
"""

import os
import resource
from collections import Counter
from collections.abc import Generator
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
    """Of what runs below a process, a browser with all its parts. Told by Linux alone."""
    used = 0.0
    with suppress(OSError):  # it ends meanwhile, and is among the ended of its parent
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                used += living_seconds(child)
                times = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:15]
                used += sum(map(int, times)) / TICKS  # its own and those of its children that have ended
    return used


class Costs:
    """Measures in the process that runs a test; adds up and tells in the one that the tests were started in."""

    def __init__(self) -> None:
        self.measured = 0.0
        self.files: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()

    def pytest_collection_finish(self) -> None:
        """To read all files takes seconds, which are none of the first test's."""
        self.measured = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Called after setup, call and teardown, each time."""
        report = yield
        before, self.measured = self.measured, cpu_seconds() + living_seconds()
        # A browser that is killed takes along what it had used: that was counted while it lived.
        report.user_properties.append(("cpu", max(self.measured - before, 0.0)))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds: Any = dict(report.user_properties).get("cpu", 0.0)  # none from a worker that broke down
        self.files[report.nodeid.partition("::")[0]] += seconds
        if report.when == "call":
            self.tests[report.nodeid] += seconds

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("CPU seconds")
        for name, seconds in self.files.most_common(FILES_TOLD):
            terminalreporter.write_line(f"{seconds:7.1f}  {name}")
        terminalreporter.write_line(f"{self.files.total():7.1f}  all {len(self.files)} files")
        for name, seconds in self.tests.most_common():
            if seconds > BUDGET:
                terminalreporter.write_line(f"{seconds:7.1f}  over {BUDGET:.0f}: {name}")
