"""What the club's servers tell each other, and those who ask how the club is: one line by its name, in the database."""

from pinochle_club.ground.write_queue import queued_write
from pinochle_club.server.database import tables


def note(name: str, value: str) -> None:
    """Writes a line in place of the one there was; what is too long is cut."""
    from pinochle_club.server.models import Fact

    longest = Fact._meta.get_field("value").max_length
    with queued_write():
        Fact.objects.update_or_create(name=name, defaults={"value": value[:longest]})


def noted(name: str) -> str:
    """Empty where nothing was noted, or there is no database yet."""
    if "server_fact" not in tables():
        return ""
    from pinochle_club.server.models import Fact

    return Fact.objects.filter(name=name).values_list("value", flat=True).first() or ""
