"""`{% club_navigation as places %}`: the places of the club (`places_of`). `{% strips as strip %}`: what the host tells
its admins."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import RequestContext

from league.office.clubs.pages.navigation import Choice, places_of
from league.office.hosting.pages import strips_of
from league.office.hosting.reading import read_news

register = template.Library()


@register.simple_tag(takes_context=True)
def club_navigation(context: RequestContext) -> list[Choice]:
    return places_of(context["request"])


@register.simple_tag(takes_context=True)
def strips(context: RequestContext) -> dict[str, Any]:
    """What stands above an admin's pages (one query where there is news)."""
    request = context["request"]
    return strips_of(getattr(request, "club", None), getattr(request, "acting", None), read_news)
