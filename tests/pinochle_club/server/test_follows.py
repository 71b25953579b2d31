"""What happens and who follows, as the command tells it."""

from io import StringIO

from django.core.management import call_command

from pinochle_club.ground.happenings import HAPPENINGS, Happening, name_of


def told() -> str:
    out = StringIO()
    call_command("follows", stdout=out)
    return out.getvalue()


def test_command_tells_who_follows_in_their_order():
    lines = told().splitlines()

    at = lines.index("The rows of an evening change")
    assert lines[at + 1 : at + 3] == [
        "    league.season.seasons.publishing.follow",
        "    league.season.notices.post.tell_own_nights",
    ]
    assert "    back_up       pinochle_club.server.health.back_up" in lines
    assert "    league.season.notices.post.Post" in lines  # an object is told by its class


def test_everything_that_happens_is_followed():
    assert [happening.what for happening in HAPPENINGS if not happening.followers] == []


def test_who_is_named_twice_follows_once():
    happening: Happening[object] = Happening("a test is run")
    HAPPENINGS.remove(happening)

    happening.followed_by(told, named=name_of)
    happening.followed_by(told)

    assert list(happening) == [told, name_of]
    assert happening.followers["named"] is name_of
