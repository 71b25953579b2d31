"""What is quick here (queries built once, sheets and rows kept, form controls drawn without templates) answers byte for
byte what the plain way answers. `with plainly():` goes the plain way, for tests and benchmarks to compare with."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_plain = ContextVar("is_plain", default=False)


def is_plain() -> bool:
    """Whether nothing that was kept may be used, nor anything be kept."""
    return _is_plain.get()


@contextmanager
def plainly() -> Iterator[None]:
    token = _is_plain.set(True)
    try:
        yield
    finally:
        _is_plain.reset(token)
