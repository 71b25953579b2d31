"""Work in a process of low priority, and an end to work that has none."""

import signal

import pytest

from pinochle_club.ground.background import within


def endless() -> None:
    while True:
        pass


def test_work_that_ends_comes_to_what_it_comes_to() -> None:
    assert within(5, max, 1, 2) == 2


def test_work_without_end_is_stopped_and_the_clock_with_it() -> None:
    before = signal.getsignal(signal.SIGPROF)

    with pytest.raises(TimeoutError, match="more than"):
        within(0.05, endless)

    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert signal.getsignal(signal.SIGPROF) == before


class Deaf:
    """Python drops what is raised while an object is cleared away."""

    def __del__(self) -> None:
        endless()


def work_among_the_deaf() -> None:
    Deaf()
    endless()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_alarm_that_is_dropped_rings_again() -> None:
    with pytest.raises(TimeoutError, match="more than"):
        within(0.05, work_among_the_deaf)
