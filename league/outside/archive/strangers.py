"""The archive for strangers: what everybody may read on a club's pages, and no more.

A table or field that is not named stays behind. What people wrote about each other goes, and so do the reasons for lost
points; the points stay, since they add up to the results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import models
from django.db.models import Q

from league.models import (
    Adjustment,
    Club,
    Entrant,
    Event,
    HouseRulesVersion,
    Member,
    Publication,
    PublishedPlace,
    SeasonRulesVersion,
    Series,
)
from league.models.facts import Archived, archived_fields
from league.models.members import initials_of
from league.season.notices.blocks import as_everybody_reads, kept_in
from league.season.notices.reading import read_night
from scoring.models import ScoreCard
from scoring.rules.tournament import BY_RULING
from scoring.score_card.entries import PenaltyGiven
from scoring.score_card.people import penalty_words

from .tables import Table, any_of

Row = Mapping[str, Any]
LEFT_OUT: Final = "Left out."
# By kind of entry, what its payload holds instead. What is not named here holds figures and seats alone.
TOLD_OTHERWISE: Final[Mapping[str, Mapping[str, Any]]] = {
    "remark": {"text": LEFT_OUT},
    "sign": {"by": ""},
    "hold": {"about": LEFT_OUT, "by": ""},
    "ruling": {
        "kind": "amount", "facts": {}, "called_by": "", "basis": "book", "rule": "", "decision": LEFT_OUT, "note": "",
    },
    "appeal": {"by": "", "why": LEFT_OUT},
    "decision": {"note": "", "facts": {}, "decision": LEFT_OUT},
    "agreement": {"note": "", "by": []},
}  # fmt: skip
FIGURES: Final = frozenset({"bid", "meld", "take", "correct", "redeal", "undo", "late", "release", "reopen", "checked"})


@dataclass(frozen=True)
class Shown:
    """What is shown of one table: these `fields` as they are (None: all that an archive has but those it is `without`),
    others in other words (`instead`, from the row), of rows that may be seen."""

    fields: tuple[str, ...] | None
    only: Callable[[Club], Q] = lambda club: Q()
    instead: Mapping[str, Callable[[Row], Any]] = field(default_factory=dict)
    without: tuple[str, ...] = ()

    def fields_of(self, table: Table) -> tuple[models.Field[Any, Any], ...]:
        if self.fields is None:
            return tuple(one for one in table.fields if one.name not in self.without)
        return tuple(
            one for one in table.fields if one.primary_key or one.name in self.fields or one.name in self.instead
        )

    def values_of(self, row: Row) -> tuple[Any, ...]:
        return tuple(self.instead[name](row) if name in self.instead else value for name, value in row.items())


EVERYTHING_SHOWN: Final = Shown(None)


# -- rows ----------------------------------------------------------------------------------


def _closed(path: str) -> Callable[[Club], Q]:
    """Lists, seats and cards are everybody's once their evening is over."""
    return lambda club: Q(**{f"{path}state": Event.State.CLOSED})


def _shown(path: str) -> Callable[[Club], Q]:
    return lambda club: ~Q(**{f"{path}state": Publication.State.HIDDEN})


def _shown_seasons(path: str) -> Callable[[Club], Q]:
    published = Publication.objects.exclude(state=Publication.State.HIDDEN).values("season")
    return lambda club: Q(**{f"{path}pk__in": published.filter(season__club=club)})


def _who_is_read_of(club: Club) -> Q:
    """Members who played, or stand in standings."""
    played = Entrant.objects.filter(event__club=club, event__state=Event.State.CLOSED, member__isnull=False).order_by()
    places = PublishedPlace.objects.filter(_shown("publication__")(club), publication__season__club=club).order_by()
    partners = places.filter(partner__isnull=False)
    adjusted = Adjustment.objects.filter(_shown_seasons("season__")(club)).order_by()
    ids = (
        played.values("member"), places.values("member"), partners.values("partner"), adjusted.values("member"),
        adjusted.filter(partner__isnull=False).values("partner"),
    )  # fmt: skip
    return any_of(ids) & Q(merged_into=None)


def _in_divisions(club: Club) -> Q:
    """Categories with standings of their own, which show their people."""
    places = PublishedPlace.objects.filter(_shown("publication__")(club), publication__season__club=club)
    return Q(
        category__name__in=places.order_by().exclude(division="").values("division"), member__merged_into=None
    ) & Q(member__in=Member.objects.filter(_who_is_read_of(club), club=club))


# -- in other words -------------------------------------------------------------------------


def _name(row: Row) -> str:
    return initials_of(row["name"]) if row["initials_only"] else str(row["name"])


def published_book(row: Row) -> str:
    """The newest version in place of the draft, which is the directors' own."""
    newest = HouseRulesVersion.objects.select_related("book_version").filter(house_rules=row["id"]).first()
    assert newest is not None, "only rules that were published are here"
    return newest.book_version.data


def _published_rules(row: Row) -> str:
    newest = SeasonRulesVersion.objects.filter(season=row["id"]).first()
    assert newest is not None, "only seasons with standings are here"
    return newest.rules


def _notice_blocks(row: Row) -> list[dict[str, Any]]:
    """Typed blocks as everybody reads them; of those taken out only that they were."""
    if not row["blocks"]:
        return []
    event = Event.objects.select_related("club").get(notice=row["id"])
    return as_everybody_reads(kept_in(row["blocks"]), read_night(event))


def _payload(row: Row) -> Any:
    """An entry without typed words, and without the reason of a penalty."""
    kind, payload = row["kind"], row["payload"]
    if kind in FIGURES:
        return payload
    if kind in ("penalty", "pardon"):
        return _penalty(row["card"], payload)
    instead = TOLD_OTHERWISE.get(kind)
    if instead is None:
        return {}
    rest = {name: value for name, value in payload.items() if name not in ("line", "chairs")}
    return rest | {name: value for name, value in instead.items() if name in payload or name == "text"}


def _penalty(card_id: Any, payload: Row) -> Row:
    book = ScoreCard.objects.select_related("book_version").get(pk=card_id).book_version.book
    is_known = payload["code"] in {BY_RULING, *(one.code for one in book.penalties)}
    points = penalty_words(book, PenaltyGiven.parse(payload))[1] if is_known else 0
    figures = {name: payload[name] for name in ("seat", "hand", "replacement", "pardons") if name in payload}
    return {**figures, "code": BY_RULING, "points": points, "count": 1, "note": ""}


# -- tables ----------------------------------------------------------------------------------

SHOWN: Final[Mapping[str, Shown]] = {
    "club": Shown(
        (
            "name", "about", "hall", "street", "map_link", "beginners", "cost", "first_time", "how_we_play",
            "paper", "date_style", "currency", "appeal_minutes", "claim_hours", "has_grades",
            "has_race", "created_at",
        )
    ),
    "books": Shown(("key", "number", "digest", "data", "published_at")),
    "categories": Shown(("club", "name")),
    "members": Shown(
        (
            "club", "number", "name_apart", "short_name_apart", "is_active", "is_guest", "initials_only",
            "is_anonymous", "created_at",
        ),
        only=_who_is_read_of,
        instead={"name": _name, "short_name": lambda row: "" if row["initials_only"] else row["short_name"]},
    ),
    "member_categories": Shown(("member", "category"), only=_in_divisions),
    "house_rules": Shown(
        ("club", "key", "based_on", "version", "is_retired", "changed_at"),
        only=lambda club: Q(version__gt=0),
        instead={"draft": published_book},
    ),
    "house_rules_versions": Shown(("house_rules", "number", "book_version", "note", "published_on")),
    "series": Shown(archived_fields(Series, Archived.EVERY)),
    "events": Shown(
        archived_fields(Event, Archived.EVERY),
        only=_closed(""),
    ),
    "entrants": Shown(
        (
            "event", "member", "number", "name", "short_name", "state", "first_round", "last_round", "is_house_player",
            "is_guest", "partner", "team",
        ),
        only=_closed("event__"),
    ),
    "cards": Shown(
        (
            "book_version", "side_names", "player_names", "first_dealer", "played_on", "table_name", "round_name",
            "hands_agreed", "length", "boards", "host", "date_style", "previous", "version", "is_empty", "created_at",
            "changed_at",
        ),
        only=_closed("round_table__event_round__event__"),
    ),
    "entries": Shown(
        ("card", "number", "kind", "hand", "client_id", "by_director", "created_at"),
        only=_closed("card__round_table__event_round__event__"),
        instead={"payload": _payload},
    ),
    "rounds": Shown(
        (
            "event", "number", "state", "minutes", "started_at", "closed_at", "moved_by", "title", "is_extra_hand",
            "counts",
        ),
        only=_closed("event__"),
    ),
    "tables": Shown(
        ("event_round", "number", "card", "is_paper", "is_typed", "totals", "counts", "board_set"),
        only=_closed("event_round__event__"),
    ),
    "dealt_boards": Shown(("event", "book_version", "seed", "digest", "made_at"), only=_closed("event__")),
    "event_boards": Shown(
        ("dealt", "number", "hands", "kitty", "recorded_at", "field", "field_by", "expert"),
        only=_closed("dealt__event__"),
    ),
    "board_decisions": Shown(
        ("event", "number", "table", "kind", "shares", "at", "is_taken_back"), only=_closed("event__")
    ),
    "seats": Shown(
        ("table", "seat", "entrant", "substitute", "helper"), only=_closed("table__event_round__event__")
    ),
    "sit_outs": Shown(("event_round", "entrant"), only=_closed("event_round__event__")),
    "seatings": Shown(("event", "number", "data", "published_at"), only=_closed("event__")),
    "ledger": Shown(
        (
            "event", "round_number", "entrant", "partner", "is_pair", "kind", "points", "won", "table", "side",
            "by_other_rules", "place", "facts", "share", "boards",
        ),
        only=_closed("event__"),
    ),
    "past_files": Shown(
        ("club", "kind", "at"), only=_shown_seasons("season__"), instead={"digest": lambda row: str(row["id"])}
    ),
    "past_rows": Shown(
        (
            "file", "line", "at", "member", "partner", "remark", "day", "round_number", "place", "points", "has_half",
            "nights", "won",
        ),
        only=_shown_seasons("file__season__"),
    ),
    "seasons": Shown(
        ("club", "name", "opens_on", "closes_on", "state", "lots", "closed_at", "past_file", "created_at"),
        only=_shown_seasons(""),
        instead={"draft": _published_rules},
    ),
    "season_rules": Shown(("season", "number", "rules", "note", "published_at"), only=_shown_seasons("season__")),
    "adjustments": Shown(
        ("season", "member", "partner", "points", "reason", "at", "is_taken_back"), only=_shown_seasons("season__")
    ),
    "publications": Shown(("season", "number", "state", "rules", "because", "moved_since", "at"), only=_shown("")),
    "published_places": Shown(
        ("publication", "division", "order", "place", "member", "partner", "points", "nights", "shown", "says"),
        only=_shown("publication__"),
    ),
    "notices": Shown(
        ("event", "is_published", "published_at"),
        only=lambda club: Q(is_published=True, event__state=Event.State.CLOSED),
        instead={"blocks": _notice_blocks},
    ),
}  # fmt: skip
