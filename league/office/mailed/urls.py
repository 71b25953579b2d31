from django.urls import path

from . import views

urlpatterns = [
    path("account/by-mail/", views.sign_in_by_mail, name="sign_in_by_mail"),
    path("account/by-mail/<slug:uid>/<slug:token>/", views.mailed_link, name="mailed_link"),
    path("account/mail/", views.own_mail, name="own_mail"),
    path("account/mail/<slug:uid>/", views.own_mail_code, name="own_mail_code"),
]
