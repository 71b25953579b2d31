"""`{% kept "…/_score_line.html" row=row base=base %}`: a template drawn from nothing but these values, and kept for
when the same come again. Of a card's finished hands, and of a keypad, nothing changes from one save to the next."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.template.loader import get_template

from pinochle_club.ground import plainly

from .words import words_of

register = template.Library()


@register.simple_tag(takes_context=True)
def kept(context: Context, name: str, **values: Any) -> str:
    """The template with these values, all of them hashable; those that are equal must look the same."""
    return _drawn(name, own_words=words_of(context), **values)


@plainly.kept(4_000)  # of one or two kilobytes each: the hands of a large club's evening
def _drawn(name: str, **values: Any) -> str:
    return get_template(name).render(values)
