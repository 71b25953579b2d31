"""The case files: every case passes, and a bad file or a failed case is told by the exit code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.book.rulings import KINDS
from scoring.rules.conformance import OPS, main, read_cases, run_case

CASES = sorted((Path(__file__).resolve().parents[2] / "cases").glob("*.jsonl"))
PAGES = next(path for path in CASES if path.stem == "pages")
A_CASE = {
    "id": "one",
    "book": "st-hilary",
    "op": "bid",
    "in": {"high": None, "bid": 15},
    "out": {"legal": True},
}


def write(folder: Path, *cases: object) -> str:
    path = folder / "cases.jsonl"
    path.write_text("\n".join(json.dumps(case) for case in cases) + "\n\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_all_cases_of_a_book_pass(path: Path) -> None:
    failed = [case.id for case in read_cases(path) if run_case(case) != case.wanted]

    assert failed == []


def test_the_cases_cover_every_op_and_book() -> None:
    cases = {path: list(read_cases(path)) for path in CASES if path.stem != "pages"}
    asked = {(case.book.key, case.op) for each in cases.values() for case in each}
    ids = [case.id for each in cases.values() for case in each]

    assert {path: {case.book.key for case in each} for path, each in cases.items()} == {
        path: {path.name.partition(".")[0]} for path in cases
    }
    assert asked == {(key, op) for key, book in built_in_books().items() for op in OPS if has_op(book, op)}
    assert len(set(ids)) == len(ids)


def test_every_page_of_other_clubs_has_whole_hands() -> None:
    cases = list(read_cases(PAGES))
    pages: dict[str, set[str]] = {case.id.split("/")[1]: set() for case in cases}
    for case in cases:
        pages[case.id.split("/")[1]].add(case.op)

    assert len(pages) >= 20
    assert len({case.id for case in cases}) == len(cases)
    assert sum(1 for ops in pages.values() if ops & {"hand", "game"}) >= 20


def has_op(book: RuleBook, op: str) -> bool:
    """Whether there is something to ask of a book: few have a round or money, and some no target to win on."""
    auction = book.auction if book.auction.is_held else None
    needed: dict[str, object] = {
        "game": book.game.target,
        "money": book.money,
        "tardiness": book.round,
        "round": book.round,
    }
    needed |= {"bid": auction, "auction": auction}
    return needed.get(op, True) is not None


def test_every_kind_of_ruling_is_asked() -> None:
    kinds = {case.given["kind"] for path in CASES for case in read_cases(path) if case.op == "ruling"}

    assert kinds == set(KINDS)


def test_main_counts_passes_and_exits_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([str(path) for path in CASES])

    assert code == 0
    assert capsys.readouterr().out.endswith(" passed, 0 failed\n")


def test_main_names_each_failure_and_exits_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {**A_CASE, "id": "two", "out": {"legal": False}}

    code = main([write(tmp_path, A_CASE, wrong)])

    assert code == 1
    assert capsys.readouterr().out == 'two: wanted {"legal": false}, got {"legal": true}\n1 passed, 1 failed\n'


def test_a_case_the_rules_refuse_fails_with_their_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {**A_CASE, "op": "winner", "in": {"trick": ["XX"], "trump": "S"}, "out": {"index": 0}}

    code = main([write(tmp_path, case)])

    assert code == 1
    assert "XX" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        {**A_CASE, "op": "shuffle"},
        {**A_CASE, "format": 2},
        {**A_CASE, "book": "no-such-book"},
        {"id": "one"},
        ["no", "object"],
        "text",
    ],
)
def test_main_exits_with_2_for_what_is_no_case(
    line: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([write(tmp_path, A_CASE, line)])

    assert code == 2
    assert "cases.jsonl:2" in capsys.readouterr().err


def test_main_exits_with_2_for_a_broken_line(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("{not json\n", encoding="utf-8")

    assert main([str(path)]) == 2


def test_main_exits_with_2_for_an_unreadable_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    not_text = tmp_path / "picture.jsonl"
    not_text.write_bytes(b"\xff\xfe\x00")

    assert main([str(tmp_path / "nowhere.jsonl")]) == 2
    assert main([str(not_text)]) == 2
    assert "picture.jsonl" in capsys.readouterr().err


def test_main_without_a_file_says_how_to_call_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("usage:")


def test_the_rules_work_without_django() -> None:
    """A program that wants the rules alone imports all of them where nothing of Django can be found."""
    script = (
        "import pkgutil, sys; sys.modules['django'] = None\n"
        "import scoring.rules as rules\n"
        "for module in pkgutil.walk_packages(rules.__path__, 'scoring.rules.'): __import__(module.name)\n"
        "from scoring.rules.conformance import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, str(CASES[-1])]

    run = subprocess.run(command, cwd=CASES[0].parents[2], capture_output=True, text=True, check=False)

    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.endswith(" passed, 0 failed\n")
