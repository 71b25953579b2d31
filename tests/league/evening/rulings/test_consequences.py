"""What a ruling leaves as it is is told before it is given: prizes that were paid, who is in the final."""

import pytest

from league.evening.cards.reading import table_reading
from league.evening.finals.deeds import decide
from league.evening.money.deeds.cash import pay_prize
from league.evening.rulings.effects import read_effects
from league.models import Event, RoundTable
from scoring.score_card.recording import read_sheet
from tests.league.evening.money.evening import fresh, named, played_evening, with_prizes
from tests.league.makers import acting_as, make_entrants, make_event, make_round, play_round, start_now

pytestmark = pytest.mark.django_db


def stays(event: Event, *, number: int, points: int) -> tuple[str, ...]:
    """What is told of a ruling on hand 1 of a table that gives North and South so many points."""
    table = RoundTable.objects.select_related("card__book_version").get(event_round__event=event, number=number)
    assert table.card is not None, "the table has played"
    sheet = read_sheet(table.card)
    payload = {
        "kind": "amount", "facts": {}, "called_by": "", "basis": "judgment", "rule": "", "note": "",
        "decision": "Points", "effect": {"ruled": {"NS": points}},
    }  # fmt: skip
    after = sheet.with_entry("ruling", 1, payload, by_director=True)
    return read_effects(table_reading(table), sheet, after).stays


def test_a_ruling_tells_of_paid_prizes_that_others_win_by_it() -> None:
    event = played_evening()
    prizes = with_prizes(event)
    for name in ("Joan", "Lois"):
        pay_prize(prize=prizes["first"], entrant=named(event, name), amount=400, acting=acting_as(), client_id=name)

    assert stays(fresh(event), number=2, points=-5) == ()
    assert stays(fresh(event), number=2, points=-30) == (
        "1st place was paid to Joan Pruitt and Lois Beckett, and now goes to Ruth Abernathy and Marge Delgado. "
        "The cash sheet says what to get back.",
    )


def test_a_ruling_tells_that_the_cut_stays() -> None:
    event = make_event(rounds_planned=1, final_places=4)
    first = start_now(make_round(event, make_entrants(event, 8)))
    play_round(first, seed=1)
    event.rounds.update(state="closed")

    assert stays(fresh(event), number=1, points=-40) == ()
    decide(event=fresh(event), acting=acting_as(), client_id="cut", by="lots")
    assert stays(fresh(event), number=1, points=-40) == (
        "Who plays in the final stays as it was decided. The board says if others would be in.",
    )
