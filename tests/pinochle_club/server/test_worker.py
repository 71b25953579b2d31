"""The guard's own decisions. How it keeps the worker beside a real server is in `test_served`."""

import os
import subprocess

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
