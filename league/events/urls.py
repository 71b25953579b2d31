"""Addresses of events and series."""

from django.urls import path

from league.acting.addresses import EVENT, EVENTS, SERIES

from .views import events, series

urlpatterns = [
    path(EVENTS, events.events, name="events"),
    path(f"{EVENTS}new/", events.new_event, name="new_event"),
    path(f"{EVENTS}adopt/", events.adopt, name="adopt_for_event"),
    path(SERIES, series.series, name="series"),
    path(f"{SERIES}new/", series.new_series, name="new_series"),
    path(f"{SERIES}<int:series_id>/", series.one_series, name="one_series"),
    path(f"{SERIES}<int:series_id>/change/", series.edit_series, name="edit_series"),
    path(f"{SERIES}<int:series_id>/next/", series.next_night, name="next_night"),
    path(f"{SERIES}<int:series_id>/end/", series.end, name="end_series"),
    path(EVENT, events.event, name="event"),
    path(f"{EVENT}change/", events.edit_event, name="edit_event"),
    path(f"{EVENT}close/", events.close, name="close_event"),
    path(f"{EVENT}reopen/", events.reopen, name="reopen_event"),
    path(f"{EVENT}delete/", events.delete, name="delete_event"),
]
