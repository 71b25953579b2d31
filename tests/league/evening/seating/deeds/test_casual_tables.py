"""Tables that form as people like."""

import pytest

from league.acting.log import Refused
from league.evening.rounds.deeds import start_round
from league.evening.seating.deeds.casual_tables import break_up_table, form_table
from league.evening.seating.deeds.publishing import publish_rounds
from league.models import Entrant, RoundTable
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_rules


def form(event, players, client_id="tap"):
    return form_table(event=event, players=players, acting=acting_as(), client_id=client_id)


def test_tables_form_in_a_round_of_their_own(db):
    event = make_event(format="casual")
    entrants = make_entrants(event, 9)

    form(event, entrants[:4], "one")
    form(event, entrants[4:8], "two")
    form(event, entrants[4:8], "two")

    event_round = event.rounds.get()
    assert (event_round.number, event_round.state) == (1, "draft")
    assert [table.number for table in event_round.tables.all()] == [1, 2]
    assert [(seat.seat, seat.entrant) for seat in event_round.tables.get(number=2).seats.all()] == list(
        zip("NESW", entrants[4:8], strict=True)
    )


def test_table_formed_while_a_round_is_played_has_its_card(db):
    event = make_event(format="casual")
    entrants = make_entrants(event, 8)
    form(event, entrants[:4], "one")
    publish_rounds(event=event, acting=acting_as(), client_id="publish")
    start_round(event_round=event.rounds.get(), acting=acting_as(), client_id="start")

    table = form(event, entrants[4:], "two")

    assert table.card.player_names["N"] == entrants[4].name
    event.refresh_from_db()
    assert event.seating_version == 2
    with pytest.raises(Refused, match="already has its card"):
        break_up_table(table=table, acting=acting_as(), client_id="three")


def test_tables_of_a_duplicate_share_the_boards_of_their_round(db):
    """Three-handed rules: all tables of the second round play boards 4 to 6, each from another one on."""
    event = make_event(rules=make_rules(make_club(), "cutthroat"), hands=3, compared="matchpoints")
    entrants = make_entrants(event, 6)
    event.rounds.create(number=1, state="closed")
    tables = [form(event, entrants[:3], "one"), form(event, entrants[3:], "two")]

    publish_rounds(event=event, acting=acting_as(), client_id="publish")
    start_round(event_round=event.rounds.get(number=2), acting=acting_as(), client_id="start")

    assert [RoundTable.objects.get(pk=table.pk).card.boards for table in tables] == [[4, 5, 6], [5, 6, 4]]


def test_table_is_broken_up_and_its_number_is_free(db):
    event = make_event(format="casual")
    entrants = make_entrants(event, 8)
    table = form(event, entrants[:4], "one")

    break_up_table(table=table, acting=acting_as(), client_id="two")
    break_up_table(table=table, acting=acting_as(), client_id="two")

    assert form(event, entrants[2:6], "three").number == 1


def test_who_sits_already_or_is_not_here_is_refused(db):
    event = make_event(format="casual")
    entrants = make_entrants(event, 9)
    form(event, entrants[:4], "one")
    Entrant.objects.filter(pk=entrants[8].pk).update(state="left")

    with pytest.raises(Refused, match="sits at table 1"):
        form(event, entrants[3:7], "two")
    with pytest.raises(Refused, match="is not here"):
        form(event, event.entrants.all()[5:9], "three")
    with pytest.raises(Refused, match="you chose 3"):
        form(event, entrants[4:7], "four")
    with pytest.raises(Refused, match="different"):
        form(event, [entrants[4]] * 4, "five")


def test_three_make_a_table_where_there_are_rules_for_it(db):
    club = make_club()
    event = make_event(club, format="casual", three_handed_rules=make_rules(club, "gwinnett-3"))
    entrants = make_entrants(event, 7)

    table = form(event, entrants[:3], "one")
    form(event, entrants[3:], "two")

    assert "".join(table.seats.values_list("seat", flat=True)) == "ABC"


def test_tables_of_a_duplicate_for_three_are_formed_by_hand(db):
    event = make_event(book="gwinnett-3", compared="matchpoints")
    entrants = make_entrants(event, 3)

    assert form(event, entrants).seats.count() == 3


def test_tables_of_a_rotation_are_not_formed_by_hand(db):
    event = make_event()

    with pytest.raises(Refused, match="Only casual evenings"):
        form(event, make_entrants(event, 4))
