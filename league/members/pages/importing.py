"""Members from a file: what the page that asks for it says, and what an import would change. No queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from league.acting.answers import FormPage
from league.clubs.pages.navigation import address_of
from league.members.deeds.importing import ImportPlan, NewMember
from league.members.deeds.members import LABELS, in_words
from league.models import Club

NOT_WHOLE: Final = "The list did not arrive whole. Choose it once more."


def list_page(club: Club) -> FormPage:
    """Asks for the list."""
    says = "First you see what would change. Nothing is written before you say so."
    back = "Back to the members", address_of("members", club.slug)
    return FormPage("Import members", "Show what would change", back, says=(says,), is_plain=True)


def preview_of(plan: ImportPlan) -> Mapping[str, Any]:
    """Everything the list would do, in the order of its lines."""
    counts = (
        f"{len(plan.new)} new",
        f"{len(plan.changed)} changed",
        f"{plan.unchanged} unchanged",
        *([f"{_lines(len(plan.faults))} with a fault"] if plan.faults else []),
    )
    return {
        "plan": plan,
        "summary": ", ".join(counts),
        "new": [(new, _details(new)) for new in plan.new],
        "ignored": ", ".join(plan.ignored),
        "key": "Take the others over" if plan.faults else "Take them over",
    }


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"


def _details(new: NewMember) -> str:
    shown = {name: value for name, value in new.fields.items() if name not in ("number", "name")}
    return ", ".join(f"{LABELS[name]}: {in_words(value)}" for name, value in shown.items())


def taken_over(plan: ImportPlan | None) -> str:
    """What is told after an import; None where the same was taken over before."""
    return f"{len(plan.new)} entered, {len(plan.changed)} changed." if plan else "The list is taken over."
