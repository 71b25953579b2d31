"""`make bench`: run every bench_*.py beside this file, or those named, and print one table.

    python -m tests.lab.benchmarks             all
    python -m tests.lab.benchmarks melds pdf   only bench_melds.py and bench_pdf.py

Exit code 1 when a target is missed.
"""

import importlib
import os
import sys
from pathlib import Path

import django

from pinochle_club.ground.background import ends_now
from tests.lab.benchmarks import Row

COLUMNS = "{:<46} {:>12} {:>24} {:>7} {:>8}  {}"


def main(wanted: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.testing_settings")
    django.setup()
    print(COLUMNS.format("", "measured", "baseline", "ratio", "target", ""))
    rows = [show(row) for name in modules(wanted) for row in importlib.import_module(name).run()]
    missed = [row for row in rows if row.is_met is False]
    print(f"{len(rows)} measured, {len(missed)} missed their target")
    return 1 if missed else 0


def modules(wanted: list[str]) -> list[str]:
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    return [f"tests.lab.benchmarks.{name}" for name in found if not wanted or name.removeprefix("bench_") in wanted]


def show(row: Row) -> Row:
    baseline = f"{row.baseline:.4g} {row.baseline_name}" if row.baseline else "-"
    ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
    target = f"<= {row.at_most:g}" if row.at_most is not None else f">= {row.at_least:g}" if row.at_least else "-"
    verdict = {True: "met", False: "MISSED", None: ""}[row.is_met]
    print(COLUMNS.format(row.name, f"{row.measured:.4g} {row.unit}", baseline, ratio, target, verdict), flush=True)
    return row


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    finally:
        ends_now()
