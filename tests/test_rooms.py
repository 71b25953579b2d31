"""`make test ROOM=…` finds the room that is meant, and the tests nearest to it."""

import pytest

from tests import imports, rooms

MODULES = ["league.evening.money", "league.evening.money.deeds", "league.evening.desk.deeds", "scoring.rules.money"]
MODULES += ["scoring.rules", "league.evening.desk.pages", "league.evening.desk.views"]


@pytest.fixture(autouse=True)
def small_house(monkeypatch):
    """The board's page says what money the deeds of money come to; its view shows the page."""
    who = {"league.evening.money.deeds": {"league.evening.desk.pages"}}
    who["league.evening.desk.pages"] = {"league.evening.desk.views"}
    monkeypatch.setattr(rooms, "product", lambda: dict.fromkeys(MODULES))
    monkeypatch.setattr(imports, "importers", lambda: {name: who.get(name, set()) for name in MODULES})
    monkeypatch.setattr(rooms, "imports", lambda path: frozenset())


@pytest.mark.parametrize("name", ["money", "evening/money", "league/evening/money/", "templates/league/evening/money"])
def test_a_room_is_known_by_its_last_name_or_more(name):
    assert rooms.room_named(name) == "league.evening.money"


@pytest.mark.parametrize("name", ["rules.money", "scoring/rules/money.py"])
def test_a_module_is_a_room_too(name):
    assert rooms.room_named(name) == "scoring.rules.money"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("deeds", "Several rooms are called deeds. Say which: league.evening.desk.deeds, league.evening.money.deeds."),
        ("mony", "No room is called mony. Did you mean league.evening.money?"),
        ("zzz", "No room is called zzz."),
    ],
)
def test_a_name_of_several_rooms_or_none_is_answered_with_those_meant(name, said):
    with pytest.raises(SystemExit) as refused:
        rooms.room_named(name)

    assert str(refused.value) == said


def test_near_is_what_mirrors_the_room_then_what_stands_on_it():
    near = rooms.nearest("money", ["league.evening.money", "league.evening.money.deeds"])
    at = {path.relative_to(rooms.TESTS).as_posix(): distance for path, distance in near.items()}

    assert at["league/evening/money/test_deeds.py"] == 0
    assert at["league/evening/money/test_sheet.py"] == 0.25
    assert at["league/evening/desk/pages/test_leads.py"] == 1.25
    assert at["league/evening/desk/views/test_desk.py"] == 2.25
    assert "scoring/rules/test_money.py" not in at
