from django.apps import AppConfig
from django.contrib.admin import apps as admin


class LeagueConfig(AppConfig):
    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Names, for each room that asks what lies above it, who answers."""
        from django.contrib.auth.signals import user_logged_in

        from league.acting import deed
        from league.evening.boards.field import next_field
        from league.evening.boards.records import asked_of_table
        from league.evening.cards.deeds import HOST
        from league.evening.finals.consequences import made_cut
        from league.evening.judging.hosting import host
        from league.evening.ledger import following
        from league.evening.money.consequences import lines_otherwise, paid_otherwise, paid_prizes
        from league.evening.rulings import consequences
        from league.evening.tables import bar
        from league.evening.tables.views.tables import way_back
        from league.evening.travelers.expert import next_expert
        from league.office.accounts.deeds import password_was_shown
        from league.season.ladder.accounts import MembersAccounts
        from league.season.notices import post
        from league.season.players.views.you import write_night
        from league.season.records.ahead import BooksAhead
        from league.season.seasons import publishing
        from pinochle_club.ground import errands
        from scoring.play import membership
        from scoring.score_card import hosts

        hosts.register(HOST, host, way_back)
        bar.ASKING.append(asked_of_table)
        membership.CLUBS.append(MembersAccounts())
        deed.FOLLOWERS.append(following.follow_event)
        following.FOLLOWERS.extend([publishing.follow, post.tell_own_nights])
        consequences.STAYING.extend([made_cut, paid_prizes, publishing.published_otherwise])
        consequences.STANDING.append(paid_otherwise)
        consequences.MOVING.append(lines_otherwise)
        post.OWN_NIGHT.append(write_night)
        errands.ERRANDS.append(post.Post())
        errands.SHEETS.append(BooksAhead())
        errands.SOON.append(next_field)
        errands.LATER.append(next_expert)
        user_logged_in.connect(password_was_shown)


class AdminConfig(admin.AdminConfig):
    default_site = "league.office.accounts.admin_site.AdminSite"
