"""Boards made: dealt by the book, told by their digest, again only before they are played."""

import pytest

from league.acting.log import Refused
from league.evening.boards.deeds.making import add_board_set, make_again, make_boards
from league.evening.boards.made import known_boards, proof_of, read_made
from league.models import DealtBoards, Event, EventBoard
from scoring.boards.boards import dealt_board_set, digest_of
from tests.books import ON_BOARDS
from tests.league.evening.boards.duplicate import duplicate, seat_sets
from tests.league.makers import acting_as, start_now

pytestmark = pytest.mark.django_db


def make(event: Event, board_sets: int = 2, client_id: str = "make") -> DealtBoards:
    return make_boards(event=event, board_sets=board_sets, acting=acting_as(), client_id=client_id)


def add(event: Event) -> DealtBoards:
    return add_board_set(event=event, acting=acting_as(), client_id="add")


def make_them_again(event: Event, client_id: str = "again") -> DealtBoards:
    return make_again(event=event, reason="Lois saw a hand", acting=acting_as(), client_id=client_id)


@pytest.mark.parametrize("key", ON_BOARDS)
def test_boards_follow_from_their_seed_in_every_book(key: str) -> None:
    dealt = make(duplicate(key))

    book = dealt.book_version.book
    assert len(dealt.seed) == 32
    assert known_boards(dealt) == dealt_board_set(book, dealt.seed, 8)
    assert dealt.digest == digest_of(dealt_board_set(book, dealt.seed, 8), dealt.seed)
    for board in known_boards(dealt):
        cards = [card for hand in board.hands.values() for card in hand] + [*board.kitty]
        assert sorted(cards) == sorted(book.cards)


def test_log_has_the_digest_and_no_hand() -> None:
    event = duplicate()
    dealt = make(event)

    line = event.log.get()
    assert (line.action, line.subject, line.after) == ("made the boards", "8 boards", f"Digest {dealt.digest}")
    assert dealt.seed not in str(line.__dict__)


def test_same_submission_makes_them_once_and_another_is_refused() -> None:
    event = duplicate()

    assert make(event).seed == make(event).seed
    with pytest.raises(Refused, match="made already"):
        make(event, client_id="again")


def test_made_again_they_have_other_cards_and_the_old_digest_stays_in_the_log() -> None:
    event = duplicate()
    first = make(event).digest
    second = make_them_again(event)

    assert second.digest != first
    assert make_them_again(event).digest == second.digest
    line = event.log.first()
    assert (line.before, line.after, line.reason) == (
        f"Digest {first}", f"Digest {second.digest}", "Lois saw a hand",
    )  # fmt: skip
    assert EventBoard.objects.filter(dealt__event=event).count() == 8


def test_once_a_table_has_begun_they_stay_but_a_set_can_be_added() -> None:
    event = duplicate()
    before = known_boards(make(event))
    start_now(seat_sets(event))

    with pytest.raises(Refused, match="they stay"):
        make_them_again(event)
    dealt = add(event)
    assert known_boards(dealt)[:8] == before
    assert read_made(event).board_sets == 3
    assert proof_of(dealt, 12)["book"] == "st-hilary"
    assert proof_of(dealt, 12)["is_right"]


def test_a_changed_card_is_found_by_the_proof() -> None:
    dealt = make(duplicate())
    dealt.seed = "0" * 32

    assert not proof_of(dealt, 8)["is_right"]


def test_what_has_no_boards_to_make_is_refused() -> None:
    with pytest.raises(Refused, match="isn’t a duplicate"):
        make(duplicate(compared=""))
    with pytest.raises(Refused, match="shuffled at their first table"):
        make(duplicate(boards_by="recorded"))
    with pytest.raises(Refused, match="No boards"):
        make_them_again(duplicate())
    with pytest.raises(Refused, match="No boards"):
        add(duplicate())


def test_sets_needed_follow_from_the_seating_else_from_the_rounds() -> None:
    event = duplicate()
    assert read_made(event).needed == 3

    seat_sets(event, tables=4)
    assert read_made(event).needed == 4
