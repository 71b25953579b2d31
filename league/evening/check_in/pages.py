"""Roll call as it is shown: a row for everybody, what is known of them tonight, and the keys that apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.utils.http import urlencode

from league.acting.answers import FormPage
from league.evening.check_in.debts import debt_words, owed
from league.evening.check_in.people import Headcount, KnownMember, wants_partner
from league.models import Club, Coming, Entrant, Event, Member, RoundSeat
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words, money, plain
from pinochle_club.ground.plainly import kept
from scoring.rules.notation import ended, listed

State = Entrant.State
SHOWN: Final[Mapping[str, str]] = {"all": "Everybody", "here": "Here", "missing": "Expected", "due": "Fee due"}
SHOWN_OF_PAIRS: Final[Mapping[str, str]] = {**SHOWN, "wanted": "Partner wanted"}


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a row: what it does, its word, whether it is the large green one, and what it `asks` before. `also`
    is what it does besides, which a phone has no room to say: there it stands beside the key for that."""

    do: str
    label: str
    is_main: bool = False
    asks: str = ""
    also: str = ""


@dataclass(frozen=True, slots=True)
class RollRow:
    """One person: `kind` is `absent`, `expected`, `here` or `left`; `more_keys` stand behind "More". `partner` is where
    one is chosen at an evening of pairs; `pair_up` where a tap on another row does that, for who has none. While it is
    asked who plays with somebody, `mate` is that one's row. `owes` is what they owe from earlier evenings."""

    row_id: str
    action: str
    number: int
    name: str
    marks: tuple[str, ...]
    kind: str
    state: str
    fee: str
    is_due: bool
    owes: str
    keys: tuple[Key, ...]
    more_keys: tuple[Key, ...]
    settings: str
    partner: str
    pair_up: str
    mate: str
    warning: str


# -- rows --------------------------------------------------------------------------------


def roll_row(
    event: Event,
    *,
    member: Member | KnownMember | None,
    entrant: Entrant | None,
    missing: RoundSeat | None = None,
    mate: Entrant | KnownMember | None = None,
    said: Coming | None = None,
    asking: RollPerson | None = None,
    debts: Sequence[Entrant] = (),
) -> RollRow:
    """The row of a member, an entrant, or both; `mate` is the partner who may come along with them, `said` what they
    said about the night before it. `asking` looks for a partner just now: a tap on the row of who is free makes a pair.
    `debts` are the earlier evenings of which they owe the fee: its key stands behind "More" while another is in front.
    """
    person = entrant or member
    assert person is not None
    kind = entrant.state if entrant else "absent"
    due = entrant.to_pay if entrant else event.fee_of(is_guest=person.is_guest)
    keys, more_keys = _keys(kind, entrant, money(due, event.club) if due else "", event.club)
    if mate is not None and kind in ("absent", State.EXPECTED):
        keys, more_keys = _pair_keys(event, keys, more_keys, due + _owed(event, mate))
    if debts and keys:
        more_keys = (_debt_key(debts, event.club), *more_keys)
    elif debts:
        keys = (_debt_key(debts, event.club),)
    is_open = event.state != Event.State.CLOSED
    if not is_open:
        keys, more_keys = (), ()  # nothing of a closed evening is taken
    wants = entrant is not None and event.is_for_pairs and wants_partner(entrant)
    row_id = row_id_of(member, entrant)
    is_free = wants or (entrant is None and event.is_for_pairs and mate is None)
    if asking is not None:
        is_offered = is_free and row_id != asking.row_id
        keys, more_keys = ((Key("pair", "Pair up", is_main=True),) if is_offered else ()), ()
    elif is_free and kind != State.HERE:  # the fee of one who looks for a partner can wait
        keys, more_keys = keys[:1], (*keys[1:], *more_keys)
    return RollRow(
        row_id=row_id,
        action=_address(event, "check_in_member" if member else "check_in_entrant", (member or person).pk),
        number=person.number,
        name=member.full_name if member else str(entrant),  # officials alone see the roll: the full one
        marks=(*_marks(member, entrant, mate, wants=wants), *_said(kind, said)),
        kind=kind,
        state=_state(entrant, event.club),
        fee=_fee(entrant, event.club),
        is_due=_is_due(entrant),
        owes=f"owes {debt_words(debts, event.club)}" if debts else "",
        keys=keys,
        more_keys=more_keys,
        settings=_address(event, "entrant", entrant.pk) if entrant and is_open else "",
        partner=_address(event, "partner", entrant.pk) if entrant and is_open and event.is_for_pairs else "",
        pair_up=f"?{urlencode({'pair': row_id})}" if is_free and asking is None else "",
        mate=asking.row_id if asking else "",
        warning=missing_words(missing) if missing else "",
    )


def row_id_of(member: Member | KnownMember | None, entrant: Entrant | None) -> str:
    if member is not None:
        return f"member-{member.pk}"
    return f"entrant-{entrant.pk if entrant else 0}"


def _address(event: Event, name: str, key: int | str) -> str:
    return address_of(name, event.club.slug, event.pk, key)


def mate_of(
    event: Event, entrant: Entrant | None, standing: KnownMember | None, there: Mapping[int | None, Entrant]
) -> Entrant | KnownMember | None:
    """The partner who would come along at an evening of pairs: tonight's, else the one somebody always plays with, who
    may be on the list already (`there` by member) and free. None where that partner is here or gone."""
    if not event.is_for_pairs:
        return None
    mate: Entrant | KnownMember | None = entrant.partner if entrant else None
    if mate is None and standing is not None:
        mate = there.get(standing.pk, standing)
        if isinstance(mate, Entrant) and mate.partner_id is not None:
            return None
    is_to_come = mate is not None and (not isinstance(mate, Entrant) or mate.state == State.EXPECTED)
    return mate if is_to_come else None


def _owed(event: Event, person: Entrant | KnownMember) -> int:
    # Who is still to come has paid nothing late.
    return max(0, person.fee - person.paid) if isinstance(person, Entrant) else event.fee_of(is_guest=person.is_guest)


def _pair_keys(
    event: Event, keys: tuple[Key, ...], more_keys: tuple[Key, ...], due: int
) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """The keys of a row whose partner may come along: both by one, the others after it."""
    here, *pays = keys
    paid = (Key("both_paid", f"Both here + {money(due, event.club)}"),) if due else ()
    return (Key("both", "Both here", is_main=True), Key(here.do, here.label)), (*paid, *pays, *more_keys)


def _marks(
    member: Member | KnownMember | None, entrant: Entrant | None, mate: Entrant | KnownMember | None, *, wants: bool
) -> tuple[str, ...]:
    found = ["Guest"] if (entrant.is_guest if entrant else member is not None and member.is_guest) else []
    if entrant is not None:
        found += ["House player"] if entrant.is_house_player else []
        found += ["Happy to sit out"] if entrant.sits_out_gladly else []
        found += ["Partner wanted"] if wants else [f"With {entrant.partner.called}"] if entrant.partner else []
    elif mate is not None:
        found.append(f"With {mate.name if isinstance(mate, Entrant) else mate.full_name}")
    if entrant.cannot_move if entrant else member is not None and member.cannot_move:
        found.append("Cannot move")
    return tuple(found)


def _said(kind: str, said: Coming | None) -> list[str]:
    """For who is not here: that they said no, and the few words they left."""
    if said is None or kind not in ("absent", State.EXPECTED):
        return []
    is_no = said.says == Coming.Says.NOT_COMING
    return [*(["Said no"] if is_no else []), *([f"“{said.note}”"] if said.note else [])]


def _state(entrant: Entrant | None, club: Club) -> str:
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


def _fee(entrant: Entrant | None, club: Club) -> str:
    if entrant is None or not (entrant.fee or entrant.paid):
        return ""
    if entrant.to_pay:
        return f"{money(entrant.to_pay, club)} due"
    return f"{money(entrant.paid, club)} paid" if entrant.paid else ""


def _keys(kind: str, entrant: Entrant | None, due: str, club: Club) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
    """The keys of a row; `due` is the fee to take, empty where nothing is owed."""
    pay = (Key("paid", f"Take {due}"),) if due else ()
    arrive = (Key("here", "Here", is_main=True), *((Key("here_paid", f"+ {due}", also="Here"),) if due else ()))
    if kind == "absent":
        return arrive, (Key("expected", "Is expected"),)
    if kind == State.EXPECTED:
        return arrive, (*pay, *_give_back(entrant, club), Key("remove", "Is not coming"))
    if kind == State.LEFT:
        return (Key("back", "Is back"),), (*pay, *_give_back(entrant, club))
    return pay, (Key("left", "Has left"), Key("undo", "Not here after all"))


def _debt_key(debts: Sequence[Entrant], club: Club) -> Key:
    return Key("owed", f"Take {money(owed(debts), club)} owed")


def _give_back(entrant: Entrant | None, club: Club) -> tuple[Key, ...]:
    """For who has paid and is not here: not yet, or no longer."""
    if entrant is None or not entrant.paid:
        return ()
    amount = money(entrant.paid, club)
    return (Key("give_back", f"Give {amount} back", asks=f"Do you give {entrant.called} {amount} back?"),)


def missing_words(seat: RoundSeat) -> str:
    table = seat.table
    return f"{table.event_round} is being played: {seat.entrant.called} is missing at table {table.number}."


# -- the whole roll ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollPerson:
    """Somebody the roll can show: a member, an entrant of the evening, or both."""

    member: KnownMember | None
    entrant: Entrant | None
    is_usual: bool = False
    said: Coming | None = None

    @property
    def said_no(self) -> bool:
        return self.entrant is None and self.said is not None and self.said.says == Coming.Says.NOT_COMING

    @property
    def row_id(self) -> str:
        return row_id_of(self.member, self.entrant)

    @property
    def number(self) -> int:
        return (self.entrant or self.known).number

    @property
    def name(self) -> str:
        """The full name where it is a member: officials alone see the roll."""
        return self.entrant.name if self.entrant and not self.member else self.known.full_name

    @property
    def known(self) -> KnownMember:
        assert self.member is not None, "whoever is not on the list is a member"
        return self.member

    @property
    def kind(self) -> str:
        return self.entrant.state if self.entrant else "absent"


GROUPS: Final = ("Just came", "Expected", "Regulars", "Members", "Guests", "Only tonight", "Not coming", "Inactive")
FOLDED: Final = ("Not coming", "Inactive")
# A club of more people is searched; a page shows so many of them.
MOST_LISTED: Final = 100
FOUND_AT_ONCE: Final = 24
JUST_CAME: Final = 4


@dataclass(frozen=True, slots=True)
class Roll:
    """Whom the roll shows, in groups, each by name. In a large club (`is_search`) those who were looked for, else whom
    the door waits for; `pages` is how many there are, `more` how many were found beyond what is shown."""

    groups: Mapping[str, Sequence[RollPerson]]
    is_search: bool = False
    page: int = 1
    pages: int = 1
    more: int = 0


def roll_of(people: Sequence[RollPerson], *, words: str, show: str, page: int = 1) -> Roll:
    """The people who are asked for."""
    is_search = len(people) > MOST_LISTED
    is_first_page = is_search and show == "all" and not words
    wanted = _is_awaited if is_first_page else FILTERS[show]
    found = [one for one in people if wanted(one) and (not words or is_found(one.name, one.number, words))]
    found.sort(key=lambda one: (plain(one.name), one.number))
    if not is_search:
        return Roll(_in_groups(found, _group))
    if is_first_page or words:
        found.sort(key=_rank)
    if words:
        return Roll(_in_groups(found[:FOUND_AT_ONCE], _group), is_search=True, more=max(0, len(found) - FOUND_AT_ONCE))
    pages = max(1, -(-len(found) // FOUND_AT_ONCE))
    page = min(page, pages)
    shown = found[(page - 1) * FOUND_AT_ONCE : page * FOUND_AT_ONCE]
    groups = _in_groups(shown, _awaited_group if is_first_page else _group)
    return Roll(_just_came(people) | groups if is_first_page else groups, is_search=True, page=page, pages=pages)


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


def _awaited_group(person: RollPerson) -> str:
    return "Expected" if person.kind == State.EXPECTED else _group(person)


def _in_groups(people: Iterable[RollPerson], title: Callable[[RollPerson], str]) -> dict[str, list[RollPerson]]:
    groups: dict[str, list[RollPerson]] = {}
    for one in people:
        groups.setdefault(title(one), []).append(one)
    return {name: groups[name] for name in GROUPS if name in groups}


def _rank(person: RollPerson) -> int:
    """Those first for whom the door waits."""
    if person.entrant is not None:
        return 0 if person.kind == State.EXPECTED else 2
    if person.said_no:
        return 3
    return 1 if person.is_usual else 3 if person.member is None or person.member.is_active else 4


def _is_awaited(person: RollPerson) -> bool:
    return person.kind == State.EXPECTED or (person.entrant is None and person.is_usual and not person.said_no)


def _just_came(people: Iterable[RollPerson]) -> dict[str, list[RollPerson]]:
    """Those who came last, so that a tap on the wrong row is soon put right."""
    came = [(one.entrant.arrived_at, one) for one in people if one.entrant and one.entrant.arrived_at and is_here(one)]
    last = sorted(came, key=lambda each: each[0], reverse=True)[:JUST_CAME]
    return {"Just came": [one for _, one in last]} if last else {}


def roll_page(
    people: Sequence[RollPerson],
    roll: Roll,
    rows: Mapping[str, Sequence[RollRow]],
    *,
    words: str,
    show: str,
    shown: Mapping[str, str],
    asking: RollPerson | None = None,
) -> dict[str, object]:
    """The roll in words: `rows` are those of its people by group. The filters `shown` count everybody. `asking` looks
    for a partner just now."""
    counts = roll_counts((one.entrant for one in people if one.entrant), shown)
    return {
        "groups": [
            {"title": title, "rows": group, "is_folded": title in FOLDED and not words and show == "all"}
            for title, group in rows.items()
        ],
        "filters": [
            {"words": label, "value": value, "count": len(people) if value == "all" else counts[value]}
            for value, label in shown.items()
        ],
        "show": show,
        "words": words,
        "asking": asking,
        "asks": urlencode({"q": words, "show": show, "page": str(roll.page), "pair": asking.row_id if asking else ""}),
        "told": found_words([row for group in rows.values() for row in group], roll.more) if words else "",
        "is_empty": not roll.groups,
        "is_search": roll.is_search,
        "more": roll.more,
        "page": roll.page,
        "pages": range(1, roll.pages + 1) if roll.pages > 1 else (),
    }


def roll_counts(entrants: Iterable[Entrant], shown: Iterable[str]) -> dict[str, int]:
    """How many of an evening's list each filter shows; `all` counts the club's people as well, and is not here."""
    people = [RollPerson(None, entrant) for entrant in entrants]
    return {show: sum(map(FILTERS[show], people)) for show in shown if show != "all"}


def shown_at(event: Event) -> Mapping[str, str]:
    """The filters of the roll."""
    return SHOWN_OF_PAIRS if event.is_for_pairs else SHOWN


def found_words(rows: Sequence[RollRow], more: int) -> str:
    """What a search has come to, above the rows: what Enter does, or why it does nothing yet."""
    if not rows:
        return ""
    if more or len(rows) > 1:
        return f"{len(rows) + more} people found. Type more, or tap the one you mean."
    (row,) = rows
    if row.kind == State.HERE:
        return f"{row.name} is here already."
    return ended(f"Press Enter to check in {row.name}")


def row_words(row: RollRow) -> str:
    """`Bernice Hall: Here 7:05 PM, number 9, $5 due`: what has become of a row that was tapped."""
    number = f"number {row.number}" if row.kind == State.HERE else ""
    return f"{row.name}: {', '.join(filter(None, (row.state or 'Not on the list', number, row.fee, row.owes)))}"


def is_here(person: RollPerson) -> bool:
    return person.kind == State.HERE and not _is_house_player(person)


def _is_house_player(person: RollPerson) -> bool:
    return person.entrant is not None and person.entrant.is_house_player


def _is_due(entrant: Entrant | None) -> bool:
    return entrant is not None and entrant.to_pay > 0 and entrant.state in (State.HERE, State.LEFT)


FILTERS: Final[Mapping[str, Callable[[RollPerson], bool]]] = {
    "all": lambda person: True,
    "here": is_here,
    "missing": lambda person: person.kind == State.EXPECTED and not _is_house_player(person),
    "due": lambda person: _is_due(person.entrant),
    "wanted": lambda person: person.entrant is not None and wants_partner(person.entrant),
}


def roll_summary(people: Headcount, club: Club, *, is_stale: bool, missing: Iterable[RoundSeat]) -> dict[str, object]:
    """The counts on top, and what the director must know now."""
    late = [missing_words(seat) for seat in missing if seat.entrant.state == State.HERE]
    return {"people": people_words(people), "fees": money_words(people, club), "is_stale": is_stale, "missing": late}


def is_found(name: str, number: int, words: str) -> bool:
    """Whether a search means this person: their number, or every word begins a part of their name."""
    if words.isdecimal():
        return str(number) == str(int(words))
    parts = _parts(name)
    return all(any(part.startswith(word) for part in parts) for word in _parts(words))


@kept(10_000)  # a large club has some thousand names, and every letter typed goes through all of them
def _parts(name: str) -> tuple[str, ...]:
    return tuple(plain(name).replace("-", " ").split())


# -- in words ----------------------------------------------------------------------------


def people_words(people: Headcount) -> str:
    """`18 here, 2 expected, 1 left`."""
    if not (people.here or people.expected or people.left):
        return "Nobody is on the list yet"
    parts = [f"{people.here} here"]
    parts += [f"{people.expected} expected"] if people.expected else []
    parts += [f"{people.left} left"] if people.left else []
    return ", ".join(parts)


def money_words(people: Headcount, club: Club) -> str:
    """`$25 paid, $5 due`; empty where there are no fees."""
    if not (people.due or people.paid):
        return ""
    return f"{money(people.paid, club)} paid, {money(people.due, club) if people.due else 'nothing'} due"


def absent_words(absent: Sequence[Entrant]) -> str:
    """What the start of a round means for those who have a seat in it and are not here; empty for none."""
    if not absent:
        return ""
    return f"{ended(f'Not here: {listed([one.called for one in absent])}')} They count as late once the round starts."


def partner_page(entrant: Entrant, *, is_seated: bool) -> FormPage:
    """With whom somebody plays all evening."""
    event = entrant.event
    says = ["Rounds already played stay as they are."] if is_seated else []
    if is_seated:
        says.append("Then re-plan the seating. You’ll see the changes before they happen.")
    back = ("Back to check-in", address_of("check_in", event.club.slug, event.pk))
    return FormPage(f"Partner of {entrant.name}", "Save", back, event.name, says)


# -- the door ----------------------------------------------------------------------------


def door_choice(event: Event, member: Member, *, is_here: bool) -> dict[str, object]:
    """One match at the door: nothing but name and number."""
    address = _address(event, "door_member", member.pk)
    return {"number": member.number, "name": member.public_name, "address": address, "is_here": is_here}


def welcome(entrant: Entrant, seat: RoundSeat | None) -> dict[str, object]:
    """What somebody reads after checking in."""
    due = entrant.to_pay
    return {
        "name": entrant.called,
        "number": entrant.number,
        "fee": f"Fee due: {money(due, entrant.event.club)}" if due else "",
        "seat": f"{seat.table.event_round}: table {seat.table.number}" if seat else "",
    }


def tablet_link(event: Event, token: str) -> dict[str, str]:
    """The address that makes a tablet the door's."""
    return {"address": settings.PUBLIC_URL + _address(event, "pair_door", token)}
