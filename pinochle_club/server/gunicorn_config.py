"""How gunicorn serves the club; `make run` adds the address to listen on. One process alone (`serving.Alone`) does it
the same way."""

import gc
import threading
from contextlib import suppress

from django.conf import settings

from pinochle_club.ground.system import allow_open_files

OTHERS_COME_FIRST = 5.0  # seconds

worker_class = "pinochle_club.server.processes.ServingWorker"
threads = 16  # that work; some of them wait: for a writer, or for an Expert
worker_connections = 512  # in one process; each that is open costs a little time at every request
preload_app = True  # imported once; the worker processes are copies
backlog = 2048  # browsers that wait to be connected
workers = settings.WORKERS
timeout = 30  # after which a process that shows no sign of life is ended
graceful_timeout = 10
max_requests = 5000  # a fresh process now and then, whatever was left behind
max_requests_jitter = 5000  # the processes that began together don’t come there together
control_socket_disable = True  # it would lie in the home directory, one for all clubs of the machine
accesslog = None  # it would hold secret addresses
errorlog = "-"
loglevel = "warning"
logger_class = "pinochle_club.server.processes.GunicornLogger"


def when_ready(server: object) -> None:
    """Prepare what all worker processes share, before the first of them is made."""
    allow_open_files(8 * worker_connections)
    gc.collect()
    gc.enable()
    gc.freeze()  # imports stay; a process that looked through them again and again would soon have a copy of its own


def post_worker_init(worker: object) -> None:
    """Once the first pages and the demo are there: get an Expert ready where people play, learn the rare figures of
    the clubs' own books and the melds of the built-in ones, and look after the club's computer."""
    warming = threading.Timer(OTHERS_COME_FIRST, _then)
    warming.name, warming.daemon = "looking", True
    warming.start()


def _then() -> None:
    from pinochle_club.server.health import keep_looking

    _read_ahead()
    _warm_books()
    keep_looking()


def _read_ahead() -> None:
    """No Expert in a club that doesn't play: its process keeps memory, until somebody sits down."""
    from django.db import Error, connection

    from scoring.play import own_hands, thinking
    from scoring.score_card.rare_figures import know_tables

    with suppress(Error):  # a database that is away: sitting down wakes an Expert, entering a hand finds its table
        know_tables()
        if own_hands.was_played_lately():
            thinking.is_ready()
    connection.close()


def _warm_books() -> None:
    from scoring.rules.book import built_in_books
    from scoring.rules.meld_totals import warm

    for book in built_in_books().values():
        warm(book)
