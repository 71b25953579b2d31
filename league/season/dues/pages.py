"""What is owed in words, and the treasurer's pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final

from django.utils import timezone

from league.acting.answers import FormPage
from league.evening.check_in.debts import evening_words
from league.models import CashEntry, Club, Dues, DuesPayment, Event, Member
from league.office.clubs.pages.navigation import address_of
from league.words import money
from pinochle_club.ground.dates import calendar_day
from scoring.rules.notation import counted, listed

from .deeds import NOBODY, next_box
from .reading import Account, ToWrite, Year

ON_THEIR_WAY: Final = "The emails go out over the next minutes."
MOST_IN_MAIL: Final = 10
MOST_NAMED: Final = 8


def owed_words(account: Account) -> str:
    """`You owe $30 for 10 evenings.`; empty where nothing is owed."""
    club = account.member.club
    parts = [(account.for_evenings, f"for {counted(len(account.evenings), 'evening')}")] if account.evenings else []
    parts += [(year.due, f"{'of' if year.paid else 'for'} the {year.dues}") for year in account.years if year.due]
    if not parts:
        return ""
    told = [f"{money(amount, club)} {what}" for amount, what in parts]
    return f"You owe {told[0]}." if len(told) == 1 else f"You owe {money(account.owes, club)}: {' and '.join(told)}."


def owes_words(account: Account) -> str:
    """The same of another person, for those who keep the dues."""
    return owed_words(account).replace("You owe", "Owes", 1) or "Owes nothing."


def own_account(account: Account) -> dict[str, Any] | None:
    """A member's own lines; None where there is nothing to say."""
    years = [year for at, year in enumerate(account.years) if year.due or (at == 0 and year.standing)]
    if not account.evenings and not years:
        return None
    return {
        "says": owed_words(account) or f"Your {years[0].dues} are paid.",
        "evenings": evening_lines(account),
        "years": [(str(year.dues), own_year_words(year, account.member.club)) for year in years],
    }


def evening_lines(account: Account) -> list[tuple[str, str, str, str]]:
    """Of each evening: the day, its name, what is owed, its address."""
    club = account.member.club
    return [
        (
            evening_words(one.event), one.event.name, money(one.fee_due, club),
            address_of("event", club.slug, one.event_id),
        )
        for one in account.evenings
    ]  # fmt: skip


def fee_lines(account: Account) -> list[dict[str, Any]]:
    """The same for the treasurer, and whether a box takes it: none does if the sheet is final and no other evening is
    planned."""
    now, club = timezone.now(), account.member.club
    finals = {one.event_id for one in account.evenings if one.event.is_final(now)}
    if finals and next_box(club):
        finals.clear()
    return [
        {"says": says, "amount": one.fee_due, "evening": one.pk, "has_box": one.event_id not in finals}
        for one, says in zip(account.evenings, evening_lines(account), strict=True)
    ]


def taken_lines(club: Club, entries: Iterable[CashEntry]) -> list[tuple[str, str, str]]:
    """Of each fee that came in late: the amount, for which evening and when, where to take it back while it can be."""
    now = timezone.now()
    found = []
    for one in entries:
        assert one.entrant is not None, "asked for those of a member"
        then, sheet = one.entrant.event, one.event
        told = f"for {evening_words(then)} · {calendar_day(timezone.localdate(one.at), club.date_style)} · {one.by}"
        back = "" if sheet.is_final(now) else address_of("take_cash_back", club.slug, sheet.pk, one.number)
        found.append((money(one.amount, club), told, back))
    return found


def taken_words(boxes: Sequence[Event]) -> str:
    """Where the fees that were taken stand now."""
    others = dict.fromkeys(f"{box.name}, {evening_words(box)}" for box in boxes if box.state != Event.State.CLOSED)
    return f"Entered. It goes into the box of {listed([*others])}." if others else "Entered."


def year_words(year: Year, club: Club) -> str:
    """`$15 of $25 still to pay`, `paid`."""
    if not year.asked and not year.paid:
        return "nothing to pay"
    if not year.due:
        return "paid"
    return f"{money(year.due, club)} of {money(year.asked, club)} still to pay" if year.paid else (
        f"{money(year.due, club)} to pay"
    )  # fmt: skip


def own_year_words(year: Year, club: Club) -> str:
    """`$15 of $25 still to pay. Paid: $10 on January 5, 2027 (check 112)`."""
    paid = ", ".join(
        f"{money(one.amount, club)} on {calendar_day(one.paid_on, club.date_style)}"
        + (f" ({one.note})" if one.note else "")
        for one in year.standing
    )
    return ". ".join(filter(None, (year_words(year, club) if year.due else "", f"Paid: {paid}" if paid else "")))


def owed_mail(account: Account, page: str) -> str:
    """The same by mail, with the latest evenings; empty where nothing is owed."""
    if not account.owes:
        return ""
    lines = evening_lines(account)
    days = [f"{day}, {name}: {amount}" for day, name, amount, _ in lines[-MOST_IN_MAIL:]]
    more = [f"and {counted(len(lines) - MOST_IN_MAIL, 'evening')} before that"] if lines[MOST_IN_MAIL:] else []
    parts = (
        f"Hello, {account.member.public_name}",
        owed_words(account),
        "\n".join(days + more),
        "Pay at the next check-in. Is something wrong? Tell the director.",
        f"Everything that is yours:\n{page}",
    )
    return "\n\n".join(filter(None, parts))


# -- the treasurer's -----------------------------------------------------------------------


def list_words(accounts: Sequence[Account], club: Club) -> str:
    owing = [one.owes for one in accounts if one.owes]
    if not owing:
        return "Nobody owes anything."
    return f"{money(sum(owing), club)} owed by {counted(len(owing), 'person', 'people')}."


def dues_lines(dues: Iterable[Dues], accounts: Sequence[Account], club: Club) -> list[tuple[str, str, str]]:
    """Of each year's dues: what they are called, what came in, the address to change them."""
    found = []
    for one in dues:
        years = [year for account in accounts for year in account.years if year.dues.pk == one.pk]
        paid, due = sum(year.paid for year in years), sum(year.due for year in years)
        since = calendar_day(one.starts_on, club.date_style)
        words = f"{money(one.amount, club)} from {since}: {money(paid, club)} paid, {money(due, club)} to come"
        found.append((str(one), words, address_of("change_dues", club.slug, one.pk)))
    return found


def year_lines(account: Account) -> list[dict[str, Any]]:
    """Of each year: what is still to pay, payments with the address to take each back, where to enter one."""
    club, member = account.member.club, account.member
    return [
        {
            "dues": year.dues,
            "says": year_words(year, club),
            "part": year.part,
            "payments": [
                (
                    money(one.amount, club),
                    " · ".join(filter(None, (calendar_day(one.paid_on, club.date_style), one.note, one.by))),
                    one.reason if one.is_taken_back else "",
                    "" if one.is_taken_back else address_of("take_dues_back", club.slug, one.pk),
                )
                for one in year.payments
            ],
            "pay": address_of("take_dues", club.slug, year.dues.pk, member.pk) if year.due else "",
            "part_address": address_of("dues_part", club.slug, year.dues.pk, member.pk),
        }
        for year in account.years
    ]


def write_page(club: Club, people: ToWrite) -> FormPage:
    now = f"{counted(len(people.now), 'member')} who {'owes' if len(people.now) == 1 else 'owe'} something"
    says = [f"{now} will be told how much, and for what." if people.now else NOBODY]
    if people.lately:
        got = names_in_words(people.lately)
        says.append(f"{got} had this email in the last days.")
    if people.without:
        says.append(f"No email goes to {names_in_words(people.without)}: no address is known, or they want no emails.")
    return FormPage("Email those who owe?", "Send it", _back(club), says=says)


def names_in_words(people: Sequence[Member]) -> str:
    """`Ruth Abernathy, Walt Kowalski and 3 more`."""
    names = [one.full_name for one in people[:MOST_NAMED]]
    return listed([*names, *([f"{len(people) - MOST_NAMED} more"] if people[MOST_NAMED:] else [])])


def new_page(club: Club) -> FormPage:
    says = ("Every member owes them from that day. Who pays half, or nothing, is said on that member’s page.",)
    return FormPage("Set the year’s dues", "Set them", _back(club), says=says)


def change_page(dues: Dues) -> FormPage:
    return FormPage(f"Change the {dues}", "Save", _back(dues.club), says=("What was paid stays paid.",))


def pay_page(dues: Dues, member: Member) -> FormPage:
    back = "Back", address_of("member_dues", dues.club.slug, member.pk)
    return FormPage(f"{dues}: enter a payment", "Enter it", back, member.full_name)


def take_back_page(payment: DuesPayment) -> FormPage:
    club = payment.dues.club
    day = calendar_day(payment.paid_on, club.date_style)
    notice = f"{payment.member.full_name}: {money(payment.amount, club)} of the {payment.dues}, {day}"
    back = "Back", address_of("member_dues", club.slug, payment.member_id)
    way = "It no longer counts, and stays in the list, crossed out."
    return FormPage("Take this payment back?", "Take it back", back, says=(way,), notice=notice)


def next_start(newest: Dues | None, today: date) -> date:
    """The day that new dues are offered from: a year after the last ones, or the beginning of this year."""
    if newest is None:
        return date(today.year, 1, 1)
    day = newest.starts_on
    return day.replace(year=day.year + 1, day=min(day.day, 28) if day.month == 2 else day.day)


def _back(club: Club) -> tuple[str, str]:
    return "Back", address_of("dues", club.slug)
