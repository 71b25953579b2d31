from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.http import urlencode

from league.acting.permissions import Acting
from league.models import Club, HouseRulesVersion, Member
from league.office.clubs.pages.navigation import Choice, address_of
from league.office.members.naming import shown_name
from scoring.rules.notation import MINUS, counted

from .foretelling import USUAL_ROUNDS
from .model import ROUNDS_TO_SETTLE, ROUNDS_TO_SHOW, Grade
from .reading import SoFar

HOW: Final = (
    "A grade is how many points a hand you add to your side, compared with the club’s average player. Your partner "
    "and your opponents are taken into account.",
    "The ± says how sure it is: two times out of three, the true figure is no further away than that. Two people whose "
    "grades are closer together may well be equal.",
    "Grades are tried before they show: those from before a month must foretell its rounds better than chance, and "
    "better than mean points.",
    f"A first grade shows after {ROUNDS_TO_SHOW} rounds. Up to {ROUNDS_TO_SETTLE} it still moves a lot: it’s evolving. "
    "What you played two years ago counts half.",
    "The card, from Two to Ace, says the same in a word: an Eight plays like the club’s average player.",
    "Partners who never part share one grade, since nobody can tell which of them plays better.",
    "Each rule book has grades of its own. Nights with changing partners count: individual rotation, winners move, "
    "casual. Nights of fixed pairs don’t. Guests and house players are taken for average.",
)
NO_NIGHT: Final = "No night with changing partners has been played yet. Grades come from those."
NOBODY: Final = f"Nobody has played {ROUNDS_TO_SHOW} rounds yet."
NOT_YET: Final = (
    "Not yet. Grades show once they foretell the next months’ rounds better than chance, and better than last year’s "
    "mean points do. So far they don’t."
)


def not_yet_words(played: SoFar | None, *, is_tried: bool) -> str:
    """Why a book has no grades yet, and about how many nights are left."""
    if played is None:
        return NO_NIGHT
    short = USUAL_ROUNDS - played.rounds if is_tried else ROUNDS_TO_SHOW - played.most
    nights = -(-max(short, 0) * played.nights // max(played.rounds, 1))
    about = f"about {counted(nights, 'more night')} with changing partners"
    if not is_tried:
        return f"{NOBODY} The first grades can show after {about}."
    if not nights:
        return f"{NOT_YET} Most clubs have them after as many rounds as yours: look again next month."
    return f"{NOT_YET} In most clubs they do after {USUAL_ROUNDS} rounds: that’s {about}."


def grade_rows(
    club: Club, grades: Iterable[Grade], members: Mapping[int, Member], acting: Acting
) -> list[dict[str, Any]]:
    return [_row(club, grade, members, acting) for grade in grades if grade.player in members]


def _row(club: Club, grade: Grade, members: Mapping[int, Member], acting: Acting) -> dict[str, Any]:
    couple = members.get(grade.couple) if grade.couple is not None else None
    notes = ("Evolving" if grade.is_evolving else "", f"Always with {shown_name(couple, acting)}" if couple else "")
    return {
        "name": shown_name(members[grade.player], acting),
        "address": address_of("player", club.slug, grade.player),
        "grade": grade,
        "note": " · ".join(note for note in notes if note),
    }


def grade_words(grade: Grade) -> str:
    points = round(grade.points, 1)
    sign = "+" if points > 0 else MINUS if points < 0 else ""
    return f"{sign}{abs(points):.1f} ± {grade.error:.1f}"


def rounds_words(grade: Grade) -> str:
    """`A Ten, from 212 rounds, still evolving`: the note beside a figure."""
    article = "An" if grade.band in ("Eight", "Ace") else "A"
    state = ", still evolving" if grade.is_evolving else ""
    return f"{article} {grade.band}, from {counted(grade.rounds, 'round')}{state}"


def books_to_choose(club: Club, books: Sequence[HouseRulesVersion], shown: HouseRulesVersion | None) -> list[Choice]:
    base = address_of("grades", club.slug)
    found = [(one, f"{base}?{urlencode({'book': one.house_rules.key})}") for one in books]
    return [Choice(one.book_version.book.name, address, one == shown) for one, address in found if len(found) > 1]
