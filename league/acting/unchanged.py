"""Pages for strangers, kept and not sent again for as long as nothing they rest on has changed.

Each process keeps copies in memory. All strangers share them, so nothing in one is a reader's own: it is drawn without
words of the address that the page doesn't know, and with no cookie but the theme; the token of forms is put in for
each. Readers who are signed in, opened their own link or are to be told something have pages drawn for them.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from math import inf
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db.models import Count, Max, Q, Sum
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import condition

from league.acting.permissions import READ, ClubRequest
from league.models import Club, Event, Publication
from pinochle_club.ground.plainly import Kept
from pinochle_club.ground.program import fingerprint

View = Callable[..., HttpResponseBase]

MOST_BYTES: Final = 8 * 2**20
"""Of copies, compressed, in each server process: some two thousand pages."""
MOST_ASKED: Final = 8
"""Copies of one address that differ by its words. The address alone has a place of its own."""
TOKEN: Final = "the-token-of-this-reader"  # noqa: S105  it stands for one
OWN_LINK: Final = "you-"
"""How the cookie begins that knows whose link this browser opened; the number of the club follows."""
THEMES: Final = ("light", "dark")
LACKING_HOLDS: Final = 1.0
"""Seconds, of a page that lacks something: many who ask for it don't have it drawn for each."""


class Copy(NamedTuple):
    """A page as it was answered; `until` then where it lacks what is being worked out."""

    headers: dict[str, str]
    content: bytes
    status: int
    until: float

    @property
    def weight(self) -> int:
        return 500 + len(self.content)  # with its key and headers


copies: Final[Kept[object, Copy]] = Kept(MOST_BYTES, lambda copy: copy.weight)


def kept_for_strangers(
    *words: str, rests_on: Callable[[Club], object] = lambda _: None
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Below `@needs`: keep the page for unknown readers, which leaves four queries. `words` are those of the address
    that it knows, and `rests_on` tells what it rests on besides `state_of`."""

    def wrap(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def answered(request: ClubRequest, **kwargs: Any) -> HttpResponseBase:
            if not is_a_strangers(request):
                return view(request, **kwargs)
            response = answer_if_changed(view, request, kwargs, words, rests_on(request.club))
            response.headers.setdefault("Cache-Control", "private, no-cache")
            return response

        answered.words = words  # type: ignore[attr-defined]
        return answered  # type: ignore[return-value]

    return wrap


def is_a_strangers(request: ClubRequest) -> bool:
    """Whether nothing of a request says who reads, and nothing is to be told to them alone."""
    return (
        request.method in READ
        and request.acting.user is None
        and request.session.is_empty()
        and request.COOKIES.keys().isdisjoint(("messages", f"{OWN_LINK}{request.club.pk}"))
    )


def answer_if_changed(
    view: View, request: ClubRequest, kwargs: dict[str, Any], words: Collection[str], *rests_on: object
) -> HttpResponseBase:
    """The view's answer with its ETag, or 304 for a browser that has it; kept for the next reader. It may rest on
    nothing but the club's data, the address with these words, the theme, and what is named besides."""
    known = {word: request.GET.getlist(word) for word in words if word in request.GET}
    request.GET = QueryDict(urlencode(known, doseq=True))
    asked, theme = request.GET.urlencode(), request.COOKIES.get("theme", "")
    request.META["QUERY_STRING"] = asked  # the page's own links, such as that to sign in, tell it to everybody
    theme = theme if theme in THEMES else ""
    is_part = bool(request.htmx)
    state = state_of(request.club, request.path, is_part, theme, asked, *rests_on)
    # The words choose among a few places, by a number that nobody can foretell.
    place = (request.path, is_part, theme, hash(asked) % MOST_ASKED if asked else None)

    def answer(request: ClubRequest, **kwargs: Any) -> HttpResponseBase:
        copy = copies.find(place, state)
        if copy is not None and time.monotonic() < copy.until:
            content = zlib.decompress(copy.content)
            return _filled(request, HttpResponse(content, status=copy.status, headers=copy.headers))
        response = _drawn(view, request, kwargs, theme)
        if not isinstance(response, HttpResponse):
            return response
        status, content = response.status_code, response.content
        if status in (200, 202) and not response.cookies and b'name="client_id"' not in content:
            until = inf if status == 200 else time.monotonic() + LACKING_HOLDS
            copies.keep(place, state, Copy(dict(response.headers), zlib.compress(content, 1), status, until))
        return _filled(request, response)

    tag = _digest(state, request.COOKIES.get(settings.CSRF_COOKIE_NAME))
    response = condition(etag_func=lambda *_, **__: tag)(answer)(request, **kwargs)
    if response.status_code not in (200, 304):
        del response.headers["ETag"]
    return response


def _drawn(view: View, request: ClubRequest, kwargs: dict[str, Any], theme: str) -> HttpResponseBase:
    cookies, request.COOKIES = request.COOKIES, {"theme": theme}
    request.is_for_all = True
    try:
        return view(request, **kwargs)
    finally:
        request.COOKIES, request.is_for_all = cookies, False


def _filled(request: ClubRequest, response: HttpResponse) -> HttpResponse:
    if TOKEN.encode() in response.content:
        response.content = response.content.replace(TOKEN.encode(), get_token(request).encode())
    return response


def state_of(club: Club, *asked: object) -> str:
    """An ETag of all that an answer or a paper rests on: the newest line of the club's log, to which nearly every deed
    adds, the newest publication, its evenings, the day and the program (three queries)."""
    line = club.log.order_by("-pk").values_list("pk", "at").first()
    # Not the first in order: PostgreSQL would look for it among those of all clubs.
    published = Publication.objects.filter(season__club=club).aggregate(Max("pk"), Max("at"))
    return _digest(club.pk, asked, line, published, _evenings(club), timezone.localdate(), fingerprint())


def _evenings(club: Club) -> dict[str, Any]:
    """The state of evenings beside the log: entries of officials and signatures count their versions up, rows may be
    filled in later, and a clock makes results final."""
    is_final = Q(state=Event.State.CLOSED, closed_at__lte=timezone.now() - timedelta(hours=club.claim_hours))
    return Event.objects.filter(club=club).aggregate(
        Sum("version"), rows=Count("pk", filter=~Q(ledger_mark="")), final=Count("pk", filter=is_final)
    )


def _digest(*parts: object) -> str:
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'
