from django.urls import path

from league.acting.addresses import MEMBERS

from . import views

urlpatterns = [
    path(f"{MEMBERS}<number:member_id>/merge/", views.merge, name="merge_member"),
    path(f"{MEMBERS}merges/<number:merge_id>/split/", views.split_again, name="split_member"),
]
