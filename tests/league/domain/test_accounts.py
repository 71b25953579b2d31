from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from league.domain.accounts import (
    TRIES_AN_ACCOUNT,
    TRIES_AN_ADDRESS,
    WINDOW,
    CoolingOff,
    change_password,
    check_sign_in,
    find_account,
)
from league.models import SignInAttempt
from tests.league.makers import make_user

pytestmark = pytest.mark.django_db

RIGHT = "evening-of-cards"


def sign_in(user="carol", password="wrong", address="hall"):
    return check_sign_in(request=RequestFactory().post("/"), typed=user, password=password, address_key=address)


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
    fail(TRIES_AN_ACCOUNT - 1)

    assert sign_in(password=RIGHT) == carol
    assert SignInAttempt.objects.count() == 0


def test_account_cools_off_whatever_the_password_and_the_address(carol):
    fail(TRIES_AN_ACCOUNT)

    with pytest.raises(CoolingOff, match="Wait 10 minutes") as wait:
        sign_in(password=RIGHT, address="elsewhere")
    assert 590 <= wait.value.seconds <= 600


@pytest.mark.parametrize("other", ["carol@example.org", "Carol"])
def test_other_names_of_the_account_are_no_way_around(carol, other):
    fail(TRIES_AN_ACCOUNT)

    with pytest.raises(CoolingOff):
        sign_in(user=other)


def test_name_that_nobody_has_cools_off_as_well():
    fail(TRIES_AN_ACCOUNT, user="nobody")

    with pytest.raises(CoolingOff):
        sign_in(user="nobody")


def test_another_account_signs_in_from_the_same_hall(carol):
    walt = make_user(username="walt")
    fail(TRIES_AN_ACCOUNT)

    assert sign_in(user="walt", password=RIGHT) == walt


def test_address_cools_off_after_guessing_at_many_accounts(carol):
    for number in range(TRIES_AN_ADDRESS):
        fail(1, user=f"name{number}")

    with pytest.raises(CoolingOff):
        sign_in(password=RIGHT)
    assert sign_in(password=RIGHT, address="elsewhere") == carol


def test_waiting_is_over_when_the_oldest_try_is_ten_minutes_old(carol):
    fail(TRIES_AN_ACCOUNT)
    oldest = SignInAttempt.objects.earliest("at")
    SignInAttempt.objects.filter(pk=oldest.pk).update(at=timezone.now() - WINDOW + timedelta(seconds=30))

    with pytest.raises(CoolingOff, match="Wait a minute"):
        sign_in(password=RIGHT)
    SignInAttempt.objects.filter(pk=oldest.pk).update(at=timezone.now() - WINDOW - timedelta(seconds=1))

    assert sign_in(password=RIGHT) == carol


def test_refused_tries_do_not_lengthen_the_wait(carol):
    fail(TRIES_AN_ACCOUNT)
    for _ in range(3):
        with pytest.raises(CoolingOff):
            sign_in()

    assert SignInAttempt.objects.count() == TRIES_AN_ACCOUNT


def test_try_counts_before_the_password_is_looked_at(carol, monkeypatch):
    seen = []
    monkeypatch.setattr(
        "league.domain.accounts.authenticate", lambda *_, **__: seen.append(SignInAttempt.objects.count())
    )

    sign_in()

    assert seen == [1]


def test_neither_names_nor_addresses_are_kept(carol):
    fail(1)

    (row,) = SignInAttempt.objects.values_list("account_key", "address_key")
    assert "carol" not in str(row)


def test_new_password_ends_the_wait(carol):
    fail(TRIES_AN_ACCOUNT)

    change_password(user=carol, password="another one entirely")

    assert sign_in(password="another one entirely") == carol
