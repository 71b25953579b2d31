from django.urls import path

from league.acting.addresses import SEASON, SEASONS

from . import views

urlpatterns = [
    path(f"{SEASONS}past/", views.past_season, name="past_season"),
    path(f"{SEASONS}past/bring-in/", views.bring_in_season, name="bring_in_season"),
    path(f"{SEASONS}past/final-table.csv", views.past_file, {"kind": "table"}, name="past_table_file"),
    path(f"{SEASONS}past/night-by-night.csv", views.past_file, {"kind": "nights"}, name="past_nights_file"),
    path(f"{SEASONS}past/week-by-week.csv", views.past_file, {"kind": "weeks"}, name="past_weeks_file"),
    path(f"{SEASON}take-out/", views.take_out_season, name="take_out_season"),
]
