"""The base of all parts of a rule book, and the words that stand beside each of their entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
)

Points = Annotated[int, Field(ge=0, le=10_000)]
Count = Annotated[int, Field(ge=0, le=100)]
Values = Annotated[tuple[Points, ...], Field(min_length=1, max_length=8)]
Worths = Annotated[
    Values,
    BeforeValidator(lambda given: given if isinstance(given, list | tuple) else (given,)),
    AfterValidator(lambda worths: worths[:1] if len(set(worths)) == 1 else worths),
    PlainSerializer(lambda worths: list(worths) if worths[1:] else worths[0]),
]
"""One figure for all, written as such, or one for each."""
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]

Choices = Mapping[Any, tuple[str, str]]
"""For each value of a choice, what it is called and its sentence in the printed book."""


@dataclass(frozen=True, slots=True)
class Words:
    """An entry's name among players, and its sentence in the printed book: `says` for a figure, `yes` or `no` for a
    switch, that of the value for one of `choices`. It may name other entries of the part in braces; anything else is
    given to `Section.says`. It is empty where the chapter builds it from several entries."""

    label: str
    help: str = ""
    choices: Choices = field(default_factory=dict)
    says: str = ""
    yes: str = ""
    no: str = ""
    nothing: str = "none"  # what an empty entry is called
    chapter: str = ""  # where it is printed and filled in, if not with the rest of its part
    kind: Literal["", "ranks", "worths"] = ""  # of the entry, where its type does not tell

    def sentence(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.yes if value else self.no
        return self.choices[value][1] if self.choices else self.says


class Section(BaseModel):
    """Base of all parts of a book: frozen, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    chapter: ClassVar[str]

    def __init_subclass__(cls, *, chapter: str = "", **kwargs: Any) -> None:
        """`chapter` is where the entries of the part are printed and filled in."""
        super().__init_subclass__(**kwargs)
        cls.chapter = chapter

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A changed copy without the values that were cached on the original."""
        copy = super().model_copy(update=update, deep=deep)
        for name in copy.__dict__.keys() - type(self).model_fields.keys():
            del copy.__dict__[name]
        return copy

    def says(self, name: str, **figures: object) -> str:
        """The sentence of one entry as it is set here; `figures` are what the part itself does not know."""
        text = words_of(type(self), name).sentence(getattr(self, name))
        return text.format_map({**self.__dict__, **figures})

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Books and their parts are keys of caches, thousands of times a second.
        return hash(tuple(getattr(self, name) for name in type(self).model_fields))


@lru_cache(maxsize=512)
def words_of(part: type[Section], name: str) -> Words:
    return next(extra for extra in part.model_fields[name].metadata if isinstance(extra, Words))
