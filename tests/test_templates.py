"""How templates are written."""

from pathlib import Path

TEMPLATES = Path(__file__).parents[1] / "templates"
LONGEST_LINE = 160


def test_no_line_of_a_template_runs_off_the_screen() -> None:
    long = [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def test_players_sit_in_a_ring_wherever_their_table_is_drawn() -> None:
    drawn = {path: path.read_text() for path in (TEMPLATES / "scoring/play").rglob("*.html")}
    tables = {path.name: text for path, text in drawn.items() if "scoring/play/_stage.html" in text}

    assert len(tables) >= 3
    assert [name for name, text in tables.items() if "mat.is_ring %} play-ring" not in text] == []


def test_what_was_refused_is_told_once() -> None:
    """The page's own frame tells it; a fragment that htmx swaps in has no frame around it."""
    twice = [
        f"{path.relative_to(TEMPLATES)}"
        for path in sorted((TEMPLATES / "league").rglob("*.html"))
        if "{% if refused %}" in path.read_text()
    ]

    assert twice == []


def test_comments_end_on_their_line() -> None:
    """Over two lines Django takes them for words, and shows them to everybody."""
    open_ended = [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if line.count("{#") != line.count("#}")
    ]

    assert open_ended == []
