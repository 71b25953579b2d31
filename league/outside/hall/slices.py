"""The slice of a club that goes to the hall, and the evening that comes back: which rows, and what of each.

Both are archives with a narrower root (`league.outside.archive`). A table or field that is not named here stays behind:
no mail, no phone, no notes, no account.
"""

from __future__ import annotations

import hashlib
import hmac
import zipfile
from collections.abc import Mapping
from datetime import timedelta
from typing import IO, Final

from django.db.models import F, Max, Q
from django.utils import timezone

from league.models import Event, HouseRulesVersion
from league.outside.archive.format import MANIFEST, LendingEntry, Manifest, TableEntry
from league.outside.archive.strangers import Shown, published_book
from league.outside.archive.tables import any_of
from league.outside.archive.writing import LEVEL, manifest_of, one_moment, write_tables
from scoring.models import RuleBookVersion

# Partners met and fees due are asked for of so many nights before.
YEAR: Final = timedelta(days=365)
ALL: Final = Shown(None)
UID: Final = ("uid",)
# What an evening needs of a member.
OF_A_MEMBER: Final = (
    *UID, "club", "number", "name", "short_name", "name_apart", "short_name_apart", "is_active", "is_guest",
    "cannot_move", "partner_deals", "initials_only", "is_another", "is_anonymous", "created_at",
)  # fmt: skip
# The tables of an evening, and the way to it from each. The hall writes these and no other.
EVENING: Final[Mapping[str, str]] = {
    "events": "",
    "pots": "event__",
    "prizes": "event__",
    "entrants": "event__",
    "cards": "round_table__event_round__event__",
    "entries": "card__round_table__event_round__event__",
    "rounds": "event__",
    "tables": "event_round__event__",
    "dealt_boards": "event__",
    "event_boards": "dealt__event__",
    "board_decisions": "event__",
    "seats": "table__event_round__event__",
    "sit_outs": "event_round__event__",
    "seatings": "event__",
    "cash_sheets": "event__",
    "cash_entries": "event__",
    "log": "event__",
}
# Of earlier nights: who sat with whom, who owes what, and what is left in pots.
EARLIER: Final = ("entrants", "rounds", "tables", "seats", "sit_outs", "cash_sheets", "cash_entries")
# Where what is kept of an evening is worked out again, or stays on its own computer.
WITHOUT: Final[Mapping[str, tuple[str, ...]]] = {
    "club": ("moved_to", "moves", "contact"),
    "events": ("ledger_mark", "check_in_open", "projector", "reveal_from"),
    "entries": ("device",),
}


def lent_tables(event: Event) -> dict[str, Shown]:
    """What goes to the hall."""
    earlier = _earlier(event)
    versions = [*_versions(event), *_rules_of(earlier)]
    of_club = {
        "club": _rows(Q(), without=WITHOUT["club"]),
        "books": _rows(_books(event, versions)),
        "categories": ALL,
        "members": _rows(Q(merged_into=None), OF_A_MEMBER),
        "member_categories": _rows(Q(member__merged_into=None)),
        "pair_rules": ALL,
        "house_rules": Shown(None, lambda club: _house_rules(versions), {"draft": published_book}),
        "house_rules_versions": _rows(Q(pk__in=versions)),
        "series": _rows(Q(pk=event.series_id)),
    }
    of_event = {
        name: _rows(Q(**{f"{way}pk" if way else "pk": event.pk}), without=WITHOUT.get(name, ()))
        for name, way in EVENING.items()
    }
    for name in ("events", *EARLIER):
        way = EVENING[name]
        both = Q(**{f"{way}pk" if way else "pk": event.pk}) | Q(**{f"{way}pk__in" if way else "pk__in": earlier})
        of_event[name] = _rows(both, without=WITHOUT.get(name, ()))
    of_event["pots"] = _rows(Q(event=event.pk) | Q(series=event.series_id, series__isnull=False))
    prizes = Q(event=event.pk) | Q(event__in=earlier) | Q(series=event.series_id, series__isnull=False)
    of_event["prizes"] = _rows(prizes)
    return of_club | of_event


def back_tables(event: Event) -> dict[str, Shown]:
    """What comes back: the evening, whole, and by their ids alone what it refers to."""
    people = Q(entries__event=event.pk)
    versions = _versions(event)
    referred = {
        "club": _rows(Q(), UID),
        "books": _rows(_books(event, versions)),
        "categories": _rows(Q(), UID),
        "members": _rows(people, OF_A_MEMBER),
        "house_rules": Shown(None, lambda club: _house_rules(versions), {"draft": published_book}),
        "house_rules_versions": _rows(Q(pk__in=versions), ("house_rules", "number", "book_version")),
        "series": _rows(Q(pk=event.series_id), UID),
    }
    return referred | {
        name: _rows(Q(**{f"{way}pk" if way else "pk": event.pk}), without=WITHOUT.get(name, ()))
        for name, way in EVENING.items()
    }


def late_fees(event: Event) -> dict[str, str]:
    """Fees of earlier evenings that its box took, which come back without those: the number of each entry, and the uid
    of whose fee it is."""
    taken = event.cash_entries.filter(entrant__isnull=False).exclude(entrant__event=event)
    return {str(number): str(uid) for number, uid in taken.values_list("number", "entrant__uid")}


def _rows(only: Q, fields: tuple[str, ...] | None = None, without: tuple[str, ...] = ()) -> Shown:
    return Shown(fields, lambda club: only, without=without)


def _earlier(event: Event) -> list[int]:
    since = event.played_on - YEAR
    nights = Event.objects.filter(club=event.club_id, state=Event.State.CLOSED, played_on__gte=since)
    return list(nights.filter(starts_at__lt=event.starts_at).values_list("pk", flat=True))


def _rules_of(nights: list[int]) -> list[int]:
    rules = Event.objects.filter(pk__in=nights).order_by().values_list("rules", "three_handed_rules").distinct()
    return [one for both in rules for one in both if one is not None]


def _versions(event: Event) -> list[int]:
    """The rules of the evening, of its series, and the newest of each house rules."""
    own = [event.rules_id, event.three_handed_rules_id]
    if event.series is not None:
        own += [event.series.rules_id, event.series.three_handed_rules_id]
    newest = HouseRulesVersion.objects.filter(house_rules__club=event.club_id).order_by()
    newest = newest.annotate(last=Max("house_rules__versions__number")).filter(number=F("last"))
    return [*filter(None, own), *newest.values_list("pk", flat=True)]


def _house_rules(versions: list[int]) -> Q:
    return Q(pk__in=HouseRulesVersion.objects.filter(pk__in=versions).order_by().values("house_rules"))


def _books(event: Event, versions: list[int]) -> Q:
    return any_of(
        (
            HouseRulesVersion.objects.filter(pk__in=versions).order_by().values("book_version"),
            RuleBookVersion.objects.filter(scorecard__round_table__event_round__event=event.pk).order_by().values("pk"),
        )
    )


# -- files -------------------------------------------------------------------------------


def write_slice(event: Event, out: IO[bytes], tables: dict[str, Shown], entry: LendingEntry, key: str) -> Manifest:
    """Write a slice with the proof that its writer has the lending's key; its manifest."""
    with one_moment(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        written = write_tables(archive, event.club, tables, is_whole=True)
        # What fields hold is said where archives are kept; a slice is read by this program, and goes over poor lines.
        counted = {name: TableEntry(rows=table.rows, sha256=table.sha256) for name, table in written.items()}
        manifest = manifest_of(event.club, timezone.now(), counted, lending=entry)
        manifest.lending = entry.model_copy(update={"proof": proof_of(manifest, key)})
        archive.writestr(MANIFEST, manifest.model_dump_json(exclude_none=True, exclude_defaults=True))
    return manifest


def proof_of(manifest: Manifest, key: str) -> str:
    """What only the two computers of a lending can work out of a slice."""
    entry = manifest.lending
    assert entry is not None, "asked of slices alone"
    said = entry.model_dump_json(exclude={"proof"} if entry.fees else {"proof", "fees"})  # as before 1.12.1
    sums = [f"{name} {table.rows} {table.sha256}" for name, table in sorted(manifest.tables.items())]
    return hmac.new(key.encode(), "\n".join((said, *sums)).encode(), hashlib.sha256).hexdigest()
