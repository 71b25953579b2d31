from django.urls import path

from . import views

urlpatterns = [
    path("account/passkey/", views.passkey, name="passkey"),
    path("account/second-step/", views.second_step, name="second_step"),
    path("account/safer/", views.safer, name="safer"),
    path("account/safer/passkey/", views.new_passkey, name="new_passkey"),
    path("account/safer/app/", views.new_app, name="new_app"),
    path("account/safer/recovery-codes/", views.new_recovery_codes, name="new_recovery_codes"),
    path("account/safer/<number:step_id>/remove/", views.remove, name="remove_second_step"),
]
