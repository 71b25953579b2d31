"""The worker's part of an evening's notice, done here."""

from league.season.notices.post import send_some


def deliver() -> None:
    """Sends all that is due."""
    while send_some(lambda: True):
        pass
