"""Lending an evening to a hall's computer, fetching it there, giving it back, and bringing it back at home.

Each is safe to repeat: a slice that came before changes nothing, an older one than home has is said to be so.
"""

from __future__ import annotations

import hmac
import io
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import IO, Any, Final, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser, User
from django.db import DataError, IntegrityError
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify

from league.acting.deed import IS_LENT, closed_changed, deed, guard_is_changed_here, hold_event
from league.acting.log import Refused, write_log
from league.acting.permissions import OFFICIALS, Acting, Action, kinds_that_may, name_of
from league.acting.security import What, note
from league.evening.events.deeds import is_named
from league.models import CashEntry, Club, Entrant, Event, EventRound, Fetched, KeptSlice, Lending, Member, Role
from league.office.clubs.deeds.clubs import free_slug
from league.office.members.deeds.members import change_member
from league.outside.archive.format import AT_THE_SERVER, Faulty, LendingEntry, Limits, Official, TooNew
from league.outside.archive.reading import Archive, instance_of
from league.outside.archive.rows import insert
from league.outside.archive.tables import TABLES
from league.outside.archive.taking import CONTRADICTS, Scope, club_scopes, event_scopes, take
from league.outside.archive.versions import is_ahead, program
from league.season.merging.deeds import merge_members
from pinochle_club.ground import __version__
from pinochle_club.ground.write_queue import queued_write
from scoring.rules.notation import counted

from . import looking, meanwhile
from .codes import LASTS
from .looking import Beside, Look
from .marks import Mark, entries_of
from .secrets import letters_of, secret
from .slices import EARLIER, EVENING, back_tables, late_fees, lent_tables, proof_of, write_slice

logger = logging.getLogger(__name__)
TABLE: Final = {table.name: table for table in TABLES}
TAKEN: Final = (*EVENING, "books")
NO_SLICE: Final = "This file isn’t an evening. Choose the one that was saved for the hall, or in it."
NOT_THIS_ONE: Final = "This is another evening, {event}. Bring it back on its own page."
UNKNOWN: Final = "No evening that was lent here is in this file."
FORGED: Final = "This file doesn’t come from the computer that has the evening. Nothing was changed."
FOR_HOME: Final = "This file was saved in the hall. Bring it back where the club lives."
FOR_THE_HALL: Final = "This file is for the hall’s computer. Fetch the evening there."
AT_HOME: Final = "This computer lent the evening itself. Fetch it on the hall’s computer."
UNSENT: Final = "This computer has more of {event} than home. Open it here and save it for home, then fetch it again."
# Ends a sign-in name that somebody else has on the hall's computer.
OTHER_NAME: Final = "-here"
HALL_IS_AHEAD: Final = "Home is {home}, this computer {here}: update home first, then fetch the evening again."
# What a newer hall sends waits for home.
KEPT_UNREAD: Final = (
    "Home is {home}, and this evening comes from version {hall}. It is kept at home: update home, then take it in."
)
CAN_WAIT: Final = " Keep the file: nothing is lost. Then bring it back again."
LIVES_HERE: Final = "{club} lives on this computer itself. Fetch the evening on the hall’s computer."
NOT_BY_YOU: Final = "{club} was on this computer. Sign in as one of its directors to fetch its evenings."
# Of the log. A line of it tells by the number which lending it was.
TOOK: Final = "took the evening to the hall"
NTH: Final = "Lending {}"
BROUGHT: Final = "brought the evening back from the hall"
FETCHED: Final = "fetched the evening from home"
GAVE: Final = "gave the evening back"
FORCED: Final = "took the evening back without the hall"
TOOK_THEIRS: Final = "took what the hall has in place of what home had"
KEPT: Final = "{event} was taken back without the hall. What the hall has is kept beside it."
NOT_ITS_NAME: Final = "That isn’t the name of this evening. Nothing was changed."
NEWER_CAME: Final = "The hall sent something newer. Look at it first."
# A hall that is silent for so long has lost its key to home's line.
KEY_LASTS: Final = timedelta(days=3)
IS_CLOSED: Final = "This evening is closed. Reopen it to take it to the hall."


@dataclass(frozen=True, slots=True)
class Brought:
    """What a slice from the hall came to: the evening, whether anything changed, and what is to be said of it; new
    guests whose name somebody has (`namesakes`)."""

    event: Event
    is_new: bool
    says: str
    namesakes: Sequence[str] = ()
    is_unread: bool = False


# -- at home -----------------------------------------------------------------------------


def lend(*, event: Event, acting: Acting, client_id: str = "") -> Lending:
    """Lend the evening to the hall's computer that fetches it. Raises `Refused` for a closed one, and for one that is
    lent already."""
    with deed(event, acting, client_id, while_closed=True) as doing:
        there = doing.event
        out = there.lendings.filter(state=Lending.State.OUT).first()
        if doing.was_done and out is not None:
            return out
        if there.state == Event.State.CLOSED:
            raise Refused(IS_CLOSED)
        number = there.lendings.count() + 1
        doing.tell(TOOK, after=NTH.format(number))
        now, by = timezone.now(), acting.name[:80]
        lending = Lending.objects.create(event=there, number=number, lent_at=now, lent_by=by, code_until=now + LASTS)
        there.lent = number
        there.save(update_fields=["lent"])
        note(What.HALL, user=acting.user, club=there.club, about=f"Lent {there}", device=acting.device)
    return lending


def is_key_of(lending: Lending, key: str) -> bool:
    return hmac.compare_digest(key_of(lending).encode(), key.encode())


def is_open(lending: Lending, now: datetime) -> bool:
    """Whether the lending's key still opens the line: until the evening is back, or the hall was silent for `KEY_LASTS`
    after it began. A file is still taken then."""
    heard = max(lending.heard_at or lending.lent_at, min(lending.event.starts_at, now))
    opens = lending.state == Lending.State.OUT and now < heard + KEY_LASTS
    if not opens:
        note(What.REFUSED, user=None, club=lending.event.club, about=f"A key for {lending.event} in the hall")
    return opens


def key_of(lending: Lending) -> str:
    """The key of the hall's computer: it opens this lending and nothing else."""
    return secret(f"lending {lending.uid}")


def officials_of(lending: Lending) -> Sequence[tuple[Official, str]]:
    """Who may run the evening in the hall, each with the code to sign in there, which isn't hashed yet: that takes long
    on purpose."""
    club, taken, found = lending.event.club, set[str](), []
    roles = Role.objects.select_related("user").filter(club=club, kind__in=OFFICIALS, user__is_active=True)
    for role in roles.order_by("pk"):
        name = name_of(role.user)
        plain = slugify(name)[:50] or "official"
        sign_in_name, number = plain, 1
        while sign_in_name in taken:
            number += 1
            sign_in_name = f"{plain}-{number}"
        taken.add(sign_in_name)
        # The same each time: with it, next week's evening is fetched on a computer that knows last week's.
        code = _code(f"official {club.uid} {role.user_id}")
        found.append((Official(name=name, sign_in_name=sign_in_name, kind=cast(Any, role.kind), code=""), code))
    return found


def write_lent(lending: Lending, out: IO[bytes]) -> Sequence[tuple[Official, str]]:
    """Write the file for the hall's computer; the codes of its officials. The same lending again writes the evening as
    it was lent."""
    officials, key = officials_of(lending), key_of(lending)
    entry = LendingEntry(
        uid=str(lending.uid),
        event=str(lending.event.uid),
        number=lending.number,
        home=str(settings.PUBLIC_URL or ""),
        key=key,
        officials=[official.model_copy(update={"code": _sealed(code)}) for official, code in officials],
    )
    write_slice(lending.event, out, lent_tables(lending.event), entry, key)
    return officials


def _sealed(code: str) -> str:
    """Alike each time: the next evening that is fetched signs nobody out."""
    return make_password(code, salt=letters_of(f"salt of {code}", 22))


def bring_back(
    *,
    file: IO[bytes],
    limits: Limits,
    acting: Acting,
    event: Event | None = None,
    client_id: str = "",
    same: Mapping[str, int] = MappingProxyType({}),
    others: Sequence[str] = (),
) -> Brought:
    """Take what the hall's computer has of an evening. Twice the same changes nothing. What comes after the evening was
    taken back without the hall is kept beside it, and so is what a newer version made until home is updated. A new
    guest is the `same` as a member of that number, by the guest's uid; the two are merged. `others` are nobody of the
    list. Raises `Refused` with what is wrong with the file."""
    lending, archive, entry = _read_back(file, limits, acting, event)
    if (known := _known_before(lending, lending.event, entry)) is not None:
        return known
    with _refused_with_why(), _told_as_faulty():
        try:
            archive.check()
        except TooNew:
            return _keep_unread(lending, archive, entry, file)
        with queued_write():
            brought = _take_back(lending, archive, entry, file, acting)
            if brought.is_new:
                tell_guests(event=lending.event, acting=acting, client_id=client_id, same=same, others=others)
            return brought


def look_at(*, file: IO[bytes], limits: Limits, acting: Acting, event: Event) -> Look | None:
    """What a file would bring to the evening; None where home has it already, or can't read it yet. Raises
    `Refused`."""
    lending, archive, entry = _read_back(file, limits, acting, event)
    if lending.state != Lending.State.OUT or entry.version < lending.taken:
        return None
    with _refused_with_why(), _told_as_faulty():
        try:
            archive.check()
        except TooNew:
            return None
        return looking.look_at(archive, lending)


def _read_back(
    file: IO[bytes], limits: Limits, acting: Acting, event: Event | None
) -> tuple[Lending, Archive, LendingEntry]:
    """A file from the hall's computer, not checked yet, with the lending that it is of. Raises `Refused`."""
    archive = open_slice(file, limits, comes_back=True)
    entry = _entry(archive)
    lending = Lending.objects.select_related("event__club").filter(uid=UUID(entry.uid)).first()
    if entry.key:
        raise Refused(FOR_THE_HALL, "file")
    if lending is None:
        raise Refused(UNKNOWN, "file")
    if event is not None and lending.event_id != event.pk:
        raise Refused(NOT_THIS_ONE.format(event=lending.event), "file")
    if not hmac.compare_digest(entry.proof.encode(), proof_of(archive.manifest, key_of(lending)).encode()):
        note(
            What.REFUSED,
            user=acting.user,
            club=lending.event.club,
            about=f"A file for {lending.event} by another computer",
            device=acting.device,
        )
        raise Refused(FORGED, "file")
    return lending, archive, entry


def guests_left(event: Event) -> Sequence[looking.Guest]:
    """Whom to ask about once the evening is back (three queries of one that was lent)."""
    lending = event.lendings.select_related("event__club").filter(state=Lending.State.BACK).last()
    return looking.guests_left(lending) if lending is not None else ()


def tell_guests(
    *, event: Event, acting: Acting, client_id: str, same: Mapping[str, int], others: Sequence[str] = ()
) -> None:
    """Merge guests of the evening with members of those numbers, by the guests' uids; note of `others` that they are
    somebody else, so that nobody asks again."""
    club = event.club
    with queued_write():
        for guest in club.members.filter(
            uid__in=[UUID(uid) for uid in (*same, *others)], is_guest=True, merged_into=None
        ):
            by: dict[str, Any] = {"acting": acting, "client_id": f"{client_id[:30]}-{guest.number}"}
            member = club.members.filter(pk=same.get(str(guest.uid), 0)).first()
            if member is not None:
                merge_members(kept=member, gone=guest, **by)
                event.entrants.filter(member=member).update(is_guest=member.is_guest)  # what was paid stays as it was
            elif str(guest.uid) in others:
                change_member(member=guest, fields={"is_another": True}, **by)


def _known_before(lending: Lending, event: Event, entry: LendingEntry) -> Brought | None:
    """What is said of a version that home has, or of an older one; none of it is read."""
    if entry.version < lending.taken:
        return Brought(event, False, f"Home has a newer version of {event}. Nothing was changed.")
    if entry.version == lending.taken and not (lending.state == Lending.State.OUT and entry.is_last):
        return Brought(event, False, f"{event} was brought back before. Nothing was changed.")
    return None


def _take_back(lending: Lending, archive: Archive, entry: LendingEntry, file: IO[bytes], acting: Acting) -> Brought:
    event = hold_event(lending.event_id)
    lending = Lending.objects.get(pk=lending.pk)
    if (known := _known_before(lending, event, entry)) is not None:
        return known
    if lending.state != Lending.State.OUT:
        return _keep_beside(lending, event, entry, file)
    asked = [one.name for one in looking.new_guests(archive, lending) if one.namesake is not None]
    event = _take_evening(lending, event, archive, acting)
    lending.taken, lending.heard_at, lending.program = entry.version, timezone.now(), _version_of(archive)
    lending.kept.filter(version__lte=entry.version).delete()
    if entry.is_last:
        _is_home(lending, event, Lending.State.BACK)
        write_log(club=event.club, acting=acting, event=event, action=BROUGHT)
        note(What.HALL, user=acting.user, club=event.club, about=f"Brought {event} back", device=acting.device)
        for follow in closed_changed:
            follow(event)
    lending.save()
    return Brought(event, True, f"{event} is back from the hall.", asked)


def _take_evening(lending: Lending, event: Event, archive: Archive, acting: Acting) -> Event:
    """Take what came of the evening, with people as home knows them. The log is only added to: what home wrote before
    it lent the evening stays as it is."""
    scopes = {name: one for name, one in event_scopes(event).items() if name in TAKEN}
    scopes["log"] = replace(scopes["log"], changes=False, goes=Q(pk__gt=_line_of(lending)))
    of_earlier = Q(entrant__isnull=False) & ~Q(entrant__event=event.pk)
    scopes["cash_entries"] = replace(scopes["cash_entries"], in_part=of_earlier)
    people = meanwhile.bring_people(archive, lending)
    take(archive, event.club, scopes, known={Member: people})
    event = hold_event(event.pk)
    now = timezone.now()
    if event.closed_at is not None and not lending.lent_at <= event.closed_at <= now:
        event.closed_at = now  # the hall's clock was wrong; from here on claims are counted
        event.save(update_fields=["closed_at"])
    _say_whose_fees(archive, event)
    meanwhile.say_again(archive, event, acting)
    return event


def _say_whose_fees(archive: Archive, event: Event) -> None:
    """Fees of earlier evenings that the box took in the hall are paid at home, too."""
    assert archive.manifest.lending is not None, "asked of slices alone"
    fees = archive.manifest.lending.fees
    earlier = Entrant.objects.filter(event__club=event.club_id, event__state=Event.State.CLOSED).exclude(event=event)
    whose = {str(one.uid): one for one in earlier.filter(uid__in=fees.values())}
    entries = list(event.cash_entries.filter(number__in=map(int, fees), kind=CashEntry.Kind.FEE))
    for one in entries:
        one.entrant = whose.get(fees[str(one.number)], one.entrant)
    CashEntry.objects.bulk_update(entries, ["entrant"])


def _line_of(lending: Lending) -> int:
    """The line of the log by which the evening was lent."""
    line = lending.event.log.filter(action=TOOK, after=NTH.format(lending.number)).order_by("pk")
    return line.values_list("pk", flat=True).first() or 0


def _is_home(lending: Lending, event: Event, state: Lending.State) -> None:
    lending.state, lending.ended_at = state, timezone.now()
    event.lent = 0
    event.save(update_fields=["lent"])
    meanwhile.follow_words(event, lending)


@contextmanager
def _told_as_faulty() -> Iterator[None]:
    """Whatever a forged evening leads to, also where it is read for what follows: nothing of it stays."""
    try:
        yield
    except (IntegrityError, DataError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        logger.warning("An evening from a hall could not be taken", exc_info=True)
        raise Faulty(CONTRADICTS) from error


def _keep_beside(lending: Lending, event: Event, entry: LendingEntry, file: IO[bytes]) -> Brought:
    file.seek(0)
    newest = lending.kept.order_by("-version").values_list("version", flat=True).first() or 0
    if entry.version > newest:
        KeptSlice.objects.create(lending=lending, version=entry.version, file=file.read(), came_at=timezone.now())
        lending.kept.filter(version__lte=newest).delete()
    return Brought(event, entry.version > newest, KEPT.format(event=event))


def _keep_unread(lending: Lending, archive: Archive, entry: LendingEntry, file: IO[bytes]) -> Brought:
    with queued_write():
        event = hold_event(lending.event_id)
        if (known := _known_before(Lending.objects.get(pk=lending.pk), event, entry)) is not None:
            return known
        kept = _keep_beside(lending, event, entry, file)
        Lending.objects.filter(pk=lending.pk).update(program=_version_of(archive))
    says = KEPT_UNREAD.format(home=__version__, hall=_version_of(archive))
    return replace(kept, says=says, is_unread=True)


def _version_of(archive: Archive) -> str:
    return archive.manifest.program.get("version", "")[:20]


def take_back(*, event: Event, acting: Acting, client_id: str, name: str, reason: str = "") -> Event:
    """Take the evening back without the hall: it goes on from what home has. What the hall sends later is kept beside
    it. `name` is the typed confirmation. Raises `Refused` where it isn't the evening's name."""
    with queued_write():
        there = hold_event(event.pk)
        if there.lent and not is_named(there, name):
            raise Refused(NOT_ITS_NAME, "name")
        lending = there.lendings.filter(state=Lending.State.OUT).first()
        if lending is None:
            return there
        _is_home(lending, there, Lending.State.FORCED)
        lending.save(update_fields=["state", "ended_at"])
        write_log(club=there.club, acting=acting, event=there, action=FORCED, reason=reason, client_id=client_id)
        note(What.HALL, user=acting.user, club=there.club, about=f"Took {there} back", device=acting.device)
        for follow in closed_changed:
            follow(there)
    return there


def kept_of(event: Event) -> KeptSlice | None:
    """The newest that a hall sent after home had the evening."""
    kept = KeptSlice.objects.filter(lending__event=event).select_related("lending__event__club")
    return kept.order_by("-lending__number", "-version").first()


def hands_beside(kept: KeptSlice) -> Iterator[Beside]:
    """Every hand that is done here or in the hall."""
    archive = open_slice(io.BytesIO(kept.file), AT_THE_SERVER)
    with _refused_with_why():
        archive.check()
    return looking.beside(looking.sheets_here(kept.lending.event), looking.sheets_in(archive))


def take_theirs(*, event: Event, version: int, acting: Acting, client_id: str, name: str) -> Event:
    """Take what the hall sent, of this `version`, in place of what home has. `name` is the typed confirmation. Raises
    `Refused` where it isn't the evening's name, or something newer came."""
    kept = kept_of(event)
    if kept is None:
        return event
    archive = open_slice(io.BytesIO(kept.file), AT_THE_SERVER)
    with _refused_with_why(), _told_as_faulty(), queued_write():
        there, lending = hold_event(event.pk), Lending.objects.select_related("event__club").get(pk=kept.lending_id)
        guard_is_changed_here(there)
        if there.lent:
            raise Refused(IS_LENT)
        if kept.version != version:
            raise Refused(NEWER_CAME)
        if not is_named(there, name):
            raise Refused(NOT_ITS_NAME, "name")
        archive.check()
        ours = there.log.filter(pk__gt=_line_of(lending)).count()
        there = _take_evening(lending, there, archive, acting)
        lending.taken = kept.version
        lending.save(update_fields=["taken"])
        lending.kept.all().delete()
        instead = f"Of home’s log {counted(ours, 'line')} went"
        by: dict[str, Any] = {"acting": acting, "action": TOOK_THEIRS, "before": instead, "client_id": client_id}
        write_log(club=there.club, event=there, **by)
        note(What.HALL, user=acting.user, club=there.club, about=f"Took the hall’s {there}", device=acting.device)
        for follow in closed_changed:
            follow(there)
    return there


@contextmanager
def _refused_with_why() -> Iterator[None]:
    try:
        yield
    except Faulty as fault:
        raise Refused(str(fault), "file") from fault


# -- in the hall -------------------------------------------------------------------------


FETCHING: Final = Acting(user=None, kind=Role.Kind.ADMIN, name="The hall’s computer")


def fetching(user: User | AnonymousUser) -> Acting:
    return replace(FETCHING, user=user if isinstance(user, User) else None)


def fetch(*, file: IO[bytes], limits: Limits, acting: Acting, client_id: str = "") -> Fetched:
    """Make the evening of a file from home this computer's own, with what it needs of its club. The same file again
    finds it. Raises `Refused` with what is wrong with the file."""
    archive = open_slice(file, limits)
    if is_ahead(program(), home := archive.manifest.program):
        raise Refused(HALL_IS_AHEAD.format(home=home.get("version", "older"), here=__version__), "file")
    entry = _entry(archive)
    if not entry.key:
        raise Refused(FOR_HOME, "file")
    if not hmac.compare_digest(entry.proof, proof_of(archive.manifest, entry.key)):
        raise Refused(FORGED, "file")
    if Lending.objects.filter(uid=UUID(entry.uid)).exists():
        raise Refused(AT_HOME, "file")
    there = Fetched.objects.select_related("event__club").filter(uid=UUID(entry.uid)).first()
    if there is not None:
        return there
    with _refused_with_why():
        archive.check()
        with queued_write():
            return _fetch(archive, entry, acting)


def _fetch(archive: Archive, entry: LendingEntry, acting: Acting) -> Fetched:
    club = _club_of(archive, acting)
    before = Fetched.objects.select_related("event").filter(event__club=club, event__uid=UUID(entry.event)).first()
    if before is not None and _has_more_than_home(before):
        raise Refused(UNSENT.format(event=before.event), "file")
    played = _played_here(archive, club, entry)
    _make_room_for_members(archive, club)
    stay = {row["id"] for row in archive.rows(TABLE["events"]) if played.get(UUID(row["uid"])) is False}
    take(archive, club, _scopes_of_slice(archive, club, entry, played), without=stay)
    event = Event.objects.get(club=club, uid=UUID(entry.event))
    Fetched.objects.filter(event=event).delete()
    event.lent = 0
    event.save(update_fields=["lent"])
    fetched = Fetched.objects.create(
        event=event,
        uid=UUID(entry.uid),
        number=entry.number,
        key=entry.key,
        home=entry.home,
        fetched_at=timezone.now(),
    )
    acts = [_let_act(club, official).pk for official in entry.officials]
    club.roles.filter(by_code=True).exclude(pk__in=acts).delete()  # no officials at home any longer
    write_log(club=club, acting=acting, event=event, action=FETCHED)
    note(What.HALL, user=acting.user, club=club, about=f"Fetched {event}", device=acting.device)
    return fetched


def _has_more_than_home(fetched: Fetched) -> bool:
    """Whether anything was done here since the evening was fetched that neither the line nor a file took home."""
    event = fetched.event
    if fetched.given_back_at is not None or fetched.told_mark == str(Mark.of(event.pk)):
        return False
    came = event.log.filter(action=FETCHED).order_by("pk").values_list("pk", flat=True).last() or 0
    return event.log.filter(pk__gt=came).exists() or entries_of(event.pk).exists()


def _let_act(club: Club, official: Official) -> Role:
    """Give an official an account of this computer, opened by the code of this lending. An account that was here
    before keeps its password: a file says of people what its maker wrote. Nobody becomes an admin by one of all that a
    club left here when it moved."""
    names = official.sign_in_name, f"{official.sign_in_name}-{club.pk}{OTHER_NAME}"
    role = club.roles.select_related("user").filter(by_code=True, user__username__in=names).first()
    is_too_much = club.moved_to and official.kind == "admin"
    kind = Role.Kind.DIRECTOR if is_too_much else Role.Kind(official.kind)
    if role is None:
        is_taken = User.objects.filter(username__iexact=names[0]).exists()
        first, _, last = official.name.rpartition(" ")
        user = User.objects.create(
            username=names[is_taken], first_name=(first or last)[:150], last_name=last[:150] if first else ""
        )
        role = Role.objects.create(club=club, user=user, kind=kind, by_code=True)
    role.kind, role.user.password = kind, official.code
    role.save(update_fields=["kind"])
    role.user.save(update_fields=["password"])
    return role


def renamed_officials(club: Club) -> Sequence[User]:
    """Officials whose sign-in name at home is somebody else's here."""
    return list(User.objects.filter(club_roles__club=club, club_roles__by_code=True, username__endswith=OTHER_NAME))


def give_back(*, fetched: Fetched, out: IO[bytes], acting: Acting) -> Fetched:
    """Write the evening for home, whole, and leave it to home from now on. Again writes the same evening."""
    with queued_write():
        event = hold_event(fetched.event_id)
        fetched = Fetched.objects.get(pk=fetched.pk)
        if fetched.given_back_at is None:
            write_log(club=event.club, acting=acting, event=event, action=GAVE)
            event.lent = fetched.number
            event.save(update_fields=["lent"])
            fetched.given_back_at = timezone.now()
            fetched.version += 1
            fetched.save(update_fields=["given_back_at", "version"])
    write_back(fetched, out, is_last=True)
    return fetched


def write_back(fetched: Fetched, out: IO[bytes], *, is_last: bool) -> None:
    """Write the evening as it is now, for home."""
    entry = LendingEntry(
        uid=str(fetched.uid),
        event=str(fetched.event.uid),
        number=fetched.number,
        version=fetched.version,
        is_last=is_last,
        fees=late_fees(fetched.event),
    )
    write_slice(fetched.event, out, back_tables(fetched.event), entry, fetched.key)


# -- taking ------------------------------------------------------------------------------


def _club_of(archive: Archive, acting: Acting) -> Club:
    """The club of a slice, fetched before or new. Raises `Refused` for one that lives here: no file changes it. One
    that moved away is changed by who planned its evenings here."""
    (row,) = archive.rows(TABLE["club"])
    made: Any = instance_of(TABLE["club"], row, {})
    there = Club.objects.filter(uid=made.uid, is_example=False).first()
    if there is not None and there.moved_to:
        directors = there.roles.filter(kind__in=kinds_that_may(Action.PLAN_EVENTS))
        if acting.user is not None and not directors.filter(user=acting.user).exists():
            raise Refused(NOT_BY_YOU.format(club=there), "file")
    elif there is not None and there.lives_here:
        raise Refused(LIVES_HERE.format(club=there), "file")
    if there is None:
        made.slug, made.is_copy = free_slug(made.name), True
        (key,) = insert(TABLE["club"], [made])
        there = Club.objects.get(pk=key)
    return there


def _played_here(archive: Archive, club: Club, entry: LendingEntry) -> Mapping[UUID, bool]:
    """The earlier nights of a slice that were played on this computer; whether home knows all that is here of each. Of
    others it doesn't: home took them back without it, or put them right since."""
    own = Q(fetched__isnull=False) | Q(rounds__tables__card__isnull=False)
    played = set(club.events.filter(own).exclude(uid=entry.event).values_list("uid", flat=True))
    there = {row["uid"] for name in ("entrants", "rounds") for row in archive.rows(TABLE[name])}
    nights = {UUID(row["uid"]) for row in archive.rows(TABLE["events"])} & played
    return {uid: _uids_of(uid) <= there for uid in nights}


def _uids_of(event: UUID) -> set[str]:
    found = (model.objects.filter(event__uid=event).values_list("uid", flat=True) for model in (Entrant, EventRound))
    return {str(uid) for uids in found for uid in uids}


def _make_room_for_members(archive: Archive, club: Club) -> None:
    """Guests of this computer, whom home doesn't know, leave their numbers to those of home."""
    rows = list(archive.rows(TABLE["members"]))
    uids, numbers = {row["uid"] for row in rows}, {row["number"] for row in rows}
    free = max([*numbers, *club.members.values_list("number", flat=True)], default=0)
    for member in club.members.exclude(uid__in=uids).filter(number__in=numbers).order_by("number"):
        free += 1
        club.members.filter(pk=member.pk).update(number=free)


def _scopes_of_slice(archive: Archive, club: Club, entry: LendingEntry, played: Collection[UUID]) -> dict[str, Scope]:
    """What a slice may do in the hall: all it says is so. Of its evening it is all there is, and of the earlier nights
    that were `played` elsewhere. A club that moved has more of these than the slice, and drafts of its rules; they
    stay."""
    own = UUID(entry.event)
    copied = {own} if club.moved_to else {UUID(row["uid"]) for row in archive.rows(TABLE["events"])} - {*played}
    scopes = {name: one for name, one in club_scopes(club).items() if name in archive.manifest.tables}
    for name, scope in scopes.items():
        way, whole = EVENING.get(name), copied if name in EARLIER else {own}
        goes = None if way is None or name == "events" else Q(**{f"{way}uid__in": whole})
        scopes[name] = replace(scope, goes=Q() if name in ("member_categories", "pair_rules") else goes)
        if way is not None:
            scopes[name] = replace(scopes[name], in_part=~Q(**{f"{way}uid": own}))
    if club.moved_to:
        scopes["house_rules"] = replace(scopes["house_rules"], changes=False)
    return scopes


# -- both --------------------------------------------------------------------------------


def open_slice(file: IO[bytes], limits: Limits, *, comes_back: bool = False) -> Archive:
    """The slice in a file. Raises `Refused` where it is none."""
    try:
        archive = Archive(file, limits, keeps_newer=comes_back)
    except TooNew as fault:
        raise Refused(f"{fault}{CAN_WAIT if comes_back else ''}", "file") from fault
    except Faulty as fault:
        raise Refused(str(fault), "file") from fault
    if archive.manifest.lending is None:
        raise Refused(NO_SLICE, "file")
    return archive


def _entry(archive: Archive) -> LendingEntry:
    assert archive.manifest.lending is not None, "slices have one"
    return archive.manifest.lending


def _code(purpose: str) -> str:
    """`k7m4-tx2p`: eight letters that only this server can work out."""
    letters = letters_of(purpose, 8)
    return f"{letters[:4]}-{letters[4:]}"
