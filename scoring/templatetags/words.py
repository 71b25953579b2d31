"""`{% say 'Correct hand' %}`: part of a template in the words of the page's rule book."""

from __future__ import annotations

from django import template
from django.template import Context

from scoring.rules.book import RuleBook
from scoring.rules.book.vocabulary import Vocabulary
from scoring.score_card.access import words_at

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: Context, text: str) -> str:
    return words_of(context).say(text)


def words_of(context: Context) -> Vocabulary:
    """The words of the template's `book`, else its `own_words`, else those of its request's book."""
    book = context.get("book")
    if isinstance(book, RuleBook):
        return book.words
    return context.get("own_words") or words_at(context.get("request"))
