"""A member shown by initials only, and one made anonymous: where their names still stand in the database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from league.acting.log import Refused
from league.evening.check_in.deeds.roll import check_in
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.judging.deeds.replacing import replace_player, substitutes_for
from league.models import (
    Adjustment,
    Club,
    Coming,
    ConductNote,
    DuesPart,
    DuesPayment,
    Entrant,
    Event,
    Follow,
    Letter,
    LogLine,
    Member,
    Merge,
    Notice,
    OneTimeLink,
    PairRule,
    PastRow,
    PublishedPlace,
    Role,
    RoundSeat,
    RoundTable,
    StandingAnswer,
)
from league.models.facts import facts_of
from league.models.members import CONTACTS, FACTS
from league.office.members.deeds.deleting import naming_columns
from league.office.members.deeds.members import change_member
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.office.members.pages.members import anonymous_page
from scoring.models import Device, ScoreCard
from scoring.score_card.kept_sheets import read_sheets
from tests.lasting import lasting
from tests.league.makers import (
    acting_as,
    after_start,
    card_at,
    make_entrants,
    make_event,
    make_round,
    make_user,
    start_now,
)
from tests.league.test_permission_matrix import everything

pytestmark = pytest.mark.django_db

FULL = "Bernice Hall"


@pytest.fixture(scope="module")
def lasting_bernice(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    with lasting(django_db_blocker):
        yield make_bernice().pk


@pytest.fixture
def bernice(lasting_bernice: int, db: None) -> Member:
    return Member.objects.select_related("club").get(pk=lasting_bernice)


def make_bernice() -> Member:
    """The ninth of an evening of nine, who plays on for Ruth at table 1 and is written of in every way."""
    event = make_event(name="Fall opener")
    entrants = make_entrants(event, 9)
    member = Member.objects.get(entries=entrants[8])
    about = {"short_name": "Bernie", "email": "bernie@example.org", "phone": "555-0142", "partner_deals": True}
    change(member, **about, director_notes="Plays loud.")
    Entrant.objects.filter(pk=entrants[8].pk).update(short_name="Bernie")
    Entrant.objects.filter(pk=entrants[0].pk).update(state="expected")
    start_now(make_round(event, entrants))
    seat = RoundSeat.objects.select_related("table__event_round").get(entrant=entrants[0])
    late = after_start(seat.table.event_round, 20)
    (free,) = substitutes_for(seat)
    replace_player(seat=seat, substitute=free, acting=acting_as(), client_id="late", at=late)
    payload = {"seat": "E", "code": "ruling", "points": 40, "count": 1, "hand": None, "note": f"rude to {FULL}"}
    give_penalty(table=seat.table, payload=payload, player="Walt", acting=acting_as(), client_id="penalty")
    other = Member.objects.get(entries=entrants[1])
    PairRule.objects.create(club=member.club, first=other, second=member, kind=PairRule.Kind.NEVER_MEET)
    ConductNote.objects.create(club=member.club, member=member, happened_on=timezone.localdate(), text="Loud.")
    Notice.objects.create(
        event=event, blocks=[{"key": "winners", "text": f"{FULL} and Ruth won; Bernice Hallworth watched."}]
    )
    make_user(event.club, "admin", username="carol")
    return member


def change(member: Member, **fields: Any) -> None:
    change_member(member=member, fields=fields, acting=acting_as(), client_id="")


def close(member: Member) -> None:
    Event.objects.filter(club=member.club).update(state="closed")


def where(words: str) -> set[str]:
    """The tables of the database in which these words stand."""
    return {name for name, rows in everything().items() if any(words in str(row) for row in rows)}


def late_name() -> str:
    (sheet,) = read_sheets([card_at(RoundTable.objects.select_related("card__book_version").get(number=1))]).values()
    return str(sheet.lateness["N"].payload["name"])


def test_initials_stand_wherever_others_look(bernice):
    assert late_name() == "Bernie"  # and is kept in memory from now on
    version = Event.objects.get().version

    show_initials(member=bernice, initials_only=True, acting=acting_as(), client_id="initials")

    assert late_name() == "B. H."
    assert Entrant.objects.get(member=bernice).called == "B. H."
    assert Event.objects.get().version > version  # so no page is shown as it was kept
    assert where("Bernie") == {"Member", "LogLine"}
    assert Notice.objects.get().blocks[0]["text"] == "B. H. and Ruth won; Bernice Hallworth watched."
    line = LogLine.objects.latest("pk")
    assert (line.subject, line.before, line.after) == ("9 B. H.", "initials only: no", "initials only: yes")


def test_who_is_shown_by_initials_comes_to_the_next_evening_as_that(bernice):
    show_initials(member=bernice, initials_only=True, acting=acting_as(), client_id="initials")
    event = make_event(bernice.club)
    players = [
        *make_entrants(event, 3),
        check_in(event=event, member=fresh(bernice), acting=acting_as(), client_id="in"),
    ]

    start_now(make_round(event, players))

    card = ScoreCard.objects.get(round_table__event_round__event=event)
    assert card.player_names == {"N": "Ruth Abernathy", "E": "Walt Kowalski", "S": "Marge Delgado", "W": "B. H."}


def test_name_is_back_on_every_card_when_it_is_shown_again(bernice):
    cards = [one.player_names for one in ScoreCard.objects.order_by("pk")]
    for initials_only in (True, False):
        member = Member.objects.get(number=1)
        show_initials(member=member, initials_only=initials_only, acting=acting_as(), client_id=f"{initials_only}")
        if initials_only:
            assert where("Ruth Abernathy") == {"Member", "LogLine"}

    assert [one.player_names for one in ScoreCard.objects.order_by("pk")] == cards
    assert Entrant.objects.get(number=1).name == "Ruth Abernathy"


def test_anonymous_is_gone_from_everywhere_and_what_they_played_stays(bernice):
    user = make_user(first_name="Bernice", last_name="Hall")
    Role.objects.create(club=bernice.club, user=user, kind="member", member=bernice)
    LogLine.objects.create(club=bernice.club, user=user, who=FULL, action="claimed an account", subject=FULL)
    close(bernice)
    late_name()

    make_anonymous(member=bernice, acting=acting_as(), client_id="forget")

    for words in ("Bernie", "Bernice Hall'", FULL + " ", "bernie@example.org", "555-0142", "Loud.", "Plays loud."):
        assert where(words) == set(), words
    assert Notice.objects.get().blocks[0]["text"] == "Former member 9 and Ruth won; Bernice Hallworth watched."
    assert late_name() == "Former member 9"
    assert Entrant.objects.get(member=bernice).name == "Former member 9"
    assert not User.objects.filter(pk=user.pk).exists()
    there = fresh(bernice)
    assert (there.is_anonymous, there.is_active, there.name) == (True, False, "Former member 9")
    assert not there.partner_deals
    line = LogLine.objects.latest("pk")
    assert (line.action, line.subject) == ("made a member anonymous for good", "Former member 9")


# What says nothing of who somebody was: what was played, counted, paid and answered, and marks of the program's own.
# Names within texts are written over; accounts, letters, notes and links go whole.
KEPT = {
    Member: "id number name name_apart short_name_apart no_notices wants_own_nights is_active is_guest cannot_move"
    " is_another is_anonymous link_nonce created_at uid",
    Entrant: "id number name short_name state arrived_at left_at first_round last_round waited_for_in fee paid"
    " sits_out_gladly cannot_move team at_table is_house_player is_guest watch_nonce uid",
    Coming: "id says at by",
    PastRow: "id line at remark day round_number place points has_half nights won",
    Adjustment: "id points reason private_reason at by is_taken_back uid",
    PublishedPlace: "id division order place points nights shown says",
    DuesPayment: "id amount paid_on at by is_taken_back reason uid",
    Role: "id kind evening_until by_code created_at uid",
    Device: "id token_hash label created_at uid",
}
CLEARED = {Coming: {"note"}, DuesPayment: {"note"}, PastRow: {"name", "partner_name"}}
GO_WHOLE = {ConductNote, DuesPart, Follow, Letter, Merge, OneTimeLink, PairRule, StandingAnswer, User}


def test_each_field_of_a_person_is_kept_or_goes_with_them():
    """A field that is new is personal, or is added above by somebody who has thought of it."""
    naming = {field.model for _, field in naming_columns()} | {User, Device}
    assert naming == KEPT.keys() | GO_WHOLE
    for model, kept in KEPT.items():
        personal = {each.field.name for each in facts_of(model).values() if each.is_personal} | CLEARED.get(
            model, set()
        )
        columns = {field.name for field in model._meta.concrete_fields if not field.is_relation}
        assert columns - personal - CLEARED.get(model, set()) == set(kept.split()), (
            f"{model.__name__}: say of each whether it is personal"
        )


def test_what_is_personal_goes_and_the_rest_stays():
    member = Member.objects.get(entries=make_entrants(make_event(), 1)[0])
    filled: dict[str, Any] = {name: "x" if each.contact else True for name, each in FACTS.items() if each.is_personal}
    filled |= {"email": "x@example.org", "short_name": "x", "director_notes": "x", "joined_on": date(2020, 1, 2)}
    Member.objects.filter(pk=member.pk).update(**filled, no_notices=True, cannot_move=True)
    close(member)

    make_anonymous(member=member, acting=acting_as(), client_id="forget")

    there = fresh(member)
    assert {name for name in filled if getattr(there, name)} == set()
    assert (there.no_notices, there.cannot_move) == (True, True)


def test_page_says_beforehand_what_goes():
    member = Member(pk=1, number=1, name="Ruth Abernathy", club=Club(slug="st-hilary-374"))

    says = anonymous_page(member, 3).notices[0]

    assert says.startswith("Deleted: name, phone, email, the date they joined,")
    assert [FACTS[name].label for name in CONTACTS if FACTS[name].label not in says] == []


def test_name_that_two_have_stays_the_others(bernice):
    close(bernice)
    Member.objects.create(club=bernice.club, number=50, name=FULL)
    line = LogLine.objects.create(club=bernice.club, who="Carol Reyes", action="invited a member", subject=FULL)

    make_anonymous(member=bernice, acting=acting_as(), client_id="forget")

    line.refresh_from_db()
    assert line.subject == FULL
    assert Notice.objects.get().blocks[0]["text"].startswith("Former member 9")  # only one of them was there
    assert Entrant.objects.get(member=bernice).name == "Former member 9"


def test_nobody_is_made_anonymous_in_the_middle_of_an_evening_or_a_directorship(bernice):
    with pytest.raises(Refused, match="is on the list of Fall opener"):
        make_anonymous(member=bernice, acting=acting_as(), client_id="forget")

    close(bernice)
    Role.objects.create(club=bernice.club, user=make_user(), kind="director", member=bernice)
    with pytest.raises(Refused, match="is director here"):
        make_anonymous(member=bernice, acting=acting_as(), client_id="forget")
    assert fresh(bernice).name == FULL


def test_who_was_made_anonymous_gets_no_name_again(bernice):
    close(bernice)
    make_anonymous(member=bernice, acting=acting_as(), client_id="forget")

    with pytest.raises(Refused, match="made this member anonymous"):
        change(bernice, name=FULL, is_active=True)


def fresh(member: Member) -> Member:
    return Member.objects.select_related("club").get(pk=member.pk)
