"""What only some systems can do, with the plainest stand-in that keeps a club's entries safe: locks, processes beside
ours, alarms, limits, owners. Nothing else asks which system it runs on, and Linux has it all.

Standard library alone, imported when needed: the guard of the worker has nothing else in memory.
"""

from __future__ import annotations

import _thread
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, Final, Protocol, TypeVar

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import ctypes
    import socket
    from pathlib import Path

Result = TypeVar("Result")

CAN_FORK: Final = hasattr(os, "fork")
"""Whether a process can become two. Else each is started from nothing, and one serves the club."""
LOWEST: Final = 19
"""The niceness of what nobody waits for: it works only while nothing else does."""
AWAITED: Final = 5
"""The niceness of what somebody waits for: a third of what a program at 0 gets, however busy that is. At 10 it would be
a tenth, at 15 a thirtieth: so a sheet of half a second took a minute."""
PR_SET_PDEATHSIG: Final = 1
SIOCGIFADDR: Final = 0x8915  # Linux: the IPv4 address of a network interface
MOUNTED_UNDER: Final = ("/media", "/run/media", "/mnt")
RINGS_AGAIN: Final = 0.1  # seconds of a processor
A_DAY: Final = 24 * 3600 * 1000  # milliseconds


# -- locks -------------------------------------------------------------------------------


class LockFile(Protocol):
    """One opening of a file, which all processes of this computer know by its path. A dead process holds none.

    Opened again each time: a lock belongs to the opening, so threads and forked processes cannot share it by
    mistake.
    """

    def take(self, *, waits: bool = False) -> bool:
        """Whether it is ours now."""

    def free(self) -> None: ...


def lock_file(path: Path) -> LockFile:
    return SqliteLockFile(path) if fcntl is None else FlockFile(path)


class FlockFile:
    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)

    def take(self, *, waits: bool = False) -> bool:
        """In line, first come, first served. Processes forked meanwhile hold it, too."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

    def free(self) -> None:
        if not self._file.closed:
            fcntl.flock(self._file, fcntl.LOCK_UN)  # also of a process that was forked meanwhile
        self._file.close()


class SqliteLockFile:
    """An empty SQLite database, which can be locked on every system. Who waits has luck or not."""

    def __init__(self, path: Path) -> None:
        import sqlite3

        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def take(self, *, waits: bool = False) -> bool:
        import sqlite3

        self._database.execute(f"PRAGMA busy_timeout = {A_DAY if waits else 0}")
        try:
            self._database.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if waits or error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            self._database.rollback()
            return False
        return True

    def free(self) -> None:
        self._database.close()


def lock_byte(file: IO[str], at: int) -> None:
    """Wait for this byte of a file, for all processes: one file has as many locks as are wanted. On systems
    without, two may do the same thing at the same time."""
    if fcntl is not None:
        fcntl.lockf(file, fcntl.LOCK_EX, 1, at)


# -- processes ---------------------------------------------------------------------------


def start_beside(
    command: Sequence[str | Path], *, niceness: int = 0, hears_ctrl_c: bool = True
) -> subprocess.Popen[bytes]:
    """Start a process that ends with this one, also when that is killed, and steps aside if asked to. Ctrl-C
    reaches every process at the terminal, and those we end ourselves must not hear it."""

    def prepare() -> None:
        if not hears_ctrl_c:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        if niceness:
            step_aside(niceness)
        end_with_parent()

    if CAN_FORK:
        _libc()  # loaded now: a copy of a process with threads must load nothing
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=prepare)
    flags = 0 if hears_ctrl_c else getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    flags |= getattr(subprocess, "IDLE_PRIORITY_CLASS", 0) if niceness else 0
    process = subprocess.Popen(command, stdin=subprocess.PIPE, creationflags=flags)
    _beside.append(process)
    return process


_beside: Final[list[subprocess.Popen[bytes]]] = []  # a pipe that nothing refers to would be closed


def end_with_parent() -> None:
    """In a new process: have the system end it when the thread that started it is gone, also when killed. Elsewhere
    a process without an end of its own asks `has_parent`."""
    if (libc := _libc()) is not None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@cache
def _libc() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    import ctypes

    return ctypes.CDLL(None)


def has_parent(number: int) -> bool:
    """Whether the process of this number, which started this one, is still there."""
    return os.getppid() == number if CAN_FORK else not _end_of_parent().is_set()


@cache
def _end_of_parent() -> threading.Event:
    """Set once nobody holds the other end of our input, see `start_beside`."""
    ended = threading.Event()

    def hear() -> None:
        with suppress(OSError):
            os.read(0, 1)
        ended.set()

    threading.Thread(target=hear, daemon=True).start()
    return ended


def step_aside(niceness: int, *, at_once: bool = False) -> None:
    """Lower the priority of this process. `at_once`, it also leaves the processor as soon as another one wakes up,
    and of `LOWEST` priority it works only while no other has anything to do."""
    with suppress(AttributeError):
        os.nice(niceness)
    if at_once:
        with suppress(AttributeError, OSError):  # no such thing on this system, or not allowed
            os.sched_setscheduler(0, os.SCHED_IDLE if niceness >= LOWEST else os.SCHED_BATCH, os.sched_param(0))


@contextmanager
def alarm(seconds: float, ring: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """Call `ring` once this has taken so much of a processor, and again and again. In a main thread."""
    if not hasattr(signal, "setitimer"):
        with _watched(seconds, ring):
            yield
        return
    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, RINGS_AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def _watched(seconds: float, ring: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """The alarm where the system has none: by a thread, as Ctrl-C would ring it."""
    ends, is_over = time.process_time() + seconds, threading.Event()

    def watch() -> None:
        while not is_over.wait(RINGS_AGAIN):
            if time.process_time() > ends:
                _thread.interrupt_main()

    before = signal.signal(signal.SIGINT, ring)
    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield
    finally:
        is_over.set()
        watching.join()
        signal.signal(signal.SIGINT, before)


def with_room(call: Callable[..., Result], *args: Any) -> Result:
    """Call with room for the frames of all that is called from there. Python takes it from the system in pieces of 16
    kilobytes; where calls go back and forth over the end of one, it is taken and given back each time: a fifth of what
    a page costs."""
    return call(*args)


with_room.__code__ = with_room.__code__.replace(co_stacksize=2**15)  # words: what its own frame asks for, once


# -- drives, limits, owners, the network -------------------------------------------------


def is_plugged_in(folder: Path) -> bool:
    """Whether the folder is there. Where other drives belong, one has to be mounted: a stick that was pulled out
    can leave an empty folder of its name on our own drive."""
    where = [each for each in (folder, *folder.parents) if any(each.is_relative_to(one) for one in MOUNTED_UNDER)]
    return folder.is_dir() and (not where or any(each.is_mount() for each in where))


def allow_open_files(number: int) -> None:
    """Raise the limit: each connection is an open file, and many systems allow a thousand."""
    with suppress(ImportError):
        import resource

        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, min(most, number)), most))


def is_mine(found: os.stat_result) -> bool:
    """Whether a file belongs to the user of this process; True where files have no such owner."""
    return hasattr(os, "getuid") and found.st_uid == os.getuid()


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def become_owner_of(folder: Path) -> None:
    """Started by root, go on as the folder's owner: what this process writes there must be theirs."""
    if is_root() and folder.exists() and (owner := folder.stat()).st_uid:
        os.setgroups([])
        os.setgid(owner.st_gid)
        os.setuid(owner.st_uid)


def interface_addresses() -> list[str]:
    import socket
    import struct

    if fcntl is None:
        with suppress(OSError):
            return socket.gethostbyname_ex(socket.gethostname())[2]
        return []
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for _, interface in socket.if_nameindex():
            request = struct.pack("256s", interface.encode()[:15])
            try:
                answer = fcntl.ioctl(sock, SIOCGIFADDR, request)
            except OSError:
                continue  # the interface is down or has no IPv4 address
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return addresses


def let_listen_again(listener: socket.socket) -> None:
    """Allow an address where another listened a moment ago. Windows allows that anyway, and would allow two at once."""
    import socket

    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
