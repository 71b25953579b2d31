"""A club's events: the list, one event with what comes next in it, planning, closing and deleting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.acting.answers import do_or_say, posted, who
from league.acting.finding import get_event
from league.acting.forms import ReasonForm
from league.acting.permissions import Acting, Action, ClubRequest, needs
from league.cards.pages import ResultsContext, results_context
from league.cards.reading import event_points, read_event
from league.check_in.pages.roll import money_words, people_words
from league.check_in.people import absent_in, count_people, seating_is_stale
from league.events.deeds import (
    change_event,
    close_event,
    create_event,
    delete_event,
    events_of,
    has_started,
    next_dates,
    reopen_event,
    rounds_missing,
    rules_on_offer,
)
from league.events.forms import AdoptForm, DeleteForm, EventForm, SettingsForm, as_typed
from league.events.listings import PastEventListing
from league.events.pages import (
    Evening,
    SeatingContext,
    evening_steps,
    event_line,
    fees_words,
    seating_context,
    series_line,
)
from league.house_rules.deeds import adopt_book
from league.models import Club, Event, EventRound
from league.seating.seatings import read_rounds
from league.words import counted, day_words, settings_words, when_words
from scoring.rules.book import built_in_books
from scoring.score_card.forms.base import new_client_id

FOLDER = "league/events"
GET_OR_POST = ["GET", "HEAD", "POST"]
# What comes later of a form depends on these: chosen anew, it is suggested anew.
SUGGESTED = {"format": ("round_end", "hands"), "rules": ("round_end", "hands")}


@require_safe
@needs(Action.READ_PUBLISHED)
def events(request: ClubRequest) -> HttpResponse:
    """Tonight, what is coming, the series, and what is over."""
    today = timezone.localdate()
    found = events_of(request.club)
    is_on = Q(state=Event.State.RUNNING) | Q(played_on=today) & ~Q(state=Event.State.CLOSED)
    is_coming = Q(played_on__gt=today, state=Event.State.PLANNED)
    may_plan = request.acting.may(Action.PLAN_EVENTS)
    context = {
        "club": request.club,
        "tonight": [event_line(event) for event in found.filter(is_on)],
        "coming": [event_line(event) for event in found.filter(is_coming).order_by("played_on", "pk")],
        "series": _series_lines(request.club),
        "listing": PastEventListing.paged(request, found.exclude(is_on | is_coming)),
        "may_plan": may_plan,
        "client_id": new_client_id,
    }
    return render(request, f"{FOLDER}/events.html", context)


def _series_lines(club: Club) -> list[Any]:
    dates = next_dates(club)
    series = club.series.filter(is_over=False).select_related("rules__book_version")
    return [series_line(one, date_format(dates[one.pk], "l, F j")) for one in series]


@require_safe
@needs(Action.READ_PUBLISHED)
def event(request: ClubRequest, event_id: int) -> HttpResponse:
    """One event: the next step for those who run it, seating and results for everybody."""
    found = get_event(request.club, event_id)
    runs_it = request.acting.may(Action.SEE_BOARD)
    context = {
        "club": request.club,
        "event": found,
        "when": when_words(found),
        "facts": settings_words(found),
        "fees": fees_words(found),
        "steps": evening_steps(read_evening(found, request.acting)) if runs_it else (),
        "links": _links(request, found) if runs_it else (),
        "may_plan": request.acting.may(Action.PLAN_EVENTS),
        "may_run": request.acting.may(Action.RUN_ROUNDS),
        "may_delete": request.acting.may(Action.DELETE),
        "seatings": _seatings(found),
        "results": _results(found),
    }
    return render(request, f"{FOLDER}/event.html", context)


def read_evening(event: Event, acting: Acting) -> Evening:
    """How far an event has come (seven queries at most), for somebody who runs it."""
    evening = Evening(event, list(event.rounds.all()), count_people(event), seating_is_stale(event), acting)
    if evening.now != "rounds" or evening.running is not None:
        return evening
    return replace(evening, absent=absent_in(evening.ahead[0]))


def _links(request: ClubRequest, event: Event) -> list[tuple[str, str]]:
    """What else there is of an event, for those who may."""
    places = (
        ("Papers to print", "papers", Action.PRINT),
        ("Screen for the hall", "projector", Action.READ_PUBLISHED),
        ("The log", "log", Action.READ_LOG),
    )
    here = [request.club.slug, event.pk]
    return [
        (words, reverse(f"league:{name}", args=here)) for words, name, action in places if request.acting.may(action)
    ]


def _seatings(event: Event) -> list[SeatingContext]:
    """Published rounds that are not over; the first lies open."""
    shown = (EventRound.State.PUBLISHED, EventRound.State.RUNNING)
    numbers = [one.number for one in event.rounds.all() if one.state in shown]
    if event.state == Event.State.CLOSED or not numbers:
        return []
    return [seating_context(one, is_open=at == 0) for at, one in enumerate(read_rounds(event, numbers))]


def _results(event: Event) -> ResultsContext | None:
    closed = [one for one in read_event(event) if one.event_round.state == EventRound.State.CLOSED]
    return results_context([one.event_round for one in closed], event_points(event, closed))


# -- planning ----------------------------------------------------------------------------


@require_http_methods(GET_OR_POST)
@needs(Action.PLAN_EVENTS)
def new_event(request: ClubRequest) -> HttpResponse:
    """Plans an event."""
    versions = rules_on_offer(request.club)
    form = EventForm(posted(request), versions=versions)
    if is_look(request):
        form = EventForm(versions=versions, initial=looked(request))
    elif form.is_valid():
        made = do_or_say(form, lambda: create_event(club=request.club, **who(request, form), **form.settings))
        if made is not None:
            return redirect("league:event", request.club.slug, made.pk)
    return form_page(request, form, "new.html")


@require_http_methods(GET_OR_POST)
@needs(Action.PLAN_EVENTS)
def edit_event(request: ClubRequest, event_id: int) -> HttpResponse:
    """Changes what was planned; what rounds were played by already is not asked for."""
    found = get_event(request.club, event_id)
    more: dict[str, Any] = {
        "versions": rules_on_offer(request.club), "row": found, "is_started": has_started(found)
    }  # fmt: skip
    form = EventForm(posted(request), **more)
    if is_look(request):
        form = EventForm(**more, initial=looked(request))
    elif form.is_valid() and _changed(request, form, found):
        return redirect("league:event", request.club.slug, found.pk)
    return form_page(request, form, "edit.html", event=found)


def _changed(request: ClubRequest, form: EventForm, event: Event) -> bool:
    return do_or_say(form, lambda: change_event(event=event, **who(request, form), **form.settings)) is not None


def is_look(request: ClubRequest) -> bool:
    """Whether a form was sent only to be drawn again for what was chosen in it; nothing is saved then."""
    return request.method == "POST" and "look" in request.POST


def looked(request: ClubRequest) -> dict[str, Any]:
    """What was typed so far, without what follows from the choice that was just made."""
    typed = as_typed(request.POST.dict())
    for name in SUGGESTED.get(request.htmx.trigger_name or "", ()):
        typed.pop(name, None)
    return typed


def form_page(request: ClubRequest, form: SettingsForm, template: str, **more: Any) -> HttpResponse:
    """The page of a planning form, or for htmx its fields alone."""
    context = {"club": request.club, "form": form, "books": _books_to_adopt(form), **more}
    status = 422 if form.is_bound else 200
    if request.htmx and is_look(request):
        return render(request, f"{FOLDER}/_settings.html", context)
    return render(request, f"{FOLDER}/{template}", context, status=status)


def _books_to_adopt(form: SettingsForm) -> list[Any]:
    """The built-in books, where the club has none to choose from."""
    if form.lacks_three_handed_rules:
        return [book for book in built_in_books().values() if book.deal.players == 3]
    return [] if form.versions else list(built_in_books().values())


@require_POST
@needs(Action.EDIT_RULES)
def adopt(request: ClubRequest) -> HttpResponse:
    """Takes a built-in rule book for the club in one tap, and goes back to planning."""
    form = AdoptForm(request.POST)
    if form.is_valid():
        book = do_or_say(
            form, lambda: adopt_book(club=request.club, key=form.cleaned_data["book"], **who(request, form))
        )
        if book is not None:
            messages.success(request, f"The club plays by {book.book_version.book.name} now.")
    back = request.POST.get("back")
    return redirect("league:new_series" if back == "series" else "league:new_event", request.club.slug)


# -- closing and deleting ----------------------------------------------------------------


@require_http_methods(GET_OR_POST)
@needs(Action.RUN_ROUNDS)
def close(request: ClubRequest, event_id: int) -> HttpResponse:
    """The evening is over: one confirmation, with a reason where rounds are missing."""
    found = get_event(request.club, event_id)
    missing = rounds_missing(found)
    form = ReasonForm(posted(request), is_needed=bool(missing))
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        if do_or_say(form, lambda: close_event(event=found, reason=reason, **who(request, form))) is not None:
            messages.success(request, f"{found.name} is closed.")
            return redirect("league:event", request.club.slug, found.pk)
    people = count_people(found)
    context = {
        "club": request.club,
        "event": found,
        "form": form,
        "missing": missing,
        "people": people_words(people),
        "fees": money_words(people),
    }
    return render(request, f"{FOLDER}/close.html", context, status=422 if form.is_bound else 200)


@require_http_methods(GET_OR_POST)
@needs(Action.RUN_ROUNDS)
def reopen(request: ClubRequest, event_id: int) -> HttpResponse:
    """A closed event goes on, with a reason."""
    found = get_event(request.club, event_id)
    form = ReasonForm(posted(request))
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        if do_or_say(form, lambda: reopen_event(event=found, reason=reason, **who(request, form))) is not None:
            return redirect("league:event", request.club.slug, found.pk)
    context = {"club": request.club, "event": found, "form": form}
    return render(request, f"{FOLDER}/reopen.html", context, status=422 if form.is_bound else 200)


@require_http_methods(GET_OR_POST)
@needs(Action.DELETE)
def delete(request: ClubRequest, event_id: int) -> HttpResponse:
    """Deletes an event for good; its name has to be typed."""
    found = get_event(request.club, event_id)
    form = DeleteForm(posted(request))
    if form.is_valid():
        name = form.cleaned_data["name"]
        if do_or_say(form, lambda: delete_event(event=found, name=name, **who(request, form))):
            messages.success(request, f"{found.name} of {day_words(found)} was deleted.")
            return redirect("league:events", request.club.slug)
    rounds = found.rounds.count()
    context = {
        "club": request.club,
        "event": found,
        "form": form,
        "when": when_words(found),
        "people": people_words(count_people(found)),
        "rounds": counted(rounds, "round") if rounds else "",
    }
    return render(request, f"{FOLDER}/delete.html", context, status=422 if form.is_bound else 200)


# -- what the views of events share ------------------------------------------------------
