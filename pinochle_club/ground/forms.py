"""What all forms of a card share: the id of the submission, and fields by kind."""

from __future__ import annotations

import re
import unicodedata
import uuid
from collections.abc import Iterable
from typing import Any, Final

from django import forms

HIGHEST_FIGURE: Final = 9_999
# Control characters, and the marks that write all that follows from right to left.
_UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
# What has no width and joins or parts nothing that is seen. The two joiners stay: Persian and Indian names are
# written with them, and so are pictures of families.
_WITHOUT_WIDTH: Final = re.compile(r"[\xad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]")
# Letters and marks by their class, yet nothing is seen of them alone: the Hangul fillers, the blank braille cell, the
# grapheme joiner, and what chooses among the shapes of the letter before it.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0") | frozenset(map(chr, range(0xFE00, 0xFE10)))
_LINE_BREAK: Final = re.compile(r"\r\n?|\n")
_UNSEEN_CLASSES: Final = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})


def seen_text(text: str) -> str:
    text = _WITHOUT_WIDTH.sub("", _UNSEEN.sub(" ", text))
    return text if any(map(_is_seen, text)) else ""


def on_one_line(text: str) -> str:
    """The same without line breaks, with one space between words."""
    return " ".join(seen_text(text).split())


def on_lines(text: str) -> str:
    """The same line by line, without empty ones before and after."""
    return "\n".join(seen_text(line).rstrip() for line in _LINE_BREAK.split(text)).strip()


def _is_seen(letter: str) -> bool:
    return letter not in _BLANK and unicodedata.category(letter) not in _UNSEEN_CLASSES


def new_client_id() -> str:
    return str(uuid.uuid4())


# Made once for all forms, which Django would copy for each; so they are not to be changed.
_OF_EVERY_ENTRY: Final[dict[str, forms.Field]] = {
    "client_id": forms.CharField(max_length=40, widget=forms.HiddenInput),
    "seen": forms.IntegerField(min_value=0, widget=forms.HiddenInput),
}


class EntryForm(forms.Form):
    """`client_id` makes sending it twice safe; `seen` is the version of the card on the page."""

    def __init__(self, *args: Any, seen: int = 0, **kwargs: Any) -> None:
        kwargs["initial"] = {"client_id": new_client_id, "seen": seen, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.fields = {**_OF_EVERY_ENTRY, **self.fields}


class PageForm(EntryForm):
    """A form with a page of its own, which says what its entry holds."""

    @property
    def payload(self) -> dict[str, Any]:
        raise NotImplementedError


class WordsField(forms.CharField):
    """A name or a few words in any script, on one line, without invisible characters. Browsers offer no words of
    others."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})
    default_error_messages = {"max_length": "Use up to %(limit_value)d characters."}

    def to_python(self, value: Any) -> str:
        return on_one_line(super().to_python(value) or "")


def words_field(
    label: str, longest: int, *, missing: str = "", note: str = "", too_long: str = "", **attributes: str
) -> WordsField:
    """A few words on one line; optional without a sentence for `missing`."""
    said = {"required": missing, "max_length": too_long}
    return WordsField(
        label=label,
        max_length=longest,
        required=bool(missing),
        help_text=note,
        widget=forms.TextInput(attrs={"autocomplete": "off", **attributes}),
        error_messages={fault: sentence for fault, sentence in said.items() if sentence},
    )


def count_field(
    label: str,
    lowest: int,
    highest: int | None,
    missing: str = "",
    note: str = "",
    *,
    wrong: str = "Enter a whole number, such as 4.",
    below: str = "",
    above: str = "",
    digits: int = 5,
    **attributes: str,
) -> forms.IntegerField:
    """A number typed on the keypad; optional without a sentence for `missing`."""
    return forms.IntegerField(
        label=label,
        help_text=note,
        required=bool(missing),
        min_value=lowest,
        max_value=highest,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": digits, **attributes}
        ),
        error_messages={
            "required": missing,
            "invalid": wrong,
            "min_value": below or f"At least {lowest}.",
            "max_value": above or f"At most {highest}.",
        },
    )


def day_field(label: str, missing: str = "", *, wrong: str = "Write the date as 2026-11-21.") -> forms.DateField:
    """A day, by the browser's calendar; optional without a sentence for `missing`."""
    return forms.DateField(
        label=label,
        required=bool(missing),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": missing, "invalid": wrong},
    )


def figure_field(label: str, *, required: bool = True) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=required,
        min_value=0,
        max_value=HIGHEST_FIGURE,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 5}),
        error_messages={
            "required": "Enter a number, or 0 if there was none.",
            "invalid": "Enter a whole number, such as 14.",
            "min_value": "This can’t be below 0.",
            "max_value": "That’s more than any hand can have.",
        },
    )


def choice_field(
    label: str,
    choices: Iterable[tuple[str, object]],
    *,
    required: bool = True,
    missing: str = "Choose one.",
    wrong: str = "Choose one of those shown.",
    widget: type[forms.Widget] = forms.RadioSelect,
) -> forms.ChoiceField:
    """A choice by large keys, or from a list that unfolds."""
    return forms.ChoiceField(
        label=label,
        choices=list(choices),
        required=required,
        widget=widget,
        error_messages={"required": missing, "invalid_choice": wrong},
    )


def several_field(
    label: str, choices: Iterable[tuple[str, str]] = (), *, note: str = "", wrong: str = "Choose from those shown."
) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        help_text=note,
        choices=list(choices),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": wrong},
    )
