"""Boards dealt again from their seed."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.boards.boards import board_text, dealt_board_set, digest_of
from scoring.rules.book import built_in_book

BOARDS = dealt_board_set(built_in_book("npa"), "5eed", 3)
DIGEST = digest_of(BOARDS, "5eed")


def check(*asked: str, book: str = "npa", count: int = 3) -> str:
    out = StringIO()
    call_command("boards", "--check", "5eed", "--book", book, "--count", count, *asked, stdout=out)
    return out.getvalue()


def test_boards_are_printed_with_their_digest() -> None:
    lines = check("--digest", DIGEST).splitlines()

    assert lines[:5] == board_text(BOARDS[0]).splitlines()
    assert lines[-2:] == [f"Digest {DIGEST}", "The digest is the one that was told before. Nobody chose the cards."]


def test_another_digest_is_told() -> None:
    with pytest.raises(CommandError, match="other boards"):
        check("--digest", "0" * 64)


def test_a_book_can_be_a_file(tmp_path) -> None:
    path = tmp_path / "ours.json"
    path.write_text(built_in_book("npa").to_json(), encoding="utf-8")

    assert DIGEST in check(book=str(path))


@pytest.mark.parametrize(("book", "count"), [("whist", 3), ("npa", 0)])
def test_nonsense_is_told(book: str, count: int) -> None:
    with pytest.raises(CommandError):
        check(book=book, count=count)
