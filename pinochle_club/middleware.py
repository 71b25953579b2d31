import codecs
import time
from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from .error_pages import error_page

GetResponse = Callable[[HttpRequest], HttpResponse]


def keep_private(get_response: GetResponse) -> GetResponse:
    """Pages carry secret addresses and a running score: no search engine lists them, no cache keeps them.

    A view that wants its answer kept sets Cache-Control itself.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def stay_signed_in(get_response: GetResponse) -> GetResponse:
    """Sign-in lasts the evening, counted from what was done last: once in an hour the session is kept anew.

    Each request would do, and write each time a board asks whether there is news.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Only where the view has looked at the session anyway: most pages need no account.
        if request.session.accessed and SESSION_KEY in request.session:
            hour = int(time.time() // 3600)
            if request.session.get("kept_in_hour") != hour:
                request.session["kept_in_hour"] = hour
        return response

    return middleware


def leave_it_to_the_token(get_response: GetResponse) -> GetResponse:
    """Take our own plain forms, which come without their origin.

    Since our pages say `Referrer-Policy: no-referrer`, browsers send `Origin: null` and no Referer with their forms,
    and Django's CsrfViewMiddleware would take them for a foreign site's. It goes on asking for the token, and the
    cookie beside it is SameSite=Lax, so no other site's form carries it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.META.get("HTTP_ORIGIN") == "null":
            request.META["HTTP_ORIGIN"] = f"{request.scheme}://{request.get_host()}"
        return get_response(request)

    return middleware


def take_what_browsers_send(get_response: GetResponse) -> GetResponse:
    """Refuse a form that is not in UTF-8, as our pages are, and a cookie with a NUL in it.

    Django decodes a form with whatever codec it names, `hex` and `undefined` too, and breaks on some of them.
    PostgreSQL breaks when it is asked for a session by a name with a NUL.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.encoding and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("A form that is not in UTF-8")
        if any("\0" in value for value in request.COOKIES.values()):
            raise BadRequest("A cookie with a NUL in it")
        return get_response(request)

    return middleware


def answer_in_words(get_response: GetResponse) -> GetResponse:
    """An address that only takes a form says so when it is opened: Django would answer an empty page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        page = error_page(request, "405", 405)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware
