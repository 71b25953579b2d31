from django.urls import path

from league.acting.addresses import CLUB

from . import views

urlpatterns = [
    path("start-a-club/", views.start, name="start_club"),
    path("start-a-club/<slug:uid>/", views.code, name="start_club_code"),
    path("founding/", views.founding, name="founding"),
    path("founding/<slug:slug>/let-in/", views.let_in, name="let_in"),
    path("founding/<slug:slug>/turn-down/", views.turn_down, name="turn_down"),
    path(f"{CLUB}first-steps/away/", views.put_steps_away, name="put_steps_away"),
    path(f"{CLUB}example/", views.make_example, name="make_example"),
    path(f"{CLUB}example/delete/", views.delete_example, name="delete_example"),
]
