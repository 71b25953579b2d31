from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from league.acting.deed import deed
from league.acting.log import Refused
from league.acting.permissions import Acting, name_of
from league.acting.submissions import tried
from league.models import Club, Letter, News, Role
from league.office.clubs.deeds.clubs import delete_club, guard_its_name, take_out
from league.office.clubs.mail import is_set_up
from league.office.hosting.reading import TOOK, admins_of, last_sign_of, read_silent
from pinochle_club.ground.clock import lately
from pinochle_club.ground.dates import calendar_day
from pinochle_club.ground.write_queue import queued_write

from .letters import About, write_to

STAYS_FOR: Final = timedelta(days=30)
SILENT_AFTER: Final = timedelta(days=365)
A_MONTH: Final = timedelta(days=30)
MOST_LETTERS: Final = 3  # to a silent club
A_DAY: Final = timedelta(days=1)
MOST_NEWS: Final = 3  # a day
ENOUGH_NEWS: Final = "That’s enough news for a day. Send this tomorrow."
TOO_LATE: Final = "The club’s day has come, and it is being deleted."
TURNED_DOWN: Final = "The person who runs this server turned the club down, and alone can keep it here."


# -- the host ----------------------------------------------------------------------------


def suspend(*, club: Club, ask: str, acting: Acting, client_id: str) -> Club:
    """Let the club rest: nobody reads or changes anything of it but evenings that are running, which are finished."""
    with deed(club, acting, client_id, while_moved=True) as doing:
        club.refresh_from_db()
        if not doing.was_done and club.suspended_at is None:
            club.suspended_at, club.suspended_ask = timezone.now(), ask
            club.save(update_fields=["suspended_at", "suspended_ask"])
            doing.tell("let the club rest", club.name, after=f"ask {ask}")
    return club


def let_go_on(*, club: Club, acting: Acting, client_id: str) -> Club:
    with deed(club, acting, client_id, while_moved=True) as doing:
        club.refresh_from_db()
        if not doing.was_done and club.suspended_at is not None:
            club.suspended_at, club.suspended_ask = None, ""
            club.save(update_fields=["suspended_at", "suspended_ask"])
            doing.tell("let the club go on", club.name)
    return club


def hand_over(*, club: Club, role: Role, acting: Acting, client_id: str) -> Role:
    """Make an account of the club its admin."""
    with deed(club, acting, client_id, while_moved=True) as doing:
        role.refresh_from_db()
        before = Role.Kind(role.kind)
        if not doing.was_done and before != Role.Kind.ADMIN:
            role.kind = Role.Kind.ADMIN
            role.save(update_fields=["kind"])
            doing.tell("handed the club over", name_of(role.user), before=before.label, after=Role.Kind.ADMIN.label)
    return role


def take_archive(*, club: Club, acting: Acting, client_id: str = "") -> Club:
    """Told before the file is made, so that no fault on the way hides it."""
    with deed(club, acting, client_id, while_moved=True) as doing:
        if not doing.was_done:
            doing.tell(TOOK, club.name)
    return club


def send_news(*, text: str, acting: Acting, client_id: str = "") -> News:
    """Tell the admins of all clubs, by mail and on their pages. The same text is the same news, whenever it comes."""
    digest, now = sha256(text.casefold().encode()).hexdigest(), timezone.now()
    with tried(), queued_write():
        there = News.objects.filter(digest=digest).first()
        if there is not None:
            return there
        if News.objects.filter(at__range=lately(A_DAY, now)).count() >= MOST_NEWS:
            raise Refused(ENOUGH_NEWS, "text")
        news = News.objects.create(text=text, digest=digest, at=now, who=acting.name)
        Role.objects.filter(kind=Role.Kind.ADMIN, club__is_example=False).update(news=news)
        write_to(admins_of(), About.NEWS, f"news {news.pk}", now, news=news)
    return news


# -- a club's admins ---------------------------------------------------------------------


def put_news_away(*, club: Club, acting: Acting, client_id: str) -> None:
    """One's own line goes, on the pages of all one's clubs; nothing that a log would tell."""
    with tried(), queued_write():
        Role.objects.filter(user=acting.user).update(news=None)


def ask_to_delete(*, club: Club, name: str, acting: Acting, client_id: str) -> Club:
    """On a server for many the club goes in a month, unless an admin keeps it until then. A hall's computer is the
    club's own: who deletes it there sits before it, and last night's copy of the database still has it."""
    guard_its_name(club, name)
    if not settings.IS_PUBLIC or club.is_example:
        return delete_club(club=club, name=name)
    with deed(club, acting, client_id, while_moved=True) as doing:
        club.refresh_from_db()
        if not doing.was_done and club.goes_at is None:
            day = leave(club, acting)
            doing.tell("asked to delete the club", club.name, after=day)
    return club


def leave(club: Club, acting: Acting | None = None) -> str:
    """Let the club go in a month, unless it goes sooner: its admins are written to, but for who is `acting`. The day,
    in the transaction that decided it."""
    now = timezone.now()
    if club.goes_at is None:
        club.goes_at = now + STAYS_FOR
        club.save(update_fields=["goes_at"])
    others = [user for user in admins_of(club) if acting is None or user != acting.user]
    write_to(others, About.GOES, f"goes {club.pk} {now.isoformat()}", now, club=club)
    return calendar_day(club.goes_at, club.date_style)


def stay(club: Club) -> None:
    """Let a club that was to go stay."""
    Letter.objects.filter(club=club, about=About.GOES, state=Letter.State.WAITING).delete()
    club.goes_at = None
    club.save(update_fields=["goes_at"])


def keep_club(*, club: Club, acting: Acting, client_id: str) -> Club:
    with deed(club, acting, client_id, while_moved=True) as doing:
        club.refresh_from_db()
        if not doing.was_done and club.goes_at is not None:
            if club.goes_at <= timezone.now():
                raise Refused(TOO_LATE)
            if club.was_turned_down:
                raise Refused(TURNED_DOWN)
            before = calendar_day(club.goes_at, club.date_style)
            stay(club)
            doing.tell("kept the club", club.name, before=before)
    return club


# -- the worker --------------------------------------------------------------------------


def delete_those_due(now: datetime) -> int:
    """Delete clubs whose day has come, each whole or not at all. Whatever breaks this off, the next night goes on."""
    due = Club.objects.filter(goes_at__lte=now)
    for key in due.order_by("goes_at", "pk").values_list("pk", flat=True):
        with queued_write():
            club = due.select_for_update().filter(pk=key).first()
            if club is not None:
                take_out(club)
    return due.count()


def write_to_silent(now: datetime) -> None:
    """Write to the admins of clubs in which nothing happened for a year: three times, a month apart. What happens
    meanwhile begins the year again."""
    if not is_set_up():
        return
    for club in read_silent(now - SILENT_AFTER).order_by("pk"):
        _look_at_silent(club, now)


def _look_at_silent(club: Club, now: datetime) -> None:
    last, times = last_sign_of(club), club.written_times
    if club.written_at is not None and last > club.written_at:
        with queued_write():
            Club.objects.filter(pk=club.pk).update(written_times=0, written_at=None)
        times, club.written_at = 0, None
    is_time = club.written_at is None or now >= club.written_at + A_MONTH
    if times >= MOST_LETTERS or not is_time or now < last + SILENT_AFTER + times * A_MONTH:
        return
    with queued_write():
        # Of two workers one counts it up.
        same = Club.objects.filter(pk=club.pk, written_times=times)
        if same.update(written_times=F("written_times") + 1, written_at=now):
            write_to(
                admins_of(club), About.SILENT, f"silent {club.pk} {last.date().isoformat()} {times + 1}", now, club=club
            )
