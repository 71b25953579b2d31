"""A notice's paragraphs on an evening, in the voice of a club's own secretary. Pure. Each block stands alone, so each
names people in full the first time. A figure is told once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final

from league.evening.cards.standings import wins_and_points
from league.evening.cards.words import direction_words, gap_text, standing_words, total_words
from league.models import Event
from league.models.prizes import ordinal
from scoring.rules.notation import NUMBERS, counted, figure_words, listed, lowered

from .night import Best, Leader, Night, Placed

# Of more than so many who did the same, a sentence tells only how many they were.
MOST_NAMES: Final = 4
# A record is worth a word once it is one of so many evenings.
ENOUGH_NIGHTS: Final = 5
# Three rounds at least before anybody came from behind.
ENOUGH_ROUNDS: Final = 3
CUT_SAYS: Final = {
    Event.CutBy.CHAIN: "The tie for the last seat went by the club’s tie-breaks.",
    Event.CutBy.EXTRA: "An extra hand broke the tie for the last seat.",
    Event.CutBy.LOTS: "The last seat was drawn by lot.",
    Event.CutBy.SEATS: "Everybody who tied for the last seat got in.",
}


# The blocks in their order, by keys that stay, and what they are called.
BLOCKS: Final[Mapping[str, str]] = {
    "winners": "Who won",
    "highs": "High round and hand",
    "prizes": "Prizes",
    "people": "Who was there",
    "milestones": "Milestones",
    "season": "The season",
    "divisions": "Divisions",
    "next": "When we meet again",
}


def written(night: Night) -> dict[str, str]:
    says: Mapping[str, Callable[[Night], Iterator[str]]] = {
        "winners": _winners, "highs": _highs, "prizes": _prizes, "people": _people, "milestones": _milestones,
        "season": _season, "divisions": _divisions, "next": lambda night: iter([night.next]),
    }  # fmt: skip
    found = {key: " ".join(filter(None, says[key](night))) for key in BLOCKS}
    return {key: _stopped_once(_named_once(text, night.short)) for key, text in found.items() if text}


def _stopped_once(text: str) -> str:
    """A text with one full stop where a sentence ends in a name such as `S. M.`."""
    return re.sub(r"\.\.(?=\s|$)", ".", text)


def _named_once(text: str, short: Mapping[str, str]) -> str:
    """A text in which people are named in full the first time alone."""
    if not short:
        return text
    names, seen = "|".join(map(re.escape, sorted(short, key=len, reverse=True))), set[str]()

    def call(found: re.Match[str]) -> str:
        name = found[0]
        is_first = name not in seen
        seen.add(name)
        return name if is_first else short[name]

    return re.sub(rf"(?<![\w-])(?:{names})(?![\w-])", call, text)


# -- who won ---------------------------------------------------------------------------------


def _winners(night: Night) -> Iterator[str]:
    lists = [list(group) for _, group in groupby(night.places, lambda one: one.direction)]
    if len(lists) > 1:
        yield from (_first_of_list(night, there) for there in lists)
        return
    groups = [list(group) for _, group in groupby(night.places, lambda one: one.place)]
    if not groups:
        yield f"No round was played this {night.part}."
        return
    first, rest = groups[0], groups[1:]
    ahead = _ahead(night, first[0].total, rest)
    points = standing_words(night, first[0].total)
    if len(first) > MOST_NAMES:
        yield f"{_start(len(first))} {_what(night, first)} shared first place with {points} each{ahead}."
    elif len(first) > 1 and len(first) == len(night.places):
        yield f"{_names(first)} all ended level with {points}."
    elif len(first) > 1:
        yield f"{_names(first)} shared first place with {points} each{ahead}."
    else:
        what = "the final" if night.final_of and not night.carried else f"the {night.part}"
        yield f"{first[0].name} won {what} with {points}{ahead}."
        yield _how(night, first[0])
    yield from _followers(night, rest[1:] if ahead else rest)
    yield from _final(night)


def _first_of_list(night: Night, there: Sequence[Placed]) -> str:
    """The best of those who sat one way all evening and are compared among themselves."""
    first = [one for one in there if one.place == there[0].place]
    way, points = direction_words(first[0].direction), standing_words(night, first[0].total)
    if len(first) > MOST_NAMES:
        return f"{_start(len(first))} {_what(night, first)} shared first place {way} with {points} each."
    shared = "shared first place" if len(first) > 1 else "came in first"
    return f"{_names(first)} {shared} {way} with {points}{' each' if len(first) > 1 else ''}."


def _ahead(night: Night, total: int, rest: Sequence[Sequence[Placed]]) -> str:
    if not rest or len(rest[0]) > MOST_NAMES or (night.final_of and not rest[0][0].is_finalist):
        return ""
    gap = total - rest[0][0].total
    if gap == 0:  # less than two digits can say
        return ""
    only = "only " if gap <= (100 if night.is_duplicate else 3) else ""
    rounds = wins_and_points(gap)[0] if night.is_by_wins else 0
    if rounds:
        ahead = f"{_number(rounds)} {'round' if rounds == 1 else 'rounds'}"
    else:
        ahead = gap_text(night, gap) if night.is_duplicate else "one point" if gap == 1 else _number(gap)
    shared = f", who shared {_in_place(rest[0][0].place)}" if len(rest[0]) > 1 else ""
    return f", {only}{ahead} ahead of {_names(rest[0])}{shared}"


def _how(night: Night, winner: Placed) -> str:
    if len(night.rounds) < ENOUGH_ROUNDS or night.final_of or night.is_duplicate:
        return ""
    if winner.won_all:
        return f"{winner.name} won all {_number(len(night.rounds))} rounds."
    if winner.was_ahead:
        return "Nobody else led after any round."
    last = winner.rounds[-1] if winner.rounds else None
    if last is not None and winner.before_last is not None and winner.before_last >= ENOUGH_ROUNDS:
        was, best = "were" if night.of == "pair" else "was", night.high_round
        brought = "the high round" if best and best.points == last else total_words(night, last)
        return f"{winner.name} {was} {_ordinal(winner.before_last)} before the last round, which brought {brought}."
    return ""


def _followers(night: Night, rest: Sequence[Sequence[Placed]]) -> Iterator[str]:
    """Second and third place. Points below the finalists can't be compared with theirs, and are told apart."""
    for group in rest:
        if group[0].place > 3 or (night.final_of and not group[0].is_finalist):
            continue
        place, total = _in_place(group[0].place), standing_words(night, group[0].total)
        if len(group) > MOST_NAMES:
            yield f"{_start(len(group))} {_what(night, group)} shared {place} with {total} each."
        elif len(group) > 1:
            yield f"{_names(group)} shared {place} with {total} each."
        else:
            yield f"{group[0].name} came in {_ordinal(group[0].place)} with {total}."


def _final(night: Night) -> Iterator[str]:
    if not night.final_of:
        return
    carried = "with their points so far" if night.carried else "from zero"
    yield f"The best {_number(night.final_of)} went into the final {carried}."
    if says := CUT_SAYS.get(Event.CutBy(night.cut_by)) if night.cut_by else "":
        yield says
    others = [one for one in night.places if not one.is_finalist]
    best = [one for one in others if one.place == others[0].place]
    if best and len(best) <= MOST_NAMES:
        each = " each" if len(best) > 1 else ""
        yield f"Best of the others: {_names(best)} with {standing_words(night, best[0].total)}{each}."


# -- rounds and hands ------------------------------------------------------------------------


def _highs(night: Night) -> Iterator[str]:
    if night.high_round and len(night.rounds) > 1:
        yield _best_says(night, "The high round", night.high_round)
        if not night.is_duplicate:
            yield _record("round", night.high_round, night.earlier.high_round, night)
    if (widest := night.widest) is not None:
        (best, made), (worst, lost) = widest.best, widest.worst
        contrast = f"{best} made {made} with the cards that brought {worst} {lost}"
        yield f"Most was won and lost on board {widest.number}: {contrast}."
    if night.high_hand:
        known = "Of the hands on score cards, the highest" if night.has_hands_missing else "The high hand"
        yield _best_says(night, known, night.high_hand)
        if not night.has_hands_missing:
            yield _record("hand", night.high_hand, night.earlier.high_hand, night)
    yield from _specials(night)
    for bids, found in groupby(sorted(night.all_made, key=lambda one: -one[1])[:MOST_NAMES], lambda one: one[1]):
        who = [name for name, _ in found]
        each = " each" if len(who) > 1 else ""
        yield f"{listed(who)} won {_number(bids)} bids{each} and made every one."


def _best_says(night: Night, what: str, best: Best) -> str:
    points = total_words(night, best.points)
    if len(best.who) > MOST_NAMES:
        return f"{what} was {points}, reached {_number(len(best.who))} times."
    return f"{what} was {points}, by {_by(night, best.who)}."


def _by(night: Night, who: Sequence[tuple[str, str]]) -> str:
    return listed([f"{name} in {where}" if len(night.rounds) > 1 else name for name, where in who])


def is_record(best: Best | None, before: int, night: Night) -> bool:
    """Whether it beats enough evenings before."""
    return best is not None and night.earlier.nights >= ENOUGH_NIGHTS and best.points > before


def _record(what: str, best: Best, before: int, night: Night) -> str:
    if not is_record(best, before, night):
        return ""
    return f"That’s the highest {what} in the club’s records by these rules; the old mark was {figure_words(before)}."


def _specials(night: Night) -> Iterator[str]:
    for what, found in groupby(night.specials, lambda one: one[0]):
        each = [(name, where) for _, name, where in found]
        if len(each) > MOST_NAMES:
            yield {
                "moons": f"The moon was shot and made {_number(len(each))} times.",
                "skunks": f"There were {_number(len(each))} skunks.",
                "sweeps": f"{_start(len(each))} sides swept a hand.",
            }[what]
            continue
        who = _by(night, each)
        yield {
            "moons": f"The moon was shot and made by {who}.",
            "skunks": f"{'A skunk' if len(each) == 1 else 'Skunks'} went to the credit of {who}.",
            "sweeps": f"A hand was swept by {who}.",
        }[what]


def _prizes(night: Night) -> Iterator[str]:
    won = [f"{title} to {_shares(shares)}" for title, shares in night.prizes]
    if won:
        yield f"The {'prize' if len(won) == 1 else 'prizes'}: {'; '.join(won)}."


def _shares(shares: Sequence[tuple[str, str]]) -> str:
    amounts = list(dict.fromkeys(amount for _, amount in shares))
    if len(shares) > MOST_NAMES:
        return f"{_number(len(shares))} who shared it"
    if len(shares) > 1 and len(amounts) == 1:
        return f"{listed([name for name, _ in shares])} ({amounts[0]} each)"
    return listed([f"{name} ({amount})" for name, amount in shares])


# -- who was there ---------------------------------------------------------------------------


def _people(night: Night) -> Iterator[str]:
    if night.players:
        yield f"{_start(night.players)} {_noun(night.players, 'player')}{_where(night)}."
    if night.guests:
        guests = f"{_number(len(night.guests))} {_noun(len(night.guests), 'guest')}"
        names = f": {listed(night.guests)}" if len(night.guests) <= MOST_NAMES else ""
        yield f"Among them {'was' if len(night.guests) == 1 else 'were'} {guests}{names}."
    if night.earlier.newcomers:
        yield f"Welcome to {listed(night.earlier.newcomers)}, who played here for the first time."


def _milestones(night: Night) -> Iterator[str]:
    earlier = night.earlier
    found: dict[str, list[str]] = {}
    for name in earlier.first_wins:
        found.setdefault(name, []).append("first win")
    for name, mark in earlier.marks[:MOST_NAMES]:
        found.setdefault(name, []).append(lowered(mark))
    for name, nights in earlier.nights_of:
        found.setdefault(name, []).append(f"{ordinal(nights)} {night.part}")
    if found:
        first = "Milestones" if sum(map(len, found.values())) > 1 else "A milestone"
        each = "; ".join(f"{name}’s {listed(marks)}" for name, marks in found.items())
        yield f"{first} in the club’s records: {each}."


def _where(night: Night) -> str:
    rounds = f" played {_number(len(night.rounds))} {_noun(len(night.rounds), 'round')}"
    most = max(night.tables, default=0)
    if not most:
        return rounds
    up_to = "" if set(night.tables) == {most} else "up to "
    return f"{rounds} at {up_to}{_number(most)} {_noun(most, 'table')}"


def _season(night: Night) -> Iterator[str]:
    if not night.leaders:
        return
    groups = [list(group) for _, group in groupby(night.leaders, lambda one: one.figure)]
    first = [one for one in groups[0] if one.place == 1]
    level = listed([one.name for one in groups[0] if one.place != 1])
    names = listed([one.name for one in first])
    stands = "stand level in first place" if len(first) > 1 else "stands first"
    after = "night" if night.part == "night" else f"{night.part}’s play"
    leads = f"After this {after}, {names} {stands} in {night.season} with {first[0].figure}"
    behind = [f"{listed([one.name for one in some])} ({_each(some)})" for some in groups[1:]]
    as_many = f", the same as {level}" if level else ""
    yield f"{leads}{as_many}{', followed by ' + listed(behind) if behind else ''}."
    yield from _ties(night.leaders)


def _each(some: Sequence[Leader]) -> str:
    return f"{some[0].figure} each" if len(some) > 1 else some[0].figure


def _ties(leaders: Sequence[Leader]) -> Iterator[str]:
    """Why one is above another with the same figure."""
    for one, below in pairwise(leaders):
        if one.figure == below.figure and one.place != below.place and one.why:
            yield f"{one.name} is ahead of {below.name}: {one.why.rpartition('; ')[2]}."


def _divisions(night: Night) -> Iterator[str]:
    told = {(one.name, one.figure) for one in night.leaders}
    first = []
    for name, some in night.divisions:
        who = listed([one.name for one in some]) if len(some) <= MOST_NAMES else f"{_number(len(some))} level"
        is_told = any((one.name, one.figure) in told for one in some)
        first.append(f"{name}, {who}" if is_told else f"{name}, {who} ({some[0].figure})")
        told |= {(one.name, one.figure) for one in some}
    if first:
        yield f"Division leaders: {'; '.join(first)}."


# -- words -----------------------------------------------------------------------------------


def _names(placed: Sequence[Placed]) -> str:
    return listed([one.name for one in placed])


def _noun(count: int, noun: str) -> str:
    return counted(count, noun).split(" ", 1)[1]


def _what(night: Night, group: Sequence[Placed]) -> str:
    return _noun(len(group), night.of)


NINE: Final = "nine"
ORDINALS: Final = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth"}
TENS: Final = {
    20: "Twenty", 30: "Thirty", 40: "Forty", 50: "Fifty", 60: "Sixty", 70: "Seventy", 80: "Eighty", 90: "Ninety",
}  # fmt: skip
TEENS: Final = (
    "Nine", "Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen",
    "Nineteen",
)  # fmt: skip


def _number(count: int) -> str:
    return NINE if count == len(NUMBERS) else NUMBERS[count] if 0 < count < len(NUMBERS) else figure_words(count)


def _ordinal(place: int) -> str:
    return ORDINALS.get(place) or ordinal(place)


def _in_place(place: int) -> str:
    return f"{_ordinal(place)} place"


def _start(count: int) -> str:
    if count < 9:
        return _number(count).capitalize()
    if count < 20:
        return TEENS[count - 9]
    if count < 100:
        tens, one = TENS[count // 10 * 10], count % 10
        return f"{tens}-{_start(one).lower()}" if one else tens
    return str(count)
