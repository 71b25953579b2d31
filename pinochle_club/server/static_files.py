"""Styles, scripts and pictures as the server hands them out: collected again only when one of them has changed."""

import hashlib
import multiprocessing
import os
import re
import sys
from collections.abc import Iterable, Iterator
from multiprocessing.process import BaseProcess
from operator import itemgetter
from pathlib import Path

import django
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from pinochle_club.ground.locks import alone_on_this_machine
from pinochle_club.ground.system import CAN_FORK
from pinochle_club.ground.trouble import trouble_of

# Packages bring files of which the club sends few or none; to compress them all would take seconds of a first start.
SELDOM_SENT = ("admin/", "django_htmx/")
SENT = "django_htmx/htmx-2.min."
OURS = (".css", ".js")
CSS_FOR_PEOPLE = re.compile(r"""(?P<text>"[^"]*"|'[^']*')|/\*.*?\*/|\s+""", re.DOTALL)


class CompressedFiles(CompressedManifestStaticFilesStorage):
    """Names every file after its content, leaves out what only people read in it, and lays a compressed copy beside
    those that are loaded."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        wanted = [path for path in paths if path.startswith(SENT) or not path.startswith(SELDOM_SENT)]
        for path in wanted:
            if path.endswith(OURS) and ".min." not in path:
                file = Path(self.path(path))
                file.write_text(lean(path, file.read_text()))
        yield from super().compress_files(wanted)


def lean(name: str, content: str) -> str:
    """A style sheet or script without its comments and indentation, a third of ours. Libraries that shorten style
    sheets drop spaces that mean something inside of layers (`.a :is(b)`)."""
    if name.endswith(".js"):
        shortened: str = rjsmin.jsmin(content)
        return shortened
    return CSS_FOR_PEOPLE.sub(lambda found: found["text"] or " ", content)


def start_collecting() -> BaseProcess | None:
    """Collect in a process of its own, while this one sees to the database; None where nothing has changed. Called
    before a connection is opened, which that copy of this process would have, too."""
    now = digest()
    if is_collected(now):
        return None
    if not CAN_FORK:
        collect(now)
        return None
    collecting = multiprocessing.get_context("fork").Process(target=_collect_in_words, args=[now])
    collecting.start()
    return collecting


def _collect_in_words(now: str) -> None:
    try:
        collect(now)
    except OSError as problem:
        sys.exit(f"The static files: {trouble_of(problem) or problem}")


def is_collected(now: str) -> bool:
    return _last() == now and settings.STATIC_ROOT.is_dir()


def collect(now: str) -> None:
    """Collect from nothing, also after a run that was killed: a file may have been half written."""
    with alone_on_this_machine("collecting"):
        if is_collected(now):
            return  # by another server of this machine, which was quicker
        was_cut_short = _last() == ""
        _note().write_text("")
        call_command("collectstatic", interactive=False, verbosity=0, clear=was_cut_short)
        os.sync()  # else a power cut could leave the note and empty files, and every page of the next start would fail
        _note().write_text(now)


def digest() -> str:
    """Of every file with its name, and of what makes the copies of them."""
    of_all = hashlib.sha256(f"{sys.version} {django.__version__} {settings.STORAGES['staticfiles']}".encode())
    of_all.update(Path(__file__).read_bytes())
    for finder in get_finders():
        for name, storage in sorted(finder.list(None), key=itemgetter(0)):
            content = Path(storage.path(name)).read_bytes()
            of_all.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return of_all.hexdigest()


def _last() -> str | None:
    """What was collected last; empty for a run that was killed, None before the first."""
    return _note().read_text() if _note().exists() else None


def _note() -> Path:
    path: Path = settings.STATE_DIR / "collected"
    return path
