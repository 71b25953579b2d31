"""The notice of an evening: written from its cards, typed over, published, printed, mailed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.evening.events.deeds import close_event, reopen_event
from league.models import Club, Entrant, Event, LedgerRow, Letter, LogLine, Member, Notice, Prize
from league.office.clubs.mail import sender
from league.office.members.deeds.privacy import show_initials
from league.office.members.links import NOTICES, token_of
from league.season.notices.blocks import digest_of
from league.season.notices.night import Night
from league.season.notices.pdfs import print_notice
from league.season.notices.prose import written
from league.season.notices.reading import read_night
from tests.lasting import lasting
from tests.league.evening.money.evening import close, correct, fresh, played_evening
from tests.league.makers import (
    acting_as,
    close_with_sums,
    make_club,
    make_entrants,
    make_event,
    make_final,
    make_pairs,
    make_round,
    make_series,
    make_user,
    start_now,
)
from tests.league.season.notices.post import deliver
from tests.league.season.seasons.played import correct as correct_sums
from tests.league.season.seasons.played import opened, played_night
from tests.responses import words_of
from tests.sampling import sample
from tests.scoring.score_card.pdf_reading import SIZES, sizes_of, struck_tags, text_of, unset
from tests.scoring.score_card.pdf_reading import words_of as words_on_paper

pytestmark = pytest.mark.django_db
TO = ("a@example.org", "b@example.org")
WON = (
    "Joan Pruitt and Lois Beckett shared first place with 50 points each, "
    "12 ahead of Ruth Abernathy and Marge Delgado, who shared third place."
)


@pytest.fixture(scope="module")
def lasting_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    with lasting(django_db_blocker):
        yield close(played_evening(make_club()))


@pytest.fixture
def event(lasting_event: Event, db: None) -> Event:
    return fresh(lasting_event)


@pytest.fixture
def club(request: pytest.FixtureRequest, db: None) -> Club:
    """The event's, or one where nothing was played yet."""
    return request.getfixturevalue("event").club if "event" in request.fixturenames else make_club()


@pytest.fixture
def director(client: Client, club: Club) -> Client:
    client.force_login(make_user(club, "director"))
    return client


def address(name: str, event: Event) -> str:
    return reverse(f"league:{name}", args=[event.club.slug, event.pk])


def send(client: Client, name: str, event: Event, **body: Any) -> str:
    """What the page says that answers."""
    return words_of(client.post(address(name, event), {"client_id": uuid4().hex, **body}, follow=True))


def shown(client: Client, event: Event) -> str:
    return words_of(client.get(address("notice", event)))


def block_address(name: str, event: Event, key: str = "winners") -> str:
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, key])


def tap(client: Client, name: str, event: Event, key: str = "winners", **body: Any) -> str:
    """What the page says that answers something about one paragraph."""
    return words_of(client.post(block_address(name, event, key), {"client_id": uuid4().hex, **body}, follow=True))


def seen_in(client: Client, event: Event, key: str = "winners") -> str:
    return str(client.get(block_address("change_block", event, key)).context["form"]["seen"].value())


def type_text(client: Client, event: Event, text: str, key: str = "winners") -> str:
    return tap(client, "change_block", event, key, text=text, seen=seen_in(client, event, key))


def put_right(event: Event) -> Event:
    """Another player wins after a correction."""
    reopen_event(event=event, acting=acting_as(), client_id="again", reason="a figure")
    correct(event, 2, 1, meld={"NS": 10, "EW": 0})
    close_event(event=fresh(event), acting=acting_as(), client_id="closed again")
    return fresh(event)


def draft_of(night: Night) -> str:
    """The whole text, as the ledger writes it."""
    return "\n\n".join(written(night).values())


# -- what it says --------------------------------------------------------------------------


def test_figures_are_those_of_the_ledger(event: Event):
    night = read_night(event)
    totals: dict[str, int] = {}
    for row in LedgerRow.objects.filter(event=event).select_related("entrant"):
        totals[row.entrant.name] = totals.get(row.entrant.name, 0) + row.points

    assert {one.name: one.total for one in night.places} == totals
    assert {one.name: one.place for one in night.places} == dict(event.ledger.values_list("entrant__name", "place"))
    assert draft_of(night).split("\n\n") == [
        WON,
        "The high hand was 35 points, by Joan Pruitt & Lois Beckett.",
        "Eight players played one round at two tables.",
    ]


def test_an_evening_of_pairs_tells_pairs(club: Club):
    event = make_event(club, format="round_robin", book="st-hilary", rounds_planned=1)
    people = [one for pair in make_pairs(event, 4) for one in pair]
    seats = [people[0], people[2], people[1], people[3], people[4], people[6], people[5], people[7]]
    close_with_sums(start_now(make_round(event, seats)), [(100, 40), (70, 55)])

    night = read_night(close(fresh(event)))

    assert [(one.place, one.name, one.total) for one in night.places] == [
        (1, "Ruth Abernathy & Walt Kowalski", 100), (2, "Joan Pruitt & Hank Ostrowski", 70),
        (3, "Lois Beckett & Vern Talbot", 55), (4, "Marge Delgado & Ed Lindqvist", 40),
    ]  # fmt: skip
    assert draft_of(night).startswith("Ruth Abernathy & Walt Kowalski won the night with 100 points, 30 ahead of Joan")
    assert "Eight players played one round at two tables." in draft_of(night)
    assert "high hand" not in draft_of(night)  # these tables handed in their totals alone


def test_a_final_has_the_places_of_the_ledger():
    event = make_final([(60, 30), (50, 20)], final_places=4, final_carries=False)
    event.entrants.filter(number__in=(2, 4, 6, 8)).update(last_round=1)
    Event.objects.filter(pk=event.pk).update(cut_after=1)
    event = Event.objects.select_related("club").get(pk=event.pk)
    finalists = list(event.entrants.filter(number__in=(1, 3, 5, 7)))
    close_with_sums(start_now(make_round(event, finalists, number=2)), [(11, 9)])

    night = read_night(close(event))

    assert {one.name: one.place for one in night.places} == dict(
        event.ledger.order_by().values_list("entrant__name", "place")
    )
    assert [one.total for one in night.places] == [11, 11, 9, 9, 30, 30, 20, 20]
    assert draft_of(night).startswith("Ruth Abernathy and Joan Pruitt shared first place with 11 points each, only two")
    assert "The best four went into the final from zero." in draft_of(night)


def test_firsts_records_and_who_is_new_are_told_from_the_evenings_before(club: Club):
    people = make_entrants(make_event(club, played_on=date(2026, 1, 1), starts_at=week(-40)), 8)
    for number in range(5):
        quick_night(club, number, people[:4], (100, 90))
    Member.objects.filter(pk__in=[one.member_id for one in people]).update(created_at=week(-40))
    Member.objects.filter(pk=people[6].member.pk).update(created_at=week(5))

    LedgerRow.objects.filter(entrant__name="Walt Kowalski", event__starts_at=week(2)).update(
        facts={"made": 99, "pinochle_1": 99}
    )
    tonight = quick_night(club, 5, [people[4], people[1], people[6], people[3]], (60, 120))
    facts = {"made": 1, "skunks": 1, "pinochle_1": 1, "aces_2": 1}
    tonight.ledger.filter(entrant__name__in=("Walt Kowalski", "Lois Beckett")).update(facts=facts)

    says = draft_of(read_night(tonight))

    assert (
        "Milestones in the club’s records: Walt Kowalski’s first win, 100th bid made, first skunk, 100th pinochle and "
        "first double aces around; Ed Lindqvist’s first win."
    ) in says  # on a first night, such as Lois Beckett’s, everything is a first
    assert "the old mark was 100" in says or "high round" not in says
    assert "Welcome to Lois Beckett, who played here for the first time." in says
    assert "Welcome to" not in says.replace("Welcome to Lois Beckett,", "")


def week(number: int) -> datetime:
    return datetime(2026, 9, 1, 19, tzinfo=UTC) + timedelta(weeks=number)


def quick_night(club: Club, number: int, who: list[Entrant], sums: tuple[int, int]) -> Event:
    """A closed evening of one table."""
    at = week(number)
    event = make_event(club, book="st-hilary", rounds_planned=1, played_on=at.date(), starts_at=at)
    seated = [
        Entrant.objects.create(event=event, member=one.member, number=place, name=one.name, state="here")
        for place, one in enumerate(who, start=1)
    ]
    close_with_sums(start_now(make_round(event, seated)), [sums])
    return close(fresh(event), f"close-{number}")


def test_the_next_night_is_told(club: Club, event: Event):
    series = make_series(club)
    Event.objects.filter(pk=event.pk).update(series=series)

    assert draft_of(read_night(fresh(event))).endswith("We meet every Tuesday at 7:00 pm.")

    never_held, over, to_come = date(2026, 11, 18), date(2037, 12, 8), date(2037, 12, 15)
    for day, state in ((never_held, "planned"), (over, "closed"), (to_come, "planned")):
        at = datetime(day.year, day.month, day.day, 19, tzinfo=UTC)
        make_event(club, series=series, played_on=day, starts_at=at, state=state)
    assert draft_of(read_night(fresh(event))).endswith("We meet again on Tuesday, December 15 at 7:00 pm.")


def test_the_season_is_told_as_it_stood_after_the_night(club: Club):
    series = make_series(club)
    first = played_night(series, 0, [(60, 20), (50, 30)])
    opened(club)
    first = correct_sums(first, (70, 20), (50, 30))
    second = played_night(series, 1, [(10, 90), (40, 40)])

    after_first = (
        "After this night, Ruth Abernathy and Marge Delgado stand level in first place in Winter with 70 points, "
        "followed by Joan Pruitt (50 points)."
    )
    assert after_first in draft_of(read_night(first))
    says = draft_of(read_night(second))
    assert "Walt Kowalski and Ed Lindqvist stand level in first place in Winter with 110 points" in says

    for day in range(9):  # planned, and never held
        make_event(club, starts_at=second.starts_at - timedelta(days=1, minutes=day))
    played_night(series, 2, [(80, 20), (40, 40)])
    correct_sums(second, (20, 90), (40, 40))
    assert after_first in draft_of(read_night(fresh(first)))


def test_prizes_are_told_as_with_the_results_and_follow_a_correction(
    director: Client, club: Club, django_assert_max_num_queries: Callable[..., Any]
):
    event = played_evening(club)
    Prize.objects.create(event=event, kind="high_hand", amount=500)
    Prize.objects.create(event=event, kind="high_round", amount=500, at_least=500)  # which nobody won
    event = close(event)

    with django_assert_max_num_queries(32):
        says = shown(director, event)
    assert "The prize: high hand to Joan Pruitt and Lois Beckett ($2.50 each)." in says

    reopen_event(event=event, acting=acting_as(), client_id="again", reason="a figure")
    correct(event, 1, 1, meld={"NS": 30, "EW": 4})
    close_event(event=fresh(event), acting=acting_as(), client_id="closed again")
    assert "The prize: high hand to Ruth Abernathy and Marge Delgado ($2.50 each)." in shown(director, event)


@pytest.mark.parametrize("nights", [1, sample(3, 6)])
def test_the_page_asks_as_much_whatever_was_played(
    director: Client, club: Club, nights: int, django_assert_max_num_queries: Callable[..., Any]
):
    event = close(played_evening(club))
    for number in range(1, nights):
        people = list(event.entrants.all())
        quick_night(club, number, people[:4], (10, 5))

    with django_assert_max_num_queries(17):
        director.get(address("notice", event))


# -- who reads it --------------------------------------------------------------------------


def test_only_directors_see_it_before_it_is_published(director: Client, event: Event):
    stranger = Client()
    assert WON not in shown(stranger, event)
    assert stranger.get(address("notice_pdf", event)).status_code == 404
    assert WON in shown(director, event)
    assert address("notice", event) not in stranger.get(address("event", event)).content.decode()

    assert "Everybody can read the notice now." in send(director, "publish_notice", event)

    assert WON in shown(stranger, event)
    assert address("notice", event) in stranger.get(address("event", event)).content.decode()
    assert event.name in words_of(stranger.get(reverse("league:notices", args=[event.club.slug])))

    send(director, "publish_notice", event, off="yes")
    assert WON not in shown(stranger, event)


def test_an_open_evening_has_no_notice(director: Client, event: Event):
    send(director, "publish_notice", event)
    reopen_event(event=event, acting=acting_as(), client_id="again", reason="one card is missing")

    assert "The director opened this event again" in shown(director, event)
    assert "Close the event first." in send(director, "publish_notice", event, off="yes")


def test_notices_of_a_club_stand_newest_first(director: Client, club: Club, event: Event):
    quick_night(club, 30, list(event.entrants.all())[:4], (10, 5))

    page = director.get(reverse("league:notices", args=[club.slug]))

    assert [when[:11] for _, when, _ in page.context["lines"]] == ["Tue, Mar 30", "Tue, Nov 17"]


# -- what directors do ---------------------------------------------------------------------


HIGH = "The high hand was 35 points, by Joan Pruitt & Lois Beckett."
CORRECTED = "Results corrected since."


def test_what_was_typed_stands_until_somebody_drops_it_and_the_rest_is_written(director: Client, event: Event):
    typed = type_text(director, event, "Joan & Lois shared it. <b>Bravo</b>\r\n\r\nCoffee was free.")
    assert "Joan & Lois shared it. <b>Bravo</b>" in typed
    assert "1 paragraph typed, last by Carol Reyes. The others follow every correction." in typed
    assert WON not in typed
    assert HIGH in typed

    assert "Write it from the results again?" in words_of(director.get(block_address("drop_block", event)))
    assert f"What the results say now {WON}" in words_of(director.get(block_address("change_block", event)))
    assert WON in tap(director, "drop_block", event)
    assert Notice.objects.get().blocks == []
    assert "Coffee was free." in LogLine.objects.get(action="dropped what was typed in").before


def test_a_paragraph_is_taken_out_and_put_back_with_what_was_typed(director: Client, event: Event):
    type_text(director, event, "Joan and Lois did it.")

    tap(director, "show_block", event, off="yes")
    send(director, "publish_notice", event)
    assert "Joan and Lois did it." not in shown(Client(), event)
    assert "Taken out Who won Joan and Lois did it." in shown(director, event)

    tap(director, "show_block", event)
    assert "Joan and Lois did it." in shown(Client(), event)


def test_a_paragraph_of_ones_own_stands_where_it_was_put_and_goes_for_good(director: Client, event: Event):
    added = send(director, "add_block", event, text="Coffee was free.", after="highs")
    assert f"{HIGH} Change : High round and hand Coffee was free." in added
    assert "Type a few words" in send(director, "add_block", event, text=" ", after="")
    assert "Choose one of those shown." in send(director, "add_block", event, text="Tea", after="nowhere")

    assert "Delete this paragraph?" in words_of(director.get(block_address("drop_block", event, "own-1")))
    assert "Coffee was free." not in tap(director, "drop_block", event, "own-1")
    assert "no longer there" in tap(director, "show_block", event, "own-1", off="yes")
    assert director.get(block_address("change_block", event, "own-1")).status_code == 404
    assert director.post(block_address("show_block", event, "weather"), {"client_id": "w"}).status_code == 404


def test_a_notice_takes_so_many_paragraphs_of_ones_own(director: Client, event: Event):
    Notice.objects.create(event=event, blocks=[{"key": f"own-{number}", "text": "Tea"} for number in range(1, 13)])

    assert "A notice takes 12 paragraphs of your own." in send(director, "add_block", event, text="Coffee", after="")


def test_a_text_typed_before_there_were_blocks_stands_in_place_of_all(director: Client, event: Event):
    written_from = digest_of(read_night(event).figures)
    whole = {"key": "whole", "text": "Joan won.\n\nLois came second.", "written_from": written_from}
    Notice.objects.create(event=event, blocks=[whole], changed_by="Ann Poe", is_published=True)

    assert "Joan won. Lois came second." in shown(Client(), event)
    assert HIGH not in shown(Client(), event)
    assert CORRECTED not in shown(Client(), event)
    assert CORRECTED in shown(Client(), put_right(event))
    assert "Joan won." not in tap(director, "drop_block", event, "whole")
    assert "The high hand was 25 points" in shown(Client(), event)


def test_a_name_that_is_hidden_later_is_hidden_in_the_text_too(director: Client, event: Event):
    type_text(director, event, "JOAN PRUITT shared it with Lois Beckett.")

    Member.objects.filter(name="Joan Pruitt").update(initials_only=True)

    assert "J. P. shared it with Lois Beckett." in shown(director, event)


def test_a_name_that_is_shown_in_another_way_is_no_correction(director: Client, event: Event):
    type_text(director, event, "Joan Pruitt shared it with Lois Beckett.")
    joan = Member.objects.get(name="Joan Pruitt")

    show_initials(member=joan, initials_only=True, acting=acting_as("admin"), client_id="initials")

    assert "J. P. shared it with Lois Beckett." in shown(director, event)
    assert CORRECTED not in shown(director, event)


def test_a_text_saved_as_it_was_goes_on_following_the_results(director: Client, event: Event):
    type_text(director, event, WON)

    assert Notice.objects.filter(blocks=[]).count() == Notice.objects.count()


def test_a_correction_shows_at_once_and_is_told_where_somebody_typed(director: Client, event: Event):
    type_text(director, event, "Joan and Lois shared it.")
    type_text(director, event, "Eight of us.", "people")
    send(director, "publish_notice", event)
    assert CORRECTED not in shown(Client(), event)

    put_right(event)

    says = shown(Client(), event)
    assert f"Joan and Lois shared it. {CORRECTED}" in says
    assert says.count(CORRECTED) == 2  # there, and in the text to copy
    assert "Joan Pruitt 40" in says
    assert "The results changed after a paragraph was typed." in shown(director, event)
    assert f"Joan and Lois shared it. [{CORRECTED}]" in director.get(address("notice", event)).context["page"]["plain"]
    with unset():
        assert CORRECTED in words_on_paper(print_notice(event.pk, "letter"))
    assert CORRECTED not in type_text(director, event, "Joan and Lois shared it.")  # they did: somebody looked
    assert "shared first place with 40 points each" in tap(director, "drop_block", event)


def test_nobody_saves_over_what_another_typed_or_a_correction_changed(director: Client, event: Event):
    seen, other = seen_in(director, event), seen_in(director, event, "highs")
    type_text(director, event, "The first text.")

    answer = director.post(
        block_address("change_block", event), {"client_id": "two", "text": "The second text.", "seen": seen}
    )

    assert answer.status_code == 409
    assert "This paragraph changed after you opened it." in words_of(answer)
    assert "The second text." in answer.content.decode()
    assert [one["text"] for one in Notice.objects.get().blocks] == ["The first text."]
    put_right(event)
    says = tap(director, "change_block", event, "highs", text="35 points", seen=other)
    assert "This paragraph changed after you opened it." in says


@pytest.mark.parametrize(("text", "why"), [(" \n ", "Type a few words"), ("x" * 8_001, "Use up to 8,000 characters")])
def test_a_text_that_cannot_be_is_told_beside_the_field(director: Client, event: Event, text: str, why: str):
    answer = director.post(block_address("change_block", event), {"client_id": "one", "text": text, "seen": "x"})

    assert answer.status_code == 422
    assert why in words_of(answer)


# -- mail ----------------------------------------------------------------------------------


@pytest.fixture
def published(settings: Any, director: Client, event: Event) -> Event:
    settings.MAIL_IS_SET_UP = True
    members = list(event.club.members.order_by("number"))
    for member, mailbox in zip(
        members, ("a@example.org", "b@example.org", "A@example.org", "d@example.org"), strict=False
    ):
        member.email = mailbox
        member.no_notices = mailbox.startswith("d")
        member.save()
    send(director, "publish_notice", event)
    return event


def test_it_is_mailed_once_and_nobody_sees_the_others(director: Client, published: Event):
    asked = words_of(director.get(address("email_notice", published)))
    assert "2 addresses of members" in asked

    says = send(director, "email_notice", published)
    assert "The notice is on its way." in says
    assert "2 waiting." in says
    assert mail.outbox == []
    deliver()
    says = shown(director, published)

    sent, other = mail.outbox
    assert [(each.to, each.cc, each.bcc) for each in mail.outbox] == [([to], [], []) for to in TO]
    assert {each.from_email for each in mail.outbox} == {sender(published.club.name)}
    assert WON in sent.body
    assert "1. Joan Pruitt, 50" in sent.body
    assert f"{settings.PUBLIC_URL}{address('notice', published)}" in sent.body
    assert "Carol Reyes emailed it to 2 addresses" in says
    assert "Carol Reyes already emailed it." in send(director, "email_notice", published)
    assert len(mail.outbox) == 2
    assert "4 active members won’t get it: no address is known." in asked
    assert "Ed Lindqvist doesn’t want emails." in asked
    assert stop_address(sent) in sent.body
    assert stop_address(sent) != stop_address(other)


def stop_address(sent: mail.EmailMessage) -> str:
    """Where whoever got a mail says that they want no more."""
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return str(sent.extra_headers["List-Unsubscribe"]).strip("<>")


def wants_none(club: Club) -> list[str]:
    return list(club.members.filter(no_notices=True).order_by("number").values_list("name", flat=True))


def test_whoever_gets_it_stops_it_from_the_mail_and_starts_it_again(director: Client, published: Event):
    send(director, "email_notice", published)
    deliver()
    there, club = stop_address(mail.outbox[0]).removeprefix(settings.PUBLIC_URL), published.club
    reader = Client(enforce_csrf_checks=True)

    assert "Stop the emails?" in words_of(reader.get(there))
    assert wants_none(club) == ["Ed Lindqvist"]
    stopped = reader.post(there, {"client_id": "stop", "wanted": "False"}, follow=True)

    assert "The notices are stopped" in words_of(stopped)
    assert wants_none(club) == ["Ruth Abernathy", "Marge Delgado", "Ed Lindqvist"]  # who share an address
    assert LogLine.objects.get(action="stopped the notices by email").subject == "Ruth Abernathy and Marge Delgado"
    asked = words_of(director.get(address("email_notice", published)))
    assert "Ruth Abernathy, Marge Delgado and Ed Lindqvist don’t want emails." in asked
    assert "Stop the emails?" in words_of(reader.post(there, {"client_id": "on", "wanted": "True"}, follow=True))
    assert wants_none(club) == ["Ed Lindqvist"]


def test_mail_programs_stop_it_by_one_post_without_a_form_and_no_other_link_does(director: Client, published: Event):
    send(director, "email_notice", published)
    deliver()
    there, club = stop_address(mail.outbox[1]).removeprefix(settings.PUBLIC_URL), published.club
    stranger = Client(enforce_csrf_checks=True)

    answers = [stranger.post(there, {"List-Unsubscribe": "One-Click"}).status_code for _ in range(2)]

    assert answers == [200, 200]
    assert wants_none(club) == ["Walt Kowalski", "Ed Lindqvist"]
    marge = club.members.get(number=3)
    forged = there.replace(f"/{club.members.get(number=2).pk}/", f"/{marge.pk}/")
    assert [stranger.get(forged).status_code, stranger.post(forged, {"List-Unsubscribe": "One-Click"}).status_code] == [
        404,
        404,
    ]
    Member.objects.filter(pk=marge.pk).update(is_anonymous=True)
    gone = reverse("league:notices_by_email", args=[club.slug, marge.pk, token_of(marge, NOTICES)])
    assert stranger.get(gone).status_code == 404


def test_who_writes_notices_reads_what_became_of_each_email(
    director: Client, published: Event, monkeypatch: pytest.MonkeyPatch
):
    send(director, "email_notice", published)
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", out_of_order)
        deliver()

    assert "Carol Reyes had it emailed" in shown(director, published)
    assert "2 waiting." in shown(director, published)
    emails = words_of(director.get(address("notice_emails", published)))
    assert "Ruth Abernathy The mail server didn’t answer. Next try:" in emails
    assert "@" not in emails

    Letter.objects.filter(member__name="Ruth Abernathy").update(state="failed", why="refused")
    assert "1 waiting, 1 not sent." in shown(director, published)
    assert "Some emails not sent" in words_of(director.get(reverse("league:notices", args=[published.club.slug])))
    assert "The mail server refused it. Check the address in the member list." in words_of(
        director.get(address("notice_emails", published))
    )
    assert "2 waiting." in send(director, "email_notice_again", published)
    assert "There’s nothing left to try again." in send(director, "email_notice_again", published)

    Letter.objects.update(next_try_at=timezone.now())
    deliver()
    assert "Carol Reyes emailed it to 2 addresses" in shown(director, published)
    assert [each.to for each in mail.outbox] == [["a@example.org"], ["b@example.org"]]


def out_of_order(*_: object) -> int:
    raise OSError("no route")


@pytest.mark.parametrize("number", [1, sample(7, 40)])
def test_the_emails_page_asks_as_much_for_any_number(
    director: Client, published: Event, number: int, django_assert_max_num_queries: Callable[..., Any]
):
    send(director, "email_notice", published)
    notice, member = Notice.objects.get(), published.club.members.first()
    Letter.objects.bulk_create(
        Letter(notice=notice, member=member, asked_at=timezone.now(), next_try_at=timezone.now()) for _ in range(number)
    )

    with django_assert_max_num_queries(7):
        director.get(address("notice_emails", published))


def test_nothing_is_mailed_that_is_not_published(director: Client, event: Event, settings: Any):
    assert "Email isn’t set up on this server." in send(director, "email_notice", event)

    settings.MAIL_IS_SET_UP = True
    assert "Publish the notice first" in send(director, "email_notice", event)


# -- paper ---------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.soak)])
def test_paper_says_what_the_page_says(event: Event, paper: str):
    caches["pdfs"].clear()

    content = print_notice(event.pk, paper)

    says = " ".join(text_of(content).split())
    assert WON in says
    for one in read_night(event).places:
        assert f"{one.place} {one.name} {str(one.total).replace('-', '−')}" in says
    assert sizes_of(content) == {SIZES[paper]}
    tags, kinds = struck_tags(content)
    assert tags == kinds > 20


def test_when_it_was_published_is_kept(director: Client, event: Event):
    send(director, "publish_notice", event)

    published_at = Notice.objects.get().published_at
    assert published_at is not None
    assert abs(published_at - timezone.now()) < timedelta(minutes=1)


def test_the_way_to_the_win_is_not_told_where_a_credit_changes_with_every_round(club: Club):
    event = played_night(make_series(club), 0, [(60, 20), (50, 30)], [(60, 20), (50, 30)], [(10, 99), (50, 40)])
    winner = read_night(event).places[0]
    assert (winner.name, winner.before_last, winner.won_all) == ("Joan Pruitt", 3, True)

    ida = Entrant.objects.create(event=event, number=9, name="Ida Moss")
    LedgerRow.objects.create(event=event, round_number=1, entrant=ida, kind="sat_out", points=5, place=9)

    assert read_night(event).places[0].before_last is None
