from django.urls import path

from league.acting.addresses import ROUND, TABLE

from . import views

urlpatterns = [
    path(f"{ROUND}start/", views.start, name="start_round"),
    path(f"{ROUND}entrants/<number:entrant_id>/here/", views.here, name="here_before_round"),
    path(f"{ROUND}entrants/<number:entrant_id>/sits-out/", views.sits_out, name="sits_out"),
    path(f"{TABLE}seats/<slug:seat>/leave-out/", views.leaves_out, name="leave_out"),
    path(f"{TABLE}seats/<slug:seat>/re-plan/", views.replans_without, name="replan_without"),
    path(f"{TABLE}seats/<slug:seat>/wait/", views.waits, name="wait_for"),
    path(f"{TABLE}seats/<slug:seat>/plays-again/", views.back, name="back_before_round"),
    path(f"{ROUND}close/", views.close, name="close_round"),
    path(f"{ROUND}counts/", views.counts, name="round_counts"),
    path(f"{ROUND}reopen/", views.reopen, name="reopen_round"),
    path(f"{ROUND}delete/", views.delete, name="delete_round"),
]
