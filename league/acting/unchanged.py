"""Answers that a browser need not get again: as long as nothing was done in the club, they are the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import condition

from league.acting.permissions import READ, ClubRequest
from league.models import Club, Publication
from pinochle_club.ground.program import fingerprint

View = Callable[..., HttpResponseBase]


def unchanged_for_strangers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Below `@needs`: the browser of a visitor who is not signed in keeps the page and asks whether it still holds,
    which costs three queries.

    The browser's cookies are part of it: a page names the token of its forms, and is light or dark.
    """

    @wraps(view)
    def answered(request: ClubRequest, **kwargs: Any) -> HttpResponseBase:
        if request.acting.user is not None or request.method not in READ:
            return view(request, **kwargs)
        response = answer_if_changed(view, request, kwargs, *sorted(request.COOKIES.items()), bool(request.htmx))
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response

    return answered  # type: ignore[return-value]


def answer_if_changed(view: View, request: ClubRequest, kwargs: dict[str, Any], *asked: object) -> HttpResponseBase:
    """The view's answer with its ETag, or 304 for a browser that has it. It may rest on nothing but what the club has,
    the address and what else was `asked`."""
    tag = state_of(request.club, request.get_full_path(), *asked)
    response = condition(etag_func=lambda *_, **__: tag)(view)(request, **kwargs)
    if response.status_code not in (200, 304):
        del response.headers["ETag"]
    return response


def state_of(club: Club, *asked: object) -> str:
    """What an answer or a paper rests on, as an ETag: the newest line of the club's log, which everything that is done
    adds to, the newest publication, the day and the program (two queries)."""
    line = club.log.order_by("-pk").values_list("pk", "at").first()
    published = Publication.objects.filter(season__club=club).order_by("-pk").values_list("pk", "at").first()
    rests_on = (club.pk, asked, line, published, timezone.localdate(), fingerprint())
    return f'"{sha256(repr(rests_on).encode()).hexdigest()[:32]}"'
