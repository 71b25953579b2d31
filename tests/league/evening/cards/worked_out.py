"""A row of boards worked out again from the sentence beside it alone, as somebody with a pencil does."""

from __future__ import annotations

import re
from fractions import Fraction

HALF = Fraction(1, 2)
FOULED = " with the same cards (the board was fouled)"


def amount(text: str) -> Fraction:
    """`+10`, `−8.5`, `5½`, `½`."""
    whole, half = text.removesuffix("½"), HALF if text.endswith("½") else 0
    return Fraction((whole or "0").replace("−", "-").replace("+", "").replace(",", "")) + half


def worked_out(says: str) -> Fraction:
    """What a sentence comes to by its own figures, the printed result at its end aside: percent, or points."""
    said = says.replace(FOULED, "")
    if given := re.match(r"an average given by the director: (\d+)%(.*)", said):
        percent = Fraction(given[1])
        return (percent - 50) * Fraction(5, 10) if "5 points for each 10% above 50%" in given[2] else percent
    if "nobody else played it" in said and " = " not in said:
        return Fraction(50 if said.endswith("%") else 0)
    if points := re.match(r"([+−]?[\d.,]+), the average of .* is ([+−]?[\d.,]+): ", said):
        return amount(points[1]) - amount(points[2])
    return 100 * matchpoints(said)


def matchpoints(said: str) -> Fraction:
    """The share of what is `better`, `level` or `behind`, of bots and of Neuberg's formula."""
    points, others = compared(said)
    if bots := re.search(r"in for (\d+) more tables?, and (\S+) of their (\d+) results are worse: (\S+) \+ ", said):
        assert amount(bots[4]) == points
        points += int(bots[1]) * amount(bots[2]) / int(bots[3])
        others += int(bots[1])
    if made_up := re.search(
        r"(\d+) results of (\d+), so by Neuberg’s formula \((\S+) \+ ½\) × (\d+) ÷ (\d+) − ½", said
    ):
        had, due = int(made_up[1]), int(made_up[2])
        assert (had, due) == (others + 1, int(made_up[4])) == (int(made_up[5]), int(made_up[4]))
        points, others = (points + HALF) * due / had - HALF, due - 1
    for value, _, of in re.findall(r"(?:= |: )(\S+) (of) (\d+)", said)[-1:]:
        assert abs(amount(value) - points) <= Fraction(1, 200), said
        assert int(of) == others, said
    return points / others


def compared(said: str) -> tuple[Fraction, int]:
    """For how much the tables before the first colon or semicolon count, and how many there are."""
    words = re.split("[:;]", said)[0]
    level = Fraction(sum(map(int, re.findall(r"level with (\d+)", words))), 2)
    if "the other table" in words:
        return Fraction(words.startswith("better")), 1
    if "nobody else" in words:
        return Fraction(0), 0
    if all_ := re.search(r"all (\d+)", words):
        return Fraction(int(all_[1]) if words.startswith("better") else 0), int(all_[1])
    better = re.search(r"better than (\d+)", words)
    of = re.search(r"(?:better|level) (?:than|with) \d+ of (\d+)", words)
    assert of is not None, said
    return Fraction(int(better[1]) if better else 0) + level, int(of[1])


def printed(says: str) -> Fraction:
    """The figure at the end of a sentence."""
    return amount(says.split()[-1].removesuffix("%"))
