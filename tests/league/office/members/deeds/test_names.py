"""Two people of one name carry what tells them apart wherever the name stands; a name of one's own stands alone."""

import pytest

from league.evening.check_in.deeds.roll import add_walk_in, check_in
from league.models import Club, Event, LogLine, Member, RoundSeat
from league.office.members.deeds.members import change_member, enter_member
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.season.merging.deeds import merge_members
from tests.league.evening.money.evening import close, played_evening, with_prizes
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_members, make_round, start_now
from tests.league.office.members.deeds.test_privacy import where

pytestmark = pytest.mark.django_db


def enter(club: Club, number: int, name: str = "Ann Lee", **more: object) -> Member:
    fields = {"number": number, "name": name, **more}
    return enter_member(club=club, acting=acting_as(), fields=fields, client_id=f"enter-{number}")


def called(club: Club) -> list[str]:
    return [member.called for member in club.members.all()]


def test_a_second_one_gives_both_their_number():
    club = make_club()
    enter(club, 3)

    alone = called(club)
    enter(club, 17, "ann  lee")

    assert (alone, called(club)) == (["Ann Lee"], ["Ann Lee (3)", "ann  lee (17)"])


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({"name": "Ann B. Lee"}, ["Ann Lee", "Ann B. Lee"]),
        ({"name": "Al Loy", "initials_only": True}, ["Ann Lee", "A. L."]),
        ({"initials_only": True}, ["Ann Lee (3)", "A. L. (17)"]),
        ({"name": "Ann Kim", "short_name": "Ann"}, ["Ann Lee", "Ann"]),
        ({"name": "Ann Lee (2)"}, ["Ann Lee", "Ann Lee (2)"]),
    ],
)
def test_only_the_same_words_are_told_apart(other, expected):
    club = make_club()
    enter(club, 3)

    enter(club, 17, **other)

    assert called(club) == expected


def test_short_names_are_told_apart_by_themselves():
    club = make_club()
    enter(club, 3, short_name="Ann")
    enter(club, 17, "Ann Kim", short_name="Ann")

    assert [(str(one), one.called) for one in club.members.all()] == [("Ann Lee", "Ann (3)"), ("Ann Kim", "Ann (17)")]


def test_a_name_of_ones_own_loses_the_number():
    club = make_club()
    first, second, third = enter(club, 3), enter(club, 17), enter(club, 20)

    change_member(member=second, fields={"name": "Ann B. Lee"}, acting=acting_as(), client_id="renamed")
    renamed = called(club)
    change_member(member=first, fields={"number": 4}, acting=acting_as(), client_id="number")
    numbered = called(club)
    make_anonymous(member=third, acting=acting_as(), client_id="gone")

    assert renamed == ["Ann Lee (3)", "Ann B. Lee", "Ann Lee (20)"]
    assert numbered == ["Ann Lee (4)", "Ann B. Lee", "Ann Lee (20)"]
    assert called(club) == ["Ann Lee", "Ann B. Lee", "Former member 20"]


def test_one_person_entered_twice_is_one_again():
    club = make_club()
    first, second = enter(club, 3), enter(club, 17)

    merge_members(kept=first, gone=second, acting=acting_as(), client_id="merge")

    assert called(club)[0] == "Ann Lee"


def test_the_evening_its_cards_and_the_log_follow_when_a_second_one_walks_in():
    event = make_event()
    first = enter(event.club, 1)
    here = check_in(event=event, member=first, acting=acting_as(), client_id="in")
    make_members(event.club, 3)
    start_now(make_round(event, [here, *make_entrants(event, 3)]))

    guest = add_walk_in(event=event, name="Ann Lee", acting=acting_as(), client_id="walk-in")

    there = RoundSeat.objects.select_related("entrant", "table__card").get(entrant__member=first)
    assert (there.entrant.called, guest.called) == ("Ann Lee (1)", f"Ann Lee ({guest.number})")
    assert there.table.card.player_names[there.seat] == "Ann Lee (1)"
    assert LogLine.objects.get(action="added the guest").subject == f"Ann Lee ({guest.number})"


def test_a_new_name_stands_on_tonights_list_and_not_on_those_of_evenings_that_are_over():
    club = make_club()
    member = enter(club, 3)
    over, tonight = make_event(club), make_event(club)
    for event in (over, tonight):
        check_in(event=event, member=member, acting=acting_as(), client_id=f"in-{event.pk}")
    Event.objects.filter(pk=over.pk).update(state="closed")

    change_member(member=member, fields={"name": "Ann B. Lee"}, acting=acting_as(), client_id="renamed")

    assert [str(event.entrants.get()) for event in (over, tonight)] == ["Ann Lee", "Ann B. Lee"]


def test_sheet_of_a_closed_evening_names_winners_by_initials():
    event = played_evening()
    with_prizes(event)
    close(event)
    ruth, joan = (Member.objects.select_related("club").get(number=number) for number in (1, 5))
    assert "CashSheet" in where("Joan Pruitt")

    for member in (ruth, joan):
        show_initials(member=member, initials_only=True, acting=acting_as(), client_id=f"initials {member.pk}")

    assert where("Joan Pruitt") | where("Ruth Abernathy") == {"Member"}
    show_initials(
        member=Member.objects.select_related("club").get(pk=joan.pk),
        initials_only=False,
        acting=acting_as(),
        client_id="name",
    )
    assert "CashSheet" in where("Joan Pruitt")
