"""Where notes are laid, and in which turn tests are tried."""

from textwrap import dedent

import pytest

from tests.reach import NOTE, in_turn, noting, noting_page

TEXT = dedent('''\
    LIMIT = 3


    @cache
    def told(cards, most=4):
        """Some cards."""
        if not cards:
            return []
        elif len(cards) > 5:
            return cards[
                :6
            ]
        return [card for card in cards]
    ''')


@pytest.mark.parametrize(
    ("line", "before"),
    [
        (8, "        return []"),
        (9, "    if not cards:"),  # nothing stands before an elif
        (11, "        return cards["),
        (13, "    return [card for card in cards]"),
    ],
)
def test_who_comes_by_is_noted_before_the_statement(line, before):
    rows = noting(TEXT, [(7, line)]).splitlines()
    place = rows.index(before)

    assert rows[place - 1].strip() == f"{NOTE}(7)"
    assert [row for row in rows if NOTE not in row] == TEXT.splitlines()


@pytest.mark.parametrize("line", [1, 5])
def test_what_is_done_when_a_module_is_read_is_not_noted(line):
    assert noting(TEXT, [(7, line)]) == TEXT


def test_a_page_notes_who_comes_by_before_the_condition():
    page = "{% if a %}\n  {% elif b %}\n<p {% if c %}d{% endif %}>\n"

    assert noting_page(page, [(7, 3), (8, 2)]) == page.replace("<p {% if", "<p {% reach 7 %}{% if")


def test_the_cheapest_of_each_file_come_first_the_nearest_file_before_others():
    costs = {f"b.py::{name}": cost for cost, name in enumerate("wxyz")} | {"a.py::a": 9, "b.py": 6, "c.py::c": 1}

    assert in_turn(costs, {"c.py": 0, "b.py": 1}, costs) == [
        "c.py::c", "b.py::w", "b.py::x", "b.py::y", "a.py::a", "b.py", "b.py::z",
    ]  # fmt: skip
