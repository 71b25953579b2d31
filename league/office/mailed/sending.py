"""The worker's part: mails go out a second after they are asked for, so that no answer tells by its time whether one
goes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from django.utils import timezone

from league.models import MailProof
from league.office.clubs import mail
from pinochle_club.ground.clock import lately
from pinochle_club.ground.write_queue import queued_write

from .deeds import LASTS, clear_away
from .pages import mail_of

AT_A_TIME: Final = 5
SECONDS_BETWEEN_CLEARINGS: Final = 3_600
PAUSE: Final = 30.0  # after a mail that did not go out


class Codes:
    """An errand: send what waits, the oldest first."""

    def __init__(self) -> None:
        self._rests_until = self._clears_at = 0.0

    def __call__(self, is_wanted: Callable[[], bool]) -> bool:
        if time.monotonic() >= self._clears_at:
            self._clears_at = time.monotonic() + SECONDS_BETWEEN_CLEARINGS
            with queued_write():
                clear_away()
        if time.monotonic() < self._rests_until or not mail.is_set_up():
            return False
        waiting = MailProof.objects.filter(sent_at=None, used_at=None, at__range=lately(LASTS))
        due = list(waiting.order_by("at", "pk")[:AT_A_TIME])
        for proof in due:
            if not is_wanted():
                break
            if not _send(proof):
                self._rests_until = time.monotonic() + PAUSE
                break
        return bool(due)


def _send(proof: MailProof) -> bool:
    """Send a mail; one for nobody counts as sent."""
    is_for_nobody = proof.purpose == MailProof.Purpose.SIGN_IN and proof.user_id is None
    if not is_for_nobody:
        subject, text = mail_of(proof)
        if not mail.send(club="Pinochle clubs", to=proof.email, subject=subject, text=text):
            return False
    with queued_write():
        MailProof.objects.filter(pk=proof.pk).update(sent_at=timezone.now())
    return True
