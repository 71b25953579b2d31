"""Controls drawn without templates are those of Django's templates, letter for letter."""

from typing import Any

import pytest
from django import forms
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe

from pinochle_club.ground.plainly import plainly

NASTY = """O'Neil & "Söhne" <b>"""
ATTRS = {"class": NASTY, "maxlength": 5, "data-on": True, "data-off": False, "title": mark_safe("&amp;"), "x<": "y"}


class Controls(forms.Form):
    words = forms.CharField(widget=forms.TextInput(attrs=ATTRS))
    number = forms.IntegerField(min_value=0, max_value=12)
    secret = forms.CharField(required=False, widget=forms.PasswordInput(render_value=True))
    hidden = forms.CharField(required=False, widget=forms.HiddenInput)
    tick = forms.BooleanField(required=False)
    one = forms.ChoiceField(widget=forms.RadioSelect(attrs=ATTRS), choices=[("", "None"), (NASTY, NASTY), (0, "0")])
    some = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, choices=[(1, "One"), (2, lazystr(NASTY))])
    listed = forms.ChoiceField(choices=[("a", NASTY)])
    told = forms.CharField(widget=forms.Textarea)


VALUES: tuple[Any, ...] = (
    None,
    {},
    {"words": NASTY, "number": "0", "secret": NASTY, "hidden": NASTY, "tick": "on", "one": NASTY, "some": ["2"]},
    {"words": "", "number": "13", "hidden": "0", "tick": "", "one": "0", "some": ["1", "2"], "listed": "b"},
)


def drawn(values) -> str:
    form = Controls(values, initial={"number": 7, "one": 0, "hidden": lazystr(NASTY), "words": 0})
    tags = [radio.tag() for name in ("one", "some") for radio in form[name]]
    labelled = [str(radio) for name in ("one", "some") for radio in form[name]]
    return "\n".join([str(form), *map(str, form), *tags, *labelled])


@pytest.mark.parametrize("values", VALUES)
def test_controls_are_drawn_as_by_templates(values):
    quick = drawn(values)
    with plainly():
        plain = drawn(values)

    assert quick == plain
    assert "<b>" not in quick


def test_no_template_is_asked_for_a_key(monkeypatch):
    form = Controls()
    monkeypatch.setattr(form.renderer, "get_template", pytest.fail)

    assert next(radio.tag() for radio in form["one"]).startswith(
        '<input type="radio" name="one" value="" class="O&#x27;'
    )
