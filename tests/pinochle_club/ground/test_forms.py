import pytest
from django.core.exceptions import ValidationError

from pinochle_club.ground.forms import WordsField, seen_text

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
def test_words_of_which_nothing_is_seen_are_none(typed):
    assert WordsField(required=False).clean(typed) == ""
    with pytest.raises(ValidationError, match="required"):
        WordsField().clean(typed)


@pytest.mark.parametrize(
    "text", ["مهر\u200cداد", "क्\u200dष", "👩\u200d👩\u200d👧", "❤\ufe0f", "a\u0301", "\u0301", "?", "7"]
)
def test_what_a_script_is_written_with_stays(text):
    assert seen_text(text) == text
