"""Who comes to a night, in words: counts, how they fit tables, the answers of one member. No queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from league.acting.answers import FormPage
from league.acting.permissions import Acting
from league.evening.coming.fit import fit_of_pairs, fit_words
from league.models import Coming, Event, Member
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.words import when_words
from pinochle_club.ground.forms import new_client_id
from scoring.rules.notation import counted

Says = Coming.Says
SHORT: Final = {Says.COMING: "Coming", Says.LOOKING: "Looking for a partner", Says.NOT_COMING: "Not coming"}
OWN: Final = {
    Says.COMING: "You’re coming.",
    Says.LOOKING: "You’re coming, and looking for a partner.",
    Says.NOT_COMING: "You’re not coming.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One key of a night: what it says, and whether it was said."""

    says: str
    label: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class NightContext:
    """One night as a member answers for it. `counts` is how many come so far; `page` is where everybody's names are,
    empty for those who may not read them."""

    title: str
    when: str
    counts: str
    said: str
    note: str
    says: str
    action: str
    answers: tuple[Answer, ...]
    page: str
    client_id: str
    note_id: str


def night_context(
    night: Event, word: Coming | None, action: str, acting: Acting, *, coming: int | None = None, page: str = ""
) -> NightContext:
    """A night with the keys of one member, who sends the answer to `action`."""
    says = word.says if word else ""
    with_whom = f" With {shown_name(word.partner, acting)}." if word and word.partner else ""
    return NightContext(
        title=night.name,
        when=when_words(night),
        counts="" if coming is None else coming_words(coming),
        said=f"{OWN[Says(says)]}{with_whom}" if says else "",
        note=word.note if word else "",
        says=says,
        action=action,
        answers=tuple(Answer(str(one), SHORT[one], one == says) for one in Says.at(night)),
        page=page,
        client_id=new_client_id(),
        note_id=new_client_id(),
    )


def coming_words(coming: int) -> str:
    """`17 are coming`."""
    if not coming:
        return "Nobody has said so far."
    return f"{coming} {'is' if coming == 1 else 'are'} coming so far."


# -- the page of a night -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody, or two who come as a pair: the name, the few words they left, who noted it; `address` is where a
    director notes something else, `tap` where one tap does."""

    name: str
    note: str = ""
    by: str = ""
    number: str = ""
    address: str = ""
    tap: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two who look for a partner and could play together."""

    words: str
    one: int
    other: int


def summary(event: Event, said: Sequence[Coming]) -> str:
    """`17 coming: four tables and one over.`"""
    come = [word for word in said if word.says != Says.NOT_COMING]
    if not come:
        return "Nobody has said yes yet."
    fit = _fit(event, come)
    return f"{len(come)} coming{f': {fit}' if fit else ''}."


def _fit(event: Event, come: Sequence[Coming]) -> str:
    if event.is_for_pairs:
        pairs = sum(1 for word in come if word.partner_id is not None) // 2
        return fit_of_pairs(pairs, len(come) - 2 * pairs)
    players = event.rules.book_version.book.deal.players
    odd = event.odd_players
    if odd == Event.OddPlayers.THREE_HANDED and event.three_handed_rules_id is None:
        odd = Event.OddPlayers.SIT_OUT
    return fit_words(len(come), odd=odd, at_table=players)


def coming_lines(event: Event, said: Sequence[Coming], acting: Acting, *, may_note: bool) -> dict[str, list[Line]]:
    """Who comes, who looks for a partner and who doesn't come; a pair is one line."""
    lines: dict[str, list[Line]] = {"coming": [], "looking": [], "not_coming": []}
    shown: set[int] = set()
    for word in said:
        if word.member_id in shown:
            continue
        shown |= {word.member_id, *([word.partner_id] if word.partner_id else [])}
        lines[word.says].append(_line(event, word, acting, may_note=may_note))
    return lines


def _line(event: Event, word: Coming, acting: Acting, *, may_note: bool) -> Line:
    mate = f" and {shown_name(word.partner, acting)}" if word.partner else ""
    address = address_of("note_coming", event.club.slug, event.pk, word.member_id) if may_note else ""
    by = f"noted by {word.by}" if word.by and may_note else ""
    return Line(f"{shown_name(word.member, acting)}{mate}", word.note, by, address=address)


def silent_lines(event: Event, people: Iterable[Member], acting: Acting) -> list[Line]:
    """Who has not said anything, each with the address of one tap."""
    slug = event.club.slug
    return [
        Line(
            shown_name(person, acting),
            number=str(person.number),
            address=address_of("note_coming", slug, event.pk, person.pk),
            tap=address_of("tap_coming", slug, event.pk, person.pk),
        )
        for person in people
    ]


def suggestions(said: Sequence[Coming], apart: Collection[frozenset[int]], acting: Acting) -> list[Suggestion]:
    """Who of those who look for a partner could play together: the first to ask first, and nobody twice."""
    looking = [word for word in said if word.says == Says.LOOKING]
    taken: set[int] = set()
    found = []
    for one, other in combinations(looking, 2):
        pair = {one.member_id, other.member_id}
        if not pair & taken and frozenset(pair) not in apart:
            taken |= pair
            words = f"{shown_name(one.member, acting)} and {shown_name(other.member, acting)}"
            found.append(Suggestion(words, one.member_id, other.member_id))
    return found


def silent_words(silent: int) -> str:
    return f"{counted(silent, 'person hasn’t', 'people haven’t')} said anything."


def note_page(event: Event, member: Member) -> FormPage:
    """What somebody told the director."""
    back = "Back", address_of("coming", event.club.slug, event.pk)
    return FormPage(member.full_name, "Save", back, f"{event.name}, {when_words(event)}")
