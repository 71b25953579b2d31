"""Small faults that a text of the product could have: a comparison turned, a number off by one, a branch swapped."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple


class Change(NamedTuple):
    """Instead of the characters from `start` to `end`, others."""

    start: int
    end: int
    text: str

    def applied(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]


TURNED: dict[type[ast.AST], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">")),
    ast.LtE: ("<=", ("<", ">=")),
    ast.Gt: (">", (">=", "<")),
    ast.GtE: (">=", (">", "<=")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.Add: ("+", ("-",)),
    ast.Sub: ("-", ("+",)),
    ast.And: ("and", ("or",)),
    ast.Or: ("or", ("and",)),
}
# An assertion states what cannot happen; a decorator's `frozen` and `slots` keep programmers from mistakes.
UNTOUCHED = (ast.Assert, ast.JoinedStr)
UNREAD = ("decorator_list", "annotation", "returns")
WORDS = (ast.JoinedStr, ast.List, ast.Tuple)  # what is added to these is not added up


class Python:
    """Its faults in the order of the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def changes(self) -> list[Change]:
        return sorted({change for node in self.nodes(ast.parse(self.text)) for change in self.of(node)})

    def nodes(self, node: ast.AST) -> Iterator[ast.AST]:
        if isinstance(node, UNTOUCHED):
            return
        yield node
        for name, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and name not in UNREAD:
                    yield from self.nodes(child)

    def of(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                for before, operator, after in zip([left, *comparators], ops, comparators, strict=False):
                    yield from self.between(before, operator, after)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
                if not any(isinstance(side, WORDS) or is_text(side) for side in (left, right)):
                    yield from self.between(left, operator, right)
            case ast.BoolOp(op=operator, values=[first, second, *_]):
                yield from self.between(first, operator, second)
            case ast.UnaryOp(op=ast.Not()):
                start, end = self.at(node)
                yield Change(start, end - len(self.text[start:end].removeprefix("not").lstrip()), "")
            case ast.Constant(value=bool(value)):
                yield Change(*self.at(node), str(not value))
            case ast.Constant(value=int(value)):
                yield Change(*self.at(node), str(value + 1))
            case ast.For(iter=through):
                yield Change(*self.at(through), "()")
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                start, end = self.at(test)
                yield Change(start, end, f"not ({self.text[start:end]})")

    def between(self, left: ast.AST, operator: ast.AST, right: ast.AST) -> Iterator[Change]:
        """Signs and words of an operator stand between what it compares, with brackets and comments perhaps."""
        written, others = TURNED[type(operator)]
        start, end = self.at(left)[1], self.at(right)[0]
        if found := re.search(re.escape(written).replace("\\ ", r"\s+"), self.text[start:end]):
            for other in others:
                yield Change(start + found.start(), start + found.end(), other)

    def at(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends. Python counts bytes."""
        places = ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))  # type: ignore[attr-defined]
        start, end = (
            self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode()) for line, column in places
        )
        return start, end


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


SCRIPT = {
    "===": "!==", "!==": "===", "&&": "||", "||": "&&", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+",
    "true": "false", "false": "true",
}  # fmt: skip
SCRIPT_SIGNS = re.compile(r"(?<= )(?:[!=]==|&&|\|\||[<>]=?|[+-])(?= )|\b(?:true|false)\b")
SCRIPT_NUMBERS = re.compile(r"(?<=[ (\[])\d+(?=[ ,;)\]])")
TEMPLATE_TAGS = re.compile(r"\{% (?:el)?if (?P<test>.+?) %\}")


def script_changes(text: str) -> list[Change]:
    """Signs that stand in code as our formatter sets them: with a space on both sides."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"|`[^`]*`", lambda found: " " * len(found.group()), text, flags=re.S)
    signs = [Change(*found.span(), SCRIPT[found.group()]) for found in SCRIPT_SIGNS.finditer(code)]
    return [*signs, *(Change(*each.span(), str(int(each.group()) + 1)) for each in SCRIPT_NUMBERS.finditer(code))]


def template_changes(text: str) -> list[Change]:
    """A condition turned. Where it is more than one word, `and` is `or` and the other way around."""
    return [change for found in TEMPLATE_TAGS.finditer(text) for change in turned(found)]


def turned(tag: re.Match[str]) -> Iterator[Change]:
    start, test = tag.start("test"), tag["test"]
    if test.startswith("not "):
        yield Change(start, start + 4, "")
    elif " " not in test:
        yield Change(start, start, "not ")
    for word, other in ((" and ", " or "), (" or ", " and "), (" == ", " != ")):
        if (place := test.find(word)) >= 0:
            yield Change(start + place, start + place + len(word), other)


def changes(name: str, text: str) -> list[Change]:
    """By what the file's name ends with."""
    if name.endswith(".py"):
        return Python(text).changes()
    return (script_changes if name.endswith(".js") else template_changes)(text)
