"""Addresses of clubs: everything of a club lies under its slug, everything of an event under its number."""

from django.urls import path

from .views import (
    accounts,
    board,
    check_in,
    clock,
    clubs,
    door,
    events,
    house_rules,
    member_import,
    members,
    one_time_links,
    paper_cards,
    papers,
    penalties,
    roles,
    rounds,
    series,
    tables,
)

app_name = "league"

CLUB = "clubs/<slug:slug>/"
MEMBERS = f"{CLUB}members/"
RULES = f"{CLUB}rules/"
RULE_BOOK = f"{RULES}<slug:key>/"
EVENTS = f"{CLUB}events/"
EVENT = f"{EVENTS}<int:event_id>/"
CHECK_IN = f"{EVENT}check-in/"
DOOR = f"{EVENT}door/"
SERIES = f"{CLUB}series/"
ROUND = f"{EVENT}rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

urlpatterns = [
    # accounts
    path("account/", accounts.account, name="account"),
    path("account/sign-in/", accounts.sign_in, name="sign_in"),
    path("account/sign-out/", accounts.sign_out, name="sign_out"),
    path("account/password/", accounts.password, name="password"),
    path("l/<slug:token>/", one_time_links.one_time_link, name="one_time_link"),
    # clubs
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path(CLUB, clubs.club, name="club"),
    path(f"{CLUB}help/", clubs.help_page, name="help"),
    path(f"{CLUB}settings/", clubs.settings, name="settings"),
    path(f"{CLUB}delete/", clubs.delete, name="delete_club"),
    path(f"{CLUB}roles/", roles.roles, name="roles"),
    path(f"{CLUB}roles/invite/", roles.invite, name="invite"),
    path(f"{CLUB}roles/<int:role_id>/", roles.change, name="change_role"),
    path(f"{CLUB}roles/<int:role_id>/remove/", roles.remove, name="remove_role"),
    path(f"{CLUB}roles/<int:role_id>/password/", roles.new_password, name="new_password"),
    path(f"{CLUB}roles/links/<int:link_id>/revoke/", roles.revoke, name="revoke_link"),
    # members
    path(MEMBERS, members.members, name="members"),
    path(f"{MEMBERS}new/", members.new_member, name="new_member"),
    path(f"{MEMBERS}<int:member_id>/", members.member, name="member"),
    path(f"{MEMBERS}<int:member_id>/welcome/", members.welcome, name="welcome"),
    path(f"{MEMBERS}<int:member_id>/active/", members.activate, name="activate_member"),
    path(f"{MEMBERS}pairs/", members.pairs, name="pairs"),
    path(f"{MEMBERS}pairs/<int:pair_id>/remove/", members.remove_pair, name="remove_pair"),
    path(f"{MEMBERS}import/", member_import.import_members, name="import_members"),
    path(f"{MEMBERS}import/confirm/", member_import.confirm_import, name="confirm_import"),
    path(f"{MEMBERS}export/", members.export, name="export_members"),
    # (members follow)
    # house rules
    path(RULES, house_rules.house_rules, name="house_rules"),
    path(f"{RULES}adopt/", house_rules.adopt, name="adopt_book"),
    path(f"{RULES}copy/", house_rules.copy, name="copy_book"),
    path(RULE_BOOK, house_rules.book, name="house_book"),
    path(f"{RULE_BOOK}edit/", house_rules.edit, name="edit_house_rules"),
    path(f"{RULE_BOOK}changes/", house_rules.changes, name="house_rules_changes"),
    path(f"{RULE_BOOK}compare/", house_rules.compare, name="compare_house_rules"),
    path(f"{RULE_BOOK}publish/", house_rules.publish, name="publish_house_rules"),
    path(f"{RULE_BOOK}retire/", house_rules.retire, name="retire_house_rules"),
    path(f"{RULE_BOOK}versions/<int:number>/", house_rules.version, name="house_rules_version"),
    path(f"{RULE_BOOK}versions/<int:number>/book.pdf", house_rules.version_pdf, name="house_rules_pdf"),
    # events and check-in
    path(EVENTS, events.events, name="events"),
    path(f"{EVENTS}new/", events.new_event, name="new_event"),
    path(f"{EVENTS}adopt/", events.adopt, name="adopt_for_event"),
    path(SERIES, series.series, name="series"),
    path(f"{SERIES}new/", series.new_series, name="new_series"),
    path(f"{SERIES}<int:series_id>/", series.one_series, name="one_series"),
    path(f"{SERIES}<int:series_id>/change/", series.edit_series, name="edit_series"),
    path(f"{SERIES}<int:series_id>/next/", series.next_night, name="next_night"),
    path(f"{SERIES}<int:series_id>/end/", series.end, name="end_series"),
    path(EVENT, events.event, name="event"),
    path(f"{EVENT}change/", events.edit_event, name="edit_event"),
    path(f"{EVENT}close/", events.close, name="close_event"),
    path(f"{EVENT}reopen/", events.reopen, name="reopen_event"),
    path(f"{EVENT}delete/", events.delete, name="delete_event"),
    path(CHECK_IN, check_in.check_in, name="check_in"),
    path(f"{CHECK_IN}open/", check_in.open_check_in, name="open_check_in"),
    path(f"{CHECK_IN}close/", check_in.close_check_in, name="close_check_in"),
    path(f"{CHECK_IN}usual/", check_in.expect_usual, name="expect_usual"),
    path(f"{CHECK_IN}new/", check_in.walk_in, name="walk_in"),
    path(f"{CHECK_IN}members/<int:member_id>/", check_in.tap_member, name="check_in_member"),
    path(f"{CHECK_IN}players/<int:entrant_id>/", check_in.tap_entrant, name="check_in_entrant"),
    path(f"{CHECK_IN}players/<int:entrant_id>/settings/", check_in.entrant, name="entrant"),
    path(f"{CHECK_IN}door/", door.door_link, name="door_link"),
    path(DOOR, door.door, name="door"),
    path(f"{DOOR}pair/<str:token>/", door.pair_door, name="pair_door"),
    path(f"{DOOR}new/", door.door_walk_in, name="door_walk_in"),
    path(f"{DOOR}<int:member_id>/", door.door_member, name="door_member"),
    path(f"{DOOR}welcome/<int:entrant_id>/", door.door_welcome, name="door_welcome"),
    # rotation
    # tables and their passes
    path("t/", tables.type_pin, name="type_pin"),
    path("t/<int:event_id>/<int:table>/<slug:token>/", tables.use_pass, name="pass"),
    path("tables/<int:event_id>/", tables.table, name="table"),
    path("tables/<int:event_id>/call/", tables.call, name="call_director"),
    path("tables/<int:event_id>/call/back/", tables.take_back, name="take_back_call"),
    path("tables/<int:event_id>/cards/<uuid:card_id>/", tables.evening_bar, name="evening_bar"),
    path(f"{EVENT}passes/<int:table>/", tables.table_pass, name="table_pass"),
    path(f"{EVENT}passes/<int:table>/revoke/", tables.revoke, name="revoke_pass"),
    path(f"{EVENT}tablets/<int:tablet_id>/cut-off/", tables.cut_off, name="cut_off_tablet"),
    path(f"{TABLE}card/", tables.open_table_card, name="open_card"),
    path(f"{TABLE}paper/", paper_cards.paper_card, name="paper_card"),
    path(f"{TABLE}paper/preview/", paper_cards.preview, name="preview_paper_card"),
    path(f"{TABLE}totals/", paper_cards.totals, name="enter_totals"),
    path(f"{TABLE}paper/switch/", paper_cards.switch, name="switch_paper"),
    # board, rounds, clock
    path(f"{EVENT}board/", board.board, name="board"),
    path(f"{EVENT}board/changes/", board.board_changes, name="board_changes"),
    path(f"{EVENT}calls/<int:call_id>/coming/", board.coming, name="come_to_table"),
    path(f"{EVENT}calls/<int:call_id>/answer/", board.answer, name="answer_call"),
    path(f"{ROUND}start/", rounds.start, name="start_round"),
    path(f"{ROUND}close/", rounds.close, name="close_round"),
    path(f"{ROUND}reopen/", rounds.reopen, name="reopen_round"),
    path(f"{ROUND}delete/", rounds.delete, name="delete_round"),
    path(f"{ROUND}clock/pause/", clock.pause, name="pause_clock"),
    path(f"{ROUND}clock/go-on/", clock.resume, name="resume_clock"),
    path(f"{ROUND}clock/minutes/", clock.minutes, name="add_minutes"),
    path(f"{EVENT}break/", clock.pause_evening, name="set_break"),
    path(f"{EVENT}message/", clock.message, name="send_message"),
    path(f"{EVENT}projector/switch/", clock.projector, name="switch_projector"),
    path(f"{TABLE}penalties/", penalties.penalties, name="penalties"),
    path(f"{TABLE}penalties/<int:entry>/pardon/", penalties.pardon, name="pardon"),
    path(f"{TABLE}seats/<slug:seat>/arrived/", penalties.arrived, name="arrived"),
    path(f"{TABLE}seats/<slug:seat>/missing/", penalties.missing, name="missing"),
    path(f"{TABLE}seats/<slug:seat>/replace/", penalties.replace, name="replace"),
    path(f"{TABLE}seats/<slug:seat>/waive/", penalties.waive, name="waive"),
    path(f"{TABLE}dispute/", penalties.dispute, name="dispute"),
    path(f"{TABLE}settle/", penalties.settle, name="settle"),
    # paper
    path(f"{EVENT}papers/", papers.papers, name="papers"),
    path(f"{EVENT}papers/table-cards.pdf", papers.table_cards_pdf, name="table_cards_pdf"),
    path(f"{EVENT}papers/check-in.pdf", papers.check_in_pdf, name="check_in_pdf"),
    path(f"{EVENT}papers/seating.pdf", papers.seating_pdf, name="seating_pdf"),
    path(f"{EVENT}papers/score-cards.pdf", papers.score_cards_pdf, name="score_cards_pdf"),
    path(f"{EVENT}papers/slips.pdf", papers.slips_pdf, name="slips_pdf"),
    path(f"{EVENT}papers/rotation.pdf", papers.master_pdf, name="master_pdf"),
    path(f"{EVENT}papers/results.pdf", papers.results_pdf, name="results_pdf"),
]
