from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from league.acting.answers import FormPage
from league.models import Member, Merge
from league.office.members.pages.members import back_to_member
from scoring.rules.notation import counted, figure_text

# What a member has, in the order in which it is told, as one of it and as many.
TOLD: Final[Mapping[str, tuple[str, str]]] = {
    "Entrant": ("evening", "evenings"),
    "Points": ("point", "points"),
    "PublishedPlace": ("place in published standings", "places in published standings"),
    "Adjustment": ("adjustment of points", "adjustments of points"),
    "Role": ("account", "accounts"),
    "OneTimeLink": ("invitation", "invitations"),
    "PairRule": ("pair", "pairs"),
    "Category": ("category", "categories"),
    "Coming": ("word on who comes", "words on who comes"),
    "StandingAnswer": ("seat kept at an online table", "seats kept at online tables"),
    "ConductNote": ("note in the conduct file", "notes in the conduct file"),
}
MOVES: Final = (
    "Everything the other entry has moves to the one that stays, and the standings follow.",
    "You can split them again on the member’s page: each then has what it had.",
)


def merge_page(member: Member, why: str) -> FormPage:
    return FormPage("Entered twice", "Merge them", back_to_member(member), says=() if why else MOVES, is_plain=True)


def entry_lines(member: Member, has: Mapping[str, int]) -> dict[str, object]:
    known = [*(text for text, _ in member.contacts), *([] if member.is_active else ["inactive"])]
    return {
        "title": f"{member.name}, number {member.number}",
        "known": ", ".join(known),
        "has": list(_has(has)) or ["Nothing yet"],
    }


def _has(has: Mapping[str, int]) -> Iterator[str]:
    for name, (one, many) in TOLD.items():
        if has.get(name):
            number = has[name]
            yield f"{figure_text(number)} {many}" if name == "Points" else counted(number, one, many)


def merged(merge: Merge) -> str:
    return f"Merged. Number {merge.gone.number} is now number {merge.kept.number}."


def split(merge: Merge) -> str:
    return f"Split. Number {merge.gone.number} is {merge.gone.name} again."
