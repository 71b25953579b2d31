"""The log, whose lines are only ever added."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.models.uids import uid_field

from .clubs import Club
from .events import Event


class LogLine(models.Model):
    """One thing done in a club or event: who, when, on which device, before and after, and why.

    Entries of tables are on their cards; an event's log shows both. `client_id` is the submission's, so that the same
    tap twice is found; `content` is a digest of what was in it, and `answer` where it led.

    The lines of an evening, and those of none, are chained by digests (`league.acting.seals`): `said` of the line's own
    words, `digest` of `said`, the `digest` before it and `cards`.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="log")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    who = models.CharField(max_length=80)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=160, blank=True)
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    reason = models.CharField(max_length=200, blank=True)
    client_id = models.CharField(max_length=40, blank=True)
    content = models.CharField(max_length=64, blank=True)
    answer = models.CharField(max_length=300, blank=True)
    salt = models.CharField(max_length=32, blank=True)
    said = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    cards = models.JSONField(default=dict)
    uid = uid_field()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("club", "client_id"), condition=~Q(client_id=""), name="one_line_per_submission"
            ),
        )
        indexes = (
            models.Index(fields=("event", "at"), name="log_of_event"),
            models.Index(fields=("club", "id"), name="log_of_club"),  # the newest line, however much others do
        )

    def __str__(self) -> str:
        return f"{self.who}: {self.action} {self.subject}".strip()
