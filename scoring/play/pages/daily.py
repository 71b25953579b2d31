"""The deal of the day in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.models import PlayedHand
from scoring.play.record import Streak
from scoring.rules.notation import counted, signed

FORMER: Final = "A member"
THE_EXPERT: Final = "The Expert (program)"
NOBODY: Final = "No member played it on its day."
NOBODY_YET: Final = "Nobody else has finished it yet."
NOT_YET: Final = "The Expert hasn’t yet."
COULD_NOT: Final = "The Expert couldn’t, so there’s no par."


def members_words(count: int, *, is_on: bool, is_ours: bool = False) -> str:
    if is_ours:
        return f"{counted(count, 'player')} by these rules so far."
    if not count:
        return NOBODY_YET if is_on else NOBODY
    have = "has" if count == 1 else "have"
    return f"{counted(count, 'member')} {have} played it so far." if is_on else f"{counted(count, 'member')} played it."


def expert_words(par: int | None, *, is_given_up: bool) -> str:
    """The reason that the Expert has no row; empty where it has."""
    return "" if par is not None else COULD_NOT if is_given_up else NOT_YET


def standing_words(ranked: Sequence[PlayedHand], own: PlayedHand) -> str:
    """`You’re in place 2 of 5, with +12.`, or where they would stand who don't rank."""
    place = 1 + sum(hand.margin > own.margin for hand in ranked)
    if own in ranked:
        return f"You’re in place {place} of {len(ranked)}, {signed(own.margin)} against the others."
    if not ranked:
        return f"Yours: {signed(own.margin)} against the others."
    return (
        f"You’d have been in place {place} of {len(ranked) + 1}, with {signed(own.margin)} against the others. "
        "Only members rank, on the day itself."
    )


def par_words(par: int | None, own: PlayedHand) -> str:
    if par is None:
        return ""
    beside = own.margin - par
    stands = f"{abs(beside)} {'above' if beside > 0 else 'below'}" if beside else "level with"
    return f"The Expert made {signed(par)} in this seat. That’s par, and you’re {stands} it."


def streak_words(streak: Streak) -> str:
    if not streak.longest:
        return "Play the deal of the day two days in a row, and your streak begins."
    now = f"{counted(streak.now, 'day')} in a row" if streak.now > 1 else counted(streak.now, "day") + " so far"
    longest = f" Your longest: {counted(streak.longest, 'day')}." if streak.longest > streak.now else ""
    return f"{now}.{longest}" if streak.now else f"None just now.{longest}"
