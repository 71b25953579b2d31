from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import render

from league.acting.permissions import READ, Action, ClubRequest, ClubView, needs
from league.evening.cards.judged import read_tables_alone
from league.evening.tables.places import back_to_table
from league.models import Event, EventRound, RoundTable
from league.office.clubs.pages.navigation import address_of
from league.office.members.links import night_path
from league.season.players.pages.back import look_back_at
from league.season.players.reading import get_linked_entry, get_own_table
from scoring.score_card import access
from scoring.score_card.rare_figures import rarity_of
from scoring.score_card.views.answers import gone
from scoring.score_card.views.papers import card_paper_page, pdf_response
from scoring.score_card.views.reading import Reader, read_card, read_changes, read_hand

MY_EVENING: Final = "Back to my evening"


def own_and_by_link(view: Callable[..., HttpResponse]) -> tuple[ClubView, ClubView]:
    return needs(Action.SEE_OWN, READ)(view), needs(Action.READ_PUBLISHED, READ)(view)


def _card(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    return read_card(request, _reader(request, table_id, **link))


def _changes(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    """For polling with `?v=version`: 204 while nothing is new, else the card as it stands."""
    try:
        reader = _reader(request, table_id, **link)
    except Http404:
        return gone()
    return read_changes(request, reader)


def _hand(request: ClubRequest, table_id: int, hand: int, **link: Any) -> HttpResponse:
    return read_hand(request, _reader(request, table_id, **link), hand)


def _paper(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    reader = _reader(request, table_id, **link)
    return card_paper_page(request, reader.card, base=reader.base)


def _pdf(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    return pdf_response(request, _reader(request, table_id, **link).card)


card, night_card = own_and_by_link(_card)
changes, night_card_changes = own_and_by_link(_changes)
hand, night_hand = own_and_by_link(_hand)
paper, night_card_paper = own_and_by_link(_paper)
pdf, night_card_pdf = own_and_by_link(_pdf)


def _reader(request: ClubRequest, table_id: int, **link: Any) -> Reader:
    """The reader of an own card, or 404. With a `link`, of its evening alone."""
    table, base, evening = _found(request, table_id, **link)
    assert table.card is not None, "only tables with a card are found"
    is_live = table.event_round.state == EventRound.State.RUNNING
    return Reader(table.card, f"{base}tables/{table.pk}/", is_live=is_live, back=(MY_EVENING, evening))


def _found(request: ClubRequest, table_id: int, **link: Any) -> tuple[RoundTable, str, str]:
    if link:
        entrant = get_linked_entry(request.club, **link)
        base = night_path(entrant)
        return get_own_table(request.club, entrant.member_id, table_id, entrant.event_id), base, base
    table, slug = get_own_table(request.club, request.acting.member_id, table_id), request.club.slug
    return table, address_of("me", slug), address_of("my_evening", slug, table.event_round.event_id)


# -- looked back at --------------------------------------------------------------------------


def _look_back(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    table, _, evening = _found(request, table_id, **link)
    return _looked_back(request, table, (MY_EVENING, evening))


look_back, night_look_back = own_and_by_link(_look_back)


@needs(Action.SEE_DESK, READ)
def table_look_back(request: ClubRequest, round_table: RoundTable) -> HttpResponse:
    return _looked_back(request, round_table, back_to_table(round_table))


def _looked_back(request: ClubRequest, table: RoundTable, back: tuple[str, str]) -> HttpResponse:
    event = table.event_round.event
    if event.state != Event.State.CLOSED:
        raise Http404("Looking back begins once the evening is closed.")
    [reading] = read_tables_alone(RoundTable.objects.filter(pk=table.pk))
    if reading.sheet is None:
        raise Http404("This table has no card.")
    access.speak(request, reading.sheet.book)
    seen = look_back_at(reading, rarity_of(reading.sheet.book))
    return render(request, "league/season/players/look_back.html", {"event": event, "seen": seen, "back": back})
