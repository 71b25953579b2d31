from django.urls import path

from league.acting.addresses import CLUB, FOR_LIFE, ME, MEMBERS, PLAYERS, TABLE

from .views import cards, conduct, following, history, own, record, watch, you

OWN_CARD = f"{ME}tables/<number:table_id>/"
NIGHT = f"{CLUB}nights/<number:event_id>/<number:entrant_number>/<slug:token>/"
NIGHT_CARD = f"{NIGHT}tables/<number:table_id>/"

urlpatterns = [
    path(ME, own.me, name="me"),
    path(f"{ME}name/", own.show_name, name="show_my_name"),
    path(f"{ME}link/", you.new_link, name="my_new_link"),
    path(f"{ME}evenings/<number:event_id>/", own.evening, name="my_evening"),
    path(f"{ME}evenings/<number:event_id>/ranking/", own.ranking, name="my_ranking"),
    path(f"{ME}evenings/<number:event_id>/boards/", own.boards, name="my_boards"),
    path(f"{ME}evenings/<number:event_id>/watch/", watch.let, name="let_watch"),
    path(f"{ME}evenings/<number:event_id>/slip.pdf", own.slip_pdf, name="my_slip"),
    path(f"{ME}evenings/<number:event_id>/picture.png", own.picture, name="my_picture"),
    path(OWN_CARD, cards.card, name="my_card"),
    path(f"{OWN_CARD}changes/", cards.changes, name="my_card_changes"),
    path(f"{OWN_CARD}hands/<number:hand>/", cards.hand, name="my_hand"),
    path(f"{OWN_CARD}back/", cards.look_back, name="look_back"),
    path(f"{OWN_CARD}paper/", cards.paper, name="my_card_paper"),
    path(f"{OWN_CARD}card.pdf", cards.pdf, name="my_card_pdf"),
    # the same without an account, by the link for life
    path(FOR_LIFE, you.you, name="you"),
    path(f"{FOR_LIFE}mail/", you.want_mail, name="want_my_nights"),
    path(f"{CLUB}not-you/", you.forget, name="forget_you"),
    # one evening, by the link on a slip
    path(NIGHT, own.night, name="night"),
    path(f"{NIGHT}boards/", own.night_boards, name="night_boards"),
    path(f"{NIGHT}ranking/", own.ranking_by_link, name="night_ranking"),
    path(f"{NIGHT}picture.png", own.night_picture_by_link, name="night_picture"),
    path(f"{NIGHT}watch/", watch.let_by_link, name="let_watch_by_link"),
    path(NIGHT_CARD, cards.night_card, name="night_card"),
    path(f"{NIGHT_CARD}changes/", cards.night_card_changes, name="night_card_changes"),
    path(f"{NIGHT_CARD}hands/<number:hand>/", cards.night_hand, name="night_hand"),
    path(f"{NIGHT_CARD}back/", cards.night_look_back, name="night_look_back"),
    path(f"{NIGHT_CARD}paper/", cards.night_card_paper, name="night_card_paper"),
    path(f"{NIGHT_CARD}card.pdf", cards.night_card_pdf, name="night_card_pdf"),
    # one player's evening, for their family
    path(f"{CLUB}watch/<number:event_id>/<number:entrant_number>/<slug:token>/", watch.watch, name="watch"),
    # what everybody may read of a member
    path(f"{PLAYERS}<number:member_id>/", record.player, name="player"),
    path(f"{PLAYERS}<number:member_id>/follow/", following.follow, name="follow"),
    path(f"{PLAYERS}<number:member_id>/nights/", record.player_nights, name="player_nights"),
    path(f"{PLAYERS}<number:member_id>/company/", record.player_company, name="player_company"),
    path(f"{PLAYERS}<number:member_id>/hands/<slug:fact>/", record.player_hands, name="player_hands"),
    path(f"{PLAYERS}<number:member_id>/sheet.pdf", record.player_sheet, name="player_sheet"),
    path(f"{PLAYERS}<number:member_id>/with/<number:other_id>/", record.player_with, name="player_with"),
    path(f"{PLAYERS}<number:member_id>/against/<number:other_id>/", record.player_against, name="player_against"),
    # what referees and directors see
    path(f"{TABLE}back/", cards.table_look_back, name="table_look_back"),
    path(f"{MEMBERS}<number:member_id>/history/", history.history, name="player_history"),
    path(f"{MEMBERS}<number:member_id>/conduct/", conduct.conduct, name="conduct"),
    path(f"{MEMBERS}<number:member_id>/conduct/<number:note_id>/remove/", conduct.take_out, name="take_out_note"),
    path(f"{CLUB}rulings/", history.report, name="rulings_report"),
    path(f"{CLUB}rulings/report.csv", history.report_csv, name="rulings_csv"),
    path(f"{CLUB}rulings/report.pdf", history.report_pdf, name="rulings_pdf"),
]
