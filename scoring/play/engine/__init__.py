"""Cards played out very fast: what the Expert bot and the simulator ask thousands of times a second.

    from scoring.play.engine import engine_for

    engine = engine_for(book)                       # compiled where numba is installed, else plain
    position = engine.position(
        hands,                                      # Mapping[Seat, Cards]; {} where worlds bring the hands
        trump,                                      # Suit | None
        to_play,                                    # the seat whose turn it is
        trick=(),                                   # the cards on the table, in the order played
        taken=None, tricks_won=None,                # Mapping[Side, int], Mapping[Seat, int] of the tricks so far
        bidder=None, buried=(),                     # buried cards count for the bidder where the book says so
        highest=None, is_open=False,                # what all saw that each can hold at most; buried cards lie open
    )
    engine.legal(position) -> tuple[Card, ...]      # the distinct cards, as `rules.tricks.legal_plays`

    worlds = engine.sample_worlds(                  # n consistent ways in which the unseen cards can lie
        unseen,                                     # cards that the asking seat cannot see, copies included
        {seat: Limits(size, at_least={card: n}, at_most={card: n}), ..., ASIDE: Limits(3)},
        n, seed,
        known={own_seat: own_hand},                 # hands that are the same in every world
        melded=Melded(trump, {seat: total}, {seat: cards played since}),   # hands that show it, nearly always
    ) -> Worlds                                     # raises NoWorld where nothing fits; never hangs
    engine.weights(worlds, Played(first, cards, me, told))             # how likely club players play just these cards
    engine.drawn(worlds, n, seed, weights) -> Worlds                   # n of them, drawn as likely as that
    engine.worlds(list of Mapping[Seat, Cards]) -> Worlds          # worlds made by hand
    engine.deals(n, seed) -> Worlds                 # whole decks dealt at random
    engine.evaluate(position, worlds, candidates, seed, n=1, policy) -> list[Outcomes]
                                                    # one for each candidate card; len(worlds) * n outcomes
    engine.play_worlds(position, worlds, seed, n=1, policy) -> Outcomes
    engine.melds(hand) -> dict[Suit | None, int]    # as `rules.melds.meld_total`, for every trump
    engine.look_over(hands) -> rows of figures      # what a bidder asks of each hand, for each suit as trump

    warm_up(book)                                   # compiles or loads machine code ahead

`Outcome(takes by side, tricks by seat, last)` is in the order of `book.take_sides` and `book.seats`; `last` the place
of the seat that took the last trick. Takes are what `deal_score` calls so. `Outcomes` come world by world, `n` for
each.

Policies: `random` is uniform over the distinct legal cards; `sensible` counts cards, and is random only among cards of
one rank that serve equally; `club` plays as a Club player who was told nothing, ten times as long, and the same each
time (`n` is 1).

Everything follows from the seed alone, and both engines give the same for the same seed. The same playout of the same
world draws the same chances for every candidate. The engines know no rule: `tables` asks `scoring/rules`.
"""

from .base import Engine
from .choice import engine_for, is_compiled, warm_up
from .outcomes import Outcome, Outcomes
from .plain import PlainEngine
from .position import ASIDE, Limits, Melded, NoWorld, Played, Policy, Position, Worlds

__all__ = [
    "ASIDE",
    "Engine",
    "Limits",
    "Melded",
    "NoWorld",
    "Outcome",
    "Outcomes",
    "PlainEngine",
    "Played",
    "Policy",
    "Position",
    "Worlds",
    "engine_for",
    "is_compiled",
    "warm_up",
]
