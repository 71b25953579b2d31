"""What already rests on a setting of the plan is asked about before it changes."""

import pytest

from league.acting.log import Refused
from league.evening.events.deeds import FIXED_ONCE_CUT, FIXED_ONCE_STARTED, change_event, next_of_series
from league.evening.events.forms import EventForm, SettingsForm
from league.evening.events.resting import RESTS, SETTINGS, questions
from league.models import Entrant, LogLine
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round, make_series

pytestmark = pytest.mark.django_db

# Read anew at each look, or from the next round on.
FROM_NOW_ON = {
    "name", "starts_at", "minutes", "rounds_planned", "hidden_rounds", "odd_players", "partners", "losers",
    "guests_at_door", "travelers_after", "final_places", "final_rounds", "final_carries", "tie_breaks",
}  # fmt: skip


def test_every_setting_of_the_plan_says_what_rests_on_it():
    asks = {name for name, ask in RESTS.items() if ask}
    shown = {*SettingsForm.base_fields, *EventForm.base_fields} - {"client_id", "start", "final"}

    assert {*SETTINGS, *shown} - {"tie_break_1", "tie_break_2", "tie_break_3"} <= RESTS.keys()
    assert asks | FIXED_ONCE_STARTED.keys() | FROM_NOW_ON == RESTS.keys()
    assert len(asks) + len(FIXED_ONCE_STARTED) + len(FROM_NOW_ON) == len(RESTS)
    assert FIXED_ONCE_CUT <= FROM_NOW_ON


def wrong_fee(series=None):
    event = (
        make_event(fee=6000) if series is None else next_of_series(series=series, acting=acting_as(), client_id="first")
    )
    people = make_entrants(event, 5)
    Entrant.objects.filter(event=event).update(fee=6000)
    Entrant.objects.filter(pk__in=[one.pk for one in people[:3]]).update(paid=6000)
    Entrant.objects.filter(pk=people[3].pk).update(paid=1000)
    return event


@pytest.mark.parametrize(("restated", "comes_to"), [({"fee"}, [(600, 600)] * 3), ((), [(6000, 6000)] * 3)])
def test_wrong_fee_is_put_right_for_who_paid_it_or_left(restated, comes_to):
    event = wrong_fee()
    (question,) = questions(event, {"fee": 600})
    assert [key for key, _ in question.choices] == ["new-3", "keep"]
    assert question.words == "3 people paid $60. Did they pay $6, or do you leave them?"

    for _ in range(2):
        change_event(event=event, acting=acting_as(), client_id="fee", fee=600, restated=restated)

    assert list(event.entrants.values_list("fee", "paid")) == [*comes_to, (6000, 1000), (600, 0)]
    line = LogLine.objects.get(event=event, action="changed")
    assert line.after == "fee $6" + ("; 3 people paid $6, not what was noted" if restated else "")

    if restated:  # and back again, by the same page
        event.refresh_from_db()
        change_event(event=event, acting=acting_as(), client_id="back", fee=6000, restated=restated)
        assert list(event.entrants.values_list("fee", "paid"))[:3] == [(6000, 6000)] * 3


def test_coming_nights_take_over_what_changes_or_do_not():
    series = make_series(make_club(), fee=6000)
    event = wrong_fee(series)
    night = next_of_series(series=series, acting=acting_as(), client_id="next")
    asked = list(questions(event, {"fee": 600}))[-1]
    assert asked.choices == (("yes-1", "Yes, the series and 1 night already planned"), ("no", "Only this night"))

    change_event(event=event, acting=acting_as(), client_id="minutes", minutes=20)
    series.refresh_from_db()
    assert series.minutes != 20
    change_event(event=event, acting=acting_as(), client_id="fee", fee=600, for_coming=True)

    for row in (event, series, night):
        row.refresh_from_db()
    assert (event.fee, series.fee, night.fee) == (600, 600, 600)
    assert night.minutes != 20


def test_fewer_rounds_than_began_are_refused():
    event = make_event(rounds_planned=4)
    people = make_entrants(event, 4)
    for number in (1, 2):
        make_round(event, people, number=number)
        event.rounds.update(state="closed")

    with pytest.raises(Refused, match="2 rounds began already"):
        change_event(event=event, acting=acting_as(), client_id="a", rounds_planned=1)
