"""The facts behind a seating, to tell what changed since."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from league.evening.seating.schedules.schedule import Player
from league.evening.seating.schedules.tasks import SeatingTask, fingerprint_of
from league.evening.seating.schedules.wishes import Wishes
from league.models import Entrant, Event, RoundTable


def made_of(event: Event, task: SeatingTask) -> dict[str, Any]:
    """The facts behind a task (two queries): people seated, those here, wishes, void tables before."""
    placed = {player for here in task.attendance for player in here}
    here = event.entrants.filter(state=Entrant.State.HERE, is_house_player=False, pk__in=placed)
    return {
        "first": task.first,
        "people": sorted(player for player in placed if player > 0),
        "here": sorted(here.values_list("pk", flat=True)),
        "wishes": wishes_of(task.wishes, placed),
        "void": void_before(event, task.first),
    }


def wishes_of(wishes: Wishes, people: Collection[Player]) -> str:
    """A digest of these people's wishes."""
    pairs = (wishes.not_partners, wishes.never_meet, wishes.partners)
    within = [sorted(sorted(pair) for pair in found if pair <= set(people)) for found in pairs]
    staying = sorted(one for one in wishes.at_table if one[0] in people)
    return fingerprint_of((within, sorted(wishes.stationary & set(people)), *([staying] if staying else [])))


def void_before(event: Event, number: int) -> list[list[int]]:
    """Tables of earlier rounds that don't count, with their rounds (one query)."""
    tables = RoundTable.objects.filter(event_round__event=event, event_round__number__lt=number, counts=False)
    return [
        list(each)
        for each in tables.order_by("event_round__number", "number").values_list("event_round__number", "number")
    ]


def counts_otherwise(event: Event) -> bool:
    """Whether other tables count now than when the seating was made (one query)."""
    made = event.made_of
    return made is not None and made["void"] != void_before(event, made["first"])


def is_not_here_after_all(event: Event, entrant: Entrant, number: int) -> bool:
    """Whether an entrant was here when the seating was made, isn't now, and isn't waited for in that round."""
    was_here = entrant.pk in (event.made_of or {}).get("here", ())
    return was_here and entrant.state == Entrant.State.EXPECTED and entrant.waited_for_in < number


def not_there(event: Event, people: Iterable[Entrant], number: int) -> list[Entrant]:
    return [
        one
        for one in people
        if is_not_here_after_all(event, one, number)
        or (one.state == Entrant.State.LEFT and one.waited_for_in < number and not one.is_house_player)
    ]


def other_than_made(event: Event, wishes: Wishes) -> list[str]:
    """Sentences on changes since the seating was made, other than people (one query)."""
    made = event.made_of
    if made is None:
        return []
    found = []
    if counts_otherwise(event):
        found.append("What counts of the rounds before has changed since this was made.")
    if made["wishes"] != wishes_of(wishes, made["people"]):
        found.append("Partners or wishes have changed since this was made.")
    return found
