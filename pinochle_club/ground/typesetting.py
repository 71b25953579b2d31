"""HTML in, PDF out: WeasyPrint, cut off from the world. Parsed styles and fonts are kept for the life of the process.

Importing this needs Pango and takes half a second, so `pdfs` imports it inside a function. It knows nothing of cards or
events.
"""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from threading import Lock
from typing import Any, Final
from urllib.parse import unquote

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from pinochle_club.ground import __version__, places

STATIC: Final = places.PROGRAM / "static"
STYLE: Final = STATIC / "css" / "paper.css"
CARDS: Final = "scoring/printed.css"
VARIANT: Final = "pdf/ua-1"  # tagged for screen readers
MADE_BY: Final = f"{places.NAME} {__version__}"
SCREEN: Final = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")


def _colors() -> dict[str, str]:
    """The light colors of the screen by token, and over them those of paper."""
    tokens = dict(
        re.findall(r"--([\w-]+): (?:var\(--light, )?(#\w+|var\(--[\w-]+\))", SCREEN + STYLE.read_text("utf-8"))
    )

    def color(value: str) -> str:
        return value if value.startswith("#") else color(tokens[value[len("var(--") : -1]])

    return {token: color(value) for token, value in tokens.items()}


COLORS: Final = _colors()


def _suit_shapes() -> dict[str, bytes]:
    """`suit:hearts` and its drawing: the shapes of the screen, colored for paper."""
    shapes = dict(re.findall(r'--shape-(\w+): url\("data:image/svg\+xml,([^"]+)"\)', SCREEN))
    return {
        f"suit:{name}": unquote(shapes[name]).replace("<path ", f"<path fill='{COLORS[name]}' ").encode()
        for name in ("spades", "hearts", "diamonds", "clubs")
    }


class OwnFiles(URLFetcher):
    """Fetches the fonts and the suits that ship with the program, and no other file or address, whatever a page
    names."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self.files = files

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        if url not in self.files:
            # An ordinary exception: WeasyPrint logs it and goes on without the picture. Its own
            # FatalURLFetchingError is no Exception and would pass every handler there is.
            raise ValueError("Paper is made from our own files only.")
        kind = "font/woff2" if url.endswith(".woff2") else "image/svg+xml"
        return URLFetcherResponse(url, self.files[url], {"Content-Type": kind})


FONTS: Final = {path.as_uri(): path.read_bytes() for path in (STATIC / "fonts").glob("*.woff2")}
_TURN: Final = Lock()
OWN_FILES: Final = OwnFiles({**FONTS, **_suit_shapes()})
FONT_CONFIGURATION: Final = FontConfiguration()


def written(name: str) -> str:
    """A sheet of `static/css` for printed pages, after the one that all of them stand on."""
    sheets = "".join((STYLE.parent / each).read_text(encoding="utf-8") for each in (STYLE.name, name))
    # With colors in place of tokens: WeasyPrint would hand all of them down to every element.
    without = re.sub(r":root {[^}]*}", "", sheets)
    return re.sub(r"var\(--([\w-]+)\)", lambda token: COLORS.get(token[1], token[0]), without)


@lru_cache
def stylesheet(name: str) -> CSS:
    """The same, parsed. Fonts that one of them names are there for all."""
    return CSS(
        string=written(name),
        base_url=STYLE.as_uri(),
        url_fetcher=OWN_FILES,
        font_config=FONT_CONFIGURATION,
    )


STYLESHEET: Final = stylesheet(CARDS)


def pdf_of(
    html: str,
    *,
    style: str = CARDS,
    pictures: Mapping[str, bytes] | None = None,
    finisher: Callable[[Any, Any], None] | None = None,
    first_page: int = 1,
) -> bytes:
    """The PDF of a whole page of HTML, tagged for screen readers.

    `pictures` are SVG drawings by the address that the page calls them by. `finisher` gets WeasyPrint's document
    and pydyf's PDF before it is written. `first_page` is the number of the first page.
    """
    # One at a time in a process: threads would share the fonts, and take turns anyway.
    with _TURN, _collecting_later():
        document = _laid_out(html, style, pictures, first_page)
        document.metadata.generator = MADE_BY
        result: bytes = document.write_pdf(finisher=finisher, pdf_variant=VARIANT)
    return result


def pages_of(html: str, *, style: str = CARDS) -> int:
    """How many pages it takes, which is known before anything is written."""
    with _TURN, _collecting_later():
        return len(_laid_out(html, style).pages)


def _laid_out(html: str, style: str, pictures: Mapping[str, bytes] | None = None, first_page: int = 1) -> Any:
    files = OwnFiles({**OWN_FILES.files, **pictures}) if pictures else OWN_FILES
    counting = f"@page :first {{ counter-reset: page {first_page} }}"
    counted = [CSS(string=counting, font_config=FONT_CONFIGURATION)] if first_page > 1 else []
    return HTML(string=html, base_url=None, url_fetcher=files).render(
        FONT_CONFIGURATION, stylesheets=[stylesheet(style), *counted], pdf_variant=VARIANT
    )


@lru_cache(maxsize=64)
def missing_letters(letters: str) -> str:
    """Those of `letters` that no font of this machine can draw: on paper they would be empty boxes."""
    found: set[str] = set()

    class Listening(logging.Filter):
        def filter(self, record: logging.LogRecord) -> bool:
            if str(record.msg).startswith(".notdef glyph") and isinstance(record.args, tuple):
                found.add(str(record.args[0]))
            return False

    listening, logger = Listening(), logging.getLogger("weasyprint")
    logger.addFilter(listening)
    try:
        pdf_of(f"<html lang=en><title>Letters</title><p>{escape(letters)}")
    finally:
        logger.removeFilter(listening)
    return "".join(letter for letter in letters if letter in found)


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Without garbage collection: layout makes a hundred thousand small objects that all live on, and collecting
    among them takes a fifth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
