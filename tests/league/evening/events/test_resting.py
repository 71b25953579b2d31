"""What already rests on a setting of the plan is asked about before it changes."""

from datetime import timedelta

import pytest

from league.acting.log import Refused
from league.evening.events.deeds import change_event, change_series, next_of_series
from league.evening.events.forms import TIE_BREAKS, EventForm, SettingsForm
from league.evening.events.resting import ASKS, PLANNED, questions
from league.models import Entrant, Event, LogLine, Series, SitOut
from league.models.events import SETTINGS
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round, make_series

pytestmark = pytest.mark.django_db

# Nothing rests on these.
SILENT = {"name"}


def test_every_setting_that_the_form_asks_for_says_what_rests_on_it():
    shown = {*SettingsForm.base_fields, *EventForm.base_fields} - {"client_id", "start", "final", *TIE_BREAKS}
    silent = {name for name, one in PLANNED.items() if not (one.asks or one.fixed or one.said or one.until_cut)}

    assert {*SETTINGS, *shown} <= PLANNED.keys()
    assert silent == SILENT
    assert {ask for one in PLANNED.values() for ask in one.asks} == ASKS.keys()


@pytest.mark.parametrize("model", [Event, Series])
def test_each_field_says_whether_it_is_a_setting_and_who_finds_it_in_an_archive(model):
    """A field that is new is declared where it stands: by `setting`, or by `archived`."""
    assert [field.name for field in model._meta.concrete_fields if not hasattr(field, "archived")] == ["id"]


def wrong_fee(series=None):
    event = (
        make_event(fee=6000) if series is None else next_of_series(series=series, acting=acting_as(), client_id="first")
    )
    people = make_entrants(event, 5)
    Entrant.objects.filter(event=event).update(fee=6000)
    Entrant.objects.filter(pk__in=[one.pk for one in people[:3]]).update(paid=6000)
    Entrant.objects.filter(pk=people[3].pk).update(paid=1000)
    return event


def answered(row, answers, **fields):
    """The answers to what is asked of a change, each with its number."""
    found = dict(answers)
    for _ in range(2):  # what coming nights ask comes with their yes
        for one in questions(row, fields, found):
            key = answers.get(one.field, "yes")
            found[one.field] = next((choice for choice, _ in one.choices if choice.split("-")[0] == key), key)
    return found


@pytest.mark.parametrize(
    ("fee", "answer", "comes_to", "told"),
    [
        (600, "new", (600, 600), "; 3 people paid $6, not what was noted"),
        (600, "keep", (6000, 6000), ""),
        (7000, "owe", (7000, 6000), "; 3 people paid $60"),
    ],
)
def test_wrong_fee_is_put_right_for_who_paid_it_or_left(fee, answer, comes_to, told):
    event = wrong_fee()
    assert next(questions(event, {"fee": 600}, {})).words == "3 people paid $60. What about them?"
    answers = answered(event, {"fee": answer}, fee=fee)

    for _ in range(2):
        change_event(event=event, acting=acting_as(), client_id="fee", fee=fee, answers=answers)

    assert list(event.entrants.values_list("fee", "paid")) == [*[comes_to] * 3, (fee, 1000), (fee, 0)]
    assert LogLine.objects.get(event=event, action="changed").after == f"fee {'$6' if fee == 600 else '$70'}{told}"

    if answer == "new":  # and back again, by the same page
        event.refresh_from_db()
        answers = answered(event, {"fee": "new"}, fee=6000)
        change_event(event=event, acting=acting_as(), client_id="back", fee=6000, answers=answers)
        assert list(event.entrants.values_list("fee", "paid"))[:3] == [(6000, 6000)] * 3


def test_who_pays_between_question_and_answer_is_asked_about_first():
    event = wrong_fee()
    answers = answered(event, {"fee": "new"}, fee=600)
    last = event.entrants.last()
    Entrant.objects.filter(pk=last.pk).update(paid=6000)

    with pytest.raises(Refused, match="while you answered"):
        change_event(event=event, acting=acting_as(), client_id="fee", fee=600, answers=answers)

    assert set(event.entrants.values_list("fee", flat=True)) == {6000}


def test_coming_nights_take_over_what_changes_or_do_not():
    series = make_series(make_club(), fee=6000)
    event = wrong_fee(series)
    night = next_of_series(series=series, acting=acting_as(), client_id="next")
    asked = list(questions(event, {"fee": 600}, {}))[-1]
    assert asked.choices == (("yes-1", "Yes, the series and 1 night already planned"), ("no", "Only this night"))
    moved = {"played_on": event.played_on + timedelta(1), "starts_at": event.starts_at + timedelta(1)}
    assert list(questions(event, {"name": "Santa", **moved}, {})) == []  # this night's own

    answers = answered(event, {"coming": "no"}, minutes=20)
    change_event(event=event, acting=acting_as(), client_id="minutes", minutes=20, answers=answers)
    answers = answered(event, {"fee": "keep", "coming": "yes"}, fee=600)
    change_event(event=event, acting=acting_as(), client_id="fee", fee=600, answers=answers)

    for row in (event, series, night):
        row.refresh_from_db()
    assert [(row.fee, row.minutes) for row in (event, series, night)] == [(600, 20), (600, 0), (600, 0)]


def test_series_asks_of_its_planned_nights_and_of_what_rests_on_them():
    series = make_series(make_club(), fee=6000)
    tonight = wrong_fee(series)
    (asked,) = questions(series, {"fee": 600, "weekday": 3}, {})
    assert asked.choices[0] == ("yes-1", "Yes, 1 night already planned")
    of_it = f"fee_{tonight.pk}"

    answers = answered(series, {"coming": "yes", of_it: "new"}, fee=600)
    assert answers == {"coming": "yes-1", of_it: "new-3"}
    change_series(series=series, acting=acting_as(), client_id="fee", fee=600, answers=answers)

    series.refresh_from_db()
    assert (series.fee, *tonight.entrants.values_list("paid", flat=True)) == (600, 600, 600, 600, 1000, 0)


def test_rounds_and_places_that_rest_on_the_plan_are_asked_about():
    event = make_event(rounds_planned=3, hidden_rounds=1)
    people = make_entrants(event, 5)
    rounds = [make_round(event, people[:4], number=number) for number in (1, 2, 3)]
    event.rounds.filter(number__lt=3).update(state="closed")
    SitOut.objects.create(event_round=rounds[0], entrant=people[4])

    def asked(**changed):
        return [(one.field, *dict(one.choices)) for one in questions(event, changed, {})]

    assert asked(hidden_rounds=2) == [("shown", "yes-2")]
    assert asked(hidden_rounds=0) == []  # nothing was hidden so far
    assert asked(rounds_planned=2) == [("shown", "yes-2"), ("seated", "yes-1")]
    assert asked(sit_out_credit="fixed", fixed_credit=9) == [("sat_out", "yes-1")]
    assert asked(places_by="wins") == [("placed", "yes-2")]
    event.hidden_rounds = 2
    assert asked(hidden_rounds=1) == [("shown", "yes-2")]

    change_event(event=event, acting=acting_as(), client_id="clock", minutes=25)
    assert list(event.rounds.values_list("minutes", flat=True)) == [0, 0, 25]


def test_fewer_rounds_than_began_are_refused():
    event = make_event(rounds_planned=4)
    people = make_entrants(event, 4)
    for number in (1, 2):
        make_round(event, people, number=number)
        event.rounds.update(state="closed")

    with pytest.raises(Refused, match="2 rounds began already"):
        change_event(event=event, acting=acting_as(), client_id="a", rounds_planned=1)
