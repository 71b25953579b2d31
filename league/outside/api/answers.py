"""Answers of the API: public, unchanged for as long as nothing changed, and open to other sites (CORS `*`).

That gives nothing away: an answer is what a stranger reads on the club's pages. Only GET and HEAD are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from league.acting.permissions import NOBODY, Action, ClubRequest
from league.acting.unchanged import answer_if_changed
from league.models import Club

View = Callable[..., HttpResponseBase]
METHODS: Final = ("GET", "HEAD")
WORDS: Final = ("of", "page", "page_size", "lines", "theme")  # of an address, what any answer knows
NO_CLUB: Final = "There is no such club here."
AT_REST: Final = "{club} rests for now. Ask {ask}."


def fault(detail: str, status: int) -> HttpResponse:
    return JsonResponse({"detail": detail}, status=status)


def for_strangers(view: View, says: Callable[[str, int], HttpResponse] = fault) -> View:
    """A view of a club that everybody may read, drawn as for a stranger. It `says` as JSON what isn't there."""

    @wraps(view)
    def answered(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        response = _answer(view, request, slug, kwargs, says)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
        response.headers.setdefault("Cache-Control", "public, no-cache")  # keep it, and ask whether it still holds
        return response

    answered.action, answered.words = Action.READ_PUBLISHED, WORDS  # type: ignore[attr-defined]
    return answered


def _answer(
    view: View, request: HttpRequest, slug: str, kwargs: dict[str, Any], says: Callable[[str, int], HttpResponse]
) -> HttpResponseBase:
    if request.method not in METHODS:
        return JsonResponse({"detail": "This is only read, by GET."}, status=405, headers={"Allow": ", ".join(METHODS)})
    request.method = "GET"  # of a HEAD the server sends only the head
    club = Club.objects.filter(slug=slug, is_public=True).first()
    if club is None:
        return says(NO_CLUB, 404)
    if club.suspended_at:
        return says(AT_REST.format(club=club, ask=club.suspended_ask), 403)
    ours = cast(ClubRequest, request)
    ours.club, ours.acting = club, NOBODY
    return answer_if_changed(view, ours, kwargs, WORDS)
