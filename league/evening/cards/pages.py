"""Points of an evening in words, with their steps, for screens and paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from league.models import Event, EventRound
from league.models.members import full_names
from pinochle_club.ground.exports import figure_in
from scoring.boards.comparison import Method
from scoring.models import ScoreCard
from scoring.rules.notation import figure_text, figure_words, signed
from scoring.score_card.names import Names
from scoring.score_card.pages.card import names_at
from scoring.score_card.sheet import Line, Sheet

from .boards import together
from .pairs import SHARED, people_of
from .reading import TOTALS_ALONE, ScoredRound, TableReading
from .standings import Round, Standing, counts_final, standings, wins_and_points
from .words import NOTHING, PLACES_SAY, direction_words, share_says, shares_text

# The mark of a table whose totals stand alone, explained by `TOTALS_NOTE`.
TOTALS_MARK: Final = "†"
TOTALS_NOTE: Final = f"{TOTALS_MARK} {TOTALS_ALONE}."


def figure_of(points: str) -> float | None:
    figure = figure_in(points)
    return None if isinstance(figure, str) else float(figure)


@dataclass(frozen=True, slots=True)
class RoundWhy:
    """The parts of one round's points: `Round 2, table 4`, the steps, and the points."""

    title: str
    steps: tuple[str, ...]
    points: str
    card: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A player's points in one round (a dash: did not play), and where the card is."""

    points: str
    round: str
    number: int
    table: int | None
    has_hands: bool = False

    @property
    def figure(self) -> float | None:
        return figure_of(self.points)


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One player's points, by round and in all. `is_first_below`: the finalists stand above. `won` is None unless
    places go by rounds won."""

    rank: str
    number: int
    name: str
    rounds: tuple[RoundCell, ...]
    total: str
    why: tuple[RoundWhy, ...]
    members: tuple[tuple[int, str], ...] = ()
    is_first_below: bool = False
    won: int | None = None

    @property
    def place(self) -> int:
        return int(self.rank)

    @property
    def figure(self) -> float | None:
        return figure_of(self.total)


@dataclass(frozen=True, slots=True)
class ResultsContext:
    """Points of the closed rounds. `note` explains a mark behind points, `final` how a final decides places."""

    rounds: tuple[str, ...]
    lines: tuple[ResultLine, ...]
    note: str = ""
    by: str = ""
    final: str = ""

    @property
    def title(self) -> str:
        return f"Results {self.by}".strip()

    @property
    def is_by_wins(self) -> bool:
        return any(line.won is not None for line in self.lines)

    @property
    def who(self) -> str:
        """The head of the column of names."""
        return next((who for who in ("Team", "Pair") if self.by.startswith(f"by {who.lower()}")), "Player")

    @property
    def has_credit(self) -> bool:
        """Whether any points are in brackets."""
        return any(cell.points.startswith("(") for line in self.lines for cell in line.rounds)


def results_context(
    event: Event, rounds: Sequence[EventRound], points: Mapping[Any, Sequence[ScoredRound]], by: str = ""
) -> list[ResultsContext]:
    """Points in the closed rounds, a list for each direction of a duplicate. `by` tells players from pairs."""
    rounds = [one for one in rounds if not one.is_extra_hand]
    people = standings(event, points) if rounds else ()
    return [
        ResultsContext(
            rounds=tuple(str(one) for one in rounds),
            lines=tuple(_line(one, rounds, is_first_below=below) for one, below in with_line(there)),
            note=totals_note(one for standing in there for one in standing.rounds),
            final=places_words(event, there),
            by=" ".join(filter(None, [by, direction_words(side)])),
        )
        for side in dict.fromkeys(one.direction for one in people)
        for there in [[one for one in people if one.direction == side]]
    ]


def with_line(people: Sequence[Standing[Round]]) -> Iterator[tuple[Standing[Round], bool]]:
    """Each standing, and whether it is the first below the finalists."""
    before: Standing[Round] | None = None
    for one in people:
        yield one, before is not None and before.is_finalist and not one.is_finalist
        before = one


def places_words(event: Event, people: Sequence[Standing[Any]]) -> str:
    """How a final or boards decide the places; else empty."""
    if counts_final(event, [one.rounds for one in people]):
        return final_words(event)
    if event.is_knock_out:
        who = "team" if event.team_size else "pair" if event.is_for_pairs else "player"
        return f"Places go by how far each {who} came, first in the main bracket, then in the consolation bracket."
    return PLACES_SAY[Method(event.compared)] if event.is_duplicate else wins_words(event)


def wins_words(event: Event) -> str:
    """How rounds won decide the places; else empty."""
    says = "The most rounds won come first, then the most points. Nobody wins a tied round, or by sitting out."
    return says if event.is_by_wins else ""


def final_words(event: Event) -> str:
    rounds = "rounds" if event.is_by_wins else "points"
    carries = f"Finalists come first. Their {rounds} before the final count too."
    alone = f"Finalists come first, by the {rounds} of the final alone. What they had before got them in."
    says = f"{carries if event.final_carries else alone} Everybody else follows, by the {rounds} before the final."
    return f"{says} {wins_words(event)}".rstrip()


def ranks_of(points: Sequence[object]) -> list[str]:
    """`1`, `2`, `2`, `4`: ranks of points in order, shared by equals."""
    ranks: list[str] = []
    for place, value in enumerate(points):
        ranks.append(ranks[-1] if place and value == points[place - 1] else str(place + 1))
    return ranks


def totals_alone_text(table: TableReading, names: Names) -> str:
    """`Totals typed by the director, hands not counted: Ruth & Marge 240, Walt & Ed −31.`"""
    if not table.has_totals_alone:
        return ""
    sums = ", ".join(f"{names.side(side)} {figure_text(table.totals[side])}" for side in names.book.sides)
    return f"{TOTALS_ALONE}: {sums}."


def totals_mark(played: Sequence[ScoredRound]) -> str:
    return TOTALS_MARK if any(one.has_totals_alone for one in played) else ""


def points_text(played: Sequence[ScoredRound]) -> str:
    """`244`, `1,310†`: the points of rounds, marked where typed totals are among them; `61.43%` at a duplicate."""
    if (shares := together(one.shares for one in played)) is not None:
        return shares_text(shares)
    return f"{figure_words(sum(one.points for one in played))}{totals_mark(played)}"


def standing_figures(one: Standing[Any]) -> tuple[int | None, str]:
    """The rounds won, where places go by them, and the points of a standing."""
    return wins_and_points(one.total)[0] if one.is_by_wins else None, points_text(one.counted)


def standing_points(one: Standing[Any]) -> str:
    """`244`, `310†`, `61.43%`; by rounds won `2 won, 244`."""
    won, points = standing_figures(one)
    return points if won is None else f"{won} won, {points}"


def totals_note(played: Iterable[ScoredRound]) -> str:
    """The meaning of the mark; empty where no points have it."""
    return TOTALS_NOTE if any(one.has_totals_alone for one in played) else ""


def steps_of(one: ScoredRound) -> tuple[str, ...]:
    """`The hands of Ruth & Marge +244`, `12 minutes late −70`; at a duplicate only what counts no points."""
    plays_on = ("Played for somebody else",) if one.kind == "substitute" else ()
    if one.shares is not None:
        return (*plays_on, *(step.title for step in one.steps if not step.amount and step.rule not in SHARED))
    steps = (f"{step.title} {signed(step.amount)}" if step.amount else step.title for step in one.steps)
    return (*plays_on, *steps)


def boards_of(one: ScoredRound) -> tuple[str, ...]:
    """`Board 5: better than 5 of 8, level with 1: 5½ of 8, 68.8%`, for each board of a round."""
    shares = one.shares
    return tuple(f"Board {each.row.board}: {share_says(each, shares.method)}" for each in shares.of) if shares else ()


def _line(standing: Standing[ScoredRound], rounds: Sequence[EventRound], *, is_first_below: bool) -> ResultLine:
    entrant, played, names = standing.entrant, standing.rounds, {one.number: str(one) for one in rounds}
    won, total = standing_figures(standing)
    return ResultLine(
        rank=str(standing.place),
        number=entrant.number,
        name=entrant.name,
        rounds=tuple(_cell(one, [found for found in played if found.number == one.number]) for one in rounds),
        total=total,
        why=tuple(_why(one, names[one.number]) for one in played),
        members=tuple((one.member_id, one.name) for one in people_of(entrant) if one.member_id),
        is_first_below=is_first_below,
        won=won,
    )


def _cell(event_round: EventRound, played: Sequence[ScoredRound]) -> RoundCell:
    table = next((one.table for one in played if one.table), None)
    has_hands = table is not None and not totals_mark(played)
    return RoundCell(_points(played), str(event_round), event_round.number, table, has_hands)


def _points(played: Sequence[ScoredRound]) -> str:
    """A round's points; a sit-out's credit in brackets. Shares have no digits here: the total has them."""
    if not played:
        return NOTHING
    shares = together(one.shares for one in played)
    points = points_text(played) if shares is None else shares_text(shares, 0)
    return f"({points})" if points != NOTHING and all(one.kind == "sat_out" for one in played) else points


def _why(one: ScoredRound, name: str) -> RoundWhy:
    title = f"{name}, table {one.table}" if one.table else name
    card = (one.number, one.table) if one.table and not one.has_totals_alone else None
    points = shares_text(one.shares) if one.shares else figure_words(one.points)
    return RoundWhy(title, steps_of(one), points, card)


def table_names(reading: TableReading, line: Line | None = None) -> Names | None:
    """Full names at a table, or in a hand; None before it has a card."""
    if reading.sheet is None:
        return None
    sat = {seat: reading.player_of(seat, line.number) if line else row.entrant for seat, row in reading.seats.items()}
    return Names(reading.sheet.book, {seat: str(one) for seat, one in sat.items()}, {})


def names_on(card: ScoreCard, sheet: Sheet, line: Line | None = None) -> Names:
    names, full = names_at(card, sheet, line), full_names()
    if full is None:
        return names
    players = {seat: full.on_card(name) for seat, name in names.players.items()}
    return replace(names, players=players, absent={seat: full.on_card(name) for seat, name in names.absent.items()})


def names_at_table(reading: TableReading, line: Line | None = None) -> Names:
    names = table_names(reading, line)
    assert names is not None, "a round that was started has its cards"
    return names
