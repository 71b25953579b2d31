"""How much a proof tries: little enough for `make test`, everything for `make soak`."""

import os
from collections.abc import Iterable, Sequence
from itertools import cycle, product
from typing import Any

SOAK = os.environ.get("SOAK", "") not in ("", "0")


def sample(n_test: int, n_soak: int) -> int:
    return n_soak if SOAK else n_test


def crossed(first: Iterable[Any], second: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Each of `first` with one of `second` in turn; in a soak with all of them."""
    return list(product(first, second) if SOAK else zip(first, cycle(second), strict=False))


def every(step: int, cases: Sequence[Any], *, first: int = 0) -> Sequence[Any]:
    """Every so many of the cases, from the `first` on; on PostgreSQL a third of those, since most of what they try is
    the same there; in a soak all of them."""
    on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return cases if SOAK else cases[first :: 3 * step if on_postgres else step]
