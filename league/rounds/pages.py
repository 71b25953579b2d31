"""What is asked before a round is closed, reopened or deleted. No queries."""

from __future__ import annotations

from collections.abc import Sequence

from league.acting.answers import FormPage
from league.clubs.pages.navigation import address_of
from league.models import EventRound
from scoring.rules.notation import counted


def close_page(event_round: EventRound, missing: Sequence[str]) -> FormPage:
    """One confirmation: what is missing, and why the round is closed all the same."""
    count = len(missing)
    return _page(
        event_round,
        f"Close {event_round}",
        key="Close it anyway" if missing else f"Close {event_round}",
        notice=f"{counted(count, 'thing')} missing" if missing else "",
        notices=missing,
        says=(
            *(() if missing else ("Every table has finished. Nothing is missing.",)),
            "Tables can no longer enter hands. "
            "You can still correct cards, and you can reopen the round until the next one starts.",
        ),
    )


def reopen_page(event_round: EventRound) -> FormPage:
    """A closed round is played on, with a reason."""
    why = f" The reason for closing was: “{event_round.close_reason}”." if event_round.close_reason else ""
    says = f"Tables can enter hands again, and the clock picks up where it stopped.{why}"
    return _page(event_round, f"Reopen {event_round}", says=(says,))


def delete_page(event_round: EventRound) -> FormPage:
    """Deleting is the one thing that asks for a name to be typed."""
    says = "This round’s seating will be gone for good. A round that has started can’t be deleted."
    return _page(event_round, f"Delete {event_round}", says=(says,), tone="danger")


def _page(
    event_round: EventRound,
    title: str,
    *,
    says: Sequence[str],
    key: str = "",
    notice: str = "",
    notices: Sequence[str] = (),
    tone: str = "go",
) -> FormPage:
    event = event_round.event
    board = address_of("board", event.club.slug, event.pk)
    return FormPage(title, key or title, ("Back to the board", board), event.name, says, notice, notices, tone)
