from django.urls import path

from league.acting.addresses import EVENT, TABLE

from .views import decisions, making, recording

urlpatterns = [
    path(f"{EVENT}boards/", making.boards, name="boards"),
    path(f"{EVENT}boards/make/", making.make_boards, name="make_boards"),
    path(f"{EVENT}boards/add/", making.add_board_set, name="add_board_set"),
    path(f"{EVENT}boards/<number:board>/code/", making.board_code, name="board_code"),
    path(f"{EVENT}boards/again/", making.make_again, name="boards_again"),
    path(f"{EVENT}boards/<number:board>/void/", decisions.void, name="boards_void"),
    path(f"{EVENT}boards/decisions/<number:decision_id>/take-back/", decisions.take_back, name="boards_take_back"),
    path(f"{TABLE}boards/<number:board>/", decisions.decide, name="boards_decide"),
    path(f"{EVENT}boards/<number:board>/record/take-back/", recording.take_back, name="take_back_record"),
    path(f"{EVENT}boards/records/", recording.typed, name="typed_records"),
    path(f"{EVENT}boards/<number:board>/record/<slug:seat>/hand/", recording.type_hand, name="type_hand"),
    path(f"{EVENT}boards/<number:board>/record/<slug:seat>/count/", recording.count_typed, name="count_typed_hand"),
    path("tables/<number:event_id>/record/", recording.boards, name="record_boards"),
    path("tables/<number:event_id>/record/<number:board>/<slug:seat>/", recording.hand, name="record_hand"),
    path("tables/<number:event_id>/record/<number:board>/<slug:seat>/count/", recording.count, name="count_hand"),
]
