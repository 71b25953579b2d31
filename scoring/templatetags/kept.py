"""`{% kept "…/_keypad.html" pad=pad %}`: a template drawn from these values alone, and cached, such as a card's
finished hands or a keypad."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from django import template
from django.forms import BoundField
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from pinochle_club.ground.plainly import Kept
from scoring.rules.book.vocabulary import Vocabulary

from .words import words_of

LINE: Final = "scoring/score_card/_score_line.html"
BELOW_LINE: Final = "scoring/score_card/_below_line.html"

register = template.Library()

# Of one or two kilobytes each: the hands of a large club's evening.
_kept: Final[Kept[Hashable, SafeString]] = Kept(4_000)


@register.simple_tag(takes_context=True)
def kept(context: Context, name: str, **values: Any) -> SafeString:
    """The template with these values, all hashable or form fields; equal values must look the same."""
    return _drawn(name, words_of(context), values, *values, *map(_looks, values.values()))


@register.simple_tag(takes_context=True)
def lines(context: Context) -> SafeString:
    """The hands of the card, each with its words below; only the place of those the page shows already, which htmx
    keeps."""
    words, shown, base = words_of(context), context.get("marks_shown") or (), context["base"]
    below: Any = get_template(BELOW_LINE)
    drawn = []
    for row in context["view"].rows:
        if row.mark in shown:
            drawn.append(f'<tr class="hand" id="hand-{row.number}" hx-preserve></tr>')
        else:
            drawn.append(_drawn(LINE, words, {"row": row, "base": base}, base, row.mark))
        if row.check or row.remarks or row.rulings:
            with context.push(row=row):
                drawn.append(below.template.render(context))
    return mark_safe("".join(drawn))  # noqa: S308  drawn by templates


def _drawn(name: str, words: Vocabulary, values: Mapping[str, Any], *looks: Hashable) -> SafeString:
    """The template with these values, which look alike wherever `looks` are equal."""
    key = (name, words, *looks)
    there = _kept.find(key, None)
    return there or _kept.keep(key, None, mark_safe(_rendered(name, {**values, "own_words": words})))  # noqa: S308


def _rendered(name: str, values: Mapping[str, Any]) -> str:
    template: Any = get_template(name)
    return str(
        template.template.render(Context(values, use_l10n=False))
    )  # figures as they are, no format to be looked up


def _looks(value: Any) -> Hashable:
    """The value itself, or all that a form field is drawn from."""
    if not isinstance(value, BoundField):
        return value  # type: ignore[no-any-return]
    control: Any = value.field
    return (
        type(control.widget),
        tuple(control.widget.attrs.items()),
        tuple(getattr(control, "choices", ())),
        control.required and value.form.use_required_attribute,
        control.disabled,
        value.html_name,
        value.auto_id,
        value.label,
        value.help_text,
        repr(value.value()),
        tuple(value.errors),
    )
