"""The director's guide: an evening from beginning to end on one page, and what to do when something goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class GuidePart:
    """One part of the guide: steps in their order, or questions with their answers."""

    id: str
    title: str
    steps: tuple[str, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()


GUIDE: Final = (
    GuidePart(
        "before",
        "Before the evening",
        steps=(
            "Under Events, plan the evening: day, time, rules, rounds, fee. A series plans the next week for you.",
            "Under Paper, print the table cards, each with the code for its tablet, and a few blank score cards.",
            "On the check-in page, tap “Add the regulars”, then add anyone else who said they would come.",
            "Put a tablet on each table and scan its table card. It stays at that table all night.",
        ),
    ),
    GuidePart(
        "during",
        "During the evening",
        steps=(
            "Check in everybody who comes: type a few letters and press Enter. “Here + $5” takes the fee as well. "
            "Or let people check themselves in on a tablet at the door.",
            "Under Seating, make the seating, look at it, and publish it. The projector and all phones show it.",
            "On the board, start the round. Each table’s card opens on its tablet by itself.",
            "Watch “Needs you” on the board: calls, late players, tables that fall behind, cards still on paper.",
            "When the cards are signed, close the round. Then seat and start the next one.",
        ),
    ),
    GuidePart(
        "after",
        "After the evening",
        steps=(
            "Type in any cards that were kept on paper, and close the last round.",
            "Look at the results, print them or show them on the projector.",
            "Collect the fees that are still due: on the check-in page, tap “Fee due”. Who still owes is told so at "
            "the next check-in.",
            "Playing for prizes? Set them up under “Prizes and pots”. The cash sheet then says who won what, lists set "
            "money, prints receipts, and carries pots over to the next night.",
            "Close the event. You can reopen it later if something has to be corrected.",
            "Read its notice: it’s written from the results. Change what you like, then publish, print or email it.",
        ),
    ),
    GuidePart(
        "trouble",
        "When something goes wrong",
        answers=(
            (
                "A tablet dies",
                "Nothing is lost: every hand that was saved is on the server. Take any other tablet or phone, scan the "
                "table card, and go on. No spare? Write on paper; on the board, put the table “on paper” and type the "
                "card in later.",
            ),
            (
                "The Wi-Fi is gone",
                "Keep playing. Tablets keep whole hands and send them when the Wi-Fi is back. Leave the page open.",
            ),
            (
                "Somebody comes late",
                "Check them in. If a seat is waiting for them, enter the arrival on the board; the rules say what it "
                "costs. If not, re-plan the seating: they play from the next round on.",
            ),
            (
                "Somebody leaves",
                "On the check-in page, tap “…” beside the name, then “Has left”. In the middle of a round, choose a "
                "substitute on the board. Before the next round, re-plan the seating; most people keep their places.",
            ),
            (
                "The wrong round was started, or started too soon",
                "If only a seat is wrong, choose a substitute for it on the board. If not, close the round right away "
                "and say that it doesn’t count: nobody scores in it, and nobody gets credit for sitting it out. Then "
                "seat and start the right one. A round that was closed by mistake can be reopened, and until the event "
                "is closed you can change what counts.",
            ),
            (
                "The evening breaks off: a fire alarm, snow",
                "On the board, under “Clock, break, message, projector”, tap “If we stop now?”. Choose which rounds "
                "count, look at the places and prizes that come of it, then end the evening there.",
            ),
            (
                "You can’t be everywhere",
                "On the board, under Menu, tap “Let somebody in…” and show the code. Whoever scans it types their name "
                "and directs this evening with you, without a password. There you can take them off, too.",
            ),
            (
                "The wrong person was checked in",
                "Tap “…” beside the name, then “Not here after all”. You can give back a fee there, too.",
            ),
            (
                "A hand was entered wrong",
                "The table can correct any hand until the card is signed. After that you can, from the board, with a "
                "reason; the card shows what changed and why.",
            ),
            (
                "Two players disagree",
                "They call you from the card. Settle it at the table, or rule on the hand later.",
            ),
            (
                "Somebody forgot a password",
                "An admin makes a link for a new one under Roles. A club’s only admin asks whoever runs the club’s "
                "computer, who types “manage.py set_admin_link” there. It is safer to have two admins.",
            ),
        ),
    ),
)
