"""The Expert's judgment of decisions, for hints and reviews.

One judge serves both, and judgments are kept for a day across processes: a review says what the hint said. Playouts are
counted, so a lost judgment comes out the same again, except on a very slow machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import isfinite
from typing import Any, Final

from django.conf import settings
from django.core.cache import caches

from pinochle_club.ground.program import fingerprint
from scoring.models import PlayedDeal

from . import thinking
from .actions import Action, action_to_json, kind_of
from .review import Judged, Moment, judged, part_of
from .seat_view import seat_view
from .settings import settings_from_json
from .state import DealState
from .table import Decision

PLAYOUTS: Final = 8_000
_TIMES: Final = 10  # as long as for a bot that plays, at the most: its figures are read
JUDGMENTS: Final = "judgements"
Asks = Callable[..., Decision]


def advice(
    deal: PlayedDeal, before: DealState, address: str = "", action: Action | None = None, decide: Asks | None = None
) -> Decision:
    """The Expert's decision, remembered or new, with `action` among its options. Raises `thinking.Busy`."""
    cache, key = caches[JUDGMENTS], _key(deal, before, action)
    decision: Decision | None = cache.get(key)
    if decision is None:
        mind = thinking.Mind(
            strength="expert",
            chance=f"{deal.seed} {len(before.actions)}",
            seconds=_TIMES * settings.PLAY_SECONDS,
            playouts=PLAYOUTS,
            meld_bids=settings_from_json(deal.game.settings).meld_bids,
            advises=True,
            compared=action,
            said=cache.get(_key(deal, before)) if action else None,
        )
        assert before.to_act is not None, "somebody decided"
        decision = (decide or thinking.decide)(mind, seat_view(before, before.to_act), address)
        with suppress(OSError):  # a full disk keeps nothing, but it is told
            cache.set(key, decision)
    return decision


def judgement(deal: PlayedDeal, moment: Moment, address: str = "", decide: Asks | None = None) -> Judged:
    """A decision beside the Expert's; raises as `advice`. The worker passes its own Expert as `decide`."""
    return judged(moment, advice(deal, moment.before, address, moment.action, decide))


def known(deal: PlayedDeal, moments: Iterable[Moment]) -> dict[int, Judged]:
    """Judgments made already, by number of the moment."""
    by_key = {_key(deal, moment.before, moment.action): moment for moment in moments}
    found = caches[JUDGMENTS].get_many(by_key)
    return {by_key[key].number: judged(by_key[key], decision) for key, decision in found.items()}


def to_json(found: Judged) -> dict[str, Any]:
    """A judgment as in `PlayedHand.judged`: both actions, `cost` (None: not weighed), `error` (None: unknown)."""
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


def _key(deal: PlayedDeal, before: DealState, action: Action | None = None) -> str:
    """The key, past actions included: another try at the same cards has the same seed."""
    return hashlib.sha256(f"{deal.seed} {before.actions} {action} {fingerprint()}".encode()).hexdigest()
