from django.urls import path

from league.acting.addresses import CLUB

from . import views

urlpatterns = [
    path(f"{CLUB}calendar/", views.calendar, name="calendar"),
    path(f"{CLUB}calendar.ics", views.feed, name="calendar_feed"),
]
