"""How every answer of the API is given: to nobody in particular, unchanged for as long as nothing changed, and to any
other site.

CORS: `*` lets scripts of other sites read the answers, in a browser that sends no cookies along. That gives nothing
away: what is answered is what a stranger reads on the club's pages, and no answer looks at who is signed in. Only GET
and HEAD are taken, and nothing here writes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from hashlib import sha256
from typing import Any, Final, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils import timezone
from django.views.decorators.http import condition

from league.acting.permissions import NOBODY, Action, ClubRequest
from league.models import Club, Publication

View = Callable[..., HttpResponseBase]
METHODS: Final = ("GET", "HEAD")
NO_CLUB: Final = "There is no such club here."


def for_strangers(view: View) -> View:
    """A view of a club that everybody may read, as nobody. What its address names in vain is told as JSON."""

    @wraps(view)
    def answered(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        response = _answer(view, request, slug, kwargs)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
        response.headers.setdefault("Cache-Control", "public, no-cache")  # keep it, and ask whether it still holds
        return response

    answered.action = Action.READ_PUBLISHED  # type: ignore[attr-defined]
    return answered


def _answer(view: View, request: HttpRequest, slug: str, kwargs: dict[str, Any]) -> HttpResponseBase:
    if request.method not in METHODS:
        return JsonResponse({"detail": "This is only read, by GET."}, status=405, headers={"Allow": ", ".join(METHODS)})
    request.method = "GET"  # of a HEAD the server sends only the head
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        return fault(NO_CLUB, 404)
    ours = cast(ClubRequest, request)
    ours.club, ours.acting = club, NOBODY
    tag = etag_of(club, request.get_full_path())
    response = condition(etag_func=lambda *_, **__: tag)(view)(request, **kwargs)
    if response.status_code not in (200, 304):
        del response.headers["ETag"]
    return response


def fault(detail: str, status: int) -> HttpResponse:
    return JsonResponse({"detail": detail}, status=status)


def etag_of(club: Club, address: str) -> str:
    """What an answer rests on: the newest line of the club's log, which everything that is done adds to, the newest
    publication, the day and the program (two queries)."""
    line = club.log.order_by("-pk").values_list("pk", "at").first()
    published = Publication.objects.filter(season__club=club).order_by("-pk").values_list("pk", "at").first()
    rests_on = (club.pk, address, line, published, timezone.localdate(), _program())
    return f'"{sha256(repr(rests_on).encode()).hexdigest()[:32]}"'


@lru_cache(maxsize=1)
def _program() -> str:
    """A fingerprint of what works the answers out: after an update none of the old program is taken for a new one."""
    digest = sha256()
    for folder in ("league", "scoring", "templates/league/api", "static/css"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*.*")):
            digest.update(path.read_bytes() if path.suffix in (".py", ".html", ".css") else b"")
    return digest.hexdigest()
