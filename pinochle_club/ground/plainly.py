"""The switch between the quick way (queries built once, sheets and rows kept, form controls drawn without templates)
and the plain one, which answers the same bytes: `with plainly():`, for tests and benchmarks."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_is_plain = ContextVar("is_plain", default=False)


def is_plain() -> bool:
    return _is_plain.get()


@contextmanager
def plainly() -> Iterator[None]:
    token = _is_plain.set(True)
    try:
        yield
    finally:
        _is_plain.reset(token)


def kept(most: int) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Keep the last so many answers of a function that depends on its arguments alone."""

    def keeping(work: Callable[Given, Answer]) -> Callable[Given, Answer]:
        quick = lru_cache(most)(work)

        @wraps(work)
        def answer(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
            return work(*args, **kwargs) if is_plain() else quick(*args, **kwargs)  # type: ignore[arg-type]

        return answer

    return keeping


class Kept(Generic[Key, Value]):
    """What a process worked out last, each by a key and with the marks of what it rests on, up to a weight of
    `most` together."""

    def __init__(self, most: int, weight: Callable[[Value], int] = lambda _: 1) -> None:
        self.most = most
        self._weight = weight
        self._there: OrderedDict[Key, tuple[object, Value]] = OrderedDict()
        self._held = 0
        self._lock = Lock()

    def find(self, key: Key, marks: object) -> Value | None:
        if is_plain():
            return None
        with self._lock:
            there = self._there.get(key)
            if there is None or there[0] != marks:
                return None
            self._there.move_to_end(key)
            return there[1]

    def keep(self, key: Key, marks: object, value: Value) -> Value:
        if not is_plain():
            with self._lock:
                self._forget(key)
                self._there[key] = marks, value
                self._held += self._weight(value)
                while self._held > self.most:
                    self._forget(next(iter(self._there)))
        return value

    def clear(self) -> None:
        with self._lock:
            self._there.clear()
            self._held = 0

    def _forget(self, key: Key) -> None:
        if key in self._there:
            self._held -= self._weight(self._there.pop(key)[1])
