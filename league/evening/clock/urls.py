from django.urls import path

from league.acting.addresses import EVENT, ROUND

from . import views

urlpatterns = [
    path(f"{ROUND}clock/pause/", views.pause, name="pause_clock"),
    path(f"{ROUND}clock/go-on/", views.resume, name="resume_clock"),
    path(f"{ROUND}clock/minutes/", views.minutes, name="add_minutes"),
    path(f"{EVENT}break/", views.pause_evening, name="set_break"),
    path(f"{EVENT}message/", views.message, name="send_message"),
    path(f"{EVENT}projector/switch/", views.projector, name="switch_projector"),
]
