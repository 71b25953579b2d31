"""`{{ head.name|partners }}`: a side's name by player; `{{ name|soft }}`: one that may break in a narrow column."""

from __future__ import annotations

from django import template

from scoring.score_card import names

register = template.Library()
register.filter("soft", names.soft)


@register.filter
def partners(side: str) -> list[str]:
    """`Ann & Carl` as `Ann` and `& Carl`: long names take a line each."""
    return str(side).replace(" & ", "\n& ").split("\n")
