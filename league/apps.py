from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league.cards.deeds import HOST
        from league.judging.hosting import host
        from scoring.score_card.hosts import register

        register(HOST, host)
