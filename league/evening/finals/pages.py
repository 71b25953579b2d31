"""The cut in words: in, out, tied, and ways to break the tie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from league.acting.answers import FormPage
from league.evening.cards.pages import ranks_of
from league.evening.cards.words import standing_text, standing_words
from league.evening.ties.parting import Figures, Line, Tally
from league.evening.ties.tie_breaks import HIGHEST_LOT
from league.models import Club, Entrant, Event, LogLine
from league.office.clubs.pages.navigation import back_to_desk
from league.words import clock_words
from scoring.rules.notation import counted, ended, listed

from .reading import PLAY, Cut, CutBy

NOT_YET: Final = "The cut comes once every planned round is closed."
NO_FINAL: Final = "This event has no final, so there is no cut."


# -- the page that makes it ------------------------------------------------------------------


def cut_page(cut: Cut | None, event: Event, *, draws: bool = False) -> FormPage:
    """The cut's form. Before lots (`draws`) it says who draws."""
    places = counted(event.final_places, "player")
    if cut is None or cut.is_made:
        due = NO_FINAL if event.is_for_sides or not event.final_places else NOT_YET
        notice = "The cut has been made." if cut else due
        return FormPage("The cut", "Make the cut", back_to_desk(event), event.name, notice=notice)
    draws = draws and bool(cut.level)
    key = "Make the cut" if cut.line.is_clear else "Draw the lots" if draws else "Go on"
    says = (final_settings(event),)
    return FormPage(
        f"Cut to the best {event.final_places}",
        key,
        back_to_desk(event),
        f"{event.name} · {places} play on",
        says,
        notice="Before the draw" if draws else "",
        notices=_look_words(cut) if draws else (),
    )


def take_back_page(event: Event) -> FormPage:
    says = "Everybody is in again, and the seating of the final is gone. Then make the cut again, or play on."
    return FormPage("Take the cut back?", "Take the cut back", back_to_desk(event), event.name, (says,))


def cut_context(cut: Cut) -> dict[str, Any]:
    line, ranks = cut.line, _ranks(cut)
    columns = cut.figures() if line.level else ()
    level = sorted(line.level, key=lambda one: cut.entrants[one.player].number)
    return {
        "inside": tuple(_line(cut, one, ranks) for one in line.above),
        "level": tuple(_line(cut, one, ranks, columns) for one in level),
        "below": tuple(_line(cut, one, ranks) for one in line.below),
        "absent": listed([one.name for one in cut.absent]),
        # `2 people tie at 812 points for 1 place.`
        "tie": (
            f"{counted(len(level), 'person', 'people')} tie at {standing_words(cut.event, cut.worth(level[0]))} "
            f"for {counted(line.seats, 'place')}."
            if level
            else ""
        ),
    }


def _look_words(cut: Cut) -> tuple[str, ...]:
    seats = cut.by_extra.seats
    names = listed(
        [cut.entrants[player].name for player in sorted(cut.level, key=lambda one: cut.entrants[one].number)]
    )
    gets_in = "The highest number gets in" if seats == 1 else f"The {seats} highest numbers get in"
    return (
        f"{names} each draw a number from 1 to {HIGHEST_LOT:,}. {gets_in}.",
        "Everybody draws once, all at the same time, and nobody knows the numbers before.",
    )


def witness_words(line: LogLine | None, club: Club) -> str:
    return f"{line.after}. {line.who}, {clock_words(line.at, club)}" if line else ""


def _ranks(cut: Cut) -> dict[int, str]:
    ordered = _in_order(cut, cut.tallies)
    ranks = ranks_of([cut.worth(one) for one in ordered])
    return {one.player: rank for one, rank in zip(ordered, ranks, strict=True)}


def _line(cut: Cut, one: Tally, ranks: dict[int, str], columns: Sequence[tuple[str, Figures]] = ()) -> dict[str, str]:
    figures = (f"{head} {found[one.who].says if one.who in found else '–'}" for head, found in columns)
    return {
        "place": ranks[one.player],
        "name": cut.entrants[one.player].name,
        "points": standing_text(cut.event, cut.worth(one)),
        "figures": " · ".join(figures),
    }


def ways_on_offer(cut: Cut) -> list[tuple[str, str]]:
    """Ways to break the tie, in sentences; those that decided it come first."""
    found: list[tuple[str, str]] = []
    if cut.extras and cut.by_extra.is_clear:
        found.append((CutBy.EXTRA, f"By the extra hand: {_who_gets_in(cut, cut.by_extra)}"))
    if cut.by_chain.is_clear:
        found.append((CutBy.CHAIN, f"By the club’s tie-breaks: {_who_gets_in(cut, cut.by_chain)}"))
    if not cut.by_extra.is_clear:
        number = len(cut.by_extra.above) + len(cut.by_extra.level)
        out = number % 4
        leaves = f", so {out} {'sits' if out == 1 else 'sit'} out each round" if out else ""
        # `: Ruth and Ed`, where some of those who tie are still level; empty where all are
        some = len(cut.level) < len(cut.line.level)
        who = f": {listed([cut.entrants[player].called for player in cut.level])}" if some else ""
        found.append((PLAY, f"Play {'another' if cut.extras else 'an'} extra hand first{who}"))
        found.append((CutBy.SEATS, f"More seats: they all get in, and {number} play{leaves}"))
        found.append((CutBy.LOTS, f"Draw lots now for {counted(cut.by_extra.seats, 'place')}{who}"))
    return found


def _who_gets_in(cut: Cut, line: Line) -> str:
    tied = {one.player for one in cut.line.level}
    names = [cut.entrants[player].called for player in line.inside if player in tied]
    return f"{listed(names)} {'gets' if len(names) == 1 else 'get'} in"


def final_settings(event: Event) -> str:
    """`The final is 1 round, and points carry over.`"""
    carries = "and points carry over" if event.final_carries else "and everybody starts at zero"
    return f"The final is {counted(event.final_rounds, 'round')} with a fresh draw, {carries}."


# -- on the board ----------------------------------------------------------------------------


def desk_cut(cut: Cut) -> dict[str, Any]:
    return _made(cut) if cut.is_made else _due(cut)


def _due(cut: Cut) -> dict[str, Any]:
    line = cut.line
    lines = [_desk_line("In", _with_points(cut, line.above))]
    if line.level:
        lines.append(_desk_line(f"Tied, for {counted(line.seats, 'place')}", _with_points(cut, line.level)))
        if cut.extras or cut.by_chain.is_clear:
            decided = [words for code, words in ways_on_offer(cut) if code in (CutBy.EXTRA, CutBy.CHAIN)]
            lines += [_desk_line("Decided", words=f"{words}.") for words in decided]
    lines.append(_out("Out", _with_points(cut, line.below)))
    if cut.absent:
        lines.append(_desk_line("Went home", words=listed([one.name for one in cut.absent])))
    return {"title": f"The cut to the best {cut.event.final_places}", "lines": tuple(lines), "says": ""}


def _made(cut: Cut) -> dict[str, Any]:
    inside = [one for one in cut.tallies if one.player in cut.finalists]
    outside = [one for one in cut.tallies if one.player not in cut.finalists]
    by = cut.event.get_cut_by_display()
    lines = [
        _desk_line("In the final", _with_points(cut, _in_order(cut, inside))),
        _out("Out, free to go", _with_points(cut, _in_order(cut, outside))),
    ]
    if by:
        lines.append(_desk_line("Tie broken", words=f"{by}."))
    return {"title": "Who plays in the final", "lines": tuple(lines), "says": final_settings(cut.event)}


def _desk_line(label: str, people: Sequence[tuple[str, str]] = (), words: str = "") -> dict[str, Any]:
    return {"label": label, "people": people, "words": words}


def _in_order(cut: Cut, tallies: Iterable[Tally]) -> list[Tally]:
    return sorted(tallies, key=cut.worth, reverse=True)


def _with_points(cut: Cut, tallies: Iterable[Tally]) -> tuple[tuple[str, str], ...]:
    return tuple((cut.entrants[one.player].name, standing_text(cut.event, cut.worth(one))) for one in tallies)


def _out(label: str, people: Sequence[tuple[str, str]]) -> dict[str, Any]:
    return _desk_line(label, people, "" if people else "Nobody")


def moved_words(cut: Cut) -> tuple[str, str]:
    """Changes of the line since the cut, and their effect; two empty strings for none."""
    would_be_in, would_be_out = ([cut.entrants[player].name for player in found] for found in cut.would_be)
    parts = [f"{listed(would_be_in)} would be in the final"] if would_be_in else []
    parts += [f"{listed(would_be_out)} out"] if would_be_out and would_be_in else []
    parts += [f"{listed(would_be_out)} would be out of the final"] if would_be_out and not would_be_in else []
    if not parts:
        return "", ""
    does = "it stays, since the final has started." if cut.has_started else "take it back, and make it again."
    return f"By the points as they stand now, {' and '.join(parts)}", f"The cut doesn’t follow by itself: {does}"


def gone_words(one: Entrant, follows: Entrant | None) -> tuple[str, str]:
    note = ended(f"Next in line: {follows.name}") if follows else "Nobody else is here to play."
    return f"{one.name} went home, and is in the final", note


def replaced_words(one: Entrant) -> str:
    return f"{one.name} plays in the final."
