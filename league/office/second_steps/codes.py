"""Typed codes: of an authenticator app, new each half minute, and recovery codes, each for once."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User

from scoring.score_card.access import hash_of

SECONDS: Final = 30
RECOVERY_CODES: Final = 8
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


def new_secret() -> str:
    import pyotp

    return pyotp.random_base32()


def keep(secret: str) -> str:
    """A secret as the club keeps it: a copy of the database alone makes no codes."""
    from pinochle_club.ground.sealing import sealed_by

    return sealed_by(f"second step {settings.SECRET_KEY}").encrypt(secret.encode()).decode()


def kept(sealed: str) -> str:
    """The secret; empty where it was kept with another key, and the app has to be set up again."""
    from cryptography.fernet import InvalidToken

    from pinochle_club.ground.sealing import sealed_by

    try:
        return sealed_by(f"second step {settings.SECRET_KEY}").decrypt(sealed).decode()
    except InvalidToken:
        return ""


def handle_of_app(secret: str, user_id: int) -> str:
    return f"app {hash_of(f'{user_id} {secret}')}"


def address_for_app(secret: str, user: User, club_server: str) -> str:
    import pyotp

    return pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=club_server)


def half_minute_of(code: str, secret: str, now: datetime, used: int) -> int | None:
    """The half minute whose code this is: now's, or one beside it; None for any other, and one used before."""
    import pyotp

    if not secret:
        return None
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
    """The stored hash of a recovery code: it is random and long, so a plain hash is enough."""
    plain = "".join(letter for letter in code.casefold() if letter in LETTERS)
    return f"recovery {hash_of(f'{user.pk} {plain}')}"
