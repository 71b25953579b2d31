import pytest

from scoring.play.pages.portraits import PEOPLE, portraits
from scoring.play.players import BOT_NAMES
from tests.imports import ROOT


def test_each_name_of_a_bot_has_a_face_of_its_own_and_all_are_drawn():
    drawn = portraits(BOT_NAMES)

    assert len(set(drawn)) == len(BOT_NAMES)
    files = {f"img/players/{path.name}" for path in (ROOT / "static/img/players").glob("*.svg")}
    assert files == {*drawn, *(f"img/players/{person}.svg" for person in PEOPLE)}


def test_people_have_the_same_face_wherever_they_sit():
    (alone,) = portraits(["Ann"])

    assert portraits(["Walter", "Ann", "Doris", "Stan"])[1] == alone


@pytest.mark.parametrize(
    "names", [["Ann"] * 4, ["Walter"] * 4, ["You", "Ann", "Bob", "Cid"], ["", "\x00", "W" * 60], ["Ann"] * 8]
)
def test_no_two_at_a_table_look_alike(names: list[str]):
    assert len(set(portraits(names))) == len(names)
