"""Clubs, people and evenings for tests: plain functions, every field can be overridden."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any, Final, TypedDict

from django.contrib.auth.models import User

from league.acting.permissions import Acting
from league.evening.judging.deeds.entries import enter
from league.evening.rounds.deeds import start_round
from league.evening.rulings.deeds.holds import hold_for_ruling
from league.management.evenings import play_table
from league.models import (
    Club,
    Entrant,
    Event,
    EventRound,
    HouseRules,
    HouseRulesVersion,
    Member,
    PairRule,
    Role,
    RoundSeat,
    RoundTable,
    Series,
    SitOut,
)
from scoring.models import RuleBookVersion, ScoreCard
from scoring.models.rule_books import digest_of
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import FOUR_SEATS, LETTERED_SEATS
from scoring.score_card.hosts import HostWriter
from scoring.score_card.recording import read_sheet, record
from scoring.score_card.sheet import EntryData, Sheet
from tests.scoring.rules.deal_samples import changed

_numbers = count(1)
NAMES = (
    "Ruth Abernathy", "Walt Kowalski", "Marge Delgado", "Ed Lindqvist", "Joan Pruitt", "Hank Ostrowski", "Lois Beckett",
    "Vern Talbot", "Bernice Hall", "Curtis Hall", "Dolores Vance", "Ray Vance", "Gloria Esteves", "Norm Whitaker",
    "Irene Fallon", "Stan Mazur", "Pearl Jamison", "Otis Greer", "Faye Sorensen", "Lloyd Tran", "Opal Reyes",
    "Clyde Novak", "Thelma Brandt", "Wilhelmina Featherstonehaugh-Montgomery",
)  # fmt: skip


def make_club(**overrides: Any) -> Club:
    number = next(_numbers)
    return Club.objects.create(**{"name": f"St. Hilary {number}", "slug": f"st-hilary-{number}", **overrides})


def make_user(club: Club | None = None, kind: str = "", name: str = "Carol Reyes", **overrides: Any) -> User:
    """An account, with a role where a club is given. The password is `evening-of-cards`."""
    first, _, last = name.partition(" ")
    user = User.objects.create_user(
        **{
            "username": f"user{next(_numbers)}",
            "password": "evening-of-cards",
            "first_name": first,
            "last_name": last,
            **overrides,
        }
    )
    if club is not None:
        Role.objects.create(club=club, user=user, kind=kind)
    return user


class By(TypedDict):
    """What every deed asks besides what it is about: who does it, and the id of the tap."""

    acting: Acting
    client_id: str


class Days(TypedDict):
    """From when to when a season runs."""

    opens_on: date
    closes_on: date


def acting_as(kind: str | None = "director", user: User | None = None, name: str = "Carol Reyes") -> Acting:
    """Somebody who does something in a domain test."""
    return Acting(user=user, kind=Role.Kind(kind) if kind else None, name=name, device="Mac")


def make_members(club: Club, number: int = 8) -> list[Member]:
    start = club.members.count()
    places = range(start, start + number)
    return Member.objects.bulk_create(Member(club=club, number=at + 1, name=NAMES[at % len(NAMES)]) for at in places)


# The rules of a club that plays NPA and lets players appeal, which the document does not.
WITH_APPEALS: Final = "npa-with-appeals"


def make_rules(club: Club, key: str | RuleBook = "npa") -> HouseRulesVersion:
    """A book as the club adopted and published it: a built-in one by its key, or the one `WITH_APPEALS`."""
    own = None if isinstance(key, str) else key
    key = own.key if own else str(key)
    there = HouseRulesVersion.objects.filter(house_rules__club=club, house_rules__key=key).first()
    if there is not None:
        return there
    may_appeal = {"procedure__players_may_appeal": True}
    book = own or (changed(built_in_book("npa"), **may_appeal) if key == WITH_APPEALS else built_in_book(key))
    data = book.to_json()
    published = RuleBookVersion.objects.filter(digest=digest_of(data)).first()
    if published is None:  # as `publish` does it, which also asks who else does so at once
        number = 1 + RuleBookVersion.objects.filter(key=book.key).count()
        published = RuleBookVersion.objects.create(key=book.key, number=number, digest=digest_of(data), data=data)
    assert published.book == book  # read from here on: whichever test is the first asks as many queries as others
    rules = HouseRules.objects.create(club=club, key=key, based_on=key, draft=data, version=1)
    return HouseRulesVersion.objects.create(
        house_rules=rules, number=1, book_version=published, published_on=date(2026, 11, 1)
    )


def make_event(club: Club | None = None, *, book: str | RuleBook = "npa", **overrides: Any) -> Event:
    club = club or make_club()
    fields = {
        "club": club,
        "name": "Tuesday cards",
        "played_on": date(2026, 11, 17),
        "starts_at": datetime(2026, 11, 17, 19, 0, tzinfo=UTC),
        "rules": make_rules(club, book),
        **overrides,
    }
    return Event.objects.create(**fields)


def fresh(event: Event) -> Event:
    """The event as it stands in the database by now."""
    return Event.objects.select_related("club", "rules__book_version").get(pk=event.pk)


def make_series(club: Club, *, book: str = "npa", **overrides: Any) -> Series:
    return Series.objects.create(
        **{
            "club": club,
            "name": "Tuesday cards",
            "weekday": 1,
            "starts_at": time(19, 0),
            "rules": make_rules(club, book),
            **overrides,
        }
    )


def make_entrants(event: Event, number: int = 8, *, state: str = "here") -> list[Entrant]:
    """Members who take part; made in the club where it has too few."""
    members = list(event.club.members.all())
    if len(members) < number:
        make_members(event.club, number - len(members))
        members = list(event.club.members.all())
    taken = event.entrants.count()
    members = members[taken : taken + number]
    return Entrant.objects.bulk_create(
        Entrant(event=event, member=member, number=taken + at, name=member.name, state=state)
        for at, member in enumerate(members, start=1)
    )


def make_pairs(event: Event, number: int, *, state: str = "here") -> list[tuple[Entrant, Entrant]]:
    """Entrants who play with one partner all evening: the first with the second, and so on."""
    people = make_entrants(event, 2 * number, state=state)
    pairs = list(zip(people[::2], people[1::2], strict=True))
    for pair in pairs:
        for one, other in (pair, pair[::-1]):
            one.partner = other
    Entrant.objects.bulk_update(people, ["partner"])
    return pairs


def make_pair_rule(first: Entrant, second: Entrant, kind: str) -> PairRule:
    """What the club says of two members who are here tonight."""
    assert first.member is not None
    assert second.member is not None
    return PairRule.objects.create(club=first.member.club, first=first.member, second=second.member, kind=kind)


def make_round(event: Event, entrants: Sequence[Entrant], *, number: int = 1, state: str = "published") -> EventRound:
    """A round with the entrants at tables of four in order; who is left over sits out (three make a table)."""
    event_round = EventRound.objects.create(event=event, number=number, state=state, title=event.title_of(number))
    players = list(entrants)
    tables: list[RoundTable] = []
    seated: list[RoundSeat] = []
    while len(players) >= 4 or (len(players) == 3 and event.three_handed_rules_id):
        seats = FOUR_SEATS if len(players) >= 4 else LETTERED_SEATS[:3]
        table = RoundTable(event_round=event_round, number=len(tables) + 1)
        tables.append(table)
        seated += [RoundSeat(table=table, seat=seat, entrant=players.pop(0)) for seat in seats]
    RoundTable.objects.bulk_create(tables)
    RoundSeat.objects.bulk_create(seated)
    SitOut.objects.bulk_create(SitOut(event_round=event_round, entrant=entrant) for entrant in players)
    return event_round


def make_running_round(event: Event | None = None, *, players: int = 8, **overrides: Any) -> EventRound:
    """A started round: every table has its card."""
    event = event or make_event(**overrides)
    event_round = make_round(event, make_entrants(event, players))
    return start_round(event_round=event_round, acting=acting_as(), client_id=f"start-{next(_numbers)}")


def start_now(event_round: EventRound, **overrides: Any) -> EventRound:
    """The round, started."""
    return start_round(event_round=event_round, acting=acting_as(), client_id=f"start-{next(_numbers)}", **overrides)


def after_start(event_round: EventRound, minutes: float) -> datetime:
    """So many minutes after a round was started."""
    assert event_round.started_at is not None
    return event_round.started_at + timedelta(minutes=minutes)


def play_round(event_round: EventRound, *, seed: int) -> None:
    """Every table of a started round plays its hands and signs."""
    for table in event_round.tables.select_related("card__book_version"):
        play_table(table, seed=seed)


def card_at(table: RoundTable | None) -> ScoreCard:
    """The card of a table whose round was started."""
    assert table is not None
    assert table.card is not None, "only a table of a started round has a card"
    return table.card


def sheet_at(table: RoundTable | None) -> Sheet:
    return read_sheet(card_at(table))


def give_amount(table: RoundTable, points: int = -20, hand: int = 1, **more: Any) -> EntryData:
    """A ruling by Rita Moss that gives North and South some points on a hand whose bid is entered here."""
    line = sheet_at(table).line(hand)
    if line is None or not line.figures.has_bid:
        bid = {"dealer": "N", "bidder": "E", "bid": 50, "trump": "S", "no_marriage": False}
        enter(table, acting_as(), "bid", f"bid-{next(_numbers)}", bid, hand=hand)
    says = {"kind": "amount", "facts": {}, "called_by": "", "basis": "judgment", "rule": "", "note": "", **more}
    ruling = {**says, "decision": f"{-points} off", "effect": {"ruled": {"NS": points}}}
    return enter(table, acting_as("referee", name="Rita Moss"), "ruling", f"ruling-{next(_numbers)}", ruling, hand=hand)


def put_on_hold(table: RoundTable, about: str, hand: int | None = 1) -> EntryData:
    """A hand of the table, or without one the whole table, is ruled on later; the hold that stands on its card."""
    table = hold_for_ruling(table=table, hand=hand, about=about, acting=acting_as(), client_id=f"hold-{next(_numbers)}")
    return sheet_at(table).holds[-1]


def rule_at(table: RoundTable, *, hand: int = 1, client_id: str = "ruling", **overrides: Any) -> None:
    """A ruling on a table's card that leaves the score alone, without the pages that lead to one."""
    assert table.card_id is not None
    card = ScoreCard.objects.get(pk=table.card_id)
    payload = {
        "kind": "conduct",
        "facts": {},
        "called_by": "E",
        "basis": "judgment",
        "rule": "",
        "decision": "A warning for both sides.",
        "note": "",
        "effect": {},
        **overrides,
    }
    record(
        writer=HostWriter(card.pk, "Carol Reyes"),
        kind="ruling",
        hand=hand,
        payload=payload,
        client_id=client_id,
        seen=card.version,
        by_director=True,
    )


def close_with_sums(event_round: EventRound, sums: Sequence[tuple[int, int]]) -> EventRound:
    """A started round is over: each table's sides have these totals, NS first."""
    for table, (north, east) in zip(event_round.tables.all(), sums, strict=True):
        RoundTable.objects.filter(pk=table.pk).update(totals={"NS": north, "EW": east})
    EventRound.objects.filter(pk=event_round.pk).update(state="closed")
    return event_round


def make_final(sums: Sequence[tuple[int, int]], **overrides: Any) -> Event:
    """The last round before a final is played, with a table of four for each two sums; the cut to it is due."""
    event = make_event(**{"rounds_planned": 1, "final_places": 6, "book": "st-hilary", **overrides})
    close_with_sums(start_now(make_round(event, make_entrants(event, 4 * len(sums)))), sums)
    return Event.objects.select_related("club", "rules__book_version").get(pk=event.pk)
