"""What a list of members looks like as a file: its headings, and what else people write there."""

from __future__ import annotations

from typing import Final

from league.acting.lists import Layout, ReadList, read_list

HEADINGS: Final[dict[str, tuple[str, ...]]] = {
    "number": ("Number", "no", "nr", "member number", "member no", "member id", "id", "#"),
    "name": ("Name", "full name", "member", "member name", "player", "player name"),
    "first_name": ("First name", "given name", "forename", "first"),
    "last_name": ("Last name", "surname", "family name", "last"),
    "short_name": ("Short name", "nickname", "nick name", "called", "card name", "short"),
    "phone": ("Phone", "telephone", "tel", "phone number", "mobile", "cell", "cell phone"),
    "email": ("Email", "e-mail", "mail", "email address", "e mail", "e mail address"),
    "no_notices": ("No notices by email", "no notices", "no email", "no mail"),
    "is_active": ("Active", "is active", "current"),
    "is_guest": ("Guest", "is guest", "visitor"),
    "cannot_move": ("Stays at one table", "keeps one table", "cannot move", "stationary", "keeps table", "fixed table"),
    "initials_only": ("Initials only", "shown by initials only", "initials", "private"),
    "joined_on": ("Joined", "joined on", "member since", "since", "date joined", "join date"),
    "categories": ("Categories", "category", "groups", "group", "class"),
    "director_notes": ("Directors’ notes", "directors notes", "director notes", "notes", "note", "remarks"),
}
MEMBERS: Final = Layout(
    HEADINGS,
    needed=("number", "name", "first_name", "last_name"),
    missing="No heading says Name or Number.",
    such_as="Number, Name, Phone",
)


def read_file(text: str) -> ReadList:
    """The rows of a file's text. Raises FileFault where it is no list of members."""
    return read_list(text, MEMBERS)
