"""What is quick here (queries built once, sheets and rows kept, form controls drawn without templates) answers byte for
byte what the plain way answers. `with plainly():` goes the plain way, for tests and benchmarks to compare with."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

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


def kept(most: int) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Keeps so many answers of a function that depends on nothing but what it is given: those asked for last."""

    def keeping(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
        quick = lru_cache(most)(work)

        @wraps(work)
        def answer(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
            return work(*args, **kwargs) if is_plain() else quick(*args, **kwargs)  # type: ignore[arg-type]

        return answer

    return keeping
