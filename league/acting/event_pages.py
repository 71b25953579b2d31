"""Pages of an event for everybody, kept until its log has something new: all in the hall may open them at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from league.models import Event
from league.models.members import full_names
from pinochle_club.ground.plainly import Kept

About = ParamSpec("About")
Shown = TypeVar("Shown")

MOST_KEPT: Final = 40  # of one kind: a page of 50 tables has some 250 KB


def kept_while_quiet(
    make: Callable[Concatenate[Event, About], Shown],
) -> Callable[Concatenate[Event, About], Shown]:
    """Keep what `make(event, …)` gave until the event's log has something new (one query). For what all readers see
    alike."""
    kept: Kept[Any, Shown] = Kept(MOST_KEPT)

    @wraps(make)
    def asked(event: Event, /, *args: About.args, **kwargs: About.kwargs) -> Shown:
        if event.newest_line is None:
            return make(event, *args, **kwargs)
        key = (event.pk, args, tuple(kwargs.items()), full_names() is not None)
        marks = (event.version, event.newest_line)
        there = kept.find(key, marks)
        return kept.keep(key, marks, make(event, *args, **kwargs)) if there is None else there

    return asked
