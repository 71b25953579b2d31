"""Links of a member's own, without an account: each opens one thing. They follow from the server's key; a new
`Member.link_nonce` ends them, except those that stop mails."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Mapping
from typing import Final

from django.urls import reverse
from django.utils.crypto import salted_hmac

from league.models import Entrant, Event, Member

# To stay for good, whatever becomes of the module: these links are on paper.
SALT: Final = "league.office.members.links"
TOKEN_BYTES: Final = 18
# What the link for life opens; called as it was when it only told whether somebody comes.
OWN_PAGE: Final = "coming"
# What links in mails open, which stop them or send them again: the notices, and one's own nights.
NOTICES: Final = "notices"
OWN_NIGHTS: Final = "own nights"


def token_of(member: Member, what: str) -> str:
    """The token in a link that opens `what` of this member."""
    # With the moment the member was entered: after a restored backup another may have this one's id.
    nonce = "" if what in (NOTICES, OWN_NIGHTS) else member.link_nonce
    value = f"{member.pk} {member.created_at.timestamp():.6f} {nonce} {what}"
    return base64.urlsafe_b64encode(salted_hmac(SALT, value, algorithm="sha256").digest()[:TOKEN_BYTES]).decode()


def opens(token: str, member: Member, what: str) -> bool:
    return hmac.compare_digest(token_of(member, what).encode(), token.encode())


def night_of(event_id: int) -> str:
    return f"night {event_id}"


def night_path(entrant: Entrant) -> str:
    """The address of a member's own evening, as on the slip; empty for people who are not in the list."""
    if entrant.member is None:
        return ""
    token = token_of(entrant.member, night_of(entrant.event_id))
    return reverse("league:night", args=[entrant.event.club.slug, entrant.event_id, entrant.number, token])


def watch_of(entrant: Entrant) -> str:
    """The word that opens a family's link to one evening; another with each leave."""
    return f"watch {entrant.event_id} {entrant.watch_nonce}"


def watch_path(entrant: Entrant) -> str:
    """The family's address (asks for the member unless selected); empty without the player's leave."""
    if entrant.member is None or not entrant.watch_nonce:
        return ""
    token = token_of(entrant.member, watch_of(entrant))
    return reverse("league:watch", args=[entrant.event.club.slug, entrant.event_id, entrant.number, token])


def night_paths(event: Event) -> Mapping[int, str]:
    """All night paths of an event, by entrant (one query)."""
    found = event.entrants.filter(member__isnull=False).select_related("member")
    return {one.pk: night_path(one) for one in found}
