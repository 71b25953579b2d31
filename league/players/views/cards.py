"""A player's own cards, to be read: live while they are played, opening down to the hand."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from league.acting.permissions import Action, ClubRequest, needs
from league.clubs.pages.navigation import address_of
from league.models import EventRound
from league.players.reading import get_own_table
from scoring.score_card.views.answers import gone
from scoring.score_card.views.papers import card_paper_page, pdf_response
from scoring.score_card.views.reading import Reader, read_card, read_changes, read_hand


@require_safe
@needs(Action.SEE_OWN)
def card(request: ClubRequest, table_id: int) -> HttpResponse:
    """The card of a table at which whoever asks played."""
    return read_card(request, _reader(request, table_id))


@require_safe
@needs(Action.SEE_OWN)
def changes(request: ClubRequest, table_id: int) -> HttpResponse:
    """For polling with `?v=version`: 204 while nothing is new, else the card as it stands."""
    try:
        reader = _reader(request, table_id)
    except Http404:
        return gone()
    return read_changes(request, reader)


@require_safe
@needs(Action.SEE_OWN)
def hand(request: ClubRequest, table_id: int, hand: int) -> HttpResponse:
    """One hand, explained."""
    return read_hand(request, _reader(request, table_id), hand)


@require_safe
@needs(Action.SEE_OWN)
def paper(request: ClubRequest, table_id: int) -> HttpResponse:
    """On which paper to print the card."""
    reader = _reader(request, table_id)
    return card_paper_page(request, reader.card, base=reader.base)


@require_safe
@needs(Action.SEE_OWN)
def pdf(request: ClubRequest, table_id: int) -> HttpResponse:
    """The card on paper."""
    return pdf_response(request, _reader(request, table_id).card)


def _reader(request: ClubRequest, table_id: int) -> Reader:
    table = get_own_table(request.club, request.acting.member_id, table_id)
    assert table.card is not None, "only tables with a card are found"
    slug, event_round = request.club.slug, table.event_round
    return Reader(
        table.card,
        address_of("my_card", slug, table.pk),
        is_live=event_round.state == EventRound.State.RUNNING,
        back=("Back to my evening", address_of("my_evening", slug, event_round.event_id)),
    )
