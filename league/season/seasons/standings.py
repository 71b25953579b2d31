"""Places, with reasons and needs: a ledger's rows and the rules in, places out. Pure.

A place's points are the sum of its lines. Cases that the rules leave open are settled here. A night with no round but
ones the player never came to was not played. Of equal nights the one with more rounds won counts, then the earlier.
Points by hand wait for a first night. The own average for a round sat out is in whole points, halves up. A percentage
is that of all boards of a night; each night weighs alike. Head to head asks all rounds, dropped nights too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, TypeAlias

from league.evening.ties.parting import AT_THE_TABLE, Group, Tally, TieBreak, Who, ranked
from league.evening.ties.tie_breaks import DRAW, apart, lots
from scoring.rules.notation import average, counted, decimal_words, figure_words, listed, number

from .rules import TIE_BREAKS, PointsBy, SeasonRules, SitOuts

SAT_OUT: Final = "sat_out"
NEVER_CAME: Final = "absent"
FROM_FILE: Final = "from_file"


# -- what goes in ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One round of a member or pair, as in `LedgerRow`; one that ended level is not `won`. `place` is the evening's.
    `share` is a duplicate's, of its `boards`, in ten-thousandths of a board."""

    who: Who
    event: int
    day: date
    round_number: int
    kind: str
    points: int
    won: bool = False
    table: int | None = None
    side: str = ""
    sets: int = 0
    place: int = 1
    says: str = ""
    share: int = 0
    boards: int = 0

    @property
    def where(self) -> tuple[int, int, int | None]:
        return self.event, self.round_number, self.table


@dataclass(frozen=True, slots=True)
class Ledger:
    """Rows of the evenings that count; points `added` by hand; evenings `held`; members by category; lots by member."""

    rows: tuple[Row, ...] = ()
    added: Mapping[Who, Sequence[Line]] = field(default_factory=dict)
    held: int = 0
    categories: Mapping[int, Collection[int]] = field(default_factory=dict)
    lots: Mapping[int, float] = field(default_factory=dict)


# -- what comes out --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points: `round`, `credit`, `place`, `bonus`, `adjustment`, `file`; and the way to its cause."""

    kind: str
    points: int
    says: str
    event: int | None = None
    round_number: int | None = None
    table: int | None = None
    adjustment: int | None = None


def by_hand(points: int, reason: str = "", adjustment: int = 0) -> Line:
    return Line("adjustment", points, reason, adjustment=adjustment)


@dataclass(frozen=True, slots=True)
class Night:
    """One evening: `points` are its worth, by `lines`; `round_points` those of its rounds, `rounds` how many an average
    is over. `counts` is false for a dropped night, `was_played` for one without the player."""

    event: int
    day: date
    place: int
    points: int
    round_points: int
    rounds: int
    rounds_won: int
    high_round: int | None
    sets: int
    was_played: bool
    lines: tuple[Line, ...]
    bonuses: tuple[Line, ...] = ()
    percent: Fraction | None = None
    counts: bool = True

    @property
    def credit(self) -> int | None:
        found = [line.points for line in self.lines if line.kind == "credit"]
        return sum(found) if found else None


@dataclass(frozen=True, slots=True)
class Why:
    """Why a line is above the next: the deciding rule (`points`, `nights`, `shared`, or a tie-break's code), both
    figures, and the tie-breaks that left them level."""

    says: str = ""
    by: str = ""
    mine: str = ""
    theirs: str = ""
    level: tuple[str, ...] = ()


# What a line goes by before any tie-break: the figure, and points where they only part those who are level in it.
Score: TypeAlias = tuple[Fraction, int]


@dataclass(frozen=True)
class Stood:
    """A line of standings as a publication keeps it. `place` is shared by level lines, and None before one qualifies;
    `order` counts lines from 1. `counted` are the points of each counted night by event, `credits` their part for
    rounds sat out."""

    who: Who
    place: int | None
    order: int
    by: PointsBy
    figure: Fraction
    points: int
    counted: Mapping[int, int] = field(default_factory=dict)
    credits: Mapping[int, int] = field(default_factory=dict, compare=False)  # unknown of what was published before 1.1

    @property
    def figure_says(self) -> str:
        return decimal_words(self.figure) if self.by in ("average", "percent") else figure_words(self.figure)

    @property
    def score(self) -> Score:
        return self.figure, self.points if self.by in ("wins", "percent") else 0

    def kept(self) -> dict[str, Any]:
        counted, credits = ({str(event): points for event, points in of.items()} for of in (self.counted, self.credits))
        figures = {"by": self.by, "figure": str(self.figure), "points": self.points, "counted": counted}
        return figures | ({"credits": credits} if credits else {})

    @staticmethod
    def of(who: Who, place: int | None, order: int, kept: Mapping[str, Any]) -> Stood:
        nights = [{int(event): points for event, points in kept.get(of, {}).items()} for of in ("counted", "credits")]
        return Stood(who, place, order, kept["by"], Fraction(kept["figure"]), kept["points"], *nights)


@dataclass(frozen=True)
class Place(Stood):
    tally: Tally = field(kw_only=True)
    nights: tuple[Night, ...] = ()
    adjustments: tuple[Line, ...] = ()
    why: Why = Why()
    needs: tuple[str, ...] = ()
    nights_given: int | None = None  # by a past season's file, which has no nights

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        rounds = [line for night in self.nights if night.counts for line in night.lines]
        return (*rounds, *(line for night in self.nights for line in night.bonuses), *self.adjustments)

    @property
    def dropped(self) -> tuple[Night, ...]:
        return tuple(night for night in self.nights if not night.counts)

    @property
    def attended(self) -> int:
        given = self.nights_given
        return sum(night.was_played for night in self.nights) if given is None else given


# The places of all (None), and of each category with standings of its own.
Divisions: TypeAlias = Mapping[int | None, tuple[Place, ...]]


def standings(rules: SeasonRules, ledger: Ledger) -> Divisions:
    return _Season(rules, ledger).divisions()


# -- how it is worked out --------------------------------------------------------------------


@dataclass(frozen=True)
class _Season:
    rules: SeasonRules
    ledger: Ledger

    def divisions(self) -> Divisions:
        sums = self.sums()
        found: dict[int | None, tuple[Place, ...]] = {None: self.places(sums)}
        for category in self.rules.divisions:
            members = set(self.ledger.categories.get(category, ()))
            found[category] = self.places([one for one in sums if members.issuperset(one.who)])
        return found

    @cached_property
    def by_who(self) -> Mapping[Who, Sequence[Row]]:
        found: dict[Who, list[Row]] = defaultdict(list)
        for row in sorted(self.ledger.rows, key=attrgetter("day", "event", "round_number", "points")):
            found[row.who].append(row)
        return found

    def sums(self) -> list[Place]:
        return [self.sum(who, rows) for who, rows in sorted(self.by_who.items())]

    def sum(self, who: Who, rows: Sequence[Row]) -> Place:
        """A line before it stands in order."""
        adjustments = sorted(self.ledger.added.get(who, ()), key=attrgetter("adjustment", "points", "says"))
        own_average = average([row.points for row in rows if row.kind != SAT_OUT])
        nights = [self.night(tuple(night), own_average) for _, night in groupby(rows, key=attrgetter("event"))]
        best = sorted(nights, key=self.worth, reverse=True)[: self.rules.best or None]
        counting = {night.event for night in best}
        nights = [night if night.event in counting else replace(night, counts=False) for night in nights]
        bonuses = sum(line.points for night in nights for line in night.bonuses)
        points = sum(night.points for night in best) + bonuses + sum(line.points for line in adjustments)
        tally = Tally(
            who,
            total=sum(night.round_points for night in best) if self.rules.points_by == "places" else points,
            rounds=sum(night.rounds for night in best),
            rounds_won=sum(night.rounds_won for night in best),
            high_round=max((night.high_round for night in best if night.high_round is not None), default=0),
            sets=sum(night.sets for night in best),
            at_tables=[row for row in rows if row.kind in AT_THE_TABLE],
        )
        credits = {night.event: credit for night in nights if night.counts and (credit := night.credit) is not None}
        return Place(
            who=who,
            place=None,
            order=0,
            by=self.rules.points_by,
            figure=self.figure(tally, points, best),
            points=points,
            counted={night.event: night.points for night in nights if night.counts},
            credits=credits,
            tally=tally,
            nights=tuple(nights),
            adjustments=tuple(adjustments),
        )

    def night(self, rows: Sequence[Row], own_average: int) -> Night:
        played = [row for row in rows if row.kind in AT_THE_TABLE]
        was_played = any(row.kind != NEVER_CAME for row in rows)
        place = min(row.place for row in rows)
        lines = rounds = [line for row in rows if (line := self.line(row, own_average))]
        if self.rules.points_by == "places":
            worth = sum(self.rules.place_points[place - 1 : place])  # nothing below those that give points
            lines = [Line("place", worth, f"Place {place} of the night", rows[0].event)] if was_played else []
        won = sum(row.won for row in played)
        return Night(
            event=rows[0].event,
            day=rows[0].day,
            place=place,
            points=sum(line.points for line in lines),
            round_points=sum(line.points for line in rounds),
            rounds=len(rounds),
            rounds_won=won,
            high_round=max((row.points for row in played), default=None),
            sets=sum(row.sets for row in played),
            was_played=was_played,
            lines=tuple(lines),
            bonuses=tuple(self.bonuses(rows[0].event, won, place)) if was_played else (),
            percent=_percent(rows),
        )

    def line(self, row: Row, own_average: int) -> Line | None:
        if row.kind == FROM_FILE:
            return Line("file", row.points, row.says, row.event)
        if row.kind != SAT_OUT:
            return Line("round", row.points, f"Round {row.round_number}", *row.where)
        if self.credits == "nothing":
            return None
        if self.credits == "own_average":
            return Line("credit", own_average, f"Round {row.round_number}, sat out: own average", *row.where)
        return Line("credit", row.points, f"Round {row.round_number}, sat out: credit of the night", *row.where)

    @cached_property
    def credits(self) -> SitOuts:
        """An average is unmoved by a round that counts as its own average, a percentage by one without boards."""
        is_same = self.rules.points_by == "average" and self.rules.sit_outs == "own_average"
        return "nothing" if is_same or self.rules.points_by == "percent" else self.rules.sit_outs

    def bonuses(self, event: int, won: int, place: int) -> Iterator[Line]:
        rules = self.rules
        if rules.night_bonus:
            yield Line("bonus", rules.night_bonus, "Bonus for coming", event)
        if rules.round_won_bonus and won:
            yield Line("bonus", won * rules.round_won_bonus, f"Bonus for {counted(won, 'round')} won", event)
        if rules.night_won_bonus and place == 1:
            yield Line("bonus", rules.night_won_bonus, "Bonus for winning the night", event)

    def worth(self, night: Night) -> tuple[Any, ...]:
        earlier = (-night.day.toordinal(), -night.event)
        if self.rules.points_by == "average":
            mean = Fraction(night.points, night.rounds) if night.rounds else Fraction(0)
            return (night.rounds > 0, mean, night.rounds_won, *earlier)
        if self.rules.points_by == "wins":
            return (night.rounds_won, night.points, *earlier)
        if self.rules.points_by == "percent":
            return (night.percent is not None, night.percent or Fraction(0), night.rounds_won, *earlier)
        return (night.points, night.rounds_won, *earlier)

    def figure(self, tally: Tally, points: int, nights: Iterable[Night]) -> Fraction:
        if self.rules.points_by == "percent":
            found = [night.percent for night in nights if night.percent is not None]
            return sum(found, Fraction(0)) / max(len(found), 1)
        if self.rules.points_by == "average":
            return tally.average
        return Fraction(tally.rounds_won if self.rules.points_by == "wins" else points)

    # -- in order

    def places(self, sums: Iterable[Place]) -> tuple[Place, ...]:
        needed = self.rules.needed_after(self.ledger.held)
        by_who = {one.who: one for one in sums}
        inside = [one for one in by_who.values() if one.attended >= needed]
        outside = [one for one in by_who.values() if one.attended < needed]
        found = [*self.lines(inside), *self.lines(outside, has_place=False)]
        places: list[Place] = []
        place = 0
        for order, (who, why, is_first) in enumerate(found, start=1):
            one = by_who[who]
            place = order if is_first else place
            if order == len(inside) and outside:
                why = replace(why, says=_joined(why.says, "played enough nights; the next hasn’t yet"), by="nights")
            places.append(
                replace(
                    one,
                    place=place if order <= len(inside) else None,
                    order=order,
                    why=why,
                    needs=tuple(self.needs(one, needed)),
                )
            )
        return tuple(places)

    @cached_property
    def chain(self) -> tuple[TieBreak, ...]:
        goes_by: Mapping[PointsBy, tuple[str, ...]] = {
            "total": ("total",),
            "wins": ("wins", "total"),
            "average": ("average",),
            "places": (),
            "percent": ("total",),
        }
        first = goes_by[self.rules.points_by]  # those who are level have these alike
        return tuple(TIE_BREAKS[code] for code in self.rules.tie_breaks if code not in first)

    def lines(self, sums: Sequence[Place], *, has_place: bool = True) -> list[tuple[Who, Why, bool]]:
        """Players in order, each with why they are above the next, and whether they are the first at their place."""
        draws = has_place and self.rules.level == "draw"
        chain = (*self.chain, lots(self.ledger.lots)) if draws and self.ledger.lots else self.chain
        shares = "shares the place" if has_place else ""
        shares = "shares the place until lots are drawn" if draws and not self.ledger.lots else shares
        by_score = groupby(sorted(sums, key=lambda one: one.score, reverse=True), key=lambda one: one.score)
        scores = [(score, [one.tally for one in group]) for score, group in by_score]
        found: list[tuple[Who, Why, bool]] = []
        for at, (score, level) in enumerate(scores):
            below = self.gap(score, scores[at + 1][0]) if at + 1 < len(scores) else Why()
            for group in ranked(level, chain):
                last = self.parting(score, group) if group.below else below
                found += self.shared(score, group, last, shares)
        return found

    def shared(self, score: Score, group: Group, last: Why, shares: str) -> Iterator[tuple[Who, Why, bool]]:
        """The lines that share a place: the last of them says why they are all above the next."""
        level = sorted(one.who for one in group.level)
        for at, who in enumerate(level):
            if at + 1 < len(level):
                says = _joined(_level(self.score_says(score), group.passed, is_all=True), shares)
                why = Why(says, "shared", level=_codes(group.passed))
            elif len(level) > 1:
                why = replace(last, says=_joined(shares, last.says), by=last.by or "shared")
            else:
                why = last
            yield who, why, at == 0

    def gap(self, mine: Score, theirs: Score) -> Why:
        if self.rules.points_by == "average":
            says = f"{difference_words(mine[0] - theirs[0])} points more per round"
            return Why(says, "points", *apart(mine[0], theirs[0]))
        if self.rules.points_by == "wins" and mine[0] != theirs[0]:
            more = int(mine[0] - theirs[0])
            says = f"{number(more)} more {'round' if more == 1 else 'rounds'} won"
            return Why(says, "points", figure_words(int(mine[0])), figure_words(int(theirs[0])))
        if self.rules.points_by == "percent" and mine[0] != theirs[0]:
            return Why(f"{difference_words(mine[0] - theirs[0])}% more", "points", *apart(mine[0], theirs[0]))
        is_level = self.rules.points_by in ("wins", "percent")  # in what comes first
        high, low = (Fraction(score[1] if is_level else score[0]) for score in (mine, theirs))
        says = f"{points_words(high - low)} more"
        if is_level:
            says = f"level at {self.score_says(mine)[0]}; {says}"
        return Why(says, "points", figure_words(high), figure_words(low))

    def parting(self, score: Score, group: Group) -> Why:
        below = group.below
        assert below is not None, "asked only where a tie-break parts them"
        level = _level(self.score_says(score), below.passed, is_all=below.by.code == DRAW)
        says = f"{level}; {below.says}"
        return Why(says, below.by.code, below.mine.says, below.theirs.says, _codes(below.passed))

    def score_says(self, score: Score) -> list[str]:
        """`4,120`; `41.3 per round`; `14 rounds won` and `4,120 points`."""
        if self.rules.points_by == "average":
            return [f"{decimal_words(score[0])} per round"]
        if self.rules.points_by == "wins":
            return [f"{counted(int(score[0]), 'round')} won", points_words(score[1])]
        if self.rules.points_by == "percent":
            return [percent_words(score[0]), points_words(score[1])]
        return [figure_words(score[0])]

    def needs(self, one: Place, needed: int) -> Iterator[str]:
        short = needed - one.attended
        if short > 0:
            yield f"{number(short)} more {'night' if short == 1 else 'nights'} to qualify"
        counting = [night.points for night in one.nights if night.counts]
        if self.rules.best and len(counting) == self.rules.best and self.rules.points_by in ("total", "places"):
            yield f"only a night over {figure_words(min(counting))} would count"
        percents = [night.percent for night in one.nights if night.counts and night.percent is not None]
        if self.rules.best and len(percents) == self.rules.best and self.rules.points_by == "percent":
            yield f"only a night over {percent_words(min(percents))} would count"


def _percent(rows: Sequence[Row]) -> Fraction | None:
    share, boards = sum(row.share for row in rows), sum(row.boards for row in rows)
    return Fraction(share, 100 * boards) if boards else None


def _codes(tie_breaks: Iterable[TieBreak]) -> tuple[str, ...]:
    return tuple(one.code for one in tie_breaks)


def _level(score: Sequence[str], passed: Sequence[TieBreak], *, is_all: bool = False) -> str:
    """`level at 4,120`, `level at 4,120, head to head and in rounds won`, `level at 4,120 and in every tie-break`."""
    names = ["in every tie-break"] if is_all and len(passed) > 1 else [one.level for one in passed]
    return f"level at {listed([*score, *names])}"


def _joined(*sentences: str) -> str:
    return "; ".join(one for one in sentences if one)


def points_words(points: Fraction | float) -> str:
    return f"{figure_words(points)} {'point' if abs(points) == 1 else 'points'}"


def percent_words(percent: Fraction) -> str:
    return f"{decimal_words(percent)}%"


def difference_words(figure: Fraction) -> str:
    """A difference of averages with as many digits as it takes to see it."""
    return next((says for digits in range(1, 6) if (says := decimal_words(figure, digits)).strip("−0.")), "0.00001")


# -- what moved ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """A line that changed: `before` is None for a new one, `after` for one that is gone. `nights` are, by event, old
    and new points of nights that changed; `credits` those for sitting out."""

    who: Who
    before: Stood | None
    after: Stood | None
    nights: Mapping[int, tuple[int | None, int | None]]
    says: str
    credits: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def has_moved(self) -> bool:
        return (self.before.place if self.before else None) != (self.after.place if self.after else None)


_Lines: TypeAlias = Mapping[Who, Stood]


def changed(before: Iterable[Stood], after: Iterable[Stood]) -> tuple[Move, ...]:
    old, new = _by_who(before), _by_who(after)
    gone = [who for who in old if who not in new]
    return tuple(
        _move(who, old, new)
        for who in (*new, *gone)
        if who not in old
        or who not in new
        or (old[who].place, old[who].by, old[who].score) != (new[who].place, new[who].by, new[who].score)
    )


def _by_who(lines: Iterable[Stood]) -> _Lines:
    """Lines by member or pair. A member entered twice had two: the better one is taken."""
    found: dict[Who, Stood] = {}
    for one in lines:
        found.setdefault(one.who, one)
    return found


def moved(before: Iterable[Stood], after: Iterable[Stood]) -> tuple[Move, ...]:
    return tuple(move for move in changed(before, after) if move.has_moved)


def _move(who: Who, old: _Lines, new: _Lines) -> Move:
    was, now = old.get(who), new.get(who)
    had, has = (one.counted if one else {} for one in (was, now))
    nights = {
        event: (had.get(event), has.get(event)) for event in sorted({*had, *has}) if had.get(event) != has.get(event)
    }
    old_credits, new_credits = (one.credits if one else {} for one in (was, now))
    both = {event: (old_credits[event], new_credits[event]) for event in old_credits.keys() & new_credits.keys()}
    credits = {event: (one, other) for event, (one, other) in both.items() if one != other}
    return Move(who, was, now, nights, _because(was, now, old, new), credits)


def _because(was: Stood | None, now: Stood | None, old: _Lines, new: _Lines) -> str:
    if was is None:
        return "new in the standings"
    if now is None:
        return "no longer in the standings"
    if was.place is None and now.place is not None:
        return "has enough nights for a place now"
    if was.place is not None and now.place is None:
        return "doesn’t have enough nights for a place now"
    if was.by != now.by:
        return _BY_NOW[now.by]
    return _joined(_own_change(was, now), _passing(was, now, old, new)) or "others moved"


_BY_NOW: Final[Mapping[PointsBy, str]] = {
    "total": "places go by all points now",
    "average": "places go by the average per round now",
    "wins": "places go by rounds won now",
    "places": "places go by the points for each night’s place now",
    "percent": "places go by percentages now",
}


def _own_change(was: Stood, now: Stood) -> str:
    more, points = now.figure - was.figure, now.score[1] - was.score[1]
    if now.by == "average" and more:
        return f"{difference_words(abs(more))} points {'more' if more > 0 else 'fewer'} per round"
    if now.by == "percent" and more:
        return f"{difference_words(abs(more))}% {'more' if more > 0 else 'less'}"
    if now.by == "wins" and more:
        return (
            f"{number(abs(int(more)))} {'more' if more > 0 else 'fewer'} {'round' if abs(more) == 1 else 'rounds'} won"
        )
    change = Fraction(points or more)
    return f"{points_words(abs(change))} {'more' if change > 0 else 'fewer'}" if change else ""


def _passing(was: Stood, now: Stood, old: _Lines, new: _Lines) -> str:
    if was.place is None or now.place is None:
        return ""
    up = down = 0
    for who in old.keys() & new.keys() - {now.who}:
        before, after = old[who].place, new[who].place
        was_above = before is not None and before < was.place
        is_above = after is not None and after < now.place
        up += was_above and not is_above
        down += is_above and not was_above
    parts = [f"passed {_others(up)}"] if up else []
    return " and ".join([*parts, *([f"was passed by {_others(down)}"] if down else [])])


def _others(count: int) -> str:
    return f"{number(count)} {'other' if count == 1 else 'others'}"
