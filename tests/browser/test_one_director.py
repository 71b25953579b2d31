"""One evening with one director, who has nobody to ask, at a desk of 1180×820: somebody comes late, somebody falls ill,
the desk is cut off, the director’s own ruling is appealed, a round is started by mistake, people tie at the cut.

What the director does is clicked, and the browser counts how often the mouse is pressed: for nothing more often than
when such an evening was first counted (check-in 1, seat to start 4, late arrival 1, penalty 4 or 5, renege 7, a hand of
a closed round 3, close 2, prize 3). All that others do is laid.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from league.evening.cards.reading import event_points, read_event
from league.evening.check_in.deeds.roll import check_in
from league.evening.rulings.deeds.appeals import appeal_ruling
from league.evening.tables.deeds.tables import call_director
from league.management.evenings import play_table
from league.models import Club, Entrant, Event, Member, Prize, RoundSeat, RoundTable
from tests.browser.conftest import OpenDevice
from tests.browser.devices import sign_in_as
from tests.browser.evening import (
    arrives,
    close_round,
    give_penalty,
    let_minutes_pass,
    names_at,
    open_table,
    pick,
    place,
    publish,
    start_round,
    todo,
)
from tests.league.makers import (
    WITH_APPEALS,
    By,
    acting_as,
    close_with_sums,
    make_club,
    make_entrants,
    make_event,
    make_members,
    make_round,
    make_user,
    sheet_at,
    start_now,
)
from tests.league.whole_evening import table_of, the_others_play

pytestmark = pytest.mark.django_db(transaction=True)

COUNT_PRESSES: Final = """
    addEventListener("mousedown", () => {
        sessionStorage.presses = 1 + Number(sessionStorage.presses || 0);
    }, true);
"""
TIED_AT: Final = 2000


@contextmanager
def costs(desk: Page, most: int) -> Iterator[None]:
    """What is done within takes no more clicks than that."""
    before = presses(desk)
    yield
    assert presses(desk) - before <= most


def presses(desk: Page) -> int:
    return int(desk.evaluate("sessionStorage.presses || 0"))


@pytest.mark.soak
def test_one_director_runs_an_evening_on_which_much_goes_wrong(open_device: OpenDevice) -> None:
    club = make_club()
    people = people_of(club)
    event = make_event(
        club, book=WITH_APPEALS, rounds_planned=2, final_places=4, sit_out_credit="fixed", fixed_credit=100
    )
    Prize.objects.create(event=event, kind="place", place=1, amount=2000)
    late = expected_and_here(event)
    desk = open_device("desktop", own=True, viewport={"width": 1180, "height": 820})
    desk.add_init_script(COUNT_PRESSES)
    sign_in_as(desk, make_user(club, "director"))

    two_of_one_name_come(desk, event, people[7])
    from_check_in_to_the_first_hand(desk, event)
    let_minutes_pass(desk, event, 1, 12)
    with costs(desk, 1):
        assert late.member is not None
        arrives(desk, late.member, "12 minutes late: 70 off")
    ill = somebody_ill_is_replaced(desk, event, late, by=people[8])

    table = the_desk_is_cut_off_for_ten_minutes(desk, event, ill)
    own_ruling_is_appealed_and_decided(desk, event, table)
    with costs(desk, 5):
        give_penalty(desk, event, table.number, names_at(table)["E"], "Card on the floor")
    play_table(table, seed=1)  # nothing is left but to sign
    with costs(desk, 2):
        close_round(desk, event, 1)
    a_closed_hand_is_corrected(desk)
    a_round_started_by_mistake_counts_for_nothing(desk, event, ill)

    a_tie_at_the_cut_is_broken_by_lots(desk, event)
    the_winner_is_paid(desk, event)


# -- before the first hand ---------------------------------------------------------------


def people_of(club: Club) -> Sequence[Member]:
    people = make_members(club, 9)
    people[2].name = "Ann Lee"
    people[2].save()
    return people


def expected_and_here(event: Event) -> Entrant:
    """Seven of them; who is not here yet."""
    late, *_, gladly = make_entrants(event, 7)
    Entrant.objects.filter(pk=late.pk).update(state="expected")
    Entrant.objects.filter(pk=gladly.pk).update(sits_out_gladly=True)  # so who is late has a seat in round 1
    return late


def two_of_one_name_come(desk: Page, event: Event, member: Member) -> None:
    """One tap for whom the club knows; a second Ann Lee is asked about."""
    place(desk, event, "check-in/")
    with costs(desk, 1):
        desk.locator(f"#member-{member.pk}").get_by_role("button", name="Here").click()
        expect(desk.locator(".roll-counts")).to_contain_text("7 here, 1 expected")
    new = desk.locator(".roll-new")
    with costs(desk, 4):
        new.get_by_text("Someone new").click()
        new.get_by_label("Name").fill("Ann Lee")
        new.get_by_role("button", name="Is here").click()
        expect(new.get_by_text("Ann Lee (3) is already in the list.")).to_be_visible()
        new.get_by_label("Another Ann Lee").check()
        new.get_by_role("button", name="Is here").click()
        expect(desk.locator(".roll-added")).to_contain_text("Ann Lee")
    assert len(namesakes(event)) == 2


def namesakes(event: Event) -> set[str]:
    """Both Ann Lees, as they are told apart."""
    return set(event.entrants.filter(name__startswith="Ann Lee (").values_list("name", flat=True))


def from_check_in_to_the_first_hand(desk: Page, event: Event) -> None:
    with costs(desk, 4):
        desk.locator(".roll-counts").get_by_role("link", name="Seating").click()
        desk.locator(".save-key", has_text="Make the seating").click()
        expect(desk.get_by_text("Nobody has the same partner twice.")).to_be_visible()
        publish(desk)
        desk.get_by_role("button", name="Start round 1").click()
        expect(desk.locator(".desk-head")).to_contain_text("Round 1 of 2")


# -- the first round ---------------------------------------------------------------------


def somebody_ill_is_replaced(desk: Page, event: Event, late: Entrant, *, by: Member) -> RoundSeat:
    """By somebody who came after the seating was made, and is seated from round 2 on."""
    check_in(event=event, member=by, acting=acting_as(), client_id="came")
    seats = RoundSeat.objects.filter(table__event_round__event=event).exclude(entrant=late)
    again = seats.filter(table__event_round__number=2).values("entrant")
    first = seats.filter(table__event_round__number=1, entrant__in=again).exclude(entrant__name__in=namesakes(event))
    ill = first.select_related("entrant", "table").order_by("pk")[0]
    place(desk, event, "board/")
    with costs(desk, 5):
        open_table(desk, event, ill.table.number).get_by_role("link", name=f"Replace… {ill.entrant}").click()
        pick(desk, by.name)
        pick(desk, "Ill")
        desk.get_by_role("button", name=f"Replace {ill.entrant}").click()
        expect(desk.locator(".seat-words", has_text=f"{by.name} plays on")).to_be_visible()
    return ill


def the_desk_is_cut_off_for_ten_minutes(desk: Page, event: Event, ill: RoundSeat) -> RoundTable:
    """Meanwhile everybody plays, and a table calls: it is heard once the desk is back. The table that called."""
    desk.clock.install()
    place(desk, event, "board/")
    desk.context.set_offline(True)
    desk.clock.fast_forward("00:10")  # what is asked then gets no answer
    desk.clock.fast_forward("10:00")
    expect(desk.get_by_role("alert")).to_have_text("No contact. Calls from the tables don’t reach you.")
    expect(desk.locator(".cut-off")).to_contain_text("Last heard 10:")

    table = table_of(event, 1, 3 - ill.table.number)
    the_others_play(event, 1, but=(table.number,))
    play_table(table, seed=1, is_signed=False)
    call_director(table=table, reason="ruling", note="", device=None, client_id="call")
    desk.context.set_offline(False)
    expect(todo(desk, f"Table {table.number} calls")).to_be_visible()
    expect(desk.locator(".cut-off")).to_have_count(0)
    return table


def own_ruling_is_appealed_and_decided(desk: Page, event: Event, table: RoundTable) -> None:
    """Nobody else is there to decide: all four at the table agree, each side by itself."""
    with costs(desk, 7):
        todo(desk, f"Table {table.number} calls").get_by_role("link", name="Rule…").click()
        for words in ("Hand 1", "A renege", names_at(table)["N"], "Not following suit"):
            desk.get_by_role("link", name=words).first.click()
        desk.get_by_role("button", name="Give this ruling").click()
        expect(desk.get_by_text("Ruling given.")).to_be_visible()
    ruling = sheet_at(table).rulings[0]
    appeal: By = {"acting": acting_as(), "client_id": "appeal"}
    appeal_ruling(table=table, number=ruling.number, by="N", why="I had no spade", **appeal)

    place(desk, event, "board/")
    with costs(desk, 5):
        todo(desk, "appeals the ruling on hand 1").get_by_role("link", name="All four agree…").click()
        pick(desk, "It is taken away")
        desk.get_by_role("button", name="Ask each side").click()
        for seat in ("N", "E"):
            desk.get_by_role("button", name=f"Yes: {names_at(table)[seat]}").click()
            expect(desk.get_by_role("button", name=f"Yes: {names_at(table)[seat]}")).to_have_count(0)
        expect(desk.get_by_text("All at the table agreed. That is final.")).to_be_visible()


def a_closed_hand_is_corrected(desk: Page) -> None:
    with costs(desk, 3):
        desk.get_by_role("link", name="Table 1", exact=True).click()
        desk.get_by_role("button", name="Correct hand 2 at table 1").click()
        expect(desk.get_by_label("melded")).to_have_count(2)
        for melded in desk.get_by_label("melded").all():
            melded.fill("40")
        desk.get_by_label("Reason").fill("Both sides had a run more")
        desk.get_by_role("button", name="Save the correction").click()
        expect(desk.locator("#hand-2")).to_contain_text("corrected")


# -- a round that doesn’t count ----------------------------------------------------------


def a_round_started_by_mistake_counts_for_nothing(desk: Page, event: Event, ill: RoundSeat) -> None:
    """Who was ill is asked about before it, and who came late, but no Ann Lee; then it is started too soon."""
    before = totals(event)
    place(desk, event, "board/")
    expect(desk.locator("#before .todo")).to_have_count(2)
    asked = desk.locator("#before .todo", has_text=f"{ill.entrant}")
    expect(asked).to_contain_text("was replaced in round 1")
    with costs(desk, 2):
        asked.get_by_role("button", name="Leave out").click()
        expect(asked).to_have_count(0)
        start_round(desk, event, 2)
    with costs(desk, 2):
        desk.locator(".desk-head").get_by_role("link", name="Close the round…").click()
        expect(desk.get_by_label("It doesn’t count")).to_be_checked()
        desk.get_by_label("Reason").fill("Started by mistake")
        desk.get_by_role("button", name="Close it anyway").click()
        expect(todo(desk, "Round 3 has no seating yet")).to_be_visible()
    assert totals(event) == before


def totals(event: Event) -> dict[int, int]:
    """Everybody’s points so far."""
    points = event_points(event, read_event(event))
    return {one.pk: sum(each.points for each in points.get(one.pk, ())) for one in event.entrants.all()}


# -- the cut and the cash ----------------------------------------------------------------


def a_tie_at_the_cut_is_broken_by_lots(desk: Page, event: Event) -> None:
    a_round_ends_with_a_tie(event)
    place(desk, event, "board/")
    with costs(desk, 4):
        todo(desk, "The cut to the best 4 comes next").get_by_role("link", name="Make the cut…").click()
        for name in namesakes(event):
            expect(desk.get_by_role("rowheader", name=name)).to_be_visible()
        desk.locator("label.choice-key", has_text="Draw lots now").click()
        desk.get_by_role("button", name="Go on").click()
        expect(desk.get_by_text("Before the draw")).to_be_visible()
        expect(desk.locator(".app-header")).to_have_count(1)  # of the answer only its middle is shown
        desk.get_by_label("Who watches the draw?").fill("Pearl Jamison")
        desk.get_by_role("button", name="Draw the lots").click()
        expect(desk.get_by_text("Pearl Jamison watched.").first).to_be_visible()


def a_round_ends_with_a_tie(event: Event) -> None:
    """The first and third are clear. Of two pairs one each has the same total, at the line of the cut."""
    event.refresh_from_db()
    points = totals(event)
    people = list(event.entrants.all())
    third = start_now(make_round(event, people, number=3))
    of = [points[one.pk] for one in people]
    second, fifth = TIED_AT - min(of[1], of[3]), TIED_AT - max(of[4], of[6])
    close_with_sums(third, ((2 * TIED_AT, second), (fifth, 0)))


def the_winner_is_paid(desk: Page, event: Event) -> None:
    event.refresh_from_db()
    finalists = event.entrants.filter(last_round=None)
    close_with_sums(start_now(make_round(event, list(finalists), number=4)), ((90, 40),))
    place(desk, event, "board/")
    with costs(desk, 3):
        todo(desk, "All planned rounds are played").get_by_role("link", name="Results").click()
        desk.get_by_role("link", name="Cash sheet").first.click()
        desk.get_by_role("button", name="Pay").first.click()
        expect(desk.locator(".prize .tag-go").first).to_contain_text("Paid")
