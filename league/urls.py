"""Addresses of clubs: everything of a club lies under its slug, everything of an event under its number."""

from django.urls import path

from .views import accounts, clubs

app_name = "league"

CLUB = "clubs/<slug:slug>/"
MEMBERS = f"{CLUB}members/"
RULES = f"{CLUB}rules/"
EVENTS = f"{CLUB}events/"
EVENT = f"{EVENTS}<int:event_id>/"
ROUND = f"{EVENT}rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

urlpatterns = [
    # accounts
    path("account/", accounts.account, name="account"),
    path("account/sign-in/", accounts.sign_in, name="sign_in"),
    path("account/sign-out/", accounts.sign_out, name="sign_out"),
    path("account/password/", accounts.password, name="password"),
    # clubs
    path("clubs/", clubs.clubs, name="clubs"),
    path(CLUB, clubs.club, name="club"),
    # members

    # house rules
    # events and check-in
    # rotation
    # tables and their passes
    # board, rounds, clock
    # paper
]
