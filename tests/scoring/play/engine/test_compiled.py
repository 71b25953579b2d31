"""Where machine code is kept. What it does is held in `test_base` and `test_kernel`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed: the plain engine plays")

from pinochle_club.ground import places
from scoring.play.engine import compiled, warm_up
from scoring.play.engine.base import Code
from scoring.play.engine.position import Played
from tests.scoring.play.engine.deals import BOOKS


@pytest.fixture
def no_folder_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("NUMBA_CACHE_DIR", "STATE_DIR", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr(places, "PROGRAM", tmp_path / "app")


@pytest.mark.usefixtures("no_folder_is_named")
def test_machine_code_is_kept_in_the_clubs_own_folder(tmp_path: Path) -> None:
    folder = compiled.cache_folder()
    assert folder is not None
    assert folder.parent == tmp_path / "app" / "var" / "numba"
    assert folder == compiled.cache_folder()


@pytest.mark.usefixtures("no_folder_is_named")
def test_a_folder_that_is_named_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STATE_DIR", str(tmp_path / "state"))
    assert compiled.cache_folder().parent == tmp_path / "state" / "numba"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    assert compiled.cache_folder().parent == tmp_path / "named"


@pytest.mark.usefixtures("no_folder_is_named")
def test_where_nothing_may_be_written_there_the_users_folder_serves(tmp_path: Path) -> None:
    (tmp_path / "app").write_text("no folder")
    assert compiled.cache_folder().parent == tmp_path / "user" / "pinochle-club"


@pytest.mark.usefixtures("no_folder_is_named")
def test_where_nothing_may_be_written_at_all_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "app").write_text("no folder")
    (tmp_path / "user").write_text("no folder either")
    assert compiled.cache_folder() is None


def test_no_name_means_two_things() -> None:
    """The compiled functions find each other and their constants by name, whichever module they are of."""
    seen: dict[str, object] = {}
    for module in compiled.MODULES:
        own = {name: each for name, each in vars(module).items() if not name.startswith("__")}
        assert {name: each for name, each in own.items() if seen.get(name, each) is not each} == {}, module
        seen |= own


def test_warming_up_leaves_nothing_to_compile() -> None:
    warm_up(BOOKS["gwinnett-3"])
    code: Mapping[str, Any] = compiled.machine_code()
    before = {name: code[name].signatures for name in Code._fields}
    assert {name: len(signatures) for name, signatures in before.items()} == dict.fromkeys(Code._fields, 1)

    engine = compiled.CompiledEngine(BOOKS["npa"])
    worlds = engine.deals(2, 1)
    engine.look_over([worlds.hands(0)[seat] for seat in BOOKS["npa"].seats])
    position = engine.position(worlds.hands(0), "S", "N", bidder="E")
    engine.evaluate(position, worlds, engine.legal(position)[:1], 3, 2, "random")
    engine.weights(worlds, Played(position, worlds.hands(0)["N"][:1], "E", dict.fromkeys("NESW", ())))

    assert before == {name: code[name].signatures for name in before}
