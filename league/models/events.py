"""Events: club nights and tournaments, and the series that repeat every week."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils.functional import cached_property

from .clubs import Club
from .house_rules import HouseRulesVersion


class EventSettings(models.Model):
    """How an evening is run; a series holds the same for all its nights.

    A round ends after `hands` hands (each player deals once: 4), with the `game`, or by `minutes`.
    `minutes` is the round's clock in any case, 0 for none. Fees are in cents. `guests_at_door`: people
    whom the club does not know may check themselves in.
    """

    class Format(models.TextChoices):
        ROTATION = "rotation", "Individual rotation"
        WINNERS_MOVE = "winners_move", "Winners move"
        CASUAL = "casual", "Casual"

    class RoundEnd(models.TextChoices):
        HANDS = "hands", "After a number of hands"
        GAME = "game", "With the game"
        TIME = "time", "When the time is up"

    class OddPlayers(models.TextChoices):
        SIT_OUT = "sit_out", "Sit out in turn"
        THREE_HANDED = "three_handed", "Three-handed tables"
        HOUSE_PLAYER = "house_player", "A house player fills in"

    class Credit(models.TextChoices):
        OWN_AVERAGE = "own_average", "The average of their own other rounds"
        WINNERS_AVERAGE = "winners_average", "The average of the round’s winners"
        FIXED = "fixed", "A fixed number of points"
        NONE = "none", "Nothing"

    class Partners(models.TextChoices):
        SPLIT = "split", "Split: newcomers partner those who stayed"
        HIGH_LOW = "high_low", "High with low, by points"
        DRAW = "draw", "Drawn"

    class Losers(models.TextChoices):
        STAY = "stay", "Stay"
        DOWN = "down", "Move down one table"

    format = models.CharField(max_length=12, choices=Format.choices, default=Format.ROTATION)
    rounds_planned = models.PositiveSmallIntegerField(default=4)
    round_end = models.CharField(max_length=5, choices=RoundEnd.choices, default=RoundEnd.HANDS)
    hands = models.PositiveSmallIntegerField(default=4)
    minutes = models.PositiveSmallIntegerField(default=0)
    odd_players = models.CharField(max_length=12, choices=OddPlayers.choices, default=OddPlayers.SIT_OUT)
    sit_out_credit = models.CharField(max_length=15, choices=Credit.choices, default=Credit.OWN_AVERAGE)
    fixed_credit = models.PositiveSmallIntegerField(default=0)
    partners = models.CharField(max_length=8, choices=Partners.choices, default=Partners.SPLIT)
    losers = models.CharField(max_length=4, choices=Losers.choices, default=Losers.STAY)
    fee = models.PositiveIntegerField(default=0)
    guest_fee = models.PositiveIntegerField(default=0)
    guests_at_door = models.BooleanField(default=False)
    rules = models.ForeignKey(HouseRulesVersion, on_delete=models.PROTECT, related_name="+")
    three_handed_rules = models.ForeignKey(
        HouseRulesVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        abstract = True


class Series(EventSettings):
    """An event that meets again: the next night is made from it. `weekday` counts from Monday, 0."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="series")
    name = models.CharField(max_length=80)
    weekday = models.PositiveSmallIntegerField(default=0)
    starts_at = models.TimeField()
    is_over = models.BooleanField(default=False)

    class Meta:
        ordering = ("name",)
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class Event(EventSettings):
    """One club night or tournament.

    `version` counts up with everything a screen of the event shows, cards aside; `seating_version`
    with every published change of who sits where, and is printed on paper. `seed` makes the
    rotation repeatable. `door_key` is what the tablet at the door is good for: new with every opening
    of check-in, empty while it is closed.
    """

    class State(models.TextChoices):
        PLANNED = "planned", "Planned"
        RUNNING = "running", "Under way"
        CLOSED = "closed", "Closed"

    class Projector(models.TextChoices):
        SEATING = "seating", "Who sits where"
        CLOCK = "clock", "The clock"
        RESULTS = "results", "Results"
        BLANK = "blank", "Nothing"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    series = models.ForeignKey(Series, null=True, blank=True, on_delete=models.SET_NULL, related_name="events")
    name = models.CharField(max_length=80)
    played_on = models.DateField()
    starts_at = models.DateTimeField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.PLANNED)
    check_in_open = models.BooleanField(default=False)
    door_key = models.CharField(max_length=32, blank=True)
    seed = models.PositiveIntegerField(default=1)
    seating_version = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    projector = models.CharField(max_length=7, choices=Projector.choices, default=Projector.SEATING)
    message = models.CharField(max_length=200, blank=True)
    message_at = models.DateTimeField(null=True, blank=True)
    break_until = models.DateTimeField(null=True, blank=True)
    is_example = models.BooleanField(default=False)
    client_id = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-played_on", "-pk")

    def __str__(self) -> str:
        return f"{self.name} {self.played_on}"

    @cached_property
    def newest_line(self) -> tuple[int, datetime] | None:
        """Number and instant of the newest line of its log (one query); no other line ever has both."""
        return self.log.order_by("-pk").values_list("pk", "at").first()
