import pytest

from league.acting.forms import ReasonForm
from league.members.forms.members import NotesField


@pytest.mark.parametrize("typed", ["\u200b", "\u200c \u200d", "\ufeff\u00ad"])
def test_reason_of_which_nothing_is_seen_is_none(typed):
    form = ReasonForm({"client_id": "a", "reason": typed})

    assert form.errors["reason"] == ["Say why, in a few words: it goes into the log."]


@pytest.mark.parametrize("typed", ["\u200b", "\u200c \u200d", "\ufeff\u00ad"])
def test_notes_of_which_nothing_is_seen_are_empty(typed):
    assert NotesField(required=False).clean(f"{typed}\n{typed}") == ""
