"""The compiled engine where there is numba, the plain one else."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from scoring.play.engine import PlainEngine, engine_for, is_compiled, warm_up
from scoring.play.engine.choice import fastest
from tests.scoring.play.engine.deals import BOOKS

NPA = BOOKS["npa"]


@pytest.fixture
def no_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "scoring.play.engine.compiled", None)
    forget_engines()
    yield
    forget_engines()


def forget_engines() -> None:
    fastest.cache_clear()
    engine_for.cache_clear()


def test_an_engine_is_made_once_for_a_book() -> None:
    assert engine_for(NPA) is engine_for(NPA)
    assert engine_for(NPA).name == ("compiled" if is_compiled() else "plain")


@pytest.mark.usefixtures("no_numba")
def test_without_numba_the_plain_engine_plays() -> None:
    assert type(engine_for(NPA)) is PlainEngine
    assert not is_compiled()
    warm_up(NPA)


def test_importing_the_package_loads_no_numba() -> None:
    """The club's server starts without it; only who plays out waits for it."""
    code = "import sys, scoring.play.engine; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
