"""The description of the API for people: questions, and the fields of answers. No queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings

from league.models import Club
from league.office.clubs.pages.navigation import address_of

# A field of an answer or a part of a question: name, kind, what it says.
Fact = tuple[str, str, str]


def asked_of(description: Mapping[str, Any]) -> list[dict[str, Any]]:
    shapes = description["components"]["schemas"]
    return [
        {
            "title": asked["get"]["summary"],
            "address": address,
            "example": "" if "{" in address else address,
            "parts": list(_parts(asked["get"].get("parameters", ()))),
            "fields": _fields(shapes[_answer_of(asked["get"])]),
        }
        for address, asked in description["paths"].items()
    ]


def shapes_of(description: Mapping[str, Any]) -> list[tuple[str, list[Fact]]]:
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
        yield (part["name"], _kind(schema), ", ".join([*filter(None, [part.get("description")]), *usual, *limits]))


def _fields(shape: Mapping[str, Any]) -> list[Fact]:
    return [(name, _kind(one), one.get("description", "")) for name, one in shape["properties"].items()]


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
    address = settings.PUBLIC_URL + address_of("embed_standings", club.slug)
    return f'<iframe src="{address}" title="Standings" width="100%" height="600" loading="lazy"></iframe>'
