"""The notice for its pages, paper and mail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from league.acting.answers import FormPage
from league.acting.permissions import Acting, Action
from league.evening.cards.pages import final_words, wins_words
from league.evening.cards.standings import wins_and_points
from league.evening.cards.words import direction_words, total_text
from league.evening.paper.pages.heads import paper_head
from league.models import Event, Letter, Member, Notice
from league.office.clubs.pages.navigation import address_of
from league.office.members.naming import shown_name
from league.words import day_words, moment_words, short_when_with_year
from scoring.rules.notation import counted, listed

from .blocks import BEHIND, OWN, Block, blocks_of, kept_in, shown_in
from .night import Night
from .text import plain_text, read_blocks, text_of, title_of

_GAPS: Final = re.compile(r"\n\s*\n")
# So many of those who want no emails are named before they are sent.
NAMED: Final = 8
NOT_YET: Final = "No notice has been published for this evening yet."
STILL_OPEN: Final = "This event isn’t closed. Its notice shows once the results stand."
ON_ITS_WAY: Final = "The notice is on its way. The emails go out over the next minutes."
NO_EMAILS: Final = "The list of who got this notice is kept for two months."
State, Why = Letter.State, Letter.Why
# What became of a letter, in the order of the sentence.
_STATES: Final[Mapping[str, str]] = {State.SENT: "sent", State.WAITING: "waiting", State.FAILED: "not sent"}
_WHY: Final[Mapping[str, str]] = {
    Why.AWAY: "The mail server didn’t answer.",
    Why.NOT_OURS: "The mail server won’t take this club’s email. The person who runs the server can check EMAIL_URL.",
    Why.LATER: "The mail server said to try again later.",
    Why.HELD: "It goes out once the notice is published again.",
    Why.REFUSED: "The mail server refused it. Check the address in the member list.",
    Why.GONE: "Doesn’t get notices by email now, or has no address.",
    Why.LATE: "We tried for three days.",
    Why.RESTORED: "The club was restored from a backup, and this email may already have gone out.",
}
KEPT_IN_LOG: Final = "The log keeps what was typed."
REOPENED: Final = "The director opened this event again to put something right. Its notice is back once it’s closed."


def places_table(event: Event, night: Night) -> dict[str, Any]:
    """The table of places: round by round, and in all. `final` explains the places where there was one."""
    lines = []
    for before, one in zip((None, *night.places), night.places, strict=False):
        won, points = wins_and_points(one.total) if night.is_by_wins else (None, one.total)
        lines.append(
            {
                "rank": f"{one.place} {direction_words(one.direction)}".rstrip(),
                "name": one.name,
                "rounds": ["–" if points is None else total_text(night, points, digits=0) for points in one.rounds],
                "won": won,
                "total": total_text(night, points),
                "is_first_below": before is not None and before.is_finalist and not one.is_finalist,
            }
        )
    return {
        "who": night.of.capitalize(),
        "rounds": night.rounds if len(night.rounds) > 1 else (),
        "lines": lines,
        "final": final_words(event) if night.final_of else wins_words(event),
    }


def notice_page(
    event: Event, notice: Notice | None, night: Night, acting: Acting, now: datetime, *, post: Mapping[str, int],
    can_mail: bool,
) -> dict[str, Any]:  # fmt: skip
    """The page of a notice; `state` and the keys are for its writers. `post` counts its letters by state."""
    blocks, writes = blocks_of(kept_in(notice.blocks if notice else ()), night), acting.may(Action.WRITE_NOTICES)
    shown = shown_in(blocks)
    return {
        "title": event.name,
        "day": day_words(event),
        "blocks": [(block, _paragraphs(block.text)) for block in shown],
        "behind": BEHIND,
        "taken_out": [block for block in blocks if block.is_out] if writes else [],
        "table": places_table(event, night),
        "plain": plain_text(event, text_of(notice, night), night),
        "is_published": bool(notice and notice.is_published),
        "writes": writes,
        "is_stale": any(block.is_behind for block in shown),
        "state": " ".join(_state(event, notice, shown, post, now)),
        "has_emails": bool(post),
        "can_mail": can_mail and bool(notice and notice.is_published and notice.mailed_at is None),
    }


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in _GAPS.split(text) if part.strip()]


def notice_paper(event: Event, notice: Notice | None, night: Night) -> dict[str, Any]:
    return {
        "head": paper_head(event, "The week in words"),
        "blocks": [(block, _paragraphs(block.text)) for block in read_blocks(notice, night)],
        "behind": BEHIND,
        "table": places_table(event, night),
    }


def _state(
    event: Event, notice: Notice | None, shown: Sequence[Block], post: Mapping[str, int], now: datetime
) -> Iterator[str]:
    if notice is None or not notice.is_published:
        yield "Only directors see this draft."
    else:
        at = f" since {moment_words(notice.published_at, event.club, now)}" if notice.published_at else ""
        yield f"Everybody can read it{at}."
    typed = sum(block.is_typed for block in shown)
    if notice and typed:
        rest = " The others follow every correction." if typed < len(shown) else ""
        yield f"{counted(typed, 'paragraph')} typed, last by {notice.changed_by}.{rest}"
    else:
        yield "It’s written from the results, and follows every correction."
    if notice and notice.mailed_at:
        when = moment_words(notice.mailed_at, event.club, now)
        if post.get(State.WAITING) or post.get(State.FAILED):
            yield f"{notice.mailed_by} had it emailed, {when}: {_post_words(post)}."
        else:
            yield f"{notice.mailed_by} emailed it to {counted(notice.mailed_to, 'address', 'addresses')}, {when}."


def _post_words(post: Mapping[str, int]) -> str:
    """`12 sent, 1 waiting, 1 not sent`."""
    return ", ".join(f"{post[state]} {words}" for state, words in _STATES.items() if post.get(state))


# -- pages with one form -----------------------------------------------------------------------


def _back(event: Event) -> tuple[str, str]:
    return "Back", address_of("notice", event.club.slug, event.pk)


def block_page(event: Event, block: Block) -> FormPage:
    says = ("What you type stays as it is, whatever the results become. The other paragraphs go on following them.",)
    return FormPage(block.title, "Save", _back(event), title_of(event), says)


def add_page(event: Event) -> FormPage:
    return FormPage("Add a paragraph", "Save", _back(event), title_of(event))


def places_for_own(blocks: Sequence[Block]) -> list[tuple[str, str]]:
    found = [(block.key, f"After “{block.title}”") for block in blocks if not block.key.startswith(OWN)]
    return [("", "At the top"), *found]


def drop_page(event: Event, key: str) -> FormPage:
    if key.startswith(OWN):
        return FormPage(
            "Delete this paragraph?", "Delete it", _back(event), title_of(event), (KEPT_IN_LOG,), tone="danger"
        )
    says = (f"What was typed goes, and the paragraph says again what the results do. {KEPT_IN_LOG}",)
    return FormPage("Write it from the results again?", "Write it again", _back(event), title_of(event), says)


def mail_page(event: Event, count: int, without: int, unwilling: Sequence[str]) -> FormPage:
    says = [
        f"It goes to {counted(count, 'address', 'addresses')} of members, who don’t see each other. It’s sent once.",
        "The emails go out over the next minutes. You don’t have to wait for them.",
    ]
    if without:
        says.append(f"{counted(without, 'active member')} won’t get it: no address is known.")
    if unwilling:
        some = [*unwilling[:NAMED], *([f"{len(unwilling) - NAMED} more"] if len(unwilling) > NAMED else [])]
        says.append(f"{listed(some)} {'doesn’t' if len(unwilling) == 1 else 'don’t'} want emails.")
    return FormPage("Email the notice?", "Send it", _back(event), title_of(event), says)


def emails_page(
    event: Event, letters: Sequence[Letter], acting: Acting, now: datetime, *, is_set_up: bool
) -> dict[str, Any]:
    post = Counter(letter.state for letter in letters)
    lines = [
        (shown_name(letter.member, acting), _letter_words(letter, event, now), _STATES[letter.state].capitalize())
        for letter in letters
        if letter.member
    ]
    can_go_again = any(letter.state == State.FAILED and letter.why != Why.GONE for letter in letters)
    return {
        "place": title_of(event),
        "says": f"{_post_words(post)}." if letters else NO_EMAILS,
        "lines": lines,
        "can_go_again": can_go_again and is_set_up,
    }


def _letter_words(letter: Letter, event: Event, now: datetime) -> str:
    if letter.sent_at is not None:
        return moment_words(letter.sent_at, event.club, now)
    why = _WHY.get(letter.why, "")
    if letter.state != State.WAITING or not letter.tries or letter.why == Why.HELD:
        return why
    return f"{why} Next try: {moment_words(letter.next_try_at, event.club, now)}.".strip()


def stop_page(reader: Member) -> FormPage:
    club = reader.club
    back = ("To the club’s page", address_of("club", club.slug))
    if reader.no_notices:
        stopped = ("You don’t get the notices by email. They’re still on the club’s page.",)
        return FormPage("The notices are stopped", "Send them to me again", back, str(club), stopped)
    says = (
        "After each evening the club emails you its notice: who won, the places and the next date.",
        "What you owe the club may come by email, too.",
    )
    return FormPage("Stop the emails?", "Stop the emails", back, str(club), says)


def stop_own_page(reader: Member) -> FormPage:
    club = reader.club
    back = ("To the club’s page", address_of("club", club.slug))
    if not reader.wants_own_nights:
        says = ("You don’t get an email about your nights. They’re still on your own page.",)
        return FormPage("The emails are stopped", "Send them to me again", back, str(club), says)
    says = ("After each night you play, an email tells you how it went and where you stand.",)
    return FormPage("Stop the emails about your nights?", "Stop the emails", back, str(club), says)


# -- the list ----------------------------------------------------------------------------------


def notice_line(event: Event) -> tuple[Event, str, str]:
    notice = getattr(event, "notice", None)
    if notice is None or not notice.is_published:
        return event, short_when_with_year(event), "Not published"
    return event, short_when_with_year(event), "Some emails not sent" if getattr(event, "has_unsent", False) else ""
