"""Pots, prizes and amounts in words, for pages, paper and log."""

from __future__ import annotations

from league.models import Club, Event, Pot, Prize, Series
from league.words import money
from scoring.boards.comparison import Method
from scoring.rules.notation import counted

Kind = Prize.Kind


def amount_words(cents: int, club: Club) -> str:
    return money(cents, club) if cents else "nothing"


def signed_money(cents: int, club: Club) -> str:
    return f"+{money(cents, club)}" if cents > 0 else money(cents, club)


def pot_words(pot: Pot, club: Club) -> str:
    parts = [
        *([f"{money(pot.per_player, club)} of each fee"] if pot.per_player else []),
        *([f"{money(pot.per_set, club)} a set, from each player of the side"] if pot.per_set else []),
    ]
    return " · ".join(parts) or "Only what is carried over or put in by hand"


def base_words(prize: Prize) -> str:
    """The base of a prize's share: a pot's name, or `all fees`."""
    return str(prize.pot) if prize.pot else "all fees"


def prize_words(prize: Prize, club: Club) -> str:
    """`$10`, `50% of Set money`, `40% of all fees`, `$5 from …, at least 300 points`."""
    if prize.percent:
        worth = f"{prize.percent}% of {base_words(prize)}"
    else:
        worth = amount_words(prize.amount, club) + (f" from {prize.pot}" if prize.pot else "")
    return f"{worth} · {least_words(prize)}" if prize.at_least else worth


def least_words(prize: Prize) -> str:
    """`at least 300 points`; empty for no minimum."""
    if not prize.at_least:
        return ""
    if prize.kind == Kind.MOST_SETS:
        return f"at least {counted(prize.at_least, 'set')}"
    return f"at least {prize.at_least}%" if is_by_percent(prize.row) else f"at least {counted(prize.at_least, 'point')}"


def is_by_percent(row: Event | Series) -> bool:
    return row.compared == Method.MATCHPOINTS
