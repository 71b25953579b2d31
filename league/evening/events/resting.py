"""What already rests on a setting of an event's plan, so that the director is asked before it changes. Nothing is
written here.

Every setting is in `RESTS`. Most are read at each look and count from now on; what rounds were played by is
refused in `deeds`; the rest asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet

from league.models import Coming, Entrant, Event, SitOut
from league.models.events import EventSettings
from league.models.rounds import STARTED
from league.words import money
from scoring.rules.notation import counted

SETTINGS: Final = tuple(field.name for field in EventSettings._meta.get_fields())
KEEP: Final = "keep"
# What the coming nights of a series can take over; a name and a date are one night's.
FOLLOWED: Final = frozenset({*SETTINGS, "starts_at"})


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a setting that changes, with the choices that answer it. An answer names how many it is about:
    where that is another number by now, it is asked again."""

    field: str
    words: str
    choices: tuple[tuple[str, str], ...]


Asking = Callable[[Event, Any], Question | None]


def payers(event: Event, *, is_guest: bool) -> QuerySet[Entrant]:
    """Who paid the fee in full."""
    came = event.entrants.filter(is_guest=is_guest, is_house_player=False)
    fee = event.fee_of(is_guest=is_guest)
    return came.filter(fee=fee, paid=fee, paid__gt=0)


def _paid(event: Event, value: int, *, is_guest: bool) -> Question | None:
    number = payers(event, is_guest=is_guest).count()
    was, becomes = money(event.fee_of(is_guest=is_guest), event.club), money(value, event.club)
    who = counted(number, "guest" if is_guest else "person", "guests" if is_guest else "people")
    choices = ((f"new-{number}", f"They paid {becomes}"), (KEEP, f"Leave them: {was} is what they paid"))
    words = f"{who} paid {was}. Did they pay {becomes}, or do you leave them?"
    return Question("guest_fee" if is_guest else "fee", words, choices) if number else None


def _sat_out(name: str) -> Asking:
    def ask(event: Event, value: Any) -> Question | None:
        number = SitOut.objects.filter(event_round__event=event, event_round__state__in=STARTED).count()
        words = f"{counted(number, 'seat')} already sat out. Their points change, too, and so may places."
        return Question(name, words, ((f"change-{number}", "Change their points"),)) if number else None

    return ask


def _said(event: Event, value: Any) -> Question | None:
    number = Coming.objects.filter(event=event).count()
    words = f"{counted(number, 'person', 'people')} already said whether they come. Their answers stay. Tell them."
    return Question("played_on", words, ((f"change-{number}", "Move the night"),)) if number else None


# By setting, who is asked; None where nothing rests on it, or `deeds` refuses it.
RESTS: Final[Mapping[str, Asking | None]] = {
    **dict.fromkeys(("name", "starts_at", *SETTINGS)),
    "fee": lambda event, value: _paid(event, value, is_guest=False),
    "guest_fee": lambda event, value: _paid(event, value, is_guest=True),
    "sit_out_credit": _sat_out("sit_out_credit"),
    "fixed_credit": _sat_out("fixed_credit"),
    "played_on": _said,
}


def questions(event: Event, changed: Mapping[str, Any]) -> Iterator[Question]:
    """What is asked before these settings change, and whether the coming nights take them over."""
    for name, value in changed.items():
        ask = RESTS[name]
        question = ask(event, value) if ask else None
        if question:
            yield question
    if event.series is not None and not event.series.is_over and FOLLOWED & changed.keys():
        nights = coming_nights(event).count()
        planned = f" and {counted(nights, 'night')} already planned" if nights else ""
        choices = ((f"yes-{nights}", f"Yes, the series{planned}"), ("no", "Only this night"))
        yield Question("coming", "The coming nights, too?", choices)


def coming_nights(event: Event) -> QuerySet[Event]:
    """The nights of its series that are planned and come later."""
    later = Event.objects.filter(series=event.series_id, state=Event.State.PLANNED, starts_at__gt=event.starts_at)
    return later.exclude(pk=event.pk).select_related("club")
