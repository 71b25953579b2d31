from django.urls import path

from league.acting.addresses import EVENT, ROUND, TABLE

from . import views

urlpatterns = [
    path(f"{EVENT}rotation/", views.rotation, name="rotation"),
    path(f"{EVENT}rotation/make/", views.make, name="make_seating"),
    path(f"{EVENT}rotation/publish/", views.publish, name="publish_seating"),
    path(f"{EVENT}rotation/proposal/take/", views.take, name="take_proposal"),
    path(f"{EVENT}rotation/proposal/drop/", views.drop, name="drop_proposal"),
    path(f"{EVENT}rotation/changes/<number:version>/", views.changes, name="seating_changes"),
    path(f"{EVENT}rotation/tables/", views.form_casual_table, name="form_table"),
    path(f"{ROUND}swap/", views.swap, name="swap_players"),
    path(f"{TABLE}break-up/", views.break_up, name="break_up_table"),
    path(f"{TABLE}substitutes/", views.substitutes, name="substitutes"),
    path(f"{EVENT}seating/", views.seating, name="seating"),
    path(f"{EVENT}seating/<number:entrant_number>/", views.own_seating, name="own_seating"),
]
