"""`{% rules_to_change book.key as change %}`: where a user may change a book for their club."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import User
from django.template import RequestContext

from league.office.clubs.pages.navigation import address_of
from league.office.house_rules.deeds import changed_by

register = template.Library()


@register.simple_tag(takes_context=True)
def rules_to_change(context: RequestContext, key: str) -> str:
    """The form of the club's own copy of a built-in book, or the page where one is made. Empty for others."""
    user = context["request"].user
    club, copy = changed_by(user, key) if isinstance(user, User) else (None, None)
    if club is None:
        return ""
    return address_of("edit_house_rules", club.slug, copy.key) if copy else address_of("house_rules", club.slug)
