"""A Club player's card choice on whole numbers and flat arrays, for bots and whole deals.

Like `kernel`, runs plain or compiled by numba. Cards are places, seats numbers, heights 0…5. Chances are products of
powers, equal to the last bit on every machine.

A suit's cards are a *pile*: eight bits a height, counting cards that high or higher. One look gives how many there are
or how many beat a card; one subtraction takes a card out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .kernel import SUIT_MASK, SUITS_IN_DECK, Flat, Frame, legal_mask
from .tables import BIT_PRIME, PLACES, RANKS_IN_SUIT, TrickTables

NONE: Final = -1  # the highest card that a void player can hold
TOP: Final = RANKS_IN_SUIT - 1
QUEEN_OR_LESS: Final = 2
LAYS_DOWN: Final = -1  # instead of a card: the rest is claimed
PILE: Final = 8  # bits for each height of a pile
MOST: Final = (1 << PILE) - 1
OF_EACH: Final = 0x010101010101  # a pile of one ace


class Ways(NamedTuple):
    """A player's values of cards in counters, found by playing such values against each other.

    Kept for later: a side card that nothing or little beats, a losing counter; a trump, by height, or unbeatable. Added
    by later players, of the own side and the others. A counter given by the last player to the partner's trick, by the
    third to the partner's side ace. An unbeatable side card cashed with a partner.

    Leads of side suits: to an ace the partner showed, to a partner who may trump; low, or a counter, and more for each
    opponent who may trump. Of trump: the last ones; against the bidding side low or high; for it unbeatable, where that
    draws the rest; from more than are out; low, to force higher ones; any other; the bidder's, low; the lowest where
    only trump is left.
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
    fed: float
    cashed: float
    lead_to_ace: float
    lead_to_void: float
    opponent_trumps: float
    lead_low: float
    lead_counter: float
    last_trumps: float
    against_low: float
    against_high: float
    drawing: float
    longer: float
    forcing: float
    keeping: float
    bidder_forces: float
    lowest_left: float


SMALL_DECK: Final = Ways(
    side_boss=1.1,
    side_second=0.45,
    losing_counter=-0.3,
    trump=1.0,
    trump_height=0.34,
    trump_boss=2.7,
    partner_adds=0.15,
    opponent_adds=0.5,
    smeared=0.8,
    fed=0.6,
    cashed=0.8,
    lead_to_ace=2.5,
    lead_to_void=0.1,
    opponent_trumps=0.0,
    lead_low=0.25,
    lead_counter=-0.4,
    last_trumps=0.2,
    against_low=-1.0,
    against_high=-2.0,
    drawing=2.4,
    longer=-0.2,
    forcing=-0.4,
    keeping=-1.6,
    bidder_forces=3.1,
    lowest_left=1.0,
)
LARGE_DECK: Final = Ways(
    side_boss=1.1,
    side_second=0.75,
    losing_counter=-0.3,
    trump=1.5,
    trump_height=0.36,
    trump_boss=3.0,
    partner_adds=0.2,
    opponent_adds=0.2,
    smeared=0.8,
    fed=0.0,
    cashed=2.0,
    lead_to_ace=0.5,
    lead_to_void=0.0,
    opponent_trumps=3.0,
    lead_low=0.55,
    lead_counter=-0.5,
    last_trumps=0.2,
    against_low=0.4,
    against_high=-0.3,
    drawing=1.8,
    longer=0.2,
    forcing=0.9,
    keeping=-1.5,
    bidder_forces=3.3,
    lowest_left=0.5,
)
FED: Final = 8  # cards in the hand, before the third player gives a counter to an ace that may be trumped
ENOUGH_TO_DRAW: Final = 0.75  # of the trumps that are out


def usual_ways(tables: TrickTables) -> Ways:
    return SMALL_DECK if tables.draws_trump else LARGE_DECK


class Sight(NamedTuple):
    """What a seat sees and knows when it plays.

    `mates` are partners, a mask of seats. `held` is a mask of `size` cards, `own[row + suit]` its piles, `out[row +
    suit]` the unseen ones. `highest[4 * seat + suit]` are limits, `shown[24 * seat + card]` what each partner is known
    to hold, for leads. `powers[number]` is the chance that a later player has none of so many cards. The trick is at
    `state`, held by `winner` (-1: nobody).
    """

    seat: int
    mates: int
    trump: int
    bidding: int
    bidder: int
    state: int
    winner: int
    played: int
    points: int
    row: int
    held: int
    size: int
    own: Flat
    out: Flat
    highest: Flat
    shown: Flat
    powers: Flat


# -- piles -------------------------------------------------------------------------------


def pile_of(card: int) -> int:
    """One card's pile: one for its height and each below."""
    return OF_EACH >> PILE * (TOP - card % RANKS_IN_SUIT)


def in_pile(pile: int, height: int) -> int:
    return pile >> PILE * height & MOST


# -- what is known -----------------------------------------------------------------------


def learn(tables: TrickTables, highest: Flat, seat: int, trump: int, state: int, led: int, card: int) -> None:
    """Lower in `highest` what a card shows its player not to hold, in a trick of the suit `led`."""
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
    """Lower a limit: a player who had to beat a height (-1: none) and didn't holds nothing above."""
    if to_beat >= 0 and card % RANKS_IN_SUIT <= to_beat and to_beat < highest[at]:
        highest[at] = to_beat


def higher_left(sight: Sight, card: int) -> int:
    """The number of unseen cards that beat a card in its suit."""
    return in_pile(sight.out[sight.row + card // RANKS_IN_SUIT], card % RANKS_IN_SUIT + 1)


def left_of(sight: Sight, suit: int) -> int:
    return in_pile(sight.out[sight.row + suit], 0)


def length_of(sight: Sight, suit: int) -> int:
    return in_pile(sight.own[sight.row + suit], 0)


def is_void(sight: Sight, seat: int, suit: int) -> bool:
    return bool(sight.highest[seat * SUITS_IN_DECK + suit] == NONE or left_of(sight, suit) == 0)


def may_trump(sight: Sight, seat: int, suit: int) -> bool:
    """Whether a seat is void in a side suit and may have trump."""
    if sight.trump == SUITS_IN_DECK or sight.highest[seat * SUITS_IN_DECK + suit] != NONE:
        return False
    return not is_void(sight, seat, sight.trump)


def find_powers(size: int, hidden: int, number: int, powers: Flat) -> None:
    """Fill in the chances that a player with `size` of the hidden cards has none of so many: all later ones hold as
    many as the one on turn."""
    base = 1 - size / max(1, hidden)
    found = 1.0
    powers[0] = found
    for place in range(1, number + 1):
        found *= base
        powers[place] = found


# -- what a card promises ----------------------------------------------------------------


def chance_over(sight: Sight, seat: int, top: int, led: int) -> float:
    """The chance that `seat`, playing later, beats `top`."""
    highest, row = sight.highest, seat * SUITS_IN_DECK
    void: float = 1.0 if highest[row + led] == NONE else sight.powers[left_of(sight, led)]
    suit = top // RANKS_IN_SUIT
    has_higher = 0.0
    if highest[row + suit] > top % RANKS_IN_SUIT:
        has_higher = 1 - sight.powers[higher_left(sight, top)]
    if suit != led:  # the trick is trumped
        return void * has_higher
    follows = (1 - void) * has_higher
    if sight.trump == SUITS_IN_DECK or led == sight.trump or highest[row + sight.trump] == NONE:
        return follows
    has_trump: float = 1 - sight.powers[left_of(sight, sight.trump)]
    return follows + void * has_trump


def outlook_of(
    tables: TrickTables, ways: Ways, sight: Sight, led: int, top: int, ours: float
) -> tuple[float, float, float]:
    """The side's trick chance with `top`, now `ours` (1) or theirs (0), and what later players add either way."""
    added_ours = 0.0
    added_theirs = 0.0
    seat = sight.seat
    for _ in range(tables.players - 1 - sight.played):
        seat = seat + 1 if seat + 1 < tables.players else 0
        over = chance_over(sight, seat, top, led)
        if is_mate(sight, seat):
            ours += (1 - ours) * over
            added_ours += ways.partner_adds
            added_theirs += ways.opponent_adds
        else:
            ours *= 1 - over
            added_ours += ways.opponent_adds
            added_theirs += ways.partner_adds
    return ours, added_ours, added_theirs


def outlook_with(tables: TrickTables, ways: Ways, sight: Sight, led: int, card: int) -> tuple[float, float, float]:
    """The same once a card is played."""
    if takes_trick(tables, sight, card):
        return outlook_of(tables, ways, sight, led, card, 1.0)
    is_ours = 1.0 if is_mate(sight, sight.winner) else 0.0
    return outlook_of(tables, ways, sight, led, tables.best[sight.state], is_ours)


def is_mate(sight: Sight, seat: int) -> bool:
    return (sight.mates >> seat) & 1 == 1


def takes_trick(tables: TrickTables, sight: Sight, card: int) -> bool:
    return sight.winner < 0 or (tables.beats[sight.state] >> card) & 1 == 1


def worth_of(
    tables: TrickTables, ways: Ways, sight: Sight, card: int, ours: float, added_ours: float, added_theirs: float
) -> float:
    points = sight.points + tables.value[card]
    if sight.size == 1:
        points += tables.last_trick
    counters = points / tables.counter
    gain = ours * (counters + added_ours) - (1 - ours) * (counters + added_theirs)
    if not takes_trick(tables, sight, card) and is_mate(sight, sight.winner):
        gain += for_partner(tables, ways, sight) * tables.value[card] / tables.counter
    if is_cashed(tables, sight, card):
        gain += ways.cashed
    return gain - worth_later(tables, ways, sight, card)


def is_cashed(tables: TrickTables, sight: Sight, card: int) -> bool:
    """Whether partners cash an unbeatable side card here: kept, it may be trumped."""
    if not sight.mates or not 0 < sight.played < tables.players - 1 or card // RANKS_IN_SUIT == sight.trump:
        return False
    return takes_trick(tables, sight, card) and higher_left(sight, card) == 0


def for_partner(tables: TrickTables, ways: Ways, sight: Sight) -> float:
    if sight.played == tables.players - 1:
        return ways.smeared
    best = tables.best[sight.state]
    is_side_ace = best % RANKS_IN_SUIT == TOP and best // RANKS_IN_SUIT != sight.trump
    return ways.fed if is_side_ace and sight.played >= 2 and sight.size <= FED else 0.0


def worth_later(tables: TrickTables, ways: Ways, sight: Sight, card: int) -> float:
    higher = higher_left(sight, card)
    suit = card // RANKS_IN_SUIT
    if suit == sight.trump:
        return ways.trump + (ways.trump_height * (card % RANKS_IN_SUIT) if higher else ways.trump_boss)
    if higher == 0:
        return ways.side_boss if left_of(sight, suit) else ways.side_boss / 2
    if higher <= tables.copies // 2:
        return ways.side_second
    return (ways.losing_counter if is_counter(tables, card) else 0.0) + 0.01 * (card % RANKS_IN_SUIT)


def for_lead(tables: TrickTables, ways: Ways, sight: Sight, card: int) -> float:
    suit = card // RANKS_IN_SUIT
    if suit == sight.trump:
        return for_trump(tables, ways, sight, card)
    if higher_left(sight, card) == 0:
        return ways.side_boss
    if sight.mates:
        may_trump_it = False
        for seat in range(tables.players):
            if is_mate(sight, seat):
                if sight.shown[seat * PLACES + suit * RANKS_IN_SUIT + TOP]:
                    return ways.lead_to_ace
                may_trump_it |= may_trump(sight, seat, suit)
        if may_trump_it:
            return ways.lead_to_void
    worth = ways.lead_counter if is_counter(tables, card) else ways.lead_low
    for seat in range(tables.players):
        if seat != sight.seat and not is_mate(sight, seat) and may_trump(sight, seat, suit):
            worth += ways.opponent_trumps
    return worth


def for_trump(tables: TrickTables, ways: Ways, sight: Sight, card: int) -> float:
    """The worth of drawing, forcing or keeping trump, by side and what is out."""
    mine = sight.own[sight.row + sight.trump]
    own = in_pile(mine, 0)
    out = left_of(sight, sight.trump)
    height = card % RANKS_IN_SUIT
    if out == 0:
        return ways.last_trumps
    if own == sight.size and in_pile(mine, height) == own:
        return ways.lowest_left
    is_low = height <= QUEEN_OR_LESS
    if not sight.bidding:
        return ways.against_low if is_low else ways.against_high
    if higher_left(sight, card) == 0 and own >= ENOUGH_TO_DRAW * out:
        return ways.drawing
    if is_low and own >= 3:
        if sight.bidder and in_pile(sight.out[sight.row + sight.trump], top_of(mine) + 1):
            return ways.bidder_forces
        if own <= out and has_counter_in(tables, sight, sight.trump):
            return ways.forcing
    return ways.longer if own > out else ways.keeping


def has_counter_in(tables: TrickTables, sight: Sight, suit: int) -> bool:
    for card in range(suit * RANKS_IN_SUIT, (suit + 1) * RANKS_IN_SUIT):
        if (sight.held >> card) & 1 and is_counter(tables, card):
            return True
    return False


def is_counter(tables: TrickTables, card: int) -> bool:
    """Whether a card counts about as much as counters do; the jack at 2 beside the ace at 11 does not."""
    return 2 * tables.value[card] >= tables.counter


def takes_rest(sight: Sight) -> bool:
    """Whether a hand on lead takes all the rest, however the cards lie that partners aren't known to hold."""
    has_trump = sight.trump < SUITS_IN_DECK
    if has_trump and left_of(sight, sight.trump) > length_of(sight, sight.trump):
        return False
    more_trumps = has_trump and in_pile(theirs_in(sight, sight.trump), 0) > length_of(sight, sight.trump)
    for suit in range(SUITS_IN_DECK):
        mine = sight.own[sight.row + suit]
        if mine:
            theirs = theirs_in(sight, suit)
            if theirs and lowest_met(mine, in_pile(theirs, 0)) < top_of(theirs):
                return False
            if more_trumps and suit != sight.trump and in_pile(mine, 0) > in_pile(theirs, 0):
                return False
    return True


def theirs_in(sight: Sight, suit: int) -> int:
    """The pile of a suit's cards that opponents may hold."""
    out: int = sight.out[sight.row + suit]
    seat = 0
    while sight.mates >> seat:
        if is_mate(sight, seat):
            out = without_shown(sight, seat, suit, out)
        seat += 1
    return out


def without_shown(sight: Sight, mate: int, suit: int, out: int) -> int:
    pile = 0
    for height in range(RANKS_IN_SUIT):
        card = suit * RANKS_IN_SUIT + height
        unseen = in_pile(out, height) - in_pile(out, height + 1)
        pile += max(0, unseen - sight.shown[mate * PLACES + card]) * pile_of(card)
    return pile


def top_of(pile: int) -> int:
    height = TOP
    while not in_pile(pile, height):
        height -= 1
    return height


def lowest_met(mine: int, theirs: int) -> int:
    """The height of the lowest card led from a pile's top while opponents with so many can follow."""
    height = TOP
    while height and in_pile(mine, height) < min(theirs, in_pile(mine, 0)):
        height -= 1
    return height


def choose(tables: TrickTables, ways: Ways, sight: Sight, led: int, legal: int) -> int:
    """The card to play, or a claim. Of equals the lowest, then the first suit. `led` is the trick's suit, if any."""
    is_lead = sight.winner < 0
    if is_lead and sight.size > 1 and takes_rest(sight):
        return LAYS_DOWN
    best = LAYS_DOWN
    most = 0.0
    lost = (0.0, 0.0, 0.0)  # the outlook with all cards that do not take the trick
    is_known = False
    while legal:
        lowest = legal & -legal
        legal ^= lowest
        card: int = tables.places[lowest % BIT_PRIME]
        if takes_trick(tables, sight, card):
            suit = card // RANKS_IN_SUIT if is_lead else led
            outlook = outlook_of(tables, ways, sight, suit, card, 1.0)
        else:
            if not is_known:
                lost = outlook_with(tables, ways, sight, led, card)
                is_known = True
            outlook = lost
        worth = worth_of(tables, ways, sight, card, outlook[0], outlook[1], outlook[2])
        if is_lead:
            worth += for_lead(tables, ways, sight, card)
        is_lower = card % RANKS_IN_SUIT < best % RANKS_IN_SUIT
        if best == LAYS_DOWN or worth > most or (worth == most and is_lower):
            best = card
            most = worth
    return best


# -- a deal played out -------------------------------------------------------------------


class Start(NamedTuple):
    """A deal's start: the bidder's buried cards, known where `open`; `told[24 * seat + card]`, what partners know of
    each; `highest[4 * seat + suit]`, known limits."""

    open: int
    buried: Flat
    told: Flat
    highest: Flat


class Going(NamedTuple):
    """Room for a deal: hands as counts, masks, sizes and piles; unseen piles; knowledge; powers; and cards played."""

    counts: Flat
    held: Flat
    sizes: Flat
    own: Flat
    out: Flat
    told: Flat
    highest: Flat
    powers: Flat
    cards: Flat


def play_deal(
    tables: TrickTables, ways: Ways, others: Ways, of_first: int, frame: Frame, start: Start, going: Going, out: Flat
) -> int:
    """Play a deal to its end or a claim; the number of cards played. Seats in `of_first` play these `ways`, the rest
    `others`. `out` takes an outcome as in `kernel`, then the claimer (-1: nobody)."""
    begin(tables, frame, start, going, going.counts, 0, out, 0)
    cards = 0
    for seat in range(tables.players):
        cards += going.sizes[seat]
    claims = play_from(tables, ways, others, of_first, frame, NONE, start, going, out, 0)
    out[tables.sides + tables.players + 1] = claims
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
    """Play `number` worlds to their end or a claim. `first` is the card of the seat on turn, -1 for its own choice."""
    row = len(worlds) // number
    aside = tables.players * PLACES
    for line in range(number):
        at = line * (tables.sides + tables.players + 1)
        if row > aside:
            for card in range(PLACES):
                start.buried[card] = worlds[line * row + aside + card]
        begin(tables, frame, start, going, worlds, line * row, out, at)
        claims = play_from(tables, ways, ways, 0, frame, first, start, going, out, at)
        if claims >= 0:
            give_rest(tables, going, claims, out, at)
        if tables.aside_counts and frame.bidder >= 0:
            for card in range(PLACES):
                out[at + tables.side_of[frame.bidder]] += start.buried[card] * tables.value[card]


def begin(
    tables: TrickTables, frame: Frame, start: Start, going: Going, counts: Flat, first: int, out: Flat, at: int
) -> None:
    """Take up hands and knowledge, and write earlier tricks. What nobody holds or buried was played."""
    sides = tables.sides
    for side in range(sides):
        out[at + side] = frame.taken[side]
    out[at + sides + tables.players] = -1
    for seat in range(tables.players):
        out[at + sides + seat] = frame.tricks[seat]
        take_up_hand(going, seat, counts, first + seat * PLACES)
    for place in range(tables.players * PLACES):
        going.told[place] = start.told[place]
    for place in range(tables.players * SUITS_IN_DECK):
        going.highest[place] = start.highest[place]
    for suit in range(SUITS_IN_DECK):
        buried = pile_in(start.buried, suit * RANKS_IN_SUIT)
        pile = buried
        for seat in range(tables.players):
            pile += going.own[seat * SUITS_IN_DECK + suit]
        for seat in range(tables.players):
            place = seat * SUITS_IN_DECK + suit
            going.out[place] = pile - going.own[place] - (buried if start.open or seat == frame.bidder else 0)


def take_up_hand(going: Going, seat: int, counts: Flat, first: int) -> None:
    held = 0
    size = 0
    for card in range(PLACES):
        count = counts[first + card]
        going.counts[seat * PLACES + card] = count
        held |= min(count, 1) << card
        size += count
    going.held[seat] = held
    going.sizes[seat] = size
    for suit in range(SUITS_IN_DECK):
        going.own[seat * SUITS_IN_DECK + suit] = pile_in(counts, first + suit * RANKS_IN_SUIT)


def pile_in(counts: Flat, first: int) -> int:
    pile = 0
    for card in range(RANKS_IN_SUIT):
        pile += counts[first + card] * pile_of(card)
    return pile


def led_in(tables: TrickTables, state: int) -> int:
    """A trick's suit; any before the lead."""
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
    """Play to the end or a claim; the claimer (-1: nobody). The outcome begins at `out[at]`."""
    players = tables.players
    sides = tables.sides
    seat, state, winner = frame.to_play, frame.state, frame.winner
    played, points = frame.played, frame.points
    led = led_in(tables, state)
    number = 0
    while going.sizes[seat]:
        card = first
        if first < 0:
            legal = legal_mask(tables, state, frame.trump, going.held[seat])
            if legal & (legal - 1) == 0 and (played or going.sizes[seat] == 1):  # who leads may claim
                card = tables.places[legal % BIT_PRIME]
            else:
                sight = look_round(tables, frame, start, going, seat, state, winner, played, points)
                card = choose(tables, ways if (of_first >> seat) & 1 else others, sight, led, legal)
                if card == LAYS_DOWN:
                    return seat
        first = NONE
        if played:
            learn(tables, going.highest, seat, frame.trump, state, led, card)
        else:
            led = card // RANKS_IN_SUIT
        lay(tables, going, seat, card)
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


def give_rest(tables: TrickTables, going: Going, seat: int, out: Flat, at: int) -> None:
    points = tables.last_trick
    for place in range(tables.players * PLACES):
        points += going.counts[place] * tables.value[place % PLACES]
    out[at + tables.side_of[seat]] += points
    out[at + tables.sides + seat] += going.sizes[seat]
    out[at + tables.sides + tables.players] = seat


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
    size = going.sizes[seat]
    row = seat * SUITS_IN_DECK
    hidden = 0
    most = 0
    for suit in range(SUITS_IN_DECK):
        left = in_pile(going.out[row + suit], 0)
        hidden += left
        most = max(most, left)
    find_powers(size, hidden, most, going.powers)
    return Sight(
        seat,
        tables.mates[seat],
        frame.trump,
        int(tables.side_of[seat] == tables.side_of[frame.bidder]),
        int(seat == frame.bidder),
        state,
        winner,
        played,
        points,
        row,
        going.held[seat],
        size,
        going.own,
        going.out,
        going.highest,
        going.told,
        going.powers,
    )


def lay(tables: TrickTables, going: Going, seat: int, card: int) -> None:
    """Take a card out of a hand, in all eyes."""
    pile = pile_of(card)
    suit = card // RANKS_IN_SUIT
    for other in range(tables.players):
        going.out[other * SUITS_IN_DECK + suit] -= pile
    going.out[seat * SUITS_IN_DECK + suit] += pile
    going.own[seat * SUITS_IN_DECK + suit] -= pile
    going.sizes[seat] -= 1
    left = going.counts[seat * PLACES + card] - 1
    going.counts[seat * PLACES + card] = left
    if left == 0:
        going.held[seat] ^= 1 << card
    going.told[seat * PLACES + card] = max(0, going.told[seat * PLACES + card] - 1)
