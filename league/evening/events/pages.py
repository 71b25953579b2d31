"""Events in words: lists, the next step, pages with one form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from league.acting.answers import FormPage
from league.acting.permissions import Acting, Action
from league.evening.boards.made import Made
from league.evening.boards.records import is_recorded
from league.evening.cards.pages import ResultsContext
from league.evening.cards.reading import RoundReading
from league.evening.check_in.pages import absent_words, money_words, people_words
from league.models import Club, Entrant, Event, EventRound, Series
from league.models.events import EventSettings
from league.models.prizes import ordinal
from league.office.clubs.pages.navigation import address_of, back_to_desk, tools_at
from league.words import DAYS, clock_words, moment_words, money, settings_words, short_when, when_words
from pinochle_club.ground.dates import weekday_and_day
from pinochle_club.ground.forms import new_client_id
from scoring.rules.notation import counted, lowered

from .resting import PLANNED
from .results import winner_words

Format = EventSettings.Format
State = EventRound.State


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the evening: `done`, `now` or `later`. With a `client_id` its key is a form, else a link."""

    title: str
    words: str
    kind: str
    address: str = ""
    key: str = ""
    client_id: str = ""


# -- words -------------------------------------------------------------------------------


def hidden_words(event: Event, *, runs_it: bool) -> str:
    """The sentence about hidden places; empty where none are."""
    if event.shown_through >= event.rounds_planned:
        return ""
    last = "last round" if event.hidden_rounds == 1 else f"last {event.hidden_rounds} rounds"
    if runs_it:
        return f"Only officials see the places of the {last} until the event is closed."
    return f"The places of the {last} are shown once the event is closed."


def fees_words(event: Event | Series) -> str:
    if not (event.fee or event.guest_fee):
        return ""
    if event.fee == event.guest_fee:
        return f"{money(event.fee, event.club)} a player"
    players, guests = (money(cents, event.club) if cents else "free" for cents in (event.fee, event.guest_fee))
    return f"{players}, guests {guests}"


def facts_words(event: Event) -> str:
    """What was planned of an evening, in one line: settings, fees and whatever is told of its page."""
    told = (setting.told for name, setting in PLANNED.items() if setting.told and getattr(event, name))
    return " · ".join(filter(None, (settings_words(event), fees_words(event), *told)))


# -- lists -------------------------------------------------------------------------------


def event_line(event: Event) -> dict[str, str]:
    return {
        "won": winner_words(event) if event.state == Event.State.CLOSED else "",
        "name": event.name,
        "address": address_of("event", event.club.slug, event.pk),
        "when": short_when(event),
        "facts": settings_words(event),
        "state": str(event.get_state_display()),
        "kind": event.state,
    }


def series_line(series: Series, next_night: date | None = None) -> dict[str, object]:
    weekly = f"Every {DAYS[series.weekday]} at {clock_words(series.starts_at, series.club)}"
    return {
        "name": series.name,
        "series_id": series.pk,
        "facts": f"{weekly} · {settings_words(series)}",
        "next_day": weekday_and_day(next_night, series.club.date_style) if next_night else "",
        "is_over": series.is_over,
    }


# -- pages with one form -----------------------------------------------------------------


def new_event_page(club: Club) -> FormPage:
    place = "One club night or tournament. You can change everything until the first round starts."
    return FormPage("Plan an event", "Plan this event", ("Back", address_of("events", club.slug)), place)


def edit_event_page(event: Event) -> FormPage:
    return FormPage(f"Change {event.name}", "Save", _back(event), f"{event.get_state_display()}.")


def new_series_page(club: Club) -> FormPage:
    place = "A night that meets every week. One key plans each next night from this."
    return FormPage("Plan a weekly series", "Plan this series", ("Back", address_of("events", club.slug)), place)


def edit_series_page(series: Series) -> FormPage:
    back = ("Back", address_of("one_series", series.club.slug, series.pk))
    place = "This applies to future nights. You’re asked about nights already planned."
    return FormPage(f"Change {series.name}", "Save", back, place)


FINAL: Final = "The results of this event are final."


def final_words(event: Event, now: datetime) -> str:
    """When the results of a closed event become final; empty while it is open."""
    if event.state != Event.State.CLOSED:
        return ""
    until = event.final_at
    if until is None or event.is_final(now):
        return FINAL
    when = moment_words(until, event.club, now)
    return f"The results are final from {when} on. Until then, tell the director what is wrong."


def own_places(results: Sequence[ResultsContext], member: int) -> list[tuple[str, str]]:
    """A member's place in each table of the results: `5th`, `of 17 by player`."""
    return [
        (ordinal(line.place), f"of {len(one.lines)} {one.by}".strip())
        for one in results
        for line in one.lines
        if any(found == member for found, _ in line.members)
    ]


def close_page(
    event: Event, people: Mapping[str, int], missing: Sequence[str], unpaid: Sequence[str], money_says: Sequence[str]
) -> FormPage:
    """Confirm the closing: first what is missing, which takes a reason, and what is `unpaid`."""
    still_open = (*missing, *unpaid)
    says = (
        *money_says,
        f"{people_words(people)}. Check-in closes, and table cards stop working. You can reopen the event.",
        f"The results become final {counted(event.club.claim_hours, 'hour')} later.",
    )
    notice = f"{counted(len(still_open), 'thing')} still open" if still_open else ""
    return FormPage(
        f"Close {event.name}?", "Close the event", _back(event), says=says, notice=notice, notices=still_open
    )


def break_off_page(event: Event) -> FormPage:
    return FormPage("If we stop now?", "End the evening here", back_to_desk(event), event.name, tone="danger")


NOW_SHOWN: Final = "Look at what these rounds come to. Then end the evening."


def round_choices(rounds: Sequence[RoundReading]) -> Mapping[int, str]:
    return {one.event_round.number: f"{one.event_round} · {_how_far(one)}" for one in rounds}


def _how_far(reading: RoundReading) -> str:
    done, of = sum(table.is_finished for table in reading.tables), counted(len(reading.tables), "table")
    if reading.event_round.state == State.RUNNING:
        return f"being played, {done} of {of} finished"
    if not reading.event_round.counts:
        return "didn’t count so far"
    return "all tables finished" if done == len(reading.tables) else f"{done} of {of} finished"


def taken_to_count(rounds: Sequence[RoundReading]) -> list[int]:
    """The rounds that count by default: a running one only if it is complete."""
    return [
        one.event_round.number
        for one in rounds
        if one.event_round.counts and (one.event_round.state == State.CLOSED or one.is_complete)
    ]


def reopen_page(event: Event, *, is_final: bool) -> FormPage:
    says = "You can reopen rounds and play again. Table cards work again too. Check-in stays closed until you open it."
    return FormPage(
        f"Reopen {event.name}?", "Reopen the event", _back(event), says=(says,), notice=FINAL if is_final else ""
    )


def delete_page(event: Event, people: Mapping[str, int], rounds: int) -> FormPage:
    has = people_words(people) + (f" · {counted(rounds, 'round')}" if rounds else "")
    return FormPage(
        f"Delete {event.name}?",
        "Delete for good",
        _back(event),
        when_words(event),
        notice="Rounds, cards, results and the event’s log will be gone for good.",
        says=(has, "Members stay. If the event is simply over, close it instead."),
        tone="danger",
    )


def _back(event: Event) -> tuple[str, str]:
    return "Back", address_of("event", event.club.slug, event.pk)


# -- one event ---------------------------------------------------------------------------


def tools_of_events(club: Club, acting: Acting) -> list[tuple[str, str]]:
    """What there is beside the list of a club's events."""
    may_plan = acting.may(Action.PLAN_EVENTS)
    return tools_at(
        (club.slug,),
        ("Calendar", "calendar", True),
        ("Plan a weekly series", "new_series", may_plan and club.lives_here),
        ("Set up an online table", "new_online_table", may_plan and club.lives_here),
        ("All series, including ended ones", "series", may_plan),
        ("Rulings", "rulings_report", acting.may(Action.READ_HISTORY)),
    )


def tools_of_series(club: Club, series: Series) -> list[tuple[str, str]]:
    here = (club.slug, series.pk)
    return tools_at(here, ("Change the series", "edit_series", True), ("Prizes and pots", "series_prizes", True))


def more_links(event: Event, acting: Acting, *, has_money: bool) -> list[tuple[str, str]]:
    """Other pages of an event, for those who may; the cash sheet only where there is money, and where the evening is
    over, those that its steps led to."""
    is_closed, is_ours = event.state == Event.State.CLOSED, event.is_changed_here and not event.lent
    has_totals = event.state != Event.State.PLANNED and not event.is_duplicate  # boards are compared one by one
    may_travel = event.lent or (not is_closed and event.is_changed_here)
    steps = (
        ("Who was here", "check_in", Action.CHECK_IN),
        ("Seating", "rotation", Action.SEAT_PLAYERS),
        ("Director’s board", "desk", Action.SEE_DESK),
    )
    places = (
        *(steps if is_closed and is_ours else ()),
        *((("Cash sheet", "cash", Action.KEEP_CASH),) if has_money else ()),
        ("Prizes and pots", "prizes", Action.PLAN_EVENTS),
        ("Print", "papers", Action.PRINT),
        ("Projector", "projector", Action.READ_PUBLISHED),
        *((("Hall and home", "hall", Action.PLAN_EVENTS),) if may_travel else ()),
        ("The log", "log", Action.READ_LOG),
        *((("All totals in a grid", "grid", Action.TYPE_PAPER),) if has_totals else ()),
        *((("Tables tonight", "hall_tables", Action.SEAT_PLAYERS),) if not is_closed else ()),
        *((("Change the plan", "edit_event", Action.PLAN_EVENTS),) if is_ours and not is_closed else ()),
        *((("Reopen the event", "reopen_event", Action.RUN_ROUNDS),) if is_ours and is_closed else ()),
        *((("Delete the event", "delete_event", Action.DELETE),) if is_ours else ()),
    )
    here = (event.club.slug, event.pk)
    return [(words, address_of(name, *here)) for words, name, action in places if acting.may(action)]


# -- the evening's steps -----------------------------------------------------------------


@dataclass(frozen=True)
class Evening:
    """The data behind the steps. `absent` players have a seat in the next round, last time's `tablets` could return."""

    event: Event
    rounds: Sequence[EventRound]
    people: Mapping[str, int]
    is_stale: bool
    acting: Acting
    absent: Sequence[Entrant] = ()
    tablets: int = 0
    boards: Made | None = None
    has_money: bool = False

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
    def void(self) -> int:
        return sum(not one.counts for one in self.rounds)

    @property
    def played_words(self) -> str:
        """`2 of 4`: the counting rounds played."""
        of = "" if self.is_casual else f" of {self.event.rounds_planned - self.void}"
        return f"{self.closed - self.void}{of}"

    @property
    def ahead(self) -> list[EventRound]:
        return [one for one in self.rounds if one.state in (State.DRAFT, State.PUBLISHED)]

    @property
    def is_played_out(self) -> bool:
        if self.running or self.ahead or not self.closed:
            return False
        return self.is_casual or (self.closed >= self.event.rounds_planned and not self.awaits_cut)

    @property
    def awaits_cut(self) -> bool:
        """Whether every round before the final is played and its players are not decided."""
        is_due = self.closed >= self.event.rounds_planned and not (self.running or self.ahead)
        return self.event.final_places > 0 and not self.event.cut_after and is_due

    @property
    def now(self) -> str:
        if not self.rounds and not self.people["here"]:
            return "check_in"
        if self.is_stale:
            return "seating"
        if self.awaits_cut:
            return "rounds"
        if self.running or (self.ahead and self.ahead[0].state == State.PUBLISHED):
            return "rounds"
        return "close" if self.is_played_out else "seating"


def evening_steps(evening: Evening) -> tuple[Step, ...]:
    places = (("check_in", _check_in), ("seating", _seating), ("rounds", _rounds), ("close", _close))
    order = [name for name, _ in places]
    now = order.index(evening.now)
    steps = [
        build(evening, "now" if at == now else "done" if at < now else "later") for at, (_, build) in enumerate(places)
    ]
    before, after = (*_tablets(evening), *steps[1:2], *_boards(evening)), (*_cash(evening), *steps[3:])
    return (*steps[:1], *before, *steps[2:3], *after)


def _tablets(evening: Evening) -> Iterator[Step]:
    """Last time's tablets, while some could come back."""
    address = _address(evening, "bring_tablets_back", Action.ANSWER_TABLES)
    if evening.tablets and address:
        words = f"Last time {counted(evening.tablets, 'tablet')} kept tables that have none yet"
        key = "Same tables again"
        yield Step("Tablets", words, "later", address, key, client_id=new_client_id())


def _cash(evening: Evening) -> Iterator[Step]:
    """The way to the money, where there is any."""
    address = _address(evening, "cash", Action.KEEP_CASH)
    if evening.has_money and address:
        yield Step("Cash", "Fees, prizes, the box", "later", address, "Cash sheet")


def _boards(evening: Evening) -> Iterator[Step]:
    """The boards of a duplicate, to be made before play."""
    made = evening.boards
    if made is None or is_recorded(evening.event):
        return
    missing, key = made.needed - made.board_sets, "Boards"
    words = f"{counted(made.count, 'board')} in {counted(made.board_sets, 'set')}: made"
    if made.dealt is None:
        words, key = "Not made yet", "Make the boards"
    elif missing > 0:
        words, key = f"{counted(missing, 'set')} still to be made", "Add boards"
    kind = "later" if missing > 0 else "done"
    yield Step("Boards", words, kind, _address(evening, "boards", Action.SEE_DESK), key)


def _address(evening: Evening, name: str, action: Action, *more: object) -> str:
    """The address of a step; empty for readers who may not do it."""
    if not evening.acting.may(action):
        return ""
    return address_of(name, evening.event.club.slug, evening.event.pk, *more)


def _check_in(evening: Evening, kind: str) -> Step:
    words = " · ".join(filter(None, (people_words(evening.people), money_words(evening.people, evening.event.club))))
    return Step("Check-in", words, kind, _address(evening, "check_in", Action.CHECK_IN), "Check people in")


def _seating(evening: Evening, kind: str) -> Step:
    if evening.is_stale:
        words, key = "People arrived or left, so the coming rounds no longer fit", "Re-plan the seating"
    elif not evening.rounds:
        words, key = "Not made yet", "Make the seating"
    elif any(one.state == State.DRAFT for one in evening.ahead):
        words, key = f"{_numbers(evening.ahead)}: a draft that nobody can see yet", "Publish the seating"
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
    return str(rounds[0]) if first == last else f"Rounds {first} to {last}"


def _rounds(evening: Evening, kind: str) -> Step:
    of = "" if evening.is_casual else f" of {evening.event.rounds_planned}"
    desk = _address(evening, "desk", Action.SEE_DESK)
    if evening.running is not None:
        name = str(evening.running)
        what = name if evening.running.title else f"{name}{of}"
        return Step(name, f"{what} is being played", kind, desk, "Director’s board")
    if evening.awaits_cut:
        words = f"All {evening.closed - evening.void} played. Next: the cut to the best {evening.event.final_places}"
        return Step("The final", words, kind, _address(evening, "cut", Action.RUN_ROUNDS), "Make the cut")
    if kind == "now":
        return _start(evening, of, desk)
    words = f"{evening.played_words} played" if evening.closed else "Not started"
    return Step("Rounds", words, kind, desk, "Director’s board")


def _start(evening: Evening, of: str, desk: str) -> Step:
    """The published round, with a key to start it for those who may."""
    following = evening.ahead[0]
    name = str(following) if following.title else f"{following}{of}"
    words = " ".join(filter(None, (f"{name} can start.", absent_words(evening.absent))))
    start = _address(evening, "start_round", Action.RUN_ROUNDS, following.number)
    if not start:
        return Step("Rounds", words, "now", desk, "Director’s board")
    return Step("Rounds", words, "now", start, f"Start {lowered(str(following))}", client_id=new_client_id())


def _close(evening: Evening, kind: str) -> Step:
    words = "Everything has been played" if evening.is_played_out else "After the last round"
    address = _address(evening, "close_event", Action.RUN_ROUNDS)
    return Step("Close", words, kind, address, "Close the event")
