"""How a club player chooses a card, on whole numbers and flat arrays: for bots, and for whole deals played at once.

As `kernel`, these functions run as they stand and compiled by numba. For every legal card: how likely the own side
wins the trick with it (who still plays, what they can hold, who is void), the points at stake, and what the card would
have won later. `bots.card_play` says what that makes of a hand.

Cards are places, seats their numbers, heights 0…5. Chances come of powers, which are multiplied out: so they are the
same to the last bit, compiled or not, on every machine.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .kernel import SUIT_MASK, SUITS_IN_DECK, Flat, Frame, legal_mask, out_sides
from .tables import PLACES, RANKS_IN_SUIT, TrickTables

NONE: Final = -1  # the highest card that a void player can hold
TOP: Final = RANKS_IN_SUIT - 1
QUEEN_OR_LESS: Final = 2
LAYS_DOWN: Final = -1  # instead of a card: the rest is claimed


class Ways(NamedTuple):
    """What a player takes cards to be worth, in points; found by playing such values against each other.

    Kept for later: a side card that nothing beats, one that little beats, a counter that loses; a trump, for each
    height of it, or where nothing beats it. Added to a trick by those who still play: by one of a side to its own, and
    to the others'. A counter that the last player gives to the partner's trick.

    Leads of side suits: where the partner showed an ace, or may trump; low, or a counter. Of trump: when nobody else
    has any; against the bidder a low or a high one; for the bidder one that nothing beats, from enough to draw the
    rest; from more than are out; a low one to force out higher ones; any other.
    """

    side_boss: float
    side_second: float
    losing_counter: float
    trump: float
    trump_height: float
    trump_boss: float
    partner_adds: float
    opponent_adds: float
    smeared: float
    lead_to_ace: float
    lead_to_void: float
    lead_low: float
    lead_counter: float
    last_trumps: float
    against_low: float
    against_high: float
    drawing: float
    longer: float
    forcing: float
    keeping: float


SMALL_DECK: Final = Ways(
    side_boss=1.1,
    side_second=0.45,
    losing_counter=-0.3,
    trump=1.0,
    trump_height=0.44,
    trump_boss=2.7,
    partner_adds=0.15,
    opponent_adds=0.5,
    smeared=0.8,
    lead_to_ace=0.9,
    lead_to_void=0.3,
    lead_low=0.25,
    lead_counter=-0.2,
    last_trumps=0.2,
    against_low=-1.0,
    against_high=-2.0,
    drawing=1.9,
    longer=0.2,
    forcing=-0.4,
    keeping=-1.6,
)
LARGE_DECK: Final = Ways(
    side_boss=1.1,
    side_second=0.75,
    losing_counter=-0.3,
    trump=1.5,
    trump_height=0.36,
    trump_boss=2.6,
    partner_adds=0.2,
    opponent_adds=0.2,
    smeared=0.8,
    lead_to_ace=0.5,
    lead_to_void=0.0,
    lead_low=0.55,
    lead_counter=-0.5,
    last_trumps=0.2,
    against_low=0.4,
    against_high=-0.3,
    drawing=1.8,
    longer=0.2,
    forcing=0.9,
    keeping=-1.5,
)
ENOUGH_TO_DRAW: Final = 0.75  # of the trumps that are out


def usual_ways(tables: TrickTables) -> Ways:
    """How a club player plays with the deck of a book."""
    return SMALL_DECK if tables.draws_trump else LARGE_DECK


class Sight(NamedTuple):
    """What a seat sees and knows when it is to play a card.

    `hand[first:first + size]` are its cards in their order. `unseen` counts the cards it has seen nowhere, `left` the
    same by suit, `hidden` all of them. `highest[4 * seat + suit]` is what each can hold at most; `shown` counts what
    the partner is known to hold, while this seat leads. `sizes` are the cards in each hand. The trick is at `state`,
    held by `winner` (-1: nobody), with `played` cards worth `points`.
    """

    seat: int
    partner: int
    trump: int
    bidding: int
    state: int
    winner: int
    played: int
    points: int
    first: int
    size: int
    hidden: int
    hand: Flat
    unseen: Flat
    left: Flat
    highest: Flat
    shown: Flat
    sizes: Flat


# -- what is known -----------------------------------------------------------------------


def learn(tables: TrickTables, highest: Flat, seat: int, trump: int, state: int, led: int, card: int) -> None:
    """Lowers in `highest` what a player showed not to hold by this card, played on a trick of the suit `led`."""
    suit = card // RANKS_IN_SUIT
    row = seat * SUITS_IN_DECK
    if suit == led:
        lower(highest, row + led, tables.to_beat[state], card)
        return
    highest[row + led] = NONE
    if trump == SUITS_IN_DECK or led == trump:
        return
    if suit == trump:
        lower(highest, row + trump, tables.to_beat_over[state], card)
    else:
        highest[row + trump] = NONE


def lower(highest: Flat, at: int, to_beat: int, card: int) -> None:
    """A player who had to beat a height (-1: none) and did not holds nothing above it."""
    if to_beat >= 0 and card % RANKS_IN_SUIT <= to_beat and to_beat < highest[at]:
        highest[at] = to_beat


def higher_left(sight: Sight, card: int) -> int:
    """How many unseen cards of its suit beat a card."""
    count = 0
    for place in range(card + 1, card - card % RANKS_IN_SUIT + RANKS_IN_SUIT):
        count += sight.unseen[place]
    return count


def is_void(sight: Sight, seat: int, suit: int) -> bool:
    """Whether a seat is known to have no card of a suit."""
    return bool(sight.highest[seat * SUITS_IN_DECK + suit] == NONE or sight.left[suit] == 0)


def length_of(sight: Sight, suit: int) -> int:
    """The cards of a suit in the hand."""
    count = 0
    for place in range(sight.size):
        if sight.hand[sight.first + place] // RANKS_IN_SUIT == suit:
            count += 1
    return count


# -- what a card promises ----------------------------------------------------------------


def power(base: float, times: int) -> float:
    """A power, multiplied out."""
    found = 1.0
    for _ in range(times):
        found *= base
    return found


def holds_higher(sight: Sight, seat: int, top: int, share: float) -> float:
    """How likely a seat with this share of the unseen cards holds a higher one of the suit of `top`."""
    if sight.highest[seat * SUITS_IN_DECK + top // RANKS_IN_SUIT] <= top % RANKS_IN_SUIT:
        return 0.0
    higher = higher_left(sight, top)
    if higher == 0:
        return 0.0
    return 1 - power(1 - share, higher)


def chance_over(sight: Sight, seat: int, top: int, led: int) -> float:
    """How likely `seat`, who plays later, beats `top`."""
    share = sight.sizes[seat] / max(1, sight.hidden)
    void = 1.0 if is_void(sight, seat, led) else power(1 - share, sight.left[led])
    if top // RANKS_IN_SUIT != led:  # the trick is trumped
        return void * holds_higher(sight, seat, top, share)
    follows = (1 - void) * holds_higher(sight, seat, top, share) if void < 1 else 0.0
    if sight.trump == SUITS_IN_DECK or led == sight.trump or is_void(sight, seat, sight.trump):
        return follows
    return follows + void * (1 - power(1 - share, sight.left[sight.trump]))


def look_at(tables: TrickTables, ways: Ways, sight: Sight, led: int, card: int) -> tuple[float, float]:
    """How likely the own side wins the trick with a card, and what it is worth: now, less what it would be later.

    `led` is the suit of the trick, or for a lead the card's own.
    """
    best = tables.best[sight.state]
    wins = sight.winner < 0 or (tables.beats[sight.state] >> card) & 1 == 1
    top = card if wins else best
    ours = 1.0 if wins or sight.winner == sight.partner else 0.0
    added_ours = 0.0
    added_theirs = 0.0
    seat = sight.seat
    for _ in range(tables.players - 1 - sight.played):
        seat = seat + 1 if seat + 1 < tables.players else 0
        over = chance_over(sight, seat, top, led)
        if seat == sight.partner:
            ours += (1 - ours) * over
            added_ours += ways.partner_adds
            added_theirs += ways.opponent_adds
        else:
            ours *= 1 - over
            added_ours += ways.opponent_adds
            added_theirs += ways.partner_adds
    points = sight.points + tables.value[card]
    if sight.size == 1:
        points += tables.last_trick
    gain = ours * (points + added_ours) - (1 - ours) * (points + added_theirs)
    if sight.played == tables.players - 1 and sight.winner == sight.partner and not wins:
        gain += ways.smeared * tables.value[card]
    return ours, gain - kept(tables, ways, sight, card)


def kept(tables: TrickTables, ways: Ways, sight: Sight, card: int) -> float:
    """What a card would be worth later in the hand."""
    higher = higher_left(sight, card)
    suit = card // RANKS_IN_SUIT
    if suit == sight.trump:
        return ways.trump + (ways.trump_height * (card % RANKS_IN_SUIT) if higher else ways.trump_boss)
    if higher == 0:
        return ways.side_boss if sight.left[suit] else ways.side_boss / 2
    if higher <= tables.copies // 2:
        return ways.side_second
    return (ways.losing_counter if tables.value[card] else 0.0) + 0.01 * (card % RANKS_IN_SUIT)


def for_lead(tables: TrickTables, ways: Ways, sight: Sight, card: int) -> float:
    """What speaks for leading a card beyond the trick itself."""
    suit = card // RANKS_IN_SUIT
    if suit == sight.trump:
        return for_trump(tables, ways, sight, card)
    if higher_left(sight, card) == 0:
        return ways.side_boss
    if sight.partner >= 0:
        if sight.shown[suit * RANKS_IN_SUIT + TOP]:
            return ways.lead_to_ace
        is_out = sight.highest[sight.partner * SUITS_IN_DECK + suit] == NONE
        if is_out and sight.trump < SUITS_IN_DECK and not is_void(sight, sight.partner, sight.trump):
            return ways.lead_to_void
    return ways.lead_counter if tables.value[card] else ways.lead_low


def for_trump(tables: TrickTables, ways: Ways, sight: Sight, card: int) -> float:
    """Drawing trump, forcing the high ones out, or keeping it: by side and by what is out."""
    own = length_of(sight, sight.trump)
    out = sight.left[sight.trump]
    if out == 0:
        return ways.last_trumps
    is_low = card % RANKS_IN_SUIT <= QUEEN_OR_LESS
    if not sight.bidding:
        return ways.against_low if is_low else ways.against_high
    if higher_left(sight, card) == 0 and own >= ENOUGH_TO_DRAW * out:
        return ways.drawing
    if own > out:
        return ways.longer
    if is_low and own >= 3 and has_counter_in(tables, sight, sight.trump):
        return ways.forcing
    return ways.keeping


def has_counter_in(tables: TrickTables, sight: Sight, suit: int) -> bool:
    """Whether the hand has a counter of a suit."""
    for place in range(sight.size):
        card = sight.hand[sight.first + place]
        if card // RANKS_IN_SUIT == suit and tables.value[card] > 0:
            return True
    return False


def takes_rest(sight: Sight) -> bool:
    """Whether a hand on lead takes all the rest however the unseen cards lie: what the partner is known to hold is
    left out, all else might be with one opponent."""
    has_trump = sight.trump < SUITS_IN_DECK
    if has_trump and sight.left[sight.trump] > length_of(sight, sight.trump):
        return False
    more_trumps = has_trump and theirs_in(sight, sight.trump) > length_of(sight, sight.trump)
    for suit in range(SUITS_IN_DECK):
        theirs = theirs_in(sight, suit)
        mine = length_of(sight, suit)
        if mine and theirs and lowest_met(sight, suit, theirs) < their_top(sight, suit):
            return False
        if more_trumps and suit != sight.trump and mine > theirs:
            return False
    return True


def with_opponents(sight: Sight, card: int) -> int:
    """How many copies of a card an opponent may hold."""
    count: int = max(0, sight.unseen[card] - sight.shown[card])
    return count


def theirs_in(sight: Sight, suit: int) -> int:
    """How many cards of a suit opponents may hold."""
    count = 0
    for card in range(suit * RANKS_IN_SUIT, (suit + 1) * RANKS_IN_SUIT):
        count += with_opponents(sight, card)
    return count


def their_top(sight: Sight, suit: int) -> int:
    """The highest card of a suit that an opponent may hold."""
    top = NONE
    for card in range(suit * RANKS_IN_SUIT, (suit + 1) * RANKS_IN_SUIT):
        if with_opponents(sight, card):
            top = card
    return top


def lowest_met(sight: Sight, suit: int, theirs: int) -> int:
    """The lowest card of a suit that is led from the top while opponents with so many of it can follow."""
    met = 0
    for back in range(RANKS_IN_SUIT):
        card = (suit + 1) * RANKS_IN_SUIT - 1 - back
        for place in range(sight.size):
            if sight.hand[sight.first + place] == card:
                met += 1
        if met >= theirs:
            return card
    lowest = PLACES
    for place in range(sight.size):
        card = sight.hand[sight.first + place]
        if card // RANKS_IN_SUIT == suit and card < lowest:
            lowest = card
    return lowest


def choose(tables: TrickTables, ways: Ways, sight: Sight, led: int) -> int:
    """The card to play, or the rest claimed where nothing can beat it; of equals the first in the hand."""
    held = 0
    for place in range(sight.size):
        held |= 1 << sight.hand[sight.first + place]
    legal = legal_mask(tables, sight.state, sight.trump, held)
    is_lead = sight.winner < 0
    if is_lead and sight.size > 1 and takes_rest(sight):
        return LAYS_DOWN
    best = LAYS_DOWN
    most = 0.0
    for place in range(sight.size):
        card = sight.hand[sight.first + place]
        if (legal >> card) & 1:
            legal ^= 1 << card
            worth = look_at(tables, ways, sight, card // RANKS_IN_SUIT if is_lead else led, card)[1]
            if is_lead:
                worth += for_lead(tables, ways, sight, card)
            if best == LAYS_DOWN or worth > most:
                best = card
                most = worth
    return best


# -- a deal played out -------------------------------------------------------------------


class Start(NamedTuple):
    """Hands before the next card: all in their order, in rows of `size` cards; what the bidder buried, which all know
    where it lies `open`; `told[24 * seat + card]`, what a seat knows its partner to hold; `highest[4 * seat + suit]`,
    what all saw that each can hold at most."""

    size: int
    open: int
    hands: Flat
    buried: Flat
    told: Flat
    highest: Flat


class Going(NamedTuple):
    """Room in which a deal is played: the hands, their sizes, the cards gone, all and by seat; what is known; and the
    cards as they were played."""

    hands: Flat
    sizes: Flat
    gone: Flat
    gone_by: Flat
    highest: Flat
    unseen: Flat
    left: Flat
    shown: Flat
    cards: Flat


def play_deal(
    tables: TrickTables, ways: Ways, others: Ways, of_first: int, frame: Frame, start: Start, going: Going, out: Flat
) -> int:
    """Plays a deal from its first lead to its end, or until the rest is claimed; says how many cards were played.

    The seats of the mask `of_first` play in these `ways`, the rest in the `others`'. `out` takes an outcome as in
    `kernel`, and behind it who claimed (-1: nobody).
    """
    cards = len(start.hands)
    for place in range(cards):
        going.hands[place] = start.hands[place]
    for card in range(PLACES):
        going.gone[card] = 0
    for seat in range(tables.players):
        going.sizes[seat] = start.size
    begin(tables, frame, start, going, out, 0)
    claims = play_from(tables, ways, others, of_first, frame, NONE, start, going, out, 0)
    out[out_sides(tables) + tables.players + 1] = claims
    for seat in range(tables.players):
        cards -= going.sizes[seat]
    return cards


def play_on(
    tables: TrickTables,
    ways: Ways,
    frame: Frame,
    start: Start,
    worlds: Flat,
    number: int,
    first: int,
    going: Going,
    out: Flat,
) -> None:
    """Plays `number` worlds on to their end; what somebody claims is theirs.

    `first` is the card that the seat whose turn it is plays, -1 to leave it to that seat. The hands and what is buried
    are each world's; `start` has room for them.
    """
    row = len(worlds) // number
    sides = out_sides(tables)
    for line in range(number):
        at = line * (sides + tables.players + 1)
        take_up_world(tables, start, going, worlds, line * row, row)
        begin(tables, frame, start, going, out, at)
        claims = play_from(tables, ways, ways, 0, frame, first, start, going, out, at)
        if claims >= 0:
            give_rest(tables, start, going, claims, out, at)
        if tables.aside_counts and frame.bidder >= 0:
            for card in range(PLACES):
                out[at + tables.side_of[frame.bidder]] += start.buried[card] * tables.value[card]


def take_up_world(tables: TrickTables, start: Start, going: Going, worlds: Flat, at: int, row: int) -> None:
    """Takes the hands of a world up, each in the order of its cards. What nobody has was played."""
    aside = tables.players * PLACES
    for card in range(PLACES):
        start.buried[card] = worlds[at + aside + card] if row > aside else 0
        going.gone[card] = tables.deck[card] - start.buried[card]
    for seat in range(tables.players):
        size = 0
        for card in range(PLACES):
            held = worlds[at + seat * PLACES + card]
            going.gone[card] -= held
            for _ in range(held):
                going.hands[seat * start.size + size] = card
                size += 1
        going.sizes[seat] = size


def begin(tables: TrickTables, frame: Frame, start: Start, going: Going, out: Flat, at: int) -> None:
    """Writes what is known, and what each has, before the next card: of earlier tricks."""
    sides = out_sides(tables)
    for side in range(sides):
        out[at + side] = frame.taken[side]
    for seat in range(tables.players):
        out[at + sides + seat] = frame.tricks[seat]
    out[at + sides + tables.players] = -1
    for place in range(tables.players * PLACES):
        going.gone_by[place] = 0
    for place in range(tables.players * SUITS_IN_DECK):
        going.highest[place] = start.highest[place]


def led_in(tables: TrickTables, state: int) -> int:
    """The suit of a trick; any where nothing is led yet."""
    suit = 0
    while not (tables.led[state] >> suit * RANKS_IN_SUIT) & SUIT_MASK:
        suit += 1
    return suit


def play_from(
    tables: TrickTables,
    ways: Ways,
    others: Ways,
    of_first: int,
    frame: Frame,
    first: int,
    start: Start,
    going: Going,
    out: Flat,
    at: int,
) -> int:
    """Plays to the end, or until somebody claims the rest: says who (-1: nobody). The outcome begins at `out[at]`."""
    players = tables.players
    sides = out_sides(tables)
    seat, state, winner = frame.to_play, frame.state, frame.winner
    played, points = frame.played, frame.points
    led = led_in(tables, state)
    number = 0
    while going.sizes[seat]:
        card = first
        if first < 0:
            sight = look_round(tables, frame, start, going, seat, state, winner, played, points)
            card = choose(tables, ways if (of_first >> seat) & 1 else others, sight, led)
            if card == LAYS_DOWN:
                return seat
        first = NONE
        if played:
            learn(tables, going.highest, seat, frame.trump, state, led, card)
        else:
            led = card // RANKS_IN_SUIT
        lay(going, seat, start.size, card)
        going.cards[number] = card
        number += 1
        if (tables.beats[state] >> card) & 1:
            winner = seat
        points += tables.value[card]
        state = tables.steps[state * PLACES + card]
        played += 1
        seat = seat + 1 if seat + 1 < players else 0
        if played == players:
            out[at + tables.side_of[winner]] += points
            out[at + sides + winner] += 1
            out[at + sides + players] = winner
            seat = winner
            state, winner, played, points = tables.start[frame.trump], -1, 0, 0
    if out[at + sides + players] >= 0:
        out[at + tables.side_of[out[at + sides + players]]] += tables.last_trick
    return NONE


def give_rest(tables: TrickTables, start: Start, going: Going, seat: int, out: Flat, at: int) -> None:
    """Adds all tricks that are left, with the last, to what a seat has."""
    points = tables.last_trick
    for other in range(tables.players):
        for place in range(going.sizes[other]):
            points += tables.value[going.hands[other * start.size + place]]
    out[at + tables.side_of[seat]] += points
    out[at + out_sides(tables) + seat] += going.sizes[seat]
    out[at + out_sides(tables) + tables.players] = seat


def look_round(
    tables: TrickTables,
    frame: Frame,
    start: Start,
    going: Going,
    seat: int,
    state: int,
    winner: int,
    played: int,
    points: int,
) -> Sight:
    """What a seat sees and knows now."""
    size = going.sizes[seat]
    first = seat * start.size
    partner = (seat + 2) % 4 if tables.players == 4 else -1
    for card in range(PLACES):
        going.unseen[card] = tables.deck[card] - going.gone[card]
        if start.open or seat == frame.bidder:
            going.unseen[card] -= start.buried[card]
        going.shown[card] = 0
        if partner >= 0 and winner < 0:
            going.shown[card] = max(0, start.told[seat * PLACES + card] - going.gone_by[partner * PLACES + card])
    for place in range(size):
        going.unseen[going.hands[first + place]] -= 1
    hidden = 0
    for suit in range(SUITS_IN_DECK):
        going.left[suit] = 0
        for card in range(suit * RANKS_IN_SUIT, (suit + 1) * RANKS_IN_SUIT):
            going.left[suit] += going.unseen[card]
        hidden += going.left[suit]
    return Sight(
        seat,
        partner,
        frame.trump,
        int(tables.side_of[seat] == tables.side_of[frame.bidder]),
        state,
        winner,
        played,
        points,
        first,
        size,
        hidden,
        going.hands,
        going.unseen,
        going.left,
        going.highest,
        going.shown,
        going.sizes,
    )


def lay(going: Going, seat: int, size: int, card: int) -> None:
    """Takes the first copy of a card out of a hand."""
    first = seat * size
    place = 0
    while going.hands[first + place] != card:
        place += 1
    going.sizes[seat] -= 1
    for after in range(place, going.sizes[seat]):
        going.hands[first + after] = going.hands[first + after + 1]
    going.gone[card] += 1
    going.gone_by[seat * PLACES + card] += 1
