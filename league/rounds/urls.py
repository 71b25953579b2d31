"""Addresses of rounds: started, closed, reopened, deleted."""

from django.urls import path

from league.acting.addresses import ROUND

from . import views

urlpatterns = [
    path(f"{ROUND}start/", views.start, name="start_round"),
    path(f"{ROUND}close/", views.close, name="close_round"),
    path(f"{ROUND}reopen/", views.reopen, name="reopen_round"),
    path(f"{ROUND}delete/", views.delete, name="delete_round"),
]
