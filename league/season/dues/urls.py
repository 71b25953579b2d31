from django.urls import path

from league.acting.addresses import CLUB

from . import views

DUES = f"{CLUB}dues/"
YEAR = f"{DUES}<number:dues_id>/"

urlpatterns = [
    path(DUES, views.dues, name="dues"),
    path(f"{DUES}list.pdf", views.list_pdf, name="dues_pdf"),
    path(f"{DUES}email/", views.write, name="write_dues"),
    path(f"{DUES}new/", views.new, name="new_dues"),
    path(f"{DUES}members/<number:member_id>/", views.member, name="member_dues"),
    path(f"{DUES}members/<number:member_id>/evenings/", views.take_fees, name="take_fees"),
    path(f"{DUES}payments/<number:payment_id>/take-back/", views.take_back, name="take_dues_back"),
    path(YEAR, views.change, name="change_dues"),
    path(f"{YEAR}delete/", views.delete, name="delete_dues"),
    path(f"{YEAR}members/<number:member_id>/", views.pay, name="take_dues"),
    path(f"{YEAR}members/<number:member_id>/part/", views.part, name="dues_part"),
]
