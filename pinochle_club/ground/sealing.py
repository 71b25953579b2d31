"""Words that others may hold and can't read: Fernet (AES with an HMAC), by a key made of words."""

import hashlib
from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet


def sealed_by(words: str) -> Fernet:
    """The seal of these words. They begin with what they are for, and nobody guesses the rest."""
    return Fernet(urlsafe_b64encode(hashlib.sha256(words.encode()).digest()))
