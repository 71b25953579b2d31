"""`manage.py worker`: plays the simulations that were asked for. `make run` starts one beside the server."""

from __future__ import annotations

import fcntl
import os
import signal
import threading
from argparse import ArgumentParser
from typing import Any, Final, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand

from scoring.play.jobs import Worker

LOOKS_FOR_ITS_PLACE: Final = 2.0


class Command(BaseCommand):
    help = "Plays the simulations that were asked for, one after the other, at low priority. One at a time works."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="end when nothing is left to do")

    def handle(self, *args: Any, **options: Any) -> None:
        self.ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.ended.set())
        self.parent = os.getppid()
        place = self._take_place()
        if place is None:
            return
        with place:
            worker = Worker(self._is_wanted)
            if options["once"]:
                while self._is_wanted() and worker.work():
                    pass
                worker.close()
            else:
                worker.run()

    def _is_wanted(self) -> bool:
        """Whether to go on: not once somebody ends it, or the process that started it is gone."""
        return not self.ended.is_set() and os.getppid() == self.parent

    def _take_place(self) -> TextIO | None:
        """Waits until no other worker of this club is at work; the system frees the place of one that dies."""
        place = (settings.STATE_DIR / "worker.lock").open("w")
        while self._is_wanted():
            try:
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.ended.wait(LOOKS_FOR_ITS_PLACE)
            else:
                return place
        place.close()
        return None
