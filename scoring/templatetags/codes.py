"""`{{ link.address|qr_code }}`: an address as a QR code."""

from __future__ import annotations

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def qr_code(address: str) -> SafeString:
    """An SVG with its own colors, dark on white on any screen or paper, with the white border that cameras look for."""
    code = segno.make(address, error="m", micro=False)
    svg: str = code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None)
    return mark_safe(svg)  # noqa: S308 - drawn by segno from an address of ours
