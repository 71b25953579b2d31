"""A card's secret addresses, shown once, in words and as a QR code."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from scoring.models import CardLink


@dataclass(frozen=True, slots=True)
class LinkContext:
    """A new secret address, as text and as a QR code. It cannot be shown again."""

    title: str
    text: str
    label: str
    address: str


def link_context(kind: CardLink.Kind, secret: str) -> LinkContext:
    """A new address as it is shown."""
    if kind == CardLink.Kind.WRITE:
        address = settings.PUBLIC_URL + reverse("score_card:join", args=[secret])
        text = "Scan this with another tablet to keep score on both. It can enter, correct and undo."
        return LinkContext("Another tablet that keeps score", text, "QR code: write on this card", address)
    address = settings.PUBLIC_URL + reverse("score_card:read", args=[secret])
    text = "Scan this with a phone to watch the card live. It can’t change anything."
    return LinkContext("Phones that watch", text, "QR code: watch this card", address)
