"""Links of a member's own, for those who have no account: each opens one thing and nothing else.

They are made from the server's key, so one can be printed again and whoever reads the database alone cannot make one.
A new `Member.link_nonce` makes new links, and what was printed before is dead.
"""

from __future__ import annotations

import base64
import hmac
from typing import Final

from django.utils.crypto import salted_hmac

from league.models import Member

# To stay for good, whatever becomes of the module: these links are on paper.
SALT: Final = "league.members.links"
TOKEN_BYTES: Final = 18


def token_of(member: Member, what: str) -> str:
    """What stands in the address of a link that opens `what` of this member."""
    # With the moment somebody was entered: after a restored backup another member may have this one's id.
    value = f"{member.pk} {member.created_at.timestamp():.6f} {member.link_nonce} {what}"
    return base64.urlsafe_b64encode(salted_hmac(SALT, value, algorithm="sha256").digest()[:TOKEN_BYTES]).decode()


def opens(token: str, member: Member, what: str) -> bool:
    """Whether a link with this token opens `what` of this member."""
    return hmac.compare_digest(token_of(member, what).encode(), token.encode())
