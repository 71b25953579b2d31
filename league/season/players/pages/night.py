"""A player's night in words: place, best hand, special hands and near misses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.evening.cards.seats import player_at
from league.evening.cards.words import gap_text, standing_words
from league.models import Entrant, Event
from league.season.players.night import NightHand, NightRound, Role, best_hand, closest_loss, closest_set
from league.season.players.places import NightPlace
from league.season.players.record import Mark
from league.season.seasons.standings import points_words
from scoring.rules.notation import counted, ended, listed, signed

from .record import Fact

# Bids of one player that were all made are worth a word from so many on.
ALL_MADE_FROM: Final = 3


@dataclass(frozen=True, slots=True)
class NightSummary:
    """The head of a player's rounds; `place` is empty while places are hidden."""

    place: str
    points: str
    why: str
    still: str
    best: Fact | None
    partners: str
    more: tuple[tuple[str, list[Fact]], ...]
    picture: str = ""


def night_summary(
    entrant: Entrant, rounds: Sequence[NightRound], place: NightPlace | None, base: str, marks: Iterable[Mark] = ()
) -> NightSummary | None:
    """The summary of a night, if any was played. The player's cards are read at `base`."""
    if not rounds:
        return None
    best = best_hand(rounds)
    is_over = entrant.event.state == Event.State.CLOSED
    specials = list(_specials(rounds, base))
    # `Your 100th bid made.`, `Your first skunk.`
    specials += [Fact(f"Your {mark.says[:1].lower()}{mark.says[1:]}.") for mark in marks]
    return NightSummary(
        place=f"Place {place.place} of {place.of}{'' if is_over else ' so far'}" if place else "",
        points=_points(entrant.event, rounds, place),
        why=why_words(entrant.event, place) if place else "",
        still=f"{counted(place.playing, 'table')} still playing." if place and place.playing else "",
        best=_of_hand(best, f"{where(best)}: {lowered_bid(best)}, {signed(best.points)}", base) if best else None,
        partners=listed(list(dict.fromkeys(name for one in rounds for name in one.partners))),
        more=(("Special", specials), ("Closest misses", list(_missed(rounds, base)))),
    )


def _points(event: Event, rounds: Sequence[NightRound], place: NightPlace | None) -> str:
    """Points of the night; of boards only with the place, since they are nothing without the other tables."""
    if place is not None:
        return standing_words(event, place.points)
    return "" if event.is_duplicate else points_words(sum(one.played.points for one in rounds))


def why_words(event: Event, place: NightPlace) -> str:
    """`812 points, 31 behind Walt and 12 ahead of Joan`."""
    gaps = [
        f"{gap_text(event, near[1])} {words} {near[0]}"
        for near, words in ((place.above, "behind"), (place.below, "ahead of"))
        if near is not None
    ]
    level = [f"level with {listed(place.level)}"] if place.level else []
    points = standing_words(event, place.points)
    return ended(f"{points}, {listed([*level, *gaps])}" if level or gaps else points)


def where(hand: NightHand) -> str:
    return f"Round {hand.table.table.event_round.number}, hand {hand.number}"


def hand_lines(rounds: Sequence[NightRound], base: str) -> Mapping[int, list[Fact]]:
    return {
        one.number: [
            _of_hand(hand, f"{hand.number}. {hand_words(hand)}", base, signed(hand.points)) for hand in one.hands
        ]
        for one in rounds
    }


def hand_words(hand: NightHand) -> str:
    """`Your bid of 55, made`, `Marge’s bid of 50, set by 2`, `Walt’s bid of 52, you set them by 3`."""
    if not hand.bid:
        return "nobody bid"
    short = f" by {-hand.over}" if hand.over is not None and hand.over < 0 else ""
    if hand.role is Role.DEFENDER:
        came = f"you set them{short}" if hand.was_set else "made"
    else:
        came = f"set{short}" if hand.was_set else "made"
    return f"{_bid(hand)}, {came}"


def lowered_bid(hand: NightHand) -> str:
    """A hand in the middle of a sentence: only `Your` loses its capital there."""
    words = hand_words(hand)
    return f"y{words[1:]}" if hand.role is Role.BIDDER else words


def _bid(hand: NightHand) -> str:
    if hand.role is Role.BIDDER:
        return f"Your bid of {hand.bid}"
    return f"{player_at(hand.table.seats[hand.bidder])}’s bid of {hand.bid}"


def _of_hand(hand: NightHand, says: str, base: str, points: str = "") -> Fact:
    return Fact(says, points, address=f"{base}tables/{hand.table.table.pk}/hands/{hand.number}/")


def _specials(rounds: Sequence[NightRound], base: str) -> Iterator[Fact]:
    for one in rounds:
        if one.skunk is not None:
            yield Fact(f"{'A skunk' if one.skunk else 'Skunked'} in round {one.number}.")
        for hand in one.hands:
            if hand.is_moon:
                yield _of_hand(hand, f"{where(hand)}: the moon, made.", base)
            elif hand.sweep:
                yield _of_hand(hand, f"{where(hand)}: {hand.sweep}.", base)
            if hand.rare_melds:
                yield _of_hand(hand, f"{where(hand)}: {listed(hand.rare_melds)}.", base)
    bids = [hand for one in rounds for hand in one.hands if hand.role is Role.BIDDER]
    if len(bids) >= ALL_MADE_FROM and not any(hand.was_set for hand in bids):
        yield Fact(f"All your {len(bids)} bids made.")


def _missed(rounds: Sequence[NightRound], base: str) -> Iterator[Fact]:
    if (hand := closest_set(rounds)) is not None:
        yield _of_hand(hand, f"{where(hand)}: {lowered_bid(hand)}.", base)
    if (lost := closest_loss(rounds)) is not None and lost.played.shares is None:  # a duplicate's rounds are not won
        yield Fact(f"Round {lost.number}: lost by {points_words(-lost.margin)}.")
