"""Several processes that serve, kept by gunicorn: it starts them, again where one died, ends one that hangs, and closes
them all. Nothing else imports gunicorn, which isn't everywhere; `serving` is what each of them does."""

import os
from collections.abc import Callable
from types import FrameType

import gunicorn.glogging
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from gunicorn.app.base import Application
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.workers.base import Worker

from pinochle_club.ground import opened
from pinochle_club.ground.background import ends_now
from pinochle_club.server.logs import JsonLines, RedactSecretLinks
from pinochle_club.server.serving import Serving


class Processes(Application):
    """gunicorn in this very process: signals reach it directly."""

    def __init__(self, address: str, load: Callable[[], WSGIHandler]) -> None:
        self.address, self.load = address, load
        super().__init__()

    def run(self) -> None:
        Keeper(self).run()

    def load_config(self) -> None:
        self.load_config_from_module_name_or_filename("python:pinochle_club.server.gunicorn_config")
        self.cfg.set("bind", self.address)


class Keeper(Arbiter):
    """The process that was started, which keeps the others."""

    def stop(self, graceful: bool = True) -> None:
        opened.forget_address(settings.STATE_DIR)
        super().stop(graceful)


class ServingWorker(Worker, Serving):
    alive: bool

    def run(self) -> None:
        self.serve(
            self.wsgi, self.sockets[0].sock, lambda: self.alive and os.getppid() == self.ppid, most=self.max_requests
        )
        ends_now()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.look_up()


class GunicornLogger(gunicorn.glogging.Logger):
    """gunicorn keeps loggers of its own and names the address of a request that failed."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            log.addFilter(RedactSecretLinks())
            for handler in log.handlers if settings.LOGS == "json" else ():
                handler.setFormatter(JsonLines())
