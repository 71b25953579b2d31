"""Pages before a round is closed, reopened, counted otherwise or deleted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from league.acting.answers import FormPage
from league.evening.cards.reading import RoundReading, TableReading
from league.evening.rounds.effects import CountingEffects
from league.evening.rulings.pages.effects import effect_shown, points_moved
from league.models import EventRound
from league.office.clubs.pages.navigation import back_to_desk
from scoring.rules.notation import counted, lowered, numbered
from scoring.score_card.pages.history import NOTHING, Change

MOST_SHOWN: Final = 6
COUNTS_FIELDS: Final = "league/evening/rounds/_counts_fields.html"
CLOSE_FIELDS: Final = "league/evening/rounds/_close_fields.html"
NOW_SHOWN: Final = "Look at what your choice does. Then confirm it."


def close_page(event_round: EventRound, missing: Sequence[str], tables: Sequence[TableReading]) -> FormPage:
    """Confirm the closing: what is missing, with the reason to close all the same, how the tables ended, and whether it
    counts."""
    said, name = folded(missing), lowered(str(event_round))
    return _page(
        event_round,
        f"Close {name}?",
        key="Close it anyway" if missing else f"Close {name}",
        notice=f"{counted(len(said), 'thing')} missing" if missing else "",
        notices=said,
        says=(
            *(() if missing else ("Every table has finished. Nothing is missing.",)),
            *_ends(tables),
            "Tables can no longer enter hands. "
            "You can still correct cards, and you can reopen the round until the next one starts.",
        ),
        fields=CLOSE_FIELDS,
    )


def folded(missing: Sequence[str]) -> list[str]:
    """What is missing, with tables of which the same is said on one line: `Tables 1 to 4: 1 of 2 hands are in`."""
    there: dict[str, list[str]] = {}
    for sentence in missing:
        head, _, words = sentence.partition(": ")
        table = head.removeprefix("Table ")
        there.setdefault(words if table.isdecimal() else sentence, []).append(table)
    return [f"{_tables_words(tables)}: {words}" if tables[0].isdecimal() else words for words, tables in there.items()]


def _tables_words(numbers: Sequence[str]) -> str:
    first, last = numbers[0], numbers[-1]
    is_run = int(last) - int(first) + 1 == len(numbers) > 2
    return f"Tables {first} to {last}" if is_run else numbered("Table", numbers)


def _ends(tables: Sequence[TableReading]) -> Iterator[str]:
    """`The game is over at table 2. Time is up at tables 1 and 3.`, where either may end a round."""
    for end, words in (("game", "The game is over"), ("time", "Time is up")):
        if there := [str(table.number) for table in tables if table.came_to_an_end == end]:
            yield f"{words} at {numbered('table', there)}."


def counts_page(event_round: EventRound) -> FormPage:
    says = (
        "What doesn’t count brings nobody points, and no credit for sitting out. Nobody was there, nobody met, "
        "and another round can be played in its place. The cards are kept. You can change this until the event is "
        "closed."
    )
    return _page(
        event_round, f"What counts of {lowered(str(event_round))}", says=(says,), key="Save", fields=COUNTS_FIELDS
    )


def reopen_page(event_round: EventRound) -> FormPage:
    why = f" The reason for closing was: “{event_round.close_reason}”." if event_round.close_reason else ""
    says = f"Tables can enter hands again, and the clock picks up where it stopped.{why}"
    return _page(event_round, f"Reopen {lowered(str(event_round))}", says=(says,))


def delete_page(event_round: EventRound) -> FormPage:
    says = "This round’s seating will be gone for good."
    return _page(event_round, f"Delete {lowered(str(event_round))}", says=(says,), tone="danger")


def kept_sentences(event_round: EventRound) -> tuple[str, ...]:
    """Why a round that has started is not deleted, and what to do instead."""
    started = f"{event_round} has started, so its cards are kept."
    if event_round.state == EventRound.State.CLOSED:
        return started, "If it was played by mistake, say that it doesn’t count. Then it brings nobody anything."
    return started, "If it was started by mistake, close it and say that it doesn’t count. Then seat the right one."


def _page(
    event_round: EventRound,
    title: str,
    *,
    says: Sequence[str],
    key: str = "",
    notice: str = "",
    notices: Sequence[str] = (),
    tone: str = "go",
    fields: str = "",
) -> FormPage:
    event = event_round.event
    return FormPage(title, key or title, back_to_desk(event), event.name, says, notice, notices, tone, fields=fields)


# -- what counts -------------------------------------------------------------------------


def table_choices(reading: RoundReading) -> Mapping[int, str]:
    return {table.number: f"Table {table.number} · {_state(table)}" for table in reading.tables}


def _state(table: TableReading) -> str:
    if table.has_totals_alone:
        return "totals typed"
    of = f" of {table.hands_to_play}" if table.hands_to_play else ""
    return f"{table.hands_done}{of} hands in"


def is_untouched(tables: Iterable[TableReading]) -> bool:
    """Whether no hand of a round is in: it was started by mistake."""
    return not any(table.hands_done or table.has_totals_alone for table in tables)


def effect_context(effects: CountingEffects) -> dict[str, Any]:
    places, cash = [*map(_change, effects.places)], effects.moves
    others = (*places[MOST_SHOWN:], *cash[MOST_SHOWN:])
    parts = {"Places of the evening": places[:MOST_SHOWN], "The cash sheet": cash[:MOST_SHOWN]}
    return effect_shown(parts, others, counted(len(others), "more change"), effects.stays)


def _change(moved: Mapping[str, Any]) -> Change:
    was, becomes = moved["was"], moved["becomes"]
    stood, stands = (str(one.place) if one else NOTHING for one in (was, becomes))
    return Change(moved["name"], stood, stands, points_moved(was, becomes))
