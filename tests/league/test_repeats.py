"""What is sent twice is done once and answered alike; the same id with something else in it is refused in words.

Every address that writes is found by itself and sent with nothing but its id, as a key of a page sends it. What a form
sends besides stands in `FORMS`; what has no id stands in `WITHOUT_ID` with the reason.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from league.acting.submissions import SENT_BEFORE
from league.evening.boards.deeds.making import make_boards
from league.evening.cards.reading import read_round
from league.evening.chairs.deeds import chairs_digest, change_chairs, change_of, newest_change
from league.evening.chairs.reseating import rows_of
from league.evening.check_in.deeds.door import door_token
from league.evening.check_in.deeds.roll import open_check_in
from league.evening.clock.deeds import pause_clock
from league.evening.events.deeds import close_event
from league.evening.finals.deeds import decide
from league.evening.finals.reading import read_cut
from league.evening.judging.deeds.lateness import mark_missing
from league.evening.judging.deeds.penalties import give_penalty
from league.evening.judging.deeds.replacing import replace_player
from league.evening.money.sheet import read_cash
from league.evening.rounds.deeds import close_round
from league.evening.rulings.deeds.appeals import appeal_ruling
from league.evening.rulings.deeds.claims import claim_hand
from league.evening.seating.deeds.casual_tables import form_table
from league.evening.seating.deeds.drafts import plan_rounds
from league.evening.seating.deeds.publishing import publish_rounds
from league.evening.seating.seatings import read_rounds, shown_digest
from league.evening.standing_tables.dates import next_day
from league.evening.tables.deeds.tables import pair_tablet
from league.evening.totals.forms import shown_name, shown_text
from league.evening.totals.grid import read_grid
from league.models import (
    Club,
    DealtBoards,
    DirectorCall,
    DuesPayment,
    Entrant,
    Event,
    EventBoard,
    HouseRules,
    LogLine,
    Member,
    Notice,
    Role,
    RoundSeat,
    RoundTable,
    Season,
    StandingTable,
)
from league.office.house_rules.deeds import copy_book, draft_digest, publish_rules, save_draft
from league.office.house_rules.forms import sentence_name
from league.office.members.deeds.importing import plan_import
from league.office.members.links import NOTICES, night_of, token_of
from league.outside.hall.deeds import lend
from league.outside.moving.deeds import move_away
from league.season.notices.blocks import Kept, seen_of, to_keep
from league.season.notices.reading import read_night
from league.season.past.planning import Asked, plan_past
from league.season.seasons.deeds import close_season, draft_of
from league.season.seasons.deeds import draft_digest as season_digest
from league.season.seasons.deeds import save_draft as save_draft_of_season
from league.season.seasons.forms import SeasonRulesForm
from league.season.seasons.reading import offered_in
from scoring.boards.boards import dealt_board
from scoring.models import Device, ScoreCard
from scoring.rules.book import book_from_data, book_from_json
from scoring.rules.own_sheet import read_sheet
from tests.league.evening.coming.nights import next_week
from tests.league.evening.events.views.test_events import planned
from tests.league.evening.money.evening import played_evening, with_prizes
from tests.league.evening.rulings.test_rule import play_hand
from tests.league.evening.seating.deeds.evenings import propose
from tests.league.evening.tables.views.test_paper_cards import grid_row
from tests.league.makers import (
    acting_as,
    give_amount,
    make_entrants,
    make_event,
    make_final,
    make_members,
    make_round,
    put_on_hold,
    sheet_at,
)
from tests.league.season.past.brought import brought
from tests.league.test_permission_matrix import (
    AT_OWN_TABLE,
    EXPECTED,
    LETTERS,
    World,
    everything,
    guarded,
    tablet_of_a_table,
    with_role,
)
from tests.responses import Response
from tests.sampling import crossed, every

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
Body = dict[str, Any]

# -- what the forms send -----------------------------------------------------------------


def event_of(world: World) -> Event:
    return Event.objects.select_related("club", "rules__book_version").get(pk=world.parts["event_id"])


def seat_of(world: World) -> RoundSeat:
    seats = RoundSeat.objects.select_related("table__event_round__event__club", "entrant")
    return seats.get(table=world.table, seat=world.parts["seat"])


def duplicate_night(world: World, **fields: Any) -> Body:
    Event.objects.filter(pk=world.parts["event_id"]).update(compared="matchpoints", **fields)
    return {"board_sets": "2"}


def with_boards(world: World) -> Body:
    duplicate_night(world)
    make_boards(event=event_of(world), board_sets=2, acting=acting_as(), client_id="boards")
    return {"reason": "Seen"}


def recorded_board(world: World) -> Body:
    duplicate_night(world, boards_by="recorded")
    rules = event_of(world).rules
    dealt = DealtBoards.objects.create(event=event_of(world), book_version=rules.book_version)
    EventBoard.objects.create(dealt=dealt, number=1, hands={"N": "AS"}, recorded_at=world.table)
    return {"reason": "Mixed"}


def hand_on_paper(world: World) -> Body:
    duplicate_night(world, boards_by="recorded")
    RoundTable.objects.filter(pk=world.table.pk).update(board_set=1)
    ScoreCard.objects.filter(round_table=world.table).update(boards=[1])
    hand = dealt_board(event_of(world).rules.book_version.book, "seed", 1).hands[world.parts["seat"]]
    return {f"card-{card}": hand.count(card) for card in hand}


def member_data(world: World) -> Body:
    return {"name": "Ida Moss", "number": "77"}


def changed_member(world: World) -> Body:
    member = Member.objects.get(pk=world.parts["member_id"])
    return {"name": "Ida Moss", "number": member.number}


def a_guest(world: World) -> Body:
    Member.objects.filter(pk=world.parts["member_id"]).update(is_guest=True)
    return {}


def two_members(world: World) -> Body:
    first, second = make_members(world.club, 2)
    return {"first": first.pk, "second": second.pk, "kind": "not_partners"}


def with_an_account(world: World) -> Body:
    role = Role.objects.get(pk=world.parts["role_id"])
    role.member_id = world.parts["member_id"]
    role.save()
    return {}


def another_entry(world: World) -> Body:
    other = Member.objects.create(club=world.club, number=70, name="Ruthie Abernathy")
    return {"other": other.pk, "stays": world.parts["member_id"]}


def own_book(world: World) -> HouseRules:
    rules = copy_book(club=world.club, key="npa", acting=acting_as(), client_id="copy")
    world.parts["key"] = rules.key
    return rules


def change_book(rules: HouseRules, name: str) -> Body:
    """The club's book gets another name; what its forms send after."""
    book = book_from_data({**json.loads(rules.draft), "name": name})
    save_draft(rules=rules, book=book, seen=draft_digest(rules), acting=acting_as(), client_id=name)
    rules.refresh_from_db()
    return {"seen": draft_digest(rules), "note": "ours"}


def seen_book(world: World) -> Body:
    return change_book(own_book(world), "Ours")


def typed_sheet(world: World) -> Body:
    return {"seen": draft_digest(own_book(world)), "text": "No cell phones."}


def sheet_without_places(world: World) -> Body:
    rules, sheet = own_book(world), read_sheet("No cell phones.")
    book, seen = book_from_json(rules.draft).model_copy(update={"sheet": sheet}), draft_digest(rules)
    save_draft(rules=rules, book=book, seen=seen, acting=acting_as(), client_id="sheet")
    return {sentence_name(sheet[0]): "apart"}


def changed_again(world: World) -> Body:
    rules = own_book(world)
    seen = change_book(rules, "Ours")
    publish_rules(rules=rules, **seen, acting=acting_as(), client_id="published")
    rules.refresh_from_db()
    return change_book(rules, "Ours once more")


def published_book(world: World) -> Body:
    return {"retire": "1"}


def event_data(world: World) -> Body:
    return planned(event_of(world).rules, name="Wednesday cards")


def changed_event(world: World) -> Body:
    make_planned(world)
    return event_data(world)


def series_data(world: World) -> Body:
    return {**planned(event_of(world).rules, name="Fridays"), "weekday": "4"}


def make_planned(world: World, **fields: Any) -> Event:
    """Another event, in which nothing was played."""
    event = make_event(world.club, rounds_planned=3, **fields)
    entrants = make_entrants(event, 8)
    world.parts |= {"event_id": event.pk, "entrant_id": entrants[0].pk}
    return event


def make_drafts(world: World) -> Event:
    event = make_planned(world)
    plan_rounds(event=event, acting=acting_as(), client_id="plan", effort=1000)
    return event_of(world)


def make_published(world: World) -> Event:
    event = make_drafts(world)
    publish_rounds(event=event, acting=acting_as(), client_id="publish")
    return event_of(world)


def another_partner(world: World) -> Body:
    event = make_planned(world, format="round_robin")
    return {"partner": event.entrants.last().pk}


def seen_drafts(world: World) -> Body:
    return {"seen": shown_digest(read_rounds(make_drafts(world))), "despite": "1"}


def two_who_swap(world: World) -> Body:
    event = make_drafts(world)
    seated = read_rounds(event)[0]
    who = [table.seats.first().entrant_id for table in seated.tables[:2]]
    return {"who": who, "seen": shown_digest([seated])}


def seen_proposal(world: World) -> Body:
    event = make_published(world)
    make_entrants(event, 4)
    proposal = propose(event, client_id="propose")
    return {"seen": proposal.seed, "despite": "1"}


def another_seating(world: World) -> Body:
    make_planned(world)
    return {"rounds": "2"}


def last_weeks_tablet(world: World) -> Body:
    event = event_of(world)
    last = make_event(event.club, played_on=event.played_on - timedelta(days=7))
    pair_tablet(event=last, table_number=9, device=Device.objects.create(token_hash="last week's"))
    return {}


def casual(world: World) -> Event:
    return make_planned(world, format="casual")


def who_plays(world: World) -> Body:
    event = casual(world)
    return {"who": list(event.entrants.values_list("pk", flat=True)[:4])}


def formed_table(world: World) -> Body:
    event = casual(world)
    table = form_table(event=event, players=list(event.entrants.all()[:4]), acting=acting_as(), client_id="form")
    world.parts |= {"number": table.event_round.number, "table": table.number}
    return {}


def somebody_else(world: World) -> Body:
    event = make_planned(world)
    entrants = make_entrants(event, 1)
    event_round = make_round(event, [*event.entrants.all()[:8], *entrants])
    world.parts |= {"number": 1, "table": event_round.tables.first().number}
    seat = event_round.tables.first().seats.first()
    return {"seat": seat.seat, "who": entrants[0].pk, "helper": "", "reason": "went home"}


def unsettled_round(world: World) -> Body:
    """A round to come, a player of it who is not here, and somebody who came and has no place in it."""
    event = make_planned(world)
    people = list(event.entrants.all()[:8])
    event_round = make_round(event, people)
    Entrant.objects.filter(pk=people[0].pk).update(state="expected")
    seat = event_round.tables.first().seats.first()
    world.parts |= {"number": 1, "table": 1, "seat": seat.seat, "entrant_id": make_entrants(event, 1)[0].pk}
    return {}


def published_round(world: World) -> Body:
    make_published(world)
    world.parts["number"] = 1
    return {}


def draft_round(world: World) -> Body:
    event = make_drafts(world)
    last = event.rounds.order_by("-number").first()
    world.parts["number"] = last.number
    return {"typed": str(last)}


def paused(world: World) -> Body:
    pause_clock(event_round=world.table.event_round, acting=acting_as(), client_id="pause")
    return {}


def closed_round(world: World) -> Body:
    close_round(event_round=world.table.event_round, acting=acting_as(), client_id="close", reason="over")
    return {"reason": "one card was wrong"}


def due_cut(world: World) -> Body:
    event = make_final(((400, 300), (200, 100)), club=world.club)
    world.parts |= {"event_id": event.pk, "entrant_id": event.entrants.get(number=1).pk}
    return {"seen": read_cut(event).seen}


def made_cut(world: World) -> Body:
    """A final from which a finalist went home."""
    due_cut(world)
    decide(event=event_of(world), acting=acting_as(), client_id="cut")
    Entrant.objects.filter(pk=world.parts["entrant_id"]).update(state="left")
    return {}


def an_evening_in_the_hall(world: World) -> Body:
    lend(event=event_of(world), acting=acting_as("admin"), client_id="lend")
    return {"reason": "Lost", "name": event_of(world).name}


def closed_event(world: World) -> Body:
    closed_round(world)
    close_event(event=event_of(world), acting=acting_as(), client_id="closed", reason="late")
    return {"reason": "one more round"}


def a_penalty(world: World) -> Body:
    sheet = sheet_at(world.table)
    return {"seen": sheet.version, "who": seat_of(world).seat, "code": sheet.book.penalties[0].code, "count": "1"}


def given_penalty(world: World) -> Body:
    code = sheet_at(world.table).book.penalties[0].code
    payload = {"seat": seat_of(world).seat, "code": code, "count": 1, "hand": None, "note": ""}
    give_penalty(table=world.table, payload=payload, player="Ruth", acting=acting_as(), client_id="given")
    world.parts["entry"] = sheet_at(world.table).entries[-1].number
    return {"reason": "a misunderstanding"}


def a_ruling(world: World) -> Body:
    facts = {"fact-who": seat_of(world).seat, "fact-what": "other", "fact-measure": "nothing"}
    said = {"decision": "A word to Ruth.", "basis": "judgment", "called_by": "", "note": ""}
    return {"hand": "1", "kind": "conduct", **facts, **said, "seen": sheet_at(world.table).version}


def missing_player(world: World) -> Body:
    mark_missing(seat=seat_of(world), acting=acting_as(), client_id="missing")
    return {}


def missing_and_reason(world: World) -> Body:
    return {**missing_player(world), "reason": "the bus was late"}


def late_fee(world: World) -> Body:
    event = make_planned(world, fee=500)
    event.entrants.update(fee=500)
    Event.objects.filter(pk=event.pk).update(state="closed", closed_at=timezone.now())
    return {"amount": "500"}


def who_replaces(world: World) -> Body:
    missing_player(world)
    return {"who": "helper", "helper": "Ida Moss", "why": "late", "reason": "the bus"}


def replaced(world: World) -> Body:
    seat = seat_of(world)
    replace_player(seat=seat, helper="Ida Moss", reason="Ill", acting=acting_as(), client_id="replaced")
    return {"reason": "feels better"}


def held(world: World) -> Body:
    world.parts["entry"] = put_on_hold(world.table, "who led?").number
    return {}


def a_claim(world: World) -> Body:
    play_hand(world.table)
    bid = {"dealer": "W", "bidder": "N", "bid": "60", "trump": "H", "renege": ""}
    figures = {"meld_NS": "60", "meld_EW": "20", "take_NS": "30", "take_EW": "20"}
    return {**bid, **figures, "seen": sheet_at(world.table).version, "reason": "our meld was 20", "do": "save"}


def claimed(world: World) -> Body:
    play_hand(world.table)
    line = sheet_at(world.table).lines[0].figures.payload()
    world.parts["entry"] = 4
    claim_hand(table=world.table, hand=1, line=line, by="", why="no", seen=3, acting=acting_as(), client_id="claimed")
    return {}


def ruled(world: World) -> Body:
    world.parts["entry"] = give_amount(world.table).number
    return {}


def appealed(world: World) -> Body:
    ruled(world)
    number = int(str(world.parts["entry"]))
    appeal_ruling(table=world.table, number=number, why="no", acting=acting_as(), client_id="appealed")
    return {}


def typed_card(world: World) -> Body:
    return {"seen": sheet_at(world.table).version, "reason": "from paper", **grid_row(world.table, 1)}


def all_totals(world: World) -> Body:
    grid = read_grid(world.table.event_round.event)
    there = grid.tables[world.table.pk]
    typed = {cell.name: "240" if cell.side == "NS" else "-31" for cell in grid.at(there)}
    return {**typed, shown_name(there): shown_text(there), "reason": "from paper"}


def confirmed_list(world: World) -> Body:
    text = "number,name\n71,Ida Moss\n"
    return {"text": text, "fingerprint": plan_import(world.club, text, may_note=True).fingerprint}


def entered_by_mistake(world: World) -> Body:
    (other,) = make_members(world.club, 1)
    world.parts |= {"member_id": other.pk}
    return {"reason": "typed twice"}


def past_list(world: World) -> Body:
    text = "Name,Points\nRuth Abernathy,12\n"
    days = {"opens_on": "2019-01-01", "closes_on": "2019-12-31"}
    fingerprint = plan_past(world.club, Asked(text)).fingerprint
    return {"text": text, "name": "Season 2019", **days, "fingerprint": fingerprint}


def a_past_season(world: World) -> Body:
    world.parts |= {"season_id": brought(world.club).pk}
    return {}


def at_the_door(world: World) -> Body:
    make_planned(world, guests_at_door=True)
    event = open_check_in(event=event_of(world), acting=acting_as(), client_id="open")
    member = make_members(world.club, 1)[0]
    world.parts |= {"member_id": member.pk, "token": door_token(event)}
    return {}


def new_at_the_door(world: World) -> Body:
    return {**at_the_door(world), "name": "Ida Moss"}


def not_here_yet(world: World) -> Body:
    make_planned(world)
    world.parts["member_id"] = make_members(world.club, 1)[0].pk
    return {"do": "here"}


def new_player(world: World) -> Body:
    event = make_planned(world)
    stranger = Entrant.objects.create(event=event, number=60, name="Ida Moss")
    world.parts["entrant_id"] = stranger.pk
    return {"do": "remove"}


def evening_with_money(world: World) -> Event:
    """Another evening, played, with prizes and set money."""
    event = played_evening(world.club)
    prizes = with_prizes(event)
    world.parts |= {
        "event_id": event.pk, "prize_id": prizes["last"].pk, "entrant_id": event.entrants.get(number=2).pk,
    }  # fmt: skip
    return event


def won_and_not_paid(world: World) -> Body:
    amount = next(line for line in read_cash(evening_with_money(world)).prize_lines if line.prize.kind == "last").amount
    return {"amount": amount // 2}


def set_once(world: World) -> Body:
    evening_with_money(world)
    return {"amount": 50}


def all_who_were_set(world: World) -> Body:
    evening_with_money(world)
    return {"amount": 200}


def for_a_series(world: World) -> Body:
    event = event_of(world)
    event.series_id = world.parts["series_id"]
    event.save()
    return {}


def an_empty_pot(world: World) -> Body:
    world.parts["pot_id"] = event_of(world).pots.create(name="Extra").pk
    return {}


def asked_to_come(world: World) -> Body:
    world.parts["event_id"] = next_week(world.club).pk
    return {"says": "coming"}


def weekly(world: World) -> Body:
    return {"weekday": "3", "starts_at": "19:30", "rules": event_of(world).rules_id}


def online_table_of(world: World) -> StandingTable:
    return StandingTable.objects.get(pk=world.parts["online_id"])


def two_who_look(world: World) -> Body:
    event = next_week(world.club, format="round_robin")
    world.parts["event_id"] = event.pk
    one, other = make_members(world.club, 2)
    for member in (one, other):
        event.coming.create(member=member, says="looking", at=event.starts_at)
    return {"one": one.pk, "other": other.pk}


def own_link(world: World) -> Body:
    body = asked_to_come(world)
    world.parts["token"] = token_of(Member.objects.get(pk=world.parts["member_id"]), "coming")
    return body


def link_on_a_slip(world: World) -> Body:
    entrant = Entrant.objects.select_related("member").get(pk=world.parts["entrant_id"])
    assert entrant.member is not None, "everybody of the world is in the list"
    world.parts["token"] = token_of(entrant.member, night_of(entrant.event_id))
    return {"watch": "yes"}


def asks_for_mail(world: World) -> Body:
    own_link(world)
    Member.objects.filter(pk=world.parts["member_id"]).update(email="a@example.org")
    return {"wanted": "True"}


def link_in_a_mail(world: World) -> Body:
    world.parts["token"] = token_of(Member.objects.get(pk=world.parts["member_id"]), NOTICES)
    return {"wanted": "False"}


def closed_evening(world: World) -> Body:
    event = event_of(world)
    Event.objects.filter(pk=event.pk).update(state="closed")
    kept = Kept("winners", "Ruth won.")
    Notice.objects.create(event=event, blocks=to_keep({kept.key: kept}))
    return {"text": "Ruth Abernathy won.", "seen": seen_of(kept, read_night(event)), "after": "winners", "off": "yes"}


def played_nothing(world: World) -> Body:
    make_planned(world)
    return {}


def fixed(**fields: Any) -> Callable[[World], Body]:
    return lambda world: dict(fields)


def lent_evening(world: World) -> Body:
    """The world's evening is in the hall."""
    lend(event=event_of(world), acting=acting_as("admin"), client_id="lend")
    return {}


def about_to_move(world: World) -> Body:
    Event.objects.filter(club=world.club).update(state=Event.State.CLOSED)
    return {"address": "cards.example.org"}


def about_to_go(world: World) -> Body:
    Club.objects.filter(pk=world.club.pk).update(goes_at=timezone.now() + timedelta(days=9))
    return {}


def moved_club(world: World) -> Body:
    about_to_move(world)
    move_away(club=world.club, address="https://cards.example.org", acting=acting_as("admin"), client_id="move")
    return {}


def playing_boards(**fields: Any) -> Callable[[World], Body]:
    """The world's evening is a duplicate, of which its table plays the first set."""

    def prepare(world: World) -> Body:
        Event.objects.filter(pk=world.parts["event_id"]).update(compared="matchpoints")
        world.table.board_set = 1
        world.table.save(update_fields=["board_set"])
        return dict(fields)

    return prepare


def another_draft(world: World) -> Body:
    """The draft of the world's season says something else than the rules in force."""
    season = Season.objects.get(pk=world.parts["season_id"])
    rules = draft_of(season).model_copy(update={"best": 9})
    season = save_draft_of_season(
        season=season, rules=rules, seen=season_digest(season), acting=acting_as(), client_id=""
    )  # fmt: skip
    return {"seen": season_digest(season), "note": "as voted"}


def draft_form(world: World) -> Body:
    season = Season.objects.get(pk=world.parts["season_id"])
    form = SeasonRulesForm(draft=draft_of(season), offered=offered_in(season))
    typed = {name: bound.value() for name in form.fields for bound in [form[name]]}
    shown = {name: value for name, value in typed.items() if value is not None and value is not False}
    return {**shown, "best": "9", "seen": season_digest(season)}


def closed_season(world: World) -> Body:
    season = Season.objects.select_related("club").get(pk=world.parts["season_id"])
    close_season(season=season, acting=acting_as(), client_id="")
    return {"name": season.name, "reason": "a card was missing"}


def two_exchanged(world: World) -> Body:
    """Two at the table sat in each other's chairs, and the page has shown what that does."""
    reading = read_round(world.table.event_round)
    (one, first), (other, second) = list(rows_of(reading).items())[:2]
    moved = f"{one[0]}{one[1]}:{second.entrant_id} {other[0]}{other[1]}:{first.entrant_id}"
    shown = {"shown": f"{moved} from 1", "seen": chairs_digest(reading)}
    return {"moved": moved, "first": "1", "reason": "They say so", **shown}


def chairs_changed(world: World) -> Body:
    event_round = world.table.event_round
    reading = read_round(event_round)
    (one, first), (other, second) = list(rows_of(reading).items())[:2]
    change_chairs(
        event_round=event_round, sits={one: second.entrant, other: first.entrant}, seen=chairs_digest(reading),
        acting=acting_as(), client_id="changed", reason="They say so",
    )  # fmt: skip
    world.parts["change"] = change_of(newest_change(read_round(event_round))[0][1])
    return {}


def dues_that_nobody_paid(world: World) -> dict[str, object]:
    DuesPayment.objects.update(is_taken_back=True)
    return {}


FORMS: dict[str, Callable[[World], Body]] = {
    "chairs": two_exchanged,
    "put_chairs_back": chairs_changed,
    "make_boards": duplicate_night,
    "add_board_set": with_boards,
    "boards_again": with_boards,
    "take_back_record": recorded_board,
    "type_hand": hand_on_paper,
    "new_season": fixed(name="Summer", opens_on="2026-05-01", closes_on="2026-08-31"),
    "edit_season": fixed(name="Spring", opens_on="2026-01-06", closes_on="2026-04-30"),
    "edit_season_rules": draft_form,
    "publish_season_rules": another_draft,
    "show_season": fixed(hidden="on"),
    "reopen_season": closed_season,
    "bring_in_season": past_list,
    "take_out_season": a_past_season,
    "reword_adjustment": fixed(reason="Ran the door", private_reason="As Carol asked"),
    "adjust_season": lambda world: {"member": world.parts["member_id"], "points": "10", "reason": "Ran the door"},
    "settings": fixed(
        name="Another name",
        about="",
        date_style="day_first",
        currency="EUR",
        paper="a4",
        appeal_minutes="20",
        claim_hours="24",
        conduct_months="12",
    ),
    "front_door": fixed(hall="Another hall", street="9 Oak Street", beginners="welcome"),
    "new_dues": fixed(amount="30", starts_on="2027-01-01"),
    "change_dues": fixed(amount="30", starts_on="2026-01-01"),
    "take_dues": fixed(amount="7", paid_on="2026-02-03"),
    "take_dues_back": fixed(reason="Bounced"),
    "delete_dues": dues_that_nobody_paid,
    "dues_part": fixed(part="half"),
    "invite": fixed(kind="referee", name="Ida Moss", email="", member=""),
    "change_role": fixed(kind="director"),
    "release_account": with_an_account,
    "conduct": fixed(text="Rude to a helper.", happened_on="2026-11-17", event=""),
    "new_member": member_data,
    "member": changed_member,
    "welcome": a_guest,
    "activate_member": fixed(active="no"),
    "anonymous": lambda world: {"name": Member.objects.get(pk=world.parts["member_id"]).name},
    "merge_member": another_entry,
    "show_my_name": fixed(show="initials"),
    "pairs": two_members,
    "confirm_import": confirmed_list,
    "delete_member": entered_by_mistake,
    "adopt_book": fixed(key="st-hilary"),
    "copy_book": fixed(key="npa"),
    "describe_game": fixed(book="npa", changes="{}"),
    "drop_house_rules_draft": changed_again,
    "publish_house_rules": seen_book,
    "house_rules_sheet": sheet_without_places,
    "house_rules_sheet_text": typed_sheet,
    "retire_house_rules": published_book,
    "new_event": event_data,
    "adopt_for_event": fixed(book="st-hilary"),
    "new_series": series_data,
    "edit_series": series_data,
    "edit_event": changed_event,
    "close_event": lambda world: {**closed_round(world), "reason": "it is late"},
    "reopen_event": closed_event,
    "take_back": an_evening_in_the_hall,
    "delete_event": lambda world: {"name": make_planned(world).name},
    "open_check_in": played_nothing,
    "close_check_in": lambda world: at_the_door(world),
    "expect_usual": played_nothing,
    "walk_in": fixed(name="Ida Moss"),
    "check_in_member": not_here_yet,
    "check_in_entrant": new_player,
    "entrant": fixed(number="40", fee="3", paid="3"),
    "partner": another_partner,
    "door_walk_in": new_at_the_door,
    "door_member": at_the_door,
    "make_seating": another_seating,
    "publish_seating": seen_drafts,
    "take_proposal": seen_proposal,
    "form_table": who_plays,
    "break_up_table": formed_table,
    "swap_players": two_who_swap,
    "substitutes": somebody_else,
    "revoke_pass": fixed(reason="lost"),
    "hall_tables": fixed(table="1", what="number", number="9"),
    "bring_tablets_back": last_weeks_tablet,
    "paper_card": typed_card,
    "enter_totals": lambda world: {"seen": sheet_at(world.table).version, "total_NS": "240", "total_EW": "-31"},
    "grid": all_totals,
    "switch_paper": fixed(is_paper="1"),
    "answer_call": fixed(outcome="put_right"),
    "start_round": published_round,
    "here_before_round": unsettled_round,
    "sits_out": unsettled_round,
    "leave_out": unsettled_round,
    "replan_without": unsettled_round,
    "wait_for": unsettled_round,
    "back_before_round": unsettled_round,
    "close_round": fixed(reason="it is late"),
    "reopen_round": closed_round,
    "round_counts": lambda world: {**closed_round(world), "counts": "no", "shown": "1,2", "reason": "by mistake"},
    "stop_event": fixed(rounds=["1"], shown="1", reason="the fire alarm"),
    "delete_round": draft_round,
    "cut": due_cut,
    "take_cut_back": made_cut,
    "replace_finalist": made_cut,
    "resume_clock": paused,
    "add_minutes": fixed(minutes="5"),
    "set_break": fixed(minutes="15"),
    "send_message": fixed(message="Coffee is ready"),
    "switch_projector": fixed(shows="results"),
    "penalties": a_penalty,
    "pardon": given_penalty,
    "rule": a_ruling,
    "boards_decide": playing_boards(what="NS", shown="NS 40 60", reason="looked at the kitty"),
    "boards_void": playing_boards(reason="passed on"),
    "boards_take_back": playing_boards(reason="another one"),
    "arrived": missing_player,
    "came": lambda world: {**missing_player(world), "minutes": "0"},
    "there_after_all": missing_player,
    "replace": who_replaces,
    "back_after_all": replaced,
    "waive": missing_and_reason,
    "hold": fixed(hand="1", about="who led?"),
    "release": held,
    "claim_hand": a_claim,
    "claim": lambda world: {**claimed(world), "seen": "99", "reason": "nobody saw it", "no": "yes"},
    "claim_wrong": fixed(hand="1", about="our meld was 24"),
    "categories": fixed(name="Newcomers"),
    "category": fixed(name="Ladies"),
    "appeal": lambda world: {**ruled(world), "by": "N", "why": "no warning"},
    "decide_appeal": lambda world: {**appealed(world), "outcome": "upheld", "note": "seen"},
    "take_rest_of_fee": late_fee,
    "invite_decider": lambda world: {**appealed(world), "name": "Otto Berg"},
    "agree_on_appeal": lambda world: {**appealed(world), "outcome": "upheld", "note": ""},
    "take_back_step": lambda world: {**appealed(world), "reason": "a mistake"},
    "prizes_for_series": for_a_series,
    "new_prize": fixed(place="1", amount="10"),
    "new_series_prize": fixed(place="1", amount="10"),
    "change_prize": fixed(name="Raffle", amount="12", pot="", percent=""),
    "new_pot": fixed(name="Extra", per_player="", per_set=""),
    "new_series_pot": fixed(name="Extra", per_player="", per_set=""),
    "change_pot": fixed(name="Sets", per_player="", per_set="0.25"),
    "remove_pot": an_empty_pot,
    "cash_box": fixed(at_start="20", counted="25"),
    "cash_other": fixed(way="out", amount="3.50", what="Coffee", pot=""),
    "take_all_set_money": all_who_were_set,
    "take_set_money": set_once,
    "pay_prize": won_and_not_paid,
    "name_winner": lambda world: {"who": world.parts["entrant_id"], "amount": "10"},
    "add_block": closed_evening,
    "change_block": closed_evening,
    "drop_block": closed_evening,
    "show_block": closed_evening,
    "publish_notice": closed_evening,
    "take_cash_back": fixed(reason="entered twice"),
    "tap_coming": asked_to_come,
    "note_coming": lambda world: {**asked_to_come(world), "note": "late"},
    "match_partners": two_who_look,
    "answer_by_link": own_link,
    "new_online_table": weekly,
    "change_online_table": weekly,
    "skip_online_day": lambda world: {"day": str(next_day(online_table_of(world), timezone.now()))},
    "let_watch_by_link": link_on_a_slip,
    "want_my_nights": asks_for_mail,
    "new_hall_code": lent_evening,
    "move_club": about_to_move,
    "keep_club": about_to_go,
    "stay_here": moved_club,
    "notices_by_email": link_in_a_mail,
}
# Addresses that take a POST without an id, and why sending it twice does no harm.
WITHOUT_ID = {
    "delete_club": "the club is gone",
    "delete_example": "the example is gone",
    "put_news_away": "it is put away: tests/league/office/hosting/test_views.py",
    "hall_file": "writes a file, and nothing here",
    "hall_guests": "who was asked about is merged or marked: tests/league/outside/hall/test_views.py",
    "bring_back": "the same file changes nothing: tests/league/outside/hall/test_lending.py",
    "bring_back_look": "the same file changes nothing: tests/league/outside/hall/test_views.py",
    "take_in": "shows what waits, and keeps it: tests/league/outside/hall/test_versions.py",
    "give_back": "saves the same evening: tests/league/outside/hall/test_lending.py",
    "import_members": "shows what would change, and writes nothing",
    "past_season": "shows what would come in, and writes nothing",
    "preview_paper_card": "writes nothing",
    "change_picture": "the same picture takes its own place: tests/league/season/front/test_door.py",
    "paste_grid": "shows a list in the grid, and writes nothing",
    "preview_claim": "writes nothing",
    "count_typed_hand": "writes nothing",
    "pair_door": "sets the cookie once more",
    "forget_you": "takes the cookie away once more",
    "my_new_link": "asks for an account that somebody has claimed: tests/league/season/players/views/test_you.py",
    "drop_proposal": "it is dropped",
    "open_card": "it is open",
    "come_online": "asks for an account that somebody has claimed: tests/league/evening/standing_tables/test_deeds.py",
    "sit_online": "asks for an account that somebody has claimed: tests/league/evening/standing_tables/test_views.py",
    "answer_coming": "asks for an account that somebody has claimed: tests/league/evening/coming/test_deeds.py",
    "let_watch": "asks for an account that somebody has claimed: by link it is the same deed",
    "email_notice": "there is no mail server: tests/league/season/notices/test_post.py",
    "email_notice_again": "there is no mail server: tests/league/season/notices/test_post.py",
    "take_fees": "nobody owes for an evening: tests/league/season/dues/test_views.py",
    "write_dues": "there is no mail server: tests/league/season/dues/test_views.py",
    "edit_house_rules": "a form of three hundred fields: tests/league/views/test_house_rules.py",
}


def patterns() -> dict[str, URLPattern]:
    return {str(pattern.name): pattern for pattern, _ in guarded()}


def caller(world: World, role: str = "admin") -> Client:
    client = with_role(role)(world)
    if world.parts["token"] != "A" * 32:
        args = [world.club.slug, world.parts["event_id"], world.parts["token"]]
        client.post(reverse("league:pair_door", args=args))
    return client


def lowest_official(name: str) -> str:
    """Who may, of those who didn't have to play; where a referee may only at times, an admin."""
    is_admins = name in AT_OWN_TABLE | {"take_out_note", "decide_appeal"}
    view: Any = patterns()[name].callback
    letters = "A" if is_admins else EXPECTED[view.action]
    return next(kind.value for kind in Role.Kind if letters.lstrip("-M").startswith(LETTERS[kind]))


def answer_of(response: Response) -> tuple[int, str]:
    return response.status_code, response.headers.get("Location", "")


@pytest.fixture(autouse=True)
def _quick_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.evening.seating.schedules.planning.MOST_STEPS", 3_000)


# -- the tests ---------------------------------------------------------------------------


def takes_post(client: Client, address: str) -> bool:
    return "POST" in client.put(address).headers["Allow"]


def is_done_once(world: World, name: str, sent: Body, headers: dict[str, str]) -> None:
    body = {**sent, "client_id": "the-same"}
    client, address = caller(world, lowest_official(name)), world.address(patterns()[name])

    first = client.post(address, body, headers=headers)
    lines = LogLine.objects.count()
    second = client.post(address, body, headers=headers)

    assert first.status_code in (200, 302), f"{name}: {first.content.decode()}"
    assert answer_of(second) == answer_of(first), name
    assert LogLine.objects.count() == lines, name


def test_every_key_that_is_sent_twice_is_done_once_and_answered_alike(world):
    client = with_role("admin")(world)
    there = {name for name, pattern in patterns().items() if takes_post(client, world.address(pattern))}
    keys = there - set(FORMS) - set(WITHOUT_ID)

    assert set(FORMS) | set(WITHOUT_ID) <= there
    assert "pause_clock" in keys
    for name in sorted(keys):
        with transaction.atomic():
            is_done_once(world, name, {}, HTMX)
            transaction.set_rollback(True)


# A script's answers are the harder ones: some are pages that are made anew. Without it nearly all lead elsewhere.
ALSO_PLAIN = ("replace", "pardon", "check_in_member", "check_in_entrant", "walk_in", "start_round", "enter_totals")


@pytest.mark.parametrize("name", every(2, [*FORMS, *(f"{name} plain" for name in ALSO_PLAIN)]))
def test_sent_twice_is_done_once_and_answered_alike(world, name):
    name, _, is_plain = name.partition(" ")
    is_done_once(world, name, FORMS[name](world), {} if is_plain else HTMX)


def test_taken_off_the_list_twice_is_taken_off_once(world):
    """What a tap was about is gone when it comes again: it is answered all the same, and a later one is not."""
    body = {**new_player(world), "client_id": "the-same"}
    client, address = caller(world), world.address(patterns()["check_in_entrant"])
    client.post(address, body, headers=HTMX)

    assert client.post(address, {**body, "client_id": "another"}, headers=HTMX).status_code == 404


# -- the same id with something else in it -------------------------------------------------


def other_name(world: World, body: Body) -> tuple[str, Body]:
    return world.address(patterns()["walk_in"]), {**body, "name": "Otto Moss"}


def other_member(world: World, body: Body) -> tuple[str, Body]:
    other = make_members(world.club, 1)[0]
    return world.address(patterns()["check_in_member"], member_id=other.pk), body


def other_seat(world: World, body: Body) -> tuple[str, Body]:
    sheet = sheet_at(world.table)
    other = next(seat for seat in ("N", "E") if seat != body["who"])
    return world.address(patterns()["penalties"]), {**body, "who": other, "seen": sheet.version}


def other_minutes(world: World, body: Body) -> tuple[str, Body]:
    return world.address(patterns()["add_minutes"]), {**body, "minutes": "10"}


def other_guest(world: World, body: Body) -> tuple[str, Body]:
    return world.address(patterns()["door_walk_in"]), {**body, "name": "Otto Moss"}


def other_at_the_door(world: World, body: Body) -> tuple[str, Body]:
    other = make_members(world.club, 1)[0]
    return world.address(patterns()["door_member"], member_id=other.pk), body


def other_form(world: World, body: Body) -> tuple[str, Body]:
    return world.address(patterns()["walk_in"]), {**body, "name": "Otto Moss"}


OTHERS = {
    "walk_in": other_name,
    "check_in_member": other_member,
    "penalties": other_seat,
    "add_minutes": other_minutes,
    "door_walk_in": other_guest,
    "door_member": other_at_the_door,
    "new_event": other_form,
}


@pytest.mark.parametrize(("name", "headers"), crossed(OTHERS, [{}, HTMX]))
def test_same_id_with_something_else_in_it_is_refused_in_words(world, name, headers):
    body = {**FORMS[name](world), "client_id": "the-same"}
    client = caller(world)
    first = client.post(world.address(patterns()[name]), body, headers=headers)
    assert first.status_code in (200, 302)
    address, other = OTHERS[name](world, body)
    before = everything()

    answer = client.post(address, other, headers=headers)

    assert answer.status_code == 409
    assert everything() == before
    if headers:  # the page is opened again by the script, with the sentence above
        assert answer.headers["HX-Refresh"] == "true"
        assert SENT_BEFORE in [str(message) for message in get_messages(answer.wsgi_request)]
    else:
        assert SENT_BEFORE in answer.content.decode()


def test_line_that_another_submission_wrote_at_the_same_moment_is_refused(world, monkeypatch):
    """Two at once on PostgreSQL: neither sees the other's line, and the second meets it as it writes."""
    monkeypatch.setattr("league.acting.deed.was_done", lambda *_: False)
    monkeypatch.setattr("league.acting.permissions.answered_before", lambda *_: None)
    client = caller(world)
    address = world.address(patterns()["walk_in"])
    client.post(address, {"name": "Ida Moss", "client_id": "the-same"})

    answer = client.post(address, {"name": "Otto Moss", "client_id": "the-same"})

    assert answer.status_code == 409
    assert SENT_BEFORE in answer.content.decode()
    assert not Entrant.objects.filter(name="Otto Moss").exists()


def test_call_for_something_else_under_the_same_id_is_refused(world):
    client = tablet_of_a_table(world)
    address = reverse("league:call_director", args=[world.parts["event_id"]])
    DirectorCall.objects.all().delete()
    body = {"reason": "ruling", "note": "who led?", "client_id": "the-same"}
    assert [client.post(address, body).status_code for _ in range(2)] == [302, 302]
    DirectorCall.objects.update(answered_at=timezone.now())

    answer = client.post(address, {**body, "note": "who dealt?"})

    assert (answer.status_code, SENT_BEFORE in answer.content.decode()) == (409, True)
    assert client.post(address, body).status_code == 302
    assert DirectorCall.objects.count() == 1


def test_answer_is_kept_only_where_something_was_done(world):
    """A form that was refused is no repeat: put right, it is taken under the same id."""
    client, address = caller(world), world.address(patterns()["walk_in"])

    assert client.post(address, {"name": "", "client_id": "the-same"}).status_code == 422
    assert client.post(address, {"name": "Ida Moss", "client_id": "the-same"}).status_code == 302
    assert LogLine.objects.filter(client_id="the-same").count() == 1


def test_nonsense_for_an_id_is_no_fault_of_ours(world, nothing_shown):
    """Nor is nothing at all where an address takes no id."""
    client, before = caller(world), everything()

    for name, client_id in every(3, crossed(sorted(patterns().keys() - set(WITHOUT_ID)), ["a\0b", "x" * 41])):
        assert client.post(world.address(patterns()[name]), {"client_id": client_id}).status_code < 500, name
    assert everything() == before
    for name in WITHOUT_ID:
        assert client.post(world.address(patterns()[name])).status_code < 500, name
