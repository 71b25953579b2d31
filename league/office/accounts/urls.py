from django.urls import path

from . import views

urlpatterns = [
    path("account/", views.account, name="account"),
    path("account/sign-in/", views.sign_in, name="sign_in"),
    path("account/sign-out/", views.sign_out, name="sign_out"),
    path("account/sign-ins/<number:sign_in_id>/end/", views.end_sign_in, name="end_sign_in"),
    path("account/password/", views.password, name="password"),
]
