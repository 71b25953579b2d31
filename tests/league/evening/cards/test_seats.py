"""Who plays in a seat: by the seating, and by the card."""

from typing import Any

import pytest

from league.acting.log import Refused
from league.evening.cards.reading import read_round, round_points
from league.evening.cards.seats import entrant_at, full_name_at, is_replaced, is_taken_over, player_at
from league.evening.seating.deeds.substitutes import substitute
from league.models import RoundSeat
from tests.league.makers import acting_as, card_at, make_running_round
from tests.scoring.score_card.makers import enter, join

pytestmark = pytest.mark.django_db
HELPER = {"minutes": 20, "substitute": "outside", "name": "Father Tom"}


def north(number: int = 1) -> RoundSeat:
    return RoundSeat.objects.with_players().get(table__number=number, seat="N")


def say(**late: Any) -> None:
    enter(join(card_at(north().table)), "late", {"seat": "N", **late})


def test_players_of_all_seats_are_read_in_one_query(django_assert_num_queries):
    make_running_round()
    say(**HELPER)

    with django_assert_num_queries(1):
        players = [player_at(seat) for seat in RoundSeat.objects.with_players()]

    assert (len(players), players[0], players.count("Father Tom")) == (8, "Father Tom", 1)


def test_points_of_who_plays_on_ask_no_more_of_the_database(django_assert_num_queries):
    event_round = make_running_round(players=9)
    extra = event_round.sit_outs.get().entrant
    say(minutes=20, substitute="in_event", name=extra.name, entrant=extra.pk)

    with django_assert_num_queries(6):
        points = round_points(read_round(event_round))

    assert [player.entrant for player in points if player.kind == "substitute"] == [extra]


def test_last_word_that_was_not_taken_out_counts():
    make_running_round()
    for late in ({**HELPER, "name": "Tom"}, HELPER):
        say(**late)
    keeper = join(card_at(north().table))

    enter(keeper, "undo", {"undoes": 2})
    assert player_at(north()) == "Tom"
    enter(keeper, "undo", {"undoes": 1})
    assert (player_at(north()), is_taken_over(north())) == ("Ruth Abernathy", False)


def test_late_player_still_plays():
    make_running_round()

    say(minutes=12, substitute="", name="")

    assert (full_name_at(north()), is_replaced(north()), entrant_at(north())) == (
        "Ruth Abernathy", False, north().entrant,
    )  # fmt: skip


def test_who_plays_on_for_a_replaced_player_goes_before_who_sits_in():
    make_running_round()
    substitute(seat=north(), helper="Zoë Kim", acting=acting_as(), client_id="s")
    assert (player_at(north()), is_replaced(north())) == ("Zoë Kim", False)

    say(**HELPER)

    assert (player_at(north()), is_replaced(north()), entrant_at(north())) == ("Father Tom", True, None)


def test_nobody_sits_in_for_a_player_who_was_replaced():
    make_running_round()
    say(**HELPER)

    with pytest.raises(Refused, match="was replaced"):
        substitute(seat=north(), helper="Zoë Kim", acting=acting_as(), client_id="s")

    assert north().helper == ""
