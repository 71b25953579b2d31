"""Who makes which set: nobody plays what they made."""

from league.evening.boards.makers import makers_of


def at_tables(place: int, tables: int = 5, sets: int = 7) -> dict[int, tuple[int, frozenset[int]]]:
    """Everybody stays, and sets move on."""
    return {
        table: ((place + table) % sets + 1, frozenset(range(4 * table, 4 * table + 4)))
        for table in range(1, tables + 1)
    }


def test_nobody_makes_what_they_play_and_all_make_about_as_many() -> None:
    rounds = [at_tables(place) for place in range(4)]
    makers = makers_of(rounds, 7)

    assert sorted(makers) == list(range(1, 8))
    for board_set, table in makers.items():
        assert all(tables[table][0] != board_set for tables in rounds)
    assert max(list(makers.values()).count(table) for table in range(1, 6)) <= 2


def test_a_set_that_all_play_has_no_maker() -> None:
    shared = [{table: (place, frozenset({table})) for table in (1, 2)} for place in (1, 2)]

    assert makers_of(shared, 3) == {3: 1}
    assert makers_of([], 3) == {}
