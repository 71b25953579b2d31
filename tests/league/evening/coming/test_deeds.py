"""What members say about a night: the newest word holds, and the night's list follows it."""

from datetime import timedelta

import pytest

from league.acting.log import Refused
from league.evening.check_in.deeds.roll import check_in, expect_players, remove_entrant
from league.evening.coming.deeds import match, note_word, renew_link, say
from league.models import Coming
from league.office.members.links import token_of
from tests.league.evening.coming.nights import as_member, next_week
from tests.league.makers import acting_as, make_members

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return next_week()


@pytest.fixture
def pairs():
    return next_week(format="round_robin")


def tell(event, member, says, client_id="", **more):
    return say(event=event, member=member, says=says, acting=as_member(member), client_id=client_id, **more)


def note(event, member, says, partner=None, words=""):
    acting = acting_as()
    return note_word(event=event, member=member, says=says, note=words, partner=partner, acting=acting, client_id="")


def words(event):
    return {one.member.name: (one.says, one.partner and one.partner.name) for one in event.coming.all()}


def test_newest_word_holds_and_the_list_follows(night):
    ruth, walt = make_members(night.club, 2)

    tell(night, ruth, "coming", note="ten minutes late")
    tell(night, walt, "not_coming")
    assert [(one.name, one.state) for one in night.entrants.all()] == [("Ruth Abernathy", "expected")]

    tell(night, ruth, "not_coming")
    tell(night, walt, "coming")
    assert [one.name for one in night.entrants.all()] == ["Walt Kowalski"]
    assert Coming.objects.get(member=ruth).note == ""
    line = night.log.first()
    assert (line.who, line.subject, line.before, line.after) == (
        "Walt Kowalski", "Walt Kowalski (2)", "Not coming", "Coming",
    )  # fmt: skip


def test_same_answer_again_keeps_the_few_words(night):
    (ruth,) = make_members(night.club, 1)
    tell(night, ruth, "coming", note="I need a lift")

    assert tell(night, ruth, "coming").note == "I need a lift"


def test_sent_twice_is_noted_once(night):
    (ruth,) = make_members(night.club, 1)

    for _ in range(2):
        tell(night, ruth, "coming", client_id="the-same")

    assert (night.coming.count(), night.log.count(), night.entrants.count()) == (1, 1, 1)


def test_who_noted_it_is_said_only_where_it_was_somebody_else(night):
    ruth, walt = make_members(night.club, 2)

    assert tell(night, ruth, "coming").by == ""
    assert note(night, walt, "coming").by == "Carol Reyes"


def test_who_has_paid_or_is_here_stays_on_the_list(night):
    ruth, walt = make_members(night.club, 2)
    for member in (ruth, walt):
        tell(night, member, "coming")
    night.entrants.filter(member=ruth).update(paid=500)
    check_in(event=night, member=walt, acting=acting_as(), client_id="")

    for member in (ruth, walt):
        tell(night, member, "not_coming")

    assert sorted(one.name for one in night.entrants.all()) == ["Ruth Abernathy", "Walt Kowalski"]


def test_what_is_done_at_check_in_is_the_newest_word_too(night):
    (ruth,) = make_members(night.club, 1)
    tell(night, ruth, "coming", note="late")

    remove_entrant(entrant=night.entrants.get(), acting=acting_as(), client_id="")
    word = night.coming.get()
    assert (word.says, word.note, word.by) == ("not_coming", "", "Carol Reyes")

    expect_players(event=night, members=[ruth], acting=acting_as(), client_id="")
    assert night.coming.get().says == "coming"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"state": "running"}, "This night has begun. See the director."),
        ({"state": "closed"}, "This event is closed. Reopen it first."),
    ],
)
def test_night_that_has_begun_takes_no_answer(night, fields, why):
    (ruth,) = make_members(night.club, 1)
    for name, value in fields.items():
        setattr(night, name, value)
    night.save()

    with pytest.raises(Refused, match=why):
        tell(night, ruth, "coming")


def test_night_of_the_past_takes_no_answer(night):
    (ruth,) = make_members(night.club, 1)
    night.played_on -= timedelta(days=30)
    night.save()

    with pytest.raises(Refused, match="This night is over"):
        tell(night, ruth, "coming")


def test_partner_is_looked_for_only_where_pairs_play(night, pairs):
    (ruth,), (walt,) = make_members(night.club, 1), make_members(pairs.club, 1)

    with pytest.raises(Refused, match="Nobody needs a partner"):
        tell(night, ruth, "looking")
    assert tell(pairs, walt, "looking").says == "looking"


def test_two_who_look_come_as_a_pair_and_sit_as_one(pairs):
    ruth, walt, marge = make_members(pairs.club, 3)
    tell(pairs, ruth, "looking")
    tell(pairs, walt, "looking")

    match(event=pairs, one=ruth, other=walt, acting=acting_as(), client_id="")

    assert words(pairs) == {
        "Ruth Abernathy": ("coming", "Walt Kowalski"), "Walt Kowalski": ("coming", "Ruth Abernathy"),
    }  # fmt: skip
    assert pairs.entrants.get(member=ruth).partner == pairs.entrants.get(member=walt)
    tell(pairs, marge, "looking")
    with pytest.raises(Refused, match="no longer looks"):
        match(event=pairs, one=ruth, other=marge, acting=acting_as(), client_id="")


def test_when_one_of_a_pair_does_not_come_the_other_looks_again(pairs):
    ruth, walt, marge = make_members(pairs.club, 3)
    note(pairs, ruth, "coming", partner=walt)

    tell(pairs, walt, "not_coming")
    assert words(pairs) == {"Ruth Abernathy": ("looking", None), "Walt Kowalski": ("not_coming", None)}
    assert pairs.entrants.get().partner is None

    note(pairs, marge, "coming", partner=ruth)
    note(pairs, walt, "coming", partner=ruth)
    assert words(pairs) == {
        "Ruth Abernathy": ("coming", "Walt Kowalski"),
        "Walt Kowalski": ("coming", "Ruth Abernathy"),
        "Marge Delgado": ("looking", None),
    }
    assert pairs.entrants.get(member=marge).partner is None


def test_nobody_comes_with_themselves(pairs):
    (ruth,) = make_members(pairs.club, 1)

    with pytest.raises(Refused, match="Choose somebody else"):
        note(pairs, ruth, "coming", partner=ruth)


def test_new_link_kills_the_old_one(night):
    (ruth,) = make_members(night.club, 1)
    before = token_of(ruth, "coming")

    renew_link(member=ruth, acting=acting_as(), client_id="")

    ruth.refresh_from_db()
    assert token_of(ruth, "coming") != before
