"""Pages that say what went wrong. They cannot go wrong themselves: they look at no form, no session and no database.
Django's own look for a token in the form, which may be the very thing that cannot be read."""

import logging
import sys
from typing import Any, Final, TypeVar

from django.core.exceptions import RequestDataTooBig
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from pinochle_club.ground.commands import manage

from .health import WOKEN
from .lost_database import is_loss
from .one_club import NotTheClub, successor
from .trouble import Trouble, trouble_of
from .uploads import MOST_OF_A_FILE

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer", bound=HttpResponse)
STILL_THERE: Final = "Everything marked “Saved” is still there."
NOT_READ: Final = (
    "Not understood",
    "We couldn’t read that",
    f"That didn’t come through right. Go back and try again. {STILL_THERE}",
)
NOT_OPEN: Final = (
    "Not open",
    "This page is not open to you",
    "Its address may have been replaced. Ask the person keeping the card for its QR code.",
)
OPEN_TOO_LONG: Final = (
    "Try again",
    "The page was open too long",
    f"To be safe, we didn’t save that entry. Go back, reload the page and enter it again. {STILL_THERE}",
)
FAULT: Final = (
    "A fault",
    "Something went wrong on our side",
    "Everything marked “Saved” is safe. Go back and try again. If it happens again, tell the"
    " person who runs the club’s server.",
)
TOO_MUCH: Final = {
    413: (
        "Too large",
        "That’s too large to send",
        "Nothing was saved. Go back: what you typed is still there. Make it shorter, then send it again.",
        "Is it a file? Sign in first. The page that asks for a file says how large it may be: the largest is a club’s"
        f" archive of {MOST_OF_A_FILE // 2**20}\N{NO-BREAK SPACE}MB.",
    ),
    431: (
        "Too long",
        "That address is too long",
        f"Go to the start page and find your way from there. {STILL_THERE}",
        "If you see this on every page, clear the cookies of this site in your browser’s settings, then sign in again.",
    ),
}
"""Title, heading, and paragraphs of a page."""


class DatabaseAway(HttpResponse):
    """The database cannot be reached; ask again after so long."""

    status_code = 503


def error_page(request: HttpRequest, name: str, status: int, **more: Any) -> HttpResponse:
    """The page in the device's theme, about the address that was asked for; `more` is for the template."""
    known = {
        "COOKIES": {"theme": request.COOKIES.get("theme", "")},
        "resolver_match": getattr(request, "resolver_match", None),
    }
    return HttpResponse(render_to_string(f"{name}.html", {"request": known, **more}), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return too_much(request, 413) if isinstance(exception, RequestDataTooBig) else _told(request, 400, NOT_READ)


def too_much(request: HttpRequest, status: int) -> HttpResponse:
    """413: the body is too large; 431: the address or the cookies are."""
    return _told(request, status, TOO_MUCH[status])


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _told(request, 403, NOT_OPEN)


def foreign_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _told(request, 403, OPEN_TOO_LONG)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return getattr(exception, "answer", None) or error_page(request, "404", 404, why=exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Whatever went wrong in a view or on the way to it, a lost database and a full disk too."""
    error = sys.exception()
    if isinstance(error, NotTheClub):
        return moved(request)
    trouble = trouble_of(error)
    if trouble:
        logger.error("%s (%s) What helps is said by: %s", trouble, error, manage("check"))
        WOKEN.set()
        if trouble is Trouble.READ_ONLY and isinstance(error, Error):
            connection.close()  # opened while nothing could be written, it would stay so for as long as it is kept
        return _later(HttpResponse, request, trouble)
    if isinstance(error, Error) and (is_loss(error) or not connection.is_usable()):
        return database_away(request)
    return _told(request, 500, FAULT)


def _told(request: HttpRequest, status: int, words: tuple[str, ...]) -> HttpResponse:
    title, heading, *says = words
    return error_page(request, "error", status, title=title, heading=heading, says=says)


def database_away(request: HttpRequest) -> DatabaseAway:
    """503; `ask_again` has logged it, in one line."""
    return _later(DatabaseAway, request)


def _later(kind: type[Answer], request: HttpRequest, trouble: str = "") -> Answer:
    """503 with the time to ask again. Its line of the log is written elsewhere."""
    seconds = 5
    page = error_page(request, "503", 503, seconds=seconds, asks_again=request.method == "GET", trouble=trouble)
    later = kind(page.content, status=503, headers={"Retry-After": str(seconds)})
    later._has_been_logged = True  # type: ignore[attr-defined]
    return later


def moved(request: HttpRequest) -> HttpResponse:
    """Another computer has become the club. A tablet keeps its entries, as when no server answers."""
    return error_page(request, "503_moved", 503, successor=successor())
