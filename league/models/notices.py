"""The week in words: a club's report of an evening. What goes out by mail."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from .clubs import Club
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


class News(models.Model):
    """What the host of the server tells the admins of all clubs, by mail and on their pages. The same text is the same
    news, by its `digest`."""

    text = models.TextField(max_length=2000)
    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()
    who = models.CharField(max_length=80)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.text[:60]


class Letter(models.Model):
    """A notice on its way to a member by mail, the member's own night (`is_own`), or without a notice what the member
    owes the `club`. It holds neither text nor address: both are read when it goes out.

    One to an admin has no notice and no member: the server writes to the `user` `about` the `club`, or its `news`, and
    does so once (`key`).
    """

    class About(models.TextChoices):
        NEWS = "news"
        GOES = "goes"  # the club is to be deleted
        SILENT = "silent"  # nothing happened in it for a year
        OWED = "owed"  # what a member owes the club

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

    notice = models.ForeignKey(Notice, null=True, on_delete=models.CASCADE, related_name="letters")
    member = models.ForeignKey(Member, null=True, on_delete=models.CASCADE, related_name="letters")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="letters")
    news = models.ForeignKey(News, null=True, on_delete=models.CASCADE, related_name="letters")
    about = models.CharField(max_length=6, choices=About, blank=True, default="", db_default="")
    key = models.CharField(max_length=60, blank=True, default="", db_default="")
    is_own = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    why = models.CharField(max_length=8, choices=Why, blank=True)
    asked_at = models.DateTimeField()
    next_try_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "key"), condition=~Q(key=""), name="one_letter_about_a_thing"),
        )
        indexes = (models.Index(fields=("next_try_at",), condition=Q(state="waiting"), name="letters_waiting"),)

    def __str__(self) -> str:
        return f"Letter to {self.member_id or self.user}, {self.state}"
