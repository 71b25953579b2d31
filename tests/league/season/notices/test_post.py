"""Letters on their way: sent by the worker, tried again, given up, nobody mailed twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from smtplib import (
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends import locmem
from django.db.models import F
from django.utils import timezone

from league.acting.log import Refused
from league.models import Event, Letter, Member, Notice
from league.office.members.deeds.privacy import make_anonymous
from league.season.merging.deeds import merge_members
from league.season.notices import post
from league.season.notices.deeds import mail_again, mail_notice, publish_notice
from tests.league.makers import acting_as, make_club, make_event, make_members
from tests.league.season.notices.post import deliver

pytestmark = pytest.mark.django_db
SEND = "django.core.mail.backends.locmem.EmailBackend.send_messages"
Take = Callable[[str], None]


@pytest.fixture
def event(settings: Any) -> Event:
    """A closed evening whose notice three members get."""
    settings.MAIL_IS_SET_UP = True
    event = make_event(make_club())
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    Notice.objects.create(event=event, blocks=[{"key": "winners", "text": "Ruth won."}], is_published=True)
    for member, name in zip(make_members(event.club, 3), "abc", strict=True):
        member.email = f"{name}@example.org"
        member.save()
    return Event.objects.select_related("club").get(pk=event.pk)


@pytest.fixture
def mailed(event: Event) -> Event:
    mail_notice(event=event, acting=acting_as(), client_id="mail")
    return event


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[Take], None]:
    """Has the mail server answer as a function of the address does; what it takes is in the outbox."""
    take = locmem.EmailBackend.send_messages

    def by(says: Take) -> None:
        def send(backend: Any, messages: list[EmailMessage]) -> int:
            says(messages[0].to[0])
            return take(backend, messages)

        monkeypatch.setattr(SEND, send)

    return by


def taken(_: str) -> None:
    """Every mail is."""


def sent() -> list[str]:
    return [one.to[0][0] for one in mail.outbox]


def states() -> list[tuple[str, str]]:
    letters = Letter.objects.order_by("member__number")
    return [(letter.state, letter.why) for letter in letters]


def later(**time: float) -> None:
    """As if so long had passed."""
    for letter in Letter.objects.all():
        letter.next_try_at -= timedelta(**time)
        letter.asked_at -= timedelta(**time)
        letter.save()


def test_a_deed_sends_nothing_and_the_worker_everything_once(mailed: Event):
    mail_notice(event=mailed, acting=acting_as(), client_id="mail")
    with pytest.raises(Refused, match="already emailed it"):
        mail_notice(event=mailed, acting=acting_as(), client_id="again")
    assert (mail.outbox, states()) == ([], [("waiting", "")] * 3)

    deliver()
    deliver()

    assert sent() == ["a", "b", "c"]
    assert states() == [("sent", "")] * 3
    assert Notice.objects.get().mailed_to == 3
    assert len({one.extra_headers["Message-ID"] for one in mail.outbox}) == 3


def test_a_few_at_a_time_and_none_once_the_club_closes(mailed: Event, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(post, "AT_A_TIME", 2)

    assert post.send_some(lambda: True)
    assert sent() == ["a", "b"]
    assert post.send_some(lambda: False)
    assert sent() == ["a", "b"]

    later(minutes=5)
    deliver()
    assert sent() == ["a", "b", "c"]


def test_clubs_take_turns(mailed: Event, monkeypatch: pytest.MonkeyPatch):
    """The first has more to send than the other, and nobody waits for all of it."""
    monkeypatch.setattr(post, "AT_A_TIME", 1)
    other = make_event(make_club(), state=Event.State.CLOSED)
    notice = Notice.objects.create(event=other, is_published=True)
    for member, name in zip(make_members(other.club, 2), "xy", strict=True):
        Member.objects.filter(pk=member.pk).update(email=f"{name}@example.org")
        Letter.objects.create(notice=notice, member=member, asked_at=timezone.now(), next_try_at=timezone.now())

    club = 0
    while club := post.send_some(lambda: True, after=club) or 0:
        pass

    assert sent() == ["a", "x", "b", "y", "c"]


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (OSError("no route"), "away"),
        (SMTPServerDisconnected(), "away"),
        (SMTPAuthenticationError(535, b"no"), "not ours"),
        (SMTPSenderRefused(550, b"no", "club"), "not ours"),
    ],
)
def test_a_server_that_takes_nothing_is_asked_once_and_again_in_a_while(
    mailed: Event, answers: Callable[[Take], None], fault: Exception, why: str
):
    asked: list[str] = []

    def away(to: str) -> None:
        asked.append(to)
        raise fault

    answers(away)
    deliver()
    assert (asked, states()) == (["a@example.org"], [("waiting", why)] * 3)

    later(minutes=1)
    deliver()
    assert len(asked) == 2
    later(minutes=1)
    deliver()
    assert len(asked) == 2  # it waits longer by now

    later(minutes=1)
    answers(taken)
    deliver()
    assert sent() == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("fault", "became"),
    [
        (SMTPRecipientsRefused({"b@example.org": (550, b"who?")}), ("failed", "refused")),
        (SMTPRecipientsRefused({"b@example.org": (450, b"busy")}), ("waiting", "later")),
        (SMTPDataError(552, b"full"), ("failed", "refused")),
        (SMTPDataError(451, b"busy"), ("waiting", "later")),
        (UnicodeError("no such name"), ("failed", "refused")),
    ],
)
def test_one_that_is_not_taken_keeps_nobody_elses_back(
    mailed: Event, answers: Callable[[Take], None], fault: Exception, became: tuple[str, str]
):
    def not_b(to: str) -> None:
        if to.startswith("b"):
            raise fault

    answers(not_b)
    deliver()
    assert sent() == ["a", "c"]
    assert states() == [("sent", ""), became, ("sent", "")]

    answers(taken)
    if became[0] == "failed":
        mail_again(event=mailed, acting=acting_as(), client_id="again")
    later(minutes=1)
    deliver()
    assert sent() == ["a", "c", "b"]
    assert Notice.objects.get().mailed_to == 3


def test_a_worker_that_is_killed_sends_at_most_the_one_it_had_in_hand_again(
    mailed: Event, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as here:
        here.setattr(post, "_note", killed)  # between the mail server's word and ours
        with pytest.raises(KeyboardInterrupt):
            deliver()
    deliver()
    assert sent() == ["a"]  # nobody tries what another may be trying

    Letter.objects.update(next_try_at=F("next_try_at") - timedelta(minutes=5))
    deliver()

    assert sent() == ["a", "a", "b", "c"]
    first, again, *_ = mail.outbox
    assert first.extra_headers["Message-ID"] == again.extra_headers["Message-ID"]


def killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_who_wants_none_any_more_gets_none(mailed: Event):
    ruth, walt, _ = Member.objects.select_related("club").order_by("number")
    Member.objects.filter(pk=ruth.pk).update(no_notices=True)
    make_anonymous(member=walt, acting=acting_as(), client_id="anonymous")

    deliver()

    assert sent() == ["c"]
    assert states() == [("failed", "gone"), ("sent", "")]  # of a former member nothing is known
    with pytest.raises(Refused, match="nothing left"):
        mail_again(event=mailed, acting=acting_as(), client_id="again")


def test_who_was_entered_twice_gets_one(mailed: Event):
    ruth, walt, _ = Member.objects.select_related("club").order_by("number")
    merge_members(kept=ruth, gone=walt, acting=acting_as(), client_id="merge")

    deliver()

    assert sent() == ["a", "c"]
    assert states() == [("sent", ""), ("sent", "")]


def test_a_notice_that_is_taken_off_goes_out_when_it_is_back(mailed: Event):
    publish_notice(event=mailed, is_published=False, acting=acting_as(), client_id="off")
    deliver()
    assert (sent(), states()) == ([], [("waiting", "held")] * 3)

    publish_notice(event=mailed, acting=acting_as(), client_id="on")
    later(minutes=1)
    deliver()
    assert sent() == ["a", "b", "c"]


def test_after_three_days_it_is_given_up_until_somebody_says_again(mailed: Event):
    later(days=3)
    deliver()
    assert (sent(), states()) == ([], [("failed", "late")] * 3)

    mail_again(event=mailed, acting=acting_as(), client_id="again")
    deliver()
    assert sent() == ["a", "b", "c"]


def test_what_waited_in_a_copy_that_was_put_back_waits_for_somebodys_word(mailed: Event):
    post.hold_back()
    deliver()
    assert (sent(), states()) == ([], [("failed", "restored")] * 3)


def test_after_weeks_nobody_can_look_up_who_got_what(mailed: Event):
    deliver()
    later(days=59)
    post.Post()(lambda: True)
    assert Letter.objects.count() == 3

    later(days=1)
    post.Post()(lambda: True)

    assert Letter.objects.count() == 0
    assert Notice.objects.get().mailed_to == 3


@pytest.mark.django_db(transaction=True)
def test_worker_goes_on_while_a_mail_server_takes_its_time(mailed: Event, answers: Callable[[Take], None]):
    """Simulations wait for its errands; what goes wrong in the thread is told as of any of them."""
    said = threading.Event()

    def slowly(to: str) -> None:
        assert said.wait(60)
        if to.startswith("c"):
            raise LookupError

    answers(slowly)
    errand = post.Post()
    assert not errand(lambda: True)
    assert not errand(lambda: True)
    assert sent() == []

    said.set()
    with pytest.raises(LookupError):
        repeat(errand)
    assert sent() == ["a", "b"]
    assert not errand(lambda: True)


def repeat(errand: post.Post) -> None:
    while not errand(lambda: True):
        time.sleep(0.01)


def test_without_a_mail_server_nothing_is_asked(mailed: Event, settings: Any, django_assert_num_queries: Any):
    settings.MAIL_IS_SET_UP = False
    with django_assert_num_queries(0):
        assert not post.send_some(lambda: True)
    settings.MAIL_IS_SET_UP = True
    Letter.objects.update(next_try_at=timezone.now() + timedelta(minutes=29))
    with django_assert_num_queries(1):
        assert not post.send_some(lambda: True)
