/* The engine's playouts in plain C, to be measured against. It reads the engine's tables and gives the same outcomes.
   What each function does is said in scoring/play/engine/kernel.py. */

#include <stdint.h>
#include <string.h>

enum { SUITS = 4, HEIGHTS = 6, PLACES = 24, MOST_PLAYERS = 8, MOST_HOLDERS = 9, SENSIBLE = 1 };

typedef struct {
    int32_t players, sides, holders, aside_counts, last_trick, draws_trump;
    const int32_t *side_of, *start, *trumps, *led, *follow, *over, *beats, *best, *steps, *value, *above, *throw, *feed;
} Tables;

typedef struct {
    int32_t trump, to_play, state, winner, played, points, bidder;
    const int32_t *taken, *tricks;
} Frame;

typedef struct {
    uint8_t counts[MOST_HOLDERS][PLACES];
    uint32_t held[MOST_PLAYERS];
    int lengths[MOST_PLAYERS][SUITS], left[SUITS];
} Hands;

static uint64_t mixed(uint64_t bits) {
    bits = ((bits ^ (bits >> 16)) * 0x7FEB352D) & 0xFFFFFFFF;
    bits = ((bits ^ (bits >> 15)) * 0x45D9F3B) & 0xFFFFFFFF;
    return bits ^ (bits >> 16);
}

static uint64_t stream_of(uint64_t seed, uint64_t number) {
    uint64_t high = mixed(((mixed(seed & 0xFFFFFFFF) ^ (seed >> 32)) + 0x9E3779B9) & 0xFFFFFFFF);
    uint64_t carry = mixed(high ^ number);
    uint64_t low = mixed((carry + high * 3 + 0x632BE59B) & 0xFFFFFFFF);
    return ((carry % 698769068) << 32) | low | 1;
}

static uint64_t next_of(uint64_t stream) { return 698769069 * (stream & 0xFFFFFFFF) + (stream >> 32); }

static uint32_t lowest_in(uint32_t mask) { return mask & -mask; }
static uint32_t highest_in(uint32_t mask) { return mask ? 1u << (31 - __builtin_clz(mask)) : 0; }
static int place_of(uint32_t card) { return __builtin_ctz(card); }
static uint32_t suit_mask(int suit) { return 0x3Fu << (suit * HEIGHTS); }

static uint32_t first_of(uint32_t mask, const int32_t *order) {
    return mask & (uint32_t)order[(mask | mask >> 6 | mask >> 12 | mask >> 18) & 0x3F];
}

static uint32_t legal_mask(const Tables *tables, int state, int trump, uint32_t held) {
    uint32_t may = held & tables->led[state], duty;
    if (may) return (duty = may & tables->follow[state]) ? duty : may;
    may = held & tables->trumps[trump];
    if (may) return (duty = may & tables->over[state]) ? duty : may;
    return held;
}

static uint32_t others_mask(const Tables *tables, const Hands *hands, int seat) {
    uint32_t mask = 0;
    for (int other = 0; other < tables->players; other++)
        if (other != seat) mask |= hands->held[other];
    return mask;
}

static int others_count(const Hands *hands, int seat, int suit) { return hands->left[suit] - hands->lengths[seat][suit]; }

static int is_safe(const Tables *tables, int trump, const Hands *hands, uint32_t others, int seat, int card, int after) {
    if (!after) return 1;
    if (others & tables->above[card]) return 0;
    uint32_t trumps = tables->trumps[trump];
    if ((1u << card) & trumps || !(others & trumps)) return 1;
    return others_count(hands, seat, card / HEIGHTS) >= after;
}

static uint32_t sure_plain_lead(const Tables *tables, int trump, const Hands *hands, uint32_t others, int seat) {
    uint32_t best = 0;
    int most = -1;
    for (int suit = 0; suit < SUITS; suit++) {
        uint32_t mine = hands->held[seat] & suit_mask(suit);
        if (suit == trump || !mine) continue;
        uint32_t top = highest_in(mine);
        if (is_safe(tables, trump, hands, others, seat, place_of(top), tables->players - 1)) {
            int length = others_count(hands, seat, suit);
            if (length > most) best = top, most = length;
        }
    }
    return best;
}

static uint32_t quiet_lead(const Tables *tables, const Hands *hands, int seat, uint32_t plain) {
    uint32_t longest = plain;
    int most = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        uint32_t mine = plain & suit_mask(suit);
        if (mine && hands->lengths[seat][suit] > most) longest = mine, most = hands->lengths[seat][suit];
    }
    return first_of(longest, tables->throw);
}

static uint32_t good_leads(const Tables *tables, const Frame *frame, const Hands *hands, int seat) {
    uint32_t hand = hands->held[seat], trumps = hand & tables->trumps[frame->trump];
    uint32_t others = others_mask(tables, hands, seat), top = highest_in(trumps);
    int strong = 0;
    if (trumps && seat == frame->bidder) {
        int theirs = others_count(hands, seat, frame->trump);
        strong = theirs > 0 && hands->lengths[seat][frame->trump] * (tables->players - 1) > theirs;
    }
    int is_top = top && !(others & tables->above[place_of(top)]);
    if (strong && tables->draws_trump && is_top) return top;
    uint32_t winner = sure_plain_lead(tables, frame->trump, hands, others, seat);
    if (winner) return winner;
    if (strong) return first_of(trumps, tables->throw);
    uint32_t plain = hand & ~tables->trumps[frame->trump];
    if (plain) return quiet_lead(tables, hands, seat, plain);
    return is_top ? top : first_of(hand, tables->throw);
}

static uint32_t good_plays(const Tables *tables, const Frame *frame, const Hands *hands, int state, int winner,
                           int seat, int after, uint32_t may) {
    if (winner < 0) return good_leads(tables, frame, hands, seat);
    uint32_t others = others_mask(tables, hands, seat), winning = may & tables->beats[state], losing = may & ~winning;
    if (tables->side_of[winner] == tables->side_of[seat] &&
        is_safe(tables, frame->trump, hands, others, seat, tables->best[state], after))
        return first_of(losing ? losing : may, tables->feed);
    if (!winning) return first_of(may, tables->throw);
    if (!after) return first_of(winning, tables->feed);
    for (uint32_t rest = winning; rest; rest &= rest - 1)
        if (is_safe(tables, frame->trump, hands, others, seat, place_of(rest), after)) return lowest_in(rest);
    return first_of(losing ? losing : winning, tables->throw);
}

static void take_up(const Tables *tables, Hands *hands) {
    memset(hands->left, 0, sizeof hands->left);
    for (int seat = 0; seat < tables->players; seat++) {
        uint32_t held = 0;
        for (int suit = 0; suit < SUITS; suit++) {
            int length = 0;
            for (int place = suit * HEIGHTS; place < (suit + 1) * HEIGHTS; place++) {
                length += hands->counts[seat][place];
                held |= (uint32_t)(hands->counts[seat][place] > 0) << place;
            }
            hands->lengths[seat][suit] = length;
            hands->left[suit] += length;
        }
        hands->held[seat] = held;
    }
}

static void play_out(const Tables *tables, const Frame *frame, Hands *hands, int first, int policy, uint64_t stream,
                     int32_t *out) {
    int seat = frame->to_play, state = frame->state, winner = frame->winner, played = frame->played;
    int points = frame->points;
    int32_t *tricks = out + tables->sides, *last = tricks + tables->players;
    while (hands->held[seat]) {
        uint32_t choice = legal_mask(tables, state, frame->trump, hands->held[seat]);
        if (first >= 0) {
            choice = 1u << first;
            first = -1;
        } else if (policy == SENSIBLE && choice & (choice - 1))
            choice = good_plays(tables, frame, hands, state, winner, seat, tables->players - 1 - played, choice);
        if (choice & (choice - 1)) {
            stream = next_of(stream);
            uint64_t options = __builtin_popcount(choice);
            for (uint64_t number = (stream & 0xFFFFFFFF) * options >> 32; number; number--) choice &= choice - 1;
        }
        int card = place_of(choice);
        if (!--hands->counts[seat][card]) hands->held[seat] ^= 1u << card;
        if (policy == SENSIBLE) hands->lengths[seat][card / HEIGHTS]--, hands->left[card / HEIGHTS]--;
        if (tables->beats[state] >> card & 1) winner = seat;
        points += tables->value[card];
        state = tables->steps[state * PLACES + card];
        seat = seat + 1 < tables->players ? seat + 1 : 0;
        if (++played == tables->players) {
            out[tables->side_of[winner]] += points;
            tricks[winner]++;
            *last = seat = winner;
            state = tables->start[frame->trump], winner = -1, played = 0, points = 0;
        }
    }
    if (*last >= 0) out[tables->side_of[*last]] += tables->last_trick;
}

void play_worlds(const Tables *tables, const Frame *frame, const uint8_t *worlds, int number, int times, int first,
                 int policy, uint64_t seed, int32_t *out) {
    int sides = tables->sides, width = sides + tables->players + 1;
    for (int line = 0; line < number * times; line++, out += width) {
        Hands hands;
        memcpy(hands.counts, worlds + line / times * tables->holders * PLACES, tables->holders * PLACES);
        take_up(tables, &hands);
        memcpy(out, frame->taken, sides * sizeof *out);
        memcpy(out + sides, frame->tricks, tables->players * sizeof *out);
        out[width - 1] = -1;
        if (tables->holders > tables->players && tables->aside_counts && frame->bidder >= 0)
            for (int place = 0; place < PLACES; place++)
                out[tables->side_of[frame->bidder]] += hands.counts[tables->players][place] * tables->value[place];
        play_out(tables, frame, &hands, first, policy, stream_of(seed, line), out);
    }
}
