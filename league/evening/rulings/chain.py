"""The appeals of a ruling: how many, until when, and to whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from league.models import Club, Event, Role
from league.words import moment_words
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import capital
from scoring.score_card.rulings import Ruling

Kind = Role.Kind
# Where neither the club nor the book names a person.
WITHOUT_A_NAME: Final = ("the director",)
FINAL: Final = "The results are final."
NO_APPEALS: Final = "There are no appeals on this evening."
ALL_AGREED: Final = "All at the table agreed. That is final."


def chain_of(club: Club, book: RuleBook) -> tuple[str, ...]:
    """The people who decide appeals, in order. Where players may not appeal, the book's first has already ruled."""
    named = tuple(line for line in map(str.strip, club.appeal_chain.splitlines()) if line)
    procedure = book.procedure
    return named or procedure.appeals[not procedure.players_may_appeal :] or WITHOUT_A_NAME


def next_step(chain: Sequence[str], ruling: Ruling) -> str:
    """The next in the chain to decide an appeal; empty once the last has decided."""
    done = _decided(ruling)
    return chain[done] if done < len(chain) else ""


def deciders(chain: Sequence[str], ruling: Ruling) -> frozenset[Kind]:
    """The roles that may decide the next appeal: the last step is a director's, one before it also a referee's."""
    is_last = _decided(ruling) >= len(chain) - 1
    directors = frozenset({Kind.HELPER, Kind.DIRECTOR, Kind.ADMIN})
    return directors if is_last else directors | {Kind.REFEREE}


def _decided(ruling: Ruling) -> int:
    """The number of decisions by the chain; taking the ruling back is none."""
    return sum(not step.said.taken_back for step in ruling.decisions)


def posted_at(ruling: Ruling) -> datetime:
    """The time of the ruling or of the newest decision on it."""
    at = (ruling.decisions or (ruling.entry,))[-1].at
    assert at is not None, "what was recorded has its instant"
    return at


def appeal_until(ruling: Ruling, event: Event) -> datetime:
    """The deadline to appeal the ruling as it is now; never after the event's results are final."""
    until = posted_at(ruling) + timedelta(minutes=event.club.appeal_minutes)
    return min(until, event.final_at) if event.state == Event.State.CLOSED and event.final_at else until


def why_no_appeal(ruling: Ruling, book: RuleBook, event: Event, now: datetime, *, by_official: bool = False) -> str:
    """Why the ruling cannot be appealed by a player, or `by_official`; empty where it can."""
    if event.is_final(now):
        return FINAL
    if ruling.state == "appealed":
        return "This ruling is already appealed."
    if event.no_appeals:
        return NO_APPEALS
    if ruling.decisions and ruling.decisions[-1].said.agreed:
        return ALL_AGREED
    chain = chain_of(event.club, book)
    if not next_step(chain, ruling):
        return f"{capital(chain[-1])} has decided. That is final."
    if not (by_official or book.procedure.players_may_appeal):
        return f"{capital((book.procedure.appeals or WITHOUT_A_NAME)[0])}’s decision is final."
    until = appeal_until(ruling, event)
    return "" if now <= until else f"It could be appealed until {moment_words(until, event.club, now)}."


def clock_sentence(ruling: Ruling, book: RuleBook, event: Event, now: datetime, *, by_official: bool = False) -> str:
    """`Can be appealed until 8:45 pm, to the director.`"""
    decider = next_step(chain_of(event.club, book), ruling)
    if ruling.state == "appealed":
        if event.is_final(now):
            return f"{FINAL} Nobody has decided this appeal: {decider} can, once a director reopens the event."
        return f"Appealed. {capital(decider)} decides."
    if why := why_no_appeal(ruling, book, event, now, by_official=by_official):
        return why
    until = moment_words(appeal_until(ruling, event), event.club, now)
    if not book.procedure.players_may_appeal:
        return f"Players don’t appeal. Another official who disagrees can ask {decider} until {until}."
    return f"Can be appealed until {until}, to {decider}."
