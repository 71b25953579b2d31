"""A weekly lesson: three positions from one's recent hands where most was surely lost, each of another theme if
possible. Hands of earlier weeks come first, so that new ones seldom change the choice; the first answer fixes it for
the week. A deal of the day is left out until it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.utils import timezone

from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, PlayedHand

from .bots.weighing import DOUBT
from .own_hands import hands_of
from .themes import Facts

POSITIONS: Final = 3
WEEKS: Final = 5
MOST_READ: Final = 150


@dataclass(frozen=True, slots=True)
class Position:
    """A decision to make again; `choices` begin with the best one and the one made."""

    hand: int
    day: date
    facts: Facts

    @property
    def number(self) -> int:
        return int(self.facts["number"])

    def rank(self, week: str) -> tuple[bool, float]:
        """The sort key: earlier weeks by cost, then this week's, the newest last."""
        is_new = week_of(self.day) == week
        return is_new, self.hand if is_new else -self.facts["worth"]

    @property
    def answer(self) -> int | None:
        return self.facts.get("answer")

    @property
    def is_right(self) -> bool:
        """Whether the best choice was tapped, or one level with it."""
        if self.answer is None:
            return False
        _, cost, error = self.facts["choices"][self.answer]
        return bool(cost <= DOUBT * error)


def week_of(day: date) -> str:
    """`2026-W48`."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def pick(hands: Iterable[tuple[int, date, list[Facts]]], today: date) -> list[Position]:
    """This week's positions in playing order; `hands` are ids, days and judgments."""
    week = week_of(today)
    found = [Position(hand, day, each) for hand, day, judged in hands for each in judged if "worth" in each]
    fresh = sorted((each for each in found if "week" not in each.facts), key=lambda each: each.rank(week))
    themes = [each.facts["theme"] for each in fresh]
    # First one of each theme, then the second ones.
    by_theme = sorted(enumerate(fresh), key=lambda pair: themes[: pair[0]].count(themes[pair[0]]))
    picked = [each for each in found if each.facts.get("week") == week] or [each for _, each in by_theme[:POSITIONS]]
    return sorted(picked, key=lambda each: (each.hand, each.number))


def of_this_week(player: int | None, device: Device | None) -> list[Position]:
    """The lesson of an account, or of a device without one (one query)."""
    today = timezone.localdate()
    own = hands_of(player, device).filter(deal__isnull=False, played_on__gte=today - timedelta(weeks=WEEKS))
    own = own.exclude(judged=[]).exclude(shared__day__gte=today)
    return pick(own.values_list("pk", "played_on", "judged")[:MOST_READ], today)


def answer(positions: Iterable[Position], answered: Position, choice: int) -> None:
    """Keep the first answer to a position, and fix this week's lesson."""
    week, chosen = week_of(timezone.localdate()), {(each.hand, each.number) for each in positions}
    with queued_write():
        for hand in PlayedHand.objects.select_for_update().filter(pk__in={hand for hand, _ in chosen}):
            for facts in hand.judged:
                if (hand.pk, facts["number"]) in chosen:
                    facts.setdefault("week", week)
                if (hand.pk, facts["number"]) == (answered.hand, answered.number):
                    facts.setdefault("answer", choice)
            hand.save(update_fields=["judged"])
