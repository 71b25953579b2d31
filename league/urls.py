"""Addresses of clubs: everything of a club lies under its slug, everything of an event under its number."""

from django.urls import path

from .views import accounts, clubs, one_time_links, paper_cards, roles, tables

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
    path("t/", tables.type_pin, name="type_pin"),
    path("t/<int:event_id>/<int:table>/<slug:token>/", tables.use_pass, name="pass"),
    path("tables/<int:event_id>/", tables.table, name="table"),
    path("tables/<int:event_id>/call/", tables.call, name="call_director"),
    path("tables/<int:event_id>/call/back/", tables.take_back, name="take_back_call"),
    path("tables/<int:event_id>/cards/<uuid:card_id>/", tables.evening_bar, name="evening_bar"),
    path(f"{EVENT}passes/<int:table>/", tables.table_pass, name="table_pass"),
    path(f"{EVENT}passes/<int:table>/revoke/", tables.revoke, name="revoke_pass"),
    path(f"{EVENT}tablets/<int:tablet_id>/cut-off/", tables.cut_off, name="cut_off_tablet"),
    path(f"{TABLE}card/", tables.open_table_card, name="open_card"),
    path(f"{TABLE}paper/", paper_cards.paper_card, name="paper_card"),
    path(f"{TABLE}paper/preview/", paper_cards.preview, name="preview_paper_card"),
    path(f"{TABLE}totals/", paper_cards.totals, name="enter_totals"),
    path(f"{TABLE}tablet/", paper_cards.back_to_tablet, name="back_to_tablet"),
    # board, rounds, clock
    # paper
]
