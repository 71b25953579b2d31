"""Members from a file: first the changes it would make, then making them. An empty cell leaves what is there; an
unreadable one is left out, or corrected. A number finds its member; without one the name does."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import (
    BooleanField,
    CharField,
    DateField,
    EmailField,
    Field,
    ManyToManyField,
    PositiveIntegerField,
    TextField,
)

from league.acting.deed import deed
from league.acting.lists import ReadList, RowFault, day_in, quoted
from league.acting.log import Refused
from league.acting.permissions import Acting, Action
from league.models import Club, Member
from league.models.members import FACTS, LONGEST_NAME
from league.office.members.files import HEADINGS, read_file
from pinochle_club.ground.forms import on_lines, on_one_line
from scoring.score_card.names import fitted

from .categories import LONGEST_CATEGORY, add_category
from .members import HIGHEST_NUMBER, in_words, log_change, save_fields
from .names import tell_apart

FIELDS: Final = tuple(name for name, each in FACTS.items() if each.headings)
YES: Final = frozenset({"yes", "y", "true", "t", "1", "x", "✓", "active"})
NO: Final = frozenset({"no", "n", "false", "f", "0", "-", "–", "inactive"})
WHO_IT_IS: Final = ("number", "name")
PEOPLE: Final = "((active |paid )?(members|people|players|names)|active|inactive|guests)"
# What stands below a list, or on each of its pages: a total, or when it was printed.
TOTAL: Final = re.compile(
    rf"((grand |sub)?(total|sum|count)s?( (number )?of)?( {PEOPLE})?\s*[:=–-]?\s*[0-9]*"
    rf"|{PEOPLE}\s*([:=–-]\s*[0-9]+|\([0-9]+\))|[0-9]+ {PEOPLE}( (in )?(total|all))?"
    r"|page [0-9]+( (of|/) [0-9]+)?|(as of|updated|printed|revised)( on)?:? .*[0-9].*)",
    re.IGNORECASE,
)
# A year alone, or a month of one, is a date: its first day, made whole as told here. So many parts of it were said.
SINCE: Final = r"(?:(?:since|joined|in|about|abt\.?|circa|ca?\.?|~|spring|summer|fall|winter)\s*(?:of )?)?"
FIRST_DAYS: Final = (
    (re.compile(rf"{SINCE}((19|20)[0-9]{{2}})(\.0+)?\s*[?*]?", re.IGNORECASE), "1/1/{0}", 1),
    (re.compile(r"[’']([0-9]{2})"), "1/1/{0}", 1),
    (re.compile(r"([0-9]{1,2})[-/.]((19|20)[0-9]{2})"), "{0}/1/{1}", 2),
    (re.compile(r"([A-Za-z]{3,9})\.?,? ((19|20)[0-9]{2})"), "{0} 1, {1}", 2),
)
LAST_FIRST: Final = re.compile(r"\s*([^,]+?)\s*,\s*([^,]+?)\s*")
SUFFIX: Final = re.compile(r"(jr|sr|esq|m\.?d|ph\.?d|[ivx]+)\.?", re.IGNORECASE)
# How a name such as `Lee, Ann` may be meant: what becomes of its two parts.
TURNS: Final[Mapping[str, str]] = {"turned": "{1} {0}", "plain": "{0} {1}", "kept": "{0}, {1}"}
NOBODY_KNOWN: Final = "new"
FOUND_OR_NEXT: Final = "The person is found by name, or gets the next free number."
LEFT_OUT: Final = "Only this cell is left out."
Answers = Mapping[int, str]
Fixes = Mapping[tuple[int, str], str]


@dataclass(frozen=True, slots=True)
class Said:
    """Answers on the preview: the person of a line, typed cells, how names such as `Lee, Ann` are `turned`, and of a
    list without headings its `columns`."""

    answers: Answers = field(default_factory=dict)
    fixes: Fixes = field(default_factory=dict)
    turned: str = ""
    columns: tuple[str, ...] = ()
    skips_first: bool = False
    skips_years: bool = False


NOTHING_SAID: Final = Said()


@dataclass(frozen=True, slots=True)
class Question:
    """A name that others have: is one of these `people` meant, by number, or `NOBODY_KNOWN`?"""

    line: int
    name: str
    people: tuple[Member, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class PlannedMember:
    """The fields that a line gives a member, perhaps a new one."""

    line: int
    fields: dict[str, Any]
    member: Member | None = None

    @property
    def details(self) -> str:
        shown = {name: value for name, value in self.fields.items() if name not in ("number", "name")}
        return ", ".join(f"{FACTS[name].label}: {in_words(value)}" for name, value in shown.items())

    @property
    def changes(self) -> tuple[tuple[str, str, str], ...]:
        return tuple(
            (FACTS[name].label, in_words(getattr(self.member, name)), in_words(value))
            for name, value in self.fields.items()
        )


@dataclass(slots=True)
class ImportPlan:
    """The changes a file would make. A line with a question does nothing until it is answered. `last_first` are names
    that may have to be turned around, `first_days` dates without a day, `cells` every line, `columns` those of a list
    without headings."""

    fingerprint: str
    said: Said = NOTHING_SAID
    columns: tuple[tuple[str, str], ...] = ()
    cells: dict[int, dict[str, str]] = field(default_factory=dict)
    last_first: list[str] = field(default_factory=list)
    first_days: dict[int, tuple[str, date]] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    categories: list[str] = field(default_factory=list)
    new: list[PlannedMember] = field(default_factory=list)
    changed: list[PlannedMember] = field(default_factory=list)
    unchanged: int = 0
    faults: list[RowFault] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def does_something(self) -> bool:
        return bool(self.new or self.changed or self.questions)

    @property
    def is_open(self) -> bool:
        return self.asks_to_turn or any(not question.answer for question in self.questions)

    @property
    def asks_to_turn(self) -> bool:
        return bool(self.last_first) and self.said.turned not in TURNS


class _Wrong(Exception):
    def __init__(self, text: str, *fields: str) -> None:
        super().__init__(text)
        self.fields = fields


class _Asked(Exception):
    pass


# -- what would change -------------------------------------------------------------------


def plan_import(club: Club, text: str, *, may_note: bool, said: Said = NOTHING_SAID) -> ImportPlan:
    """The plan of a file's text, with the answers so far (three queries). Raises `FileFault`."""
    file = read_file(text, said.columns)
    hidden = () if may_note or "director_notes" not in file.fields else (HEADINGS["director_notes"][0],)
    members = list(club.members.prefetch_related("carries").order_by("number"))
    plan = ImportPlan(
        fingerprint=fingerprint_of(members), said=said, ignored=(*file.ignored, *hidden), columns=file.columns
    )
    categories = club.categories.values_list("name", flat=True)
    _Planner(members, categories, plan, may_note=may_note).take(file)
    return plan


def fingerprint_of(members: list[Member]) -> str:
    """A digest of all that an import reads and writes of the members."""
    digest = hashlib.sha256()
    for member in members:
        digest.update(repr([member.pk, *(getattr(member, name) for name in FIELDS)]).encode())
    return digest.hexdigest()[:32]


class _Planner:
    """One pass over a file; numbers that lines give or take are known to those after them."""

    def __init__(self, members: list[Member], categories: Iterable[str], plan: ImportPlan, *, may_note: bool) -> None:
        self.plan, self.may_note, self.said = plan, may_note, plan.said
        self.categories = {name.casefold(): name for name in categories}
        self.by_number = {member.number: member for member in members}
        self.by_name: dict[str, list[Member]] = {}
        for member in (member for member in members if _is_listed(member)):
            self.by_name.setdefault(member.name.casefold(), []).append(member)
        self.seen: dict[int, int] = {}  # number: the line that spoke of it
        self.called: dict[int, str] = {}  # line: whom it is about

    def take(self, file: ReadList) -> None:
        waiting: list[tuple[int, dict[str, Any]]] = []
        for line, cells in islice(file.rows.items(), self.said.skips_first and bool(file.columns), None):
            try:
                self._take(line, cells, waiting)
            except _Wrong as fault:
                self.plan.faults.append(RowFault(line, str(fault), fault.fields))
            except _Asked:
                continue
        asked = {question.line for question in self.plan.questions}
        waiting.sort(key=lambda each: each[0] in asked)  # last, so that no answer changes the numbers of others
        self._number(waiting)
        self.plan.faults.sort(key=lambda fault: fault.line)
        self.plan.new.sort(key=lambda new: new.line)

    def _take(self, line: int, cells: dict[str, str], waiting: list[tuple[int, dict[str, Any]]]) -> None:
        fields = self._fields(line, cells)
        self._settle_number(line, fields)
        member = self._member(line, fields)
        numbers = {fields["number"]} if "number" in fields else set()
        numbers |= {member.number} if member else set()
        if not numbers:
            waiting.append((line, fields))
            return
        for number in sorted(numbers):
            self._once(number, line)
        self._add(line, member, fields)

    def _settle_number(self, line: int, fields: dict[str, Any]) -> None:
        number = fields.get("number", 0)
        holder = self.by_number.get(number)
        name = fields.get("name", holder.name if holder else "").casefold()
        self.called[line] = name
        why = ""
        if number in self.seen:
            if name == self.called[self.seen[number]]:
                return  # the same person twice
            why = f"Number {number} is already on line {self.seen[number]}."
        elif holder is not None and not _is_listed(holder):
            why = f"Number {number} was a former member’s."
        if why and "name" not in fields:
            raise _Wrong(why, "number", "name")
        if why:
            del fields["number"]
            self.plan.faults.append(RowFault(line, f"{why} {FOUND_OR_NEXT}", ("number",)))

    def _number(self, waiting: list[tuple[int, dict[str, Any]]]) -> None:
        """Give members without a number the next ones that neither the club nor the file has."""
        highest = max([0, *self.by_number, *self.seen])
        named: dict[str, int] = {}
        for line, fields in waiting:
            first = named.setdefault(fields["name"].casefold(), line)
            if first != line:
                text = f"{fields['name']} is already on line {first}. If they are two people, give each a number."
                self.plan.faults.append(RowFault(line, text, ("name", "number")))
                continue
            highest += 1
            self._add(line, None, {**fields, "number": highest})

    def _once(self, number: int, line: int) -> None:
        if number in self.seen:
            raise _Wrong(f"Number {number} is already on line {self.seen[number]}.", "number", "name")
        self.seen[number] = line

    def _member(self, line: int, fields: dict[str, Any]) -> Member | None:
        """The member of a line, by number or by a name that one of the club has; else it is asked."""
        if fields.get("number") in self.by_number:
            return self.by_number[fields["number"]]
        named = self.by_name.get(fields.get("name", "").casefold(), [])
        if len(named) == 1 and "number" not in fields:
            return named[0]
        return self._asked(line, fields, named) if named else None

    def _asked(self, line: int, fields: dict[str, Any], people: list[Member]) -> Member | None:
        meant = {str(member.number): member for member in people}
        answer = self.said.answers.get(line, "")
        is_answered = answer == NOBODY_KNOWN or answer in meant
        self.plan.questions.append(Question(line, fields["name"], tuple(people), answer if is_answered else ""))
        if not is_answered:
            if "number" in fields:
                self._once(fields["number"], line)
            raise _Asked
        if answer == NOBODY_KNOWN:
            fields["is_another"] = True
        return meant.get(answer)

    def _add(self, line: int, member: Member | None, fields: dict[str, Any]) -> None:
        if member is None and "name" not in fields:
            text = f"Nobody has number {fields['number']}, and the line has no name."
            self.plan.faults.append(RowFault(line, text, ("name", "number")))
            return
        self._look_at_first_day(line, member, fields)
        if member is not None:
            changed = {name: value for name, value in fields.items() if getattr(member, name) != value}
            if changed:
                self.plan.changed.append(PlannedMember(line, changed, member))
            else:
                self.plan.unchanged += 1
            return
        self.plan.new.append(PlannedMember(line, fields))

    def _look_at_first_day(self, line: int, member: Member | None, fields: dict[str, Any]) -> None:
        """Take a year alone as no news where the member's own day lies in it; it may be left out."""
        found = _first_day(self.plan.cells[line]["joined_on"]) if "joined_on" in fields else None
        if found is None:
            return
        day, parts = found
        known = member.joined_on if member else None
        is_known = known is not None and known.timetuple()[:parts] == day.timetuple()[:parts]
        if not is_known:
            self.plan.first_days[line] = self.plan.cells[line]["joined_on"], day
        if is_known or self.said.skips_years:
            del fields["joined_on"]

    # -- one line ------------------------------------------------------------------------

    def _fields(self, line: int, cells: dict[str, str]) -> dict[str, Any]:
        """The fields a line gives, without unreadable cells. Raises `_Wrong` for a line without a person."""
        typed = {field: cell for (at, field), cell in self.said.fixes.items() if at == line}
        self.plan.cells[line] = cells = {**cells, **typed}
        total = next((cells[name] for name in WHO_IT_IS if TOTAL.fullmatch(cells.get(name, ""))), None)
        if total is not None:
            raise _Wrong(f"{quoted(total)} is a total or the like, not a person.")
        given = {name: cell for name, cell in cells.items() if cell and name in READERS}
        fields: dict[str, Any] = {}
        for name in (name for name in READERS if name in given and (name != "director_notes" or self.may_note)):
            try:
                fields[name] = READERS[name](name, given[name])
            except _Wrong as fault:
                instead = self._instead(name, given, fields)
                self.plan.faults.append(RowFault(line, f"{fault} {instead}", (name,)))
        if not fields.keys() & set(WHO_IT_IS):
            raise _Wrong("This line has neither a name nor a number. Type the name, or it’s left out.", "name")
        if "name" in fields:
            fields["name"] = self._turned(fields["name"], self.by_number.get(fields.get("number", 0)))
        if "categories" in fields:
            fields["categories"] = self._known(fields["categories"])
        return fields

    def _instead(self, name: str, given: Mapping[str, str], fields: dict[str, Any]) -> str:
        """The remedy for an unreadable cell. Raises `_Wrong` where nothing says who it is."""
        if name == "number" and "name" in given:
            return FOUND_OR_NEXT
        begins = on_one_line(given[name]) if name == "name" and fields.get("number") not in self.by_number else ""
        if not begins and name == "name" and "number" not in fields:
            raise _Wrong("The name can’t be read. Type it, or this line is left out.", "name")
        if not begins:
            return LEFT_OUT
        fields[name] = fitted(begins, LONGEST_NAME)
        return "Only its beginning is kept."

    def _turned(self, name: str, holder: Member | None) -> str:
        """A name such as `Lee, Ann`, as it is meant; one that is in the list already stays."""
        parts = LAST_FIRST.fullmatch(name)
        is_known = name.casefold() in self.by_name or (holder is not None and holder.name == name)
        if parts is None or is_known or SUFFIX.fullmatch(parts[2]):
            return name
        self.plan.last_first.append(name)
        return TURNS.get(self.said.turned, TURNS["kept"]).format(*parts.groups())

    def _known(self, names: Iterable[str]) -> tuple[str, ...]:
        for name in names:
            if name.casefold() not in self.categories:
                self.categories[name.casefold()] = name
                self.plan.categories.append(name)
        return tuple(sorted({self.categories[name.casefold()] for name in names}))


def _is_listed(member: Member) -> bool:
    return not member.is_anonymous and member.merged_into_id is None


def _number_of(name: str, cell: str) -> int:
    found = re.fullmatch(r"#?([0-9]{1,7})(\.0*)?", cell)
    if found is None or not 1 <= int(found[1]) <= HIGHEST_NUMBER:
        raise _Wrong(f"{quoted(cell)} is not a number from 1 to {HIGHEST_NUMBER}.")
    return int(found[1])


def _text_of(name: str, cell: str) -> str:
    longest = _longest(name)
    text = on_one_line(cell)
    if not text:
        raise _Wrong(f"The {FACTS[name].label} can’t be read.")
    if len(text) > longest:
        raise _Wrong(f"The {FACTS[name].label} {quoted(text)} is longer than {longest} characters.")
    if name == "email":
        try:
            validate_email(text)
        except ValidationError:
            raise _Wrong(f"{quoted(text)} is not an email address.") from None
    return text


def _longest(name: str) -> int:
    return FACTS[name].field.max_length or 0


def _switch_of(name: str, cell: str) -> bool:
    word = cell.casefold()
    if word not in YES | NO:
        raise _Wrong(f"{FACTS[name].label.capitalize()} is {quoted(cell)}. Write yes or no.")
    return word in YES


def _date_of(name: str, cell: str) -> date:
    first = _first_day(cell)
    day = first[0] if first else day_in(cell)
    if day is None:
        raise _Wrong(f"{quoted(cell)} is not a date. Write it as 11/21/2026.")
    return day


def _first_day(cell: str) -> tuple[date, int] | None:
    """The first day of a year or month that stands alone, and the number of parts given."""
    found = ((pattern.fullmatch(cell), whole, parts) for pattern, whole, parts in FIRST_DAYS)
    days = ((day_in(whole.format(*said.groups())), parts) for said, whole, parts in found if said)
    return next(((day, parts) for day, parts in days if day), None)


def _categories_of(name: str, cell: str) -> tuple[str, ...]:
    names = [on_one_line(part) for part in re.split(r"[,;/|\n]", cell)]
    for one in names:
        if len(one) > LONGEST_CATEGORY:
            raise _Wrong(f"The category {quoted(one)} is longer than {LONGEST_CATEGORY} characters.")
    return tuple(filter(None, names))


def _notes_of(name: str, cell: str) -> str:
    longest = _longest(name)
    text = on_lines(cell)
    if len(text) > longest:
        raise _Wrong(f"The notes are longer than {longest} characters.")
    return text


BY_KIND: Final[Mapping[type[Field[Any, Any]], Callable[[str, str], Any]]] = {
    PositiveIntegerField: _number_of,
    CharField: _text_of,
    EmailField: _text_of,
    BooleanField: _switch_of,
    DateField: _date_of,
    ManyToManyField: _categories_of,
    TextField: _notes_of,
}
READERS: Final = {name: BY_KIND[type(FACTS[name].field)] for name in FIELDS}


# -- doing it ----------------------------------------------------------------------------

OPEN: Final = {True: "Choose how the names are meant below.", False: "Choose who you mean below."}


def apply_import(
    *, club: Club, acting: Acting, text: str, fingerprint: str, client_id: str, said: Said = NOTHING_SAID
) -> ImportPlan | None:
    """Do as the preview said; None where this submission did it before. Raises `Refused` where members changed since or
    a question is open, and `FileFault`."""
    with deed(club, acting, client_id) as doing:  # of two imports at once the second finds the first's members
        if doing.was_done:
            return None
        plan = plan_import(club, text, may_note=acting.may(Action.READ_NOTES), said=said)
        if plan.fingerprint != fingerprint:
            raise Refused("Members changed since you checked this list. Check again what would change now.")
        _apply(club, acting, plan)
        if plan.is_open:
            raise Refused(f"{OPEN[plan.asks_to_turn]} Nothing has been imported yet.")
        entered = ", ".join(f"{new.fields['number']} {new.fields['name']}" for new in plan.new)
        counts = f"{len(plan.new)} new, {len(plan.changed)} changed"
        doing.tell("imported members from a file", counts, after=entered)
    return plan


def _apply(club: Club, acting: Acting, plan: ImportPlan) -> None:
    for name in plan.categories:
        add_category(club=club, name=name, acting=acting, client_id="")
    columns = [{name: value for name, value in new.fields.items() if name != "categories"} for new in plan.new]
    made = Member.objects.bulk_create([Member(club=club, **each) for each in columns])
    known = {category.name: category for category in club.categories.all()}
    carrying = Member.carries.through
    carrying.objects.bulk_create(
        carrying(member=member, category=known[name])
        for member, new in zip(made, plan.new, strict=True)
        for name in new.fields.get("categories", ())
    )
    for changed in plan.changed:
        member = changed.member
        assert member is not None, "a change is one of somebody"
        before = {name: getattr(member, name) for name in changed.fields}
        save_fields(member, changed.fields)
        log_change(member=member, before=before, changed=list(changed.fields), acting=acting)
    tell_apart(club)


# -- the same as a file ------------------------------------------------------------------


def file_header(*, may_note: bool) -> list[str]:
    return [HEADINGS[name][0] for name in _columns(may_note)]


def file_rows(club: Club, *, may_note: bool) -> Iterator[list[object]]:
    """Members as lines that `plan_import` reads back unchanged."""
    listed = club.members.filter(is_anonymous=False, merged_into=None)
    for member in listed.prefetch_related("carries").order_by("number"):
        yield [_cell(getattr(member, name)) for name in _columns(may_note)]


def _columns(may_note: bool) -> tuple[str, ...]:
    return FIELDS if may_note else tuple(name for name in FIELDS if name != "director_notes")


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value)
    return value.isoformat() if isinstance(value, date) else value
