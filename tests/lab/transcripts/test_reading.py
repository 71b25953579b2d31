"""A deal as text and back: random deals come back in test_random_play, the golden ones in management."""

import random
from pathlib import Path

import pytest

from scoring.play.actions import Bid, Declare, LayDown, Redeal
from scoring.play.state import DealState, Phase, apply, begin
from scoring.rules.book import built_in_book
from scoring.rules.dealing import deal
from tests.lab.transcripts import format_deal, with_sorted_hands
from tests.lab.transcripts.reading import TranscriptError, parse_deal
from tests.sampling import sample
from tests.scoring.play.random_deals import BOOKS, random_deal, random_steps

GOLDEN = Path(__file__).parent
ST_HILARY = (GOLDEN / "st-hilary.txt").read_text()


def changed_line(text: str, number: int, line: str | None) -> str:
    lines = text.splitlines()
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines)


def number_of(beginning: str) -> int:
    return next(number for number, line in enumerate(ST_HILARY.splitlines(), 1) if line.strip().startswith(beginning))


def first(book_key: str, phase: Phase, seed: int = 1) -> DealState:
    """The first state of that phase in deals played by chance."""
    rng = random.Random(seed)
    while True:
        for state in random_steps(built_in_book(book_key), rng):
            if state.phase is phase:
                return state


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_deal_comes_back_at_every_step(book) -> None:
    for state in random_steps(book, random.Random(2)):
        assert parse_deal(format_deal(state)) == state


def test_deal_as_dealt() -> None:
    book = built_in_book("gwinnett-3")
    dealt = with_sorted_hands(deal(book, random.Random(1), "B"))

    assert format_deal(begin(book, "B", dealt, {"A": 0, "B": -12, "C": 30})) == (
        "Book: Gwinnett Golden Games, three-handed (gwinnett-3)\n"
        "Dealer: Player B\n"
        "Before: Player A 0, Player B −12, Player C 30\n"
        "\n"
        "Hands\n"
        "  Player A  ♠ A K J 9      ♥ 9             ♦ A 10 K K Q J 9  ♣ K K 9\n"
        "  Player B  ♠ A 10 10 Q 9  ♥ A 10 K Q Q    ♦ 10 Q            ♣ A 10 10\n"
        "  Player C  ♠ Q            ♥ A 10 K J J 9  ♦ A J 9           ♣ Q Q J J 9\n"
        "  Kitty: K♠ A♣ J♠\n"
    )


def test_order_in_which_a_hand_was_dealt_is_not_kept() -> None:
    book = built_in_book("npa")
    dealt = deal(book, random.Random(1), "N")

    assert parse_deal(format_deal(begin(book, "N", dealt))) == begin(book, "N", with_sorted_hands(dealt))


def test_blank_lines_and_spaces_within_a_line_do_not_matter() -> None:
    crowded = "\n".join(" " * line.startswith(" ") + " ".join(line.split()) for line in ST_HILARY.splitlines())
    crowded = crowded.replace("Auction ", "Auction  ").replace("Tricks ", "Tricks  ").replace("Count ", "Count  ")

    assert parse_deal(crowded) == parse_deal(ST_HILARY)


def test_a_clubs_own_book_is_given() -> None:
    own = built_in_book("st-hilary").model_copy(update={"key": "our-own"})
    state = random_deal(own, random.Random(3))

    assert parse_deal(format_deal(state), own) == state
    with pytest.raises(TranscriptError) as raised:
        parse_deal(format_deal(state))
    assert str(raised.value).startswith("Line 1: There is no rule book “our-own”; there are st-hilary, ")


# -- the rarer parts ---------------------------------------------------------------------


def tail(state: DealState, lines: int) -> list[str]:
    return [line for line in format_deal(state).splitlines() if line][-lines:]


def test_cards_dealt_again() -> None:
    asked = first("st-hilary", Phase.REDEAL)
    assert asked.to_act is not None
    state = apply(asked, Redeal(asked.to_act, claimed=True))

    assert [line.split() for line in tail(state, 3)] == [
        ["New", "cards"],
        [{"N": "North", "E": "East", "S": "South", "W": "West"}[asked.to_act], "deal", "again"],
        ["The", "cards", "are", "dealt", "again"],
    ]
    assert parse_deal(format_deal(state)) == state


def test_thrown_in() -> None:
    declaring = first("family-double", Phase.DECLARE)
    assert declaring.to_act is not None
    state = apply(declaring, Declare(declaring.to_act, "throw_in"))

    assert tail(state, 4)[0].split()[1:] == ["throws", "the", "hand", "in"]
    assert [line.split()[-2:] for line in tail(state, 2)] == [["not", "played"]] * 2


def test_wrong_lay_down_says_what_beats_which_card() -> None:
    leading = first("npa", Phase.TRICKS)
    assert leading.to_act is not None
    state = apply(leading, LayDown(leading.to_act))

    head, claim, rest = tail(state, 6)[:3]
    assert head == "Lay-down"
    assert " claims the rest: the " in claim
    assert " is beaten by " in claim
    assert rest in ("  In the rest: North & South 50, East & West 0", "  In the rest: North & South 0, East & West 50")
    assert parse_deal(format_deal(state)) == state


# -- what is wrong with a text -----------------------------------------------------------


@pytest.mark.parametrize(
    ("beginning", "line", "message"),
    [
        ("Book:", "Book: House rules (house)", "There is no rule book “house”; there are st-hilary, hidden-valley"),
        ("Book:", None, "Before the hands there is a line “Book: …”."),
        ("Dealer:", "Dealer: Nobody", "“Nobody” does not begin with a seat."),
        ("Before:", "Before: North & South 12", "Name the totals of North & South and East & West."),
        ("Before:", "Before: North & South x, East & West y", "“x” is no whole number."),
        ("Hands", "Cards", "A transcript has a part that is headed “Hands”."),
        ("East", "  East  ♠ A ♥ 10 Q 1", "“1♥” is no card: write the rank (A 10 K Q J 9) and then the suit (♠ ♥ ♦ ♣)"),
        ("East", "  East  ♠ A", "A hand has 12 cards in these rules."),
        ("pass  15", "   pass 14 16 17", "Bidding opens at 15. Bid that or more."),
        ("West has the bid", "  West has the bid: 21", "The play gives “West has the bid: 20” here."),
        ("Trump:", "Trump: none", "Name trump: you have a suit for it."),
        ("Trump:", "Trumps", "No part of a transcript is headed “Trumps”."),
        ("North        4", "  North 5 K♣ K♥ Q♥ Q♣", "The play gives “North 4 K♣ K♥ Q♥ Q♣” here."),
        ("1          Q♣", "  1 Q♣ 10♣ 9♣ > A♣ West 2", "That card isn’t in your hand."),
        ("1          Q♣", "  1 Q♣ 10♣ A♥ > A♣ West 2", "Follow suit. You have clubs."),
        ("1          Q♣", "  1 Q♣ 10♣ J♣ > A♣ North 2", "The play gives “1 Q♣ 10♣ J♣ > A♣ West 2” here."),
        ("12 ", None, "The deal has nothing more to say here."),
        ("East & West      1", "  East & West 14 15 8 29 83 made", "The play gives “East & West 14 15 8 29 82"),
    ],
)  # fmt: skip
def test_wrong_line_is_named(beginning: str, line: str | None, message: str) -> None:
    number = number_of(beginning)

    with pytest.raises(TranscriptError) as raised:
        parse_deal(changed_line(ST_HILARY, number, line))

    assert message in str(raised.value)


def test_line_is_counted_from_1_blank_ones_too() -> None:
    number = number_of("7 ")

    with pytest.raises(TranscriptError) as raised:
        parse_deal(changed_line(ST_HILARY, number, "  7  K♣ 9♣ > A♣ XX West 2"))

    assert str(raised.value).startswith(f"Line {number}: “XX” is no card")


def test_missing_end_and_words_after_the_end() -> None:
    with pytest.raises(TranscriptError) as missing:
        parse_deal("\n".join(ST_HILARY.splitlines()[:-1]))
    with pytest.raises(TranscriptError) as more:
        parse_deal(ST_HILARY + "\n  and so on\n")

    count = len(ST_HILARY.splitlines())
    assert str(missing.value) == f"Line {count - 1}: After it “East & West 14 15 8 29 82 made” is missing."
    assert str(more.value) == f"Line {count + 2}: The deal has nothing more to say here."


def read_again(text: str) -> str:
    """The text of the deal that `text` tells, or what is wrong with it."""
    try:
        return format_deal(parse_deal(text))
    except TranscriptError as error:
        return str(error)


def test_a_text_with_anything_changed_is_refused_with_a_line_or_tells_another_deal() -> None:
    rng = random.Random(6)
    for _ in range(sample(60, 1_200)):
        place = rng.randrange(len(ST_HILARY))
        text = ST_HILARY[:place] + rng.choice("♠♥AK19 ·>\nxNS:") + ST_HILARY[place + rng.randrange(3) :]
        answer = read_again(text)
        assert answer.startswith("Line ") or answer.split() == text.split()


def test_part_that_was_left_out_is_missed_where_the_next_one_begins() -> None:
    number = number_of("Trump:")

    with pytest.raises(TranscriptError) as raised:
        parse_deal(changed_line(ST_HILARY, number, None))

    assert str(raised.value) == f"Line {number + 2}: Name trump first."


def test_a_bid_of_the_wrong_seat_is_said_to_be_out_of_turn() -> None:
    state = first("npa", Phase.AUCTION)
    assert state.to_act is not None
    text = format_deal(apply(state, Bid(state.to_act, 50))).replace("            50 ", "            ·     50 ")

    with pytest.raises(TranscriptError) as raised:
        parse_deal(text)

    assert str(raised.value).endswith("’s turn.")
