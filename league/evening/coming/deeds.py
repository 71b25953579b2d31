"""Members' answers for a planned night: the newest counts, and the night's list follows it. A member who is coming is
expected at check-in, and one who isn't leaves the list. When one of a pair cancels, the other looks for a partner
again. While the evening is in the hall, its list follows the answers once it is back."""

from __future__ import annotations

import secrets

from django.utils import timezone

from league.acting.deed import IS_LENT, Doing, deed
from league.acting.log import Refused
from league.acting.permissions import Acting
from league.evening.check_in.deeds.roll import put_on_list, take_off_list
from league.evening.check_in.deeds.tonight import tie
from league.models import Coming, Event, Lending, Member

Says = Coming.Says


def say(*, event: Event, member: Member, says: str, acting: Acting, client_id: str, note: str | None = None) -> Coming:
    """Record a member's answer. The same one again keeps the partner and, with None, the `note`."""
    with deed(event, acting, client_id, while_lent=True) as doing:
        before = _word_of(doing.event, member)
        is_same = before is not None and before.says == says
        partner = before.partner if before is not None and is_same else None
        note_before = before.note if before is not None and is_same else ""
        return _write(doing, member, before, says, note_before if note is None else note, partner)


def note_word(
    *, event: Event, member: Member, says: str, note: str, partner: Member | None, acting: Acting, client_id: str
) -> Coming:
    with deed(event, acting, client_id, while_lent=True) as doing:
        return _write(doing, member, _word_of(doing.event, member), says, note, partner)


def match(*, event: Event, one: Member, other: Member, acting: Acting, client_id: str) -> Coming:
    with deed(event, acting, client_id, while_lent=True) as doing:
        answers = {word.member_id: word for word in event.coming.filter(member__in=[one, other])}
        first = answers.get(one.pk)
        if doing.was_done and first is not None:
            return first
        if first is None or {word.says for word in answers.values()} != {Says.LOOKING} or len(answers) < 2:
            raise Refused("One of them no longer looks for a partner.")
        return _write(doing, one, first, Says.COMING, first.note, other)


def renew_link(*, member: Member, acting: Acting, client_id: str) -> Member:
    """Give the member new links; the old ones stop working."""
    with deed(member.club, acting, client_id) as doing:
        if doing.was_done:
            return member
        member.link_nonce = secrets.token_urlsafe(18)
        member.save(update_fields=["link_nonce"])
        doing.tell("gave out a new link to", f"{member.name} ({member.number})")
    return member


def list_follows(event: Event, member: Member) -> None:
    """Bring a planned night's list in line with a member's answer, inside the deed that changed whose it is."""
    word = _word_of(event, member)
    if word is None or event.lent or event.state != Event.State.PLANNED:
        return
    if word.says == Says.NOT_COMING:
        for theirs in event.coming.select_related("member").filter(partner=member):
            _let_go(event, theirs.member, member)
        take_off_list(event, member)
        return
    if word.partner is not None and not event.coming.filter(member=word.partner, partner=member).exists():
        free = event.coming.filter(member=word.partner, says=Says.LOOKING)
        if not free.update(says=Says.COMING, partner=member):
            word.says, word.partner = Says.LOOKING, None
            word.save(update_fields=["says", "partner"])
    _expect(event, [member, *([word.partner] if word.partner else [])])


# -- inside ------------------------------------------------------------------------------


def _word_of(event: Event, member: Member) -> Coming | None:
    return event.coming.select_related("partner").filter(member=member).first()


def _write(doing: Doing, member: Member, before: Coming | None, says: str, note: str, partner: Member | None) -> Coming:
    event = doing.event
    if doing.was_done and before is not None:
        return before
    _guard(event, member, says, partner)
    word = before or Coming(event=event, member=member)
    words_before = _words(before)
    former = word.partner
    partner = partner if says == Says.COMING else None
    word.says, word.note, word.partner = says, note, partner
    word.at, word.by = timezone.now(), "" if doing.acting.member_id == member.pk else doing.acting.name[:80]
    word.save()
    if former is not None and former != partner:
        _let_go(event, former, member)
    if partner is not None and former != partner:
        _bring_along(doing, partner, member)
    if says == Says.NOT_COMING and not event.lent:
        take_off_list(event, member)
    elif not event.lent:
        _expect(event, [member, *([partner] if partner else [])])
    doing.tell("noted", f"{member.name} ({member.number})", before=words_before, after=_words(word))
    return word


def _guard(event: Event, member: Member, says: str, partner: Member | None) -> None:
    if event.lent and not event.lendings.filter(state=Lending.State.OUT).exists():
        raise Refused(IS_LENT)  # this is the hall's computer, and it gave the evening back
    if event.state != Event.State.PLANNED:
        raise Refused("This night has begun. See the director.")
    if event.played_on < timezone.localdate():
        raise Refused("This night is over.")
    if says == Says.LOOKING and not event.is_for_pairs:
        raise Refused("Nobody needs a partner for this night: partners change from round to round.")
    for one in (member, partner):
        if one is not None and (one.club_id != event.club_id or not one.is_active):
            raise Refused(f"{one.called} isn’t an active member of this club.")
    if partner is not None and (not event.is_for_pairs or partner.pk == member.pk):
        raise Refused("Choose somebody else as the partner, or nobody.", "partner")


def _let_go(event: Event, former: Member, member: Member) -> None:
    """Let the member's named partner look for one again."""
    event.coming.filter(member=former, partner=member).update(partner=None, says=Says.LOOKING)
    there = event.entrants.filter(member=former, partner__member=member).first()
    if there is not None and not event.lent:
        tie(event, there, None)


def _bring_along(doing: Doing, partner: Member, member: Member) -> None:
    """Let the partner come too; their former partner looks for one again."""
    event, theirs = doing.event, _word_of(doing.event, partner)
    if theirs is not None and theirs.partner is not None and theirs.partner != member:
        _let_go(event, theirs.partner, partner)
    fields = {"says": Says.COMING, "partner": member, "at": timezone.now()}
    if theirs is None:
        Coming.objects.create(event=event, member=partner, by=doing.acting.name[:80], **fields)
    else:
        event.coming.filter(pk=theirs.pk).update(**fields)


def _expect(event: Event, members: list[Member]) -> None:
    """Put members on the list, two of them as partners."""
    put_on_list(event, members)
    there = {one.member_id: one for one in event.entrants.select_related("partner").filter(member__in=members)}
    if len(there) == 2:
        one, other = (there[member.pk] for member in members)
        if one.partner_id != other.pk:
            tie(event, one, other)


def _words(word: Coming | None) -> str:
    """`Coming, with Walt Kowalski, “ten minutes late”`, for the log."""
    if word is None:
        return ""
    company = f"with {word.partner.name}" if word.partner else ""
    return ", ".join(filter(None, (Says(word.says).label, company, f"“{word.note}”" if word.note else "")))
