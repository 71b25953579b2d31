"""A world's fit with the play: each card beside a Club player's choice with that hand.

Like `kernel`, runs plain or compiled. A world is replayed from its first lead. Chances are sums and quotients, equal to
the last bit on every machine.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .club_cards import (
    Going,
    Sight,
    Start,
    Ways,
    begin,
    for_lead,
    lay,
    learn,
    look_round,
    outlook_with,
    takes_rest,
    worth_of,
)
from .kernel import Flat, Frame, legal_mask
from .tables import BIT_PRIME, PLACES, RANKS_IN_SUIT, TrickTables

BY_CHANCE: Final = 0.1  # how often somebody plays what a club player never would
# Points: how much worse a card must be to be played half as often. Both were found by how likely the true hands came
# out among others, at decisions of Experts (tests/lab/bots.md).
TELLS: Final = 0.15


class Judged(NamedTuple):
    """Room to judge a world: cards each seat `has_played`, hands at the first lead, and worths of a hand's cards."""

    has_played: Flat
    hands: Flat
    worths: Flat


def weigh_worlds(
    tables: TrickTables,
    ways: Ways,
    frame: Frame,
    start: Start,
    worlds: Flat,
    number: int,
    me: int,
    cards: Flat,
    going: Going,
    judged: Judged,
    out: Flat,
    weights: Flat,
) -> None:
    """Write how likely others than `me` would have played these `cards` in each world, from the first lead of
    `frame`."""
    row = len(worlds) // number
    aside = tables.players * PLACES
    find_played(tables, frame, cards, judged.has_played)
    for line in range(number):
        for place in range(aside):
            judged.hands[place] = worlds[line * row + place] + judged.has_played[place]
        if row > aside:
            for card in range(PLACES):
                start.buried[card] = worlds[line * row + aside + card]
        begin(tables, frame, start, going, judged.hands, 0, out, 0)
        weights[line] = chance_of(tables, ways, frame, start, me, cards, going, judged.worths)


def find_played(tables: TrickTables, frame: Frame, cards: Flat, has_played: Flat) -> None:
    seat, state, winner, in_trick = frame.to_play, frame.state, -1, 0
    for number in range(len(cards)):
        card = cards[number]
        has_played[seat * PLACES + card] += 1
        if (tables.beats[state] >> card) & 1:
            winner = seat
        state = tables.steps[state * PLACES + card]
        in_trick += 1
        seat = seat + 1 if seat + 1 < tables.players else 0
        if in_trick == tables.players:
            seat, state, winner, in_trick = winner, tables.start[frame.trump], -1, 0


def chance_of(
    tables: TrickTables,
    ways: Ways,
    frame: Frame,
    start: Start,
    me: int,
    cards: Flat,
    going: Going,
    worths: Flat,
) -> float:
    seat, state, winner, in_trick, points, led = frame.to_play, frame.state, -1, 0, 0, 0
    chance = 1.0
    for number in range(len(cards)):
        card = cards[number]
        if seat != me:
            legal = legal_mask(tables, state, frame.trump, going.held[seat])
            if legal & (legal - 1):
                sight = look_round(tables, frame, start, going, seat, state, winner, in_trick, points)
                if in_trick or not takes_rest(sight):
                    chance *= chance_of_card(tables, ways, sight, led, legal, card, worths)
        if in_trick:
            learn(tables, going.highest, seat, frame.trump, state, led, card)
        else:
            led = card // RANKS_IN_SUIT
        lay(tables, going, seat, card)
        if (tables.beats[state] >> card) & 1:
            winner = seat
        points += tables.value[card]
        state = tables.steps[state * PLACES + card]
        in_trick += 1
        seat = seat + 1 if seat + 1 < tables.players else 0
        if in_trick == tables.players:
            seat = winner
            state, winner, in_trick, points = tables.start[frame.trump], -1, 0, 0
    return chance


def chance_of_card(
    tables: TrickTables, ways: Ways, sight: Sight, led: int, legal: int, card: int, worths: Flat
) -> float:
    most = -1e9
    number = 0
    left = legal
    while left:
        lowest = left & -left
        left ^= lowest
        worth = worth_now(tables, ways, sight, led, tables.places[lowest % BIT_PRIME])
        worths[number] = worth
        most = max(most, worth)
        number += 1
    whole = 0.0
    own = 0.0
    left = legal
    for place in range(number):
        lowest = left & -left
        left ^= lowest
        off = (most - worths[place]) / TELLS
        share = 1 / (1 + off * off)
        whole += share
        if tables.places[lowest % BIT_PRIME] == card:
            own = share
    return BY_CHANCE / number + (1 - BY_CHANCE) * own / whole


def worth_now(tables: TrickTables, ways: Ways, sight: Sight, led: int, card: int) -> float:
    """A Club player's worth of a card, as in `club_cards.choose`."""
    is_lead = sight.winner < 0
    outlook = outlook_with(tables, ways, sight, card // RANKS_IN_SUIT if is_lead else led, card)
    worth = worth_of(tables, ways, sight, card, outlook[0], outlook[1], outlook[2])
    return worth + for_lead(tables, ways, sight, card) if is_lead else worth
