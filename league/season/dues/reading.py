from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from league.acting.finding import found_as
from league.evening.check_in.debts import debts_now, owed
from league.models import CashEntry, Club, Dues, DuesPart, DuesPayment, Entrant, Letter, Member
from league.season.notices.reading import still_readers
from pinochle_club.ground.clock import lately
from pinochle_club.ground.http import or_404

YEAR = timedelta(days=365)
WRITTEN_AGAIN_AFTER = timedelta(days=6)
Part = DuesPart.Part


@dataclass(frozen=True, slots=True)
class Year:
    """A year's dues for one member: `asked` and `paid` in cents, with all payments, also those taken back."""

    dues: Dues
    part: str
    asked: int
    payments: Sequence[DuesPayment]

    @property
    def standing(self) -> list[DuesPayment]:
        return [one for one in self.payments if not one.is_taken_back]

    @property
    def paid(self) -> int:
        return sum(one.amount for one in self.standing)

    @property
    def due(self) -> int:
        return max(0, self.asked - self.paid)


@dataclass(frozen=True)
class Account:
    """A member with the evenings they owe for, oldest first, and the years of dues, newest first."""

    member: Member
    evenings: Sequence[Entrant] = ()
    years: Sequence[Year] = ()
    came_and_paid: date | None = None

    @cached_property
    def for_evenings(self) -> int:
        return owed(self.evenings)

    @cached_property
    def for_dues(self) -> int:
        return sum(year.due for year in self.years)

    @property
    def owes(self) -> int:
        return self.for_evenings + self.for_dues

    @property
    def last_paid(self) -> date | None:
        days = [one.paid_on for year in self.years for one in year.standing]
        return max((*days, *filter(None, (self.came_and_paid,))), default=None)


def account_of(member: Member) -> Account:
    """What one member owes (two queries; four where the club has dues)."""
    return _accounts(member.club, [member], [member.pk])[0]


def accounts_of(club: Club) -> list[Account]:
    """What everybody owes, the largest sums first, then by name: members, and who else owes or paid dues (six
    queries)."""
    people = list(club.members.filter(merged_into=None, is_anonymous=False))
    paid = Entrant.objects.filter(Q(paid__gt=0), event__club=club, member__isnull=False).order_by()
    days = dict(paid.values_list("member").annotate(Max("event__played_on")))
    found = _accounts(club, people, None, days)
    return sorted(
        (one for one in found if one.owes or one.years or (one.member.is_active and not one.member.is_guest)),
        key=lambda one: (-one.owes, one.member.full_name.casefold(), one.member.number),
    )


class ToWrite(NamedTuple):
    """Those who owe: who gets an email now, who got one of late, who has no address or wants none."""

    now: list[Member]
    lately: list[Member]
    without: list[Member]


def whom_to_write(club: Club) -> ToWrite:
    """Those who owe, by whether an email goes to them (eight queries)."""
    owing = [one.member for one in accounts_of(club) if one.owes]
    gets = still_readers([one.pk for one in owing])
    written = Letter.objects.filter(club=club, about=Letter.About.OWED, asked_at__range=lately(WRITTEN_AGAIN_AFTER))
    have = set(written.exclude(state=Letter.State.FAILED).values_list("member", flat=True))
    return ToWrite(
        now=[one for one in owing if one.pk in gets - have],
        lately=[one for one in owing if one.pk in gets & have],
        without=[one for one in owing if one.pk not in gets],
    )


def _accounts(
    club: Club, people: Iterable[Member], only: Collection[int] | None, days: Mapping[int | None, date] | None = None
) -> list[Account]:
    today = timezone.localdate()
    debts = debts_now(club, today, only)
    asked = list(club.dues.filter(starts_on__lte=today).order_by("starts_on"))
    theirs = Q(dues__in=asked) if only is None else Q(dues__in=asked, member__in=only)
    parts: dict[tuple[int, int], str] = {}
    payments: dict[tuple[int, int], list[DuesPayment]] = defaultdict(list)
    if asked:
        # A person who was entered twice may have two: then the milder one holds.
        for one in DuesPart.objects.filter(theirs).order_by("-part"):
            parts.setdefault((one.dues_id, one.member_id), one.part)
        for payment in DuesPayment.objects.filter(theirs):
            payments[payment.dues_id, payment.member_id].append(payment)
    ends = [one.starts_on for one in asked[1:]] + [one.starts_on + YEAR for one in asked[-1:]]
    accounts = []
    for member in people:
        years = []
        for dues, ends_on in zip(asked, ends, strict=True):
            part, own = parts.get((dues.pk, member.pk), ""), payments.get((dues.pk, member.pk), [])
            if own or part or _is_asked(member, ends_on):
                amount = _share(dues.amount, part) if _is_asked(member, ends_on) else 0
                years.append(Year(dues, part, amount, own))
        accounts.append(Account(member, debts.get(member.pk, ()), years[::-1], (days or {}).get(member.pk)))
    return accounts


def _is_asked(member: Member, ends_on: date) -> bool:
    """Whether a year's dues are asked of a person: of members who joined before the year was over."""
    joined = member.joined_on or timezone.localdate(member.created_at)
    return member.is_active and not member.is_guest and joined < ends_on


def _share(amount: int, part: str) -> int:
    return 0 if part == Part.NONE else (amount + 1) // 2 if part == Part.HALF else amount


def fees_taken(member: Member) -> QuerySet[CashEntry]:
    """What came in late of a member's fees of a year, the latest first (one query)."""
    late = CashEntry.objects.filter(kind=CashEntry.Kind.FEE, entrant__member=member, at__range=lately(YEAR))
    return late.filter(is_taken_back=False).select_related("event__club", "entrant__event__club").order_by("-at")


@found_as("dues")
def get_dues(club: Club, dues_id: int) -> Dues:
    """A year's dues of this club (one query), or 404."""
    found = or_404(club.dues.filter(pk=dues_id).first(), "This club has no such dues.")
    found.club = club
    return found


@found_as("payment")
def get_payment(club: Club, payment_id: int) -> DuesPayment:
    """A payment of this club (one query), or 404."""
    payments = DuesPayment.objects.select_related("dues__club", "member")
    return or_404(payments.filter(pk=payment_id, dues__club=club).first(), "This club has no such payment.")
