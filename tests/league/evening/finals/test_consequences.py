"""What a change of scores says where the cut is made."""

import pytest

from league.evening.cards.reading import read_event
from league.evening.finals.consequences import made_cut
from league.evening.finals.deeds import decide
from league.models import Event, RoundTable
from tests.league.makers import acting_as, close_with_sums, fresh, make_final, make_round, start_now

pytestmark = pytest.mark.django_db
STAYS = "Who plays in the final stays as it was decided. The board says if others would be in."


@pytest.mark.parametrize(
    ("is_cut", "number", "points", "told"),
    [(True, 1, 401, [STAYS]), (True, 1, 400, []), (True, 2, 900, []), (False, 1, 401, [])],
)
def test_only_points_that_the_cut_was_decided_by_are_told(is_cut, number, points, told):
    event = make_final(((400, 300), (200, 100)), final_places=4)
    if is_cut:
        decide(event=event, acting=acting_as(), client_id="cut")
    final = make_round(event, list(event.entrants.order_by("number")[:4]), number=2)
    close_with_sums(start_now(final), ((60, 110),))
    event = fresh(event)
    before = read_event(event)
    RoundTable.objects.filter(event_round__event=event, event_round__number=number, number=1).update(
        totals={"NS": points, "EW": 300 if number == 1 else 110}
    )

    after = read_event(Event.objects.get(pk=event.pk))

    assert list(made_cut(event, before, after)) == told
