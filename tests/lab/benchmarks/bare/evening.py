"""An evening of fifty tables for the benchmarks, and bare views beside its saving and polling: the same reads, the same
rows written through the ORM under the same queue, the same fragment as answer."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from league.evening.desk.reading import board_version
from league.evening.desk.views.desk import NOTES
from league.evening.rounds.deeds import start_round
from league.evening.tables.deeds.tables import hold_table, pair_tablet
from league.models import Event, RoundTable
from pinochle_club.ground import health
from pinochle_club.ground.http import HtmxHttpRequest
from pinochle_club.ground.plainly import plainly
from pinochle_club.ground.write_queue import queued_write
from scoring.models import Device, DeviceCard
from scoring.score_card import access
from scoring.score_card.views.answers import FRAGMENT, page_context
from tests.lab.benchmarks import sized
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round

from . import game
from .views import append_step

TABLES = sized(4, 50)
PREPARED: dict[int, dict[str, Any]] = {}


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """An evening with fifty tables at play, each with its tablet: their cards and cookies, and what screens that
    were drawn just now poll with."""
    club = make_club(slug=f"evening-{uuid4()}"[:40])  # each worker counts names of its own
    event = make_event(club, book=game.BOOK.key, hands=game.HANDS)
    event_round = make_round(event, make_entrants(event, 4 * TABLES))
    secrets = {number: access.new_secret() for number in range(1, TABLES + 1)}
    with queued_write():
        for number, secret in secrets.items():
            device = Device.objects.create(token_hash=access.hash_of(secret))
            pair_tablet(event=event, table_number=number, device=device)
    start_round(event_round=event_round, acting=acting_as(), client_id="start")
    cards = RoundTable.objects.filter(event_round=event_round).values_list("number", "card_id")
    slug = event.club.slug
    return JsonResponse(
        {
            "tables": [{"card": f"/cards/{card}/", "secret": secrets[number]} for number, card in cards],
            "event": event.pk,
            "slug": slug,
            "asks": f"v={Event.objects.get(pk=event.pk).version}",
            "board_asks": f"v={board_version(event.pk, slug)}&light={health.light()}",
            "note": NOTES.sign(f"{slug}/{event.pk}"),
        }
    )


@require_safe
def poll(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """What asking whether a board has news takes at the least: its one query."""
    board_version(event_id, slug)
    return HttpResponse(status=204)


@require_safe
def poll_bar(request: HttpRequest, event_id: int) -> HttpResponse:
    """The same for the bar above a table's card."""
    Event.objects.filter(pk=event_id).values_list("version", flat=True).first()
    return HttpResponse(status=204)


@require_POST
@plainly()
def save(request: HtmxHttpRequest, card_id: UUID, hand: int, step: str) -> HttpResponse:
    """What saving a step at a table of an evening takes at the least."""
    keeper = (
        DeviceCard.objects.select_related("card__book_version", "device")
        .filter(card_id=card_id, device__token_hash=access.device_hash(request), is_cut_off=False)
        .get()
    )
    list(keeper.card.entries.all())
    _places(card_id)
    with queued_write():
        hold_table(card_id)
        _places(card_id)
        card = append_step(request, keeper, hand, step)
    context = {**prepared_page(request, card.version, keeper), "base": f"/cards/{card.pk}/"}
    return render(request, FRAGMENT, context)


def _places(card_id: UUID) -> None:
    """Where the card belongs, which an evening's card asks."""
    RoundTable.objects.select_related("event_round__event__club").get(card=card_id)


def prepared_page(request: HtmxHttpRequest, version: int, keeper: DeviceCard) -> dict[str, Any]:
    """All that the fragment shows once so many entries are made; the same for every card of this game."""
    if version not in PREPARED:
        sheet = game.sheet_after(version)
        PREPARED[version] = page_context(request, keeper, keeper.card, sheet, just_saved=True)
    return PREPARED[version]
