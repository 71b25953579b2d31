"""Hands played out at random, a second on one core: dealt, every trick played.

Beside it OpenSpiel's bridge and euchre driven from Python, which is how a bot would use them: dealt, bid and played at
random. Bridge is without its double-dummy count, which would be all that is measured. The compiled engine is beside
a loop in plain Python too, and beside plain C that plays the same deals out by the same tables: at random, and sensibly
as for the Expert's bids. Club players, by whom it weighs cards, are beside sensible ones.
"""

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle
from typing import Any

from scoring.play.engine import engine_for, is_compiled
from scoring.play.engine.base import Engine
from scoring.play.engine.position import Policy
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.cards import SUITS
from tests.lab.benchmarks import Row, plain_c, seconds_in_turn, sized
from tests.lab.benchmarks.random_loop import RandomLoop
from tests.scoring.play.engine.deals import OTHER_SIDES, unusual_books

BRIDGE = "bridge(use_double_dummy_result=false)"
EUCHRE = "euchre"
AT_ONCE = {"plain": sized(1, 50), "compiled": sized(10, 2000)}
FULL_DECK_OF_48 = "st-hilary"
LEAST_BESIDE_BRIDGE = {"plain": 1.0, "compiled": 40.0}
LEAST_OF_80_BESIDE_48 = 0.55
LEAST_BESIDE_C = 0.7
POLICIES: tuple[Policy, ...] = ("random", "sensible")


def run() -> list[Row]:
    books = {key: book for key, book in built_in_books().items() if book.bots_play}
    works: dict[tuple[str, str], Callable[[], object]] = {}
    for kind, engine_class in engine_classes().items():
        works |= {(kind, key): hands_of(engine_class(book), AT_ONCE[kind]) for key, book in books.items()}
    games = {game: hands_of_open_spiel(game) for game in (BRIDGE, EUCHRE)} if has_open_spiel() else {}
    works |= {("OpenSpiel", game): work for game, work in games.items()}
    seconds = seconds_in_turn(*works.values(), times=1, rounds=sized(1, 40, 200))
    rates = {
        (kind, name): AT_ONCE.get(kind, AT_ONCE["plain"]) / taken
        for (kind, name), taken in zip(works, seconds, strict=True)
    }
    return [
        row
        for rows in (
            beside_open_spiel(rates),
            beside_48_cards(books, rates),
            beside_plain(rates),
            beside_c(books | {name: unusual_books()[name] for name in OTHER_SIDES}),
            beside_sensible(books),
        )
        for row in rows
    ]


# -- what is measured


def engine_classes() -> dict[str, type[Engine]]:
    if not is_compiled():
        print("numba is not installed: plain Python alone is measured")
        return {"plain": RandomLoop}
    from scoring.play.engine.compiled import CompiledEngine

    return {"plain": RandomLoop, "compiled": CompiledEngine}


def hands_of(engine: Engine, number: int) -> Callable[[], object]:
    """Deals and plays so many hands, other ones each time."""
    seeds = cycle(range(1000))
    bidder = engine.book.seats[0]

    def work() -> None:
        seed = next(seeds)
        trump = SUITS[seed % len(SUITS)]
        deals = engine.deals(number, seed)
        engine.play_worlds(engine.position({}, trump, bidder, bidder=bidder), deals, seed, policy="random")

    return work


def has_open_spiel() -> bool:
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("OpenSpiel is not installed: its hands are not measured")
        return False
    return True


def hands_of_open_spiel(name: str) -> Callable[[], object]:
    """Plays as many hands of one of its games as the plain engine does."""
    import pyspiel

    game: Any = pyspiel.load_game(name)
    rng = random.Random(1)

    def work() -> None:
        for _ in range(AT_ONCE["plain"]):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    action = rng.choice(state.chance_outcomes())[0]  # all equally likely: cards from a deck
                else:
                    action = rng.choice(state.legal_actions())
                state.apply_action(action)
            state.returns()

    return work


# -- how it is told


def beside_open_spiel(rates: dict[tuple[str, str], float]) -> list[Row]:
    bridge = rates.get(("OpenSpiel", BRIDGE), 0.0)
    rows = [
        Row(
            f"hands at random, {name}, {kind}",
            rate,
            "hands/s",
            bridge,
            "OpenSpiel bridge",
            at_least=LEAST_BESIDE_BRIDGE[kind] if len(built_in_books()[name].cards) == 48 else None,
        )
        for (kind, name), rate in rates.items()
        if kind != "OpenSpiel"
    ]
    if bridge:
        rows.append(Row("  OpenSpiel euchre, 20 cards", rates["OpenSpiel", EUCHRE], "hands/s", bridge, "bridge"))
    return rows


def beside_48_cards(books: Mapping[str, RuleBook], rates: dict[tuple[str, str], float]) -> list[Row]:
    return [
        Row(
            f"  80 cards beside 48, {name}, {kind}",
            rate,
            "hands/s",
            rates[kind, FULL_DECK_OF_48],
            FULL_DECK_OF_48,
            at_least=LEAST_OF_80_BESIDE_48,
        )
        for (kind, name), rate in rates.items()
        if name in books and len(books[name].cards) == 80
    ]


def beside_plain(rates: dict[tuple[str, str], float]) -> list[Row]:
    return [
        Row(f"  compiled beside plain, {name}", rate, "hands/s", rates["plain", name], "plain")
        for (kind, name), rate in rates.items()
        if kind == "compiled"
    ]


def beside_c(books: Mapping[str, RuleBook]) -> list[Row]:
    """The compiled engine and C at the same deals. They must come to the same: only then is it the same work."""
    library = plain_c.compiled() if is_compiled() else None
    if library is None:
        print("no numba, or nothing here compiles C: the engine is not measured beside it")
        return []
    rows = []
    for key, book in books.items():
        engine, reference = engine_for(book), plain_c.PlainC(engine_for(book), library)
        deals = engine.deals(AT_ONCE["compiled"], 1)
        position = engine.position({}, SUITS[0], book.seats[0], bidder=book.seats[0])
        for policy in POLICIES:
            assert engine.play_worlds(position, deals, 1, policy=policy) == reference.play_worlds(
                position, deals, 1, policy
            )
            ours, theirs = seconds_in_turn(
                partial(engine.play_worlds, position, deals, 1, policy=policy),
                partial(reference.play_worlds, position, deals, 1, policy),
                times=5,
            )
            name = f"played out, {policy}, {key}"
            rates = [AT_ONCE["compiled"] / taken for taken in (ours, theirs)]
            rows.append(Row(name, rates[0], "hands/s", rates[1], "plain C", at_least=LEAST_BESIDE_C))
    return rows


def beside_sensible(books: Mapping[str, RuleBook]) -> list[Row]:
    """How many hands club players play out, who weigh each card, beside sensible ones."""
    rows = []
    for key, book in books.items() if is_compiled() else ():
        engine = engine_for(book)
        deals = engine.deals(AT_ONCE["compiled"], 1)
        position = engine.position({}, SUITS[0], book.seats[0], bidder=book.seats[0])
        by = [partial(engine.play_worlds, position, deals, 1, policy=policy) for policy in ("club", "sensible")]
        club, sensible = (AT_ONCE["compiled"] / taken for taken in seconds_in_turn(*by, times=1))
        rows.append(Row(f"played out, club players, {key}", club, "hands/s", sensible, "sensible ones"))
    return rows
