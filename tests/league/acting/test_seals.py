"""Whoever changes a line of a log, or a figure on a card of a closed evening, is found, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from league.acting.seals import REWRITTEN, first_fault, lines_of, seal_all, seal_words, short
from league.evening.events.deeds import close_event, reopen_event
from league.models import Event, LogLine, Member
from league.office.members.deeds.privacy import make_anonymous, show_initials
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import ON_A_PAGE
from league.outside.archive.writing import write_archive
from scoring.models import Entry
from tests.lasting import lasting
from tests.league.evening.money.evening import close, correct, played_evening
from tests.league.makers import acting_as, fresh
from tests.scoring.score_card.pdf_reading import unset, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    """An evening that was opened again, corrected and closed."""
    with lasting(django_db_blocker):
        event = close(played_evening())
        reopen_event(event=event, acting=acting_as(name="Ruth Abernathy"), client_id="again", reason="A hand was wrong")
        correct(event, 1, 1, take={"NS": 14, "EW": 11})
        close_event(event=event, acting=acting_as(name="Walt Kowalski"), client_id="closed again")
        yield event


@pytest.fixture
def event(world: Event, db: None) -> Event:
    return fresh(world)


def lines(event: Event) -> list[LogLine]:
    return list(LogLine.objects.filter(event=event).order_by("pk"))


def verified(*args: str) -> str:
    out = StringIO()
    call_command("verify_log", *args, stdout=out)
    return out.getvalue()


def test_a_log_that_nobody_touched_is_whole(event):
    written = lines(event)

    assert [bool(line.cards) for line in written if line.subject == "the event"][-1]
    assert seal_words(event) == f"Log: {len(written)} lines, seal {short(written[-1].digest)}"
    assert verified().splitlines()[-1] == "1 evening of 1 club checked, every line is as it was written."
    assert f"stands at line {len(written)} of " in verified("--printed", short(written[-1].digest).upper())


def test_results_on_paper_bear_the_seal(event, client):
    address = reverse("league:results_pdf", args=[event.club.slug, event.pk])

    with unset():
        assert seal_words(event) in words_of(client.get(address).content)
    Event.objects.filter(pk=event.pk).update(state="running", version=99)
    assert seal_words(fresh(event)) == ""


@pytest.mark.parametrize("field", ["who", "device", "action", "subject", "before", "after", "reason", "at"])
def test_a_changed_line_is_the_first_that_is_named(event, field):
    second = lines(event)[1]
    was = getattr(second, field)
    LogLine.objects.filter(pk=second.pk).update(**{field: was.replace(year=2020) if field == "at" else f"{was}!"})

    assert first_fault(event).startswith("line 2 (")
    assert first_fault(event).endswith("was changed after it was written.")
    with pytest.raises(CommandError, match="Changed: 1 log"):
        verified()


def test_a_line_that_is_gone_or_sealed_anew_breaks_the_chain(event):
    written = lines(event)
    written[0].delete()
    assert first_fault(event).startswith("line 1 (")
    assert "doesn’t follow the one before" in first_fault(event)


def test_a_printed_seal_is_not_found_in_a_log_that_was_written_anew(event):
    printed = short(lines(event)[-1].digest)
    LogLine.objects.filter(pk=lines(event)[0].pk).update(reason="never said")
    LogLine.objects.bulk_update(seal_all(lines(event)), ["salt", "said", "digest"])

    assert first_fault(event) == ""  # whoever has the database can do that: the paper knows
    with pytest.raises(CommandError, match="No log has the seal"):
        verified("--printed", printed)


def test_a_figure_on_a_card_of_a_closed_evening_is_found(event):
    entry = Entry.objects.filter(kind="take", card__round_table__number=2).order_by("number")[0]
    Entry.objects.filter(pk=entry.pk).update(payload={**entry.payload, "take": {"NS": 25, "EW": 0}})

    assert first_fault(event).startswith("the card of round 1, table 2 was changed after line ")


def test_what_is_entered_after_the_closing_changes_nothing_of_before(event):
    correct(event, 1, 2, take={"NS": 12, "EW": 13})

    assert first_fault(event) == ""


def forget(event: Event, name: str) -> None:
    member = Member.objects.select_related("club").get(name=name)
    make_anonymous(member=member, acting=acting_as(), client_id=f"forget {name}")


def test_names_that_are_taken_out_leave_every_printed_seal_where_it_was(event):
    printed = short(lines(event)[-1].digest)
    for name in ("Ruth Abernathy", "Walt Kowalski"):
        forget(event, name)

    rewritten = [line.after for line in lines(event) if line.action == REWRITTEN]
    assert [told.partition(".")[0] for told in rewritten] == [
        "Lines rewritten so far: 3", "Lines rewritten so far: 3, 4",
    ]  # fmt: skip
    assert "as they were written" in verified("--printed", printed)
    assert first_fault(event) == ""
    LogLine.objects.filter(pk=lines(event)[2].pk).update(reason="never said")
    assert first_fault(event).startswith("line 3 (")


def test_taking_out_a_name_hides_no_other_change(event):
    third = lines(event)[2]
    LogLine.objects.filter(pk=third.pk).update(reason="never said", salt="")

    forget(event, "Ruth Abernathy")

    assert first_fault(event).startswith("line 3 (")


def test_a_restored_club_keeps_its_seals(event):
    out = BytesIO()
    write_archive(event.club, out)
    club = restore_club(file=out, limits=ON_A_PAGE, acting=acting_as()).club
    restored = Event.objects.get(club=club)

    assert first_fault(restored) == ""
    assert seal_words(restored) == seal_words(event)
    assert (first_fault(club), [line.digest for line in lines_of(club)][:-1]) == (
        "",
        [line.digest for line in lines_of(event.club)],
    )
    assert lines_of(club).last().action == "restored the club"


def test_what_a_clubs_log_has_of_no_evening_is_a_chain_too(event):
    for name in ("Ruth Abernathy", "Walt Kowalski", "Marge Delgado"):
        member = Member.objects.select_related("club").get(name=name)
        show_initials(member=member, initials_only=True, acting=acting_as(), client_id=name)
    forget(event, "Ruth Abernathy")  # one line is written over, and one that was written on the way
    told = list(lines_of(event.club))
    assert (first_fault(event.club), [line.action for line in told if not line.salt]) == ("", ["changed a member"])
    assert told[-2].after.startswith("Lines rewritten so far: ")

    changed = lines_of(event.club).filter(pk=told[1].pk)
    changed.update(who="Somebody else")
    with pytest.raises(CommandError, match="Changed: 1 log"):
        verified()
    changed.delete()
    assert "doesn’t follow the one before" in first_fault(event.club)
