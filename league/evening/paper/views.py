"""An event's papers: a page that leads to them, and an address for each kind."""

from __future__ import annotations

from dataclasses import replace

from django.core.cache import cache
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from league.acting.finding import get_event
from league.acting.permissions import READ, Action, ClubRequest, ClubView, needs, refuse
from league.acting.unchanged import kept_for_strangers
from league.evening.boards.deeds.printing import note_printed
from league.evening.boards.made import read_made
from league.evening.ledger.findings import SHORT
from league.evening.paper.pages.certificates import FEWEST
from league.evening.paper.pages.choice import HIDDEN, NO_BOARDS, Evening, Kind, papers_context
from league.evening.seating.schedules.tasks import fingerprint_of
from league.evening.travelers.files import boards_file, evening_for_file
from league.models import CashEntry, Category, Entrant, Event, EventRound
from pinochle_club.ground.apart import Asker, Busy
from pinochle_club.ground.exports import FileKind
from pinochle_club.ground.http import address_key, or_404
from pinochle_club.ground.papers import answer_pdf
from pinochle_club.ground.pdfs import PRINTER, STACK_PRINTER, PdfError
from scoring.boards.text import EveningText, evening_text

from .forms import EventPaperForm
from .pdfs import papers as pdfs
from .pdfs.sheets import NothingToPrint, print_paper


@needs(Action.READ_PUBLISHED, READ)
def papers(request: ClubRequest, event_id: int) -> HttpResponse:
    evening = _evening(request, event_id)
    numbers = sorted({*evening.seated, *evening.started})
    form = EventPaperForm(request.GET, club=request.club, rounds=numbers, present=evening.present)
    if not form.is_valid():
        return _page(request, evening, fault=form.first_fault, status=422)
    return _page(request, evening, paper=form.chosen_paper, number=form.chosen_round)


# -- each kind of paper ------------------------------------------------------------------


def prints(kind: Kind) -> ClubView:

    @needs(kind.action, READ)
    def view(request: ClubRequest, event_id: int) -> HttpResponse:
        return _print(request, event_id, kind)

    return view


@needs(Action.READ_PUBLISHED, READ)
@kept_for_strangers()
def boards_text(request: ClubRequest, event: Event) -> HttpResponse:
    response = HttpResponse(evening_text(_open_boards(event)), content_type="text/plain; charset=utf-8")
    filename = f"{event.club.slug}-{event.played_on}-boards.pbn"
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=filename)
    return response


def saves_boards(kind: FileKind) -> ClubView:

    @needs(Action.READ_PUBLISHED, READ)
    @kept_for_strangers()
    def view(request: ClubRequest, event: Event) -> HttpResponse:
        return boards_file(_open_boards(event), event.club.slug, str(event.played_on)).answer(kind)

    return view


def _open_boards(event: Event) -> EveningText:
    return or_404(evening_for_file(event), HIDDEN if event.is_duplicate else NO_BOARDS)


# -- answering ---------------------------------------------------------------------------


def _print(request: ClubRequest, event_id: int, kind: Kind) -> HttpResponse:
    """The PDF, or the page with faults of the question, or why there is nothing."""
    if not request.acting.may(action := kind.action_for(request.GET)):
        return refuse(request, request.club, action)
    evening = _evening(request, event_id)
    form = evening.form(kind, request.GET)
    if not form.is_valid():
        fault = form.first_fault if {"paper", "round"} & form.errors.keys() else ""
        return _page(request, evening, asked=form, fault=fault, status=422)
    if refusal := evening.refusal(kind):  # told at once; the printer looks again
        return _nothing(request, evening, form, refusal)
    number = str(form.chosen_round or "") if kind.rounds in ("seated", "started") else ""
    event = evening.event
    name = " ".join(filter(None, (event.name, event.played_on.isoformat(), kind.title, number and f"round {number}")))
    prints = request.acting.may(Action.PRINT)
    # A paper with hands goes to its reader alone.
    as_of = (event.version, request.user.pk) if kind.holds_hands else event.version
    try:
        response = answer_pdf(
            request, slugify(name), print_paper, event.pk, kind.key, request.acting.kind, form.chosen,
            as_of=as_of, comes_first=prints, printer=STACK_PRINTER if kind.is_stack and prints else PRINTER,
        )  # fmt: skip
    except NothingToPrint as nothing:
        return _nothing(request, evening, form, str(nothing))
    if kind.holds_secrets:
        response["Cache-Control"] = "no-store"
    if kind.holds_hands and response.status_code == 200:
        return _as_file(request, evening, kind, response)
    return response


def _as_file(request: ClubRequest, evening: Evening, kind: Kind, response: HttpResponse) -> HttpResponse:
    """Secret hands as a file, not to be glimpsed; the log says who had them."""
    if request.method == "GET":
        note_printed(event=evening.event, what=kind.title, acting=request.acting)
    response["Content-Disposition"] = response["Content-Disposition"].replace("inline", "attachment", 1)
    return response


def _evening(request: ClubRequest, event_id: int) -> Evening:
    event = get_event(request.club, event_id)
    event.club = request.club
    boards = read_made(event, request.acting) if event.is_duplicate else None
    return Evening(event, request.acting, list(event.rounds.order_by("number")), boards)


def _nothing(request: ClubRequest, evening: Evening, form: EventPaperForm, why: str) -> HttpResponse:
    return _page(request, evening, paper=form.chosen_paper, number=form.chosen_round, fault=why, status=409)


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
    evening = replace(evening, ruled_in=_ruled_in(evening), has_receipts=_has_receipts(evening))
    context = papers_context(
        replace(evening, has_firsts=_has_firsts(evening)),
        paper=paper or request.club.paper,
        number=number or evening.present,
        asked=asked,
        missing=_missing(request, evening),
    )
    return render(
        request,
        "league/evening/paper/papers.html",
        {"event": evening.event, "page": context, "fault": fault},
        status=status,
    )


def _ruled_in(evening: Evening) -> set[int]:
    """Rounds with rulings, for those who print slips (one query)."""
    if not evening.acting.may(Action.PRINT):
        return set()
    rounds = EventRound.objects.filter(event=evening.event, tables__card__entries__kind="ruling")
    return set(rounds.values_list("number", flat=True))


def _has_receipts(evening: Evening) -> bool:
    """Whether a prize was paid, for those who print receipts (one query where there is money)."""
    event, may = evening.event, evening.acting.may(Action.PAY_PRIZES)
    paid = event.cash_entries.filter(kind=CashEntry.Kind.PAYOUT, is_taken_back=False)
    return may and event.has_money and paid.exists()


def _has_firsts(evening: Evening) -> bool:
    """Whether enough of a category came for a certificate, once rounds are closed (one query)."""
    event = evening.event
    if not evening.closed or not evening.acting.may(Action.PRINT):
        return False
    came = Category.objects.filter(
        members__entries__event=event, members__entries__state__in=(Entrant.State.HERE, Entrant.State.LEFT)
    )
    found = came.annotate(people=Count("members__entries", distinct=True))
    return found.filter(people__gte=FEWEST * (2 if event.is_for_pairs else 1)).exists()


def _missing(request: ClubRequest, evening: Evening) -> str:
    letters = pdfs.rare_letters(evening.event.entrants.values_list("name", flat=True))
    if not letters:
        return ""
    key = f"missing-letters-{fingerprint_of(letters)}"
    missing: str | None = cache.get(key)
    if missing is None:
        asker = Asker(address_key(request), evening.acting.may(Action.PRINT))
        try:
            missing = PRINTER.ask(pdfs.missing_letters, letters, asker=asker, at_most=SHORT)
        except (Busy, TimeoutError, PdfError):
            return ""  # no page waits for it, and the paper itself says so
        cache.set(key, missing)
    return missing
