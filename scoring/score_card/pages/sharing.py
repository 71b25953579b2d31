"""The secret addresses of a card as they are shown: once, in words and as a QR code."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scoring.models import CardLink


@dataclass(frozen=True, slots=True)
class LinkContext:
    """A secret address, just made: as text and as a QR code. It cannot be shown again."""

    title: str
    text: str
    label: str
    address: str

    @property
    def qr(self) -> SafeString:
        """An SVG that names its colours itself, so that it is dark on white in any theme, with
        the white border that cameras look for."""
        code = segno.make(self.address, error="m", micro=False)
        svg: str = code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None)
        return mark_safe(svg)  # noqa: S308 - drawn by segno from an address of ours


def link_context(kind: CardLink.Kind, secret: str) -> LinkContext:
    """How a new address is shown."""
    if kind == CardLink.Kind.WRITE:
        address = settings.PUBLIC_URL + reverse("score_card:join", args=[secret])
        text = "Scan this with another tablet to keep score on both. It can enter, correct and undo."
        return LinkContext("Another tablet that keeps score", text, "QR code: write on this card", address)
    address = settings.PUBLIC_URL + reverse("score_card:read", args=[secret])
    text = "Scan this with a phone to watch the card live. It can’t change anything."
    return LinkContext("Phones that watch", text, "QR code: watch this card", address)
