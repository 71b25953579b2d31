"""An evening of fixed pairs at the director's desk: both of a pair by one tap, a bye, a pair that breaks up."""

import pytest
from playwright.sync_api import Page, expect

from league.models import Event, PairRule
from tests.browser.accessibility import assert_looks_right
from tests.browser.devices import sign_in_as
from tests.browser.evening import choose_told, place, publish, replan_the_rest, sides_at, start_round
from tests.browser.test_accessibility import LONG
from tests.league.makers import make_club, make_members, make_rules, make_user, play_round
from tests.league.whole_evening import table_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_evening_of_pairs_with_a_bye_and_a_pair_that_breaks_up(open_device) -> None:
    page = open_device("any width")
    club = make_club()
    make_rules(club)
    members = make_members(club, 10)
    for member, name in zip(members, LONG.values(), strict=False):
        member.name = name
        member.save()
    for first, second in zip(members[::2], members[1::2], strict=True):
        PairRule.objects.create(club=club, first=first, second=second, kind="partners")
    sign_in_as(page, make_user(club, "director"))

    event = plan_round_robin(page, club.slug)
    pairs_come(page, event, [one.pk for one in members[:2] + members[2:3] + members[4:5]], alone=members[6].pk)
    make_pairs_seating(page, event)
    start_round(page, event, 1)
    play_round(event.rounds.get(number=1), seed=3)
    event.rounds.filter(number=1).update(state="closed")

    breaks_up(page, event, members[4].pk, members[5].pk, finds=members[6].name)
    assert "1 of 6 players changes places. The other 5 keep their places" in replan_the_rest(page, event)
    new = f"{members[4].name} & {members[6].name}"
    has_bye = event.rounds.get(number=2).sit_outs.filter(entrant__member=members[6]).exists()
    assert has_bye or new in sides_at(table_of(event, 2, 1))

    place(page, event)
    expect(page.get_by_role("heading", name="Results by pair so far")).to_be_visible()
    expect(page.get_by_role("heading", name="Results by player so far")).to_be_visible()
    by_pair = page.locator("section", has=page.locator("#results")).locator("tbody tr")
    expect(by_pair).to_have_count(3)
    expect(by_pair.filter(has_text="(")).to_have_count(1)  # the bye
    assert_looks_right(page)


def plan_round_robin(page: Page, slug: str) -> Event:
    page.goto(f"/clubs/{slug}/events/new/")
    page.get_by_label("Name", exact=True).fill("Tuesday pairs")
    choose_told(page, "Fixed pairs, round robin")
    choose_told(page, "The winners’ average")
    page.get_by_label("Rounds", exact=True).fill("3")
    assert_looks_right(page)
    page.get_by_role("button", name="Plan this event").click()
    expect(page.get_by_role("heading", name="Tuesday pairs", level=1)).to_be_visible()
    return Event.objects.get(name="Tuesday pairs")


def pairs_come(page: Page, event: Event, members: list[int], *, alone: int) -> None:
    """Three pairs by one tap each, and somebody whose partner stays at home."""
    place(page, event, "check-in/")
    first, second, *others = members
    page.locator(f"#member-{first}").get_by_role("button", name="Both here").click()
    expect(page.locator(f"#member-{second}")).to_contain_text("Here")  # the partner's row follows
    for member in others:
        page.locator(f"#member-{member}").get_by_role("button", name="Both here").click()
        expect(page.locator(f"#member-{member}").get_by_role("button", name="Both here")).to_have_count(0)
    page.locator(f"#member-{alone}").get_by_role("button", name="Here", exact=False).last.click()
    expect(page.locator(f"#member-{alone}")).to_contain_text("Partner wanted")
    assert_looks_right(page)


def make_pairs_seating(page: Page, event: Event) -> None:
    place(page, event, "rotation/")
    expect(page.get_by_text("3 pairs are here: 1 table, and one pair has a bye each round.")).to_be_visible()
    page.locator(".save-key", has_text="Make the seating").click()
    expect(page.get_by_text("No two pairs meet twice.")).to_be_visible()
    expect(page.get_by_text("One pair has a bye each round, nobody more than once.")).to_be_visible()
    assert_looks_right(page)
    publish(page)


def breaks_up(page: Page, event: Event, stays: int, leaves: int, *, finds: str) -> None:
    """One of a pair goes home; the other finds somebody on the list of those who want a partner."""
    place(page, event, "check-in/")
    row = page.locator(f"#member-{leaves}")
    row.locator("summary").click()
    row.get_by_role("button", name="Has left").click()
    expect(row).to_contain_text("Left")
    page.get_by_role("link", name="Partner wanted").click()
    expect(page.locator(".roll-row")).to_have_count(2)
    page.locator(f"#member-{stays} summary").click()
    page.locator(f"#member-{stays}").get_by_role("link", name="Partner…", exact=True).click()
    expect(page.locator("label.choice-key", has_text=finds)).to_be_visible()
    assert_looks_right(page)
    page.go_back()
    page.locator(f"#member-{stays}").get_by_role("link", name="Pair up").click()
    expect(page.get_by_text("Who plays with")).to_be_visible()
    assert_looks_right(page)
    other = page.locator(".roll-row", has=page.get_by_text(finds, exact=True))
    other.click(position={"x": 60, "y": 20})  # the whole row is the key
    expect(page.locator(f"#member-{stays}")).to_contain_text(f"With {finds}")
