"""Claims: melds as players say them, checked against the book, the deck and their hands.

The cards behind a claim are not seen, so a check refuses only what no cards could make good: it counts the fewest that
the claims need. Cards that a player tapped one by one are held against the deck. Partners may not pool. `melds` finds
the best meld of known cards, `meld_totals` the possible totals, and `deal_score` judges what is below the minimum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from .book import RuleBook
from .book.meld import marriage_points
from .cards import SUITS, Card, Seat, Suit
from .melds import (
    LaidMeld,
    MeldClass,
    MeldKind,
    column_points,
    meld_cards,
    meld_title,
    values_of,
)
from .notation import listed, number, sign, sort_key, suit_with_sign

TRUMP_KINDS: Final = (MeldKind.RUN, MeldKind.ROYAL_MARRIAGE, MeldKind.NINE, MeldKind.ROUNDHOUSE)
"""What counts only once trump is named."""

_SUITS: Final = tuple(SUITS)  # a tuple: `in` a string would also be true of two letters or none
_IN_ROUNDHOUSE: Final = (MeldKind.KINGS, MeldKind.QUEENS)
_MARRIAGES: Final = (MeldKind.ROYAL_MARRIAGE, MeldKind.MARRIAGE)
_PLURALS: Final = {
    MeldKind.RUN: "runs",
    MeldKind.ROYAL_MARRIAGE: "royal marriages",
    MeldKind.MARRIAGE: "marriages",
    MeldKind.NINE: "nines of trump",
    MeldKind.ROUNDHOUSE: "roundhouses",
    MeldKind.PINOCHLE: "pinochles",
    MeldKind.HEART_PINOCHLE: "heart pinochles",
    MeldKind.ACES: "sets of aces",
    MeldKind.KINGS: "sets of kings",
    MeldKind.QUEENS: "sets of queens",
    MeldKind.JACKS: "sets of jacks",
}

Fact = int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """`count` of a meld, laid by one seat; by two where partners pooled. `suit` is that of a run or a marriage; without
    one, a run or royal marriage is in trump."""

    seats: tuple[Seat, ...]
    kind: MeldKind
    suit: Suit | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class ClaimFault:
    """A fault of a claim. `sentence` is a template for `text`. `impossible` claims are refused; the others are remarks,
    and count as the remark says. `seat` is None for a fault of the table. `facts` are figures and cards (`QS`) of the
    sentence."""

    code: str
    seat: Seat | None
    sentence: str
    impossible: bool = True
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)

    def text(self, names: Mapping[Seat, str]) -> str:
        """The sentence with the players' names; a seat without a name goes by its letter."""
        seats = self.facts.get("seats", ())
        assert isinstance(seats, tuple), f"seats are a tuple in {self!r}"
        return self.sentence.format(
            player=names.get(self.seat, self.seat) if self.seat is not None else "",
            players=listed([names.get(seat, seat) for seat in seats]),
        )


# -- what claims are worth ---------------------------------------------------------------


def laid_melds(book: RuleBook, claims: Iterable[Claim], trump: Suit | None) -> tuple[LaidMeld, ...]:
    """The claims as the table counts them, one line a seat's meld; 0 points for what does not count. A roundhouse that
    is no meld of its own is listed by its parts. Claims without a suit that they need are left out."""
    merged = merge_claims(_taken_to_pieces(book, merge_claims(claims, trump), trump), trump)
    runs = {
        (one.seats, one.suit): one.count for one in merged if one.kind is MeldKind.RUN and _points(book, one, trump, 0)
    }
    laid = []
    for one in merged:
        if _has_suit(one):
            beside = runs.get((one.seats, one.suit), 0) if one.kind in _MARRIAGES else 0
            points, cards = _points(book, one, trump, beside), meld_cards(one.kind, one.suit) * one.count
            after = beside if points and book.meld.beside_run == "counts_on" else 0
            laid.append(LaidMeld(one.kind, one.suit, one.count, points, cards, book.words, after))
    return tuple(laid)


def claimable(book: RuleBook, trump: Suit | None) -> tuple[tuple[MeldKind, Suit | None], ...]:
    """Every meld that counts in this book with this trump (None: natural meld), trump's first."""
    suits = sorted(SUITS, key=lambda suit: suit != trump)
    return tuple(
        (kind, suit)
        for kind in MeldKind
        for suit in _suits_of(kind, suits, trump)
        if not any(_rule_faults(book, Claim(("",), kind, suit), trump))
        and not (kind is MeldKind.MARRIAGE and suit == trump)
    )


def _suits_of(kind: MeldKind, suits: Sequence[Suit], trump: Suit | None) -> Sequence[Suit | None]:
    if kind.has_suit:
        return suits
    return (trump,) if kind is MeldKind.NINE else (None,)


def merge_claims(claims: Iterable[Claim], trump: Suit | None) -> tuple[Claim, ...]:
    """The claims with their suits filled in, and several of one meld in one hand put together."""
    counts: Counter[tuple[tuple[Seat, ...], MeldKind, Suit | None]] = Counter()
    for claim in claims:
        counts[claim.seats, *_as_meant(claim.kind, claim.suit, trump)] += claim.count
    return tuple(Claim(*meant, count) for meant, count in counts.items())


def _as_meant(kind: MeldKind, suit: Suit | None, trump: Suit | None) -> tuple[MeldKind, Suit | None]:
    """A meld with its suit as players mean it, and a marriage in trump as the royal one."""
    if kind in (MeldKind.RUN, MeldKind.ROYAL_MARRIAGE, MeldKind.NINE):
        suit = suit or trump
    elif not kind.has_suit:
        suit = None
    if kind is MeldKind.MARRIAGE and suit is not None and suit == trump:
        kind = MeldKind.ROYAL_MARRIAGE
    return kind, suit


def _taken_to_pieces(book: RuleBook, claims: Iterable[Claim], trump: Suit | None) -> Iterator[Claim]:
    """The claims with a roundhouse that is no meld of its own taken to pieces."""
    roundhouse = book.meld.roundhouse
    for claim in claims:
        if claim.kind is not MeldKind.ROUNDHOUSE or roundhouse is None or roundhouse.own_meld or trump is None:
            yield claim
            continue
        for suit in SUITS:
            yield replace(claim, kind=MeldKind.MARRIAGE, suit=suit)
        for kind in _IN_ROUNDHOUSE:
            yield replace(claim, kind=kind)


def _points(book: RuleBook, claim: Claim, trump: Suit | None, runs: int) -> int:
    """The points of a claim, of marriages beside so many runs."""
    if len(claim.seats) != 1 or claim.count < 1 or any(_rule_faults(book, claim, trump)):
        return 0
    values = values_of(book.meld, claim.kind)
    return marriage_points(book.meld, values, claim.count, runs) if runs else column_points(values, claim.count)


# -- checking claims ---------------------------------------------------------------------


def check_table(
    book: RuleBook,
    claims: Iterable[Claim],
    hands: Mapping[Seat, Iterable[Card]],
    trump: Suit | None,
    *,
    bidder: Seat | None = None,
) -> tuple[ClaimFault, ...]:
    """Every fault where some seats claim melds and others show cards. Claims of one meld by one seat are added up, and
    all are held against the one deck. `bidder` melds with the kitty; None: any player may be the bidder."""
    claims = tuple(claims)
    merged = merge_claims(claims, trump)
    faults = [fault for claim in claims for fault in _royal_remark(book, claim, trump)]
    for claim in merged:
        faults += [*_seat_faults(book, claim), *_rule_faults(book, claim, trump)]
    faults += _roundhouse_faults(book, merged)
    needs: dict[Seat, Copies] = {}
    for seat in book.seats:
        own = [claim for claim in merged if claim.seats == (seat,) and _has_known_cards(book, claim)]
        faults += _class_faults(book, seat, own)
        fewest: Counter[Card] = Counter()  # that make the claims: one card serves in every class
        for need in _class_needs(book, own).values():
            fewest |= need
        needs[seat] = fewest
        faults += _size_faults(book, seat, sum(needs[seat].values()), bidder, melding=True)
    shown: dict[Seat, Copies] = {seat: Counter(cards) for seat, cards in hands.items()}
    for seat, held in shown.items():
        faults += _hand_faults(book, seat, held)
        faults += _size_faults(book, seat, sum(held.values()), bidder, melding=False)
    faults += _table_faults(book, needs | {seat: held for seat, held in shown.items() if held})
    return _in_own_words(book, faults)


def _in_own_words(book: RuleBook, faults: Iterable[ClaimFault]) -> tuple[ClaimFault, ...]:
    return tuple(replace(fault, sentence=book.words.say(fault.sentence)) for fault in faults)


def _seat_faults(book: RuleBook, claim: Claim) -> Iterator[ClaimFault]:
    if not claim.seats or not set(claim.seats) <= set(book.seats):
        yield _fault(claim, "unknown_seat", "Which player has the meld?")
    elif len(claim.seats) > 1:
        yield _pooled_fault(book, claim)
    if claim.count < 1:
        yield _fault(claim, "no_count", f"Say how many {_PLURALS[claim.kind]} {{player}} has.", count=claim.count)


def _rule_faults(book: RuleBook, claim: Claim, trump: Suit | None) -> Iterator[ClaimFault]:
    """Why the book counts nothing for such a meld: the first reason, since others follow from it."""
    kind, suit = claim.kind, claim.suit
    if kind is MeldKind.NINE and "9" not in book.deck.ranks:
        yield _fault(claim, "no_nines", "There are no nines in this deck.")
    elif not any(values_of(book.meld, kind)):
        yield _fault(claim, "not_in_book", f"{_PLURALS[kind].capitalize()} count nothing in this rule book.")
    elif trump is None and kind in TRUMP_KINDS:
        yield _fault(claim, "no_trump", f"No trump was named, so {{player}}’s {kind.label.lower()} doesn’t count.")
    elif kind.has_suit and suit not in _SUITS:
        yield _fault(claim, "unknown_suit", f"Say in which suit {{player}}’s {kind.label.lower()} is.")
    elif suit is not None and trump is not None and suit != trump:
        yield from _outside_trump(book, claim, trump)


def _outside_trump(book: RuleBook, claim: Claim, trump: Suit) -> Iterator[ClaimFault]:
    assert claim.suit is not None, f"only a meld in a suit is outside trump: {claim!r}"
    if claim.kind is MeldKind.RUN and book.meld.run_suits == "trump":
        yield _fault(
            claim,
            "run_outside_trump",
            f"A run counts only in trump, {suit_with_sign(trump)}: {{player}}’s in {suit_with_sign(claim.suit)} "
            "is worth only its marriage.",
            suit=claim.suit,
            trump=trump,
        )
    elif claim.kind is MeldKind.ROYAL_MARRIAGE:
        yield _fault(
            claim,
            "royal_outside_trump",
            f"The royal marriage is the king and queen of trump, {suit_with_sign(trump)}: {{player}}’s in "
            f"{suit_with_sign(claim.suit)} is a plain marriage.",
            suit=claim.suit,
            trump=trump,
        )
    elif claim.kind is MeldKind.NINE:
        yield _fault(
            claim, "nine_outside_trump", f"Only nines of trump count, {suit_with_sign(trump)}.", suit=claim.suit
        )


def _royal_remark(book: RuleBook, claim: Claim, trump: Suit | None) -> Iterator[ClaimFault]:
    if claim.kind is not MeldKind.MARRIAGE or trump is None or claim.suit != trump:
        return
    royal = column_points(book.meld.royal_marriage, max(claim.count, 1))
    plain = column_points(book.meld.marriage, max(claim.count, 1))
    if royal == plain:
        return
    yield _fault(
        claim,
        "marriage_is_royal",
        f"{suit_with_sign(trump)} are trump, so {{player}}’s marriage there is a royal marriage: {royal}, not {plain}.",
        impossible=False,
        points=royal,
    )


def _roundhouse_faults(book: RuleBook, claims: Sequence[Claim]) -> Iterator[ClaimFault]:
    """Kings and queens around that a roundhouse in the same hand stands for already."""
    house = book.meld.roundhouse
    own_meld = house is not None and house.own_meld
    if house is not None and house.arounds_too:
        return
    laid = {(claim.seats, claim.kind): claim.count for claim in claims}
    for claim in claims:
        roundhouses = laid.get((claim.seats, MeldKind.ROUNDHOUSE), 0)
        if claim.kind not in _IN_ROUNDHOUSE or not roundhouses or (own_meld and claim.count > roundhouses):
            continue
        around, higher = claim.kind.label.lower(), meld_title(claim.kind, None, roundhouses + 1).lower()
        sentence = (
            f"The roundhouse stands for {around} already: {{player}} counts them beside it only from {higher}."
            if own_meld
            else f"The roundhouse has {around} in it already: {{player}} counts them once."
        )
        yield _fault(claim, "arounds_in_roundhouse", sentence)


def _fault(claim: Claim, code: str, sentence: str, *, impossible: bool = True, **facts: Fact) -> ClaimFault:
    seat = claim.seats[0] if len(claim.seats) == 1 else None
    if seat is None:
        sentence = sentence.replace("{player}", "{players}")
    return ClaimFault(code, seat, sentence, impossible, {"kind": claim.kind.value, "seats": claim.seats, **facts})


# -- the cards behind the claims ---------------------------------------------------------

Copies = Mapping[Card, int]


def _has_known_cards(book: RuleBook, claim: Claim) -> bool:
    """Whether it is clear which cards the claim needs, and from which hand."""
    if len(claim.seats) != 1 or claim.seats[0] not in book.seats or claim.count < 1:
        return False
    return _has_suit(claim) and (claim.kind is not MeldKind.NINE or "9" in book.deck.ranks)


def _has_suit(claim: Claim) -> bool:
    """Whether the claim says its suit, where its kind of meld has one."""
    return claim.suit in _SUITS or not (claim.kind.has_suit or claim.kind is MeldKind.NINE)


def _class_needs(book: RuleBook, claims: Iterable[Claim]) -> dict[MeldClass | MeldKind, Counter[Card]]:
    """The cards that claims need in each class; a roundhouse whose marriages count too is one of its own."""
    house = book.meld.roundhouse
    needs: dict[MeldClass | MeldKind, Counter[Card]] = {}
    for claim in claims:
        is_apart = claim.kind is MeldKind.ROUNDHOUSE and house is not None and house.marriages_too
        in_class = needs.setdefault(claim.kind if is_apart else claim.kind.meld_class, Counter())
        for card in meld_cards(claim.kind, claim.suit):
            in_class[card] += claim.count
    return needs


def _class_faults(book: RuleBook, seat: Seat, claims: Sequence[Claim]) -> Iterator[ClaimFault]:
    copies = book.deck.copies
    for meld_class, need in _class_needs(book, claims).items():
        short = {card: count for card, count in need.items() if count > copies}
        if not short:
            continue
        melds = [claim for claim in claims if meld_class in (claim.kind, claim.kind.meld_class)]
        if any(claim.count > copies for claim in melds):
            code, start = "more_copies_than_deck", "That needs"
        else:
            code, start = (
                "card_twice_in_class",
                "One card can’t be in two of {player}’s runs and marriages: that needs",
            )
        yield ClaimFault(code, seat, f"{start} {_short_of(short, copies)}.", facts=_facts(short, copies, (seat,)))


def _size_faults(book: RuleBook, seat: Seat, cards: int, bidder: Seat | None, *, melding: bool) -> Iterator[ClaimFault]:
    # The most cards the seat may meld from; while the bidder is not known, it may be any seat.
    size = book.melding_hand_size if bidder is None or seat == bidder else book.deal.hand_size
    if cards <= size:
        return
    what = "{player}’s melds need at least" if melding else "{player} shows"
    holds = "a player holds" if size == book.deal.hand_size else "the bidder with the kitty holds"
    sentence = f"{what} {cards} cards, but {holds} {size}."
    yield ClaimFault("more_cards_than_hand", seat, sentence, facts={"seats": (seat,), "cards": cards, "size": size})


def _table_faults(book: RuleBook, needs: Mapping[Seat, Copies]) -> Iterator[ClaimFault]:
    """Cards of which all hands together have more than the deck, although no hand alone does."""
    copies = book.deck.copies
    together: Counter[Card] = Counter()
    for need in needs.values():
        together.update(need)
    by_seats: dict[tuple[Seat, ...], dict[Card, int]] = {}
    for card, count in together.items():
        holders = tuple(seat for seat, need in needs.items() if need.get(card))
        if count > copies and all(needs[seat][card] <= copies for seat in holders):
            by_seats.setdefault(holders, {})[card] = count
    for holders, short in by_seats.items():
        yield ClaimFault(
            "more_copies_than_deck",
            None,
            f"{{players}} together need {_short_of(short, copies)}.",
            facts=_facts(short, copies, holders),
        )


def _short_of(short: Copies, copies: int) -> str:
    """`three Q♠ and three K♠, but the deck has two of each`."""
    held = listed([f"{number(short[card])} {sign(card)}" for card in sorted(short, key=sort_key)])
    return f"{held}, but the deck has {number(copies)}{' of each' if len(short) > 1 else ''}"


def _facts(short: Copies, copies: int, seats: tuple[Seat, ...]) -> dict[str, Fact]:
    cards = tuple(str(card) for card in sorted(short, key=sort_key))
    return {"cards": cards, "needed": max(short.values()), "copies": copies, "seats": seats}


def _hand_faults(book: RuleBook, seat: Seat, held: Copies) -> Iterator[ClaimFault]:
    copies = book.deck.copies
    strange = tuple(card for card in sorted(held, key=sort_key) if card.rank not in book.deck.ranks)
    if strange:
        sentence = f"The deck has no {listed([sign(card) for card in strange])}."
        yield ClaimFault("not_in_deck", seat, sentence, facts={"cards": tuple(map(str, strange)), "seats": (seat,)})
    short = {card: count for card, count in held.items() if count > copies and card not in strange}
    if short:
        sentence = f"{{player}} shows {_short_of(short, copies)}."
        yield ClaimFault("more_copies_than_deck", seat, sentence, facts=_facts(short, copies, (seat,)))


def second_pair_notes(book: RuleBook, claims: Iterable[Claim], trump: Suit | None) -> tuple[ClaimFault, ...]:
    """A remark on a marriage claimed beside a run of its suit: often it is the run's own king and queen."""
    merged = merge_claims(claims, trump)
    runs = {(claim.seats, claim.suit) for claim in merged if claim.kind is MeldKind.RUN}
    notes = (
        _fault(
            claim,
            "marriage_beside_run",
            f"A run uses up its king and queen: {{player}}’s {claim.kind.label.lower()} beside it is another pair.",
            impossible=False,
        )
        for claim in merged
        if claim.kind in _MARRIAGES and (claim.seats, claim.suit) in runs
    )
    return _in_own_words(book, notes)


# -- pooling -----------------------------------------------------------------------------


def _pooled_fault(book: RuleBook, claim: Claim) -> ClaimFault:
    if claim.count == 2:
        apart = _apart(book, claim.kind, claim.suit, (1, 1))
        sentence = f"Partners may not pool: {apart}" if apart else "Partners can’t combine their cards."
    else:
        sentence = "Partners can’t combine cards. One player must hold all the cards of a meld."
    return _fault(claim, "pooled_double", sentence, count=claim.count)


def pooled_notes(book: RuleBook, claims: Iterable[Claim], trump: Suit | None) -> tuple[str, ...]:
    counts: dict[tuple[str, MeldKind, Suit | None], list[int]] = {}
    for claim in merge_claims(claims, trump):
        if len(claim.seats) == 1 and claim.seats[0] in book.seats and claim.count > 0:
            key = (book.side_of(claim.seats[0]), claim.kind, claim.suit)
            counts.setdefault(key, []).append(claim.count)
    notes = [_apart(book, kind, suit, held) for (_, kind, suit), held in counts.items() if len(held) > 1]
    return tuple(f"Partners may not pool: {note}" for note in notes if note)


def _apart(book: RuleBook, kind: MeldKind, suit: Suit | None, held: Sequence[int]) -> str | None:
    """`two pinochles count 4 + 4 = 8, not 30.`; None where they would count no more in one hand."""
    values = values_of(book.meld, kind)
    points = [column_points(values, count) for count in held]
    pooled = column_points(values, sum(held))
    if pooled <= sum(points):
        return None
    in_suit = f" in {suit_with_sign(suit)}" if kind.has_suit and suit is not None else ""
    return book.words.say(
        f"{number(sum(held))} {_PLURALS[kind]}{in_suit} held by two players count "
        f"{' + '.join(map(str, points))} = {sum(points)}, not {pooled}."
    )


# -- telling aces ------------------------------------------------------------------------


def aces_reminder(book: RuleBook) -> str | None:
    """The reminder about aces around; None where the book asks for nothing."""
    if book.meld.aces_told == "shown":
        return book.words.say("Aces around must be shown before the first card is led.")
    if book.meld.aces_told == "no":
        return None
    if not book.meld.minimum:
        return book.words.say("Aces around must be announced, even if nothing is laid down.")
    return book.words.say(f"A side under {book.meld.minimum} lays nothing down, but must still declare aces around.")
