"""A duplicate's papers: hand records, travelers, ranking, own boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby
from typing import Any, Final

from league.evening.cards.boards import Boards, Share, TravelerRow, together
from league.evening.cards.pages import points_text
from league.evening.cards.reading import ScoredRound
from league.evening.cards.seats import side_players
from league.evening.cards.standings import Standing
from league.evening.cards.words import PLACES_SAY, direction_words, ends_words, margin_text, share_says, share_text
from league.evening.travelers.pages import traveler_context
from league.evening.travelers.records import BoardRecord, Records
from league.models import Event, EventRound
from scoring.boards.comparison import Method, datum_of
from scoring.rules.cards import SUITS, Card, Seat, Side
from scoring.rules.notation import RANK_SIGNS, SEAT_NAMES, SUIT_SIGNS, counted, listed, sign

from .heads import paper_head, size_of

RED: Final = "HD"
PRINTED: Final = "NWESABCD"  # the seats in the order in which hands are printed: West and East side by side
LINES_A_COLUMN: Final = 8
MOST_LINES: Final = 24


# -- hand records ----------------------------------------------------------------------------


def record_contexts(records: Records) -> list[dict[str, Any]]:
    return [_record(one, records.method) for one in records.records]


def _record(record: BoardRecord, method: Method) -> dict[str, Any]:
    sides = record.book.at(record.dealer).sides
    results = tuple(_results(record, sides, method))
    shown = results[:MOST_LINES]
    left = len(results) - len(shown)
    more = [f"And {counted(left, 'lower result')} in the travelers."] if left else []
    return {
        "number": record.number,
        "dealer": f"{SEAT_NAMES[record.dealer]} deals",
        "hands": [_hand(seat, record.hands[seat]) for seat in sorted(record.hands, key=PRINTED.index)],
        "kitty": " ".join(map(sign, record.kitty)),
        "columns": _columns(record, sides),
        "results": [shown[at : at + LINES_A_COLUMN] for at in range(0, len(shown), LINES_A_COLUMN)],
        "sentences": [*more, *_sentences(record, sides, method)],
        "is_compass": record.book.has_partners,
    }


def _hand(seat: Seat, cards: Sequence[Card]) -> dict[str, Any]:
    rows = {suit: [RANK_SIGNS[card.rank] for card in cards if card.suit == suit] for suit in SUITS}
    suits = [
        {"sign": SUIT_SIGNS[suit], "cards": " ".join(ranks) or "–", "is_red": suit in RED}
        for suit, ranks in rows.items()
    ]
    return {"seat": seat, "name": SEAT_NAMES[seat], "suits": suits}


def _columns(record: BoardRecord, sides: Sequence[Side]) -> tuple[str, ...]:
    if record.book.has_partners:
        return ("N-S", "Times", "Share")
    return ("Table", *map(direction_words, sides))


def _results(record: BoardRecord, sides: Sequence[Side], method: Method) -> Iterator[tuple[str, ...]]:
    """Results, best of the first side first. With two sides, equal results share a line."""
    if not record.book.has_partners:
        for row in chain(*record.parts):
            yield (str(row.table.number), *(f"{row.scores[side]} ({_share(row, side, method)})" for side in sides))
        return

    def came_to(row: TravelerRow) -> tuple[str, str, int]:
        return margin_text(row.margin(sides[0])), _share(row, sides[0], method), row.group

    for (figure, share, _), rows in groupby(chain(*record.parts), came_to):
        yield figure, str(len([*rows])), share


def _share(row: TravelerRow, side: Side, method: Method) -> str:
    return share_text(method, row.shares[side]) if side in row.shares else "–"


def _sentences(record: BoardRecord, sides: Sequence[Side], method: Method) -> Iterator[str]:
    if record.is_void:
        yield "This board doesn’t count."
    parts = record.parts
    if len({row.group for row in record.rows}) > 1:
        yield "The board was fouled: tables that had other cards are compared apart, and stand below the others."
    for part in parts:
        yield from _of_part(part, sides[0], method, is_fouled=len(parts) > 1)
    if len(parts) == 1 and len(record.played) > 1:
        yield from _best(record.played, sides)
    averages = [str(row.table.number) for row in record.rows if row.decided is not None]
    if averages:
        yield f"The director decided at {counted(len(averages), 'table')}: {listed(averages)}"
    if record.expert:
        yield f"Expert: {record.expert}"


def _of_part(part: Sequence[TravelerRow], side: Side, method: Method, *, is_fouled: bool) -> Iterator[str]:
    had, row = len(part) + part[0].bots, part[0]
    where = (
        f" of the {counted(len(part), 'table')} with {'other' if row.group else 'the first'} cards" if is_fouled else ""
    )
    margins = [one.margin(side) for one in part]
    if len(part) > 1 and method is Method.CROSS:
        average = margin_text(sum(margins, Fraction(0)) / len(part))
        yield f"Average{where}: {average} for {direction_words(side)}"
        yield f"A share is {len(part)} ÷ {len(part) - 1} of what is above that average."
    elif len(part) > 1:
        yield f"Average{where}{ends_words(len(part))}: {margin_text(datum_of(margins))} for {direction_words(side)}"
    if method is not Method.MATCHPOINTS:
        return
    if row.bots:
        yield f"Bots’ results stand in for {counted(row.bots, 'more table')}."
    if 1 < had < row.expected:
        due = row.expected
        sum_ = "(1 for each result beaten and ½ for each level one, + ½)"
        yield f"Neuberg’s formula{where}: {sum_} × {due} ÷ {had} − ½, of {due - 1}"


def _best(played: Sequence[TravelerRow], sides: Sequence[Side]) -> Iterator[str]:
    for side in sides:
        top = max(row.margin(side) for row in played)
        there = [row for row in played if row.margin(side) == top]
        if len(there) < len(played):
            names = _players(there[0], side)
            more = f" and {counted(len(there) - 1, 'more table')}" if len(there) > 1 else ""
            yield f"Best {direction_words(side)}: {margin_text(top)}, {names}{more} ({bid_words(there[0])})"


def _players(row: TravelerRow, side: Side) -> str:
    return " & ".join(side_players(row.table, side, row.line))


def bid_words(row: TravelerRow) -> str:
    line = row.line
    if line is None or line.score is None:
        return "not played"
    figures = line.figures
    outcome = "set" if line.score.outcome == "set" else "made" if line.score.played else "not played"
    trump = f" {SUIT_SIGNS[figures.trump]}" if figures.trump else ""
    return f"{figures.bid}{trump} by {figures.bidder}, {outcome}" if figures.bidder else outcome


def share_title(event: Event) -> str:
    return "%" if event.compared == Method.MATCHPOINTS else "points"


# -- travelers -------------------------------------------------------------------------------


def travelers_paper(records: Records) -> dict[str, Any]:
    event = records.event
    played = [one.number for one in records.records if one.number in records.boards.travelers]
    boards = [traveler_context(records.boards, number) for number in played]
    return {"head": paper_head(event, "Travelers"), "boards": boards, "note": PLACES_SAY[records.method]}


# -- the ranking -----------------------------------------------------------------------------


def ranking_paper(event: Event, places: Sequence[Standing[Any]], rounds: Sequence[EventRound]) -> dict[str, Any]:
    return {
        "head": paper_head(event, "Ranking"),
        "rounds": tuple(map(str, rounds)),
        "who": "Pair" if event.is_for_pairs else "Player",
        "lists": [
            (direction_words(direction), tuple(_ranking_row(one, rounds) for one in there))
            for direction, there in groupby(places, lambda one: one.direction)
        ],
        "note": PLACES_SAY[Method(event.compared)],
    }


def _ranking_row(one: Standing[Any], rounds: Sequence[EventRound]) -> dict[str, Any]:
    found = {each.number: [played for played in one.rounds if played.number == each.number] for each in rounds}
    return {
        "rank": str(one.place),
        "name": one.entrant.name,
        "rounds": [_round_text(played) for played in found.values()],
        "total": points_text(one.counted),
        "is_first_below": False,
    }


def _round_text(played: Sequence[ScoredRound]) -> str:
    shares = together(one.shares for one in played)
    return share_text(shares.method, shares.figure) if shares and shares.boards else "–"


# -- each player's own boards ----------------------------------------------------------------


def own_sheets(records: Records) -> list[dict[str, Any]]:
    """A sheet for each player of a board, by place."""
    place_of: dict[int, Standing[Any]] = {}
    for one in records.places:
        for person in getattr(one.entrant, "pk", ()) if records.event.is_for_pairs else (one.entrant.pk,):
            place_of[person] = one
    sheets = [_own(shares, place_of.get(pk), records.boards) for pk, shares in records.boards.shares.items() if shares]
    order = {pk: at for at, pk in enumerate(place_of)}
    keys = [order.get(pk, len(order)) for pk, shares in records.boards.shares.items() if shares]
    return [sheet for _, sheet in sorted(zip(keys, sheets, strict=True), key=lambda each: each[0])]


def _own(shares: Sequence[Share], place: Standing[Any] | None, boards: Boards) -> dict[str, Any]:
    method, entrant = boards.method, shares[0].entrant
    best, worst = (choose(shares, key=lambda one: one.share) for choose in (max, min))
    has_both = best.share > worst.share
    way = f" {direction_words(place.direction)}" if place and place.direction else ""
    return {
        "name": entrant.name,
        "size": size_of(entrant.name),
        "place": f"Place {place.place}{way}" if place else "",
        "total": share_text(method, boards.total(entrant.pk), 2),
        "rows": [_own_row(one, method) for one in shares],
        "best": f"Best board: {_board_words(best, method)}" if has_both else "",
        "worst": f"Worst board: {_board_words(worst, method)}" if has_both else "",
    }


def _board_words(share: Share, method: Method) -> str:
    return f"{share.row.board}, {bid_words(share.row)}, {share_says(share, method)}"


def _own_row(one: Share, method: Method) -> dict[str, Any]:
    table, side = one.row.table, one.side
    assert table.sheet is not None, "a board is on a card"
    others = [_players(one.row, each) for each in table.sheet.book.sides if each != side]
    players = side_players(table, side, one.row.line)
    mine = [name for name in players if name != one.entrant.called]
    return {
        "board": one.row.board,
        "where": f"{one.row.round_number} / {table.number} {direction_words(side)}",
        "partner": " & ".join(mine) or "–",
        "against": ", ".join(others),
        "bid": bid_words(one.row),
        "score": margin_text(one.row.margin(side)) if one.row.scores else "–",
        "share": share_text(method, one.share),
        "why": share_says(one, method),
    }
