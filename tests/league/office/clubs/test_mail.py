"""Who a club's mail comes from."""

from typing import Any

import pytest

from league.office.clubs.mail import sender


@pytest.mark.parametrize(
    ("server", "club", "shown"),
    [
        ("club@example.org", "Maple Street Pinochle", "Maple Street Pinochle <club@example.org>"),
        ("club@example.org", "Ruth, Ed\n& Co.", '"Ruth, Ed & Co." <club@example.org>'),
        ("The hall <club@example.org>", "Maple Street Pinochle", "The hall <club@example.org>"),
    ],
)
def test_mail_comes_from_the_club_by_its_name(settings: Any, server, club, shown):
    settings.DEFAULT_FROM_EMAIL = server

    assert sender(club) == shown
