"""Money: what a set costs at a table that plays for it, what the winner takes, and what is paid hand by hand. All of it
goes by the person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Final, Literal

from pydantic import Field

from .auction import Auction
from .chapter import ChapterPlan, Found
from .deal import Deal, Deck
from .meld import COLUMNS, Meld
from .printing import Blocks, Row, Table, about, capital, row, rule, sentence_of
from .section import Choices, Points, Section, Words

SetKind = Literal["hard", "soft"]
KINDS: Final[Choices] = {"hard": ("a hard set", "a hard set"), "soft": ("a soft set", "a soft set")}


# fmt: off
class Money(Section, chapter="money"):
    """The money sheet: what each set takes from a player, and what the others and the kitty get of it."""

    hard_set: Annotated[Points, Words("A hard set costs")]
    hard_to_others: Annotated[Points, Words("Of it each opponent gets")]
    soft_set: Annotated[Points, Words("A soft set costs")]
    soft_to_others: Annotated[Points, Words("Of that each opponent gets")]
    set_in_play: Annotated[SetKind, Words("A bid that is set in play is", choices=KINDS)] = "hard"
    set_unplayed: Annotated[SetKind, Words(
        "A bid that is set without playing is", "Thrown in, or without a marriage.", choices=KINDS
    )] = "soft"
    renege: Annotated[SetKind, Words("A renege is", choices=KINDS)] = "hard"
    loser_on_board: Annotated[SetKind, Words("At the end of the game a loser on the board takes", choices=KINDS)] = (
        "soft"
    )
    loser_off_board: Annotated[SetKind, Words("A loser who is not on the board takes", choices=KINDS)] = "hard"

    def cost(self, kind: SetKind) -> int:
        return self.hard_set if kind == "hard" else self.soft_set

    def to_others(self, kind: SetKind) -> int:
        return self.hard_to_others if kind == "hard" else self.soft_to_others


PaidMeld = Literal[
    "run", "royal_marriage", "marriage", "nine", "roundhouse", "pinochle", "aces", "kings", "queens", "jacks"
]
MELDS: Final[Choices] = {
    "run": ("run", ""), "royal_marriage": ("royal marriage", ""), "marriage": ("marriage", ""),
    "nine": ("nine of trump", ""), "roundhouse": ("roundhouse", ""), "pinochle": ("pinochle", ""),
    "aces": ("aces around", ""), "kings": ("kings around", ""), "queens": ("queens around", ""),
    "jacks": ("jacks around", ""),
}


class MeldPayment(Section):
    meld: Annotated[PaidMeld, Words("Meld", choices=MELDS)]
    count: Annotated[int, Field(ge=1, le=8), Words("How many", "2 for a double pinochle.")] = 1
    pays: Annotated[Points, Words("Pays")]

    @property
    def title(self) -> str:
        """`run`, `double pinochle`."""
        name = MELDS[self.meld][0]
        return name if self.count == 1 else f"{COLUMNS[self.count - 1].lower()} {name}"


class BidPayment(Section):
    """What a bid pays from `at` on, up to the next line."""

    at: Annotated[Points, Words("Bids from")]
    pays: Annotated[Points, Words("Pay")]


class Payments(Section, chapter="money"):
    """What is paid hand by hand, as in Check Pinochle: so many chips from each who pays to each who gets them."""

    paid_by: Annotated[Literal["opponents", "nobody"], Words("Chips come", choices={
        "opponents": ("from the opponents", ""),
        "nobody": ("from nobody: they are only counted, like stars",
            "Beside the score, count chips for each player. Nobody pays them."),
    })] = "opponents"
    melds: Annotated[tuple[MeldPayment, ...], Field(max_length=20), Words("Melds that pay")] = ()
    bids: Annotated[tuple[BidPayment, ...], Field(max_length=20), Words(
        "Bids that pay when they are made", "The lowest first."
    )] = ()
    further: Annotated[Points, Words("A step of the bid past the last line", "0: there the bid pays no more.")] = 0
    further_pays: Annotated[Points, Words("Each such step pays")] = 0
    failed: Annotated[Literal["twice", "once", "nothing"], Words("A bid that is set pays the other side", choices={
        "twice": ("twice as much as when made", "A bid set pays {others} twice as many{more}"),
        "once": ("as much as when made", "A bid set pays {others} as many{more}"),
        "nothing": ("nothing", "A bid set pays nothing"),
    })] = "twice"
    failed_more: Annotated[Points, Words("And besides, any bid that is set pays")] = 0
    slam: Annotated[Points, Words("Winning every trick pays")] = 0
    game: Annotated[Points, Words("Winning the game pays")] = 0
    lead: Annotated[Points, Words("A step of the lead in the game", "Such as 100. 0: the lead pays nothing.")] = 0
    lead_pays: Annotated[Points, Words("Each such step, or part of one, pays")] = 0
    below_zero: Annotated[Points, Words("A loser below 0 pays more")] = 0

    def for_bid(self, bid: int) -> int:
        """What a bid pays when it is made."""
        reached = [line for line in self.bids if line.at <= bid]
        if not reached:
            return 0
        steps = (bid - reached[-1].at) // self.further if self.further and len(reached) == len(self.bids) else 0
        return reached[-1].pays + steps * self.further_pays

    def for_failed(self, bid: int) -> int:
        """What a bid pays that is set."""
        return self.for_bid(bid) * {"twice": 2, "once": 1, "nothing": 0}[self.failed] + self.failed_more

    def for_game(self, ahead: int, total: int) -> int:
        """What a loser pays who ends the game with this total, so many points behind."""
        leads = -(-ahead // self.lead) if self.lead else 0
        return self.game + leads * self.lead_pays + (self.below_zero if total < 0 else 0)

    @property
    def pays_for_game(self) -> bool:
        return bool(self.game or self.lead_pays or self.below_zero)

    @property
    def has_roundhouse(self) -> bool:
        return any(line.meld == "roundhouse" for line in self.melds)

    def for_melds(self, held: Mapping[str, int]) -> list[tuple[MeldPayment, int]]:
        """Which lines one player's melds come to, and how often each. So many of a kind take the line of the most, and
        the rest the next. A roundhouse that pays stands for a kings and a queens around."""
        left = Counter(held)
        if self.has_roundhouse:
            whole = min(left["kings"], left["queens"])
            left.update({"roundhouse": whole, "kings": -whole, "queens": -whole})
        found = []
        for line in sorted(self.melds, key=lambda line: -line.count):
            times, left[line.meld] = divmod(left[line.meld], line.count)
            found += [(line, times)] if times else []
        return sorted(found, key=lambda each: self.melds.index(each[0]))
# fmt: on


# -- in print ----------------------------------------------------------------------------


def _money(money: Money | None, payments: Payments | None, deal: Deal) -> Blocks:
    if money is not None:
        yield from _sets(money, deal)
    if payments is not None:
        yield from _payments(payments, deal)


def _sets(money: Money, deal: Deal) -> Blocks:
    with_partner, is_alone = deal.has_partners, deal.sides == "alone"
    yield rule("money.sheet", about("money.sheet", "Keep a money sheet beside the score, with a column for each "
        "player and one for the kitty. Each line adds up to 0."))  # fmt: skip
    pays, gets = ("the player", "of the others") if is_alone else ("each player of that side", "opponent")
    fewest = _opponents(deal) - (deal.calls_partner or deal.fourth == "may")
    for kind in KINDS:
        is_rest = money.to_others(kind) * fewest < money.cost(kind)
        yield rule(
            f"money.{kind}_set",
            about(
                f"money.{kind}_set",
                f"A {kind} set costs {pays} {money.cost(kind)}: {money.to_others(kind)} to each {gets}"
                f"{', and the rest to the kitty' if is_rest else ''}.",
                f"money.{kind}_to_others",
            ),
        )
    offender = "player who" if is_alone else "side that"
    yield rule(
        "money.set_in_play",
        about("money.set_in_play", f"A bid set in play is {money.says('set_in_play')}."),
        about("money.set_unplayed", f"A bid set without play is {money.says('set_unplayed')}."),
        about("money.renege", f"A renege is {money.says('renege')} for the {offender} reneged."),
    )
    loser = ("losing side that is", "one that") if with_partner else ("loser who is", "one who")
    winner = (
        "Each winner collects what a player of each losing side is down, but not what the winners have paid in."
        if with_partner
        else "The winner collects what each of the others is down, but not what the winner has paid in."
    )
    yield rule(
        "money.end",
        about(
            "money.loser_on_board",
            f"When the game is won, a {loser[0]} on the board takes {money.says('loser_on_board')}, and {loser[1]} "
            f"isn’t takes {money.says('loser_off_board')}.",
            "money.loser_off_board",
        ),
        about("money.winner_takes", winner),
    )


def _payments(payments: Payments, deal: Deal) -> Blocks:
    if payments.paid_by == "nobody":
        paid = payments.says("paid_by")
    elif deal.has_partners:
        paid = (
            "Beside the score, chips are paid by the person: each player of the side that collects gets them from one "
            "player of each other side."
        )
    else:
        paid = "Beside the score, chips are paid: a player who collects gets them from each of the others."
    sat_out = "A dealer who sits out neither pays nor gets any." if deal.fourth != "no" else ""
    yield rule("payments", about("payments.paid_by", paid), about("payments", sat_out))
    yield Table("What is paid", ("For", "Chips"), tuple(_paid_rows(payments, deal)))
    if payments.melds:
        pays = "A meld pays when it is laid, whether or not it counts in the end."
        house = "A roundhouse pays in place of its kings and queens around." if payments.has_roundhouse else ""
        yield rule("payments.melds", about("payments.melds", pays), about("payments.melds", house))


def _paid_rows(payments: Payments, deal: Deal) -> Iterator[Row]:
    for line in payments.melds:
        yield row("payments.melds", capital(line.title), str(line.pays))
    for bid in payments.bids:
        yield row("payments.bids", f"A bid made, from {bid.at}", str(bid.pays))
    if payments.further:
        step = f"Each {payments.further} past {payments.bids[-1].at}"
        yield Row(about("payments.further", step, "payments.further_pays"), (f"{payments.further_pays} more",))
    more, as_well = (
        (f", and {payments.failed_more}", f" + {payments.failed_more}") if payments.failed_more else ("", "")
    )
    if payments.failed_more and (not payments.bids or payments.failed == "nothing"):
        yield row("payments.failed_more", f"Any bid set, to {deal.others}", str(payments.failed_more))
    elif payments.bids:
        name = sentence_of(payments, "payments.failed", "payments.failed_more", others=deal.others, more=more)
        yield Row(name, (f"{TIMES[payments.failed]}{as_well}",))
    if payments.slam:
        yield row("payments.slam", "Every trick", str(payments.slam))
    if payments.game:
        yield row("payments.game", "Winning the game", str(payments.game))
    if payments.lead:
        step = f"Each {payments.lead} ahead in the game, or part of it"
        yield Row(about("payments.lead", step, "payments.lead_pays"), (f"{payments.lead_pays} more",))
    if payments.below_zero:
        yield row("payments.below_zero", "A loser below 0", f"{payments.below_zero} more")


TIMES: Final = {"twice": "× 2", "once": "× 1", "nothing": "0"}


# -- what must fit together --------------------------------------------------------------


def _opponents(deal: Deal) -> int:
    """How many a set is shared among: all who are not of that side, and a dealer who sits out."""
    return deal.players - deal.side_size + (deal.fourth != "no")


def _sound_money(money: Money | None, deal: Deal, auction: Auction) -> Found:
    if money is None:
        return
    if not auction.is_held:
        yield "money", "Nobody bids in this game, so nobody is set: leave this out."
    for kind in KINDS:
        if money.to_others(kind) * _opponents(deal) > money.cost(kind):
            yield f"money.{kind}_to_others", f"The others cannot get more than the {money.cost(kind)} of the set."


def _sound_payments(payments: Payments | None, money: Money | None) -> Found:
    if payments is None:
        return
    if not (payments.melds or payments.bids or payments.failed_more or payments.slam or payments.pays_for_game):
        yield "payments.bids", "Say what pays: a bid, a meld, every trick or the game."
    if money is not None and payments.paid_by == "nobody":
        yield "payments.paid_by", "Beside a money sheet, whose lines add up to 0, somebody must pay."
    if money is not None and (payments.failed != "nothing" or payments.failed_more):
        yield "payments.failed", "A set is paid for above already, hard or soft: choose “nothing” here, and 0 besides."
    for step, pays in (("further", "further_pays"), ("lead", "lead_pays")):
        if bool(getattr(payments, step)) != bool(getattr(payments, pays)):
            yield f"payments.{pays}", "The step and what it pays go together: fill in both, or 0 in both."


def _sound_unbid(payments: Payments | None, auction: Auction) -> Found:
    for name in ("bids", "further", "failed_more"):
        if payments and getattr(payments, name) and not auction.is_held:
            yield f"payments.{name}", "Nobody bids in this game: leave this empty."


def _sound_bids(payments: Payments | None, auction: Auction) -> Found:
    if payments is None or not auction.is_held:
        return
    lowest = min(auction.opening, auction.stuck)
    for number, line in enumerate(payments.bids):
        if not line.pays:
            yield f"payments.bids.{number}.pays", "A bid in this table pays something. Leave out what pays nothing."
        if auction.highest is not None and line.at > auction.highest:
            yield f"payments.bids.{number}.at", f"Nobody can bid more than {auction.highest}."
    for number, (line, after) in enumerate(pairwise(payments.bids), start=1):
        if after.at <= line.at:
            yield f"payments.bids.{number}.at", f"Each line begins higher than the one before it, at {line.at}."
        elif after.at <= lowest:
            yield f"payments.bids.{number - 1}.at", f"No bid is that low: the lowest is {lowest}."
        if after.pays < line.pays:
            yield f"payments.bids.{number}.pays", f"A higher bid pays no less than the line before it, {line.pays}."
    if payments.further and not payments.bids:
        yield "payments.further", "There is no line of bids to go past."


def _sound_paid_melds(payments: Payments | None, deck: Deck, meld: Meld) -> Found:
    known: dict[str, dict[int, int]] = {}
    for number, line in enumerate(payments.melds if payments else ()):
        path, others = f"payments.melds.{number}", known.setdefault(line.meld, {})
        if not line.pays:
            yield f"{path}.pays", "A meld in this table pays something. Leave out what pays nothing."
        if line.count > deck.copies:
            yield f"{path}.count", f"The deck has {deck.copies} of each card: nobody holds so many."
        if line.count in others:
            yield f"{path}.meld", "This meld stands in the table twice."
        if any((line.pays - pays) * (line.count - count) < 0 for count, pays in others.items()):
            yield f"{path}.pays", "More of a meld pay no less than fewer of it."
        if line.meld == "nine" and not meld.nine:
            yield f"{path}.meld", "By the meld table, a nine of trump is no meld."
        others[line.count] = line.pays


MONEY = ChapterPlan(
    "money",
    "Money",
    _money,
    checks=(_sound_money, _sound_payments, _sound_unbid, _sound_bids, _sound_paid_melds),
    rules={
        "money.sheet": "The money sheet",
        "money.winner_takes": "What the winner takes",
    },
)
