"""The pages on which something is decided about a board: what they say before, to whom, and at what cost."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.evening.boards.deeds.decisions import void_board
from league.evening.boards.forms.decisions import DecideForm
from league.evening.judging.deeds.entries import enter
from league.evening.rounds.deeds import close_round
from league.models import BoardDecision, EventRound, RoundTable
from tests.league.evening.boards.compared import play_boards, relay, table_of
from tests.league.evening.boards.test_decisions import TAKES, by, played
from tests.league.makers import acting_as, make_user, sheet_at

pytestmark = pytest.mark.django_db


def address(event_round: EventRound, name: str, *args: object) -> str:
    event = event_round.event
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *args])


def director(client, event_round: EventRound, **overrides):
    user = make_user(event_round.event.club, "director", **overrides)
    client.force_login(user)
    return client


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def test_a_choice_is_shown_before_it_is_done(client):
    event_round = played()
    director(client, event_round)
    place = address(event_round, "boards_decide", 1, 1, 2)
    body = {"what": "NS", "reason": "Looked at the kitty", "client_id": "decide"}

    first = client.post(place, body)
    assert "Look at what your choice does" in text_of(first)
    assert BoardDecision.objects.count() == 0

    done = client.post(place, {**body, "shown": "NS 40 60"})
    assert done.status_code == 302
    assert BoardDecision.objects.get().shares == {"NS": 40, "EW": 60}


def test_what_it_does_to_the_list_is_told(client):
    event_round = played()
    director(client, event_round)

    text = text_of(client.get(address(event_round, "boards_decide", 1, 1, 2), {"what": "EW"}))

    assert "N-S get 60%, E-W get 40% for board 2, whatever was played." in text
    assert "Ruth Abernathy<small>100.00% → 90.00%</small>" in text


def test_where_points_are_compared_an_average_is_told_in_points(client):
    event_round = played()
    event_round.event.compared = "datum"
    event_round.event.save()
    director(client, event_round)

    text = text_of(client.get(address(event_round, "boards_decide", 1, 1, 2), {"what": "NS"}))

    assert "N-S get −5 points, E-W get +5 points for board 2" in text


def test_from_where_it_is_fouled_two_groups_are_told(client):
    event_round = played()
    director(client, event_round)

    text = text_of(client.get(address(event_round, "boards_decide", 1, 2, 1), {"what": "fouled"}))

    assert "two groups: 2 tables before, with the cards as they were, and 1 table so far from this one on" in text


@pytest.mark.parametrize(
    ("what", "shares"),
    [("nobody", {"A": 50, "B": 50, "C": 50}), ("B", {"A": 60, "B": 40, "C": 60}), ("left_out", {}), ("X", {})],
)
def test_at_a_table_of_three_everybody_is_a_side(what, shares):
    form = DecideForm(sides=("A", "B", "C"), table=RoundTable(number=1), board=3, initial={"what": what})

    assert form.shares == shares


def test_figures_of_the_directors_own_are_in_percent(client):
    event_round = played()
    director(client, event_round)
    place = address(event_round, "boards_decide", 1, 1, 2)
    body = {"what": "own", "percent_NS": "70", "percent_EW": "", "reason": "Half played", "client_id": "decide"}

    assert "Enter a percentage, such as 45." in text_of(client.post(place, body))
    client.post(place, {**body, "percent_EW": "45", "shown": "own 70 45"})
    assert BoardDecision.objects.get().shares == {"NS": 70, "EW": 45}


def test_a_board_is_left_out_everywhere_and_counts_again(client):
    event_round = played()
    director(client, event_round)

    shown = text_of(client.get(address(event_round, "boards_void", 3)))
    assert "Board 3 counts for nobody, at any table." in shown
    client.post(address(event_round, "boards_void", 3), {"reason": "Passed on", "client_id": "void"})
    decision = BoardDecision.objects.get()
    assert (decision.kind, decision.table) == ("void", None)

    client.post(address(event_round, "boards_take_back", decision.pk), {"reason": "Another", "client_id": "take-back"})
    decision.refresh_from_db()
    assert decision.is_taken_back


def test_what_was_decided_is_told_with_the_way_to_take_it_back(client):
    event_round = played()
    director(client, event_round)
    void_board(event=event_round.event, board=3, reason="Passed on", **by("void"))

    text = text_of(client.get(address(event_round, "boards_decide", 1, 1, 3)))

    assert "Doesn’t count: Passed on" in text
    assert address(event_round, "boards_take_back", BoardDecision.objects.get().pk) in text


@pytest.mark.parametrize(("board", "is_open"), [(2, True), (4, False)])
def test_a_director_who_plays_is_shown_nothing_of_a_board_still_to_be_played(client, board, is_open):
    """Table 1 has played boards 1 to 3."""
    event_round = relay(travelers_after="board")
    for number, takes in enumerate(TAKES, start=1):
        play_boards(table_of(event_round, number), *takes[:3])
    director(client, event_round)
    member = table_of(event_round, 1).seats.get(seat="N").entrant.member
    event_round.event.club.roles.update(member=member)

    text = text_of(client.get(address(event_round, "boards_void", board)))

    assert ("You play tonight and have yet to play this board" in text) is not is_open
    assert ("Ruth Abernathy" in text) is is_open


@pytest.mark.parametrize(("name", "args"), [("boards_void", (5,)), ("boards_decide", (1, 1, 9))])
def test_a_board_that_nobody_plays_is_not_there(client, name, args):
    event_round = played()
    director(client, event_round)

    assert client.get(address(event_round, name, *args)).status_code == 404


def test_an_event_without_boards_has_no_such_page(client):
    event_round = relay()
    RoundTable.objects.update(board_set=0)
    director(client, event_round)

    assert client.get(address(event_round, "boards_decide", 1, 1, 1)).status_code == 404


def test_the_page_asks_as_much_of_many_tables_as_of_few(client, django_assert_num_queries):
    event_round = played()
    director(client, event_round)
    place = address(event_round, "boards_decide", 1, 1, 2)
    client.get(place, {"what": "NS"})

    with django_assert_num_queries(17):
        client.get(place, {"what": "NS"})


def test_a_ruling_that_deals_again_leads_to_a_decision_about_the_board(client):
    event_round = played(boards=2)
    director(client, event_round)
    place = address(event_round, "rule", 1, 1)
    asked = {"hand": "2", "kind": "misdeal", "fact-what": "other", "fact-again": "yes"}

    text = text_of(client.get(place, asked))

    assert "A board isn’t dealt again" in text
    assert address(event_round, "boards_decide", 1, 1, 2) in text


def test_a_traveler_leads_those_who_rule_to_a_decision_and_nobody_else(client):
    event_round = played()
    event = event_round.event
    event.state, event.closed_at = "closed", timezone.now()
    event.save()
    event.rounds.update(state="closed")
    traveler = address(event_round, "board_traveler", 2)
    decides = address(event_round, "boards_decide", 1, 3, 2)

    assert decides not in text_of(client.get(traveler))
    assert decides in text_of(director(client, event_round).get(traveler))


def test_a_late_board_is_entered_on_the_card_of_its_closed_round(client):
    event_round = played(boards=3)
    close_round(event_round=event_round, reason="Board 4 is played later", **by("close"))
    director(client, event_round)

    text = text_of(client.get(address(event_round, "boards_decide", 1, 1, 4)))
    assert "It is late: this round closed without it." in text
    card = client.post(address(event_round, "open_card", 1, 1), {"client_id": "open"}, follow=True)
    assert 'name="bidder"' in text_of(card)
    bid = {"bidder": "N", "bid": "20", "trump": "H", "no_marriage": False, "dealer": "W", "board": 4}
    enter(table_of(event_round, 1), acting_as(), "bid", "bid", bid, hand=4)
    assert sheet_at(table_of(event_round, 1)).lines[3].board == 4
