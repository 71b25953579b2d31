from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify

from league.acting.deed import deed
from league.acting.log import Refused, write_log
from league.acting.permissions import Acting
from league.models import Club, EventRound, Publication, Role, RoundTable
from pinochle_club.ground.date_styles import DateStyle
from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.write_queue import queued_write
from scoring.models import ScoreCard

# Addresses of pages, and what could be taken for one of ours.
RESERVED: Final = frozenset((
    "account", "admin", "all", "api", "clubs", "example", "examples", "help", "host", "index", "new", "robots",
    "search", "start", "static",
))  # fmt: skip
LONGEST_SLUG: Final = 40
CLOSED, ASKED = "closed", "asked"  # of `FOUNDING`
MOST_WAITING: Final = 3  # clubs of one account that are nobody else's to see
FOUNDED: Final = "founded the club"
# After the transaction that lets it wait.
host_asked: Final = Happening[Callable[[Club], object]]("a club waits for the host to let it in")


def make_club(*, name: str, acting: Acting, client_id: str, waits: bool = False, **details: Any) -> Club:
    """Found a club, with its maker as admin; `details` as in `change_club`. Whether it `waits`: see `seen_by_none`."""
    with queued_write():
        made = Club.objects.filter(log__client_id=client_id, log__action=FOUNDED, roles__user=acting.user).first()
        if made is not None:
            return made
        details |= seen_by_none(acting.user) if waits else {}
        club = Club.objects.create(name=name, slug=free_slug(name), **details)
        if acting.user is not None:
            Role.objects.create(club=club, user=acting.user, kind=Role.Kind.ADMIN)
        write_log(club=club, acting=acting, action=FOUNDED, subject=name, client_id=client_id)
        tell_if_it_waits(club)
    return club


def tell_if_it_waits(club: Club) -> None:
    """Tell the host of a club that waits for them, once it is made."""
    if club.waits_for == Club.WaitsFor.HOST:
        for follow in host_asked:
            transaction.on_commit(partial(follow, club))


def seen_by_none(user: User | None) -> dict[str, Any]:
    """What a new club is besides, where visitors start clubs, unless the host makes it: nobody else's to see until the
    host lets it in or its first evening is closed. Raises `Refused` where the account has enough of them."""
    if settings.FOUNDING == CLOSED or user is None or user.is_superuser:
        return {}
    waiting = Club.objects.filter(roles__user=user, roles__kind=Role.Kind.ADMIN, is_public=False, is_example=False)
    if waiting.count() >= MOST_WAITING:
        raise Refused(f"You have {MOST_WAITING} clubs that nobody sees yet. Play in one of them first.")
    return {
        "is_public": False,
        "waits_for": Club.WaitsFor.HOST if settings.FOUNDING == ASKED else Club.WaitsFor.EVENING,
    }


def free_slug(name: str) -> str:
    """A club's address: its name in plain letters, with a number where that is taken."""
    plain = slugify(name)[: LONGEST_SLUG - 5].strip("-") or "club"
    taken = RESERVED | set(Club.objects.filter(slug__startswith=plain).values_list("slug", flat=True))
    number, slug = 1, plain
    while slug in taken:
        number += 1
        slug = f"{plain}-{number}"
    return slug


DETAILS: Final = {
    "name": "name",
    "about": "about",
    "date_style": "days and times",
    "currency": "fees",
    "paper": "paper",
    "appeal_minutes": "minutes to appeal",
    "appeal_chain": "who decides appeals",
    "claim_hours": "hours until results are final",
    "conduct_months": "months until conduct notes fade",
    "has_grades": "grades",
    "has_race": "the race for the title",
    "members_try_rules": "trying rules",
    "is_findable": "search engines",
    "hall": "hall",
    "street": "address",
    "map_link": "map",
    "contact": "whom to ask",
    "beginners": "beginners",
    "cost": "cost",
    "how_we_play": "how we play",
    "first_time": "for the first time",
}


def change_club(*, club: Club, acting: Acting, client_id: str, **details: Any) -> None:
    """Change details of a club (`DETAILS`). Its addresses stay: they are on paper."""
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            return
        before = _words(club)
        for key, value in details.items():
            setattr(club, key, value)
        club.save(update_fields=list(details))
        changed = [(key, was, _words(club)[key]) for key, was in before.items() if was != _words(club)[key]]
        doing.tell(
            "changed the club",
            club.name,
            before="; ".join(f"{key}: {was}" for key, was, _ in changed),
            after="; ".join(f"{key}: {becomes}" for key, _, becomes in changed),
        )


def _words(club: Club) -> dict[str, str]:
    chosen = {
        "date_style": DateStyle(club.date_style).label,
        "currency": Club.Currency(club.currency).label,
        "paper": Club.Paper(club.paper).label,
        "has_grades": "shown" if club.has_grades else "not shown",
        "has_race": "shown" if club.has_race else "not shown",
        "members_try_rules": "members may" if club.members_try_rules else "members may not",
        "beginners": Club.Beginners(club.beginners).label,
        "is_findable": "may list it" if club.is_findable else "stay away",
    }
    return {words: chosen.get(name) or getattr(club, name) for name, words in DETAILS.items()}


def delete_club(*, club: Club, name: str, **_who: object) -> Club:
    """Delete a club with all in it, by its typed `name`. Accounts stay: they may belong to other clubs."""
    guard_its_name(club, name)
    with queued_write():
        take_out(club)
    return club


def guard_its_name(club: Club, name: str) -> None:
    if " ".join(name.split()).casefold() != " ".join(club.name.split()).casefold():
        raise Refused(f"To delete the club, type its name exactly as shown: {club.name}.", "name")


def take_out(club: Club) -> None:
    """All that a club has, its examples too, in the transaction of its end."""
    for example in club.examples.all():
        take_out(example)
    # In this order, since what was played protects what it rests on.
    tables = RoundTable.objects.filter(event_round__event__club=club, card__isnull=False)
    cards = list(tables.values_list("card_id", flat=True))
    EventRound.objects.filter(event__club=club).delete()
    ScoreCard.objects.filter(pk__in=cards).delete()
    club.events.all().delete()
    Publication.objects.filter(season__club=club).delete()
    club.series.all().delete()
    club.delete()
