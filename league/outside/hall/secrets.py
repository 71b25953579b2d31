"""What only this server can work out: keys and codes, kept nowhere."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from django.conf import settings

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


def secret(purpose: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), purpose.encode(), hashlib.sha256).hexdigest()


def letters_of(purpose: str, length: int) -> str:
    number, letters = int(secret(purpose), 16), []
    for _ in range(length):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)
