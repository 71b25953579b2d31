"""What strangers can have mailed and kept, however often they ask."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from league.models import Club, MailProof, Member
from league.office.mailed import deeds
from league.office.mailed.sending import Codes
from tests.league.makers import make_user
from tests.sampling import sample

pytestmark = pytest.mark.django_db

Purpose = MailProof.Purpose
START = datetime(2026, 11, 30, 6, tzinfo=UTC)
ASKED = {"name": "N" * 80, "who": "W" * 80, "hall": "H" * 80, "street": "S" * 120, "ours": "O" * 3_800}


def ask(purpose: Purpose, email: str, address: str = "hall", **more: Any) -> MailProof | None:
    return deeds.ask(purpose=purpose, email=email, address_key=address, **more)


def is_taken(purpose: Purpose, email: str, address: str, **more: Any) -> bool:
    try:
        ask(purpose, email, address, **more)
    except deeds.TooMany:
        return False
    return True


@pytest.mark.parametrize(
    ("one", "other", "are_same"),
    [
        ("ruth@example.org", "Ruth+cards@EXAMPLE.org", True),
        ("ru.th@gmail.com", "ruth@googlemail.com", True),
        ("ru.th@example.org", "ruth@example.org", False),
    ],
)
def test_mailbox_is_told_as_its_host_reads_it(one, other, are_same):
    assert (deeds.mailbox_of(one) == deeds.mailbox_of(other)) is are_same


def test_limits_are_by_mailbox_domain_large_host_address_and_in_all():
    founding = Purpose.FOUNDING
    assert [is_taken(founding, f"ruth+{at}@example.org", f"a{at}") for at in range(4)] == [True] * 3 + [False]
    assert [is_taken(founding, f"walt{at}@a{at}.org", "one") for at in range(7)] == [True] * 6 + [False]
    assert [is_taken(founding, f"joan{at}@oak.org", f"b{at}") for at in range(13)] == [True] * 12 + [False]
    assert all(is_taken(founding, f"hank{at}@gmail.com", f"c{at}") for at in range(40))
    assert is_taken(Purpose.SIGN_IN, "ruth@example.org", "a0")  # another purpose is counted by itself


def test_whoever_asks_for_somebody_does_not_keep_their_own_browser_out():
    ruth = make_user()
    for at in range(deeds.TO_A_MAILBOX[Purpose.SIGN_IN]):
        ask(Purpose.SIGN_IN, "ruth@example.org", f"guesser {at}", user=ruth)
    assert not is_taken(Purpose.SIGN_IN, "ruth@example.org", "home", user=ruth)
    assert is_taken(Purpose.SIGN_IN, "ruth@example.org", "home", user=ruth, is_known=True)


def test_any_number_of_attempts_leaves_few_rows_few_mails_and_no_club(settings, monkeypatch):
    """Ten thousand in a soak: from many addresses, to many mailboxes, in a day by a clock of its own."""
    settings.MAIL_IS_SET_UP, settings.EMAIL_URL = True, "smtp://mail"
    tries, chance = sample(300, 10_000), random.Random(47)
    now, sent = START, Codes()
    monkeypatch.setattr(timezone, "now", lambda: now)
    taken = 0
    for at in range(tries):
        now = START + timedelta(days=0.9) * at / tries
        purpose = Purpose.FOUNDING if at % 2 else Purpose.SIGN_IN
        domain = chance.choice(["gmail.com", f"d{chance.randrange(10**6)}.org", "spam.org"])
        asked = ASKED if purpose == Purpose.FOUNDING else {"next": "N" * 300}
        taken += is_taken(purpose, f"m{chance.randrange(10**6)}@{domain}", f"from {chance.randrange(500)}", asked=asked)
        if at % 25 == 0:
            sent(lambda: True)
    rows = MailProof.objects.count()
    assert 0 < taken <= tries
    assert MailProof.objects.filter(purpose=Purpose.FOUNDING).count() <= deeds.FOUNDINGS
    assert rows <= deeds.FOUNDINGS + deeds.TO_NOBODY
    assert sum(len(str(row.asked)) for row in MailProof.objects.all()) <= rows * 5_000
    assert len(mail.outbox) <= deeds.FOUNDINGS
    assert (Club.objects.count(), User.objects.count(), Member.objects.count()) == (0, 0, 0)

    now = START + timedelta(days=2)
    ask(Purpose.FOUNDING, "ruth@example.org", "tomorrow")
    assert MailProof.objects.count() == 1  # what is a day old goes
