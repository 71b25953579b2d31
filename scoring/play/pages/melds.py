"""Own meld counted by hand: what counts, what was missed, what does nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from scoring.play.actions import LayMeld
from scoring.play.seat_view import SeatView
from scoring.rules.cards import Card
from scoring.rules.exchange import best_laid, lay_fault
from scoring.rules.melds import best_meld
from scoring.rules.notation import listed, sign

from .faces import action_text


def meld_finding(view: SeatView, cards: Sequence[Card]) -> dict[str, Any]:
    """The chosen cards' count beside the hand's best; cards not held don't count. `fault`: why this can't be laid
    (aces that must be shown)."""
    chosen = tuple((Counter(cards) & Counter(view.hand)).elements())
    laid, best = best_meld(view.book, chosen, view.trump), best_meld(view.book, view.hand, view.trump)
    over = Counter(chosen) - Counter(best_laid(view.book, chosen, view.trump))
    useless = [sign(card) for card in over.elements()]
    missed = [meld for meld in best.melds if meld not in laid.melds]
    return {
        "cards": chosen,
        "melds": {"Counts:": laid.melds, "Better:": missed if laid.total < best.total else ()},
        "total": laid.total,
        "useless": f"{listed(useless)} {'does' if len(useless) == 1 else 'do'} not count." if useless else "",
        "best_total": best.total,
        "is_all": laid.total == best.total,
        "verdict": _verdict(laid.total, best.total, is_clean=not useless),
        "fault": lay_fault(view.book, view.hand, chosen, view.trump) or "",
        "lay": action_text(LayMeld(view.seat, chosen)),
        "lay_best": action_text(LayMeld(view.seat, best_laid(view.book, view.hand, view.trump))),
    }


def _verdict(total: int, best: int, *, is_clean: bool) -> str:
    if total < best:
        return f"These cards count {total}. There are {best - total} more in your hand."
    if not is_clean:
        return f"You found all of it: {total}."
    return f"That’s all of it: {total}." if total else "Right. There is no meld in your hand."
