"""Appeals: by the players concerned, within the club's time, along its chain; nobody concerned decides."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.reading import table_reading
from league.evening.judging.deeds.entries import enter
from league.evening.rulings.chain import appeal_until, chain_of, clock_sentence, next_step, why_no_appeal
from league.evening.rulings.concerned import sat_at
from league.evening.rulings.deeds.appeals import appeal_ruling, decide_appeal, take_back_step
from league.evening.rulings.deeds.ruling import BY_A_PLAYER, give_ruling
from league.evening.rulings.pages.appeals import tablet_rulings
from league.models import Entrant, LogLine, Role, RoundTable
from scoring.rules.book import built_in_book
from scoring.score_card.entries import EntryData
from scoring.score_card.names import Names
from scoring.score_card.pages.rulings import step_title
from scoring.score_card.rulings import Ruling
from scoring.score_card.sheet import Sheet
from tests.lasting import lasting
from tests.league.makers import WITH_APPEALS, acting_as, card_at, give_amount, make_running_round, make_user, sheet_at
from tests.scoring.score_card.makers import enter_hand, join

pytestmark = pytest.mark.django_db
OFF = {"kind": "amount", "facts": {}, "called_by": "", "basis": "judgment", "rule": "", "note": ""}


@pytest.fixture(scope="module")
def lasting_table(django_db_setup: None, django_db_blocker: Any) -> Iterator[RoundTable]:
    with lasting(django_db_blocker):
        table = make_running_round(book=WITH_APPEALS).tables.select_related("event_round__event__club").get(number=1)
        enter_hand(join(card_at(table)), bid=50, meld={"NS": 30, "EW": 20}, take={"NS": 30, "EW": 20})
        ruling = {**OFF, "decision": "20 off", "effect": {"ruled": {"NS": -20}}}
        enter(table, acting_as("referee", name="Rita Moss"), "ruling", "ruling", ruling, hand=1)
        yield table


@pytest.fixture
def table(lasting_table: RoundTable, db: None) -> RoundTable:
    """A table with a hand and a ruling that takes 20 off North and South."""
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    return tables.get(pk=lasting_table.pk)


def sheet_of(table: RoundTable) -> Sheet:
    return sheet_at(table)


def number(table: RoundTable) -> int:
    return sheet_of(table).rulings[0].number


def appeal(table: RoundTable, client_id: str = "appeal", **more: Any) -> None:
    asked = {"by": "N", "why": "no warning", "acting": acting_as(None, name="Table 1"), **more}
    appeal_ruling(table=table, number=number(table), client_id=client_id, **asked)


def decide(table: RoundTable, outcome: str, client_id: str = "decide", acting: Acting | None = None) -> None:
    who = acting or acting_as("referee", name="Otto Berg")
    decide_appeal(table=table, number=number(table), outcome=outcome, note="seen", acting=who, client_id=client_id)


def account(table: RoundTable, kind: str, seat: str = "", name: str = "Otto Berg") -> Acting:
    """Somebody with an account, of the member who sits in a seat of the table."""
    user = make_user(table.event_round.event.club, kind, name=name)
    member_id = table.seats.get(seat=seat).entrant.member_id if seat else None
    return replace(acting_as(kind, user, name), member_id=member_id)


# -- what becomes of a ruling ---------------------------------------------------------------


def test_an_appeal_is_told_and_the_score_stays_until_somebody_decides(table):
    for _ in range(2):
        appeal(table)

    assert sheet_of(table).rulings[0].state == "appealed"
    assert sheet_of(table).totals == {"NS": 40, "EW": 40}
    line = LogLine.objects.get(action="appealed the ruling")
    assert (line.who, line.reason) == ("Table 1", "no warning")


def test_overturned_gives_back_what_stood_before(table):
    appeal(table)

    for _ in range(2):
        decide(table, "overturned")

    assert sheet_of(table).rulings[0].state == "overturned"
    assert sheet_of(table).totals == {"NS": 60, "EW": 40}
    assert LogLine.objects.get(action="overturned the ruling").before == "20 off"


def test_changed_counts_what_was_decided(table):
    appeal(table)
    who = acting_as("referee", name="Otto Berg")
    changed = {"effect": {"ruled": {"NS": -5}}, "decision": "5 off"}

    appealed = {"table": table, "number": number(table)}
    decide_appeal(**appealed, outcome="changed", note="first time", changed=changed, acting=who, client_id="decide")

    assert sheet_of(table).totals == {"NS": 55, "EW": 40}
    assert sheet_of(table).rulings[0].decision == "5 off"


def test_what_is_not_appealed_is_not_decided_and_what_is_appealed_not_appealed_again(table):
    with pytest.raises(Refused, match="isn’t appealed"):
        decide(table, "upheld")
    appeal(table)
    with pytest.raises(Refused, match="already appealed"):
        appeal(table, "again")


def test_an_appeal_is_withdrawn_and_a_decision_taken_back(table):
    appeal(table)
    decide(table, "overturned")

    for action, state, points in (("took back the decision", "appealed", 40), ("withdrew the appeal", "given", 40)):
        for _ in range(2):
            take_back_step(table=table, number=number(table), reason="a mistake", acting=acting_as(), client_id=action)
        assert sheet_of(table).rulings[0].state == state
        assert sheet_of(table).totals["NS"] == points
        assert LogLine.objects.get(action=action).reason == "a mistake"


def test_who_played_at_the_table_rules_only_where_no_other_official_is_here(table):
    otto, club = account(table, "director", "W"), table.event_round.event.club
    ruling = {"table": table, "hand": 1, "payload": {**OFF, "decision": "5 off", "effect": {"ruled": {"EW": -5}}}}
    ruling |= {"penalties": (), "call": None, "acting": otto}
    make_user(club, "admin", name="Away Tonight")
    rita = make_user(club, "referee", name="Rita Moss")
    there = table.event_round.event.entrants.filter(seats__table__number=2).first()
    Role.objects.filter(user=rita).update(member=there.member)

    with pytest.raises(Refused, match=r"You played at this table. Rita Moss can rule here."):
        give_ruling(**ruling, seen=sheet_of(table).version, client_id="not yet")

    Entrant.objects.filter(pk=there.pk).update(state="left")
    give_ruling(**ruling, seen=sheet_of(table).version, client_id="alone")
    assert sheet_of(table).rulings[1].entry.payload["note"] == BY_A_PLAYER
    assert LogLine.objects.get(client_id="alone").reason == BY_A_PLAYER


def test_a_ruling_given_by_mistake_is_taken_back_and_can_be_given_again_or_appealed(table):
    back = {"table": table, "number": number(table), "reason": "wrong table"}
    with pytest.raises(Refused, match="You played at this table"):
        take_back_step(**back, acting=account(table, "director", "N"), client_id="a player")

    for _ in range(2):
        take_back_step(**back, acting=acting_as(), client_id="back")

    assert sheet_of(table).totals["NS"] == 60
    assert LogLine.objects.get(action="took back the ruling").before == "20 off"
    appeal(table)  # the one step of a club's chain is not used up
    take_back_step(**back, acting=acting_as("director", name="Dora Lane"), client_id="withdrawn")
    take_back_step(**back, acting=acting_as(), client_id="stands after all")
    assert sheet_of(table).rulings[0].state == "given"
    assert sheet_of(table).totals["NS"] == 40


# -- the chain and the clock ----------------------------------------------------------------


def test_the_last_in_the_chain_decides_for_good(table):
    appeal(table)
    decide(table, "upheld")
    appeal(table, "second")
    with pytest.raises(Refused, match="for the national tournament director"):
        decide(table, "upheld", "second decision")

    decide(table, "upheld", "second decision", acting_as("director", name="Dora Lane"))

    with pytest.raises(Refused, match="The national tournament director has decided"):
        appeal(table, "third")


def test_after_its_time_nobody_appeals(table):
    until = appeal_until(sheet_of(table).rulings[0], table.event_round.event)

    with pytest.raises(Refused, match="It could be appealed until"):
        appeal(table, at=until + timedelta(seconds=1))
    appeal(table, at=until)


# -- where the book lets no player appeal ---------------------------------------------------


@pytest.fixture
def npa_table() -> RoundTable:
    table = make_running_round().tables.select_related("card__book_version", "event_round__event__club").get(number=1)
    give_amount(table)
    return table


def test_by_npa_no_player_appeals_and_the_referees_decision_is_final(npa_table):
    for who in (acting_as(None, name="Table 1"), account(npa_table, "member", "N"), acting_as("referee")):
        with pytest.raises(Refused, match="The referee’s decision is final"):
            appeal(npa_table, acting=who)

    sheet, event = sheet_of(npa_table), npa_table.event_round.event
    [(ruling, clock, may)] = tablet_rulings(table_reading(npa_table), timezone.now())
    assert (ruling.state, clock, may) == ("given", "The referee’s decision is final.", False)
    assert why_no_appeal(ruling, sheet.book, event, timezone.now(), by_official=True) == ""


def test_by_npa_officials_who_disagree_ask_the_next_one_whose_word_is_the_last(npa_table):
    appeal(npa_table, by="", acting=acting_as("referee", name="Otto Berg"))

    ruling, event = sheet_of(npa_table).rulings[0], npa_table.event_round.event
    said = clock_sentence(ruling, sheet_of(npa_table).book, event, timezone.now())
    assert said == "Appealed. The national tournament director decides."
    line = LogLine.objects.get(action="disagrees with the ruling")
    assert (line.who, line.reason) == ("Otto Berg", "no warning")
    names = Names(sheet_of(npa_table).book, {}, {})
    assert step_title(names, ruling.steps[0].said) == "Officials disagree"
    with pytest.raises(Refused, match="for the national tournament director"):
        decide(npa_table, "overturned")

    decide(npa_table, "overturned", acting=acting_as("director", name="Dora Lee"))
    with pytest.raises(Refused, match="The national tournament director has decided"):
        appeal(npa_table, "again", by="", acting=acting_as("referee", name="Otto Berg"))


AT = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)


def test_a_club_names_its_own_chain_and_else_the_book_does(table):
    club = table.event_round.event.club
    assert chain_of(club, built_in_book("npa")) == ("the national tournament director",)
    assert chain_of(club, sheet_of(table).book) == ("the referee", "the national tournament director")
    assert chain_of(club, built_in_book("st-hilary")) == ("the ministry leader",)
    assert chain_of(club, built_in_book("gwinnett")) == ("the director",)
    club.appeal_chain = "the committee\n\n the board "
    assert chain_of(club, built_in_book("npa")) == ("the committee", "the board")


def test_a_page_says_until_when_a_ruling_can_be_appealed_and_to_whom(table):
    event, book = table.event_round.event, sheet_of(table).book
    ruling = Ruling(EntryData(1, "ruling", 1, {"kind": "amount"}, at=AT))

    assert next_step(("the referee",), ruling) == "the referee"
    said = clock_sentence(ruling, book, event, AT)
    assert said.startswith("Can be appealed until ")
    assert said.endswith(", to the referee.")
    assert clock_sentence(ruling, book, event, AT + timedelta(hours=2)).startswith("It could be appealed")
    event.state, event.closed_at = "closed", AT - timedelta(hours=event.club.claim_hours)
    assert appeal_until(ruling, event) == AT  # the last clock of the evening comes first
    assert clock_sentence(ruling, book, event, AT) == "The results are final."


# -- nobody concerned decides ---------------------------------------------------------------


def test_who_gave_the_ruling_takes_no_word_of_others_back(table):
    """Else the ruling would stand again by the one whose ruling it is."""
    about = {"table": table, "number": number(table), "reason": "I know better"}
    rita = acting_as("director", name="Rita Moss")
    appeal(table)
    with pytest.raises(Refused, match="You gave this ruling"):
        take_back_step(**about, acting=rita, client_id="withdrawn")
    decide(table, "overturned")
    with pytest.raises(Refused, match="You gave this ruling"):
        take_back_step(**about, acting=rita, client_id="taken back")

    take_back_step(**about, acting=acting_as("referee", name="Otto Berg"), client_id="own word")

    assert sheet_of(table).rulings[0].state == "appealed"


def test_a_referee_takes_back_no_decision_of_the_director(table):
    appeal(table)
    decide(table, "upheld")
    appeal(table, "second")
    decide(table, "overturned", "second decision", acting_as("director", name="Dora Lane"))
    about = {"table": table, "number": number(table), "reason": "I know better"}

    with pytest.raises(Refused, match="for the national tournament director"):
        take_back_step(**about, acting=acting_as("referee", name="Sam Hill"), client_id="back")

    assert sheet_of(table).rulings[0].state == "overturned"


def test_who_gave_the_ruling_does_not_decide(table):
    appeal(table)

    with pytest.raises(Refused, match="You gave this ruling"):
        decide(table, "upheld", acting=acting_as("director", name="Rita Moss"))


def test_who_decided_before_does_not_decide_again(table):
    appeal(table)
    dora = account(table, "director", name="Dora Lane")
    decide(table, "upheld", acting=dora)
    appeal(table, "second")

    with pytest.raises(Refused, match="You decided on this ruling before"):
        decide(table, "upheld", "second decision", dora)


@pytest.mark.parametrize("seat", ["N", "W"])
def test_who_sat_at_the_table_does_not_decide(table, seat):
    appeal(table)
    player = account(table, "director", seat)
    assert sat_at(player, table) == [seat]

    with pytest.raises(Refused, match="You played at this table"):
        decide(table, "overturned", acting=player)
