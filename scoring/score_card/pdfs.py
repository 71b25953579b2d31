"""Cards and rule books on paper: strings from `pages` and `rules.prose`, laid out on pages with as many lines as the
clubs' own paper has. The ground's `pdfs` makes and caches them."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, product
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.template.loader import render_to_string

from pinochle_club.ground.dates import full_day
from pinochle_club.ground.papers import PAPERS
from pinochle_club.ground.pdfs import kept, typesetter
from scoring.models import ScoreCard
from scoring.rules import prose
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.book.bonuses import Bonuses
from scoring.rules.book.money import KINDS
from scoring.rules.book.printing import Table, anchor
from scoring.rules.changes import is_house_book
from scoring.rules.documents import whose_rules
from scoring.rules.notation import figure_text, lowered
from scoring.rules.own_sheet import document_of
from scoring.rules.wall import can_be_left, left_parts, meld_chart, wall_parts

from .forms.papers import PER_PAGE
from .names import Names
from .pages.card import CardContext, card_context, game_goal, round_text, signature_text
from .pages.documents import document_sections
from .pages.explanations import hand_context
from .pages.money import MoneyContext, money_columns
from .pages.penalties import PersonScore, RoundContext
from .recording import read_sheet
from .sheet import Sheet

LINES_ON_A_PAGE: Final = 17
# Empty lines make room for the winner, so that even long names fit on the page of the signatures.
LINES_BESIDE_A_RESULT: Final = 14
# A blank card of a book that is played for money has a money sheet below its hands.
LINES_BESIDE_MONEY: Final = 10
LINES_OF_MONEY: Final = 6
MOST_WITH_FIGURES: Final = 4
# A card of so few lines has room for tall ones.
FEW_LINES: Final = 6
# Figures wanted in the middle of a game: these lines of "At a glance" are under a blank card.
FIGURES_ON_A_CARD: Final = ("Opening bid", "Stuck dealer", "Meld counts", "To make the bid", "To save", "Set", "Game")
# The score keeper's steps for a set that comes off.
SET_IN_FIGURES: Final = "take the bid off the total, and cross out that side’s meld and take"
SET_ALONE_IN_FIGURES: Final = "take the bid off the total, and cross out that player’s meld and take"
SET_CALLED_IN_FIGURES: Final = "take the bid off the bidder’s total and the partner’s"
# Of a player's round score, these steps come from the side.
SHARED_STEPS: Final = frozenset({anchor("round"), anchor("round.skunk")})


# -- what a page of card shows -----------------------------------------------------------


# A line of a page: a hand's `row`, or `words` across it; else a blank to write on, with `number` and `dealer` if known.
PaperLine: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A card as printed, filled or blank, where `sides` and `players` say nothing. A page has lines, and totals or
    carried sums below. `title` is the book's name where nothing else stands over the card, `foot` the line that
    identifies every sheet. `money_lines` are a blank money sheet. With `has_boards` each line is a board, scored
    alone."""

    book: RuleBook
    goal: str
    sides: tuple[dict[str, str], ...]
    pages: tuple[dict[str, Any], ...]
    day: str = ""
    table: str = ""
    round: str = ""
    banner: str = ""
    note: str = ""
    extras: tuple[dict[str, Any], ...] = ()
    players: tuple[dict[str, str], ...] = ()
    money: MoneyContext | None = None
    money_lines: Sequence[int] = ()
    money_heads: Sequence[str] = ()
    figures: tuple[tuple[str, str], ...] = ()
    title: str = ""
    foot: str = ""
    has_boards: bool = False

    @property
    def is_told(self) -> bool:
        """Whether a hand is told once, with what it brought to each column: where meld and take have no room, or are of
        sides that a called partner makes."""
        return self.book.deal.calls_partner or len(self.sides) > MOST_WITH_FIGURES

    @property
    def has_bids(self) -> bool:
        return self.book.auction.is_held

    @property
    def width(self) -> int:
        """The columns of a side."""
        return 1 if self.is_told else 4 if self.has_bids else 3

    @property
    def facts(self) -> int:
        """The columns before those of the sides."""
        return 3 if self.is_told and self.has_bids else 2

    @property
    def columns(self) -> int:
        return self.facts + self.width * len(self.sides)

    @property
    def round_text(self) -> str:
        return round_text(self.round)

    @property
    def is_short(self) -> bool:
        return all(len(page["lines"]) <= FEW_LINES for page in self.pages)


# -- filled cards ------------------------------------------------------------------------


def card_pdf(card: ScoreCard, sheet: Sheet, paper: str = "letter", explain: bool = False, remark: str = "") -> bytes:
    """The card as a PDF, with pages that `explain` every hand. `remark` is its evening's note, in place of the winner.
    Raises `PdfError`."""
    hands = [hand_context(card, sheet, line) for line in sheet.done_lines] if explain else []
    return _pdf("card_pdf.html", book=sheet.book, card=paper_card(card, sheet, remark), paper=paper, hands=hands)


def card_key(card: ScoreCard, paper: str, explain: bool, remark: str) -> str:
    """The cache key of a card's sheet: its version and its time, since a restored backup counts versions again."""
    return f"card {card.pk} {card.version} {card.changed_at.timestamp()} {paper} {explain} {remark}"


def print_card(card_id: UUID, paper: str, explain: bool, remark: str) -> bytes:
    """The card as it is now, read again: for the `PRINTER`."""
    card = ScoreCard.objects.select_related("book_version").get(pk=card_id)
    key = card_key(card, paper, explain, remark)
    return kept(key, lambda: card_pdf(card, read_sheet(card), paper, explain, remark))


def paper_card(card: ScoreCard, sheet: Sheet, remark: str = "") -> PaperCard:
    """A card with its entries, laid out on pages."""
    view = card_context(card, sheet)
    in_round = view.round
    return PaperCard(
        book=sheet.book,
        goal=game_goal(sheet.book, card.hands_agreed, card.length, sheet.setup.boards),
        day=full_day(card.played_on, card.date_style),
        table=card.table_name,
        round=card.round_name,
        sides=tuple(
            {
                "name": head.name,
                "players": head.players,
                "signature": signature_text(head.signed, card.date_style) if head.signed else "",
            }
            for head in view.heads
        ),
        pages=_pages(
            tuple(_lines(view)),
            _sums(view),
            least=min(
                sheet.hands_to_play or LINES_ON_A_PAGE, LINES_BESIDE_A_RESULT if view.result else LINES_ON_A_PAGE
            ),
        ),
        banner=remark or view.banner,
        note=in_round.skunk_sentence if in_round and not remark else "",
        extras=view.extras,
        players=_players(in_round) if in_round else (),
        money=view.money if view.money and view.money.rows else None,
        figures=(("Rules:", sheet.book.summary),) if is_house_book(sheet.book) else (),
        has_boards=bool(sheet.setup.boards),
    )


def _sums(view: CardContext) -> tuple[str, ...]:
    """The line below the hands: their totals, or each side's lead on its boards."""
    if view.sheet.setup.boards:
        return tuple(head.total_text for head in view.heads)
    return tuple(figure_text(view.sheet.totals[side]) for side in view.book.sides)


def _lines(view: CardContext) -> Iterator[PaperLine]:
    for row in view.rows:
        yield {"row": row}
        if row.remarks:
            yield {"words": f"{row.called}: {'; '.join(row.remarks)}"}
    yield from ({"words": hold} for hold in view.holds)
    if view.after_end:
        yield {"words": view.after_end_sentence}


def _pages(lines: tuple[PaperLine, ...], totals: tuple[str, ...], *, least: int) -> tuple[dict[str, Any], ...]:
    """The lines by pages, the last one filled up to the `least` number of lines."""
    cuts = range(0, max(len(lines), 1), LINES_ON_A_PAGE)
    pages = []
    for number, start in enumerate(cuts, start=1):
        part = lines[start : start + LINES_ON_A_PAGE]
        is_last = number == len(cuts)
        carried = totals if is_last else _standing(lines[: start + LINES_ON_A_PAGE])
        empty: tuple[PaperLine, ...] = ({},) * ((least if len(cuts) == 1 else LINES_ON_A_PAGE) - len(part))
        pages.append({"number": number, "lines": part + empty, "totals": carried, "is_last": is_last})
    return tuple(pages)


def _standing(lines: tuple[PaperLine, ...]) -> tuple[str, ...]:
    """The totals after the last of these lines that counts."""
    standing = [line["row"] for line in lines if "row" in line and line["row"].cells[0].total.strip("…")]
    return tuple(cell.total for cell in standing[-1].cells) if standing else ()


def _players(in_round: RoundContext) -> tuple[dict[str, str], ...]:
    """Each person's round score, with the reasons of their own losses."""
    return tuple(
        {
            "name": f"{person.name}, {person.role}" if person.role else person.name,
            "share": person.share,
            "own": "; ".join(_own_steps(person)),
            "points": person.points if person.counts else "–",
        }
        for person in in_round.scores
    )


def _own_steps(person: PersonScore) -> Iterator[str]:
    """`Card on the floor −50`: a person's own losses, and being replaced."""
    for step in person.steps:
        if step["anchor"] not in SHARED_STEPS:
            yield step["title"] if step["amount"] == "0" else f"{step['title']} {step['amount']}"


# -- blank cards -------------------------------------------------------------------------


def blank_pdf(book: RuleBook, paper: str = "letter", per_page: int = 1) -> bytes:
    """Blank cards of a book, one, two or four to a page with cutting lines."""

    def make() -> bytes:
        written = {"card": blank_card(book), "up": per_page, "places": range(1, per_page + 1)}
        return _pdf("blank_pdf.html", book=book, paper=paper, **written)

    return kept(blank_key(book, paper, per_page), make)


def blank_key(book: RuleBook, paper: str, per_page: int) -> str:
    return f"blank {_digest(book)} {paper} {per_page}"


def blank_card(book: RuleBook, dealers: Sequence[str] | None = None, boards: Sequence[int] = ()) -> PaperCard:
    """A blank card: a line for each of `dealers`, named or empty, else for each hand of a round, or as many as a page
    holds. With `boards`, each line is one of them."""
    sides = book.sides
    has_round = book.round is not None and not boards
    deals = dealers or ("",) * (book.round.deals if book.round else 0)
    lines: tuple[PaperLine, ...] = tuple(
        {"number": number, "dealer": name} for number, name in zip(boards or count(1), deals, strict=False)
    )
    pays = bool(book.money or book.payments)
    lines = lines or ({},) * (LINES_BESIDE_MONEY if pays else LINES_ON_A_PAGE)
    nothing = {"title": "Skunk", "cells": (("", ""),) * len(sides), "is_loss": False}
    return PaperCard(
        book=book,
        goal=game_goal(book),
        sides=({},) * len(sides),
        pages=({"number": 1, "lines": lines, "totals": ("",) * len(sides), "is_last": True},),
        extras=(nothing,) if has_round and book.round and book.round.skunk else (),
        players=({},) * len(book.seats) if has_round else (),
        figures=_figures(book),
        money_lines=range(LINES_OF_MONEY) if pays and not boards else (),
        money_heads=_money_heads(book),
        has_boards=bool(boards),
    )


def _money_heads(book: RuleBook) -> tuple[str, ...]:
    """The heads of a blank money sheet: what it is for, a column a player, and the kitty's."""
    numbered = {seat: f"Player {number}" for number, seat in enumerate(book.seats, start=1)}
    what = "Money: who is set, hard or soft" if book.money else book.words.say("Chips: what for")
    return (what, *money_columns(Names(book, numbered, {})))


def _takes_all_off(book: RuleBook) -> bool:
    """Whether a set hand counts nothing but the lost bid."""
    contract = book.contract
    return (contract.set_scoring, contract.ordinary_set, contract.stuck_set) == ("deduct", "bid_lost", "bid_lost")


def _figures(book: RuleBook) -> tuple[tuple[str, str], ...]:
    """The figures of a book that a table needs, and the words for a set."""
    glance = next(block for block in prose.chapters(book)[0].blocks if isinstance(block, Table))
    in_figures = SET_IN_FIGURES if book.deal.has_partners else SET_ALONE_IN_FIGURES
    if book.deal.calls_partner:
        in_figures = SET_CALLED_IN_FIGURES
    words = {"Set": in_figures} if _takes_all_off(book) else {}
    rows = [row for row in glance.lines if row.name.text in FIGURES_ON_A_CARD]
    if book.contract.bidders_need == "nothing":
        rows = [row for row in rows if row.name.text != "To make the bid"]
    figures = [
        (f"{row.name}{'*' if row.name.readings else ''}:", words.get(row.name.text, row.cells[0])) for row in rows
    ]
    figures += _bonus_figures(book.bonuses)
    if book.money:
        size = len(book.seats_of(book.sides[0]))  # each opponent gets of it from each of them
        sets = [
            f"{kind} set −{book.money.cost(kind)}, the others +{book.money.to_others(kind) * size}" for kind in KINDS
        ]
        figures.append(("Money:", f"{'; '.join(sets)}; the {book.words.kitty} the rest"))
    if book.payments:
        table = next(
            block
            for part in prose.chapters(book)
            if part.id == "money"
            for block in part.blocks
            if isinstance(block, Table)
        )
        paid = "; ".join(f"{lowered(name)}: {amount}" for name, amount in table.rows)
        figures.append((f"{table.header[1]}:", paid))
    if any(row.name.readings for row in rows):
        figures.append(("*", "as we read the text"))
    return tuple(figures)


def _bonus_figures(bonuses: Bonuses) -> Iterator[tuple[str, str]]:
    moon, sweep, laid = bonuses.moon, bonuses.all_tricks, bonuses.cut_and_lay
    if moon:
        yield "Moon:", f"{moon.points} more, or the bid and {moon.points} off"
    if sweep:
        yield f"{sweep.title}:", f"{sweep.points} more"
    if laid:
        yield "Cut and lay:", f"{laid.stands}, played {laid.made}, off the board {laid.off_board}"


# -- rule books --------------------------------------------------------------------------


def book_pdf(book: RuleBook, paper: str = "letter", imprint: str = "") -> bytes:
    """The whole rule book, with contents and page numbers; `imprint` names its owner below the title."""

    def make() -> bytes:
        written = {"chapters": prose.chapters(book), "legend": prose.legend(book), "whose": whose_rules(book.key)}
        return _pdf("books/book_pdf.html", book=book, paper=paper, imprint=imprint, **written)

    return kept(book_key(book, paper, imprint), make)


def book_key(book: RuleBook, paper: str, imprint: str) -> str:
    return f"book {_digest(book)} {paper} {imprint}"


def document_pdf(book: RuleBook, paper: str = "letter", original: RuleBook | None = None) -> bytes:
    """The origin of a book's rules, sentence by sentence; a club's own sheet with its differences from the
    `original`."""

    def make() -> bytes:
        written = {"document": document_of(book), "sections": document_sections(book, original)}
        return _pdf("books/document_pdf.html", book=book, paper=paper, **written)

    return kept(document_key(book, paper, original), make)


def document_key(book: RuleBook, paper: str, original: RuleBook | None = None) -> str:
    return f"document {_digest(book)} {paper}{f' {_digest(original)}' if original else ''}"


FOLDER: Final = "scoring/score_card"
WALL_SIZES: Final = (16, 14, 13, 12, 11)  # in points, see printed.css
SMALL_WALL_SIZES: Final = (11, 10, 9, 8)  # the first in which what can't wait fits


def wall_pdf(book: RuleBook, paper: str = "letter", address: str = "") -> bytes:
    """A book on one page for the wall, as large as fits, with a QR code to the whole book at its `address`."""

    def make() -> bytes:
        written = {"book": book, "paper": paper, "address": address, "chart": meld_chart(book)}
        most, printer = can_be_left(book), typesetter()

        def on_the_wall(size: int, left: int) -> str:
            parts = {"parts": wall_parts(book, left), "more": left_parts(book, left)}
            return render_to_string(f"{FOLDER}/books/wall_pdf.html", {"size": size, **parts, **written})

        @lru_cache
        def fits(size: int, left: int) -> bool:
            return bool(printer.pages_of(on_the_wall(size, left)) == 1)

        left = 0
        if fits(WALL_SIZES[-1], 0):
            size = next(size for size in WALL_SIZES if fits(size, 0))
        else:
            size = next((size for size in SMALL_WALL_SIZES if fits(size, most)), SMALL_WALL_SIZES[-1])
            left = bisect_left(range(most), True, key=lambda left: fits(size, left))
        content: bytes = printer.pdf_of(on_the_wall(size, left))
        return content

    return kept(wall_key(book, paper, address), make)


def wall_key(book: RuleBook, paper: str, address: str) -> str:
    return f"wall {_digest(book)} {paper} {address}"


def sheets_ahead() -> Iterator[tuple[Any, ...]]:
    """The sheets to print ahead of any request: key, function and arguments."""
    for book, paper in product(built_in_books().values(), PAPERS):
        yield book_key(book, paper, ""), book_pdf, book, paper
    for asked in product(built_in_books().values(), PAPERS, PER_PAGE):
        yield blank_key(*asked), blank_pdf, *asked


@lru_cache
def _digest(book: RuleBook) -> str:
    return hashlib.sha256(book.to_json().encode()).hexdigest()


def _pdf(template: str, **context: Any) -> bytes:
    html = render_to_string(f"{FOLDER}/{template}", context)
    content: bytes = typesetter().pdf_of(html)
    return content
