"""`{% program_version %}`, and what to type at the club's computer: `{% command "backup" %}`, `{% manage "…" %}`."""

from __future__ import annotations

from functools import partial

from django import template

from pinochle_club.ground import __version__, commands

register = template.Library()
register.simple_tag(partial(commands.command, to_all=True), name="command")
register.simple_tag(partial(commands.manage, to_all=True), name="manage")


@register.simple_tag
def program_version() -> str:
    return __version__
