"""A player's own cards, to be read: live while they are played, opening down to the hand.

By who is signed in, or by the link on the slip to one evening."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse

from league.acting.permissions import READ, Action, ClubRequest, ClubView, needs
from league.models import EventRound
from league.office.clubs.pages.navigation import address_of
from league.office.members.links import night_path
from league.season.players.reading import get_linked_entry, get_own_table
from scoring.score_card.views.answers import gone
from scoring.score_card.views.papers import card_paper_page, pdf_response
from scoring.score_card.views.reading import Reader, read_card, read_changes, read_hand


def own_and_by_link(view: Callable[..., HttpResponse]) -> tuple[ClubView, ClubView]:
    """A view for the signed-in player, and by the link to one evening."""
    return needs(Action.SEE_OWN, READ)(view), needs(Action.READ_PUBLISHED, READ)(view)


def _card(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    """The card of a table at which the reader played."""
    return read_card(request, _reader(request, table_id, **link))


def _changes(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    """For polling with `?v=version`: 204 while nothing is new, else the card as it stands."""
    try:
        reader = _reader(request, table_id, **link)
    except Http404:
        return gone()
    return read_changes(request, reader)


def _hand(request: ClubRequest, table_id: int, hand: int, **link: Any) -> HttpResponse:
    """One hand, explained."""
    return read_hand(request, _reader(request, table_id, **link), hand)


def _paper(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    """On which paper to print the card."""
    reader = _reader(request, table_id, **link)
    return card_paper_page(request, reader.card, base=reader.base)


def _pdf(request: ClubRequest, table_id: int, **link: Any) -> HttpResponse:
    """The card on paper."""
    return pdf_response(request, _reader(request, table_id, **link).card)


card, night_card = own_and_by_link(_card)
changes, night_card_changes = own_and_by_link(_changes)
hand, night_hand = own_and_by_link(_hand)
paper, night_card_paper = own_and_by_link(_paper)
pdf, night_card_pdf = own_and_by_link(_pdf)


def _reader(request: ClubRequest, table_id: int, **link: Any) -> Reader:
    """The reader of an own card; 404 for every other one. With a `link`, of its evening alone."""
    if link:
        entrant = get_linked_entry(request.club, **link)
        table = get_own_table(request.club, entrant.member_id, table_id, entrant.event_id)
        base = night_path(entrant)
        back = base
    else:
        table = get_own_table(request.club, request.acting.member_id, table_id)
        base = address_of("me", request.club.slug)
        back = address_of("my_evening", request.club.slug, table.event_round.event_id)
    assert table.card is not None, "only tables with a card are found"
    return Reader(
        table.card,
        f"{base}tables/{table.pk}/",
        is_live=table.event_round.state == EventRound.State.RUNNING,
        back=("Back to my evening", back),
    )
