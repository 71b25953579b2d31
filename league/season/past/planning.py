"""A past season planned from its file: the owners of its names, the rows taken, and the standings they make."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, TypeAlias

from django.utils import timezone

from league.acting.lists import FileFault, RowFault
from league.models import Club, Member, PastFile, PastRow
from league.office.members.deeds.importing import LAST_FIRST, SUFFIX, TURNS
from league.office.members.matching import Known, People, plain
from league.season.seasons.past import FileLine, disagreements, past_standings
from league.season.seasons.reading import People as Merged
from league.season.seasons.rules import SeasonRules
from league.season.seasons.standings import Place
from pinochle_club.ground.dates import calendar_day

from .rows import EACH, PAIR, SOME, Fixes, PastList, read_past

MOST_NAMES: Final = 300
Where: TypeAlias = tuple[date | None, int | None]
# What may be said of a name besides the number of a member.
INITIALS: Final = "initials"
BY_NAME: Final = "name"
LEFT_OUT: Final = "out"
SAME_AS: Final = "as-"  # and the key of another name of the file
MEETS_ENOUGH: Final = 2  # rounds in which two names stand side by side are enough to be two people


@dataclass(frozen=True, slots=True)
class Asked:
    """A file with the season's name and days, the answers by key of a name or of two (`both_of`), and typed cells.
    `pairs` says how rows of two names are meant, `turned` names such as `Lee, Ann`; `columns` those of a file without
    headings."""

    text: str
    name: str = ""
    opens_on: date | None = None
    closes_on: date | None = None
    best: int | None = None
    file_name: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    fixes: Fixes = field(default_factory=dict)
    pairs: str = ""
    turned: str = ""
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the file. `who` is a member, negative for a person to be entered, None while open or left out. `sure`
    was found without asking; else `near` ones, of whom the first `is_clear` or is asked about. `answer` holds. A
    name as `written` may have to be turned around."""

    key: str
    name: str
    rows: int
    line: int
    sure: Member | None
    near: tuple[Member | Name, ...]
    is_clear: bool
    answer: str = ""
    who: int | None = None
    fault: str = ""
    written: str = ""

    @property
    def is_new(self) -> bool:
        return self.answer in (INITIALS, BY_NAME)

    @property
    def is_left_out(self) -> bool:
        return self.answer == LEFT_OUT


def answer_of(person: Member | Name) -> str:
    return str(person.number) if isinstance(person, Member) else f"{SAME_AS}{person.key}"


@dataclass(frozen=True)
class PastPlan:
    """Everything a file would do. `already` is the file as it was brought in before: then nothing changes."""

    asked: Asked
    past: PastList
    fingerprint: str
    digest: str
    already: PastFile | None
    members: Mapping[int, Member]
    names: Mapping[str, Name]
    style: str
    taken: tuple[tuple[FileLine, tuple[Name, ...]], ...] = ()
    faults: tuple[RowFault, ...] = ()
    left_out: tuple[FileLine, ...] = ()
    waiting: tuple[FileLine, ...] = ()
    places: tuple[Place, ...] = ()
    put_otherwise: tuple[tuple[Place, Place], ...] = ()

    @property
    def is_open(self) -> bool:
        asks = self.asks_for_pairs or self.asks_to_turn
        return asks or any(not name.answer for name in self.names.values())

    @property
    def asks_for_pairs(self) -> bool:
        """Whether it isn't said yet how rows of two names are meant, all of them or one by one."""
        asked = self.asked.pairs
        return bool(self.past.pairs) and (not all(self.meant.values()) if asked == SOME else asked not in (PAIR, EACH))

    @property
    def meant(self) -> Mapping[str, str]:
        """By two names, where rows differ, whether they are a pair or get the points each; empty where it is asked: one
        of them stands in other rows, too."""
        stands: dict[str, set[str]] = defaultdict(set)
        for line in self.past.lines:
            for name in filter(None, (line.name, line.partner)):
                stands[name].add(both_of(line))
        return {
            key: next((one for one in (self.asked.answers.get(key), *usual) if one in (PAIR, EACH)), "")
            for line in self.past.pairs
            for key in (both_of(line),)
            for usual in ([PAIR] if len(stands[line.name] | stands[line.partner]) == 1 else [],)
        }

    def is_each(self, line: FileLine) -> bool:
        """Whether a row of two names is no pair's."""
        asked = self.asked.pairs
        return bool(line.partner) and (asked == EACH or (asked == SOME and self.meant[both_of(line)] == EACH))

    @property
    def last_first(self) -> tuple[Name, ...]:
        """New people whose names may have to be turned around."""
        return tuple(name for name in self.names.values() if name.written)

    @property
    def asks_to_turn(self) -> bool:
        return bool(self.last_first) and self.asked.turned not in TURNS

    @property
    def rules(self) -> SeasonRules:
        for_pairs = not all(map(self.is_each, self.past.pairs))
        return rules_of(self.past.kind, self.asked.best, for_pairs=for_pairs)

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and the last day of the season, as far as typed or in the file."""
        played = [line.day for line, _name in self.taken if line.day is not None]
        first, last = self.asked.opens_on, self.asked.closes_on
        if played:
            first, last = first or min(played), last or max(played)
        return (first, last) if first and last else None


def rules_of(kind: str, best: int | None, *, for_pairs: bool = False) -> SeasonRules:
    if kind == "table":
        return SeasonRules(from_file="table", tie_breaks=(), with_guests=True, for_pairs=for_pairs)
    return SeasonRules(from_file="nights", best=best or 0, tie_breaks=(), with_guests=True, for_pairs=for_pairs)


def key_of(name: str) -> str:
    return hashlib.sha256((plain(name) or name.casefold()).encode()).hexdigest()[:12]


def both_of(line: FileLine) -> str:
    """The key of the two names of a row."""
    return "-".join(sorted(key_of(name) for name in filter(None, (line.name, line.partner))))


def plan_past(club: Club, asked: Asked) -> PastPlan:
    """The plan of a file (three queries). Raises `FileFault` where it cannot be read."""
    days = asked.opens_on, asked.closes_on, timezone.localdate()
    past = read_past(asked.text, *days, asked.fixes, asked.columns)
    members = {one.pk: one for one in club.members.filter(is_anonymous=False).order_by("number")}
    # What is in the file, whatever kind of file it was saved as.
    rows = json.dumps([[line, sorted(cells.items())] for line, cells in past.read.rows.items()], ensure_ascii=False)
    digest = hashlib.sha256(rows.encode()).hexdigest()
    known = repr([(one.pk, one.number, one.name, one.merged_into_id) for one in members.values()])
    plan = PastPlan(
        asked=asked,
        past=past,
        fingerprint=hashlib.sha256(known.encode()).hexdigest()[:32],
        digest=digest,
        already=PastFile.objects.filter(club=club, digest=digest).select_related("season").first(),
        members=members,
        names=_names(club, past, members, asked),
        style=club.date_style,
    )
    return _sorted_out(plan)


# -- whose a name is -----------------------------------------------------------------------


def _names(club: Club, past: PastList, members: Mapping[int, Member], asked: Asked) -> dict[str, Name]:
    """The names of the file, those in the member list first, half names last, so that a slip finds the right name."""
    found: dict[str, list[FileLine]] = {}
    for line in past.lines:
        for name in filter(None, (line.name, line.partner)):
            found.setdefault(key_of(name), []).append(replace(line, name=name))
    if len(found) > MOST_NAMES:
        raise FileFault(f"There are more than {MOST_NAMES} names in it. Split the list in two.")
    naming = _Naming(People(_known(club, members)), members, asked.answers)
    places = {key: at for at, key in enumerate(found, start=1)}
    for key in sorted(found, key=lambda key: naming.turn(found[key])):
        naming.take(key, found[key], -places[key])
    return {key: _turned(naming.names[key], asked.turned) for key in found}


def _turned(name: Name, turned: str) -> Name:
    """Somebody new, whose name such as `Lee, Ann` is as it is meant."""
    parts = LAST_FIRST.fullmatch(name.name)
    if name.sure or name.near or parts is None or SUFFIX.fullmatch(parts[2]):
        return name
    return replace(name, name=TURNS.get(turned, TURNS["kept"]).format(*parts.groups()), written=name.name)


class _Naming:
    """One pass over the names of a file; each is known to those after it."""

    def __init__(self, people: People, members: Mapping[int, Member], answers: Mapping[str, str]) -> None:
        self.people, self.members, self.answers = people, members, answers
        self.listed = {one.number: one for one in members.values() if one.merged_into_id is None}
        self.names: dict[str, Name] = {}
        self.new: dict[int, Name] = {}  # those to be entered
        self.there: dict[int, set[Where]] = {}  # where everybody is in the file

    def turn(self, lines: Sequence[FileLine]) -> tuple[object, ...]:
        words = plain(lines[0].name).split()
        is_sure = self.people.find(lines[0].name).who is not None
        return not is_sure, len(words) < 2 or min(map(len, words)) == 1, -len(lines), lines[0].line

    def take(self, key: str, lines: Sequence[FileLine], new: int) -> None:
        name = self.found(key, lines)
        name = self.answered(name, self.answers.get(key, "") or _usual(name), new)
        self.names[key] = name
        if name.who is None:
            return
        self.there.setdefault(name.who, set()).update(map(where, lines))
        if name.is_new:
            self.new[new] = name
        self.people.add(Known(name.who, (name.name,)))

    def found(self, key: str, lines: Sequence[FileLine]) -> Name:
        """The possible owners of a name. Names side by side again and again are two people; once may be a slip."""
        here = {where(line) for line in lines}
        meets = {who: len(here & there) for who, there in self.there.items()}
        match = self.people.find(lines[0].name, {who for who, often in meets.items() if often >= MEETS_ENOUGH})
        near = tuple(self.members.get(who) or self.new[who] for who in match.near)
        is_clear = match.is_clear and not meets.get(match.near[0])
        sure = self.members.get(match.who) if match.who is not None else None
        return Name(key, lines[0].name, len(lines), lines[0].line, sure, near, is_clear)

    def answered(self, name: Name, answer: str, new: int) -> Name:
        if answer in (INITIALS, BY_NAME):
            return replace(name, answer=answer, who=new)
        if answer == LEFT_OUT or not answer:
            return replace(name, answer=answer)
        if answer.startswith(SAME_AS):
            other = self.names.get(answer.removeprefix(SAME_AS))
            if other is None:
                return replace(name, fault="Say who is meant.")
            return replace(name, answer=LEFT_OUT if other.is_left_out else answer, who=other.who)
        number = int(answer) if answer.isascii() and answer.isdecimal() and len(answer) < 10 else 0
        if number not in self.listed:
            return replace(name, fault=f"Nobody has number {answer[:12]}.")
        return replace(name, answer=str(number), who=self.listed[number].pk)


def where(line: FileLine) -> Where:
    return line.day, line.round_number


def _usual(name: Name) -> str:
    """The answer until another is given; none where it is asked."""
    if name.sure is not None:
        return answer_of(name.sure)
    if name.near:
        return answer_of(name.near[0]) if name.is_clear else ""
    return INITIALS


def _known(club: Club, members: Mapping[int, Member]) -> list[Known]:
    names: dict[int, dict[str, None]] = {pk: {one.name: None} for pk, one in members.items() if not one.merged_into_id}
    merged = Merged({pk: one.merged_into_id for pk, one in members.items()})
    for one in members.values():
        into = merged.one(one.pk)
        if into in names:
            names[into][one.name] = None
    rows = PastRow.objects.filter(file__club=club).order_by()
    earlier = rows.exclude(name="").values_list("member", "name")
    for pk, name in earlier.union(rows.exclude(partner_name="").values_list("partner", "partner_name")):
        into = merged.one(pk)
        if into in names:
            names[into][name] = None
    return [Known(pk, tuple(each), members[pk].short_name) for pk, each in names.items()]


# -- which rows are taken ------------------------------------------------------------------


def _sorted_out(plan: PastPlan) -> PastPlan:
    taken: dict[tuple[int, date | None, int | None], int] = {}
    found: list[tuple[FileLine, tuple[Name, ...]]] = []
    faults = list(plan.past.faults)
    left_out: list[FileLine] = []
    waiting: list[FileLine] = []
    for line in _lines_of(plan):
        names = tuple(plan.names[key_of(name)] for name in filter(None, (line.name, line.partner)))
        who = tuple(sorted(name.who for name in names if name.who is not None))
        if len(who) < len(names):
            (left_out if any(name.is_left_out for name in names) else waiting).append(line)
            continue
        twice = [name for name in names if (name.who or 0, line.day, line.round_number) in taken]
        if twice or len(set(who)) < len(who):
            name = (twice or names)[0]
            first = taken.get((name.who or 0, line.day, line.round_number), line.line)
            faults.append(_twice(plan, line, name, first))
            continue
        taken.update(dict.fromkeys([(one, line.day, line.round_number) for one in who], line.line))
        found.append((replace(line, who=who), names))
    places = past_standings(plan.rules, [line for line, _names in found])[None]
    return replace(
        plan,
        taken=tuple(found),
        faults=tuple(sorted(faults, key=lambda fault: fault.line)),
        left_out=tuple(left_out),
        waiting=tuple(waiting),
        places=places,
        put_otherwise=tuple(disagreements(places)) if plan.past.kind == "table" else (),
    )


def _lines_of(plan: PastPlan) -> Iterator[FileLine]:
    """The lines of the file; of a row of two who are no pair, one for each."""
    splits = plan.asked.pairs in (EACH, SOME)
    for line in plan.past.lines:
        if plan.is_each(line):
            yield replace(line, partner="", at=2 * line.at)
            yield replace(line, name=line.partner, partner="", at=2 * line.at + 1)
        else:
            yield replace(line, at=2 * line.at) if splits else line


def _twice(plan: PastPlan, line: FileLine, name: Name, first: int) -> RowFault:
    there = plan.members.get(name.who or 0)
    called = there.name if there else name.name
    when = f" on {calendar_day(line.day, plan.style)}" if line.day else ""
    round_words = f", round {line.round_number}" if line.round_number else ""
    fields = ("name", "day") if line.day and not plan.past.days else ("name",)
    return RowFault(line.line, f"{called} is there twice{when}{round_words}: see row {first}.", fields)
