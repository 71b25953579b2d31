"""Numbers among the settings, which are environment variables."""

import os

from django.core.exceptions import ImproperlyConfigured


def whole_number(name: str, default: int, *, least: int = 1, most: int) -> int:
    """From `least` to `most`; the default where nothing is set."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if value.isascii() and value.isdigit() and least <= int(value) <= most:
        return int(value)
    raise ImproperlyConfigured(
        f"{name} is {value!r}; it must be a whole number from {least} to {most}, such as {default}"
    )
