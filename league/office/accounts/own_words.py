"""Passwords that anybody in a club would try first: words of the game, of the club's name or of one's own."""

from __future__ import annotations

import re
from typing import Final

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.db.models import Q

from league.models import Club
from league.words import plain

# The longer forms end in an s that stays and counts for nothing much.
OF_THE_GAME: Final = frozenset((
    "pinochle", "pinocle", "card", "club", "night", "evening", "table", "deck", "trump", "trick", "meld", "bid", "ace",
    "king", "queen", "jack", "ten", "nine", "spade", "heart", "diamond", "run", "marriage", "roundhouse", "renege",
    "dealer", "partner", "kitty", "widow", "score", "double", "single", "password",
))  # fmt: skip
LEAST_OF_ONES_OWN: Final = 8  # signs besides such words
SHORTEST_WORD: Final = 3


class NoWordsOfTheClub:
    """A validator of new passwords (`AUTH_PASSWORD_VALIDATORS`): the rest without such words must be enough."""

    def validate(self, password: str, user: User | None = None) -> None:
        known = Q(is_public=True) | Q(roles__user=user and user.pk)  # no visitor finds others by trying words
        words = OF_THE_GAME | _words(" ".join(Club.objects.filter(known).values_list("name", flat=True)))
        if user is not None:
            words |= _words(f"{user.get_full_name()} {user.get_username()}")
        left = given = plain(password)
        for word in sorted(words, key=len, reverse=True):
            left = left.replace(word, " ")
        rest = re.sub(r"[\W_]+", "", left)
        if left != given and (len(rest) < LEAST_OF_ONES_OWN or rest in CommonPasswordValidator().passwords):
            raise ValidationError("That’s mostly words of the club, the game or your name. Add some others.")

    def get_help_text(self) -> str:
        return "Your password can’t be made of words of the club, the game or your name."


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"\w+", plain(text)) if len(word) >= SHORTEST_WORD)
