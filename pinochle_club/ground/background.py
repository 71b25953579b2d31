"""Processes of low priority for long work, which end with the process that started them, also when that is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any, Final, NoReturn, TypeVar
from weakref import WeakSet

from .system import LOWEST, alarm, step_aside

Result = TypeVar("Result")

SECONDS_BETWEEN_LOOKS: Final = 0.1


def within(seconds: float, work: Callable[..., Result], *args: Any) -> Result:
    """The result of `work`; raises `TimeoutError` after so many seconds of a processor. In a main thread. Python
    drops an error that comes while it clears an object away: so the alarm rings until it is heard."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        raise TimeoutError(f"This took more than {seconds:g} seconds of a processor.")

    with alarm(seconds, stop):
        return work(*args)


def low_priority_pool(niceness: int = LOWEST) -> ProcessPoolExecutor:
    """One process, started with its first work. Of `LOWEST` priority it works only while its processor is idle.
    Raises `RuntimeError` in a process that `ends_now`."""
    if _ends.is_set():
        raise RuntimeError("This process is about to end.")
    # Not forked: the caller's threads and its database connection must not come along.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_sit_back, initargs=(niceness,))
    _pools.add(pool)
    return pool


def end_at_once(pool: Executor) -> None:
    """End a pool and its work in hand: waiting could take so long that we are killed ourselves."""
    processes: dict[int, BaseProcess] | None = getattr(pool, "_processes", None)
    for process in list((processes or {}).values()):
        process.kill()
    pool.shutdown(cancel_futures=True)


_ends: Final = threading.Event()
_pools: Final = WeakSet[ProcessPoolExecutor]()


def ends_now() -> None:
    """End all pools of this process, for good: Python would wait for their work, minutes on a busy machine."""
    _ends.set()
    threading.Thread(target=_kill_all_beside, daemon=True).start()
    for pool in list(_pools):
        pool.shutdown(cancel_futures=True)  # or Python, as it ends, might wake a pipe that is being closed


def _kill_all_beside() -> None:
    """Kill again and again until the end: one may be on its way still."""
    while True:
        for process in multiprocessing.active_children():
            process.kill()
        time.sleep(SECONDS_BETWEEN_LOOKS)


def _sit_back(niceness: int) -> None:
    step_aside(niceness, at_once=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives the work
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
