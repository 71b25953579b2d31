"""What each owes: on their own page as at check-in, with dues that are set, paid, and put right."""

from datetime import UTC, date, datetime, timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from league.acting.log import Refused
from league.evening.check_in.debts import debts_before, evening_words, owed
from league.models import CashEntry, Club, Dues, DuesPart, DuesPayment, Letter, Member, Role
from league.season.dues import deeds
from league.season.dues.pages import owed_words
from league.season.dues.reading import account_of, accounts_of, whom_to_write
from league.season.merging.deeds import links
from league.season.players.pages.you import night_mail
from league.words import money
from tests.league.makers import acting_as, make_entrants, make_event, make_members, make_user
from tests.league.season.notices.post import deliver

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate
JANUARY = TODAY().replace(month=1, day=1)


def evening(club, days_ago, *, ruth_paid=0, **fields):
    """Two came for $3; the second one paid."""
    day = TODAY() - timedelta(days=days_ago)
    starts_at = datetime(day.year, day.month, day.day, 19, tzinfo=UTC)
    event = make_event(club, **{"played_on": day, "starts_at": starts_at, "fee": 300, "state": "closed", **fields})
    ruth, walt = make_entrants(event, 2)
    for one, paid in ((ruth, ruth_paid), (walt, 300)):
        one.fee, one.paid = 300, paid
        one.save()
    return event


def years(club, amount=2500, starts_on=JANUARY):
    return deeds.set_dues(club=club, amount=amount, starts_on=starts_on, acting=acting_as(), client_id="")


def pay(dues, member, amount, **fields):
    said = {"paid_on": date(2026, 2, 3), "note": "check 112", "acting": acting_as(), "client_id": "", **fields}
    deeds.take_dues(dues=dues, member=member, amount=amount, **said)


def said(member):
    return owed_words(account_of(Member.objects.get(pk=member.pk)))


def test_what_is_owed_is_what_check_in_asks_for(client, club):
    evening(club, 400)  # too long ago to be asked for
    for days in (21, 14):
        evening(club, days)
    evening(club, 7, ruth_paid=300)
    evening(club, 5, fee=0, name="Nobody paid").entrants.update(paid=0)
    tonight = evening(club, 0, state="running")
    ruth, walt = club.members.order_by("number")

    account = account_of(ruth)

    assert [one.pk for one in account.evenings] == [one.pk for one in debts_before(tonight)[ruth.pk]]
    assert (account.owes, owed(debts_before(tonight)[ruth.pk])) == (600, 600)
    assert (said(ruth), said(walt)) == ("You owe $6 for 2 evenings.", "")

    told: Any = SimpleNamespace(place="Place 1 of 8", why="", points="", best=None, more=())
    mail = night_mail(ruth, account.evenings[0].event, told, (), said(ruth), (), "/page/")
    assert mail.split("\n\n")[2:4] == ["Place 1 of 8", "You owe $6 for 2 evenings."]

    user = make_user(club, "member")
    Role.objects.filter(user=user).update(member=ruth)
    client.force_login(user)
    page = unescape(client.get(reverse("league:me", args=[club.slug])).content.decode())
    opened = page[page.index("You owe $6 for 2 evenings.") :].partition("</details>")[0]
    assert [reverse("league:event", args=[club.slug, one.event_id]) in opened for one in account.evenings] == [True] * 2


def test_dues_are_asked_of_members_by_their_part_and_paid_up_to_what_is_due(club):
    ruth, walt, marge, guest = make_members(club, 4)
    Member.objects.filter(pk=guest.pk).update(is_guest=True)
    dues = years(club)
    for member, part in ((walt, "half"), (marge, "none")):
        deeds.set_part(dues=dues, member=member, part=part, acting=acting_as(), client_id="")

    assert [said(one) for one in (ruth, walt, marge, guest)] == [
        f"You owe $25 for the {dues}.", f"You owe $12.50 for the {dues}.", "", "",
    ]  # fmt: skip
    pay(dues, ruth, 1000)
    assert said(ruth) == f"You owe $15 of the {dues}."
    with pytest.raises(Refused, match=r"\$15 is still to be paid"):
        pay(dues, ruth, 1600)
    pay(dues, ruth, 1500)
    assert said(ruth) == ""

    wrong = DuesPayment.objects.get(amount=1500)
    deeds.take_back(payment=wrong, acting=acting_as(), client_id="", reason="Bounced")
    assert (said(ruth), club.log.order_by("-pk").first().reason) == (f"You owe $15 of the {dues}.", "Bounced")
    assert "half" not in str(list(club.log.values_list("subject", "before", "after")))  # who pays less is no news
    with pytest.raises(Refused, match="Somebody paid"):
        deeds.delete_dues(dues=dues, acting=acting_as(), client_id="")


def test_next_years_dues_keep_the_parts_and_ask_nobody_who_came_later_for_the_last(club):
    ruth, walt = make_members(club, 2)
    last = years(club, starts_on=TODAY() - timedelta(days=400))
    Member.objects.filter(pk=ruth.pk).update(joined_on=last.starts_on)
    deeds.set_part(dues=last, member=ruth, part="half", acting=acting_as(), client_id="")
    now = years(club, amount=3000, starts_on=TODAY() - timedelta(days=35))
    years(club, amount=9900, starts_on=TODAY() + timedelta(days=1))  # not owed before

    assert [str(Dues(starts_on=date(2026, month, 1))) for month in (1, 9)] == ["2026 dues", "2026–27 dues"]
    assert said(ruth) == f"You owe $27.50: $15 for the {now} and $12.50 for the {last}."
    assert said(walt) == f"You owe $30 for the {now}."
    with pytest.raises(Refused, match="already"):
        years(club, starts_on=now.starts_on)


def test_treasurers_list_is_the_same_on_page_and_in_its_file(client, club, django_assert_max_num_queries):
    evening(club, 7)
    ruth = club.members.get(number=1)
    Member.objects.filter(pk=ruth.pk).update(email="ruth@example.org", initials_only=True)
    dues = years(club)
    pay(dues, ruth, 500)
    client.force_login(make_user(club, "director"))
    address = reverse("league:dues", args=[club.slug])

    page = unescape(client.get(address).content.decode())
    assert "$48 owed by 2 people." in page
    lines = client.get(address, {"file": "csv"}).content.decode("utf-8-sig").splitlines()
    assert lines == [
        "Number,Name,Email,Evenings,Fees (USD),Dues (USD),Owes (USD),Last paid",
        f"2,Walt Kowalski,,0,0,25,25,{TODAY() - timedelta(days=7)}",
        "1,Ruth Abernathy,ruth@example.org,1,3,20,23,2026-02-03",
    ]
    with django_assert_max_num_queries(6):
        assert len(accounts_of(club)) == 2

    assert {(DuesPayment, "member"), (DuesPart, "member")} <= set(links())  # they move where two are merged


def test_those_who_owe_are_written_to_once_a_week_at_most(client, club, settings):
    """Without those who have no address, want no emails, or paid before it goes."""
    settings.MAIL_IS_SET_UP = True
    evening(club, 7)
    ruth, walt = club.members.order_by("number")
    marge, ed = (club.members.create(number=number, name=name) for number, name in ((3, "Marge"), (4, "Ed Long")))
    Member.objects.exclude(pk=marge.pk).update(email="couple@example.org")
    Member.objects.filter(pk=ed.pk).update(no_notices=True)
    dues = years(club)
    director = make_user(club, "director")
    client.force_login(director)
    address = reverse("league:write_dues", args=[club.slug])
    assert "Email those who owe" in unescape(client.get(reverse("league:dues", args=[club.slug])).content.decode())
    page = unescape(client.get(address).content.decode())
    assert "2 members who owe something will be told how much, and for what." in page
    assert "No email goes to Ed Long and Marge" in page

    for tap in ("one", "one", "other"):
        last = client.post(address, {"client_id": tap})
    assert (last.status_code, Letter.objects.filter(state="waiting").count()) == (409, 2)
    assert "There’s nobody to write to now." in last.content.decode()
    assert "Walt Kowalski and Ruth Abernathy" not in club.log.latest("pk").after

    pay(dues, walt, 2500)
    deliver()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["couple@example.org"], f"{club}: what you owe")
    owing = club.events.get()
    day = evening_words(owing)
    assert sent.body.split("\n\n")[:3] == [
        "Hello, Ruth Abernathy", f"You owe $28: $3 for 1 evening and $25 for the {dues}.", f"{day}, {owing.name}: $3",
    ]  # fmt: skip
    assert "/notices/" in sent.body.split("\n\n")[-1]
    assert sorted(Letter.objects.values_list("member__name", "state", "why")) == [
        ("Ruth Abernathy", "sent", ""), ("Walt Kowalski", "failed", "gone"),
    ]  # fmt: skip
    assert [one.pk for one in whom_to_write(club).lately] == [ruth.pk]

    Letter.objects.update(asked_at=timezone.now() - timedelta(days=7))
    assert client.post(address, {"client_id": "next"}).status_code == 302
    Club.objects.filter(pk=club.pk).update(is_public=False)  # nobody has let it in
    deliver()
    assert len(mail.outbox) == 1


def test_form_says_what_is_wrong_beside_the_field_and_a_member_may_not(client, club):
    (ruth,) = make_members(club, 1)
    dues = years(club)
    client.force_login(make_user(club, "director"))
    address = reverse("league:take_dues", args=[club.slug, dues.pk, ruth.pk])
    sent = {"client_id": "pay", "amount": "30", "paid_on": "2026-02-03", "note": "cash"}

    too_much = client.post(address, sent)
    nothing = client.post(address, {**sent, "amount": "", "paid_on": "2999-01-01"})
    assert (too_much.status_code, nothing.status_code) == (409, 422)
    assert "$25 is still to be paid." in too_much.content.decode()
    for words in ("Enter an amount", "a day that has been", "2999-01-01"):
        assert words in nothing.content.decode()
    assert client.post(address, {**sent, "amount": "12.50"}).status_code == 302
    assert DuesPayment.objects.get().amount == 1250
    account = unescape(client.get(reverse("league:member_dues", args=[club.slug, ruth.pk])).content.decode())
    assert "$12.50 of $25 still to pay" in account

    client.force_login(make_user(club, "member"))
    assert client.get(reverse("league:dues", args=[club.slug])).status_code == 403


def test_dues_of_a_club_in_euros_are_in_euros(club):
    club.currency = "EUR"
    club.save()
    (ruth,) = make_members(club, 1)
    dues = Dues.objects.create(club=club, starts_on=JANUARY, amount=1250)

    assert said(ruth) == f"You owe €12.50 for the {dues}."


def test_fee_that_is_owed_is_taken_between_evenings_and_taken_back(client, club):
    """On the evening's own sheet until that is final, then into the box of the next evening."""
    now = timezone.now()
    still = evening(club, 1, closed_at=now)
    final = evening(club, 21, closed_at=now - timedelta(days=20))
    ruth = club.members.get(number=1)
    client.force_login(make_user(club, "director"))
    page = reverse("league:member_dues", args=[club.slug, ruth.pk])

    def tap(events, amount="300", tap="tap"):
        key = reverse("league:take_fees", args=[club.slug, ruth.pk])
        sent = {"client_id": f"{tap}{[one.pk for one in events]}", "amount": amount}
        for event in events:
            sent["evening"] = event.entrants.get(member=ruth).pk
        answer = client.post(key, sent, follow=True)
        return unescape(answer.content.decode())

    shown = unescape(client.get(page).content.decode())
    assert (shown.count("Paid $3"), "Paid all of it: $6" in shown, "Plan the next evening" in shown) == (1, False, True)
    assert "has changed" in tap([still], "200", "stale")
    assert "Entered." in tap([still])
    assert "Plan the next evening first" in tap([final])
    planned = make_event(club, name="Next night", played_on=TODAY(), starts_at=now, state="planned")
    assert "Paid $3" in unescape(client.get(page).content.decode())
    assert f"It goes into the box of Next night, {evening_words(planned)}." in tap([final], tap="again")
    tap([final], tap="again")

    def entries():
        return [(one.amount, one.entrant.event_id, one.is_taken_back) for one in CashEntry.objects.order_by("pk")]

    assert (said(ruth), entries()) == ("", [(300, still.pk, False), (300, final.pk, False)])
    for event in (still, final):
        roll = unescape(client.get(reverse("league:check_in", args=[club.slug, event.pk])).content.decode())
        paid_there = sum(one.paid for one in event.entrants.all()) + 300
        assert f"{money(paid_there, club)} paid, nothing due" in roll
    shown = unescape(client.get(page).content.decode())
    backs = [reverse("league:take_cash_back", args=[club.slug, event.pk, 1]) for event in (still, planned)]
    assert [back in shown for back in backs] == [True, True]
    for back in backs:
        client.post(back, {"client_id": back[-30:], "reason": "Bounced"})
    assert said(ruth) == "You owe $6 for 2 evenings."

    for _ in range(2):
        tap([], "600", "all")
    assert (said(ruth), entries()[2:]) == ("", [(300, final.pk, False), (300, still.pk, False)])
    assert "has changed" in tap([], "600", "nothing left")


def test_who_died_is_asked_for_no_evening_any_more(client, club):
    """Boxes and pots stay as they were, of evenings whose sheets are final, too."""
    for number, days in ((1, 0), (21, 20)):
        evening(club, number, closed_at=timezone.now() - timedelta(days=days))
    ruth = club.members.get(number=1)
    client.force_login(make_user(club, "director"))
    key = reverse("league:take_fees", args=[club.slug, ruth.pk])
    sent = {"client_id": "nothing", "amount": "600", "nothing": "yes"}

    for _ in range(2):
        client.post(key, sent)

    assert (said(ruth), CashEntry.objects.count()) == ("", 0)
    assert sorted(ruth.entries.values_list("fee", "paid")) == [(0, 0), (0, 0)]
    assert [line.after for line in club.log.filter(action="waived the fees of")] == ["$6 from 2 evenings"]
