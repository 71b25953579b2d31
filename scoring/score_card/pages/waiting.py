"""The parts of a card's page that work before the server answers: cockpits of the next steps, and scores of plain
hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlencode
from zlib import crc32

from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.rules.cards import Seat
from scoring.rules.notation import SUIT_NAMES, signed
from scoring.rules.plain_hands import plain_hands
from scoring.score_card.entries import NOTHING_SAID, Figures
from scoring.score_card.forms import WholeHandForm, columns_of, initial_of
from scoring.score_card.names import Names
from scoring.score_card.next_boards import boards_left
from scoring.score_card.player_scores import skunk_above
from scoring.score_card.rare_figures import figures_asked
from scoring.score_card.sheet import MOST_LINES, STEPS, Line, Sheet

from .card import row_context, target_of, to_go_text
from .panels import TRUMP_SENTENCE, PanelContext, bid_sentence, panel_ahead

HANDS_AHEAD: Final = 4  # where no one knows how many are left
FACTS: Final = (
    '<div hidden data-open-hand="{}" data-last-hand="{}" data-typed="{}" data-totals="{}" data-names="{}"{}></div>'
)
LAST_OF_ALL: Final = "That was the last hand. Sign when the club’s computer is back."
LAST_KNOWN: Final = "If you keep playing, write on paper for now."
IS_RARE: Final = {
    "bid": "{} is a very rare bid. If it’s right, tap again.",
    "meld": "{} is a rare meld here. If it’s right, tap again.",
    "take": "{} is a rare take here. If it’s right, tap again.",
}
BOARD_AHEAD: Final = 1_000  # which no evening has
FAR: Final = 1_234_567  # which nobody has to go
AUTO_ID: Final = "waiting_%s"  # the step beside the card has fields of the same names


def open_hand_facts(line: Line, sheet: Sheet, names: Names) -> SafeString:
    """The facts a tablet goes on with, sent with every answer: the open hand's number and figures as form data, the
    last hand that may be written (the round's, or the fourth from here), the totals, the boards from here on, and a
    mark that changes with the seating and with penalties that affect the skunk."""
    typed = {name: value for name, value in initial_of(line).items() if value not in (None, "", False)}
    last = min(sheet.hands_to_play or line.number + HANDS_AHEAD - 1, MOST_LINES)
    left = " ".join(map(str, boards_left(sheet, line)))
    boards = format_html(' data-boards="{}"', left) if left else ""
    return format_html(
        FACTS, line.number, last, urlencode(typed), urlencode(sheet.totals), _mark_of(sheet, names), boards
    )


def waiting_context(sheet: Sheet, names: Names) -> dict[str, Any]:
    """The part that a save does not change: an empty form of a hand, its figures' names, and what follows on the last
    one. No queries."""
    line = sheet.open_line or Line(len(sheet.lines) + 1, sheet.next_dealer)
    form = WholeHandForm(sheet=sheet, line=line, names=names, auto_id=AUTO_ID, for_any_dealer=True)
    ends = LAST_OF_ALL if sheet.hands_to_play else LAST_KNOWN
    return {
        "form": form,
        "columns": columns_of(sheet.book, has_boards=bool(sheet.setup.boards)),
        "names": _mark_of(sheet, names),
        "ends": sheet.book.words.say(ends),
    }


# -- cockpits ahead ----------------------------------------------------------------------


def ahead_context(sheet: Sheet, names: Names) -> dict[str, Any]:
    """The cockpits of hand 0 (`BOARD_AHEAD`) and of a bid of 1, for the tablet to fill in. One query, for a club's own
    book."""
    row = row_context(sheet.book, names, _line(sheet, sheet.book.seats[0], Figures(trump="S"), STEPS))
    facts = json.dumps(_facts(sheet, names), separators=(",", ":"))
    return {"panels": tuple(_panels_ahead(sheet, names)), "row": row, "facts": facts}


def _line(sheet: Sheet, dealer: Seat, figures: Figures = NOTHING_SAID, entered: tuple[str, ...] = ()) -> Line:
    return Line(0, dealer, figures, entered=entered, board=BOARD_AHEAD if sheet.setup.boards else 0)


def _panels_ahead(sheet: Sheet, names: Names) -> Iterator[PanelContext]:
    """The bid of each dealer, then meld and take of each bidding side: for each dealer where the dealer sits out."""
    seats = sheet.book.seats
    for dealer in seats:
        yield panel_ahead(sheet, names, _line(sheet, dealer))
    for dealer in seats if sheet.book.deal.fourth == "sits" else seats[:1]:
        book = sheet.book.at(dealer)
        for side in book.sides if book.auction.is_held else ("",):
            bidder = {"bidder": book.seats_of(side)[0]} if side else {}
            bid = Figures.parse({"dealer": dealer, **bidder, "bid": 1, "trump": "S"})
            yield panel_ahead(sheet, names.under(book), _line(sheet, dealer, bid, STEPS[:1]))
            melded = bid.with_named({"meld": dict.fromkeys(book.sides, 0)})
            yield panel_ahead(sheet, names.under(book), _line(sheet, dealer, melded, STEPS[:2]))


def _facts(sheet: Sheet, names: Names) -> dict[str, Any]:
    book = sheet.book
    return {
        "sides": {side: names.side(side) for side in book.sides},
        "players": {seat: names.short(seat) for seat in book.seats},
        "lastToCall": {seat: book.at(seat).last_to_call(seat) for seat in book.seats},
        "hasIt": bid_sentence("{who}", "{bid}", stuck=False)
        if book.auction.is_held
        else TRUMP_SENTENCE.format("{trump}"),
        "isStuck": bid_sentence("{who}", "{bid}", stuck=True),
        "dealerSitsOut": book.deal.fourth == "sits",
        "suits": SUIT_NAMES,
        "hands": sheet.hands_to_play,
        "hasBoards": bool(sheet.setup.boards),
        "target": target_of(sheet),
        "lead": book.game.winning_lead if sheet.setup.ends_by_book and not sheet.setup.boards else None,
        "toGo": _to_go(sheet),
        "skunk": _skunk(sheet),
        "asked": figures_asked(book),
        "isRare": {step: book.words.say(words) for step, words in IS_RARE.items()},
        "calls": book.deal.opponents if book.deal.calls_partner else "",
        **plain_hands(book),
    }


def _to_go(sheet: Sheet) -> list[str]:
    """The heads' words: for a target, with {} for the rest to go, at it and past it; else after 0, 1, 2 … hands."""
    target = target_of(sheet)
    if target is None:
        return [to_go_text(sheet, 0, played) for played in range((sheet.hands_to_play or MOST_LINES) + 1)]
    return [to_go_text(sheet, total, 0).replace(str(FAR), "{}") for total in (target - FAR, target, target + 1)]


def _skunk(sheet: Sheet) -> dict[str, Any] | None:
    """The skunk: the hand after which it is judged, its points and words, and the total above which a side has
    points."""
    if sheet.round is None or sheet.round.skunk is None:
        return None
    points = sheet.round.skunk.points
    says = sheet.book.words.say(f"skunk {signed(points)}")
    return {"hands": sheet.round.deals, "points": points, "says": says, "above": skunk_above(sheet)}


def _mark_of(sheet: Sheet, names: Names) -> str:
    looks = [*map(names.player, names.book.seats), *map(names.side, names.book.sides), *skunk_above(sheet).values()]
    return f"{crc32(repr(looks).encode()):x}"
