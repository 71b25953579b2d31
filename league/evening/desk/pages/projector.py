"""The projector: seating, clock, results, in pages that follow each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from league.evening.cards.board_sets import NO_BOARD_SET, board_sets_in_words
from league.evening.cards.pages import final_words, points_text, ranks_of, standing_points, totals_note
from league.evening.cards.reading import RoundReading
from league.evening.cards.seats import full_name_at, out_of, seated_sides
from league.evening.cards.standings import worth
from league.evening.clock.pages import clock_context
from league.evening.clock.polling import moments_of, until_ms
from league.evening.desk.projector import ProjectorReading
from league.evening.desk.reveal import revealed
from league.models import Event, EventRound
from league.words import out_words, plain
from scoring.rules.notation import listed, lowered, seat_name

# The words where there is nothing to show yet.
NOTHING_YET: Final[Mapping[str, str]] = {
    Event.Projector.SEATING: "Who sits where will show here as soon as it is published.",
    Event.Projector.RESULTS: "No results yet. They will show here when the first round is closed.",
    Event.Projector.REVEAL: "A card was opened again. The places will show here when it is signed.",
}
# One screen has this many of the places shown last.
MOST_AT_ONCE: Final = 8
# The line below a round's results, of an ordinary evening and of a duplicate.
ROUND_SAYS: Final = (
    "This round’s points, then the total so far.",
    "What this round’s boards came to beside the other tables, then all boards so far.",
)
WINS_SAY: Final = (
    "This round’s points, then the rounds won and the points so far. Places go by rounds won, then points."
)
Line = dict[str, Any]
Page = dict[str, Any]


def projector_context(reading: ProjectorReading, now: datetime) -> dict[str, Any]:
    """The content of the projector: what it `shows`, or the clock, and why there is `nothing_yet`."""
    event, ranking = reading.event, reading.ranking
    shown, next_at = revealed(ranking["lines"], event.reveal_from or event.created_at, now)
    pages = (
        (_revealed(ranking["note"], shown, is_coming=next_at is not None),)
        if ranking["lines"]
        else tuple(_pages(reading))
    )
    moments = [*moments_of(event, now), *([next_at] if next_at else [])]
    shows = event.projector if pages or event.projector == Event.Projector.BLANK else Event.Projector.CLOCK
    return {
        "shows": str(shows),
        "title": event.name,
        "subtitle": _subtitle(reading, shows),
        "seconds": 1 if next_at else 4,
        "clock": clock_context(event, reading.current, now),
        "pages": pages,
        "nothing_yet": "" if pages or event.state == Event.State.CLOSED else NOTHING_YET.get(event.projector, ""),
        "version": event.version,
        "until_ms": until_ms(moments),
    }


def _revealed(note: str, shown: Sequence[Mapping[str, Any]], *, is_coming: bool) -> Page:
    most = MOST_AT_ONCE if is_coming else None
    lines = [{"rank": one["place"], "name": one["name"], "points": one["points"], "total": ""} for one in shown[:most]]
    return {"title": "Places", "results": lines, "note": "" if is_coming else note, "is_coming": is_coming}


def _subtitle(reading: ProjectorReading, shows: str) -> str:
    if shows == Event.Projector.RESULTS and reading.closed:
        if any(one.is_finalist for shown in reading.standings for one in shown["standing"]):
            return "The final places" if reading.closed.number >= reading.event.rounds_planned else "Places so far"
        return f"Results of {lowered(str(reading.closed))}"
    if shows == Event.Projector.REVEAL:
        return "The places, from the last up"
    if reading.current is None:
        return ""
    if shows == Event.Projector.SEATING:
        version = reading.event.seating_version
        printed = f" · version {version}" if version else ""
        next_one = "" if reading.current.state == EventRound.State.RUNNING else "Next: "
        return f"{next_one}{reading.current}{printed}"
    return str(reading.current)


def _pages(reading: ProjectorReading) -> Iterator[Page]:
    """Pages, each filled into as many screens as it needs (desk.js); `is_aid` ones only where the tables are many."""
    if reading.seating is not None:
        out = listed([entrant.called for entrant in out_of(reading.seating)])
        title = out_words(reading.event).title
        boards = board_sets_in_words((table.table for table in reading.seating.tables), reading.event.hands)
        tables = [
            {
                "number": table.number,
                "sides": list(map(" & ".join, seated_sides(table, reading.event))),
                "boards": boards.get(table.number, NO_BOARD_SET).all,
            }
            for table in reading.seating.tables
        ]
        yield {"title": "Tables", "tables": tables, "out": out, "out_title": title}
        yield {"title": "Names", "names": tuple(_names(reading.event, reading.seating)), "is_aid": True}
    for shown in reading.standings:
        is_final = any(one.is_finalist for one in shown["standing"])
        lines = _final_results(shown) if is_final else _results(reading.event, shown)
        so_far = WINS_SAY if reading.event.is_by_wins else ROUND_SAYS[reading.event.is_duplicate]
        places = final_words(reading.event) if is_final else so_far
        note = totals_note(one for standing in shown["standing"] for one in standing.rounds)
        words = f"{places} {note}".rstrip()
        yield {"title": "Results", "by": shown["by"], "results": tuple(lines), "note": words}


def _names(event: Event, seating: RoundReading) -> list[Line]:
    names: list[Line] = [
        {"name": full_name_at(seat), "table": str(table.number), "seat": seat_name(seat.seat, table.seats)}
        for table in seating.tables
        for seat in table.seats.values()
    ]
    names += [{"name": str(entrant), "table": "", "seat": out_words(event).does} for entrant in out_of(seating)]
    return sorted(names, key=lambda line: plain(line["name"]))


def _results(event: Event, shown: Mapping[str, Any]) -> Iterator[Line]:
    totals = {one.entrant.pk: one for one in shown["standing"]}
    ranks = ranks_of([worth(player) for player in shown["points"]])
    for rank, player in zip(ranks, shown["points"], strict=True):
        out = "bye" if event.is_for_sides else "sat out"
        name = f"{player.entrant}, {out}" if player.kind == "sat_out" else str(player.entrant)
        total = standing_points(totals[player.entrant.pk])
        yield {"rank": int(rank), "name": name, "points": points_text([player]), "total": total}


def _final_results(shown: Mapping[str, Any]) -> Iterator[Line]:
    for one in shown["standing"]:
        name = f"{one.entrant}, finalist" if one.is_finalist else str(one.entrant)
        yield {"rank": one.place, "name": name, "points": standing_points(one), "total": ""}
