"""What the computer that stands by says; that it takes over is tried in tests/lab/chaos."""

import urllib.request

from pinochle_club.server import standby
from tests.club_server import free_port


def test_page_says_how_it_stands_when_it_is_read(monkeypatch):
    """Not as it stood at the last look, for which a slow club may keep it waiting."""
    monkeypatch.setenv("BIND", "127.0.0.1")
    behind = iter([1.0, 7.2, None])
    at = f"http://127.0.0.1:{free_port()}"
    standby.open_page(at, lambda: standby.words(next(behind)))

    pages = [urllib.request.urlopen(at, timeout=20).read().decode() for _ in range(3)]

    said = ("1 second behind the club.", "8 seconds behind the club.", "Nothing has come from the club yet.")
    assert [f"<h1>{each}</h1>" in page for each, page in zip(said, pages, strict=True)] == [True] * 3
