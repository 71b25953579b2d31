"""A club with something in every table that an archive has, most of it made by the verbs that people use."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from league.evening.events.deeds import close_event
from league.evening.judging.deeds.replacing import replace_player
from league.evening.seating.deeds.publishing import publish_rounds
from league.models import (
    Adjustment,
    BoardDecision,
    CancelledNight,
    CashEntry,
    Category,
    Club,
    ClubPicture,
    Coming,
    ConductNote,
    DirectorCall,
    Dues,
    DuesPart,
    DuesPayment,
    Entrant,
    EventRound,
    Follow,
    HouseRules,
    Member,
    Notice,
    PairRule,
    Pot,
    Prize,
    Publication,
    Role,
    RoundSeat,
    RoundTable,
    StandingAnswer,
    TableTablet,
)
from league.season.merging.deeds import merge_members
from league.season.seasons.deeds import draft_digest, save_draft
from league.season.seasons.rules import SeasonRules
from scoring.models import Device, DeviceCard, Entry
from tests.league.evening.money.evening import close, played_evening, with_prizes
from tests.league.evening.paper import duplicate
from tests.league.evening.standing_tables.tables import make_table
from tests.league.makers import (
    acting_as,
    give_amount,
    make_club,
    make_entrants,
    make_event,
    make_round,
    make_series,
    make_user,
    start_now,
)
from tests.league.season.past.brought import asked, brought
from tests.league.season.seasons.played import opened

AT = datetime(2026, 3, 4, 19, 30, 12, 345678, tzinfo=UTC)


def make_full_club(**overrides: Any) -> Club:
    club = make_club(
        **{
            "name": "Oak Park", "about": "Tuesdays ♠ at “seven”", "paper": "a4", "date_style": "day_first",
            "currency": "EUR", "appeal_minutes": 20, "appeal_chain": "The committee\nThe board", "claim_hours": 24,
            "conduct_months": 12, "is_findable": True, "has_grades": True, "has_race": False,
            "members_try_rules": False, "hall": "Parish hall", "street": "9 Oak Street\nOak Park",
            "map_link": "https://maps.app.goo.gl/9", "contact": "Carol, 555-0142", "beginners": "welcome",
            "cost": "€3", "first_time": "Come at six.", "how_we_play": "With jokers.",
            "calendar_host": "cards.example.org", **overrides,
        }
    )  # fmt: skip
    series = make_series(club, book="st-hilary", name="Tuesdays")
    Pot.objects.create(series=series, name="Sets", per_set=25)
    evening = played_evening(club, series=series, played_on=date(2026, 1, 6), is_over=False)
    people(club, evening)
    play_on(evening)
    running(club, series)
    dues(club)
    boards(club)
    season(club, series, evening)
    return club


def people(club: Club, evening: Any) -> None:
    ruth, walt, *_, last = club.members.order_by("number")
    Member.objects.filter(pk=ruth.pk).update(
        short_name="Ruthie", email="ruth@example.org", director_notes="=left-handed",
        joined_on=date(2020, 2, 3), initials_only=True, created_at=AT,
    )  # fmt: skip
    PairRule.objects.create(club=club, first=ruth, second=walt, kind="never_meet")
    Follow.objects.create(member=ruth, other=walt)
    merged(club, ruth)
    admin = make_user(club, "admin", email="carol@example.org")
    Role.objects.create(club=club, user=make_user(name="Ruth Abernathy"), kind="member", member=ruth)
    writer = make_user(name="Was Once")
    ConductNote.objects.create(
        club=club,
        member=last,
        event=evening,
        happened_on=date(2026, 1, 6),
        text="Rude.",
        writer=writer,
        written_by="W.",
    )
    HouseRules.objects.filter(club=club).update(draft=club.house_rules.get().draft, based_on="st-hilary")
    version = club.house_rules.get().versions.get()
    version.published_by = admin
    version.save()


def merged(club: Club, ruth: Member) -> None:
    """Ruth was entered twice, and came as the other one to a night that was planned."""
    twice = Member.objects.create(club=club, number=90, name="R. Abernathy", is_guest=True, phone="555 90")
    twice.carries.add(Category.objects.create(club=club, name="Women"))
    planned = make_event(club, book="st-hilary", name="Picnic", played_on=date(2026, 7, 4))
    Entrant.objects.create(event=planned, member=twice, number=1, name=twice.name)
    PairRule.objects.create(club=club, first=club.members.get(number=3), second=twice, kind="partners")
    merge_members(kept=ruth, gone=twice, acting=acting_as(), client_id="merge")


def dues(club: Club) -> None:
    """Dues that one pays half of, with a payment that was taken back; and a picture."""
    there = Dues.objects.create(club=club, starts_on=date(2026, 1, 1), amount=2500)
    ruth = club.members.get(number=1)
    DuesPart.objects.create(dues=there, member=ruth, part="half")
    paid = {"dues": there, "member": ruth, "paid_on": date(2026, 2, 3), "note": "check 112", "by": "Carol"}
    DuesPayment.objects.create(**paid, amount=1250, at=AT)
    DuesPayment.objects.create(**paid, amount=700, at=AT, is_taken_back=True, reason="Bounced")
    ClubPicture.objects.create(club=club, content=b"\xff\xd8\xff\xe0\x00", words="Six tables", at=AT)


def play_on(evening: Any) -> None:
    """What money moved, a ruling, a call, tablets; then the evening is closed."""
    table = RoundTable.objects.select_related("card").filter(event_round__event=evening).first()
    assert table is not None
    assert table.card is not None
    give_amount(table)
    device = Device.objects.create(token_hash="f" * 64, label="iPad")
    DeviceCard.objects.create(device=device, card=table.card, number=1)
    TableTablet.objects.create(event=evening, table_number=1, device=device, paired_at=AT)
    Entry.objects.filter(card=table.card, number=1).update(device=device, created_at=AT)
    DirectorCall.objects.create(table=table, reason="ruling", called_at=AT, client_id="call", ruling=3)
    with_prizes(evening)
    ladies = Category.objects.get(club=evening.club)
    Prize.objects.create(event=evening, kind="place", amount=100, category=ladies)
    CashEntry.objects.create(
        event=evening, number=1, kind="other", amount=-350, what="Coffee", entrant=evening.entrants.get(number=1)
    )
    EventRound.objects.filter(event=evening).update(state="closed", closed_at=AT)
    close(evening)
    Notice.objects.create(
        event=evening, blocks=[{"key": "winners", "text": "A fine night."}], is_published=True, published_at=AT
    )


def running(club: Club, series: Any) -> None:
    """Another night, with somebody who plays on for a late player, and a round to come that was published."""
    event = make_event(club, series=series, book="st-hilary", name="Tuesday two", played_on=date(2026, 1, 13))
    people = make_entrants(event, 9)
    people[0].partner, people[0].first_round = people[1], 2
    people[0].save()
    seated = start_now(make_round(event, people))
    seat = RoundSeat.objects.select_related("table__event_round__event__club", "entrant").filter(
        table__event_round=seated
    )[0]
    seat.is_missing = True
    seat.save()
    replace_player(seat=seat, substitute=people[8], reason="home, ill", acting=acting_as(), client_id="replace")
    make_round(event, people, number=2, state="draft")
    publish_rounds(event=event, acting=acting_as(), client_id="publish")
    Coming.objects.create(event=event, member=club.members.all()[0], says="looking", at=AT, by="Carol")
    table = make_table(club, not_on=["2026-03-10"])
    StandingAnswer.objects.create(table=table, member=club.members.all()[0], day=AT.date())
    CancelledNight.objects.create(club=club, calendar_id="x", name="Tuesday", starts_at=AT, sequence=2, at=AT)


def boards(club: Club) -> None:
    """A duplicate that is over, with a board that bots played and one that a table has for nothing."""
    event = duplicate.duplicate_evening(club, played_on=date(2026, 1, 20))
    first = event.dealt_boards.boards.get(number=1)
    first.recorded_at = RoundTable.objects.get(event_round__event=event, event_round__number=1, number=1)
    first.field = [{"NS": 250, "EW": -20}]
    first.field_by = {"seed": "f00d", "players": "club 1.3", "tables": 1}
    first.expert = {"bidder": "N", "bid": 52, "trump": "H", "meld": 34, "take": None, "made": False}
    first.save()
    table = RoundTable.objects.get(event_round__event=event, event_round__number=2, number=1)
    given = {"shares": {"NS": 60, "EW": 40}, "reason": "They were early", "by": "Carol"}
    BoardDecision.objects.create(event=event, number=3, table=table, kind="average", **given)
    close_event(event=event, acting=acting_as(), client_id="close boards", reason="one table never signed")


def season(club: Club, series: Any, evening: Any) -> None:
    category = club.categories.get()
    winter = opened(club, divisions=(category.pk,), events=(evening.pk,), with_guests=True)
    ruth = club.members.get(number=1)
    given = {"reason": "late dues", "private_reason": "the third time", "by": "Carol"}
    Adjustment.objects.create(season=winter, member=ruth, points=-5, **given)
    assert Publication.objects.filter(season=winter).exists()
    draft = SeasonRules.from_json(winter.draft).model_copy(update={"without": (evening.pk,), "events": (987_654,)})
    brought(club, asked("Name,1/8,1/15\nRuth Abernathy & Gus Gone,30,7.5\nW. Abel & Vi Gone,12 (sub),\n", pairs="pair"))
    save_draft(season=winter, rules=draft, seen=draft_digest(winter), acting=acting_as(), client_id="draft")
