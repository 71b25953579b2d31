"""PDFs made and kept: each once, in a process apart from the server.

`typesetting` makes them, and is imported when something is printed: it needs Pango, which the rest of the program does
not. Views ask the `PRINTER` for a sheet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Final

from django.conf import settings
from django.core.cache import caches

from pinochle_club.ground.commands import command

from .apart import Apart
from .program import fingerprint
from .system import lock_byte

SHEETS: Final = "pdfs"
ARCHIVES: Final = "archives"


class PdfError(Exception):
    """A sheet cannot be made; the message says what to do about it."""


def typesetter() -> ModuleType:
    """The module `typesetting`. Raises `PdfError` where this machine lacks what it needs."""
    try:
        from . import typesetting
    except OSError as error:  # what WeasyPrint raises where Pango is missing
        raise PdfError(
            "This server can’t make PDFs yet because the Pango library is missing. The person who runs it can "
            "install libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0, or type: "
            + command("doctor", to_all=True)
        ) from error
    return typesetting


def kept(key: str, make: Callable[[], bytes], *, among: str = SHEETS) -> bytes:
    """The sheet that the same program made before, else a new one, which is kept. Others that want it while it is
    made wait for it."""
    content = found(key, among=among)
    if content is None:
        with _alone_with(_name(key)):
            content = found(key, among=among)
            if content is None:
                content = make()
                with suppress(OSError):  # a full disk keeps no sheet, but it is printed
                    caches[among].set(_name(key), content)
    return content


def found(key: str, *, among: str = SHEETS) -> bytes | None:
    """The sheet kept under this key, if any."""
    content: bytes | None = caches[among].get(_name(key))
    return content


def _name(key: str) -> str:
    return hashlib.sha256(f"{key} {fingerprint()}".encode()).hexdigest()


@contextmanager
def _alone_with(name: str) -> Iterator[None]:
    """Hold one name, of all processes. The system frees it when one is killed."""
    with (settings.STATE_DIR / "printing.lock").open("w") as lock:
        lock_byte(lock, int(name[:8], 16))  # a byte of the file stands for a name
        yield


# Few places, since each takes a thread of the server. Nothing is printed twice, so many may wait for one sheet.
PRINTER: Final = Apart(places=3, of_one=2, longest_wait=6.0, reads=True, prepare=typesetter, renewed_after=300)
# For stacks of sheets, which take half a minute: no single sheet waits behind them. Its process ends with each stack.
STACK_PRINTER: Final = Apart(places=1, of_one=1, longest_wait=6.0, reads=True, prepare=typesetter, renewed_after=1)
