from django.urls import path

from league.acting.addresses import EVENT, TABLE

from .views import appeals, calls, claims, holds, others, rule, ruling

urlpatterns = [
    path(f"{EVENT}calls/<number:call_id>/answer/", calls.answer, name="answer_call"),
    path(f"{EVENT}rulings/", ruling.rulings, name="rulings"),
    path(f"{TABLE}rule/", rule.rule, name="rule"),
    path("tables/<number:event_id>/rulings/", appeals.at_table, name="table_rulings"),
    path("tables/<number:event_id>/rulings/<number:entry>/appeal/", appeals.appeal_at_table, name="appeal_at_table"),
    path(f"{TABLE}rulings/<number:entry>/appeal/", appeals.appeal, name="appeal"),
    path(f"{TABLE}rulings/<number:entry>/decide/", appeals.decide, name="decide_appeal"),
    path(f"{TABLE}rulings/<number:entry>/invite/", others.invite, name="invite_decider"),
    path(f"{TABLE}rulings/<number:entry>/agree/", others.agree, name="agree_on_appeal"),
    path("tables/<number:event_id>/rulings/<number:entry>/agree/", others.agree_at_table, name="agree_at_table"),
    path("appeals/<slug:token>/", others.by_link, name="decide_by_link"),
    path(f"{TABLE}rulings/<number:entry>/take-back/", appeals.take_back, name="take_back_step"),
    path(f"{TABLE}claim/", holds.claim, name="claim_wrong"),
    path(f"{TABLE}hands/<number:hand>/claim/", claims.claim_hand, name="claim_hand"),
    path(f"{TABLE}hands/<number:hand>/claim/preview/", claims.preview_claim, name="preview_claim"),
    path(f"{TABLE}claims/<number:entry>/", claims.claim, name="claim"),
    path("tables/<number:event_id>/claims/<number:entry>/", claims.claim_at_table, name="claim_at_table"),
    path(f"{TABLE}hold/", holds.hold, name="hold"),
    path(f"{TABLE}holds/<number:entry>/release/", holds.release, name="release"),
    path(f"{TABLE}rulings/<number:entry>/", ruling.ruling, name="ruling"),
]
