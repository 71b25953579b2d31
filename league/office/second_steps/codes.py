"""Codes that are typed: of an authenticator app, new each half minute, and recovery codes, each for once."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.contrib.auth.models import User

from scoring.score_card.access import hash_of

SECONDS: Final = 30
RECOVERY_CODES: Final = 8
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


def new_secret() -> str:
    """What the club and the app will both know."""
    import pyotp

    return pyotp.random_base32()


def address_for_app(secret: str, user: User, club_server: str) -> str:
    """What the app reads from a QR code."""
    import pyotp

    return pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=club_server)


def half_minute_of(code: str, secret: str, now: datetime, used: int) -> int | None:
    """The half minute whose code this is: now's, or one beside it for clocks that differ; None for any other, and for
    what was used before."""
    import pyotp

    at = int(now.timestamp()) // SECONDS
    app, typed = pyotp.TOTP(secret), "".join(code.split())
    near = (step for step in (at - 1, at, at + 1) if step > used)
    return next(
        (step for step in near if secrets.compare_digest(app.generate_otp(step).encode(), typed.encode())), None
    )


def new_recovery_code() -> str:
    """`k7mq-2xwp-h9tr`: 59 random bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


def hash_of_recovery(code: str, user: User) -> str:
    """What is kept of one: it is random and long, so a plain hash is enough."""
    plain = "".join(letter for letter in code.casefold() if letter in LETTERS)
    return f"recovery {hash_of(f'{user.pk} {plain}')}"
