"""The tables of an archive, in an order in which each refers only to those before it (or to itself).

Every field of a model is in it, but for those left out with a reason; a new model is put here, or into `LEFT_OUT`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q, QuerySet

from league import models as kept
from league.models.facts import Archived, archived_fields
from scoring.models import Device, DeviceCard, Entry, RuleBookVersion, ScoreCard

Model = type[models.Model]

# What is kept apart, by its model, and why.
LEFT_OUT: Final[Mapping[str, str]] = {
    "OneTimeLink": "a secret; the new server makes its own",
    "Letter": "a mail that the server it was made on sends",
    "News": "what the host of the server it was made on tells",
    "TablePass": "a secret of the server it was made on: table cards are printed again",
    "PassAttempt": "wrong PINs of the last minutes",
    "SignInAttempt": "wrong passwords of the last minutes",
    "SignIn": "where somebody is signed in on the server it was made on",
    "MailProof": "a code or link that was mailed today",
    "ProvenMail": "how an account signs in on the server it was made on",
    "SecondStep": "a secret of an account, which stays on its server",
    "SecurityLine": "who signed in on the server it was made on",
    "SeatingSearch": "a seating that is only proposed; it can be made again",
    "CardLink": "a secret; a card that is open on a tablet is shared again",
    "PlayedGame": "games in the browser belong to no club",
    "PlayedDeal": "games in the browser belong to no club",
    "PlayTable": "games in the browser belong to no club",
    "PlaySeat": "games in the browser belong to no club",
    "PlayedHand": "what an account played in the browser stays with the account, on its server",
    "SharedDeal": "games in the browser belong to no club",
    "PlaySet": "games in the browser belong to no club",
    "Simulation": "belongs to no club",
    "Lending": "says where an evening is now; the archive has what is known of it here",
    "KeptSlice": "what a hall sent too late; it is taken in on the server that lent the evening",
    "Fetched": "a secret of the hall’s computer",
    "MeldRarity": "worked out from the rules, on every server by itself",
}


@dataclass(frozen=True)
class Table:
    """One table: its name in the archive, its model, how its rows are found from the club (`of`), and the fields that
    stay behind (`without`), or the `only` ones taken along. Keys that are no numbers have no order of their own.

    A row is the same one wherever these fields of it are the same (`by`)."""

    name: str
    model: Model
    of: str | Callable[[kept.Club], Q]
    without: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    order: str = "pk"
    by: tuple[str, ...] = ("uid",)

    @cached_property
    def fields(self) -> tuple[models.Field[Any, Any], ...]:
        fields = self.model._meta.concrete_fields
        return tuple(
            field
            for field in fields
            if field.primary_key or (field.name in self.only if self.only else field.name not in self.without)
        )

    def is_given(self, name: str) -> bool:
        """Whether a field has a value in an archive from before there was such a field."""
        return self.model._meta.get_field(name).has_default()  # type: ignore[union-attr]

    @property
    def about(self) -> str:
        return " ".join((self.model.__doc__ or self.name).split())

    def rows(self, club: kept.Club) -> QuerySet[Any]:
        of = Q(**{self.of: club.pk}) if isinstance(self.of, str) else self.of(club)
        return self.model._default_manager.filter(of).order_by(self.order)

    def refers_to(self, field: models.Field[Any, Any]) -> Model | None:
        return field.related_model if field.is_relation else None

    @property
    def refers_to_itself(self) -> bool:
        return any(self.refers_to(field) is self.model for field in self.fields)


CARD = "round_table__event_round__event__club"


def _accounts(club: kept.Club) -> Q:
    """Accounts with a role, and those that wrote something that names them."""
    named: Iterable[QuerySet[Any]] = (
        kept.Role.objects.filter(club=club).values("user"),
        kept.HouseRulesVersion.objects.filter(house_rules__club=club, published_by__isnull=False).values(
            "published_by"
        ),
        kept.ConductNote.objects.filter(club=club, writer__isnull=False).values("writer"),
        kept.LogLine.objects.filter(club=club, user__isnull=False).order_by().values("user"),
    )
    return any_of(named)


def _books(club: kept.Club) -> Q:
    return any_of(
        (
            kept.HouseRulesVersion.objects.filter(house_rules__club=club).order_by().values("book_version"),
            ScoreCard.objects.filter(**{CARD: club.pk}).order_by().values("book_version"),
            kept.DealtBoards.objects.filter(event__club=club).values("book_version"),
        )
    )


def _devices(club: kept.Club) -> Q:
    return any_of(
        (
            DeviceCard.objects.filter(**{f"card__{CARD}": club.pk}).values("device"),
            Entry.objects.filter(**{f"card__{CARD}": club.pk}, device__isnull=False).order_by().values("device"),
            kept.TableTablet.objects.filter(event__club=club).order_by().values("device"),
        )
    )


def any_of(named: Iterable[QuerySet[Any]]) -> Q:
    found = Q(pk__in=())
    for ids in named:
        found |= Q(pk__in=ids)
    return found


# What a club is on the server it was made on, and what the host keeps of it.
OF_THE_SERVER: Final = (
    "is_public", "waits_for", "steps_away", "example_of",
    "suspended_at", "suspended_ask", "goes_at", "written_at", "written_times", "row_count", "counted_at",
)  # fmt: skip
ACCOUNT: Final = ("username", "first_name", "last_name", "email", "is_active", "date_joined")
TABLES: Final = (
    Table("club", kept.Club, "pk", without=("slug", "is_example", "is_copy", *OF_THE_SERVER)),
    Table("club_picture", kept.ClubPicture, "club", by=("club",)),
    Table("accounts", User, _accounts, only=ACCOUNT, by=("username",)),
    Table("books", RuleBookVersion, _books, by=("digest",)),
    Table("categories", kept.Category, "club"),
    Table("members", kept.Member, "club", without=("link_nonce",)),
    Table("member_categories", kept.Member.carries.through, "member__club", by=("member", "category")),
    Table("pair_rules", kept.PairRule, "club", by=("first", "second")),
    Table("follows", kept.Follow, "member__club"),
    Table("roles", kept.Role, "club", without=("evening", "evening_until", "by_code", "news")),
    Table("house_rules", kept.HouseRules, "club"),
    Table(
        "house_rules_versions",
        kept.HouseRulesVersion,
        "house_rules__club",
        without=("client_id",),
        by=("house_rules", "number"),
    ),
    Table("series", kept.Series, "club"),
    Table("events", kept.Event, "club", without=archived_fields(kept.Event, Archived.NONE)),
    Table("cancelled_nights", kept.CancelledNight, "club", by=("club", "calendar_id")),
    Table("conduct_notes", kept.ConductNote, "club"),
    Table("pots", kept.Pot, lambda club: Q(event__club=club) | Q(series__club=club)),
    Table("prizes", kept.Prize, lambda club: Q(event__club=club) | Q(series__club=club)),
    Table("entrants", kept.Entrant, "event__club", without=("watch_nonce",)),
    Table("devices", Device, _devices, without=("token_hash",)),
    Table("cards", ScoreCard, CARD, without=("created_from", "start_hash", "is_example"), order="round_table__pk"),
    Table("card_devices", DeviceCard, f"card__{CARD}", by=("card", "device")),
    Table("entries", Entry, f"card__{CARD}", by=("card", "client_id")),
    Table("rounds", kept.EventRound, "event__club"),
    Table("tables", kept.RoundTable, "event_round__event__club"),
    Table("dealt_boards", kept.DealtBoards, "event__club", by=("event",)),
    Table("event_boards", kept.EventBoard, "dealt__event__club", by=("dealt", "number")),
    Table("board_decisions", kept.BoardDecision, "event__club"),
    Table("seats", kept.RoundSeat, "table__event_round__event__club", by=("table", "seat")),
    Table("sit_outs", kept.SitOut, "event_round__event__club", by=("event_round", "entrant")),
    Table("seatings", kept.SeatingVersion, "event__club", by=("event", "number")),
    Table("tablets", kept.TableTablet, "event__club"),
    Table("calls", kept.DirectorCall, "table__event_round__event__club", without=("client_id",)),
    Table("cash_sheets", kept.CashSheet, "event__club", by=("event",)),
    Table("cash_entries", kept.CashEntry, "event__club", by=("event", "number")),
    Table("dues", kept.Dues, "club"),
    Table("dues_parts", kept.DuesPart, "dues__club"),
    Table("dues_payments", kept.DuesPayment, "dues__club"),
    Table("ledger", kept.LedgerRow, "event__club", by=("event", "round_number", "entrant", "is_pair")),
    Table("past_files", kept.PastFile, "club", by=("club", "digest")),
    Table("past_rows", kept.PastRow, "file__club", by=("file", "line", "at")),
    Table("seasons", kept.Season, "club", without=("client_id", "is_example")),
    Table("season_rules", kept.SeasonRulesVersion, "season__club", by=("season", "number")),
    Table("adjustments", kept.Adjustment, "season__club"),
    Table("publications", kept.Publication, "season__club", by=("season", "number")),
    Table(
        "published_places", kept.PublishedPlace, "publication__season__club", by=("publication", "division", "order")
    ),
    Table("notices", kept.Notice, "event__club", by=("event",)),
    Table("coming", kept.Coming, "event__club", by=("event", "member")),
    Table("standing_tables", kept.StandingTable, "club"),
    Table("standing_answers", kept.StandingAnswer, "table__club"),
    Table("merges", kept.Merge, "club"),
    Table("log", kept.LogLine, "club", without=("client_id", "content", "answer")),
)
