from django.urls import path

from league.acting.addresses import CLUB, EVENT

from . import views

NOTICE = f"{EVENT}notice/"
BLOCK = f"{NOTICE}blocks/<slug:block>/"

urlpatterns = [
    path(f"{CLUB}notices/", views.notices, name="notices"),
    path(f"{CLUB}notices/by-email/<number:member_id>/<slug:token>/", views.by_email, name="notices_by_email"),
    path(NOTICE, views.notice, name="notice"),
    path(f"{EVENT}notice.pdf", views.notice_pdf, name="notice_pdf"),
    path(f"{NOTICE}add/", views.add, name="add_block"),
    path(f"{BLOCK}change/", views.change, name="change_block"),
    path(f"{BLOCK}drop/", views.drop, name="drop_block"),
    path(f"{BLOCK}show/", views.show, name="show_block"),
    path(f"{NOTICE}publish/", views.publish, name="publish_notice"),
    path(f"{NOTICE}email/", views.email, name="email_notice"),
    path(f"{NOTICE}emails/", views.emails, name="notice_emails"),
    path(f"{NOTICE}emails/again/", views.email_again, name="email_notice_again"),
]
