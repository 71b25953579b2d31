"""The pages of prizes and of the cash sheet, and their papers read back."""

import re
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone

from league.evening.events.deeds import close_event
from league.evening.money.deeds.cash import pay_prize
from league.evening.money.pdfs import print_receipts, print_sheet
from league.models import CashEntry, Entrant, Event, Pot, Prize
from tests.league.evening.money.evening import close, correct, named, played_evening, with_prizes
from tests.league.makers import acting_as, make_entrants, make_event, make_series, make_user
from tests.responses import words_of
from tests.scoring.score_card.pdf_reading import SIZES, pages_of, sizes_of, text_of
from tests.spreadsheets import xlsx_rows

pytestmark = pytest.mark.django_db
LONG = "Wilhelmina Featherstonehaugh-Montgomery"


@pytest.fixture
def club(event):
    return event.club


@pytest.fixture
def director(client, club):
    client.force_login(make_user(club, "director"))
    return client


def address(name, event, *more):
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, *more])


# -- setting up --------------------------------------------------------------------------


def test_an_evening_without_money_shows_no_cash_sheet(director, club):
    event = make_event(club)

    page = director.get(address("event", event)).content.decode()

    assert address("cash", event) not in page
    assert address("prizes", event) in page


def test_a_prize_is_set_up_from_its_kind(director, club):
    event = make_event(club, fee=500)
    Pot.objects.create(event=event, name="Prize pot", per_player=200)
    pot = str(event.pots.get().pk)
    form = director.get(address("new_prize", event, "high-hand")).content.decode()
    assert 'name="place"' not in form

    answer = director.post(
        address("new_prize", event, "high-hand"),
        {"client_id": "one", "at_least": "300", "pot": pot, "amount": "", "percent": "40"},
    )

    assert answer.status_code == 302
    assert "High hand 40% of Prize pot · at least 300 points Change" in words_of(director.get(answer.url))


def test_a_prize_is_a_share_of_all_fees_without_a_pot(director, club):
    event = make_event(club, fee=500)

    answer = director.post(address("new_prize", event, "place"), {"client_id": "one", "place": "1", "percent": "40"})

    assert answer.status_code == 302
    assert "1st place 40% of all fees Change" in words_of(director.get(answer.url))


def test_a_share_of_fees_where_nobody_pays_one_is_told_beside_the_field(director, club):
    answer = director.post(
        address("new_prize", make_event(club), "place"), {"client_id": "one", "place": "1", "percent": "40"}
    )

    assert answer.status_code == 409
    assert "There is no fee to take a share of. Enter an amount." in words_of(answer)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"amount": "", "percent": ""}, "Enter an amount, such as 10."),
        ({"amount": "5", "percent": "20"}, "Enter an amount or a share, not both."),
        ({"amount": "", "percent": "101"}, "At most 100."),
        ({"amount": "ten"}, "Enter an amount, such as 5 or 2.50."),
        ({"amount": "5", "at_least": "-3"}, "At least 0."),
        ({"amount": "5", "pot": "99999"}, "Choose one of those shown."),
    ],
)
def test_a_prize_that_cannot_be_is_told_beside_the_field(director, club, typed, why):
    event = make_event(club)
    Pot.objects.create(event=event, name="Prize pot")

    answer = director.post(address("new_prize", event, "high-round"), {"client_id": "one", **typed})

    assert answer.status_code == 422
    assert why in words_of(answer)
    assert not event.prizes.exists()


def test_the_next_place_is_offered(director, club):
    event = make_event(club)
    Prize.objects.create(event=event, kind="place", place=1, amount=1000)

    page = director.get(address("new_prize", event, "place")).content.decode()

    assert re.search(r'name="place" value="2"', page)


def test_prizes_of_a_series_have_a_page_of_their_own(director, club):
    series = make_series(club)
    new = reverse("league:new_series_prize", args=[club.slug, series.pk, "named"])

    answer = director.post(new, {"client_id": "one", "name": "Drawing", "amount": "10"}, follow=True)

    assert "Drawing $10 Change" in words_of(answer)
    assert series.prizes.get().event is None


def test_everybody_reads_what_can_be_won_and_who_has_won_it(client, event):
    with_prizes(event)
    assert "Last place $5" in words_of(client.get(address("event", event)))

    close(event)

    assert "Last place $5 Walt Kowalski $2.50, Ed Lindqvist $2.50" in words_of(client.get(address("event", event)))


# -- the sheet ---------------------------------------------------------------------------


def test_a_tap_pays_and_the_sheet_says_so(director, event):
    prize = with_prizes(event)["last"]
    walt = named(event, "Walt")
    page = words_of(director.get(address("cash", event)))
    assert "Walt Kowalski −16 points, last of all who played every round Pay $2.50" in page
    assert "Shared by 2 players in equal parts." in page

    director.post(address("pay_prize", event, prize.pk, walt.pk), {"client_id": "walt", "amount": "250"})

    page = words_of(director.get(address("cash", event)))
    assert re.search(r"Walt Kowalski −16 points, last of all who played every round \$2.50 Paid \d", page)
    assert "Prizes paid 1 payout · $17.51 still to be paid −$2.50" in page
    assert "Should be in the box $37.50" in page


def test_what_moved_meanwhile_is_not_paid(director, event):
    prize = with_prizes(event)["last"]

    answer = director.post(
        address("pay_prize", event, prize.pk, named(event, "Walt").pk),
        {"client_id": "walt", "amount": "500"},
        headers={"HX-Request": "true"},
    )

    assert answer.status_code == 409
    assert "Not done. This prize has changed. Look at the amount again." in words_of(answer)


def test_a_box_is_counted_and_compared(director, event):

    director.post(address("cash_box", event), {"client_id": "box", "at_start": "20", "counted": "59.50"})

    assert "Counted: $59.50. That’s $0.50 short." in words_of(director.get(address("cash", event)))


def test_a_box_below_nothing_says_what_is_missing(director, event):

    director.post(address("cash_other", event), {"client_id": "one", "way": "out", "amount": "41", "what": "Rent"})

    page = words_of(director.get(address("cash", event)))
    assert "Should be in the box −$1" in page
    assert "No box holds less than nothing. Count the box, and enter the change at the start." in page


def test_closing_says_what_the_box_should_hold_and_fixes_it(director, event):
    club = event.club
    with_prizes(event)
    said = words_of(director.get(address("close_event", event)))
    unpaid = "1st place, 2nd place, High hand and Last place"
    assert (
        f"$2 of set money due $20.01 of prizes to pay out: {unpaid} $40 should be in the cash box, "
        "$4 carries over. The cash sheet is fixed when you close; prizes can be paid until the results are final."
    ) in said

    close(event)
    correct(event, 1, 1, meld={"NS": 40, "EW": 4})

    page = words_of(director.get(address("cash", event)))
    assert "Closed with the event" in page
    assert "A correction has moved something here" in page
    assert "What was won can still be paid until the results are final." in page
    assert re.findall(r"Pay \$[\d.]+ to (\w+)", page) == ["Walt", "Ed"]  # nobody won the others by now as then
    Event.objects.update(closed_at=timezone.now() - timedelta(hours=club.claim_hours))
    assert "Pay $" not in words_of(director.get(address("cash", event)))


def test_the_board_tells_what_a_correction_moved_of_a_prize_that_was_paid(director, event):
    joan = named(event, "Joan")
    prize = with_prizes(event)["high_hand"]
    pay_prize(prize=prize, entrant=joan, amount=151, acting=acting_as(), client_id="paid")
    board = address("desk", event)
    assert "High hand: Joan Pruitt was paid" not in words_of(director.get(board))

    correct(event, 1, 1, meld={"NS": 40, "EW": 4})

    said = "High hand: Joan Pruitt was paid $1.51 and by the cards has won nothing."
    assert said in words_of(director.get(board))
    close(event)
    assert "High hand" not in words_of(director.get(board))  # fixed by the cards as they are now


def test_a_referee_sees_no_cash(client, event):
    club = event.club
    client.force_login(make_user(club, "referee"))

    assert client.get(address("cash", event)).status_code == 403
    assert address("cash", event) not in client.get(address("event", event)).content.decode()


@pytest.mark.parametrize("more", [0, 12])
def test_the_sheet_asks_the_same_however_many_take_part(director, event, more, django_assert_num_queries):
    with_prizes(event)
    make_entrants(event, more)
    director.get(address("cash", event))

    with django_assert_num_queries(16):
        director.get(address("cash", event))


# -- paper -------------------------------------------------------------------------------


def test_the_sheet_is_saved_with_the_figures_of_the_page(director, event):
    with_prizes(event)
    page = words_of(director.get(address("cash", event)))

    rows = xlsx_rows(director.get(address("cash", event) + "?file=xlsx").content)

    assert rows[0] == ["Part", "Who or what", "Why", "Amount (USD)", "Remarks"]
    assert ["The cash box", "Fees", "8 × $5", 40] in rows
    assert {str(row[0]).split(":")[0] for row in rows[1:]} == {
        "The cash box",
        "Whose it is",
        "Pot",
        "Set money",
        "Prize",
    }
    for row in rows[1:]:
        assert str(row[1]) in page


def test_receipts_wait_for_a_prize_that_was_paid(director, event):

    answer = director.get(address("receipts_pdf", event), follow=True)

    assert "No prize has been paid yet" in words_of(answer)


@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.soak)])
def test_the_cash_sheet_is_one_page_however_long_the_names(club, paper):
    caches["pdfs"].clear()
    club.paper = paper
    club.save()
    event = played_evening(club)
    prizes = with_prizes(event)
    Entrant.objects.filter(event=event).update(name=LONG)
    for place in range(3, 9):
        Prize.objects.create(event=event, kind="place", place=place, amount=100)
    CashEntry.objects.create(
        event=event, number=1, kind="payout", amount=-400, prize=prizes["first"], pot=prizes["first"].pot,
        entrant=event.entrants.get(number=5), who=LONG, what="1st place: 50 points",
    )  # fmt: skip

    content = print_sheet(event.pk)

    (page,) = pages_of(content)
    assert sizes_of(content) == {SIZES[paper]}
    assert "Cash sheet" in page
    assert "Fees 8 × $5 +$40" in page
    assert "Should be in the box $36" in page
    assert "Prize pot $16 from fees $16" in page
    assert page.count(LONG) > 15


def test_receipts_are_slips_eight_to_a_page(club):
    caches["pdfs"].clear()
    event = played_evening(club)
    for number in range(1, 10):
        CashEntry.objects.create(
            event=event, number=number, kind="payout", amount=-1250, who=f"{LONG} {number}", by="Carol Reyes",
            what="High hand: 35 points", is_taken_back=number == 4,
        )  # fmt: skip

    content = print_receipts(event.pk)

    assert sizes_of(content) == {SIZES["letter"]}
    (page,) = pages_of(content)
    assert re.findall(r"Receipt no\. (\d)", page) == ["1", "2", "3", "5", "6", "7", "8", "9"]
    assert len(re.findall(r"\$12\.50 ?High hand: 35 points Paid", page)) == 8
    assert "Carol Reyes" in text_of(content)


def test_every_entry_is_sorted_by_the_address(director, event):
    for number, (who, amount) in enumerate((("Walt", 250), ("Ruth", -1_000), ("Ed", 40)), start=1):
        event.cash_entries.create(number=number, kind="other", amount=amount, who=who)

    def people(query):
        page = director.get(address("cash", event) + query).text.partition('id="entries"')[2]
        return re.findall(r"<bdi>(\w+)</bdi>", page)

    assert people("") == people("?sort=nonsense") == ["Walt", "Ruth", "Ed"]
    assert people("?sort=-amount") == ["Walt", "Ed", "Ruth"]
    assert people("?sort=who") == ["Ed", "Ruth", "Walt"]


def test_the_sheet_names_who_still_owes_the_fee(director, club):
    event = make_event(club, fee=500)
    people = make_entrants(event, 4)
    for one, paid in zip(people, (500, 200, 0, 500), strict=True):
        Entrant.objects.filter(pk=one.pk).update(fee=500, paid=paid)

    page = words_of(director.get(address("cash", event)))

    assert "2 × $5 + 1 × $2 · $8 still due: Walt Kowalski $3, Marge Delgado $5" in page


def test_a_fee_is_taken_after_closing_until_the_results_are_final(director, club):
    event = make_event(club, fee=500)
    Pot.objects.create(event=event, name="Prize pot", per_player=200)
    (walt,) = make_entrants(event, 1)
    Entrant.objects.filter(pk=walt.pk).update(fee=500)
    key, sent = address("take_rest_of_fee", event, walt.pk), {"client_id": "late", "amount": "500"}
    assert f'action="{key}"' in director.get(address("cash", event)).text
    assert "1 of 1 paid" in words_of(director.post(key, {**sent, "client_id": "open"}, follow=True))
    Entrant.objects.filter(pk=walt.pk).update(paid=0)
    close_event(event=event, acting=acting_as(), client_id="close", reason="done")

    assert f'action="{key}"' in director.get(address("cash", event)).text
    assert director.post(key, {**sent, "client_id": "other", "amount": "300"}).status_code == 409
    page = words_of(director.post(key, sent, follow=True))

    assert "Fees paid late +$5" in page
    assert "1 of 1 paid" in page
    assert "In it $0" in page  # what the pot handed on stays
    take_back = address("take_cash_back", event, 1)
    director.post(take_back, {"client_id": "back", "reason": "it was his brother"})
    assert "0 of 1 paid" in words_of(director.get(address("cash", event)))
    Event.objects.update(closed_at=timezone.now() - timedelta(days=30))
    assert f'action="{key}"' not in director.get(address("cash", event)).text
    assert director.post(key, {**sent, "client_id": "final"}).status_code == 409
