"""Writers of one machine in line, first come, first served.

SQLite has one writer at a time, and those who wait sleep and try again, so an unlucky one can starve for seconds. A
lock on a file makes a line (with 8 writers the slowest of a hundred answers came after 17 ms in place of 258). On
PostgreSQL only writers that count rows before they write wait, and only for each other.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from .locks import alone_on_this_machine, wait_in_line
from .one_club import NotTheClub, is_the_club


class _Turn(threading.local):
    is_mine = False


_turn = _Turn()


@contextmanager
def queued_write(counted: str = "") -> Iterator[None]:
    """`with queued_write():` around every write of a view: a transaction, begun when it is our turn.

    `counted` names what there may be only so many of: no other writer counts or writes the same until this is
    written.
    """
    with _in_turn(), transaction.atomic():
        if counted and connection.vendor == "postgresql":
            wait_in_line(counted)
        yield


@contextmanager
def _in_turn() -> Iterator[None]:
    # Inside a transaction SQLite's own lock is ours already; to wait in line with it would block the line.
    # And a thread that has the turn (say, in an on_commit hook) must not wait for itself.
    if connection.vendor != "sqlite" or connection.in_atomic_block or _turn.is_mine:
        yield
        return
    # The system frees it when a worker dies, and gunicorn ends a worker that hangs.
    with alone_on_this_machine("write"):
        if not is_the_club():
            raise NotTheClub
        _turn.is_mine = True
        try:
            yield
        finally:
            _turn.is_mine = False
