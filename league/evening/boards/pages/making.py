"""The page of an event's boards: how they were made, and the proof after play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils import timezone

from league.acting.answers import FormPage
from league.acting.permissions import Acting, Action
from league.evening.boards.made import Made
from league.evening.boards.secrecy import cards_are_open
from league.models import Event
from league.office.clubs.pages.navigation import address_of
from league.words import clock_words
from pinochle_club.ground.commands import manage
from pinochle_club.ground.dates import full_day
from scoring.rules.notation import counted, numbered

BoardsBy = Event.BoardsBy
PROMISE: Final = "The server shuffles every board by chance. No page shows a hand before the evening is over."
OPENS: Final = "The seed and all hands open here once the evening is closed."
OUTDATED: Final = "The event’s rules were changed since then, and deal other cards now: make the boards again."
RIGHT: Final = "Dealt again from this seed, the boards come to the same digest."
WRONG: Final = "Dealt again from this seed, the boards don’t come to this digest: the cards were changed."
PLAYING: Final = (
    "You play tonight, so the list for making boards isn’t for you: ask somebody who stays at the side. The slips "
    "come as a file with a cover sheet, until the first round starts. Fold them without reading."
)
PLAYED: Final = (
    "You play tonight, and the boards are on the tables: lists and slips with hands aren’t for you before the evening "
    "is closed. A director or referee who doesn’t play can print them."
)


def boards_context(made: Made, acting: Acting, proof: Mapping[str, Any] | None) -> dict[str, Any]:
    event, is_recorded = made.event, made.event.boards_by == BoardsBy.RECORDED
    may_make = acting.may(Action.SEAT_PLAYERS) and event.state != Event.State.CLOSED

    def leads_to(name: str, action: Action = Action.READ_PUBLISHED, *, when: bool = True) -> str:
        return address_of(name, event.club.slug, event.pk) if when and acting.may(action) else ""

    return {
        "event_address": leads_to("event"),
        "sentences": tuple(_sentences(made)),
        "digest": made.dealt.digest if made.dealt else "",
        "opens": OPENS if made.is_dealt and proof is None else "",
        "proof": proof,
        "command": command_of(proof) if proof and proof["book"] else "",
        "checked": (RIGHT if proof["is_right"] else WRONG) if proof else "",
        "records": tuple(_records(made)) if acting.may(Action.RUN_ROUNDS) else (),
        "types": leads_to("typed_records", Action.TYPE_PAPER, when=is_recorded and made.is_begun),
        "asks": may_make and not is_recorded and made.dealt is None,
        "adds": may_make and made.is_dealt,
        "again": leads_to("boards_again", when=may_make and made.is_dealt and not made.is_begun),
        "papers": leads_to("papers", Action.PRINT, when=not cards_are_open(event)),
        "playing": _to_who_plays(made) if made.is_dealt and acting.may(Action.PRINT) else "",
    }


def _to_who_plays(made: Made) -> str:
    if not made.keeps_hands():
        return ""
    return PLAYED if made.keeps_hands(are_folded=True) else PLAYING


def command_of(proof: Mapping[str, Any]) -> str:
    """The command that deals the boards again and checks their digest."""
    return manage("boards --check {seed} --book {book} --count {count} --digest {digest}".format(**proof), to_all=True)


def _sentences(made: Made) -> Iterator[str]:
    event = made.event
    yield f"Everybody plays the same cards tonight. A table plays {counted(event.hands, 'board')} in each round."
    if event.boards_by == BoardsBy.RECORDED:
        yield (
            "Each board is shuffled and dealt at its first table. After its last trick the players there take their "
            "hands down on the tablet."
        )
        boards = numbered("board", [str(number) for number in made.recorded])
        yield f"Taken down so far: {boards}." if made.recorded else "None is taken down yet."
        return
    if made.dealt is None:
        yield "The boards aren’t made yet."
        return
    day = full_day(timezone.localdate(made.dealt.made_at), event.club.date_style)
    when = f"{day}, at {clock_words(made.dealt.made_at, event.club)}"
    yield f"{counted(made.count, 'board')} in {counted(made.board_sets, 'set')} of {event.hands} were made on {when}."
    if made.is_outdated:
        yield OUTDATED
    if made.needed > made.board_sets and event.state != Event.State.CLOSED:
        yield f"The seating needs {counted(made.needed, 'set')}: add what is missing."
    yield PROMISE


def _records(made: Made) -> Iterator[tuple[str, str]]:
    for number in made.recorded:
        yield f"Board {number}", address_of("take_back_record", made.event.club.slug, made.event.pk, number)


def again_page(made: Made) -> FormPage:
    back = ("Back", address_of("boards", made.event.club.slug, made.event.pk))
    says = (
        f"All {counted(made.count, 'board')} get other cards. Slips and lists printed so far are worth nothing then: "
        "throw them away.",
        "The old digest stays in the log, with your reason.",
    )
    return FormPage("Make the boards again?", "Make them again", back, made.event.name, says, tone="danger")
