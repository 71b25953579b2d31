"""A card for screens and paper, ready to print. The screen, the read page and the PDF draw the same `CardContext`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

from pinochle_club.ground.dates import clock, short_day
from pinochle_club.ground.plainly import kept
from scoring.boards.boards import boards_text
from scoring.boards.comparison import margin
from scoring.models import ScoreCard
from scoring.rules import wording
from scoring.rules.book import RuleBook
from scoring.rules.book.vocabulary import Vocabulary
from scoring.rules.cards import Side, Suit
from scoring.rules.changes import is_house_book
from scoring.rules.deal_score import DealScore, SideScore, counted_take
from scoring.rules.notation import counted, decimal_words, figure_text, listed, lowered, numbered, signed
from scoring.score_card.names import Names, soft
from scoring.score_card.next_boards import played_twice
from scoring.score_card.people import names_now
from scoring.score_card.player_scores import final_totals, last_bid
from scoring.score_card.rare_figures import hands_to_check
from scoring.score_card.sheet import BESIDE, RULING_KINDS, EntryData, Line, Sheet

from .entries import entry_title, hold_words
from .money import MoneyContext, money_context
from .penalties import RoundContext, extra_rows, round_context
from .rule_links import rules_page
from .rulings import marks_of, newly_ruled, ruling_sentences

NOT_ENTERED = "–"
# Outcomes without a word on the card: the figures and marks say it.
ORDINARY = frozenset({"made", "saved", "moon", "laid"})
# The style of a mark beside a total: a set stands out, the rest is quiet.
MARK_STYLES = {"set": "mark-set", "lost": "mark-now"}
PLAIN_MARK = "mark-plain"
NARROW: Final = 3  # columns


@dataclass(frozen=True, slots=True)
class CellContext:
    """One column's figures of a hand, which visibly add up: uncrossed `meld` and `take` and the `marks` (`SET −27`,
    `+500 pinochle`, each with its style) make the total's change. `crossed` is a set as on paper; `meld_lost` and
    `take_lost` mark figures that do not count. `plays` is `bidder`, or `with` for a partner who was called."""

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
    marks: tuple[tuple[str, str], ...]
    tone: str
    plays: str = ""

    @property
    def verdict(self) -> tuple[str, str] | None:
        """The mark that the hand's own line tells: what came of the bid."""
        return self.marks[0] if self.plays and self.marks and self.tone == "set" else None

    @property
    def beside(self) -> tuple[tuple[str, str], ...]:
        """The marks that stand beside the figures."""
        return self.marks[1:] if self.verdict else self.marks


@dataclass(frozen=True)
class RowContext:
    """One hand or board on the card: `notes` are its unusual facts, `directed` an official's changes, `check` a rare
    figure."""

    number: int
    dealer: str
    dealer_short: str
    trump: Suit | None
    cells: tuple[CellContext, ...]
    is_now: bool
    is_corrected: bool
    directed: str
    notes: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    check: str = ""
    board: int = 0
    called: str = ""
    bidder: str = ""
    partner: str = ""

    @property
    def won(self) -> CellContext | None:
        """The figures of the side that has the bid."""
        return next((cell for cell in self.cells if cell.plays == "bidder"), None)

    @property
    def shown(self) -> int:
        return self.board or self.number

    @cached_property
    def mark(self) -> str:
        """The mark by which a page knows this line; a line that looks different has another."""
        return f"{self.number}-{blake2b(repr(self).encode(), digest_size=8).hexdigest()}"


@dataclass(frozen=True, slots=True)
class HeadContext:
    """A side's head: its name, its players, the total (of boards the lead) and the rest to go. `people`: each
    between `& ` and a comma, with a family name that a narrow column leaves out."""

    side: Side
    name: str
    players: str
    people: tuple[tuple[str, str, str, str], ...]
    total: int | Fraction
    to_go: str
    is_winner: bool
    signed: EntryData | None = field(hash=False)
    is_ahead_by: bool = False

    @property
    def total_text(self) -> str:
        return margin_text(self.total) if self.is_ahead_by else figure_text(int(self.total))


@dataclass(frozen=True, slots=True)
class CardContext:
    card: ScoreCard
    sheet: Sheet
    names: Names
    heads: tuple[HeadContext, ...]
    rows: tuple[RowContext, ...]
    result: wording.ResultText | None
    struck: str
    ruled: str
    extras: tuple[dict[str, Any], ...] = ()
    round: RoundContext | None = None
    money: MoneyContext | None = None

    @property
    def book(self) -> RuleBook:
        return self.sheet.book

    @property
    def title(self) -> str:
        return place_text(self.card) or self.book.short_name

    @property
    def meta(self) -> str:
        return f"{self.rules} · {self.goal}"

    @property
    def rules(self) -> str:
        number = self.card.book_version.number
        version = f" v{number}" if number > 1 and not is_house_book(self.book) else ""
        return f"{short_day(self.card.played_on, self.card.date_style)} · {self.book.short_name} rules{version}"

    @property
    def goal(self) -> str:
        if says_played_once(self.sheet):
            return lowered(played_text(self.sheet, len(self.sheet.counted_lines)))
        return game_goal(self.book, self.card.hands_agreed, self.card.length, self.sheet.setup.boards)

    @property
    def after_end(self) -> tuple[int, ...]:
        return tuple(line.number for line in self.sheet.lines if line.after_end)

    @property
    def after_end_sentence(self) -> str:
        do = "do" if len(self.after_end) > 1 else "does"
        return f"{hands_text(self.book.words, self.after_end)} came after the end of the game and {do} not count."

    @property
    def held_back(self) -> str:
        """Why nobody won on the newest hand, while the game goes on."""
        newest = self.sheet.counted_lines[-1:]
        return "" if self.sheet.game.won or not newest else held_back_text(self.sheet, self.names, newest[0])

    @property
    def banner(self) -> str:
        return self.result.sentence if self.result else ""

    @property
    def rules_page(self) -> str:
        return rules_page(self.book)

    @property
    def is_struck_by_ruling(self) -> bool:
        """Whether a ruling struck the signatures: in a closed round nobody signs again."""
        struck = self.sheet.struck
        return bool(struck) and struck[max(struck)].kind in RULING_KINDS

    @property
    def still_to_sign(self) -> str:
        missing = [head.name for head in self.heads if head.signed is None]
        return listed(missing) if len(missing) < len(self.heads) else ""

    @property
    def holds(self) -> tuple[str, ...]:
        return tuple(hold_words(hold, self.book.words) for hold in self.sheet.holds)

    @property
    def undo_text(self) -> str:
        """The entry that the undo key would take out, in words; empty where there is none."""
        entry = self.sheet.undoable
        if entry is None or self.sheet.is_closed or self.card.kept_by_play:
            return ""
        title = entry_title(entry, self.book.words)
        return lowered(title)

    @property
    def one_too_many(self) -> str:
        """Once all hands are in: which count, and the key that takes the last one off."""
        counts = "" if self.sheet.game.won else which_count(self.sheet)
        if not counts or not self.undo_text:
            return counts
        return f"{counts} {self.book.words.say('To take the last hand off, tap Undo at the top, once for each step.')}"


def which_count(sheet: Sheet) -> str:
    """The hands that count, for a table that played one too many; empty where a target or the clock ends the game, and
    for boards."""
    hands = sheet.hands_to_play
    if hands is None or sheet.setup.boards:
        return ""
    first = "Only the first hand counts" if hands == 1 else f"Only the first {hands} hands count"
    return sheet.book.words.say(f"{first}. If one more was played, leave it out.")


def names_of(card: ScoreCard) -> Names:
    return Names(card.book_version.book, card.player_names, card.side_names)


def names_at(card: ScoreCard, sheet: Sheet, line: Line | None = None) -> Names:
    """The names at the table now, substitutes included; with a `line`, in that hand."""
    return names_now(sheet, names_of(card), line)


def card_context(card: ScoreCard, sheet: Sheet) -> CardContext:
    """The whole content of a card's page or PDF (no queries)."""
    given = names_of(card)
    names = names_now(sheet, given)
    totals = final_totals(sheet)
    to_check = {} if card.kept_by_play else hands_to_check(sheet)
    twice = played_twice(sheet)
    rows = (row_context(sheet.book, names_now(sheet, given, line), line) for line in sheet.lines if not line.after_end)
    return CardContext(
        card=card,
        sheet=sheet,
        names=names,
        heads=tuple(_head(sheet, names, side, totals[side]) for side in sheet.book.sides),
        rows=tuple(_with_check(row, to_check.get(row.number, ""), twice) for row in rows),
        result=result_text(sheet, names),
        struck=_why_struck(sheet),
        ruled=newly_ruled(sheet),
        extras=extra_rows(sheet, names),
        round=round_context(sheet, names),
        money=None if sheet.setup.boards else money_context(sheet, names),
    )


def _with_check(row: RowContext, check: str, twice: Collection[int]) -> RowContext:
    if row.board in twice:
        return replace(row, check=check, notes=(*row.notes, f"board {row.board} twice"))
    return replace(row, check=check) if check else row


def place_text(card: ScoreCard) -> str:
    """`Table 4 · Round 2`; empty where neither is given."""
    table = f"Table {card.table_name}" if card.table_name else ""
    return " · ".join(filter(None, (table, round_text(card.round_name))))


def round_text(name: str) -> str:
    """`Round 2`, `Round B`; a longer title, `The final`, stays as it is."""
    return name if not name or " " in name else f"Round {name}"


def game_goal(book: RuleBook, hands_agreed: int | None = None, length: str = "book", boards: Sequence[int] = ()) -> str:
    """`to 150`, `round of 4 hands`, `12 hands as agreed`, `hands as agreed`, `boards 5–8`; `length` is the card's."""
    if boards:
        return boards_text(boards)
    if length == "time":
        return "until the round’s time is up"
    if length == "first":
        return f"{game_goal(book, hands_agreed)}, or until the round’s time is up"
    if length == "hands" and hands_agreed:
        return book.words.say(f"round of {counted(hands_agreed, 'hand')}")
    if book.round is not None:
        return book.words.say(f"round of {counted(book.round.deals, 'hand')}")
    if book.game.target is not None:
        return book.words.say(book.game.length)
    if book.game.deals:
        return book.words.say(counted(book.game.deals, "hand"))
    return book.words.say(f"{counted(hands_agreed, 'hand')} as agreed" if hands_agreed else "hands as agreed")


def _head(sheet: Sheet, names: Names, side: Side, total: int) -> HeadContext:
    boards = sheet.setup.boards
    players = ""
    if names.given_sides.get(side) and any(map(names.has_player, sheet.book.seats_of(side))):
        players = " & ".join(names.player(seat) for seat in sheet.book.seats_of(side))
    return HeadContext(
        side=side,
        name=names.side(side),
        players=players,
        people=tuple(_people(names, side)),
        total=margin(sheet.totals, side) if boards else total,
        is_ahead_by=bool(boards),
        to_go=to_go_text(sheet, total, len(sheet.counted_lines)),
        is_winner=sheet.game.won is not None and sheet.game.won.side == side,
        signed=sheet.signed.get(side),
    )


def _people(names: Names, side: Side) -> Iterator[tuple[str, str, str, str]]:
    if names.given_sides.get(side):
        yield "", names.given_sides[side], "", ""
        return
    *others, last = names.book.seats_of(side)
    for seat in (*others, last):
        short = names.short(seat)
        rest = names.player(seat).removeprefix(short).strip()
        yield "& " if others and seat == last else "", soft(short), rest, "," if seat in others[:-1] else ""


def to_go_text(sheet: Sheet, total: int, played: int) -> str:
    """The rest to go for a side with this total, after so many hands: `48 to go`, `2 of 4 hands played`."""
    if target_of(sheet) is not None:
        return wording.to_go(sheet.book_now, total)
    return "" if says_played_once(sheet) else played_text(sheet, played)


def says_played_once(sheet: Sheet) -> bool:
    """Whether the bar above the card says how many hands are played: of three columns and more no head has room."""
    return target_of(sheet) is None and len(sheet.book.sides) >= NARROW


def played_text(sheet: Sheet, played: int) -> str:
    boards = sheet.setup.boards
    if boards:
        return f"{played} of {counted(len(boards), 'board')} played"
    return wording.hands_played(sheet.book, played, sheet.hands_to_play, are_agreed=sheet.hands_are_agreed)


def target_of(sheet: Sheet) -> int | None:
    """The total that ends this card's game; None where hands or boards are counted."""
    return sheet.book_now.game.target if sheet.setup.ends_by_book and not sheet.setup.boards else None


@kept(2_000)
def row_context(book: RuleBook, names: Names, line: Line) -> RowContext:
    return RowContext(
        number=line.number,
        dealer=names.player(line.dealer),
        dealer_short=names.short(line.dealer),
        trump=line.figures.trump,
        cells=tuple(_cell(book, names, line, side) for side in book.sides),
        bidder=names.short(line.figures.bidder) if line.figures.bidder else "",
        partner=names.with_whom(line.figures.bidder, line.figures.partner).strip(),
        is_now=not line.is_done,
        is_corrected=line.is_corrected,
        directed=marks_of(line),
        notes=tuple(_notes(book, line)),
        remarks=line.remarks,
        rulings=ruling_sentences(line),
        board=line.board,
        called=line_name(book.words, line),
    )


def line_name(words: Vocabulary, line: Line) -> str:
    """`Hand 3`; `Board 7` where it is one."""
    return f"Board {line.board}" if line.board else f"{words.say('Hand')} {line.number}"


def margin_text(ahead: int | Fraction) -> str:
    """`+34`, `−12.5`, `0`: a side's lead; three who play alone have halves."""
    if Fraction(ahead).denominator == 1:
        return signed(int(ahead))
    return f"{'+' if ahead > 0 else ''}{decimal_words(Fraction(ahead))}"


def _notes(book: RuleBook, line: Line) -> Iterator[str]:
    if line.redeals:
        yield "dealt again"
    if line.record is not None and line.record.stuck:
        yield "stuck"
    if line.figures.no_marriage:
        yield book.words.say("no marriage")
    if line.is_corrected and not line.is_directed:
        yield "corrected"


def _cell(book: RuleBook, names: Names, line: Line, side: Side) -> CellContext:
    part = line.score.sides[side] if line.score else None
    here, own = line.under(book), line.side_of(book, side)
    bidding = bool(line.figures.bidder) and here.side_of(line.figures.bidder) == own
    has_bid = bidding and line.figures.bidder in side
    takes = line.figures.take
    if line.record:  # rounded, it stands there as it counts
        takes = {each: counted_take(here, line.record, each) for each in takes}
    meld, take = figure_of(line.figures.meld, own), figure_of(takes, here.take_side(own))
    return CellContext(
        side=side,
        name=names.side(side),
        bid=str(line.figures.bid) if has_bid else "",
        plays="bidder" if has_bid else "with" if bidding else "",
        meld=meld,
        take=take,
        total=_total(line, side),
        points=signed(part.score) if part else "",
        crossed=part is not None and is_crossed(part),
        meld_lost=part is not None and _is_lost(meld, part.counted, part),
        take_lost=part is not None and _is_lost(take, part.counted_take, part),
        loss=part is not None and (part.score < 0 or _tone(part) == "set"),
        marks=(*_marks(line.score, part, meld, take), *_ahead(line, side)) if line.score and part else (),
        tone=_tone(part) if part else "",
    )


def _total(line: Line, side: Side) -> str:
    """The total after the hand; a board's own score, since each is scored alone."""
    if line.board and line.score:
        return signed(line.score.sides[side].score)
    return figure_text(line.totals[side]) if line.totals else ""


def _ahead(line: Line, side: Side) -> Iterator[tuple[str, str]]:
    ahead = margin(line.score.scores, side) if line.board and line.score else 0
    if ahead > 0:
        yield f"by {margin_text(ahead).lstrip('+')}", PLAIN_MARK


def _is_lost(figure: str, counted: int, part: SideScore) -> bool:
    """Whether a figure is crossed out: it does not count as it stands, or it belongs to a set."""
    return figure != NOT_ENTERED and (is_crossed(part) or int(figure) != counted)


def _marks(score: DealScore, part: SideScore, meld: str, take: str) -> Iterator[tuple[str, str]]:
    """The result of the hand, with a lost bid and every other amount, and the rest of a crossed-out figure."""
    word = wording.outcome_word(score, part.side)
    if word in ORDINARY or (word == "not played" and not part.bidding):
        word = ""
    lost = sum(step.amount for step in wording.standing_in(part, "verdict"))
    if word or lost:
        text = f"{word} {signed(lost)}" if lost else word
        yield text.strip(), MARK_STYLES.get(_tone(part), PLAIN_MARK)
    for figure, points, name in ((meld, part.counted, "meld"), (take, part.counted_take, "take")):
        if points and figure != str(points):
            yield f"{signed(points)} {name}", PLAIN_MARK
    for step in wording.standing_in(part, "alone"):
        yield wording.mark_text(step), "mark-set" if step.amount < 0 else PLAIN_MARK


def is_crossed(part: SideScore) -> bool:
    """Whether meld and take are crossed out, as on paper: lost with the bid, or for a renege."""
    return _tone(part) == "set" and not part.has("set_keeps")


def _tone(part: SideScore) -> str:
    """`set` where meld and take are crossed out, else `made`, `saved` or `lost`."""
    if part.bidding:
        return "made" if part.saved and not part.has("renege") else "set"
    if part.has("renege"):
        return "set"
    return "saved" if part.saved else "lost"


def figure_of(figures: Mapping[Side, int], side: Side) -> str:
    return str(figures[side]) if side in figures else NOT_ENTERED


def result_text(sheet: Sheet, names: Names) -> wording.ResultText | None:
    """The winner and why; None while the game goes on, and for boards, which are compared with other tables."""
    if sheet.setup.boards:
        return None
    called = names.first_names if names.is_of_many else names.sides
    if sheet.game.won is not None:
        return wording.won_result(sheet.book_now, sheet.game.won, called, sheet.totals)
    if sheet.is_finished:
        return wording.final_result(sheet.book, called, final_totals(sheet), last_bid=last_bid(sheet))
    if sheet.is_closed:
        why = wording.agreed_end(len(sheet.counted_lines))
        return wording.final_result(sheet.book, called, final_totals(sheet), why, last_bid(sheet))
    return None


def banner_text(sheet: Sheet, names: Names) -> str:
    """The winner and why, in a sentence; empty while the game goes on."""
    result = result_text(sheet, names)
    return result.sentence if result else ""


def held_back_text(sheet: Sheet, names: Names, line: Line) -> str:
    """Why a side at the target did not win on this hand; empty where none was."""
    if line.number not in sheet.game.held_back or line.totals is None or line.score is None:
        return ""
    before = {side: total - line.score.sides[side].score for side, total in line.totals.items()}
    book, raised_to = sheet.game.judged_by(sheet.book, line.number), sheet.game.raised.get(line.number)
    return wording.held_back_sentence(book, names.sides, before, line.totals, raised_to)


def hands_text(words: Vocabulary, numbers: Sequence[int]) -> str:
    """`Hand 8`, `Hands 8 and 9`, `Hands 8 to 12`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{words.say('Hands')} {numbers[0]} to {numbers[-1]}"
    return words.say(numbered("Hand", [str(number) for number in numbers]))


def signature_text(entry: EntryData, date_style: str) -> str:
    """`Tablet 1, 3:42 pm`: the place and time of a signature."""
    when = clock(entry.at, date_style) if entry.at else ""
    return ", ".join(filter(None, (entry.device, when)))


def _why_struck(sheet: Sheet) -> str:
    """Why no signature stands; empty where one does, or none was given."""
    if sheet.signed or not sheet.struck:
        return ""
    by, scorer = sheet.struck[max(sheet.struck)], sheet.book.deal.scorer
    if by.kind in RULING_KINDS:
        return sheet.book.words.say(
            f"A ruling on hand {by.hand} changed this card after it was signed, so the signatures are struck."
        )
    if by.kind == "reopen" and sheet.content_version < by.number:
        return (
            f"This card was reopened, and nothing on it has changed yet. When it is right, each {scorer} signs again."
        )
    since = [entry for entry in sheet.changes_since(max(sheet.struck)) if entry.kind not in BESIDE]
    if by.kind == "bid" and all((entry.hand or 0) >= (by.hand or 0) for entry in since):
        return sheet.book.words.say(
            f"This card was signed before the last hand was played. Each {scorer} signs again at the end."
        )
    return "This card was changed after it was signed, so the signatures are struck: please sign again."
