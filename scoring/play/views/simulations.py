"""Trying a rule: a simulation is requested, waits in line, and shows its results. Anyone with its address may look; the
device that asked may stop it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pinochle_club.ground.http import HtmxHttpRequest, address_key
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, Simulation
from scoring.play import jobs
from scoring.play.forms.simulations import SimulationForm
from scoring.play.membership import all_clubs_of, books_by_key, may_try_rules, played, without_bots
from scoring.play.pages.simulations import simulation_context, state_words, title_of
from scoring.rules.book import RuleBook
from scoring.score_card import access
from scoring.score_card.pages.rule_links import rules_page
from scoring.score_card.pages.summaries import by_players

from .answers import on_with
from .start import book_asked, our_book

LISTED = 20
FOLDER = "scoring/play/simulations"


@require_safe
def simulations(request: HttpRequest) -> HttpResponse:
    device = access.device_of(request)
    own = Simulation.objects.filter(device=device).order_by("-created_at")[:LISTED] if device else []
    clubs, ours = all_clubs_of(request), our_book(request)
    context = {
        "groups": by_players((book, book) for book in books_by_key(clubs, ours).values()),
        "without_bots": without_bots(clubs, ours),
        "may_try": may_try_rules(request),
        "own": [(job, title_of(job), state_words(job)) for job in own],
    }
    return render(request, f"{FOLDER}/simulations.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Choose a change and the number of hands; one job a tap."""
    book = played(book_asked(request, key))
    if request.method != "POST" or not may_try_rules(request):
        form = SimulationForm(book=book, initial={"start": access.new_secret()})
        return _form_page(request, form, status=200 if request.method != "POST" else 403)
    form = SimulationForm(request.POST, book=book)
    if not form.is_valid():
        return _form_page(request, form, status=422)
    try:
        job, secret = _asked(request, form, book)
    except jobs.TooMany as refused:
        return _form_page(request, form, fault=str(refused), status=429)
    return on_with(secret, "play:simulation", job.pk)


def _asked(request: HttpRequest, form: SimulationForm, book: RuleBook) -> tuple[Simulation, str | None]:
    """The job of this tap. Of a double tap in two processes one gets through; the other tap finds it."""
    jobs.look_ahead(created_from=address_key(request), start_hash=form.start_hash)
    try:
        with queued_write("simulations"):
            return _find_or_ask(request, form, book)
    except IntegrityError:
        with queued_write("simulations"):
            return _find_or_ask(request, form, book)


def _find_or_ask(request: HttpRequest, form: SimulationForm, book: RuleBook) -> tuple[Simulation, str | None]:
    device, secret = access.ensure_device(request)
    job = jobs.ask_for(
        asked=form.asked,
        book=book,
        against=form.changed,
        deals=form.deals_chosen,
        bots=form.cleaned_data["bots"],
        device=device,
        created_from=address_key(request),
        start_hash=form.start_hash,
    )
    return job, secret


def _form_page(request: HttpRequest, form: SimulationForm, fault: str = "", status: int = 200) -> HttpResponse:
    context = {"form": form, "book": form.book, "rules": rules_page(form.book), "fault": fault}
    context["may_try"] = may_try_rules(request)
    return render(request, f"{FOLDER}/new.html", context, status=status)


@require_safe
def simulation(request: HttpRequest, simulation_id: UUID) -> HttpResponse:
    return _render(request, _get(simulation_id))


@require_safe
def progress(request: HtmxHttpRequest, simulation_id: UUID) -> HttpResponse:
    """Polling with `?v=version`: 204 without news, else the page's inside."""
    job = _get(simulation_id)
    if request.GET.get("v") == str(job.version) and job.state != Simulation.State.WAITING:
        return HttpResponse(status=204)
    return _render(request, job)


@require_POST
def cancel(request: HtmxHttpRequest, simulation_id: UUID) -> HttpResponse:
    """Stop it or take it out of the line, by the device that asked; results stay."""
    job = _get(simulation_id)
    if not _is_own(request, job):
        return _render(request, job, status=403)
    jobs.cancel(job)
    return redirect("play:simulation", job.pk)


def _get(simulation_id: UUID) -> Simulation:
    return get_object_or_404(Simulation.objects.select_related("device"), pk=simulation_id)


def _is_own(request: HttpRequest, job: Simulation) -> bool:
    device: Device | None = job.device
    return device is not None and device.token_hash == access.device_hash(request)


def _render(request: HttpRequest, job: Simulation, status: int = 200) -> HttpResponse:
    in_front = jobs.in_front_of(job) if job.state == Simulation.State.WAITING else 0
    context: dict[str, Any] = {
        "job": job,
        "view": simulation_context(job, in_front),
        "is_own": _is_own(request, job),
    }
    return render(request, f"{FOLDER}/simulation.html", context, status=status)
