"""Checks across the parts of a rule book: what each part alone cannot know.

Each check names the parts it reads as its parameters and yields `(path, sentence)` for
every fault, so it runs as soon as those parts are sound, whatever else is broken.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from .cards import RANKS, SUITS

if TYPE_CHECKING:
    from . import book as schema

Found = Iterator[tuple[str, str]]


def faults_across(parts: Mapping[str, Any], book_class: type[Any]) -> Found:
    """Every fault between the sound `parts` of a book, as `(path, sentence)`."""
    for check in CHECKS:
        wanted = inspect.signature(check).parameters
        if all(name in parts for name in wanted):
            yield from check(**{name: parts[name] for name in wanted})
    if "readings" in parts:
        yield from _readings(parts["readings"], book_class)


def _deck(deck: schema.Deck) -> Found:
    in_order = "".join(rank for rank in RANKS if rank in deck.ranks)
    if deck.ranks != in_order or not deck.ranks:
        yield "deck.ranks", f"Write each rank once, from high to low, out of {RANKS}."
    if not set(deck.counters) <= set(deck.ranks) or len(set(deck.counters)) != len(deck.counters):
        yield "deck.counters", "Counters are ranks of the deck, each written once."


def _deal(deck: schema.Deck, deal: schema.Deal, kitty: schema.Kitty | None) -> Found:
    cards = len(deck.ranks) * len(SUITS) * deck.copies
    dealt = deal.players * deal.hand_size + deal.kitty_size
    if cards != dealt:
        yield (
            "deal.hand_size",
            f"{deal.players} hands of {deal.hand_size} and a kitty of {deal.kitty_size} are "
            f"{dealt} cards, but the deck has {cards}.",
        )
    if bool(deal.kitty_size) != bool(kitty):
        yield "kitty", "A kitty needs both its size in the deal and its own section."
    if kitty and kitty.bury != deal.kitty_size:
        yield "kitty.bury", f"The bidder buries as many cards as the kitty has: {deal.kitty_size}."
    if not deal.packets:
        yield "deal.packets", "Say in what packets the cards are dealt."
    for number, packet in enumerate(deal.packets):
        if not _packets_deal(packet, deal.hand_size):
            yield (
                f"deal.packets.{number}",
                f"Packets of {', then '.join(map(str, packet))} do not come to {deal.hand_size} cards.",
            )


def _packets_deal(packet: tuple[int, ...], hand_size: int) -> bool:
    if not packet or min(packet) < 1:
        return False
    rest = hand_size - sum(packet[:-1])
    return rest > 0 and rest % packet[-1] == 0


def _auction(auction: schema.Auction) -> Found:
    tops = [step.up_to for step in auction.steps]
    if not tops or tops[-1] is not None or None in tops[:-1]:
        yield "auction.steps", "The last step, and only the last, goes on without an end."
        return
    ends = [top for top in tops if top is not None]
    if ends != sorted(set(ends)):
        yield "auction.steps", "Each step ends higher than the one before it."
    first = next(step for step in auction.steps if step.up_to is None or auction.opening <= step.up_to)
    if auction.opening % first.multiple_of:
        yield "auction.opening", f"The opening bid is not a multiple of {first.multiple_of}."


def _passing(deal: schema.Deal, passing: schema.Passing | None) -> Found:
    if passing and deal.players != 4:
        yield "passing", "Only partners can pass cards: leave this out with three players."
    if passing and passing.cards > deal.hand_size:
        yield "passing.cards", "More cards than a hand holds."


def _meld(deck: schema.Deck, meld: schema.Meld) -> Found:
    for name in ("run", "royal_marriage", "marriage", "pinochle", "aces", "kings", "queens", "jacks"):
        if len(getattr(meld, name)) > deck.copies:
            yield f"meld.{name}", f"The deck has {deck.copies} of each card: fewer columns."
    if meld.nine and "9" not in deck.ranks:
        yield "meld.nine", "There are no nines in this deck."
    if meld.roundhouse and not meld.roundhouse.own_meld:
        parts = meld.royal_marriage[0] + 3 * meld.marriage[0] + meld.kings[0] + meld.queens[0]
        if meld.roundhouse.values[0] != parts:
            yield (
                "meld.roundhouse.values.0",
                f"As the sum of its parts a roundhouse is {parts} in this table.",
            )


def _contract(deck: schema.Deck, meld: schema.Meld, contract: schema.Contract, deal: schema.Deal) -> Found:
    points = len(deck.counters) * deck.copies * len(SUITS) * deck.counter_points + deck.last_trick
    asks_points = "points" in (contract.bidders_need, contract.defenders_need)
    if asks_points and not 0 < contract.points_needed <= points:
        yield "contract.points_needed", f"Name a number of points from 1 to {points}."
    if contract.below_minimum == "not_played" and not meld.minimum:
        yield "contract.below_minimum", "There is no minimum in the meld table to be below."
    if contract.trick_of == "player" and deal.players != 4:
        yield "contract.trick_of", "Without partners a side is one player: write “side”."
    if contract.off_the_board == "may_throw_in" and not contract.throw_in:
        yield "contract.throw_in", "A hand that may be thrown in needs this switched on."


def _game(game: schema.Game, round: schema.Round | None, deal: schema.Deal) -> Found:
    if game.target is not None and game.deals is not None:
        yield "game.deals", "A game ends at its target or after its deals, not both."
    if game.bid_to_win and (game.target is None or game.bid_to_win.at > game.target):
        yield "game.bid_to_win.at", "Bid to win begins below the target of the game."
    if round and round.deals % deal.players:
        yield "round.deals", f"Each player deals equally often: a multiple of {deal.players}."


def _penalties(penalties: tuple[schema.Penalty, ...]) -> Found:
    codes = [penalty.code for penalty in penalties]
    for number, code in enumerate(codes):
        if code in codes[:number]:
            yield f"penalties.{number}.code", f"“{code}” is listed twice."


def _readings(readings: tuple[schema.Reading, ...], book_class: type[Any]) -> Found:
    for number, reading in enumerate(readings):
        if not _path_exists(reading.path, book_class):
            yield f"readings.{number}.path", f"A rule book has no entry “{reading.path}”."


def _path_exists(path: str, model: Any) -> bool:
    for name in path.split("."):
        fields = getattr(model, "model_fields", {})
        if name not in fields:
            return False
        model = _model_in(fields[name].annotation)
    return True


def _model_in(annotation: Any) -> Any:
    """The section class inside `Moon | None`, or the annotation itself."""
    for inner in getattr(annotation, "__args__", ()):
        if hasattr(inner, "model_fields"):
            return inner
    return annotation


CHECKS: Final[tuple[Callable[..., Found], ...]] = (
    _deck,
    _deal,
    _auction,
    _passing,
    _meld,
    _contract,
    _game,
    _penalties,
)
