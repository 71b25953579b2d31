"""Consequences of changing an event's plan, about which the director is asked first. A setting's questions are declared
at its field (`models.events`). Most settings are read each time, and hold for everything not yet played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from league.models import Coming, DealtBoards, Entrant, Event, EventRound, Series, SitOut
from league.models.facts import settings_of
from league.models.rounds import STARTED
from league.words import day_words, money
from scoring.rules.notation import counted

PLANNED: Final = settings_of(Event)
COMING: Final = "coming"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a changing setting. An answer names a number, and is asked again once that differs."""

    field: str
    words: str
    choices: tuple[tuple[str, str], ...]


Asking = Callable[[Event, Mapping[str, Any]], Question | None]


# -- what is asked -----------------------------------------------------------------------


def payers(event: Event, *, is_guest: bool) -> QuerySet[Entrant]:
    """The people who paid the fee in full."""
    fee = event.fee_of(is_guest=is_guest)
    return event.entrants.filter(is_guest=is_guest, is_house_player=False, fee=fee, paid=fee, paid__gt=0)


def _paid(name: str, *, is_guest: bool) -> Asking:
    def ask(event: Event, changed: Mapping[str, Any]) -> Question | None:
        number, fee = payers(event, is_guest=is_guest).count(), event.fee_of(is_guest=is_guest)
        was, becomes = money(fee, event.club), money(changed[name], event.club)
        more = money(changed[name] - fee, event.club)
        owe = ((f"owe-{number}", f"They paid {was} and owe {more} more"),) if changed[name] > fee else ()
        choices = ((f"new-{number}", f"They paid {becomes}"), *owe, ("keep", f"Leave them: they paid {was}"))
        who = counted(number, "guest" if is_guest else "person", "guests" if is_guest else "people")
        return Question(name, f"{who} paid {was}. What about them?", choices) if number else None

    return ask


def _sat_out(event: Event, changed: Mapping[str, Any]) -> Question | None:
    sat_out = SitOut.objects.filter(event_round__event=event, event_round__state__in=STARTED)
    number = sat_out.values("entrant").distinct().count()
    words = f"{counted(number, 'person', 'people')} already sat out. Their points change, too, and so may places."
    return _confirmed("sat_out", number, words, "Change their points")


def _answered(event: Event, changed: Mapping[str, Any]) -> Question | None:
    number = 0 if event.rounds.filter(state__in=STARTED).exists() else Coming.objects.filter(event=event).count()
    who = counted(number, "person", "people")
    words = f"{who} already said whether they’re coming. Their answers stay. Let them know."
    what = "where" if changed.keys() == {"place"} else "when"
    return _confirmed("said", number, words, f"Change {what} it is")


def _seated(event: Event, changed: Mapping[str, Any]) -> Question | None:
    number = event.rounds.exclude(state__in=STARTED).count()
    is_one = number == 1
    words = f"{counted(number, 'round')} {'is' if is_one else 'are'} already seated by the plan as it was."
    words += f" {'It stays' if is_one else 'They stay'} so until you make the seating again or delete it."
    return _confirmed("seated", number, words, "Change the plan")


def _dealt(event: Event, changed: Mapping[str, Any]) -> Question | None:
    is_other = Event.BoardsBy.RECORDED in (event.boards_by, changed["boards_by"])
    number = DealtBoards.objects.filter(event=event).count() if is_other else 0
    return _confirmed(
        "dealt", number, "The boards are already made. They go, with what’s printed of them.", "Let them go"
    )


def _shown(event: Event, changed: Mapping[str, Any]) -> Question | None:
    """A question about places already shown, or to be shown at once."""
    numbers = {name: changed.get(name, getattr(event, name)) for name in ("rounds_planned", "hidden_rounds")}
    was, becomes = event.shown_through, Event(state=event.state, **numbers).shown_through
    last = event.rounds.filter(state=EventRound.State.CLOSED).order_by("number").last()
    played = last.number if last is not None else 0
    if becomes < min(was, played):
        words = f"Everybody could see the places after round {min(was, played)} already."
        return _confirmed("shown", played, words, "Hide them from now on")
    words = f"The places after round {played} are hidden so far. Everybody sees them at once."
    return _confirmed("shown", played if was < min(becomes, played) else 0, words, "Show them")


def _placed(event: Event, changed: Mapping[str, Any]) -> Question | None:
    number = event.rounds.filter(state=EventRound.State.CLOSED, counts=True).count()
    words = f"{counted(number, 'round')} {'is' if number == 1 else 'are'} played. The places change at once."
    return _confirmed("placed", number, words, "Change the places")


def _confirmed(field: str, number: int, words: str, choice: str) -> Question | None:
    """A question with one answer, unless it is about none."""
    return Question(field, words, ((f"yes-{number}", choice),)) if number else None


# Questions of settings by name (`Setting.asks`).
ASKS: Final[Mapping[str, Asking]] = {
    "said": _answered,
    "shown": _shown,
    "placed": _placed,
    "seated": _seated,
    "sat_out": _sat_out,
    "dealt": _dealt,
    "fee": _paid("fee", is_guest=False),
    "guest_fee": _paid("guest_fee", is_guest=True),
}


def questions(row: Event | Series, changed: Mapping[str, Any], answers: Mapping[str, str]) -> Iterator[Question]:
    """The questions before these settings change, and whether and how the coming nights follow."""
    if isinstance(row, Event):
        yield from _resting(row, changed)
    taken, nights = taken_over(row, changed), list(coming_nights(row))
    if not taken or not (nights if isinstance(row, Series) else row.series and not row.series.is_over):
        return
    yield _coming(row, len(nights))
    if takes_over(answers):
        for night in nights:
            theirs = {name: value for name, value in taken.items() if _each_night(getattr(night, name)) != value}
            for one in _resting(night, theirs):
                yield replace(one, field=f"{one.field}_{night.pk}", words=f"{day_words(night)}: {one.words}")


def are_answered(row: Event | Series, changed: Mapping[str, Any], answers: Mapping[str, str]) -> bool:
    return all(answers.get(one.field) in dict(one.choices) for one in questions(row, changed, answers))


def takes_over(answers: Mapping[str, str]) -> bool:
    """Whether the coming nights change, too."""
    return answers.get(COMING, "").startswith("yes")


def taken_over(row: Event | Series, changed: Mapping[str, Any]) -> dict[str, Any]:
    """The changes that coming nights can take over, as a series stores them."""
    ours = {
        name: _each_night(value) for name, value in changed.items() if name in PLANNED and not PLANNED[name].is_nights
    }
    return {name: value for name, value in ours.items() if value != _each_night(getattr(row, name))}


def coming_nights(row: Event | Series) -> QuerySet[Event]:
    """The planned nights of a series, or those after a night; one that is lent stays as it is."""
    planned = Event.objects.filter(state=Event.State.PLANNED, lent=0).select_related("club").order_by("starts_at", "pk")
    if isinstance(row, Series):
        return planned.filter(series=row)
    return planned.filter(series=row.series_id, series__isnull=False, starts_at__gt=row.starts_at).exclude(pk=row.pk)


def _resting(event: Event, changed: Mapping[str, Any]) -> Iterator[Question]:
    """Each question once, also where two settings ask it."""
    asks = dict.fromkeys(ask for name in changed if name in PLANNED for ask in PLANNED[name].asks)
    yield from filter(None, (ASKS[ask](event, changed) for ask in asks))


def _coming(row: Event | Series, number: int) -> Question:
    nights = counted(number, "night")
    if isinstance(row, Series):
        choices = ((f"yes-{number}", f"Yes, {nights} already planned"), ("no", "Only nights planned from now on"))
    else:
        planned = f" and {nights} already planned" if number else ""
        choices = ((f"yes-{number}", f"Yes, the series{planned}"), ("no", "Only this night"))
    return Question(COMING, "The coming nights, too?", choices)


def _each_night(value: Any) -> Any:
    """A start as a time of day, which all nights of a series share."""
    return timezone.localtime(value).time() if isinstance(value, datetime) else value
