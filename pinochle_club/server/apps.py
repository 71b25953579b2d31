from django.apps import AppConfig
from django.conf import settings


class ServerConfig(AppConfig):
    name = "pinochle_club.server"

    def ready(self) -> None:
        """What the worker does for the computer itself, and who tells pages how that is."""
        from pinochle_club.ground import health as told
        from pinochle_club.ground.errands import ERRANDS
        from pinochle_club.server import clock_jumps, examining, health, nightly, updates

        ERRANDS.append(clock_jumps.Watch())
        if settings.BACKUP_NIGHTLY:
            ERRANDS.append(nightly.Night())
        examining.CHECKS.update({**nightly.CHECKS, **clock_jumps.CHECKS})
        told.LOOKS.append(health.lines)
        told.KEYS.update(back_up=health.back_up, update=updates.ask)
