"""Form controls drawn without templates, letter for letter as Django's own templates draw them.

Every key that is tapped is an `<input>`, of which the form of a bid has sixteen;
a template each took a fifth of a save.
"""

from collections.abc import Mapping
from html import escape
from typing import Any, Final, cast

from django.forms.renderers import DjangoTemplates
from django.utils.safestring import SafeString, mark_safe

from .plainly import is_plain

WIDGETS: Final = "django/forms/widgets/"
INPUTS: Final = frozenset(f"{WIDGETS}{name}.html" for name in ("hidden", "text", "number", "password", "checkbox"))
OPTIONS: Final = frozenset(f"{WIDGETS}{name}_option.html" for name in ("radio", "checkbox"))


class FormControls(DjangoTemplates):
    """The renderer of all forms (FORM_RENDERER)."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> SafeString:
        widget = context.get("widget", {})
        is_input = template_name in INPUTS or (template_name in OPTIONS and not widget["wrap_label"])
        if not is_input or is_plain():
            return cast(SafeString, super().render(template_name, context, request))
        return mark_safe(_input(widget))  # noqa: S308  every part of it is escaped


def _input(widget: Mapping[str, Any]) -> str:
    value = widget["value"]
    has_value = "" if value is None else f' value="{_escaped(value)}"'
    attributes = "".join(
        f" {_escaped(name)}" if value is True else f' {_escaped(name)}="{_escaped(value)}"'
        for name, value in widget["attrs"].items()
        if value is not False
    )
    return f'<input type="{_escaped(widget["type"])}" name="{_escaped(widget["name"])}"{has_value}{attributes}>'


def _escaped(value: Any) -> str:
    text = value if isinstance(value, str) else str(value)
    return text if isinstance(text, SafeString) else escape(text)
