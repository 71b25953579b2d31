"""The week in words: a club's report of an evening."""

from __future__ import annotations

from django.db import models

from .events import Event
from .members import Member


class Notice(models.Model):
    """The report of one evening, written from the ledger at each look: `blocks` has the changed paragraphs, each as
    `notices.blocks.Kept`. `mailed_by` had it mailed, once; `mailed_to` of its letters went out."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="notice")
    blocks = models.JSONField(default=list, blank=True)
    is_published = models.BooleanField(default=False)
    published_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    mailed_by = models.CharField(max_length=80, blank=True)
    mailed_to = models.PositiveIntegerField(default=0)
    changed_by = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"Notice of {self.event}"


class Letter(models.Model):
    """A notice on its way to a member by mail, or the member's own night (`is_own`). It holds neither text nor address:
    both are read when it goes out."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        FAILED = "failed"

    class Why(models.TextChoices):
        AWAY = "away"  # the mail server does not answer
        NOT_OURS = "not ours"  # it takes no mail from this club
        LATER = "later"  # it wants this one later
        HELD = "held"  # the notice was taken off
        REFUSED = "refused"  # it does not take this one
        GONE = "gone"  # the member no longer gets notices
        LATE = "late"  # tried for days
        RESTORED = "restored"  # it waited in a copy of the database: it may have gone out since

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="letters")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="letters")
    is_own = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    why = models.CharField(max_length=8, choices=Why, blank=True)
    asked_at = models.DateTimeField()
    next_try_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = (models.Index(fields=("next_try_at",), condition=models.Q(state="waiting"), name="letters_waiting"),)

    def __str__(self) -> str:
        return f"Letter to {self.member_id}, {self.state}"
