"""Programs that play: one written from the document alone, and all that a program can do wrong."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.rules.book import built_in_book
from tests.books import PLAYED
from tests.lab.duels import Pair, Plan, end_programs, play_pair, price_of_failure, program_of, seatings
from tests.lab.duels.programs import Failure, Program
from tests.sampling import every

EARLIER = Path(__file__).with_name("earlier.py")
EXAMPLES = Path(__file__).parents[1] / "opponents" / "examples"


def command(name: str, *arguments: str) -> str:
    return shlex.join([sys.executable, "-S", str(EXAMPLES / f"{name}.py"), *arguments])


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    yield
    end_programs()


@pytest.mark.parametrize("program", ["plain", "fifty"])
@pytest.mark.parametrize("book", every(2, PLAYED))
def test_bot_of_the_document_plays_every_book_without_a_fault(book: str, program: str) -> None:
    pair = play_pair(Plan(book, command(program), "club", seed=31), 0)

    assert (pair.losses, pair.deals) == ((), len(seatings(built_in_book(book))))


def test_program_against_itself_comes_to_nothing() -> None:
    plan = Plan("gwinnett", command("plain"), command("plain"), seed=31)

    assert play_pair(plan, 1) == Pair(0, 2, play_pair(plan, 1).calls, 0)
    assert program_of("A", plan.a, 5) is not program_of("B", plan.b, 5)


@pytest.mark.parametrize(
    ("way", "kind", "sentence"),
    [
        ("not its own", "illegal", "That card isn’t in your hand."),
        (
            "no card",
            "unreadable",
            "“XX” is not a card. Write the rank (A T K Q J 9) and then the suit (S H D C), as in",
        ),
        ("other question", "unreadable", "The answer is to question"),
        ("babbles", "unreadable", "The answer is no line of the type “act”."),
        ("floods", "unreadable", "The answer is no line of the type “act”."),
        ("dies", "ended", "The program ended."),
        ("slow", "late", "There was no answer within 1 s."),
    ],
)
def test_bad_answer_loses_the_deal_and_is_named(way: str, kind: str, sentence: str) -> None:
    plan = Plan("st-hilary", "club", command("bad", way), seed=31, seconds=1 if way == "slow" else 60)

    pair = play_pair(plan, 0)

    first = pair.losses[0]
    assert (first.deal, first.side, first.kind) == (0, "B", kind)
    assert first.sentence.startswith(sentence)
    assert f'"seat": "{first.seat}"' in first.asked
    assert '"kind": "play"' in first.asked
    assert bool(first.answered) is (kind not in ("ended", "late"))
    lost = len(pair.losses)
    assert lost == (1 if way == "not its own" else 2)  # once it was told of its fault it plays well; others begin anew
    if lost == 2:
        assert pair.result == price_of_failure(plan.rules) == 40


def test_price_is_paid_by_the_side_whose_program_failed() -> None:
    pair = play_pair(Plan("gwinnett-3", command("bad", "dies"), "club", seed=31), 0)

    assert pair.result == -price_of_failure(built_in_book("gwinnett-3"))
    assert [loss.side for loss in pair.losses] == ["A"] * 6


def test_program_is_asked_for_cards_alone_where_the_rest_is_not_its_own() -> None:
    plan = Plan("st-hilary", command("bad", "cards only"), "beginner", seed=31, cards_only=True)

    assert play_pair(plan, 0).losses == ()


@pytest.mark.parametrize(
    ("started", "kind"), [(command("bad", "newer"), "unreadable"), ("/no/such/bot", "ended"), ("'", "ended")]
)
def test_what_cannot_be_spoken_to_is_no_program(started: str, kind: str) -> None:
    with pytest.raises(Failure) as failure:
        Program(started, 1).prepare(built_in_book("npa"))

    assert failure.value.kind == kind


def test_bots_of_another_checkout_answer_too() -> None:
    """As another checkout serves this one."""
    called = [sys.executable, str(EARLIER), str(EARLIER.parents[3]), "--strength", "club"]
    said = subprocess.run(
        called, input='{"type": "hello", "protocol": 1}\n', capture_output=True, text=True, check=True
    )

    assert json.loads(said.stdout)["name"].endswith(", club")
