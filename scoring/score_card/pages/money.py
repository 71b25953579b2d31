"""The money sheet under a card: the sets, their cost, and the payments at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.rules.book.money import KINDS
from scoring.rules.cards import Side
from scoring.rules.money import MoneyLine, MoneySheet, money_sheet
from scoring.rules.notation import listed, signed
from scoring.score_card.names import Names
from scoring.score_card.sheet import Sheet

WHY: Final = {
    "renege": "renege",
    "in_play": "set in play",
    "unplayed": "set without playing",
    "on_board": "lost, on the board",
    "off_board": "lost, not on the board",
}


@dataclass(frozen=True, slots=True)
class MoneyContext:
    """The money sheet: a row for each set (`Hand 3`, `Ann, hard set: set in play`, and amounts by name, the kitty's
    last), totals, and payments once the game is won. `in_short` is the standing, and after which hand: others may wait
    on the tablet."""

    names: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]
    ends: tuple[dict[str, Any], ...]
    sentence: str
    in_short: str

    @property
    def all_rows(self) -> tuple[dict[str, Any], ...]:
        return (*self.rows, *self.ends)


def money_context(sheet: Sheet, names: Names) -> MoneyContext | None:
    found = money_sheet(sheet.book, sheet.game)
    if found is None:
        return None
    cells = _cells(names, found.totals, found.kitty)
    total = {"title": "Total", "cells": cells}
    paid = ({"title": "Paid", "cells": _cells(names, found.paid, 0)},) if found.paid else ()
    return MoneyContext(
        names=tuple(name for name, _ in cells),
        rows=tuple(_row(sheet, names, line) for line in found.lines),
        ends=(total, *paid),
        sentence=_sentence(sheet, names, found),
        in_short=f"{_money_after(sheet)}: {', '.join(f'{name} {amount}' for name, amount in cells)}",
    )


def _money_after(sheet: Sheet) -> str:
    """`Money after hand 3`."""
    number = sheet.counted_lines[-1].number if sheet.counted_lines else 0
    return sheet.book.words.say(f"Money after hand {number}")


def _row(sheet: Sheet, names: Names, line: MoneyLine) -> dict[str, Any]:
    say = names.book.words.say
    title = "At the end" if line.hand is None else say(f"Hand {sheet.counted_lines[line.hand - 1].number}")
    kind = KINDS[line.kind][0].removeprefix("a ")
    words = f"{names.side(line.side)}, {kind}: {say(WHY[line.reason])}"
    return {"title": title, "words": words, "cells": _cells(names, line.amounts, line.kitty)}


def _cells(names: Names, by_side: Mapping[Side, int], kitty: int) -> tuple[tuple[str, str], ...]:
    return (
        *((names.side(side), signed(by_side[side])) for side in names.book.sides),
        (names.book.words.say("Kitty"), signed(kitty)),
    )


def _sentence(sheet: Sheet, names: Names, found: MoneySheet) -> str:
    """`Ann takes 20: 12 from Bob and 8 from Cy.`"""
    if sheet.game.won is None:
        return ""
    winner = names.side(sheet.game.won.side)
    paying = [f"{-amount} from {names.side(side)}" for side, amount in found.paid.items() if amount < 0]
    if not paying:
        return f"Nobody else is down, so {winner} takes nothing."
    return f"{winner} takes {found.paid[sheet.game.won.side]}: {listed(paying)}."
