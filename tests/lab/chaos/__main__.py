"""`python -m tests.lab.chaos` (see `tests/lab/chaos/__init__.py`)."""

import argparse
import os
import tempfile
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.testing_settings")
django.setup()

from tests.lab.chaos.rounds import survive  # noqa: E402
from tests.lab.chaos.troubles import TROUBLES  # noqa: E402

PAGE = Path(__file__).resolve().parents[1] / "chaos.md"
HEAD = "|---|"


def write(row: str) -> None:
    """In place of the row with the same beginning, else below the head of the table."""
    name = row.split(" | ")[0]
    lines = [line for line in PAGE.read_text().splitlines() if not line.startswith(f"{name} |")]
    heads = next(number for number, line in enumerate(lines) if line.startswith(HEAD))
    below = next(number for number, line in enumerate(lines[heads:], heads) if not line.startswith("|"))
    PAGE.write_text("\n".join([*lines[:below], row, *lines[below:]]) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.lab.chaos", description="Trouble while tables save.")
    parser.add_argument("troubles", nargs="*", metavar="trouble", help=f"{', '.join(TROUBLES)}; else all")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60, help="at most, of each")
    parser.add_argument("--write", action="store_true", help=f"the figures into {PAGE.name}")
    asked = parser.parse_args()
    for kind in [TROUBLES[name] for name in asked.troubles or TROUBLES]:
        with tempfile.TemporaryDirectory() as folder:
            became = survive(kind, Path(folder), asked.rounds, minutes=asked.minutes, tell=print)
        print(became.row(kind.name))
        if asked.write:
            write(became.row(kind.name))
