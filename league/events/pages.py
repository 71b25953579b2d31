"""Events as people see them: what an evening is, what comes next in it, who sits where and what was won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format

from league.acting.answers import FormPage
from league.acting.permissions import Acting, Action
from league.check_in.pages import absent_words, money_words, people_words
from league.check_in.people import Headcount
from league.clubs.pages.navigation import address_of
from league.models import Club, Entrant, Event, EventRound, Series
from league.models.events import EventSettings
from league.words import DAYS, clock_words, counted, money, settings_words, short_when, when_words
from scoring.score_card.forms.base import new_client_id

Format = EventSettings.Format
RoundEnd = EventSettings.RoundEnd
State = EventRound.State


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the evening. `kind`: `done`, `now` (the one to do next), `later`; no address: not to be done yet.

    With a `client_id` its key is a form that does it, else the way to where it is done.
    """

    title: str
    words: str
    kind: str
    address: str = ""
    key: str = ""
    client_id: str = ""


# -- words -------------------------------------------------------------------------------


def fees_words(event: Event) -> str:
    if not (event.fee or event.guest_fee):
        return ""
    if event.fee == event.guest_fee:
        return f"{money(event.fee)} a player"
    players, guests = (money(cents) if cents else "free" for cents in (event.fee, event.guest_fee))
    return f"{players}, guests {guests}"


# -- lists -------------------------------------------------------------------------------


def event_line(event: Event) -> dict[str, str]:
    """One event in a list: where it leads, when it is and how far it has come."""
    return {
        "name": event.name,
        "address": address_of("event", event.club.slug, event.pk),
        "when": short_when(event),
        "facts": settings_words(event),
        "state": str(event.get_state_display()),
        "kind": event.state,
    }


def series_line(series: Series, next_night: date | None = None) -> dict[str, object]:
    """A series and what can be done with it: its key makes its next night."""
    return {
        "name": series.name,
        "series_id": series.pk,
        "facts": f"Every {DAYS[series.weekday]}, {clock_words(series.starts_at)} · {settings_words(series)}",
        "next_day": date_format(next_night, "l, F j") if next_night else "",
        "is_over": series.is_over,
    }


# -- pages with one form -----------------------------------------------------------------


def new_event_page(club: Club) -> FormPage:
    place = "One club night or tournament. Everything can be changed until the first round begins."
    return FormPage("Plan an event", "Plan this event", ("Back", address_of("events", club.slug)), place)


def edit_event_page(event: Event) -> FormPage:
    return FormPage(f"Change {event.name}", "Save", _back(event), f"{event.get_state_display()}.")


def new_series_page(club: Club) -> FormPage:
    place = "The nights that meet every week: each is made from this by one key."
    return FormPage("Plan a weekly series", "Plan this series", ("Back", address_of("events", club.slug)), place)


def edit_series_page(series: Series) -> FormPage:
    back = ("Back", address_of("one_series", series.club.slug, series.pk))
    place = "For the nights to come; nights that were planned already stay as they are."
    return FormPage(f"Change {series.name}", "Save", back, place)


def close_page(event: Event, people: Headcount, missing: str) -> FormPage:
    """One confirmation: what is missing, and why the event is closed all the same."""
    says = (
        "The evening is over: check-in and the tables’ passes close. "
        "Results stay for everybody to read, and the event can be reopened.",
        " · ".join(filter(None, (people_words(people), money_words(people)))),
    )
    return FormPage(f"Close {event.name}?", "Close the event", _back(event), says=says, notice=missing)


def reopen_page(event: Event) -> FormPage:
    says = (
        "Rounds can be reopened and played again. "
        "The tables’ passes work again as well; check-in stays closed until it is opened."
    )
    return FormPage(f"Reopen {event.name}?", "Reopen the event", _back(event), says=(says,))


def delete_page(event: Event, people: Headcount, rounds: int) -> FormPage:
    """Deleting is the one thing that asks for a name to be typed."""
    has = people_words(people) + (f" · {counted(rounds, 'round')}" if rounds else "")
    return FormPage(
        f"Delete {event.name}?",
        "Delete for good",
        _back(event),
        when_words(event),
        notice="Rounds, cards, results and the event’s log go for good.",
        says=(has, "Members stay. An event that is merely over is closed, not deleted."),
        tone="danger",
    )


def _back(event: Event) -> tuple[str, str]:
    return "Back", address_of("event", event.club.slug, event.pk)


# -- one event ---------------------------------------------------------------------------


def more_links(event: Event, acting: Acting) -> list[tuple[str, str]]:
    """What else there is of an event, for those who may."""
    places = (
        ("Papers to print", "papers", Action.PRINT),
        ("Screen for the hall", "projector", Action.READ_PUBLISHED),
        ("The log", "log", Action.READ_LOG),
    )
    here = (event.club.slug, event.pk)
    return [(words, address_of(name, *here)) for words, name, action in places if acting.may(action)]


# -- the evening's steps -----------------------------------------------------------------


@dataclass(frozen=True)
class Evening:
    """What the steps are worked out from. `absent` have a seat in the round that comes next and are not here."""

    event: Event
    rounds: Sequence[EventRound]
    people: Headcount
    is_stale: bool
    acting: Acting
    absent: Sequence[Entrant] = ()

    @property
    def is_casual(self) -> bool:
        return self.event.format == Format.CASUAL

    @property
    def running(self) -> EventRound | None:
        return next((one for one in self.rounds if one.state == State.RUNNING), None)

    @property
    def closed(self) -> int:
        return sum(one.state == State.CLOSED for one in self.rounds)

    @property
    def ahead(self) -> list[EventRound]:
        return [one for one in self.rounds if one.state in (State.DRAFT, State.PUBLISHED)]

    @property
    def is_played_out(self) -> bool:
        if self.running or self.ahead or not self.closed:
            return False
        return self.is_casual or self.closed >= self.event.rounds_planned

    @property
    def now(self) -> str:
        """The step to do next."""
        if self.event.state == Event.State.CLOSED:
            return ""
        if not self.rounds and not self.people.here:
            return "check_in"
        if self.is_stale:
            return "seating"
        if self.running or (self.ahead and self.ahead[0].state == State.PUBLISHED):
            return "rounds"
        return "close" if self.is_played_out else "seating"


def evening_steps(evening: Evening) -> tuple[Step, ...]:
    """The way through the evening in order, each step with how it stands."""
    places = (("check_in", _check_in), ("seating", _seating), ("rounds", _rounds), ("close", _close))
    order = [name for name, _ in places]
    now = order.index(evening.now) if evening.now else len(order)
    return tuple(
        build(evening, "now" if at == now else "done" if at < now else "later") for at, (_, build) in enumerate(places)
    )


def _address(evening: Evening, name: str, action: Action, *more: object) -> str:
    """Where a step is done; empty for whoever may not."""
    if not evening.acting.may(action):
        return ""
    return address_of(name, evening.event.club.slug, evening.event.pk, *more)


def _check_in(evening: Evening, kind: str) -> Step:
    words = " · ".join(filter(None, (people_words(evening.people), money_words(evening.people))))
    key = "Who was here" if evening.event.state == Event.State.CLOSED else "Check people in"
    return Step("Check-in", words, kind, _address(evening, "check_in", Action.CHECK_IN), key)


def _seating(evening: Evening, kind: str) -> Step:
    if evening.is_stale:
        words, key = "People came or left: the rounds to come do not fit any more", "Re-plan the seating"
    elif not evening.rounds:
        words, key = "Not made yet", "Make the seating"
    elif any(one.state == State.DRAFT for one in evening.ahead):
        words, key = f"{_numbers(evening.ahead)}: a draft that nobody sees yet", "Publish the seating"
    elif evening.ahead:
        words, key = f"{_numbers(evening.ahead)}: published", "Seating"
    else:
        words, key = (
            f"{_numbers(evening.rounds)}: seated",
            "Seating" if evening.is_played_out else "Seat the next round",
        )
    return Step("Seating", words, kind, _address(evening, "rotation", Action.SEAT_PLAYERS), key)


def _numbers(rounds: Sequence[EventRound]) -> str:
    first, last = rounds[0].number, rounds[-1].number
    return f"Round {first}" if first == last else f"Rounds {first} to {last}"


def _rounds(evening: Evening, kind: str) -> Step:
    of = "" if evening.is_casual else f" of {evening.event.rounds_planned}"
    board = _address(evening, "board", Action.SEE_BOARD)
    if evening.running is not None:
        number = evening.running.number
        return Step(f"Round {number}", f"Round {number}{of} is being played", kind, board, "Director’s board")
    if kind == "now":
        return _start(evening, of, board)
    words = f"{evening.closed}{of} played" if evening.closed else "Not begun"
    return Step("Rounds", words, kind, board, "Director’s board")


def _start(evening: Evening, of: str, board: str) -> Step:
    """The round that is published: its key starts it, for those who may."""
    number = evening.ahead[0].number
    words = " ".join(filter(None, (f"Round {number}{of} can begin.", absent_words(evening.absent))))
    start = _address(evening, "start_round", Action.RUN_ROUNDS, number)
    if not start:
        return Step("Rounds", words, "now", board, "Director’s board")
    return Step("Rounds", words, "now", start, f"Start round {number}", client_id=new_client_id())


def _close(evening: Evening, kind: str) -> Step:
    if evening.event.state == Event.State.CLOSED:
        return Step("Close", "The event is closed", kind)
    words = "Everything is played" if evening.is_played_out else "When the last round is over"
    address = "" if evening.running is not None else _address(evening, "close_event", Action.RUN_ROUNDS)
    return Step("Close", words, kind, address, "Close the event")
