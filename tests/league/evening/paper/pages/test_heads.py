"""What all sheets share: the order of names, and the order of a cut stack."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.evening.paper.pages.heads import alphabetical, size_of, stacked
from league.models import Entrant


@given(st.integers(0, 60), st.sampled_from([1, 2, 4, 6, 8, 10]))
def test_piles_laid_on_each_other_are_in_order(count, per_page):
    pages = stacked(list(range(count)), per_page)

    piles = [[page[place] for page in pages] for place in range(per_page)]
    assert [item for pile in piles for item in pile if item is not None] == list(range(count))
    assert all(len(page) == per_page for page in pages)
    assert len(pages) == -(-count // per_page)


def test_seven_tables_four_to_a_page():
    assert stacked([1, 2, 3, 4, 5, 6, 7], 4) == [[1, 3, 5, 7], [2, 4, 6, None]]


def test_names_stand_where_people_look_for_them():
    names = ["Óscar", "Zoë", "olga", "Ann", "Иван", "Ösk", "Ann", "Łucja", "Đorđe", "Øyvind"]
    people = [Entrant(name=name, number=number) for number, name in enumerate(names, start=1)]

    ordered = [(one.name, one.number) for one in alphabetical(people)]

    assert ordered == [
        ("Ann", 4), ("Ann", 7), ("Đorđe", 9), ("Łucja", 8), ("olga", 3), ("Óscar", 1), ("Ösk", 6), ("Øyvind", 10),
        ("Zoë", 2), ("Иван", 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "size"),
    [("Ruth Abernathy", ""), ("Wilhelmina Featherstone", "long"), ("x" * 36, "longest"), ("山" * 18, "longest")],
)
def test_long_names_are_set_smaller(name, size):
    assert size_of(name) == size
