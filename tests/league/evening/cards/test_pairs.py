"""What pairs come to, beside their players: one reading, two standings."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from league.evening.cards.pages import results_context
from league.evening.cards.pairs import pair_points
from league.evening.cards.reading import event_points, read_event, table_reading
from league.evening.check_in.deeds.tonight import choose_partner
from league.evening.desk.pages.projector import projector_context
from league.evening.desk.projector import read_projector
from league.evening.ledger.rows import rows_of
from league.evening.paper.pages.results import results_paper
from league.evening.rounds.deeds import start_round
from league.models import Entrant, Event, EventRound, RoundTable
from scoring.rules.notation import average
from scoring.score_card.recording import record
from tests.league.makers import (
    acting_as,
    close_with_sums,
    make_event,
    make_pairs,
    make_round,
    play_round,
    sheet_at,
    start_now,
)

pytestmark = pytest.mark.django_db


def enter(table: RoundTable, kind: str, **payload):
    sheet = sheet_at(table)
    record(
        writer=SimpleNamespace(card_id=table.card_id, device_id=None, label="Carol Reyes"),
        kind=kind,
        payload=payload,
        client_id=f"{kind}-{sheet.version}",
        seen=sheet.version,
        by_director=True,
    )


def seated(event: Event, number: int, *pairs: tuple[Entrant, Entrant], seed: int) -> EventRound:
    """A played and closed round: the first pair meets the second, and so on; one that is over has a bye."""
    order = [seat for (a, b), (c, d) in zip(pairs[::2], pairs[1::2], strict=False) for seat in (a, c, b, d)]
    order += [*pairs[-1]] if len(pairs) % 2 else []
    event_round = make_round(event, order, number=number)
    start_round(event_round=event_round, acting=acting_as(), client_id=f"start-{number}")
    play_round(event_round, seed=seed)
    event.rounds.filter(pk=event_round.pk).update(state="closed")
    return event_round


def by_pair(event: Event) -> dict[str, list[int]]:
    points = pair_points(event, read_event(event))
    return {str(rounds[0].entrant): [one.points for one in rounds] for rounds in points.values()}


def by_player(event: Event) -> dict[str, list[int]]:
    points = event_points(event, read_event(event))
    return {str(rounds[0].entrant): [one.points for one in rounds] for rounds in points.values()}


def totals(event_round: EventRound, number: int = 1) -> dict[str, int]:
    """What the card itself says of a table."""
    return dict(table_reading(event_round.tables.get(number=number)).totals)


def named(pair: tuple[Entrant, Entrant]) -> str:
    return f"{pair[0].name} & {pair[1].name}"


def test_pair_has_what_its_side_came_to_once_and_so_has_each_player():
    event = make_event(format="round_robin")
    one, two = make_pairs(event, 2)
    sums = totals(seated(event, 1, one, two, seed=3))

    assert by_pair(event) == {named(one): [sums["NS"]], named(two): [sums["EW"]]}
    assert by_player(event) == {str(each): [sums[side]] for side, pair in (("NS", one), ("EW", two)) for each in pair}


def test_who_won_more_rounds_stands_above_who_has_more_points():
    event = make_event(format="round_robin", book="st-hilary", places_by=Event.PlacesBy.WINS)
    one, two = make_pairs(event, 2)
    for number, sums in enumerate(((500, 300), (500, 200), (100, 800)), start=1):
        close_with_sums(start_now(make_round(event, [one[0], two[0], one[1], two[1]], number=number)), [sums])

    rounds = read_event(event)
    (results,) = results_context(event, [one.event_round for one in rounds], pair_points(event, rounds))

    assert [(line.rank, line.name, line.won, line.total) for line in results.lines] == [
        ("1", named(one), 2, "1,100†"), ("2", named(two), 1, "1,300†"),
    ]  # fmt: skip
    assert results.final.startswith("The most rounds won come first")
    assert {(row.is_pair, row.place) for row in rows_of(event, rounds)} == {
        (False, 1),
        (True, 1),
        (False, 3),
        (True, 2),
    }
    paper = results_paper(event, rounds, event_points(event, rounds), 3)
    assert [(line["won"], line["total"]) for line in paper["standing"]] == [(2, "1,100†"), (1, "1,300†")]


def test_pair_loses_what_either_of_them_loses():
    event = make_event(format="round_robin")
    one, two = make_pairs(event, 2)
    event_round = seated(event, 1, one, two, seed=4)
    table = event_round.tables.get()
    enter(table, "late", seat="N", minutes=12, substitute="", name="")
    enter(table, "penalty", seat="S", code="card_on_floor", count=1, note="", hand=1, replacement=False)
    sums = totals(event_round)

    (played,) = pair_points(event, read_event(event))[one[0].pk, one[1].pk]

    assert played.points == sums["NS"] - 70 - 50
    assert [step.title.partition(":")[0] for step in played.steps[-2:]] == [one[0].called, one[1].called]
    assert sum(step.amount for step in played.steps) == played.points


def test_bye_has_the_clubs_credit():
    event = make_event(format="half_move", fixed_credit=77)
    one, two, three = make_pairs(event, 3)
    first = totals(seated(event, 1, one, two, three, seed=5))
    seated(event, 2, one, three, two, seed=6)

    own = by_pair(event)[named(three)][1]
    credits = {"winners_average": max(first.values()), "own_average": average([own]), "fixed": 77, "none": 0}
    for event.sit_out_credit, credit in credits.items():
        event.save()
        bye, (reading, _) = (
            by_pair(event)[named(three)][0],
            pair_points(event, read_event(event))[three[0].pk, three[1].pk],
        )

        assert bye == by_player(event)[str(three[0])][0] == credit, event.sit_out_credit
        assert (reading.kind, reading.steps[0].title.partition(":")[0]) == ("sat_out", "Bye")


def test_pair_that_breaks_up_keeps_its_rounds_and_its_bye():
    event = make_event(format="half_move", sit_out_credit="fixed", fixed_credit=40)
    one, two, three = make_pairs(event, 3)
    seated(event, 1, one, two, three, seed=5)
    seated(event, 2, one, three, two, seed=6)
    dora = Entrant.objects.create(event=event, number=60, name="Dora Quill", state="here")
    choose_partner(entrant=three[0], partner=dora, acting=acting_as(), client_id="new")
    new = (three[0], dora)
    seated(event, 3, two, new, seed=7)

    assert [len(by_pair(event)[named(pair)]) for pair in (three, new)] == [2, 1]
    assert by_pair(event)[named(three)][0] == 40
    assert [len(by_player(event)[str(each)]) for each in (*three, dora)] == [3, 2, 1]


def test_helper_has_no_points_and_the_pair_has():
    event = make_event(format="round_robin")
    one, two = make_pairs(event, 2)
    choose_partner(entrant=one[0], partner=None, with_helper=True, acting=acting_as(), client_id="helper")
    helper = event.entrants.get(is_house_player=True)
    sums = totals(seated(event, 1, (one[0], helper), two, seed=3))

    assert by_pair(event)[named((one[0], helper))] == [sums["NS"]]
    assert helper.name not in by_player(event)


def standings(client):
    event = make_event(format="round_robin", sit_out_credit="fixed", fixed_credit=40)
    pairs = make_pairs(event, 3)
    seated(event, 1, *pairs, seed=8)
    return event, pairs


def test_event_page_shows_pairs_and_players(client):
    event, pairs = standings(client)

    page = client.get(reverse("league:event", args=[event.club.slug, event.pk])).text

    assert page.index("Results by pair so far") < page.index("Results by player so far")
    assert ("In brackets: credit for a bye." in page, f"{pairs[0][0].name} &amp; {pairs[0][1].name}" in page) == (
        True,
        True,
    )
    assert page.count("(40)") == 3


def test_projector_shows_pairs_then_players(client):
    event, _ = standings(client)
    event.projector = Event.Projector.RESULTS

    pages = projector_context(read_projector(event), event.starts_at)["pages"]

    assert [(page["by"], len(page["results"])) for page in pages] == [("By pair", 3), ("By player", 6)]


def test_paper_shows_the_round_of_pairs_and_where_players_stand(client):
    event, _ = standings(client)
    readings = read_event(event)

    paper = results_paper(event, readings, event_points(event, readings), 1)

    assert (len(paper["rows"]), paper["who"], len(paper["player_standing"])) == (3, "Pair", 6)
    assert paper["credit"] == "Anyone with a bye gets 40 points."
