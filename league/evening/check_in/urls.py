from django.urls import path

from league.acting.addresses import CHECK_IN, DOOR

from .views import door, roll

urlpatterns = [
    path(CHECK_IN, roll.check_in, name="check_in"),
    path(f"{CHECK_IN}open/", roll.open_check_in, name="open_check_in"),
    path(f"{CHECK_IN}close/", roll.close_check_in, name="close_check_in"),
    path(f"{CHECK_IN}usual/", roll.expect_usual, name="expect_usual"),
    path(f"{CHECK_IN}new/", roll.walk_in, name="walk_in"),
    path(f"{CHECK_IN}members/<number:member_id>/", roll.tap_member, name="check_in_member"),
    path(f"{CHECK_IN}players/<number:entrant_id>/", roll.tap_entrant, name="check_in_entrant"),
    path(f"{CHECK_IN}players/<number:entrant_id>/settings/", roll.entrant, name="entrant"),
    path(f"{CHECK_IN}players/<number:entrant_id>/partner/", roll.partner, name="partner"),
    path(f"{CHECK_IN}teams/", roll.teams, name="teams"),
    path(f"{CHECK_IN}door/", door.door_link, name="door_link"),
    path(DOOR, door.door, name="door"),
    path(f"{DOOR}pair/<str:token>/", door.pair_door, name="pair_door"),
    path(f"{DOOR}new/", door.door_walk_in, name="door_walk_in"),
    path(f"{DOOR}<number:member_id>/", door.door_member, name="door_member"),
    path(f"{DOOR}welcome/<number:entrant_id>/", door.door_welcome, name="door_welcome"),
]
