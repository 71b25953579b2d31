import pytest

from league.acting.forms import ReasonForm
from league.office.members.forms.members import NotesField


@pytest.mark.parametrize("typed", ["\u200b", "\u200c \u200d", "\ufeff\u00ad"])
def test_reason_of_which_nothing_is_seen_is_none(typed):
    form = ReasonForm({"client_id": "a", "reason": typed})

    assert form.errors["reason"] == ["Say why in a few words. It goes into the log."]


@pytest.mark.parametrize("is_needed", [True, False])
def test_a_reason_is_called_optional_only_where_it_is(is_needed):
    form = ReasonForm({"client_id": "a", "reason": ""}, is_needed=is_needed)

    assert form.is_valid() == ("optional" in form["reason"].label) == (not is_needed)


@pytest.mark.parametrize("typed", ["\u200b", "\u200c \u200d", "\ufeff\u00ad"])
def test_notes_of_which_nothing_is_seen_are_empty(typed):
    assert NotesField(required=False).clean(f"{typed}\n{typed}") == ""
