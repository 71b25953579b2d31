"""Money that moves: the sheet against a pencil, everything taken back and put right, closed and reopened."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.evening.events.deeds import delete_event, next_of_series
from league.evening.money.deeds.cash import (
    enter_other,
    fix_sheet,
    keep_box,
    name_winner,
    pay_prize,
    take_all_set_money,
    take_back,
    take_set_money,
)
from league.evening.money.deeds.prizes import add_pot, add_prize, change, remove, use_for_series
from league.evening.money.pages.cash import cash_context, moved_words
from league.evening.money.sheet import read_cash
from league.models import CashEntry, Event, LogLine, Member, Pot, Prize
from league.office.clubs.deeds.clubs import delete_club
from tests.league.evening.money.evening import (
    close,
    correct,
    fresh,
    named,
    played_evening,
    reopen,
    with_pots,
    with_prizes,
)
from tests.league.makers import acting_as, make_club, make_event, make_series

pytestmark = pytest.mark.django_db


def shares(event, prize):
    line = next(one for one in read_cash(fresh(event)).prize_lines if one.prize == prize)
    return [(share.name.split()[0], share.amount, share.paid) for share in line.shares]


def pay(prize, entrant, amount, client_id="pay"):
    return pay_prize(prize=prize, entrant=entrant, amount=amount, acting=acting_as(), client_id=client_id)


# -- the sheet ---------------------------------------------------------------------------


def test_an_evening_without_money_has_none():
    event = make_event(make_club())

    assert not event.has_money
    assert not read_cash(event).is_in_use


def test_the_sheet_comes_to_what_a_pencil_says(event):
    prizes = with_prizes(event)
    take_all_set_money(event=event, amount=200, acting=acting_as(), client_id="all")
    enter_other(event=event, amount=-350, what="Coffee", acting=acting_as(), client_id="coffee")
    keep_box(event=event, at_start=2000, counted=5850, acting=acting_as(), client_id="box")

    # $16 of the fees are in the prize pot, four players were set once.
    assert shares(event, prizes["first"]) == [("Joan", 400, 0), ("Lois", 400, 0)]
    assert shares(event, prizes["second"]) == [("Joan", 200, 0), ("Lois", 200, 0)]
    assert shares(event, prizes["high_hand"]) == [("Joan", 151, 0), ("Lois", 150, 0)]
    assert shares(event, prizes["last"]) == [("Walt", 250, 0), ("Ed", 250, 0)]
    assert shares(event, prizes["sets"]) == [(name, 50, 0) for name in ("Walt", "Ed", "Hank", "Vern")]
    cash = read_cash(fresh(event))
    assert {line.name: (line.total, line.prizes, line.left) for line in cash.pot_lines} == {
        "Prize pot": (1600, 1200, 400),
        "Set money": (200, 200, 0),
    }
    assert cash.expected == 2000 + 8 * 500 + 200 - 350
    assert cash.prizes_due == 1200 + 301 + 500 + 200
    assert cash.club_has == cash.expected - 2000 - 400 - cash.prizes_due
    assert cash.over == 0


def test_a_renege_is_a_set_of_the_side_that_made_it(event):
    with_pots(event)
    correct(event, 1, 1, renege="EW", take={"NS": 0, "EW": 0})

    owed = {line.name.split()[0]: line.owed for line in read_cash(fresh(event)).set_money}

    assert owed == {"Walt": 100, "Ed": 100, "Hank": 50, "Vern": 50}


def test_a_category_wins_its_own_prize(event):
    women = event.club.categories.create(name="Women")
    for member in Member.objects.filter(club=event.club, name__in=("Ruth Abernathy", "Hank Ostrowski")):
        member.carries.add(women)
    prize = Prize.objects.create(event=event, kind="place", place=1, category=women, amount=1000)

    assert prize.title == "Women: 1st place"
    assert shares(event, prize) == [("Ruth", 1000, 0)]


def test_a_pair_is_one_place_and_its_players_share_the_prize(event):
    prizes = with_prizes(event)
    Event.objects.filter(pk=event.pk).update(format=Event.Format.ROUND_ROBIN)

    assert shares(event, prizes["first"]) == [("Joan", 400, 0), ("Lois", 400, 0)]
    assert shares(event, prizes["second"]) == [("Ruth", 200, 0), ("Marge", 200, 0)]


def test_prizes_wait_for_the_round_but_set_money_does_not():
    event = played_evening(is_over=False)
    prizes = with_prizes(event)

    assert shares(event, prizes["first"]) == []
    assert [line.due for line in read_cash(event).set_money] == [50, 50, 50, 50]


# -- taking and paying -------------------------------------------------------------------


def test_set_money_is_taken_once_however_often_it_is_sent(event):
    with_pots(event)

    for _ in range(2):
        take_set_money(entrant=named(event, "Walt"), amount=50, acting=acting_as(), client_id="walt")

    assert [(entry.who, entry.amount, entry.pot.name) for entry in event.cash_entries.all()] == [
        ("Walt Kowalski", 50, "Set money")
    ]
    with pytest.raises(Refused, match="has changed"):
        take_set_money(entrant=named(event, "Walt"), amount=50, acting=acting_as(), client_id="again")


def test_set_money_that_a_correction_made_too_much_is_given_back(event):
    with_pots(event)
    take_set_money(entrant=named(event, "Walt"), amount=50, acting=acting_as(), client_id="walt")
    correct(event, 1, 2, bid=20)

    take_set_money(entrant=named(event, "Walt"), amount=-50, acting=acting_as(), client_id="back")

    assert read_cash(event).set_money_paid == 0
    assert LogLine.objects.get(client_id="back").action == "gave set money back to"


def test_a_prize_is_paid_as_it_was_shown_or_not_at_all(event):
    prizes = with_prizes(event)
    with pytest.raises(Refused, match="has changed"):
        pay(prizes["first"], named(event, "Joan"), 800)
    with pytest.raises(Refused, match="has changed"):
        pay(prizes["first"], named(event, "Walt"), 400)

    pay(prizes["first"], named(event, "Joan"), 400)
    pay(prizes["first"], named(event, "Joan"), 400)

    assert shares(event, prizes["first"]) == [("Joan", 400, 400), ("Lois", 400, 0)]
    entry = CashEntry.objects.get()
    assert (entry.amount, entry.by) == (-400, "Carol Reyes")
    assert entry.what == "1st place: 50 points, level for 1st and 2nd place"


def test_no_prize_is_paid_while_a_round_is_played():
    event = played_evening(is_over=False)
    prizes = with_prizes(event)

    with pytest.raises(Refused, match="still being played"):
        pay(prizes["first"], named(event, "Joan"), 400)


def test_a_payout_by_mistake_is_taken_back_and_stays_on_the_sheet(event):
    prizes = with_prizes(event)
    pay(prizes["last"], named(event, "Walt"), 250)
    entry = CashEntry.objects.get()

    for _ in range(2):
        take_back(entry=entry, acting=acting_as(), client_id="back")

    entry.refresh_from_db()
    assert entry.is_taken_back
    assert shares(event, prizes["last"])[0] == ("Walt", 250, 0)
    pay(prizes["last"], named(event, "Walt"), 250, "again")
    assert [entry.number for entry in event.cash_entries.all()] == [1, 2]


def test_a_correction_moves_no_money_by_itself_and_says_what_it_means(event):
    prizes = with_prizes(event)
    pay(prizes["high_hand"], named(event, "Joan"), 151)
    correct(event, 1, 1, meld={"NS": 40, "EW": 4})

    assert shares(event, prizes["high_hand"]) == [("Ruth", 151, 0), ("Marge", 150, 0), ("Joan", 0, 151)]
    assert moved_words(read_cash(event)) == [
        "High hand: Joan Pruitt was paid $1.51 and by the cards has won nothing. "
        "Get it back and take the payout back, or leave it as it is."
    ]


def test_the_director_says_who_won_what_no_card_knows(event):
    prize = Prize.objects.create(event=event, kind="named", name="Drawing", amount=1000)
    with pytest.raises(Refused, match=r"\$10 of this prize left"):
        name_winner(prize=prize, entrant=named(event, "Ruth"), amount=1001, acting=acting_as(), client_id="more")

    name_winner(prize=prize, entrant=named(event, "Ruth"), amount=600, acting=acting_as(), client_id="ruth")

    assert shares(event, prize) == [("Ruth", 600, 600)]
    assert read_cash(event).prizes_due == 0


# -- setting up --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"name": "prize POT"}, "already a pot called"),
        ({"name": "Other", "per_set": 25}, "goes into Set money already"),
        ({"name": "Other", "per_player": 301}, r"The fee is \$5, and the pots would take \$5.01 of it"),
    ],
)
def test_pots_do_not_get_in_each_others_way(event, fields, why):
    with_pots(event)

    with pytest.raises(Refused, match=why):
        add_pot(row=event, acting=acting_as(), client_id="pot", **{"per_player": 0, "per_set": 0, **fields})


def test_pots_may_take_the_whole_fee(event):
    with_pots(event)

    add_pot(row=event, acting=acting_as(), client_id="pot", name="Other", per_player=300, per_set=0)

    assert [(line.name, line.from_fees) for line in read_cash(fresh(event)).pot_lines][2:] == [("Other", 2400)]


def test_a_pot_gives_no_more_than_all_of_it(event):
    prizes = with_prizes(event)
    fields = {"kind": "place", "place": 3, "pot": prizes["first"].pot, "percent": 26}

    with pytest.raises(Refused, match="101% of Prize pot"):
        add_prize(row=event, acting=acting_as(), client_id="third", **fields)


def test_a_share_of_all_fees_needs_no_pot_and_follows_what_was_paid(event):
    place = {"kind": "place", "name": "", "at_least": 0, "category": None, "pot": None, "amount": 0}
    for at, percent in ((1, 40), (3, 25)):
        fields = {**place, "place": at, "percent": percent}
        add_prize(row=event, acting=acting_as(), client_id=f"prize-{at}", **fields)

    # $40 of fees: $16 and $10, each for two who are level.
    first, third = event.prizes.all()
    assert [amount for _, amount, _ in shares(event, first) + shares(event, third)] == [800, 800, 500, 500]
    event.entrants.filter(number=8).update(paid=0)
    assert read_cash(fresh(event)).prize_lines[0].amount == 1400
    cash = read_cash(fresh(event))
    assert cash.club_has == cash.fees_paid - 1400 - 875

    with pytest.raises(Refused, match="101% of all fees in all"):
        add_prize(row=event, acting=acting_as(), client_id="more", **{**place, "place": 5, "percent": 36})


def test_what_was_paid_for_stays_what_it_is(event):
    prizes = with_prizes(event)
    pay(prizes["last"], named(event, "Walt"), 250)

    with pytest.raises(Refused, match="has been paid"):
        change(one=prizes["last"], kind="high_hand", acting=acting_as(), client_id="kind")
    with pytest.raises(Refused, match="has been paid"):
        remove(one=prizes["last"], acting=acting_as(), client_id="remove")
    change(one=prizes["last"], amount=600, acting=acting_as(), client_id="amount")

    assert shares(event, prizes["last"]) == [("Walt", 300, 250), ("Ed", 300, 0)]


def test_a_pot_that_pays_or_holds_money_stays(event):
    prizes = with_prizes(event)
    pot = prizes["sets"].pot
    assert pot is not None
    with pytest.raises(Refused, match="Most sets is paid from this pot"):
        remove(one=pot, acting=acting_as(), client_id="used")
    remove(one=prizes["sets"], acting=acting_as(), client_id="prize")
    take_all_set_money(event=event, amount=200, acting=acting_as(), client_id="all")
    with pytest.raises(Refused, match="money in this pot"):
        remove(one=pot, acting=acting_as(), client_id="full")

    for entry in event.cash_entries.all():
        take_back(entry=entry, acting=acting_as(), client_id=f"back {entry.number}")
    remove(one=pot, acting=acting_as(), client_id="empty")

    assert [pot.name for pot in event.pots.all()] == ["Prize pot"]


# -- from night to night -----------------------------------------------------------------


def test_the_next_night_gets_the_same_and_what_was_left():
    club = make_club()
    series = make_series(club, book="st-hilary")
    event = played_evening(club, series=series)
    with_prizes(event)
    use_for_series(event=event, acting=acting_as(), client_id="series")
    take_all_set_money(event=event, amount=200, acting=acting_as(), client_id="all")
    Prize.objects.filter(event=event, kind="most_sets").update(at_least=2)  # nobody was set twice: it stays in the pot
    close(event)

    second = fresh(next_of_series(series=series, acting=acting_as(), client_id="next", today=date(2026, 11, 18)))

    assert [(prize.title, prize.pot and prize.pot.name) for prize in second.prizes.all()] == [
        ("1st place", "Prize pot"), ("2nd place", "Prize pot"), ("High hand", None), ("Last place", None),
        ("Most sets", "Set money"),
    ]  # fmt: skip
    assert {pot.event_id for pot in Pot.objects.filter(prizes__event=second)} == {second.pk}
    assert read_cash(second).reading.carried == {"Prize pot": 400, "Set money": 200}
    third = make_event(club, series=series, played_on=date(2026, 12, 1))
    second.pots.filter(name="Prize pot").update(name="Places")
    second.state = "running"
    second.save()
    fix_sheet(second)
    assert read_cash(third).reading.carried == {"Prize pot": 400, "Set money": 200}
    assert read_cash(third).reading.carried_from == "Tuesday, November 24, 2026"


def test_an_evening_with_money_can_be_deleted_and_so_can_its_club(event):
    prizes = with_prizes(event)
    women = event.club.categories.create(name="Women")
    Prize.objects.create(event=event, kind="place", category=women, amount=500)
    pay(prizes["last"], named(event, "Walt"), 250)
    series = make_series(event.club, book="st-hilary")
    Prize.objects.create(series=series, kind="place", category=women, amount=500)

    delete_event(event=event, acting=acting_as(), client_id="delete", name=event.name)
    delete_club(club=event.club, acting=acting_as("admin"), name=event.club.name)

    assert not Prize.objects.exists()
    assert not CashEntry.objects.exists()


# -- closed ------------------------------------------------------------------------------


def test_a_closed_sheet_is_fixed_and_tells_what_has_moved(event):
    prizes = with_prizes(event)
    pay(prizes["high_hand"], named(event, "Joan"), 151)
    event = close(event)
    before = shares(event, prizes["high_hand"])
    assert moved_words(read_cash(event)) == []

    correct(event, 1, 1, meld={"NS": 40, "EW": 4})

    assert shares(event, prizes["high_hand"]) == before
    said = moved_words(read_cash(event))
    assert (
        "High hand was won by Joan Pruitt and Lois Beckett, and by the cards now by Ruth Abernathy and Marge Delgado. "
        "Joan Pruitt was paid."
    ) in said
    with pytest.raises(Refused, match="A correction has moved this prize since"):
        pay(prizes["high_hand"], named(event, "Lois"), 150, "late")


def test_what_was_won_is_paid_after_closing_until_the_results_are_final(event):
    prizes = with_prizes(event)
    event = close(event)
    left = read_cash(event).left

    pay(prizes["last"], named(event, "Walt"), 250)

    assert shares(event, prizes["last"])[0] == ("Walt", 250, 250)
    assert read_cash(event).left == left  # what goes on to the next night stays as it was fixed
    Event.objects.update(closed_at=timezone.now() - timedelta(hours=event.club.claim_hours))
    with pytest.raises(Refused, match="final"):
        pay(prizes["last"], named(event, "Ed"), 250, "late")


def test_a_closed_sheet_is_settled_as_far_as_no_pot_changes_that_went_on(event):
    prizes = with_prizes(event)
    pot = event.pots.first()
    free, of_pot = (
        Prize.objects.create(event=event, kind="named", name=name, amount=100, pot=pot)
        for name, pot in (("Drawing", None), ("Best hat", pot))
    )
    entry = pay(prizes["last"], named(event, "Walt"), 250).cash_entries.get()
    event = close(event)
    left = read_cash(event).left
    ruth, carol = named(event, "Ruth"), acting_as()

    name_winner(prize=free, entrant=ruth, amount=100, acting=carol, client_id="free")
    with pytest.raises(Refused, match="what a pot handed on to the next night"):
        name_winner(prize=of_pot, entrant=ruth, amount=100, acting=carol, client_id="of a pot")
    take_back(entry=entry, reason="to the wrong one", acting=acting_as(), client_id="back")

    assert (shares(event, free), shares(event, of_pot)) == ([("Ruth", 100, 100)], [])
    assert shares(event, prizes["last"])[0] == ("Walt", 250, 0)
    assert read_cash(event).left == left
    page = cash_context(read_cash(event), acting_as())
    assert [bool(row["take_back"]) for row in page["entries"]] == [False, True]


def test_no_prize_is_paid_while_rounds_are_to_come(event):
    prizes = with_prizes(event)
    Event.objects.update(rounds_planned=2)

    with pytest.raises(Refused, match="Rounds are still to come"):
        pay(prizes["last"], named(event, "Walt"), 250)


def test_a_reopened_sheet_goes_by_the_cards_and_asks_why_money_is_taken_back(event):
    prizes = with_prizes(event)
    pay(prizes["high_hand"], named(event, "Joan"), 151)
    event = close(event)
    correct(event, 1, 1, meld={"NS": 40, "EW": 4})

    event = reopen(event)

    assert shares(event, prizes["high_hand"])[0] == ("Ruth", 151, 0)
    entry = CashEntry.objects.get()
    with pytest.raises(Refused, match="Say why"):
        take_back(entry=entry, acting=acting_as(), client_id="back")
    take_back(entry=entry, reason="hand counted again", acting=acting_as(), client_id="why")
    pay(prizes["high_hand"], named(event, "Ruth"), 151, "ruth")
    assert moved_words(read_cash(close(event, "close again"))) == []


# -- what is refused, and what is told ---------------------------------------------------


def test_all_the_set_money_is_taken_as_it_was_shown_or_not_at_all(event):
    with_pots(event)

    for amount in (0, 199, 201, 200, 200, 0):
        if amount == 200:
            take_all_set_money(event=event, amount=amount, acting=acting_as(), client_id="right")
        else:
            with pytest.raises(Refused, match="for sets has changed"):
                take_all_set_money(event=event, amount=amount, acting=acting_as(), client_id=f"{amount}")

    assert [entry.amount for entry in event.cash_entries.all()] == [50] * 4


def test_set_money_is_not_taken_of_who_owes_none(event):
    with_pots(event)
    for name, amount in (("Ruth", 0), ("Ruth", 50), ("Walt", 49), ("Walt", 0)):
        with pytest.raises(Refused, match="owes has changed"):
            take_set_money(entrant=named(event, name), amount=amount, acting=acting_as(), client_id=f"{name} {amount}")
    take_set_money(entrant=named(event, "Walt"), amount=50, acting=acting_as(), client_id="walt")
    with pytest.raises(Refused, match="Walt Kowalski owes has changed"):
        take_set_money(entrant=named(event, "Walt"), amount=0, acting=acting_as(), client_id="none")

    assert LogLine.objects.get(client_id="walt").action == "took the set money of"


def test_the_box_is_told_as_it_was_and_is_and_nothing_where_it_stays(event):
    for client_id, counted in (("one", None), ("two", 0), ("three", 0), ("four", 150), ("four", 999)):
        keep_box(event=event, at_start=2000, counted=counted, acting=acting_as(), client_id=client_id)

    lines = [(line.before, line.after) for line in LogLine.objects.filter(action="counted the cash box").order_by("pk")]

    assert lines == [
        ("$0 at the start, not counted", "$20 at the start, not counted"),
        ("$20 at the start, not counted", "$20 at the start, $0 counted"),
        ("$20 at the start, $0 counted", "$20 at the start, $1.50 counted"),
    ]
    assert read_cash(event).box.counted == 150


def test_other_cash_goes_into_a_pot_that_is_there(event):
    pot, _ = with_pots(event)
    elsewhere = Pot.objects.create(event=make_event(event.club), name="Elsewhere")

    for _ in range(2):
        enter_other(event=event, amount=100, what="Raffle", pot=pot, acting=acting_as(), client_id="raffle")
    enter_other(event=event, amount=-5, what="Pen", acting=acting_as(), client_id="pen")
    with pytest.raises(Refused, match="took this pot out"):
        enter_other(event=event, amount=100, what="Raffle", pot=elsewhere, acting=acting_as(), client_id="gone")

    assert [(entry.amount, entry.pot) for entry in event.cash_entries.order_by("number")] == [(100, pot), (-5, None)]
    assert [line.after for line in LogLine.objects.filter(action="noted cash").order_by("pk")] == [
        "+$1, Prize pot",
        "−$0.05",
    ]


def test_a_director_gives_all_that_is_left_of_a_prize_and_of_others_nothing(event):
    drawing = Prize.objects.create(event=event, kind="named", name="Drawing", amount=1000)
    prizes = with_prizes(event)
    give: Any = {"entrant": named(event, "Ruth"), "acting": acting_as()}

    name_winner(prize=drawing, amount=600, client_id="some", **give)
    name_winner(prize=drawing, amount=400, client_id="rest", **give)

    with pytest.raises(Refused, match=r"\$0 of this prize left"):
        name_winner(prize=drawing, amount=1, client_id="more", **give)
    with pytest.raises(Refused, match="took this prize out"):
        name_winner(prize=prizes["last"], amount=1, client_id="last", **give)
    assert shares(event, drawing) == [("Ruth", 1000, 1000)]


def test_no_other_amount_of_a_prize_is_paid(event):
    prizes = with_prizes(event)

    for name, amount in (("Walt", 249), ("Walt", 251), ("Walt", 0), ("Ruth", 0), ("Walt", 250), ("Walt", 0)):
        if amount == 250:
            pay(prizes["last"], named(event, name), amount)
        else:
            with pytest.raises(Refused, match="This prize has changed"):
                pay(prizes["last"], named(event, name), amount, f"{name} {amount}")

    assert [entry.amount for entry in event.cash_entries.all()] == [-250]


def test_prizes_that_cannot_be_added(event):
    pot, _ = with_pots(event)
    other = make_event(make_club())
    strange = other.club.categories.create(name="Women")
    elsewhere = Pot.objects.create(event=other, name="Elsewhere")
    free = make_event(event.club, book="st-hilary")

    for row, fields, why in (
        (event, {"category": strange}, "belongs to another club"),
        (event, {"pot": elsewhere}, "Choose one of these pots"),
        (event, {"pot": pot, "percent": 101}, "101% of Prize pot"),
        (free, {"percent": 1}, "no fee to take a share of"),
    ):
        with pytest.raises(Refused, match=why):
            add_prize(row=row, kind="place", acting=acting_as(), client_id=why, **fields)
    add_prize(row=event, kind="place", pot=pot, percent=100, acting=acting_as(), client_id="all of it")
    add_prize(row=free, kind="place", amount=5, acting=acting_as(), client_id="amount")
    Event.objects.filter(pk=free.pk).update(guest_fee=100)
    add_prize(row=fresh(free), kind="last", percent=100, acting=acting_as(), client_id="of guests")

    assert (event.prizes.count(), free.prizes.count()) == (1, 2)


def test_a_sheet_holds_forty_prizes(event):
    Prize.objects.bulk_create(Prize(event=event, kind="place", place=at, amount=1) for at in range(1, 40))

    add_prize(row=event, kind="last", amount=1, acting=acting_as(), client_id="fortieth")
    with pytest.raises(Refused, match="as many prizes as fit"):
        add_prize(row=event, kind="last", amount=1, acting=acting_as(), client_id="one more")

    assert event.prizes.count() == 40


def test_pots_of_a_series_are_told_with_its_name():
    series = make_series(make_club(), book="st-hilary", fee=500)
    add_pot(row=series, name="Places", per_player=500, per_set=0, acting=acting_as(), client_id="pot")
    pot = series.pots.get()
    for _ in range(2):
        change(one=pot, name="Best", acting=acting_as(), client_id="name")
    change(one=pot, name="Best", acting=acting_as(), client_id="same")
    remove(one=pot, acting=acting_as(), client_id="gone")

    assert [(line.action, line.subject) for line in LogLine.objects.filter(event=None).order_by("pk")] == [
        ("added a pot", "Tuesday cards: Places"),
        ("changed a pot", "Tuesday cards: Best"),
        ("took out a pot", "Tuesday cards: Best"),
    ]
    with pytest.raises(Refused, match="took this pot out"):
        change(one=pot, name="Worst", acting=acting_as(), client_id="too late")
