"""How PDFs are made and kept, whatever stands on them."""

import subprocess
import sys

import pytest
from django.conf import settings

from pinochle_club.ground import pdfs, typesetting
from tests.scoring.score_card.pdf_reading import inside, read, text_of


@pytest.mark.parametrize(
    "address",
    ["file:///etc/hostname", "http://127.0.0.1:9/x.png", "data:image/png;base64,AAAA", "suit:stars", "relative.png"],
)
def test_only_our_own_files_are_fetched(address):
    content = typesetting.pdf_of(f"<html lang=en><title>x</title><p>Text<img alt=x src='{address}'>")

    assert not inside(read(content).pages[0], "/Resources", "/XObject")
    assert text_of(content).startswith("Text")
    if ":" in address:
        with pytest.raises(ValueError, match="our own files"):
            typesetting.OWN_FILES(address)


def test_without_pango_a_sentence_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pinochle_club.ground.typesetting", None)
    monkeypatch.delattr("pinochle_club.ground.typesetting")
    monkeypatch.setattr("builtins.__import__", failing_import(__import__))

    with pytest.raises(pdfs.PdfError, match="Pango library is missing"):
        pdfs.typesetter()


def failing_import(real):
    def importing(name, globals=None, locals=None, fromlist=(), level=0):
        if "typesetting" in (fromlist or ()):
            raise OSError("cannot load library 'libgobject-2.0-0'")
        return real(name, globals, locals, fromlist, level)

    return importing


def test_sheet_that_another_process_made_meanwhile_is_not_made_again(monkeypatch):
    """It looks, waits for the other one to be done, and looks again."""
    looks = [None, b"%PDF by the other"]
    monkeypatch.setattr(pdfs, "found", lambda key, among: looks.pop(0))

    assert pdfs.kept("results", lambda: pytest.fail("made twice")) == b"%PDF by the other"


def test_no_two_processes_make_the_same_sheet_at_once():
    """While it is made here, another process finds its name taken, and every other name free."""
    look = (
        "import fcntl, sys\n"
        "with open(sys.argv[1], 'w') as lock:\n"
        "    for place in map(int, sys.argv[2:]):\n"
        "        try: fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place); print('free')\n"
        "        except BlockingIOError: print('taken')\n"
    )

    with pdfs._alone_with("0000000a"):
        told = subprocess.run(
            [sys.executable, "-c", look, settings.STATE_DIR / "printing.lock", "10", "11"],
            capture_output=True,
            text=True,
            check=True,
        )

    assert told.stdout.split() == ["taken", "free"]
