from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from league.evening.tables.deeds.tables import pair_tablet
from league.models import Club, Event, HouseRules, LogLine, Member, Role
from league.office.clubs import reading
from league.office.clubs.pages.clubs import backup_words
from scoring.models import Device, RuleBookVersion, ScoreCard
from tests.league.makers import make_club, make_event, make_members, make_rules, make_running_round, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club(name="St. Hilary", about="Tuesdays at seven.")


@pytest.fixture
def admin(club):
    client = Client()
    client.force_login(make_user(club, "admin"))
    return client


def test_start_page_leads_to_the_clubs(client):
    assert 'href="/clubs/"' in client.get("/").content.decode()


def test_clubs_are_listed_for_everybody(client, club):
    make_club(name="Oak Park", is_example=True)

    page = client.get("/clubs/").content.decode()

    assert page.index("Oak Park") < page.index("St. Hilary")
    assert "Tuesdays at seven." in page
    assert "New club" not in page


def test_of_many_clubs_some_are_shown_and_all_are_found_by_name(client, club, monkeypatch):
    monkeypatch.setattr(reading, "MOST_SHOWN", 2)
    for name in ("Oak Park", "Elk Grove", "Elk River"):
        make_club(name=name)

    page = client.get("/clubs/").content.decode()
    found = client.get("/clubs/", {"q": "\0 elk "}).content.decode()

    assert [name in page for name in ("Elk Grove", "Elk River", "Oak Park", "St. Hilary")] == [True, True, False, False]
    assert "There are 2 more. Search for yours above." in page
    assert [name in found for name in ("Elk Grove", "Elk River", "Oak Park", "more.")] == [True, True, False, False]
    assert "No club has “&lt;x” in its name." in client.get("/clubs/", {"q": "<x"}).content.decode()


def test_front_page_shows_tonight_what_comes_and_what_was(client, club):
    now = timezone.localtime()
    for name, days, state in (
        ("Now", 0, "planned"),
        ("Running", -1, "running"),
        ("Next", 7, "planned"),
        ("Old", -7, "closed"),
    ):
        start = now + timedelta(days=days)
        make_event(club, name=name, played_on=start.date(), starts_at=start, state=state)

    page = client.get(f"/clubs/{club.slug}/").content.decode()

    tonight, rest = page.split("Coming</h2>")
    assert "Now</span>" in tonight
    assert "Running</span>" in tonight
    ahead, past = rest.split("Played</h2>")
    assert "Next</span>" in ahead
    assert "Old</span>" in past
    assert f"/clubs/{club.slug}/events/{Event.objects.get(name='Next').pk}/" in ahead


def test_front_page_leads_to_the_seating_once_published_and_those_who_may_to_the_board(client, admin, club):
    start = timezone.localtime()
    event = make_event(club, played_on=start.date(), starts_at=start)
    address, seating, board = (
        f"/clubs/{club.slug}/{rest}" for rest in ("", f"events/{event.pk}/seating/", f"events/{event.pk}/board/")
    )

    def links(client):
        page = client.get(address).content.decode()
        return [f'href="{link}"' in page for link in (seating, board)]

    assert (links(client), links(admin)) == ([False, False], [False, True])
    Event.objects.update(seating_version=1, version=F("version") + 1)  # as each change of an evening is counted
    assert (links(client), links(admin)) == ([True, False], [True, True])


@pytest.mark.parametrize("events", [1, 3])
def test_front_page_takes_the_same_queries_whatever_the_number_of_events(
    client, club, events, django_assert_num_queries
):
    start = timezone.localtime()
    for _ in range(events):
        make_event(club, played_on=start.date(), starts_at=start)

    # club; events, those played; the season, champions; rules, today’s deal; and what a copy of the page rests on;
    # dates of series (two), the rules of the next night, the picture
    with django_assert_num_queries(12 + 4):
        client.get(f"/clubs/{club.slug}/")


def test_first_steps_are_read_from_facts_and_shown_to_admins_until_all_are_done(client, admin, club):
    address = f"/clubs/{club.slug}/"

    def done() -> list[bool]:
        return [bool(step["is_done"]) for step in admin.get(address).context["steps"]]

    assert done() == [False] * 5
    make_members(club, 4)
    make_event(club)
    assert done() == [True, True, True, False, False]
    director = Client()
    director.force_login(make_user(club, "director"))
    assert done() == [True, True, True, True, False]
    assert not any(who.get(address).context["steps"] for who in (client, director))
    example = make_event(make_club(example_of=club, is_public=False))
    pair_tablet(event=example, table_number=1, device=Device.objects.create(token_hash="tablet"))
    assert done() == []


@pytest.mark.parametrize("address", ["/clubs/nowhere/", "/clubs/nowhere/members/"])
def test_club_that_is_none_is_not_found(client, address):
    assert client.get(address).status_code == 404


# -- a new one ---------------------------------------------------------------------------

AS_ELSEWHERE = {"date_style": "day_first", "currency": "GBP", "paper": "a4"}
NEW = {"client_id": "new", "name": "Oak Park Seniors", "about": "", **AS_ELSEWHERE}


def test_admin_of_a_club_begins_another_once(admin, club):
    for _ in range(2):
        response = admin.post("/clubs/new/", NEW)
        assert response.headers["Location"] == "/clubs/oak-park-seniors/"

    made = Club.objects.get(slug="oak-park-seniors")
    assert (made.name, made.paper, made.roles.get().kind) == ("Oak Park Seniors", "a4", "admin")
    assert Club.objects.count() == 2


@pytest.mark.parametrize("kind", ["director", "member", ""])
def test_nobody_else_begins_a_club(client, club, kind):
    client.force_login(make_user(club if kind else None, kind))

    for response in (client.get("/clubs/new/"), client.post("/clubs/new/", NEW)):
        assert response.status_code == 403
    assert Club.objects.count() == 1


def test_stranger_is_asked_to_sign_in_before_a_new_club(client):
    assert client.post("/clubs/new/", NEW).headers["Location"] == "/account/sign-in/?next=%2Fclubs%2Fnew%2F"


@pytest.mark.parametrize(
    ("names", "slugs"),
    [
        (["St. Hilary!", "St Hilary"], ["st-hilary", "st-hilary-2"]),
        (["Клуб", "李"], ["club", "club-2"]),
        (["new"], ["new-2"]),
        (["x" * 80], ["x" * 35]),
    ],
)
def test_address_of_a_club_follows_from_its_name(client, names, slugs):
    client.force_login(make_user(make_club(slug="mine"), "admin"))
    for at, name in enumerate(names):
        client.post("/clubs/new/", {**NEW, "name": name, "client_id": str(at)})

    assert list(Club.objects.exclude(slug="mine").order_by("pk").values_list("slug", flat=True)) == slugs


# -- settings ----------------------------------------------------------------------------


CLOCKS = {
    "appeal_minutes": "30", "appeal_chain": "", "claim_hours": "48", "conduct_months": "24", "has_race": "on",
    "members_try_rules": "on",
}  # fmt: skip


def change(admin, club, **typed):
    data = {"client_id": "change", "name": "St. Hilary Cards", "about": "New", **AS_ELSEWHERE, **CLOCKS, **typed}
    return admin.post(f"/clubs/{club.slug}/settings/", data)


def test_settings_are_saved_and_logged_and_addresses_stay(admin, club):
    slug = club.slug

    assert change(admin, club).status_code == 302

    club.refresh_from_db()
    assert (club.name, club.about, club.paper, club.slug) == ("St. Hilary Cards", "New", "a4", slug)
    assert (club.date_style, club.currency) == ("day_first", "GBP")
    line = LogLine.objects.get()
    assert line.before == (
        "name: St. Hilary; about: Tuesdays at seven.; days and times: Sunday, November 22, 7:08 pm; "
        "fees: US dollars, $; paper: Letter"
    )
    assert line.after == (
        "name: St. Hilary Cards; about: New; days and times: Sunday 22 November, 19:08; fees: Pounds, £; paper: A4"
    )


def test_a_club_says_how_long_and_to_whom_rulings_are_appealed(admin, club):
    assert (
        change(admin, club, appeal_minutes="20", appeal_chain="A referee\nThe board", claim_hours="24").status_code
        == 302
    )

    club.refresh_from_db()
    assert (club.appeal_minutes, club.claim_hours) == (20, 24)
    assert club.appeal_chain.split("\n") == ["A referee", "The board"]
    assert "minutes to appeal: 20" in LogLine.objects.get().after


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"appeal_minutes": "soon"}, "Enter a whole number, such as 4."),
        ({"name": ""}, "What is the club called?"),
        ({"name": "\u202e"}, "What is the club called?"),
        ({"name": "x" * 81}, "Use up to 80 characters."),
        ({"about": "x" * 501}, "Use up to 500 characters."),
        ({"paper": "papyrus"}, "Choose one of those shown."),
        ({"date_style": "stardate"}, "Choose one of those shown."),
        ({"currency": "JPY"}, "Choose one of these."),
    ],
)
def test_settings_that_will_not_do_are_told_beside_the_field(admin, club, typed, fault):
    response = change(admin, club, **typed)

    assert response.status_code == 422
    assert fault in response.content.decode()
    assert not LogLine.objects.exists()


# -- its end -----------------------------------------------------------------------------


def delete(admin, club, name):
    return admin.post(f"/clubs/{club.slug}/delete/", {"client_id": "delete", "name": name})


@pytest.mark.parametrize(("typed", "status"), [("", 422), ("St Hilary", 409), ("yes", 409)])
def test_club_stays_unless_its_name_is_typed(admin, club, typed, status):
    assert delete(admin, club, typed).status_code == status
    assert Club.objects.filter(pk=club.pk).exists()


def test_club_is_taken_out_with_all_it_has_and_nothing_of_others(admin, club):
    make_running_round(make_event(club))
    make_running_round(make_event(other := make_club()))
    books, cards = RuleBookVersion.objects.count(), ScoreCard.objects.count()

    assert delete(admin, club, " st.  hilary ").headers["Location"] == "/clubs/"

    assert list(Club.objects.all()) == [other]
    left = {
        model.__name__: model.objects.exclude(club=other).count()
        for model in (Member, Event, HouseRules, LogLine, Role)
    }
    assert set(left.values()) == {0}
    assert ScoreCard.objects.count() == cards / 2
    assert RuleBookVersion.objects.count() == books
    assert admin.get("/account/").status_code == 200


def test_club_with_rules_and_no_event_is_taken_out(admin, club):
    make_rules(club)

    assert delete(admin, club, "St. Hilary").status_code == 302


# -- backups -----------------------------------------------------------------------------

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "second", "told"),
    [
        (None, None, "Nothing on this server has been backed up yet."),
        (20, None, "The last good backup was made on Saturday, November 7, 2026, 12:00 pm."),
        (
            1, 1, "The last good backup was made on Thursday, November 26, 2026, 12:00 pm. "
            "There’s a second copy in another place.",
        ),
        (
            1, 9, "The last good backup was made on Thursday, November 26, 2026, 12:00 pm. "
            "The last copy in a second place is from Wednesday, November 18, 2026, 12:00 pm.",
        ),
    ],
)  # fmt: skip
def test_last_good_backup_in_words(days, second, told):
    here, there = (None if ago is None else NOON - timedelta(days=ago) for ago in (days, second))

    words = backup_words(here, there, Club(), NOON)

    assert words == {"told": told, "is_old": days in (None, 20)}


def test_admins_are_reminded_of_a_backup_that_is_old_once_something_was_played(admin, client, club, settings, tmp_path):
    settings.STATE_DIR, address = tmp_path, f"/clubs/{club.slug}/"
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "club-20200107-220000.sqlite3").touch()
    reminder = "The last good backup was made on Tuesday, January 7, 2020, 10:00 pm."
    assert reminder in admin.get(f"{address}settings/").content.decode()
    assert reminder not in admin.get(address).content.decode()
    make_event(club, state="closed")

    assert reminder in admin.get(address).content.decode()
    assert reminder not in client.get(address).content.decode()
    (tmp_path / "backups" / f"club-{timezone.localtime():%Y%m%d-%H%M%S}.sqlite3").touch()
    assert "Time for a backup" not in admin.get(address).content.decode()


# -- search engines ----------------------------------------------------------------------


@pytest.mark.parametrize("is_findable", [False, True])
def test_search_engines_stay_away_unless_the_club_says_otherwise(admin, client, club, is_findable):
    if is_findable:
        change(admin, club, is_findable="on")

    page, private = client.get(f"/clubs/{club.slug}/"), admin.get(f"/clubs/{club.slug}/members/")
    told = client.get("/robots.txt").content.decode()

    assert page.headers["X-Robots-Tag"] == ("all" if is_findable else "noindex")
    assert ('name="robots"' in page.content.decode()) != is_findable
    assert page.status_code == private.status_code == 200
    assert private.headers["X-Robots-Tag"] == client.get("/").headers["X-Robots-Tag"] == "noindex"
    allowed = f"Allow: /clubs/{club.slug}/\nAllow: /static/\n" if is_findable else ""
    assert told == f"User-agent: *\n{allowed}Disallow: /\n"
