"""As whom a visitor's address is counted."""

import pytest
from django.test import RequestFactory

from pinochle_club.ground.http import address_key


def request_from(address="10.0.0.7", **headers):
    return RequestFactory().get("/", REMOTE_ADDR=address, headers=headers)


def test_address_is_not_kept_in_the_clear():
    assert "10.0.0.7" not in address_key(request_from())
    assert len(address_key(request_from())) == 64


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("10.0.0.1", "10.0.0.2", False),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("10.0.0.1:40112", "10.0.0.1:40113", True),
        ("10.0.0.1:40112", "10.0.0.2:40112", False),
        ("[2001:db8:1:2::1]:40112", "[2001:db8:1:2::7]:40113", True),
        ("[2001:db8:1:2::1]", "2001:db8:1:2::1", True),
        ("[2001:db8:1:2::1]:40112", "[2001:db8:1:3::1]:40112", False),
        ("", "no address", False),
    ],
)
def test_who_has_a_network_of_addresses_is_one_visitor(one, other, is_same):
    assert (address_key(request_from(one)) == address_key(request_from(other))) is is_same


def test_proxy_header_counts_in_the_public_profile_only(settings):
    said = {"X-Forwarded-For": "1.1.1.1, 203.0.113.9"}

    assert address_key(request_from(**said)) == address_key(request_from())
    settings.IS_PUBLIC = True
    assert address_key(request_from(**said)) == address_key(request_from("203.0.113.9"))
