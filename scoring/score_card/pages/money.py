"""The money sheet under a card, by the person: sets, what else is paid hand by hand, and the payments at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.rules.book.money import KINDS, Payments
from scoring.rules.cards import Seat, Side
from scoring.rules.money import MoneyLine, MoneySheet, money_sheet
from scoring.rules.notation import ended, listed, signed
from scoring.score_card.names import Names
from scoring.score_card.sheet import Line, Sheet

WHY: Final = {
    "renege": "renege",
    "in_play": "set in play",
    "unplayed": "set without playing",
    "on_board": "lost, on the board",
    "off_board": "lost, not on the board",
}


@dataclass(frozen=True, slots=True)
class MoneyContext:
    """The money sheet: a row for each line (`Hand 3`, `Ann, hard set: set in play`, and amounts by name, the kitty's
    last), totals, and payments once the game is won. `title` heads it, `what` its first column. `in_short` is the
    standing, and after which hand: others may wait on the tablet."""

    title: str
    what: str
    names: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    ends: tuple[dict[str, Any], ...]
    sentence: str
    in_short: str
    has_kitty: bool

    @property
    def all_rows(self) -> tuple[dict[str, Any], ...]:
        return (*self.rows, *self.ends)


def money_context(sheet: Sheet, names: Names) -> MoneyContext | None:
    records = [line.record for line in sheet.counted_lines if line.record]
    found = money_sheet(sheet.book, sheet.game, records)
    if found is None:
        return None
    title, what = money_heads(names)
    cells = _cells(names, found.totals, found.kitty)
    total = {"title": "Total", "cells": cells}
    paid = ({"title": "Paid", "cells": _cells(names, found.paid, 0)},) if found.paid else ()
    return MoneyContext(
        title=title,
        what=what,
        names=tuple(name for name, _ in cells),
        rows=tuple(_row(sheet, names, line) for line in found.lines),
        ends=(total, *paid),
        sentence=_sentence(sheet, names, found),
        in_short=f"{_money_after(sheet)}: {', '.join(f'{name} {amount}' for name, amount in cells)}",
        has_kitty=sheet.book.money is not None,
    )


def money_heads(names: Names) -> tuple[str, str]:
    """What the sheet is called, and its first column: `Money sheet` and `Set`, or `Checks` and `For`."""
    if names.book.payments is None:
        return "Money sheet", "Set"
    return "Money sheet" if names.book.money else names.book.words.say("Chips"), "For"


def money_columns(names: Names) -> tuple[str, ...]:
    """The players, each a column, and the kitty where it gets a part of a set."""
    book = names.book
    alone = {seats[0]: names.side(side) for side in book.sides if len(seats := book.seats_of(side)) == 1}
    players = tuple(alone.get(seat) or names.short(seat) for seat in book.seats)
    return (*players, book.words.say("Kitty")) if book.money else players


def _side(names: Names, side: Side) -> str:
    """Partners by first names, as their columns are, those of a single hand too."""
    seats = names.book.seats_of(side)
    return names.side(side) if len(seats) == 1 else names.first_names.get(side) or " & ".join(map(names.short, seats))


def _money_after(sheet: Sheet) -> str:
    """`Money after hand 3`."""
    number = sheet.counted_lines[-1].number if sheet.counted_lines else 0
    return sheet.book.words.say(f"{'Money' if sheet.book.money else 'Chips'} after hand {number}")


def _row(sheet: Sheet, names: Names, line: MoneyLine) -> dict[str, Any]:
    say = names.book.words.say
    played = None if line.hand is None else sheet.counted_lines[line.hand - 1]
    title = "At the end" if played is None else say(f"Hand {played.number}")
    words = f"{_side(names, line.side)}{say(_why(names, line, played))}"
    return {"title": title, "words": words, "cells": _cells(names, line.amounts, line.kitty)}


def _why(names: Names, line: MoneyLine, played: Line | None) -> str:
    """`, hard set: set in play`, ` made 270: 4 from 250 up`, ` set at 270: twice the 4 from 250 up`."""
    if line.kind:
        return f", {KINDS[line.kind][0].removeprefix('a ')}: {WHY[line.reason]}"
    pay, facts = names.book.payments, line.facts
    assert pay is not None, line
    match line.reason:
        case "melds":
            return f", melds: {_melds_laid(names, line, played)}"
        case "made" | "failed":
            words = _bid_words(pay, facts["bid"])
            if line.reason == "made":
                return f" made {facts['bid']}: {words}"
            each = {"twice": f"twice the {words}", "once": words, "nothing": ""}[pay.failed] if words else ""
            besides = [f"{pay.failed_more} for any set"] if pay.failed_more else []
            return f" set at {facts['bid']}: {' + '.join([*filter(None, [each]), *besides])}"
        case "slam":
            return f", every trick: {pay.slam}"
        case _:
            parts = [str(pay.game)] if pay.game else []
            if pay.lead_pays and facts["ahead"]:
                parts.append(f"{pay.for_game(facts['ahead'], 0) - pay.game} for {facts['ahead']} behind")
            parts += [f"{pay.below_zero} for standing below 0"] if pay.below_zero and facts["total"] < 0 else []
            return f", lost the game: {' + '.join(parts)}"


def _bid_words(pay: Payments, bid: int) -> str:
    """`4 from 250 up`; empty for a bid that pays nothing."""
    made = pay.for_bid(bid)
    return f"{made} from {max(line.at for line in pay.bids if line.at <= bid)} up" if made else ""


def _melds_laid(names: Names, line: MoneyLine, played: Line | None) -> str:
    """`run 2, aces around 2` where the melds are known, else what the table entered."""
    book, pay = names.book, names.book.payments
    assert pay is not None, line
    assert played is not None, line
    if line.side in played.figures.chips:
        return f"{played.figures.chips[line.side]}, as entered"
    laid = []
    for seat in book.seats_of(line.side):
        held: dict[str, int] = {}
        for meld in played.figures.melds.get(seat, ()):
            held[meld.kind] = held.get(meld.kind, 0) + meld.number
        laid += [f"{found.title} {found.pays * times}" for found, times in pay.for_melds(held)]
    return ", ".join(laid)


def _cells(names: Names, by_seat: Mapping[Seat, int], kitty: int) -> tuple[tuple[str, str], ...]:
    amounts = [signed(by_seat[seat]) for seat in names.book.seats]
    return tuple(zip(money_columns(names), [*amounts, signed(kitty)], strict=False))


def _sentence(sheet: Sheet, names: Names, found: MoneySheet) -> str:
    """`Ann takes 20: 12 from Bob and 8 from Cy.`, `Ann and Carl take 15 each: …`"""
    if sheet.game.won is None or not found.paid:
        return ""
    book, called = names.book, dict(zip(names.book.seats, money_columns(names), strict=False))
    winners = book.seats_of(sheet.game.won.side)
    paying = [f"{-amount} from {called[seat]}" for seat, amount in found.paid.items() if amount < 0]
    who, one = listed([called[seat] for seat in winners]), len(winners) == 1
    if not paying:
        return f"Nobody else is down, so {who} {'takes' if one else 'take'} nothing."
    takes = f"takes {found.paid[winners[0]]}" if one else f"take {found.paid[winners[0]]} each"
    return ended(f"{who} {takes}: {listed(paying)}")
