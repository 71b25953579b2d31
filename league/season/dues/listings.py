from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.models import Club
from league.office.clubs.pages.navigation import address_of
from league.words import money
from pinochle_club.ground.dates import brief_day, calendar_day
from pinochle_club.ground.exports import BOTH
from pinochle_club.ground.listings import FILE, PAGE, PAPER, SMALL, UNSAID, Column, Figure, Listing, Name

from .reading import YEAR, Account

FOR_MAIL = "it is for mail merge"
AMOUNTS = ("for_evenings", "for_dues", "owes")


class AccountListing(Listing):
    """What everybody owes, the largest sums first: for the treasurer, and by file for letters."""

    media = PAGE | FILE | PAPER
    previous_key, next_key = "Before", "After"
    heading = "owed"
    file_name = "dues and debts"
    paper_look = "results nights"
    files = BOTH

    number = Figure("Number", accessor="member__number", on=FILE, because=FOR_MAIL)
    name = Name("Name", printed="who", accessor="member__full_name", orderable=True, order_by="member__full_name")
    email = Column("Email", accessor="member__email", default="", on=FILE, because=FOR_MAIL)
    evenings = Figure("Evenings", on_phone=UNSAID, orderable=True, initial_sort_descending=True)
    for_evenings = Figure("Fees", beside="fees", on_phone=SMALL, orderable=True, initial_sort_descending=True)
    for_dues = Figure("Dues", beside="dues", on_phone=SMALL, orderable=True, initial_sort_descending=True)
    owes = Figure("Owes", orderable=True, initial_sort_descending=True)
    last_paid = Column("Last paid", default="–", beside="paid", orderable=True, initial_sort_descending=True)

    def __init__(self, accounts: Sequence[Account], club: Club) -> None:
        super().__init__(accounts)
        self.club = club
        for name in AMOUNTS:
            column = self.columns[name].column
            column.called(column.verbose_name, in_file=f"{column.verbose_name} ({club.currency})")

    def render_name(self, record: Account) -> SafeString:
        address = address_of("member_dues", self.club.slug, record.member.pk)
        return format_html('<a href="{}"><bdi>{}</bdi></a>', address, record.member.full_name)

    def value_name(self, record: Account) -> str:
        return record.member.full_name

    paper_name = value_name

    def render_evenings(self, record: Account) -> str:
        return str(len(record.evenings) or "–")

    def value_evenings(self, record: Account) -> int:
        return len(record.evenings)

    def render_for_evenings(self, record: Account) -> str:
        return self._amount(record.for_evenings)

    def value_for_evenings(self, record: Account) -> Decimal:
        return Decimal(record.for_evenings) / 100

    def render_for_dues(self, record: Account) -> str:
        return self._amount(record.for_dues)

    def value_for_dues(self, record: Account) -> Decimal:
        return Decimal(record.for_dues) / 100

    def render_owes(self, record: Account) -> str:
        return self._amount(record.owes)

    def value_owes(self, record: Account) -> Decimal:
        return Decimal(record.owes) / 100

    def render_last_paid(self, record: Account) -> str:
        day = record.last_paid
        if day is None:
            return "–"
        is_lately = timezone.localdate() - day < YEAR
        return (brief_day if is_lately else calendar_day)(day, self.club.date_style)

    def value_last_paid(self, record: Account) -> date | str:
        return record.last_paid or ""

    def _amount(self, cents: int) -> str:
        return money(cents, self.club) if cents else "–"
