"""Games played in the browser, their deals, and deals that several people play."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from .devices import Device
from .play_tables import PlayTable
from .rule_books import RuleBookVersion
from .score_cards import ScoreCard


class SharedDeal(models.Model):
    """One deal for several people: the same cards, the same bots, who answer the same to the same.

    `data` is the deal before its first action, as `scoring.play.state` writes it; `bots` the
    strength in each seat, `meld_bids` whether they show meld by their bids. `seed` makes the
    bots' chance and never leaves the server; it is random and follows from nothing. `day` is
    set for the deal of the day of a book.
    """

    token = models.CharField(max_length=32, unique=True)
    book_version = models.ForeignKey(RuleBookVersion, on_delete=models.PROTECT)
    book_key = models.CharField(max_length=40)
    data = models.TextField()
    bots = models.JSONField(default=dict)
    meld_bids = models.BooleanField(default=True)
    seed = models.CharField(max_length=64)
    seat = models.CharField(max_length=1)
    day = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("book_key", "day"), condition=Q(day__isnull=False), name="one_deal_of_the_day"
            ),
        )

    def __str__(self) -> str:
        return f"{self.book_key} {self.day or self.token}"


class PlayedGame(models.Model):
    """A game in the browser: who sits where, how the player likes the table, and its score card.

    `seats` says of each seat `{"player": "you" | a bot's strength, "name": …}`. `settings` are
    those of `scoring.play.settings`. With a `shared` deal the game is that one deal; `counts`
    marks the first attempt of a device, the one in the table of results. At a table of `people` each
    of them is a `you`, and which one looks is said by the table's seats.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    card = models.OneToOneField(ScoreCard, on_delete=models.CASCADE, related_name="played_game")
    seats = models.JSONField(default=dict)
    settings = models.TextField(default="{}")
    is_over = models.BooleanField(default=False)
    shared = models.ForeignKey(SharedDeal, null=True, blank=True, on_delete=models.PROTECT, related_name="attempts")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="played_games")
    counts = models.BooleanField(default=False)
    people = models.ForeignKey(PlayTable, null=True, blank=True, on_delete=models.PROTECT, related_name="games")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(fields=("shared", "device"), condition=Q(counts=True), name="first_attempt_counts"),
        )

    def __str__(self) -> str:
        return f"game on {self.card_id}"


class PlayedDeal(models.Model):
    """One deal of a game, as far as it was played.

    `data` is the deal and its actions as `scoring.play.state` writes it, `actions` their number:
    a form says how many it has seen, so nothing is done to a table that has moved on. `taps`
    are the ids of the player's submissions, each with the number of actions before it: the same
    id again is the same tap. `hand` is its line on the card; cards dealt again keep the line.
    `score` is by side, once the deal is on the card.
    """

    game = models.ForeignKey(PlayedGame, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    hand = models.PositiveSmallIntegerField()
    begun_by = models.CharField(max_length=40)
    data = models.TextField()
    actions = models.PositiveIntegerField(default=0)
    taps = models.JSONField(default=dict)
    seed = models.CharField(max_length=64)
    is_done = models.BooleanField(default=False)
    is_recorded = models.BooleanField(default=False)
    score = models.JSONField(default=dict)
    shared = models.ForeignKey(SharedDeal, null=True, blank=True, on_delete=models.SET_NULL, related_name="deals")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="one_deal_per_number"),
            models.UniqueConstraint(fields=("game", "begun_by"), name="one_deal_per_tap"),
        )

    def __str__(self) -> str:
        return f"deal {self.number}"
