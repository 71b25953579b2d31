"""A tournament round on a card: the skunk, penalties, lateness and each player's score. Pure.

From a `Sheet` to what pages and paper print. What anything costs is decided in
`rules.tournament`; the hands themselves are the card's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from scoring.rules.book import RuleBook
from scoring.rules.cards import Seat, Side
from scoring.rules.game import Totals
from scoring.rules.notation import figure_text, listed, signed
from scoring.rules.prose import anchor
from scoring.rules.tournament import (
    PlayerRecord,
    PlayerScore,
    Role,
    RoundResult,
    ScoreStep,
    is_replaced,
    penalties_by_side,
    penalty_title,
    player_scores,
    round_result,
    tardiness,
)

from .names import Names
from .sheet import EntryData, Line, Sheet

ROLES: Final = {"in_event": Role.SUBSTITUTE, "outside": Role.HELPER}
REPLACED: Final = "Replaced, scores 0 in this round."
NEVER_CAME: Final = "Never came, scores 0 in this round."
OWN_RULES: Final = ("penalties.", "round.tardiness")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who sits, or sat, in a seat. `key` tells a player from the one who took over."""

    key: str
    name: str
    record: PlayerRecord

    @property
    def is_replacement(self) -> bool:
        return self.record.role is not Role.PLAYER


@dataclass(frozen=True, slots=True)
class ExtraCell:
    """What a row below the hands says of one side: `change`, and the total after it."""

    change: str = ""
    running: str = ""


@dataclass(frozen=True, slots=True)
class ExtraRow:
    """A row below the hands: the skunk, or the penalties."""

    title: str
    cells: tuple[ExtraCell, ...]
    is_loss: bool


@dataclass(frozen=True, slots=True)
class PenaltyContext:
    """One penalty that stands."""

    entry: EntryData
    side: Side
    player: str
    title: str
    points: str
    remark: str


@dataclass(frozen=True, slots=True)
class LateContext:
    """One late player, and who plays on where the player was replaced."""

    entry: EntryData
    side: Side
    player: str
    sentence: str
    replacement: str
    replacement_missing: bool


@dataclass(frozen=True, slots=True)
class ScoreStepContext:
    """One line of a player's round score, and where the rules say so."""

    title: str
    amount: str
    anchor: str


@dataclass(frozen=True, slots=True)
class PersonScore:
    """A person's round score: `share` comes from the side, `own` is what was lost alone."""

    name: str
    side: Side
    role: str
    steps: tuple[ScoreStepContext, ...]
    share: str
    own: str
    points: str
    counts: bool


@dataclass(frozen=True, slots=True)
class RoundContext:
    """A round as it stands."""

    is_over: bool
    hands_left: int
    skunk_sentence: str
    has_skunk: bool
    extras: tuple[ExtraRow, ...]
    penalties: tuple[PenaltyContext, ...]
    late: tuple[LateContext, ...]
    scores: tuple[PersonScore, ...]

    @property
    def is_judged(self) -> bool:
        """Whether anything was entered beside the hands."""
        return bool(self.penalties or self.late)


def round_context(sheet: Sheet, names: Names) -> RoundContext | None:
    """The round of a card; None under a book that has none."""
    result = result_of(sheet)
    if result is None or sheet.book.round is None:
        return None
    people = people_of(sheet, names)
    done = len(sheet.counted_lines)
    return RoundContext(
        is_over=_is_over(sheet),
        hands_left=max(0, sheet.book.round.deals - done),
        skunk_sentence=_skunk_sentence(sheet, result, names),
        has_skunk=result.skunk is not None,
        extras=tuple(_extra_rows(sheet, result, names, people)),
        penalties=penalty_lines(sheet, names),
        late=tuple(_late(sheet, entry, people) for entry in sheet.lateness.values()),
        scores=_scores(sheet, result, names, people),
    )


def penalty_lines(sheet: Sheet, names: Names) -> tuple[PenaltyContext, ...]:
    """The penalties that stand, in words; under any book."""
    people = people_of(sheet, names)
    return tuple(_penalty(sheet, entry, people) for entry in _known_penalties(sheet))


def result_of(sheet: Sheet) -> RoundResult | None:
    """The totals of the round with its skunk; None under a book without rounds."""
    if sheet.book.round is None:
        return None
    lines = sheet.counted_lines[: sheet.book.round.deals]
    deals = [{side: part.score for side, part in line.score.sides.items()} for line in lines if line.score]
    lost = penalties_by_side(sheet.book, [person.record for person in _people(sheet, Names(sheet.book, {}, {}))])
    return round_result(sheet.book, deals, lost)


def final_totals(sheet: Sheet) -> Totals:
    """What stands at the head of the card: the hands, and in a round the skunk too."""
    result = result_of(sheet)
    return sheet.totals if result is None else result.totals


def late_sentence(book: RuleBook, minutes: int) -> str:
    """`12 minutes late: 70 off.` or what else so many minutes mean; empty for none."""
    if minutes <= 0 or book.round is None:
        return ""
    cost = tardiness(book, minutes)
    said = f"{minutes} minute{'' if minutes == 1 else 's'}"
    if cost.replaced:
        return f"{said} late: replaced, scores 0 in this round."
    if cost.points:
        return f"{said} late: {cost.points} off."
    return f"{said} late: nothing off."


def is_replaced_by(sheet: Sheet, seat: Seat) -> EntryData | None:
    """The entry by which somebody else plays on in a seat; None while its own player does."""
    late = sheet.lateness.get(seat)
    if late is None:
        return None
    replaced = late.payload.get("replaced") or tardiness(sheet.book, late.payload["minutes"]).replaced
    return late if replaced else None


def is_absent(sheet: Sheet, seat: Seat) -> bool:
    """Whether the player never came, and nobody played on in the seat."""
    late = sheet.lateness.get(seat)
    return late is not None and bool(late.payload.get("absent"))


def person_scores(sheet: Sheet, names: Names, totals: Totals | None = None) -> tuple[tuple[Person, PlayerScore], ...]:
    """Each person of the card with their round score. Under a book without rounds that is the side's total.

    `totals` stand in for the hands where a table handed in its sums alone.
    """
    people = people_of(sheet, names)
    if sheet.book.round is None:
        sums = totals or sheet.totals
        return tuple((person, _side_total(sheet.book, person, sums)) for person in people)
    result = RoundResult(totals, totals, None, 0) if totals else result_of(sheet)
    assert result is not None, "a book with rounds has a result"
    scores = player_scores(sheet.book, result, [person.record for person in people])
    return tuple(zip(people, scores, strict=True))


def _side_total(book: RuleBook, person: Person, totals: Totals) -> PlayerScore:
    """What a side came to is its players' own; who was replaced has nothing, and a helper's score is nobody's."""
    if person.record.replaced:
        return PlayerScore(person.record, (ScoreStep("Replaced for the rest of the round", 0, "replaced"),))
    if person.record.role is Role.HELPER:
        return PlayerScore(person.record, (), counts=False)
    side = book.side_of(person.record.seat)
    return PlayerScore(person.record, (ScoreStep(f"The hands of {side}", totals[side], "game"),))


def people_of(sheet: Sheet, names: Names) -> tuple[Person, ...]:
    """Who has a score in this round: the four players, and who took over for one of them."""
    return tuple(_people(sheet, names))


# -- who plays ---------------------------------------------------------------------------


def _people(sheet: Sheet, names: Names) -> Iterator[Person]:
    given = _given(sheet)
    for seat in (seat for side in sheet.book.sides for seat in sheet.book.seats_of(side)):
        late = sheet.lateness.get(seat)
        replaced = bool(late and late.payload.get("replaced"))
        minutes = late.payload["minutes"] if late and not replaced else 0
        record = PlayerRecord(seat, minutes_late=minutes, replaced=replaced, penalties=given.get(seat, {}))
        yield Person(seat, names.own_player(seat), record)
        role = replacement_role(sheet, seat)
        if late and role:
            name = late.payload.get("name") or _unnamed(role, names.own_player(seat))
            key = replacement_key(seat)
            yield Person(key, name, PlayerRecord(seat, role=role, penalties=given.get(key, {})))


def names_now(sheet: Sheet, names: Names, line: Line | None = None) -> Names:
    """The names with those who play on for a player in place of the player, where they are known by name.

    With a `line` as it was then: a hand that was done before keeps those who played it.
    """
    replacements = {
        seat: name for seat, (since, name) in _playing_on(sheet).items() if not _is_done_before(line, since)
    }
    return names.with_replacements(replacements)


def names_then(sheet: Sheet, names: Names, entry: EntryData) -> Names:
    """The names as an entry tells of them: of who played then, and of an older hand who played that."""
    line = sheet.line(entry.hand) if entry.hand else None
    replacements = {
        seat: name
        for seat, (since, name) in _playing_on(sheet).items()
        if since < entry.number and not _is_done_before(line, since)
    }
    return names.with_replacements(replacements)


def _playing_on(sheet: Sheet) -> dict[Seat, tuple[int, str]]:
    """By seat who plays on in it, and the number of the entry that says so."""
    found = {}
    for seat, late in sheet.lateness.items():
        name = late.payload.get("name")
        if name and replacement_role(sheet, seat) is not None:
            found[seat] = (late.number, name)
    return found


def _is_done_before(line: Line | None, number: int) -> bool:
    """Whether a hand was played out when the entry of that number was made."""
    return line is not None and any(
        entry.number < number for entry in line.entries if entry.kind in ("take", "correct")
    )


def replacement_key(seat: Seat) -> str:
    """What a form calls the person who took over a seat."""
    return f"{seat}-replacement"


def replacement_role(sheet: Sheet, seat: Seat) -> Role | None:
    """How the person who plays on in a seat came there; None while nobody took over."""
    late = is_replaced_by(sheet, seat)
    if late is None:
        return None
    return ROLES.get(late.payload.get("substitute", ""))


def _unnamed(role: Role, absent: str) -> str:
    return f"Substitute for {absent}" if role is Role.SUBSTITUTE else f"Helper for {absent}"


def _known_penalties(sheet: Sheet) -> list[EntryData]:
    """Those that are on the book's list."""
    codes = {penalty.code for penalty in sheet.book.penalties}
    return [entry for entry in sheet.penalties if entry.payload["code"] in codes]


def _given(sheet: Sheet) -> dict[str, Counter[str]]:
    """How often each person got each penalty."""
    given: dict[str, Counter[str]] = {}
    for entry in _known_penalties(sheet):
        given.setdefault(_key_of(sheet, entry), Counter())[entry.payload["code"]] += entry.payload.get("count", 1)
    return given


def _key_of(sheet: Sheet, entry: EntryData) -> str:
    """On whom a penalty falls: the player, or while somebody has taken over, that one."""
    seat: Seat = entry.payload["seat"]
    if entry.payload.get("replacement") and replacement_role(sheet, seat):
        return replacement_key(seat)
    return seat


# -- the round ---------------------------------------------------------------------------


def _is_over(sheet: Sheet) -> bool:
    return sheet.book.round is not None and len(sheet.counted_lines) >= sheet.book.round.deals


def _skunk_sentence(sheet: Sheet, result: RoundResult, names: Names) -> str:
    rule = sheet.book.round
    if rule is None or rule.skunk is None:
        return ""
    if not _is_over(sheet):
        return f"{len(sheet.counted_lines)} of {rule.deals} hands are in. The skunk is judged after the last."
    if result.skunk is not None:
        losers = listed([names.side(side) for side in sheet.book.others(result.skunk)])
        nothing = "nothing after penalties" if rule.skunk.judged == "after_penalties" else "nothing"
        before, total = result.before_skunk[result.skunk], result.totals[result.skunk]
        return (
            f"{rule.deals} hands and {nothing} for {losers}: that is a skunk. {result.skunk_points} more "
            f"for {names.side(result.skunk)}: {before} + {result.skunk_points} = {total}."
        )
    return "No skunk in this round."


def _extra_rows(sheet: Sheet, result: RoundResult, names: Names, people: Iterable[Person]) -> Iterator[ExtraRow]:
    if result.skunk is not None:
        cells = (
            ExtraCell(signed(result.skunk_points), figure_text(result.totals[side]))
            if side == result.skunk
            else ExtraCell()
            for side in sheet.book.sides
        )
        yield ExtraRow("Skunk", tuple(cells), is_loss=False)
    lost = {side: ", ".join(_losses(sheet, people, side)) for side in sheet.book.sides}
    if any(lost.values()):
        yield ExtraRow("Penalties", tuple(ExtraCell(lost[side]) for side in sheet.book.sides), is_loss=True)


def _losses(sheet: Sheet, people: Iterable[Person], side: Side) -> Iterator[str]:
    """`Carl −70`, `Dominic replaced`: what the players of a side lose by themselves."""
    for person in people:
        seat = person.record.seat
        if sheet.book.side_of(seat) != side:
            continue
        points = penalties_by_side(sheet.book, [person.record])[side]
        if points:
            yield f"{person.name} {figure_text(-points)}"
        if is_replaced(sheet.book, person.record):
            yield f"{person.name} {'absent' if is_absent(sheet, seat) else 'replaced'}"


# -- what was entered --------------------------------------------------------------------


def _penalty(sheet: Sheet, entry: EntryData, people: Iterable[Person]) -> PenaltyContext:
    payload = entry.payload
    rule = sheet.book.penalty(payload["code"])
    count = payload.get("count", 1)
    key = _key_of(sheet, entry)
    return PenaltyContext(
        entry=entry,
        side=sheet.book.side_of(payload["seat"]),
        player=next(person.name for person in people if person.key == key),
        title=penalty_title(rule, count),
        points=figure_text(-count * rule.points),
        remark=" · ".join(_remarks(payload.get("hand"), payload.get("note"))),
    )


def _remarks(hand: int | None, note: str | None) -> Iterator[str]:
    """`Hand 3` and `“19 cards”`, what is said of them."""
    if hand:
        yield f"Hand {hand}"
    if note:
        yield f"“{note}”"


def _late(sheet: Sheet, entry: EntryData, people: Iterable[Person]) -> LateContext:
    seat: Seat = entry.payload["seat"]
    absent = is_absent(sheet, seat)
    replacement = next((person for person in people if person.key == replacement_key(seat)), None)
    return LateContext(
        entry=entry,
        side=sheet.book.side_of(seat),
        player=next(person.name for person in people if person.key == seat),
        sentence=_late_words(sheet, entry),
        replacement=replacement.name if replacement else "",
        replacement_missing=replacement is None and is_replaced_by(sheet, seat) is not None and not absent,
    )


def _late_words(sheet: Sheet, entry: EntryData) -> str:
    if entry.payload.get("absent"):
        return NEVER_CAME
    return REPLACED if entry.payload.get("replaced") else late_sentence(sheet.book, entry.payload["minutes"])


# -- what each player scores -------------------------------------------------------------


def _scores(sheet: Sheet, result: RoundResult, names: Names, people: Iterable[Person]) -> tuple[PersonScore, ...]:
    persons = tuple(people)
    scores = player_scores(sheet.book, result, [person.record for person in persons])
    return tuple(_person_score(sheet.book, names, person, score) for person, score in zip(persons, scores, strict=True))


def _person_score(book: RuleBook, names: Names, person: Person, score: PlayerScore) -> PersonScore:
    side = book.side_of(person.record.seat)
    own = sum(step.amount for step in score.steps if _is_own(step))
    return PersonScore(
        name=person.name,
        side=side,
        role=_role(book, names, person),
        steps=tuple(_step(names.side(side), step) for step in score.steps),
        share=figure_text(score.points - own),
        own=figure_text(own),
        points=figure_text(score.points),
        counts=score.counts,
    )


def _is_own(step: ScoreStep) -> bool:
    return step.rule == OWN_RULES[1] or step.rule.startswith(OWN_RULES[0])


def _role(book: RuleBook, names: Names, person: Person) -> str:
    """How somebody came to sit there; empty for the players themselves."""
    absent = names.own_player(person.record.seat)
    if person.record.role is Role.SUBSTITUTE:
        return f"plays on for {absent}"
    if person.record.role is Role.HELPER:
        for_absent = book.round is not None and book.round.outside_substitute_scores == "absent_player"
        return f"from outside, for {absent}: the score is {f'{absent}’s' if for_absent else 'nobody’s'}"
    return ""


def _step(side_name: str, step: ScoreStep) -> ScoreStepContext:
    # The rules call a side by its seats; at the table it has a name.
    title = f"The hands of {side_name}" if step.rule == "round" else step.title
    return ScoreStepContext(title, signed(step.amount), anchor(step.rule))
