import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from league.office.accounts.own_words import NoWordsOfTheClub

pytestmark = pytest.mark.django_db
CAROL = User(username="carol", first_name="Carol", last_name="Łukasik")


@pytest.mark.parametrize(
    "password",
    [
        "pinochle12345678",
        "Spades-Hearts-Clubs!",
        "Evening-of-cards",
        "StHilary2026!",
        "carol.lukasik.1",
        "double deck queens",
    ],
)
def test_words_of_the_club_the_game_and_the_name_are_no_password(club, password):
    club.name = "St. Hilary"
    club.save()

    with pytest.raises(ValidationError, match="mostly words of the club"):
        NoWordsOfTheClub().validate(password, CAROL)


@pytest.mark.parametrize(
    "password",
    ["three spare umbrellas", "carol eats green apples", "x7#Kq!9zT2vLw", "483920174839", "tenderness runner"],
)
def test_others_are(club, password):
    NoWordsOfTheClub().validate(password, CAROL)
