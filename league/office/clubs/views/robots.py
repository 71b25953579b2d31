from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.models import Club


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Search engines may read the pages of clubs that want to be found, with styles and scripts, and nothing else."""
    slugs = (
        Club.objects.filter(is_findable=True, is_public=True, moved_to="", is_copy=False, suspended_at=None)
        .order_by("slug")
        .values_list("slug", flat=True)
    )
    allowed = [reverse("league:club", args=[slug]) for slug in slugs]
    allowed += [settings.STATIC_URL] if allowed else []
    lines = ("User-agent: *", *(f"Allow: {address}" for address in allowed), "Disallow: /", "")
    return HttpResponse("\n".join(lines), content_type="text/plain")
