"""A deal as a text that a player reads.

    Book: Gwinnett Golden Games, partners (gwinnett)
    Dealer: West
    Before: North & South 31, East & West −8

    Hands
      North   ♠ A 10    ♥ K Q J   …

    Auction   North  East  South  West
              21     pass  22     pass
              pass
    …
    Tricks    North  East  South  West   Won by
       1      > A♠   9♠    K♠     10♠    North  3

What was done stands in the text under headings in the words of the book, and what follows from it: totals, winners, the
count. The tests read it back and play it again. Hands are written sorted: the order in which their cards came is not
kept, and no rule asks for it. Everything else is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeVar

from scoring.play.actions import (
    Action,
    Answer,
    Bid,
    Bury,
    CallPartner,
    Declaration,
    Declare,
    LayDown,
    LayMeld,
    NameTrump,
    PassCards,
    PlayCard,
    Redeal,
)
from scoring.play.state import DealState, Trick, record_of
from scoring.rules.book import RuleBook
from scoring.rules.cards import SUITS, Card, Seat, Side
from scoring.rules.deal_score import score_deal
from scoring.rules.dealing import Dealt
from scoring.rules.notation import (
    RANK_SIGNS,
    SUIT_SIGNS,
    figure_text,
    sign,
    sort_key,
    suit_with_sign,
)
from scoring.rules.tricks import lay_down_take
from scoring.rules.wording import outcome_word

DEALT_AGAIN: Final = "The cards are dealt again"
NOTHING: Final = "·"
LEAD: Final = ">"
Said = TypeVar("Said", bound=Action)
WIDTH: Final = 10  # of the headings before a table
SAID: Final[Mapping[Declaration, str]] = {
    "play": "plays",
    "moon": "shoots the moon",
    "throw_in": "throws the hand in",
    "lay": "cuts and lays",
}
ANSWERED: Final[Mapping[bool, str]] = {True: "lets it stand", False: "has it played"}


def format_deal(state: DealState) -> str:
    """The deal as far as it has come, as a text that ends with a line break."""
    book = state.book
    before = [f"{side_name(book, side)} {figure_text(state.standing[side])}" for side in book.columns]
    head = [
        f"Book: {book.name} ({book.key})",
        f"Dealer: {state.book.seat_names[state.dealer]}",
        f"Before: {', '.join(before)}",
    ]
    if book.bonuses.cut_and_lay:
        head.append(f"Off the board: {', '.join(side_name(book, side) for side in state.off_board) or NOTHING}")
    blocks = [head, _hands(state)]
    blocks += [_WRITERS[kind](state) for kind, _ in groupby(map(type, state.actions)) if kind in _WRITERS]
    if state.redealt_by is not None:
        blocks.append([DEALT_AGAIN])
    elif state.is_done:
        blocks.append(_count(state))
    return "\n".join("".join(f"{line.rstrip()}\n" for line in block) for block in blocks)


def with_sorted_hands(dealt: Dealt) -> Dealt:
    """The deal with each hand sorted, as a transcript gives it back."""
    return Dealt({seat: tuple(sorted(hand, key=sort_key)) for seat, hand in dealt.hands.items()}, dealt.kitty)


def side_name(book: RuleBook, side: Side) -> str:
    return " & ".join(book.seat_names[seat] for seat in book.seats_of(side))


def _hands(state: DealState) -> list[str]:
    rows = [[state.book.seat_names[seat], *_by_suit(state.dealt.hands[seat])] for seat in state.book.seats]
    lines = ["Hands", *_indented(rows)]
    if state.dealt.kitty:
        lines.append(f"  {state.book.words.say('Kitty')}: {_signs(state.dealt.kitty)}")
    return lines


def _by_suit(hand: Iterable[Card]) -> Iterator[str]:
    """`♠ A 10 10 Q` for each suit, `♠ ·` for one that is not held."""
    held = sorted(hand, key=sort_key)
    for suit in SUITS:
        ranks = [RANK_SIGNS[card.rank] for card in held if card.suit == suit]
        yield f"{SUIT_SIGNS[suit]} {' '.join(ranks) or NOTHING}"


def _auction(state: DealState) -> list[str]:
    """A column for each seat from the dealer's left; a seat that is out has no further calls."""
    book = state.book
    seats = book.seats_from(book.next_seat(state.dealer))
    rounds: list[dict[Seat, str]] = []
    for call in state.auction.calls:
        if not rounds or seats.index(call.seat) <= max(map(seats.index, rounds[-1])):
            rounds.append({})
        rounds[-1][call.seat] = "pass" if call.bid is None else str(call.bid)
    rows = [["Auction", *(state.book.seat_names[seat] for seat in seats)]]
    rows += [["", *(said.get(seat, NOTHING) for seat in seats)] for said in rounds]
    lines = _table(rows)
    if state.bidder is not None:
        stuck = "is stuck with" if state.auction.stuck else "has"
        lines.append(f"  {state.book.seat_names[state.bidder]} {stuck} the bid: {state.auction.high}")
    return lines


def _meld(state: DealState) -> list[str]:
    """Each player's total and cards, then the totals of partnerships."""
    book = state.book
    rows = [[state.book.seat_names[seat], f"{laid.total:>4}", _signs(laid.cards)] for seat, laid in state.laid.items()]
    lines = ["Meld", *_indented(rows)]
    if book.has_partners:
        totals = dict.fromkeys(book.sides, 0)
        for seat, laid in state.laid.items():
            totals[book.side_of(seat)] += laid.total
        together = [f"{side_name(book, side)} {total}" for side, total in totals.items()]
        lines.append(f"  Together: {', '.join(together)}")
    return lines


def _tricks(state: DealState) -> list[str]:
    """A row for each trick and a column for each seat; `>` marks the card that was led."""
    seats = state.book.seats
    rows = [[state.book.words.say("Tricks"), *(state.book.seat_names[seat] for seat in seats), "Won by"]]
    rows += [_trick_row(state.book, number, trick) for number, trick in enumerate(state.tricks, start=1)]
    if state.trick is not None and state.trick.cards:
        rows.append(_trick_row(state.book, len(state.tricks) + 1, state.trick))
    return _table(rows)


def _trick_row(book: RuleBook, number: int, trick: Trick) -> list[str]:
    order = book.seats_from(trick.leader)
    cards = dict(zip(order, map(sign, trick.cards), strict=False))
    cells = [f"{LEAD if seat == trick.leader else ' '} {cards.get(seat, NOTHING)}" for seat in book.seats]
    won = f"{book.seat_names[trick.winner]} {trick.points}" if trick.winner else ""
    return [f"  {number:>2}", *cells, won]


def _lay_down(state: DealState) -> list[str]:
    assert state.claimed is not None, state.phase
    finding = state.claimed
    if finding.card is None or finding.beaten_by is None or finding.holder is None:
        found = "no opponent can beat a card"
    else:
        found = (
            f"the {sign(finding.card)} is beaten by {state.book.seat_names[finding.holder]}’s {sign(finding.beaten_by)}"
        )
    rest, _ = lay_down_take(state.book, state.hands, finding)
    points = [f"{side_name(state.book, side)} {points}" for side, points in rest.items()]
    return [
        "Lay-down",
        f"  {state.book.seat_names[finding.player]} claims the rest: {found}",
        f"  In the rest: {', '.join(points)}",
    ]


def _count(state: DealState) -> list[str]:
    """Meld, take and tricks by side, what the deal scores, the totals after it, and how it ended."""
    here, record = state.book, record_of(state)
    book = here.before_the_call
    score = score_deal(book, record)
    rows = [["Count", "Meld", "Take", book.words.say("Tricks"), "Score", "Total", ""]]
    for side in book.sides:
        part = score.sides[side]
        together = here.side_of(side) if here.team else side
        team = here.take_side(together)
        figures = [record.meld.get(together, 0), record.take.get(team), record.tricks.get(team), part.score]
        figures.append(state.standing[side] + part.score)
        shown = [NOTHING if figure is None else figure_text(figure) for figure in figures]
        rows.append([f"  {side_name(book, side)}", *shown, outcome_word(score, side)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    names = [row[0].ljust(widths[0]) for row in rows]
    cells = [[cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True)] for row in rows]
    return ["  ".join([name, *each, row[-1]]) for name, each, row in zip(names, cells, rows, strict=True)]


def _said(heading: str, kind: type[Said], words: Callable[[Said], str]) -> Callable[[DealState], list[str]]:
    """What was done in a phase of the deal, a line for each who did."""

    def lines(state: DealState) -> list[str]:
        rows = [
            [f"  {state.book.seat_names[action.seat]}", words(action)]
            for action in state.actions
            if isinstance(action, kind)
        ]
        return [state.book.words.say(heading), *_table(rows)]

    return lines


def _signs(cards: Iterable[Card]) -> str:
    return " ".join(map(sign, cards)) or NOTHING


def _indented(rows: Sequence[Sequence[str]]) -> list[str]:
    return _table([[f"  {first}", *rest] for first, *rest in rows])


def _partner(state: DealState) -> list[str]:
    """`Partner: A♠, Player C`; `alone` where nobody is."""
    partner, said = state.partner, sign(state.called) if isinstance(state.called, Card) else ""
    who = state.book.seat_names[partner] if partner and partner != state.bidder else "alone"
    return [f"Partner: {f'{said}, ' if said else ''}{who}"]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their columns in line; the first as wide as a heading."""
    if not rows:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    widths[0] = max(WIDTH, widths[0])
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


_WRITERS: Final[Mapping[type[Action], Callable[[DealState], list[str]]]] = {
    Redeal: _said("New cards", Redeal, lambda action: "deal again" if action.claimed else "plays on"),
    Bid: _auction,
    NameTrump: lambda state: [
        f"Trump: {suit_with_sign(state.trump) if state.trump else 'none, for want of a marriage'}"
    ],
    CallPartner: _partner,
    PassCards: _said("Pass", PassCards, lambda action: _signs(action.cards)),
    LayMeld: _meld,
    Bury: _said("Bury", Bury, lambda action: _signs(action.cards)),
    Declare: _said("Declaration", Declare, lambda action: SAID[action.what]),
    Answer: _said("Answers", Answer, lambda action: ANSWERED[action.stands]),
    PlayCard: _tricks,
    LayDown: _lay_down,
}
