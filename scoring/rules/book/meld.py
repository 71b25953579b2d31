"""Meld: what each combination is worth, and from where it counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Final, Literal

from scoring.rules.cards import SUITS, Rank
from scoring.rules.notation import listed, rank_plural

from .chapter import ChapterPlan, Found
from .deal import Deal, Deck
from .exchange import Kitty
from .printing import Blocks, Row, Sentence, Table, about, paragraph_of, rule, say, sentence_of
from .reasons import Reason, Step
from .section import Points, Section, Values, Words


# fmt: off
class Roundhouse(Section):
    """A marriage in every suit: the sum of its parts, or a meld with values of its own."""

    values: Annotated[Values, Words("A roundhouse is worth")]
    own_meld: Annotated[bool, Words(
        "A roundhouse is a meld of its own", "It then stands for kings and queens around.",
        yes="A roundhouse is a meld of its own and includes kings and queens around. They count beside it only in a "
        "higher multiple, such as double queens. Count it only where that makes the total higher.",
        no="A roundhouse is simply the sum of its parts: four marriages plus kings and queens around."
    )] = False


class Meld(Section, chapter="meld"):
    """The meld table. Columns are the value of one, two, three … of the same meld."""

    run: Annotated[Values, Words("Run", "A 10 K Q J")]
    royal_marriage: Annotated[Values, Words("Royal marriage", "K Q of trump")]
    marriage: Annotated[Values, Words("Marriage", "K Q of another suit")]
    pinochle: Annotated[Values, Words("Pinochle", "Q♠ J♦")]
    aces: Annotated[Values, Words("Aces around", "one of each suit")]
    kings: Annotated[Values, Words("Kings around")]
    queens: Annotated[Values, Words("Queens around")]
    jacks: Annotated[Values, Words("Jacks around")]
    roundhouse: Annotated[Roundhouse | None, Words("Roundhouse", "A king and queen of every suit.")] = None
    nine: Annotated[Points, Words("Nine of trump", "0 where it is worth nothing, or there are no nines.")] = 0
    run_suits: Annotated[Literal["trump", "any"], Words("A run counts", choices={
        "trump": ("in trump only", "A run counts in trump only; in any other suit it is just a marriage."),
        "any": ("in any suit", "A run counts in any suit."),
    })] = "trump"
    minimum: Annotated[Points, Words(
        "Meld that a side needs", "With less its meld counts 0. 0: any meld counts.",
        says="{who} needs at least {minimum} in meld. Less than that counts 0."
    )] = 0
    minimum_for_bidders: Annotated[Literal["always", "when_stuck"], Words(
        "The minimum holds for the bidding side", choices={
        "always": ("always", "That goes for {bidder} too."),
        "when_stuck": ("only when the dealer was stuck",
            "That goes for {bidder} only when the dealer was stuck with the bid."),
    })] = "always"
    aces_told: Annotated[Literal["no", "told", "shown"], Words(
        "Aces around", "Whether they must be told before they count.", choices={
        "no": ("need not be told", ""),
        "told": ("must be told", "A side that lays nothing down must still declare aces around."),
        "shown": ("must be shown", "Aces around must be shown."),
    })] = "no"

    def arounds(self) -> dict[Rank, Values]:
        return {"A": self.aces, "K": self.kings, "Q": self.queens, "J": self.jacks}
# fmt: on


# -- in print ----------------------------------------------------------------------------

# The melds of so many cards that a hand may not hold several.
_CARDS: Final = {"run": 5, "roundhouse": 2 * len(SUITS)} | dict.fromkeys(
    ("aces", "kings", "queens", "jacks"), len(SUITS)
)
_RANKS_OF: Final = {
    "run": "ATKQJ", "royal_marriage": "KQ", "marriage": "KQ", "pinochle": "QJ", "aces": "A", "kings": "K",
    "queens": "Q", "jacks": "J",
}  # fmt: skip
_COLUMNS: Final = ("Single", "Double", "Triple", "Quadruple", "Five", "Six", "Seven", "Eight")


def _meld(meld: Meld, deck: Deck, deal: Deal, kitty: Kitty | None) -> Blocks:
    yield _table(meld, deck, _held(deal, kitty))
    columns = listed(_COLUMNS[1 : deck.copies], "or")
    yield say(
        about(
            "meld.classes",
            "You may use a card once in a run or marriage, once in a pinochle and once in an around.",
        ),
        about("meld.highest", "Count the way that comes to the most."),
        about("meld.pooling", "Partners may not pool their cards." if deal.is_partnership else ""),
    )
    yield say(about("meld.several", f"For two or more of the same meld held by one player, use the column {columns}."))
    used_up = about(
        "meld.run_marriage",
        "The king and queen in a run don’t count as a marriage too, but another king and queen of the suit do.",
    )
    yield rule("meld.run_suits", sentence_of(meld, "meld.run_suits"), used_up)
    if meld.roundhouse:
        yield rule("meld.roundhouse", sentence_of(meld.roundhouse, "meld.roundhouse.own_meld"), *_with_roundhouse(meld))
    yield rule("meld.minimum", *_minimum(meld, deal))
    yield paragraph_of(meld, "meld.aces_told")


def _with_roundhouse(meld: Meld) -> Iterator[Sentence]:
    house = meld.roundhouse
    if house and house.own_meld and len(meld.queens) > 1 and len(meld.kings) > 1:
        queens, kings = house.values[0] + meld.queens[1], house.values[0] + meld.kings[1]
        beside = f"With double queens around you have {queens}, with double kings around {kings}."
        yield about("meld.roundhouse.own_meld", beside)


def column_points(values: Values, count: int) -> int:
    """What exactly `count` of a meld is worth: its column, and past the last the table again."""
    tables, rest = divmod(count, len(values))
    return tables * values[-1] + (values[rest - 1] if rest else 0)


def most_held(meld: str, copies: int, held: int) -> int:
    """How many of a meld (`run`, `roundhouse`) a player can lay who melds from so many cards."""
    return min(copies, held // _CARDS.get(meld, 1))


def _held(deal: Deal, kitty: Kitty | None) -> int:
    return deal.hand_size + (deal.kitty_size if kitty and kitty.meld_before_burying else 0)


def _table(meld: Meld, deck: Deck, held: int) -> Table:
    columns = _COLUMNS[: deck.copies]

    def cell(rule: str, values: Values, count: int) -> str:
        can_be = count <= most_held(rule.split(".")[1], deck.copies, held)
        return str(column_points(values, count)) if can_be else "–"

    return Table(
        "What melds are worth",
        ("Meld", *columns),
        tuple(
            Row(name, tuple(cell(name.about[0], values, count) for count in range(1, len(columns) + 1)))
            for name, values in _rows(meld, deck)
            if any(values)
        ),
    )


def _rows(meld: Meld, deck: Deck) -> Iterator[tuple[Sentence, Values]]:
    def row(rule: str, words: str, values: Values, *more: str) -> tuple[Sentence, Values]:
        past = () if len(values) >= deck.copies else ("meld.past_columns",)
        return about(rule, words, *more, *past), values

    suit = "trump" if meld.run_suits == "trump" else "one suit"
    yield row("meld.run", f"Run (A 10 K Q J of {suit})", meld.run, "meld.run_suits")
    yield row("meld.royal_marriage", "Royal marriage (K Q of trump)", meld.royal_marriage)
    yield row("meld.marriage", "Marriage (K Q of another suit)", meld.marriage)
    if meld.nine:
        yield about("meld.nine", "Nine of trump"), (meld.nine,)
    yield row("meld.pinochle", "Pinochle (Q♠ J♦)", meld.pinochle)
    for rank, values in meld.arounds().items():
        plural = rank_plural(rank)
        yield row(f"meld.{plural}", f"{plural.capitalize()} around (one of each suit)", values)
    if meld.roundhouse:
        own, parts = meld.roundhouse.values, tuple(_sum_of_parts(meld, count + 1) for count in range(deck.copies))
        worth = own if meld.roundhouse.own_meld else parts
        yield row("meld.roundhouse.values", "Roundhouse (K Q of every suit)", worth)


def most_meld(meld: Meld, deck: Deck) -> int:
    """More than any cards come to: the most of each meld, as if no card were in two of them."""
    columns = range(deck.copies + 1)

    def most(values: Values) -> int:
        return max(column_points(values, count) for count in columns)

    runs = len(SUITS) if meld.run_suits == "any" else 1
    found = runs * most(meld.run) + most(meld.royal_marriage) + (len(SUITS) - 1) * most(meld.marriage)
    found += most(meld.pinochle) + sum(map(most, meld.arounds().values())) + meld.nine * deck.copies
    return found + (most(meld.roundhouse.values) if meld.roundhouse and meld.roundhouse.own_meld else 0)


def _sum_of_parts(meld: Meld, held: int) -> int:
    """The points of so many kings and queens of every suit."""
    marriages = (meld.royal_marriage, *[meld.marriage] * (len(SUITS) - 1))
    return sum(column_points(values, held) for values in (*marriages, meld.kings, meld.queens))


def _minimum(meld: Meld, deal: Deal) -> Iterator[Sentence]:
    if meld.minimum:
        yield sentence_of(meld, "meld.minimum", who="A side" if deal.is_partnership else "A player")
        yield sentence_of(meld, "meld.minimum_for_bidders", bidder=deal.bidder)


# -- what must fit together --------------------------------------------------------------


def _sound_meld(deck: Deck, meld: Meld) -> Found:
    for name in _RANKS_OF:
        if len(getattr(meld, name)) > deck.copies:
            yield f"meld.{name}", f"The deck has {deck.copies} of each card: fewer columns."
    if meld.nine and "9" not in deck.ranks:
        yield "meld.nine", "There are no nines in this deck."
    if meld.roundhouse and not meld.roundhouse.own_meld:
        parts = meld.royal_marriage[0] + 3 * meld.marriage[0] + meld.kings[0] + meld.queens[0]
        if meld.roundhouse.values[0] != parts:
            yield "meld.roundhouse.values.0", f"As the sum of its parts a roundhouse is {parts} in this table."


def _sensible_meld(deck: Deck, meld: Meld) -> Found:
    worths = {f"meld.{name}": getattr(meld, name) for name in _RANKS_OF}
    for path, values in worths.items():
        yield from _sensible_worths(path, values)
        missing = [rank for rank in _RANKS_OF[path.removeprefix("meld.")] if rank not in deck.ranks]
        if missing and any(values):
            yield path, f"There are no {rank_plural(missing[0])} in this deck: write 0."
    if meld.nine > meld.run[0] > 0:
        yield "meld.nine", f"One card is worth no more than a run, which is {meld.run[0]}."
    if not any(map(any, worths.values())):
        yield "meld.run", "At least one meld is worth something."
    if meld.roundhouse:
        yield from _sensible_worths("meld.roundhouse.values", meld.roundhouse.values)
        if not meld.roundhouse.values[0]:
            yield "meld.roundhouse.values.0", "A roundhouse is worth something: leave it out, or write how much."
    if meld.minimum > (most := most_meld(meld, deck)):
        yield "meld.minimum", f"All the melds in the table come to {most}: nobody could ever have so much."


def _sensible_worths(path: str, values: Values) -> Found:
    for place, (fewer, more) in enumerate(pairwise(values), start=1):
        if more < fewer:
            yield f"{path}.{place}", f"Each column is worth more than the one before it, which is {fewer}."
        elif not more:
            yield f"{path}.{place}", "Write 0 in the first column alone where this meld is worth nothing."


# -- beside a score ----------------------------------------------------------------------


def _not_counted(step: Step) -> str:
    shown = step.facts["meld"]
    if not shown:
        return "{who[have]} no meld."
    if step.amount:
        return "{amount} of the {meld} meld counts."
    if step.rule == "contract.unplayed":
        return "Trump was never named, so the meld of {meld} doesn’t count."
    if shown < step.facts["minimum"]:
        return "Meld under {minimum} doesn’t count, so {meld} counts 0."
    return "Without a trick, the meld of {meld} doesn’t count."


REASONS: Final = {
    "meld": Reason("Meld counts: {amount}.", "{who[have]} no meld.", stands="meld"),
    "natural_meld": Reason(
        "Trump was never named; natural meld counts: {amount}.",
        "{who[have]} no natural meld.",
        called="natural meld",
        stands="meld",
    ),
    "meld_not_counted": Reason(_not_counted, stands="meld"),
    "meld_below_minimum": Reason("Meld under {minimum} doesn’t count, so {meld} counts 0."),
    "meld_without_trick": Reason(
        "{amount} of the {meld} meld counts: a player who wins no trick loses their own meld.",
        "{who} won no trick: the meld of {meld} is lost.",
        when="has_trick",
        stands="meld",
    ),
}
MELD = ChapterPlan(
    "meld",
    "Meld",
    _meld,
    checks=(_sound_meld,),
    sense=(_sensible_meld,),
    reasons=REASONS,
    rules={
        "meld.classes": "One card in several melds",
        "meld.pooling": "Partners’ cards together",
        "meld.highest": "Melds that can be laid in several ways",
        "meld.several": "Several of one meld",
        "meld.past_columns": "More of a meld than the table has columns",
        "meld.run_marriage": "King and queen of a run",
    },
)
