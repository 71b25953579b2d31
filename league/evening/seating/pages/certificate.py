"""A seating's certificate in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from league.evening.seating.field import Field, verified
from league.evening.seating.schedules.schedule import Schedule
from league.evening.seating.seatings import ahead
from league.models import Event

NOT_FOR_ALL: Final = "This seating is for people who aren’t here"


def certificate_context(field: Field, *, has_changed: bool) -> dict[str, Any]:
    """The certificate of rounds to come, else of those played; refused for people who aren't there."""
    to_come = tuple(one.seating for one in ahead(field.rounds))
    before = field.before if to_come else ()
    found = certificate_for(field, to_come or field.before, before, has_changed=has_changed)
    if not found or not field.not_there:
        return found
    who = tuple(f"{one.called} isn’t here." for one in field.not_there)
    return {"headline": NOT_FOR_ALL, "tone": "bad", "faults": (*who, *found["faults"]), "lines": ()}


def certificate_for(field: Field, schedule: Schedule, before: Schedule, *, has_changed: bool = False) -> dict[str, Any]:
    """The certificate of these rounds after those; empty where the meetings weren't planned. `has_changed`: the cards
    now have other results than those the next round was seated by. A tone is good (as good as can be), now (could be
    better), or plain."""
    found = verified(field, schedule, before)
    if found is None:
        return {}
    names = {entrant.pk: entrant.called for entrant in field.entrants}
    # The verifier counts rounds from 1, without those that don't count.
    numbers = (0, *field.numbers_before, *range(field.next_number, field.next_number + len(schedule)))
    faults = tuple(
        replace(fault, round_number=numbers[fault.round_number]).sentence(lambda pk: names.get(pk, "House player"))
        for fault in found.faults
    )
    lines = tuple((words, tone_of(words)) for words in found.sentences)
    if field.event.is_by_results:
        is_standing = schedule == tuple(one.seating for one in ahead(field.rounds))
        last = max(field.numbers_before, default=0) if before else 0
        also = lines if field.event.is_knock_out else ()
        lines = ((_drawn_words(field.event, last), "plain"), *also)
        return _moved_certificate(faults, lines, last, has_changed=is_standing and has_changed)
    could_be_better = any(tone == "now" for _, tone in lines)
    tone = "bad" if faults else "now" if could_be_better else "good"
    return {
        "headline": _headline(faults, could_be_better=could_be_better),
        "tone": tone,
        "faults": faults,
        "lines": lines,
    }


def _headline(faults: Sequence[str], *, could_be_better: bool) -> str:
    if faults:
        return "1 rule is broken" if len(faults) == 1 else f"{len(faults)} rules are broken"
    return "Every rule is kept" if could_be_better else "Every rule is kept, and no seating could be better"


def tone_of(words: str) -> str:
    """As good as can be; not as good as counting allows; or plain."""
    if (words.startswith(("Nobody ", "No two ")) and words.endswith(" twice.")) or words.endswith(
        ("the fewest possible.", "their table made.", "is fair.")
    ):
        return "good"
    could_be_better = ("no schedule can have fewer", "there may be a schedule", "a little uneven")
    return "now" if any(said in words for said in could_be_better) else "plain"


def _drawn_words(event: Event, last: int) -> str:
    if not event.is_knock_out:
        return f"The results of round {last} decide who sits where." if last else "The first round is drawn at random."
    if last:
        return f"The results of round {last} decide who meets."
    return "The draw goes by earlier nights." if event.is_seeded else "The draw is by lot."


def _moved_certificate(
    faults: tuple[str, ...], lines: tuple[tuple[str, str], ...], last: int, *, has_changed: bool
) -> dict[str, Any]:
    """For a round seated by results of round `last`; 0 for the first."""
    if has_changed:
        line = (f"The results of round {last} changed after this was seated. Re-plan it.", "now")
        return {"headline": "The results have changed", "tone": "bad", "faults": faults, "lines": (line,)}
    tone = "bad" if faults else "good"
    return {
        "headline": _headline(faults, could_be_better=True),
        "tone": tone,
        "faults": faults,
        "lines": lines,
    }
