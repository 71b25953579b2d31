"""Addresses of an evening's way to the hall and back."""

from django.urls import path

from league.acting.addresses import EVENT

from . import views

HALL = f"{EVENT}hall/"

urlpatterns = [
    path("hall/fetch/", views.fetch, name="fetch"),
    path(HALL, views.hall, name="hall"),
    path(f"{HALL}file/", views.hall_file, name="hall_file"),
    path(f"{HALL}back/", views.bring_back, name="bring_back"),
    path(f"{HALL}back/look/", views.bring_back_look, name="bring_back_look"),
    path(f"{HALL}kept/", views.kept, name="kept_beside"),
    path(f"{HALL}take/", views.take_back, name="take_back"),
    path(f"{HALL}save/", views.give_back, name="give_back"),
]
