from django.urls import path

from league.acting.addresses import CLUB

from . import views

ALL = f"{CLUB}online/"
ONE = f"{ALL}<number:online_id>/"

urlpatterns = [
    path(f"{ALL}new/", views.new_online_table, name="new_online_table"),
    path(ONE, views.online_table, name="online_table"),
    path(f"{ONE}change/", views.change_online_table, name="change_online_table"),
    path(f"{ONE}skip/", views.skip_online_day, name="skip_online_day"),
    path(f"{ONE}end/", views.end_online_table, name="end_online_table"),
    path(f"{ONE}come/", views.come_online, name="come_online"),
    path(f"{ONE}sit/", views.sit_online, name="sit_online"),
]
