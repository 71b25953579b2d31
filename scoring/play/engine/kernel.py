"""Both engines' work, on whole numbers and flat arrays, so numba can compile it.

The plain engine runs it on lists and byte strings. Numbers stay below 2^62, since compiled ones have 63 bits.

*counts* are copies of each card: 24 for each holder, a *world* being one row of all holders. `out` takes an outcome:
points by side, tricks by seat, the last trick's seat (-1: none).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from .tables import BIT_PRIME, HALF, MELD_TABLE, MOST_COPIES, PLACES, RANKS_IN_SUIT, MeldArrays, PlayTables, TrickTables

Ints = Sequence[int]
Flat = Any  # list, bytearray or array: whatever can be read and written by place

SUITS_IN_DECK: Final = PLACES // RANKS_IN_SUIT
SUIT_MASK: Final = (1 << RANKS_IN_SUIT) - 1
HALF_MASK: Final = (1 << HALF) - 1
RANDOM: Final = 0
SENSIBLE: Final = 1


class Frame(NamedTuple):
    """A position without hands: `played` cards lie in the trick, worth `points`, held by `winner` (-1: nobody);
    `taken` and `tricks` are of earlier ones."""

    trump: int
    to_play: int
    state: int
    winner: int
    played: int
    points: int
    bidder: int
    taken: Ints
    tricks: Ints


class Hands(NamedTuple):
    """A world's hands: counts with cards aside, masks; for the sensible player `lengths[4 * seat + suit]`, and
    totals."""

    counts: Flat
    held: Flat
    lengths: Flat
    left: Flat


# -- chance ------------------------------------------------------------------------------

# Multiply with carry (Marsaglia): 32 random bits a step, in numbers that need no more than 62.
LOW: Final = (1 << 32) - 1
MULTIPLIER: Final = 698_769_069
MOST_CARRY: Final = MULTIPLIER - 1
_MIX_ONE: Final = 0x7FEB352D
_MIX_TWO: Final = 0x45D9F3B


def mixed(bits: int) -> int:
    """32 bits that each depend on all those given."""
    bits = ((bits ^ (bits >> 16)) * _MIX_ONE) & LOW
    bits = ((bits ^ (bits >> 15)) * _MIX_TWO) & LOW
    return bits ^ (bits >> 16)


def stream_of(seed: int, number: int) -> int:
    """The start of a seed's `number`th stream (0 ≤ seed < 2^62, 0 ≤ number < 2^32)."""
    high = mixed((mixed(seed & LOW) ^ (seed >> 32)) + 0x9E3779B9 & LOW)
    carry = mixed(high ^ number)
    low = mixed((carry + high * 3 + 0x632BE59B) & LOW)
    return ((carry % MOST_CARRY) << 32) | low | 1


def next_of(stream: int) -> int:
    """The stream one step on; its lowest 32 bits are the chance."""
    return MULTIPLIER * (stream & LOW) + (stream >> 32)


# -- masks -------------------------------------------------------------------------------


def size_of(tables: PlayTables, mask: int) -> int:
    return tables.bits[mask & HALF_MASK] + tables.bits[mask >> HALF]


def pick(tables: PlayTables, mask: int, number: int) -> int:
    first = 0
    size = tables.bits[mask & SUIT_MASK]
    while number >= size:
        number -= size
        mask >>= RANKS_IN_SUIT
        first += RANKS_IN_SUIT
        size = tables.bits[mask & SUIT_MASK]
    return first + tables.picks[(mask & SUIT_MASK) * RANKS_IN_SUIT + number]


def legal_mask(tables: PlayTables | TrickTables, state: int, trump: int, held: int) -> int:
    may = held & tables.led[state]
    if may:
        duty = may & tables.follow[state]
        return duty if duty else may
    may = held & tables.trumps[trump]
    if may:
        duty = may & tables.over[state]
        return duty if duty else may
    return held


def held_mask(counts: Flat, start: int) -> int:
    mask = 0
    for place in range(PLACES):
        mask |= min(counts[start + place], 1) << place
    return mask


def first_of(mask: int, order: Ints) -> int:
    """The cards of the first height in an order; see `PlayTables`."""
    halves = (mask | mask >> HALF) & HALF_MASK
    found: int = mask & order[(halves | halves >> RANKS_IN_SUIT) & SUIT_MASK]
    return found


# -- the sensible player -----------------------------------------------------------------


def others_mask(tables: PlayTables, hands: Hands, seat: int) -> int:
    """The others' cards, which a counting player knows, though not who has which."""
    mask = 0
    for other in range(tables.players):
        if other != seat:
            mask |= hands.held[other]
    return mask


def others_count(hands: Hands, seat: int, suit: int) -> int:
    count: int = hands.left[suit] - hands.lengths[seat * SUITS_IN_DECK + suit]
    return count


def is_safe(tables: PlayTables, trump: int, hands: Hands, others: int, seat: int, card: int, after: int) -> bool:
    """Whether a card will probably keep the trick from so many players `after`."""
    if not after:
        return True
    if others & tables.above[card]:
        return False
    trumps = tables.trumps[trump]
    if (1 << card) & trumps or not others & trumps:
        return True
    return others_count(hands, seat, card // RANKS_IN_SUIT) >= after


def good_plays(
    tables: PlayTables, frame: Frame, hands: Hands, state: int, winner: int, seat: int, after: int, may: int
) -> int:
    """The cards that a sensible player chooses from: all of one rank."""
    if winner < 0:
        return good_leads(tables, frame, hands, seat, may)
    others = others_mask(tables, hands, seat)
    winning = may & tables.beats[state]
    losing = may ^ winning
    best = tables.best[state]
    is_ours = tables.side_of[winner] == tables.side_of[seat]
    if is_ours and is_safe(tables, frame.trump, hands, others, seat, best, after):
        return first_of(losing if losing else may, tables.feed)
    if not winning:
        return first_of(may, tables.throw)
    if not after:
        return first_of(winning, tables.feed)
    rest = winning
    while rest:
        lowest = rest & -rest
        if is_safe(tables, frame.trump, hands, others, seat, tables.places[lowest % BIT_PRIME], after):
            return lowest
        rest ^= lowest
    return first_of(losing if losing else winning, tables.throw)


def good_leads(tables: PlayTables, frame: Frame, hands: Hands, seat: int, may: int) -> int:
    """A sensible player's leads, of those it may: trumps to draw, sure winners, then little."""
    trumps = may & tables.trumps[frame.trump]
    plain = may ^ trumps
    others = others_mask(tables, hands, seat)
    strong = has_trump_control(tables, frame, hands, seat) if trumps and seat == frame.bidder else False
    top = first_of(trumps, tables.highest)
    is_top = top > 0 and not others & tables.above[tables.places[top % BIT_PRIME]]
    if strong and tables.draws_trump and is_top:
        return top
    winner = sure_plain_lead(tables, frame, hands, others, seat) if plain else 0
    if winner:
        return winner
    if strong:
        return first_of(trumps, tables.throw)
    if plain:
        return quiet_lead(tables, hands, seat, plain)
    return top if is_top else first_of(may, tables.throw)


def has_trump_control(tables: PlayTables, frame: Frame, hands: Hands, seat: int) -> bool:
    """Whether the others have trumps, each fewer than this player on average."""
    suit = frame.trump
    others = others_count(hands, seat, suit)
    return others > 0 and hands.lengths[seat * SUITS_IN_DECK + suit] * (tables.players - 1) > others


def sure_plain_lead(tables: PlayTables, frame: Frame, hands: Hands, others: int, seat: int) -> int:
    """The surely winning plain card whose suit the others hold most of; 0 for none."""
    best = 0
    most = -1
    for suit in range(SUITS_IN_DECK):
        mine = hands.held[seat] & (SUIT_MASK << (suit * RANKS_IN_SUIT))
        if suit == frame.trump or not mine:
            continue
        top = first_of(mine, tables.highest)
        if is_safe(tables, frame.trump, hands, others, seat, tables.places[top % BIT_PRIME], tables.players - 1):
            length = others_count(hands, seat, suit)
            if length > most:
                best = top
                most = length
    return best


def quiet_lead(tables: PlayTables, hands: Hands, seat: int, plain: int) -> int:
    """The lowest card of the longest plain suit, no counter if possible."""
    longest = plain
    most = 0
    for suit in range(SUITS_IN_DECK):
        mine = plain & (SUIT_MASK << (suit * RANKS_IN_SUIT))
        length = hands.lengths[seat * SUITS_IN_DECK + suit] if mine else 0
        if length > most:
            longest = mine
            most = length
    return first_of(longest, tables.throw)


# -- playing a world out -----------------------------------------------------------------


def play_worlds(
    tables: PlayTables,
    frame: Frame,
    worlds: Flat,
    number: int,
    times: int,
    first: int,
    policy: int,
    seed: int,
    hands: Hands,
    out: Flat,
) -> None:
    """Play `number` worlds `times` each; `hands` is room. `first` is the next card, -1 for the policy's."""
    row = tables.holders * PLACES
    width = tables.sides + tables.players + 1
    for line in range(number * times):
        start = line // times * row
        for place in range(row):
            hands.counts[place] = worlds[start + place]
        take_up(tables, hands, policy)
        begin_outcome(tables, frame, hands.counts, out, line * width)
        play_out(tables, frame, hands, first, policy, stream_of(seed, line), out, line * width)


def take_up(tables: PlayTables, hands: Hands, policy: int) -> None:
    """Make masks from counts, and lengths for the sensible player."""
    for seat in range(tables.players):
        hands.held[seat] = held_mask(hands.counts, seat * PLACES)
    if policy != SENSIBLE:
        return
    for suit in range(SUITS_IN_DECK):
        hands.left[suit] = 0
        for seat in range(tables.players):
            length = 0
            first = seat * PLACES + suit * RANKS_IN_SUIT
            for place in range(first, first + RANKS_IN_SUIT):
                length += hands.counts[place]
            hands.lengths[seat * SUITS_IN_DECK + suit] = length
            hands.left[suit] += length


def begin_outcome(tables: PlayTables, frame: Frame, counts: Flat, out: Flat, at: int) -> None:
    """Write what each has before the first card, cards aside included."""
    sides = tables.sides
    for side in range(sides):
        out[at + side] = frame.taken[side]
    for seat in range(tables.players):
        out[at + sides + seat] = frame.tricks[seat]
    out[at + sides + tables.players] = -1
    if tables.holders > tables.players and tables.aside_counts and frame.bidder >= 0:
        for place in range(PLACES):
            aside = counts[tables.players * PLACES + place]
            out[at + tables.side_of[frame.bidder]] += aside * tables.value[place]


def play_out(
    tables: PlayTables, frame: Frame, hands: Hands, first: int, policy: int, stream: int, out: Flat, at: int
) -> None:
    players = tables.players
    seat, state, winner = frame.to_play, frame.state, frame.winner
    played, points = frame.played, frame.points
    tricks = at + tables.sides
    while hands.held[seat]:
        choice = legal_mask(tables, state, frame.trump, hands.held[seat])
        if first >= 0:
            choice = 1 << first
            first = -1
        elif policy == SENSIBLE and choice & (choice - 1):
            choice = good_plays(tables, frame, hands, state, winner, seat, players - 1 - played, choice)
        if choice & (choice - 1):
            stream = next_of(stream)
            card = pick(tables, choice, ((stream & LOW) * size_of(tables, choice)) >> 32)
        else:
            card = tables.places[choice % BIT_PRIME]
        lay_card(hands, seat, card, policy)
        if (tables.beats[state] >> card) & 1:
            winner = seat
        points += tables.value[card]
        state = tables.steps[state * PLACES + card]
        played += 1
        seat = seat + 1 if seat + 1 < players else 0
        if played == players:
            out[at + tables.side_of[winner]] += points
            out[tricks + winner] += 1
            out[tricks + players] = winner
            seat = winner
            state, winner, played, points = tables.start[frame.trump], -1, 0, 0
    if out[tricks + players] >= 0:
        out[at + tables.side_of[out[tricks + players]]] += tables.last_trick


def lay_card(hands: Hands, seat: int, card: int, policy: int) -> None:
    left = hands.counts[seat * PLACES + card] - 1
    hands.counts[seat * PLACES + card] = left
    if not left:
        hands.held[seat] ^= 1 << card
    if policy == SENSIBLE:
        suit = card // RANKS_IN_SUIT
        hands.lengths[seat * SUITS_IN_DECK + suit] -= 1
        hands.left[suit] -= 1


# -- dealing -----------------------------------------------------------------------------


def deal_worlds(cards: Ints, sizes: Ints, number: int, seed: int, deck: Flat, worlds: Flat) -> None:
    """Deal all `cards` `number` times; `deck` is room, rows of `worlds` are empty."""
    row = len(sizes) * PLACES
    for world in range(number):
        for place in range(len(cards)):
            deck[place] = cards[place]
        stream = stream_of(seed, world)
        left = len(cards)
        for holder in range(len(sizes)):
            start = world * row + holder * PLACES
            for _ in range(sizes[holder]):
                stream = next_of(stream)
                place = ((stream & LOW) * left) >> 32
                left -= 1
                worlds[start + deck[place]] += 1
                deck[place] = deck[left]


# -- worlds that fit what is known -------------------------------------------------------

EXCHANGES: Final = 2  # for each card
MOST_EXCHANGES: Final = 12  # where meld does not fit yet


class Bounds(NamedTuple):
    """Knowledge of the unseen cards: counts, sizes by holder, least and most by holder and card (`loose`: nothing
    binds). `order` lists cards, the most bound first.

    `melded` is each holder's meld with `trump` of cards held and `gone` since (-1: unknown); `told` whether there is
    one.
    """

    unseen: Ints
    sizes: Ints
    least: Ints
    most: Ints
    order: Ints
    loose: int
    melded: Ints
    gone: Ints
    trump: int
    told: int


class Room(NamedTuple):
    """Room: `have` is the world being made, `free` what holders still take; `full` the hands melded from, `off` their
    distance from the shown meld."""

    have: Flat
    free: Flat
    pool: Flat
    came_from: Flat
    brought: Flat
    queue: Flat
    slots: Flat
    owners: Flat
    full: Flat
    off: Flat


def sample_worlds(melds: MeldArrays, bounds: Bounds, number: int, seed: int, room: Room, worlds: Flat) -> int:
    """Add the unseen cards to rows of `worlds` in `number` fitting ways; the number found: all or none.

    Without bounds all ways are equally likely. With bounds, cards of one fitting way are exchanged at random, which
    comes close to it, and never takes two hands farther from their shown melds.
    """
    row = len(bounds.sizes) * PLACES
    for world in range(number):
        stream = stream_of(seed, world)
        if not lay_what_must_be(bounds, room):
            return 0
        for index in range(PLACES):
            card = bounds.order[index]
            for _ in range(room.pool[card]):
                stream = next_of(stream)
                if not give_card(bounds, room, card, stream & LOW):
                    return 0
        if bounds.told or not bounds.loose:
            exchange_cards(melds, bounds, room, stream)
        for place in range(row):
            worlds[world * row + place] += room.have[place]
    return number


def lay_what_must_be(bounds: Bounds, room: Room) -> bool:
    """Give each holder its least; False where that is too much."""
    for card in range(PLACES):
        room.pool[card] = bounds.unseen[card]
    for holder in range(len(bounds.sizes)):
        room.free[holder] = bounds.sizes[holder]
        for card in range(PLACES):
            least = bounds.least[holder * PLACES + card]
            room.have[holder * PLACES + card] = least
            room.free[holder] -= least
            room.pool[card] -= least
            is_too_much = least > bounds.most[holder * PLACES + card]
            if is_too_much or room.pool[card] < 0 or room.free[holder] < 0:
                return False
    return True


def may_take(bounds: Bounds, room: Room, holder: int, card: int) -> bool:
    place = holder * PLACES + card
    have: int = room.have[place]
    return bounds.sizes[holder] > 0 and have < bounds.most[place]


def give_card(bounds: Bounds, room: Room, card: int, chance: int) -> bool:
    """Give a card to a random holder, in proportion to space."""
    space = 0
    for holder in range(len(bounds.sizes)):
        if may_take(bounds, room, holder, card):
            space += room.free[holder]
    if not space:
        return make_space(bounds, room, card)
    number = (chance * space) >> 32
    for holder in range(len(bounds.sizes)):
        if may_take(bounds, room, holder, card):
            number -= room.free[holder]
            if number < 0:
                room.have[holder * PLACES + card] += 1
                room.free[holder] -= 1
                return True
    return False


def make_space(bounds: Bounds, room: Room, card: int) -> bool:
    """Give a card to a full holder, who hands one on, until somebody has space: the shortest chain. Without one, no
    world fits."""
    holders = len(bounds.sizes)
    end = 0
    for holder in range(holders):
        room.came_from[holder] = -2
        if may_take(bounds, room, holder, card):
            room.came_from[holder] = -1
            room.brought[holder] = card
            room.queue[end] = holder
            end += 1
    begin = 0
    while begin < end:
        holder = room.queue[begin]
        begin += 1
        if room.free[holder] > 0:
            hand_on(room, holder)
            return True
        for other in range(holders):
            if room.came_from[other] == -2:
                passed = card_to_hand_on(bounds, room, holder, other)
                if passed >= 0:
                    room.came_from[other] = holder
                    room.brought[other] = passed
                    room.queue[end] = other
                    end += 1
    return False


def card_to_hand_on(bounds: Bounds, room: Room, holder: int, other: int) -> int:
    """A card that one holder can spare and the other may have; -1 for none."""
    for card in range(PLACES):
        place = holder * PLACES + card
        if room.have[place] > bounds.least[place] and may_take(bounds, room, other, card):
            return card
    return -1


def hand_on(room: Room, last: int) -> None:
    """Move cards along the chain to a holder with space."""
    room.free[last] -= 1
    holder = last
    while holder >= 0:
        card = room.brought[holder]
        room.have[holder * PLACES + card] += 1
        holder = room.came_from[holder]
        if holder >= 0:
            room.have[holder * PLACES + card] -= 1


def exchange_cards(melds: MeldArrays, bounds: Bounds, room: Room, stream: int) -> None:
    """Exchange random pairs of cards, twice as often as there are cards; up to `MOST_EXCHANGES` while a shown meld
    is off."""
    cards = lay_side_by_side(bounds, room)
    off = take_up_melded(melds, bounds, room) if bounds.told else 0
    step = 0
    while step < EXCHANGES * cards or (off and step < MOST_EXCHANGES * cards):
        step += 1
        stream = next_of(stream)
        one = ((stream & LOW) * cards) >> 32
        stream = next_of(stream)
        two = ((stream & LOW) * cards) >> 32
        if may_exchange(bounds, room, one, two):
            giver, taker = room.owners[one], room.owners[two]
            card, other = room.slots[one], room.slots[two]
            exchange(room.full, giver, taker, card, other)
            if bounds.told:
                of_giver, of_taker = off_of(melds, bounds, room, giver), off_of(melds, bounds, room, taker)
                nearer = room.off[giver] + room.off[taker] - of_giver - of_taker
                if nearer < 0:
                    exchange(room.full, giver, taker, other, card)
                    continue
                off -= nearer
                room.off[giver] = of_giver
                room.off[taker] = of_taker
            exchange(room.have, giver, taker, card, other)
            room.slots[one] = other
            room.slots[two] = card


def exchange(hands: Flat, giver: int, taker: int, card: int, other: int) -> None:
    hands[giver * PLACES + card] -= 1
    hands[taker * PLACES + other] -= 1
    hands[giver * PLACES + other] += 1
    hands[taker * PLACES + card] += 1


def take_up_melded(melds: MeldArrays, bounds: Bounds, room: Room) -> int:
    """Take up the hands melded from; their total distance from the shown melds."""
    whole = 0
    for holder in range(len(bounds.sizes)):
        for place in range(holder * PLACES, (holder + 1) * PLACES):
            room.full[place] = room.have[place] + bounds.gone[place]
        room.off[holder] = off_of(melds, bounds, room, holder)
        whole += room.off[holder]
    return whole


def off_of(melds: MeldArrays, bounds: Bounds, room: Room, holder: int) -> int:
    if bounds.melded[holder] < 0:
        return 0
    return abs(meld_total(melds, room.full, holder * PLACES, bounds.trump) - bounds.melded[holder])


def lay_side_by_side(bounds: Bounds, room: Room) -> int:
    """List the unseen cards with their holders; the number of them."""
    cards = 0
    for holder in range(len(bounds.sizes)):
        for card in range(PLACES):
            for _ in range(room.have[holder * PLACES + card]):
                room.slots[cards] = card
                room.owners[cards] = holder
                cards += 1
    return cards


def may_exchange(bounds: Bounds, room: Room, one: int, two: int) -> bool:
    card, other = room.slots[one], room.slots[two]
    holder, partner = room.owners[one], room.owners[two]
    if holder == partner or card == other:
        return False
    if room.have[holder * PLACES + card] <= bounds.least[holder * PLACES + card]:
        return False
    if room.have[partner * PLACES + other] <= bounds.least[partner * PLACES + other]:
        return False
    return may_take(bounds, room, holder, other) and may_take(bounds, room, partner, card)


# -- melds -------------------------------------------------------------------------------

NINE: Final = 0
JACK: Final = 1
QUEEN: Final = 2
KING: Final = 3
TEN: Final = 4
ACE: Final = 5
FACTS: Final = 6  # of a hand with a suit as trump: see `look_over`


def meld_total(melds: MeldArrays, counts: Flat, start: int, trump: int) -> int:
    """The best meld of the hand whose counts begin there; a `trump` beyond the suits is none."""
    best: int = class_one(melds, counts, start, trump, 0)
    if trump < SUITS_IN_DECK and melds.own_roundhouse:
        most = min(around(counts, start, KING), around(counts, start, QUEEN))
        for roundhouses in range(1, most + 1):
            best = max(best, class_one(melds, counts, start, trump, roundhouses))
    best += melds.arounds[around(counts, start, ACE)] + melds.arounds[3 * MELD_TABLE + around(counts, start, JACK)]
    best += melds.pinochle[min(counts[start + melds.needed[0]], counts[start + melds.needed[1]])]
    best += melds.heart_pinochle[min(counts[start + melds.needed[2]], counts[start + melds.needed[3]])]
    if trump < SUITS_IN_DECK:
        best += melds.nine * counts[start + trump * RANKS_IN_SUIT + NINE]
    return best


def look_over(melds: MeldArrays, counts: Flat, number: int, found: Flat) -> None:
    """Bidders' figures of many hands for each trump: length, aces, tens and kings, meld, cards missing for a run,
    and the meld with them."""
    for hand in range(number):
        start = hand * PLACES
        for suit in range(SUITS_IN_DECK):
            first = start + suit * RANKS_IN_SUIT
            at = (hand * SUITS_IN_DECK + suit) * FACTS
            found[at] = 0
            for card in range(first, first + RANKS_IN_SUIT):
                found[at] += counts[card]
            found[at + 1] = counts[first + ACE]
            found[at + 2] = counts[first + TEN] + counts[first + KING]
            found[at + 3] = meld_total(melds, counts, start, suit)
            lacking = 0
            for card in range(first + JACK, first + RANKS_IN_SUIT):
                if counts[card] == 0:
                    lacking |= 1 << card - first
                    counts[card] = 1
            found[at + 4] = 0
            found[at + 5] = meld_total(melds, counts, start, suit)
            for card in range(first + JACK, first + RANKS_IN_SUIT):
                if lacking >> card - first & 1:
                    found[at + 4] += 1
                    counts[card] = 0


def around(counts: Flat, start: int, height: int) -> int:
    first = start + height
    fewest: int = counts[first]
    for suit in range(1, SUITS_IN_DECK):
        fewest = min(fewest, counts[first + suit * RANKS_IN_SUIT])
    return fewest


def marriages_in(counts: Flat, first: int) -> int:
    fewer: int = min(counts[first + KING], counts[first + QUEEN])
    return fewer


def class_one(melds: MeldArrays, counts: Flat, start: int, trump: int, roundhouses: int) -> int:
    """Runs, marriages, so many roundhouses, kings and queens around."""
    points = melds.roundhouse[roundhouses] if roundhouses else 0
    for suit in range(SUITS_IN_DECK):
        first = start + suit * RANKS_IN_SUIT
        left = marriages_in(counts, first) - roundhouses * melds.uses_up
        if left > 0:
            runs = 0
            if suit == trump or (melds.runs_outside_trump and trump < SUITS_IN_DECK):
                runs = min(left, min(min(counts[first + ACE], counts[first + TEN]), counts[first + JACK]))
            table = melds.royal if suit == trump else melds.plain
            points += table[runs * MOST_COPIES + left]
    beside = roundhouses * MOST_COPIES
    points += melds.arounds[MELD_TABLE + beside + around(counts, start, KING)]
    return points + melds.arounds[2 * MELD_TABLE + beside + around(counts, start, QUEEN)]
