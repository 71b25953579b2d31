from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Sum
from django.http import Http404

from league.acting.permissions import Acting, Action
from league.evening.cards.judged import Judged, read_judged, read_tables_alone, tables_judged, tables_of
from league.evening.cards.reading import TableReading
from league.evening.cards.seats import seat_of
from league.evening.seating.seatings import SeatedRound
from league.models import (
    Club,
    Entrant,
    Event,
    EventRound,
    Member,
    Publication,
    PublishedPlace,
    RoundSeat,
    RoundTable,
    SitOut,
)
from league.models.rounds import STARTED
from league.office.members.links import night_of, opens, watch_of
from league.office.members.reading import get_member
from pinochle_club.ground.http import or_404
from scoring.models import ScoreCard

LATEST_FIRST = ("-event_round__event__played_on", "-event_round__event_id", "event_round__number", "number")
BY_EVENING = ("event_round__event__played_on", "event_round__event_id", "event_round__number", "number")


def evenings_of(member_id: int) -> QuerySet[Entrant]:
    """A member's entries in events where something was played, latest first, each with its event."""
    started = EventRound.objects.filter(event=OuterRef("event"), state__in=STARTED)
    entrants = Entrant.objects.filter(Exists(started), member=member_id).select_related("event__club")
    return entrants.order_by("-event__played_on", "-event_id")


def entries_tonight(member_id: int, today: date) -> list[Entrant]:
    """A member's entries in the events of today and those under way (one query)."""
    is_on = Q(event__state=Event.State.RUNNING) | Q(event__played_on=today) & ~Q(event__state=Event.State.CLOSED)
    entrants = Entrant.objects.filter(is_on, member=member_id).select_related("event__club", "member")
    return list(entrants.order_by("event__starts_at", "event_id"))


def get_known_member(club: Club, member_id: int, acting: Acting) -> Member:
    """A member, for strangers only one with a name in results or standings (four queries at most)."""
    member = get_member(club, member_id)
    if not acting.may(Action.READ_MEMBERS) and not evenings_of(member.pk).exists():
        lines = PublishedPlace.objects.filter(Q(member=member) | Q(partner=member))
        if not lines.exclude(publication__state=Publication.State.HIDDEN).exists():
            raise Http404("Nobody of that number is in the results.")
    return member


def get_entry(club: Club, member_id: int | None, event_id: int) -> Entrant:
    """A member's entry in an event of the club (one query), or 404."""
    entrants = Entrant.objects.filter(event__club=club, event=event_id if event_id < 2**63 else None)
    return or_404(
        entrants.select_related("event__club").filter(member=member_id).first() if member_id else None,
        "You aren’t in this event.",
    )


def get_linked_entry(club: Club, event_id: int, entrant_number: int, token: str) -> Entrant:
    """The entry behind the link on a member's slip (one query), or 404."""
    return _linked(club, event_id, entrant_number, token, lambda entrant: night_of(entrant.event_id))


def get_watched_entry(club: Club, event_id: int, entrant_number: int, token: str) -> Entrant:
    """The entry behind a family's link (one query); 404 without the player's leave."""
    found = _linked(club, event_id, entrant_number, token, watch_of)
    if not found.watch_nonce:
        raise Http404("This link no longer opens anything.")
    return found


def _linked(club: Club, event_id: int, entrant_number: int, token: str, what: Callable[[Entrant], str]) -> Entrant:
    known = event_id < 2**63 and entrant_number < 2**31
    entrants = Entrant.objects.filter(event__club=club, event=event_id, number=entrant_number, member__isnull=False)
    found = entrants.select_related("event__club", "member").first() if known else None
    if found is None or found.member is None or not opens(token, found.member, what(found)):
        raise Http404("This link opens nothing. It may have been replaced.")
    return found


def watch_version(entrant: Entrant) -> int:
    """A number that grows with all a player's family reads (one query)."""
    own = RoundSeat.objects.filter(Q(entrant=entrant) | Q(substitute=entrant)).order_by().values("table")
    cards = ScoreCard.objects.filter(round_table__in=own).aggregate(version=Sum("version"))
    return entrant.event.version * 2**20 + (cards["version"] or 0)


def table_watched(entrant: Entrant, rounds: Sequence[SeatedRound]) -> TableReading | None:
    """The table at which a player plays or last played, of the `rounds` they are seated in (five queries), if any."""
    started = [one for one in rounds if one.event_round.state in STARTED]
    tables = [table.pk for table in started[-1].tables] if started else []
    readings = read_tables_alone(RoundTable.objects.filter(pk__in=tables))
    return next((one for one in readings if seat_of(one, entrant)), None)


def get_own_table(club: Club, member_id: int | None, table_id: int, event_id: int | None = None) -> RoundTable:
    """A table with its card at which a member played (one query), of one event where it is named; else 404."""
    found = None
    if member_id and table_id < 2**63:
        tables = tables_of(member_id).filter(event_round__event__club=club, card__isnull=False)
        tables = tables.filter(event_round__event=event_id) if event_id else tables
        found = tables.select_related("card__book_version", "event_round__event__club").filter(pk=table_id).first()
    if found is None:
        raise Http404("You didn’t play at this table.")
    return found


def own_rounds(entrant: Entrant) -> tuple[SeatedRound, ...]:
    """The published rounds of an evening with one player's tables alone (four queries)."""
    assert entrant.member_id is not None, "asked for members"
    seats = Prefetch("seats", RoundSeat.objects.with_players())
    tables = tables_of(entrant.member_id).order_by("number").prefetch_related(seats)
    rounds = entrant.event.rounds.exclude(state=EventRound.State.DRAFT).order_by("number")
    found = rounds.prefetch_related(
        Prefetch("tables", tables),
        Prefetch("sit_outs", SitOut.objects.select_related("entrant").filter(entrant=entrant)),
    )
    return tuple(SeatedRound(one, tuple(one.tables.all()), tuple(one.sit_outs.all())) for one in found)


def history_tables(member_id: int) -> QuerySet[RoundTable]:
    """A member's tables with judgments, the latest evening first."""
    return tables_judged(tables_of(member_id)).order_by(*LATEST_FIRST)


def evenings_judged(club: Club, since: date, until: date) -> QuerySet[Event]:
    tables = tables_judged(RoundTable.objects.filter(event_round__event=OuterRef("pk")))
    events = Event.objects.filter(Exists(tables), club=club, played_on__range=(since, until))
    return events.order_by("-played_on", "-pk")


def tables_in(events: Sequence[Event]) -> QuerySet[RoundTable]:
    """Tables of these evenings with judgments, the latest evening first."""
    return tables_judged(RoundTable.objects.filter(event_round__event__in=events)).order_by(*LATEST_FIRST)


def tables_between(club: Club, since: date, until: date) -> QuerySet[RoundTable]:
    """Tables of these days with judgments, the latest evening first."""
    events = {"event_round__event__club": club, "event_round__event__played_on__range": (since, until)}
    return tables_judged(RoundTable.objects.filter(**events)).order_by(*LATEST_FIRST)


def judged_of(member_id: int, events: Iterable[int]) -> list[Judged]:
    """Judgments on a member on the cards of some evenings, the earliest first (five queries at most)."""
    tables = tables_judged(tables_of(member_id).filter(event_round__event__in=list(events)))
    return [judged for judged in read_judged(tables.order_by(*BY_EVENING)) if judged.concerns(member_id)]
