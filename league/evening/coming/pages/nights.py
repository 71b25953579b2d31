"""Answers for nights in words: counts, the tables they make, one member's answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any, Final

from league.acting.answers import FormPage
from league.acting.permissions import Acting
from league.evening.coming.fit import fit_of_pairs, fit_words
from league.models import Coming, Event, Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.words import elsewhere, when_words
from pinochle_club.ground.forms import new_client_id
from scoring.rules.notation import counted

Says = Coming.Says
SHORT: Final = {Says.COMING: "Coming", Says.LOOKING: "Looking for a partner", Says.NOT_COMING: "Not coming"}
OWN: Final = {
    Says.COMING: "You’re coming.",
    Says.LOOKING: "You’re coming, and looking for a partner.",
    Says.NOT_COMING: "You’re not coming.",
}


def night_context(
    night: Event, word: Coming | None, action: str, acting: Acting, coming: int | None = None, page: str = ""
) -> dict[str, Any]:
    """One night with a member's answer, which is sent to `action`. `coming` counts the yeses so far; `page` has
    everybody's names, if the member may read them."""
    with_whom = f" With {shown_name(word.partner, acting)}." if word and word.partner else ""
    return {
        "name": night.name,
        "starts_at": night.starts_at,
        "when": f"{when_words(night)}{elsewhere(night)}",
        "counts": "" if coming is None else coming_words(coming),
        "said": f"{OWN[Says(word.says)]}{with_whom}" if word else "",
        "answers": answer_keys(night, word),
        "word": word,
        "action": action,
        "page": page,
        "client_id": new_client_id(),
        "note_id": new_client_id(),
    }


def answer_keys(night: Event, word: Coming | None = None) -> list[tuple[str, str, bool]]:
    """The answer keys: value, label, and whether it was chosen."""
    return [(str(one), SHORT[one], word is not None and one == word.says) for one in Says.at(night)]


def coming_words(coming: int) -> str:
    """`17 are coming`."""
    if not coming:
        return "Nobody has said so far."
    return f"{coming} {'is' if coming == 1 else 'are'} coming so far."


# -- the page of a night -----------------------------------------------------------------


def summary(event: Event, answers: Sequence[Coming]) -> str:
    """`17 coming: four tables and one over.`"""
    come = [word for word in answers if word.says != Says.NOT_COMING]
    if not come:
        return "Nobody has said yes yet."
    fit = _fit(event, come)
    return f"{len(come)} coming{f': {fit}' if fit else ''}."


def _fit(event: Event, come: Sequence[Coming]) -> str:
    if event.is_for_pairs:
        pairs = sum(1 for word in come if word.partner_id is not None) // 2
        at_table = event.rules.book_version.book.deal.side_count
        return fit_of_pairs(pairs, len(come) - 2 * pairs, at_table=at_table)
    players = event.rules.book_version.book.deal.players
    odd = event.odd_players
    if odd == Event.OddPlayers.THREE_HANDED and event.three_handed_rules_id is None:
        odd = Event.OddPlayers.SIT_OUT
    other = event.rules_at(0).book_version.book.deal.players if odd == Event.OddPlayers.THREE_HANDED else players
    return fit_words(len(come), odd=odd, at_table=players, others=other)


def coming_lines(
    event: Event, answers: Sequence[Coming], acting: Acting, *, may_note: bool
) -> dict[str, list[dict[str, Any]]]:
    """Yeses, wishes for a partner and noes; a pair is one line."""
    lines: dict[str, list[dict[str, Any]]] = {"coming": [], "looking": [], "not_coming": []}
    shown: set[int] = set()
    for word in answers:
        if word.member_id in shown:
            continue
        shown |= {word.member_id, *([word.partner_id] if word.partner_id else [])}
        lines[word.says].append(_line(event, word, acting, may_note=may_note))
    return lines


def _line(event: Event, word: Coming, acting: Acting, *, may_note: bool) -> dict[str, Any]:
    mate = f" and {shown_name(word.partner, acting)}" if word.partner else ""
    address = address_of("note_coming", event.club.slug, event.pk, word.member_id) if may_note else ""
    by = f"noted by {word.by}" if word.by and may_note else ""
    return {"name": f"{shown_name(word.member, acting)}{mate}", "note": word.note, "by": by, "address": address}


def suggestions(
    answers: Sequence[Coming], apart: Collection[frozenset[int]], acting: Acting
) -> list[tuple[str, int, int]]:
    """Pairs of those who look for a partner, in words and by id, first come first served."""
    looking = [word for word in answers if word.says == Says.LOOKING]
    taken: set[int] = set()
    found = []
    for one, other in combinations(looking, 2):
        pair = {one.member_id, other.member_id}
        if not pair & taken and frozenset(pair) not in apart:
            taken |= pair
            words = f"{shown_name(one.member, acting)} and {shown_name(other.member, acting)}"
            found.append((words, one.member_id, other.member_id))
    return found


def silent_words(silent: int) -> str:
    return f"{counted(silent, 'person hasn’t', 'people haven’t')} said anything."


def note_page(event: Event, member: Member) -> FormPage:
    back = "Back", address_of("coming", event.club.slug, event.pk)
    return FormPage(member.full_name, "Save", back, f"{event.name}, {when_words(event)}")
