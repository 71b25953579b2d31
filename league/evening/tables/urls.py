from django.urls import path

from league.acting.addresses import EVENT, ROUND, TABLE

from .views import paper_cards, tables

urlpatterns = [
    path("t/", tables.type_pin, name="type_pin"),
    path("t/<number:event_id>/<number:table>/<slug:token>/", tables.use_pass, name="pass"),
    path("tables/<number:event_id>/", tables.table, name="table"),
    path("tables/<number:event_id>/call/", tables.call, name="call_director"),
    path("tables/<number:event_id>/call/back/", tables.take_back, name="take_back_call"),
    path("tables/<number:event_id>/cards/<uuid:card_id>/", tables.evening_bar, name="evening_bar"),
    path(f"{EVENT}passes/<number:table>/", tables.table_pass, name="table_pass"),
    path(f"{EVENT}passes/<number:table>/revoke/", tables.revoke, name="revoke_pass"),
    path(f"{EVENT}tables/", tables.hall, name="hall_tables"),
    path(f"{EVENT}tables/<number:table>/back/", tables.take_table_back, name="take_table_back"),
    path(f"{EVENT}tablets/back/", tables.bring_back, name="bring_tablets_back"),
    path(f"{EVENT}tablets/<number:tablet_id>/cut-off/", tables.cut_off, name="cut_off_tablet"),
    path(f"{TABLE}card/", tables.open_table_card, name="open_card"),
    path(f"{ROUND}paper/", paper_cards.next_paper_card, name="next_paper_card"),
    path(f"{ROUND}paper/rest/", paper_cards.rest_on_paper, name="play_on_paper"),
    path(f"{TABLE}paper/", paper_cards.paper_card, name="paper_card"),
    path(f"{TABLE}paper/preview/", paper_cards.preview, name="preview_paper_card"),
    path(f"{TABLE}totals/", paper_cards.totals, name="enter_totals"),
    path(f"{TABLE}paper/switch/", paper_cards.switch, name="switch_paper"),
]
