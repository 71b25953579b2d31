"""How gunicorn serves the club; `make run` adds the address to listen on."""

import gc
import os
import socket
import threading

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

# Threads, not sync workers: browsers open connections ahead of time and say nothing on them for a while. Two such
# silent connections stopped two sync workers for 30 seconds; a threaded worker answers others meanwhile.
worker_class = "gthread"
# Plenty of them: a silent connection keeps a thread for up to 5 seconds before it is set aside.
threads = 16
preload_app = True  # imported once; the worker processes are copies
workers = int(os.environ.get("WORKERS") or min(3, max(2, os.cpu_count() or 1)))
timeout = 30
graceful_timeout = 10
max_requests = 5000  # a fresh worker now and then: printing PDFs leaves memory behind
max_requests_jitter = 500
control_socket_disable = True  # it would lie in the home directory, one for all clubs of the machine
accesslog = None  # who asked for which secret address is nobody's business
errorlog = "-"
loglevel = "warning"
logger_class = "pinochle_club.logs.GunicornLogger"


def when_ready(server: Arbiter) -> None:
    """What all worker processes are to have from the start, before the first of them is made."""
    _import_pages()
    _notice_who_left(server)
    gc.collect()
    gc.freeze()  # what is imported stays; were it looked through again and again, each process would have a copy


def _import_pages() -> None:
    """The first request would wait for them."""
    from django.urls import get_resolver

    assert get_resolver().url_patterns


def _notice_who_left(server: Arbiter) -> None:
    """A tablet that left the Wi-Fi in mid-sentence: its thread would wait for the rest forever."""
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)  # connections inherit it
        listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 30)
        listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 10)
        listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)


def post_worker_init(worker: Worker) -> None:
    """Work out what melds can come to in the built-in books, beside the first requests."""
    threading.Thread(target=_warm_books, name="warm-books", daemon=True).start()


def _warm_books() -> None:
    from scoring.rules.book import built_in_books
    from scoring.rules.meld_totals import warm

    for book in built_in_books().values():
        warm(book)
