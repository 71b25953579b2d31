"""Seatings on paper: wall lists, own slips, and the whole evening on one sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from league.evening.cards.board_sets import NO_BOARD_SET
from league.evening.cards.seats import entrant_at, full_name_at, player_at
from league.evening.seating.seatings import SeatedRound, in_order, seating_of
from league.models import Entrant, Event, RoundSeat, RoundTable
from league.words import boards_range, out_words
from scoring.rules.notation import listed, seat_name

from .heads import alphabetical, letters_wide, paper_head, size_of, sized

Places: TypeAlias = dict[int, tuple[RoundTable, RoundSeat]]  # by entrant
Slip: TypeAlias = dict[str, Any]
ROUNDS_ACROSS: Final = 4
ALONE: Final = "alone"  # in place of a partner, where everybody is
# Up to this many columns the word `Round` fits above each.
ROUNDS_NAMED: Final = 9


def seating_paper(event: Event, seated: SeatedRound, by: str) -> dict[str, Any]:
    """A round for the wall; `by` is `table`, `name` or `both`."""
    return {
        "head": paper_head(event, str(seated.event_round), is_draft=seated.is_draft),
        "tables": tuple(
            (
                table.number,
                [(_name_of(table, seat), sized(full_name_at(seat))) for seat in in_order(table.seats.all())],
                seated.boards.get(table.number, NO_BOARD_SET).all,
            )
            for table in (seated.tables if by != "name" else ())
        ),
        "places": _places(event, seated) if by != "table" else (),
        "out_title": out_words(event).title,
        "sit_outs": listed([entrant.name for entrant in seated.sitting_out]),
    }


def _name_of(table: RoundTable, seat: RoundSeat) -> str:
    return seat_name(seat.seat, [one.seat for one in table.seats.all()])


def _places(event: Event, seated: SeatedRound) -> tuple[dict[str, Any], ...]:
    found = _by_entrant(seated)
    people = {entrant.pk: entrant for entrant in seated.entrants.values()}
    people |= {player.pk: player for _, seat in found.values() if (player := entrant_at(seat))}
    return tuple(_name_line(event, entrant, found.get(entrant.pk)) for entrant in alphabetical(people.values()))


def _by_entrant(seated: SeatedRound) -> Places:
    return {
        player.pk: (table, seat)
        for table in seated.tables
        for seat in table.seats.all()
        if (player := entrant_at(seat))
    }


def _name_line(event: Event, entrant: Entrant, found: tuple[RoundTable, RoundSeat] | None) -> dict[str, Any]:
    shown = {"number": entrant.number, "name": entrant.name}
    if found is None:
        return {**shown, "table": "", "seat": out_words(event).does, "boards": "", "partners": ()}
    table, seat = found
    partners, _ = _company(event, table, seat)
    boards = boards_range(table.board_set, event.hands)
    return {**shown, "table": str(table.number), "seat": _name_of(table, seat), "boards": boards, "partners": partners}


def _company(event: Event, table: RoundTable, own: RoundSeat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A seat's partners, and the others of its table."""
    teams = _teams(event, table)
    partners = next(([seat for seat in team if seat != own] for team in teams if own in team), [])
    others = tuple(full_name_at(seat) for team in teams if own not in team for seat in team)
    return tuple(map(full_name_at, partners)), others


def _teams(event: Event, table: RoundTable) -> list[list[RoundSeat]]:
    rows = in_order(table.seats.all())
    sides = seating_of(event, table, [seat.entrant_id for seat in rows]).sides
    return [rows[side::sides] for side in range(sides)]


# -- slips -------------------------------------------------------------------------------


def shortened(slip: Slip, limit: int) -> Slip:
    """The slip with others' names cut to so many letters, never its owner's."""
    lines = [
        line | {who: [_cut(name, limit) for name in line[who]] for who in ("partners", "others")}
        for line in slip["lines"]
    ]
    return {**slip, "lines": lines}


def _cut(name: str, limit: int) -> str:
    return name if letters_wide(name) <= limit else f"{name[: limit - 1].rstrip()}…"


def slips_of(rounds: Sequence[SeatedRound], links: Mapping[int, str] | None = None) -> list[Slip]:
    """Slips of all who have a place in these rounds, alphabetical, with `links` by entrant."""
    places = [(seated, _by_entrant(seated)) for seated in rounds]
    people = {entrant.pk: entrant for seated in rounds for entrant in seated.entrants.values()}
    return [
        _slip(one, places, (links or {}).get(one.pk, ""))
        for one in alphabetical(people.values())
        if not one.is_house_player
    ]


def slip_of(entrant: Entrant, rounds: Sequence[SeatedRound], link: str = "") -> Slip:
    """A player's slip; the player's table of each round is enough. `link` leads to their night."""
    return _slip(entrant, [(seated, _by_entrant(seated)) for seated in rounds], link)


def _slip(entrant: Entrant, places: Iterable[tuple[SeatedRound, Places]], link: str) -> Slip:
    lines = [_slip_line(seated, entrant, found.get(entrant.pk)) for seated, found in places]
    return {
        "number": entrant.number,
        "name": entrant.name,
        "size": size_of(entrant.name),
        "lines": lines,
        "link": link,
        "has_boards": any(line["boards"] for line in lines),
    }


def _slip_line(seated: SeatedRound, entrant: Entrant, found: tuple[RoundTable, RoundSeat] | None) -> dict[str, Any]:
    name, event = seated.event_round.title or str(seated.number), seated.event_round.event
    if found is not None:
        table, seat = found
        partners, others = _company(event, table, seat)
        boards = boards_range(table.board_set, event.hands) if table.board_set else ""
        at = {"table": str(table.number), "seat": _name_of(table, seat), "partners": partners or (ALONE,)}
        return {"round": name, **at, "others": others, "boards": boards}
    if any(sit_out.entrant_id == entrant.pk for sit_out in seated.sit_outs):
        words = out_words(event).you
    else:
        words = "Not in the final" if 0 < event.cut_after < seated.number else "No seat"
    return {"round": name, "table": "", "seat": words, "partners": (), "others": (), "boards": ""}


# -- the master sheet --------------------------------------------------------------------


def master_paper(event: Event, rounds: Sequence[SeatedRound], certificate: Iterable[str]) -> dict[str, Any]:
    is_draft = any(seated.is_draft for seated in rounds)
    has_room = len(rounds) <= ROUNDS_NAMED
    sheets = -(-len(rounds) // ROUNDS_ACROSS) or 1
    across = -(-len(rounds) // sheets) or 1  # six are three and three, since narrow columns wrap names
    parts = [rounds[start : start + across] for start in range(0, len(rounds), across)]
    return {
        "head": paper_head(event, "Rotation", is_draft=is_draft),
        "certificate": tuple(certificate),
        "blocks": tuple(_block(part) for part in parts),
        "rounds": tuple(str(one.event_round if has_room else one.number) for one in rounds),
        "players": _master_players(rounds),
    }


def _block(rounds: Sequence[SeatedRound]) -> dict[str, Any]:
    numbers = sorted({table.number for seated in rounds for table in seated.tables})
    tables = [{table.number: table for table in seated.tables} for seated in rounds]
    sit_outs = [listed([entrant.called for entrant in seated.sitting_out]) for seated in rounds]
    return {
        "rounds": tuple(f"{seated.event_round}{' (draft)' if seated.is_draft else ''}" for seated in rounds),
        "rows": tuple(
            {"table": str(number), "cells": tuple(map(_cell, rounds, (found.get(number) for found in tables)))}
            for number in numbers
        ),
        "sit_outs": sit_outs if any(sit_outs) else (),
    }


def _cell(seated: SeatedRound, table: RoundTable | None) -> tuple[str, ...]:
    boards = seated.boards.get(table.number, NO_BOARD_SET).boards if table else ""
    sides = _sides(seated.event_round.event, table)
    return (*sides, boards) if boards else sides


def _sides(event: Event, table: RoundTable | None) -> tuple[str, ...]:
    """`Ruth & Marge`, `Walt & Ed`; where each is alone, in one line."""
    if table is None:
        return ()
    teams = [[player_at(seat) for seat in team] for team in _teams(event, table)]
    if all(len(team) == 1 for team in teams):
        return (", ".join(name for team in teams for name in team),)
    return tuple(" & ".join(team) for team in teams)


def _master_players(rounds: Sequence[SeatedRound]) -> tuple[dict[str, Any], ...]:
    found = [(_by_entrant(seated), {sit_out.entrant_id for sit_out in seated.sit_outs}) for seated in rounds]
    people = {entrant.pk: entrant for seated in rounds for entrant in seated.entrants.values()}
    return tuple(
        {
            "number": entrant.number,
            "name": entrant.name,
            "places": tuple(_code(entrant, places, sit_outs) for places, sit_outs in found),
        }
        for entrant in alphabetical(people.values())
    )


def _code(entrant: Entrant, places: Places, sit_outs: set[int]) -> str:
    if entrant.pk in places:
        table, seat = places[entrant.pk]
        return f"{table.number} {seat.seat}"
    return "out" if entrant.pk in sit_outs else "–"
