"""Roll call on the screen: a row for each person, with marks and keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.utils.http import urlencode

from league.acting.answers import FormPage
from league.evening.check_in.debts import debt_words, owed
from league.evening.check_in.people import KnownMember, wants_partner
from league.evening.seating.field import tables_tonight
from league.models import Club, Coming, Entrant, Event, Member, RoundSeat
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words, money, plain
from pinochle_club.ground.plainly import kept
from scoring.rules.notation import counted, ended, listed
from scoring.rules.notation import number as in_words

State = Entrant.State
FOLDER: Final = "league/evening/check_in"
Known: TypeAlias = Member | KnownMember
TO_COME: Final = ("absent", State.EXPECTED)  # people who may still come
SHOWN: Final[Mapping[str, str]] = {"all": "Everybody", "here": "Here", "missing": "Expected", "due": "Fee due"}
SHOWN_OF_PAIRS: Final[Mapping[str, str]] = {**SHOWN, "wanted": "Partner wanted"}


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a row: its deed, word, and the question before (`asks`). `also` is a second effect."""

    do: str
    label: str
    is_main: bool = False
    asks: str = ""
    also: str = ""


# -- rows --------------------------------------------------------------------------------


@dataclass(frozen=True)
class RollRow:
    """The row of one `person`. `missing` is a seat waiting for them, `mate` a partner who may come along. While
    `asking` looks for a partner, a tap on a free person's row makes a pair. `debts` are evenings with a fee due."""

    event: Event
    person: RollPerson
    missing: RoundSeat | None = None
    mate: Entrant | Known | None = None
    asking: RollPerson | None = None
    debts: Sequence[Entrant] = ()

    @property
    def action(self) -> str:
        member, entrant = self.person.member, self.person.entrant
        if member is not None:
            return _address(self.event, "check_in_member", member.pk)
        return _address(self.event, "check_in_entrant", entrant.pk if entrant else 0)

    @cached_property
    def state(self) -> str:
        entrant, club = self.person.entrant, self.event.club
        if entrant is None:
            return ""
        if entrant.state == State.EXPECTED:
            return "Expected"
        if entrant.state == State.LEFT:
            return f"Left {clock_words(entrant.left_at, club)}" if entrant.left_at else "Left"
        since = f"Here {clock_words(entrant.arrived_at, club)}" if entrant.arrived_at else "Here"
        if entrant.last_round is not None:
            return f"{since}, not in the final"
        return f"{since}, from round {entrant.first_round}" if entrant.first_round > 1 else since

    @property
    def is_told(self) -> bool:
        """Whether its tick and its key say all of it: so that a tap makes no row higher."""
        entrant = self.person.entrant
        is_all_night = entrant is not None and entrant.first_round == 1 and entrant.last_round is None
        return is_all_night and self.person.kind in (State.HERE, State.EXPECTED)

    @property
    def is_short(self) -> bool:
        return is_short(self.event)

    @cached_property
    def fee(self) -> str:
        entrant = self.person.entrant
        if entrant is None or not (entrant.fee or entrant.paid):
            return ""
        if entrant.to_pay:
            return f"{money(entrant.to_pay, self.event.club)} due"
        return f"{money(entrant.paid_in_all, self.event.club)} paid" if entrant.paid_in_all else ""

    @cached_property
    def owes(self) -> str:
        return f"owes {debt_words(self.debts, self.event.club)}" if self.debts else ""

    @cached_property
    def marks(self) -> tuple[str, ...]:
        person, entrant, mate = self.person, self.person.entrant, self.mate
        found = ["Guest"] if person.known.is_guest else []
        if entrant is not None:
            found += ["House player"] if entrant.is_house_player else []
            found += ["Happy to sit out"] if entrant.sits_out_gladly else []
            with_whom = [f"With {entrant.partner.called}"] if entrant.partner else []
            found += ["Partner wanted"] if self._wants_partner else with_whom
            found += [f"Team {entrant.team}"] if self.event.team_size and entrant.team else []
        elif mate is not None:
            found.append(f"With {mate.name if isinstance(mate, Entrant) else mate.full_name}")
        if entrant is not None and entrant.at_table:
            found.append(f"Stays at table {entrant.at_table}")
        else:
            found += ["Cannot move"] if person.known.cannot_move else []
        if person.answer and person.kind in TO_COME:
            found += ["Said no"] if person.answer.says == Coming.Says.NOT_COMING else []
            found += [f"“{person.answer.note}”"] if person.answer.note else []
        return tuple(found)

    @property
    def warning(self) -> str:
        return missing_words(self.missing) if self.missing else ""

    @property
    def words(self) -> str:
        """`Bernice Hall: Here 7:05 PM, number 9, $5 due`: a row after a tap."""
        number = f"number {self.person.number}" if self.person.kind == State.HERE else ""
        facts = filter(None, (self.state or "Not on the list", number, self.fee, self.owes))
        return f"{self.person.name}: {', '.join(facts)}"

    # -- keys

    @property
    def is_open(self) -> bool:
        return self.event.state != Event.State.CLOSED

    @cached_property
    def _wants_partner(self) -> bool:
        return self.person.entrant is not None and self.event.is_for_pairs and wants_partner(self.person.entrant)

    @cached_property
    def _is_free(self) -> bool:
        is_to_come_alone = self.person.entrant is None and self.event.is_for_pairs and self.mate is None
        return self._wants_partner or is_to_come_alone

    @property
    def pair_up(self) -> str:
        return f"?{urlencode({'pair': self.person.row_id})}" if self._is_free and self.asking is None else ""

    @property
    def keys(self) -> tuple[Key, ...]:
        return self._keys[0]

    @property
    def more_keys(self) -> tuple[Key, ...]:
        return self._keys[1]

    @cached_property
    def _keys(self) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
        person, event = self.person, self.event
        if not self.is_open:  # a closed evening takes no money
            return (), ()
        if self.asking is not None:
            is_offered = self._is_free and person.row_id != self.asking.row_id
            return (Key("pair", "Pair up", is_main=True),) if is_offered else (), ()
        due = person.entrant.to_pay if person.entrant else event.fee_of(is_guest=person.known.is_guest)
        keys, more_keys = _keys(person.kind, person.entrant, money(due, event.club) if due else "", event.club)
        if self.mate is not None and person.kind in TO_COME:
            keys, more_keys = _pair_keys(event, keys, more_keys, due + _owed(event, self.mate))
        if self.debts:
            key = Key("owed", f"Take {money(owed(self.debts), event.club)} owed")
            keys, more_keys = (keys, (key, *more_keys)) if keys else ((key,), more_keys)
        if self._is_free and person.kind != State.HERE:  # first a partner, then the fee
            return keys[:1], (*keys[1:], *more_keys)
        return keys, more_keys


def is_short(event: Event) -> bool:
    """Whether a tap on a name is all there is to do."""
    return not (event.fee or event.guest_fee or event.is_for_pairs)


def row_id_of(member: Known | None, entrant: Entrant | None) -> str:
    if member is not None:
        return f"member-{member.pk}"
    return f"entrant-{entrant.pk if entrant else 0}"


def _address(event: Event, name: str, key: int | str) -> str:
    return address_of(name, event.club.slug, event.pk, key)


def mate_of(
    event: Event, entrant: Entrant | None, standing: Known | None, there: Mapping[int | None, Entrant]
) -> Entrant | Known | None:
    """The partner who would come along: tonight's, else the standing one, if free and on the list (`there`)."""
    if not event.is_for_pairs:
        return None
    mate: Entrant | Known | None = entrant.partner if entrant else None
    if mate is None and standing is not None:
        mate = there.get(standing.pk, standing)
        if isinstance(mate, Entrant) and mate.partner_id is not None:
            return None
    is_to_come = mate is not None and (not isinstance(mate, Entrant) or mate.state == State.EXPECTED)
    return mate if is_to_come else None


def _owed(event: Event, person: Entrant | Known) -> int:
    # A person still to come has paid nothing late.
    return max(0, person.fee - person.paid) if isinstance(person, Entrant) else event.fee_of(is_guest=person.is_guest)


def _pair_keys(
    event: Event, keys: tuple[Key, ...], more_keys: tuple[Key, ...], due: int
) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    here, *pays = keys
    paid = (Key("both_paid", f"Both here + {money(due, event.club)}"),) if due else ()
    return (Key("both", "Both here", is_main=True), Key(here.do, here.label)), (*paid, *pays, *more_keys)


def _keys(kind: str, entrant: Entrant | None, due: str, club: Club) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    pay = (Key("paid", f"Take {due}"),) if due else ()
    arrive = (Key("here", "Here", is_main=True), *((Key("here_paid", f"+ {due}", also="Here"),) if due else ()))
    if kind == "absent":
        return arrive, (Key("expected", "Is expected"),)
    if kind == State.EXPECTED:
        return arrive, (*pay, *_give_back(entrant, club), Key("remove", "Is not coming"))
    if kind == State.LEFT:
        return (Key("back", "Is back"),), (*pay, *_give_back(entrant, club))
    return pay, (Key("left", "Has left"), Key("undo", "Not here after all"))


def _give_back(entrant: Entrant | None, club: Club) -> tuple[Key, ...]:
    if entrant is None or not entrant.paid:
        return ()
    amount = money(entrant.paid, club)
    return (Key("give_back", f"Give {amount} back", asks=f"Do you give {entrant.called} {amount} back?"),)


def missing_words(seat: RoundSeat) -> str:
    table = seat.table
    return f"{table.event_round} is being played: {seat.entrant.called} is missing at table {table.number}."


def teams_page(event: Event, people: Sequence[Entrant]) -> FormPage:
    """Who plays in which team. A team that is not full is named."""
    back = "Back to check-in", address_of("check_in", event.club.slug, event.pk)
    if not event.team_size:
        return FormPage("Teams", "Save", back, event.name, notice="There are no teams tonight.")
    here = Counter(one.team for one in people if one.team)
    short = [
        f"{team} has {counted(found, 'player')}." for team, found in sorted(here.items()) if found < event.team_size
    ]
    says = (
        f"A team has {in_words(event.team_size)} players. Type the same name for each of them, such as “Aces”.",
        *short,
    )
    return FormPage("Teams", "Save", back, event.name, says, fields=f"{FOLDER}/_teams.html")


# -- the whole roll ----------------------------------------------------------------------


@dataclass(frozen=True)
class RollPerson:
    member: Known | None
    entrant: Entrant | None
    is_usual: bool = False
    answer: Coming | None = None

    @property
    def said_no(self) -> bool:
        return self.entrant is None and self.answer is not None and self.answer.says == Coming.Says.NOT_COMING

    @property
    def row_id(self) -> str:
        return row_id_of(self.member, self.entrant)

    @property
    def known(self) -> Entrant | Known:
        known = self.entrant or self.member
        assert known is not None, "everybody who is not on the list is a member"
        return known

    @property
    def number(self) -> int:
        return self.known.number

    @property
    def name(self) -> str:
        """A member's full name: only officials see the roll."""
        return self.member.full_name if self.member else str(self.entrant)

    @property
    def kind(self) -> str:
        """`absent`, `expected`, `here` or `left`."""
        return self.entrant.state if self.entrant else "absent"

    @property
    def is_house_player(self) -> bool:
        return self.entrant is not None and self.entrant.is_house_player

    @property
    def is_here(self) -> bool:
        return self.kind == State.HERE and not self.is_house_player

    @property
    def is_due(self) -> bool:
        return self.entrant is not None and self.entrant.to_pay > 0 and self.kind in (State.HERE, State.LEFT)

    @property
    def is_awaited(self) -> bool:
        return self.kind == State.EXPECTED or (self.entrant is None and self.is_usual and not self.said_no)


GROUPS: Final = ("Just came", "Expected", "Regulars", "Members", "Guests", "Only tonight", "Not coming", "Inactive")
FOLDED: Final = ("Not coming", "Inactive")
# A club with more people is searched; a page shows this many.
MOST_LISTED: Final = 100
FOUND_AT_ONCE: Final = 24
JUST_CAME: Final = 4
AFTER_NAMES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})


def roll_of(
    people: Sequence[RollPerson], *, words: str, show: str, page: int = 1, by_last: bool = False
) -> dict[str, Any]:
    """People shown by `words` and filter, in groups, in a large club those searched for; `more` were found."""
    is_search = len(people) > MOST_LISTED
    is_first_page = is_search and show == "all" and not words
    found = [
        one
        for one in people
        if (one.is_awaited if is_first_page else FILTERS[show](one))
        and (not words or is_found(one.name, one.number, words))
    ]
    found.sort(key=lambda one: (last_name(one.name) if by_last else "", plain(one.name), one.number))
    if is_first_page or (is_search and words):
        found.sort(key=_rank)
    pages = max(1, -(-len(found) // FOUND_AT_ONCE)) if is_search and not words else 1
    page = min(page, pages) if pages > 1 else 1
    shown = found[(page - 1) * FOUND_AT_ONCE : page * FOUND_AT_ONCE] if is_search else found
    groups = _in_groups(shown, expected_apart=is_first_page)
    return {
        "words": words,
        "show": show,
        "groups": _just_came(people) | groups if is_first_page else groups,
        "is_search": is_search,
        "page": page,
        "pages": range(1, pages + 1) if pages > 1 else (),
        "more": max(0, len(found) - FOUND_AT_ONCE) if is_search and words else 0,
        "other_order": ("first", "Sort by first name") if by_last else ("last", "Sort by last name"),
        "folded": FOLDED if not words and show == "all" else (),
        "asks": urlencode({"q": words, "show": show, "page": str(page)}),
    }


def _group(person: RollPerson) -> str:
    if person.member is None:
        return "Only tonight"
    if person.said_no:
        return "Not coming"
    if person.is_usual:
        return "Regulars"
    if not person.member.is_active:
        return "Inactive"
    return "Guests" if person.member.is_guest else "Members"


def _in_groups(people: Iterable[RollPerson], *, expected_apart: bool = False) -> dict[str, list[RollPerson]]:
    groups: dict[str, list[RollPerson]] = {}
    for one in people:
        title = "Expected" if expected_apart and one.kind == State.EXPECTED else _group(one)
        groups.setdefault(title, []).append(one)
    return {name: groups[name] for name in GROUPS if name in groups}


def _rank(person: RollPerson) -> int:
    if person.entrant is not None:
        return 0 if person.kind == State.EXPECTED else 2
    if person.said_no:
        return 3
    return 1 if person.is_usual else 3 if person.member is None or person.member.is_active else 4


def _just_came(people: Iterable[RollPerson]) -> dict[str, list[RollPerson]]:
    came = [(one.entrant.arrived_at, one) for one in people if one.entrant and one.entrant.arrived_at and one.is_here]
    last = sorted(came, key=lambda each: each[0], reverse=True)[:JUST_CAME]
    return {"Just came": [one for _, one in last]} if last else {}


def roll_counts(entrants: Iterable[Entrant], shown: Iterable[str]) -> dict[str, int]:
    """The number of people by filter, without `all`, which counts the club's people too."""
    people = [RollPerson(None, entrant) for entrant in entrants]
    return {show: sum(map(FILTERS[show], people)) for show in shown if show != "all"}


def shown_at(event: Event) -> Mapping[str, str]:
    return SHOWN_OF_PAIRS if event.is_for_pairs else SHOWN


def found_words(rows: Sequence[RollRow], more: int) -> str:
    if not rows:
        return ""
    if more or len(rows) > 1:
        return f"{len(rows) + more} people found. Type more, or tap the one you mean."
    person = rows[0].person
    if person.kind == State.HERE:
        return f"{person.name} is here already."
    return ended(f"Press Enter to check in {person.name}")


FILTERS: Final[Mapping[str, Callable[[RollPerson], bool]]] = {
    "all": lambda person: True,
    "here": lambda person: person.is_here,
    "missing": lambda person: person.kind == State.EXPECTED and not person.is_house_player,
    "due": lambda person: person.is_due,
    "wanted": lambda person: person.entrant is not None and wants_partner(person.entrant),
}


def is_found(name: str, number: int, words: str) -> bool:
    """Whether a search means this person: by number, or each word begins a part of the name."""
    if words.isdecimal():
        return str(number) == str(int(words))
    parts = _parts(name)
    return all(any(part.startswith(word) for part in parts) for word in _parts(words))


def last_name(name: str) -> str:
    """`abernathy` of Ruth Abernathy, `kowalski` of Walt Kowalski Jr."""
    parts = [part for part in plain(name).replace(".", "").replace(",", "").split() if part not in AFTER_NAMES]
    return parts[-1] if parts else ""


@kept(10_000)  # a large club has some thousand names, and every letter typed goes through all of them
def _parts(name: str) -> tuple[str, ...]:
    return tuple(plain(name).replace("-", " ").split())


# -- in words ----------------------------------------------------------------------------


def people_words(people: Mapping[str, int]) -> str:
    """`18 here, 2 expected, 1 left`."""
    if not (people["here"] or people["expected"] or people["left"]):
        return "Nobody is on the list yet"
    parts = [f"{people['here']} here"]
    parts += [f"{people['expected']} expected"] if people["expected"] else []
    parts += [f"{people['left']} left"] if people["left"] else []
    return ", ".join(parts)


def tables_words(event: Event, entrants: Iterable[Entrant]) -> str:
    """`4 tables, 2 sit out`: what those who are here make; empty for fewer."""
    there = [one for one in entrants if one.state == State.HERE and not one.is_house_player]
    sizes, _ = tables_tonight(event, sum(not (event.is_for_pairs and wants_partner(one)) for one in there))
    out = f", {sizes.out} {'sits' if sizes.out == 1 else 'sit'} out" if sizes.out else ""
    return f"{counted(len(sizes.tables), 'table')}{out}" if sizes.tables else ""


def money_words(people: Mapping[str, int], club: Club) -> str:
    """`$25 paid, $5 due`; empty without fees."""
    if not (people["due"] or people["paid"]):
        return ""
    due = money(people["due"], club) if people["due"] else "nothing"
    return f"{money(people['paid'], club)} paid, {due} due"


def absent_words(absent: Sequence[Entrant]) -> str:
    """The effect of starting a round on its absent players; empty for none."""
    if not absent:
        return ""
    return f"{ended(f'Not here: {listed([one.called for one in absent])}')} They count as late once the round starts."


def partner_page(entrant: Entrant, *, is_seated: bool) -> FormPage:
    event = entrant.event
    says = ["Rounds already played stay as they are."] if is_seated else []
    if is_seated:
        says.append("Then re-plan the seating. You’ll see the changes before they happen.")
    back = ("Back to check-in", address_of("check_in", event.club.slug, event.pk))
    return FormPage(f"Partner of {entrant.name}", "Save", back, event.name, says)


# -- the door ----------------------------------------------------------------------------


def tablet_link(event: Event, token: str) -> dict[str, str]:
    return {"address": settings.PUBLIC_URL + _address(event, "pair_door", token)}
