"""The sheet: what a card's entries come to. Pure: entries in, lines, totals and state out.

Entries are appended and never edited, so everything here is derived: the line of a hand is
the newest of its entries, an undo takes an entry out, a signature holds until something else
is entered. To see what an entry would do, build the sheet with it appended.

Kinds of entry and what their payload holds:

* `bid` – `dealer`, `bidder`, `bid`, `trump`, `no_marriage`
* `meld` – `meld` by side; `moon`, `thrown_in`; `melds` and `cards` by seat from the helper
* `take` – `take` by side; `last_trick`, `tricks`, `renege`; closes the hand
* `correct` – the whole line again, all of the above
* `redeal` – `why`, `dealer` (who dealt), `next_dealer`; the open hand begins again
* `undo` – `undoes`, the number of the entry taken out
* `details` – names, dealer, date, table, round as they are from here on; `drawn`, the cards
  by seat of each round of a draw for the first deal
* `penalty` – `seat`, `code`, `count`, `note`, `hand`, `replacement` when it falls on whoever
  took over the seat; `pardon` – `pardons`, its number, and its `seat` and `code`
* `late` – `seat`, `minutes` (0 takes it back), `substitute` (`""`, `in_event`, `outside`) and `name`; `entrant`, by
  which the host of an evening knows the substitute; `replaced` where a director replaced the player in any case, with
  `absent` one who never came
* `sign` – `side`, `version`, `by`; `reopen` – `side`
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import takewhile
from typing import Any, Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.deal_score import DealRecord, DealScore, score_deal
from scoring.rules.errors import RuleError
from scoring.rules.game import GameResult, Totals, play_game

STEPS: Final = ("bid", "meld", "take")
HAND_KINDS: Final = frozenset({*STEPS, "correct", "redeal"})
SIGNING_KINDS: Final = frozenset({"sign", "reopen"})
UNDOABLE: Final = frozenset({*HAND_KINDS, "penalty", "pardon", "late"})

MOST_LINES: Final = 100


@dataclass(frozen=True, slots=True)
class EntryData:
    """One entry as the sheet reads it."""

    number: int
    kind: str
    hand: int | None = None
    payload: Mapping[str, Any] = field(default_factory=dict)
    client_id: str = ""
    device: str = ""
    reason: str = ""
    by_director: bool = False
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What the card was begun with: who deals first and, without a target, how many hands.

    `length` is `book` where the book ends the game, `hands` where a round of an evening ends after
    `hands_agreed` hands, `time` where its clock does; in both nobody wins on a hand.
    """

    first_dealer: Seat
    hands_agreed: int | None = None
    length: str = "book"


@dataclass(frozen=True, slots=True)
class Line:
    """One hand on the card, as far as it is entered."""

    number: int
    dealer: Seat
    payload: Mapping[str, Any] = field(default_factory=dict)
    entered: tuple[str, ...] = ()
    entries: tuple[EntryData, ...] = ()
    redeals: tuple[EntryData, ...] = ()
    record: DealRecord | None = None
    score: DealScore | None = None
    totals: Totals | None = None
    after_end: bool = False

    def __hash__(self) -> int:
        newest = self.entries[-1] if self.entries else None
        return hash((self.number, newest and (newest.client_id, newest.at)))

    @property
    def is_done(self) -> bool:
        return "take" in self.entered

    @property
    def is_corrected(self) -> bool:
        return any(entry.kind == "correct" for entry in self.entries)

    @property
    def is_directed(self) -> bool:
        """Whether somebody who runs the evening put it right."""
        return any(entry.kind == "correct" and entry.by_director for entry in self.entries)

    @property
    def next_step(self) -> str | None:
        """The step to enter next; None once the hand is done."""
        return next((step for step in STEPS if step not in self.entered), None)

    def with_score(self, score: DealScore | None, totals: Totals | None, *, after_end: bool = False) -> Line:
        """The line with what it brought; itself where it has that already."""
        if (score, totals, after_end) == (self.score, self.totals, self.after_end):
            return self
        return replace(self, score=score, totals=totals, after_end=after_end)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A card as it stands."""

    book: RuleBook
    setup: Setup
    lines: tuple[Line, ...]
    game: GameResult
    entries: tuple[EntryData, ...]
    penalties: tuple[EntryData, ...] = ()
    lateness: Mapping[Seat, EntryData] = field(default_factory=dict)
    signed: Mapping[Side, EntryData] = field(default_factory=dict)
    reopening: frozenset[Side] = frozenset()
    content_version: int = 0
    undoable: EntryData | None = None

    @property
    def version(self) -> int:
        """The number of the newest entry of any kind."""
        return self.entries[-1].number if self.entries else 0

    @property
    def done_lines(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.is_done)

    @property
    def counted_lines(self) -> tuple[Line, ...]:
        """The lines that make the totals: done, and not after the hand that ended the game."""
        return tuple(line for line in self.done_lines if not line.after_end)

    @property
    def totals(self) -> Totals:
        return self.game.totals_now(self.book)

    @property
    def hands_to_play(self) -> int | None:
        """How many hands the game or round has; None where a target ends it."""
        if self.setup.length == "time":
            return None
        if self.setup.length == "hands":
            return self.setup.hands_agreed
        if self.book.round is not None:
            return self.book.round.deals
        return self.book.game.deals or self.setup.hands_agreed

    @property
    def is_finished(self) -> bool:
        """Whether the game is won or all its hands are played."""
        if self.game.won is not None:
            return True
        hands = self.hands_to_play
        return hands is not None and len(self.counted_lines) >= hands

    @property
    def is_closed(self) -> bool:
        """Whether every side signed this version."""
        return bool(self.signed) and all(side in self.signed for side in self.book.sides)

    @property
    def open_line(self) -> Line | None:
        """The hand being entered or to be entered next; None when the game is over."""
        if self.lines and not self.lines[-1].is_done:
            return self.lines[-1]
        if self.is_finished or len(self.lines) >= MOST_LINES:
            return None
        return Line(number=len(self.lines) + 1, dealer=self.next_dealer)

    @property
    def next_dealer(self) -> Seat:
        """Who deals the hand after the last one: the player on the last dealer's left."""
        if not self.lines:
            return self.setup.first_dealer
        return self.book.next_seat(self.lines[-1].dealer)

    def line(self, number: int) -> Line | None:
        """The line of a hand, the open one included; None where there is none."""
        if 1 <= number <= len(self.lines):
            return self.lines[number - 1]
        open_line = self.open_line
        return open_line if open_line and open_line.number == number else None

    @property
    def just_undone(self) -> EntryData | None:
        """The entry that the newest one took out: what people undo they mostly enter again."""
        if not self.entries or self.entries[-1].kind != "undo":
            return None
        undoes = self.entries[-1].payload["undoes"]
        return next((entry for entry in self.entries if entry.number == undoes), None)

    def changes_since(self, version: int) -> tuple[EntryData, ...]:
        """The entries made after `version`."""
        return tuple(entry for entry in self.entries if entry.number > version)

    def before_repeat(self, client_id: str) -> Sheet:
        """The sheet a repeated submission was made from: up to the entry that has its id.

        A form is read against it, so that a repeat means the same as the first time. Where
        the id is new this is the sheet itself.
        """
        for place, entry in enumerate(self.entries):
            if client_id and entry.client_id == client_id:
                return build_sheet(self.book, self.setup, self.entries[:place], before=self)
        return self

    def with_entry(self, kind: str, hand: int | None, payload: Mapping[str, Any]) -> Sheet:
        """The sheet as it would be with one more entry."""
        entry = EntryData(self.version + 1, kind, hand, payload)
        return build_sheet(self.book, self.setup, (*self.entries, entry), before=self)


def build_sheet(book: RuleBook, setup: Setup, entries: Sequence[EntryData], *, before: Sheet | None = None) -> Sheet:
    """What the entries, oldest first, come to. Hands that are the same on the sheet `before`
    keep their scores: between two sheets of a card mostly one hand has changed."""
    undone = {entry.payload["undoes"] for entry in entries if entry.kind == "undo"}
    standing = [entry for entry in entries if entry.number not in undone]
    lines = _lines(book, setup, standing, before.lines if before and before.setup == setup else ())
    game, scored = _scored(book, lines, before, to_the_end=setup.length == "book")
    signed, reopening, content_version = _signatures(book, entries)
    return Sheet(
        book=book,
        setup=setup,
        lines=scored,
        game=game,
        entries=tuple(entries),
        penalties=_penalties(standing),
        lateness=_lateness(standing),
        signed=signed,
        reopening=reopening,
        content_version=content_version,
        undoable=_undoable(standing),
    )


# -- lines -------------------------------------------------------------------------------


def _lines(book: RuleBook, setup: Setup, standing: Iterable[EntryData], known: Sequence[Line]) -> list[Line]:
    """The lines, not scored; those that are the same as the first of the `known` ones are those themselves."""
    by_hand: dict[int, list[EntryData]] = {}
    for entry in standing:
        if entry.kind in HAND_KINDS and entry.hand is not None:
            by_hand.setdefault(entry.hand, []).append(entry)
    lines = [old for old, _ in takewhile(_is_unchanged, ((old, by_hand.get(old.number, ())) for old in known))]
    for number in range(len(lines) + 1, max(by_hand, default=0) + 1):
        dealer = book.next_seat(lines[-1].dealer) if lines else setup.first_dealer
        lines.append(line_of(book, number, dealer, by_hand.get(number, [])))
    return lines


def _is_unchanged(known: tuple[Line, Sequence[EntryData]]) -> bool:
    line, entries = known
    return bool(entries) and line.entries == tuple(entries)


def line_of(book: RuleBook, number: int, dealer: Seat, entries: Sequence[EntryData]) -> Line:
    """The line that entries of one hand come to, not scored; `dealer` is who deals unless they say otherwise."""
    payload: dict[str, Any] = {}
    entered: list[str] = []
    redeals: list[EntryData] = []
    for entry in entries:
        if entry.kind == "redeal":
            payload, entered = {}, []
            redeals.append(entry)
            dealer = entry.payload.get("next_dealer", dealer)
            continue
        payload.update(entry.payload)
        entered += STEPS if entry.kind == "correct" else [entry.kind]
    dealer = payload.get("dealer", dealer)
    return Line(
        number=number,
        dealer=dealer,
        payload=payload,
        entered=tuple(step for step in STEPS if step in entered),
        entries=tuple(entries),
        redeals=tuple(redeals),
        record=record_of(book, dealer, payload) if "bid" in payload else None,
    )


def record_of(book: RuleBook, dealer: Seat, payload: Mapping[str, Any]) -> DealRecord:
    """The line as the rules read it. Who is stuck follows from dealer, bidder and amount:
    a dealer can hold the stuck bid in no other way."""
    return DealRecord(
        bidder=payload["bidder"],
        bid=payload["bid"],
        trump=payload.get("trump"),
        stuck=payload["bidder"] == dealer and payload["bid"] == book.auction.stuck,
        meld=payload.get("meld") or {},
        take=payload.get("take") or {},
        last_trick=payload.get("last_trick"),
        tricks=payload.get("tricks") or {},
        no_marriage=bool(payload.get("no_marriage")),
        thrown_in=bool(payload.get("thrown_in")),
        moon=bool(payload.get("moon")),
        renege=payload.get("renege"),
        player_meld=payload.get("player_meld") or {},
        player_tricks=payload.get("player_tricks") or {},
    )


def _scored(
    book: RuleBook, lines: list[Line], before: Sheet | None, *, to_the_end: bool
) -> tuple[GameResult, tuple[Line, ...]]:
    done = [line for line in lines if line.is_done and line.record]
    known = _scores_known(done, before) if before else []
    game = play_game(book, [line.record for line in done if line.record], known, to_the_end=to_the_end)
    scored = {
        line.number: line.with_score(score, totals)
        for line, score, totals in zip(done, game.scores, game.totals, strict=False)
    }
    for line in done[len(game.scores) :]:
        scored[line.number] = line.with_score(try_score(book, line.record), None, after_end=True)
    return game, tuple(scored.get(line.number, line) for line in lines)


def _scores_known(done: Sequence[Line], before: Sheet) -> list[DealScore]:
    """The scores of the first hands, as far as they stand on the sheet `before` as well."""
    known: list[DealScore] = []
    for line, old in zip(done, before.counted_lines, strict=False):
        if old.score is None or line.record != old.record:
            break
        known.append(old.score)
    return known


def try_score(book: RuleBook, record: DealRecord | None) -> DealScore | None:
    """The score of a line, or None while something is missing."""
    try:
        return score_deal(book, record) if record else None
    except RuleError:
        return None


def _undoable(standing: Sequence[EntryData]) -> EntryData | None:
    """The newest entry that can be taken out; no table takes out, or reaches past, what a director entered."""
    newest = next((entry for entry in reversed(standing) if entry.kind in UNDOABLE), None)
    return None if newest is None or newest.by_director else newest


# -- penalties and signatures ------------------------------------------------------------


def _penalties(standing: Sequence[EntryData]) -> tuple[EntryData, ...]:
    pardoned = {e.payload["pardons"] for e in standing if e.kind == "pardon"}
    return tuple(e for e in standing if e.kind == "penalty" and e.number not in pardoned)


def _lateness(standing: Sequence[EntryData]) -> dict[Seat, EntryData]:
    """Who came late, by the newest word on each; no minutes: not late after all."""
    newest = {e.payload["seat"]: e for e in standing if e.kind == "late"}
    return {seat: entry for seat, entry in newest.items() if entry.payload["minutes"] or entry.payload.get("replaced")}


def _signatures(book: RuleBook, entries: Iterable[EntryData]) -> tuple[dict[Side, EntryData], frozenset[Side], int]:
    """Who signed the card as it stands, who asks to reopen it, and its content version.

    Any entry that changes the card strikes the signatures, except a director's: what the sides answered for
    stands, and the card says who changed it since. A signed card reopens when every side has asked for it.
    """
    signed: dict[Side, EntryData] = {}
    reopening: set[Side] = set()
    content_version = 0
    for entry in entries:
        if entry.kind == "sign":
            if entry.payload["version"] == content_version:
                signed[entry.payload["side"]] = entry
                reopening.clear()
        elif entry.kind == "reopen":
            reopening.add(entry.payload["side"])
            if reopening >= set(book.sides):
                signed.clear()
                reopening.clear()
        else:
            content_version = entry.number
            if not entry.by_director:
                signed.clear()
                reopening.clear()
    return signed, frozenset(reopening), content_version
