"""What pages and paper show of a card, ready to print: every string is made here, once.

The screen, the read page and the PDF draw the same `CardContext`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format

from pinochle_club.plainly import kept
from scoring.models import ScoreCard
from scoring.models.rule_books import digest_of
from scoring.rules import wording
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import Side, Suit
from scoring.rules.deal_score import SideScore
from scoring.rules.notation import SUIT_NAMES, figure_text, listed, lowered, signed
from scoring.score_card.names import Names
from scoring.score_card.people import names_now
from scoring.score_card.player_scores import final_totals
from scoring.score_card.sheet import EntryData, Line, Sheet

from .entries import entry_title
from .penalties import RoundContext, round_context

# What needs no word on the card: the figures say it.
ORDINARY = frozenset({"made", "saved"})


@dataclass(frozen=True, slots=True)
class CellContext:
    """One side's four figures of a hand.

    `crossed` is a set as on paper; `meld_lost` and `take_lost` are figures that do not count, there or
    for defenders who did not save.
    """

    side: Side
    name: str
    bid: str
    meld: str
    take: str
    total: str
    points: str
    crossed: bool
    meld_lost: bool
    take_lost: bool
    loss: bool
    chip: str
    tone: str

    @property
    def mark(self) -> str:
        """The style of the chip: a set stands out, the rest is quiet."""
        return {"set": "mark-set", "lost": "mark-now", "made": "mark-good"}.get(self.tone, "mark-plain")


@dataclass(frozen=True, slots=True)
class RowContext:
    """One hand on the card."""

    number: int
    dealer: str
    trump: Suit | None
    trump_name: str
    cells: tuple[CellContext, ...]
    is_now: bool
    is_corrected: bool
    is_directed: bool
    after_end: bool
    redeals: int
    note: str

    @property
    def mark(self) -> str:
        """By what a page that shows this line tells so: a line that looks different has another mark."""
        return _mark_of(self)


@kept(2_000)
def _mark_of(row: RowContext) -> str:
    return f"{row.number}-{blake2b(repr(row).encode(), digest_size=8).hexdigest()}"


@dataclass(frozen=True, slots=True)
class HeadContext:
    """A side's head: its name, its players, the big total and what is still to go."""

    side: Side
    name: str
    players: str
    total: int
    to_go: str
    is_winner: bool
    signed: EntryData | None = field(hash=False)

    @property
    def total_text(self) -> str:
        return figure_text(self.total)


@dataclass(frozen=True, slots=True)
class CardContext:
    """A card as it is drawn."""

    card: ScoreCard
    sheet: Sheet
    book: RuleBook
    names: Names
    title: str
    meta: str
    heads: tuple[HeadContext, ...]
    rows: tuple[RowContext, ...]
    banner: str
    finished: bool
    struck: bool
    round: RoundContext | None = None

    @property
    def is_three(self) -> bool:
        return not self.book.is_partnership

    @property
    def rules_page(self) -> str:
        """Where the rules of this card stand."""
        return rules_page(self.book)

    @property
    def still_to_sign(self) -> str:
        """The sides whose signature is missing, once another side has signed."""
        missing = [head.name for head in self.heads if head.signed is None]
        return listed(missing) if len(missing) < len(self.heads) else ""

    @property
    def undo_text(self) -> str:
        """What the undo key would take out; empty where there is nothing."""
        entry = self.sheet.undoable
        if entry is None or self.sheet.is_closed or self.card.kept_by_play:
            return ""
        title = entry_title(entry)
        return lowered(title)


def names_of(card: ScoreCard) -> Names:
    """The names as they were given to a card."""
    return Names(card.book_version.book, card.player_names, card.side_names)


def names_at(card: ScoreCard, sheet: Sheet, line: Line | None = None) -> Names:
    """Who sits at the table now, those included who play on for others; with a `line`, who sat there in that hand."""
    return names_now(sheet, names_of(card), line)


def card_context(card: ScoreCard, sheet: Sheet) -> CardContext:
    """Everything a page or a PDF shows of the card itself (no queries)."""
    names = names_at(card, sheet)
    totals = final_totals(sheet)
    return CardContext(
        card=card,
        sheet=sheet,
        book=sheet.book,
        names=names,
        title=_title(card),
        meta=_meta(card, sheet.book),
        heads=tuple(_head(sheet, names, side, totals[side]) for side in sheet.book.sides),
        rows=tuple(_row(sheet.book, names_at(card, sheet, line), line) for line in sheet.lines),
        banner=banner_text(sheet, names),
        finished=sheet.is_finished,
        struck=_is_struck(sheet),
        round=round_context(sheet, names),
    )


def place_text(card: ScoreCard) -> str:
    """`Table 4 · Round 2`; empty where neither is given."""
    table = f"Table {card.table_name}" if card.table_name else ""
    event_round = f"Round {card.round_name}" if card.round_name else ""
    return " · ".join(filter(None, (table, event_round)))


def _title(card: ScoreCard) -> str:
    return place_text(card) or card.book_version.book.short_name


def _meta(card: ScoreCard, book: RuleBook) -> str:
    day = f"{card.played_on:%a, %b} {card.played_on.day}"
    version = f" v{card.book_version.number}" if card.book_version.number > 1 else ""
    return f"{day} · {book.short_name} rules{version} · {game_goal(book, card.hands_agreed, card.length)}"


@lru_cache(maxsize=64)
def rules_page(book: RuleBook) -> str:
    """Where a book stands in print: a card keeps to the version it began with, also after an update."""
    if built_in_books().get(book.key) == book:
        return reverse("score_card:book", args=[book.key])
    return reverse("score_card:book_version", args=[digest_of(book.to_json())])


def game_goal(book: RuleBook, hands_agreed: int | None = None, length: str = "book") -> str:
    """`to 150`, `round of 4 hands`, `12 hands`, `hands as agreed`; `length` as on the card's row."""
    if length == "time":
        return "until the round’s time is up"
    if length == "hands" and hands_agreed:
        return f"round of {hands_agreed} hands"
    if book.round is not None:
        return f"round of {book.round.deals} hands"
    if book.game.target is not None:
        return f"to {book.game.target}"
    hands = book.game.deals or hands_agreed
    return f"{hands} hands" if hands else "hands as agreed"


def _head(sheet: Sheet, names: Names, side: Side, total: int) -> HeadContext:
    players = ""
    if names.given_sides.get(side) and any(map(names.has_player, sheet.book.seats_of(side))):
        players = " & ".join(names.player(seat) for seat in sheet.book.seats_of(side))
    return HeadContext(
        side=side,
        name=names.side(side),
        players=players,
        total=total,
        to_go=_to_go(sheet, total),
        is_winner=sheet.game.won is not None and sheet.game.won.side == side,
        signed=sheet.signed.get(side),
    )


def _to_go(sheet: Sheet, total: int) -> str:
    target = sheet.book.game.target
    if target is not None and sheet.setup.length == "book":
        return wording.to_go(sheet.book, total)
    return wording.hands_played(sheet.book, len(sheet.counted_lines), sheet.hands_to_play)


@kept(2_000)
def _row(book: RuleBook, names: Names, line: Line) -> RowContext:
    trump = line.payload.get("trump")
    return RowContext(
        number=line.number,
        dealer=names.player(line.dealer),
        trump=trump,
        trump_name=SUIT_NAMES[trump] if trump else "",
        cells=tuple(_cell(book, names, line, side) for side in book.sides),
        is_now=not line.is_done,
        is_corrected=line.is_corrected,
        is_directed=line.is_directed,
        after_end=line.after_end,
        redeals=len(line.redeals),
        note=_row_note(line),
    )


def _row_note(line: Line) -> str:
    if line.after_end:
        return "After the end of the game: not counted"
    if line.payload.get("no_marriage"):
        return "No marriage"
    return ""


def _cell(book: RuleBook, names: Names, line: Line, side: Side) -> CellContext:
    part = line.score.sides[side] if line.score else None
    bidding = bool(line.record) and book.side_of(line.payload["bidder"]) == side
    chip, tone = ("", "")
    if part is not None and line.score is not None:
        word = wording.outcome_word(line.score, side)
        chip = "" if word in ORDINARY or (word == "not played" and not bidding) else word
        if part.score < 0:
            chip = f"{chip} {signed(part.score)}"
        tone = _tone(part)
    return CellContext(
        side=side,
        name=names.side(side),
        bid=str(line.payload["bid"]) if bidding else "",
        meld=_figure(line.payload.get("meld"), side),
        take=_figure(line.payload.get("take"), side),
        total=figure_text(line.totals[side]) if line.totals else "",
        points=signed(part.score) if part else "",
        crossed=part is not None and is_crossed(part),
        meld_lost=part is not None and (is_crossed(part) or part.counted == 0 < part.meld),
        take_lost=part is not None and (is_crossed(part) or (part.take > 0 and not part.has("take"))),
        loss=part is not None and (part.score < 0 or tone == "set"),
        chip=chip,
        tone=tone,
    )


def is_crossed(part: SideScore) -> bool:
    """Whether meld and take are crossed out, as on paper: they were lost with the bid, or for a renege."""
    return _tone(part) == "set" and not part.has("set_keeps")


def _tone(part: SideScore) -> str:
    """`set` where meld and take are crossed out, `made`, `saved`, or `plain`."""
    if part.bidding:
        return "made" if part.saved and not part.has("renege") else "set"
    if part.has("renege"):
        return "set"
    return "saved" if part.saved else "lost"


def _figure(figures: Mapping[Side, int] | None, side: Side) -> str:
    if not figures or side not in figures:
        return "–"
    return str(figures[side])


def banner_text(sheet: Sheet, names: Names) -> str:
    """Who won and why; empty while the game goes on."""
    if sheet.game.won is not None:
        return wording.won_sentence(sheet.book, sheet.game.won, names.sides, sheet.totals)
    if not sheet.is_finished:
        return ""
    return wording.final_sentence(sheet.book, names.sides, final_totals(sheet))


def signature_text(entry: EntryData) -> str:
    """`Tablet 1, 3:42 PM`: where and when a side signed."""
    when = time_format(timezone.localtime(entry.at), "g:i A") if entry.at else ""
    return ", ".join(filter(None, (entry.device, when)))


def _is_struck(sheet: Sheet) -> bool:
    """Whether somebody had signed a version that is no longer the present one."""
    signers = [entry for entry in sheet.entries if entry.kind == "sign"]
    return bool(signers) and not sheet.signed
