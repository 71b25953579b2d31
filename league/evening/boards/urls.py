"""Addresses of an event's boards."""

from django.urls import path

from league.acting.addresses import EVENT

from .views import making

urlpatterns = [
    path(f"{EVENT}boards/", making.boards, name="boards"),
    path(f"{EVENT}boards/make/", making.make_boards, name="make_boards"),
    path(f"{EVENT}boards/add/", making.add_set, name="add_board_set"),
    path(f"{EVENT}boards/<number:board>/code/", making.board_code, name="board_code"),
    path(f"{EVENT}boards/again/", making.make_again, name="boards_again"),
]
