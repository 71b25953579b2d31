"""What the club says to other programs, and in mails."""

from __future__ import annotations

from collections.abc import Iterator

from tests.lab.year.journal import Said

from .crawl import Got
from .nights import Nights
from .pages import OWES, notice
from .sheets import data
from .words import figure


def results(got: Got, nights: Nights) -> Iterator[Said]:
    night, where = nights.of(got), nights.where("results for programs", got)
    for part in data(got)["results"]:  # type: ignore[attr-defined]
        for line in part["lines"]:
            yield Said(where, line["name"], "place", str(line["place"]), night)
            yield Said(where, line["name"], "points", figure(str(line["total"])), night)
            for number, played in enumerate(line["rounds"], 1):
                if played["points"] is not None and played["title"] == f"Round {number}":
                    yield Said(
                        where, line["name"], "round points", figure(str(played["points"])), f"{night}, round {number}"
                    )


def standings(got: Got, nights: Nights) -> Iterator[Said]:
    said, where = data(got), nights.where("standings for programs", got)
    season = str(said["season"]["name"])  # type: ignore[index]
    of = f"{season}, {said['of']}" if said.get("of") else season
    for line in said["items"]:  # type: ignore[attr-defined]
        yield Said(where, line["name"], "season place", str(line["place"] or ""), of)
        yield Said(where, line["name"], "season points", figure(line["figure"]), of)
        yield Said(where, line["name"], "nights", str(line["nights"]), of)


def mail(words: str, nights: Nights, *, to: str, night: str = "", where: str = "the email") -> Iterator[Said]:
    """A mail to a person: the notice of a night, what is owed."""
    if night:
        yield from notice(night, nights, " ".join(words.split()), where)
    owed = OWES.search(words)
    if owed:
        yield Said(where, to, "owes", figure(owed[1]))


INTERFACES = {
    "league:api_results": results, "league:api_standings": standings, "league:api_season_standings": standings
}  # fmt: skip
