"""Settings from environment variables; an impossible one is named with what it may be."""

import os
from typing import Final

from django.core.exceptions import ImproperlyConfigured

YES: Final = frozenset({"1", "yes", "true", "on"})
NO: Final = frozenset({"0", "no", "false", "off"})


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def wrong(name: str, must: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} is {text(name)!r}; it must be {must}")


def one_of(name: str, *choices: str) -> str:
    value = text(name, choices[0])
    if value not in choices:
        raise wrong(name, " or ".join(map(repr, choices)))
    return value


def is_on(name: str, *, default: bool) -> bool:
    value = text(name, "1" if default else "0").lower()
    if value not in YES | NO:
        raise wrong(name, "1 (yes) or 0 (no)")
    return value in YES


def whole_number(name: str, default: int, *, least: int = 1, most: int) -> int:
    """A number from `least` to `most`; the default where nothing is set."""
    value = text(name, str(default))
    if value.isascii() and value.isdigit() and least <= int(value) <= most:
        return int(value)
    raise wrong(name, f"a whole number from {least} to {most}, such as {default}")


def seconds(name: str, default: float, *, most: int) -> float:
    """A number such as 0.5, above 0."""
    try:
        value = float(text(name, str(default)))
    except ValueError:
        value = 0.0
    if 0 < value <= most:  # which none that is no number is
        return value
    raise wrong(name, f"a number of seconds above 0, {most} at most, such as {default:g}")
