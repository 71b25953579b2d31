"""The people of a club, guests too, and pairs that are kept apart or together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Final
from urllib.parse import quote

from django.db import models
from django.db.models import F, Q

from scoring.models.uids import uid_field
from scoring.score_card.names import fitted

from .categories import Category
from .clubs import Club
from .facts import Contact, fact, facts_of

MOST_INITIALS: Final = 4
LONGEST_NAME: Final = 80
LONGEST_SHORT_NAME: Final = 20
# `R. A.`, `R. A. (3)`: what stands in an evening's list and on its cards for a member who is shown by initials only.
INITIALS: Final = re.compile(r"(?:(?:\w\. )*\w\.|–)(?: \(.+\))?")


def initials_of(name: str) -> str:
    """`Ruth Abernathy` is R. A."""
    letters = (next(filter(str.isalnum, word), "") for word in name.split())
    return " ".join([f"{letter.upper()}." for letter in letters if letter][:MOST_INITIALS]) or "–"


def told_apart(name: str, apart: str, longest: int) -> str:
    """`Ann Lee (3)`: a name with the mark that tells it from another's; alone where there is none."""
    return fitted(f"{name} ({apart})", longest) if apart else name


def with_number(name: str, number: int) -> str:
    """`Ann Lee (3)`: a name with its number, which may be there already."""
    return name if name.endswith(f" ({number})") else f"{name} ({number})"


class Member(models.Model):
    """A person of a club. A guest has a number too and becomes a member by one key.

    Cards and screens use `short_name` where room is short. People who share a name are told apart by `name_apart`
    behind it, `short_name_apart` behind the short one. `cannot_move`: keeps the same table through an evening.
    `partner_deals`: finds dealing hard, so the partner may where the book says so; only the own table is told.
    `director_notes` are for directors and admins only. `no_notices` and `wants_own_nights` are about emails. `carries`
    are categories. `is_another`: entered as another person than the first bearer of the name.

    A member who is `initials_only` is named to officials only; one who `is_anonymous` has no name any longer, for good.
    A member entered twice is `merged_into` the entry that stays, and found by that only. `link_nonce` makes the
    member's own link, new when it is given out again.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    # fmt: off
    number = fact(models.PositiveIntegerField(), "number",
        "Number", "no", "nr", "member number", "member no", "member id", "id", "#")
    name = fact(models.CharField(max_length=LONGEST_NAME), "name",
        "Name", "full name", "member", "member name", "player", "player name")
    short_name = fact(models.CharField(max_length=LONGEST_SHORT_NAME, blank=True), "short name",
        "Short name", "nickname", "nick name", "called", "card name", "short", is_personal=True)
    name_apart = models.CharField(max_length=10, blank=True)
    short_name_apart = models.CharField(max_length=10, blank=True)
    phone = fact(models.CharField(max_length=40, blank=True), "phone",
        "Phone", "telephone", "tel", "phone number", "mobile", "cell", "cell phone",
        is_personal=True, is_private=True, contact=Contact.PHONE)
    email = fact(models.EmailField(blank=True), "email",
        "Email", "e-mail", "mail", "email address", "e mail", "e mail address",
        is_personal=True, is_private=True, contact=Contact.EMAIL)
    no_notices = fact(models.BooleanField(default=False), "no notices by email",
        "No notices by email", "no notices", "no email", "no mail")
    wants_own_nights = models.BooleanField(default=False)
    is_active = fact(models.BooleanField(default=True), "active",
        "Active", "is active", "current")
    is_guest = fact(models.BooleanField(default=False), "guest",
        "Guest", "is guest", "visitor")
    cannot_move = fact(models.BooleanField(default=False), "stays at one table",
        "Stays at one table", "keeps one table", "cannot move", "stationary", "keeps table", "fixed table")
    partner_deals = fact(models.BooleanField(default=False), "partner deals", is_personal=True)
    initials_only = fact(models.BooleanField(default=False), "initials only",
        "Initials only", "shown by initials only", "initials", "private", is_personal=True)
    is_another = fact(models.BooleanField(default=False), "somebody else of this name")
    joined_on = fact(models.DateField(null=True, blank=True), "joined",
        "Joined", "joined on", "member since", "since", "date joined", "join date", is_personal=True)
    carries = models.ManyToManyField(Category, blank=True, related_name="members")
    fact(carries, "categories",
        "Categories", "category", "groups", "group", "class", read_as="categories")
    director_notes = fact(models.TextField(max_length=1000, blank=True), "directors’ notes",
        "Directors’ notes", "directors notes", "director notes", "notes", "note", "remarks",
        is_personal=True, is_private=True)
    # fmt: on
    is_anonymous = models.BooleanField(default=False)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged")
    link_nonce = models.CharField(max_length=32, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    uid = uid_field()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("club", "number"), name="one_member_per_number"),)

    def __str__(self) -> str:
        return self.public_name

    @property
    def bare_name(self) -> str:
        return initials_of(self.name) if self.initials_only else self.name

    @property
    def public_name(self) -> str:
        """The name for everybody; `league.office.members.naming` says who may read more."""
        return told_apart(self.bare_name, self.name_apart, LONGEST_NAME)

    @property
    def full_name(self) -> str:
        return told_apart(self.name, self.name_apart, LONGEST_NAME)

    @property
    def full_short_name(self) -> str:
        return told_apart(self.short_name, self.short_name_apart, LONGEST_SHORT_NAME)

    @property
    def public_short_name(self) -> str:
        return "" if self.initials_only else self.full_short_name

    @property
    def called(self) -> str:
        return self.public_short_name or self.public_name

    @property
    def contacts(self) -> list[tuple[str, str]]:
        ways = [(str(getattr(self, name)), contact.value) for name, contact in CONTACTS.items()]
        return [(text, link and link + quote(text, safe="/@")) for text, link in ways if text]

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the person's categories (one query, unless `carries` was prefetched)."""
        return tuple(sorted(category.name for category in self.carries.all()))


FACTS: Final = facts_of(Member)
CONTACTS: Final = {name: each.contact for name, each in FACTS.items() if each.contact}


class FullNames:
    """Full names of people shown by initials, for a page that officials alone read (one query, none where no initials
    were read)."""

    def __init__(self, club_id: int) -> None:
        self.club_id = club_id

    @cached_property
    def _members(self) -> Mapping[int, Member]:
        return Member.objects.filter(club=self.club_id, initials_only=True).in_bulk()

    def of(self, member_id: int | None, name: str) -> str:
        if member_id is None or not INITIALS.fullmatch(name) or member_id not in self._members:
            return name
        return self._members[member_id].full_name

    def on_card(self, name: str) -> str:
        if not INITIALS.fullmatch(name):
            return name
        return next((one.full_name for one in self._members.values() if one.public_name == name), name)

    def in_words(self, sentence: str) -> str:
        names = {one.public_name: one.full_name for one in self._members.values()}
        either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        return re.sub(rf"(?<!\S)({either})(?! \(\d)", lambda found: names[found[0]], sentence) if names else sentence


_reader: ContextVar[FullNames | None] = ContextVar("full_names", default=None)


def full_names() -> FullNames | None:
    return _reader.get()


def in_full(sentence: str) -> str:
    full = full_names()
    return full.in_words(sentence) if full else sentence


@contextmanager
def read_in_full(club_id: int | None) -> Iterator[None]:
    """Read people of evenings by full names in this block; with None as everybody reads them."""
    token = _reader.set(None if club_id is None else FullNames(club_id))
    try:
        yield
    finally:
        _reader.reset(token)


class Merge(models.Model):
    """A member entered twice: `gone` was merged into `kept`, with what it `brought`, so that it can be split."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    gone = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    brought = models.JSONField(default=dict)
    at = models.DateTimeField()
    by = models.CharField(max_length=80, blank=True)
    is_split = models.BooleanField(default=False)
    uid = uid_field()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.gone} into {self.kept}"


class PairRule(models.Model):
    """Two people kept apart or together by the seating: `first` has the lower id."""

    class Kind(models.TextChoices):
        NOT_PARTNERS = "not_partners", "do not partner"
        NEVER_MEET = "never_meet", "never sit at one table"
        PARTNERS = "partners", "always partner"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pair_rules")
    first = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("first", "second"), name="one_rule_per_pair"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pair_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.first} and {self.second} {self.get_kind_display()}"
