"""The score card: who sits where under which rules. What happened on it is in its entries."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from pinochle_club.ground.date_styles import DateStyle

from .rule_books import RuleBookVersion
from .uids import uid_field


def today() -> object:
    return timezone.localdate()


class ScoreCard(models.Model):
    """One sheet of paper: a game or a round at one table. `version` is the number of the newest entry; it grows with
    every entry and is what pages poll with. Names here are the current ones; each change of them is an entry as well. A
    card is empty until a hand is begun on it; `created_from` is a keyed hash of an address, kept to count how many
    cards come from there; `start_hash` belongs to the tap that began it, so that a double tap begins one card. A card
    `kept_by_play` is written by a game played in the browser and by nobody's hand. `length` says whether the book
    ends it, or a number of hands (`hands_agreed`), or the clock of an evening, or the first of book and clock;
    `host` names who runs that evening (`scoring.score_card.hosts`), empty at a kitchen table; `boards` are the
    numbers of those that the table plays, in their order, at a duplicate; `date_style` is how the club of the
    evening writes days and times."""

    class Length(models.TextChoices):
        BOOK = "book"
        HANDS = "hands"
        TIME = "time"
        FIRST = "first"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book_version = models.ForeignKey(RuleBookVersion, on_delete=models.PROTECT)
    side_names = models.JSONField(default=dict, blank=True)
    player_names = models.JSONField(default=dict, blank=True)
    first_dealer = models.CharField(max_length=1)
    played_on = models.DateField(default=today)
    table_name = models.CharField(max_length=20, blank=True)
    round_name = models.CharField(max_length=20, blank=True)
    hands_agreed = models.PositiveSmallIntegerField(null=True, blank=True)
    length = models.CharField(max_length=5, choices=Length.choices, default=Length.BOOK)
    host = models.CharField(max_length=20, blank=True)
    date_style = models.CharField(max_length=9, choices=DateStyle.choices, default=DateStyle.US)
    boards = models.JSONField(default=list, blank=True)
    previous = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="next_games")
    version = models.PositiveIntegerField(default=0)
    is_empty = models.BooleanField(default=True)
    created_from = models.CharField(max_length=64, blank=True)
    start_hash = models.CharField(max_length=64, unique=True, null=True, blank=True, editable=False)
    is_example = models.BooleanField(default=False)
    kept_by_play = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    uid = uid_field()

    class Meta:
        ordering = ("-created_at",)
        indexes = (
            models.Index(fields=("created_from", "created_at"), name="cards_by_address"),
            models.Index(fields=("is_empty", "created_at"), name="empty_cards"),
        )

    def __str__(self) -> str:
        return f"{self.book_version} {self.played_on} {self.table_name}".strip()
