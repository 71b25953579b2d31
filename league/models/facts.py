"""Facts of a field, declared once and at the field: its name in log and files, how it reaches a person, and whether it
goes with them. The log, files, lists, merging, past seasons and *anonymous for good* read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from django.db.models import Field, Model

AnyField = TypeVar("AnyField", bound="Field[Any, Any]")


class Contact(Enum):
    """How a field reaches a person; the value begins its link, if any."""

    PHONE = "tel:"
    EMAIL = "mailto:"
    WORDS = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """What a field tells of a person.

    The log calls it `label`. `headings` are its column's in files, ours first; without any files leave it out.
    `is_personal`: gone when the person is made anonymous; `is_private`: the log tells only that it changed. A `contact`
    is shown to those who call people up, and fills a gap where two entries are merged. A field of rows is `read_as` the
    attribute with their names.
    """

    field: Field[Any, Any]
    label: str
    headings: tuple[str, ...] = ()
    is_personal: bool = False
    is_private: bool = False
    contact: Contact | None = None
    read_as: str = ""


def fact(field: AnyField, label: str, *headings: str, **said: Any) -> AnyField:
    """The field with its facts: `said` is the rest of a `Fact`."""
    field.fact = Fact(field, label, headings, **said)  # type: ignore[attr-defined]
    return field


def facts_of(model: type[Model]) -> Mapping[str, Fact]:
    """The facts of a model's fields, in order, by the attribute that reads each."""
    fields = sorted([*model._meta.concrete_fields, *model._meta.many_to_many])
    return {field.fact.read_as or field.name: field.fact for field in fields if hasattr(field, "fact")}
