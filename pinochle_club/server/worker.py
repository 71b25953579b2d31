"""Keeps a module running beside the server: the command `worker`, which plays simulations and sends mail, and where
there is a second computer `replicating`.

Started by `make run`, it starts the command again when that dies, and ends it when the server is gone, however the
server went. It loads nothing of the club itself, to cost next to no memory.
"""

import signal
import subprocess
import sys
import threading
import time
from types import FrameType

from pinochle_club.ground import system

SECONDS_BETWEEN_LOOKS = 0.5
SERVER_COMES_FIRST = 5.0
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
LONG_ENOUGH = 60.0  # a worker that lived so long did not die of its start
GOODBYE = 10.0

ended = threading.Event()


def start_beside(server: int, *command: str) -> "subprocess.Popen[bytes]":
    """Start a guard of the command, a module with its words, for the server process."""
    guard = [sys.executable, "-m", "pinochle_club.server.worker", str(server), *command]
    return system.start_beside(guard)


def keep(server: int, *command: str) -> None:
    """Keep the command running for as long as `server` is our parent."""
    pause, next_pause = SERVER_COMES_FIRST, FIRST_PAUSE
    while wait(server, pause):
        began = time.monotonic()
        worker = system.start_beside([sys.executable, "-m", *command], hears_ctrl_c=False)  # we end it
        try:
            while worker.poll() is None and is_wanted(server):
                ended.wait(SECONDS_BETWEEN_LOOKS)
        finally:
            end(worker)
        if time.monotonic() - began > LONG_ENOUGH:
            next_pause = FIRST_PAUSE
        pause, next_pause = next_pause, min(LONGEST_PAUSE, next_pause * 2)


def wait(server: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while is_wanted(server) and time.monotonic() < until:
        ended.wait(SECONDS_BETWEEN_LOOKS)
    return is_wanted(server)


def is_wanted(server: int) -> bool:
    return not ended.is_set() and system.has_parent(server)


def end(worker: "subprocess.Popen[bytes]") -> None:
    """Let the worker go; what it played is kept."""
    worker.terminate()
    try:
        worker.wait(GOODBYE)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()


def stop(number: int, frame: FrameType | None) -> None:
    ended.set()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    keep(int(sys.argv[1]), *sys.argv[2:])
