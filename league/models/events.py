"""Events: club nights and tournaments, and the series that repeat every week."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, Final, Self
from uuid import uuid4

from django.db import models
from django.db.models import Exists, ExpressionWrapper, OuterRef, Q
from django.utils.functional import cached_property

from scoring.models.uids import uid_field

from .clubs import Club
from .facts import Archived, archived, setting, settings_of
from .house_rules import HouseRulesVersion


def new_calendar_id() -> str:
    return uuid4().hex


EVERY, OWN, NONE = Archived
NEXT_SEATING: Final = "From the next round that you seat."
MOST_ROUNDS: Final = 40  # as many as the pairs of ten tables need to meet all others


class EventSettings(models.Model):
    """How an evening is run; a series holds the same for all its nights.

    A round ends after `hands` hands (each player deals once: 4), with the `game`, by `minutes`, which are its clock in
    any case, 0 for none, or by the `first` of game and clock, table by table. Fees are in cents. `place` is where it is
    if not in the club's hall. `guests_at_door`: unknown people may check themselves in. `no_appeals`: rulings stand as
    given.

    A *duplicate* is `compared`: all tables play the same boards, a set of `hands` in each round, and are measured by
    other results with the same cards. `boards_by` is how boards are made, `travelers_after` when a table sees the
    others. With `one_list` both directions have one ranking, which fixed pairs moving in one direction pay for by
    changing it in some rounds.

    People play in teams of `team_size`, 0 for none: the points of a team's people, or pairs, are added up.

    Fixed sides have `side_size` people, as the rules say: partners make pairs, and a team is a side of three or four.

    A knock-out is drawn by lot, or with `is_seeded` so that the best of the series' nights meet last.

    Places go by points, or by rounds won, then points (`places_by`); boards of a duplicate have their own measure.

    `three_handed_rules` are those of tables of another size than the rules are for.

    After `rounds_planned` rounds the best `final_places` play a final of `final_rounds` more, 0 for none; with
    `final_carries` their points so far count in it. A tie at the line goes by `tie_breaks` in order.
    """

    class Format(models.TextChoices):
        ROTATION = "rotation", "Individual rotation"
        WINNERS_MOVE = "winners_move", "Winners move"
        HALF_MOVE = "half_move", "Fixed pairs, half move"
        ROUND_ROBIN = "round_robin", "Fixed pairs, round robin"
        KNOCK_OUT = "knock_out", "Fixed pairs, knock-out"
        CASUAL = "casual", "Casual"

    class RoundEnd(models.TextChoices):
        HANDS = "hands", "After a number of hands"
        GAME = "game", "With the game"
        TIME = "time", "When the time is up"
        FIRST = "first", "With the game or the time"

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
        TOGETHER = "together", "Pairs stay together"

    class Losers(models.TextChoices):
        STAY = "stay", "Stay"
        DOWN = "down", "Move down one table"

    class TieBreak(models.TextChoices):
        ROUNDS_WON = "rounds_won", "Rounds won"
        HIGH_ROUND = "high_round", "Highest round"
        HANDS_WON = "hands_won", "Hands won"
        FEWEST_SETS = "fewest_sets", "Fewest sets"
        HEAD_TO_HEAD = "head_to_head", "Head to head"

    class Compared(models.TextChoices):
        MATCHPOINTS = "matchpoints", "Matchpoints"
        DATUM = "datum", "Points over the average"
        CROSS = "cross", "Cross points"

    class PlacesBy(models.TextChoices):
        POINTS = "points", "Points"
        WINS = "wins", "Rounds won, then points"

    class BoardsBy(models.TextChoices):
        SLIPS = "slips", "Slips to sort by"
        MASTER = "master", "One person, from a list"
        RECORDED = "recorded", "Shuffled and recorded"

    class TravelersAfter(models.TextChoices):
        ROUND = "round", "After the round"
        BOARD = "board", "After each board"

    # fmt: off
    format = setting(models.CharField(max_length=12, choices=Format.choices, default=Format.ROTATION), "format",
        asks=("seated",), fixed="the format")
    rounds_planned = setting(models.PositiveSmallIntegerField(default=4), "rounds",
        asks=("shown", "seated"), until_cut=True, is_conditional=True)
    round_end = setting(models.CharField(max_length=5, choices=RoundEnd.choices, default=RoundEnd.HANDS),
        "end of a round", fixed="how a round ends", is_conditional=True, begins_otherwise=True)
    hands = setting(models.PositiveSmallIntegerField(default=4), "hands per round",
        fixed="the number of hands in a round", is_conditional=True, begins_otherwise=True)
    minutes = setting(models.PositiveSmallIntegerField(default=0), "minutes per round",
        said="From the next round on. On the board you change a clock that is running.")
    places_by = setting(models.CharField(max_length=6, choices=PlacesBy.choices, default=PlacesBy.POINTS), "places by",
        asks=("placed",), until_cut=True, is_conditional=True)
    is_seeded = setting(models.BooleanField(default=False), "draw by earlier nights",
        asks=("seated",), said=NEXT_SEATING, is_conditional=True)
    team_size = setting(models.PositiveSmallIntegerField(default=0), "teams of",
        asks=("seated",), said=NEXT_SEATING, until_cut=True, is_conditional=True)
    side_size = setting(models.PositiveSmallIntegerField(default=2, db_default=2), "people on a side",
        fixed="how many play on a side", is_conditional=True)
    odd_players = setting(models.CharField(max_length=12, choices=OddPlayers.choices, default=OddPlayers.SIT_OUT),
        "odd players", asks=("seated",), said=NEXT_SEATING, is_conditional=True)
    sit_out_credit = setting(models.CharField(max_length=15, choices=Credit.choices, default=Credit.OWN_AVERAGE),
        "credit for sitting out", asks=("sat_out",), is_conditional=True)
    fixed_credit = setting(models.PositiveSmallIntegerField(default=0), "points for sitting out",
        asks=("sat_out",), is_conditional=True)
    partners = setting(models.CharField(max_length=8, choices=Partners.choices, default=Partners.SPLIT), "partners",
        asks=("seated",), said=NEXT_SEATING, is_conditional=True)
    losers = setting(models.CharField(max_length=4, choices=Losers.choices, default=Losers.STAY), "losers",
        asks=("seated",), said=NEXT_SEATING, is_conditional=True)
    place = setting(models.CharField(max_length=200, blank=True, default="", db_default=""), "place", asks=("said",))
    fee = setting(models.PositiveIntegerField(default=0), "fee", asks=("fee",), is_money=True)
    guest_fee = setting(models.PositiveIntegerField(default=0), "guest fee", asks=("guest_fee",), is_money=True)
    guests_at_door = setting(models.BooleanField(default=False), "guests at the door",
        said="From now on. Guests who are here stay.")
    no_appeals = setting(models.BooleanField(default=False), "no appeals",
        told="no appeals", fixed="whether rulings can be appealed")
    final_places = setting(models.PositiveSmallIntegerField(default=0), "players in the final",
        until_cut=True, is_conditional=True, begins_otherwise=True)
    final_rounds = setting(models.PositiveSmallIntegerField(default=1), "rounds in the final",
        until_cut=True, is_conditional=True, begins_otherwise=True)
    final_carries = setting(models.BooleanField(default=True), "points carry over into the final",
        until_cut=True, is_conditional=True, begins_otherwise=True)
    hidden_rounds = setting(models.PositiveSmallIntegerField(default=0), "rounds without places",
        asks=("shown",), is_conditional=True, begins_otherwise=True)
    tie_breaks = setting(models.JSONField(default=list), "tie-breaks",
        until_cut=True, is_conditional=True, begins_otherwise=True)
    compared = setting(models.CharField(max_length=11, choices=Compared.choices, blank=True), "compared",
        asks=("seated",), fixed="how results are compared", is_conditional=True)
    boards_by = setting(models.CharField(max_length=8, choices=BoardsBy.choices, default=BoardsBy.SLIPS),
        "boards made by", asks=("dealt",), fixed="how the boards are made", is_conditional=True)
    travelers_after = setting(
        models.CharField(max_length=5, choices=TravelersAfter.choices, default=TravelersAfter.ROUND),
        "travelers shown", said="For boards already played as well.", is_conditional=True)
    one_list = setting(models.BooleanField(default=True), "one list for all",
        asks=("seated",), fixed="whether there is one list", is_conditional=True)
    rules = models.ForeignKey(HouseRulesVersion, on_delete=models.PROTECT, related_name="+")
    setting(rules, "rules", fixed="the rules", begins_otherwise=True)
    three_handed_rules = models.ForeignKey(
        HouseRulesVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    setting(three_handed_rules, "rules for other tables",
        fixed="the rules for other tables", is_conditional=True, begins_otherwise=True)
    # fmt: on

    class Meta:
        abstract = True

    @property
    def is_duplicate(self) -> bool:
        return bool(self.compared)

    @property
    def is_by_wins(self) -> bool:
        """Whether places go by rounds won, and by points only where these are level. Teams add up their points."""
        return self.places_by == self.PlacesBy.WINS and not (self.is_duplicate or self.team_size or self.is_knock_out)

    @property
    def is_for_pairs(self) -> bool:
        return self.is_for_sides and self.side_size == 2

    @property
    def is_for_sides(self) -> bool:
        """Whether the same people play together all evening, or each alone by a movement of fixed sides."""
        if self.format == self.Format.WINNERS_MOVE:
            return self.partners == self.Partners.TOGETHER
        return self.format in (self.Format.HALF_MOVE, self.Format.ROUND_ROBIN, self.Format.KNOCK_OUT)

    @property
    def keeps_partners(self) -> bool:
        """Whether people have the same partners all evening: pairs, or the teams that are sides."""
        return self.is_for_sides and self.side_size > 1

    @property
    def is_knock_out(self) -> bool:
        return self.format == self.Format.KNOCK_OUT

    @property
    def is_by_results(self) -> bool:
        """Whether each round follows from the results before it, so that one at a time is seated."""
        return self.is_knock_out or self.format == self.Format.WINNERS_MOVE

    def rules_at(self, players: int) -> HouseRulesVersion:
        """The rules of a table of so many: the evening's, or those for other tables (`three_handed_rules`)."""
        if self.three_handed_rules is None or players == self.rules.book_version.book.deal.players:
            return self.rules
        return self.three_handed_rules


# A series has them, its nights are made with them, and a night like another takes them over.
SETTINGS: Final = tuple(settings_of(EventSettings))


class Series(EventSettings):
    """An event that meets again: the next night is made from it. `weekday` counts from Monday, 0. Its dates to come
    have ids in people's calendars, made of `calendar_id`, which the nights keep."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="series")
    archived(club, EVERY)
    name = setting(models.CharField(max_length=80), "name", is_nights=True)
    weekday = setting(models.PositiveSmallIntegerField(default=0), "weekday")
    starts_at = setting(models.TimeField(), "start")
    is_over = archived(models.BooleanField(default=False), EVERY)
    calendar_id = archived(models.CharField(max_length=50, blank=True, default=new_calendar_id), EVERY)
    uid = archived(uid_field(), OWN)

    class Meta:
        ordering = ("name",)
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    def calendar_id_of(self, day: date) -> str:
        return f"{self.calendar_id or f'series-{self.pk}'}-{day.isoformat()}"


class Events(models.QuerySet["Event"]):
    def with_money(self) -> Self:
        """Each event with `has_money` (no further query)."""
        related: Any = (self.model._meta.get_field(name) for name in ("pots", "prizes", "cash_entries"))
        parts = [Exists(one.related_model.objects.filter(event=OuterRef("pk"))) for one in related]
        fees = Q(fee__gt=0) | Q(guest_fee__gt=0)
        return self.annotate(has_money=ExpressionWrapper(reduce(or_, parts, fees), models.BooleanField()))


class Event(EventSettings):
    """One club night or tournament.

    `version` counts up with everything a screen of the event shows, cards aside; `seating_version` with every published
    change of seats, and is printed. `seed` makes the rotation repeatable. `closed_at` is the last close, None while it
    is open and for events closed before this was kept. `door_key` serves the tablet at the door: new with every opening
    of check-in, empty while that is closed. Once the final is decided, `cut_after` is the last round before it, else 0;
    `cut_by` is how a tie at the line was broken, and `cut_lots` makes lots repeatable. Finalists are told by
    `Entrant.last_round`.

    `tables` have another number in the hall tonight, or 0 while out of use (`league.evening.tables.hall`).

    `calendar_id` identifies the night in calendars, wherever it is moved. `made_of` is what the seating ahead was made
    of (`league.evening.seating.made_of`). `ledger_mark` is what the ledger's rows were made from, empty while there are
    none. Live places are shown to officials only in the last `hidden_rounds` rounds, until results are published.
    `reveal_from` is when the projector began to show places one by one. `lent` is the number of the lending by which
    another computer alone writes this evening, 0 while it is written here.
    """

    class State(models.TextChoices):
        PLANNED = "planned", "Planned"
        RUNNING = "running", "Under way"
        CLOSED = "closed", "Closed"

    class Projector(models.TextChoices):
        SEATING = "seating", "Who sits where"
        CLOCK = "clock", "The clock"
        RESULTS = "results", "Results"
        REVEAL = "reveal", "Places, from the last up"
        BLANK = "blank", "Nothing"

    class CutBy(models.TextChoices):
        CHAIN = "chain", "By the club’s tie-breaks"
        EXTRA = "extra", "By the extra hand"
        SEATS = "seats", "More seats"
        LOTS = "lots", "By lot"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    archived(club, EVERY)
    series = models.ForeignKey(Series, null=True, blank=True, on_delete=models.SET_NULL, related_name="events")
    archived(series, EVERY)
    name = setting(models.CharField(max_length=80), "name", is_nights=True)
    played_on = setting(models.DateField(), "date", asks=("said",), is_nights=True)
    starts_at = setting(models.DateTimeField(), "start", asks=("said",))
    state = archived(models.CharField(max_length=7, choices=State.choices, default=State.PLANNED), EVERY)
    check_in_open = archived(models.BooleanField(default=False), OWN)
    door_key = archived(models.CharField(max_length=32, blank=True), NONE)
    seed = archived(models.PositiveIntegerField(default=1), EVERY)
    made_of = archived(models.JSONField(null=True, blank=True), NONE)
    tables = archived(models.JSONField(default=dict, blank=True), EVERY)
    seating_version = archived(models.PositiveIntegerField(default=0), EVERY)
    version = archived(models.PositiveIntegerField(default=1), EVERY)
    projector = archived(models.CharField(max_length=7, choices=Projector.choices, default=Projector.SEATING), OWN)
    reveal_from = archived(models.DateTimeField(null=True, blank=True), OWN)
    message = archived(models.CharField(max_length=200, blank=True), OWN)
    message_at = archived(models.DateTimeField(null=True, blank=True), OWN)
    message_until = archived(models.DateTimeField(null=True, blank=True), OWN)
    break_until = archived(models.DateTimeField(null=True, blank=True), OWN)
    closed_at = archived(models.DateTimeField(null=True, blank=True), EVERY)
    cut_after = archived(models.PositiveSmallIntegerField(default=0), EVERY)
    cut_by = archived(models.CharField(max_length=5, choices=CutBy.choices, blank=True), EVERY)
    cut_lots = archived(models.PositiveIntegerField(default=0), EVERY)
    calendar_id = archived(models.CharField(max_length=50, blank=True, default=new_calendar_id), EVERY)
    lent = archived(models.PositiveIntegerField(default=0), NONE)
    ledger_mark = archived(models.CharField(max_length=40, blank=True), EVERY)
    is_example = archived(models.BooleanField(default=False), NONE)
    client_id = archived(models.CharField(max_length=40, blank=True), NONE)
    created_at = archived(models.DateTimeField(auto_now_add=True), EVERY)
    uid = archived(uid_field(), OWN)

    objects = Events.as_manager()

    class Meta:
        ordering = ("-played_on", "-pk")

    def __str__(self) -> str:
        return f"{self.name} {self.played_on}"

    @property
    def hall_tables(self) -> dict[int, int]:
        return {int(number): there for number, there in self.tables.items()}

    def fee_of(self, *, is_guest: bool) -> int:
        return self.guest_fee if is_guest else self.fee

    @property
    def known_as(self) -> str:
        """Its id in people's calendars; older nights go by their number."""
        return self.calendar_id or f"event-{self.pk}"

    @property
    def final_at(self) -> datetime | None:
        """When the results of a closed event become final, and it is locked; else None."""
        return self.closed_at + timedelta(hours=self.club.claim_hours) if self.closed_at else None

    @property
    def is_reopened(self) -> bool:
        """Whether it was closed before and is open to be put right: until it is closed again it counts as it was."""
        return self.state != self.State.CLOSED and bool(self.ledger_mark)

    @property
    def shown_through(self) -> int:
        """The last round after which everybody may see places, until the event is closed. Officials see them all."""
        is_hiding = self.hidden_rounds and self.state != self.State.CLOSED
        return self.rounds_planned - self.hidden_rounds if is_hiding else 2**15

    def is_final(self, now: datetime) -> bool:
        """Whether every clock has run out: nothing can be entered, appealed or claimed from then on."""
        return self.state == self.State.CLOSED and (self.final_at is None or self.final_at <= now)

    @cached_property
    def has_money(self) -> bool:
        """Whether there are fees, pots or prizes, or entries in the box (one query, unless read along)."""
        return bool(Event.objects.with_money().only("pk").get(pk=self.pk).has_money)

    @cached_property
    def is_fetched(self) -> bool:
        """Whether this computer fetched it from home, asked along with an event that an address names."""
        return hasattr(self, "fetched")

    @property
    def is_changed_here(self) -> bool:
        """Whether its club lives here, or it was fetched from where that lives."""
        return self.club.lives_here or self.is_fetched

    def title_of(self, number: int) -> str:
        """The title of a round that is not called by its number."""
        if not 0 < self.cut_after < number:
            return ""
        is_one = self.rounds_planned <= self.cut_after + 1
        return "The final" if is_one else f"Final round {number - self.cut_after}"

    @cached_property
    def newest_line(self) -> tuple[int, datetime] | None:
        """Number and instant of the newest line of its log (one query); no other line ever has both."""
        return self.log.order_by("-pk").values_list("pk", "at").first()
