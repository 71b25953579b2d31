"""A second reading of what is paid: chips and sets of a game by the printed sentences and the printed table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scoring.rules.book import RuleBook
from scoring.rules.deal_score import DealRecord
from tests.scoring.rules import second_reading
from tests.scoring.rules.second_reading import Hand, Reading, sides_of, table_in


@dataclass
class Sheet:
    """What each has got, the kitty too; `paid` once the game is won."""

    totals: dict[str, int]
    kitty: int = 0
    paid: dict[str, int] = field(default_factory=dict)


def sheet(book: RuleBook, records: Sequence[DealRecord]) -> Sheet:
    """The sheet of a game of these hands, which end it or not."""
    reading, found = second_reading.read(book), Sheet(dict.fromkeys(book.at_table, 0))
    rows = {name: " ".join(cells) for name, *cells in table_in(book, "money")}
    game = [dict.fromkeys(book.sides, 0)]
    for number, record in enumerate(records, start=1):
        seats = [seat for seat in book.at_table if seat != record.out]
        hand = Hand(reading, record, sides_of(reading, seats, record))
        _pay_hand(found, reading, rows, hand)
        before = game[-1]
        score = second_reading.scores(book, record)
        game.append({side: before[side] + score[side] for side in before})
        bidding = "" if reading.nobody_bids else next(side for side in book.sides if record.bidder in side)
        won = second_reading.winner(book, before, game[-1], bidding, number)
        if won:
            _pay_game(found, reading, rows, game, won)
        if won or (reading.target is not None and reading.deals == number):
            break
    return found


def _set(found: Sheet, reading: Reading, kind: str, side: str, *, paid_by: str) -> None:
    """Each of the side that was set pays, to each who isn’t of it, and the rest goes to the kitty."""
    cost, each = reading.says[f"{kind}_cost"], reading.says[f"{kind}_each"]
    opponents = [seat for seat in found.totals if seat not in paid_by]
    for payer in side:
        found.totals[payer] -= cost
        for seat in opponents:
            found.totals[seat] += each
        rest = cost - each * len(opponents)
        assert not rest or reading.says[f"{kind}_rest"], "the rest goes nowhere"
        found.kitty += rest


def _pass(found: Sheet, reading: Reading, to: Sequence[str], by: Sequence[str], chips: int) -> None:
    """Each player of those who collect gets so many from one player of each side that pays."""
    for side in to:
        for seat in side:
            found.totals[seat] += chips * (len(by) if reading.chips == "paid" else 1)
    for side in by if reading.chips == "paid" else ():
        for seat in side:
            found.totals[seat] -= chips * len(to)


def _pay_hand(found: Sheet, reading: Reading, rows: Mapping[str, str], hand: Hand) -> None:
    offender, bidding = hand.offender, hand.bidding
    is_played = not hand.unplayed and not offender
    is_set = bool(bidding) and (
        offender == bidding or (not offender and hand.unplayed != "laid" and (bool(hand.unplayed) or not hand.is_made))
    )
    if reading.hard_cost is not None and offender:
        _set(found, reading, reading.set_by_renege, offender, paid_by=offender)
    elif reading.hard_cost is not None and is_set:
        _set(found, reading, reading.set_in_play if is_played else reading.set_unplayed, bidding, paid_by=bidding)
    if reading.chips is None:
        return
    columns = [column for side in hand.sides for column in (side if reading.calls else (side,))]

    def of(side: str) -> tuple[list[str], list[str]]:
        return [each for each in columns if each in side], [each for each in columns if each not in side]

    for side in hand.sides:
        _pass(found, reading, *of(side), hand.record.chips.get(side, 0))
    if (
        is_played
        and "Every trick" in rows
        and len(those := [who for who, won in hand.record.tricks.items() if won]) == 1
    ):
        _pass(found, reading, *of(those[0]), int(rows["Every trick"]))
    if bidding:
        to, by = of(bidding)
        made = _for_bid(rows, hand.record.bid)
        failed = next((cell for row, cell in rows.items() if row.startswith(("A bid set", "Any bid set"))), "0")
        times, _, more = failed.partition(" + ")
        for_set = made * int(times[2:]) if times.startswith("×") else int(times)
        _pass(found, reading, *((by, to, for_set + int(more or 0)) if is_set else (to, by, made)))


def _for_bid(rows: Mapping[str, str], bid: int) -> int:
    chips = 0
    for row, cell in rows.items():
        if row.startswith("A bid made, from ") and bid >= int(row.split()[-1]):
            chips = int(cell)
        if row.startswith("Each ") and " past " in row:
            step, last = int(row.split()[1]), int(row.split()[-1])
            chips += max(0, bid - last) // step * int(cell.split()[0])
    return chips


def _pay_game(
    found: Sheet, reading: Reading, rows: Mapping[str, str], game: Sequence[Mapping[str, int]], won: str
) -> None:
    totals, losers = game[-1], [side for side in game[-1] if side != won]
    for side in losers if reading.hard_cost is not None else ():
        is_on = _is_on_board(reading, [total[side] for total in game])
        kind = reading.lost_on_board if is_on else reading.lost_off_board
        _set(found, reading, kind, side, paid_by=side)
    if reading.chips == "counted":
        losers = sorted(losers, key=lambda side: -totals[side])[:1]
    for side in losers if reading.chips else ():
        _pass(found, reading, (won,), (side,), _for_game(rows, totals[won] - totals[side], totals[side]))
    if reading.hard_cost is not None:
        down = {seat: min(0, total) for seat, total in found.totals.items() if seat not in won}
        found.paid = {seat: down.get(seat, -sum(down.values()) // len(won)) for seat in found.totals}


def _for_game(rows: Mapping[str, str], ahead: int, total: int) -> int:
    chips = int(rows.get("Winning the game", 0))
    for row, cell in rows.items():
        if row.startswith("Each ") and " ahead " in row:
            chips += -(-max(0, ahead) // int(row.split()[1])) * int(cell.split()[0])
        if row == "A loser below 0" and total < 0:
            chips += int(cell.split()[0])
    return chips


def _is_on_board(reading: Reading, stood: Sequence[int]) -> bool:
    if reading.on_board == "now":
        return stood[-1] > 0 or (stood[-1] == 0 and any(stood))
    pairs = pairwise(stood)
    return any(after > 0 or (after == 0 and before < 0) for before, after in pairs)
