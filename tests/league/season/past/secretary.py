"""The file a secretary kept for a season: 17 nights, 510 rows, typed over a winter by somebody in a hurry."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta

from league.office.members.matching import plain

NIGHTS, A_NIGHT = 17, 29
# Members of today; among them couples, a father and a son, and names that look alike.
MEMBERS = (
    "Ruth Abernathy", "Walter Kowalski", "Margaret Delgado", "Edward Tillman", "Joan Pruitt", "Henry Ostrowski",
    "Lois Beckett", "Vernon Hale", "Ruth Baker", "Ronald Baker", "Francis Miller", "Frances Miller", "John Smith",
    "Joan Smith", "Walt Weber, Sr.", "Walt Weber, Jr.", "William Novak", "Dorothy Lindqvist", "Patricia O’Shea",
    "Patrick O’Shea", "Catherine Hansen", "Carl Hanson", "Bernice Hall", "Curtis Hall", "Eugene Washburn",
    "Harold McAllister", "Shirley Vandenberg", "Thomas Ferraro", "Marie Castellano", "Mary Anne Doyle",
    "Robert Lindgren", "Susan Petrovic", "Donald Schroeder", "Elizabeth Fairbanks", "Arthur Nakamura",
    "Gloria Whitaker",
)  # fmt: skip
# They played then, and are in no list any more.
FORMER = (
    "Gus Gunderson", "Rose Baker", "Leonard Pfeiffer", "Mildred Haversham", "Stanley Wojcik", "Theresa Abernathy",
    "Jon Smith", "Virginia Castleman",
)  # fmt: skip
NICKNAMES = {
    "Walter": "Walt", "Margaret": "Peg", "Edward": "Ed", "Henry": "Hank", "Ronald": "Ron", "William": "Bill",
    "Dorothy": "Dot", "Patricia": "Pat", "Patrick": "Pat", "Catherine": "Kate", "Eugene": "Gene", "Harold": "Hal",
    "Thomas": "Tom", "Robert": "Bob", "Susan": "Sue", "Donald": "Don", "Elizabeth": "Betty", "Arthur": "Art",
    "Leonard": "Len", "Mildred": "Millie", "Stanley": "Stan", "Theresa": "Terry", "Virginia": "Ginny",
}  # fmt: skip


@dataclass(frozen=True)
class Kept:
    """The text of the file, and who is really meant by each name as it was typed."""

    text: str
    meant: dict[str, set[str]]


def kept_by_a_secretary(seed: int) -> Kept:
    chance = random.Random(seed)
    played = [*chance.sample(MEMBERS, 25), *FORMER]
    usual = {who: _usual(who, chance) for who in played}
    known = {plain(who) for who in played}
    lines = ["Date\tPl.\tPlayer\tPts\tW"]
    meant: dict[str, set[str]] = {}
    for night in range(NIGHTS):
        day = date(2019, 9, 3) + timedelta(weeks=night)
        there = chance.sample(played, A_NIGHT)
        points = sorted((chance.randrange(40, 320) for _ in there), reverse=True)
        for place, (who, each) in enumerate(zip(there, points, strict=True), start=1):
            slipped = _slipped(who, chance) if chance.random() < 0.11 else usual[who]
            name = usual[who] if plain(slipped) in known - {plain(who)} else slipped  # not by chance another's name
            meant.setdefault(name, set()).add(who)
            lines.append(f"{day:%m/%d/%Y}\t{place}\t{name}\t{each}\t{chance.randrange(4)}")
        lines.append(f"{day:%m/%d/%Y}\t\tTotal\t{sum(points)}\t")
    return Kept("\n".join(lines) + "\n", meant)


def _usual(who: str, chance: random.Random) -> str:
    """How the secretary always writes somebody."""
    return _nicknamed(who) if chance.random() < 0.15 else _turned(who) if chance.random() < 0.1 else who


def _slipped(who: str, chance: random.Random) -> str:
    """How it looks in a hurry."""
    first, *_, last = who.partition(",")[0].split()
    ways = (
        *[lambda: _slip(who, chance)] * 9, lambda: _nicknamed(who), lambda: _nicknamed(who), lambda: _turned(who),
        lambda: f"{first[0]}. {last}", lambda: f"{first[0]} {last}", lambda: f"{first} {last[0]}.", who.upper,
        lambda: f"{first}  {last} ", lambda: f"{first} {chance.choice('AEJLM')}. {last}",
    )  # fmt: skip
    return chance.choice(ways)()


def _nicknamed(who: str) -> str:
    first, _, rest = who.partition(" ")
    return f"{NICKNAMES.get(first, first)} {rest}"


def _turned(who: str) -> str:
    *first, last = who.split()
    return f"{last}, {' '.join(first)}" if "," not in who else who


def _slip(who: str, chance: random.Random) -> str:
    """A letter more, less, another one, or two that changed places; hardly ever the first of a word."""
    places = range(len(who.partition(",")[0]) - 1)
    at = chance.choices(places, [0.1 if not at or who[at - 1] == " " else 1 for at in places])[0]
    letter = chance.choice("aeiorstnl")
    ways = (
        who[:at] + who[at + 1 :], who[:at] + who[at] + who[at:], who[:at] + letter + who[at + 1 :],
        who[:at] + who[at + 1] + who[at] + who[at + 2 :],
    )  # fmt: skip
    return chance.choice(ways)
