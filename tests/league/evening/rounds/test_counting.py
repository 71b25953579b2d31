"""What counts of a round: said at its closing, changed while the event is open, and shown before it is done."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from league.acting.log import Refused
from league.evening.cards.reading import event_points, read_event
from league.evening.events.deeds import break_off, close_event, reopen_event, rounds_missing
from league.evening.events.results import results_of
from league.evening.finals.deeds import decide, replace_finalist, take_back
from league.evening.finals.reading import read_cut
from league.evening.money.pages.cash import box_lines
from league.evening.money.pages.prizes import shown_prizes
from league.evening.money.sheet import read_cash
from league.evening.rounds.counting import counting_words, say_what_counts
from league.evening.rounds.deeds import close_round, delete_round, reopen_round
from league.evening.rulings.left_open import left_open
from league.models import (
    CashEntry,
    Entrant,
    Event,
    EventRound,
    LedgerRow,
    LogLine,
    Pot,
    Prize,
    RoundSeat,
    RoundTable,
)
from league.season.grades.model import Table
from league.season.grades.reading import read_tables
from league.season.records.reading import work_out
from tests.league.makers import (
    acting_as,
    close_with_sums,
    fresh,
    make_club,
    make_entrants,
    make_event,
    make_final,
    make_round,
    make_running_round,
    make_series,
    make_user,
    play_round,
    put_on_hold,
    start_now,
)
from tests.league.season.seasons.played import opened, played_night

pytestmark = pytest.mark.django_db
ACTING = acting_as()


def played(*sums: list[tuple[int, int]], people: int = 9, **fields: Any) -> Event:
    """An evening of so many who play, the last of each round sits out; each round's tables handed in these sums."""
    event = make_event(**{"book": "st-hilary", "rounds_planned": 4, **fields})
    entrants = make_entrants(event, people)
    for number, of_round in enumerate(sums, start=1):
        turned = [*entrants[number - 1 :], *entrants[: number - 1]]
        close_with_sums(start_now(make_round(event, turned, number=number)), of_round)
    return fresh(event)


def void(event: Event, number: int, tables: tuple[int, ...] = (1, 2), client_id: str = "void") -> Event:
    say_what_counts(
        event_round=event.rounds.get(number=number),
        void=tables, acting=ACTING, client_id=client_id, reason="started by mistake",
    )  # fmt: skip
    return fresh(event)


def totals(event: Event) -> dict[str, int]:
    points = event_points(event, read_event(event))
    return {rounds[0].entrant.name: sum(one.points for one in rounds) for rounds in points.values()}


# -- what the issue was: who sat out a round that was started by mistake led the evening --------


def test_who_sits_out_a_round_that_does_not_count_has_nothing_for_it():
    event = played([(200, 100), (200, 100)])
    entrants = list(event.entrants.all())
    second = start_now(make_round(event, [*entrants[1:], entrants[0]], number=2))
    numbers = list(second.tables.values_list("number", flat=True))

    close_round(event_round=second, acting=ACTING, client_id="close", reason="started by mistake", void=numbers)

    event = fresh(event)
    assert max(totals(event).values()) == 200
    assert totals(event)[entrants[0].name] == 200
    assert totals(event)[entrants[8].name] == 0
    assert (event.rounds_planned, rounds_missing(event)) == (5, "1 of 4 rounds was played.")
    assert counting_words(event.rounds.get(number=2)) == "It doesn’t count"
    assert LogLine.objects.get(action="closed").after.startswith("It doesn’t count\n")


def test_a_round_is_said_not_to_count_and_to_count_again():
    event = played([(200, 100), (200, 100)], [(300, 0), (50, 40)])
    before = totals(event)

    event = void(event, 2)
    assert (event.rounds.get(number=2).counts, event.rounds_planned, max(totals(event).values())) == (False, 5, 200)

    event = void(event, 2, (), "again")
    assert (totals(event), event.rounds_planned) == (before, 4)
    lines = LogLine.objects.filter(action="changed what counts of").order_by("pk")
    assert [(line.before, line.after) for line in lines] == [
        ("It counts", "It doesn’t count"),
        ("It doesn’t count", "It counts"),
    ]


def test_players_of_a_table_that_does_not_count_have_neither_points_nor_a_credit():
    event = void(played([(200, 100), (200, 100)]), 1, (2,))

    assert set(totals(event)) == {"Ruth Abernathy", "Walt Kowalski", "Marge Delgado", "Ed Lindqvist", "Bernice Hall"}
    assert (event.rounds.get().counts, event.rounds_planned) == (True, 4)


def test_another_round_is_planned_only_where_none_was_played_in_its_place():
    event = void(played(*([[(20, 10), (20, 10)]] * 4)), 2)
    make_round(event, list(event.entrants.all()), number=5, state="draft")

    assert void(event, 2, (), "again").rounds_planned == 5


def test_what_counts_is_said_with_a_reason_of_a_closed_round_of_an_open_event():
    event = played([(200, 100), (200, 100)])
    first, second = event.rounds.get(), start_now(make_round(event, list(event.entrants.all()), number=2))

    def say(event_round: EventRound, reason: str = "a mistake") -> None:
        say_what_counts(event_round=event_round, void=(1,), acting=ACTING, client_id=f"{event_round.pk}", reason=reason)

    with pytest.raises(Refused, match="Say why"):
        say(first, "")
    with pytest.raises(Refused, match="isn’t closed"):
        say(second)
    RoundTable.objects.filter(event_round=second).update(totals={"NS": 20, "EW": 10})
    with pytest.raises(Refused, match="Say why it doesn’t count"):
        close_round(event_round=second, acting=ACTING, client_id="close", void=(1,))
    close_round(event_round=second, acting=ACTING, client_id="over")
    close_event(event=event, acting=ACTING, client_id="end", reason="late")
    with pytest.raises(Refused, match="Reopen it first"):
        say(first)

    reopen_event(event=event, acting=ACTING, client_id="open", reason="round 1 was a mistake")
    say(first)
    assert counting_words(first) == "Table 1 doesn’t count"


def test_a_reopened_round_counts_once_more():
    event = void(played([(200, 100), (200, 100)]), 1)

    reopen_round(event_round=event.rounds.get(), acting=ACTING, client_id="reopen", reason="we go on")

    assert (event.rounds.get().counts, fresh(event).rounds_planned) == (True, 4)
    assert not RoundTable.objects.filter(counts=False).exists()


def test_nobody_is_absent_from_a_table_that_does_not_count_and_is_once_it_does():
    event_round = make_running_round(players=8, book="st-hilary")
    RoundSeat.objects.filter(table__number=2, seat="W").update(is_missing=True)
    RoundTable.objects.update(totals={"NS": 200, "EW": 100})
    card = event_round.tables.get(number=2).card

    close_round(event_round=event_round, acting=ACTING, client_id="c", reason="a mistake", void=(2,))
    assert not card.entries.filter(kind="late").exists()

    for again in ("again", "once more"):
        say_what_counts(event_round=event_round, void=(), acting=ACTING, client_id=again, reason="it was right")
    assert card.entries.filter(kind="late").count() == 1
    assert totals(fresh(event_round.event))["Vern Talbot"] == 0


def test_an_open_ruling_of_a_round_that_does_not_count_holds_nothing_up():
    event_round = make_running_round(players=4)
    put_on_hold(event_round.tables.get(), "who led?")
    assert len(left_open(event_round.event)) == 1

    close_round(event_round=event_round, acting=ACTING, client_id="c", reason="a mistake", void=(1,))

    assert left_open(event_round.event) == ()


# -- finals, money, the ledger -----------------------------------------------------------------


def test_a_cut_goes_by_the_rounds_that_count_and_a_void_final_is_played_again():
    event = make_final([(400, 300), (200, 100)], final_places=4)
    people = list(event.entrants.all())
    second = make_round(event, [*people[4:], *people[:4]], number=2)
    close_with_sums(start_now(second), [(900, 800), (10, 0)])
    event = void(event, 2)

    assert sorted(one.total for one in read_cut(event).tallies) == [100, 100, 200, 200, 300, 300, 400, 400]
    decide(event=event, acting=ACTING, client_id="cut")
    event = fresh(event)
    finalists = list(event.entrants.filter(last_round=None))
    assert finalists == people[:4]
    final = close_with_sums(start_now(make_round(event, finalists, number=3)), [(50, 0)])

    event = void(event, 3, (1,), "final")
    assert (event.rounds_planned, str(final), max(totals(event).values())) == (4, "The final", 400)
    assert not read_cut(event).would_be[0]

    finalists[0].state = "left"
    finalists[0].save()
    follows = replace_finalist(event=event, entrant=finalists[0], acting=ACTING, client_id="replace")
    assert follows in people[4:]
    assert final.tables.get().seats.filter(entrant=finalists[0]).exists()
    event = take_back(event=event, acting=ACTING, client_id="take back")
    assert (event.rounds.count(), event.rounds_planned, read_cut(fresh(event)).after) == (3, 3, 3)


def test_prizes_and_set_money_follow_what_counts():
    event = played([(200, 100), (50, 40)], [(10, 20), (900, 0)])
    Prize.objects.create(event=event, kind="place", place=1, amount=500)
    Prize.objects.create(event=event, kind="high_round", amount=300)
    first, high = event.prizes.order_by("pk")

    def won(prize: Prize) -> list[str]:
        return [one.name for one in read_cash(event).reading.won[prize.pk]]

    assert won(high) == ["Hank Ostrowski", "Vern Talbot"]
    event = void(event, 2)
    assert won(high) == won(first) == ["Ruth Abernathy", "Marge Delgado"]
    assert (read_cash(event).reading.rounds, read_cash(event).rounds_planned) == (1, 4)


def test_nobody_was_there_in_a_round_that_does_not_count():
    event = played([(200, 100), (200, 100)], [(10, 20), (30, 0)])
    gone = event.entrants.last()
    assert isinstance(gone, Entrant)
    event = void(void(event, 1), 2, (1,), "second")

    close_event(event=event, acting=ACTING, client_id="end", reason="the alarm")

    rows = LedgerRow.objects.filter(event=event)
    assert {(row.round_number, row.table) for row in rows} == {(2, 2), (2, None)}
    assert rows.count() == 5
    assert not rows.filter(entrant=event.entrants.get(number=2)).exists()


def test_grades_and_records_know_nothing_of_what_does_not_count():
    event = make_event(book="st-hilary", rounds_planned=2)
    people = make_entrants(event, 8)
    made: list[tuple[Mapping[int, list[Table]], Any]] = []

    def made_with(event_round: EventRound, void: tuple[int, ...] = ()) -> tuple[Mapping[int, list[Table]], Any]:
        """What is made of the evening once it is closed with these tables of the round void."""
        say = say_what_counts if event_round.state == "closed" else close_round
        say(event_round=event_round, void=void, client_id=f"void-{len(made)}", acting=ACTING, reason="the alarm")
        close_event(event=event, client_id=f"close-{len(made)}", acting=ACTING, reason="the alarm")
        made.append((read_tables(event.club_id), work_out(event.club_id)))
        reopen_event(event=event, client_id=f"open-{len(made)}", acting=ACTING, reason="the alarm")
        event_round.refresh_from_db()
        return made[-1]

    first, second = (make_round(event, people[::way], number=at) for at, way in ((1, 1), (2, -1)))
    play_round(start_now(first), seed=1)
    of_first = made_with(first)
    play_round(start_now(second), seed=2)

    assert made_with(second, (1, 2)) == of_first
    of_both = made_with(second)
    assert all(mine != its for mine, its in zip(of_both, of_first, strict=True))
    assert [len(*grades.values()) for grades, _ in (of_first, of_both, made_with(second, (2,)))] == [2, 4, 3]
    assert made_with(second, (1, 2)) == of_first
    assert made_with(second) == of_both


def test_an_evening_of_which_nothing_counts_is_no_night_of_a_season():
    club = make_club()
    event = played_night(make_series(club, book="st-hilary"), 0, [(200, 100), (50, 40)], is_over=False)
    season = opened(club)

    close_event(event=void(event, 1), acting=ACTING, client_id="end", reason="the alarm")
    assert season.publications.count() == 1

    reopen_event(event=event, acting=ACTING, client_id="open", reason="it was right")
    close_event(event=void(event, 1, (), "again"), acting=ACTING, client_id="over", reason="over")
    assert season.publications.count() == 2


# -- the pages -------------------------------------------------------------------------------


def at(event: Event, place: str) -> str:
    return f"/clubs/{event.club.slug}/events/{event.pk}/{place}"


def signed_in(client: Client, event: Event, kind: str = "director") -> Client:
    client.force_login(make_user(event.club, kind))
    return client


def seen(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def hidden(page: str, name: str) -> str:
    return re.findall(rf'name="{name}" value="([^"]*)"', page)[0]


def test_a_round_without_a_hand_is_closed_as_one_that_does_not_count_unless_somebody_says_otherwise(client):
    event = make_running_round(players=8).event
    signed_in(client, event)
    page = client.get(at(event, "rounds/1/close/")).text

    assert re.search(r'name="counts" value="no"[^>]*checked', page)
    assert hidden(page, "shown") == "1,2"
    assert "Close it anyway" in page
    sent = {"client_id": "close", "reason": "by mistake", "counts": "no", "shown": "1,2"}
    answer = client.post(at(event, "rounds/1/close/"), sent, follow=True)

    assert not event.rounds.get().counts
    assert "Round 1 was closed" in seen(answer.text)
    assert "It doesn’t count." in seen(answer.text)


def test_what_a_choice_does_is_shown_before_it_is_done(client):
    event = played([(200, 100), (50, 40)], [(10, 20), (900, 0)])
    event.entrants.update(fee=200, paid=200)
    places = Pot.objects.create(event=event, name="Prize pot", per_player=200)
    prize = Prize.objects.create(event=event, kind="place", place=1, pot=places, percent=50)
    CashEntry.objects.create(
        event=event, number=1, kind="payout", amount=-100, prize=prize, who="Vern Talbot",
        entrant=event.entrants.get(number=8), reason="",
    )  # fmt: skip
    signed_in(client, event)
    address, sent = at(event, "rounds/2/counts/"), {"reason": "the wrong seating", "counts": "no"}

    refused = client.post(address, {"client_id": "a", "shown": "", **sent})
    assert (refused.status_code, event.rounds.get(number=2).counts) == (409, True)
    page = seen(refused.text)
    assert "Look at what your choice does" in page
    assert "Ruth Abernathy 400 → 200 points" in page
    assert "Prize: 1st place: Ruth Abernathy – $4.50 Prize: 1st place: Marge Delgado – $4.50" in page
    assert "Prize: 1st place: Vern Talbot $4.50 $0" in page
    assert "was paid to Vern Talbot" in page

    looked = client.get(address, {"counts": "yes", "tables": ["2"]}).text
    assert hidden(looked, "shown") == "2"
    done = client.post(address, {"client_id": "b", "shown": hidden(refused.text, "shown"), **sent}, follow=True)
    assert not event.rounds.get(number=2).counts
    assert "It counts…" in done.text


def test_the_page_that_deletes_a_round_says_what_to_do_of_one_that_has_started(client):
    event = make_running_round(players=8).event
    signed_in(client, event, "admin")

    page = client.get(at(event, "rounds/1/delete/")).text

    assert "Type “Round 1”" not in page
    assert "close it and say that it doesn’t count" in page
    assert at(event, "rounds/1/counts/") in page
    with pytest.raises(Refused, match="Say that it doesn’t count instead"):
        delete_round(event_round=event.rounds.get(), acting=acting_as("admin"), client_id="d", typed="Round 1")


def test_pages_leave_out_what_does_not_count_and_say_so(client):
    event = void(played([(200, 100), (50, 40)], [(10, 20), (900, 0)]), 2)
    signed_in(client, event)

    assert "900" not in seen(client.get(at(event, "")).text).split()  # which may stand in a club's name
    assert "Round 2 doesn’t count" in seen(client.get(at(event, "board/")).text)
    assert "Round 2, which doesn’t count" in client.get(at(event, "rulings/")).text
    assert "Most points" not in client.get(at(event, "board/?round=2")).text
    papers = client.get(at(event, "papers/?round=2")).text
    assert "Print, round 1" in papers
    assert client.get(at(event, "results.pdf?round=2")).status_code in (302, 404, 422)


# -- broken off --------------------------------------------------------------------------------


def test_an_evening_that_breaks_off_ends_as_it_stands():
    event = played([(200, 100), (50, 40)])
    start_now(make_round(event, list(event.entrants.all()), number=2))

    for _ in range(2):
        break_off(event=event, rounds=[1], acting=ACTING, client_id="stop", reason="the fire alarm")

    event = fresh(event)
    assert event.state == "closed"
    assert [(one.state, one.counts) for one in event.rounds.all()] == [("closed", True), ("closed", False)]
    assert LogLine.objects.get(event=event, action="closed", subject="the event").reason == "the fire alarm"
    assert set(LedgerRow.objects.filter(event=event).values_list("round_number", flat=True)) == {1}


def test_if_we_stop_now_shows_places_and_prizes_by_the_rounds_that_count(client):
    event = played([(200, 100), (50, 40)], [(10, 20), (900, 0)])
    Prize.objects.create(event=event, kind="high_round", amount=300)
    third = start_now(make_round(event, list(event.entrants.all()), number=3))
    signed_in(client, event)

    page = client.get(at(event, "stop/")).text
    assert hidden(page, "shown") == "1,2"
    assert "Round 3 · being played, 0 of 2 tables finished" in page
    assert "Hank Ostrowski $1.50" in seen(page)
    only_first = client.get(at(event, "stop/"), {"look": "", "rounds": ["1"]}).text
    assert hidden(only_first, "shown") == "1"
    assert "Ruth Abernathy $1.50" in seen(only_first)
    nothing = client.get(at(event, "stop/"), {"look": ""}).text
    assert "No round counts" in nothing

    sent = {"client_id": "stop", "rounds": ["1"], "reason": "snow"}
    assert client.post(at(event, "stop/"), {**sent, "shown": "1,2"}).status_code == 409
    assert fresh(event).state == "running"
    assert client.post(at(event, "stop/"), {**sent, "client_id": "now", "shown": "1"}).status_code == 302
    assert [one.counts for one in event.rounds.all()] == [True, False, False]
    assert EventRound.objects.get(pk=third.pk).close_reason == "snow"


@pytest.mark.parametrize("counting", [[1, 2], [1], [2], []])
def test_if_we_stop_now_shows_just_what_then_stands(client, counting):
    event = played([(200, 100), (50, 40)])
    Prize.objects.create(event=event, kind="place", place=1, amount=300)
    second = start_now(make_round(event, list(event.entrants.all())[::-1], number=2))
    RoundTable.objects.filter(event_round=second).update(totals={"NS": 500, "EW": 10})
    RoundSeat.objects.filter(table__event_round=second, seat="N").update(is_missing=True)
    signed_in(client, event)
    page = client.get(at(event, "stop/"), {"look": "", "rounds": counting})
    assert "Whose it is" in page.text
    standings = [points for points, _ in page.context["standings"]]
    shown = [standings, page.context["prizes"], page.context["cash"]["box"]]

    break_off(event=event, rounds=counting, acting=ACTING, client_id="stop", reason="the fire alarm")

    event = fresh(event)
    cash = read_cash(event)
    assert [results_of(event), shown_prizes(event, cash.prizes, cash), box_lines(cash)] == shown
