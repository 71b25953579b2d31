"""Money as people say it, pure. Amounts are whole cents."""

from __future__ import annotations


def money(cents: int) -> str:
    """`$5`, `$2.50`, `$1,250`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")
