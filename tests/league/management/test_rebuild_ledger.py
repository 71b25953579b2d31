"""The ledger, made anew from the cards: what is put right and told, and what stays alone."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.evening.cards.reading import read_event
from league.evening.events.deeds import reopen_event
from league.evening.ledger import rereading
from league.evening.ledger.rows import current_mark, is_made_from, keep_rows
from league.management.commands.rebuild_ledger import PARTS
from league.management.terminal import AT_THE_TERMINAL
from league.models import Event, LedgerRow, LogLine, PublishedPlace, Season, SeasonRulesVersion
from league.season.seasons.deeds import close_season, show_standings
from league.season.seasons.publishing import would_differ
from league.season.seasons.standings import Place
from tests.lasting import lasting
from tests.league.makers import acting_as, fresh, make_club, make_series
from tests.league.season.seasons.played import newest, opened, played_night

pytestmark = pytest.mark.django_db

NIGHTS = ([(300, 100), (200, 250)], [(80, 90), (120, 310)])


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[Season]:
    """Two nights of a season that counts them."""
    with lasting(django_db_blocker):
        series = make_series(make_club(), book="st-hilary")
        season = opened(series.club)
        for week, sums in enumerate(NIGHTS):
            played_night(series, week, sums)
        yield season


@pytest.fixture
def season(world: Season, db: None) -> Season:
    return Season.objects.select_related("club").get(pk=world.pk)


def rebuilt(*args: str) -> list[str]:
    out = StringIO()
    call_command("rebuild_ledger", *args, stdout=out)
    return out.getvalue().splitlines()


def figures() -> list[tuple[Any, ...]]:
    rows = LedgerRow.objects.order_by("event_id", "round_number", "entrant_id")
    return list(rows.values_list("event", "entrant", *rereading.COMPARED))


def spoil(**changes: Any) -> LedgerRow:
    """The first row of the first night is another, as an older program may have read it."""
    row = LedgerRow.objects.order_by("event_id", "pk").select_related("entrant")[0]
    LedgerRow.objects.filter(pk=row.pk).update(**changes)
    return row


def test_right_rows_are_left_alone_and_nothing_is_published(season: Season):
    before, number, kept = figures(), newest(season).number, set(LedgerRow.objects.values_list("pk", flat=True))
    lines = LogLine.objects.count()

    assert rebuilt() == ["2 evenings read, all as they were."]
    assert figures() == before
    assert set(LedgerRow.objects.values_list("pk", flat=True)) == kept
    assert (newest(season).number, LogLine.objects.count()) == (number, lines)


def test_wrong_row_is_put_right_and_told(season: Season):
    before, number = figures(), newest(season).number
    row = spoil(points=-5)
    said = rebuilt()

    assert figures() == before
    assert said == [
        f"Evening {row.event_id}, {season.club.name}, Tuesday cards, Tue, Jan 6: 1 result put right",
        f"  {row.entrant.name}, round 1: {row.points} points, was −5",
        "2 evenings read, 1 listed above.",
    ]
    assert newest(season).number == number  # the standings were those of the right rows all the while
    line = LogLine.objects.latest("pk")
    assert (line.who, line.action, line.after) == (
        AT_THE_TERMINAL.name,
        "read the cards again",
        "1 of 8 rows differed",
    )


def test_standings_that_were_made_of_wrong_rows_are_published_anew(season: Season):
    right = said_by(season)
    row = spoil(points=900)
    Event.objects.filter(pk=row.event_id).update(ledger_mark="older")
    show_standings(season=season, hidden=False, acting=acting_as(), client_id="")
    number = newest(season).number
    assert said_by(season) != right

    assert rebuilt()[-1] == f"{season.club.name}, Winter: the standings were published again, as number {number + 1}."
    assert said_by(season) == right
    assert newest(season).because == "All cards were read again"
    assert rebuilt() == ["2 evenings read, all as they were."]


def test_figure_that_an_update_keeps_besides_publishes_nothing_anew(season: Season, monkeypatch: pytest.MonkeyPatch):
    number, kept = newest(season).number, Place.kept
    monkeypatch.setattr(Place, "kept", lambda place: {**kept(place), "rounds_won": 3})

    assert rebuilt() == ["2 evenings read, all as they were."]
    assert newest(season).number == number
    show_standings(season=season, hidden=False, acting=acting_as(), client_id="")
    assert {line.shown["rounds_won"] for line in newest(season).places.all()} == {3}


def test_every_figure_and_sentence_that_differs_publishes_anew(season: Season):
    line = newest(season).places.all()[0]
    figures = {"by": "wins", "figure": "7/2", "points": 7, "counted": {"1": 7}, "dropped": {"1": 7}}
    others: list[dict[str, Any]] = [
        *({"shown": {**line.shown, name: other}} for name, other in figures.items()),
        {"says": {**line.says, "why": "by a nose"}},
        {"says": {**line.says, "needs": ["two more nights"]}},
        {"place": 7},
        {"order": 70},
        {"nights": 70},
        {"division": "Women"},
        {"partner": line.member_id},
    ]
    is_right = {name: getattr(line, name) for other in others for name in other}

    for other in others:
        PublishedPlace.objects.filter(pk=line.pk).update(**is_right | other)
        assert would_differ(season), other
    PublishedPlace.objects.filter(pk=line.pk).update(**is_right)
    assert not would_differ(season)


def said_by(season: Season) -> list[tuple[Any, ...]]:
    return [(line.member_id, line.place, line.points, line.shown) for line in newest(season).places.all()]


def test_hidden_standings_stay_hidden(season: Season):
    spoil(points=900)
    show_standings(season=season, hidden=True, acting=acting_as(), client_id="")
    rebuilt()

    assert newest(season).state == "hidden"
    assert newest(season).because == "All cards were read again"


def test_closed_season_keeps_what_was_final_and_the_command_says_so(season: Season):
    spoil(points=900)
    close_season(season=season, acting=acting_as(), client_id="")
    before, number = said_by(season), newest(season).number

    assert rebuilt()[-1].endswith("would read otherwise. Reopen it to publish it again.")
    assert (said_by(season), newest(season).number) == (before, number)


def test_missing_and_left_over_rows_are_told_and_many_are_summed_up(season: Season):
    before = figures()
    first = LedgerRow.objects.order_by("event_id", "pk")[0].event_id
    LedgerRow.objects.filter(event=first).delete()
    said = rebuilt()

    assert figures() == before
    assert said[0].endswith("8 results put right")
    assert all(line.endswith("was missing") for line in said[1:6])
    assert said[6] == "  and 3 more"

    row = spoil(round_number=7)
    said = rebuilt()
    assert said[1:3] == [
        f"  {row.entrant.name}, round 1: {row.points} points, was missing",
        f"  {row.entrant.name}, round 7: taken out, was {row.points} points",
    ]
    assert figures() == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"place": 8}, "the place that night was different"),
        ({"facts": {"hands": 3}}, "the bids and melds were different"),
        ({"place": 8, "facts": {"hands": 3}}, "the place that night and the bids and melds were different"),
    ],
)
def test_row_of_the_same_points_says_what_else_was_another(season: Season, wrong: dict[str, Any], said: str):
    row = spoil(**wrong)

    assert rebuilt()[1] == f"  {row.entrant.name}, round 1: {row.points} points as before, but {said}"


def test_everything_that_is_compared_has_its_words():
    assert {*PARTS, "points"} == set(rereading.COMPARED)


def test_rows_put_right_have_another_mark_and_are_not_read_again_by_the_next_deed(season: Season):
    """Whoever keeps what rests on rows sees by the mark that they are others."""
    event = fresh(Event.objects.order_by("pk")[0])
    marks = [event.ledger_mark]
    for _ in range(2):
        spoil(points=-5)
        rebuilt()
        marks.append(fresh(event).ledger_mark)

    assert len(set(marks)) == 3
    assert all(is_made_from(mark, current_mark(event)) for mark in marks)
    assert keep_rows(fresh(event)) is False
    assert not is_made_from(f"{marks[0]}1", marks[0])


def test_evening_that_is_corrected_meanwhile_is_read_again(season: Season, monkeypatch: pytest.MonkeyPatch):
    """What was read of cards that somebody changed since is never written."""
    event = spoil(points=-5).event
    times: list[int] = []

    def read_late(one: Event) -> Any:
        if not times:  # somebody closes the evening again right after it was read
            Event.objects.filter(pk=one.pk).update(closed_at="2026-02-01T20:00Z")
        times.append(one.pk)
        return read_event(one)

    monkeypatch.setattr(rereading, "read_event", read_late)
    rereading.reread(event.pk, AT_THE_TERMINAL)

    assert times == [event.pk] * 2
    assert is_made_from(fresh(event).ledger_mark, current_mark(fresh(event)))


def test_evening_that_is_corrected_all_the_while_is_left_alone(season: Season, monkeypatch: pytest.MonkeyPatch):
    row = spoil(points=-5)
    marks = iter("abcdefghijkl")
    monkeypatch.setattr(rereading, "current_mark", lambda _: next(marks))

    assert rebuilt()[0].startswith(f"Evening {row.event_id}: Somebody corrects this evening just now.")
    assert LedgerRow.objects.get(pk=row.pk).points == -5


def test_evening_that_cannot_be_read_is_told_and_the_others_are_read(season: Season, monkeypatch: pytest.MonkeyPatch):
    first, row = Event.objects.order_by("pk")[0], spoil(points=-5)
    LedgerRow.objects.filter(event=first).update(points=-5)

    def read_all_but_the_last(event: Event) -> Any:
        if event.pk != first.pk:
            raise ValueError("no such card")
        return read_event(event)

    monkeypatch.setattr(rereading, "read_event", read_all_but_the_last)
    said = rebuilt()

    assert said[0].endswith("8 results put right")
    assert said[-1] == "2 evenings read, 2 listed above."
    assert f"Evening {first.pk + 1}: its cards could not be read (ValueError: no such card)" in said
    assert LedgerRow.objects.get(event=first, entrant=row.entrant).points == row.points


def test_reopened_evening_is_not_read_and_stays_in_the_standings(season: Season):
    event = fresh(Event.objects.order_by("pk")[0])
    reopen_event(event=event, acting=acting_as(), client_id="", reason="counted wrong", name=event.name)
    number = newest(season).number

    assert rebuilt() == ["1 evening read, all as they were."]
    assert newest(season).number == number
    assert rereading.reread(event.pk, AT_THE_TERMINAL) == ()
    assert LedgerRow.objects.filter(event=event).exists()


def test_it_goes_on_after_an_evening_and_reads_only_the_clubs_that_are_named(season: Season):
    first = Event.objects.order_by("pk")[0].pk
    make_club(slug="another")

    assert rebuilt("--after", str(first))[0] == "1 evening read, all as they were."
    assert rebuilt("another") == ["0 evenings read, all as they were."]
    assert rebuilt(season.club.slug, "another")[0] == "2 evenings read, all as they were."
    with pytest.raises(CommandError, match="No club is called elsewhere"):
        rebuilt("elsewhere")


def test_standings_that_can_not_be_read_stop_no_other_club(season):
    show_standings(season=season, hidden=False, acting=acting_as(), client_id="")
    SeasonRulesVersion.objects.update(rules="{")
    spoil(points=1)

    told = rebuilt()

    assert told[0].startswith("Evening ")  # put right all the same
    assert [line.partition(" (")[0] for line in told if "can’t be read" in line] == [
        f"{season.club.name}, {season.name}: can’t be read"
    ]
