"""Who decides an appeal, and until when: asked by every page that does."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from league.acting.deed import IS_FINAL
from league.acting.permissions import Action, ClubRequest, refuse
from league.evening.rulings.chain import chain_of
from league.evening.rulings.concerned import why_not_decided_by
from league.models import RoundTable
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import Sheet


def why_not_decided(request: ClubRequest, table: RoundTable, sheet: Sheet, ruling: Ruling) -> HttpResponse | None:
    """The answer, with the reason, for people who are concerned or come too late; None for those who may decide. That
    somebody else decided first, the deed says. 404 where nothing is appealed."""
    if comes_second(request, ruling):
        return None
    if ruling.state != "appealed":
        raise Http404("Nothing is appealed.")
    chain = chain_of(request.club, sheet.book)
    is_final = table.event_round.event.is_final(timezone.now())
    why = IS_FINAL if is_final else why_not_decided_by(request.acting, table, ruling, chain)
    return refuse(request, request.club, Action.RULE, why=why) if why else None


def comes_second(request: HttpRequest, ruling: Ruling) -> bool:
    """Whether a decision is sent on what somebody else decided first."""
    return request.method == "POST" and ruling.is_decided
