"""The guard's own decisions. How it keeps the worker beside a real server is in `test_served`."""

import os
import subprocess
import sys

import pytest

from pinochle_club.server import worker


@pytest.fixture
def runs(monkeypatch):
    """Keeps a command that ends with the codes given, one a run, and returns how often it ran."""
    left: list[int] = []
    monkeypatch.setattr(worker, "SERVER_COMES_FIRST", 0.0)
    monkeypatch.setattr(worker, "FIRST_PAUSE", 0.0)
    monkeypatch.setattr(worker, "SECONDS_BETWEEN_LOOKS", 0.0)
    monkeypatch.setattr(worker, "is_wanted", lambda server: bool(left))

    class Run:
        def __init__(self, command, **options):
            self.returncode = left.pop(0)

        def poll(self):
            return self.returncode

        def terminate(self):
            pass

        def wait(self, seconds=None):
            return self.returncode

    monkeypatch.setattr(subprocess, "Popen", Run)

    def keep(command, *codes):
        left[:] = codes
        worker.keep(os.getppid(), *command)
        return len(codes) - len(left)

    return keep


def test_worker_is_started_again_however_it_ended(runs):
    assert runs(["worker"], 1, 0, -9, 0) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system for what only Linux does")
def test_process_ends_with_the_one_that_started_it():
    """A process starts another and says its number, then it is killed: the other one's output ends, too."""
    child = "import time; print('here', flush=True); time.sleep(60)"
    starter = (
        "import subprocess, sys, time; from pinochle_club.server.worker import end_with_parent;"
        f"subprocess.Popen([sys.executable, '-c', {child!r}], preexec_fn=end_with_parent); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", starter], stdout=subprocess.PIPE)
    assert parent.stdout.readline() == b"here\n"

    parent.kill()

    assert parent.communicate(timeout=30)[0] == b""  # the pipe is closed once nobody holds it any more


def test_ctrl_c_is_the_guards_to_answer():
    """At a terminal it reaches everybody; a command that is still importing would answer with a traceback."""
    asked = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)"

    said = subprocess.check_output([sys.executable, "-c", asked], preexec_fn=worker.leave_the_end_to_us)

    assert said == b"True\n"
