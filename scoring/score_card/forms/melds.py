"""The meld helper's form: each player's taps, by melds or by cards, and their total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms

from pinochle_club.ground.forms import HIGHEST_FIGURE, EntryForm, figure_field
from scoring.rules.book.meld import most_held
from scoring.rules.cards import SUITS, Card, Seat, Side, Suit
from scoring.rules.claims import claimable
from scoring.rules.deal_score import DealRecord, no_meld_counts
from scoring.rules.melds import MeldKind, values_of
from scoring.rules.notation import RANK_SIGNS, SUIT_NAMES, name
from scoring.score_card.meld_counts import (
    AS_COUNTED,
    AS_TYPED,
    BY_CARDS,
    BY_MELDS,
    MeldKey,
    PlayerCount,
    Taps,
    count_table,
    saved_taps,
    taps_payload,
)
from scoring.score_card.names import Names
from scoring.score_card.sheet import Line, Sheet

from .hands import DECLARATIONS, RARE, box_of

MOST_TAPS: Final = 20
NO_NUMBER: Final = f"Enter a whole number from 0 to {MOST_TAPS}."


@dataclass(frozen=True, slots=True)
class Stepper:
    """A count, tapped up and down, of a meld or a card."""

    name: str
    title: str
    value: str
    most: int
    worth: str = ""
    suit: Suit | None = None
    sign: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class PlayerFields:
    """One player's melds and cards to tap, and their total."""

    seat: Seat
    by: str
    melds: tuple[Stepper, ...]
    other_runs: tuple[Stepper, ...]
    cards: tuple[tuple[Stepper, ...], ...]
    count: PlayerCount

    @property
    def has_other_runs(self) -> bool:
        """Whether the drawer of runs outside trump holds something to see."""
        return any(run.value or run.fault for run in self.other_runs)


class MeldsForm(EntryForm):
    """The melds on the table, player by player. Counts are read by name (`N-pinochle`, `N-run-H`, `N-card-AS`) rather
    than as 180 form fields, because every tap is counted again. Once cleaned, `taps` holds the taps and `count` their
    total."""

    at = forms.CharField(required=False, max_length=1)

    def __init__(self, *args: Any, sheet: Sheet, line: Line, names: Names, typed: Mapping[str, str], **kw: Any) -> None:
        """`typed` holds the meld step's figures by field, for a form that is only opened."""
        self.sheet, self.line, self.book = sheet, line, line.under(sheet.book)
        self.names = names.under(self.book)
        assert line.record is not None, f"meld comes after the bid: {line!r}"
        self.record: DealRecord = line.record
        super().__init__(*args, seen=sheet.version, **kw)
        self.count_faults: dict[str, str] = {}
        self._add_typed_fields()
        if not self.is_bound:
            self._open(typed)

    def _add_typed_fields(self) -> None:
        choices = [(AS_TYPED, AS_TYPED), (AS_COUNTED, AS_COUNTED)]
        for side in self.book.sides:
            figure = figure_field(self.names.side(side), required=False)
            figure.widget = forms.HiddenInput()
            self.fields[f"typed_{side}"] = figure
            self.fields[f"use_{side}"] = forms.ChoiceField(choices=choices, required=False)
        for declaration in DECLARATIONS:
            self.fields[declaration] = forms.BooleanField(required=False, widget=forms.HiddenInput)
        self.fields[RARE] = forms.CharField(required=False, widget=forms.HiddenInput)

    # -- taps

    def _open(self, typed: Mapping[str, str]) -> None:
        """Load the saved taps, and the figures typed in the meld step since."""
        self.taps = saved_taps(self.names, self.line.figures)
        saved = count_table(self.names, self.record, self.taps).sides
        figures: dict[Side, int] = dict(self.line.figures.meld)
        for side in self.book.sides:
            value = typed.get(self._box(side), "")
            if value.isdecimal() and len(value) <= len(str(HIGHEST_FIGURE)):
                figures[side] = int(value)
        # A figure that the taps put there was not typed.
        counted = {side.side: side.counted for side in saved if side.is_tapped}
        self.typed = {side: figure for side, figure in figures.items() if counted.get(side) != figure}
        self.initial.update({f"typed_{side}": figure for side, figure in self.typed.items()})
        for declaration in DECLARATIONS:
            was = getattr(self.line.figures, declaration) or typed.get(declaration)
            self.initial[declaration] = "on" if was else ""
        self.count = count_table(self.names, self.record, self.taps, typed=self.typed)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.taps = {seat: self._read_taps(seat) for seat in self.book.seats}
        sides = self.book.sides
        self.typed = {side: data[f"typed_{side}"] for side in sides if data.get(f"typed_{side}") is not None}
        chosen = {side: data.get(f"use_{side}") or "" for side in sides}
        self.count = count_table(self.names, self.record, self.taps, typed=self.typed, chosen=chosen)
        if self.count_faults:
            self.add_error(None, "Check the number marked below.")
        return data

    def _read_taps(self, seat: Seat) -> Taps:
        by = self.data.get(f"by_{seat}")
        return Taps(
            by=by if by in (BY_MELDS, BY_CARDS) else BY_MELDS,
            melds=dict(self._read(seat, {_meld_field(seat, key): key for key in _every_meld()})),
            cards=dict(self._read(seat, {_card_field(seat, card): card for card in self._cards})),
        )

    def _read(self, seat: Seat, names: Mapping[str, Any]) -> Iterator[tuple[Any, int]]:
        """The counts above 0; anything else than a number becomes a fault."""
        for field, meant in names.items():
            text = (self.data.get(field) or "").strip()
            if not text:
                continue
            if not (text.isascii() and text.isdecimal() and len(text) <= 3 and int(text) <= MOST_TAPS):
                self.count_faults[field] = NO_NUMBER
            elif int(text):
                yield meant, int(text)

    @property
    def _cards(self) -> tuple[Card, ...]:
        return tuple(Card(rank, suit) for suit in SUITS for rank in self.book.deck.ranks)

    # -- what is shown

    @property
    def carried(self) -> list[forms.BoundField]:
        """The meld step's fields, passed through."""
        typed = [self[f"typed_{side}"] for side in self.book.sides]
        return [*typed, *(self[declaration] for declaration in DECLARATIONS)]

    @property
    def nobody_counts(self) -> bool:
        """Whether no meld counts on this hand, for want of a trump."""
        return no_meld_counts(self.book, no_marriage=self.record.no_marriage)

    @property
    def at_seat(self) -> Seat:
        """The player whose meld is open: one with a fault, else the one tapped last, else the bidder."""
        faulty = self.count.first_faulty if self.is_bound else None
        misread = next(iter(self.count_faults), "").split("-")[0]
        wanted = self.data.get("at") if self.is_bound else None
        return next(
            seat for seat in (misread, faulty and faulty.seat, wanted, self.record.bidder) if seat in self.book.seats
        )

    @property
    def players(self) -> tuple[PlayerFields, ...]:
        """The players, partners side by side, the bidder's side first."""
        counts = {player.seat: player for player in self.count.players}
        return tuple(self._player(counts[seat]) for seat in self.seats)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, partners side by side, the bidder first."""
        bidding = self.book.side_of(self.record.bidder)
        own = sorted(self.book.seats_of(bidding), key=lambda seat: seat != self.record.bidder)
        return (*own, *(seat for side in self.book.others(bidding) for seat in self.book.seats_of(side)))

    def _player(self, count: PlayerCount) -> PlayerFields:
        seat, taps = count.seat, self.taps.get(count.seat, Taps())
        keys = claimable(self.book, self.record.trump)
        rare = tuple((MeldKind.RUN, suit) for suit in SUITS if (MeldKind.RUN, suit) not in keys)
        # Taps may outlive a change of trump, and are shown although they no longer count.
        left = tuple(key for key in taps.melds if key not in (*keys, *rare))
        return PlayerFields(
            seat=seat,
            by=taps.by,
            melds=tuple(self._meld_stepper(seat, key) for key in (*keys, *left)),
            other_runs=tuple(self._meld_stepper(seat, key) for key in rare) if self.record.trump else (),
            cards=tuple(
                tuple(self._card_stepper(seat, Card(rank, suit)) for rank in self.book.deck.ranks)
                for suit in sorted(SUITS, key=lambda suit: suit != self.record.trump)
            ),
            count=count,
        )

    def _meld_stepper(self, seat: Seat, key: MeldKey) -> Stepper:
        kind, suit = key
        count = self.taps.get(seat, Taps()).melds.get(key, 0)
        own_suit = suit if kind.has_suit else None
        title = self.book.words.say(kind.label)
        held = self.book.melding_hand_size if seat == self.record.bidder else self.book.deal.hand_size
        most = most_held(kind.value, self.book.deck.copies, held)
        worth = _worth(values_of(self.book.meld, kind)[:most], most)
        return self._stepper(_meld_field(seat, key), count, title, most, suit=own_suit, worth=worth)

    def _card_stepper(self, seat: Seat, card: Card) -> Stepper:
        count = self.taps.get(seat, Taps()).cards.get(card, 0)
        title, sign = name(card).capitalize(), RANK_SIGNS[card.rank]
        return self._stepper(_card_field(seat, card), count, title, self.book.deck.copies, suit=card.suit, sign=sign)

    def _stepper(self, field: str, count: int, title: str, most: int, **about: Any) -> Stepper:
        value = str(self.data.get(field, "")) if field in self.count_faults else str(count or "")
        return Stepper(field, title, value, most, fault=self.count_faults.get(field, ""), **about)

    @property
    def runs_as_marriages(self) -> Iterator[tuple[Seat, str, str, str]]:
        """Each run in a suit where only marriages count: its seat, its field, the marriage's field, the suit."""
        keys = claimable(self.book, self.record.trump)
        for seat, taps in self.taps.items():
            for kind, suit in taps.melds if taps.by == BY_MELDS else ():
                marriage = (MeldKind.MARRIAGE, suit)
                if kind is MeldKind.RUN and suit and (kind, suit) not in keys and marriage in keys:
                    yield seat, _meld_field(seat, (kind, suit)), _meld_field(seat, marriage), SUIT_NAMES[suit]

    # -- what is recorded

    def _box(self, side: Side) -> str:
        """The field of the meld step."""
        return box_of("meld", side, self.record.bidder, is_called=self.book.deal.calls_partner)

    @property
    def step_data(self) -> dict[str, Any]:
        """The meld step's form, filled with these totals."""
        totals = {self._box(side): total for side, total in self.count.totals.items()}
        asked = {name: self.cleaned_data[name] for name in ("client_id", "seen", RARE)}
        return {**totals, **asked, **{name: "on" for name in DECLARATIONS if self.cleaned_data.get(name)}}

    @property
    def known(self) -> frozenset[Side]:
        """The sides whose melds were counted from cards alone."""
        return frozenset(side for side in self.counted if self._has_cards(side))

    @property
    def counted(self) -> frozenset[Side]:
        """The sides whose melds were counted, from cards or one by one."""
        return frozenset(side.side for side in self.count.sides if not side.takes_typed)

    def _has_cards(self, side: Side) -> bool:
        own = [player for player in self.count.players if self.book.side_of(player.seat) == side and player.is_tapped]
        return bool(own) and all(player.counted_by == BY_CARDS for player in own)

    @property
    def payload(self) -> dict[str, Any]:
        """`melds` and `cards` as an entry stores them."""
        return taps_payload(self.names, self.taps, self.count)


def _meld_field(seat: Seat, key: MeldKey) -> str:
    kind, suit = key
    return f"{seat}-{kind.value}-{suit}" if suit else f"{seat}-{kind.value}"


def _card_field(seat: Seat, card: Card) -> str:
    return f"{seat}-card-{card}"


def _every_meld() -> Iterator[MeldKey]:
    """Every meld that can be tapped, whether it counts or not."""
    for kind in MeldKind:
        if kind.has_suit or kind is MeldKind.NINE:
            yield from ((kind, suit) for suit in SUITS)
        else:
            yield kind, None


def _worth(values: Sequence[int], most: int) -> str:
    """The columns of the meld table: `15, double 150`, `25 / 250 / 450 / 500` for one to four, `4 each`; `24` for a
    meld held only once."""
    if len(values) == 2:
        return f"{values[0]}, double {values[1]}"
    if len(values) > 1:
        return " / ".join(map(str, values))
    if not values[0]:
        return "counts nothing"
    return f"{values[0]} each" if most > 1 else str(values[0])
