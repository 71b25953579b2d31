"""`{% club_navigation as places %}`: the places of the club (`places_of`)."""

from __future__ import annotations

from django import template
from django.template import RequestContext

from league.office.clubs.pages.navigation import Choice, places_of

register = template.Library()


@register.simple_tag(takes_context=True)
def club_navigation(context: RequestContext) -> list[Choice]:
    return places_of(context["request"])
