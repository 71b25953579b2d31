import codecs
import logging
import time
from collections.abc import Callable
from typing import Final, TypeGuard

from django.contrib.auth import SESSION_KEY
from django.core.exceptions import BadRequest
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import reverse

from .ground import health
from .ground.error_pages import DatabaseAway, error_page, moved, too_much
from .ground.lost_database import Outage
from .ground.one_club import is_the_club

logger = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponse]
# Who made the browser ask: a page of ours, or the person (an address typed, a bookmark).
OUR_OWN: Final = ("same-origin", "none")
NOT_NEEDED: Final = ", ".join(
    f"{what}=()"
    for what in ("camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial", "usb")
)
LEAST_COMPRESSED: Final = 1_400


class CompressPages(GZipMiddleware):
    """Compresses pages for the hall's Wi-Fi, a board to a ninth.

    A compressed page tells by its length how much of it is alike, so a site that makes a browser ask here for words
    of its choice could guess at a secret beside them. Django masks the CSRF token and makes lengths random; and
    what another site made a browser ask for is not compressed at all. (Browsers say so on https. On plain http a
    listener can read the page anyway.)
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not _is_worth_it(response) or request.headers.get("Sec-Fetch-Site", "none") not in OUR_OWN:
            return response
        return super().process_response(request, response)


def _is_worth_it(response: HttpResponseBase) -> bool:
    """Text that takes more than one packet. Sheets to print are compressed in themselves."""
    if not isinstance(response, HttpResponse) or len(response.content) < LEAST_COMPRESSED:
        return False
    return response.headers.get("Content-Type", "").startswith("text/")


def ask_again(get_response: GetResponse) -> GetResponse:
    """Make a request again whose database connection broke, as if it had just arrived: at once, and until a
    database that restarts is back.

    First of all, since sessions and accounts read the database, too. What was not committed is gone; where only the
    word of a commit was lost, the repeat finds the id it carries, and answers alike. Forms of Django's own admin
    carry none.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response, tries = get_response(request), 0
        if not isinstance(response, DatabaseAway):
            if connection.health_check_done:  # type: ignore[attr-defined]  # it was asked in this request
                outage.end()
            return response
        while isinstance(response, DatabaseAway):
            connection.close()
            if not can_be_repeated(request) or (tries and not outage.wait()):
                break
            response, tries = get_response(WSGIRequest(request.environ)), tries + 1
        if not isinstance(response, DatabaseAway):
            outage.end()
        logger.warning("The database connection was lost on the way; in the end it was %s", response.reason_phrase)
        return response

    outage = Outage()
    return middleware


def can_be_repeated(request: HttpRequest) -> TypeGuard[WSGIRequest]:
    """Whether all of the request is still there, and twice is the same as once. Puts it back to its start."""
    if not isinstance(request, WSGIRequest):
        return False
    if request.method not in ("GET", "HEAD") and request.path.startswith(reverse("admin:index")):
        return False
    sent = request.environ["wsgi.input"]
    return bool(sent.seekable()) and sent.seek(0) == 0


def keep_private(get_response: GetResponse) -> GetResponse:
    """Pages carry secret addresses and a running score: no search engine lists them, no cache keeps them, and none
    needs to see, hear, know where it is or pay.

    A view that wants its answer kept sets Cache-Control itself, and X-Robots-Tag where it may be listed.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("X-Robots-Tag", "noindex")
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Permissions-Policy"] = NOT_NEEDED
        return response

    return middleware


def say_what_is_too_much(get_response: GetResponse) -> GetResponse:
    """Answer with a page where the server would not take the rest of a request (`server.serving`)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        refused = request.META.get("club.refused")
        return too_much(request, refused) if refused else get_response(request)

    return middleware


def leave_it_to_the_club(get_response: GetResponse) -> GetResponse:
    """Where another computer has become the club, every page says so, but what the two tell each other."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if is_the_club() or request.path == reverse("standby"):
            return get_response(request)
        return moved(request)

    return middleware


def stay_signed_in(get_response: GetResponse) -> GetResponse:
    """Sign-in lasts the evening, counted from the last thing done: once in an hour the session is saved again. At
    each request it would be written each time a board asks whether there is news."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Only where the view has looked at the session anyway: most pages need no account.
        if request.session.accessed and SESSION_KEY in request.session:
            hour = int(time.time() // 3600)
            if request.session.get("kept_in_hour") != hour and health.light() != "bad":  # else no page could be read
                request.session["kept_in_hour"] = hour
        return response

    return middleware


def leave_it_to_the_token(get_response: GetResponse) -> GetResponse:
    """Take our own plain forms, which come without their origin.

    Our pages say `Referrer-Policy: no-referrer`, so browsers send `Origin: null` and no Referer with forms, and
    Django's CsrfViewMiddleware would take them for a foreign site's. It still asks for the token, and the cookie
    beside it is SameSite=Lax, so no other site's form carries it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.META.get("HTTP_ORIGIN") == "null":
            request.META["HTTP_ORIGIN"] = f"{request.scheme}://{request.get_host()}"
        return get_response(request)

    return middleware


def take_what_browsers_send(get_response: GetResponse) -> GetResponse:
    """Refuse a form that is not in UTF-8, as our pages are, and a cookie with a NUL in it.

    Django decodes a form with whatever codec it names, `hex` and `undefined` too, and breaks on some. PostgreSQL
    breaks when asked for a session by a name with a NUL.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.encoding and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("A form that is not in UTF-8")
        if any("\0" in value for value in request.COOKIES.values()):
            raise BadRequest("A cookie with a NUL in it")
        return get_response(request)

    return middleware


def answer_in_words(get_response: GetResponse) -> GetResponse:
    """Say in words that an address only takes a form: Django would answer an empty page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = error_page(request, "405", 405)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware
