from django.apps import AppConfig
from django.conf import settings


class ServerConfig(AppConfig):
    name = "pinochle_club.server"

    def ready(self) -> None:
        """What the worker does for the computer itself, and what is told of that."""
        from pinochle_club.ground.errands import ERRANDS
        from pinochle_club.server import examining, nightly

        if settings.BACKUP_NIGHTLY:
            ERRANDS.append(nightly.Night())
        examining.CHECKS.update(nightly.CHECKS)
