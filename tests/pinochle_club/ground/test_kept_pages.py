"""What browsers may keep, and the worker that does it, as far as the server sees to it; the rest is in
`tests/browser/test_without_a_line.py`."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from pinochle_club.ground import kept_pages
from tests.imports import PRODUCT, ROOT

OPEN = {
    "league/evening/desk/views/desk.py": ["board"],
    "league/season/players/views/own.py": ["evening"],
    "scoring/score_card/views/card.py": ["card"],
}


def test_worker_answers_for_every_address_and_is_looked_for_anew(client: Client):
    answer = client.get("/worker.js")

    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.cookies == {}
    facts = json.loads(answer.text.partition("const KEPT = ")[2].partition(";\n")[0])
    assert (facts["page"], facts["header"]) == (reverse("kept"), kept_pages.HEADER)


@pytest.mark.parametrize("changed", ["the release", "the worker", "what all pages load"])
def test_another_version_is_another_worker(monkeypatch, tmp_path, changed):
    before = kept_pages.version.__wrapped__()
    worker = tmp_path / "worker.js"
    worker.write_text("another")
    monkeypatch.setattr(
        kept_pages,
        *{
            "the release": ("__version__", "99.0"),
            "the worker": ("WORKER", worker),
            "what all pages load": ("PAGE", "ground/help.html"),
        }[changed],
    )

    assert kept_pages.version.__wrapped__() != before == kept_pages.version()


def test_page_of_what_is_kept_is_not_one_of_them(client: Client):
    answer = client.get("/kept/")

    assert (answer.status_code, kept_pages.HEADER in answer.headers) == (200, False)
    assert "data-kept-list" in answer.text


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("league:sign_in", ()),
        ("league:sign_out", ()),
        ("league:second_step", ()),
        ("league:one_time_link", ("secret",)),
        ("league:forget_you", ("oak-park",)),
        ("admin:login", ()),
        ("admin:logout", ()),
    ],
)
def test_whoever_signs_in_or_out_leaves_nothing(name, parts):
    assert re.search(kept_pages.FORGETS, reverse(name, args=parts))


def test_cards_boards_and_own_evenings_are_kept_and_no_other_page():
    """Cash, members and accounts least of all."""
    said = re.compile(r'opens_without_line\(\w+, "(\w+)"\)|"Opens-Without-Line"')
    files = [file for room in PRODUCT for file in sorted((ROOT / room).rglob("*.py"))]
    found = {str(file.relative_to(ROOT)): said.findall(file.read_text()) for file in files}

    assert {name: kinds for name, kinds in found.items() if kinds} == {
        **OPEN,
        "pinochle_club/ground/kept_pages.py": [""],  # the header's name
    }
