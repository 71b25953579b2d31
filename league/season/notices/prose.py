"""What a notice says of an evening, sentence by sentence, in the voice of a club's own secretary. Pure.

Nothing is said that the figures do not hold: what is not sure is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from league.models import Event
from league.models.prizes import ordinal
from scoring.rules.notation import NUMBERS, counted, figure_text, listed

from .night import Best, Night, Placed

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


def paragraphs_of(night: Night) -> tuple[str, ...]:
    """The whole notice, a paragraph for each thing that it tells."""
    parts = (_winners(night), _highs(night), _people(night), _season(night), [night.next])
    return tuple(text for part in parts if (text := " ".join(sentence for sentence in part if sentence)))


# -- who won ---------------------------------------------------------------------------------


def _winners(night: Night) -> Iterator[str]:
    groups = [list(group) for _, group in groupby(night.places, lambda one: one.place)]
    if not groups:
        yield f"No round was played this {night.part}."
        return
    first, rest = groups[0], groups[1:]
    ahead = _ahead(night, first[0].total, rest)
    points = _points(first[0].total)
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


def _ahead(night: Night, total: int, rest: Sequence[Sequence[Placed]]) -> str:
    """`, nine ahead of Walt Kowalski`; empty without any, and where others' points are not to compare."""
    if not rest or len(rest[0]) > MOST_NAMES or (night.final_of and not rest[0][0].is_finalist):
        return ""
    gap = total - rest[0][0].total
    only = "only " if gap <= 3 else ""
    ahead = "one point" if gap == 1 else _number(gap)
    shared = f", who shared {_in_place(rest[0][0].place)}" if len(rest[0]) > 1 else ""
    return f", {only}{ahead} ahead of {_names(rest[0])}{shared}"


def _how(night: Night, winner: Placed) -> str:
    """What was special about the way to the win."""
    if len(night.rounds) < ENOUGH_ROUNDS or night.final_of:
        return ""
    if winner.won_all:
        return f"{winner.name} won all {_number(len(night.rounds))} rounds."
    if winner.was_ahead:
        return "Nobody else led after any round."
    last = winner.rounds[-1] if winner.rounds else None
    if last is not None and winner.before_last is not None and winner.before_last >= ENOUGH_ROUNDS:
        was = "were" if night.of_pairs else "was"
        return f"{winner.name} {was} {_ordinal(winner.before_last)} before the last round and made {last} in it."
    return ""


def _followers(night: Night, rest: Sequence[Sequence[Placed]]) -> Iterator[str]:
    """Second and third place. Points below the finalists can't be compared with theirs, and are told apart."""
    for group in rest:
        if group[0].place > 3 or (night.final_of and not group[0].is_finalist):
            continue
        place, total = _in_place(group[0].place), _points(group[0].total)
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
        yield f"Best of the others: {_names(best)} with {_points(best[0].total)}{each}."


# -- rounds and hands ------------------------------------------------------------------------


def _highs(night: Night) -> Iterator[str]:
    if night.high_round and len(night.rounds) > 1:
        yield _best_says(night, "The high round", night.high_round)
        yield _record("round", night.high_round.points, night.earlier.high_round, night)
    if night.high_hand:
        known = "Of the hands on score cards, the highest" if night.has_hands_missing else "The high hand"
        yield _best_says(night, known, night.high_hand)
        if not night.has_hands_missing:
            yield _record("hand", night.high_hand.points, night.earlier.high_hand, night)
    yield from _specials(night)
    for name, bids in night.all_made[:2]:
        yield f"{name} won {_number(bids)} bids and made every one."


def _best_says(night: Night, what: str, best: Best) -> str:
    points = _points(best.points)
    if len(best.who) > MOST_NAMES:
        return f"{what} was {points}, reached {_number(len(best.who))} times."
    return f"{what} was {points}, by {_by(night, best.who)}."


def _by(night: Night, who: Sequence[tuple[str, str]]) -> str:
    """Who it was, and in which round where there are several."""
    return listed([f"{name} in {where}" if len(night.rounds) > 1 else name for name, where in who])


def _record(what: str, points: int, before: int, night: Night) -> str:
    if night.earlier.nights < ENOUGH_NIGHTS or points <= before:
        return ""
    return f"That’s the highest {what} in the club’s records by these rules; the old mark was {figure_text(before)}."


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
    for name in night.earlier.first_wins:
        yield f"For {name} it was a first win in the club’s records."
    for name, mark in night.earlier.marks[:MOST_NAMES]:
        yield f"For {name} it was the {mark[:1].lower()}{mark[1:]} in the club’s records."
    for name, nights in night.earlier.nights_of:
        yield f"For {name} it was night number {nights} in the club’s records."


def _where(night: Night) -> str:
    """` played six rounds at four tables`."""
    rounds = f" played {_number(len(night.rounds))} {_noun(len(night.rounds), 'round')}"
    most = max(night.tables, default=0)
    if not most:
        return rounds
    up_to = "" if set(night.tables) == {most} else "up to "
    return f"{rounds} at {up_to}{_number(most)} {_noun(most, 'table')}"


def _season(night: Night) -> Iterator[str]:
    if night.season is None or not night.season.leaders:
        return
    first = [one for one in night.season.leaders if one.place == 1]
    names = listed([one.name for one in first])
    stands = "stand level in first place" if len(first) > 1 else "stands first"
    said = f"After this {night.part}, {names} {stands} in {night.season.season} with {first[0].figure}"
    behind = [f"{one.name} ({one.figure})" for one in night.season.leaders if one.place != 1]
    yield f"{said}{', followed by ' + listed(behind) if behind else ''}."


# -- words -----------------------------------------------------------------------------------


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{figure_text(points)} points"


def _names(placed: Sequence[Placed]) -> str:
    return listed([one.name for one in placed])


def _noun(count: int, noun: str) -> str:
    return counted(count, noun).split(" ", 1)[1]


def _what(night: Night, group: Sequence[Placed]) -> str:
    return _noun(len(group), "pair" if night.of_pairs else "player")


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
    """As newspapers write it: `nine`, `10`."""
    return NINE if count == len(NUMBERS) else NUMBERS[count] if 0 < count < len(NUMBERS) else figure_text(count)


def _ordinal(place: int) -> str:
    return ORDINALS.get(place) or ordinal(place)


def _in_place(place: int) -> str:
    return f"{_ordinal(place)} place"


def _start(count: int) -> str:
    """A number as a sentence begins with it: in words, below a hundred."""
    if count < 9:
        return _number(count).capitalize()
    if count < 20:
        return TEENS[count - 9]
    if count < 100:
        tens, one = TENS[count // 10 * 10], count % 10
        return f"{tens}-{_start(one).lower()}" if one else tens
    return str(count)
