"""An evening goes to the hall's computer, is played there, and comes back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from league.acting.log import Refused
from league.acting.seals import first_fault
from league.evening.check_in.deeds.roll import add_walk_in
from league.evening.events.deeds import close_event, reopen_event
from league.models import Event, Fetched, HouseRulesVersion, LedgerRow, Lending, LogLine, Role, SecurityLine
from league.office.clubs.reading import may_fetch
from league.office.members.deeds.members import change_member
from league.outside.hall.deeds import (
    KEY_LASTS,
    is_key_of,
    is_open,
    key_of,
    lend,
    officials_of,
    renamed_officials,
    take_back,
)
from league.outside.hall.pages import fetched_words
from league.outside.moving.deeds import stay
from pinochle_club.ground import __version__
from scoring.models import Entry
from tests.league.makers import fresh, make_club, make_user
from tests.league.outside.hall.elsewhere import elsewhere
from tests.league.outside.hall.evenings import ADMIN, World, brought, fetched, in_the_hall, lent, make_evening

pytestmark = pytest.mark.django_db


def test_an_evening_played_in_the_hall_is_the_same_at_home(world: World) -> None:
    assert brought(world.back).is_new
    assert world.event.lendings.get().program == __version__
    home = fresh(world.event)
    assert (home.state, home.lent) == (Event.State.CLOSED, 0)
    assert LedgerRow.objects.filter(event=home).count() == 8
    assert Entry.objects.filter(card__round_table__event_round__event=home).exists()
    assert first_fault(home) == ""


def test_the_same_file_again_changes_nothing(world: World) -> None:
    brought(world.back)
    before = list(LogLine.objects.values_list("pk", flat=True))
    again = brought(world.back)
    assert not again.is_new
    assert "Nothing was changed" in again.says
    assert list(LogLine.objects.values_list("pk", flat=True)) == before


def test_the_hall_knows_who_met_before_and_no_mail_no_phone_no_notes_and_no_account(world: World) -> None:
    with elsewhere():
        event = fetched(world.file).event
        assert event.club.members.count() == 10
        assert {(one.phone, one.email, one.director_notes) for one in event.club.members.all()} == {("", "", "")}
        assert [role.user.first_name for role in event.club.roles.select_related("user")] == ["Carol"]
        earlier = Event.objects.get(series=event.series, state=Event.State.CLOSED)
        assert earlier.rounds.get().tables.count() == 2


def test_earlier_nights_go_along_that_were_played_by_older_rules() -> None:
    event = make_evening()
    older = event.rules
    event.rules = HouseRulesVersion.objects.create(
        house_rules=older.house_rules, number=2, book_version=older.book_version, published_on=event.played_on
    )
    event.save()
    event.series.rules = event.rules
    event.series.save()
    file = lent(event)
    with elsewhere():
        played_by = {one.played_on.day: one.rules.number for one in fetched(file).event.club.events.all()}
    assert played_by == {10: 1, 17: 2}


def test_nothing_of_a_lent_evening_is_changed_at_home_and_it_is_lent_to_one_computer(world: World) -> None:
    with pytest.raises(Refused, match="Another computer has this evening"):
        close_event(event=world.event, acting=ADMIN, client_id="close")
    with pytest.raises(Refused, match="Another computer has this evening"):
        lend(event=world.event, acting=ADMIN, client_id="again")
    assert Lending.objects.count() == 1


def test_what_comes_after_it_was_taken_back_is_kept_beside(world: World) -> None:
    take_back(event=world.event, acting=ADMIN, client_id="take", name="Tuesdays")
    assert "kept beside" in brought(world.back).says
    assert fresh(world.event).state == Event.State.PLANNED
    assert world.event.lendings.get().kept.count() == 1


def test_a_forged_file_is_refused_and_told_to_the_admins(world: World) -> None:
    def otherwise(there: Event) -> None:
        Fetched.objects.update(key="0" * 64)

    with pytest.raises(Refused, match="doesn’t come from the computer"):
        brought(in_the_hall(world.file, otherwise))
    line = SecurityLine.objects.get(what="refused")
    assert (line.about, line.club) == (f"A file for {world.event} by another computer", world.event.club)


def test_officials_have_the_same_code_in_the_hall_each_week(world: World) -> None:
    """By which they fetch the next evening there."""
    out = world.event.lendings.get()
    later = Lending(event=Event.objects.exclude(pk=world.event.pk).get())
    codes = [code for _, code in officials_of(out)]
    assert codes == [code for _, code in officials_of(later)] != []
    with elsewhere():
        role = fetched(world.file).event.club.roles.select_related("user").get()
        assert role.user.check_password(codes[0])


def test_a_file_changes_no_club_that_lives_here(world: World) -> None:
    Lending.objects.all().delete()  # as on another computer with the same club, such as one restored from a copy
    members = list(world.event.club.members.values())
    with pytest.raises(Refused, match="Oak Park lives on this computer itself"):
        fetched(world.file)
    assert list(world.event.club.members.values()) == members


def test_an_account_that_was_in_the_hall_before_keeps_its_password(world: World) -> None:
    with elsewhere():
        own = make_user(make_club(name="Hall Club"), "admin", username="Carol-Reyes")
        there = fetched(world.file)
        role = there.event.club.roles.select_related("user").get()
        assert role.user.username == f"carol-reyes-{there.event.club_id}-here"
        assert role.user.username in fetched_words(there, renamed_officials(there.event.club))
        there.delete()  # lent and fetched again
        fetched(world.file)
        assert list(there.event.club.roles.all()) == [role]
        assert User.objects.get(pk=own.pk).check_password("evening-of-cards")


def test_in_the_hall_the_fetched_evening_alone_is_changed_until_the_club_is_kept_there(world: World) -> None:
    with elsewhere():
        there = fetched(world.file).event
        earlier, at_home = there.club.events.exclude(pk=there.pk).get(), "Oak Park lives at home"
        with pytest.raises(Refused, match=at_home):
            reopen_event(event=earlier, acting=ADMIN, client_id="reopen", reason="A wrong sum")
        with pytest.raises(Refused, match=at_home):
            change_member(member=there.club.members.all()[0], acting=ADMIN, fields={"phone": "1"}, client_id="member")
        add_walk_in(event=there, name="Guest", acting=ADMIN, client_id="guest")
        stay(club=there.club, acting=ADMIN, client_id="stay")
        assert (
            reopen_event(
                event=fresh(earlier), acting=ADMIN, client_id="again", reason="A wrong sum", name="Tuesdays"
            ).closed_at
            is None
        )


def test_the_next_evening_that_is_fetched_signs_nobody_out(world: World) -> None:
    take_back(event=world.event, acting=ADMIN, client_id="take", name="Tuesdays")
    again = lent(fresh(world.event), "again")
    with elsewhere():
        carol = fetched(world.file).event.club.roles.select_related("user").get().user
        fetched(again)
        assert User.objects.get(pk=carol.pk).get_session_auth_hash() == carol.get_session_auth_hash()


def test_an_official_who_is_none_at_home_any_longer_is_none_in_the_hall(world: World) -> None:
    with elsewhere():
        there = fetched(world.file)
        club, carol = there.event.club, there.event.club.roles.get()
        Role.objects.filter(pk=carol.pk).update(kind="admin")
        make_user(club, "director", username="pat-lowe")
        Role.objects.exclude(pk=carol.pk).update(by_code=True)
        own = make_user(club, "director").club_roles.get()
        there.delete()
        fetched(world.file)
        assert {(one.pk, one.kind) for one in club.roles.all()} == {(carol.pk, "director"), (own.pk, "director")}


@pytest.mark.parametrize(("is_public", "may"), [(False, True), (True, False)])
def test_no_server_in_the_internet_fetches(settings: Any, is_public: bool, may: bool) -> None:
    settings.IS_PUBLIC = is_public
    with elsewhere():
        assert may_fetch(AnonymousUser()) is may


def test_what_becomes_of_a_lending_is_told_to_the_admins(world: World) -> None:
    brought(world.back)
    told = set(SecurityLine.objects.filter(what="hall").values_list("about", flat=True))
    assert told == {f"Lent {world.event}", f"Brought {world.event} back"}


def test_a_key_opens_its_own_lending_until_it_is_back_or_the_hall_is_silent_for_three_days(world: World) -> None:
    lending, now = world.event.lendings.select_related("event__club").get(), timezone.now()
    key = key_of(lending)
    others = ("0" * 64, "é", key_of(Lending(event=world.event)))
    assert [is_key_of(lending, one) for one in (key, *others)] == [True, False, False, False]
    assert is_open(lending, now)
    assert is_open(lending, now + KEY_LASTS - timedelta(minutes=1))
    assert not is_open(lending, now + KEY_LASTS)
    lending.heard_at = now + KEY_LASTS
    assert is_open(lending, now + KEY_LASTS)
    take_back(event=world.event, acting=ADMIN, client_id="take", name="Tuesdays")
    assert not is_open(world.event.lendings.get(), now)
    assert SecurityLine.objects.filter(what="refused", about__startswith="A key for").exists()
