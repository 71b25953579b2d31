from django.urls import path

from league.acting.addresses import CLUB, EVENT

from .views import clubs, door, health, one_time_links, robots, roles

urlpatterns = [
    path("robots.txt", robots.robots, name="robots"),
    path("l/<slug:token>/", one_time_links.one_time_link, name="one_time_link"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path(f"{CLUB}help/", clubs.help_page, name="help"),
    path(f"{CLUB}settings/", clubs.settings, name="settings"),
    path(f"{CLUB}front-door/", door.front_door, name="front_door"),
    path(f"{CLUB}front-door/picture/", door.change_picture, name="change_picture"),
    path(f"{CLUB}front-door/picture/take-out/", door.take_picture_out, name="take_picture_out"),
    path(f"{CLUB}picture.jpg", door.picture, name="club_picture"),
    path(f"{CLUB}health/", health.health, name="health"),
    path(f"{CLUB}health/back-up/", health.back_up, name="back_up"),
    path(f"{CLUB}health/update/", health.update, name="update"),
    path(f"{CLUB}roles/", roles.roles, name="roles"),
    path(f"{CLUB}roles/second-step/", roles.ask_for_second_step, name="ask_second_step"),
    path(f"{CLUB}roles/security/", roles.security, name="security"),
    path(f"{CLUB}roles/invite/", roles.invite, name="invite"),
    path(f"{EVENT}second-director/", roles.second_director, name="second_director"),
    path(f"{EVENT}second-director/<number:role_id>/take-off/", roles.take_off, name="take_off_evening"),
    path(f"{EVENT}second-director/codes/<number:link_id>/cancel/", roles.cancel_code, name="cancel_code"),
    path(f"{CLUB}roles/<number:role_id>/", roles.change, name="change_role"),
    path(f"{CLUB}roles/<number:role_id>/remove/", roles.remove, name="remove_role"),
    path(f"{CLUB}roles/<number:role_id>/no-second-step/", roles.no_second_step, name="no_second_step"),
    path(f"{CLUB}roles/<number:role_id>/password/", roles.new_password, name="new_password"),
    path(f"{CLUB}roles/links/<number:link_id>/revoke/", roles.revoke, name="revoke_link"),
]
