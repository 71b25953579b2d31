from django.urls import path

from league.acting.addresses import EVENT, EVENTS, SERIES

from . import views

urlpatterns = [
    path(EVENTS, views.events, name="events"),
    path(f"{EVENTS}new/", views.new_event, name="new_event"),
    path(f"{EVENTS}adopt/", views.adopt, name="adopt_for_event"),
    path(SERIES, views.series, name="series"),
    path(f"{SERIES}new/", views.new_series, name="new_series"),
    path(f"{SERIES}<number:series_id>/", views.one_series, name="one_series"),
    path(f"{SERIES}<number:series_id>/change/", views.edit_series, name="edit_series"),
    path(f"{SERIES}<number:series_id>/next/", views.next_night, name="next_night"),
    path(f"{SERIES}<number:series_id>/end/", views.end, name="end_series"),
    path(EVENT, views.event, name="event"),
    path(f"{EVENT}change/", views.edit_event, name="edit_event"),
    path(f"{EVENT}close/", views.close, name="close_event"),
    path(f"{EVENT}stop/", views.stop, name="stop_event"),
    path(f"{EVENT}reopen/", views.reopen, name="reopen_event"),
    path(f"{EVENT}delete/", views.delete, name="delete_event"),
]
