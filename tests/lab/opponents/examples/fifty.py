"""A bot of some fifty lines, written from docs/bot-protocol.md alone: plain Python, nothing of ours."""

import json
import sys

RANKS = "9JQKTA"


def split(cards):
    return cards.split() if cards else []


def beats(card, best, trump):
    if card[1] == best[1]:
        return RANKS.index(card[0]) > RANKS.index(best[0])
    return card[1] == trump


def bid(view, choices, book):
    """The meld, a share of the tricks and something for aces; never over the partner."""
    meld, hand = max(choices["own_meld"].values()), split(view["hand"])
    worth = meld + 0.6 * len(hand) + 1.5 * sum(card[0] == "A" for card in hand)
    seats = list(view["hand_sizes"])
    high = ["", *(seat for seat, amount in view["auction"] if amount is not None)][-1]
    partner = seats[(seats.index(view["seat"]) + 2) % 4] if len(seats) == 4 else None
    lowest = choices["lowest_bid"]
    if choices.get("must_bid"):
        return lowest
    return lowest if lowest is not None and high != partner and lowest <= worth else None


def keep(card, view):
    """How much a card is wanted in a hand: trump, then aces, then cards of meld."""
    meld = card in ("QS", "JD") or card[0] in "KQ"
    return (card[1] == view["trump"]) * 20 + (card[0] == "A") * 10 + meld * 5 + RANKS.index(card[0])


def give(view, choices, book):
    to_bidder = choices["kind"] == "pass_cards" and view["bidder"] != view["seat"]
    cards = sorted(split(choices["cards"]), key=lambda card: keep(card, view), reverse=to_bidder)
    return " ".join(cards[: choices["count"]])


def play(view, choices, book):
    cards, trump, counters = split(choices["cards"]), view["trump"], book["deck"]["counters"]
    table, low = (
        split(view["trick"]["cards"]),
        lambda card: (card[1] == trump, card[0] in counters, RANKS.index(card[0])),
    )
    if not table:
        aces = [card for card in cards if card[0] == "A" and card[1] != trump]
        return aces[0] if aces else min(cards, key=low)
    best = 0
    for place, card in enumerate(table):
        best = place if beats(card, table[best], trump) else best
    winners = [card for card in cards if beats(card, table[best], trump)]
    if len(view["hand_sizes"]) == 4 and best == len(table) - 2:  # the partner has it
        losers = [card for card in cards if card not in winners]
        return max(losers, key=lambda card: (card[0] in counters, card[0] != "A")) if losers else min(cards, key=low)
    is_last = len(table) == len(view["hand_sizes"]) - 1
    return (min if is_last else max)(winners, key=low) if winners else min(cards, key=low)


ANSWERS = {
    "bid": bid,
    "trump": lambda view, choices, book: max(choices["suits"], key=choices["own_meld"].get, default=None),
    "partner": lambda view, choices, book: None,
    "pass_cards": give,
    "bury": give,
    "meld": lambda view, choices, book: choices["best"],
    "declare": lambda view, choices, book: "play",
    "answer": lambda view, choices, book: True,
    "redeal": lambda view, choices, book: True,
    "play": play,
}

book = {}
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "quit":
        break
    if said["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "Fifty lines"}
    elif said["type"] == "book":
        book, answer = said["book"], {"type": "ready"}
    elif said["type"] == "ask":
        kind, seat = said["choices"]["kind"], said["view"]["seat"]
        action = [kind, seat, ANSWERS[kind](said["view"], said["choices"], book)]
        answer = {"type": "act", "id": said["id"], "action": action}
    else:
        continue
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
