from django.apps import AppConfig
from django.contrib.admin import apps as admin


class LeagueConfig(AppConfig):
    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Names who follows what happens in rooms that know nothing of them: `manage.py follows` prints it."""
        from django.contrib.auth.signals import user_logged_in

        from league.acting.deed import closed_changed
        from league.evening.boards.field import next_field
        from league.evening.boards.records import asked_of_table
        from league.evening.cards.deeds import HOST
        from league.evening.events.first_nights import fill_example, plan_first_night
        from league.evening.finals.consequences import made_cut
        from league.evening.judging.hosting import host
        from league.evening.ledger.following import follow_event, rows_changed
        from league.evening.money.consequences import lines_otherwise, paid_otherwise, paid_prizes
        from league.evening.rulings.consequences import figures_moving, score_changed, score_changing
        from league.evening.tables.bar import tablet_looks
        from league.evening.tables.views.tables import way_back
        from league.evening.travelers.expert import next_expert
        from league.office.accounts.deeds import password_was_shown, shown_without_password
        from league.office.clubs.deeds.clubs import host_asked
        from league.office.clubs.views.clubs import club_here
        from league.office.founding.deeds import club_founded, evening_closed, example_made
        from league.office.founding.views import tell_host
        from league.office.hosting.nightly import Housekeeping
        from league.office.mailed.sending import Codes
        from league.office.mailed.views import shown_again, tell
        from league.office.second_steps.deeds import step_added
        from league.outside.hall.fetching import fetch_first
        from league.outside.hall.telling import Line
        from league.season.dues.views import write_owed
        from league.season.ladder.accounts import MembersAccounts
        from league.season.notices.post import Post, night_told, owed_told, tell_own_nights
        from league.season.players.views.you import write_night
        from league.season.records.ahead import BooksAhead
        from league.season.seasons import publishing
        from pinochle_club.ground.errands import after_all, before_simulations, beside, each_second, nothing_to_do
        from scoring.play.membership import play_asks
        from scoring.score_card.hosts import card_shown, card_sought, start_shown

        card_shown.followed_by(**{HOST: host})
        card_sought.followed_by(**{HOST: way_back})
        start_shown.followed_by(fetch_first, club_here)
        tablet_looks.followed_by(asked_of_table)
        play_asks.followed_by(MembersAccounts())
        club_founded.followed_by(plan_first_night)
        host_asked.followed_by(tell_host)
        example_made.followed_by(fill_example)
        shown_without_password.followed_by(by_mail=shown_again)
        step_added.followed_by(tell)
        closed_changed.followed_by(follow_event, evening_closed)
        rows_changed.followed_by(publishing.follow, tell_own_nights)
        score_changing.followed_by(made_cut, paid_prizes, publishing.published_otherwise)
        score_changed.followed_by(paid_otherwise)
        figures_moving.followed_by(lines_otherwise)
        night_told.followed_by(write_night)
        owed_told.followed_by(write_owed)
        each_second.followed_by(Post(), Housekeeping())
        beside.followed_by(Line(), Codes())
        nothing_to_do.followed_by(BooksAhead())
        before_simulations.followed_by(next_field)
        after_all.followed_by(next_expert)
        user_logged_in.connect(password_was_shown)


class AdminConfig(admin.AdminConfig):
    default_site = "league.office.accounts.admin_site.AdminSite"
