"""Clubs, and the roles of accounts in them."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, URLValidator
from django.db import models
from django.utils import timezone

from pinochle_club.ground.date_styles import DateStyle
from scoring.models.uids import uid_field

MOST_OF_A_PICTURE = 400_000  # bytes; in an archive's row it has a third more


class Club(models.Model):
    """One club of this server. `slug` stands in its addresses; `is_example` marks one of the demo. `league.words`
    writes days, times and fees as `date_style` and `currency` say.

    A ruling can be appealed for `appeal_minutes` after it was posted, to those in `appeal_chain`, one to a line, first
    to last; empty: as the evening's rule book says. Results become final `claim_hours` after the close: until then
    wrong records are put right. Conduct notes are deleted after `conduct_months`. Search engines are asked to stay away
    unless the club `is_findable`; it may show grades (`has_grades`) and the race for a title (`has_race`), let members
    start simulations (`members_try_rules`), and ask officials for more than a password (`asks_second_step`).

    Visitors read `hall`, `street`, `contact` and the like, as far as they are filled in; `first_time` and `how_we_play`
    are the club's own words in place of ours. `calendar_host` ends the ids of its calendar, so that they stay when the
    server has another name; empty, one that is the same everywhere.

    A club that `moved_to` another address, or came here with an evening (`is_copy`), is read here and changed where it
    lives; of it only evenings that were fetched are played here. `moves` counts its moves, so that an archive tells
    where the club went last.

    One that somebody started by themselves is nobody else's to see until it `is_public`, and `waits_for` the host or
    for its first evening to be closed; for nothing, once it `was_turned_down`. `steps_away`: its admins put the first
    steps away. An example is `example_of` the club for which it was made to try things, and goes with it.

    One who runs the server may let the club rest (`suspended_at`; visitors read whom to `suspended_ask`). A club that
    `goes_at` a moment is deleted then. One in which nothing happened for a year was written to `written_times`, last
    at `written_at`. `row_count` is how many rows it had at `counted_at`.
    """

    class WaitsFor(models.TextChoices):
        NOTHING = "", "Nothing"
        EVENING = "evening", "Its first evening"
        HOST = "host", "The host"

    class Paper(models.TextChoices):
        LETTER = "letter", "Letter"
        A4 = "a4", "A4"

    class Currency(models.TextChoices):
        USD = "USD", "US dollars, $"
        CAD = "CAD", "Canadian dollars, $"
        AUD = "AUD", "Australian dollars, $"
        EUR = "EUR", "Euros, €"
        GBP = "GBP", "Pounds, £"

    class Beginners(models.TextChoices):
        UNSAID = "", "Say nothing about it"
        WELCOME = "welcome", "Beginners are welcome"
        KNOW = "know", "Know the game before you come"

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=40, unique=True)
    about = models.CharField(max_length=500, blank=True)
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.LETTER)
    date_style = models.CharField(max_length=9, choices=DateStyle.choices, default=DateStyle.US)
    currency = models.CharField(max_length=3, choices=Currency.choices, default=Currency.USD)
    appeal_minutes = models.PositiveSmallIntegerField(default=30)
    appeal_chain = models.CharField(max_length=300, blank=True)
    claim_hours = models.PositiveSmallIntegerField(default=48)
    conduct_months = models.PositiveSmallIntegerField(default=24)
    hall = models.CharField(max_length=80, blank=True, default="", db_default="")
    street = models.CharField(max_length=200, blank=True, default="", db_default="")
    map_link = models.URLField(
        max_length=300, blank=True, default="", db_default="", validators=[URLValidator(schemes=("https", "http"))]
    )
    contact = models.CharField(max_length=200, blank=True, default="", db_default="")
    beginners = models.CharField(
        max_length=7, choices=Beginners.choices, blank=True, default=Beginners.UNSAID, db_default=Beginners.UNSAID
    )
    cost = models.CharField(max_length=120, blank=True, default="", db_default="")
    first_time = models.CharField(max_length=300, blank=True, default="", db_default="")
    how_we_play = models.CharField(max_length=300, blank=True, default="", db_default="")
    calendar_host = models.CharField(max_length=253, blank=True, default="", db_default="")
    is_findable = models.BooleanField(default=False)
    has_grades = models.BooleanField(default=False)
    has_race = models.BooleanField(default=True)
    members_try_rules = models.BooleanField(default=True)
    asks_second_step = models.BooleanField(default=False)
    is_example = models.BooleanField(default=False)
    moved_to = models.CharField(max_length=200, blank=True)
    moves = models.PositiveIntegerField(default=0, validators=[MaxValueValidator(1_000_000)])
    is_copy = models.BooleanField(default=False)
    is_public = models.BooleanField(default=True, db_default=True)
    waits_for = models.CharField(max_length=7, choices=WaitsFor.choices, blank=True, default="", db_default="")
    steps_away = models.BooleanField(default=False, db_default=False)
    example_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="examples")
    suspended_at = models.DateTimeField(null=True, blank=True)
    suspended_ask = models.CharField(max_length=120, blank=True, default="", db_default="")
    goes_at = models.DateTimeField(null=True, blank=True, db_index=True)
    written_at = models.DateTimeField(null=True, blank=True)
    written_times = models.PositiveSmallIntegerField(default=0, db_default=0)
    row_count = models.PositiveIntegerField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    uid = uid_field()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @property
    def lives_here(self) -> bool:
        return not (self.moved_to or self.is_copy)

    @property
    def was_turned_down(self) -> bool:
        return not (self.is_public or self.waits_for or self.is_example)

    @property
    def may_be_found(self) -> bool:
        """Whether search engines may list it."""
        return self.is_findable and self.is_public and self.lives_here and self.suspended_at is None


class ClubPicture(models.Model):
    """The photo or picture on a club's page: a JPEG that we made of what was sent, with nothing of it but what is seen.
    Apart from the club, which every request reads."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="picture")
    content = models.BinaryField(max_length=MOST_OF_A_PICTURE)
    words = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Picture of {self.club}"


class Role(models.Model):
    """An account's role in one club, and its `member` there. `league.acting.permissions` alone says what each kind may
    do. A helper for one `evening` directs that event until its results are final, at the latest until `evening_until`;
    a `HELPER` is nothing else in the club. `by_code`: the account was made by fetching an evening and opens by the code
    of the newest lending. `news` is the host's, until it is put away."""

    class Kind(models.TextChoices):
        ADMIN = "admin", "Admin"
        DIRECTOR = "director", "Director"
        REFEREE = "referee", "Referee"
        MEMBER = "member", "Member"
        HELPER = "helper", "Second director"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_roles")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    member = models.ForeignKey("league.Member", null=True, blank=True, on_delete=models.SET_NULL, related_name="roles")
    evening = models.ForeignKey("league.Event", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    evening_until = models.DateTimeField(null=True, blank=True)
    by_code = models.BooleanField(default=False)
    news = models.ForeignKey("league.News", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    uid = uid_field()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="one_role_per_account"),
            models.UniqueConstraint(fields=("member",), name="one_account_per_member"),
        )

    def __str__(self) -> str:
        return f"{self.user} is {self.kind} of {self.club}"

    def kind_in(self, event_id: int | None) -> Kind | None:
        """The account's role at that event, or with None in the club; None for none."""
        kind = self.Kind(self.kind)
        helps = event_id is not None and event_id == self.evening_id and self.is_on
        if kind == self.Kind.HELPER:
            return kind if helps else None
        return self.Kind.DIRECTOR if helps and kind != self.Kind.ADMIN else kind

    @property
    def is_on(self) -> bool:
        now = timezone.now()
        until = self.evening_until
        return until is not None and now < until and self.evening is not None and not self.evening.is_final(now)
