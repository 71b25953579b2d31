"""Listings of play mode (django-tables2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from django.db.models import Max
from django.http import HttpRequest
from django.urls import reverse
from django_tables2 import A

from pinochle_club.ground.listings import Column, Day, DrawnFigure, Figure, Listing, Name
from scoring.models import Device, DeviceCard, PlayedHand
from scoring.rules.notation import SEAT_NAMES, signed
from scoring.score_card.listings import CardListing

from .membership import Names
from .own_hands import to_look_over
from .pages.daily import FORMER, THE_EXPERT
from .pages.record import cost_of
from .pages.sets import beside_words, percent
from .players import UNNAMED
from .sets import Beside

Row = Mapping[str, Any]
# So many hands of a page are looked over without a tap.
LOOKED_OVER_AT_ONCE: Final = 5


class Signed(Column):
    """Points with their sign; plain in files."""

    def render(self, value: int | Fraction) -> str:
        return signed(round(value))

    def value(self, value: int | Fraction) -> int:
        return round(value)


class SignedFigure(Signed, Figure):
    """Signed points among figures."""


class PlayedGameListing(CardListing):
    file_name = "games"

    heading = "my-games"

    players = Column("Who plays", linkify=("play:table", {"game_id": A("card__played_game__pk")}))
    begun = Day("Begun", accessor="card__played_on", format="D, M j", orderable=True)

    @classmethod
    def of_device(cls, request: HttpRequest, device: Device) -> PlayedGameListing:
        """A device's unfinished games (three queries); tries of single hands are reached from reviews."""
        rows = (
            DeviceCard.objects.filter(device=device, is_cut_off=False, card__played_game__is_over=False)
            .filter(card__played_game__first=None)
            .select_related("card__book_version", "card__played_game")
            .prefetch_related("card__entries")
            .annotate(played_at=Max("card__played_game__deals__changed_at"))
            .order_by("-played_at", "-pk")
        )
        return cls.paged(request, rows)


class AttemptListing(Listing):
    """Attempts at a shared deal, the best first: margins above the others and beside par. The program isn't ranked
    (`is_program`)."""

    heading = "results"
    file_name = "attempts"

    place = Column("Place")
    name = Column("Who played", orderable=True)
    seat = Column("Seat")
    own = Signed("Score", orderable=True, initial_sort_descending=True)
    margin = Signed("Against the others", orderable=True, initial_sort_descending=True)
    beside = Signed("Beside par", orderable=True, initial_sort_descending=True)

    @classmethod
    def of(cls, request: HttpRequest, attempts: Sequence[Row]) -> AttemptListing:
        listing = cls.paged(request, attempts)
        listing.margins = [attempt["margin"] for attempt in attempts if "is_program" not in attempt]
        return listing

    @classmethod
    def of_day(
        cls, request: HttpRequest, hands: Sequence[PlayedHand], names: Names, own: PlayedHand | None, par: int | None
    ) -> AttemptListing:
        """Results of a deal of the day, and the Expert's `par` below equal ones, without a place."""
        attempts: list[Row] = [
            {
                "name": names.get(hand.player_id or 0, FORMER if hand.is_ranked else ""),
                "own": hand.own,
                "margin": hand.margin,
                "beside": hand.beside_par,
                "is_yours": hand == own,
            }
            for hand in hands
        ]
        if par is not None:
            program = {"name": THE_EXPERT, "own": None, "margin": par, "beside": 0, "is_program": True}
            attempts = sorted([*attempts, program], key=lambda attempt: -attempt["margin"])
        listing = cls.of(request, attempts)
        listing.exclude = ("seat",)
        return listing

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.margins: list[int] = []

    def render_place(self, record: Row) -> str:
        """Equal results share a place."""
        return str(self.value_place(record) or "—")

    def render_name(self, record: Row) -> str:
        if record["name"] in ("", UNNAMED):
            return "You" if record.get("is_yours") else "A player"
        return f"{record['name']} (you)" if record.get("is_yours") else str(record["name"])

    def render_seat(self, record: Row) -> str:
        return SEAT_NAMES[record["seat"]]

    def value_place(self, record: Row) -> int | None:
        return None if "is_program" in record else self.margins.index(record["margin"]) + 1


class BoardListing(Listing):
    """One player's boards of a set beside the field, in playing order."""

    heading = "boards"
    file_name = "boards"

    number = Figure(
        "Board",
        accessor="played__number",
        orderable=True,
        linkify=lambda record, table: table.reviews.get(record.played.deal),
    )
    margin = SignedFigure("Against the others", accessor="played__margin", orderable=True, initial_sort_descending=True)
    words = Column("Beside the field", empty_values=())
    share = Figure("Percentage", default="–")

    reviews: Mapping[int, str] = {}

    @classmethod
    def of(
        cls, request: HttpRequest, rows: Sequence[Beside], reviews: Mapping[int, str], *, is_alone: bool
    ) -> BoardListing:
        """The listing of these boards, with `reviews` by deal; it has files where it `is_alone` on its page."""
        listing = cls.paged(request, rows)
        listing.reviews, listing.files = reviews, cls.files if is_alone else ()
        return listing

    def render_words(self, record: Beside) -> str:
        return beside_words(record)

    def render_share(self, value: Fraction) -> str:
        return percent(value)


class StandingListing(Listing):
    heading = "standings"
    file_name = "standings"

    place = Figure("Place", orderable=True)
    name = Name("Who played", orderable=True)
    share = Figure("Percentage")


class HandListing(Listing):
    """A player's own hands under a book, newest first."""

    heading = "hands"
    file_name = "hands"

    played_on = Day(
        "Played",
        format="D, M j",
        orderable=True,
        linkify=lambda record, table: table.reviews.get(record.deal_id),
    )
    own = SignedFigure("Score", orderable=True)
    beside = SignedFigure("Beside par", accessor="beside_par", orderable=True)
    bid = Figure("Your bid")
    cost = DrawnFigure(
        "Cost",
        template_name="scoring/play/records/_cost.html",
        extra_context=lambda record, table: {
            "hand": record,
            "cost": cost_of(record),
            "asks": record.pk in table.asked_at_once,
        },
    )

    reviews: Mapping[int, str] = {}

    @classmethod
    def on_device(
        cls, request: HttpRequest, hands: list[PlayedHand], device: Device | None, others: Iterable[PlayedHand] = ()
    ) -> HandListing:
        listing = cls.paged(request, hands)
        shown = [row.record for row in listing.paginated_rows]
        here = to_look_over([hand.deal_id for hand in (*shown, *others)], device)
        listing.reviews = {deal: reverse("play:review", args=place) for deal, place in here.items()}
        return listing

    @property
    def asked_at_once(self) -> set[int]:
        """The page's hands that are looked over without a tap."""
        rows = [row.record for row in self.paginated_rows]
        return {hand.pk for hand in [each for each in rows if each.cost is None and each.deal_id][:LOOKED_OVER_AT_ONCE]}

    def render_bid(self, record: PlayedHand) -> str:
        if record.bid is None:
            return "–"
        return f"{record.bid}, {'made' if record.is_made else 'set'}"

    def value_cost(self, record: PlayedHand) -> int | None:
        return None if record.cost is None else round(record.cost)
