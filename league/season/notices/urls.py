"""Addresses of notices."""

from django.urls import path

from league.acting.addresses import CLUB, EVENT

from . import views

NOTICE = f"{EVENT}notice/"

urlpatterns = [
    path(f"{CLUB}notices/", views.notices, name="notices"),
    path(f"{CLUB}notices/by-email/<number:member_id>/<slug:token>/", views.by_email, name="notices_by_email"),
    path(NOTICE, views.notice, name="notice"),
    path(f"{EVENT}notice.pdf", views.notice_pdf, name="notice_pdf"),
    path(f"{NOTICE}change/", views.change, name="change_notice"),
    path(f"{NOTICE}write-again/", views.afresh, name="write_notice_again"),
    path(f"{NOTICE}publish/", views.publish, name="publish_notice"),
    path(f"{NOTICE}email/", views.email, name="email_notice"),
    path(f"{NOTICE}emails/", views.emails, name="notice_emails"),
    path(f"{NOTICE}emails/again/", views.email_again, name="email_notice_again"),
]
