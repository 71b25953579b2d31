"""The sheet: a card's entries folded into lines, totals and state. Pure.

Entries are appended and never edited, so everything here is derived: the line of a hand is the newest of its entries,
an undo takes an entry out, a signature holds until something else is entered. To preview an entry, build the sheet with
it appended.

The entries are in `entries`, the rulings in `rulings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from scoring.boards.boards import dealer_of
from scoring.rules.book import RuleBook
from scoring.rules.book.tournament import Round
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord, DealScore, book_of, score_deal
from scoring.rules.errors import RuleError
from scoring.rules.game import GameResult, Totals, play_game
from scoring.rules.melds import game_meld_side
from scoring.rules.money import chips_can_be, chips_for_melds
from scoring.rules.questions import takes_missed

from .entries import (
    NOTHING_SAID,
    CameLate,
    Chairs,
    DetailsGiven,
    Figures,
    HandCorrected,
    HandSaid,
    Held,
    Pardoned,
    PenaltyGiven,
    Released,
    Remarked,
    ReopeningAsked,
    RulingGiven,
    Signed,
    Undone,
    is_a,
    those,
)
from .entries import STEPS as STEPS
from .entries import EntryData as EntryData
from .rulings import ENDS_THE_HAND, KINDS, Ruling, changing_entries, overlaid, playing_of, rulings_of, unsaid

HAND_KINDS: Final = frozenset({*STEPS, "correct", "redeal"})
SIGNING_KINDS: Final = frozenset({"sign", "reopen"})
# They leave everything as it is that other forms rest on.
BESIDE: Final = frozenset({*SIGNING_KINDS, "remark", "checked", "appeal", "agreement", "hold", "release"})
RULING_KINDS: Final = KINDS
# What stands with its hand.
OF_A_HAND: Final = frozenset({*HAND_KINDS, *RULING_KINDS, "agreement", "remark", "checked"})
UNDOABLE: Final = frozenset({*HAND_KINDS, "penalty", "pardon", "late", "remark"})

MOST_LINES: Final = 100


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms a card was begun with: the first dealer and, without a target, the number of hands.

    `length` is `book` where the book ends the game, `hands` where a round of an evening ends after `hands_agreed`
    hands, `time` where its clock does; in both nobody wins on a hand. With `first` the book ends it or the clock does,
    whichever comes first. `boards` are the numbers of the boards, in order; each is scored alone.
    """

    first_dealer: Seat
    hands_agreed: int | None = None
    length: str = "book"
    boards: tuple[int, ...] = ()

    @property
    def ends_by_book(self) -> bool:
        """Whether somebody can win on a hand."""
        return self.length in ("book", "first")

    @property
    def ends_by_clock(self) -> bool:
        """Whether the table may stop after any hand: an evening's clock rings."""
        return self.length in ("time", "first")

    def next_board(self, lines: Iterable[Line]) -> int:
        """The table's first board not among these hands; 0 where there is none."""
        played = {line.board for line in lines}
        return next((number for number in self.boards if number not in played), 0)

    def dealer_after(self, book: RuleBook, lines: Sequence[Line]) -> Seat:
        """The next dealer: the board's, else the player on the last dealer's left."""
        if board := self.next_board(lines):
            return dealer_of(book, board)
        return book.next_seat(lines[-1].dealer) if lines else self.first_dealer


@dataclass(frozen=True, slots=True)
class Line:
    """One hand on the card, as far as it is entered: `own` as entered, `figures` with the `governing` rulings on
    top."""

    number: int
    dealer: Seat
    figures: Figures = NOTHING_SAID
    own: Figures = NOTHING_SAID
    entered: tuple[str, ...] = ()
    entries: tuple[EntryData, ...] = ()
    redeals: tuple[EntryData, ...] = ()
    remarks: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    governing: tuple[Ruling, ...] = ()
    record: DealRecord | None = None
    score: DealScore | None = None
    totals: Totals | None = None
    after_end: bool = False
    board: int = 0

    def __hash__(self) -> int:
        newest = self.entries[-1] if self.entries else None
        return hash((self.number, newest and (newest.client_id, newest.at)))

    def under(self, book: RuleBook) -> RuleBook:
        """The book as it holds for this hand: its dealer may sit out, and a partner who was called makes its sides."""
        return book.for_hand(book.out_at(self.dealer), self.figures.bidder, self.figures.partner)

    def side_of(self, book: RuleBook, column: Side) -> Side:
        """The side of this hand that a column of the card is of."""
        return next((side for side in self.under(book).sides if set(column) <= set(side)), column)

    @property
    def is_done(self) -> bool:
        return "take" in self.entered

    @property
    def is_corrected(self) -> bool:
        return any(is_a(entry, HandCorrected) for entry in self.entries)

    @property
    def is_directed(self) -> bool:
        """Whether an official corrected it."""
        return any(entry.by_director for entry in those(self.entries, HandCorrected))

    @property
    def is_said_right(self) -> bool:
        """Whether the hand was confirmed after its last entry."""
        since = [entry.kind for entry in self.entries if entry.kind == "checked" or entry.kind not in BESIDE]
        return since[-1:] == ["checked"]

    @property
    def is_void(self) -> bool:
        return self.record is not None and self.record.void

    @property
    def ruled(self) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in self.rulings if ruling.is_standing)

    @property
    def next_step(self) -> str | None:
        """The step to enter next; None once the hand is done."""
        return next((step for step in STEPS if step not in self.entered), None)

    def with_score(self, score: DealScore | None, totals: Totals | None, *, after_end: bool = False) -> Line:
        """The line with its score; itself where that is unchanged."""
        if (score, totals, after_end) == (self.score, self.totals, self.after_end):
            return self
        return replace(self, score=score, totals=totals, after_end=after_end)


@dataclass(frozen=True)
class Sheet:
    """A card as it stands; `version` is the number of the newest entry of any kind. Derived values are worked out on
    first use."""

    book: RuleBook
    setup: Setup
    lines: tuple[Line, ...]
    game: GameResult
    entries: tuple[EntryData, ...]
    version: int = 0
    penalties: tuple[EntryData[PenaltyGiven], ...] = ()
    lateness: Mapping[Seat, EntryData[CameLate]] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    signed: Mapping[Side, EntryData[Signed]] = field(default_factory=dict)
    struck: Mapping[int, EntryData] = field(default_factory=dict)
    reopening: frozenset[Side] = frozenset()
    content_version: int = 0
    undoable: EntryData | None = None
    holds: tuple[EntryData[Held], ...] = ()

    @cached_property
    def done_lines(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.is_done)

    @cached_property
    def counted_lines(self) -> tuple[Line, ...]:
        """The lines in the totals: done, and not after the hand that ended the game."""
        return tuple(line for line in self.done_lines if not line.after_end)

    @cached_property
    def totals(self) -> Totals:
        return self.game.totals_now(self.book)

    @property
    def round(self) -> Round | None:
        """The round, in a book that has them; None for boards, which are scored alone."""
        return None if self.setup.boards else self.book.round

    @property
    def hands_to_play(self) -> int | None:
        """The number of hands in the game or round; None where a target or the clock ends it."""
        if self.setup.length == "time":
            return None
        if self.setup.length == "hands":
            return self.setup.hands_agreed
        if self.book.round is not None:
            return self.book.round.deals
        return self.book.game.deals or self.setup.hands_agreed

    @property
    def hands_are_agreed(self) -> bool:
        """Whether the table itself chose the number of hands, where neither its book nor an evening does."""
        return self.book.needs_hands and self.setup.ends_by_book

    @property
    def book_now(self) -> RuleBook:
        """The book with the target as it stands after the hands so far, which by some books has risen."""
        return self.game.judged_by(self.book)

    @cached_property
    def is_whole(self) -> bool:
        """Whether every begun hand is done."""
        return len(self.done_lines) == len(self.lines)

    @cached_property
    def is_finished(self) -> bool:
        """Whether the game is won or all its hands are played."""
        if self.game.won is not None:
            return True
        hands = self.hands_to_play
        return hands is not None and len(self.counted_lines) >= hands

    @cached_property
    def is_closed(self) -> bool:
        """Whether every side signed this version."""
        return bool(self.signed) and all(side in self.signed for side in self.book.sides)

    @property
    def was_closed_until_ruling(self) -> bool:
        """Whether a ruling struck every side's signature, and none has signed since."""
        newest = max(self.struck.values(), key=lambda by: by.number, default=None)
        if newest is None or newest.kind not in RULING_KINDS or self.signed:
            return False
        return sum(by is newest for by in self.struck.values()) == len(self.book.sides)

    @property
    def partner_deals(self) -> Sequence[Seat]:
        """The seats whose partner may deal for them, as last given."""
        return next((entry.said.partner_deals for entry in those(reversed(self.entries), DetailsGiven)), ())

    @cached_property
    def chairs(self) -> Sequence[Chairs]:
        """The true seating, from the first hand to the last; empty where it was recorded correctly."""
        given = (entry.said.chairs for entry in those(reversed(self.entries), DetailsGiven))
        return next(filter(None, given), ())

    @cached_property
    def open_line(self) -> Line | None:
        """The hand to enter; None when the game is over. A done hand that a ruling reopened comes first."""
        if not self.is_whole:
            return next(line for line in self.lines if not line.is_done)
        if self.is_finished or len(self.lines) >= MOST_LINES:
            return None
        return Line(len(self.lines) + 1, self.next_dealer, board=self.setup.next_board(self.lines))

    @property
    def next_dealer(self) -> Seat:
        return self.setup.dealer_after(self.book, self.lines)

    def line(self, number: int) -> Line | None:
        """The line of a hand, the open one included, if any."""
        if 1 <= number <= len(self.lines):
            return self.lines[number - 1]
        open_line = self.open_line
        return open_line if open_line and open_line.number == number else None

    @property
    def claims(self) -> tuple[EntryData[Held], ...]:
        """Unsettled claims of a wrongly recorded hand, oldest first."""
        return tuple(hold for hold in self.holds if hold.said.line is not None)

    @property
    def asked(self) -> Ruling | None:
        """The newest ruling with an agreement to be accepted, if any."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.agreement), None)

    @property
    def just_undone(self) -> EntryData | None:
        """The entry just undone: people mostly enter it again."""
        newest = self.entries[-1] if self.entries else None
        return self.entry(newest.said.undoes) if newest is not None and is_a(newest, Undone) else None

    def entry(self, number: int) -> EntryData | None:
        return next((entry for entry in self.entries if entry.number == number), None)

    def ruling(self, number: int) -> Ruling | None:
        return next((ruling for ruling in self.rulings if ruling.number == number), None)

    def changes_since(self, version: int) -> tuple[EntryData, ...]:
        return tuple(entry for entry in self.entries if entry.number > version)

    def before_repeat(self, client_id: str) -> Sheet:
        """The sheet before the entry with this id; the sheet itself where the id is new. A repeated form is read
        against it, so that it means the same as the first time."""
        for place, entry in enumerate(self.entries):
            if client_id and entry.client_id == client_id:
                return build_sheet(self.book, self.setup, self.entries[:place], before=self)
        return self

    def with_entry(
        self, kind: str, hand: int | None, payload: Mapping[str, Any], *, by_director: bool = False
    ) -> Sheet:
        entry = EntryData(self.version + 1, kind, hand, payload, by_director=by_director)
        return build_sheet(self.book, self.setup, (*self.entries, entry), before=self)


def build_sheet(book: RuleBook, setup: Setup, entries: Sequence[EntryData], *, before: Sheet | None = None) -> Sheet:
    """The sheet of these entries, oldest first. Hands unchanged since the sheet `before` keep their scores: between two
    sheets mostly one hand has changed."""
    undone = {entry.said.undoes for entry in those(entries, Undone)}
    standing = [entry for entry in entries if entry.number not in undone] if undone else entries
    besides = [entry for entry in standing if entry.kind not in STEPS]
    lines = _lines(book, setup, standing, before.lines if before and before.setup == setup else ())
    game, scored = _scored(book, lines, before, setup)
    rulings = rulings_of(besides)
    changing = changing_entries(rulings)
    signed, struck, reopening, content_version = _signatures(book, entries, changing)
    return Sheet(
        book=book,
        setup=setup,
        lines=scored,
        game=game,
        entries=tuple(entries),
        version=entries[-1].number if entries else 0,
        penalties=_penalties(besides),
        lateness=_lateness(besides),
        rulings=rulings,
        signed=signed,
        struck=struck,
        reopening=reopening,
        content_version=content_version,
        undoable=_undoable(standing, changing),
        holds=_holds(besides),
    )


# -- lines -------------------------------------------------------------------------------


def _lines(book: RuleBook, setup: Setup, standing: Iterable[EntryData], known: Sequence[Line]) -> list[Line]:
    """The lines, not scored; unchanged ones at the start of `known` are reused."""
    by_hand: dict[int, list[EntryData]] = {}
    for entry in standing:
        if entry.kind in OF_A_HAND and entry.hand is not None:
            by_hand.setdefault(entry.hand, []).append(entry)
    lines: list[Line] = []
    for old in known:
        if not old.entries or old.entries != tuple(by_hand.get(old.number, ())):
            break
        lines.append(old)
    # A hand has begun once something was entered for it, or a ruling of it holds.
    begun = (
        number
        for number, own in by_hand.items()
        if number > len(lines)
        and (any(entry.kind in HAND_KINDS for entry in own) or any(ruling.is_standing for ruling in rulings_of(own)))
    )
    for number in range(len(lines) + 1, max(begun, default=0) + 1):
        dealer, board = setup.dealer_after(book, lines), setup.next_board(lines)
        lines.append(line_of(book, number, dealer, by_hand.get(number, []), board))
    return lines


def line_of(book: RuleBook, number: int, dealer: Seat, entries: Sequence[EntryData], board: int = 0) -> Line:
    """The line of one hand's entries, not scored; `dealer` deals unless they say otherwise, `board` is the one
    played."""
    said: dict[str, Any] = {}
    entered: Set[str] = frozenset()
    redeals: list[EntryData] = []
    rulings = rulings_of(entries)
    playing = playing_of(entries, rulings)
    for entry in playing.entries:
        redeal = playing.redeal_by(entry)
        if redeal is not None:
            said, entered = {}, frozenset()
            redeals.append(entry)
            dealer = redeal.next_dealer or dealer
        elif is_a(entry, HandSaid):
            sure = {**said.get("sure", {}), **entry.said.named.get("sure", {})}
            said.update(unsaid(entry, playing.rulings, said), **({"sure": sure} if sure else {}))
            entered |= {*entry.said.steps}
    if not book.auction.is_held:
        said.pop("bidder", None)  # older entries name one
    own = Figures.of(said)
    figures = overlaid(own, playing.rulings)
    dealer = figures.dealer or dealer
    record = record_of(book, dealer, figures) if figures.has_bid else None
    if record is not None and (rulings or book.deal.calls_partner):
        entered = _entered_with_rulings(book, record, entered, playing.rulings)
    if record is not None and record.renege is not None and "take" in entered:
        # Before takes were asked for after a renege, an empty one counted as none.
        record = replace(record, take={**dict.fromkeys(takes_missed(book, record), 0), **record.take})
    return Line(
        number=number,
        dealer=dealer,
        board=figures.board or board,
        figures=figures,
        own=own,
        entered=tuple(step for step in STEPS if step in entered),
        entries=tuple(entries),
        redeals=tuple(redeals),
        remarks=tuple(entry.said.text for entry in those(entries, Remarked)),
        rulings=rulings,
        governing=tuple(ruling for ruling in playing.rulings if ruling.effect),
        record=record,
    )


def _entered_with_rulings(book: RuleBook, record: DealRecord, entered: Set[str], on_top: Iterable[Ruling]) -> Set[str]:
    """The entered steps: a ruling can end a hand, and taking one back can leave its takes missing."""
    if record.void:
        return frozenset(STEPS)
    if "meld" in entered and any(side not in record.meld for side in book_of(book, record).sides):
        return entered - {"meld", "take"}
    if takes_missed(book, record):
        return entered - {"take"}
    ends = any(ENDS_THE_HAND.intersection(ruling.effect.figures.said) for ruling in on_top)
    return frozenset(STEPS) if ends and "meld" in entered else entered


def record_of(book: RuleBook, dealer: Seat, figures: Figures) -> DealRecord:
    """The line as the rules read it. Dealer, bidder and amount tell who is stuck: a dealer can hold the stuck bid in no
    other way. With a fourth the dealer sits out."""
    melds = {seat: [(meld.kind, meld.number) for meld in named] for seat, named in figures.melds.items()}
    here = book.for_hand(None, figures.bidder, figures.partner)
    laid = chips_for_melds(here, melds).items()  # as far as no ruling changed the meld
    chips = {side: paid for side, paid in laid if chips_can_be(book, paid, figures.meld.get(side, 0))}
    return DealRecord(
        bidder=figures.bidder or book.at(dealer).next_seat(dealer),
        bid=figures.bid,
        trump=figures.trump,
        stuck=figures.bidder == book.at(dealer).last_to_call(dealer) and figures.bid == book.auction.stuck,
        meld=figures.meld,
        take=figures.take,
        last_trick=figures.last_trick,
        tricks=figures.tricks,
        no_marriage=figures.no_marriage,
        partner=figures.partner,
        thrown_in=figures.thrown_in,
        moon=figures.moon,
        laid_stands=figures.laid_stands,
        laid_played=figures.laid_played,
        renege=figures.renege,
        renege_cause=figures.renege_cause,
        second_renege=figures.second_renege,
        unproven_call=figures.unproven_call,
        player_meld=figures.player_meld,
        player_tricks=figures.player_tricks,
        void=figures.void,
        ruled=figures.ruled,
        out=book.out_at(dealer),
        game_meld=figures.game_meld or game_meld_side(book, melds, figures.bidder),
        chips={**chips, **figures.chips},
    )


def _scored(
    book: RuleBook, lines: list[Line], before: Sheet | None, setup: Setup
) -> tuple[GameResult, tuple[Line, ...]]:
    done = [line for line in lines if line.is_done and line.record]
    known = _scores_known(done, before) if before else []
    records, to_the_end = [line.record for line in done if line.record], setup.ends_by_book
    game = play_game(book, records, known, to_the_end=to_the_end, alone=bool(setup.boards))
    scored = {
        line.number: line.with_score(score, totals)
        for line, score, totals in zip(done, game.scores, game.totals, strict=False)
    }
    for line in done[len(game.scores) :]:
        scored[line.number] = line.with_score(try_score(book, line.record), None, after_end=True)
    if done and done[-1].number != len(done):  # a ruling opened a hand before the last one again
        game = game.renumbered([line.number for line in done])
    return game, tuple(scored.get(line.number, line) for line in lines)


def _scores_known(done: Sequence[Line], before: Sheet) -> list[DealScore]:
    """The scores of the first hands that are unchanged since the sheet `before`."""
    known: list[DealScore] = []
    for line, old in zip(done, before.counted_lines, strict=False):
        if old.score is None or (line is not old and line.record != old.record):
            break
        known.append(old.score)
    return known


def try_score(book: RuleBook, record: DealRecord | None) -> DealScore | None:
    """The score of a line, or None while something is missing."""
    try:
        return score_deal(book, record) if record else None
    except RuleError:
        return None


def _undoable(standing: Sequence[EntryData], changing: Set[int]) -> EntryData | None:
    """The newest entry that can be taken out. No table reaches past a director's entry, except a remark or a ruling
    that left the score alone."""

    def counts(entry: EntryData) -> bool:
        if is_a(entry, Remarked):
            return not entry.by_director
        return entry.kind in UNDOABLE or entry.number in changing

    newest = next((entry for entry in reversed(standing) if counts(entry)), None)
    return None if newest is None or newest.by_director else newest


# -- holds, penalties and signatures ------------------------------------------------------------


def _holds(standing: Sequence[EntryData]) -> tuple[EntryData[Held], ...]:
    """Holds still to be ruled on; a ruling on the hand settles an earlier hold."""
    holds = [*those(standing, Held)]
    if not holds:
        return ()
    released = {entry.said.releases for entry in those(standing, Released)}
    ruled = {entry.hand: entry.number for entry in those(standing, RulingGiven)}
    return tuple(hold for hold in holds if hold.number not in released and hold.number > ruled.get(hold.hand, 0))


def _penalties(standing: Sequence[EntryData]) -> tuple[EntryData[PenaltyGiven], ...]:
    pardoned = {entry.said.pardons for entry in those(standing, Pardoned)}
    return tuple(entry for entry in those(standing, PenaltyGiven) if entry.number not in pardoned)


def _lateness(standing: Sequence[EntryData]) -> dict[Seat, EntryData[CameLate]]:
    """Lateness by the newest entry for each player; none where the minutes are 0 and no replacement plays."""
    newest = {entry.said.seat: entry for entry in those(standing, CameLate)}
    return {seat: entry for seat, entry in newest.items() if entry.said.minutes or entry.said.replaced}


def _signatures(
    book: RuleBook, entries: Sequence[EntryData], changing: Set[int]
) -> tuple[dict[Side, EntryData[Signed]], dict[int, EntryData], frozenset[Side], int]:
    """The signatures that hold, the cause of the others' striking (by number), the sides that ask to reopen, and the
    content version.

    Any entry that changes the card strikes the signatures, except a director's, which the card names as such. A ruling
    or decision in `changing` strikes them, because it decides over the signed score. A signed card reopens when every
    side has asked.
    """
    signed: dict[Side, EntryData[Signed]] = {}
    struck: dict[int, EntryData] = {}
    reopening: set[Side] = set()
    content_version = 0

    def strike(by: EntryData) -> None:
        struck.update((signature.number, by) for signature in signed.values())
        signed.clear()
        reopening.clear()

    remarks = {entry.number for entry in those(entries, Remarked)}
    for entry in entries:
        if entry.kind in STEPS or _changes_card(entry, changing, remarks):
            content_version = entry.number
            if (signed or reopening) and (not entry.by_director or entry.number in changing):
                strike(entry)
        elif is_a(entry, Signed):
            if entry.said.version == content_version:
                signed[entry.said.side] = entry
                reopening.clear()
        elif is_a(entry, ReopeningAsked):
            reopening.add(entry.said.side)
            if reopening >= set(book.sides):
                strike(entry)
    return signed, struck, frozenset(reopening), content_version


def _changes_card(entry: EntryData, changing: Set[int], remarks: Set[int]) -> bool:
    if isinstance(entry.said, Undone) and entry.said.undoes in remarks:
        return False
    return entry.number in changing if entry.kind in RULING_KINDS else entry.kind not in BESIDE
