"""Meld: what each combination is worth, and from where it counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import Field

from scoring.rules.cards import SUITS, Rank
from scoring.rules.notation import listed, rank_plural

from .auction import Auction
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
    arounds_too: Annotated[bool, Field(exclude_if=lambda counts: not counts), Words(
        "Kings and queens around count beside it", "Where it is a meld of its own. No: only in a higher multiple."
    )] = False
    marriages_too: Annotated[bool, Field(exclude_if=lambda counts: not counts), Words(
        "Its marriages count as well", "Where it is a meld of its own. No: its kings and queens are used up."
    )] = False

    @property
    def uses_up(self) -> bool:
        """Whether its kings and queens are in no run or marriage."""
        return self.own_meld and not self.marriages_too


class Meld(Section, chapter="meld"):
    """The meld table. Columns are the value of one, two, three … of the same meld."""

    run: Annotated[Values, Words("Run", "A 10 K Q J")]
    royal_marriage: Annotated[Values, Words("Royal marriage", "K Q of trump")]
    marriage: Annotated[Values, Words("Marriage", "K Q of another suit")]
    pinochle: Annotated[Values, Words("Pinochle", "Q♠ J♦")]
    heart_pinochle: Annotated[Values, Field(exclude_if=lambda values: not any(values)), Words(
        "Heart pinochle", "Q♥ J♣, 0 where it counts nothing"
    )] = (0,)
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
    beside_run: Annotated[Literal["alone", "counts_on"], Field(exclude_if=lambda reading: reading == "alone"), Words(
        "Another king and queen beside a run", choices={
        "alone": ("count as a first marriage",
            "The king and queen in a run don’t count as a marriage too, but another king and queen of the suit do."),
        "counts_on": ("count as the second marriage",
            "The king and queen in a run don’t count as a marriage too; another king and queen of the suit count as "
            "the second marriage, two more as the third, and so on."),
    })] = "alone"
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

    @property
    def values(self) -> tuple[Points, ...]:
        """Every figure of the table that is worth something."""
        rows = (self.run, self.royal_marriage, self.marriage, self.pinochle, *self.arounds().values(), (self.nine,))
        return tuple(value for row in rows for value in row if value)

    def arounds(self) -> dict[Rank, Values]:
        return {"A": self.aces, "K": self.kings, "Q": self.queens, "J": self.jacks}
# fmt: on


# -- in print ----------------------------------------------------------------------------

# The melds of so many cards that a hand may not hold several.
_CARDS: Final = {"run": 5, "roundhouse": 2 * len(SUITS)} | dict.fromkeys(
    ("aces", "kings", "queens", "jacks"), len(SUITS)
)
_RANKS_OF: Final = {
    "run": "ATKQJ", "royal_marriage": "KQ", "marriage": "KQ", "pinochle": "QJ", "heart_pinochle": "QJ", "aces": "A",
    "kings": "K", "queens": "Q", "jacks": "J",
}  # fmt: skip
COLUMNS: Final = ("Single", "Double", "Triple", "Quadruple", "Five", "Six", "Seven", "Eight")


def _meld(meld: Meld, deck: Deck, deal: Deal, kitty: Kitty | None, auction: Auction) -> Blocks:
    yield _table(meld, deck, _held(deal, kitty))
    columns = listed(COLUMNS[1 : deck.copies], "or")
    yield say(
        about(
            "meld.classes",
            "You may use a card once in a run or marriage, once in a pinochle and once in an around.",
        ),
        about("meld.highest", "Count the way that comes to the most."),
        about("meld.pooling", "" if deal.sides == "alone" else "Partners may not pool their cards."),
    )
    yield say(about("meld.several", f"For two or more of the same meld held by one player, use the column {columns}."))
    yield rule("meld.run_suits", sentence_of(meld, "meld.run_suits"), *_beside_run(meld))
    if meld.roundhouse:
        yield rule("meld.roundhouse", *_roundhouse(meld.roundhouse), *_with_roundhouse(meld))
    yield rule("meld.minimum", *_minimum(meld, deal, auction))
    yield paragraph_of(meld, "meld.aces_told")


def _beside_run(meld: Meld) -> Iterator[Sentence]:
    yield about("meld.run_marriage", meld.says("beside_run"), "meld.beside_run")
    if meld.beside_run == "alone":
        return
    run, marriage = meld.run[0], column_points(meld.royal_marriage, 2)
    example = f"A run and one more royal marriage come to {run} + {marriage} = {run + marriage}."
    yield about("meld.run_marriage", example, "meld.beside_run")


def _roundhouse(house: Roundhouse) -> Iterator[Sentence]:
    if not house.arounds_too and not house.marriages_too:
        yield sentence_of(house, "meld.roundhouse.own_meld")
        return
    counts = (
        "Kings and queens around count beside it."
        if house.arounds_too
        else "It includes kings and queens around: they count beside it only in a higher multiple, such as double "
        "queens."
    )
    marriages = (
        "Its kings and queens count in runs and marriages, too."
        if house.marriages_too
        else "Its marriages don’t count again."
    )
    yield about("meld.roundhouse.own_meld", "A roundhouse is a meld of its own.")
    yield about("meld.roundhouse.own_meld", counts, "meld.roundhouse.arounds_too")
    yield about("meld.roundhouse.own_meld", marriages, "meld.roundhouse.marriages_too")


def _with_roundhouse(meld: Meld) -> Iterator[Sentence]:
    house = meld.roundhouse
    if house and house.uses_up and not house.arounds_too and len(meld.queens) > 1 and len(meld.kings) > 1:
        queens, kings = house.values[0] + meld.queens[1], house.values[0] + meld.kings[1]
        beside = f"With double queens around you have {queens}, with double kings around {kings}."
        yield about("meld.roundhouse.own_meld", beside)


def column_points(values: Values, count: int) -> int:
    """What exactly `count` of a meld is worth: its column, and past the last the table again."""
    tables, rest = divmod(count, len(values))
    return tables * values[-1] + (values[rest - 1] if rest else 0)


def marriage_points(meld: Meld, values: Values, count: int, runs: int) -> int:
    """What so many marriages are worth beside so many runs of their suit."""
    before = runs if count and meld.beside_run == "counts_on" else 0
    return column_points(values, before + count)


def most_held(meld: str, copies: int, held: int) -> int:
    """How many of a meld (`run`, `roundhouse`) a player can lay who melds from so many cards."""
    return min(copies, held // _CARDS.get(meld, 1))


def _held(deal: Deal, kitty: Kitty | None) -> int:
    return deal.hand_size + (deal.kitty_size if kitty and kitty.meld_before_burying else 0)


def _table(meld: Meld, deck: Deck, held: int) -> Table:
    columns = COLUMNS[: deck.copies]

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
    yield row("meld.heart_pinochle", "Heart pinochle (Q♥ J♣)", meld.heart_pinochle)
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
    found += most(meld.pinochle) + (most(meld.heart_pinochle) if meld.heart_pinochle else 0)
    found += sum(map(most, meld.arounds().values())) + meld.nine * deck.copies
    return found + (most(meld.roundhouse.values) if meld.roundhouse and meld.roundhouse.own_meld else 0)


def _sum_of_parts(meld: Meld, held: int) -> int:
    """The points of so many kings and queens of every suit."""
    marriages = (meld.royal_marriage, *[meld.marriage] * (len(SUITS) - 1))
    return sum(column_points(values, held) for values in (*marriages, meld.kings, meld.queens))


def _minimum(meld: Meld, deal: Deal, auction: Auction) -> Iterator[Sentence]:
    if meld.minimum:
        yield sentence_of(meld, "meld.minimum", who="A player" if deal.sides == "alone" else "A side")
        if auction.is_held:
            yield sentence_of(meld, "meld.minimum_for_bidders", bidder=deal.bidder)


# -- what must fit together --------------------------------------------------------------


def _sound_meld(deck: Deck, meld: Meld) -> Found:
    for name in _RANKS_OF:
        if len(getattr(meld, name)) > deck.copies:
            yield f"meld.{name}", f"The deck has {deck.copies} of each card: fewer columns."
    if meld.nine and "9" not in deck.ranks:
        yield "meld.nine", "There are no nines in this deck."
    if meld.beside_run == "counts_on" and len(meld.royal_marriage) < 2:
        yield "meld.beside_run", "A royal marriage needs a second column: beside a run the next one counts as two."
    for name in ("arounds_too", "marriages_too"):
        if meld.roundhouse and not meld.roundhouse.own_meld and getattr(meld.roundhouse, name):
            yield f"meld.roundhouse.{name}", "As the sum of its parts a roundhouse counts them anyway."
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
