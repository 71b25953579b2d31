"""Addresses of clubs: everything of a club lies under its slug, everything of an event under its number."""

from django.urls import path

from .views import accounts, clubs, one_time_links, roles

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
    path("l/<slug:token>/", one_time_links.one_time_link, name="one_time_link"),
    # clubs
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path(CLUB, clubs.club, name="club"),
    path(f"{CLUB}help/", clubs.help_page, name="help"),
    path(f"{CLUB}settings/", clubs.settings, name="settings"),
    path(f"{CLUB}delete/", clubs.delete, name="delete_club"),
    path(f"{CLUB}roles/", roles.roles, name="roles"),
    path(f"{CLUB}roles/invite/", roles.invite, name="invite"),
    path(f"{CLUB}roles/<int:role_id>/", roles.change, name="change_role"),
    path(f"{CLUB}roles/<int:role_id>/remove/", roles.remove, name="remove_role"),
    path(f"{CLUB}roles/<int:role_id>/password/", roles.new_password, name="new_password"),
    path(f"{CLUB}roles/links/<int:link_id>/revoke/", roles.revoke, name="revoke_link"),
    # members
    # (members follow)
    # house rules
    # events and check-in
    # rotation
    # tables and their passes
    # board, rounds, clock
    # paper
]
