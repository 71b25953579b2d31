from django.urls import path

from league.acting.addresses import CLUB, EVENT, SERIES

from .views import cash, prizes

CASH = f"{EVENT}cash/"

urlpatterns = [
    path(f"{EVENT}prizes/", prizes.prizes, name="prizes"),
    path(f"{EVENT}prizes/for-series/", prizes.for_series, name="prizes_for_series"),
    path(f"{EVENT}prizes/new/<slug:kind>/", prizes.new_prize, name="new_prize"),
    path(f"{EVENT}pots/new/", prizes.new_pot, name="new_pot"),
    path(f"{SERIES}<number:series_id>/prizes/", prizes.prizes, name="series_prizes"),
    path(f"{SERIES}<number:series_id>/prizes/new/<slug:kind>/", prizes.new_prize, name="new_series_prize"),
    path(f"{SERIES}<number:series_id>/pots/new/", prizes.new_pot, name="new_series_pot"),
    path(f"{CLUB}prizes/<number:prize_id>/", prizes.one, name="change_prize"),
    path(f"{CLUB}prizes/<number:prize_id>/remove/", prizes.remove, name="remove_prize"),
    path(f"{CLUB}pots/<number:pot_id>/", prizes.one, name="change_pot"),
    path(f"{CLUB}pots/<number:pot_id>/remove/", prizes.remove, name="remove_pot"),
    path(CASH, cash.cash, name="cash"),
    path(f"{CASH}box/", cash.box, name="cash_box"),
    path(f"{CASH}other/", cash.other, name="cash_other"),
    path(f"{CASH}fees/<number:entrant_id>/", cash.take_fee, name="take_rest_of_fee"),
    path(f"{CASH}set-money/", cash.take_all, name="take_all_set_money"),
    path(f"{CASH}set-money/<number:entrant_id>/", cash.take_one, name="take_set_money"),
    path(f"{CASH}prizes/<number:prize_id>/", cash.winner, name="name_winner"),
    path(f"{CASH}prizes/<number:prize_id>/<number:entrant_id>/", cash.pay, name="pay_prize"),
    path(f"{CASH}entries/<number:entry_number>/take-back/", cash.take_back, name="take_cash_back"),
    path(f"{CASH}sheet.pdf", cash.sheet_pdf, name="cash_sheet_pdf"),
    path(f"{CASH}receipts.pdf", cash.receipts_pdf, name="receipts_pdf"),
]
