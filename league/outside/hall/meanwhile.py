"""People at home while their evening is in the hall: what became of them there holds when it comes back.

Members are who they are at home. One who was merged into another comes back as the one who stayed, unless that one
played, too; one who was made anonymous is forgotten again; names are those of home. Whom the hall met first is entered
as a guest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from league.acting.log import write_log
from league.acting.permissions import Acting
from league.acting.seals import REWRITTEN, lines_of, rewritten_words
from league.evening.coming.deeds import list_follows
from league.models import Club, Event, Lending, Member
from league.models.members import read_in_full
from league.office.members.deeds.members import next_number
from league.office.members.deeds.names import call_anew, tell_apart
from league.office.members.deeds.privacy import forget_again
from league.outside.archive.format import Faulty
from league.outside.archive.reading import Archive, Row
from league.outside.archive.tables import TABLES

(MEMBERS,) = (table for table in TABLES if table.model is Member)
(ENTRANTS,) = (table for table in TABLES if table.name == "entrants")
MOST_GUESTS: Final = 500
TOO_MANY: Final = "More guests are in it than an evening has."
NO_NAME: Final = "A guest"
# What the hall says of a guest whom it met first, as long as it has the evening.
OF_A_GUEST: Final = ("name", "short_name", "cannot_move", "partner_deals", "initials_only")


def people_of(archive: Archive) -> list[Row]:
    """The members on the list of a slice from the hall, by their numbers."""
    listed = {row.get("member") for row in archive.rows(ENTRANTS)}
    return sorted(
        (row for row in archive.rows(MEMBERS) if row["id"] in listed), key=lambda row: (row["number"], row["uid"])
    )


def members_here(club: Club) -> dict[str, Member]:
    return {str(one.uid): one for one in club.members.select_related("merged_into")}


def bring_people(archive: Archive, lending: Lending) -> Mapping[Any, int]:
    """The members here of a slice's people, by their ids there; guests of the hall are entered."""
    club, people = lending.event.club, people_of(archive)
    here = members_here(club)
    new = [row for row in people if uid_of(row) not in here]
    if len(new) > MOST_GUESTS:
        raise Faulty(TOO_MANY)
    for row in new:
        here[uid_of(row)] = _enter(club, lending.event, row)
    for row in people:
        _correct(here[uid_of(row)], lending, row)
    tell_apart(club)
    return _who_stayed({row["id"]: here[uid_of(row)] for row in people})


def uid_of(row: Row) -> str:
    return str(UUID(row["uid"]))


def _enter(club: Club, event: Event, row: Row) -> Member:
    known: dict[str, Any] = {name: row[name] for name in OF_A_GUEST if name in row}
    known |= {"name": row.get("name") or NO_NAME, "is_another": row.get("is_another", False)}
    joined = {"number": next_number(club), "joined_on": event.played_on}
    return Member.objects.create(club=club, uid=UUID(row["uid"]), is_guest=True, **joined, **known)


def _correct(member: Member, lending: Lending, row: Row) -> None:
    """A guest's name that was typed wrong in the hall is put right there, until the evening is back."""
    is_the_halls = member.is_guest and not member.is_anonymous and member.created_at > lending.lent_at
    said = {name: row[name] for name in OF_A_GUEST if row.get(name)}
    changed = [name for name, value in said.items() if getattr(member, name) != value]
    is_out = lending.state == Lending.State.OUT
    if changed and is_out and is_the_halls and member.entries.filter(event=lending.event).exists():
        for name in changed:
            setattr(member, name, said[name])
        member.save(update_fields=changed)


def _who_stayed(people: Mapping[Any, Member]) -> Mapping[Any, int]:
    """Who was merged into another is that one, but for one who sits there, too: nobody is there twice."""
    taken = {one.pk for one in people.values() if one.merged_into is None}
    found = {}
    for old, member in people.items():
        stayed = member
        while stayed.merged_into is not None:
            stayed = stayed.merged_into
        found[old] = member.pk if stayed is not member and stayed.pk in taken else stayed.pk
        taken.add(found[old])
    return found


def say_again(archive: Archive, event: Event, acting: Acting) -> None:
    """Names of home go onto the list and the cards that came, and those that home forgot out of all that came."""
    with read_in_full(None):
        if event.log.filter(salt="").exists():  # the line about them is the log's last, and the hall wrote other ones
            rewritten = rewritten_words(list(lines_of(event)))
            write_log(club=event.club, event=event, acting=acting, action=REWRITTEN, after=rewritten)
        for entrant in event.entrants.filter(member__isnull=False).select_related("member"):
            member = entrant.member
            if member is not None and (entrant.name, entrant.short_name) != (
                member.public_name,
                member.public_short_name,
            ):
                call_anew(member, Q(event=event))
        here = members_here(event.club)
        gone = {here[uid_of(row)]: row for row in people_of(archive) if here[uid_of(row)].is_anonymous}
        forget_again({member: _names(row) for member, row in gone.items()}, acting)
        tell_apart(event.club)


def _names(row: Row) -> tuple[set[str], set[str]]:
    return {row.get("name", "")}, {row["short_name"]} if row.get("short_name") else set()


def follow_words(event: Event, lending: Lending) -> None:
    """Who answered at home after the lending is on the list now, or off it, where the night hasn't begun."""
    for word in event.coming.filter(at__gt=lending.lent_at).select_related("member"):
        list_follows(event, word.member)
