"""The cut made and taken back, an extra hand, a replaced finalist."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet

from league.acting.deed import Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.seating.deeds.drafts import new_house_players
from league.evening.seating.deeds.tasks import LARGEST_SEED
from league.evening.seating.schedules.numbers import in_use
from league.evening.seating.seatings import publish_version
from league.evening.ties.tie_breaks import lot_of, lot_words
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable, SeatingSearch, SitOut
from league.models.rounds import STARTED
from scoring.rules.cards import FOUR_SEATS
from scoring.rules.notation import listed

from .extra_hands import extra_tables
from .reading import PLAY, Cut, read_cut

CutBy = Event.CutBy
MADE: Final = "made the cut"
CHANGED: Final = "The results changed since this page was opened. Nothing was decided. Look at the line again."


def decide(
    *,
    event: Event,
    acting: Acting,
    client_id: str,
    by: str = "",
    seen: str | None = None,
    chance: int | None = None,
    witness: str = "",
) -> Event:
    """Make the cut, with a tie at the line broken `by` one of `Event.CutBy`; or, by `PLAY`, seat an extra hand. Players
    cut play no later round. `seen` is that of the `Cut` on the form, and `chance` the seed of lots; each lot and the
    `witness` stand in the log. Raises `Refused` where no cut is due, the line changed, or the tie is still open."""
    with deed(event, acting, client_id) as doing:
        if doing.was_done:
            return doing.event
        cut = read_cut(doing.event)
        if cut is None or cut.is_made:
            raise Refused("No cut is due now. It comes once every planned round is closed.")
        if seen is not None and seen != cut.seen:
            raise Refused(CHANGED)
        seed = secrets.randbelow(LARGEST_SEED) if chance is None else chance
        if by == PLAY and not cut.line.is_clear:
            _seat_extra_hand(doing, cut, random.Random(seed))
        else:
            _make_cut(doing, cut, "" if cut.line.is_clear else by, seed, witness)
    return doing.event


def _make_cut(doing: Doing, cut: Cut, by: str, seed: int, witness: str) -> None:
    line = cut.line_by(by, seed)
    if not line.is_clear:
        tied = listed([cut.entrants[one.player].called for one in line.level])
        raise Refused(f"{tied} still tie at the line. Choose how the tie is broken.", "by")
    if len(line.inside) < len(FOUR_SEATS):
        raise Refused("A final needs four people. Too few are here.")
    event = doing.event
    event.cut_after, event.cut_by, event.cut_lots = cut.after, by, seed
    event.rounds_planned = cut.after + event.final_rounds
    event.save(update_fields=["cut_after", "cut_by", "cut_lots", "rounds_planned"])
    event.entrants.exclude(pk__in=line.inside).filter(is_house_player=False).update(last_round=cut.after)
    how = f"Tie broken: {CutBy(by).label.lower()}. " if by else ""
    if by == CutBy.LOTS:  # `Lots drawn: Ruth 8,120 and Ed 455. Walt watched. `
        drawn = sorted(((lot_of(seed, player), player) for player in cut.level), reverse=True)
        lots = listed([f"{cut.entrants[player].name} {lot_words(lot)}" for lot, player in drawn])
        how += f"Lots drawn: {lots}. {f'{witness} watched. ' if witness else ''}"
    doing.tell(MADE, f"to {len(line.inside)}", after=f"{how}In: {_names(cut, line.inside)}")


def _names(cut: Cut, players: Iterable[int]) -> str:
    return listed([cut.entrants[player].name for player in players])


# -- an extra hand ---------------------------------------------------------------------------


def _seat_extra_hand(doing: Doing, cut: Cut, chance: random.Random) -> None:
    event = doing.event
    others = [one.player for one in (*cut.by_extra.below, *reversed(cut.by_extra.above))]
    here = [player for player in others if cut.entrants[player].state == Entrant.State.HERE]
    number = cut.after + 1
    title = "The extra hand" if not cut.extras else f"Extra hand {len(cut.extras) + 1}"
    event_round = EventRound.objects.create(
        event=event, number=number, title=title, is_extra_hand=True, state=EventRound.State.PUBLISHED
    )
    for at, seated in zip(in_use(event.hall_tables), extra_tables(cut.level, here, chance), strict=False):
        table = RoundTable.objects.create(event_round=event_round, number=at)
        there = event.entrants.in_bulk([player for player in seated if player is not None])
        house = iter(new_house_players(event, seated.count(None)))  # where nobody else is here
        people = [next(house) if player is None else there[player] for player in seated]
        RoundSeat.objects.bulk_create(
            RoundSeat(table=table, seat=seat, entrant=one) for seat, one in zip(FOUR_SEATS, people, strict=True)
        )
    event.rounds_planned = number
    event.save(update_fields=["rounds_planned"])
    version = publish_version(event, doing.acting)
    doing.tell("seated", title, after=f"{_names(cut, cut.level)} tie at the line. Version {version}")


# -- taken back, and replaced ----------------------------------------------------------------


def take_back(*, event: Event, acting: Acting, client_id: str) -> Event:
    """Undo the cut: everyone plays on, and the final's seating is gone. Raises `Refused` once it began."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        if doing.was_done or not event.cut_after:
            return event
        _guard_ahead(event)
        rounds = _ahead(event)
        was_published = rounds.filter(state=EventRound.State.PUBLISHED).exists()
        rounds.delete()
        SeatingSearch.objects.filter(event=event).delete()
        before = listed([one.name for one in event.entrants.filter(last_round=None, is_house_player=False)])
        event.entrants.update(last_round=None)
        event.rounds_planned = max(event.cut_after, *event.rounds.values_list("number", flat=True))
        event.cut_after, event.cut_by, event.cut_lots = 0, "", 0
        event.save(update_fields=["rounds_planned", "cut_after", "cut_by", "cut_lots"])
        version = f"Version {publish_version(event, acting)}" if was_published else ""
        doing.tell("took back the cut", before=f"In: {before}", after=version)
    return event


def replace_finalist(*, event: Event, entrant: Entrant, acting: Acting, client_id: str) -> Entrant:
    """Let the next in line play for a finalist who left, in the same seats if any, and return them."""
    with deed(event, acting, client_id) as doing:
        event = doing.event
        there = Entrant.objects.get(pk=entrant.pk)
        if doing.was_done:
            return there
        cut = read_cut(event)
        if cut is None or there.pk not in cut.finalists:
            raise Refused(f"{there.called} isn’t in the final.")
        _guard_ahead(event)
        if there.state == Entrant.State.HERE:
            raise Refused(f"{there.called} is still here. Tap Left at check-in first.")
        follows = cut.next_in_line
        if follows is None:
            raise Refused("Nobody else is here to play in the final.")
        Entrant.objects.filter(pk=there.pk).update(last_round=event.cut_after)
        Entrant.objects.filter(pk=follows.pk).update(last_round=None)
        ahead = _ahead(event)
        RoundSeat.objects.filter(table__event_round__in=ahead, entrant=there).update(entrant=follows)
        SitOut.objects.filter(event_round__in=ahead, entrant=there).update(entrant=follows)
        is_published = ahead.filter(state=EventRound.State.PUBLISHED).exists()
        version = f". Version {publish_version(event, acting)}" if is_published else ""
        doing.tell("replaced in the final", there.name, before=there.name, after=f"{follows.name} plays{version}")
    return follows


def _ahead(event: Event) -> QuerySet[EventRound]:
    """The final's rounds not begun. One begun that doesn't count stays."""
    return event.rounds.filter(number__gt=event.cut_after).exclude(state__in=STARTED)


def _guard_ahead(event: Event) -> None:
    begun = event.rounds.filter(number__gt=event.cut_after, state__in=STARTED, counts=True).first()
    if begun is not None:
        raise Refused(f"{begun} has started, so the cut stays as it is.")
