from league.evening.cards.board_sets import board_sets_in_words
from league.evening.cards.deeds import boards_of
from league.models import RoundTable
from league.words import boards_words


def tables(*sets: int) -> list[RoundTable]:
    return [RoundTable(number=number, board_set=board_set) for number, board_set in enumerate(sets, start=1)]


def test_a_set_is_called_by_its_boards():
    assert [boards_words(at, 4) for at in (0, 1, 3)] == ["", "boards 1–4", "boards 9–12"]
    assert boards_words(7, 1) == "board 7"


def test_tables_with_sets_of_their_own_are_told_no_more():
    said = board_sets_in_words(tables(3, 0, 1), 4)

    assert {number: words.all for number, words in said.items()} == {1: "boards 9–12", 3: "boards 1–4"}


def test_in_a_relay_each_table_is_told_where_it_begins_and_who_is_next():
    said = board_sets_in_words(tables(2, 2, 2), 4)

    assert [said[number].relay for number in (1, 2, 3)] == [
        "begin with board 5, pass each on to table 3",
        "begin with board 6, pass each on to table 1",
        "begin with board 7, pass each on to table 2",
    ]


def test_whom_a_board_is_passed_on_to_is_who_plays_it_next():
    """Played through: nobody waits for a board that went to somebody else."""
    for count in (2, 3, 4):
        boards = boards_of(1, 4)
        order = {table: boards[table - 1 :] + boards[: table - 1] for table in range(1, count + 1)}
        to = {
            table: int(words.relay.split()[-1]) for table, words in board_sets_in_words(tables(*[1] * count), 4).items()
        }
        for turn in range(3):
            for table in order:
                follows = [other for other in order if order[other][turn + 1] == order[table][turn]]
                assert follows in ([], [to[table]])
