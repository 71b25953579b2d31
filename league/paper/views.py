"""The paper of an event: a page that leads to it, and an address for each kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, cast

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from league.acting.finding import get_event
from league.acting.permissions import Action, ClubRequest, ClubView, needs, refuse
from league.cards.reading import event_points, read_event
from league.models import Entrant, Event, RoundTable
from league.paper.pages.check_in import check_in_paper
from league.paper.pages.choice import BY_KEY, Evening, Kind, papers_context
from league.paper.pages.heads import paper_head
from league.paper.pages.results import results_paper
from league.paper.pages.seatings import master_paper, seating_paper, slips_of
from league.paper.pdfs.score_cards import CardTable, card_sheets, card_table
from league.seating.field import certificate_of, read_field
from league.seating.seatings import SeatedRound, ahead, read_rounds, started
from league.tables.passes import passes_of
from scoring.score_card.pdfs import PdfError
from scoring.score_card.views.papers import answer_pdf

from .forms import EventPaperForm, ScoreCardsForm, SeatingForm, TableCardsForm
from .pdfs import papers as pdfs

Make = Callable[[], bytes]
Work = Callable[[Evening, Any], Make]
# A card takes a moment to draw: who does not print for the event gets a few at once.
MOST_FOR_EVERYBODY: Final = 4


class NothingToPrint(Exception):
    """There is nothing to print as things stand; the message is for the person who asked."""


@require_safe
@needs(Action.READ_PUBLISHED)
def papers(request: ClubRequest, event_id: int) -> HttpResponse:
    """What of an event can be printed; `?paper=a4&round=2`."""
    evening = _evening(request, event_id)
    numbers = sorted({*evening.seated, *evening.started})
    form = EventPaperForm(request.GET, club=request.club, rounds=numbers, present=evening.present)
    if not form.is_valid():
        return _page(request, evening, fault=_first_fault(form), status=422)
    return _page(request, evening, paper=form.chosen_paper, number=form.chosen_round)


# -- each kind of paper ------------------------------------------------------------------


def prints(key: str) -> Callable[[Work], ClubView]:
    """Makes of a function that gathers what stands on a kind of paper the view that answers with its PDF."""
    kind = BY_KEY[key]

    def wrap(work: Work) -> ClubView:
        @require_safe
        @needs(kind.action)
        @wraps(work)
        def view(request: ClubRequest, event_id: int) -> HttpResponse:
            return _print(request, event_id, kind, work)

        return view

    return wrap


@prints("table_cards")
def table_cards_pdf(evening: Evening, form: TableCardsForm) -> Make:
    """The tables' passes; `?per_page=1&first=3&last=5`."""
    event, numbers = evening.event, form.chosen_tables(_table_numbers(evening.event))
    if not numbers:
        raise NothingToPrint("Nobody is seated yet. Say up to which table you want cards.")
    passes = passes_of(event, numbers)
    ordered = [passes[number] for number in numbers]
    head = paper_head(event, "Table cards")
    return lambda: pdfs.table_cards_pdf(head, ordered, form.chosen_paper, form.cards_per_page)


@prints("check_in")
def check_in_pdf(evening: Evening, form: EventPaperForm) -> Make:
    """The list for the door."""
    context = check_in_paper(evening.event, evening.event.entrants.all())
    return lambda: pdfs.check_in_pdf(context, form.chosen_paper)


@prints("seating")
def seating_pdf(evening: Evening, form: SeatingForm) -> Make:
    """Who sits where in a round; `?round=2&by=name`."""
    context = seating_paper(evening.event, _round(evening, form.chosen_round), form.chosen_list)
    return lambda: pdfs.seating_pdf(context, form.chosen_paper)


@prints("score_cards")
def score_cards_pdf(evening: Evening, form: ScoreCardsForm) -> Make:
    """The cards of a round, for whoever prints for the event also with names; `?round=2&fill=blank&per_page=4`."""
    tables, is_draft = _card_tables(evening, form)
    if len(tables) > MOST_FOR_EVERYBODY and not evening.acting.may(Action.PRINT):
        raise NothingToPrint(
            f"Up to {MOST_FOR_EVERYBODY} blank cards at once: say from which table to which. "
            "Who runs the event can print all of them."
        )
    head = paper_head(evening.event, "Score cards", is_draft=is_draft)
    sheets = card_sheets(evening.event, head, tables, form.cards_per_page)
    return lambda: pdfs.score_cards_pdf(head, sheets, form.chosen_paper, form.cards_per_page)


@prints("slips")
def slips_pdf(evening: Evening, form: EventPaperForm) -> Make:
    """Everybody's own rounds."""
    rounds = read_rounds(evening.event, evening.seated)
    head = paper_head(evening.event, "Slips", is_draft=any(one.is_draft for one in rounds))
    slips = slips_of(rounds)
    return lambda: pdfs.slips_pdf(head, slips, form.chosen_paper)


@prints("master")
def master_pdf(evening: Evening, form: EventPaperForm) -> Make:
    """The whole rotation with its certificate."""
    rounds = read_rounds(evening.event, evening.seated)
    context = master_paper(evening.event, rounds, _certificate(evening.event, rounds))
    return lambda: pdfs.master_pdf(context, form.chosen_paper)


@prints("results")
def results_pdf(evening: Evening, form: EventPaperForm) -> Make:
    """The results of a round that is closed; for whoever runs the evening, also of the one being played."""
    readings = read_event(evening.event)
    number = form.chosen_round
    assert number is not None, "without a round there is nothing to print"
    context = results_paper(evening.event, readings, event_points(evening.event, readings), number)
    return lambda: pdfs.results_pdf(context, form.chosen_paper)


# -- fetching ----------------------------------------------------------------------------


def _evening(request: ClubRequest, event_id: int) -> Evening:
    event = get_event(request.club, event_id)
    event.club = request.club
    return Evening(event, request.acting, list(event.rounds.order_by("number")))


def _round(evening: Evening, number: int | None) -> SeatedRound:
    found = read_rounds(evening.event, [number] if number else [])
    if not found:
        raise NothingToPrint("No seating is published yet.")
    return found[0]


def _table_numbers(event: Event) -> list[int]:
    """Every table that is used in some round."""
    numbers = RoundTable.objects.filter(event_round__event=event).order_by("number").values_list("number", flat=True)
    return list(numbers.distinct())


def _card_tables(evening: Evening, form: ScoreCardsForm) -> tuple[list[CardTable], bool]:
    """The tables that get a card, and whether their seating is a draft."""
    number = form.chosen_round
    seated = _round(evening, number) if number else None
    there = {table.number: table for table in seated.tables} if seated else {}
    numbers = form.chosen_tables(there, only_there=form.is_filled)
    if not numbers:
        raise NothingToPrint(
            "No table of this round has such a number." if there else "Nobody is seated yet. Print blank cards, "
            "and say up to which table."
        )  # fmt: skip
    tables = [
        card_table(there[one], number or 0, is_filled=form.is_filled)
        if one in there
        else CardTable(one, str(number or ""))
        for one in numbers
    ]
    return tables, seated is not None and seated.is_draft and form.is_filled


def _certificate(event: Event, rounds: tuple[SeatedRound, ...]) -> tuple[str, ...]:
    """What can be said of the rotation; of tables that form as they like, nothing."""
    if event.format == Event.Format.CASUAL:
        return ()
    field = read_field(event, rounds)
    before = tuple(one.seating for one in started(rounds))
    to_come = tuple(one.seating for one in ahead(rounds))
    found = certificate_of(field.wishes, to_come, before, field.season)
    return (*found.sentences, *(fault.sentence(_naming(field.entrants)) for fault in found.faults))


def _naming(entrants: object) -> Callable[[int], str]:
    names = {entrant.pk: entrant.called for entrant in cast("list[Entrant]", entrants)}
    return lambda player: names.get(player, "Somebody")


# -- answering ---------------------------------------------------------------------------


def _print(request: ClubRequest, event_id: int, kind: Kind, work: Work) -> HttpResponse:
    """A PDF, or the page again with what is wrong with the question, or why there is nothing to print."""
    if not request.acting.may(action := kind.action_for(request.GET)):
        return refuse(request, request.club, action)
    evening = _evening(request, event_id)
    form = evening.form(kind, request.GET)
    if not form.is_valid():
        fault = _first_fault(form) if {"paper", "round"} & form.errors.keys() else ""
        return _page(request, evening, asked=form, fault=fault, status=422)
    try:
        if refusal := evening.refusal(kind):
            raise NothingToPrint(refusal)
        make = work(evening, form)
    except NothingToPrint as nothing:
        return _page(
            request, evening, paper=form.chosen_paper, number=form.chosen_round, fault=str(nothing), status=409
        )
    number = str(form.chosen_round or "") if kind.rounds in ("seated", "started") else ""
    event = evening.event
    name = " ".join(filter(None, (event.name, event.played_on.isoformat(), kind.title, number and f"round {number}")))
    response = answer_pdf(request, make, slugify(name))
    if kind.holds_secrets:
        response["Cache-Control"] = "no-store"
    return response


def _first_fault(form: EventPaperForm) -> str:
    return str(next(iter(form.errors.values()))[0])


def _page(
    request: ClubRequest,
    evening: Evening,
    *,
    paper: str = "",
    number: int | None = None,
    asked: EventPaperForm | None = None,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    context = papers_context(
        evening,
        paper=paper or request.club.paper,
        number=number or evening.present,
        asked=asked,
        missing=_missing(evening.event),
    )
    return render(
        request,
        "league/paper/papers.html",
        {"club": request.club, "event": evening.event, "page": context, "fault": fault},
        status=status,
    )


def _missing(event: Event) -> str:
    """The letters of tonight's names that this server cannot print."""
    try:
        return pdfs.missing_letters(event.entrants.values_list("name", flat=True))
    except PdfError:
        return ""  # whoever prints is told
