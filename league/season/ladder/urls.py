from django.urls import path

from league.acting.addresses import CLUB

from . import views

urlpatterns = [path(f"{CLUB}deal-of-the-day/", views.ladder, name="ladder")]
