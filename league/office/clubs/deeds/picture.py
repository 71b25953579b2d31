from __future__ import annotations

from django.utils import timezone

from league.acting.deed import deed
from league.acting.permissions import Acting
from league.models import Club, ClubPicture


def keep_picture(*, club: Club, content: bytes, words: str, acting: Acting, client_id: str) -> None:
    """Put the club's picture on its page, in place of the one before."""
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            return
        fields = {"content": content, "words": words, "at": timezone.now()}
        ClubPicture.objects.update_or_create(club=club, defaults=fields)
        doing.tell("changed the club’s picture", after=words)


def remove_picture(*, club: Club, acting: Acting, client_id: str) -> None:
    with deed(club, acting, client_id) as doing:
        if doing.was_done:
            return
        gone, _ = ClubPicture.objects.filter(club=club).delete()
        if gone:
            doing.tell("took out the club’s picture")
