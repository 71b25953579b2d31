"""People not settled before a round starts: absent, gone, without a place, or in two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.db.models import Count, Exists, OuterRef

from league.evening.cards.seats import is_replaced
from league.models import Entrant, Event, EventRound, RoundSeat, SitOut
from league.models.rounds import STARTED
from scoring.models import Entry
from scoring.score_card.names import alike

Kind: TypeAlias = Literal["absent", "never_came", "gone", "replaced", "unseated", "unpaired", "twice"]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A person the director must decide on; `seats` are theirs in the round.

    `absent` hasn't come yet, `never_came` missed the round before too; `gone` went home; `replaced` was so in their
    `last` round, and hasn't left; `unseated` is here and neither sits nor sits out, `unpaired` for want of a partner;
    `twice` has two seats, or one as a guest under another's name.
    """

    kind: Kind
    entrant: Entrant
    seats: tuple[RoundSeat, ...] = ()
    last: EventRound | None = None


def unsettled_in(
    event_round: EventRound, seats: Sequence[RoundSeat], sit_outs: Iterable[Entrant]
) -> tuple[Unsettled, ...]:
    """People not settled in a round not begun, seated as in `seats` (three queries, one more after a latecomer, two for
    each name shared with a guest). Settled are those waited for, a replaced player said to be back, and a helper's
    seat."""
    taken = [seat for seat in seats if not seat.helper and not seat.entrant.is_house_player]
    event, people = event_round.event, list(event_round.event.entrants.filter(is_house_player=False))
    return (
        *_not_there(event_round, taken),
        *_replaced(event_round, taken),
        *_twice(event_round, taken),
        *(
            Unsettled("unpaired" if event.keeps_partners and _is_alone(event, one, people) else "unseated", one)
            for one in without_place(event_round, people, seats, sit_outs)
        ),
    )


def is_whole(event: Event, team: str, here: Mapping[str, int]) -> bool:
    """Whether all of a team that is a side are among so many `here` of each."""
    return bool(team) and here.get(team) == event.side_size


def _is_alone(event: Event, one: Entrant, people: Sequence[Entrant]) -> bool:
    """Whether a person's partners aren't all here. Helpers are partners, though not among `people`."""
    if not event.is_for_pairs:
        return not is_whole(event, one.team, Counter(other.team for other in people if other.state == "here"))
    partner = next((other for other in people if other.pk == one.partner_id), None)
    return one.partner_id is None or (partner is not None and partner.state != Entrant.State.HERE)


def _not_there(event_round: EventRound, taken: Sequence[RoundSeat]) -> Iterable[Unsettled]:
    before = RoundSeat.objects.filter(
        table__event_round__event=event_round.event_id, table__event_round__number=event_round.number - 1
    )
    never_came = set(before.filter(is_missing=True).values_list("entrant_id", flat=True))
    for seat in taken:
        one = seat.entrant
        if one.state == Entrant.State.HERE or is_waited_for(one, event_round):
            continue
        came_not: Kind = "never_came" if one.pk in never_came else "absent"
        yield Unsettled("gone" if one.state == Entrant.State.LEFT else came_not, one, (seat,))


def _replaced(event_round: EventRound, taken: Sequence[RoundSeat]) -> Iterable[Unsettled]:
    present = [seat for seat in taken if seat.entrant.state == Entrant.State.HERE]
    here = {seat.entrant_id: seat for seat in present if seat.entrant.waited_for_in < event_round.number}
    before = RoundSeat.objects.filter(table__event_round__event=event_round.event_id, entrant__in=here)
    before = before.filter(table__event_round__number__lt=event_round.number, table__event_round__state__in=STARTED)
    late = Entry.objects.filter(kind="late", card=OuterRef("table__card"))
    asked = set(before.filter(Exists(late)).values_list("entrant_id", flat=True))
    if not asked:
        return
    seats = before.filter(entrant__in=asked).with_players().select_related("entrant", "table__event_round")
    last = {seat.entrant_id: seat for seat in seats.order_by("table__event_round__number")}
    for pk, seat in last.items():
        there = seat.table.event_round
        if is_replaced(seat) and here[pk].entrant.waited_for_in <= there.number:
            yield Unsettled("replaced", here[pk].entrant, (here[pk],), there)


def is_waited_for(entrant: Entrant, event_round: EventRound) -> bool:
    """Whether the director said that an absent player comes in time or late."""
    return entrant.state != Entrant.State.HERE and entrant.waited_for_in >= event_round.number


def _twice(event_round: EventRound, taken: Sequence[RoundSeat]) -> Iterable[Unsettled]:
    by_name: dict[str, list[RoundSeat]] = {}
    for seat in taken:
        by_name.setdefault(alike(seat.entrant.name), []).append(seat)
    for seats in by_name.values():
        if _is_one(seats) and not _are_several(event_round, seats):
            yield Unsettled("twice", seats[-1].entrant, tuple(seats))


def _is_one(seats: Sequence[RoundSeat]) -> bool:
    """Whether seats under one name may be one person's: members can share a name, a guest may be one of them."""
    people = {seat.entrant_id: seat.entrant for seat in seats}
    return len(seats) > 1 and (len(people) == 1 or any(one.is_guest or not one.member_id for one in people.values()))


def _are_several(event_round: EventRound, seats: Sequence[RoundSeat]) -> bool:
    """Whether they are known to be different people: entered as such, or seen in one round before."""
    people = {seat.entrant_id for seat in seats}
    if len(people) < len(seats):
        return False
    if Entrant.objects.filter(pk__in=people).exclude(member__is_another=True).count() <= 1:
        return True
    before = RoundSeat.objects.filter(entrant__in=people, is_missing=False, helper="", table__counts=True)
    begun = before.filter(
        table__event_round__event=event_round.event_id,
        table__event_round__number__lt=event_round.number,
        table__event_round__state__in=STARTED,
    )
    played = begun.values("table__event_round").annotate(players=Count("entrant", distinct=True))
    return played.filter(players=len(people)).exists()


def without_place(
    event_round: EventRound, people: Iterable[Entrant], seats: Iterable[RoundSeat], sit_outs: Iterable[Entrant]
) -> list[Entrant]:
    """People here who neither sit nor sit out in the round."""
    placed = {seat.entrant_id for seat in seats} | {seat.substitute_id for seat in seats}
    placed |= {one.pk for one in sit_outs}
    return [one for one in people if _plays(one, event_round) and one.pk not in placed]


def _plays(one: Entrant, event_round: EventRound) -> bool:
    is_theirs = one.plays_in(event_round.number) and not event_round.is_extra_hand
    return one.state == Entrant.State.HERE and is_theirs and not one.is_house_player


def stand_ins(event_round: EventRound) -> list[Entrant]:
    """People to take a seat of the round, by turn: those without a place, then by most sit-outs (four queries)."""
    seats = list(RoundSeat.objects.filter(table__event_round=event_round))
    out = [row.entrant for row in SitOut.objects.filter(event_round=event_round).select_related("entrant")]
    people = event_round.event.entrants.filter(is_house_player=False)
    sat_out = SitOut.objects.filter(event_round__event=event_round.event_id, event_round__counts=True)
    times = Counter(sat_out.values_list("entrant_id", flat=True))
    waiting = sorted((one for one in out if _plays(one, event_round)), key=lambda one: (-times[one.pk], one.number))
    return [*without_place(event_round, people, seats, out), *waiting]
