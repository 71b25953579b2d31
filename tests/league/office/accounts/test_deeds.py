import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import BoundedSemaphore, Event

import pytest
from django.db import connection
from django.test import RequestFactory
from django.utils import timezone

from league.models import SignInAttempt
from league.office.accounts import deeds
from league.office.accounts.deeds import (
    MOST_IN_LINE,
    TRIES,
    TRIES_AN_ACCOUNT,
    TRIES_AN_ADDRESS,
    WINDOW,
    CoolingOff,
    Crowded,
    change_password,
    check_sign_in,
    find_account,
    known_cookie,
    new_known_device,
)
from tests.league.makers import make_user

pytestmark = pytest.mark.django_db

RIGHT = "evening-of-cards"


def sign_in(user="carol", password="wrong", address="hall", cookies=()):
    request = RequestFactory().post("/")
    request.COOKIES = dict(cookies)
    return check_sign_in(request=request, typed=user, password=password, address_key=address)


def fail(times, **more):
    for _ in range(times):
        assert sign_in(**more) is None


@pytest.fixture
def carol():
    return make_user(username="carol", email="carol@example.org")


@pytest.mark.parametrize("typed", ["carol", "CAROL", "Carol@Example.org"])
def test_account_is_found_by_name_or_mail_in_any_capitals(carol, typed):
    assert find_account(typed) == carol


def test_account_is_not_found_by_a_mail_that_two_have_nor_when_it_is_closed(carol):
    make_user(username="walt", email="carol@example.org")
    make_user(username="ida", is_active=False)

    assert find_account("carol@example.org") is None
    assert find_account("ida") is None
    assert find_account("nobody") is None


def test_right_password_signs_in_and_forgets_the_wrong_ones(carol):
    fail(TRIES - 1)

    assert sign_in(password=RIGHT) == carol
    assert SignInAttempt.objects.count() == 0


def test_account_cools_off_at_the_address_whatever_the_password(carol):
    fail(TRIES)

    with pytest.raises(CoolingOff, match="Wait 10 minutes") as wait:
        sign_in(password=RIGHT)
    assert 590 <= wait.value.seconds <= 600
    assert sign_in(password=RIGHT, address="elsewhere") == carol


def test_account_cools_off_everywhere_after_guesses_from_many_addresses(carol):
    for number in range(TRIES_AN_ACCOUNT):
        fail(1, address=f"address {number}")

    with pytest.raises(CoolingOff):
        sign_in(password=RIGHT, address="elsewhere")


def known_to(account):
    return {known_cookie(account): new_known_device(account)}


def test_guesses_of_others_do_not_hold_up_a_device_that_has_signed_in_before(carol, monkeypatch):
    monkeypatch.setattr(deeds, "TRIES_AN_ACCOUNT", TRIES + 2)
    monkeypatch.setattr(deeds, "TRIES_AN_ADDRESS", TRIES + 3)
    cookies = known_to(carol)
    fail(TRIES)
    for number in range(2):
        fail(1, address=f"address {number}")
    for number in range(3):
        fail(1, user=f"name{number}")

    with pytest.raises(CoolingOff):
        sign_in(password=RIGHT)
    assert sign_in(password=RIGHT, cookies=cookies) == carol


def test_device_that_has_signed_in_before_waits_for_its_own_guesses(carol):
    cookies = known_to(carol)
    fail(TRIES, cookies=cookies)

    with pytest.raises(CoolingOff):
        sign_in(password=RIGHT, cookies=cookies, address="elsewhere")


def test_cookie_of_another_account_or_of_nobody_is_worth_nothing(carol):
    value = new_known_device(make_user(username="walt"))
    fail(TRIES)

    for wrong in (value, "", "abc:def:ghi"):
        with pytest.raises(CoolingOff):
            sign_in(password=RIGHT, cookies={known_cookie(carol): wrong})


@pytest.mark.parametrize("other", ["carol@example.org", "Carol"])
def test_other_names_of_the_account_are_no_way_around(carol, other):
    fail(TRIES)

    with pytest.raises(CoolingOff):
        sign_in(user=other)


def test_name_that_nobody_has_cools_off_as_well():
    fail(TRIES, user="nobody")

    with pytest.raises(CoolingOff):
        sign_in(user="nobody")


def test_another_account_signs_in_from_the_same_hall(carol):
    walt = make_user(username="walt")
    fail(TRIES)

    assert sign_in(user="walt", password=RIGHT) == walt


def test_address_cools_off_after_guessing_at_many_accounts(carol):
    for number in range(TRIES_AN_ADDRESS):
        fail(1, user=f"name{number}")

    with pytest.raises(CoolingOff):
        sign_in(password=RIGHT)
    assert sign_in(password=RIGHT, address="elsewhere") == carol


def test_waiting_is_over_when_the_oldest_try_is_ten_minutes_old(carol):
    fail(TRIES)
    oldest = SignInAttempt.objects.earliest("at")
    SignInAttempt.objects.filter(pk=oldest.pk).update(at=timezone.now() - WINDOW + timedelta(seconds=30))

    with pytest.raises(CoolingOff, match="Wait 1 minute"):
        sign_in(password=RIGHT)
    SignInAttempt.objects.filter(pk=oldest.pk).update(at=timezone.now() - WINDOW - timedelta(seconds=1))

    assert sign_in(password=RIGHT) == carol


def test_refused_tries_do_not_lengthen_the_wait(carol):
    fail(TRIES)
    for _ in range(3):
        with pytest.raises(CoolingOff):
            sign_in()

    assert SignInAttempt.objects.count() == TRIES


@pytest.mark.django_db(transaction=True)
def test_guesses_at_one_moment_are_counted_one_after_the_other(carol, monkeypatch):
    """From as many threads as from servers: nobody sees what others have not committed."""
    guard = deeds.guard_against_guessing
    looked_at = []

    def slow_guard(**asked):
        guard(**asked)
        time.sleep(0.02)

    def guess(_number):
        try:
            sign_in()
        except CoolingOff:
            pass
        finally:
            connection.close()

    monkeypatch.setattr(deeds, "_PLACES", BoundedSemaphore(12))
    monkeypatch.setattr(deeds, "guard_against_guessing", slow_guard)
    monkeypatch.setattr(deeds, "authenticate", lambda *_, **__: looked_at.append(True))

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(guess, range(12)))

    assert len(looked_at) == TRIES


def test_try_counts_before_the_password_is_looked_at(carol, monkeypatch):
    seen = []
    monkeypatch.setattr(
        "league.office.accounts.deeds.authenticate", lambda *_, **__: seen.append(SignInAttempt.objects.count())
    )

    sign_in()

    assert seen == [1]


def test_neither_names_nor_addresses_are_kept(carol):
    fail(1)

    (row,) = SignInAttempt.objects.values_list("account_key", "address_key")
    assert "carol" not in str(row)


def test_new_password_ends_the_wait(carol):
    fail(TRIES)

    change_password(user=carol, password="another one entirely")

    assert sign_in(password="another one entirely") == carol


def test_few_wait_for_a_password_to_be_weighed_and_the_others_are_told_at_once(carol, monkeypatch):
    """Each takes a thread of the server and a third of a second of a processor; the tables need both."""
    weighed, most_at_once, go_on = [], [], Event()

    def weigh(*_, **__):
        weighed.append(1)
        most_at_once.append(len(weighed))
        assert go_on.wait(20)
        weighed.pop()

    monkeypatch.setattr("league.office.accounts.deeds.authenticate", weigh)
    monkeypatch.setattr("league.office.accounts.deeds._enter_attempt", lambda **_: None)
    monkeypatch.setattr("league.office.accounts.deeds.find_account", lambda _: carol)
    monkeypatch.setattr("league.office.accounts.deeds.note", lambda *_, **__: None)
    with ThreadPoolExecutor(MOST_IN_LINE) as others:
        waiting = [others.submit(sign_in) for _ in range(MOST_IN_LINE)]
        until = time.monotonic() + 20
        while deeds._PLACES._value and time.monotonic() < until:
            time.sleep(0.01)
        with pytest.raises(Crowded, match="Try again in a few seconds"):
            sign_in()
        go_on.set()
        assert [each.result() for each in waiting] == [None] * MOST_IN_LINE
    assert max(most_at_once) == 1
