"""The format of cases: all files keep to it, its schema is the one in `docs`, and the page there can be followed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from scoring.rules.book import built_in_book
from scoring.rules.book.rulings import KINDS
from scoring.rules.case_format import LINE, schema
from scoring.rules.conformance import OPS

ROOT = Path(__file__).resolve().parents[3]
CASES = sorted((ROOT / "tests/cases").glob("*.jsonl"))
PAGE = (ROOT / "docs/cases.md").read_text(encoding="utf-8")
A_CASE: dict[str, Any] = {
    "id": "one",
    "book": "npa",
    "op": "plays",
    "in": {"hand": ["AS", "9D"], "trick": [], "trump": "S"},
    "out": {"cards": ["AS"]},
}


def block(language: str) -> str:
    """What the page shows as a block in this language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_line_keeps_to_the_format(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        LINE.validate_json(line)


def test_schema_in_the_docs_is_todays() -> None:
    """`python -m scoring.rules.case_format > docs/cases.schema.json` writes it anew."""
    assert (ROOT / "docs/cases.schema.json").read_text(encoding="utf-8") == schema()


@pytest.mark.parametrize(
    "changes",
    [
        {"op": "shuffle"},
        {"format": 2},
        {"note": "an unknown key"},
        {"in": {**A_CASE["in"], "hand": ["10S"]}},
        {"in": {"hand": ["AS"]}},
        {"in": {**A_CASE["in"], "seat": "N"}},
        {"out": {"cards": "AS"}},
        {"op": "bid", "in": {"high": None, "bid": "50"}, "out": {"legal": True}},
        {"op": "bid", "in": {"high": None, "bid": 50}, "out": {"legal": 1}},
    ],
)
def test_what_does_not_keep_to_the_format_is_refused(changes: dict[str, Any]) -> None:
    LINE.validate_json(json.dumps(A_CASE))

    with pytest.raises(ValidationError):
        LINE.validate_json(json.dumps({**A_CASE, **changes}))


def test_page_names_every_op_and_every_kind_of_ruling_with_its_facts() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE))
    rulings = [json.loads(line) for path in CASES for line in path.read_text().splitlines() if '"op":"ruling"' in line]
    unnamed = {
        (case["in"]["kind"], code)
        for case in rulings
        for code in case["in"]["facts"]
        if f"`{re.sub('_(EW|A|B|C)$', '_NS', code)}`" not in rows[case["in"]["kind"]]
    }

    assert set(rows) >= {*OPS, *KINDS}
    assert unnamed == set()


def test_examples_of_the_page_are_cases() -> None:
    lines = {line for path in CASES for line in path.read_text(encoding="utf-8").splitlines()}

    assert [line for line in block("jsonl").splitlines() if line not in lines] == []


def test_program_of_the_page_runs_the_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With ours behind it, once it plays everything and once no lay-downs and badly."""
    page: dict[str, Any] = {}
    exec(block("python"), page)

    def ours(key: str, op: str, given: dict[str, Any], agreed: dict[str, Any]) -> object:
        return json.loads(json.dumps(OPS[op](built_in_book(key).as_agreed(**agreed), given)))

    def other(key: str, op: str, given: dict[str, Any], agreed: dict[str, Any]) -> object:
        if op == "claim":
            raise NotImplementedError
        return {}

    whole = ROOT / "tests/cases/cutthroat.table.jsonl"
    few = tmp_path / "few.jsonl"
    few.write_text(block("jsonl") + json.dumps({**A_CASE, "format": 2}), encoding="utf-8")

    assert page["run"](whole, ours) == (len(whole.read_text(encoding="utf-8").splitlines()), 0, 0)
    assert page["run"](few, other) == (0, 2, 2)
    assert "npa/auction/told-out-of-turn-may-change wanted" in capsys.readouterr().out
