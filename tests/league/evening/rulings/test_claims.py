"""Recorded wrongly: a player says what a hand should be; the other side confirms it, or a director decides."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.cards.reading import table_reading
from league.evening.events.deeds import close_event
from league.evening.rounds.deeds import close_round
from league.evening.rulings.deeds.claims import (
    IS_SETTLED,
    LOOK_AGAIN,
    NOT_A_DIRECTOR,
    NOT_OTHER_SIDE,
    claim_hand,
    confirm_claim,
    contest_claim,
    grant_claim,
    refuse_claim,
    withdraw_claim,
)
from league.evening.tables.deeds.tables import at_table, pair_tablet
from league.models import Event, LogLine, Role, RoundTable
from scoring.score_card.sheet import EntryData, Line, Sheet
from tests.lasting import lasting
from tests.league.evening.rulings.test_rule import address, correct, play_hand
from tests.league.makers import acting_as, make_running_round, make_user, sheet_at
from tests.scoring.score_card.makers import join

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def lasting_table(django_db_setup: None, django_db_blocker: Any) -> Iterator[RoundTable]:
    with lasting(django_db_blocker):
        table = make_running_round().tables.select_related("card__book_version").get(number=1)
        play_hand(table)
        yield table


@pytest.fixture
def table(lasting_table: RoundTable, db: None) -> RoundTable:
    """One hand: north and south melded 60 and took 30, east and west 24 and 20."""
    tables = RoundTable.objects.select_related("card__book_version", "event_round__event__club")
    return tables.get(pk=lasting_table.pk)


def sheet_of(table: RoundTable) -> Sheet:
    return sheet_at(table)


def line_of(table: RoundTable) -> Line:
    return sheet_of(table).lines[0]


def player(table: RoundTable, seat: str) -> Acting:
    """The account of whoever sits in a seat; of nobody who does, for none."""
    member = table.seats.get(seat=seat).entrant.member if seat else None
    user = make_user(table.event_round.event.club, "member", name=f"{member or 'Otto Berg'}")
    return Acting(user, None, str(member or "Otto Berg"), member_id=member.pk if member else None)


def claim(table: RoundTable, seat: str = "E", client_id: str = "claim", **more: Any) -> EntryData:
    """East says that the meld was 20 and not 24."""
    line = {**sheet_of(table).lines[0].figures.payload(), "dealer": "W", "meld": {"NS": 60, "EW": 20}}
    about = {"hand": 1, "line": line, "by": seat, "why": "our meld was 20", "seen": sheet_of(table).version, **more}
    acting = player(table, seat) if seat else acting_as()
    claim_hand(table=table, acting=acting, client_id=client_id, **about)
    return sheet_of(table).claims[-1]


def answer(deed: Any, table: RoundTable, claimed: EntryData, acting: Acting, **more: Any) -> None:
    seen = {"seen": sheet_of(table).version} if deed in (confirm_claim, grant_claim) else {}
    deed(**{"table": table, "number": claimed.number, "acting": acting, "client_id": "answer", **seen, **more})


def finish(table: RoundTable) -> Event:
    event = table.event_round.event
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")
    close_event(event=event, acting=acting_as(), client_id="event", reason="late")
    return event


def test_a_claim_changes_no_figure_and_stands_as_a_hold(table):
    before = sheet_of(table)

    claim(table)

    after = sheet_of(table)
    assert (after.totals, after.lines, after.content_version) == (before.totals, before.lines, before.content_version)
    assert [hold.payload["about"] for hold in after.holds] == ["Recorded wrongly, says Walt Kowalski: our meld was 20"]


@pytest.mark.parametrize("seat", ["N", pytest.param("S", marks=pytest.mark.soak)])
def test_the_other_side_confirms_and_the_totals_follow(table, seat):
    claimed = claim(table)
    event = finish(table)
    bea, had = player(table, seat), table_reading(table).totals

    for _ in range(2):
        answer(confirm_claim, table, claimed, bea, by=seat, seen=claimed.number)

    sheet, name = sheet_of(table), table.seats.get(seat=seat).entrant.name
    assert (line_of(table).figures.meld, sheet.holds) == ({"NS": 60, "EW": 20}, ())
    assert {side: total - had[side] for side, total in table_reading(table).totals.items()} == {"NS": 0, "EW": -4}
    corrections = [entry for entry in sheet.entries if entry.kind == "correct"]
    assert [(one.reason, one.by_director) for one in corrections] == [
        (f"Recorded wrongly: said by Walt Kowalski, confirmed by {name}", True)
    ]
    log = LogLine.objects.filter(event=event, action__contains="claim").order_by("pk")
    assert [line.action for line in log] == ["claims that a hand was recorded wrongly", "confirmed the claim"]


def test_neither_the_own_side_nor_a_stranger_confirms(table):
    claimed = claim(table)

    for seat in ("E", "W", ""):
        own = player(table, seat)
        for deed in (confirm_claim, contest_claim):
            for by in (seat, "N"):
                with pytest.raises(Refused, match=NOT_OTHER_SIDE):
                    answer(deed, table, claimed, own, by=by)

    assert line_of(table).figures.meld["EW"] == 24


def test_the_tables_tablet_confirms_while_the_round_is_played(table):
    claimed = claim(table)
    tablet = at_table(1, None)
    with pytest.raises(Refused, match=NOT_OTHER_SIDE):
        answer(confirm_claim, table, claimed, tablet, by="W")
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close", reason="late")
    with pytest.raises(Refused, match=NOT_OTHER_SIDE):
        answer(confirm_claim, table, claimed, tablet, by="N")
    table.event_round.__class__.objects.update(state="running")

    answer(confirm_claim, table, claimed, tablet, by="N")

    assert line_of(table).figures.meld["EW"] == 20


def test_only_who_played_there_claims_and_once_a_hand(table):
    with pytest.raises(Refused, match="Only who played at this table"):
        claim_hand(
            table=table, hand=1, line={}, by="N", why="no", seen=sheet_of(table).version, acting=player(table, "E"),
            client_id="x",
        )  # fmt: skip
    claim(table)
    with pytest.raises(Refused, match="already"):
        claim(table, client_id="again")


def test_nothing_is_claimed_or_confirmed_after_the_hours(table):
    claimed = claim(table)
    event = finish(table)
    Event.objects.filter(pk=event.pk).update(closed_at=timezone.now() - timedelta(hours=event.club.claim_hours))

    with pytest.raises(Refused, match="final"):
        answer(confirm_claim, table, claimed, player(table, "N"), by="N")
    with pytest.raises(Refused, match="final"):
        claim(table, "W", "late")

    assert line_of(table).figures.meld["EW"] == 24


def test_a_hand_that_changed_meanwhile_is_looked_at_again(table):
    seen = sheet_of(table).version
    claimed = claim(table)
    correct(table, take={"NS": 28, "EW": 22})

    with pytest.raises(Refused, match=LOOK_AGAIN):
        claim(table, "N", "other", seen=seen)
    bea = player(table, "N")
    with pytest.raises(Refused, match=LOOK_AGAIN):
        answer(confirm_claim, table, claimed, bea, by="N", seen=claimed.number)
    assert line_of(table).figures.take == {"NS": 28, "EW": 22}

    answer(confirm_claim, table, claimed, bea, by="N", client_id="again")
    assert line_of(table).figures.take == {"NS": 30, "EW": 20}


def test_who_does_not_agree_leaves_it_to_the_director(table):
    claimed = claim(table)
    bea = player(table, "N")

    answer(contest_claim, table, claimed, bea, by="N")
    with pytest.raises(Refused, match="already"):
        answer(contest_claim, table, claimed, bea, by="N", client_id="again")

    assert line_of(table).remarks == (f"{table.seats.get(seat='N').entrant} says that it was recorded right.",)
    assert sheet_of(table).claims == (claimed,)


def test_a_director_takes_it_over_or_refuses_it_with_a_reason(table):
    claimed = claim(table)
    finish(table)
    with pytest.raises(Refused, match="Say why"):
        answer(refuse_claim, table, claimed, acting_as(), reason="")
    answer(refuse_claim, table, claimed, acting_as(), reason="nobody saw it")
    assert (sheet_of(table).holds, line_of(table).figures.meld["EW"]) == ((), 24)
    with pytest.raises(Refused, match=IS_SETTLED):
        answer(grant_claim, table, claimed, acting_as(), reason="", client_id="late")

    answer(grant_claim, table, claim(table, "W", "second"), acting_as(), reason="seen", client_id="grant")

    assert (sheet_of(table).holds, line_of(table).figures.meld["EW"]) == ((), 20)
    assert LogLine.objects.get(action="took over the claim").reason == "seen"


def test_nobody_concerned_and_no_player_decides(table):
    claimed = claim(table)
    director = acting_as()
    member = table.seats.get(seat="N").entrant.member_id

    for acting in (Acting(director.user, director.kind, "Carol", member_id=member), player(table, "S")):
        for deed in (grant_claim, refuse_claim):
            with pytest.raises(Refused, match=NOT_A_DIRECTOR):
                answer(deed, table, claimed, acting, reason="because")


def test_who_made_a_claim_withdraws_it(table):
    claimed = claim(table)
    with pytest.raises(Refused, match="Who made the claim"):
        answer(withdraw_claim, table, claimed, player(table, "N"))

    answer(withdraw_claim, table, claimed, player(table, "E"))

    assert (sheet_of(table).holds, line_of(table).figures.meld["EW"]) == ((), 24)


# -- the pages ---------------------------------------------------------------------------


def signed_in(table: RoundTable, seat: str, kind: str = "member") -> Client:
    user = make_user(table.event_round.event.club, kind, name="Otto Berg")
    if seat:
        Role.objects.filter(user=user).update(member=table.seats.get(seat=seat).entrant.member)
    client = Client()
    client.force_login(user)
    return client


def typed(table: RoundTable, **more: str) -> dict[str, str]:
    """The form of the hand as East sends it."""
    figures = {"meld_NS": "60", "meld_EW": "20", "take_NS": "30", "take_EW": "20"}
    bid = {"dealer": "W", "bidder": "N", "bid": "60", "trump": "H", "renege": ""}
    sent = {"client_id": "typed", "seen": str(sheet_of(table).version), "reason": "our meld was 20", "do": "save"}
    return {**bid, **figures, **sent, **more}


def test_a_player_types_the_hand_looks_and_sends_and_the_other_side_agrees(table):
    ann, bea = signed_in(table, "E"), signed_in(table, "S")
    event, page = table.event_round.event, address(table, "claim_hand", 1)
    own = reverse("league:my_evening", args=[event.club.slug, event.pk])
    assert page in ann.get(address(table, "claim_wrong")).text
    assert 'value="24"' in ann.get(page).text

    looked = ann.post(page, typed(table, do="look"))
    assert (looked.status_code, "Totals that change" in looked.text, sheet_of(table).holds) == (200, True, ())
    assert "Totals that change" in ann.post(address(table, "preview_claim", 1), typed(table)).text
    assert ann.post(page, typed(table, reason="")).status_code == 422
    body = typed(table)
    for _ in range(2):
        assert ann.post(page, body).status_code == 302

    (claimed,) = sheet_of(table).claims
    where = address(table, "claim", claimed.number)
    assert where in bea.get(own).text
    asked = bea.get(where).text
    assert all(words in asked for words in ("Yes, that is right", "Recorded wrongly, says Walt Kowalski", "Should be"))
    seen = {"client_id": "yes", "by": "S", "seen": str(sheet_of(table).version)}
    for _ in range(2):
        answered = bea.post(where, seen)
        assert (answered.status_code, answered["Location"]) == (302, own)
    assert line_of(table).figures.meld["EW"] == 20
    assert "This is settled." in ann.get(where).text
    assert where not in bea.get(own).text


def test_a_preview_that_comes_after_the_claim_is_no_other_claim(table):
    """On a slow network it may arrive last, with the id of the form it was made of."""
    ann, where = signed_in(table, "E"), address(table, "claim_hand", 1)
    sent = ann.post(where, typed(table), follow=True)

    late = ann.post(address(table, "preview_claim", 1), typed(table), headers={"HX-Request": "true"})

    assert (late.status_code, late.headers.get("HX-Redirect")) == (200, None)
    assert "already sent" not in late.text
    assert "already sent" not in ann.get(sent.request["PATH_INFO"]).text


def test_who_saw_another_hand_is_shown_it_anew_and_can_then_agree(table):
    claimed, bea = claim(table), signed_in(table, "N")
    correct(table, take={"NS": 28, "EW": 22})
    where = address(table, "claim", claimed.number)

    late = bea.post(where, {"client_id": "yes", "by": "N", "seen": str(claimed.number)})

    assert (late.status_code, LOOK_AGAIN in late.text) == (409, True)
    assert f'name="seen" value="{sheet_of(table).version}"' in late.text


def test_the_tablet_answers_on_its_rulings_page(client, table):
    claimed, event = claim(table), table.event_round.event
    pair_tablet(event=event, table_number=1, device=join(table.card, client).device)
    rulings = reverse("league:table_rulings", args=[event.pk])
    where = reverse("league:claim_at_table", args=[event.pk, claimed.number])
    assert rulings in client.get(f"/cards/{table.card_id}/").text
    assert where in client.get(rulings).text
    assert "Who says so?" in client.get(where).text

    answered = client.post(where, {"client_id": "no", "by": "S", "seen": "0", "no": "yes"}, follow=True)

    assert "A director decides." in answered.text
    assert LogLine.objects.get(action="does not agree to the claim").who == "Table 1"


def test_the_director_decides_from_the_board_and_who_asked_withdraws(table):
    claimed = claim(table)
    director, where = signed_in(table, "", "director"), address(table, "claim", claimed.number)
    event = table.event_round.event
    assert where in director.get(reverse("league:desk", args=[event.club.slug, event.pk])).text
    refused = {"client_id": "no", "seen": "0", "reason": "", "no": "yes"}
    assert director.post(where, refused).status_code == 409
    assert "Withdraw the claim" in signed_in(table, "E").get(where).text

    assert director.post(where, {**refused, "reason": "nobody saw it"}).status_code == 302

    assert (sheet_of(table).holds, line_of(table).figures.meld["EW"]) == ((), 24)


def test_a_stranger_and_the_partner_have_no_say(table):
    claimed = claim(table)
    where, yes = address(table, "claim", claimed.number), {"client_id": "yes", "by": "N", "seen": "99"}

    assert signed_in(table, "").get(where).status_code == 403
    assert signed_in(table, "").get(address(table, "claim_hand", 1)).status_code == 403
    partner = signed_in(table, "W")
    assert "Yes, that is right" not in partner.get(where).text
    assert partner.post(where, yes).status_code == 403
    assert line_of(table).figures.meld["EW"] == 24
