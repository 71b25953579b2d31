"""`{{ head.name|partners }}`: a side's name by player; `{{ person.name|in_words }}`: one for a narrow column."""

from __future__ import annotations

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.score_card.names import soft

register = template.Library()


@register.filter
def partners(side: str) -> list[str]:
    """`Ann & Carl` as `Ann` and `& Carl`: long names take a line each."""
    return str(side).replace(" & ", "\n& ").split("\n")


@register.filter
def in_words(name: str) -> SafeString:
    """A name of which a long word goes to the next line before it is parted by a soft hyphen."""
    words = [(word, soft(word)) for word in str(name).split(" ")]
    return mark_safe(  # noqa: S308 (each word is escaped)
        " ".join(
            conditional_escape(word) if word == parted else format_html('<span class="word">{}</span>', parted)
            for word, parted in words
        )
    )
