"""Rounds of an event: seats, the cards of tables, and the round's clock."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Self

from django.db import models
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.models import Entry, ScoreCard
from scoring.models.uids import uid_field
from scoring.rules.notation import lowered

from .entrants import Entrant
from .events import Event


class EventRound(models.Model):
    """One seating of an event. A draft is seen by directors only.

    The clock: `minutes` planned plus `added_minutes`, from `started_at`, without `paused_seconds`; it stands still
    while `paused_at` is set. `moved_by`, where winners move: the side of each table of the round before by which this
    one was seated, as the side's first seat counted from 0. A round with a `title` is not called by its number. An
    extra hand breaks a tie and counts for nothing else. One started by mistake or broken off has `counts` False, as do
    its tables. Both are set in one place (`league.evening.rounds.counting`); `league.evening.cards.reading.read_event`
    reads what was played.
    """

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        PUBLISHED = "published", "Published"
        RUNNING = "running", "Being played"
        CLOSED = "closed", "Closed"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    minutes = models.PositiveSmallIntegerField(default=0)
    added_minutes = models.SmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True)
    close_reason = models.CharField(max_length=200, blank=True)
    moved_by = models.JSONField(null=True, blank=True)
    title = models.CharField(max_length=30, blank=True)
    is_extra_hand = models.BooleanField(default=False)
    counts = models.BooleanField(default=True)
    uid = uid_field()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="one_round_per_number"),)

    def __str__(self) -> str:
        return self.title or f"Round {self.number}"


class RoundTable(models.Model):
    """One table in one round. Its card is begun when the round starts.

    `is_paper`: it writes on paper, and the director types its card; typed to the end, that stands for signatures
    (`is_typed`). With `totals` (by side) only the sums are known. Where `counts` is False, its players get nothing for
    it, and have not met for the seating. `board_set` is its set of boards, from 1; 0 for none.
    """

    event_round = models.ForeignKey(EventRound, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    card = models.OneToOneField(ScoreCard, null=True, blank=True, on_delete=models.PROTECT, related_name="round_table")
    is_paper = models.BooleanField(default=False)
    is_typed = models.BooleanField(default=False)
    totals = models.JSONField(null=True, blank=True)
    counts = models.BooleanField(default=True)
    board_set = models.PositiveSmallIntegerField(default=0)
    uid = uid_field()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event_round", "number"), name="one_table_per_number"),)

    def __str__(self) -> str:
        return f"Table {self.number}"

    @property
    def place(self) -> str:
        """`Table 3, round 2`."""
        return f"{self}, {lowered(str(self.event_round))}"


class RoundSeats(models.QuerySet["RoundSeat"]):
    def with_players(self) -> Self:
        """Each seat with all that tells who plays there: two entrants, and `said` (no further query)."""
        undone = Entry.objects.annotate(undoes=Cast(KT("payload__undoes"), models.IntegerField())).filter(
            card=OuterRef("card"), kind="undo", undoes=OuterRef("number")
        )
        words = Entry.objects.annotate(of_seat=KT("payload__seat")).filter(
            ~Exists(undone), card=OuterRef("table__card"), kind="late", of_seat=OuterRef("seat")
        )
        said = Subquery(words.order_by("-number").values("payload")[:1])
        return self.select_related("entrant", "substitute").annotate(said=said)


class RoundSeat(models.Model):
    """The player by the seating of one seat: N E S W, or A B C. `league.evening.cards.seats` says who plays there.

    `substitute`, an entrant, or `helper`, an outsider's name, sits in for the player, who keeps the points.
    Replacements and lateness are on the table's card alone. `is_missing` while the round runs: the player is not there
    and no word of them was entered.
    """

    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="seats")
    seat = models.CharField(max_length=1)
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats")
    is_missing = models.BooleanField(default=False)
    substitute = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.SET_NULL, related_name="substituted_seats"
    )
    helper = models.CharField(max_length=80, blank=True)

    objects = RoundSeats.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("table", "seat"), name="one_player_per_seat"),)

    def __str__(self) -> str:
        return f"{self.entrant} {self.seat}"

    @cached_property
    def said(self) -> Mapping[str, Any] | None:
        """The card's last word on lateness in this seat (`late` in `scoring.score_card.entries`), if any. One query,
        unless read `with_players`."""
        seat: Any = RoundSeat.objects.with_players().get(pk=self.pk)
        return dict(seat.said) if seat.said else None

    @cached_property
    def replacement(self) -> Entrant | None:
        """The entrant who plays for a replaced player (one query where one does)."""
        entrant_id = (self.said or {}).get("entrant")
        return Entrant.objects.filter(pk=entrant_id).first() if entrant_id else None


class SitOut(models.Model):
    """An entrant who has no seat in a round."""

    event_round = models.ForeignKey(EventRound, on_delete=models.CASCADE, related_name="sit_outs")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="sit_outs")

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("event_round", "entrant"), name="one_sit_out_per_round"),)

    def __str__(self) -> str:
        return f"{self.entrant} sits out {self.event_round}"


STARTED: Final = (EventRound.State.RUNNING, EventRound.State.CLOSED)
