"""What becomes of people at home while their evening is in the hall holds when it comes back."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.acting.seals import first_fault, seal_all
from league.evening.check_in.deeds.roll import add_walk_in, check_in
from league.evening.coming.deeds import say
from league.evening.events.deeds import change_series
from league.models import Coming, Entrant, Event, Fetched, LogLine, Member, Notice, OneTimeLink, RoundSeat
from league.office.clubs.deeds.one_time_links import keep_link, use_invitation
from league.office.members.deeds.deleting import delete_member
from league.office.members.deeds.members import change_member
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.outside.hall.deeds import take_back, write_back
from league.season.merging.deeds import merge_members, split_member
from scoring.models import ScoreCard
from tests.league.makers import By, fresh
from tests.league.outside.hall.evenings import ADMIN, World, brought, in_the_hall, play

pytestmark = pytest.mark.django_db
BY: By = {"acting": ADMIN, "client_id": "tap"}


def member(world: World, number: int) -> Member:
    return world.event.club.members.get(number=number)


def walk_in(event: Event) -> None:
    """Number 9, who isn't expected, comes; then the evening is played."""
    check_in(event=event, member=event.club.members.get(number=9), **BY)
    play(event)


def number_of(world: World, entrant: int) -> int | None:
    found = Entrant.objects.get(event=world.event, number=entrant).member
    return found.number if found else None


# -- who is who ----------------------------------------------------------------------------


def test_who_was_merged_comes_back_as_the_one_who_stayed_and_can_be_split_again(world: World) -> None:
    merge = merge_members(kept=member(world, 10), gone=member(world, 1), **BY)
    brought(world.back)
    assert number_of(world, 1) == 10
    assert Entrant.objects.get(event=world.event, number=1).name == member(world, 10).name
    split_member(merge=merge, acting=ADMIN, client_id="split")
    assert number_of(world, 1) == 1


def test_both_who_were_merged_stay_where_both_played(world: World) -> None:
    merge_members(kept=member(world, 1), gone=member(world, 9), **BY)
    brought(in_the_hall(world.file, walk_in))
    assert [number_of(world, one) for one in (1, 9)] == [1, 9]


def test_a_chain_of_merged_ones_leads_to_the_last(world: World) -> None:
    merge_members(kept=member(world, 9), gone=member(world, 1), **BY)
    merge_members(kept=member(world, 10), gone=member(world, 9), acting=ADMIN, client_id="second")
    brought(world.back)
    assert number_of(world, 1) == 10


def test_a_walk_in_who_was_made_anonymous_is_forgotten_again(world: World) -> None:
    walk_in_played = in_the_hall(world.file, walk_in)
    name = member(world, 9).name
    make_anonymous(member=member(world, 9), **BY)
    brought(walk_in_played)
    entrant = Entrant.objects.get(event=world.event, number=9)
    assert (entrant.name, entrant.member) == ("Former member 9", member(world, 9))
    of_evening = LogLine.objects.filter(event=world.event).values_list("subject", "before", "after")
    assert not [line for line in of_evening if name in str(line)]
    assert not ScoreCard.objects.filter(player_names__icontains=name).exists()
    assert first_fault(fresh(world.event)) == ""


def test_what_home_writes_meanwhile_and_whom_it_forgets_stay_so_however_often_the_hall_sends(world: World) -> None:
    club, carol = world.event.club, world.event.club.roles.get().user
    about = {"club": club, "event": fresh(world.event), "role": "helper", "made_by": carol}
    link = keep_link(OneTimeLink.Kind.EVENING, "secret", **about)
    use_invitation(link=link, user=None, account={"name": "Ida Moss"}, device="", client_id="join")
    make_anonymous(member=member(world, 9), **BY)
    for file in twice_from_the_hall(world, walk_in):
        brought(file)
        assert first_fault(fresh(world.event)) == ""
    line = LogLine.objects.get(action="directs this evening too")
    assert (line.who, line.subject) == ("Ida Moss", f"Ida Moss, {world.event}")
    assert first_fault(club) == ""


def twice_from_the_hall(world: World, do: Callable[[Event], object]) -> list[bytes]:
    """What goes home while it is played, and then the last of it."""
    sent = io.BytesIO()

    def send_and_go_on(there: Event) -> None:
        do(there)
        Fetched.objects.update(version=1)
        write_back(Fetched.objects.get(event=there), sent, is_last=False)

    last = in_the_hall(world.file, send_and_go_on)
    return [sent.getvalue(), last]


def test_a_name_that_home_took_out_of_the_log_stays_out(world: World) -> None:
    line = LogLine.objects.filter(event=world.event).earliest("pk")
    ninth = member(world, 9)
    name = ninth.name
    line.reason = f"{name} asked for it"
    line.save()
    lines = LogLine.objects.filter(event=world.event).order_by("pk")
    LogLine.objects.bulk_update(seal_all(lines), ["said", "digest", "salt"])
    make_anonymous(member=ninth, **BY)
    brought(world.back)
    assert not LogLine.objects.filter(event=world.event, reason__contains=name).exists()
    assert LogLine.objects.filter(event=world.event, reason__contains="Former member 9").exists()


def test_a_walk_in_who_was_deleted_comes_back_as_a_guest(world: World) -> None:
    walk_in_played = in_the_hall(world.file, walk_in)
    name = member(world, 9).name
    delete_member(member=member(world, 9), **BY)
    brought(walk_in_played)
    found = Entrant.objects.get(event=world.event, number=9).member
    assert found is not None
    assert (found.name, found.number, found.is_guest) == (name, 11, True)


def test_who_is_on_the_list_is_not_deleted_and_not_made_anonymous(world: World) -> None:
    with pytest.raises(Refused, match="are on the list of an event"):
        delete_member(member=member(world, 1), **BY)
    with pytest.raises(Refused, match="is on the list of"):
        make_anonymous(member=member(world, 1), **BY)


def test_names_and_numbers_are_those_of_home(world: World) -> None:
    change_member(member=member(world, 1), fields={"name": "Ruth Moss", "number": 77}, **BY)
    show_initials(member=member(world, 2), initials_only=True, acting=ADMIN, client_id="initials")
    brought(world.back)
    people = {one.member.number: one.name for one in world.event.entrants.select_related("member") if one.member}
    assert (people[77], people[2]) == ("Ruth Moss", "W. K.")
    card = RoundSeat.objects.get(entrant__event=world.event, entrant__number=1).table.card
    assert card is not None
    assert "Ruth Moss" in card.player_names.values()
    assert first_fault(fresh(world.event)) == ""


def test_guests_get_free_numbers_and_names_that_are_told_apart(world: World) -> None:
    def guests(there: Event) -> None:
        add_walk_in(event=there, name="Otis Greer", **BY)
        play(there)

    back = in_the_hall(world.file, guests)
    somebody = Member.objects.create(club=world.event.club, number=11, name="Otis Greer")
    brought(back)
    guest = Member.objects.get(name="Otis Greer", is_guest=True)
    assert (guest.number, guest.public_name) == (12, "Otis Greer (12)")
    somebody.refresh_from_db()
    assert somebody.public_name == "Otis Greer (11)"
    assert world.event.entrants.get(member=guest).name == "Otis Greer (12)"


# -- answers at home -----------------------------------------------------------------------


@pytest.fixture
def next_week(world: World) -> Event:
    """The evening, as it will be."""
    ahead = timezone.localdate() + timedelta(days=7)
    Event.objects.filter(pk=world.event.pk).update(played_on=ahead, starts_at=timezone.now() + timedelta(days=7))
    return fresh(world.event)


def listed(event: Event) -> set[int]:
    return {one for one in event.entrants.values_list("member__number", flat=True) if one}


def test_an_answer_after_the_lending_is_a_word_alone_and_the_list_follows_it_once_it_is_back(
    world: World, next_week: Event
) -> None:
    next_week.entrants.filter(number=1).update(state="expected")
    lines = list(LogLine.objects.filter(event=next_week).values_list("pk", flat=True))
    say(event=next_week, member=member(world, 9), says=Coming.Says.COMING, acting=ADMIN, client_id="yes")
    say(event=next_week, member=member(world, 1), says=Coming.Says.NOT_COMING, acting=ADMIN, client_id="no")
    assert listed(next_week) == set(range(1, 9))
    assert list(LogLine.objects.filter(event=next_week).values_list("pk", flat=True)) == lines
    assert LogLine.objects.get(client_id="yes").subject.endswith(f", {next_week}")

    take_back(event=next_week, acting=ADMIN, client_id="take", name="Tuesdays")

    assert listed(fresh(next_week)) == set(range(2, 10))


def test_an_answer_stays_a_word_where_the_evening_was_played_meanwhile(world: World, next_week: Event) -> None:
    say(event=next_week, member=member(world, 9), says=Coming.Says.COMING, acting=ADMIN, client_id="yes")
    brought(world.back)
    assert listed(fresh(next_week)) == set(range(1, 9))
    assert Coming.objects.get(event=next_week).member == member(world, 9)


def test_notices_and_watch_links_of_home_stay(world: World) -> None:
    Notice.objects.create(event=world.event, blocks=[])
    Entrant.objects.filter(event=world.event, number=1).update(watch_nonce="theirs")
    brought(world.back)
    assert Notice.objects.filter(event=world.event).exists()
    assert Entrant.objects.get(event=world.event, number=1).watch_nonce == "theirs"


def test_a_changed_series_passes_over_a_night_in_the_hall(world: World) -> None:
    series = world.event.series
    assert series is not None
    Event.objects.filter(pk=world.event.pk).update(state=Event.State.PLANNED)
    change_series(series=series, answers={"coming": "yes-0"}, minutes=50, **BY)
    series.refresh_from_db()
    assert (series.minutes, fresh(world.event).minutes) == (50, world.event.minutes)


def test_a_name_put_right_in_the_hall_is_put_right_at_home(world: World) -> None:
    files = list[bytes]()

    def guest(there: Event) -> None:
        entrant = add_walk_in(event=there, name="Otis Grer", **BY)
        fetched = Fetched.objects.get(event=there)
        for name in ("Otis Grer", "Otis Greer"):
            change_member(member=entrant.member, fields={"name": name}, acting=ADMIN, client_id=name)  # type: ignore[arg-type]
            fetched.version += 1
            out = io.BytesIO()
            write_back(fetched, out, is_last=False)
            files.append(out.getvalue())

    in_the_hall(world.file, guest)
    for file in files:
        brought(file)
    assert world.event.entrants.get(is_guest=True).name == "Otis Greer"
    assert Member.objects.get(club=world.event.club, is_guest=True).name == "Otis Greer"
