"""Participants of an event."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property

from scoring.models.uids import uid_field

from .events import Event
from .members import Member, full_names


class Entrants(models.QuerySet["Entrant"]):
    def with_late_fees(self) -> Self:
        """Each entrant with what they `paid_late` (no further query)."""
        entry: Any = self.model._meta.get_field("cash_entries").related_model
        late = entry.objects.filter(entrant=OuterRef("pk"), kind=entry.Kind.FEE, is_taken_back=False).order_by()
        total = late.values("entrant").annotate(total=Sum("amount")).values("total")
        return self.annotate(paid_late=Coalesce(Subquery(total), 0))


class Entrant(models.Model):
    """A member, guest or house player in one event, with a number for the evening.

    `expected` people have not come yet, those `here` are seated, those who `left` no longer. `first_round` is the first
    they are seated in, `last_round` the last for those outside the final; `waited_for_in` the last in which an absent
    player keeps the seat, or a replaced one is back, by the director's word, 0 for none. Who stays `at_table` plays
    every round at the table of that number. A house player fills a seat
    and has no score. `watch_nonce` makes the link by which family follows, empty without leave. `name` and `short_name`
    are what everybody may read; `read_in_full`, the name is the full one, on no account to be saved.
    """

    class State(models.TextChoices):
        EXPECTED = "expected", "Not here yet"
        HERE = "here", "Here"
        LEFT = "left", "Left"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    short_name = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.EXPECTED)
    arrived_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    waited_for_in = models.PositiveSmallIntegerField(default=0)
    fee = models.PositiveIntegerField(default=0)
    paid = models.PositiveIntegerField(default=0)
    sits_out_gladly = models.BooleanField(default=False)
    cannot_move = models.BooleanField(default=False)
    team = models.CharField(max_length=40, blank=True)
    at_table = models.PositiveSmallIntegerField(default=0)
    is_house_player = models.BooleanField(default=False)
    is_guest = models.BooleanField(default=False)
    watch_nonce = models.CharField(max_length=32, blank=True)
    partner = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    uid = uid_field()

    objects = Entrants.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_entrant_per_number"),
            models.UniqueConstraint(
                fields=("event", "member"), condition=Q(member__isnull=False), name="one_entry_per_member"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **how: Any) -> Self:
        found = super().from_db(db, field_names, values, **how)
        if (full := full_names()) is not None and "name" in found.__dict__:
            found.name = full.of(found.__dict__.get("member_id"), found.name)
        return found

    @property
    def stays(self) -> bool:
        return self.cannot_move or self.at_table > 0

    def plays_in(self, number: int) -> bool:
        """Whether that round is one of theirs: not before they came, and not after they were cut."""
        return self.first_round <= number <= (self.last_round or number)

    @cached_property
    def paid_late(self) -> int:
        """The part of the fee that came in after the close, on whatever evening's sheet (one query, unless read
        along)."""
        return int(Entrant.objects.with_late_fees().only("pk").get(pk=self.pk).paid_late)

    @property
    def paid_in_all(self) -> int:
        return self.paid + self.paid_late

    @property
    def to_pay(self) -> int:
        """The rest of the fee, also for a player who may still come."""
        return max(0, self.fee - self.paid_in_all)

    @property
    def fee_due(self) -> int:
        if self.state == self.State.EXPECTED or self.is_house_player:
            return 0
        return self.to_pay

    @property
    def called(self) -> str:
        return self.short_name or self.name
