from django.apps import AppConfig
from django.conf import settings


class ServerConfig(AppConfig):
    name = "pinochle_club.server"

    def ready(self) -> None:
        from pinochle_club.ground import health as told
        from pinochle_club.ground.errands import each_second
        from pinochle_club.server import clock_jumps, examining, health, nightly, updates

        each_second.followed_by(clock_jumps.Watch())
        if settings.BACKUP_NIGHTLY:
            each_second.followed_by(nightly.Night())
        examining.examined.followed_by(**nightly.CHECKS, **clock_jumps.CHECKS)
        told.computer_looked_at.followed_by(health.lines)
        told.key_tapped.followed_by(back_up=health.back_up, update=updates.ask)
