"""The secretary's file: few questions, nobody taken for somebody else, nobody made two people."""

from collections.abc import Callable
from typing import Any

import pytest

from league.models import Member
from league.office.members.deeds.names import tell_apart
from league.season.past.planning import Name, key_of, plan_past
from tests.league.makers import make_club
from tests.league.season.past.brought import asked
from tests.league.season.past.secretary import MEMBERS, NIGHTS, Kept, kept_by_a_secretary
from tests.sampling import sample

MOST_QUESTIONS = 12


def meant_by(name: Name, kept: Kept) -> set[str]:
    return set().union(*(who for typed, who in kept.meant.items() if key_of(typed) == name.key))


@pytest.mark.django_db
def test_file_of_a_season_asks_little_and_takes_nobody_for_somebody_else(record_property: Callable[..., None]):
    club = make_club()
    Member.objects.bulk_create(Member(club=club, number=at, name=name) for at, name in enumerate(MEMBERS, start=1))
    tell_apart(club)
    questions, taken, twice = [], 0, 0
    for seed in range(sample(4, 100)):
        kept = kept_by_a_secretary(seed)
        plan = plan_past(club, asked(kept.text, opens_on=None, closes_on=None))
        answered = [name for name in plan.names.values() if name.answer]
        people: dict[Any, set[str]] = {}
        for name in answered:
            people.setdefault(name.who, set()).update(meant_by(name, kept))

        assert len(plan.past.read.rows) == 510
        assert [what for *_, what in plan.past.nobodys] == ["A total"] * NIGHTS
        for who, meant in people.items():
            assert len(meant) == 1, (seed, meant)
            assert (plan.members[who].name in meant) if who > 0 else not meant & set(MEMBERS), (seed, meant)
        everybody = [each for meant in people.values() for each in meant]
        twice += len(everybody) - len(set(everybody))
        questions.append(len(plan.names) - len(answered))
        taken += sum(name.is_clear for name in answered)

    assert max(questions) <= MOST_QUESTIONS, questions
    assert taken > 20 * len(questions)
    assert twice <= len(questions) // 20
    asked_of = f"{len(questions)} files: {sum(questions)} questions, at most {max(questions)} of one"
    record_property("figures", f"{asked_of}; {taken} names chosen beforehand, none wrong, {twice} people made two")
