"""The front door: where and when to come, for whoever finds the club, and as search engines read it."""

import json
from datetime import datetime, time, timedelta
from html import unescape
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import timezone
from lxml.html import document_fromstring
from PIL import Image

from league.acting.unchanged import copies
from league.models import Club, ClubPicture, Event
from league.season.front.pages import first_time_words
from tests.league.evening.coming.nights import next_week
from tests.league.makers import make_members, make_series, make_user

pytestmark = pytest.mark.django_db
DOOR = {
    "hall": "St. Hilary’s </script> hall", "street": "412 Elm Street\nSpringfield, MI 48212",
    "contact": "Joan Pruitt, joan@example.org", "beginners": "welcome",
}  # fmt: skip


def of(kind, needed, **more):
    """What schema.org and search engines want of a thing: no field that nobody knows, and these `needed`."""
    fields = {"@type": {"const": kind}, "@id": URL, "name": WORDS, "url": URL, **more}
    needed = ["@type", "name", *needed]
    return {"type": "object", "properties": fields, "required": needed, "additionalProperties": False}


URL = {"type": "string", "format": "uri", "pattern": "^https?://"}
WORDS = {"type": "string", "minLength": 1, "maxLength": 500}
PLACE = of("Place", ["address"], address=WORDS)
HOST = of("Organization", ["url"], description=WORDS, location=PLACE, address=WORDS, image=URL)
NIGHT = of(
    "Event",
    ["startDate", "location", "eventStatus", "organizer", "url"],
    startDate={"type": "string", "format": "date-time"},
    location=PLACE,
    eventStatus={"const": "https://schema.org/EventScheduled"},
    eventAttendanceMode={"const": "https://schema.org/OfflineEventAttendanceMode"},
    organizer=of("Organization", ["url"]),
)
TOLD = {
    "type": "object",
    "properties": {"@context": {"const": "https://schema.org"}, "@graph": {"items": {"anyOf": [HOST, NIGHT]}}},
    "required": ["@context", "@graph"],
}


def told(page):
    """What a search engine reads on a page, once that is what it takes."""
    from jsonschema import Draft202012Validator, FormatChecker  # reads a grammar for two seconds: in this test alone

    (script,) = document_fromstring(page).xpath('//script[@type="application/ld+json"]')
    found = json.loads(script.text)
    Draft202012Validator(TOLD, format_checker=FormatChecker()).validate(found)
    return found["@graph"]


def opened(client, club, **fields):
    Club.objects.filter(pk=club.pk).update(**{**DOOR, **fields})
    copies.clear()
    return unescape(client.get(reverse("league:club", args=[club.slug])).content.decode())


def test_visitor_reads_where_and_when_to_come(client, club):
    make_series(club, name="Fridays", weekday=4, starts_at=time(19, 0), fee=300, guest_fee=400)
    night = next_week(club, name="Fall final", place="Veterans’ hall, 9 Oak Street", fee=300, guest_fee=400)

    page = opened(client, club)

    come = " ".join(page[page.index("Come and play") : page.index("Tonight</h2>")].split())
    assert f"Come at {night.starts_at - timedelta(minutes=15):%-I:%M} " in come.replace("\xa0", " ")
    for words in (
        "You need no partner: we find you one.", "Fall final, at Veterans’ hall, 9 Oak Street", ", Fridays",
        "412 Elm Street", "query=St.%20Hilary%E2%80%99s%20%3C%2Fscript%3E%20hall%2C%20412%20Elm%20Street",
        "$3, guests $4", "Beginners are welcome", 'href="mailto:joan@example.org"', "double-deck tournament",
    ):  # fmt: skip
        assert words in come, words
    assert "Come with a coin. It takes an hour." in opened(
        client, club, how_we_play="Come with a coin. It takes an hour."
    )
    assert opened(client, club, map_link="https://maps.example.org/x").count("https://maps.example.org/x") == 1


def test_search_engines_read_the_club_and_its_nights_but_no_person_and_only_where_it_may_be_found(client, club):
    make_members(club, 3)
    night = next_week(club, name="Fall </script> final")
    next_week(club, name="Away", place="Veterans’ hall, 9 Oak Street")
    assert "ld+json" not in opened(client, club)
    assert "og:" not in opened(client, club, is_findable=True, moved_to="https://cards.example.org/clubs/x/")

    page = opened(client, club, is_findable=True, moved_to="")

    host, *events = told(page)
    text = json.dumps([host, *events])
    assert (host["@type"], host["location"]["address"]) == ("Organization", "412 Elm Street, Springfield, MI 48212")
    assert [(one["@type"], one["name"], one["location"]["name"]) for one in events] == [
        ("Event", "Fall </script> final", "St. Hilary’s </script> hall"), ("Event", "Away", "Veterans’ hall"),
    ]  # fmt: skip
    assert datetime.fromisoformat(events[0]["startDate"]) == night.starts_at
    assert all({"startDate", "location", "name"} <= one.keys() for one in events)
    assert not [name for name in ("Joan", "joan@", "Abernathy") if name in text]
    assert f'<meta property="og:title" content="{club.name}">' in page
    own = client.get(reverse("league:event", args=[club.slug, night.pk])).content.decode()
    assert told(own) == events[:1]
    assert 'property="og:title" content="Fall &lt;/script&gt; final, ' in own


def test_pairs_are_told_to_bring_a_partner(club):
    at = timezone.make_aware(datetime(2026, 12, 1, 19, 0))
    night = Event(format=Event.Format.HALF_MOVE)

    assert first_time_words(club, at, night) == (
        "Come at 6:45 pm and say hello to the director. "
        "It takes a partner: bring one, or ask before, and we look for one."
    )


def test_settings_say_what_is_wrong_beside_the_field_and_keep_what_was_typed(client, club):
    client.force_login(make_user(club, "admin"))
    address = reverse("league:front_door", args=[club.slug])
    sent = {
        "client_id": "door",
        **DOOR,
        "hall": "Hall",
        "cost": "$3",
        "first_time": "",
        "how_we_play": "",
        "map_link": "",
    }

    for link in ("javascript:alert(1)", "data:text/html,x", "ftp://example.org/map", "https://", "https://x\n.org y"):
        wrong = client.post(address, {**sent, "map_link": link})
        page = unescape(wrong.content.decode())
        assert (wrong.status_code, "It begins with https://." in page, "412 Elm Street" in page) == (422, True, True), (
            link
        )
    assert client.post(address, {**sent, "street": "a\nb\nc\nd\ne"}).status_code == 422
    assert client.post(address, {**sent, "map_link": "maps.app.goo.gl/x"}).status_code == 302

    club.refresh_from_db()
    assert (club.map_link, club.street) == ("https://maps.app.goo.gl/x", DOOR["street"])
    assert "hall: Hall" in club.log.order_by("-pk").first().after


def test_picture_is_kept_shown_and_taken_out(client, club):
    client.force_login(make_user(club, "admin"))
    address, shown = (reverse(f"league:{name}", args=[club.slug]) for name in ("change_picture", "club_picture"))
    photo = BytesIO()
    Image.new("RGB", (80, 60), "#246").save(photo, "PNG")
    assert client.get(shown).status_code == 404

    photo.seek(0)
    sent = client.post(address, {"client_id": "one", "words": "Six tables", "file": photo})
    wrong = client.post(address, {"client_id": "two", "words": "Six tables", "file": BytesIO(b"<svg>")})
    assert (sent.status_code, wrong.status_code, "no picture" in wrong.content.decode()) == (302, 422, True)
    assert 'alt="Six tables"' in opened(client, club)
    answer = client.get(shown)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert answer.content[:3] == b"\xff\xd8\xff"

    client.post(reverse("league:take_picture_out", args=[club.slug]), {"client_id": "three"})
    assert not ClubPicture.objects.exists()
