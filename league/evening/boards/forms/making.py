"""The question before boards are made."""

from __future__ import annotations

from typing import Any

from league.acting.forms import ClubForm
from league.evening.boards.made import MOST_SETS, Made
from pinochle_club.ground.forms import count_field


class MakeForm(ClubForm):
    sets = count_field(
        "How many sets of boards?",
        1,
        MOST_SETS,
        missing="Enter how many sets, such as 4.",
        note="A table plays one set in each round.",
        above=f"Use at most {MOST_SETS} sets of boards.",
        digits=2,
    )

    def __init__(self, *args: Any, made: Made, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "initial": {"sets": min(made.needed, MOST_SETS)}})
