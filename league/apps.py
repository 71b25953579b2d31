from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league.acting.deed import follow
        from league.cards.deeds import HOST
        from league.finals.consequences import made_cut
        from league.judging.hosting import host
        from league.ladder.accounts import MembersAccounts
        from league.ledger import following
        from league.money.consequences import lines_otherwise, paid_otherwise, paid_prizes
        from league.notices.post import Post
        from league.rulings import consequences
        from league.seasons import publishing
        from league.tables.views.tables import way_back
        from pinochle_club import errands
        from scoring.play import membership
        from scoring.score_card.hosts import register

        register(HOST, host, way_back)
        membership.register(MembersAccounts())
        follow(following.follow_event)
        following.register(publishing.follow)
        consequences.register(made_cut)
        consequences.register(paid_prizes, paid_otherwise, lines_otherwise)
        errands.register(Post())
