"""A member's first lines, on their page and in a mail: the season, the last night, what they owe, the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from league.models import Event, Member
from league.season.players.pages.night import NightSummary
from league.season.seasons.pages import OwnStanding
from league.words import day_words, elsewhere, when_words

FORGOTTEN: Final = "This device no longer knows who you are. Your link still works."
NEW_LINK: Final = "This is your new link. The old one no longer works."
MAIL_COMES: Final = "After each night you play, an email tells you how it went."
MAIL_STOPPED: Final = "The emails about your nights are stopped."


def night_mail(
    member: Member,
    event: Event,
    told: NightSummary,
    standings: Iterable[OwnStanding],
    owes: str,
    ahead: Sequence[Event],
    page: str,
) -> str:
    parts = (
        f"Hello, {member.public_name}",
        f"{event.name}, {day_words(event)}",
        "\n".join(_night(told)),
        *("\n".join(_standing(one)) for one in standings),
        owes,
        *(f"Next: {one.name}, {when_words(one)}{elsewhere(one)}" for one in ahead),
        f"Say whether you’re coming, and see everything else that is yours:\n{page}",
    )
    return "\n\n".join(filter(None, parts))


def _night(told: NightSummary) -> Iterator[str]:
    yield ": ".join(filter(None, (told.place, told.why or told.points)))
    if told.best:
        yield f"Best hand: {told.best.name}"
    for label, lines in told.more[:1]:
        yield from (f"{label}: {line.name}" for line in lines)


def _standing(one: OwnStanding) -> Iterator[str]:
    yield f"{one.season}: {one.says}"
    if one.moved:
        yield f"{one.moved.words}{f': {one.moved.why}' if one.moved.why else ''}"
