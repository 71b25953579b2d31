"""What is said of a field beside its column, once and at the field: what it is called in log and files, how it reaches
a person, and whether it goes with them. The log, files, lists, merging, past seasons and *anonymous for good* read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from django.db.models import Field, Model

AnyField = TypeVar("AnyField", bound="Field[Any, Any]")


class Contact(Enum):
    """How a field reaches a person; the value begins its link, if it has one."""

    PHONE = "tel:"
    EMAIL = "mailto:"
    WORDS = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """What a field tells of a person.

    `label` is what the log calls it. `headings` are those of its column in a file, ours first; files leave out what has
    none. What `is_personal` goes when the person is made anonymous; of what `is_private` the log tells only that it
    changed. A `contact` is shown to those who call people up, and fills a gap where two entries are merged. What holds
    rows is `read_as` the attribute that tells their names.
    """

    field: Field[Any, Any]
    label: str
    headings: tuple[str, ...] = ()
    is_personal: bool = False
    is_private: bool = False
    contact: Contact | None = None
    read_as: str = ""


def fact(field: AnyField, label: str, *headings: str, **said: Any) -> AnyField:
    """The field, with what is said of it: `said` is the rest of a `Fact`."""
    field.fact = Fact(field, label, headings, **said)  # type: ignore[attr-defined]
    return field


def facts_of(model: type[Model]) -> Mapping[str, Fact]:
    """What is said of the model's fields, in their order, by the name of what reads each."""
    fields = sorted([*model._meta.concrete_fields, *model._meta.many_to_many])
    return {field.fact.read_as or field.name: field.fact for field in fields if hasattr(field, "fact")}
