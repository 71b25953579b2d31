from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league.acting.deed import follow
        from league.evening.cards.deeds import HOST
        from league.evening.finals.consequences import made_cut
        from league.evening.judging.hosting import host
        from league.evening.ledger import following
        from league.evening.money.consequences import lines_otherwise, paid_otherwise, paid_prizes
        from league.evening.rulings import consequences
        from league.evening.tables.views.tables import way_back
        from league.season.ladder.accounts import MembersAccounts
        from league.season.notices.post import Post
        from league.season.seasons import publishing
        from pinochle_club.ground import errands
        from scoring.play import membership
        from scoring.score_card.hosts import register

        register(HOST, host, way_back)
        membership.register(MembersAccounts())
        follow(following.follow_event)
        following.register(publishing.follow)
        consequences.register(made_cut)
        consequences.register(paid_prizes, paid_otherwise, lines_otherwise)
        errands.register(Post())
