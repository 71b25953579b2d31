"""Addresses of an evening's way to the hall and back."""

from django.urls import path

from league.acting.addresses import EVENT

from .views import lending, line

HALL = f"{EVENT}hall/"

urlpatterns = [
    path("hall/fetch/", line.fetch, name="fetch"),
    path("hall/fetch/file/", lending.fetch_file, name="fetch_file"),
    path("hall/lent/", line.lent, name="lent"),
    path("hall/<uuid:uid>/", line.heard, name="heard"),
    path(HALL, lending.hall, name="hall"),
    path(f"{HALL}code/", line.new_code, name="new_hall_code"),
    path(f"{HALL}strip/", line.strip, name="hall_strip"),
    path(f"{HALL}heard/", line.where, name="hall_heard"),
    path(f"{HALL}file/", lending.hall_file, name="hall_file"),
    path(f"{HALL}back/", lending.bring_back, name="bring_back"),
    path(f"{HALL}back/look/", lending.bring_back_look, name="bring_back_look"),
    path(f"{HALL}take-in/", lending.take_in, name="take_in"),
    path(f"{HALL}guests/", lending.guests, name="hall_guests"),
    path(f"{HALL}kept/", lending.kept, name="kept_beside"),
    path(f"{HALL}take/", lending.take_back, name="take_back"),
    path(f"{HALL}save/", lending.give_back, name="give_back"),
    path(f"{HALL}save/file/", lending.saved_file, name="hall_save_file"),
]
