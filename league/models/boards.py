"""Duplicate: the boards of an event, and its director's decisions on them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models import RuleBookVersion
from scoring.models.uids import uid_field

from .events import Event
from .rounds import RoundTable


class DealtBoards(models.Model):
    """The boards of an event: the secret seed they follow from, and the digest told before (`scoring.boards.boards`).
    Neither where each was shuffled and recorded at its first table.

    The seed and every hand stay on the server until the last table has played (`league.evening.boards.secrecy`).
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="dealt_boards")
    book_version = models.ForeignKey(RuleBookVersion, on_delete=models.PROTECT, related_name="+")
    seed = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.CharField(max_length=80, blank=True)

    class Meta:
        verbose_name_plural = "dealt boards"

    def __str__(self) -> str:
        return f"Boards of {self.event}"


class EventBoard(models.Model):
    """One board. `hands` has each seat's cards as text (`scoring.rules.notation`), empty until known; `kitty` likewise.
    `recorded_at` is the table that entered the hands, None where the server dealt them; `entered` are hands taken down
    there until all are. `field` has the bots' scores by side of each table, `field_by` their `seed` and `players`.
    `expert` is the Experts' result, once the event is final (`league.evening.travelers.expert`)."""

    dealt = models.ForeignKey(DealtBoards, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    hands = models.JSONField(default=dict)
    kitty = models.CharField(max_length=80, blank=True)
    entered = models.JSONField(default=dict)
    recorded_at = models.ForeignKey(RoundTable, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    field = models.JSONField(default=list)
    field_by = models.JSONField(default=dict)
    expert = models.JSONField(default=dict)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("dealt", "number"), name="one_board_per_number"),)

    def __str__(self) -> str:
        return f"Board {self.number}"


class BoardDecision(models.Model):
    """A director's decision on a board: for one `table`, or for all.

    An *average* gives each side a share in percent (`shares`) in place of its result; a board *left out* was not played
    there and counts for nobody at the table; a *fouled* one had other cards from this table on; a *void* one counts
    nowhere.
    """

    class Kind(models.TextChoices):
        AVERAGE = "average", "Average"
        LEFT_OUT = "left_out", "Not played"
        FOULED = "fouled", "Fouled from here on"
        VOID = "void", "Doesn’t count"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="board_decisions")
    number = models.PositiveSmallIntegerField()
    table = models.ForeignKey(
        RoundTable, null=True, blank=True, on_delete=models.CASCADE, related_name="board_decisions"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices)
    shares = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    is_taken_back = models.BooleanField(default=False)
    uid = uid_field()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=Q(kind="void") | Q(table__isnull=False), name="decided_at_a_table"),
        )

    def __str__(self) -> str:
        return f"Board {self.number}: {self.get_kind_display()}"
