from __future__ import annotations

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.models import Club
from pinochle_club.ground.health import key_tapped


def back_up(*, club: Club, acting: Acting, client_id: str) -> str:
    """Make the copy of the database that is due, after the deed is written, so that no table waits for it."""
    with deed(club, acting, client_id, while_moved=True) as doing:
        if doing.was_done:
            return ""
        doing.tell("asked for a copy of the database")
    return key_tapped.followers["back_up"]()


def update(*, club: Club, acting: Acting, client_id: str) -> str:
    """Ask for the newer version of the program; never in an example, whose admin's password everybody knows."""
    if club.is_example:
        raise Refused("Only an admin of a real club can update the program.")
    with deed(club, acting, client_id, while_moved=True) as doing:
        if doing.was_done:
            return ""
        doing.tell("asked for a newer version of the program")
    return key_tapped.followers["update"]()
