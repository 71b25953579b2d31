"""Clubs as their host sees them: how many, how large, how well; nothing of what is in them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from league.models import Club, Entrant, Event, LedgerRow, Lending, Letter, LogLine, Member, News, RoundSeat
from league.office.clubs.deeds.one_time_links import CHOSE_BY_SERVER
from scoring.models import Entry

# How a line of a club's log that the host left ends its name.
HOST: Final = ", host of the server"
TOOK: Final = "took the club’s file"
# What a host left there, on the server's pages or at its terminal. It is no sign of life, and no archive takes it away.
OF_HOST: Final = Q(who__endswith=HOST) | Q(action__in=(TOOK, CHOSE_BY_SERVER))
A_LOOK: Final = timedelta(hours=1)
# Where nearly all rows of a club are, and the way to it from each.
ROWS: Final = {
    Entry: "card__round_table__event_round__event__club",
    LogLine: "club",
    RoundSeat: "table__event_round__event__club",
    LedgerRow: "event__club",
    Entrant: "event__club",
    Member: "club",
}


def read_clubs() -> QuerySet[Club]:
    """All clubs, each with what the listing tells of it: a fixed number of queries, whatever the number of clubs."""
    lent = Lending.objects.filter(event__club=OuterRef("pk")).exclude(program="").order_by("-heard_at", "-pk")
    played = Event.objects.filter(club=OuterRef("pk"), state=Event.State.CLOSED).order_by("-played_on")
    return Club.objects.annotate(
        members_now=_number_of(Member.objects.filter(club=OuterRef("pk"), **IS_MEMBER), "club"),
        last_evening=Subquery(played.values("played_on")[:1]),
        hall_version=Subquery(lent.values("program")[:1]),
        unsent=_number_of(_unsent().filter(notice__event__club=OuterRef("pk")), "notice__event__club")
        + _number_of(_unsent().filter(club=OuterRef("pk")), "club"),
    )


IS_MEMBER: Final = {"is_active": True, "is_guest": False, "merged_into": None}


def _unsent() -> QuerySet[Letter]:
    """Letters that were refused, or wait for longer than the first try."""
    failed = Q(state=Letter.State.FAILED) & ~Q(why__in=(Letter.Why.GONE, Letter.Why.RESTORED))
    return Letter.objects.filter(failed | Q(state=Letter.State.WAITING, tries__gt=0))


def _number_of(rows: QuerySet[Any], by: str) -> Coalesce:
    return Coalesce(Subquery(rows.order_by().values(by).annotate(number=Count("pk")).values("number")), 0)


def admins_of(*clubs: Club) -> QuerySet[User]:
    """The accounts that run these clubs, or without any all that people founded."""
    of: dict[str, Any] = {"club_roles__club__in": clubs} if clubs else {"club_roles__club__is_example": False}
    return User.objects.filter(club_roles__kind="admin", is_active=True, **of).distinct().order_by("pk")


def last_sign_of(club: Club) -> datetime:
    """The newest deed in the club, but for the host's; else its beginning (one query)."""
    newest: datetime | None = club.log.exclude(OF_HOST).order_by().aggregate(newest=Max("at"))["newest"]
    return newest or club.created_at


def read_silent(since: datetime) -> QuerySet[Club]:
    """Clubs in which nothing was done since then, and those that were written to for that reason; not one that rests,
    leaves or lives elsewhere."""
    ours = Club.objects.filter(created_at__lte=since, is_example=False, moved_to="", is_copy=False)
    done = LogLine.objects.filter(club=OuterRef("pk"), at__gt=since).exclude(OF_HOST).order_by()
    return ours.filter(~Exists(done) | Q(written_times__gt=0), suspended_at=None, goes_at=None)


def read_news(key: int) -> News | None:
    return News.objects.filter(pk=key).first()


# -- sizes -------------------------------------------------------------------------------


def count_rows(club: Club) -> int:
    """What a club has in the large tables, one index of each asked; kept by the worker once a day."""
    return sum(model._default_manager.filter(**{way: club.pk}).order_by().count() for model, way in ROWS.items())


def sums_of_server() -> tuple[float, int]:
    """What a row costs with all that belongs to it, the database shared out among the rows that were counted; and how
    many clubs wait to be let in (two queries)."""
    waits = Q(waits_for=Club.WaitsFor.HOST)
    rows, waiting = Club.objects.aggregate(rows=Sum("row_count"), waiting=Count("pk", filter=waits)).values()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return (cursor.fetchone()[0] / rows if rows else 0.0), waiting
