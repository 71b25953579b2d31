"""The club's page of the deal of the day, and what play is told of accounts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Club, Member, Role
from league.office.members.links import OWN_PAGE, token_of
from league.season.ladder.accounts import MembersAccounts
from league.season.ladder.pages import LADDER_DAYS, monday_of
from scoring.models import PlayedHand, SharedDeal
from scoring.play.pages.daily import THE_EXPERT
from scoring.play.record import FEWEST_RATED
from scoring.play.shared import deal_of_the_day
from scoring.rules.book import built_in_book
from tests.league.makers import make_club, make_members, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[tuple[Member, User]]:
    """Ruth, Walt and Marge, each with an account."""
    return [(member, account(club, member)) for member in make_members(club, 3)]


def account(club: Club, member: Member) -> User:
    user = make_user(club, "member", name=member.name)
    Role.objects.filter(user=user).update(member=member)
    return user


def played(
    user: User, margin: int, *, ago: int = 0, par: int | None = 0, book: str = "st-hilary", is_ranked: bool = True
) -> None:
    day = timezone.localdate() - timedelta(days=ago)
    fields = {"own": margin, "margin": margin, "par": par, "played_on": day, "daily": day, "at": timezone.now()}
    shared = deal_of_the_day(built_in_book(book), day)
    PlayedHand.objects.create(player=user, shared=shared, book_key=book, seat="S", is_ranked=is_ranked, **fields)


def played_daily(user: User, *margins: int) -> None:
    """On the last days, as many as put one on the ladder."""
    for ago in range(LADDER_DAYS):
        played(user, margins[ago % len(margins)], ago=ago)


def page(user: User, club: Club, query: str = "") -> str:
    client = Client()
    client.force_login(user)
    return client.get(f"/clubs/{club.slug}/deal-of-the-day/{query}").text


def ladder(text: str) -> list[tuple[str, ...]]:
    name = r'data-label="Name"[^>]*><a[^>]*>([^<]*)</a></td>'
    return re.findall(
        rf'data-label="Place"[^>]*>([^<]*)</td><td [^>]*{name}<td [^>]*data-label="Beside par"[^>]*>([^<]*)', text
    )


def test_members_stand_by_their_points_beside_par(club: Club, people: list[tuple[Member, User]]) -> None:
    (_, ruth), (_, walt), (_, marge) = people
    played_daily(ruth, 10, -40)
    played_daily(walt, 25, 30)
    played(marge, 99)
    played(ruth, 500, is_ranked=False)
    played_daily(make_user(make_club(), "member"), 500)  # of another club

    assert ladder(page(ruth, club)) == [
        ("1", "Walt Kowalski", "+30"),
        ("2", "Ruth Abernathy (you)", "+10"),
        ("–", "Marge Delgado", "+99"),
    ]


def test_deals_by_other_rules_count_in_the_clubs_own_points(club: Club, people: list[tuple[Member, User]]) -> None:
    """A double deck's tricks hold twice the points of St. Hilary's, by which a club plays that has no rules yet."""
    (_, ruth), *_ = people
    played(ruth, 30, par=40, book="npa")

    assert ladder(page(ruth, club)) == [("–", "Ruth Abernathy (you)", "−5")]


def experts_row(text: str) -> dict[str, str]:
    """Its cells by their labels."""
    (row,) = [row for row in re.findall(r"<tr.*?</tr>", text, re.DOTALL) if THE_EXPERT in row]
    return {
        label: re.sub(r"<[^>]*>", "", cell) for label, cell in re.findall(r'data-label="([^"]*)"[^>]*>(.*?)</td>', row)
    }


def names_on(text: str) -> list[str]:
    """Who is on the ladder, from the top."""
    return [
        re.sub(r"<[^>]*>", "", cell)
        for cell in re.findall(r'data-label="Name"[^>]*>(.*?)</td>', text.partition('id="ladder"')[2])
    ]


def test_expert_stands_among_members_without_a_place(club: Club, people: list[tuple[Member, User]]) -> None:
    (_, ruth), (_, walt), _ = people
    played_daily(ruth, 10, 2)
    played_daily(walt, 25, -30)
    shown = page(ruth, club)

    assert experts_row(shown) == {
        "Place": "–", "Name": THE_EXPERT, "Beside par": "–", "All days": "0", "Days": "6", "In a row": "–",
    }  # fmt: skip
    assert [place for place, *_ in ladder(shown)] == ["1", "2"]
    # One of the two is ahead of it, and over all days that is Ruth.
    assert names_on(shown) == ["Walt Kowalski", THE_EXPERT, "Ruth Abernathy (you)"]
    assert names_on(page(ruth, club, "?sort=-overall")) == ["Ruth Abernathy (you)", THE_EXPERT, "Walt Kowalski"]


def test_days_that_the_expert_has_not_played_are_told(club: Club, people: list[tuple[Member, User]]) -> None:
    (_, ruth), (_, walt), _ = people
    played(ruth, 10)
    assert "count once the Expert" not in page(ruth, club)
    played(ruth, 10, ago=1, par=None)
    played(ruth, 10, ago=2, par=None)
    played(walt, 10, ago=2, par=None)
    SharedDeal.objects.filter(day=timezone.localdate() - timedelta(days=2)).update(pars={"S": None})

    shown = page(ruth, club)
    assert "1 day will count once the Expert has played it. 1 day can’t count: the Expert couldn’t play it." in shown
    assert experts_row(shown)["Days"] == "3"


def test_figure_of_people_beside_the_program_waits_for_ten_days(club: Club, people: list[tuple[Member, User]]) -> None:
    (_, ruth), (_, walt), _ = people
    for ago in range(FEWEST_RATED - 1):
        played(ruth, 6 if ago % 2 else -2, ago=ago)
    assert "After 10 days you’ll see here how members stand beside the Expert: 9 so far." in page(ruth, club)
    played(ruth, 500, ago=90, par=None)
    played(ruth, 500, ago=365)
    played(make_user(make_club(), "member"), 500, ago=90)  # of another club

    played(ruth, 10, ago=90, par=4)
    played(walt, -4, ago=90, par=0, book="npa")  # half as much in the club's points: both together −2 + 6 on that day
    shown = page(ruth, club)
    assert "On 10 days, in 11 hands: members are 1.6 a hand above the Expert, give or take 2.8." in shown
    assert "too close to call" in shown


def test_own_page_says_how_one_stands_beside_the_expert(club: Club, people: list[tuple[Member, User]]) -> None:
    (walt, his), (_, hers), _ = people
    client = Client()
    client.force_login(his)
    assert "After 10 days you’ll see how you stand beside it." in client.get(f"/clubs/{club.slug}/me/").text

    for ago in range(FEWEST_RATED):
        played(his, 3, ago=ago, par=5)
        played(hers, 90, ago=ago)
    own = client.get(f"/clubs/{club.slug}/me/").text
    assert "On the 10 days that you both played, you are 2.0 a hand below the Expert, give or take 0.0." in own
    assert (
        "beside the Expert" not in Client().get(f"/clubs/{club.slug}/next/{walt.pk}/{token_of(walt, OWN_PAGE)}/").text
    )


def test_week_shows_its_own_days_alone(club: Club, people: list[tuple[Member, User]]) -> None:
    (_, ruth), *_ = people
    played(ruth, 10, ago=7)
    before = monday_of(timezone.localdate()) - timedelta(days=7)

    assert "Nobody has played a deal of the day this week" in page(ruth, club)
    assert "Nobody has played a deal of the day this week" not in page(ruth, club, f"?week={before}")
    for nonsense in ("?week=soon", "?week=9999-12-31", "?week=0001-01-01"):
        assert "Ruth Abernathy" in page(ruth, club, nonsense)


def test_page_costs_as_many_queries_for_one_as_for_many(club: Club, people: list[tuple[Member, User]]) -> None:
    client, counts = Client(), []
    client.force_login(people[0][1])
    client.get(f"/clubs/{club.slug}/help/")
    for _, user in people:
        played(user, 5)
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/clubs/{club.slug}/deal-of-the-day/")
        counts.append(len(asked))

    assert counts == [counts[0]] * 3 == [14] * 3


def test_account_is_a_members_by_its_role(club: Club, people: list[tuple[Member, User]]) -> None:
    (ruth, hers), (_, his), _ = people
    director = make_user(club, "director")
    elsewhere = make_user(make_club(), "admin")
    Member.objects.filter(pk=ruth.pk).update(initials_only=True)
    clubs = MembersAccounts()

    assert clubs.names([hers.pk, director.pk], his.pk) == {hers.pk: "R. A."}
    assert clubs.names([hers.pk], director.pk) == {hers.pk: "R. A."}
    assert clubs.names([hers.pk], elsewhere.pk) == {}
    assert clubs.names([hers.pk], None) == {}
    assert clubs.ladders(hers.pk) == [(club.name, f"/clubs/{club.slug}/deal-of-the-day/")]


def test_merge_and_an_account_taken_back_follow_the_role(club: Club, people: list[tuple[Member, User]]) -> None:
    (_, hers), (walt, his), _ = people
    played(hers, 10)
    Role.objects.filter(user=his).delete()
    Role.objects.filter(user=hers).update(member=walt)  # as a merge moves it

    director = make_user(club, "director")
    assert ladder(page(director, club)) == [("–", "Walt Kowalski", "+10")]
    Role.objects.filter(user=hers).delete()
    assert ladder(page(director, club)) == []


def test_pages_of_the_club_say_how_todays_deal_goes(
    client: Client, club: Club, people: list[tuple[Member, User]]
) -> None:
    def told(address: str = "") -> str:
        (words,) = re.findall(r"Today’s deal:</strong> ([^<]*)\. <a", client.get(f"/clubs/{club.slug}/{address}").text)
        return str(words)

    (ruth, hers), (_, his), _ = people
    assert told() == "nobody has played yet"
    played(hers, 31)
    played(hers, 90, ago=1)
    assert told() == "1 of 3 has played"  # a guest
    client.force_login(his)
    assert told() == "1 of 3 has played, best +31"
    played(his, -4)
    for address in ("me/", f"next/{ruth.pk}/{token_of(ruth, OWN_PAGE)}/"):
        page = client.get(f"/clubs/{club.slug}/{address}").text
        assert "2 of 3 have played, best +31" in page
        assert 'href="/play/day/st-hilary/"' in page


def test_line_leads_to_todays_deal_once_it_is_dealt(
    client: Client, club: Club, people: list[tuple[Member, User]]
) -> None:
    client.force_login(people[0][1])

    assert client.get("/play/day/st-hilary/").headers["Location"] == "/play/?book=st-hilary"
    dealt = client.post("/play/day/st-hilary/").headers["Location"]
    assert client.get("/play/day/st-hilary/").headers["Location"] == dealt
    assert Client().get("/play/day/st-hilary/").headers["Location"] == "/play/?book=st-hilary"
