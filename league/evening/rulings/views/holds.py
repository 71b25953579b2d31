"""Holds on hands to be ruled on later: put on, and lifted."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone

from league.acting.answers import form_page, posted, tapped
from league.acting.permissions import TAP, Action, ClubRequest, needs, refuse
from league.evening.cards.reading import started_reading
from league.evening.rulings.concerned import sat_at
from league.evening.rulings.deeds.holds import claim_wrong, hands_of, hold_for_ruling, lift_hold
from league.evening.rulings.forms.claims import HoldForm
from league.evening.rulings.pages.claims import claim_page, hold_page
from league.evening.tables.places import desk_address, table_address
from league.models import Event, RoundTable
from league.office.clubs.pages.navigation import address_of

NOT_THERE: Final = "You didn’t play at this table. Its players say what was recorded wrongly, or tell the director."
TOLD: Final = "The director sees it."


@needs(Action.RULE)
def hold(request: ClubRequest, there: RoundTable) -> HttpResponse:
    """Put a hand of the table on hold: the one of `?hand=`, or the newest."""
    hands = hands_of(started_reading(there)[1])
    form = HoldForm(posted(request), hands=hands, initial={"hand": request.GET.get("hand", hands[0] if hands else "")})
    return form_page(request, form, hold_page(there), deed=hold_for_ruling, to=desk_address(there), table=there)


@needs(Action.APPEAL)
def claim(request: ClubRequest, event: Event, there: RoundTable) -> HttpResponse:
    """Report, as a player of the table, that it was recorded wrongly."""
    _, sheet = started_reading(there)
    seats = sat_at(request.acting, there)
    if not seats and not request.acting.may(Action.RULE):
        return refuse(request, request.club, Action.APPEAL, why=NOT_THERE)
    own = [seat.entrant.name for seat in there.seats.all() if seat.seat in seats]
    player = own[0] if own else request.acting.name
    hands, to = hands_of(sheet), address_of("my_evening", request.club.slug, event.pk)
    form = HoldForm(posted(request), hands=hands, initial={"hand": request.GET.get("hand", "")})
    form.fields["about"].help_text = "Such as “Our meld was 24, not 20.”"
    page = claim_page(there, ("Back to my evening", to), timezone.now())
    done = [(f"Hand {line.number}", table_address("claim_hand", there, line.number)) for line in sheet.done_lines]
    drawn: dict[str, Any] = {"template": "league/evening/rulings/claim_wrong.html", "context": {"hands": done}}
    who: dict[str, Any] = {"by": seats[0] if seats else "", "player": player}
    return form_page(request, form, page, deed=claim_wrong, to=to, said=TOLD, **drawn, table=there, **who)


@needs(Action.RULE, TAP)
def release(request: ClubRequest, event: Event, there: RoundTable, entry: int) -> HttpResponse:
    return tapped(request, "desk", event.pk, deed=lift_hold, table=there, number=entry)
