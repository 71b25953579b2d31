"""A seating's certificate in words. No queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from league.evening.seating.field import Field, verified
from league.evening.seating.schedules.schedule import Schedule
from league.evening.seating.seatings import ahead
from league.models import Event

NOT_FOR_ALL: Final = "This seating is for people who aren’t here"


@dataclass(frozen=True, slots=True)
class CertificateContext:
    """What was verified of a seating: broken rules, and `lines` with their tones, `headline` summing them up. A tone is
    good (as good as can be), now (could be better), or plain."""

    headline: str
    tone: str
    faults: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]


def certificate_context(field: Field, *, has_changed: bool) -> CertificateContext | None:
    """The certificate of rounds to come, else of those played; refused for people who aren't there."""
    to_come = tuple(one.seating for one in ahead(field.rounds))
    before = field.before if to_come else ()
    found = certificate_for(field, to_come or field.before, before, has_changed=has_changed)
    if found is None or not field.not_there:
        return found
    who = tuple(f"{one.called} isn’t here." for one in field.not_there)
    return CertificateContext(NOT_FOR_ALL, "bad", (*who, *found.faults), ())


def certificate_for(
    field: Field, schedule: Schedule, before: Schedule, *, has_changed: bool = False
) -> CertificateContext | None:
    """The certificate of these rounds after those; None where nobody planned who meets whom.

    `has_changed`: the cards now have other results than those the next round was seated by.
    """
    found = verified(field, schedule, before)
    if found is None:
        return None
    names = {entrant.pk: entrant.called for entrant in field.entrants}
    # The verifier counts the rounds from 1: it does not know of those that do not count.
    numbers = (0, *field.numbers_before, *range(field.next_number, field.next_number + len(schedule)))
    faults = tuple(
        replace(fault, round_number=numbers[fault.round_number]).sentence(lambda pk: names.get(pk, "House player"))
        for fault in found.faults
    )
    if field.event.format == Event.Format.WINNERS_MOVE:
        is_standing = schedule == tuple(one.seating for one in ahead(field.rounds))
        last = max(field.numbers_before, default=0) if before else 0
        return _moved_certificate(faults, last, has_changed=is_standing and has_changed)
    lines = tuple((words, tone_of(words)) for words in found.sentences)
    could_be_better = any(tone == "now" for _, tone in lines)
    tone = "bad" if faults else "now" if could_be_better else "good"
    return CertificateContext(_headline(faults, could_be_better=could_be_better), tone, faults, lines)


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
    return "now" if "no schedule can have fewer" in words or "a little uneven" in words else "plain"


def _moved_certificate(faults: tuple[str, ...], last: int, *, has_changed: bool) -> CertificateContext:
    """For a round seated by results of round `last`; 0 for the first."""
    results = f"results of round {last}"
    if has_changed:
        line = (f"The {results} changed after this was seated. Re-plan it.", "now")
        return CertificateContext("The results have changed", "bad", faults, (line,))
    words = f"The {results} decide who sits where." if last else "The first round is drawn at random."
    tone = "bad" if faults else "good"
    return CertificateContext(_headline(faults, could_be_better=True), tone, faults, ((words, "plain"),))
