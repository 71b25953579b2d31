"""The secret address of a game or seat, shown once, in words and as a QR code."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from scoring.score_card.pages.sharing import LinkContext


def game_link(secret: str) -> LinkContext:
    text = "Scan this with the phone or tablet you want to play on next. Anyone who has it can play your cards."
    return LinkContext("Continue on another device", text, "QR code: play on here", _address(secret))


def seat_link(secret: str) -> LinkContext:
    text = "Open this on the phone or tablet you want to play on next. This one then stops showing your cards."
    return LinkContext("Take your seat along", text, "QR code: play your seat there", _address(secret))


def _address(secret: str) -> str:
    return settings.PUBLIC_URL + reverse("play:join", args=[secret])
