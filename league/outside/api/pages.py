"""The description of the API for people: what can be asked, and what the answers hold. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from league.models import Club
from league.office.clubs.pages.navigation import address_of


@dataclass(frozen=True, slots=True)
class Fact:
    """A field of an answer or a part of a question: its name, what kind of thing it is, and what it says."""

    name: str
    kind: str
    says: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that can be asked; `example` is an address to try, empty where it has a number in it."""

    title: str
    address: str
    example: str
    parts: tuple[Fact, ...]
    fields: tuple[Fact, ...]


def asked_of(description: Mapping[str, Any]) -> list[Asked]:
    """All that can be asked, in order."""
    shapes = description["components"]["schemas"]
    return [
        Asked(
            title=asked["get"]["summary"],
            address=address,
            example="" if "{" in address else address,
            parts=tuple(_parts(asked["get"].get("parameters", ()))),
            fields=_fields(shapes[_answer_of(asked["get"])]),
        )
        for address, asked in description["paths"].items()
    ]


def shapes_of(description: Mapping[str, Any]) -> list[tuple[str, tuple[Fact, ...]]]:
    """What the lists in the answers hold, by name."""
    shapes = description["components"]["schemas"]
    answers = {_answer_of(asked["get"]) for asked in description["paths"].values()}
    return [(_plain(name), _fields(one)) for name, one in shapes.items() if name not in answers]


def _answer_of(asked: Mapping[str, Any]) -> str:
    return _name_of(asked["responses"][200]["content"]["application/json"]["schema"])


def _name_of(schema: Mapping[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _plain(name: str) -> str:
    return name.removesuffix("Out")


def _parts(parts: Any) -> Iterator[Fact]:
    for part in parts:
        schema = part["schema"]
        limits = [f"at most {schema['maximum']}"] if "maximum" in schema else []
        usual = [f"{schema['default']} unless said"] if schema.get("default") else []
        yield Fact(part["name"], _kind(schema), ", ".join([*filter(None, [part.get("description")]), *usual, *limits]))


def _fields(shape: Mapping[str, Any]) -> tuple[Fact, ...]:
    return tuple(Fact(name, _kind(one), one.get("description", "")) for name, one in shape["properties"].items())


def _kind(schema: Mapping[str, Any]) -> str:
    """`text`, `number`, `day`, `list of Standing`, `number by name`, `text or null`."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_kind(one) for one in schema["anyOf"]))
    if "$ref" in schema:
        return _plain(_name_of(schema))
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    if schema.get("type") == "object":
        return f"{_kind(schema['additionalProperties'])} by name"
    if schema.get("format") in ("date", "date-time"):
        return "day" if schema["format"] == "date" else "day and time"
    kinds = {"string": "text", "integer": "number", "number": "number", "boolean": "true or false", "null": "null"}
    return kinds[str(schema.get("type"))]


def frame_code(club: Club) -> str:
    """What to put into a page of one's own so that it shows the standings."""
    address = settings.PUBLIC_URL + address_of("embed_standings", club.slug)
    return f'<iframe src="{address}" title="Standings" width="100%" height="600" loading="lazy"></iframe>'
