"""A club's events and series: lists, one event with its next step, planning, closing and deleting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import Exists, F, OuterRef, Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone

from league.acting.answers import FormPage, form_page, posted, show_form, tapped
from league.acting.event_pages import kept_while_quiet
from league.acting.forms import ClubForm, ReasonForm
from league.acting.permissions import NOBODY, READ, TAP, Acting, Action, ClubRequest, named_for, needs
from league.acting.submissions import LOOK
from league.acting.unchanged import kept_for_strangers
from league.evening.boards.made import read_made
from league.evening.cards.reading import RoundReading, read_started, that_count
from league.evening.check_in.people import absent_in, count_people, seating_is_stale
from league.evening.events.found import event_found
from league.evening.money.pages.cash import cash_context, close_words, open_words
from league.evening.money.pages.prizes import shown_prizes
from league.evening.money.sheet import prizes_of, read_cash
from league.evening.paper.listings import PlaceList
from league.evening.rounds.effects import as_counting
from league.evening.seating.pages.rotation import Shown, seating_context
from league.evening.seating.seatings import read_rounds
from league.evening.tables.deeds.tables import tablets_of_last_time
from league.models import Event, EventRound, Fetched, Lending, Member, Notice, Series
from league.office.clubs.pages.navigation import address_of
from league.office.house_rules.deeds import adopt_book
from league.words import day_words, place_words, when_words
from pinochle_club.ground.exports import ListFile, file_asked
from pinochle_club.ground.listings import WORDS, listing_page
from scoring.rules.book import RuleBook, built_in_books

from . import deeds, pages
from .forms import AdoptForm, BreakOffForm, DeleteForm, EventForm, ReopenForm, SeriesForm, SettingsForm, as_typed
from .listings import PastEventListing, ResultListing
from .results import FIRST_ROWS, kept_results, results_by

FOLDER = "league/evening/events"
MOST_NIGHTS = 30
# Later fields of a form depend on these: a new choice renews their suggestions.
SUGGESTED = {"format": ("round_end", "hands"), "rules": ("round_end", "hands")}


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS)
def events(request: ClubRequest) -> HttpResponse:
    today = timezone.localdate()
    found = deeds.events_of(request.club)
    is_on = Q(state=Event.State.RUNNING) | Q(played_on=today) & ~Q(state=Event.State.CLOSED)
    is_coming = Q(played_on__gt=today, state=Event.State.PLANNED)
    dates = deeds.next_dates(request.club)
    series = request.club.series.filter(is_over=False).select_related("rules__book_version")
    context = {
        "tonight": [pages.event_line(event) for event in found.filter(is_on)],
        "coming": [pages.event_line(event) for event in found.filter(is_coming).order_by("played_on", "pk")],
        "series": [pages.series_line(one, dates[one.pk]) for one in series],
        "listing": PastEventListing.paged(request, found.exclude(is_on | is_coming).prefetch_related(FIRST_ROWS)),
        "may_plan": request.club.lives_here and request.acting.may(Action.PLAN_EVENTS),
        "tools": pages.tools_of_events(request.club, request.acting),
    }
    return listing_page(request, f"{FOLDER}/events.html", context, places=(request.club.slug,))


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers(*WORDS)
def event(request: ClubRequest, event: Event) -> HttpResponse:
    kind, runs_it = file_asked(request), request.acting.may(Action.SEE_DESK)
    has_money, member = runs_it and event.has_money, request.acting.member_id
    if kind is not None:
        return _results_file(event, request.GET, runs_it=runs_it).answer(kind)
    with named_for(request, Action.SEE_DESK, event.pk):
        shown = _seatings_and_results(event, runs_it=runs_it, asked=_asked(event, request.GET, runs_it=runs_it))
    is_fetched = (runs_it or event.lent) and Fetched.objects.filter(event=event).exists()
    was_lent = runs_it and event.lendings.exists()
    context = {
        "event": event,
        "when": when_words(event),
        "place": place_words(event),
        "found": event_found(event) if event.club.may_be_found else None,
        "facts": pages.facts_words(event),
        "final": pages.final_words(event, timezone.now()),
        "steps": pages.evening_steps(replace(read_evening(event, request.acting), has_money=has_money))
        if runs_it and event.is_changed_here and not event.lent and event.state != Event.State.CLOSED
        else (),
        "tools": pages.more_links(event, request.acting, has_money=has_money) if runs_it else (),
        "has_boards_at_home": event.is_duplicate and request.club.is_public and event.is_final(timezone.now()),
        "may_see_coming": event.state == Event.State.PLANNED and request.acting.may(Action.READ_MEMBERS),
        "may_plan": event.is_changed_here and request.acting.may(Action.PLAN_EVENTS),
        "may_run": event.is_changed_here and request.acting.may(Action.RUN_ROUNDS),
        "notice": _notice_address(event, request.acting),
        "shown": shown,
        "own": pages.own_places(kept_results(event, runs_it=False), member) if member and not runs_it else (),
        "has_guests_to_ask": was_lent
        and request.acting.may(Action.PLAN_EVENTS)
        and not event.lent
        and _has_guests_to_ask(event),
        "has_kept": was_lent
        and request.acting.may(Action.MANAGE_CLUB)
        and event.lendings.filter(kept__isnull=False).exists(),
        "is_fetched": is_fetched and runs_it,
        "is_given_back": is_fetched and event.lent,
    }
    return render(request, f"{FOLDER}/event.html", context)


def _has_guests_to_ask(event: Event) -> bool:
    """Whether guests of an evening that came back from a hall have names of the list, and nobody was asked (one
    query)."""
    of_the_name = Member.objects.filter(club=event.club_id, name__iexact=OuterRef("name"), merged_into=None)
    guests = Member.objects.filter(
        entries__event=event, entries__event__lendings__state=Lending.State.BACK, is_guest=True, is_another=False
    )
    guests = guests.filter(created_at__gt=F("entries__event__lendings__lent_at"), merged_into=None)
    return guests.filter(Exists(of_the_name.exclude(pk=OuterRef("pk")))).exists()


def _asked(event: Event, address: Mapping[str, str], *, runs_it: bool) -> tuple[tuple[str, str], ...]:
    """The order and page of the results, without the rest of the address, because pages are cached by them."""
    lists = _result_lists(event, address, runs_it=runs_it) if {"sort", "page"} & address.keys() else []
    turned = ((("part", str(one.part)), ("page", str(one.page.number))) for one in lists if one.page.number > 1)
    by = [("sort", str(lists[0].order_by))] if lists and str(lists[0].order_by) != ResultListing.usual else []
    return (*by, *next(turned, ()))


def _result_lists(event: Event, asked: Mapping[str, str], *, runs_it: bool) -> list[ResultListing]:
    """Each table of the results as the address asks for it, drawn without a request."""
    results = kept_results(event, runs_it=runs_it)
    return [ResultListing(one, event, at, runs_it=runs_it).read(asked, at) for at, one in enumerate(results, start=1)]


def _results_file(event: Event, asked: Mapping[str, str], *, runs_it: bool) -> ListFile:
    """One table of the results, in the page's order; `part` is its number there."""
    lists = _result_lists(event, asked, runs_it=runs_it)
    if not lists:
        raise Http404("There are no results yet.")
    listing = next((one for one in lists if str(one.part) == asked.get("part")), lists[0])
    return listing.as_file(event.club.slug, str(event.played_on))


def _notice_address(event: Event, acting: Acting) -> str:
    """The address of a closed event's notice, for those who may read it (one query at most)."""
    if event.state != Event.State.CLOSED:
        return ""
    may_read = acting.may(Action.WRITE_NOTICES) or Notice.objects.filter(event=event, is_published=True).exists()
    return address_of("notice", event.club.slug, event.pk) if may_read else ""


def read_evening(event: Event, acting: Acting) -> pages.Evening:
    """The progress of an event, for an official (eight queries at most, four more of a duplicate)."""
    evening = pages.Evening(event, list(event.rounds.all()), count_people(event), seating_is_stale(event), acting)
    if event.is_duplicate:
        evening = replace(evening, boards=read_made(event))
    if event.state == Event.State.PLANNED:
        evening = replace(evening, tablets=len(tablets_of_last_time(event)))
    if evening.now != "rounds" or evening.running is not None or not evening.ahead:
        return evening
    return replace(evening, absent=absent_in(evening.ahead[0]))


@kept_while_quiet
def _seatings_and_results(event: Event, *, runs_it: bool, asked: tuple[tuple[str, str], ...]) -> str:
    """The public part of the event's page."""
    prizes = prizes_of(event) if event.has_money else []
    cash = read_cash(event) if prizes and event.state == Event.State.CLOSED else None
    context = {
        "event": event,
        "seatings": _seatings(event),
        "standings": _result_lists(event, dict(asked), runs_it=runs_it),
        "hidden": pages.hidden_words(event, runs_it=runs_it),
        "prizes": shown_prizes(event, prizes, cash),
        "runs_it": runs_it,
    }
    return render_to_string(f"{FOLDER}/_seatings_and_results.html", context)


def _seatings(event: Event) -> list[Shown]:
    """Published rounds that are not over; the first is open."""
    shown = (EventRound.State.PUBLISHED, EventRound.State.RUNNING)
    numbers = [one.number for one in event.rounds.all() if one.state in shown]
    if event.state == Event.State.CLOSED or not numbers:
        return []
    return [seating_context(one) for one in read_rounds(event, numbers)]


# -- planning ----------------------------------------------------------------------------


@needs(Action.PLAN_EVENTS)
def new_event(request: ClubRequest) -> HttpResponse:
    form = partial(EventForm, versions=deeds.rules_on_offer(request.club))
    return _plan(request, form, pages.new_event_page(request.club), deed=deeds.create_event, club=request.club)


@needs(Action.PLAN_EVENTS)
def edit_event(request: ClubRequest, event: Event) -> HttpResponse:
    form = partial(
        EventForm, versions=deeds.rules_on_offer(request.club), row=event, is_started=deeds.has_started(event)
    )
    return _plan(request, form, pages.edit_event_page(event), deed=deeds.change_event, event=event)


def _plan(
    request: ClubRequest,
    make: Callable[..., SettingsForm],
    page: FormPage,
    *,
    deed: Callable[..., Event | Series],
    **about: Any,
) -> HttpResponse:
    """The page of a planning form. With `look` it is drawn again for the current choices, and nothing is saved."""
    is_look = LOOK in request.POST
    if is_look:
        typed = as_typed(request.POST.dict())
        for name in SUGGESTED.get(request.htmx.trigger_name or "", ()):  # set by the choice just made
            typed.pop(name, None)
        form = make(initial=typed)
        form.keep(typed)
    else:
        form = make(posted(request))
    return form_page(
        request,
        form,
        page,
        deed=deed,
        to=_address,
        template=f"{FOLDER}/_settings.html" if is_look and request.htmx else f"{FOLDER}/plan.html",
        context=lambda: {"books": _books_to_adopt(form), "questions": form.ask()},
        **about,
    )


def _address(planned: Event | Series) -> str:
    return address_of("event" if isinstance(planned, Event) else "one_series", planned.club.slug, planned.pk)


def _books_to_adopt(form: SettingsForm) -> list[RuleBook]:
    """The built-in books, for a club without any to choose from."""
    if form.lacks_other_rules:
        return [book for book in built_in_books().values() if book.deal.players == form.usual_others]
    return [] if form.versions else list(built_in_books().values())


@needs(Action.EDIT_RULES, TAP)
def adopt(request: ClubRequest) -> HttpResponse:
    return tapped(
        request,
        "events",
        form=AdoptForm(request.POST),
        deed=adopt_book,
        to=address_of("new_series" if request.POST.get("back") == "series" else "new_event", request.club.slug),
        said=lambda rules: f"The club now plays by {rules.book_version.book.name}.",
        club=request.club,
    )


# -- closing and deleting ----------------------------------------------------------------


@needs(Action.RUN_ROUNDS)
def close(request: ClubRequest, event: Event) -> HttpResponse:
    """Close the event, with a reason where rounds are missing. A running round is closed first."""
    running = event.rounds.filter(state=EventRound.State.RUNNING).first()
    if running is not None and request.method != "POST":
        messages.info(request, f"{running} is still being played. Close it, then close the event.")
        return redirect(address_of("close_round", request.club.slug, event.pk, running.number))
    missing = deeds.missing_at_the_end(event)
    form = ReasonForm(posted(request)) if missing else ClubForm(posted(request))
    cash = read_cash(event)
    page = pages.close_page(event, count_people(event), missing, open_words(cash), close_words(cash))
    return form_page(
        request, form, page, deed=deeds.close_event, to=_address(event), said=f"{event.name} is closed.", event=event
    )


@needs(Action.RUN_ROUNDS)
def stop(request: ClubRequest, event: Event) -> HttpResponse:
    """Show the evening's result if it ended now, by the chosen rounds; end it once the page showed just that."""
    started = read_started(event)
    if not started or (event.state == Event.State.CLOSED and request.method != "POST"):
        return redirect(address_of("close_event", request.club.slug, event.pk))
    chosen = {"rounds": request.GET.getlist("rounds")} if "look" in request.GET else {}
    offered, counting = pages.round_choices(started), pages.taken_to_count(started)
    form = BreakOffForm(posted(request), offered=offered, counting=counting, initial=chosen)
    about: dict[str, Any] = {"template": f"{FOLDER}/stop.html", "context": partial(_if_we_stop, event, started, form)}
    page = pages.break_off_page(event)
    if form.is_bound and form.is_valid() and not form.is_shown:
        return show_form(request, form, page, refused=pages.NOW_SHOWN, **about)
    said = f"{event.name} is closed."
    return form_page(request, form, page, deed=deeds.break_off, to=_address(event), said=said, event=event, **about)


def _if_we_stop(event: Event, started: Sequence[RoundReading], form: BreakOffForm) -> dict[str, Any]:
    rounds = as_counting(started, form.counting)
    cash = read_cash(event, rounds)
    return {
        "event": event,
        "standings": [
            (one, PlaceList(list(map(asdict, one.lines)), one.who, ())) for one in results_by(event, that_count(rounds))
        ],
        "prizes": shown_prizes(event, cash.prizes, cash),
        "cash": cash_context(cash, NOBODY) if cash.is_in_use else None,
        "cash_says": [*open_words(cash), *close_words(cash)],
    }


@needs(Action.RUN_ROUNDS)
def reopen(request: ClubRequest, event: Event) -> HttpResponse:
    is_final = event.is_final(timezone.now())
    form = ReopenForm(posted(request)) if is_final else ReasonForm(posted(request))
    page = pages.reopen_page(event, is_final=is_final)
    return form_page(request, form, page, deed=deeds.reopen_event, to=_address(event), event=event)


@needs(Action.DELETE)
def delete(request: ClubRequest, event: Event) -> HttpResponse:
    return form_page(
        request,
        DeleteForm(posted(request)),
        pages.delete_page(event, count_people(event), event.rounds.count()),
        deed=deeds.delete_event,
        to=address_of("events", request.club.slug),
        said=f"{event.name} of {day_words(event)} was deleted.",
        event=event,
    )


# -- series ------------------------------------------------------------------------------


@needs(Action.PLAN_EVENTS, READ)
def series(request: ClubRequest) -> HttpResponse:
    """The club's series, ended ones too."""
    rows = request.club.series.select_related("rules__book_version").order_by("is_over", "name")
    context = {"series": [pages.series_line(one) for one in rows]}
    return render(request, f"{FOLDER}/series_list.html", context)


@needs(Action.PLAN_EVENTS)
def new_series(request: ClubRequest) -> HttpResponse:
    form = partial(SeriesForm, versions=deeds.rules_on_offer(request.club))
    return _plan(request, form, pages.new_series_page(request.club), deed=deeds.create_series, club=request.club)


@needs(Action.PLAN_EVENTS, READ)
def one_series(request: ClubRequest, series_id: int) -> HttpResponse:
    found = deeds.get_series(request.club, series_id)
    nights = deeds.events_of(request.club).filter(series=found).prefetch_related(FIRST_ROWS)[:MOST_NIGHTS]
    context = {
        "series": found,
        "line": pages.series_line(found, None if found.is_over else deeds.next_date(found)),
        "nights": [pages.event_line(night) for night in nights],
        "tools": pages.tools_of_series(request.club, found),
    }
    return render(request, f"{FOLDER}/series.html", context)


@needs(Action.PLAN_EVENTS)
def edit_series(request: ClubRequest, series: Series) -> HttpResponse:
    form = partial(SeriesForm, versions=deeds.rules_on_offer(request.club), row=series)
    return _plan(request, form, pages.edit_series_page(series), deed=deeds.change_series, series=series)


@needs(Action.PLAN_EVENTS, TAP)
def next_night(request: ClubRequest, series: Series) -> HttpResponse:
    return tapped(request, "one_series", series.pk, deed=deeds.next_of_series, to=_address, series=series)


@needs(Action.PLAN_EVENTS, TAP)
def end(request: ClubRequest, series: Series) -> HttpResponse:
    """End a series, or take it up again."""
    is_over = "again" not in request.POST
    return tapped(request, "one_series", series.pk, deed=deeds.end_series, series=series, is_over=is_over)
