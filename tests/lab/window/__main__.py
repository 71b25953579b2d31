"""`python -m tests.lab.window [pages…]` (see `tests/lab/README.md`)."""

from __future__ import annotations

import json
import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Final

import django
from playwright.sync_api import Page, sync_playwright

from tests.lab.window import SIZES, look, show_at, trouble

COLUMNS: Final = (
    "{page:<18} {tables:>2} {size:>9} {theme:<5} {text:>3}% {boxes:>4} {full:>4} {letter:>6} {cut:>4} {targets:>7} "
    "{target:>6} {aside:>5} {windows:>7} {key:>6}"
)
HEAD: Final = {
    "page": "", "tables": "of", "size": "window", "theme": "", "text": "text", "boxes": "use",
    "full": "full", "letter": "letter", "cut": "cut",
    "targets": "targets", "target": "lowest", "aside": "aside", "windows": "windows", "key": "key",
}  # fmt: skip


def main(given: Namespace) -> int:
    """How many lines tell of trouble."""
    from tests.lab.window.pages import PAGES, Hall

    unknown = [name for name in given.pages if not any(known.startswith(name) for known in PAGES)]
    if unknown:
        sys.exit(f"There is no page {', '.join(unknown)}. There are: {', '.join(PAGES)}")
    chosen = {
        name: shown
        for name, shown in PAGES.items()
        if not given.pages or any(name.startswith(part) for part in given.pages)
    }
    rows: list[dict[str, Any]] = []
    print(COLUMNS.format(**HEAD).replace("%", " "))
    with served() as address, browsing(address) as open_page:
        for at, tables in enumerate(given.tables):
            hall = Hall(tables)
            for name, shown in chosen.items():
                if at and not shown.of_tables:
                    continue
                page = open_page()
                try:
                    shown.opens(page, hall)
                    rows += measured(page, given, name, tables if shown.of_tables else 0)
                except Exception as error:  # the others are told
                    print(f"{name}: {type(error).__name__}: {str(error).strip()[:200]}")
                page.context.close()
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))
    return sum(bool(row["trouble"]) for row in rows)


def measured(page: Page, given: Namespace, name: str, tables: int) -> Iterator[dict[str, Any]]:
    """A page at each size, in each theme, with each size of letters."""
    for text, theme, size in product(given.text, given.theme, given.size):
        show_at(page, size, theme=theme, text=text)
        seen = look(page)
        said = trouble(seen, text)
        row = {"page": name, "tables": tables or "", "size": "x".join(map(str, size)), "theme": theme, "text": text}
        row |= {**seen, "trouble": said}
        if said or not given.worst:
            print(COLUMNS.format(**row), flush=True)
            for line in said[: given.lines]:
                print(f"    {line}")
        if given.pictures:
            given.pictures.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=given.pictures / f"{name}-{tables}-{row['size']}-{theme}-{text}.png".replace(" ", "-"))
        yield row


@contextmanager
def served() -> Iterator[str]:
    """A scratch database, and a server of this process on it."""
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_test_environment
    from pytest_django.live_server_helper import LiveServer

    from tests.new_database import make_without_migrations

    setup_test_environment(debug=False)
    make_without_migrations()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    server = LiveServer("localhost")
    settings.PUBLIC_URL = server.url
    try:
        yield server.url
    finally:
        server.stop()
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


@contextmanager
def browsing(address: str) -> Iterator[Any]:
    from tests.browser.conftest import CHROMIUM_ARGS, DEVICES, NOTHING_KEPT

    with sync_playwright() as playwright:
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)

        def open_page() -> Page:
            return browser.new_context(base_url=address, **NOTHING_KEPT, **DEVICES["any width"]).new_page()

        yield open_page
        browser.close()


def size_of(typed: str) -> tuple[int, int]:
    width, _, height = typed.partition("x")
    return int(width), int(height)


def asked(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m tests.lab.window", description="How the screens use the window.")
    parser.add_argument("pages", nargs="*", help="those whose names begin so (default: all)")
    parser.add_argument("--size", type=size_of, nargs="+", default=SIZES, help="windows, such as 390x844")
    parser.add_argument("--theme", nargs="+", choices=("light", "dark"), default=["light", "dark"])
    parser.add_argument("--text", type=int, nargs="+", default=[100, 200], help="of the browser’s letters, in percent")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 4, 10, 20])
    parser.add_argument("--worst", action="store_true", help="only what there is trouble with")
    parser.add_argument("--lines", type=int, default=5, help="of trouble a page (default: %(default)s)")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each")
    parser.add_argument("--json", type=Path, help="a file for all that was found")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.testing_settings")
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    django.setup()
    main(asked(sys.argv[1:]))
