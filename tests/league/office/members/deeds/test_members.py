import pytest

from league.acting.log import Refused
from league.models import PairRule
from league.office.members.deeds.members import (
    add_pair_rule,
    change_member,
    enter_member,
    next_number,
    remove_pair_rule,
)
from tests.league.makers import acting_as, make_club, make_members

pytestmark = pytest.mark.django_db

Kind = PairRule.Kind


def enter(club, client_id="one", **fields):
    return enter_member(
        club=club, acting=acting_as(), fields={"number": 1, "name": "Ruth", **fields}, client_id=client_id
    )


def change(member, client_id="two", **fields):
    return change_member(member=member, acting=acting_as(), fields=fields, client_id=client_id)


def test_next_number_is_one_more_than_the_highest_of_this_club():
    club, other = make_club(), make_club()
    make_members(other, 7)

    assert next_number(club) == 1
    enter(club, number=41)
    assert next_number(club) == 42


def test_entering_twice_by_one_submission_is_one_member():
    club = make_club()

    first, again = enter(club), enter(club)

    assert first == again
    assert club.members.count() == 1
    assert [line.action for line in club.log.all()] == ["entered a member"]


def test_submission_that_comes_again_with_other_words_is_refused():
    club = make_club()
    enter(club)

    with pytest.raises(Refused, match="already sent"):
        enter(club, name="Walt", number=2)


def test_number_that_somebody_has_is_refused_with_the_next_free_one():
    club = make_club()
    enter(club, number=14, name="Walt")

    with pytest.raises(Refused, match="Walt has number 14 already"):
        enter(club, client_id="two", number=14)


def test_the_same_number_in_another_club_is_free():
    enter(make_club(), number=14)

    assert enter(make_club(), number=14).number == 14


def test_change_is_logged_with_before_and_after():
    club = make_club()
    member = enter(club)

    change(member, name="Ruth Abernathy", cannot_move=True)

    line = club.log.first()
    assert (line.action, line.subject) == ("changed a member", "1 Ruth Abernathy")
    assert line.before == "name: Ruth; stays at one table: no"
    assert line.after == "name: Ruth Abernathy; stays at one table: yes"


def test_notes_and_contacts_stand_in_no_log():
    club = make_club()
    member = enter(club, director_notes="deaf in one ear")

    change(member, director_notes="very deaf", phone="555 0100")

    told = " ".join(f"{line.subject} {line.before} {line.after}" for line in club.log.all())
    assert "deaf" not in told
    assert "555" not in told
    assert "directors’ notes changed" in told


def test_change_that_changes_nothing_writes_no_line():
    club = make_club()
    member = enter(club)

    change(member, name="Ruth")

    assert club.log.count() == 1


def test_change_sent_twice_does_not_undo_what_came_between():
    member = enter(make_club())
    change(member, client_id="two", name="Ruth A")
    change(member, client_id="three", name="Ruth B")

    change(member, client_id="two", name="Ruth A")

    member.refresh_from_db()
    assert member.name == "Ruth B"


# -- pairs -------------------------------------------------------------------------------


def pair(first, second, kind=Kind.NOT_PARTNERS, client_id="pair"):
    return add_pair_rule(first=first, second=second, kind=kind, acting=acting_as(), client_id=client_id)


def test_pair_is_kept_in_order_whichever_way_it_was_entered():
    one, two = make_members(make_club(), 2)

    rule = pair(two, one)

    assert (rule.first, rule.second) == (one, two)
    assert pair(one, two) == rule
    assert PairRule.objects.count() == 1


@pytest.mark.parametrize("kind", [Kind.NEVER_MEET, Kind.PARTNERS])
def test_second_rule_for_a_pair_is_refused(kind):
    one, two = make_members(make_club(), 2)
    pair(one, two)

    with pytest.raises(Refused, match="You already have this: Ruth Abernathy and Walt Kowalski do not partner"):
        pair(one, two, kind, "other")


def test_nobody_always_partners_two_people():
    one, two, three = make_members(make_club(), 3)
    pair(one, two, Kind.PARTNERS)

    with pytest.raises(Refused, match="always partner two"):
        pair(three, two, Kind.PARTNERS, "other")


def test_nobody_is_a_pair_alone_or_with_another_club():
    (one,), (foreign,) = make_members(make_club(), 1), make_members(make_club(), 1)

    with pytest.raises(Refused, match="two different"):
        pair(one, one)
    with pytest.raises(Refused, match="different clubs"):
        pair(one, foreign)


def test_pair_that_is_taken_out_is_gone_and_logged():
    one, two = make_members(make_club(), 2)

    remove_pair_rule(rule=pair(one, two), acting=acting_as(), client_id="out")

    assert PairRule.objects.count() == 0
    assert one.club.log.first().action == "deleted a pair"
