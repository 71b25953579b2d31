"""A rule book as people read it: chapters of plain sentences, made from its data alone.

Every switch and every figure of a book has its sentence here, so a club that changes one
reads the change in its own rules. A rule named by a step of a score (`contract.save`) is a
chapter or a paragraph with the id `anchor(rule)`.

Nothing is scored here, and nothing is marked up: pages and PDFs lay the blocks out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from .book import BidStep, BidToWin, RuleBook, Values
from .notation import RANK_NAMES, RANK_SIGNS, listed, number, rank_plural

# -- what a chapter is made of -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `id` is empty where no rule points to it."""

    kind: ClassVar[str] = "paragraph"
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a header; the first cell of a row names it."""

    kind: ClassVar[str] = "table"
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def named_rows(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """Each row as its name and its cells with the header of their column, for narrow pages."""
        return tuple((row[0], tuple(zip(self.header[1:], row[1:], strict=True))) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Points:
    """A list of short sentences."""

    kind: ClassVar[str] = "points"
    sentences: tuple[str, ...]


Block = Paragraph | Table | Points
Blocks = Iterator[Block]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter; `id` is its anchor on the page."""

    id: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """All of the chapter as plain text, a line for each sentence, row or paragraph."""
        return "\n".join([self.title, *(line for block in self.blocks for line in _lines(block))])


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield block.text
    elif isinstance(block, Points):
        yield from block.sentences
    else:
        yield block.caption
        yield from (" | ".join(row) for row in (block.header, *block.rows))


def anchor(rule: str) -> str:
    """The id under which a rule stands in the book: `contract-save` for `contract.save`."""
    return rule.replace(".", "-")


def anchors(book: RuleBook) -> frozenset[str]:
    """Every id that a link into the printed rules can lead to."""
    found = {chapter.id for chapter in chapters(book)}
    for chapter in chapters(book):
        found |= {block.id for block in chapter.blocks if isinstance(block, Paragraph) and block.id}
    return frozenset(found)


@lru_cache(maxsize=64)
def chapters(book: RuleBook) -> tuple[Chapter, ...]:
    """The whole book, chapter by chapter; a chapter that would be empty is left out."""
    written = [
        Chapter("glance", "At a glance", tuple(_glance(book))),
        Chapter("deal", "Cards and deal", tuple(_deal(book))),
        Chapter("redeal", "Redeals and misdeals", tuple(_redeal(book))),
        Chapter("auction", "The auction", tuple(_auction(book))),
        Chapter("passing", "Passing cards", tuple(_passing(book))),
        Chapter("kitty", "The kitty", tuple(_kitty(book))),
        Chapter("meld", "Meld", tuple(_meld(book))),
        Chapter("play", "Play", tuple(_play(book))),
        Chapter("counting", "Counting the tricks", tuple(_counting(book))),
        Chapter("contract", "The contract", tuple(_contract(book))),
        Chapter("bonuses", "Bonuses", tuple(_bonuses(book))),
        Chapter("renege", "Renege", tuple(_renege(book))),
        Chapter("game", "The game", tuple(_game(book))),
        Chapter("round", "Round and tournament", tuple(_round(book))),
        Chapter("procedure", "At the table", tuple(_procedure(book))),
        Chapter("readings", "How this book was read", tuple(_readings(book))),
    ]
    return tuple(chapter for chapter in written if chapter.blocks)


# -- words -------------------------------------------------------------------------------


def _say(text: str) -> Paragraph:
    return Paragraph("", text)


def _rule(rule: str, *sentences: str) -> Paragraph:
    """A paragraph that steps of a score point to; empty sentences fall away."""
    return Paragraph(anchor(rule), " ".join(sentence for sentence in sentences if sentence))


def _bidder(book: RuleBook) -> str:
    return "the bidding side" if book.is_partnership else "the bidder"


def _others(book: RuleBook) -> str:
    return "the other side" if book.is_partnership else "each of the others"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _points(count: int) -> str:
    return f"{count} point" if count == 1 else f"{count} points"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def _cards(count: int) -> str:
    return f"{number(count)} card" if count == 1 else f"{number(count)} cards"


def _hands(count: int) -> str:
    return "one hand" if count == 1 else f"{number(count)} hands"


# -- at a glance -------------------------------------------------------------------------


def _glance(book: RuleBook) -> Blocks:
    yield _say(book.summary)
    rows = [
        ("Deck", f"{len(book.cards)} cards: {' '.join(RANK_SIGNS[rank] for rank in book.deck.ranks)}"),
        ("Players", f"{number(book.deal.players)}, {book.deal.hand_size} cards each"),
        ("Opening bid", str(book.auction.opening)),
        ("Stuck dealer", f"takes it at {book.auction.stuck}"),
        ("Cards change hands", _exchange(book)),
        ("Points in tricks", str(book.total_points)),
        ("Meld counts", f"from {book.meld.minimum}" if book.meld.minimum else "from the first point"),
        (
            f"{_capital(_bidder(book))} needs",
            _SHORT_NEED[book.contract.bidders_need].format(points=book.contract.points_needed),
        ),
        (
            f"{_capital(_others(book))} needs",
            _SHORT_SAVE[book.contract.defenders_need].format(points=book.contract.points_needed),
        ),
        ("A set", _SHORT_SET[book.contract.set_scoring]),
        ("Game", _short_game(book)),
    ]
    yield Table("The figures", ("What", "In this book"), tuple(rows))


_SHORT_NEED: Final = {
    "nothing": "the bid",
    "counter": "the bid and a counter",
    "trick": "the bid, and a trick for the meld",
    "points": "the bid and {points} in tricks",
}
_SHORT_SAVE: Final = {
    "nothing": "nothing to score",
    "counter": "a counter to save",
    "trick": "a trick to save the meld",
    "points": "{points} in tricks to save",
}
_SHORT_SET: Final = {
    "deduct": "the bid comes off",
    "give": "the others get the bid",
    "both": "the bid comes off and the others get it",
}


def _exchange(book: RuleBook) -> str:
    if book.passing:
        return f"{number(book.passing.cards)} between the partners"
    if book.kitty:
        return f"a kitty of {number(book.deal.kitty_size)} for the bidder"
    return "none"


def _short_game(book: RuleBook) -> str:
    if book.game.target is not None:
        return f"to {book.game.target}"
    return _hands(book.game.deals) if book.game.deals else "as many hands as agreed"


# -- cards and deal ----------------------------------------------------------------------


def _deal(book: RuleBook) -> Blocks:
    deck, deal = book.deck, book.deal
    names = listed([RANK_NAMES[rank] for rank in deck.ranks])
    yield _say(
        f"The deck has {len(book.cards)} cards: {names} in that order from high to low, in four suits, "
        f"{number(deck.copies)} of each card."
    )
    yield _say(_PLAYERS[deal.players])
    kitty = f", and {_cards(deal.kitty_size)} lie aside as the kitty" if deal.kitty_size else ""
    yield _say(f"Each player gets {deal.hand_size} cards{kitty}.")
    yield _say(_packets(book))
    yield _say(f"{_FIRST_DEALER[deal.first_dealer]} After each hand the deal passes to the left.")


_PLAYERS: Final = {
    4: "Four people play, two against two; partners sit across the table from each other.",
    3: "Three people play, each alone. Whoever wins the auction plays against the other two.",
}
_FIRST_DEALER: Final = {
    "highest_card": "Everybody draws a card, and the highest deals first; equal highest draw again.",
    "anyone": "Anyone may deal first.",
}


def _packets(book: RuleBook) -> str:
    ways = [" and then ".join(str(size) for size in packet) + " at a time" for packet in book.deal.packets]
    kept = " The dealer keeps to one way for the whole deal." if len(ways) > 1 else ""
    return f"The cards are dealt {listed(ways, 'or')}.{kept}"


def _redeal(book: RuleBook) -> Blocks:
    redeal = book.redeal
    if "9" in book.deck.ranks:
        yield _rule("redeal.nines", *_nines(book))
    yield _rule("redeal.misdeals_lose_deal", _misdeals(redeal.misdeals_lose_deal))
    yield _rule("redeal.illegal_from", *_short_hands(book))
    if book.passing:
        yield _rule("redeal.wrong_pass", _WRONG_PASS[redeal.wrong_pass])
    yield _rule("redeal.cards_left_over", _LEFT_OVER[redeal.cards_left_over])


def _nines(book: RuleBook) -> Iterator[str]:
    nines = book.redeal.nines
    if not nines:
        yield "A hand full of nines is played like any other."
        return
    yield (
        f"A player who picks up {number(nines)} or more nines and, those aside, no meld at all may ask for a new "
        "deal before the auction."
    )
    if book.is_partnership:
        yield "The partner need not be asked."


def _misdeals(misdeals: int) -> str:
    if not misdeals:
        return "A dealer who misdeals deals again."
    return f"A dealer who misdeals deals again; whoever misdeals {_times(misdeals)} loses the deal to the left."


def _short_hands(book: RuleBook) -> Iterator[str]:
    limit = max(1, book.redeal.illegal_from)
    if limit == 1:
        yield "If a hand comes out a card or more short, the cards are dealt again."
        return
    yield f"If a hand comes out short of {_cards(limit)} or more, the cards are dealt again."
    yield _SHORT_CARD[book.redeal.short_card_from]


_SHORT_CARD: Final = {
    "player_with_too_many": "Short of fewer, the deal stands, and the player draws from whoever has too many.",
    "dealer_turns_one": "Short of fewer, the deal stands, and the dealer turns a card for that player.",
}
_WRONG_PASS: Final = {
    "pass_unseen_or_redeal": (
        "If the counts are wrong after the pass, the partners pass cards unseen until they are right, or the "
        "cards are dealt again."
    ),
    "redeal": "If the counts are wrong after the pass, the cards are dealt again.",
}
_LEFT_OVER: Final = {
    "last_legal_trick": "Cards left over at the end of the play go with the last trick that was played properly.",
    "nobody": "Cards left over at the end of the play count for nobody.",
}


# -- auction, pass, kitty ----------------------------------------------------------------


def _auction(book: RuleBook) -> Blocks:
    auction = book.auction
    yield _say(
        "Bidding goes round clockwise from the dealer's left. Whoever passes is out of it, and it ends when all "
        "but one have passed."
    )
    yield _rule(
        "auction.steps",
        f"The opening bid is {auction.opening}.",
        _steps(auction.steps),
        "Nobody has to bid the next number: any higher bid that is allowed will do.",
    )
    yield _rule(
        "auction.stuck",
        f"When everybody else has passed without a bid, the dealer is stuck and takes the bid at {auction.stuck}.",
    )
    yield _rule("auction.marriage_needed", _MARRIAGE_NEEDED[auction.marriage_needed])
    yield _rule("auction.out_of_turn", *_out_of_turn(book))
    yield _say(_MELD_BIDS[auction.meld_bids])


def _steps(steps: tuple[BidStep, ...]) -> str:
    """`Up to 60 any number may be bid, then up to 100 multiples of 5, and past that multiples of 10.`"""
    if len(steps) == 1:
        return _capital(f"{_multiples(steps[0])} may be bid.")
    first = f"Up to {steps[0].up_to} {_multiples(steps[0])} may be bid"
    between = [f"then up to {step.up_to} {_multiples(step)}" for step in steps[1:-1]]
    last = f"and past {steps[-2].up_to} {_multiples(steps[-1])}"
    return f"{', '.join([first, *between, last])}."


def _multiples(step: BidStep) -> str:
    return "any number" if step.multiple_of == 1 else f"multiples of {step.multiple_of}"


def _out_of_turn(book: RuleBook) -> Iterator[str]:
    auction = book.auction
    yield _OUT_OF_TURN[auction.out_of_turn]
    if auction.out_of_turn == "freezes_partner":
        if auction.change_after_bid is None:
            yield "The bid may not be changed later."
        else:
            yield f"It may be changed once an opponent has bid {auction.change_after_bid} or more."


_MARRIAGE_NEEDED: Final = {
    True: "Trump is named in a suit in which the bidder holds a marriage; without one there is no trump.",
    False: "The bidder may name any suit as trump.",
}
_OUT_OF_TURN: Final = {
    "refused": "A bid out of turn does not count, and costs nothing.",
    "freezes_partner": (
        "A bid out of turn stands as if it had been made in turn, and the partner may not bid any more in this "
        "auction. A second such bid in the same round goes unpunished."
    ),
}
_MELD_BIDS: Final = {
    True: "Skipping a number to tell about meld is customary.",
    False: "A bid is a bid: skipping numbers to tell about meld is no custom here.",
}


def _passing(book: RuleBook) -> Blocks:
    if book.passing:
        cards = _cards(book.passing.cards)
        yield _say(_PASS_ORDER[book.passing.order].format(cards=cards))


_PASS_ORDER: Final = {
    "both_at_once": (
        "Once trump is named, the bidder and the partner pass each other {cards}, both at the same time and "
        "without looking at what is coming."
    ),
    "partner_first": (
        "Once trump is named, the partner passes {cards} to the bidder, who looks at them and passes {cards} back."
    ),
}


def _kitty(book: RuleBook) -> Blocks:
    kitty = book.kitty
    if kitty is None:
        return
    yield _say(f"The bidder takes the {_cards(book.deal.kitty_size)} of the kitty. {_KITTY_SHOWN[kitty.shown]}")
    yield _say(f"{_MELD_BEFORE[kitty.meld_before_burying]} The bidder buries {_cards(kitty.bury)}.")
    yield _rule("kitty.bury_melded", _BURY_MELDED[kitty.bury_melded])
    yield _rule("kitty.buried_count", _BURIED_COUNT[kitty.buried_count])


_KITTY_SHOWN: Final = {
    True: "They are shown to all, and then trump is named.",
    False: "Nobody else sees them.",
}
_MELD_BEFORE: Final = {
    True: "The bidder melds from all of these cards and buries only then.",
    False: "The bidder buries first and melds from what is left.",
}
_BURY_MELDED: Final = {
    True: "Cards that were melded may be buried.",
    False: "Cards that were melded may not be buried.",
}
_BURIED_COUNT: Final = {
    True: "Counters among the buried cards count for the bidder, but they are no trick.",
    False: "Buried cards count for nobody.",
}


# -- meld --------------------------------------------------------------------------------


def _meld(book: RuleBook) -> Blocks:
    yield _meld_table(book)
    yield _say(
        "A card may be used once for runs and marriages, once for a pinochle and once for an around. Each player "
        f"counts the most that the cards allow.{_POOLING[book.is_partnership]}"
    )
    yield _say(
        "Several of one meld in one hand are worth what their column says. Past the last column the row begins "
        "again and is added on."
    )
    yield _rule("meld.run_suits", _RUN_SUITS[book.meld.run_suits], "King and queen of a run are used up by it.")
    if book.meld.roundhouse:
        yield _rule("meld.roundhouse", _ROUNDHOUSE[book.meld.roundhouse.own_meld])
    yield _rule("meld.minimum", *_minimum(book))
    yield _rule("meld.aces_told", _ACES_TOLD[book.meld.aces_told])


_POOLING: Final = {True: " Partners may not put their cards together.", False: ""}
_COLUMNS: Final = ("Single", "Double", "Triple", "Quadruple", "Five", "Six", "Seven", "Eight")


def _meld_table(book: RuleBook) -> Table:
    rows = [(name, values) for name, values in _meld_rows(book) if any(values)]
    width = max(len(values) for _, values in rows) if rows else 1
    return Table(
        "What melds are worth",
        ("Meld", *_COLUMNS[:width]),
        tuple((name, *_cells(values, width)) for name, values in rows),
    )


def _meld_rows(book: RuleBook) -> Iterator[tuple[str, Values]]:
    meld = book.meld
    run = "Run (A 10 K Q J of trump)" if meld.run_suits == "trump" else "Run (A 10 K Q J of one suit)"
    yield run, meld.run
    yield "Royal marriage (K Q of trump)", meld.royal_marriage
    yield "Marriage (K Q of another suit)", meld.marriage
    if meld.nine:
        yield "Nine of trump", (meld.nine,)
    yield "Pinochle (Q♠ J♦)", meld.pinochle
    for rank, values in meld.arounds().items():
        yield f"{rank_plural(rank).capitalize()} around (one of each suit)", values
    if meld.roundhouse:
        yield "Roundhouse (K Q of every suit)", meld.roundhouse.values


def _cells(values: Values, width: int) -> tuple[str, ...]:
    return tuple(str(value) for value in values) + ("–",) * (width - len(values))


_RUN_SUITS: Final = {
    "trump": "A run counts in trump only; in another suit it is worth just its marriage.",
    "any": "A run counts in any suit.",
}
_ROUNDHOUSE: Final = {
    True: (
        "A roundhouse is a meld of its own and stands for kings and queens around too; those count beside it only "
        "in a higher multiple. It is laid only where that makes the total higher."
    ),
    False: "A roundhouse is no more than the sum of its parts: four marriages, kings and queens around.",
}
_ACES_TOLD: Final = {
    "no": "Aces around need not be told before they are counted.",
    "told": "A side that lays nothing down must still tell aces around.",
    "shown": "Aces around must be shown.",
}


def _minimum(book: RuleBook) -> Iterator[str]:
    minimum = book.meld.minimum
    if not minimum:
        yield "Any meld counts, however small."
        return
    whose = "a side's melds come" if book.is_partnership else "a player's melds come"
    yield f"Meld counts from {minimum}: when {whose} to less, they count 0."
    yield _MINIMUM_FOR_BIDDERS[book.meld.minimum_for_bidders].format(bidder=_bidder(book))


_MINIMUM_FOR_BIDDERS: Final = {
    "always": "That holds for {bidder} as well.",
    "when_stuck": "It holds for {bidder} only when the dealer was stuck with the bid.",
}


# -- play and counting -------------------------------------------------------------------


def _play(book: RuleBook) -> Blocks:
    yield _say("The bidder leads to the first trick, and the winner of a trick to the next.")
    yield _say("Follow suit if you can. If you cannot, play a trump. If you can do neither, play any card.")
    yield _rule(
        "play.heading", _HEADING[book.play.heading].format(too=", your partner's too" if book.is_partnership else "")
    )
    yield _rule("play.after_trump", _AFTER_TRUMP[book.play.after_trump])
    yield _say(
        "The highest trump wins the trick, or the highest card of the suit led when nobody trumped. Of two equal "
        "cards the first one played is the higher."
    )
    yield _rule("play.wrong_claim", _WRONG_CLAIM[book.play.wrong_claim])
    yield _rule("play.tricks_open", _TRICKS_OPEN[book.play.tricks_open])


_HEADING: Final = {
    "always": "Beat the best card in the trick whenever you can{too}, in plain suits and in trumps.",
    "trumps": "Trumps must be beaten whenever you can; a plain suit need not be.",
    "when_trump_led": "Only when trump is led must the best card be beaten; otherwise any card that follows will do.",
}
_AFTER_TRUMP: Final = {
    "any_of_suit": "Once a plain suit has been trumped, whoever can follow may play any card of the suit.",
    "beat_suit_led": (
        "Once a plain suit has been trumped, whoever follows must still go above the best card of the suit led, "
        "where the best card has to be beaten."
    ),
}
_WRONG_CLAIM: Final = {
    "claimed_tricks": (
        "A player may lay the hand down and claim the rest. If that turns out wrong, the counters of the claimed "
        "tricks and the last trick go to the other side."
    ),
    "all_remaining": (
        "A player may lay the hand down and claim the rest. If a single card can be beaten, all remaining cards go "
        "to the opponents."
    ),
}
_TRICKS_OPEN: Final = {
    "last": "Only the last trick may be looked at.",
    "all_on_renege_claim": "The last trick may be looked at; earlier ones only by insisting that somebody reneged.",
}


def _counting(book: RuleBook) -> Blocks:
    deck = book.deck
    counters = listed([rank_plural(rank) for rank in deck.counters])
    rest = book.total_points - deck.last_trick
    each = "1 point" if deck.counter_points == 1 else f"{deck.counter_points} points"
    yield _rule(
        "play.count",
        f"{_capital(counters)} are counters, worth {each} each: {rest} in all.",
        f"The last trick is worth {deck.last_trick} more." if deck.last_trick else "The last trick is worth nothing.",
        f"So the takes of a hand always come to {book.total_points}.",
    )


# -- the contract ------------------------------------------------------------------------


def _contract(book: RuleBook) -> Blocks:
    yield _rule("contract.made", *_made(book))
    yield _rule("contract.bidders", *_bidders_need(book))
    yield _rule("contract.save", *_save(book))
    yield _rule("contract.set", *_set(book))
    yield _rule("contract.unplayed", *_unplayed(book))


def _made(book: RuleBook) -> Iterator[str]:
    who = _capital(_bidder(book))
    yield f"{who} makes the bid when meld and points in tricks together reach it, and scores both."
    sweep = book.bonuses.all_tricks
    if sweep and sweep.counts_towards_bid:
        yield f"The {sweep.points} for “{sweep.title}” counts towards the bid too."


def _bidders_need(book: RuleBook) -> Iterator[str]:
    need = book.contract.bidders_need
    yield _BIDDERS_NEED[need].format(who=_capital(_bidder(book)), points=book.contract.points_needed)
    if need == "counter":
        yield _last_trick(book)


_BIDDERS_NEED: Final = {
    "nothing": "{who} needs nothing besides.",
    "counter": "{who} must win at least one counter too, or the bid is set however high the meld.",
    "trick": "{who} must win a trick too: without one the meld does not count, and the bid is judged without it.",
    "points": "{who} must take at least {points} in tricks too, or the bid is set.",
}


def _save(book: RuleBook) -> Iterator[str]:
    contract = book.contract
    who = _capital(_others(book))
    if contract.defenders_need == "nothing":
        yield f"{who} scores meld and take, whatever the tricks."
        return
    how = _SAVES[contract.defenders_need].format(points=contract.points_needed)
    yield f"{who} saves by {how}, and then scores meld and take."
    if contract.defenders_need == "trick" and book.is_partnership:
        yield _TRICK_OF[contract.trick_of]
    if contract.defenders_need == "counter":
        yield _last_trick(book)
    yield _UNSAVED[contract.unsaved_take, contract.unsaved_meld]


_SAVES: Final = {
    "counter": "winning at least one counter",
    "trick": "winning at least one trick",
    "points": "taking at least {points} in tricks",
}
_TRICK_OF: Final = {
    "side": "One trick of either partner is enough for both.",
    "player": "Each partner needs a trick, or that player's own meld is lost.",
}
_UNSAVED: Final = {  # take, meld
    ("lost", "lost"): "Otherwise meld and take are both lost. That is so whether the bid was made or set.",
    ("lost", "kept_against_set"): (
        "Otherwise meld and take are both lost. When the bid was set, though, the meld counts all the same."
    ),
    ("kept", "lost"): (
        "Otherwise the meld is lost, and only the take counts. That is so whether the bid was made or set."
    ),
    ("kept", "kept_against_set"): (
        "Otherwise the meld is lost, and only the take counts. When the bid was set, though, the meld counts all the "
        "same."
    ),
    ("kept_against_made", "lost"): (
        "Otherwise only the take counts when the bid was made, and neither meld nor take when it was set."
    ),
    ("kept_against_made", "kept_against_set"): (
        "Otherwise only the take counts when the bid was made, and only the meld when it was set."
    ),
}


def _last_trick(book: RuleBook) -> str:
    points = book.deck.last_trick
    if not points:
        return ""
    if book.contract.last_trick_is_counter:
        return f"The {_points(points)} for the last trick will do for a counter."
    return f"The {_points(points)} for the last trick alone will not do."


def _set(book: RuleBook) -> Iterator[str]:
    contract = book.contract
    yield _SET_SCORING[contract.set_scoring].format(others=_others(book))
    yield _SET_KEEPS[contract.ordinary_set, contract.stuck_set]


_SET_SCORING: Final = {
    "deduct": "A bid that is not made is set, and it comes off the score.",
    "give": "A bid that is not made is set: nothing comes off, but {others} scores the bid.",
    "both": "A bid that is not made is set: it comes off the score, and {others} scores it besides.",
}
_SET_KEEPS: Final = {
    ("bid_lost", "bid_lost"): "Meld and take of the hand are lost, for a stuck dealer too.",
    ("bid_lost", "meld_and_take_kept"): (
        "Meld and take of the hand are lost; only a dealer who was stuck with the bid keeps them."
    ),
    ("meld_and_take_kept", "meld_and_take_kept"): "Meld and take of the hand still count, for a stuck dealer too.",
    ("meld_and_take_kept", "bid_lost"): (
        "Meld and take of the hand still count; only a dealer who was stuck with the bid loses them."
    ),
}


def _unplayed(book: RuleBook) -> Iterator[str]:
    contract = book.contract
    if book.auction.marriage_needed:
        yield "Without a marriage to name trump with, the hand is not played and the bid counts as set."
        yield _no_marriage_meld(book)
    if book.meld.minimum:
        yield _BELOW_MINIMUM[contract.below_minimum].format(bidder=_bidder(book), minimum=book.meld.minimum)
    yield _OFF_THE_BOARD[contract.off_the_board].format(most=_most(book))
    yield _THROW_IN[contract.throw_in].format(others=_others(book))


def _most(book: RuleBook) -> str:
    """Everything that can go towards a bid."""
    sweep = book.bonuses.all_tricks
    if sweep and sweep.counts_towards_bid:
        return f"meld, all {book.total_points} points and the {sweep.points} for “{sweep.title}”"
    return f"meld and all {book.total_points} points"


def _no_marriage_meld(book: RuleBook) -> str:
    text = _NO_MARRIAGE_MELD[book.contract.no_marriage_meld].format(others=_capital(_others(book)))
    if book.contract.no_marriage_meld == "natural" and book.meld.minimum:
        needs = _NATURAL_MINIMUM[book.contract.natural_meld_needs_minimum].format(minimum=book.meld.minimum)
        return f"{text} {needs}"
    return text


_NO_MARRIAGE_MELD: Final = {
    "none": "No meld counts then.",
    "natural": (
        "{others} then counts natural meld: arounds, pinochles and plain marriages, but no runs, no nines and "
        "no roundhouse."
    ),
}
_NATURAL_MINIMUM: Final = {
    True: "It counts from {minimum}, like any other.",
    False: "It counts whatever it comes to, also under {minimum}.",
}
_BELOW_MINIMUM: Final = {
    "played": "When {bidder} melds less than {minimum}, the hand is played all the same, without that meld.",
    "not_played": "When {bidder} melds less than {minimum}, the hand is not played and the bid is set.",
}
_OFF_THE_BOARD: Final = {
    "played": "A bid that {most} cannot reach is played all the same.",
    "not_played": "A bid that {most} cannot reach is set, and the hand is not played.",
    "may_throw_in": ("A bid that {most} cannot reach may be played or thrown in, as the bidder likes."),
}
_THROW_IN: Final = {
    True: (
        "The bidder may throw the hand in after naming trump and before the first lead. The bid is set then, and "
        "{others} counts the meld."
    ),
    False: "A hand is never thrown in once the auction is over.",
}


# -- bonuses and renege ------------------------------------------------------------------


def _bonuses(book: RuleBook) -> Blocks:
    moon, sweep = book.bonuses.moon, book.bonuses.all_tricks
    if moon:
        yield _rule(
            "bonuses.moon",
            "The bidder may shoot the moon: declare, after the melds and before the first lead, to win every trick.",
            f"If that comes off, {moon.points} is added once the contract has been judged without it.",
            _MOON_WHEN_SET[moon.pays_when_set],
            f"If a single trick is missed, the bid is set and {moon.points} more comes off; so too after a renege "
            f"by {_bidder(book)}.",
        )
    if sweep:
        yield _rule(
            "bonuses.all_tricks",
            f"“{sweep.title}” is worth {sweep.points} to {_SWEEP[sweep.needs].format(points=book.total_points)}.",
            _SWEEP_COUNTS[sweep.counts_towards_bid],
            "There is none in a hand with a renege.",
        )


_MOON_WHEN_SET: Final = {
    True: "That is so also when the bid was set.",
    False: "When the bid was set the moon pays nothing.",
}
_SWEEP: Final = {
    "every_trick": "whoever wins every trick of a hand",
    "all_points": "whoever wins all {points} points of a hand",
}
_SWEEP_COUNTS: Final = {
    True: "For the bidder it counts towards the bid.",
    False: "It is added after the bid has been judged.",
}


def _renege(book: RuleBook) -> Blocks:
    rules = book.renege
    yield _say("A renege is:")
    yield Points(tuple(_capital(_KINDS[kind]) + "." for kind in rules.kinds))
    yield _say("A ruling of renege goes before everything else in the hand, and the play ends with it.")
    yield _say(
        f"When {_bidder(book)} reneged, {_LOSES[rules.bidders_lose]}, and {_others(book)} "
        f"{_INNOCENT[rules.defenders_score]}."
    )
    offender = "the other side" if book.is_partnership else "one of the others"
    bidder_scores = f"{_bidder(book)} {_INNOCENT[rules.bidders_score]}"
    yield _say(f"When {offender} reneged, {_LOSES[rules.defenders_lose]}, and {bidder_scores}.")
    if not book.is_partnership:
        yield _say(f"The third player {_INNOCENT[rules.third_player_scores]}.")
    yield _rule("renege.meld", _RENEGE_MELD[rules.meld].format(minimum=_from_minimum(book)))
    yield _rule("renege.correctable_until", _CORRECTABLE[rules.correctable_until])
    if rules.turn_trick_seconds:
        yield _rule(
            "renege.turn_trick_seconds",
            f"The winner has {rules.turn_trick_seconds} seconds to turn the trick.",
            _THEN_TURNS[rules.then_anyone_turns],
        )
    yield _rule("renege.unproven_call_is_renege", _UNPROVEN[rules.unproven_call_is_renege])


_KINDS: Final = {
    "not_following": "not following suit when you could",
    "not_trumping": "not trumping when you had to and could",
    "not_heading": "not beating the best card where that is asked",
    "out_of_turn": "playing out of turn",
    "exposing_cards": "showing cards on purpose",
    "disrupting": "disrupting the game",
    "aces_not_declared": "not declaring aces before the first card is played",
    "not_burying": "not burying the cards for the kitty",
}
_LOSES: Final = {
    "bid": "the bid comes off and nothing else of that side counts",
    "nothing": "that side scores 0 for the hand",
}
_INNOCENT: Final = {
    "meld": "scores the meld alone",
    "meld_and_take": "scores meld and take",
    "bid_and_meld": "scores the bid and the meld",
    "counted_meld_and_take": "scores meld and take as in any hand",
    "nothing": "scores nothing",
}
_RENEGE_MELD: Final = {
    "counted": "Meld scored after a renege is what counts on the board{minimum}.",
    "shown": "Meld scored after a renege is what was shown, however small.",
}
_CORRECTABLE: Final = {
    "never": "A card that has been played cannot be taken back.",
    "next_card": "It may be put right until the next card is played, but not once the trick is complete.",
    "next_play": "It may be put right until the next proper play.",
}
_THEN_TURNS: Final = {
    True: "After that anyone at the table may turn it.",
    False: "Nobody else ever turns it.",
}
_UNPROVEN: Final = {
    True: "Whoever calls a renege and cannot prove it has reneged.",
    False: "Calling a renege that turns out to be none costs nothing.",
}


def _from_minimum(book: RuleBook) -> str:
    return f", from {book.meld.minimum} only" if book.meld.minimum else ""


# -- game, round, procedure --------------------------------------------------------------


def _game(book: RuleBook) -> Blocks:
    game = book.game
    if game.target is None:
        yield _say(_without_target(book))
        return
    yield _rule("game.target", f"The game is to {game.target}.")
    yield _rule("game.both_reach", _BOTH_REACH[game.both_reach].format(target=game.target))
    if game.both_reach == "higher_score" or not book.is_partnership:
        yield _rule("game.level", _LEVEL[game.level])
    if game.bid_to_win:
        yield _rule("game.bid_to_win", *_bid_to_win(book, game.bid_to_win, game.target))


def _bid_to_win(book: RuleBook, rule: BidToWin, target: int) -> Iterator[str]:
    standing = _BID_TO_WIN[rule.includes_level].format(at=rule.at)
    sides = "both sides stand" if book.is_partnership else "all players stand"
    yield f"Bid to win: when {sides} {standing} before a hand, only {_bidder(book)} can win the game on it."
    yield f"That holds also after a set that still leaves {target} or more; anybody else past {target} plays on."


_BID_TO_WIN: Final = {True: "at {at} or more", False: "above {at}"}


def _without_target(book: RuleBook) -> str:
    hands = book.game.deals
    if hands is None:
        return "The table agrees on the number of hands. The highest total at the end wins."
    return f"A game is {_hands(hands)}. The highest total at the end wins; nobody wins earlier."


_BOTH_REACH: Final = {
    "bidding_side": "When more than one reach {target} on the same hand, the bidding side is counted first and wins.",
    "higher_score": "When more than one reach {target} on the same hand, the higher total wins.",
}
_LEVEL: Final = {
    "play_on": "When those totals are level, another hand is played.",
    "bidding_side": "When those totals are level, the bidding side wins.",
}


def _round(book: RuleBook) -> Blocks:
    if book.round:
        yield from _round_rules(book)
    if book.penalties:
        yield _say("Penalties fall on the player alone:")
    for penalty in book.penalties:
        yield _rule(f"penalties.{penalty.code}", f"{penalty.title}: {_points(penalty.points)} off.")


def _round_rules(book: RuleBook) -> Blocks:
    event_round = book.round
    assert event_round is not None, book.key
    yield _say(f"A round is {_hands(event_round.deals)}, so that all players deal equally often.")
    if event_round.skunk:
        yield _rule(
            "round.skunk",
            f"Skunk: a side whose hands come to nothing while the other has points gives that side "
            f"{event_round.skunk.points} more for the round.",
            _SKUNK_JUDGED[event_round.skunk.judged],
        )
    late = event_round.tardiness
    if late:
        yield _rule(
            "round.tardiness",
            f"Coming late: {late.grace} minutes are free, and each full minute after that costs "
            f"{_points(late.points_per_minute)}.",
        )
        yield _rule(
            "round.tardiness.replaced_at",
            f"When {late.replaced_at} minutes have passed the player is replaced for the round and scores 0 in it.",
        )
    yield _rule("round.outside_substitute_scores", _SUBSTITUTE[event_round.outside_substitute_scores])


_SKUNK_JUDGED: Final = {
    "before_penalties": "It is judged on the hands alone, before any penalty.",
    "after_penalties": "It is judged after penalties are taken off.",
}
_SUBSTITUTE: Final = {
    "nobody": "What a helper from outside the event scores is nobody's.",
    "absent_player": "What a helper from outside the event scores belongs to the player who is away.",
}


def _procedure(book: RuleBook) -> Blocks:
    yield _rule("deal.shuffles", f"The cards are shuffled at least {_times(book.deal.shuffles)}.")
    yield _rule("deal.cut", *_cut(book))
    if book.is_partnership:
        yield _say(_PARTNER_DEALS[book.deal.partner_may_deal])
    yield Points(tuple(_reminders(book)))
    if book.procedure.appeals:
        yield _rule("procedure.appeals", f"Who decides a dispute: {', then '.join(book.procedure.appeals)}.")


def _cut(book: RuleBook) -> Iterator[str]:
    yield _CUT[book.deal.cut]
    if book.deal.cut_leaves:
        yield f"At least {_cards(book.deal.cut_leaves)} stay in the lower part."


_CUT: Final = {
    "offered": "The dealer offers the cut to the right, who may decline it.",
    "required": "The player on the dealer's right cuts once.",
}
_PARTNER_DEALS: Final = {
    True: "The partner of a player who finds it hard may shuffle and deal instead.",
    False: "Everybody shuffles and deals in turn; partners do not stand in.",
}


def _reminders(book: RuleBook) -> Iterator[str]:
    procedure = book.procedure
    if book.auction.marriage_needed:
        yield _HAND_SHOWN[procedure.hand_shown_without_marriage]
    if book.meld.minimum:
        yield _HANDS_SHOWN[procedure.hands_shown_below_minimum].format(minimum=book.meld.minimum)
    yield _ANNOUNCED[procedure.values_announced_first]
    yield _FIRST_MARRIAGE[procedure.first_marriage_is_trump]


_HAND_SHOWN: Final = {
    True: "A dealer who is stuck and has no marriage shows the hand.",
    False: "A bidder without a marriage just says so and shows nothing.",
}
_HANDS_SHOWN: Final = {
    True: "When a stuck dealer's side melds less than {minimum}, both partners show their hands.",
    False: "A side that melds less than {minimum} need not show its hands.",
}
_ANNOUNCED: Final = {
    True: "The value of the meld is announced before anything is laid down.",
    False: "Melds are laid down and counted.",
}
_FIRST_MARRIAGE: Final = {
    True: "The first marriage that the bidder shows is trump.",
    False: "The bidder says which suit is trump.",
}


# -- readings ----------------------------------------------------------------------------


def _readings(book: RuleBook) -> Blocks:
    for reading in book.readings:
        other = f" The other reading: {reading.other}" if reading.other else ""
        yield Paragraph(f"reading-{anchor(reading.path)}", f"{reading.text}{other}")
    for note in book.notes:
        yield _say(f"{note.about}: {note.text}")
