"""What an update changes has another fingerprint."""

import pytest

from pinochle_club.ground import places
from pinochle_club.ground.program import FOLDERS, fingerprint


@pytest.fixture
def program(monkeypatch, tmp_path):
    """A program of one file in each folder."""
    monkeypatch.setattr(places, "PROGRAM", tmp_path)
    monkeypatch.setattr(places, "PACKAGES", tmp_path)
    for folder in FOLDERS:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "one.py").write_text("one")
    fingerprint.cache_clear()
    yield tmp_path
    fingerprint.cache_clear()


@pytest.mark.parametrize("name", ["league/one.py", "pinochle_club/one.py", "templates/two.html", "static/css/two.css"])
def test_update_of_code_templates_and_styles_is_another_program(program, name):
    before = fingerprint()
    assert fingerprint() is before
    (program / name).write_text("two")
    fingerprint.cache_clear()

    assert fingerprint() != before


def test_data_beside_the_code_is_no_other_program(program):
    before = fingerprint()
    (program / "scoring" / "rare.json").write_text("{}")
    fingerprint.cache_clear()

    assert fingerprint() == before
