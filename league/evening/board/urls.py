"""Addresses of the director’s board, the projector and the log."""

from django.urls import path

from league.acting.addresses import EVENT

from .views import board, log, projector

urlpatterns = [
    path(f"{EVENT}board/", board.board, name="board"),
    path(f"{EVENT}board/changes/", board.board_changes, name="board_changes"),
    path(f"{EVENT}calls/<number:call_id>/coming/", board.coming, name="come_to_table"),
    path(f"{EVENT}projector/", projector.projector, name="projector"),
    path(f"{EVENT}projector/changes/", projector.projector_changes, name="projector_changes"),
    path(f"{EVENT}log/", log.log, name="log"),
]
