"""How much a proof tries: little enough for `make test`, everything for `make soak`."""

import os

SOAK = os.environ.get("SOAK", "") not in ("", "0")


def sample(n_test: int, n_soak: int) -> int:
    return n_soak if SOAK else n_test
