"""`{% program_version %}`, and what to type at the club's computer: `{% command "backup" %}`, `{% manage "…" %}`."""

from __future__ import annotations

from django import template

from pinochle_club import __version__
from pinochle_club.ground import commands

register = template.Library()
register.simple_tag(commands.command, name="command")
register.simple_tag(commands.manage, name="manage")


@register.simple_tag
def program_version() -> str:
    return __version__
