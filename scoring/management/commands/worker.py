"""`manage.py worker`: plays requested simulations, sends mail. `make run` starts one beside the server."""

from __future__ import annotations

import logging
import os
import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import OperationalError

from pinochle_club.ground.locks import alone
from pinochle_club.ground.one_club import is_the_club
from scoring.play.jobs import Worker

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Plays the simulations that were asked for, at low priority, and sends mail. One at a time works."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="end when nothing is left to do")

    def handle(self, *args: Any, **options: Any) -> None:
        self.ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.ended.set())
        self.parent = os.getppid()
        try:
            with alone("worker", is_wanted=self._is_wanted) as place:
                if place is not None:
                    self._work(Worker(lambda: self._is_wanted() and place.is_held()), once=options["once"])
        except OperationalError as lost:
            log.warning("The worker ends here and is started again, since it lost the database: %s", lost)

    def _work(self, worker: Worker, *, once: bool) -> None:
        if not once:
            worker.run()
            return
        while worker.is_wanted() and worker.work():
            pass
        worker.close()

    def _is_wanted(self) -> bool:
        """Whether to go on: not once the worker is ended, its parent process is gone, or another computer has taken
        over."""
        return not self.ended.is_set() and os.getppid() == self.parent and is_the_club()
