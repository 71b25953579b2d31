"""A changed seating, person by person, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from league.evening.seating.schedules.planning import Change, changes
from league.evening.seating.schedules.schedule import RoundSeating, Schedule
from league.evening.seating.seatings import SeatedRound, published, version_seatings
from league.models import Entrant, Event, SeatingVersion
from league.words import out_words
from scoring.rules.notation import counted

from .rotation import name_order, place_words

HOUSE = Entrant(number=0, name="House player", is_house_player=True)


def since_version(version: SeatingVersion, rounds: Sequence[SeatedRound], people: Iterable[Entrant]) -> dict[str, Any]:
    was = version_seatings(version)
    now = {one.number: one.seating for one in published(rounds)}
    numbers = range(1, max([0, *was, *now]) + 1)
    nothing = RoundSeating(())
    found = changes(
        tuple(was.get(number, nothing) for number in numbers), tuple(now.get(number, nothing) for number in numbers)
    )
    return changes_context(found, 1, {entrant.pk: entrant for entrant in people}, tuple(now.values()), version.event)


def changes_context(
    found: Sequence[Change], first: int, people: Mapping[int, Entrant], now: Schedule, event: Event
) -> dict[str, Any]:
    """People affected by a change: `people` get another table or seat, or lose it; `neighbours` keep theirs beside
    others. Changes count rounds from `first`; `now` is the new seating."""
    out = out_words(event).does
    in_order = sorted(found, key=lambda change: change.player)
    by_person = {player: list(each) for player, each in groupby(in_order, key=lambda change: change.player)}
    moved = {player for player, each in by_person.items() if any(change.is_elsewhere for change in each)}
    placed = {player for seating in now for player in seating.players} & {
        player for player, person in people.items() if not person.is_house_player
    }
    stay = by_person.keys() - moved
    return {
        "headline": _headline(len(moved & placed), len(placed), len(stay & placed)),
        "people": _changed({player: by_person[player] for player in moved}, first, people, out),
        "neighbours": _changed({player: by_person[player] for player in stay}, first, people, out),
    }


def _changed(
    found: Mapping[int, list[Change]], first: int, people: Mapping[int, Entrant], out: str
) -> list[dict[str, Any]]:

    def name(player: int) -> str:
        return people.get(player, HOUSE).called

    changed = [
        {
            "key": player,
            "person": people.get(player, HOUSE),
            "places": [
                {
                    "round": f"Round {first + change.round_index}",
                    "was": place_words(change.was, name, out),
                    "now": place_words(change.now, name, out),
                }
                for change in each
            ],
        }
        for player, each in found.items()
    ]
    return sorted(changed, key=lambda one: name_order(one["person"]))


def _headline(moved: int, players: int, neighbours: int) -> str:
    """`6 of 18 players change places. The other 12 keep their places, 7 of them with somebody new at the table.`"""
    rest = players - moved
    if not moved:
        head = "Nobody’s place changes."
    else:
        verb = "changes" if moved == 1 else "change"
        head = f"{moved} of {counted(players, 'player')} {verb} places."
    if not neighbours and (not moved or not rest):
        return head
    stay = (
        "Everybody keeps their place"
        if not moved
        else ("The other one keeps their place" if rest == 1 else f"The other {rest} keep their places")
    )
    if not neighbours:
        return f"{head} {stay}."
    who = "" if rest == neighbours else "one of them " if neighbours == 1 else f"{neighbours} of them "
    return f"{head} {stay}, {who}with somebody new at the table."
