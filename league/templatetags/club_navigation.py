"""`{% club_navigation as navigation %}`: the places of the club and who is signed in."""

from __future__ import annotations

from django import template
from django.template import RequestContext

from league.office.clubs.pages.navigation import NavigationContext, navigation_context

register = template.Library()


@register.simple_tag(takes_context=True)
def club_navigation(context: RequestContext) -> NavigationContext:
    return navigation_context(context["request"])
