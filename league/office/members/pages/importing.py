"""Members from a file: what the page that asks for it says, and what an import would change. No queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.acting.answers import FormPage
from league.models import Club
from league.office.clubs.pages.navigation import address_of
from league.office.members.deeds.importing import NOBODY_KNOWN, ImportPlan, Question
from league.office.members.forms.importing import WHO
from scoring.rules.notation import counted


def list_page(club: Club) -> FormPage:
    """Asks for the list."""
    says = "First you see what would change. Nothing is saved until you say so."
    back = "Back to the members", address_of("members", club.slug)
    return FormPage("Import members", "Show what would change", back, says=(says,), is_plain=True)


def preview_of(plan: ImportPlan) -> Mapping[str, Any]:
    """Everything the list would do, in the order of its lines."""
    counts = (
        f"{len(plan.new)} new",
        f"{len(plan.changed)} changed",
        f"{plan.unchanged} unchanged",
        *([f"{counted(len(plan.questions), 'line')} to ask about"] if plan.questions else []),
        *([f"{counted(len(plan.faults), 'line')} with a problem"] if plan.faults else []),
    )
    questions = [_question(question) for question in plan.questions]
    return {"plan": plan, "summary": ", ".join(counts), "questions": questions}


def _question(question: Question) -> Mapping[str, Any]:
    """`Is this Ruth Abernathy, number 1?` with its choices."""
    people = [(str(member.number), f"{member.name}, number {member.number}") for member in question.people]
    return {
        "line": question.line,
        "name": question.name,
        "field": f"{WHO}{question.line}",
        "choices": [
            {"value": value, "label": label, "is_on": value == question.answer}
            for value, label in (*people, (NOBODY_KNOWN, "Someone new with the same name"))
        ],
    }
