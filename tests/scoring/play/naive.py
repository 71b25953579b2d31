"""The game once more, as simply as it can be said and as slowly, to count the same things twice.

Written from the rule documents alone and sharing no code with the program: cards are texts
(`"TH"`), a hand is a list, a trick a list of cards. Not for anything but counting.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

ORDER = "9JQKTA"  # from low to high: the ten beats the king


def rank(card: str) -> int:
    return ORDER.index(card[0])


# -- the auction -------------------------------------------------------------------------


def auctions(seats: str, dealer: str, bids: list[int], stuck: int, jump: int = 0) -> Counter[tuple[str, int, bool]]:
    """How many auctions end with this bidder, bid and stuck or not, when only `bids` may be called.

    With `jump` the first to call has bid that already.
    """
    left_of_dealer = seats.index(dealer) + 1
    order = list(seats[left_of_dealer:] + seats[:left_of_dealer])
    found: Counter[tuple[str, int, bool]] = Counter()
    if jump:
        _go_on(order, 1, order[0], jump, bids, (dealer, stuck), found)
    else:
        _go_on(order, 0, None, 0, bids, (dealer, stuck), found)
    return found


def _go_on(
    still_in: list[str],
    turn: int,
    holder: str | None,
    high: int,
    bids: list[int],
    last_resort: tuple[str, int],
    found: Counter[tuple[str, int, bool]],
) -> None:
    if len(still_in) == 1:
        if holder is None:
            found[(*last_resort, True)] += 1
        else:
            found[(holder, high, False)] += 1
        return
    who = still_in[turn % len(still_in)]
    place = turn % len(still_in)
    # pass: out of the auction for good; the one behind moves up to this place
    _go_on(still_in[:place] + still_in[place + 1 :], place, holder, high, bids, last_resort, found)
    for bid in bids:
        if bid > high:
            _go_on(still_in, place + 1, who, bid, bids, last_resort, found)


# -- the play of the cards ---------------------------------------------------------------


def legal(hand: list[str], trick: list[str], trump: str | None, heading: str, after_trump: str) -> set[str]:
    """The cards that may be played: follow and beat, else trump and beat, else anything."""
    if not trick:
        return set(hand)
    led = trick[0][1]
    of_suit = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump]
    if of_suit:
        must_beat = heading == "always" or led == trump
        trumped = led != trump and any(card[1] == trump for card in trick)
        if trumped and after_trump == "any_of_suit":
            must_beat = False
        best = max(rank(card) for card in trick if card[1] == led)
        higher = [card for card in of_suit if rank(card) > best]
        return set(higher) if must_beat and higher else set(of_suit)
    if trumps:
        played = [rank(card) for card in trick if card[1] == trump]
        higher = [card for card in trumps if not played or rank(card) > max(played)]
        return set(higher) if higher and heading != "when_trump_led" else set(trumps)
    return set(hand)


def wins(trick: list[str], trump: str | None) -> int:
    """The place of the card that wins: the highest trump, else the highest of the suit led; of equals the first."""
    suit = trump if any(card[1] == trump for card in trick) else trick[0][1]
    best = max(rank(card) for card in trick if card[1] == suit)
    return next(place for place, card in enumerate(trick) if card[1] == suit and rank(card) == best)


def plays(
    hands: list[list[str]],
    leader: int,
    trump: str | None,
    heading: str,
    after_trump: str,
    worth: Mapping[str, int],
    last: int,
) -> Counter[tuple[int, ...]]:
    """How many ways of playing all cards end with these points by player; equal cards are one way."""
    return Counter(_plays(hands, leader, [], [0] * len(hands), (trump, heading, after_trump, worth, last)))


def _plays(
    hands: list[list[str]],
    leader: int,
    trick: list[str],
    points: list[int],
    rules: tuple[str | None, str, str, Mapping[str, int], int],
) -> Iterator[tuple[int, ...]]:
    trump, heading, after_trump, worth, last = rules
    if len(trick) == len(hands):
        winner = (leader + wins(trick, trump)) % len(hands)
        scored = points[:]
        scored[winner] += sum(worth.get(card[0], 0) for card in trick)
        if hands[0]:
            yield from _plays(hands, winner, [], scored, rules)
        else:
            scored[winner] += last
            yield tuple(scored)
        return
    who = (leader + len(trick)) % len(hands)
    for card in legal(hands[who], trick, trump, heading, after_trump):
        rest = hands[who][:]
        rest.remove(card)
        yield from _plays([*hands[:who], rest, *hands[who + 1 :]], leader, [*trick, card], points, rules)
