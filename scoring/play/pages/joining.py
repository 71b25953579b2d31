"""The secret address of a game as it is shown: once, in words and as a QR code."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from scoring.score_card.pages.sharing import LinkContext


def game_link(secret: str) -> LinkContext:
    """How a new address of a game is shown."""
    address = settings.PUBLIC_URL + reverse("play:join", args=[secret])
    text = "Scan this with the phone or tablet you want to play on next. Anyone who has it can play your cards."
    return LinkContext("Continue on another device", text, "QR code: play on here", address)
