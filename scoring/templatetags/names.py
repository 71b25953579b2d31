"""`{{ head.name|partners }}`: a side's name by player; `{{ person.name|in_words }}`: one for a narrow column."""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.score_card.names import soft

register = template.Library()
_WORD: Final = re.compile(r"[^ -]+[ -]*|[ -]+")


@register.filter
def partners(side: str) -> list[str]:
    """`Ann & Carl` as `Ann` and `& Carl`: long names take a line each."""
    return str(side).replace(" & ", "\n& ").split("\n")


@register.filter
def in_words(name: str) -> SafeString:
    """A name of which a long word, or half of a double one, goes to the next line before a soft hyphen parts it."""
    return mark_safe("".join(map(_in_word, _WORD.findall(str(name)))))  # noqa: S308 (each word is escaped)


def _in_word(word: str) -> str:
    parted = soft(word.rstrip(" -"))
    if parted == word.rstrip(" -"):
        return conditional_escape(word)
    end = word[len(word.rstrip(" -")) :]
    return format_html('<span class="word">{}{}</span>{}', parted, end.rstrip(), " " * end.count(" "))
