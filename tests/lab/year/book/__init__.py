"""The other book: what any page, paper, file or mail of a club must say, worked out of its journal.

Written from the clubs' printed rules, the documents of the app and what its forms and pages promise; never from what
works these out in the app, of which it imports nothing. It is slow and plain on purpose.

    games      what a hand is worth
    tricks     who takes a trick, and what it is worth
    telling    the journal, read into nights
    nights     a night: tables, everybody's rounds, places
    boards     duplicate
    seasons    standings
    money      fees, dues, pots and prizes
    counts     what is counted over the years, and records
    figures    how figures are said

`Book(journal).figure(said)` is every figure that would be right, or None where the rules alone don't say it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import TypeAlias
from zoneinfo import ZoneInfo

from tests.lab.year.journal import WORDS, Closed, Journal, Penalized, Played, Said, Sat

from . import counts, money
from .figures import Fraction, decimal, dollars, is_same
from .games import side_of, sides_of
from .nights import Result, Row, Standing, Table
from .seasons import Line, Season
from .telling import Told

Figures: TypeAlias = tuple[str, ...]
Published: TypeAlias = dict[tuple[str, str], list[Line]]  # by season and division: “2027–28, publication 3”, “Women”

# What a club may rule, by a line of the journal; with “Night/” or “Season/” before it, of that one alone.
RULES = {
    "game": "of a night that is not the club's own: “npa” …",
    "hands": "how many a round has (4)",
    "end of a round": "“hands” or “game”",
    "other game": "of tables of three",
    "sitting out": "“own average”, “winners’ average”, or a number of points",
    "places by": "“points” or “rounds won”",
    "final after": "so many rounds; 0: none",
    "final places": "how many play in it",
    "final carries": "whether points so far count in it",
    "one list": "of both directions of a duplicate for pairs",
    "zone": "whose clocks the club goes by",
    "start": "of a night, by them: “19:00”",
    "guest fee": "dollars",
    "pot": "{name, per player, per set} in dollars",
    "prize": "{kind, place, name, category, at least, amount or percent, pot}",
    "dues": "dollars of every member, once for each year",
    "played by": "“pairs”: a season of pairs",
    "points by": "“total”, “average”, “rounds won”, “places”, “percentages”",
    "points for places": "from the first down",
    "sitting out counts": "“as played”, “own average”, “nothing”",
    "best": "nights that count",
    "nights needed": "for a place",
    "one more per": "so many nights held",
    "night bonus": "",
    "round won bonus": "",
    "night won bonus": "",
    "guests are in": "",
    "level by": "of “head to head”, “rounds won”, “high round”, “fewest sets”, “total”, “average”",
    "still level": "“shared” or “lots”",
}


class Book:
    """A club's book, up to a line of its journal."""

    def __init__(
        self,
        journal: Journal,
        upto: int | None = None,
        *,
        today: date | None = None,
        published: Published | None = None,
    ) -> None:
        self.game, self.lines = journal.game, journal.lines[:upto]
        lines = self.lines
        self.told = Told(lines)
        self.today = today or max((line.day for line in lines), default=date.min)
        self._prizes_of: dict[str, money.Prizes] = {}
        self.published: Published = {} if published is None else published
        self._lines: Published = {}
        self._earlier: dict[tuple[str, str], Book] = {}
        self.results = {name: Result(self.told, journal.game, night) for name, night in self.told.nights.items()}

    @cached_property
    def closed(self) -> list[Result]:
        """Nights that are over and count, in order."""
        found = [one for one in self.results.values() if one.night.is_closed and not one.night.is_void]
        return sorted(found, key=lambda one: one.night.day)

    @cached_property
    def _seasons(self) -> dict[str, Season]:
        names = {one.night.planned.season for one in self.results.values()} - {""}
        return {name: Season(self.told, name, self.results) for name in names}

    # What is asked ------------------------------------------------------------------------------------------

    def is_right(self, said: Said) -> bool | None:
        """Whether a medium said what it must; None where the book can't tell."""
        figures = self.figure(said)
        if figures is None:
            return None
        return is_same(said.figure, figures if isinstance(figures, tuple) else (figures,))

    def figure(self, said: Said) -> str | Figures | None:
        """Every figure that would be right; None where nobody of that name, no such night, or no rule says it."""
        of, _, after = said.of.partition(", after ")
        if after.startswith("round "):
            after, _, rest = after.partition(", ")
            return self._after(of, after).figure(replace(said, of=f"{of}, {rest}" if rest else of))
        if after:
            found = self._after(of, after).figure(replace(said, of=of))
            if of in self._seasons and after in self.told.nights and isinstance(found, tuple):
                # A notice says what it said when it was published, whatever is put right at the nights before it.
                then = self.figure(replace(said, of=f"{of}, publication {self.told.nights[after].day}"))
                found += then if isinstance(then, tuple) else ()
            return found
        asked = ASKED.get(said.what)
        return asked(self, said) if asked else None

    def _after(self, of: str, after: str) -> Book:
        """The book as if nothing had come after that round of the night, or that night of the season."""
        if (of, after) not in self._earlier:
            number, night = after.removeprefix("round "), self.told.nights.get(after)
            last = night.day if night else date.max
            lines = [
                line
                for line in self.lines
                if (
                    not hasattr(line, "night") or (self.told.nights[line.night].day if line.night else line.day) <= last
                )
                and not (
                    number.isdigit() and getattr(line, "night", "") == of and getattr(line, "round", 0) > int(number)
                )
            ]
            self._earlier[of, after] = Book(Journal("", self.game, lines), today=self.today)
        return self._earlier[of, after]

    # Nights -------------------------------------------------------------------------------------------------

    def _at(self, said: Said) -> tuple[Result | None, list[str]]:
        """The night and the rest of `of`, split: “October 6, round 2, table 3” by the longest name of a night."""
        for name in sorted(self.results, key=len, reverse=True):
            if said.of == name or said.of.startswith(f"{name}, "):
                return self.results[name], said.of[len(name) + 2 :].split(", ") if said.of != name else []
        return None, []

    def _who(self, whom: str) -> tuple[str, ...]:
        """A person, or the two of a pair."""
        if name := self.told.who(whom):
            return (name,)
        for joint in (" & ", " and ", " – ", " / "):
            names = tuple(self.told.who(part) for part in whom.split(joint))
            if len(names) > 1 and all(names):
                return names
        return ()

    def _standing(self, said: Said) -> tuple[Result, Standing, tuple[str, ...]] | None:
        result, _ = self._at(said)
        who = self._who(said.whom)
        standing = result.standing_of(who[0]) if result and result.has_places and who else None
        return (result, standing, who) if result and standing else None

    def place(self, said: Said) -> Figures | None:
        if (found := self._standing(said)) is None:
            return None
        result, standing, who = found
        places = _place_words(standing.place, is_shared=standing.is_shared)
        if len(standing.names) > 1 and len(who) == 1:  # in the list by player, a pair shares its place
            before = sum(len(one.names) for one in result.standings if one.place < standing.place)
            places += _place_words(before + 1, is_shared=True)
        return places

    def points(self, said: Said) -> Figures | None:
        if (found := self._standing(said)) is None:
            return None
        result, standing, who = found
        if result.compared:
            return self._share_words(result, standing)
        if len(standing.names) > 1 and len(who) == 1:
            return (str(sum(row.points for row in result.rows_of(who[0]))), str(standing.points))
        if result.rule("places by", "points") == "rounds won":
            return (str(standing.points), f"{standing.won} won, {standing.points}")
        return (str(standing.points),)

    def percentage(self, said: Said) -> Figures | None:
        found = self._standing(said)
        return self._share_words(found[0], found[1]) or None if found else None

    def _share_words(self, result: Result, standing: Standing) -> Figures:
        """In a column of percentages, the sign stands in its heading."""
        if standing.share is None:
            return ()
        figure = str(decimal(standing.share, 6))
        return (figure, f"{figure}%") if result.compared == "matchpoints" else (figure,)

    def round_points(self, said: Said) -> Figures | None:
        result, rest = self._at(said)
        number, who = _number(rest, "round"), self._who(said.whom)
        rows = [row for row in result.rows_of(who[0]) if row.round == number] if result and who else []
        share = result.share_of(who[0], number) if result and who else None
        if share is not None:
            return (str(decimal(share, 6)),)
        return tuple(words for row in rows for words in _row_words(row)) or None

    def points_off(self, said: Said) -> str | None:
        result, rest = self._at(said)
        number, who = _number(rest, "round"), self._who(said.whom)
        return str(result.points_off(who[0], number)) if result and who and number else None

    def made(self, said: Said) -> str | None:
        """The points made at the tables of a duplicate, of the night or a round."""
        result, rest = self._at(said)
        number, who = _number(rest, "round"), self._who(said.whom)
        rows = [row for row in result.rows_of(who[0]) if number in (None, row.round)] if result and who else []
        return str(sum(row.points for row in rows)) if rows else None

    def games_won(self, said: Said) -> str | None:
        found = self._standing(said)
        return str(sum(bool(row.won) for row in found[0].rows_of(found[2][0]))) if found else None

    def _table(self, said: Said) -> Table | None:
        result, rest = self._at(said)
        where = _number(rest, "round"), _number(rest, "table")
        return next((one for one in result.tables if (one.round, one.number) == where), None) if result else None

    def total(self, said: Said) -> str | None:
        table = self._table(said)
        return str(table.totals[said.whom]) if table and said.whom in table.totals else None

    def total_of_hands(self, said: Said) -> str | None:
        table = self._table(said)
        return str(sum(worth.score.get(said.whom, 0) for *_, worth in table.hands)) if table else None

    def margin(self, said: Said) -> str | None:
        table = self._table(said)
        if table is None or said.whom not in table.totals:
            return None
        return str(2 * table.totals[said.whom] - sum(table.totals.values()))

    def score(self, said: Said) -> str | None:
        table, (_, rest) = self._table(said), self._at(said)
        for at, hand, worth in table.hands if table else ():
            is_it = at == _number(rest, "hand") or (hand.board and hand.board == _number(rest, "board"))
            if is_it and said.whom in worth.score:
                return str(worth.score[said.whom])
        return None

    def board_share(self, said: Said) -> str | None:
        result, rest = self._at(said)
        number, table, board = (_number(rest, word) or 0 for word in ("round", "table", "board"))
        share = result.shares.get((number, table, board), {}).get(said.whom) if result else None
        scale = 100 if result and result.compared == "matchpoints" else 1
        return None if share is None else str(decimal(share * scale, 6))

    def seat(self, said: Said) -> Figures | None:
        found: Figures = ()
        for one, seat in self._sat(said):
            found += (f"round {one.round}, table {one.table}, {seat}", f"table {one.table}, {seat}")
        return found or None

    def beside(self, said: Said) -> Figures | None:
        """Who sits on the own side, or whose seat it is."""
        found = []
        for one, own in self._sat(said):
            side = side_of(own, sides_of(list(one.seats)))
            found.append({name for seat, name in one.seats.items() if seat in side and seat != own})
            found.append({self._other(one, name) for name in found[-1]})
        if {self.told.who(said.figure)} in found:  # by initials, too
            return (said.figure,)
        return tuple(" & ".join(sorted(names)) or "nobody" for names in found) or None

    def _sat(self, said: Said) -> Iterator[tuple[Sat, str]]:
        """Where and in which seat somebody sat at a night, or in one round of it."""
        result, rest = self._at(said)
        helpers = {name for _, name in result.night.stand_ins} if result else set()  # some are in no list of the club
        who, number = self._who(said.whom) or tuple(helpers & {said.whom}), _number(rest, "round")
        for one in itertools.chain.from_iterable(result.night.sat.values()) if result and who else ():
            if number in (None, one.round):
                names = (who[0], self._other(one, who[0]))
                yield from ((one, seat) for seat, name in one.seats.items() if name in names)

    def _other(self, sat: Sat, name: str) -> str:
        """Who sits there for that player, or for whom they sit there; else the same name."""
        ins = {one: player for (at, one), player in self.told.nights[sat.night].stand_ins.items() if at == sat.round}
        return (ins | {player: one for one, player in ins.items()}).get(name, name)

    def final(self, said: Said) -> str | None:
        result, who = self._at(said)[0], self._who(said.whom)
        return ("in" if who[0] in result.finalists else "out") if result and result.finalists and who else None

    def table(self, said: Said) -> Figures | None:
        """Where the seat isn't said."""
        return tuple(seat.rsplit(", ", 1)[0].split(", ")[-1] for seat in self.seat(said) or ()) or None

    def start(self, said: Said) -> str | None:
        """Clocks are changed between two nights: eight in the evening is another hour elsewhere then."""
        result, _ = self._at(said)
        if result is None or not (zone := self.told.rule("zone", "")):
            return None
        hour = time.fromisoformat(self.told.rule("start", "", night=result.night))
        begins = datetime.combine(result.night.day, hour, ZoneInfo(zone))
        return begins.astimezone(UTC).strftime("%Y%m%dT%H%M")

    # Seasons ------------------------------------------------------------------------------------------------

    def _line(self, said: Said) -> tuple[Season, Line] | None:
        """`of` is a season, or “Season 32, Women” for a category's own standings."""
        found = re.fullmatch(f"({'|'.join(map(re.escape, self._seasons))})(, publication [0-9-]+)?(?:, (.*))?", said.of)
        if not self._seasons or not found:
            return None
        season, publication, division = found[1], found[2] or "", found[3] or ""
        lines = self.published.get((season + publication, division), []) if publication else self._of(season, division)
        who = {other for name in self._who(said.whom)[:1] for other in (name, *self.told.former.get(name, ()))}
        line = next((one for one in lines if who & set(one.who)), None)
        return (self._seasons[season], line) if line else None

    def _of(self, season: str, division: str) -> list[Line]:
        if (season, division) not in self._lines:
            self._lines[season, division] = self._seasons[season].lines(division)
        return self._lines[season, division]

    def publish(self, season: str, number: int | date) -> None:
        """The standings as they are now stay what that publication says, or the notice of that day."""
        for division in ("", *self.told.categories) if season in self._seasons else ():
            self.published.setdefault((f"{season}, publication {number}", division), self._of(season, division))

    def season_place(self, said: Said) -> Figures | None:
        if (found := self._line(said)) is None:
            return None
        _, line = found
        places = tuple(words for one in line.places for words in _place_words(one, is_shared=line.is_shared))
        return places or ("", "–", "-")

    def season_points(self, said: Said) -> Figures | None:
        if (found := self._line(said)) is None:
            return None
        season, line = found
        first = line.figure[0]
        match season.rule("points by", "total"):
            case "percentages":
                return (f"{decimal(first, 6)}%",)
            case "average":
                return (str(decimal(first, 6)),)
            case "rounds won":
                return (str(first), f"{first} won, {line.figure[1]}")
        return (str(first),)

    def nights(self, said: Said) -> str | None:
        found = self._line(said)
        return str(found[1].nights) if found else None

    # Money --------------------------------------------------------------------------------------------------

    def owes(self, said: Said) -> str | None:
        result, _ = self._at(said)
        who = self._who(said.whom)
        if result is not None and (who or not said.whom):
            names = who[:1] if who else result.night.came  # of nobody: of all
            return dollars(sum(money.owed(self.told, result, name) for name in names))
        if not who or (said.of and said.of not in ("dues", *self._seasons)):
            return None
        fees, dues = self._fees_owed(who[0], said.of), money.dues_owed(self.told, who[0], self.today)
        return dollars(dues if said.of == "dues" else fees if said.of else fees + dues)

    def _fees_owed(self, name: str, season: str = "", before: date = date.max) -> int:
        """For nights that are over, of a season or all of a year, before a day."""
        day = min(before, self.today)
        nights = self._seasons[season].results if season in self._seasons else [*self.results.values()]
        over = [one for one in nights if money.is_asked_for(self.told, one, one.night.day if season else day)]
        return sum(money.owed(self.told, one, name) for one in over if one.night.day < before)

    def owes_fees(self, said: Said) -> str | None:
        who = self._who(said.whom)
        return dollars(self._fees_owed(who[0])) if who else None

    def owes_from_before(self, said: Said) -> str | None:
        """At the door of a night, for those before it."""
        result, who = self._at(said)[0], self._who(said.whom)
        return dollars(self._fees_owed(who[0], before=result.night.day)) if result and who else None

    def paid(self, said: Said) -> str | None:
        result, _ = self._at(said)
        who = self._who(said.whom)
        if result is not None and not said.whom:
            return dollars(sum(money.paid(self.told, name, result.night.name) for name in result.night.came))
        if who and said.of in self._seasons:
            nights = [one.night.name for one in self._seasons[said.of].results]
            return dollars(sum(money.paid(self.told, who[0], night) for night in nights))
        if not who or (said.of and result is None and said.of != "dues"):
            return None
        what = "dues" if said.of == "dues" else "fee"
        return dollars(money.paid(self.told, who[0], result.night.name if result else "", what=what))

    def takings(self, said: Said) -> str | None:
        result, _ = self._at(said)
        return dollars(money.takings(self.told, result.night.name)) if result else None

    def _prizes(self, result: Result) -> money.Prizes:
        """With what the pots of earlier nights of the series left."""
        name, series = result.night.name, result.night.planned.series
        if name not in self._prizes_of:
            nights = [one for one in self.closed if one.night.day < result.night.day]
            before = [one for one in nights if series and one.night.planned.series == series]
            carried = self._prizes(before[-1]).left() if before else {}
            self._prizes_of[name] = money.Prizes(self.told, result, carried)
        return self._prizes_of[name]

    def _as_closed(self, result: Result) -> Book | None:
        """The book when a night was closed: its cash sheet stays as it was then, whatever is corrected later."""
        name = result.night.name
        of_night = [(at, line) for at, line in enumerate(self.lines) if getattr(line, "night", "") == name]
        closed = max((at for at, line in of_night if isinstance(line, Closed)), default=0)
        if not closed or not any(at > closed and isinstance(line, Played | Penalized) for at, line in of_night):
            return None
        return Book(Journal("", self.game, self.lines), closed + 1)

    def prize(self, said: Said) -> Figures | None:
        """All that somebody has won at a night, or one prize of it: “night, High hand”; of nobody, all who share it."""
        result, rest = self._at(said)
        who = self._who(said.whom)
        if result is None or not (who or (rest and not said.whom)):
            return None
        prizes, title = self._prizes(result), ", ".join(rest)
        if said.whom:
            won = prizes.won()
            shares = [won.get(one, {}).get(who[0], (0, 0)) for one in ([title] if rest else won)]
            least, most = sum(share[0] for share in shares), sum(share[1] for share in shares)
        else:
            least = most = prizes.shared.get(title, 0)
        before = self._as_closed(result)
        return tuple(map(dollars, range(least, most + 1))) + ((before.prize(said) or ()) if before else ())

    def pot(self, said: Said) -> Figures | None:
        """What is in a pot: `of` is “night, Set money”."""
        result, rest = self._at(said)
        pots = self._prizes(result).pots if result else {}
        if result is None or ", ".join(rest) not in pots:
            return None
        before = self._as_closed(result)
        return (dollars(pots[", ".join(rest)]), *((before.pot(said) or ()) if before else ()))

    def set_money(self, said: Said) -> str | None:
        result, _ = self._at(said)
        who = self._who(said.whom)
        return dollars(self._prizes(result).set_money.get(who[0], 0)) if result and who else None

    # Counts -------------------------------------------------------------------------------------------------

    def _those(self, said: Said) -> list[Result]:
        """The nights that a count is of: all, a season's, or one."""
        result, _ = self._at(said)
        if result is not None:
            return [result]
        return self._seasons[said.of].results if said.of in self._seasons else self.closed

    def company(self, said: Said) -> str | None:
        """Of the rounds of two, as partners or opponents: how many, how many won, points in all or on average. `of` is
        the other, after the season or night that it is of."""
        of, _, other = said.of.rpartition(", ")
        who, other_one = self._who(said.whom), self._who(other)
        if not who or not other_one or (of and of not in self._seasons and of not in self.results):
            return None
        how, _, what = said.what.partition(" ")
        rounds = counts.rounds_together if how == "partner" else counts.rounds_against
        rows = rounds(self._those(replace(said, of=of)), who[0], other_one[0])
        points = sum(row.points for row in rows)
        figures = {"": len(rows), "won": sum(bool(row.won) for row in rows), "points": points}
        return str(decimal(Fraction(points, len(rows) or 1), 6) if what == "average" else figures[what])

    def outcomes(self, said: Said) -> Figures | None:
        """The own bids that failed, or were made: so many of all, or alone."""
        if not (who := self._who(said.whom)):
            return None
        failed, bid = counts.bids_of(self._those(said), who[0])
        those = failed if said.what == "sets" else bid - failed
        return f"{those} of {bid}", str(those)

    def counted(self, said: Said) -> Figures | None:
        """Of a person; of nobody, the club’s: of all, or of one book alone."""
        count, names = COUNTED[said.what], self._who(said.whom)[:1] if said.whom else tuple(self.told.people)
        those = self._those(said)
        if not names or said.whom:
            return (str(count(those, names[0])),) if names else None
        every, main = (
            sum(count(results, name) for name in names) for results in (those, [one.of_one_book for one in those])
        )
        return str(every), str(main), str(every - main)

    def average(self, said: Said) -> str | None:
        """Per round played."""
        who = self._who(said.whom)
        points = [row.points for row in counts.played(self._those(said), who[0])] if who else []
        return str(decimal(Fraction(sum(points), len(points)), 6)) if points else None

    def record(self, said: Said) -> Figures | None:
        """The best of the club, or of one person, by the book that is played most."""
        names = self._who(said.whom) if said.whom else tuple(self.told.people)
        results = self._those(said)
        if said.what not in counts.OVER_ALL_BOOKS:
            results = [result.of_one_book for result in results]
        found = _best(counts.RECORDS[said.what](results, name) for name in names)
        if said.what == "most meld in a hand":  # some count what was laid down, some what wasn't lost
            return found + _best(counts.most_meld(results, name, that_counted=True) for name in names)
        return found or None


def _best(figures: Iterable[Fraction | int | None]) -> Figures:
    best = max((figure for figure in figures if figure is not None), default=None)
    if best is None:
        return ()
    return (str(best) if best == int(best) else str(decimal(Fraction(best), 6)),)


def _place_words(place: int, *, is_shared: bool) -> Figures:
    return (str(place), f"{place}=") if is_shared else (str(place),)


def _row_words(row: Row) -> Figures:
    """A sit-out's credit stands in brackets."""
    return (str(row.points), f"({row.points})") if row.kind == "out" else (str(row.points),)


def _number(rest: list[str], word: str) -> int | None:
    found = [part.removeprefix(f"{word} ") for part in rest if part.startswith(f"{word} ")]
    return int(found[0]) if found and found[0].isdigit() else None


COUNTED: dict[str, Callable[[list[Result], str], int]] = {
    "rounds": lambda results, name: len(counts.played(results, name)),
    "rounds won": counts.rounds_won,
    "nights played": lambda results, name: sum(bool(counts.played([one], name)) for one in results),
    "side sets": counts.side_sets,
    "hands": lambda results, name: sum(1 for one in results for _ in counts.hands_of(one, name)),
    "bids": lambda results, name: counts.bids_of(results, name)[1],
}
ASKED: dict[str, Callable[[Book, Said], str | Figures | None]] = {
    "place": Book.place,
    "points": Book.points,
    "points made": Book.made,
    "round points": Book.round_points,
    "round points made": Book.made,
    "points off": Book.points_off,
    "games won": Book.games_won,
    "percentage": Book.percentage,
    "total": Book.total,
    "total of hands": Book.total_of_hands,
    "margin": Book.margin,
    "score": Book.score,
    "season place": Book.season_place,
    "season points": Book.season_points,
    "nights": Book.nights,
    "owes": Book.owes,
    "owes fees": Book.owes_fees,
    "owes dues": lambda book, said: book.owes(replace(said, of="dues")),
    "owes from before": Book.owes_from_before,
    "paid": Book.paid,
    "takings": Book.takings,
    "prize": Book.prize,
    "pot": Book.pot,
    "set money": Book.set_money,
    **dict.fromkeys((one for one in WORDS if one.startswith(("partner", "opponent"))), Book.company),
    "sets": Book.outcomes,
    "bids made": Book.outcomes,
    "average": Book.average,
    **dict.fromkeys(COUNTED, Book.counted),
    "seat": Book.seat,
    "beside": Book.beside,
    "table": Book.table,
    "board share": Book.board_share,
    "final": Book.final,
    "start": Book.start,
    **dict.fromkeys(counts.RECORDS, Book.record),
}
