"""A whole bot, written from docs/bot-protocol.md alone: it bids up to its meld and a third of the points, wins a trick
as cheaply as it can, and gives its partner the counters.
"""

import json
import sys
from typing import Any

RANKS = "9JQKTA"
RANK = RANKS.index


def best_place(trick: list[str], trump: str) -> int:
    """Which card of a trick wins: the highest trump, or the highest of the suit led; the first of equals."""
    worth = [(card[1] == trump, RANK(card[0])) if card[1] in (trump, trick[0][1]) else (False, -1) for card in trick]
    return worth.index(max(worth))


def card_for(view: dict[str, Any], cards: list[str], counters: str) -> str:
    trick, trump = view["trick"]["cards"].split(), view["trump"]
    cards = sorted(cards, key=lambda card: (card[1] == trump, RANK(card[0])))
    if not trick:
        return next((card for card in cards if card[0] == "A"), cards[0])
    winning = [card for card in cards if best_place([*trick, card], trump) == len(trick)]
    if winning:
        return winning[0]
    seats = list(view["hand_sizes"])
    winner = seats[(seats.index(view["trick"]["leader"]) + best_place(trick, trump)) % len(seats)]
    is_partners = len(seats) == 4 and seats.index(winner) % 2 == seats.index(view["seat"]) % 2
    return max(cards, key=lambda card: (card[0] in counters) == is_partners)


def answer(book: dict[str, Any], view: dict[str, Any], choices: dict[str, Any]) -> list[Any]:
    seat, kind, cards = view["seat"], choices["kind"], choices.get("cards", "").split()
    by_rank = sorted(cards, key=lambda card: (card[1] == view["trump"], RANK(card[0])))
    if kind == "bid":
        deck = book["deck"]
        points = deck["counter_points"]  # one figure for all counters, or one for each
        in_suit = sum(points) if isinstance(points, list) else points * len(deck["counters"])
        third = (in_suit * deck["copies"] * 4 + deck["last_trick"]) // 3
        limit = max(choices["own_meld"].values()) + third
        lowest = choices["lowest_bid"]
        must = choices.get("must_bid", False)
        return [kind, seat, lowest if lowest is not None and (must or lowest <= limit) else None]
    if kind == "trump":
        return [kind, seat, max(choices["suits"], key=choices["own_meld"].get, default=None)]
    if kind in ("pass_cards", "bury"):
        is_bidder = view["bidder"] == seat
        return [kind, seat, " ".join((by_rank if is_bidder else by_rank[::-1])[: choices["count"]])]
    if kind == "play":
        return [kind, seat, card_for(view, cards, book["deck"]["counters"])]
    rest = {"meld": choices.get("best"), "partner": None, "declare": "play", "answer": True, "redeal": True}
    return [kind, seat, rest[kind]]


def main() -> None:
    book: dict[str, Any] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        said: dict[str, Any]
        if asked["type"] == "hello":
            said = {"type": "hello", "protocol": 1, "name": "Plain"}
        elif asked["type"] == "book":
            book, said = asked["book"], {"type": "ready"}
        elif asked["type"] == "ask":
            said = {"type": "act", "id": asked["id"], "action": answer(book, asked["view"], asked["choices"])}
        elif asked["type"] == "quit":
            return
        else:
            continue
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
