"""Names that a club may have where visitors start clubs: one alphabet, nobody who runs the place, and none that looks
like a public club's."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

# Letters of other alphabets, and figures, that are drawn like a Latin letter.
DRAWN_LIKE: Final = str.maketrans(
    "аеорсухкмнтвіјѕԁԛԝɡαβεικνορτυχ0135|!i",
    "aeopcyxkmhtbljsdqwgabelknoptuxoleslll",
)
# Letters side by side that are drawn like one: `Bumham` for `Burnham`, `Barday` for `Barclay`.
SIDE_BY_SIDE: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
OF_THE_HOST: Final = frozenset((
    "account", "accounts", "admin", "administrator", "club", "clubs", "help", "host", "hosting", "league", "mail",
    "moderator", "new", "official", "owner", "pinochle", "pinochle club", "pinochle clubs", "root", "security",
    "sign in", "staff", "start", "support", "system", "the host", "webmaster",
))  # fmt: skip


def looks_of(name: str) -> str:
    """The name as the eye takes it: small letters without accents, look-alikes as one, no signs."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    drawn = plain.casefold().translate(DRAWN_LIKE)
    for two, one in SIDE_BY_SIDE:
        drawn = drawn.replace(two, one)
    return "".join(filter(str.isalnum, drawn))


_OF_THE_HOST: Final = frozenset(map(looks_of, OF_THE_HOST))


def fault_of(name: str, there: Iterable[str]) -> str:
    """Why the name can't be had, if so; `there` are the names of public clubs."""
    looks = looks_of(name)
    if sum(map(str.isalnum, name)) < 2:
        return "Use two letters or more."
    if len({each for letter in name if (each := _alphabet_of(letter))}) > 1:
        return "Use the letters of one alphabet."
    if looks in _OF_THE_HOST:
        return "That name could be anybody’s. Add your town or your hall."
    if looks in map(looks_of, there):
        return "A club here has that name, or nearly. Add your town or your hall."
    return ""


def _alphabet_of(letter: str) -> str:
    first = unicodedata.name(letter, "").split(" ")[0] if letter.isalpha() else ""
    return first if first in ALPHABETS else ""
