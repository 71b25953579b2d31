"""Addresses of what is printed for an event."""

from django.urls import path

from league.acting.addresses import EVENT

from . import views
from .pages.choice import KINDS

CALLED = {"master": "rotation"}  # in its address

urlpatterns = [
    path(f"{EVENT}papers/", views.papers, name="papers"),
    *(
        path(
            f"{EVENT}papers/{CALLED.get(kind.key, kind.key).replace('_', '-')}.pdf",
            views.prints(kind),
            name=f"{kind.key}_pdf",
        )
        for kind in KINDS
    ),
]
