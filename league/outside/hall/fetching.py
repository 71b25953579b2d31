"""An evening fetched from home over the line, in the hall."""

from __future__ import annotations

import io
from typing import Final
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from pydantic import BaseModel, ValidationError

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Fetched
from league.office.clubs.reading import may_fetch
from pinochle_club.ground.write_queue import queued_write
from scoring.score_card.hosts import Way

from .deeds import fetch
from .line import LIMITS, WHOLE, InBetween, NoLine, Reply, post
from .secrets import secret

PATH: Final = "/hall/lent/"
FORM: Final = "application/x-www-form-urlencoded"
FETCH: Final = "Fetch an evening"
IN_A_HALL: Final = "For the club’s computer in the hall: by a code, or from a stick"
NOBODY: Final = (
    "Nobody answers at this address. Check it, and this computer’s internet; or read the evening from a stick."
)
NOT_HOME: Final = (
    "Something answers at this address, but it isn’t your club. Check the address. On a guest Wi-Fi, open any page in "
    "this computer’s browser first: something may have to be clicked there."
)


def fetch_first() -> Way | None:
    """What stands first on the start page of a computer without a club."""
    return Way(FETCH, IN_A_HALL, reverse("league:fetch"), comes_first=True) if may_fetch(AnonymousUser()) else None


class Said(BaseModel):
    """Why home gives no evening."""

    says: str


def fetch_from_home(*, address: str, code: str, acting: Acting, client_id: str = "") -> Fetched:
    """Fetch the evening that waits at home under this code; home hears of it from now on. Again fetches the same.
    Raises `Refused`."""
    reply = _asked(address, code)
    if reply.status != 200 or reply.kind != WHOLE:
        raise Refused(*_why(reply))
    fetched = fetch(file=io.BytesIO(reply.body), limits=LIMITS, acting=acting)
    with queued_write():
        Fetched.objects.filter(pk=fetched.pk).update(home=address)
    fetched.home = address
    return fetched


def _asked(address: str, code: str) -> Reply:
    body = urlencode({"code": code, "computer": secret(f"computer for {address}")}).encode()
    try:
        return post(address, PATH, body, {"Content-Type": FORM}, LIMITS.zipped)
    except NoLine as error:
        raise Refused(NOBODY, "address") from error
    except InBetween as error:
        raise Refused(NOT_HOME, "address") from error


def _why(reply: Reply) -> tuple[str, str]:
    try:
        said = Said.model_validate_json(reply.body) if reply.status in (409, 422, 429) else None
    except ValidationError:
        said = None
    return (said.says[:300], "code") if said else (NOT_HOME, "address")
