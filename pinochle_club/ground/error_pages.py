"""Pages that say what went wrong. They cannot go wrong themselves: they look at no form, no session and no database.
Django's own look for a token in the form, which may be the very thing that cannot be read."""

import logging
import sys
from typing import Any, TypeVar

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
    return too_much(request, 413) if isinstance(exception, RequestDataTooBig) else error_page(request, "400", 400)


def too_much(request: HttpRequest, status: int) -> HttpResponse:
    """413: the body is too large; 431: the address or the cookies are."""
    return error_page(request, str(status), status, megabytes=MOST_OF_A_FILE // 2**20)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_page(request, "403", 403)


def foreign_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_page(request, "403_csrf", 403)


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
    return error_page(request, "500", 500)


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
