"""Whose device a browser is, without going through the pages that make it so.

become(page, client)               # Django's test client, with the cards it keeps
sign_in_as(page, make_user(club, "director"))
"""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, Route


def become(page: Page, client: Client) -> None:
    """The browser gets the cookies of this client: it keeps the same cards and is signed in as the same person."""
    page.context.add_cookies(
        [
            {"name": name, "value": cookie.value, "domain": "localhost", "path": "/"}
            for name, cookie in client.cookies.items()
        ]
    )


def sign_in_as(page: Page, user: User) -> None:
    client = Client()
    client.force_login(user)
    become(page, client)


def hold_back(page: Page, address: str) -> Callable[[], None]:
    """The next answer from there comes when it is let go."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=1)
    return lambda: held[0].continue_()
