import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from league.evening.cards.reading import event_points, read_event
from league.evening.cards.standings import standings
from league.evening.tables.deeds.paper_cards import enter_totals
from league.evening.totals.deeds import NotTaken, type_over
from league.evening.totals.grid import Change, cell_name, read_grid
from league.models import Event, EventRound, LogLine, Prize, RoundTable
from tests.lasting import lasting
from tests.league.evening.tables.views.test_paper_cards import table_of
from tests.league.makers import acting_as, close_with_sums, make_running_round, make_user, play_round
from tests.scoring.score_card.makers import enter_hand, join

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_round(django_db_setup: None, django_db_blocker: Any) -> Iterator[EventRound]:
    with lasting(django_db_blocker):
        yield make_running_round(players=9)


@pytest.fixture
def event_round(lasting_round: EventRound, db: None) -> EventRound:
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round.pk)


@pytest.fixture
def director(client, event_round) -> Client:
    client.force_login(make_user(event_round.event.club, "director"))
    return client


def grid(event_round: EventRound, more: str = "") -> str:
    return f"/clubs/{event_round.event.club.slug}/events/{event_round.event_id}/totals/{more}"


def form(client: Client, event_round: EventRound) -> dict[str, str]:
    """The grid's form as it stands."""
    return form_of(client.get(grid(event_round)).text)


def form_of(text: str) -> dict[str, str]:
    page = text.partition('action="/clubs')[2]
    fields = dict(re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', page))
    return {name: text for name, text in fields.items() if name.startswith(("client_id", "shown-", "cell-"))}


def cell(event_round: EventRound, table: int, seat: str) -> str:
    return cell_name(event_round.tables.get(number=table).seats.get(seat=seat).entrant, event_round)


def totals(event_round: EventRound) -> list[dict[str, int] | None]:
    return list(RoundTable.objects.filter(event_round=event_round).values_list("totals", flat=True))


def places(event: Event) -> dict[str, str]:
    return {one.entrant.name: str(one.place) for one in standings(event, event_points(event, read_event(event)))}


def test_an_evening_kept_on_paper_is_typed_and_undone(director, event_round):
    typed = form(director, event_round)
    typed |= {cell(event_round, 1, "N"): "240", cell(event_round, 1, "E"): "−31"}
    typed |= {cell(event_round, 2, seat): "120" for seat in "NESW"}

    answer = director.post(grid(event_round), typed)
    page = director.get(answer["Location"])

    assert totals(event_round) == [{"NS": 240, "EW": -31}, {"NS": 120, "EW": 120}]
    assert LogLine.objects.filter(action="entered the totals alone").count() == 2
    assert "Saved: Table 1, round 1 and Table 2, round 1." in page.text
    director.post(
        grid(event_round),
        {"client_id": "undo", "reason": page.context["undo"]["reason"]} | dict(page.context["undo"]["fields"]),
    )
    assert totals(event_round) == [None, None]


def test_the_same_form_again_changes_nothing(director, event_round):
    typed = form(director, event_round) | {cell(event_round, 1, "N"): "240", cell(event_round, 1, "E"): "31"}
    answers = [director.post(grid(event_round), typed) for _ in range(2)]

    assert {answer["Location"] for answer in answers} == {answers[0]["Location"]}
    assert LogLine.objects.filter(action="entered the totals alone").count() == 1


def test_hands_are_asked_about_before_totals_stand_in_for_them(director, event_round):
    play_round(event_round, seed=3)
    typed = form(director, event_round) | {cell(event_round, 1, "N"): "999"}

    asks = director.post(grid(event_round), typed)
    assert (asks.status_code, totals(event_round)) == (422, [None, None])
    assert re.search(r"its \d+ hands \(.*\) stay on the card but don’t count", asks.text)

    saved = director.post(grid(event_round), typed | {"reason": "card was wet"})
    assert saved.status_code == 302
    kept = totals(event_round)[0]
    assert kept is not None
    assert kept["NS"] == 999
    assert LogLine.objects.filter(reason="card was wet").count() == 1

    undo = director.get(saved["Location"]).context["undo"]
    director.post(grid(event_round), {"client_id": "undo", "reason": undo["reason"]} | dict(undo["fields"]))
    assert totals(event_round) == [None, None]
    assert LogLine.objects.filter(action="took back the totals", reason="Undone in the grid").count() == 1


def test_a_closed_round_takes_a_director_and_a_reason(director, event_round):
    close_with_sums(event_round, [(240, 31), (120, 80)])
    typed = form(director, event_round) | {cell(event_round, 2, "E"): "90"}

    assert director.post(grid(event_round), typed).status_code == 422
    director.force_login(make_user(event_round.event.club, "referee", username="walt", name="Walt"))
    refused = director.post(grid(event_round), typed | {"reason": "miscounted"})

    assert refused.status_code == 409
    assert refused.context["form"].faults.keys() == {cell(event_round, 2, "E")}
    assert totals(event_round)[1] == {"NS": 120, "EW": 80}


def test_what_typing_over_does_to_places_prizes_and_cash_is_said_before(director, event_round):
    event = event_round.event
    close_with_sums(event_round, [(240, 31), (120, 80)])
    prize = Prize.objects.create(event=event, kind="place", place=1, amount=500)
    had, has = (
        [seat.entrant for seat in event_round.tables.get(number=table).seats.filter(seat__in=("N", "S"))]
        for table in (1, 2)
    )
    event.cash_entries.create(kind="payout", number=1, amount=-500, who="Ann Lee", prize=prize, entrant=had[0])
    typed = form(director, event_round) | {cell(event_round, 2, "N"): "300"}

    was = places(event)
    effect = director.post(grid(event_round), typed).context["effect"]
    director.post(grid(event_round), typed | {"reason": "miscounted"})
    becomes = places(event)

    assert {one.label: (one.was, one.becomes) for one in effect["parts"]["Places of the evening"]} == {
        name: (was[name], place) for name, place in becomes.items() if place != was[name]
    }
    (paid,) = effect["says"]
    cash = {one.label: (one.was, one.becomes) for one in effect["parts"]["The cash sheet"]}
    assert [cash[f"Prize: 1st place: {one}"] for one in (*had, *has)] == [("$2.50", "–")] * 2 + [("–", "$2.50")] * 2
    assert paid.startswith("1st place was paid to Ann Lee, and now goes to")


def test_a_list_tells_what_it_does_before_it_is_saved(director, event_round):
    close_with_sums(event_round, [(240, 31), (120, 80)])
    north = event_round.tables.get(number=2).seats.get(seat="N").entrant

    page = director.post(
        grid(event_round, "paste/"), {"pasted": f"Player\tRound 1\n{north.name}\t300\n", "client_id": "p"}
    )

    assert page.context["effect"]["parts"]["Places of the evening"][0].label == north.name


def test_all_cells_of_a_large_tournament_are_taken_at_once(director, event_round):
    typed = form(director, event_round) | {f"cell-{number}-9": "240" for number in range(1, 2001)}
    typed |= {cell(event_round, 1, "N"): "240", cell(event_round, 1, "E"): "31"}

    assert director.post(grid(event_round), typed).status_code == 302
    assert totals(event_round)[0] == {"NS": 240, "EW": 31}


def test_all_is_saved_or_nothing_and_what_was_typed_stays(director, event_round):
    typed = form(director, event_round)
    enter_hand(join(event_round.tables.get(number=2).card))
    typed |= {cell(event_round, 1, "N"): "240", cell(event_round, 1, "E"): "31", "reason": "wet"}
    typed |= {cell(event_round, 2, "N"): "120", cell(event_round, 2, "E"): "80"}

    answer = director.post(grid(event_round), typed)

    assert answer.status_code == 422
    assert answer.context["form"].faults.keys() == {cell(event_round, 2, seat) for seat in "NESW"}
    assert totals(event_round) == [None, None]
    shown = form_of(answer.text)
    assert (shown[cell(event_round, 2, "N")], shown[cell(event_round, 2, "S")]) == ("120", "570")
    assert director.post(grid(event_round), {**shown, "reason": "wet"}).status_code == 302
    assert totals(event_round) == [{"NS": 240, "EW": 31}, {"NS": 120, "EW": 80}]


def test_what_comes_between_the_look_and_the_write_is_not_typed_over(event_round):
    first, second = read_grid(event_round.event).tables.values()
    enter_totals(table=second.reading.table, totals={"NS": 1, "EW": 2}, acting=acting_as(), client_id="t", seen=0)
    changes = [Change(table, {"NS": 240, "EW": 31}, 0) for table in (first, second)]

    with pytest.raises(NotTaken, match="Table 2, round 1: Somebody entered something here first"):
        type_over(event=event_round.event, changes=changes, acting=acting_as(), client_id="g")

    assert totals(event_round) == [None, {"NS": 1, "EW": 2}]
    assert LogLine.objects.filter(action="entered the totals alone").count() == 1


def test_a_list_is_laid_into_the_grid_and_nothing_is_saved(director, event_round):
    people = {one.number: one for one in event_round.event.entrants.all()}
    first = event_round.tables.get(number=1).seats.get(seat="N").entrant
    rows = f"Player\tRound 1\tRound 2\n{first.name}\t240\t\nNobody Atall\t3\t\n{people[9].name}\t55\t4\n"

    page = director.post(grid(event_round, "paste/"), {"pasted": rows, "client_id": "p"})

    assert page.context["form"].data[cell_name(first, event_round)] == "240"
    assert page.context["left"] == [
        "Line 3: Nobody here is “Nobody Atall”.",
        f"{people[9].name} has no table in round 1.",
        "Round 2 hasn’t started. Start it on the board, then paste again.",
    ]
    assert "Type a total for each side" in page.text
    assert totals(event_round) == [None, None]


def test_a_list_that_is_none_says_so(director, event_round):
    answer = director.post(grid(event_round, "paste/"), {"pasted": "x;y\n1;2", "client_id": "p"})

    assert answer.status_code == 422
    assert "There is no column with the players’ names or numbers." in answer.text


def test_what_a_cell_rests_on_leads_to_where_it_is_put_right(director, event_round):
    close_with_sums(event_round, [(240, 31), (120, 80)])
    name = cell(event_round, 1, "N")
    sits_out = event_round.sit_outs.get().entrant

    why = director.get(grid(event_round), {"why": name}, headers={"HX-Request": "true"}).context["why"]
    out = director.get(grid(event_round), {"why": cell_name(sits_out, event_round)}).context["why"]

    assert why["steps"] == ("Totals typed by the director, hands not counted +240",)
    assert [words for words, _ in why["links"]] == ["Table 1: its hands", "Penalties and lateness"]
    assert {director.get(address).status_code for _, address in (*why["links"], *out["links"])} == {200}
    assert director.get(grid(event_round), {"why": "x"}).context["why"] is None


def test_an_address_that_says_nonsense_offers_no_undo(director, event_round):
    for was in ("", "1", "1.1", "1.1.2", "1.1.x.3", "9.9.1.2", "a.b.1.2", "1.1.99999.3"):
        assert director.get(grid(event_round), {"was": was}).context["undo"] is None, was


def test_a_closed_evening_is_looked_at(director, event_round):
    close_with_sums(event_round, [(240, 31), (120, 80)])
    type(event_round.event).objects.update(state="closed")

    page = director.get(grid(event_round))

    assert "Reopen it to change totals." in page.text
    assert "data-cell" not in page.text


def test_the_grid_costs_the_same_queries_however_many_play(client, django_assert_num_queries):
    for players in (8, 40):
        event_round = make_running_round(players=players)
        client.force_login(make_user(event_round.event.club, "director"))
        client.get(grid(event_round))

        with django_assert_num_queries(10):
            client.get(grid(event_round))


@pytest.mark.parametrize("book", ["gwinnett-3", "cutthroat"])
def test_where_each_plays_alone_each_has_a_total(client, book):
    RoundTable.objects.all().delete()  # of the file's own round: there is one table
    event_round = table_of(book).event_round
    client.force_login(make_user(event_round.event.club, "director"))
    seats = {seat.seat: cell_name(seat.entrant, event_round) for seat in event_round.tables.get().seats.all()}
    typed = form(client, event_round) | {name: str(at) for at, name in enumerate(seats.values(), start=7)}

    assert client.post(grid(event_round), typed).status_code == 302
    assert totals(event_round) == [dict(zip(seats, (7, 8, 9), strict=True))]
