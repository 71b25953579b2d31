"""What only some systems can do, and what stands in for it: both ways here, where the system has them."""

import os
import resource
import signal
import subprocess
import sys
import threading

import pytest

from pinochle_club.ground import system
from pinochle_club.ground.background import within
from pinochle_club.ground.system import FlockFile, SqliteLockFile, with_room

LOCKS = pytest.mark.parametrize("kind", [FlockFile, SqliteLockFile])


# -- locks -------------------------------------------------------------------------------


@LOCKS
def test_lock_is_one_openings_alone_until_it_is_free(kind, tmp_path):
    ours, others = kind(tmp_path / "a.lock"), kind(tmp_path / "a.lock")

    assert ours.take()
    assert not others.take()
    ours.free()
    assert others.take(waits=True)
    others.free()


@LOCKS
def test_lock_of_a_process_that_is_killed_is_free(kind, tmp_path):
    """Meanwhile who waits for it waits."""
    holds = (
        f"from pathlib import Path; from pinochle_club.ground.system import {kind.__name__}; import time;"
        f"lock = {kind.__name__}(Path({str(tmp_path / 'a.lock')!r})); lock.take(); print('here', flush=True);"
        "time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", holds], stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"here\n"
    ours = kind(tmp_path / "a.lock")
    assert not ours.take()

    other.kill()
    other.communicate(timeout=30)

    assert ours.take(waits=True)
    ours.free()


# -- processes ---------------------------------------------------------------------------


def test_calls_that_go_back_and_forth_take_no_room_from_the_system_each_time():
    def descend(depth):
        for _ in range(500):
            len(str(depth)), (lambda: None)()
        return depth and descend(depth - 1)

    taken = []

    def measure():
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        descend(300)
        taken.append(resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before)

    thread = threading.Thread(target=with_room, args=[measure])
    thread.start()
    thread.join()

    assert taken[0] < 250


STARTER = (
    "import sys, time; from pinochle_club.ground import system; system.CAN_FORK = {can_fork};"
    "system.start_beside([sys.executable, '-c', {child!r}]); time.sleep(60)"
)
ENDS_BY_ITSELF = "import time; print('here', flush=True); time.sleep(60)"
ASKS = (
    "import os, time; from pinochle_club.ground import system; system.CAN_FORK = False; parent = os.getppid();"
    "print('here', flush=True)\nwhile system.has_parent(parent): time.sleep(0.05)"
)


@pytest.mark.parametrize(
    ("can_fork", "child"),
    [
        pytest.param(
            True,
            ENDS_BY_ITSELF,
            marks=pytest.mark.skipif(sys.platform != "linux", reason="asks the system for what only Linux does"),
        ),
        (False, ASKS),
    ],
)
def test_process_ends_with_the_one_that_started_it(can_fork, child):
    """A process starts another and says its number, then it is killed: the other one's output ends, too."""
    starter = STARTER.format(can_fork=can_fork, child=child)
    parent = subprocess.Popen([sys.executable, "-c", starter], stdout=subprocess.PIPE)
    assert parent.stdout.readline() == b"here\n"

    parent.kill()

    assert parent.communicate(timeout=30)[0] == b""  # the pipe is closed once nobody holds it any more


def test_process_beside_steps_aside_and_leaves_ctrl_c_to_us(tmp_path):
    """At a terminal Ctrl-C reaches everybody; a command that is still importing would answer with a traceback."""
    told = tmp_path / "told"
    asks = (
        "import os, pathlib, signal;"
        f"pathlib.Path({str(told)!r}).write_text(f'{{os.nice(0)}} {{signal.getsignal(signal.SIGINT).name}}')"
    )

    started = system.start_beside([sys.executable, "-c", asks], niceness=5, hears_ctrl_c=False)

    assert started.wait(timeout=60) == 0
    assert told.read_text() == f"{min(19, os.nice(0) + 5)} SIG_IGN"


def endless():
    while True:
        pass


def test_alarm_rings_where_the_system_has_none(monkeypatch):
    monkeypatch.delattr(signal, "setitimer")
    before = signal.getsignal(signal.SIGINT)

    with pytest.raises(TimeoutError, match="more than"):
        within(0.05, endless)

    assert signal.getsignal(signal.SIGINT) is before
    assert within(5, max, 1, 2) == 2


# -- the network -------------------------------------------------------------------------


def test_addresses_are_asked_by_name_where_the_system_tells_no_others(monkeypatch):
    monkeypatch.setattr(system, "fcntl", None)
    monkeypatch.setattr("socket.gethostbyname_ex", lambda name: (name, [], ["192.168.1.20"]))

    assert system.interface_addresses() == ["192.168.1.20"]
