"""The club's front page for whoever looks, and the search, which finds what they may see."""

from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from league.acting.unchanged import copies
from league.models import Coming, LedgerRow, Member, Role, Season, SeasonRulesVersion
from tests.league.evening.coming.nights import next_week
from tests.league.evening.standing_tables.tables import make_table
from tests.league.makers import make_entrants, make_event, make_members, make_user

pytestmark = pytest.mark.django_db


def front(client, club):
    return unescape(client.get(reverse("league:club", args=[club.slug])).content.decode())


def find(client, club, words):
    return unescape(client.get(reverse("league:search", args=[club.slug]), {"q": words}).content.decode())


def played(club, places=(1, 1, 3, 4), **fields):
    day = timezone.localdate() - timedelta(days=3)
    event = make_event(club, **{"name": "Fall opener", "state": "closed", "played_on": day, **fields})
    for entrant, place in zip(make_entrants(event, len(places)), places, strict=True):
        LedgerRow.objects.create(event=event, round_number=1, entrant=entrant, kind="played", points=10, place=place)
    return event


def test_front_page_sums_up_the_last_evening_and_the_next(client, club):
    played(club)
    night = next_week(club, name="Fall final")
    ruth = club.members.get(number=1)
    Coming.objects.create(event=night, member=club.members.get(number=2), says="coming", at=night.starts_at)
    page = front(client, club)
    assert [word in page for word in ("Fall opener", "Ruth Abernathy", "Fall final", "is coming")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert "Ed Lindqvist" not in page[page.index("Fall opener") : page.index("All results")]  # he came in fourth

    user = make_user(club, "member")
    Role.objects.filter(user=user).update(member=ruth)
    client.force_login(user)
    assert "1 is coming so far." in front(client, club)
    sent = {"client_id": "tap", "says": "coming", "back": "club"}
    answer = client.post(reverse("league:answer_coming", args=[club.slug, night.pk]), sent)
    assert answer["Location"] == reverse("league:club", args=[club.slug])
    assert "2 are coming so far." in front(client, club)


def test_director_sees_how_many_come(client, club):
    next_week(club)
    client.force_login(make_user(club, "director"))

    assert "Nobody has said so far." in front(client, club)
    assert "8:00 pm" not in front(client, club)
    make_table(club)
    assert "8:00 pm. 4 seats free." in front(client, club)


def test_initials_are_all_that_the_front_page_tells(client, club):
    played(club)
    Member.objects.filter(number=1).update(initials_only=True)
    club.events.get().entrants.filter(number=1).update(name="R. A.")

    assert ("Abernathy" in front(client, club), "R. A." in front(client, club)) == (False, True)


def test_open_season_is_told_with_who_leads_and_why(client, club):
    ruth, walt = make_members(club, 2)
    day = timezone.localdate()
    season = Season.objects.create(club=club, name="Winter league", opens_on=day, closes_on=day, draft="{}")
    rules = SeasonRulesVersion.objects.create(season=season, number=1, rules="{}", published_at=timezone.now())
    for number, state in enumerate(("hidden", "provisional"), start=1):
        publication = season.publications.create(number=number, state=state, rules=rules, at=timezone.now())
        for order, member in enumerate((walt, ruth) if number == 2 else (ruth,), start=1):
            figures = {"by": "total", "figure": str(500 - order), "points": 500 - order, "counted": {}}
            publication.places.create(
                order=order, place=order, member=member, points=1, nights=1, shown=figures, says={"why": ""}
            )

    page = front(client, club)

    assert "Winter league" in page
    assert page.index("Walt Kowalski") < page.index("499") < page.index("Ruth Abernathy") < page.index("498")
    assert reverse("league:season_place", args=[club.slug, season.pk, walt.pk]) in page

    season.publications.create(number=3, state="hidden", rules=rules, at=timezone.now())

    assert "Walt Kowalski" not in front(client, club)  # as on the page of the season
    client.force_login(make_user(club, "director"))
    assert "499" not in front(client, club)  # nor to a director, whose screen may be on the projector


def test_champions_are_those_of_the_publication_that_holds(client, club):
    ruth, walt = make_members(club, 2)
    day = timezone.localdate()
    season = Season.objects.create(
        club=club, name="Spring league", opens_on=day, closes_on=day, draft="{}", state="closed"
    )
    rules = SeasonRulesVersion.objects.create(season=season, number=1, rules="{}", published_at=timezone.now())
    for number, winner in enumerate((walt, ruth), start=1):
        publication = season.publications.create(number=number, state="final", rules=rules, at=timezone.now())
        for division in ("", "Women") if winner == ruth else ("",):
            figures = {"by": "total", "figure": "412", "points": 412, "counted": {}}
            of = {"division": division, "order": 1, "place": 1, "member": winner}
            publication.places.create(**of, points=1, nights=1, shown=figures)

    page = front(client, club)

    assert [word in page for word in ("Spring league", "Ruth Abernathy", "Walt Kowalski")] == [True, True, False]
    assert "Spring league, Women" in page
    hall = unescape(client.get(reverse("league:champions", args=[club.slug])).content.decode())
    assert [word in hall for word in (str(day.year), "Spring league, Women", "412", "Walt Kowalski")] == [
        True, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("opener", ["Fall opener"]),
        ("FALL", ["Fall opener", "Fall league"]),
        ("2026-11-17", ["Fall opener"]),
        ("November 17", ["Fall opener"]),
        ("11/17/2026", ["Fall opener"]),
        ("Nov 2026", ["Fall opener"]),
        ("2025", []),
        ("February 29", []),
        ("ruth", []),
    ],
)
def test_strangers_find_evenings_and_seasons(client, club, words, names):
    day = timezone.localdate().replace(year=2026, month=11, day=17)
    played(club, played_on=day)
    for name in ("Fall league", "Fall secret"):
        Season.objects.create(club=club, name=name, opens_on=day, closes_on=day, draft="{}")
    season = Season.objects.get(name="Fall league")
    rules = SeasonRulesVersion.objects.create(season=season, number=1, rules="{}", published_at=timezone.now())
    season.publications.create(number=1, state="provisional", rules=rules, at=timezone.now())

    page = find(client, club, words)

    assert [name for name in ("Fall opener", "Fall league", "Fall secret", "Ruth Abernathy") if name in page] == names


def test_members_are_found_by_the_name_that_may_be_read(client, club):
    make_members(club, 2)
    Member.objects.filter(number=1).update(initials_only=True)
    client.force_login(make_user(club, "member"))

    assert "R. A." not in find(client, club, "Abernathy")
    assert "Walt Kowalski" in find(client, club, "kowal")


@pytest.mark.parametrize("nights", [1, 6])
def test_front_page_asks_the_same_whatever_was_played(client, club, nights, django_assert_num_queries):
    for at in range(nights):
        played(club, name=f"Night {at}")
        next_week(club, name=f"Next {at}")

    front(client, club)  # works out the records
    # club; nights ahead, those played; places, notice, season; champions; what records rest on, who has them
    # the club’s rules, today’s deal, which is asked for again to see whether a copy holds; what else it rests on
    # dates of series (two), the next night's rules, the picture
    copies.clear()
    with django_assert_num_queries(12 + 2 + 3 + 4):
        front(client, club)
