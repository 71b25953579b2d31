"""Full cycles known from theory: whist tournaments, in which every pair partners once and opposes twice.

Nothing can be better, by counting. They exist for every 4n players (4n-1 rounds) and 4n+1 players (4n+1 rounds, each
sits out once). A starter is the first round; later rounds add 1 to every number, modulo 4n-1 (one player, I, stays) or
modulo 4n+1. Nine has no such cycle over the integers, but one over pairs of numbers modulo 3.

The starters were found by search, and a test checks each in full.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from .schedule import Player, RoundSeating, Schedule, Seating

# (a,b|c,d): a and b against c and d. "I" stays; of 4n+1 players number 0 sits out first.
STARTERS: Final = {
    4: "(I,0|2,1)",
    5: "(1,4|2,3)",
    8: "(I,0|6,2) (1,3|5,4)",
    12: "(I,0|3,2) (1,8|5,7) (4,10|9,6)",
    13: "(1,12|8,5) (2,11|3,10) (4,9|7,6)",
    16: "(I,0|8,2) (1,6|5,12) (3,14|11,13) (4,7|10,9)",
    17: "(1,2|13,15) (3,9|10,7) (4,8|11,16) (5,12|14,6)",
    20: "(I,0|13,18) (1,14|11,3) (2,12|16,9) (4,8|17,15) (5,6|7,10)",
    21: "(1,17|2,16) (3,4|15,7) (5,9|14,12) (6,18|10,20) (8,11|13,19)",
    24: "(I,0|8,16) (1,19|9,7) (2,14|4,5) (3,20|17,21) (6,15|10,13) (11,18|12,22)",
    25: "(1,8|12,6) (2,17|4,9) (3,20|13,16) (5,14|15,11) (7,18|24,23) (10,22|19,21)",
    28: "(I,0|12,26) (1,19|6,13) (2,4|20,23) (3,9|10,14) (5,17|15,7) (8,18|22,11) (16,21|25,24)",
    29: "(1,27|15,7) (2,14|3,22) (4,6|28,23) (5,21|11,18) (8,17|19,13) (9,20|16,12) (10,24|26,25)",
    32: "(I,0|30,14) (1,9|16,11) (2,29|8,6) (3,22|23,26) (4,21|18,24) (5,15|27,20) (7,25|12,13) (10,19|28,17)",
    33: "(1,22|5,21) (2,11|20,12) (3,14|27,31) (4,7|9,10) (6,25|32,17) (8,15|29,19) (13,26|28,23) (16,18|30,24)",
    36: "(I,0|30,7) (1,32|25,16) (2,24|14,6) (3,22|13,20) (4,28|27,17) (5,8|10,11) (9,23|29,31) (12,18|21,26)"
    " (15,33|19,34)",
    37: "(1,36|20,15) (2,12|29,32) (3,7|9,17) (4,27|16,33) (5,11|35,10) (6,19|18,34) (8,26|30,21) (13,28|31,24)"
    " (14,25|22,23)",
    40: "(I,0|8,25) (1,21|31,27) (2,10|17,30) (3,5|22,37) (4,16|15,26) (6,9|24,18) (7,36|32,33) (11,34|13,38)"
    " (12,19|14,35) (20,29|23,28)",
    41: "(1,29|34,26) (2,19|35,15) (3,37|33,6) (4,9|31,30) (5,27|32,7) (8,39|21,17) (10,13|20,11) (12,14|38,23)"
    " (16,28|22,40) (18,24|25,36)",
}
# 3a + b stands for the pair (a, b): 01, 02 against 10, 20 and 11, 22 against 12, 21.
NINE: Final = "(1,2|3,6) (4,8|5,7)"
SIZES: Final = tuple(sorted({*STARTERS, 9}))


def cycle_length(size: int) -> int | None:
    """Rounds of a full cycle of so many players; None if unknown here."""
    if size not in SIZES:
        return None
    return size - 1 if size % 4 == 0 else size


@lru_cache(maxsize=8)
def whist_schedule(size: int) -> Schedule:
    """The full cycle of players 0 … size-1. In round k of 4n+1 players (from 0), player k sits out."""
    starter = NINE if size == 9 else STARTERS[size]
    modulus = size - 1 if size % 4 == 0 else size
    tables = [
        tuple(size - 1 if mark == "I" else int(mark) for mark in re.findall(r"I|\d+", table))
        for table in starter.split()
    ]
    return tuple(_developed(tables, step, size, modulus) for step in range(modulus))


def _developed(tables: list[tuple[int, ...]], step: int, size: int, modulus: int) -> RoundSeating:
    def moved(player: Player) -> Player:
        if size == 9:
            return (player // 3 + step // 3) % 3 * 3 + (player + step) % 3
        return (player + step) % modulus if player < modulus else player

    seatings = []
    for number, (a, b, c, d) in enumerate(tables, start=1):
        seatings.append(Seating(number, (moved(a), moved(c), moved(b), moved(d))))
    return RoundSeating(tuple(seatings), () if size % 4 == 0 else (moved(0),))
