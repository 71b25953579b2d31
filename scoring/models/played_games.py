"""Games played in the browser, their deals, and deals that several people play."""

from __future__ import annotations

import uuid

from django.conf import settings as django_settings
from django.db import models
from django.db.models import Q

from .devices import Device
from .play_sets import PlaySet
from .play_tables import PlayTable
from .rule_books import RuleBookVersion
from .score_cards import ScoreCard


class SharedDeal(models.Model):
    """One deal for several people: the same cards, the same bots, who answer the same to the same. `data` is the deal
    before its first action, as `scoring.play.state` writes it; `bots` the strength in each seat, `meld_bids` whether
    they show meld by their bids. `seed` makes the bots' chance and never leaves the server; it is random and follows
    from nothing. `day` is set for the deal of the day, whose `book_key` is that of all books that play alike
    (`scoring.play.shared.day_key`). `pars` holds what an Expert made of it, by seat, as far as that was played. A board
    of a `play_set` has its `number` there, and its `field`: the scores by side at each of the bots' tables, None until
    they have played."""

    token = models.CharField(max_length=32, unique=True)
    book_version = models.ForeignKey(RuleBookVersion, on_delete=models.PROTECT)
    book_key = models.CharField(max_length=40)
    data = models.TextField()
    bots = models.JSONField(default=dict)
    meld_bids = models.BooleanField(default=True)
    seed = models.CharField(max_length=64)
    seat = models.CharField(max_length=1)
    day = models.DateField(null=True, blank=True)
    pars = models.JSONField(default=dict)
    play_set = models.ForeignKey(PlaySet, null=True, blank=True, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField(default=0)
    field = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=("day",), condition=Q(day__isnull=False), name="deals_by_day"),
            models.Index(
                fields=("play_set",),
                condition=Q(play_set__isnull=False, field__isnull=True),
                name="boards_without_field",
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("play_set", "number"), condition=Q(play_set__isnull=False), name="one_board_of_a_set"
            ),
            models.UniqueConstraint(
                fields=("book_key", "day"), condition=Q(day__isnull=False), name="one_deal_of_the_day"
            ),
        )

    def __str__(self) -> str:
        return f"{self.book_key} {self.day or self.token}"


class PlayedGame(models.Model):
    """A game in the browser: who sits where, how the player likes the table, and its score card. `seats` says of each
    seat `{"player": "you" | a bot's strength, "name": …}`. `settings` are those of `scoring.play.settings`. With a
    `shared` deal the game is that one deal; `counts` marks the first attempt of a device, the one in the table of
    results. At a table of `people` each of them is a `you`, and which one looks is said by the table's seats. `player`
    is the account that was signed in; where it `ranks`, this is the account's one attempt at the deal of its day. A
    game that tries a hand again from its action `from_step` on has that hand as its `first`, and counts for nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    card = models.OneToOneField(ScoreCard, on_delete=models.CASCADE, related_name="played_game")
    seats = models.JSONField(default=dict)
    settings = models.TextField(default="{}")
    is_over = models.BooleanField(default=False)
    shared = models.ForeignKey(SharedDeal, null=True, blank=True, on_delete=models.PROTECT, related_name="attempts")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="played_games")
    player = models.ForeignKey(
        django_settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="played_games"
    )
    counts = models.BooleanField(default=False)
    people = models.ForeignKey(PlayTable, null=True, blank=True, on_delete=models.PROTECT, related_name="games")
    ranks = models.BooleanField(default=False)
    first = models.ForeignKey("PlayedDeal", null=True, blank=True, on_delete=models.SET_NULL, related_name="tries")
    from_step = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("shared", "device"), condition=Q(counts=True, ranks=False), name="first_attempt_counts"
            ),
            models.UniqueConstraint(fields=("shared", "player"), condition=Q(ranks=True), name="one_ranked_attempt"),
        )

    def __str__(self) -> str:
        return f"game on {self.card_id}"


class PlayedDeal(models.Model):
    """One deal of a game, as far as it was played. `data` is the deal and its actions as `scoring.play.state` writes
    it, `actions` their number: a form says how many it has seen. `taps` are the ids of the player's submissions, each
    with the number of actions before it: the same id again is the same tap. `hand` is its line on the card; cards dealt
    again keep it. `score` is by side, once the deal is on the card."""

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


class PlayedHand(models.Model):
    """A hand in a player's own record: the account's (`player`) where signed in, else the device's. `own` is their
    side's score, `margin` that above the best of the others. `bid` and `is_made` are of their own contract, else None.
    `cost` is what their choices cost in points, None until asked. `par` is an Expert's margin in the same seat with the
    same cards, None before it has played; `judged` the Expert's judgments of each decision (`scoring.play.judging`,
    `themes`), with the answers of a lesson. `daily` is the day of a deal of the day played for the first time;
    `is_ranked`: on that day, by a member of a club."""

    deal = models.ForeignKey(PlayedDeal, null=True, on_delete=models.SET_NULL, related_name="results")
    shared = models.ForeignKey(SharedDeal, null=True, on_delete=models.SET_NULL, related_name="results")
    player = models.ForeignKey(
        django_settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="played_hands"
    )
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="played_hands")
    book_key = models.CharField(max_length=40)
    seat = models.CharField(max_length=1)
    own = models.IntegerField()
    margin = models.IntegerField()
    bid = models.PositiveSmallIntegerField(null=True)
    is_made = models.BooleanField(null=True)
    cost = models.FloatField(null=True)
    par = models.IntegerField(null=True)
    judged = models.JSONField(default=list)
    played_on = models.DateField()
    daily = models.DateField(null=True)
    is_ranked = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (models.UniqueConstraint(fields=("deal", "seat"), name="one_result_per_seat"),)
        indexes = (
            models.Index(fields=("player", "-at"), name="hands_of_an_account"),
            models.Index(fields=("device", "-at"), name="hands_of_a_device"),
            models.Index(fields=("daily", "player"), condition=Q(is_ranked=True), name="ranked_by_day"),
            models.Index(fields=("-at",), condition=Q(par=None, deal__isnull=False), name="hands_without_par"),
            models.Index(fields=("-at",), condition=Q(cost=None, deal__isnull=False), name="hands_without_cost"),
        )

    def __str__(self) -> str:
        return f"{self.book_key} {self.played_on} {self.own:+}"

    @property
    def beside_par(self) -> int | None:
        """How much more than the Expert's the margin is."""
        return None if self.par is None else self.margin - self.par
