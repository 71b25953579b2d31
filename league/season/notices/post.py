"""Letters on their way: a deed queues them, the worker beside the server sends a few at a time.

Text and address are read when a letter goes out, so corrections follow. **At least once**: a worker killed before it
marks a letter as sent sends it again, under the same Message-ID, by which mailboxes know it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import BigIntegerField, Case, F, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from league.models import Event, Letter, Member, Notice
from league.office.clubs.mail import Mail, Outcome, is_set_up, send_each
from league.office.clubs.pages.navigation import address_of
from league.office.hosting.letters import mail_of
from league.office.hosting.reading import last_sign_of
from league.office.members.links import NOTICES, token_of
from pinochle_club.ground.clock import SERVERS_DIFFER
from pinochle_club.ground.happenings import Happening
from pinochle_club.ground.write_queue import queued_write

from .reading import read_night, still_readers, want_own_nights
from .text import plain_text, text_of

State, Why = Letter.State, Letter.Why
# Answered with the text, and where such mails are stopped.
OwnNight = Callable[[Event, Member], tuple[str, str] | None]
Writer = Callable[[Sequence[Letter]], Iterator[tuple[Letter, Mail]]]
night_told: Final = Happening[OwnNight]("a member is written what the own night was")
owed_told: Final = Happening[Callable[[Member], str]]("a member is written what is owed, empty once nothing is")
# A night that is put right later is told of once; so is one that is typed in from paper weeks later: not at all.
TOLD_WITHIN: Final = timedelta(days=14)
AT_A_TIME: Final = 10
# For this long no other worker tries a letter that one is trying.
TRYING: Final = timedelta(minutes=5)
# After the first try, the second, … and all later ones.
PAUSES: Final = tuple(timedelta(minutes=each) for each in (1, 2, 5, 10, 20, 30))
GIVEN_UP_AFTER: Final = timedelta(days=3)
# For this long a page tells to whom a notice went.
KEPT: Final = timedelta(days=60)
SECONDS_BETWEEN_CLEARINGS: Final = 3600
WHY: Final = {
    Outcome.AWAY: Why.AWAY,
    Outcome.NOT_OURS: Why.NOT_OURS,
    Outcome.LATER: Why.LATER,
    Outcome.REFUSED: Why.REFUSED,
}


def write_letters(notice: Notice, readers: Sequence[Member], now: datetime) -> None:
    letters = (Letter(notice=notice, member=reader, asked_at=now, next_try_at=now) for reader in readers)
    Letter.objects.bulk_create(letters)


def tell_own_nights(event: Event) -> None:
    """Queue a letter for each player who wants their own night told, once, after the evening closed."""
    if event.state != Event.State.CLOSED or event.played_on < timezone.localdate() - TOLD_WITHIN:
        return
    readers, now = want_own_nights(event), timezone.now()
    if not readers or not is_set_up():
        return
    notice, _ = Notice.objects.get_or_create(event=event)
    have = set(Letter.objects.filter(notice=notice, is_own=True).values_list("member", flat=True))
    letters = (Letter(notice=notice, member=one, is_own=True, asked_at=now, next_try_at=now) for one in readers)
    Letter.objects.bulk_create(one for one in letters if one.member_id not in have)


def notice_path(event: Event) -> str:
    return address_of("notice", event.club.slug, event.pk)


def stop_path(reader: Member, slug: str, what: str = NOTICES) -> str:
    return address_of("notices_by_email", slug, reader.pk, token_of(reader, what))


def hold_back() -> None:
    """Fail the waiting letters of a restored database: they may have gone out since."""
    Letter.objects.filter(state=State.WAITING).update(state=State.FAILED, why=Why.RESTORED)


# -- the worker's part -------------------------------------------------------------------


class Post:
    """The worker's part, a thread of its own, since no simulation may wait for a mail server."""

    def __init__(self) -> None:
        self._clears_at = 0.0
        self._thread = ThreadPoolExecutor(1, "post")
        self._sending: Future[None] | None = None

    def __call__(self, is_wanted: Callable[[], bool]) -> bool:
        if time.monotonic() >= self._clears_at:
            self._clears_at = time.monotonic() + SECONDS_BETWEEN_CLEARINGS
            clear_away(timezone.now())
        if self._sending is not None and self._sending.done():
            ended, self._sending = self._sending, None
            ended.result()  # what went wrong there is told as of any errand
        if self._sending is None and is_set_up() and _due(timezone.now()).exists():
            self._sending = self._thread.submit(_send_all, is_wanted)
        return False


def _send_all(is_wanted: Callable[[], bool]) -> None:
    club: int | None = 0
    try:
        while is_wanted() and club is not None:
            club = send_some(is_wanted, after=club)
    finally:
        connection.close()


def send_some(is_wanted: Callable[[], bool], after: int = 0) -> int | None:
    """Send the next few letters that are due, all of one notice, of the club whose number comes after that one's: so
    clubs take turns, and those to admins come before the first club's. The club's number; None where none are due (one
    query)."""
    if not is_set_up():
        return None
    now = timezone.now()
    due = _due(now)
    read = due.select_related("notice__event__club", "notice__event__series")
    whose = Coalesce("notice__event__club_id", "club_id")
    read = read.annotate(turn=Case(When(member=None, then=0), default=whose, output_field=BigIntegerField()))
    in_turn = Case(When(turn__gt=after, then=0), default=1)
    first = read.order_by(in_turn, "turn", "next_try_at", "pk").first()
    if first is None:
        return None
    notice, club = first.notice, int(first.turn)
    ours = due.filter(notice=notice, is_own=first.is_own, member__isnull=first.member_id is None)
    if first.member_id and notice is None:
        ours = ours.filter(club=first.club_id)
    if ours.filter(asked_at__lte=now - GIVEN_UP_AFTER).exists():
        _change(ours.filter(asked_at__lte=now - GIVEN_UP_AFTER), state=State.FAILED, why=Why.LATE)
    elif notice is None and first.member_id:
        _send(_owed, _taken(ours, now), is_wanted)
    elif notice is None:
        _send(_to_admins, _taken(ours, now), is_wanted)
    elif notice.event.state != Event.State.CLOSED or not (notice.is_published or first.is_own):
        _change(ours, next_try_at=now + PAUSES[0], why=Why.HELD)
    else:
        _send(partial(_own_nights if first.is_own else _written, notice), _taken(ours, now), is_wanted)
    return club


def clear_away(now: datetime) -> None:
    """Forget who got what, after some weeks."""
    old = Letter.objects.filter(asked_at__lt=now - KEPT).exclude(state=State.WAITING)
    if old.exists():
        with queued_write():
            old.delete()


def _due(now: datetime) -> QuerySet[Letter]:
    # No pause is longer: what waits for a later moment got it from a clock that was ahead.
    is_due = Q(next_try_at__lte=now) | Q(next_try_at__gt=now + PAUSES[-1] + SERVERS_DIFFER)
    # A club that nobody has let in yet mails to nobody but its admins.
    is_let = Q(member=None) | Q(notice__event__club__is_public=True) | Q(notice=None, club__is_public=True)
    return Letter.objects.filter(is_due, is_let, state=State.WAITING)


def _taken(due: QuerySet[Letter], now: datetime) -> list[Letter]:
    """Some due letters, which for a while no other worker takes."""
    with queued_write():
        whom = due.select_for_update(of=("self",)).select_related("member", "user", "club", "news")
        found = whom.order_by("member__number", "pk")
        letters = list(found[:AT_A_TIME])
        ids = [letter.pk for letter in letters]
        Letter.objects.filter(pk__in=ids).update(tries=F("tries") + 1, next_try_at=now + TRYING)
    return letters


def _send(write: Writer, letters: Sequence[Letter], is_wanted: Callable[[], bool]) -> None:
    going: list[Letter] = []

    def mails() -> Iterator[Mail]:
        for letter, mail in write(letters):
            if not is_wanted():
                return  # the club closes: they are due again in a few minutes, or at the next start
            going.append(letter)
            yield mail

    for number, outcome in enumerate(send_each(mails())):
        _note(going[number], outcome)


def _written(notice: Notice, letters: Sequence[Letter]) -> Iterator[tuple[Letter, Mail]]:
    """The mails of a notice. One to a former reader fails; one to an address that already has it goes."""
    event, night = notice.event, read_night(notice.event)
    text, address = text_of(notice, night), f"{settings.PUBLIC_URL}{notice_path(event)}"
    readers = still_readers([letter.member_id for letter in letters if letter.member_id])
    sent = Letter.objects.filter(notice=notice, is_own=False, state=State.SENT)
    have_it = {email.casefold() for email in sent.values_list("member__email", flat=True)}
    for letter in letters:
        reader = letter.member
        assert reader is not None, "a notice is for members"
        if reader.pk not in readers:
            _change(_row(letter), state=State.FAILED, why=Why.GONE)
        elif reader.email.casefold() in have_it:
            with queued_write():
                letter.delete()
        else:
            have_it.add(reader.email.casefold())
            stop = f"{settings.PUBLIC_URL}{stop_path(reader, event.club.slug)}"
            says = plain_text(event, text, night, address=address, stop=stop)
            yield letter, _mail(letter, event, f"{event.club}: {event.name}", says, stop)


def _own_nights(notice: Notice, letters: Sequence[Letter]) -> Iterator[tuple[Letter, Mail]]:
    event = notice.event
    readers = {one.pk for one in want_own_nights(event)}
    for letter in letters:
        mails = (write(event, letter.member) for write in night_told if letter.member and letter.member_id in readers)
        mail = next(filter(None, mails), None)
        if mail is None:
            _change(_row(letter), state=State.FAILED, why=Why.GONE)
        else:
            text, stop = mail
            says = f"{text}\n\nTo get no more emails about your nights: {stop}\n"
            yield letter, _mail(letter, event, f"{event.club}: your night", says, stop)


def _owed(letters: Sequence[Letter]) -> Iterator[tuple[Letter, Mail]]:
    """The mails to those who still owe something and get emails."""
    readers = still_readers([letter.member_id for letter in letters if letter.member_id])
    for letter in letters:
        reader, club = letter.member, letter.club
        assert reader is not None, "a member owes"
        assert club is not None, "it is owed to a club"
        reader.club = club
        says = "".join(tell(reader) for tell in owed_told) if reader.pk in readers else ""
        if not says:
            _change(_row(letter), state=State.FAILED, why=Why.GONE)
            continue
        stop = f"{settings.PUBLIC_URL}{stop_path(reader, club.slug)}"
        key = f"owed-{letter.pk}-{int(letter.asked_at.timestamp())}"
        says = f"{says}\n\nTo get no more emails from the club: {stop}\n"
        yield letter, Mail(club.name, reader.email, f"{club}: what you owe", says, stop, key)


def _to_admins(letters: Sequence[Letter]) -> Iterator[tuple[Letter, Mail]]:
    for letter in letters:
        mail = mail_of(letter, last_sign_of(letter.club) if letter.club else None)
        if mail is None:
            _change(_row(letter), state=State.FAILED, why=Why.GONE)
        else:
            yield letter, mail


def _mail(letter: Letter, event: Event, subject: str, says: str, stop: str) -> Mail:
    assert letter.member is not None, "what an evening came to is for members"
    key = f"{'own' if letter.is_own else 'notice'}-{letter.notice_id}-{letter.pk}-{int(letter.asked_at.timestamp())}"
    return Mail(event.club.name, letter.member.email, subject, says, stop, key)


def _note(letter: Letter, outcome: Outcome) -> None:
    now = timezone.now()
    again = now + PAUSES[min(letter.tries, len(PAUSES) - 1)]
    if outcome is Outcome.SENT:
        with queued_write():
            _row(letter).update(state=State.SENT, why="", sent_at=now)
            if letter.notice_id and not letter.is_own:
                Notice.objects.filter(pk=letter.notice_id).update(mailed_to=F("mailed_to") + 1)
    elif outcome is Outcome.REFUSED:
        _change(_row(letter), state=State.FAILED, why=WHY[outcome])
    elif outcome.is_of_the_server:  # the server takes no letter of any club now
        _change(Letter.objects.filter(state=State.WAITING), next_try_at=again, why=WHY[outcome])
    else:
        _change(_row(letter), next_try_at=again, why=WHY[outcome])


def _row(letter: Letter) -> QuerySet[Letter]:
    return Letter.objects.filter(pk=letter.pk)


def _change(letters: QuerySet[Letter], **fields: object) -> None:
    with queued_write():
        letters.update(**fields)
