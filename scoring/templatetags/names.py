"""`{{ head.name|partners }}`: a side's name by player."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def partners(side: str) -> list[str]:
    """`Ann & Carl` as `Ann` and `& Carl`: long names take a line each."""
    return str(side).replace(" & ", "\n& ").split("\n")
