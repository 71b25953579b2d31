from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.urls import reverse

from league.acting.answers import FormPage
from league.models import SecondStep
from pinochle_club.ground.dates import day_of_month
from scoring.rules.notation import counted

EXPECTED: Final = "Your club asks for a second step from those who run it. Set one up, then go on."


def step_lines(steps: Iterable[SecondStep]) -> list[dict[str, object]]:
    return [
        {
            "id": step.pk,
            "name": str(step),
            "note": " · ".join(filter(None, (f"set up {day_of_month(step.made_at)}", step.device))),
        }
        for step in steps
    ]


def recovery_words(left: int) -> str:
    return f"You have {counted(left, 'recovery code')} left. Each works once, in place of your phone."


def second_step_page() -> FormPage:
    return FormPage(
        "One more step",
        "Sign in",
        ("Start over", reverse("league:sign_in")),
        fields="league/office/second_steps/_code.html",
        is_plain=True,
    )


def app_page() -> FormPage:
    return FormPage(
        "Authenticator app",
        "Add this app",
        ("Cancel", reverse("league:safer")),
        fields="league/office/second_steps/_app.html",
        is_plain=True,
    )
