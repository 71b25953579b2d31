"""Events and series: planned, changed, closed, reopened, deleted. Times are the hall's wall clock: a night at seven
begins at seven, also after a change of daylight saving time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import nullcontext
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from league.acting.deed import IS_LENT, Doing, deed, hold_event
from league.acting.finding import found_as
from league.acting.log import Refused, done_first
from league.acting.permissions import Acting
from league.evening.ledger.following import forget_event
from league.evening.money.deeds.cash import fix_sheet
from league.evening.money.deeds.prizes import copy_prizes
from league.evening.rounds.counting import say_what_counts
from league.evening.rounds.deeds import close_round
from league.evening.rulings.left_open import left_open
from league.models import (
    CancelledNight,
    CashEntry,
    Club,
    ConductNote,
    DealtBoards,
    Entrant,
    Event,
    EventRound,
    HouseRulesVersion,
    RoundTable,
    Series,
    SitOut,
)
from league.models.events import SETTINGS, EventSettings
from league.models.facts import settings_of
from league.models.rounds import STARTED
from league.office.house_rules.deeds import published_rules
from league.words import clock_words, money
from pinochle_club.ground.http import or_404
from scoring.models import ScoreCard
from scoring.rules.notation import counted

from .resting import PLANNED, are_answered, coming_nights, payers, taken_over, takes_over

ASKED_ANEW: Final = "Something in this changed while you answered."


@found_as("series")
def get_series(club: Club, series_id: int) -> Series:
    """A series of this club with its rules (one query), or 404."""
    series = Series.objects.filter(club=club).select_related("rules__book_version", "three_handed_rules__book_version")
    return or_404(series.filter(pk=series_id).first(), "This club has no such series.")


def local_start(day: date, at: time) -> datetime:
    """The instant when the hall's clock shows `at` that day; a minute skipped in spring is an hour later."""
    start = datetime.combine(day, at.replace(tzinfo=None), tzinfo=timezone.get_default_timezone())
    return start.astimezone(UTC)


def has_started(event: Event) -> bool:
    """Whether any round was begun (one query)."""
    return event.rounds.filter(state__in=STARTED).exists()


# -- events ------------------------------------------------------------------------------


def create_event(*, club: Club, acting: Acting, client_id: str, **fields: Any) -> Event:
    """Create an event from the model's `fields`. Without a `seed` it gets one that no other night has."""
    with deed(club, acting, client_id) as doing:
        made = Event.objects.filter(club=club, client_id=client_id).first() if client_id else None
        if made is not None:
            return made
        _guard_rules(club, fields)
        fields.setdefault("seed", Event.objects.filter(club=club).count() + 1)
        event = Event.objects.create(club=club, client_id=client_id, **fields)
        doing.tell("planned", event, event=event)
    return event


def change_event(
    *, event: Event, acting: Acting, client_id: str, answers: Mapping[str, str] | None = None, **fields: Any
) -> Event:
    """Change a planned event. A new fee holds for everyone who hasn't paid the old one in full. The `answers` to
    `resting.questions` decide on those who have, and whether the coming nights change too; with None nothing is
    asked."""
    follows = bool(answers and takes_over(answers))
    # A write to the club, too, locks its row first, like every other: two that each hold one would wait forever.
    with deed(event.club, acting) if follows else nullcontext(), deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done:
            return event
        _guard_rules(event.club, fields)
        changed = _changed(event, fields)
        _guard_started(event, changed)
        _guard_answered(event, changed, answers)
        before, after = _settings_words(event, changed), _settings_words(event, changed, fields)
        for name, is_guest in (("fee", False), ("guest_fee", True)):
            if name in changed:
                after += _charge(event, changed[name], (answers or {}).get(name, ""), is_guest=is_guest)
        if answers and follows:
            _change_coming(event, changed, answers, acting, client_id)
        if "minutes" in changed:
            event.rounds.exclude(state__in=STARTED).update(minutes=changed["minutes"])
        if "boards_by" in changed and Event.BoardsBy.RECORDED in (event.boards_by, changed["boards_by"]):
            DealtBoards.objects.filter(event=event).delete()  # none was played, and new ones come another way
        for name, value in changed.items():
            setattr(event, name, value)
        event.save(update_fields=list(changed))
        if changed:
            doing.tell("changed", "the event", before=before, after=after)
    return event


def _charge(event: Event, fee: int, answer: str, *, is_guest: bool) -> str:
    """Set a new fee for those who haven't paid the old one, others by the `answer`; words for the log."""
    old = event.fee_of(is_guest=is_guest)
    paid, answer = payers(event, is_guest=is_guest), answer.partition("-")[0]
    paid_words = ""
    if answer in ("new", "owe"):
        number = paid.update(fee=fee, paid=fee if answer == "new" else old)
        has = money(fee, event.club) + ", not what was noted" if answer == "new" else money(old, event.club)
        paid_words = f"; {counted(number, 'person', 'people')} paid {has}"
    owing = event.entrants.filter(Q(paid=0) | Q(paid__lt=old), is_guest=is_guest, is_house_player=False, fee=old)
    owing.exclude(cash_entries__kind=CashEntry.Kind.FEE).update(fee=fee)  # a fee paid on a later night is paid
    return paid_words


def _change_coming(
    row: Event | Series, changed: Mapping[str, Any], answers: Mapping[str, str], acting: Acting, client_id: str
) -> None:
    """Pass a series' changes on to its coming nights, and a night's also to its series."""
    taken, nights = taken_over(row, changed), list(coming_nights(row))
    if isinstance(row, Event) and row.series is not None and taken:
        change_series(series=row.series, acting=acting, client_id=f"{client_id[:33]}-series", **taken)
    for night in nights:
        starts = {"starts_at": local_start(night.played_on, taken["starts_at"])} if "starts_at" in taken else {}
        of_it = f"_{night.pk}"
        theirs = {name.removesuffix(of_it): one for name, one in answers.items() if name.endswith(of_it)}
        theirs["coming"] = "no"
        own_id = f"{client_id[:31]}{of_it}"
        change_event(event=night, acting=acting, client_id=own_id, answers=theirs, **{**taken, **starts})


def close_event(*, event: Event, acting: Acting, client_id: str, reason: str = "") -> Event:
    """Close the event: check-in closes, passes are dead, the cash sheet is fixed."""
    with deed(event, acting, client_id, while_closed=True) as doing:
        event = doing.event
        if doing.was_done:
            return event
        if event.state == Event.State.CLOSED:
            _came_second(doing, reason)
            return event
        running = event.rounds.filter(state=EventRound.State.RUNNING).first()
        if running is not None:
            raise Refused(f"{running} is still being played. Close it first.")
        missing = missing_at_the_end(event)
        if missing and not reason:
            raise Refused(f"{' '.join(missing)} Say why.")
        fix_sheet(event)
        event.state, event.check_in_open, event.door_key = Event.State.CLOSED, False, ""
        event.closed_at = timezone.now()
        event.save(update_fields=["state", "check_in_open", "door_key", "closed_at"])
        ConductNote.objects.faded(event.club, timezone.localdate()).delete()  # once an evening is often enough
        doing.tell("closed", "the event", reason=reason)
    return event


def break_off(*, event: Event, rounds: Collection[int], acting: Acting, client_id: str, reason: str) -> Event:
    """End the evening as it stands. Of the begun rounds only those with these numbers count."""
    with deed(event, acting, client_id, while_closed=True, holding=True) as doing:
        if doing.was_done:
            return doing.event
        if doing.event.state == Event.State.CLOSED:
            _came_second(doing, reason)
            return doing.event
        if not reason:
            raise Refused("Say why in a few words. It goes into the log.", "reason")
        for one in doing.event.rounds.filter(state__in=STARTED):
            void = () if one.number in rounds else list(one.tables.values_list("number", flat=True))
            by: dict[str, Any] = {"acting": acting, "client_id": f"{client_id[:36]}-{one.number}", "reason": reason}
            if one.state == EventRound.State.RUNNING:
                close_round(event_round=one, void=void, **by)
            elif one.counts == bool(void):
                say_what_counts(event_round=one, void=void, **by)
        return close_event(event=event, acting=acting, client_id=client_id, reason=reason)


def _came_second(doing: Doing, reason: str) -> None:
    first = f"{done_first(doing.event, 'closed', 'the event')} Your closing was not entered."
    doing.came_second(first, "close", "the event", reason)


def missing_at_the_end(event: Event) -> list[str]:
    """A closed evening's open matters, in sentences: rounds, rulings, appeals."""
    return [*filter(None, (rounds_missing(event), *left_open(event)))]


def rounds_missing(event: Event) -> str:
    """The sentence for an event that is closed before its last planned round; else empty."""
    if event.format == Event.Format.CASUAL:
        return ""
    closed = event.rounds.filter(state=EventRound.State.CLOSED)
    played, planned = closed.filter(counts=True).count(), event.rounds_planned - closed.filter(counts=False).count()
    if played >= planned:
        return "The final wasn’t played." if event.final_places and not event.cut_after else ""
    return f"{played or 'None'} of {counted(planned, 'round')} {'were' if played > 1 else 'was'} played."


def reopen_event(*, event: Event, acting: Acting, client_id: str, reason: str, name: str = "") -> Event:
    """Reopen a closed event; check-in stays closed. Final results take the event's `name`, typed."""
    with deed(event, acting, client_id, while_closed=True) as doing:
        event = doing.event
        if doing.was_done or event.state != Event.State.CLOSED:
            return event
        if not reason:
            raise Refused("Say why in a few words. It goes into the log.")
        if event.is_final(timezone.now()) and not is_named(event, name):
            raise Refused("That isn’t the name of this event. It stays as it is.", "name")
        event.state = Event.State.RUNNING if has_started(event) else Event.State.PLANNED
        event.closed_at = None
        event.save(update_fields=["state", "closed_at"])
        doing.tell("reopened", "the event", reason=reason)
    return event


def is_named(event: Event, name: str) -> bool:
    return name.casefold().split() == event.name.casefold().split()


def delete_event(*, event: Event, acting: Acting, client_id: str, name: str) -> bool:
    """Delete an event with its rounds, cards and log. `name` is the typed confirmation."""
    club = event.club
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            return True
        event = hold_event(event.pk)
        if event.lent:
            raise Refused(IS_LENT)
        if not is_named(event, name):
            raise Refused("That isn’t the name of this event. Nothing was deleted.", "name")
        rounds, people = event.rounds.count(), event.entrants.count()
        if event.state == Event.State.PLANNED:
            _strike_out(event)
        forget_event(event)
        # From the leaves up: tables protect their cards, seats the entrants.
        tables = RoundTable.objects.filter(event_round__event=event)
        cards = list(tables.exclude(card=None).values_list("card_id", flat=True))
        tables.delete()
        ScoreCard.objects.filter(pk__in=cards).delete()
        SitOut.objects.filter(event_round__event=event).delete()
        parts = counted(people, "person", "people"), counted(rounds, "round"), counted(len(cards), "card")
        what = f"{event} ({', '.join(parts)})"
        event.delete()
        doing.tell("deleted", what)
    return True


def _strike_out(event: Event) -> None:
    """Mark the night as canceled in its followers' calendars. It may have been canceled before and planned again."""
    there = CancelledNight.objects.filter(club=event.club_id, calendar_id=event.known_as).first()
    night = there or CancelledNight(club=event.club, calendar_id=event.known_as, sequence=0)
    night.name, night.starts_at, night.at = event.name, event.starts_at, timezone.now()
    night.sequence += event.version + 1
    night.save()


def _guard_rules(club: Club, fields: Mapping[str, Any]) -> None:
    for name in ("rules", "three_handed_rules"):
        version: HouseRulesVersion | None = fields.get(name)
        if version is not None and version.house_rules.club_id != club.pk:
            raise Refused("These rules belong to another club.")


def _guard_started(event: Event, changed: Mapping[str, Any]) -> None:
    if event.cut_after and any(PLANNED[name].until_cut for name in changed):
        raise Refused("It is decided who plays in the final. Take the cut back to change it.")
    begun = event.rounds.filter(state__in=STARTED).count() if "rounds_planned" in changed else 0
    if changed.get("rounds_planned", begun) < begun:
        raise Refused(f"{counted(begun, 'round')} began already. Enter {begun} or more.", "rounds_planned")
    fixed = [words for name in changed if (words := PLANNED[name].fixed)]
    together = Event.Partners.TOGETHER
    if "partners" in changed and event.format == Event.Format.WINNERS_MOVE:
        fixed += ["whether pairs stay together"] if together in (event.partners, changed["partners"]) else []
    if fixed and has_started(event):
        raise Refused(f"Rounds have already been played, so {' and '.join(fixed)} can no longer change.")


def _guard_answered(row: Event | Series, changed: Mapping[str, Any], answers: Mapping[str, str] | None) -> None:
    if answers is not None and not are_answered(row, changed, answers):
        raise Refused(ASKED_ANEW)


def _changed(row: Event | Series, fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if getattr(row, name) != value}


def _settings_words(row: Event | Series, changed: Mapping[str, Any], values: Mapping[str, Any] | None = None) -> str:
    """The changed settings in words, from the row or from `values`."""
    settings = settings_of(type(row))
    return ", ".join(f"{settings[name].label} {_word(row, name, values)}" for name in changed)


def _word(row: Event | Series, name: str, values: Mapping[str, Any] | None) -> str:
    value = getattr(row, name) if values is None else values[name]
    if isinstance(value, datetime):
        return clock_words(value, row.club)
    if settings_of(type(row))[name].is_money:
        return money(value, row.club)
    if name == "tie_breaks":
        return " and ".join(EventSettings.TieBreak(code).label.lower() for code in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    choices = dict(getattr(row._meta.get_field(name), "flatchoices", ()))
    return str(choices.get(value, "none" if value in (None, "") else value))


# -- series ------------------------------------------------------------------------------


def create_series(*, club: Club, acting: Acting, client_id: str, **fields: Any) -> Series:
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            named = Series.objects.filter(club=club, name=fields["name"]).last()
            return named or Series.objects.filter(club=club).latest("pk")
        _guard_rules(club, fields)
        series = Series.objects.create(club=club, **fields)
        doing.tell("planned the series", series.name)
    return series


def change_series(
    *, series: Series, acting: Acting, client_id: str, answers: Mapping[str, str] | None = None, **fields: Any
) -> Series:
    """Change the settings of coming nights; existing ones change by the `answers` to `resting.questions`."""
    with deed(series.club, acting, client_id) as doing:
        series = Series.objects.select_for_update().get(pk=series.pk)
        if doing.was_done:
            return series
        _guard_rules(series.club, fields)
        changed = _changed(series, fields)
        _guard_answered(series, changed, answers)
        before, after = _settings_words(series, changed), _settings_words(series, changed, fields)
        if answers and takes_over(answers):
            _change_coming(series, changed, answers, acting, client_id)
        for name, value in changed.items():
            setattr(series, name, value)
        series.save(update_fields=list(changed))
        if changed:
            doing.tell("changed the series", series.name, before=before, after=after)
    return series


def end_series(*, series: Series, acting: Acting, client_id: str, is_over: bool = True) -> Series:
    """Stop offering further nights; with `is_over` False, offer them again."""
    with deed(series.club, acting, client_id) as doing:
        series = Series.objects.select_for_update().get(pk=series.pk)
        if doing.was_done or series.is_over == is_over:
            return series
        series.is_over = is_over
        series.save(update_fields=["is_over"])
        action = "ended the series" if is_over else "resumed the series"
        doing.tell(action, series.name)
    return series


def next_date(series: Series, *, today: date | None = None) -> date:
    """The next day on the series' weekday, from today, after its last night (one query)."""
    last = Event.objects.filter(series=series).aggregate(last=Max("played_on"))["last"]
    return date_after(series.weekday, last, today or timezone.localdate())


def date_after(weekday: int, last: date | None, today: date) -> date:
    """The first such weekday from today on that comes after `last`."""
    first = max(today, last + timedelta(days=1)) if last else today
    return first + timedelta(days=(weekday - first.weekday()) % 7)


def next_of_series(*, series: Series, acting: Acting, client_id: str, today: date | None = None) -> Event:
    """Make the next night of a series, with its settings, pots, prizes, and the newest version of the rules."""
    with deed(series.club, acting, client_id):
        series = Series.objects.select_for_update().get(pk=series.pk)
        made = Event.objects.filter(club=series.club, client_id=client_id).first() if client_id else None
        if made is not None:
            return made
        if series.is_over:
            raise Refused("This series has ended. Resume it first.")
        day = next_date(series, today=today)
        fields = {name: getattr(series, name) for name in SETTINGS}
        calendar_id = series.calendar_id_of(day)
        if not Event.objects.filter(club=series.club, calendar_id=calendar_id).exists():  # the moved night has it
            fields["calendar_id"] = calendar_id
        fields["rules"] = newest_of(series.rules)
        if series.three_handed_rules is not None:
            fields["three_handed_rules"] = newest_of(series.three_handed_rules)
        event = create_event(
            club=series.club,
            acting=acting,
            client_id=client_id,
            series=series,
            name=series.name,
            played_on=day,
            starts_at=local_start(day, series.starts_at),
            **fields,
        )
        copy_prizes(series, event)
    return event


def newest_of(version: HouseRulesVersion) -> HouseRulesVersion:
    """The newest published version of the same house rules (one query)."""
    newest = HouseRulesVersion.objects.filter(house_rules=version.house_rules_id).order_by("-number").first()
    return newest or version


# -- what a club has ---------------------------------------------------------------------


def events_of(club: Club) -> QuerySet[Event]:
    """A club's events with their rules, latest first, and the number of people who `came`."""
    came = Count("entrants", filter=~Q(entrants__state=Entrant.State.EXPECTED))
    events = club.events.select_related("rules__book_version", "club").annotate(came=came)
    return events.order_by("-played_on", "-pk")


def rules_on_offer(club: Club) -> list[HouseRulesVersion]:
    """The published rules: first those of the newest event, then those for four players (two queries)."""
    last = club.events.order_by("-pk").values_list("rules__house_rules", flat=True).first()
    return sorted(
        published_rules(club),
        key=lambda version: (version.house_rules_id != last, version.book_version.book.deal.players != 4),
    )


def next_dates(club: Club, *, today: date | None = None) -> dict[int, date]:
    """The day of the next night of each ongoing series, by its id (one query)."""
    day = today or timezone.localdate()
    series = club.series.filter(is_over=False).annotate(last=Max("events__played_on"))
    return {one.pk: date_after(one.weekday, one.last, day) for one in series}
