import re
from typing import Any

import pytest
from django.test import Client

from league.evening.rounds.deeds import close_round, start_round
from league.evening.tables.forms.paper_cards import PaperCardForm
from league.evening.tables.pages.paper_cards import grid_context
from league.models import Event, RoundTable
from scoring.rules.book import built_in_book, built_in_books
from scoring.rules.cards import Seat
from scoring.score_card.names import Names
from tests.books import STEADY
from tests.league import makers
from tests.league.makers import (
    acting_as,
    card_at,
    make_club,
    make_entrants,
    make_event,
    make_round,
    make_running_round,
    make_user,
    sheet_at,
)
from tests.scoring.rules.deal_samples import changed
from tests.scoring.rules.test_money import CHECK_PINOCHLE
from tests.scoring.score_card.makers import enter_hand, hand_payload, join, made, sheet_of
from tests.scoring.score_card.pdf_reading import text_of as pdf_text

pytestmark = pytest.mark.django_db


def table_of(book: str = "npa", **overrides: Any) -> RoundTable:
    three = built_in_books()[book].deal.players == 3
    event = make_event(book=book, **overrides)
    if three:
        event.three_handed_rules = event.rules
        event.save()
    event_round = make_round(event, make_entrants(event, 3 if three else 4))
    start_round(event_round=event_round, acting=acting_as(), client_id="start")
    return RoundTable.objects.select_related("event_round__event__club", "card__book_version").get()


def address(table: RoundTable, more: str = "paper/") -> str:
    event = table.event_round.event
    return f"/clubs/{event.club.slug}/events/{event.pk}/rounds/1/tables/{table.number}/{more}"


def signed_in(client: Client, table: RoundTable, kind: str = "director") -> Client:
    client.force_login(make_user(table.event_round.event.club, kind))
    return client


def grid_row(table: RoundTable, number: int, dealer: Seat = "", **figures: Any) -> dict[str, str]:
    """A hand as it is typed: letters small, as people do."""
    payload = hand_payload(table.card.book_version.book, **figures)
    cells = {"dealer": dealer, "trump": payload["trump"] or ""}
    cells |= {name: payload[name] for name in ("bidder", "bid") if "bidder" in payload}
    for name in ("meld", "take"):
        cells |= {f"{name}_{side}": value for side, value in payload[name].items()}
    return {f"h{number}-{name}": str(value).lower() for name, value in cells.items()}


def sides_without_takes(table: RoundTable) -> list[str]:
    book = table.card.book_version.book
    return [side for side, take in hand_payload(book)["take"].items() if not take]


def submit(client: Client, table: RoundTable, *rows: dict[str, str], **more: str) -> Any:
    data = {"client_id": "one", "seen": str(sheet_at(table).version)}
    for row in rows:
        data |= row
    return client.post(address(table), {**data, **more})


@pytest.mark.parametrize("book", STEADY)
def test_a_card_of_every_book_is_typed_in_one_grid(client, book):
    table = table_of(book)
    signed_in(client, table)
    assert client.get(address(table)).status_code == 200

    rows = [grid_row(table, 1), grid_row(table, 2)]
    answer = submit(client, table, *rows)
    if answer.status_code == 422:  # where a book asks what the paper does not say
        assert "win a trick at all?" in answer.content.decode()
        none = {f"h{number}-q_tricks_{side}": "no" for number in (1, 2) for side in sides_without_takes(table)}
        answer = submit(client, table, *rows, none)

    assert answer.status_code == 302, answer.content.decode()
    sheet = sheet_at(table)
    assert [line.is_done for line in sheet.lines] == [True, True]
    assert sheet.lines[1].dealer == sheet.book.next_seat(sheet.lines[0].dealer)


def test_how_somebody_reneged_is_typed_below_the_row_and_stays(client):
    table = table_of()
    signed_in(client, table)
    row = {**grid_row(table, 1), "h1-renege": "n"}

    asked = submit(client, table, row, {"h2-bid": "x"})
    submit(client, table, row, {"h1-q_renege_cause_NS": "not_heading"})
    again = submit(client, table, row, {"h2-bid": "x"}, client_id="two")

    answer = 'name="h1-q_renege_cause_NS" id="h1-q_renege_cause_NS-not_heading"'
    assert answer in asked.content.decode()
    assert sheet_at(table).lines[0].figures.renege_cause == "not_heading"
    assert re.search(rf'{answer}\s+value="not_heading" data-cell checked', again.content.decode())


def test_all_faults_are_named_at_once_and_nothing_is_written(client):
    table = table_of()
    signed_in(client, table)

    answer = submit(client, table, {**grid_row(table, 1), "h1-bid": "3", "h1-trump": "q"}, {"h3-bid": "x"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Type S, H, D or C." in page
    assert "Hand 2 is empty, but a later one isn’t." in page
    assert "Enter a whole number, such as 14." in page
    assert 'value="3"' in page
    assert sheet_at(table).version == 0


def test_preview_follows_with_running_totals_and_writes_nothing(client):
    table = table_of()
    signed_in(client, table)
    data = {"client_id": "a", "seen": "0", **grid_row(table, 1, bid=51)}

    page = client.post(address(table, "paper/preview/"), data, headers={"HX-Request": "true"}).content.decode()

    sheet = sheet_at(table)
    assert 'id="h1-total-NS"' in page
    assert ">570</span>" in page
    assert sheet.version == 0


def test_preview_that_arrives_after_the_card_was_saved_is_only_a_look(client):
    table = table_of()
    signed_in(client, table)
    submit(client, table, grid_row(table, 1, bid=51))
    typed = {"client_id": "one", "seen": "0", **grid_row(table, 1, bid=52)}

    late = client.post(address(table, "paper/preview/"), typed, headers={"HX-Request": "true"})

    assert late.status_code == 200
    assert "HX-Refresh" not in late.headers
    assert "card saved" in client.get(address(table)).content.decode()


def test_preview_waits_for_takes_and_says_at_once_what_is_wrong_before_them(client):
    table = table_of()
    signed_in(client, table)
    row = {name: text for name, text in grid_row(table, 1, bid=3).items() if "take" not in name}

    page = client.post(address(table, "paper/preview/"), {"client_id": "a", "seen": "0", **row}).content.decode()

    assert "Bidding opens at 50" in page
    assert "Enter the take" not in page
    assert 'data-faulty="h1-bid "' in page


def test_changed_hand_needs_a_reason(client):
    table = table_of()
    signed_in(client, table)
    submit(client, table, grid_row(table, 1, bid=51))

    changed = grid_row(table, 1, bid=52)
    assert "Say why" in submit(client, table, changed, client_id="two").content.decode()
    assert submit(client, table, changed, client_id="two", reason="misread").status_code == 302
    assert sheet_at(table).lines[0].figures.bid == 52


def test_grid_shows_what_the_card_holds(client):
    table = table_of()
    signed_in(client, table)
    submit(client, table, grid_row(table, 1, bid=51))

    page = client.get(address(table)).content.decode()

    assert 'name="h1-bid" id="h1-bid" value="51"' in page
    assert 'name="h1-meld_EW" id="h1-meld_EW" value="0"' in page  # none is a figure too, and stays typed


def test_stale_grid_says_so_and_keeps_what_was_typed(client):
    table = table_of()
    signed_in(client, table)
    submit(client, table, grid_row(table, 1, bid=51))

    answer = submit(client, table, grid_row(table, 1, bid=55), client_id="two", seen="0", reason="x")

    assert answer.status_code == 409
    assert 'value="55"' in answer.content.decode()


def test_totals_alone_are_entered_and_taken_back(client):
    table = table_of()
    signed_in(client, table, "referee")

    client.post(address(table, "totals/"), {"client_id": "a", "seen": "0", "total_NS": "240", "total_EW": "-31"})
    assert RoundTable.objects.get().totals == {"NS": 240, "EW": -31}
    page = client.get(address(table)).content.decode()
    assert "Totals typed by the director, hands not counted: Ruth Abernathy &amp; Marge Delgado 240, " in page
    client.post(address(table, "totals/"), {"client_id": "b", "seen": "0", "take_back": "1"})
    assert RoundTable.objects.get().totals is None


@pytest.mark.parametrize("figure", ["", "x", "99999", "\x00", "1e3"])
def test_nonsense_totals_are_answered_beside_the_field(client, figure):
    table = table_of()
    signed_in(client, table)

    answer = client.post(
        address(table, "totals/"), {"client_id": "a", "seen": "0", "total_NS": figure, "total_EW": "1"}
    )

    assert answer.status_code == 422
    assert RoundTable.objects.get().totals is None


@pytest.mark.parametrize("value", ["\x00", "9" * 400, "‮", "-1", "N" * 9])
def test_nonsense_in_any_cell_is_a_fault_of_its_row(client, value):
    table = table_of()
    signed_in(client, table)
    row = grid_row(table, 1)

    for name in row:
        answer = submit(client, table, {**row, name: value})
        assert answer.status_code in (422, 302), name
        RoundTable.objects.update(is_paper=False)


def test_member_and_other_clubs_director_may_not_type(client):
    table = table_of()
    assert signed_in(client, table, "member").get(address(table)).status_code == 403
    client.force_login(make_user(make_club(), "admin"))
    assert client.get(address(table)).status_code == 403
    other = make_running_round().event.club
    assert client.get(address(table).replace(table.event_round.event.club.slug, other.slug)).status_code == 403


def test_grid_asks_as_many_queries_for_four_hands_as_for_one(client, django_assert_num_queries):
    table = table_of()
    signed_in(client, table)
    submit(client, table, grid_row(table, 1))
    client.get(address(table))

    with django_assert_num_queries(6):
        client.get(address(table))
    submit(client, table, *(grid_row(table, number) for number in range(1, 5)), client_id="two")
    client.get(address(table))
    with django_assert_num_queries(6):
        client.get(address(table))


# -- totals over what is kept ------------------------------------------------------------------


def test_a_book_that_pays_for_melds_has_a_cell_for_it_and_keeps_what_the_card_holds() -> None:
    hand = made("correct", 1, **hand_payload(CHECK_PINOCHLE, bid=270, meld={"NS": 250, "EW": 0}, chips={"NS": 4}))
    sheet, names = sheet_of(hand, book=CHECK_PINOCHLE), Names(CHECK_PINOCHLE, {}, {})
    grid = grid_context(PaperCardForm(sheet=sheet, names=names), says_all=False)

    row = grid["rows"][0]["sides"][0]
    assert grid["figure_heads"] == ("Meld", "Take", "Checks", "Total")
    assert [(cell["name"], cell["value"]) for cell in row["cells"]] == [
        ("h1-meld_NS", "250"), ("h1-take_NS", "250"), ("h1-chips_NS", "4"),
    ]  # fmt: skip
    assert grid["width"] == len(grid["fact_heads"]) + 4 * 2 + 2


def put_totals(client: Client, table: RoundTable, **more: str) -> Any:
    fields = {"client_id": "t", "seen": str(sheet_at(table).version), "total_NS": "9999", "total_EW": "0"}
    return client.post(address(table, "totals/"), {**fields, **more})


def table_with_a_hand(hands: int = 1) -> RoundTable:
    table = table_of()
    tablet = join(card_at(table))
    for _ in range(hands):
        enter_hand(tablet)
    return table


def test_totals_over_a_kept_card_ask_a_director_for_the_reason(client):
    table = table_with_a_hand()
    signed_in(client, table)
    assert "Say why in a few words" not in client.get(address(table)).text

    for nothing in ("", "\u200b"):
        answer = put_totals(client, table, reason=nothing)
        assert answer.status_code == 422
        assert "Say why in a few words. It goes into the log." in answer.text
        assert 'value="9999"' in answer.text
    assert RoundTable.objects.get().totals is None

    assert put_totals(client, table, reason="wrong card").status_code == 302
    assert RoundTable.objects.get().totals == {"NS": 9999, "EW": 0}
    answer = client.post(address(table, "totals/"), {"client_id": "b", "seen": "3", "take_back": "1"})
    assert answer.status_code == 422
    assert RoundTable.objects.get().totals is not None


def test_totals_over_a_kept_card_are_no_referees(client):
    table = table_with_a_hand()
    signed_in(client, table, "referee")

    page = client.get(address(table)).text
    assert "Only a director changes its totals" in page
    assert "total_NS" not in page
    answer = put_totals(client, table, reason="mine")

    assert answer.status_code == 409
    assert "Only a director changes its totals" in answer.text
    assert RoundTable.objects.get().totals is None


def test_totals_from_a_page_that_saw_another_card_are_not_saved_and_kept_to_be_sent_again(client):
    table = table_of()
    signed_in(client, table)
    enter_hand(join(card_at(table)))

    answer = put_totals(client, table, seen="0", reason="dead tablet")

    assert answer.status_code == 409
    assert "Somebody else entered something here first." in answer.text
    assert 'value="9999"' in answer.text
    assert 'name="seen" value="3"' in answer.text
    assert RoundTable.objects.get().totals is None


@pytest.mark.parametrize("seen", ["", "x", "\x00", "-1", "9" * 40])
def test_nonsense_in_place_of_the_version_changes_nothing(client, seen):
    table = table_of()
    signed_in(client, table)

    assert put_totals(client, table, seen=seen).status_code in (409, 422)
    client.post(address(table, "paper/switch/"), {"client_id": "s", "is_paper": "1", "seen": seen})
    assert RoundTable.objects.get().totals is None


def test_back_on_its_tablet_the_totals_stay_unless_the_reason_says_why(client):
    table = table_with_a_hand()
    signed_in(client, table)
    put_totals(client, table, reason="wrong card")
    switch = address(table, "paper/switch/")

    client.post(switch, {"client_id": "a", "is_paper": "0", "seen": "3"})
    assert (RoundTable.objects.get().is_paper, bool(RoundTable.objects.get().totals)) == (False, True)
    client.post(switch, {"client_id": "b", "is_paper": "1", "seen": "3"})
    assert "Reason, to remove the totals" in client.get(address(table)).text
    client.post(switch, {"client_id": "c", "is_paper": "0", "seen": "3", "reason": "it was right"})

    assert (RoundTable.objects.get().is_paper, RoundTable.objects.get().totals) == (False, None)


def test_card_of_the_table_and_its_print_say_that_its_hands_do_not_count(client):
    table = table_with_a_hand(4)
    signed_in(client, table)
    put_totals(client, table, reason="wrong card")
    names = " &amp; ".join(table.seats.get(seat=seat).entrant.called for seat in "NS")
    said = f"Totals typed by the director, hands not counted: {names} 9999, "

    page = client.post(address(table, "card/"), {"client_id": "o"}, follow=True)

    assert said in page.text
    assert "All hands have been played" not in page.text
    pdf = client.get(f"/cards/{table.card_id}/card.pdf")
    assert "Totals typed by the director, hands not counted" in pdf_text(pdf.content)


def test_event_page_marks_points_that_come_of_totals_alone(client):
    table = table_with_a_hand()
    signed_in(client, table)
    put_totals(client, table, reason="wrong card")
    event_round = table.event_round
    close_round(event_round=event_round, acting=acting_as(), client_id="close")
    club = event_round.event.club

    page = client.get(f"/clubs/{club.slug}/events/{event_round.event_id}/").text

    assert "<b>9,999†</b>" in page  # on a phone the total is all that is shown
    assert "† Totals typed by the director, hands not counted." in page
    assert "Totals typed by the director, hands not counted +9999" in page


def test_board_says_that_a_played_table_put_on_paper_is_not_signed(client):
    table = table_with_a_hand(4)
    signed_in(client, table)
    client.post(address(table, "paper/switch/"), {"client_id": "a", "is_paper": "1"})

    page = client.get(
        f"/clubs/{table.event_round.event.club.slug}/events/{table.event_round.event_id}/board/?list=1"
    ).text

    assert "Played, not signed. Type its paper card" in page


# -- one card after the other ----------------------------------------------------------------


def three_on_paper(client: Client) -> list[RoundTable]:
    """Four tables, the first at its tablet; a director is signed in."""
    event_round = make_running_round(players=16)
    event_round.tables.exclude(number=1).update(is_paper=True)
    rows = RoundTable.objects.select_related("event_round__event__club", "card__book_version").order_by("number")
    signed_in(client, rows[0])
    return list(rows)


def test_paper_cards_are_typed_one_after_the_other(client):
    _, second, third, fourth = three_on_paper(client)
    board = client.get(address(second, "").replace("rounds/1/tables/2/", "board/")).content.decode()
    queue = address(second, "").replace("tables/2/", "paper/")
    assert "Type 3 paper cards" in board
    assert f'href="{queue}"' in board

    assert client.get(queue).headers["Location"] == f"{address(second)}?queue=1"
    page = client.get(f"{address(second)}?queue=1").content.decode()
    assert "then tables 3 and 4" in page
    assert f'href="{queue}?after=2"' in page  # whoever has not handed it in
    rows = [grid_row(second, number) for number in range(1, 5)]
    data = {"client_id": "one", "seen": "0"} | rows[0] | rows[1] | rows[2] | rows[3]
    answer = client.post(f"{address(second)}?queue=1", data, follow=True)

    assert answer.redirect_chain == [(f"{queue}?after=2", 302), (f"{address(third)}?queue=1", 302)]
    assert "Table 2: card saved." in answer.content.decode()
    assert client.get(f"{queue}?after=4").headers["Location"] == f"{address(third)}?queue=1"  # from the start again
    RoundTable.objects.filter(pk__in=[third.pk, fourth.pk]).update(totals={"NS": 1, "EW": 0})
    done = client.get(f"{queue}?after=3", follow=True)
    assert done.redirect_chain[0][0].endswith("/board/")
    assert "No paper card of round 1 is left to type." in done.content.decode()


def test_totals_alone_lead_to_the_next_paper_card(client):
    _, second, third, _ = three_on_paper(client)
    queue = address(second, "").replace("tables/2/", "paper/")
    totals = f"{address(second, '')}totals/?queue=1"
    assert f'action="{totals}"' in client.get(f"{address(second)}?queue=1").content.decode()

    data = {"client_id": "one", "seen": "0", "total_NS": "212", "total_EW": "134"}
    answer = client.post(totals, data, follow=True)

    assert answer.redirect_chain == [(f"{queue}?after=2", 302), (f"{address(third)}?queue=1", 302)]
    back = {"client_id": "two", "seen": "0", "take_back": "1", "reason": "Wrong table"}
    assert client.post(totals, back).headers["Location"] == address(second)


def test_one_tap_puts_the_tables_without_a_tablet_on_paper(client):
    event_round = make_running_round(players=8)
    table = RoundTable.objects.select_related("event_round__event__club")[0]
    signed_in(client, table, "referee")
    tap = address(table, "").replace("tables/1/", "paper/rest/")
    board = client.get(address(table, "").replace("rounds/1/tables/1/", "board/")).content.decode()
    assert f'action="{tap}"' in board

    client.post(tap, {"client_id": "tap"})

    assert event_round.tables.filter(is_paper=True).count() == 2


def test_the_paper_s_own_total_is_a_check_but_has_no_last_word(client):
    table = table_of()
    signed_in(client, table)
    row = grid_row(table, 1)
    after = submit(client, table, row, {"sum_NS": "1"})
    north = re.search(r"The hands add up to (\d+) more than the paper says", after.content.decode())

    assert after.status_code == 422
    assert north is not None
    total = 1 + int(north[1])
    preview = client.post(
        address(table, "paper/preview/"), {"client_id": "x", "seen": "0", **row, "sum_NS": str(total)}
    )
    assert "as the paper says" in preview.content.decode()
    assert not sheet_at(table).lines
    assert "added up wrong" in after.content.decode()
    assert submit(client, table, row, {"sum_NS": "1", "is_miscounted": "1"}).status_code == 302
    assert sheet_at(table).totals["NS"] == total


@pytest.mark.parametrize("typed", ["x", "²", "-", "--5", "9" * 30])
def test_nonsense_for_the_papers_total_is_answered_beside_it(client, typed):
    table = table_of()
    signed_in(client, table)

    answer = submit(client, table, grid_row(table, 1), {"sum_EW": typed})

    assert answer.status_code == 422
    assert 'id="id_sum_EW_error"' in answer.content.decode()


def test_a_bad_row_leaves_the_totals_of_the_good_ones(client):
    table = table_of()
    signed_in(client, table)
    bad = {**grid_row(table, 2), "h2-bid": "twelve"}

    answer = client.post(
        address(table, "paper/preview/"),
        {"client_id": "x", "seen": "0", **grid_row(table, 1), **bad, **grid_row(table, 3)},
    ).content.decode()

    def total(row: int) -> str:
        found = re.search(rf'id="h{row}-total-NS"[^>]*>([^<]*)<', answer)
        assert found is not None
        return found[1]

    assert total(2) == ""
    assert int(total(3)) == 2 * int(total(1))
    assert "Without hand 2" in answer


def test_the_card_of_a_closed_event_has_no_key(client):
    table = table_of()
    signed_in(client, table)
    Event.objects.update(state="closed")

    page = client.get(address(table)).text

    assert "This event is closed. Reopen it to change this card." in page
    assert ("Save the card" in page, "Only the totals" in page, "Switch to paper" in page) == (False, False, False)


def test_grid_says_which_hands_count_and_how_one_comes_off(client):
    table = table_of()

    page = signed_in(client, table).get(address(table)).text

    assert "Only the first 4 hands count. If one more was played, leave it out." in page
    assert "To take one off, type the right one over it." in page


def test_who_saves_into_a_round_that_was_closed_meanwhile_is_told_so(client):
    table = table_of()
    signed_in(client, table)
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")

    submit(client, table, grid_row(table, 1))

    said = client.get(address(table)).content.decode()
    assert "Table 1: card saved. Round 1 is closed, so its results have changed." in said


def test_grid_is_in_the_words_of_the_club(client, monkeypatch):
    own = changed(built_in_book("npa"), words={"marriage": "wedding"})
    monkeypatch.setattr(makers, "built_in_book", lambda _: own)
    table = table_of()

    page = signed_in(client, table).get(address(table)).text

    assert ">No wedding</th>" in page
    assert 'aria-label="Hand 1, no wedding"' in page
    assert " marriage" not in page
