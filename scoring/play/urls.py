"""Addresses of play mode."""

from django.urls import path
from django.views.generic import RedirectView

import pinochle_club.ground.converters  # noqa: F401  for <number:…>

from .views import joining, records, reviews, sets, shared, simulations, start, table, together

app_name = "play"

GAME = "<uuid:game_id>/"
DEAL = "d/<slug:token>/"
SET = "sets/<slug:token>/"
TOGETHER = "t/<slug:code>/"
SIMULATION = "simulations/<uuid:simulation_id>/"

urlpatterns = [
    path("", start.start, name="start"),
    path("new/<slug:key>/", start.new, name="new"),
    path("begin/", start.begin, name="begin"),
    path("cards/<uuid:card_id>/", table.of_card, name="of_card"),
    # the table
    path(GAME, table.table, name="table"),
    path(f"{GAME}act/", table.act, name="act"),
    path(f"{GAME}go-on/", table.go_on, name="go_on"),
    path(f"{GAME}undo/", table.undo, name="undo"),
    path(f"{GAME}next-hand/", table.next_hand, name="next_hand"),
    path(f"{GAME}settings/", table.settings, name="settings"),
    path(f"{GAME}count-meld/", table.count_meld, name="count_meld"),
    path(f"{GAME}hint/", table.hint, name="hint"),
    # looking over a hand that is done
    path(f"{GAME}hands/<number:number>/review/", reviews.review, name="review"),
    path(f"{GAME}hands/<number:number>/review/<number:step>/", reviews.judge, name="judge"),
    path(f"{GAME}hands/<number:number>/try/<number:step>/", reviews.try_again, name="try_again"),
    # the same game on another device; in logs what follows /w/ is left out
    path(f"{GAME}share/", joining.share, name="share"),
    path("w/<slug:token>/", joining.join, name="join"),
    # people who play together, from a device each
    path("together/", together.together, name="together"),
    path("find/", together.find, name="find_table"),
    path(TOGETHER, together.room, name="room"),
    path(f"{TOGETHER}sit/", together.sit, name="sit"),
    path(f"{TOGETHER}start/", together.start, name="start_together"),
    path(f"{TOGETHER}arrange/", together.arrange, name="arrange"),
    path(f"{TOGETHER}send-away/", together.send_away, name="send_away"),
    path(f"{TOGETHER}let-in/", together.let_in, name="let_in"),
    path(f"{TOGETHER}lock/", together.lock, name="lock"),
    path(f"{TOGETHER}news/", together.news, name="news"),
    path(f"{TOGETHER}say/", together.say, name="say"),
    path(f"{TOGETHER}back/", together.back, name="back"),
    path(f"{TOGETHER}leave/", together.leave, name="leave"),
    # deals that several people play
    path(f"{GAME}again/", shared.again, name="again"),
    path("day/<slug:key>/", shared.day, name="day"),
    path(DEAL, shared.deal, name="deal"),
    path(f"{DEAL}begin/", shared.begin, name="begin_deal"),
    # boards, beside the field
    path("boards/<slug:key>/", sets.boards, name="boards"),
    path("boards-of-the-week/<slug:key>/", RedirectView.as_view(pattern_name="play:boards"), name="week"),  # until 1.5
    path("evenings/<slug:source>/", sets.hall, name="hall"),
    path(SET, sets.play_set, name="set"),
    path(f"{SET}begin/", sets.begin, name="begin_board"),
    path(f"{SET}friends/", together.with_friends, name="friends"),
    # one's own hands
    path("record/", records.record, name="record"),
    path("record/<number:hand_id>/cost/", records.cost, name="cost"),
    path("lesson/", records.lesson, name="lesson"),
    path("lesson/answer/", records.answer, name="answer_lesson"),
    # rules tried on many hands
    path("simulations/", simulations.simulations, name="simulations"),
    path("simulations/new/<slug:key>/", simulations.new, name="new_simulation"),
    path(SIMULATION, simulations.simulation, name="simulation"),
    path(f"{SIMULATION}progress/", simulations.progress, name="simulation_progress"),
    path(f"{SIMULATION}cancel/", simulations.cancel, name="cancel_simulation"),
]
