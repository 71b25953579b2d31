"""A cut with a tie, an extra hand that breaks it, and the final as the director sees them; the round before is laid."""

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from league.models import Event, Prize, RoundSeat
from tests.browser.accessibility import assert_looks_right
from tests.browser.devices import sign_in_as
from tests.browser.evening import place, publish, todo
from tests.league.makers import close_with_sums, make_final, make_user

pytestmark = pytest.mark.django_db(transaction=True)
# The first two tables are clear; of the third and fourth, Bernice & Dolores and Gloria & Irene tie for two seats.
SUMS = ((400, 300), (250, 10), (200, 100), (200, 100))


@pytest.mark.soak
def test_a_tie_is_broken_by_an_extra_hand_and_the_final_makes_the_places(desktop: Page) -> None:
    event = make_final(SUMS, final_places=8, tie_breaks=["rounds_won", "head_to_head", "high_round"])
    Prize.objects.create(event=event, kind="place", place=1, amount=2000)
    event.entrants.filter(number__in=(9, 13)).update(name="Wilhelmina Featherstonehaugh-Montgomery")
    sign_in_as(desktop, make_user(event.club, "director"))

    break_the_tie_by_an_extra_hand(desktop, event)
    winners = play_the_extra_hand(desktop, event)
    make_the_cut(desktop, event, winners)
    totals = play_the_final(desktop, event)

    place(desktop, event)
    expect(desktop.get_by_text("How the places come about:")).to_be_visible()
    lines = desktop.locator("section", has=desktop.locator("#results")).locator("tbody tr")
    assert [line.locator("td").last.inner_text() for line in lines.all()][:8] == [f"{total}†" for total in totals]
    expect(lines.nth(8)).to_contain_class("first-below")
    pay_the_winners(desktop, event)


def break_the_tie_by_an_extra_hand(page: Page, event: Event) -> None:
    place(page, event, "board/")
    expect(todo(page, "The cut to the best 8 comes next")).to_contain_text("4 people tie at the line.")
    expect(page.locator("#cut")).to_contain_text("Tied, for 2 places")
    todo(page, "The cut to the best 8").get_by_role("link", name="Make the cut…").click()
    expect(page.get_by_text("4 people tie at 200 points for 2 places.")).to_be_visible()
    assert_looks_right(page)
    page.locator("label.choice-key", has_text="Play an extra hand first").click()
    page.get_by_role("button", name="Go on").click()
    expect(todo(page, "The extra hand is seated and ready to start")).to_be_visible()


def play_the_extra_hand(page: Page, event: Event) -> list[str]:
    """Who won it, by name. What is entered on a card is tested elsewhere."""
    start(page, "the extra hand")
    extra = event.rounds.get(number=2)
    close_with_sums(extra, ((60, -20),))
    return [seat.entrant.name for seat in extra.tables.get().seats.filter(seat__in="NS").select_related("entrant")]


def make_the_cut(page: Page, event: Event, winners: list[str]) -> None:
    place(page, event, "cut/")
    expect(page.locator("label.choice-key", has_text="By the extra hand").locator("input")).to_be_checked()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#cut")).to_contain_text("Who plays in the final")
    assert_looks_right(page)
    for name in winners:
        expect(page.locator("#cut dd").first).to_contain_text(name)


def play_the_final(page: Page, event: Event) -> list[int]:
    """What the finalists come to by it, the most first, added up from every seat they had."""
    todo(page, "The final has no seating yet").get_by_role("link", name="Seat the players").click()
    page.locator(".save-key", has_text="Make the seating").click()
    expect(page.locator(".round-tab", has_text="The final")).to_be_visible()
    publish(page)
    place(page, event, "board/")
    start(page, "the final")
    final = event.rounds.get(number=3)
    close_with_sums(final, ((90, 40), (-5, 90)))
    seats = RoundSeat.objects.filter(table__event_round__event=event).exclude(table__event_round__number=2)
    totals: Counter[int] = Counter()
    for number, seat, sums in seats.values_list("entrant__number", "seat", "table__totals"):
        assert sums is not None
        totals[number] += sums["NS" if seat in "NS" else "EW"]
    finalists = event.entrants.filter(last_round=None).values_list("number", flat=True)
    return sorted((totals[number] for number in finalists), reverse=True)


def pay_the_winners(page: Page, event: Event) -> None:
    """The places of the final are those of the prizes: who stands first on the results is paid on the cash sheet."""
    lines = page.locator("section", has=page.locator("#results")).locator("tbody tr")
    won = [line for line in lines.all() if line.locator("td").first.inner_text() == "1"]
    first = [line.locator("bdi").first.inner_text() for line in won]
    place(page, event, "cash/")
    for name in first:
        page.get_by_role("button", name=f"to {name}").click()
        expect(page.locator(".cash-row", has_text=name).locator(".tag-go").first).to_contain_text("Paid")
    expect(page.get_by_role("button", name="Pay")).to_have_count(0)
    page.get_by_text("The whole sheet").click()
    expect(page.get_by_role("row", name="Prizes paid")).to_contain_text("−$20")
    place(page, event, "close/")
    page.get_by_role("button", name="Close the event").click()
    expect(page.get_by_text(f"{event.name} is closed.")).to_be_visible()
    place(page, event, "cash/")
    expect(page.get_by_text("Closed with the event")).to_be_visible()
    assert page.request.get(f"/clubs/{event.club.slug}/events/{event.pk}/cash/receipts.pdf").ok


def start(page: Page, name: str) -> None:
    page.locator(".desk-head").get_by_role("button", name=f"Start {name}").click()
    expect(page.get_by_role("link", name="Close the round…").first).to_be_visible()
