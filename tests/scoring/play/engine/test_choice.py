"""The compiled engine where there is numba, the plain one else."""

import subprocess
import sys

import pytest

from scoring.play.engine import PlainEngine, choice, engine_for, is_compiled, warm_up
from tests.scoring.play.engine.deals import BOOKS

NPA = BOOKS["npa"]


@pytest.fixture(autouse=True)
def _asked_anew():
    yield
    is_compiled.cache_clear()
    engine_for.cache_clear()


def test_an_engine_is_made_once_for_a_book() -> None:
    assert engine_for(NPA) is engine_for(NPA)
    assert engine_for(NPA).name == ("compiled" if is_compiled() else "plain")


def test_without_numba_the_plain_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    is_compiled.cache_clear()
    engine_for.cache_clear()
    monkeypatch.setattr(choice, "find_spec", lambda name: None)

    assert type(engine_for(NPA)) is PlainEngine
    warm_up(NPA)


def test_importing_the_package_loads_no_numba() -> None:
    """The club's server starts without it; only who plays out waits for it."""
    code = "import sys, scoring.play.engine; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
