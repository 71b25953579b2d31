"""Requests: htmx, whose they are, and 404s in words."""

import hmac
from enum import IntEnum
from typing import Final, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from .addresses import network_of

T = TypeVar("T")


class HtmxHttpRequest(HttpRequest):
    """A request with `htmx`, true for one made by htmx."""

    htmx: HtmxDetails


def or_404(found: T | None, words: str) -> T:
    """What an address names, or 404 in these words."""
    if found is None:
        raise Http404(words)
    return found


class Sender(IntEnum):
    """Whose request it is, as far as the server knows before it looks at it: who comes first, first."""

    TABLE = 0  # a tablet at a table of an evening
    OFFICIAL = 1
    MEMBER = 2
    AT_HOME = 3  # an unknown sender who asks for a card; on all other pages a stranger
    STRANGER = 4


SENT_BY: Final = "club.sent_by"


def sent_by(request: HttpRequest, sender: Sender, cookie: str) -> None:
    if value := request.COOKIES.get(cookie):
        request.META[SENT_BY] = sender, value


def number_in(text: str | None, digits: int) -> int | None:
    """A number of at most so many digits in an address; None for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= digits else None


def address_key(request: HttpRequest) -> str:
    """A keyed hash of the address a request came from: it counts visits and doesn't tell where they come from."""
    return hmac.new(settings.SECRET_KEY.encode(), network_of(_address_of(request)).encode(), "sha256").hexdigest()


def _address_of(request: HttpRequest) -> str:
    """The visitor's address. Behind the proxy of the public profile it ends a header that the proxy writes; in the
    hall that header would be the visitor's own words."""
    address: str = request.META.get("REMOTE_ADDR", "")
    if settings.IS_PUBLIC:
        forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return forwarded or address
    return address
