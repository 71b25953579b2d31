"""Own meld counted by hand: what counts, what was missed, what does nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.play.actions import LayMeld
from scoring.play.seat_view import SeatView
from scoring.rules.cards import Card
from scoring.rules.exchange import best_laid, lay_fault
from scoring.rules.melds import LaidMeld, best_meld
from scoring.rules.notation import listed, sign

from .faces import action_text


@dataclass(frozen=True, slots=True)
class MeldFinding:
    """The cards chosen as meld: what counts, and a sentence for the rest.

    `missed` are melds of the best count; `fault` is why this can't be laid (aces that must be shown). `lay` and
    `lay_best` are ready actions.
    """

    cards: tuple[Card, ...]
    counted: tuple[LaidMeld, ...]
    total: int
    missed: tuple[LaidMeld, ...]
    useless: str
    best_total: int
    fault: str
    lay: str
    lay_best: str

    @property
    def is_all(self) -> bool:
        """Whether nothing was missed."""
        return self.total == self.best_total

    @property
    def verdict(self) -> str:
        if self.is_all and not self.useless:
            return f"That’s all of it: {self.total}." if self.total else "Right. There is no meld in your hand."
        if self.is_all:
            return f"You found all of it: {self.total}."
        return f"These cards count {self.total}. There are {self.best_total - self.total} more in your hand."


def meld_finding(view: SeatView, cards: Sequence[Card]) -> MeldFinding:
    """The chosen cards' count beside the hand's best; cards not held don't count."""
    chosen = tuple((Counter(cards) & Counter(view.hand)).elements())
    laid, best = best_meld(view.book, chosen, view.trump), best_meld(view.book, view.hand, view.trump)
    over = Counter(chosen) - Counter(best_laid(view.book, chosen, view.trump))
    useless = [sign(card) for card in over.elements()]
    return MeldFinding(
        cards=chosen,
        counted=laid.melds,
        total=laid.total,
        missed=tuple(meld for meld in best.melds if meld not in laid.melds) if laid.total < best.total else (),
        useless=f"{listed(useless)} {'does' if len(useless) == 1 else 'do'} not count." if useless else "",
        best_total=best.total,
        fault=lay_fault(view.book, view.hand, chosen, view.trump) or "",
        lay=action_text(LayMeld(view.seat, chosen)),
        lay_best=action_text(LayMeld(view.seat, best_laid(view.book, view.hand, view.trump))),
    )
