import pytest

from league.forms.base import ReasonForm
from league.forms.members import NotesField
from scoring.score_card.forms.base import seen_text

NOTHING_SEEN = (
    "\u200b",
    " \u200b\ufeff ",
    "\u200c\u200d",
    "\u2060\u00ad",
    "\u200e\u200f",
    "\u3164",
    "\u2800",
    "\ufe0f",
)


@pytest.mark.parametrize("typed", NOTHING_SEEN)
def test_reason_of_which_nothing_is_seen_is_none(typed):
    form = ReasonForm({"client_id": "a", "reason": typed})

    assert form.errors["reason"] == ["Say why, in a few words: it goes into the log."]


@pytest.mark.parametrize("typed", NOTHING_SEEN)
def test_notes_of_which_nothing_is_seen_are_empty(typed):
    assert NotesField(required=False).clean(f"{typed}\n{typed}") == ""


@pytest.mark.parametrize("text", ["مهر\u200cداد", "क्\u200dष", "👩\u200d👩\u200d👧", "❤\ufe0f", "a\u0301", "?", "7"])
def test_what_a_script_is_written_with_stays(text):
    assert seen_text(text) == text
