from django.urls import path

from league.acting.addresses import EVENT
from pinochle_club.ground.exports import FileKind

from . import views
from .pages.choice import KINDS

CALLED = {"master": "rotation"}  # in its address

urlpatterns = [
    path(f"{EVENT}papers/", views.papers, name="papers"),
    path(f"{EVENT}papers/boards.pbn", views.boards_text, name="boards_text"),
    *(path(f"{EVENT}papers/boards.{kind}", views.saves_boards(kind), name=f"boards_{kind}") for kind in FileKind),
    *(
        path(
            f"{EVENT}papers/{CALLED.get(kind.key, kind.key).replace('_', '-')}.pdf",
            views.prints(kind),
            name=f"{kind.key}_pdf",
        )
        for kind in KINDS
    ),
]
