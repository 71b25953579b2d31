"""A past season from a file in words: the rows to come in, the faults, and the way out again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any, Final

from django.utils import timezone

from league.acting.answers import FormPage
from league.acting.list_form import CELL, column_choices
from league.acting.lists import WEEK, RowFault
from league.evening.ties.parting import Who
from league.models import Club, Member, PastFile, Season
from league.models.members import initials_of
from league.office.clubs.pages.navigation import address_of
from league.office.members.deeds.importing import LAST_FIRST, TURNS
from league.office.members.pages.importing import TURN_KEYS
from league.season.seasons.past import FileLine
from pinochle_club.ground.dates import calendar_day
from scoring.rules.notation import counted, figure_words

from .forms import NUMBER, WHO
from .planning import BY_NAME, INITIALS, LEFT_OUT, Name, PastPlan, answer_of, both_of
from .rows import EACH, HEADINGS, PAIR, READERS, SOME, SUBSTITUTED

NOT_WHOLE: Final = "The list didn’t arrive complete. Choose it again."
TAKEN_OUT: Final = "The season is out again."
MOST_MENDED: Final = 60
MOST_TOLD: Final = 5
MOST_SHOWN: Final = 3
COLUMNS: Final = {
    "table": (("Place", "Name", "Points", "Nights", "Wins"), ((1, "Ruth Abernathy", 4120, 18, 41),)),
    "nights": (("Date", "Name", "Points", "Place", "Wins"), (("2019-01-08", "Ruth Abernathy", 245, 1, 3),)),
    "weeks": (("Name", "2019-01-08", "2019-01-15", "2019-01-22"), (("Ruth Abernathy", 245, 198.5, "bye"),)),
}


def file_page(club: Club) -> FormPage:
    return FormPage(
        "Bring in a past season",
        "Show what would come in",
        ("Back to the standings", address_of("seasons", club.slug)),
        says=("First you see what would come in, row by row. Nothing is saved until you say so.",),
        is_plain=True,
    )


def take_out_page(season: Season) -> FormPage:
    return FormPage(
        "Take this season out?",
        "Take it out",
        ("Keep it", address_of("season", season.club.slug, season.pk)),
        season.name,
        says=(
            "The season and its rows go for good, and with them those who were entered for it alone.",
            "The file can be brought in again.",
        ),
        tone="danger",
    )


def brought_in(season: Season) -> str:
    return f"{season.name} is in."


# -- what would come in --------------------------------------------------------------------


def preview_of(plan: PastPlan) -> dict[str, Any]:
    names = plan.names.values()
    asked = [name for name in names if not name.answer or (name.near and not name.is_clear)]
    alike = [name for name in names if name.answer and name.is_clear]
    new = [name for name in names if name.answer and name.sure is None and not name.near]
    found = [name for name in names if name.answer and name.sure is not None]
    faulty = {fault.line for fault in plan.faults}
    return {
        "summary": _summary(plan),
        "kind": PastFile.Kind(plan.past.kind).label,
        "ignored": ", ".join((*plan.past.read.ignored, *_unused(plan))),
        "columns": column_choices(plan.past.read.columns, HEADINGS),
        "questions": tuple(_questions(plan)),
        "substitutes": _substitutes(plan),
        "already": plan.already,
        "brought_in": calendar_day(timezone.localdate(plan.already.at), plan.style) if plan.already else "",
        "warnings": tuple(_warnings(plan)),
        "asked": [_choice(name) for name in asked],
        "alike": [_choice(name) for name in alike],
        "new": [_choice(name) for name in new],
        "found": [_choice(name) for name in found],
        "mends": [_mend(plan, fault) for fault in plan.faults[:MOST_MENDED]],
        "more_faults": plan.faults[MOST_MENDED:],
        "corrected": [
            _mend(plan, RowFault(line, "Corrected here.", ())) for line in plan.past.corrected if line not in faulty
        ],
        "may_bring_in": plan.already is None and bool(plan.taken or plan.waiting),
        "key": "Bring in the others" if plan.faults else "Bring it in",
    }


def _summary(plan: PastPlan) -> str:
    nights = len({line.day for line, _names in plan.taken})
    pairs = sum(len(place.who) > 1 for place in plan.places)
    players = len(plan.places) - pairs
    nobodys = sum(not field for _line, field, _what in plan.past.nobodys)
    away = len(plan.past.nobodys) - nobodys
    parts = (
        f"{counted(len(plan.taken), 'row')} to bring in",
        *((counted(pairs, "pair"),) if pairs else ()),
        *((counted(players, "player"),) if players or not pairs else ()),
        *((counted(nights, "night"),) if plan.past.kind == "nights" else ()),
        *((f"{counted(len(plan.waiting), 'row')} to ask about",) if plan.waiting else ()),
        *((f"{counted(len(plan.faults), 'row')} with a problem",) if plan.faults else ()),
        *((f"{counted(len(plan.left_out), 'row')} left out",) if plan.left_out else ()),
        *((f"{counted(nobodys, 'row')} of no player",) if nobodys else ()),
        *((f"{counted(away, 'bye or absence', 'byes and absences')}",) if away else ()),
    )
    return ", ".join(parts)


def _unused(plan: PastPlan) -> Iterator[str]:
    """What a file with a column for each week has besides: the weeks alone are added up."""
    if plan.past.days:
        yield from (HEADINGS[name][0] for name in plan.past.read.fields if name in READERS or name == "day")


def _questions(plan: PastPlan) -> Iterator[dict[str, Any]]:
    """What is asked once for the whole file, with what would become of three of its rows."""
    pairs = [f"{line.name} & {line.partner}" for line in plan.past.pairs]
    if pairs:
        names = list(dict.fromkeys(pairs))
        keys = {
            PAIR: "All of them are pairs, and stay together",
            EACH: "None of them is a pair: each of the two gets the points",
        }
        if names[1:]:
            keys[SOME] = "Some are pairs, others aren’t: say which"
        yield _once("pairs", f"{counted(len(names), 'row')} of two names", names, keys, plan.asked.pairs)
    if plan.asked.pairs == SOME:
        yield from _both_questions(plan)
    if plan.last_first:
        written = [name.written for name in plan.last_first]
        keys = {way: f"{TURN_KEYS[way]}: {_three(_as(way, written))}" for way in TURNS}
        yield _once("turned", f"{counted(len(written), 'new name')} with a comma", written, keys, plan.asked.turned)


def _both_questions(plan: PastPlan) -> Iterator[dict[str, Any]]:
    """Two names after the other."""
    meant, lines = plan.meant, {both_of(line): line for line in reversed(plan.past.pairs)}
    for key, line in reversed(lines.items()):
        choices = [(PAIR, "A pair that stays together"), (EACH, "No pair: each of the two gets the points")]
        yield {
            "field": f"{WHO}{key}",
            "asks": f"{line.name} & {line.partner}, row {line.line}",
            "choices": [(value, label, value == meant[key]) for value, label in choices],
        }


def _once(field: str, what: str, names: Sequence[str], keys: Mapping[str, str], answer: str) -> dict[str, Any]:
    choices = [(value, label, value == answer) for value, label in keys.items()]
    return {"field": field, "asks": f"{what}, such as {_three(names)}. How are they meant?", "choices": choices}


def _three(names: Iterable[str]) -> str:
    return "; ".join(islice(names, MOST_SHOWN))


def _as(way: str, names: Iterable[str]) -> Iterator[str]:
    found = (LAST_FIRST.fullmatch(name) for name in names)
    return (TURNS[way].format(*parts.groups()) for parts in found if parts)


def _substitutes(plan: PastPlan) -> str:
    """Whose the points are that a substitute made."""
    lines = [line for line, _names in plan.taken if line.remark == SUBSTITUTED]
    if not lines:
        return ""
    one, more = lines[0], f", and so in {counted(len(lines) - 1, 'more place')}" if lines[1:] else ""
    stays = f"{figure_words(one.points)} with {called_all(plan, one.who)} (row {one.line}){more}"
    return (
        f"A substitute’s points stay with the row’s player: {stays}. Should a substitute have them, add a row for that."
    )


def _warnings(plan: PastPlan) -> Iterator[str]:
    sums = () if plan.asked.best else plan.past.sums  # the file may have left nights out as well
    for line, come_to, total in sums[:MOST_TOLD]:
        name = plan.past.cells[line].get("name", "")
        yield (
            f"Row {line}, {name}: the weeks come to {figure_words(come_to)}, the file’s total is "
            f"{figure_words(total)}. The weeks count."
        )
    if len(sums) > MOST_TOLD:
        yield f"{len(sums) - MOST_TOLD} more rows have such a total. If only the best nights counted, say how many."
    for upper, lower in plan.put_otherwise[:MOST_TOLD]:
        above, below = (f"{called_all(plan, one.who)} ({figure_words(one.points)})" for one in (upper, lower))
        if upper.place == lower.place:
            yield f"{above} and {below} share a place with different points. The places stay as the file has them."
        else:
            yield f"{above} stands above {below}, who has more points. The places stay as the file has them."
    if len(plan.put_otherwise) > MOST_TOLD:
        yield f"There are {len(plan.put_otherwise) - MOST_TOLD} more such places."


def called_all(plan: PastPlan, who: Who) -> str:
    return " & ".join(called(plan, one) for one in who)


def called(plan: PastPlan, who: int) -> str:
    """A name from the club's list, or of a person to be entered."""
    if who in plan.members:
        return plan.members[who].name
    name = next(one for one in plan.names.values() if one.who == who and one.is_new)
    return name.name if name.answer == BY_NAME else initials_of(name.name)


def _choice(name: Name) -> dict[str, Any]:
    people = [*((name.sure,) if name.sure else ()), *name.near]
    choices = [
        *((answer_of(one), _person(one)) for one in people),
        (INITIALS, f"No longer in the club: show {initials_of(name.name)}"),
        (BY_NAME, f"No longer in the club: show {name.name}"),
        (LEFT_OUT, "Leave these rows out"),
    ]
    known = {value for value, _ in choices}
    is_typed = name.answer not in known or bool(name.fault)
    return {
        "asks": _asks(name),
        "name": name.name,
        "rows": counted(name.rows, "row"),
        "field": f"{WHO}{name.key}",
        "number_field": f"{NUMBER}{name.key}",
        "typed": name.answer if is_typed else "",
        "choices": [(value, label, value == name.answer) for value, label in choices],
        "fault": name.fault,
    }


def _person(one: Member | Name) -> str:
    if isinstance(one, Name):
        return f"{one.name}, from row {one.line}"
    return f"{one.name}, number {one.number}{'' if one.is_active else ', not active'}"


def _asks(name: Name) -> str:
    if not name.near or name.is_clear:
        return name.name
    one = name.near[0]
    number = f" ({one.number})" if isinstance(one, Member) else f" in row {one.line}"
    return f"Is “{name.name}” {one.name}{number}?"


def _mend(plan: PastPlan, fault: RowFault) -> dict[str, Any]:
    """A row to be put right: the cells at fault, those typed before, and the rest of a short row to be typed again."""
    fixed = [field for line, field in plan.asked.fixes if line == fault.line]
    is_used = {"name", "partner"} if plan.past.days else HEADINGS
    rest = [field for field in map(_whole, plan.past.read.fields) if fault.fields and field in is_used]
    fields = dict.fromkeys((*fault.fields, *fixed, *rest))
    return {"line": fault.line, "says": fault.says, "cells": [_cell(plan, fault.line, field) for field in fields]}


def _whole(field: str) -> str:
    """First and last name are typed as one."""
    return "name" if field in ("first_name", "last_name") else field


def _cell(plan: PastPlan, line: int, field: str) -> tuple[str, str, str]:
    label = plan.past.read.weeks.get(field) or HEADINGS[field][0]
    return f"{CELL}{line}-{field}", label, plan.past.cells[line].get(field, "")


def rows_of(plan: PastPlan) -> list[dict[str, Any]]:
    found = [
        _row(plan, line, " & ".join(name.written or name.name for name in names), "Comes in", is_taken=True)
        for line, names in plan.taken
    ]
    for lines, says in ((plan.waiting, "Say who is meant"), (plan.left_out, "Left out, as you said")):
        found += [_row(plan, line, " & ".join(filter(None, (line.name, line.partner))), says) for line in lines]
    weeks = {fault.line: next((one for one in fault.fields if one.startswith(WEEK)), "") for fault in plan.faults}
    untaken = [(fault.line, weeks[fault.line], fault.says) for fault in plan.faults]
    untaken += [(line, field, f"{what}, left out") for line, field, what in plan.past.nobodys]
    for line, field, says in untaken:
        cells = plan.past.cells[line]
        day = plan.past.read.weeks.get(field) or cells.get("day", "")
        found.append(_line(line, cells.get("name", ""), "–", day, cells.get(field or "points", ""), says))
    return sorted(found, key=itemgetter("line"))


def _row(plan: PastPlan, line: FileLine, name: str, says: str, *, is_taken: bool = False) -> dict[str, Any]:
    day = calendar_day(line.day, plan.style) if line.day else ""
    whose = called_all(plan, line.who) if line.who else "–"
    says = f"{says}, {line.remark}" if line.remark else says
    return {**_line(line.line, name, whose, day, figure_words(line.points), says), "is_taken": is_taken}


def _line(line: int, name: str, whose: str, day: str, points: str, says: str) -> dict[str, Any]:
    return {"line": line, "name": name, "whose": whose, "day": day, "points": points, "says": says, "is_taken": False}
