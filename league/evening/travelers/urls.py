from django.urls import path

from league.acting.addresses import EVENT

from . import views

BOARDS = f"{EVENT}travelers/"

urlpatterns = [
    path("tables/<number:event_id>/boards/", views.at_table, name="table_boards"),
    path(BOARDS, views.results, name="board_results"),
    path(f"{BOARDS}<number:number>/", views.traveler, name="board_traveler"),
    path(f"{BOARDS}of/<number:entrant_number>/", views.player, name="player_boards"),
]
