"""The Expert's judgement of decisions in a hand that is done: made when it is looked at, and kept a while."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any, Final

from django.core.cache import cache

from scoring.models import PlayedDeal
from scoring.score_card.access import hash_of

from . import thinking
from .actions import action_to_json, kind_of
from .review import Judged, Moment, judged, part_of
from .seat_view import seat_view
from .table import Decision

# Counted, not timed, so that a second look says the same.
PLAYOUTS: Final = 2_000
KEPT_SECONDS: Final = 24 * 3600


def judgement(deal: PlayedDeal, moment: Moment, address: str = "") -> Judged:
    """The decision beside the Expert's, asked for in a game that was begun at this `address`.

    Raises `thinking.Busy` where it cannot be told soon.
    """
    decision: Decision | None = cache.get(_key(deal, moment))
    if decision is None:
        seat = moment.action.seat
        mind = thinking.Mind(
            "expert", chance=f"{deal.seed} review {moment.number}", playouts=PLAYOUTS, compared=moment.action
        )
        decision = thinking.decide(mind, seat_view(moment.before, seat), address)
        cache.set(_key(deal, moment), decision, KEPT_SECONDS)
    return judged(moment, decision)


def known(deal: PlayedDeal, moments: Iterable[Moment]) -> dict[int, Judged]:
    """The judgements that were made already, by the number of the moment."""
    by_key = {_key(deal, moment): moment for moment in moments}
    return {by_key[key].number: judged(by_key[key], decision) for key, decision in cache.get_many(by_key).items()}


def to_json(found: Judged) -> dict[str, Any]:
    """A judgement as `PlayedHand.judged` keeps it: what was done and what the Expert would have done, as actions are
    written. `cost` is None where it was not weighed, `error` where nothing can be told of it."""
    action, weighed = found.moment.action, found.weighed
    return {
        "number": found.moment.number,
        "part": part_of(action),
        "kind": kind_of(action),
        "cost": found.cost,
        "error": weighed.error if weighed and isfinite(weighed.error) else None,
        "own": action_to_json(action),
        "best": action_to_json(found.decision.action),
    }


def _key(deal: PlayedDeal, moment: Moment) -> str:
    # Others at the same deal, and another try at it, have the same seed and came to other moments.
    return f"costs-{hash_of(f'{deal.seed} {moment.before.actions} {moment.action}')}"
