"""The cut on the board and on its page, and what screen, projector and paper say of a final."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.evening.cards.reading import event_points, read_event
from league.evening.check_in.deeds.roll import mark_left
from league.evening.desk.pages.projector import projector_context
from league.evening.desk.projector import read_projector
from league.evening.desk.reading import read_desk
from league.evening.finals.deeds import decide
from league.evening.finals.reading import read_cut
from league.evening.paper.pages.results import results_paper
from league.evening.paper.pages.seatings import slips_of
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.seatings import read_rounds
from league.models import Event, LogLine, RoundTable
from tests.league.makers import acting_as, close_with_sums, make_event, make_final, make_round, make_user, start_now

pytestmark = pytest.mark.django_db
CLEAR = ((400, 300), (200, 100), (50, 10))
TIED = ((400, 300), (200, 200), (50, 10))


def at(event: Event, place: str = "board/") -> str:
    return f"/clubs/{event.club.slug}/events/{event.pk}/{place}"


def words(client: Client, event: Event, place: str = "board/") -> str:
    """A page in one line, without tags."""
    page = re.sub(r"<(script|style).*?</\1>", "", client.get(at(event, place)).text, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def director_of(client: Client, event: Event, kind: str = "director") -> Client:
    client.force_login(make_user(event.club, kind))
    return client


def cut(event: Event, by: str = "") -> Event:
    return decide(event=event, acting=acting_as(), client_id=f"cut-{by}", by=by)


def leave(event: Event, number: int) -> None:
    mark_left(entrant=event.entrants.get(number=number), acting=acting_as(), client_id=f"left-{number}")


def play_final(event: Event) -> Event:
    """One table of the first four, who are in it."""
    people = list(event.entrants.order_by("number")[:4])
    close_with_sums(start_now(make_round(event, people, number=2)), ((60, 110),))
    return Event.objects.select_related("club").get(pk=event.pk)


# -- the board -------------------------------------------------------------------------------


def test_the_desk_says_who_is_in_who_ties_and_who_is_out(client: Client) -> None:
    board = words(director_of(client, event := make_final(TIED)), event)

    assert "The cut to the best 6 comes next 4 people tie at the line. Make the cut…" in board
    assert "In Ruth Abernathy 400, Marge Delgado 400, Walt Kowalski 300, Ed Lindqvist 300" in board
    assert "Tied, for 2 places Joan Pruitt 200, Lois Beckett 200, Hank Ostrowski 200, Vern Talbot 200" in board
    assert "Out Bernice Hall 50," in board
    assert "All planned rounds are played" not in board


def test_a_referee_reads_the_line_and_has_no_keys(client: Client) -> None:
    board = words(director_of(client, event := make_final(CLEAR), "referee"), event)

    assert "In Ruth Abernathy 400" in board
    assert "Make the cut" not in board


def test_after_the_cut_the_final_is_seated_next_and_the_cut_can_be_taken_back(client: Client) -> None:
    event = cut(make_final(TIED), "seats")

    board = words(director_of(client, event), event)

    assert "The final has no seating yet Seat the players" in board
    assert "Out, free to go Bernice Hall 50," in board
    assert "Tie broken More seats." in board
    assert "Take the cut back…" in board
    assert "Reopen round 1" not in board


def test_the_seating_of_the_final_says_who_it_is_made_for(client: Client) -> None:
    event = cut(make_final(CLEAR, final_places=4))

    page = words(director_of(client, event), event, "rotation/")

    assert "4 people are here: 1 table, and nobody sits out." in page


def test_a_finalist_who_went_home_is_replaced_by_one_tap(client: Client) -> None:
    event = cut(make_final(CLEAR))
    leave(event, 1)
    director = director_of(client, event)
    assert "Ruth Abernathy went home, and is in the final Next in line: " in words(director, event)

    gone = event.entrants.get(number=1)
    answer = director.post(at(event, f"cut/replace/{gone.pk}/"), {"client_id": "tap"}, follow=True)

    assert "plays in the final." in answer.text
    assert "went home" not in words(director, event).replace("Went home", "")


def test_a_finalist_who_went_home_from_a_seated_final_has_that_key_on_the_list_above_the_tables(client: Client) -> None:
    event = cut(make_final(((400, 300), (200, 100), (90, 80)), final_places=8))
    plan_rounds(event=event, acting=acting_as(), client_id="plan", effort=500)
    publish_rounds(event=event, acting=acting_as(), client_id="publish")
    leave(event, 1)

    page = director_of(client, event).get(at(event)).text

    before = page[page.index('id="before"') :].split("</section>", 1)[0]
    assert f"/cut/replace/{event.entrants.get(number=1).pk}/" in before
    assert "leave-out" not in before


def test_the_desk_says_that_the_cut_does_not_follow_a_correction(client: Client) -> None:
    event = cut(make_final(CLEAR))
    RoundTable.objects.filter(event_round__event=event, number=3).update(totals={"NS": 250, "EW": 10})

    board = words(director_of(client, event), event)

    assert "By the points as they stand now, Bernice Hall and Dolores Vance would be in the final" in board
    assert (
        "and Joan Pruitt and Lois Beckett out The cut doesn’t follow by itself: take it back, and make it again."
        in (board)
    )


def test_a_desk_with_a_cut_takes_as_many_queries_whatever_the_number_of_tables(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for tables in (CLEAR, ((400, 300), *[(200, 100)] * 8)):
        event = cut(make_final(tables, final_places=4))
        with django_assert_max_num_queries(19):
            assert read_desk(event, timezone.now()).cut is not None


def test_an_event_without_a_final_asks_nothing_about_it(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    event = make_final(CLEAR, final_places=0)

    with django_assert_max_num_queries(0):
        assert read_cut(event) is None


# -- the page --------------------------------------------------------------------------------


def test_a_clear_line_is_cut_at_by_one_key(client: Client, clear: Event) -> None:
    event = clear
    director = director_of(client, event)
    assert "How is the tie broken?" not in words(director, event, "cut/")

    answer = director.post(at(event, "cut/"), {"client_id": "a", "seen": read_cut(event).seen})

    assert (answer.status_code, answer.headers["Location"]) == (302, at(event))
    assert event.entrants.filter(last_round=None).count() == 6


def test_a_tie_shows_what_each_tie_break_says_and_asks_how_it_is_broken(client: Client) -> None:
    event = make_final(TIED, tie_breaks=["rounds_won", "fewest_sets", "head_to_head"])
    director = director_of(client, event)
    page = words(director, event, "cut/")

    assert "4 people tie at 200 points for 2 places." in page
    assert "Joan Pruitt Rounds won 0 · Times set 0 · Head to head – 200" in page
    assert "By the club’s tie-breaks" not in page
    assert "Play an extra hand first" in page
    assert "More seats: they all get in, and 8 play" in page
    unanswered = director.post(at(event, "cut/"), {"client_id": "a", "seen": read_cut(event).seen})
    assert (unanswered.status_code, "Choose one." in unanswered.text) == (422, True)

    director.post(at(event, "cut/"), {"client_id": "b", "seen": read_cut(event).seen, "by": "play"})

    assert str(event.rounds.get(number=2)) == "The extra hand"


def test_more_seats_say_who_sits_out(client: Client) -> None:
    event = make_final(TIED, final_places=5)
    RoundTable.objects.filter(number=2).update(totals={"NS": 200, "EW": 190})

    assert "and 6 play, so 2 sit out each round" in words(director_of(client, event), event, "cut/")


def test_a_page_that_shows_an_older_line_is_refused_with_the_line_as_it_is(client: Client, clear: Event) -> None:
    event = clear
    seen = read_cut(event).seen
    RoundTable.objects.filter(number=3).update(totals={"NS": 900, "EW": 10})

    answer = director_of(client, event).post(at(event, "cut/"), {"client_id": "a", "seen": seen})

    assert answer.status_code == 409
    assert "The results changed since this page was opened." in answer.text
    assert "900" in answer.text


def test_a_choice_that_is_not_open_by_now_is_answered_with_the_page(client: Client, tied: Event) -> None:
    director = director_of(client, tied)
    for by in ("chain", "lots", "nonsense", ""):
        answer = director.post(at(tied, "cut/"), {"client_id": "a", "seen": "old", "by": by})

        assert answer.status_code in (409, 422), by


def test_before_lots_are_drawn_there_is_a_look_and_after_it_stands_who_watched(client: Client, tied: Event) -> None:
    event = tied
    director = director_of(client, event)
    typed = {"client_id": "a", "seen": director.get(at(event, "cut/")).context["form"]["seen"].value(), "by": "lots"}

    look = director.post(at(event, "cut/"), typed)
    assert (look.status_code, LogLine.objects.filter(action="made the cut").count()) == (422, 0)
    assert "Joan Pruitt, Hank Ostrowski, Lois Beckett and Vern Talbot each draw a number from 1 to 9,999." in look.text
    assert "The 2 highest numbers get in." in look.text
    assert "Draw the lots" in look.text

    drawn = director.post(at(event, "cut/"), typed | {"witness": "Hank Ostrowski"}, follow=True)
    line = LogLine.objects.get(action="made the cut")
    lots = re.findall(r"([A-Z]\w+ \w+) ([\d,]+)", line.after.partition("Lots drawn: ")[2].partition(". ")[0])
    figures = [int(lot.replace(",", "")) for _, lot in lots]
    assert (len(lots), figures) == (4, sorted(figures, reverse=True))
    assert all(name in line.after.partition("In: ")[2] for name, _ in lots[:2])
    assert "Hank Ostrowski watched. In: " in line.after
    assert line.after in unescape(drawn.text)
    assert line.after in unescape(director.get(at(event, "cut/")).text)


@pytest.mark.parametrize("overrides", [{}, {"format": "half_move", "final_places": 8}])
def test_an_event_without_a_final_has_no_cut(client: Client, overrides: dict[str, Any]) -> None:
    event = make_event(**overrides)

    assert "This event has no final, so there is no cut." in words(director_of(client, event), event, "cut/")


def test_where_no_cut_is_due_the_page_says_so(client: Client) -> None:
    event = cut(make_final(CLEAR))

    assert "The cut has been made." in words(director_of(client, event), event, "cut/")
    assert "Everybody is in again" in words(client, event, "cut/take-back/")


# -- what everybody reads --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("carries", "said"),
    [(True, "Their points before the final count too."), (False, "by the points of the final alone.")],
)
def test_screen_projector_and_paper_say_how_the_places_come_about(client: Client, carries: bool, said: str) -> None:
    event = play_final(cut(make_final(((400, 300), (250, 250)), final_places=4, final_carries=carries)))
    readings = read_event(event)
    paper = results_paper(event, readings, event_points(event, readings), 2)
    event.projector = "results"
    projector = projector_context(read_projector(event), timezone.now())

    page = words(client, event, "")

    assert said in page
    assert said in paper["final"]
    assert said in projector["pages"][0]["note"]
    assert "Place Player Round 1 The final Total" in page
    assert (paper["standing_title"], projector["subtitle"]) == ("The final places", "The final places")
    assert [row["rank"] for row in paper["standing"]] == ["1", "1", "3", "3", "5", "5", "5", "5"]
    assert [row["is_first_below"] for row in paper["standing"]].index(True) == 4
    first = projector["pages"][0]["results"][0]
    best = ("Ruth Abernathy, finalist", "460†") if carries else ("Walt Kowalski, finalist", "110†")
    assert (first["name"], first["points"]) == best


def test_a_slip_says_who_is_not_in_the_final() -> None:
    event = cut(make_final(CLEAR, final_places=4))
    plan_rounds(event=event, acting=acting_as(), client_id="plan")

    slips = {slip["name"]: slip["lines"][-1] for slip in slips_of(read_rounds(event))}

    out = [name for name, line in slips.items() if line["seat"] == "Not in the final"]
    assert len(slips) - len(out) == len([line for line in slips.values() if line["table"]]) == 4


def test_an_extra_hand_stands_in_no_results(client: Client) -> None:
    event = make_final(((400, 300), (200, 100), (100, 10)), final_places=8)
    decide(event=event, acting=acting_as(), client_id="play", by="play")
    close_with_sums(start_now(event.rounds.get(number=2)), ((60, -20),))

    page = words(client, event, "")

    assert "Place Player Round 1 Total" in page
    assert "It breaks the tie at the line, and counts for nothing else." in words(director_of(client, event), event)
