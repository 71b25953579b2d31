"""What a command shows while it works, on a terminal and elsewhere."""

from __future__ import annotations

from io import StringIO

from pinochle_club.ground.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def shown(out: StringIO, total: int, counted: str = "") -> str:
    progress = Progress(out, total, counted)
    for done in range(1, total + 1):
        progress.show(done)
    progress.end()
    return out.getvalue()


def test_terminal_has_a_bar_that_grows_in_place():
    text = shown(Terminal(), 2, "evenings")

    assert text == f"\r[{'#' * 15}{'.' * 15}]  50%\r[{'#' * 30}] 100%\n"


def test_file_has_a_line_for_each_tenth_of_what_is_counted():
    lines = shown(StringIO(), 1200, "evenings").splitlines()

    assert len(lines) == 10
    assert (lines[0], lines[-1]) == ("120 of 1,200 evenings", "1,200 of 1,200 evenings")


def test_file_has_nothing_where_nothing_is_counted_in_words():
    assert shown(StringIO(), 1200) == ""


def test_file_is_told_something_each_minute_however_long_a_tenth_takes(monkeypatch):
    out, now = StringIO(), [0.0]
    monkeypatch.setattr("pinochle_club.ground.progress.time.monotonic", lambda: now[0])
    progress = Progress(out, 1_000_000, "hands")
    for done in (100, 200, 300, 400):
        now[0] += 30
        progress.show(done)

    assert out.getvalue().splitlines() == ["200 of 1,000,000 hands", "400 of 1,000,000 hands"]


def test_nothing_to_do_is_all_done():
    out = Terminal()
    Progress(out, 0).show(0)

    assert out.getvalue().endswith("100%")


def test_line_of_the_commands_own_takes_the_bars_place():
    terminal, file = Terminal(), StringIO()
    Progress(terminal, 2).make_room()
    Progress(file, 2).make_room()

    assert (terminal.getvalue(), file.getvalue()) == ("\r\033[K", "")
