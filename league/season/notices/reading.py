"""A notice's material from the database."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any, Final

from django.db.models import Count, Exists, IntegerField, Max, OuterRef, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.http import Http404
from django.utils import timezone

from league.evening.cards.boards import read_boards
from league.evening.cards.reading import read_event
from league.evening.ledger.facts import COUNTED_MELDS, Facts, summed
from league.evening.ledger.marks import COUNTED, passed
from league.evening.money.sheet import prizes_of, read_cash
from league.evening.ties.parting import AT_THE_TABLE
from league.models import Club, Entrant, Event, LedgerRow, Letter, Member, Notice, Prize, Publication, PublishedPlace
from league.office.members.links import NOTICES, OWN_NIGHTS, opens
from league.season.seasons.publishing import has_night, stood
from league.words import DAYS, clock_words, money
from pinochle_club.ground.dates import weekday_and_day
from scoring.rules.notation import counted, lowered

from .night import CAME, Earlier, Leader, Night, night_of, widest_board

# One of so many nights that follow an evening has counted before any other.
NIGHTS_AFTER: Final = 8
# So many lines of a season's standings are told.
LEADERS: Final = 3
# Who was entered in the list so many days ago at most may be new at the tables.
NEW_FOR: Final = timedelta(days=31)
# After so many evenings a first is one.
A_WHILE: Final = 3
# Nights that are worth a word.
MARKS: Final = (25, 50, *range(100, 5_001, 100))
# What else is counted over a lifetime, and told; of what is in every other hand nobody's first is worth a word.
TOLD: Final = ("made", "skunks", "moons", *(name for name in COUNTED_MELDS if name in COUNTED))
NO_FIRSTS: Final = ("made", "pinochle_1")
# An evening that begins before is no night.
NIGHT_FROM: Final = 16
_IN_ORDER: Final = (Letter.State.FAILED, Letter.State.WAITING, Letter.State.SENT)
_IS_ACTIVE: Final = Q(is_active=True, is_guest=False, is_anonymous=False, merged_into=None)


def read_night(event: Event) -> Night:
    """Everything the notice of a closed evening tells (eighteen queries at most, and the cash sheet's)."""
    rows = list(LedgerRow.objects.filter(event=event).select_related("entrant__member", "partner"))
    part = "night" if timezone.localtime(event.starts_at).hour >= NIGHT_FROM else "day"
    lines = _season_lines(event)
    also = [(str(one), one.public_short_name, f"member {one.number}") for line in lines for one in _people_on(line)]
    night = night_of(event, rows, part=part, also=also)
    if not night.places:
        return Night(part=part, next=_next(event))
    if event.is_duplicate:
        night = replace(night, widest=widest_board(read_boards(event, read_event(event))))
    earlier, prizes = _earlier(event, rows), tuple(_prizes(event))
    return replace(night, earlier=earlier, prizes=prizes, next=_next(event), **_season(lines))


def notices_of(club: Club, *, with_drafts: bool) -> QuerySet[Event]:
    """A club's closed evenings with a notice, latest first; `with_drafts` also those not published or begun."""
    found = Event.objects.filter(club=club, state=Event.State.CLOSED).select_related("club", "notice")
    if with_drafts:
        unsent = Exists(Letter.objects.filter(notice=OuterRef("notice"), is_own=False, state=Letter.State.FAILED))
        return found.annotate(has_unsent=unsent).order_by("-starts_at", "-pk")
    return found.filter(notice__is_published=True).order_by("-starts_at", "-pk")


def latest_notice(club: Club) -> Notice | None:
    """The newest published notice (one query)."""
    event = notices_of(club, with_drafts=False).first()
    return event.notice if event is not None else None


def readers_of(club: Club) -> list[Member]:
    """The members who get notices by email, each address once (one query)."""
    wanted = _active(club).filter(no_notices=False).exclude(email="").order_by("number")
    readers: dict[str, Member] = {}
    for member in wanted:
        readers.setdefault(member.email.casefold(), member)
    return list(readers.values())


def still_readers(members: Collection[int]) -> set[int]:
    """Those of these members who get notices by email now (one query)."""
    there = Member.objects.filter(_IS_ACTIVE, pk__in=members, no_notices=False).exclude(email="")
    return set(there.values_list("pk", flat=True))


def want_own_nights(event: Event) -> list[Member]:
    """Players of that evening who asked for their own nights by email (one query)."""
    people = Member.objects.filter(entries__ledger__event=event, wants_own_nights=True).exclude(email="")
    return list(people.filter(merged_into=None, is_active=True, is_anonymous=False).order_by("number").distinct())


def letters_of(notice: Notice) -> list[Letter]:
    """The letters of a notice with their members: failed, waiting, sent (one query)."""
    letters = Letter.objects.filter(notice=notice, is_own=False).select_related("member")
    return sorted(letters.order_by("member__number", "pk"), key=lambda letter: _IN_ORDER.index(letter.state))


def post_of(notice: Notice) -> Counter[str]:
    """Letters of a notice by state (one query); after some weeks they are forgotten."""
    states = Letter.objects.filter(notice=notice, is_own=False).values_list("state").annotate(number=Count("pk"))
    return Counter(dict(states))


def can_go_again(notice: Notice) -> QuerySet[Letter]:
    return Letter.objects.filter(notice=notice, is_own=False, state=Letter.State.FAILED).exclude(why=Letter.Why.GONE)


def without_address(club: Club) -> int:
    """The number of active members without an address (one query)."""
    return _active(club).filter(email="").count()


def who_want_none(club: Club) -> list[str]:
    """The names of active members who want no notices by email (one query)."""
    return list(_active(club).filter(no_notices=True).order_by("number").values_list("name", flat=True))


def reader_of_link(club: Club, member_id: int, token: str) -> tuple[Member, str]:
    """The member of a link, and for which mails (one query), or 404."""
    there = club.members.select_related("merged_into").filter(pk=member_id).first()
    what = next((one for one in (NOTICES, OWN_NIGHTS) if there is not None and opens(token, there, one)), None)
    if there is None or what is None:
        raise Http404("This link doesn’t open anything. Ask the director to stop the emails.")
    reader = there.merged_into or there
    if reader.is_anonymous:
        raise Http404("This link no longer opens anything, and no more emails come.")
    reader.club = club
    return reader, what


def _active(club: Club) -> QuerySet[Member]:
    return Member.objects.filter(_IS_ACTIVE, club=club)


# -- the evenings before -----------------------------------------------------------------------


def _earlier(event: Event, rows: list[LedgerRow]) -> Earlier:
    """The evenings before (three queries). Empty while a closed evening has no rows: no first would be sure."""
    stale = Event.objects.filter(club=event.club_id, state=Event.State.CLOSED, ledger_mark="")
    if stale.exclude(pk=event.pk).exists():
        return Earlier(is_sure=False)
    before = Q(event__club=event.club_id, event__starts_at__lt=event.starts_at, is_pair=False, kind__in=CAME)
    same_rules = Q(kind__in=AT_THE_TABLE, event__rules__house_rules=event.rules.house_rules_id)
    hand = Cast(KT("facts__best_hand"), IntegerField())
    marks = LedgerRow.objects.filter(before & same_rules).aggregate(
        nights=Count("event", distinct=True), high_round=Max("points"), high_hand=Max(hand)
    )
    people, gained, say = _people(rows), _gained(rows), event.rules.book_version.book.words.say
    nights, wins, counts = _tallies(before, people, sorted({name for each in gained.values() for name in each}))
    won = [who for row in rows if row.place == 1 and not row.is_pair and (who := _member(row.entrant))]
    new = [one for who, one in people.items() if not nights[who] and _is_new(one.member, event)]
    return Earlier(
        nights=marks["nights"],
        high_round=marks["high_round"] or 0,
        high_hand=marks["high_hand"] or 0,
        first_wins=tuple(people[who].name for who in dict.fromkeys(won) if nights[who] >= A_WHILE and not wins[who]),
        newcomers=tuple(one.name for one in new) if marks["nights"] >= A_WHILE else (),
        nights_of=tuple((one.name, nights[who] + 1) for who, one in people.items() if nights[who] + 1 in MARKS),
        marks=tuple(
            (people[who].name, say(COUNTED[name].says(step)))
            for who, gains in gained.items()
            for name, gain in gains.items()
            for step in passed(name, counts[who][name], gain)
            if step > 1 or (name not in NO_FIRSTS and nights[who] >= A_WHILE)
        ),
    )


def _gained(rows: list[LedgerRow]) -> dict[int, dict[str, int]]:
    found: dict[int, list[Facts]] = defaultdict(list)
    for row in rows:
        who = None if row.is_pair or row.kind not in CAME else _member(row.entrant)
        if who is not None:
            found[who].append(row.facts)
    sums = {who: summed(facts) for who, facts in found.items()}
    return {who: {name: facts[name] for name in TOLD if facts.get(name)} for who, facts in sums.items()}


def _tallies(
    before: Q, people: Collection[int], names: Sequence[str]
) -> tuple[Counter[int], Counter[int], Mapping[int, Counter[str]]]:  # fmt: skip
    """Evenings played before, evenings won, and counts so far of each of these (one query)."""
    who = Coalesce("entrant__member__merged_into", "entrant__member")
    found = LedgerRow.objects.filter(before).annotate(who=who).filter(who__in=people).order_by().values("who")
    nights, wins = Count("event", distinct=True), Count("event", distinct=True, filter=Q(place=1))
    sums = {name: Sum(Cast(KT(f"facts__{name}"), IntegerField())) for name in names}
    tallies: list[Any] = list(found.annotate(nights=nights, wins=wins, **sums))
    counts = defaultdict(Counter, {one["who"]: Counter({name: one[name] or 0 for name in names}) for one in tallies})
    return (
        Counter({one["who"]: one["nights"] for one in tallies}),
        Counter({one["who"]: one["wins"] for one in tallies}),
        counts,
    )


def _people(rows: list[LedgerRow]) -> dict[int, Entrant]:
    came = (row.entrant for row in rows if not row.is_pair and row.kind in CAME)
    return {one: entrant for entrant in came if (one := _member(entrant))}


def _member(entrant: Entrant) -> int | None:
    return entrant.member.merged_into_id or entrant.member_id if entrant.member else None


def _is_new(member: Member | None, event: Event) -> bool:
    since = event.played_on - NEW_FOR
    if member is None or (member.joined_on and member.joined_on < since):
        return False
    return timezone.localdate(member.created_at) >= since


def _prizes(event: Event) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """The prizes that were won, as everybody reads them with the results (one query, and those of the cash sheet)."""
    if not prizes_of(event):
        return
    for line in read_cash(event).prize_lines:
        if won := [share for share in line.shares if share.amount]:
            has_name = line.prize.kind == Prize.Kind.NAMED or line.prize.category_id
            title = line.prize.title if has_name else lowered(line.prize.title)
            yield title, tuple((share.name, money(share.amount, event.club)) for share in won)


# -- the season --------------------------------------------------------------------------------


def _season_lines(event: Event) -> Sequence[PublishedPlace]:
    """The first lines of all, and of each division, as they stood once this evening counted (up to three queries)."""
    following = Event.objects.filter(club=event.club_id, starts_at__gt=event.starts_at)
    counted_once = following.exclude(closed_at=None, ledger_mark="").order_by("starts_at", "pk")  # or is put right now
    soon = dict(counted_once.values_list("pk", "closed_at")[:NIGHTS_AFTER])
    publications = Publication.objects.filter(
        has_night(event.pk, "places__"), season__club=event.club_id, places__division=""
    )
    if event.closed_at is not None:
        publications = publications.filter(at__gte=event.closed_at)
    if closed := list(filter(None, soon.values())):
        publications = publications.filter(at__lt=min(closed))
    if soon:  # by what it counts, too: a night that was put right has closed later than it first counted
        later = PublishedPlace.objects.filter(reduce(or_, map(has_night, soon)), publication=OuterRef("pk"))
        publications = publications.exclude(Exists(later))
    shown = publications.exclude(state=Publication.State.HIDDEN).order_by("-at", "-pk").first()
    if shown is None:
        return ()
    first = Q(division="", order__lte=LEADERS) | (~Q(division="") & Q(place=1))
    lines = shown.places.filter(first, place__isnull=False).select_related("member", "partner", "publication__season")
    return list(lines.order_by("division", "order"))


def _season(lines: Sequence[PublishedPlace]) -> dict[str, Any]:
    if not lines:
        return {}
    by_division = {name: tuple(map(_leader, some)) for name, some in groupby(lines, lambda line: line.division)}
    leaders = by_division.pop("", ())
    season = lines[0].publication.season.name
    return {"season": season, "leaders": leaders, "divisions": tuple(by_division.items())}


def _leader(line: PublishedPlace) -> Leader:
    now = stood(line)
    figure = {
        "average": f"an average of {now.figure_says}",
        "wins": counted(int(now.figure), "round") + " won",
        "percent": f"{now.figure_says}%",
    }
    points = "1 point" if now.figure_says == "1" else f"{now.figure_says} points"
    name = " & ".join(map(str, _people_on(line)))
    return Leader(line.place or 0, name, figure.get(now.by, points), str(line.says.get("why", "")))


def _people_on(line: PublishedPlace) -> list[Member]:
    return [one for one in (line.member, line.partner) if one is not None]


# -- what comes --------------------------------------------------------------------------------


def _next(event: Event) -> str:
    """The next meeting: an evening, of the series where it has one; else the series' day (two queries at most)."""
    ahead = Event.objects.filter(club=event.club_id, starts_at__gt=event.starts_at, played_on__gte=timezone.localdate())
    coming = ahead.exclude(state=Event.State.CLOSED).order_by("starts_at", "pk")
    found = (coming.filter(series=event.series_id).first() if event.series_id else None) or coming.first()
    if found is not None:
        day, at = weekday_and_day(found.played_on, event.club.date_style), clock_words(found.starts_at, event.club)
        name = "" if found.name == event.name else f" for {found.name}"
        return f"We meet again{name} on {day} at {at}."
    if event.series is not None and not event.series.is_over:
        at = clock_words(event.series.starts_at, event.club)
        return f"We meet every {DAYS[event.series.weekday]} at {at}."
    return ""
