import pytest

from scoring.play.settings import PACES, TableSettings, settings_from_form, settings_from_json, settings_to_json

CHOSEN = TableSettings("alternating", True, "fast", True, True, False, False, False, True, False)


@pytest.mark.parametrize("settings", [TableSettings(), CHOSEN])
def test_settings_come_back_from_their_text(settings: TableSettings):
    assert settings_from_json(settings_to_json(settings)) == settings


@pytest.mark.parametrize(
    "text", ["", "no JSON", "[]", "7", "null", '{"pace": "breakneck", "one_tap": "yes", "x": 1}', "[" * 5000]
)
def test_text_that_holds_no_settings_is_the_default(text: str):
    assert settings_from_json(text) == TableSettings()


def test_known_settings_count_beside_unknown_ones():
    assert settings_from_json('{"pace": "slow", "colour": "green"}') == TableSettings(pace="slow")


def test_check_boxes_of_a_form_are_on_when_they_are_sent():
    posted = {"sort": "alternating", "pace": "fast", "four_colours": "on", "one_tap": "on", "count_own_meld": "on"}

    assert settings_from_form({**posted, "sounds": "on"}) == CHOSEN


def test_form_with_nonsense_in_it_gives_settings_all_the_same():
    assert settings_from_form({"sort": "by size", "pace": ""}).pace == "normal"


def test_each_pace_has_its_time():
    assert [TableSettings(pace=pace).milliseconds for pace in PACES] == [2000, 1100, 500, 0]


def test_nothing_is_heard_unless_it_was_asked_for():
    assert (TableSettings().sounds, settings_from_json("{}").sounds) == (False, False)
