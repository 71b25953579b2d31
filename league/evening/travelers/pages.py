"""Boards' results in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from fractions import Fraction
from typing import Any, Final

from league.evening.cards.boards import Boards, Share, TravelerRow, shares_of, together, widest
from league.evening.cards.pairs import people_of
from league.evening.cards.reading import ScoredRound
from league.evening.cards.seats import side_players
from league.evening.cards.standings import Standing
from league.evening.cards.words import PLACES_SAY, margin_text, row_says, share_says, share_text, shares_text
from league.models import BoardDecision, Entrant, Event, EventBoard
from league.office.clubs.pages.navigation import address_of
from scoring.boards.boards import dealer_of
from scoring.boards.comparison import Method, margin
from scoring.rules import wording
from scoring.rules.cards import SUITS, Side, Suit
from scoring.rules.notation import (
    RANK_SIGNS,
    SEAT_NAMES,
    SUIT_SIGNS,
    counted,
    ended,
    parse_cards,
    signed,
    sort_key,
)

from .reading import Seen

# Names of sides by their seats.
DIRECTIONS: Final = {**SEAT_NAMES, "NS": "N-S", "EW": "E-W"}


def traveler_context(boards: Boards, number: int, own: Set[int] = frozenset()) -> dict[str, Any]:
    """The traveler of board `number`: a line a table, best of the first side first, those of entrants in `own` marked;
    `open` counts tables still to play. Callers ask `boards.secrecy` who may see it."""
    rows = boards.travelers[number]
    shown = [row for row in rows if row.line is not None or row.decided is not None]
    book = next(row.table.sheet.book for row in rows if row.table.sheet)
    missing = len(rows) - len(shown)
    alone = "Nobody else has played it yet. " if len([row for row in rows if row.line is not None]) == 1 else ""
    still = f"{counted(missing, 'table')} still {'plays' if missing == 1 else 'play'} it." if missing else ""
    dealer = dealer_of(book, number)
    return {
        "board": number,
        "title": f"Board {number}",
        "dealer": f"{SEAT_NAMES[dealer]} deals",
        "directions": [DIRECTIONS[side] for side in book.sides],
        "lines": [_line(row, boards.method, own) for row in sorted(shown, key=_by_first_side)],
        "open": f"{alone}{still}".strip(),
        "note": "This board doesn’t count." if number in boards.voided else "",
    }


def own_travelers(boards: Boards, numbers: Iterable[int], own: Set[int]) -> dict[str, object]:
    return {"travelers": [traveler_context(boards, number, own) for number in numbers]}


def _by_first_side(row: TravelerRow) -> tuple[bool, Fraction, int, int]:
    """Best of the first side first, unplayed last."""
    first = -row.margin(next(iter(row.scores))) if row.scores else Fraction(0)
    return not row.scores, first, row.round_number, row.table.number


def _line(row: TravelerRow, method: Method, own: Set[int]) -> dict[str, Any]:
    line, sheet = row.line, row.table.sheet
    assert sheet is not None, "a board is on a card"
    return {
        "number": row.table.number,
        "round_number": row.round_number,
        "where": row.table.table.place,
        "bid": str(line.figures.bid) if line else "",
        "trump": line.figures.trump if line else None,
        "by": line.figures.bidder if line else "",
        "result": _result(row),
        "sides": [_side(row, method, side) for side in sheet.book.sides],
        "note": decided_words(row.decided) if row.decided else "",
        "is_own": any(seat.entrant_id in own for seat in row.table.seats.values()),
    }


def _result(row: TravelerRow) -> str:
    line, sheet = row.line, row.table.sheet
    if line is None or line.score is None or sheet is None:
        return "not played"
    return (
        wording.outcome_word(line.score, sheet.book.side_of(line.figures.bidder)).lower() if line.figures.bidder else ""
    )


def _side(row: TravelerRow, method: Method, side: Side) -> dict[str, Any]:
    return {
        "direction": DIRECTIONS[side],
        "names": side_players(row.table, side, row.line),
        "score": signed(row.scores[side]) if side in row.scores else "",
        "share": share_text(method, row.shares[side]) if side in row.shares else "",
    }


def decided_words(decision: BoardDecision) -> str:
    if decision.kind == BoardDecision.Kind.LEFT_OUT:
        return "Not played, by the director"
    shares = ", ".join(f"{DIRECTIONS[side]} {share}%" for side, share in decision.shares.items())
    return f"Average given by the director: {shares}"


# -- pages of all boards, of one, and of a player ------------------------------------------------

NOT_YET: Final = "What others made of this board shows here once everybody is done with it."
STILL_HIDDEN: Final = (
    "Until the evening is closed everybody sees the boards they played themselves, so that nobody hears about a board "
    "before sitting down to it. Sign in to see yours."
)
SAT_OUT: Final = "Boards that somebody sat out count as not played: the result is over the boards they did play."


def boards_page(event: Event, seen: Seen) -> dict[str, object]:
    boards, places = seen.boards, seen.places
    lists = [
        (
            f"{DIRECTIONS[side]} pairs" if side else "The places",
            [_place_line(event, one) for one in places if one.direction == side],
        )
        for side in dict.fromkeys(one.direction for one in places)
    ]
    counts = {shares.boards for one in places if (shares := together(each.shares for each in one.counted))}
    return {
        "lists": lists,
        "says": PLACES_SAY[boards.method],
        "uneven": SAT_OUT if len(counts) > 1 else "",
        "boards": [_board_line(event, boards, number) for number in sorted(seen.numbers)],
        "widest": widest_words(boards, seen.numbers),
        "hidden": STILL_HIDDEN if seen.numbers < boards.travelers.keys() else "",
    }


def _place_line(event: Event, one: Standing[ScoredRound]) -> dict[str, object]:
    shares = together(each.shares for each in one.counted)
    assert shares is not None, "at a duplicate every round has some"
    return {
        "place": one.place,
        "name": one.entrant.name,
        "figure": shares_text(shares),
        "boards": counted(shares.boards, "board"),
        "address": address_of("player_boards", event.club.slug, event.pk, one.entrant.number),
    }


def _board_line(event: Event, boards: Boards, number: int) -> dict[str, str]:
    shown = {"title": f"Board {number}", "address": _address(event, number)}
    played = [row for row in boards.travelers[number] if row.is_compared]
    if number in boards.voided or not played:
        return {**shown, "says": "doesn’t count" if number in boards.voided else "not played"}
    first = next(iter(played[0].scores))
    made = [row.margin(first) for row in played]
    best = f"{DIRECTIONS[first]} from {margin_text(max(made))} to {margin_text(min(made))}"
    return {**shown, "says": f"{counted(len(played), 'table')}, {best}"}


def widest_words(boards: Boards, numbers: Collection[int]) -> str:
    """`Most was won and lost on board 7: Ruth & Marge made +52 with the cards that brought Walt & Ed −30.`"""
    found = widest(boards, numbers)
    if found is None:
        return ""
    best, worst = found
    first = next(iter(best.scores))
    with_cards = f"made {margin_text(best.margin(first))} with the cards that brought"
    here, there = (" & ".join(side_players(row.table, first, row.line)) for row in found)
    return ended(
        f"Most was won and lost on board {best.board}: {here} {with_cards} {there} {margin_text(worst.margin(first))}"
    )


def board_page(event: Event, seen: Seen, number: int, board: EventBoard | None) -> dict[str, object]:
    boards, numbers = seen.boards, sorted(seen.numbers)
    at = numbers.index(number)
    rows = boards.travelers[number]
    return {
        "traveler": traveler_context(boards, number, seen.own),
        "reads": event if event.state == Event.State.CLOSED else None,
        "says": PLACES_SAY[boards.method],
        "why": [
            _why_of(boards, row) for row in sorted(rows, key=_by_first_side) if row.line is not None or row.decided
        ],
        "hands": hands_of(board) if board else [],
        "kitty": _suits(board.kitty) if board and board.kitty else (),
        "bots": bots_words(board, rows) if board else "",
        "before": _address(event, numbers[at - 1]) if at else "",
        "after": _address(event, numbers[at + 1]) if at + 1 < len(numbers) else "",
    }


def decide_lines(event: Event, boards: Boards, number: int) -> list[tuple[str, str]]:
    """Links to the director's decision about the board: per table, and for all."""
    here = (event.club.slug, event.pk)
    at_tables = [
        (
            row.table.table.place,
            address_of("boards_decide", *here, row.round_number, row.table.number, number),
        )
        for row in boards.travelers[number]
    ]
    return [*at_tables, ("All tables: leave the board out", address_of("boards_void", *here, number))]


def _address(event: Event, number: int) -> str:
    return address_of("board_traveler", event.club.slug, event.pk, number)


def _why_of(boards: Boards, row: TravelerRow) -> tuple[str, list[str]]:
    """`Table 3, round 2`, and the reason for each side's share."""
    sheet = row.table.sheet
    assert sheet is not None, "a board is on a card"
    reasons = [
        f"{DIRECTIONS[side]}: {row_says(row, side, boards.travelers[row.board], boards.method)}"
        for side in sheet.book.sides
    ]
    return row.table.table.place, reasons


def hands_of(board: EventBoard) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "name": SEAT_NAMES.get(seat, seat), "suits": _suits(cards)}
        for seat, cards in board.hands.items()
        if cards
    ]


def _suits(cards: str) -> tuple[tuple[Suit, str], ...]:
    found = sorted(parse_cards(cards), key=sort_key)
    return tuple(
        (suit, " ".join(RANK_SIGNS[card.rank] for card in found if card.suit == suit) or "–") for suit in SUITS
    )


def bots_words(board: EventBoard, rows: Sequence[TravelerRow]) -> str:
    """`The bots’ field, never ranked: N-S made +20 on average at 8 tables.`; empty without one."""
    if not board.field or not any(row.bots for row in rows):
        return ""
    first = next(iter(board.field[0]))
    mean = sum((margin(scores, first) for scores in board.field), Fraction(0)) / len(board.field)
    return (
        f"The bots’ field, never ranked: {DIRECTIONS[first]} made {margin_text(mean)} on average "
        f"at {counted(len(board.field), 'table')}."
    )


def player_page(event: Event, seen: Seen, entrant: Entrant) -> dict[str, object]:
    boards = seen.boards
    own = [one for one in boards.shares.get(entrant.pk, ()) if one.row.board in seen.numbers]
    place = next((one for one in seen.places if entrant in people_of(one.entrant)), None)
    of = sum(one.direction == place.direction for one in seen.places) if place else 0
    all_boards = shares_of(boards.method, boards.shares.get(entrant.pk, ()))
    return {
        "title": entrant.name,
        "place": f"Place {place.place} of {of}" if place else "",
        "figure": f"{shares_text(all_boards)} over {counted(all_boards.boards, 'board')}" if all_boards.boards else "",
        "lines": [own_board(event, boards.method, one) for one in own],
        "extremes": list(best_and_worst(boards.method, own)),
        "hidden": STILL_HIDDEN if len(own) < all_boards.boards else "",
    }


def own_board(event: Event, method: Method, one: Share) -> dict[str, str]:
    row, side = one.row, one.side
    others = [each for each in one.traveler if each.is_compared and each.group == row.group and each is not row]
    margins = sorted((each.margin(side) for each in others), reverse=True)
    better = sum(each > row.margin(side) for each in margins) if row.is_compared else 0
    return {
        "title": f"Board {row.board}",
        "address": _address(event, row.board),
        "where": _where(one),
        "made": f"{made_words(row, side)}: {margin_text(row.margin(side))}" if row.is_compared else "",
        "others": f"others {', '.join(map(margin_text, margins))}" if margins and row.is_compared else "",
        "why": share_says(one, method),
        "figure": share_text(method, one.share),
        "rank": f"{better + 1} of {len(margins) + 1}" if row.is_compared else "",
    }


def _where(one: Share) -> str:
    """`Round 2, table 3, N-S with Walt against Ed & Joan`."""
    row, sheet = one.row, one.row.table.sheet
    assert sheet is not None, "a board is on a card"
    partners = [name for name in side_players(row.table, one.side, row.line) if name != one.entrant.called]
    others = (side_players(row.table, side, row.line) for side in sheet.book.sides if side != one.side)
    against = [name for names in others for name in names]
    beside = f" with {' & '.join(partners)}" if partners else ""
    return (
        f"{row.table.table.event_round}, table {row.table.number}, {DIRECTIONS[one.side]}{beside} "
        f"against {' & '.join(against)}"
    )


def made_words(row: TravelerRow, side: Side) -> str:
    """A side's result with a board: `made 50 ♠`, `set at 50 ♠`, `let the opponents make 50 ♠`."""
    came = _came(row, side)
    return "" if came is None else _came_words(*came, _bid_words(row))


def _came(row: TravelerRow, side: Side) -> tuple[bool, bool] | None:
    """Whether the side had the bid, and whether that was set; None if unplayed, or where nobody bids."""
    line, sheet = row.line, row.table.sheet
    if line is None or line.score is None or sheet is None or not line.figures.bidder:
        return None
    bidders = sheet.book.side_of(line.figures.bidder)
    return bidders == side, line.score.is_set(bidders)


def _bid_words(row: TravelerRow) -> str:
    assert row.line is not None, "asked of what was played"
    trump = row.line.figures.trump
    return f"{row.line.figures.bid} {SUIT_SIGNS[trump]}" if trump else str(row.line.figures.bid)


def _came_words(had_bid: bool, was_set: bool, bid: str) -> str:
    if had_bid:
        return f"set at {bid}" if was_set else f"made {bid}"
    return f"set the opponents at {bid}" if was_set else f"let the opponents make {bid}"


def best_and_worst(method: Method, own: Sequence[Share]) -> Iterator[tuple[str, str, int]]:
    """A player's best and worst board with the reason and number; none where all were alike."""
    played = [one for one in own if one.row.is_compared and len(one.traveler) > 1]
    if not played or min(one.share for one in played) == max(one.share for one in played):
        return
    for title, one in (("Best board", max(played, key=_by_share)), ("Worst board", min(played, key=_by_share))):
        yield title, f"Board {one.row.board}, {share_text(method, one.share)}: {reason_words(one)}", one.row.board


def _by_share(one: Share) -> tuple[Fraction, Fraction]:
    return one.share, one.row.margin(one.side)


def reason_words(one: Share) -> str:
    """Why a board went well or not: `set at 50 ♠, where everybody else made 50 ♠.`"""
    own, others = _came(one.row, one.side), [each for each in one.traveler if each.is_compared and each is not one.row]
    others = [each for each in others if each.group == one.row.group]
    kinds = Counter(came for each in others if (came := _came(each, one.side)) is not None)
    if own is None or not kinds:
        return ended(made_words(one.row, one.side))
    kind, count = kinds.most_common(1)[0]
    if kind == own:
        mean = sum((each.margin(one.side) for each in others), Fraction(0)) / len(others)
        made = f"{margin_text(one.row.margin(one.side))} where the others had {margin_text(mean)} on average"
        return f"{made_words(one.row, one.side)}, {made}."
    bids = {_bid_words(each) for each in others if _came(each, one.side) == kind}
    who = "everybody else" if count == len(others) > 1 else f"{count} of {len(others)} others"
    who = "the other table" if len(others) == 1 else who
    bid = min(bids) if len(bids) == 1 else "the bid"
    return f"{made_words(one.row, one.side)}, where {who} {_came_words(*kind, bid)}."
