"""What is said of a field beside its column, once and at the field.

Of a person's: what log and files call it, how it reaches the person, whether it goes with them. The log, files, lists,
merging, past seasons and *anonymous for good* read it. Of an event's: whether it is a setting, what rests on it, and
whose archive it is in. Plan, change, series, copy, log and archive read that.
"""

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


class Archived(Enum):
    """The archives that a field is in."""

    EVERY = "also the one that strangers may read"
    OWN = "the own one of the club"
    NONE = "none: a secret, or worked out again"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a plan sets for its evening.

    `label` is what the log calls it. `told` stands on the event's page where the setting is on. A new plan begins with
    the field's default unless it `begins_otherwise`: empty, or as the form suggests. The form asks always, or by what
    else is chosen (`is_conditional`, `events.forms`).

    Before it changes, what rests on it is asked about: `asks` are names of `events.resting.ASKS`. Once rounds were
    played it is `fixed`, in these words, or that much is `said` beside it; `until_cut` it may change at all. One that
    is `is_nights` is one night's own: coming nights don't take it over.
    """

    label: str
    told: str = ""
    asks: tuple[str, ...] = ()
    fixed: str = ""
    said: str = ""
    until_cut: bool = False
    is_nights: bool = False
    is_money: bool = False
    is_conditional: bool = False
    begins_otherwise: bool = False


def setting(field: AnyField, label: str, **said: Any) -> AnyField:
    """A field that a plan sets: `said` is the rest of a `Setting`. Every archive has it."""
    field.setting = Setting(label, **said)  # type: ignore[attr-defined]
    return archived(field, Archived.EVERY)


def archived(field: AnyField, by: Archived) -> AnyField:
    """A field of an event, with the archives that it is in."""
    field.archived = by  # type: ignore[attr-defined]
    return field


def settings_of(model: type[Model]) -> Mapping[str, Setting]:
    """The model's settings by name, in their order."""
    return {field.name: field.setting for field in model._meta.fields if hasattr(field, "setting")}


def archived_fields(model: type[Model], by: Archived) -> tuple[str, ...]:
    """The names of the model's fields that are in just these archives."""
    return tuple(field.name for field in model._meta.fields if getattr(field, "archived", None) is by)
