"""A night of the year, played in this process; and what a person at a browser does where the page has no such key."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from lxml import html

from tests.lab.year.clubs import ST_HILARY, TOWNS, Kind, Town
from tests.lab.year.holding import against
from tests.lab.year.inside import opened
from tests.lab.year.journal import Came, Closed, Paid, Played, RoundClosed, Sat
from tests.lab.year.mishaps import all_mishaps
from tests.lab.year.report import of_year
from tests.lab.year.web import Answer, Fields, Missing, Page, Person, Refused, words

TINY = replace(
    ST_HILARY,
    people=ST_HILARY.people[:4],
    come=(4, 4),
    prizes=ST_HILARY.prizes[:1],
    pots=(),
    dues=0,
    kinds=(Kind("partners rotate", 2, (("Hands in a round", 1),), (("hands", 1),)),),
)


def test_a_night_is_played_and_all_that_is_said_of_it_is_the_other_books(db: None) -> None:
    kitchens = [replace(one, every=1) for one in all_mishaps() if one.name == "a kitchen keeps a card"]
    with opened(TINY, mishaps=kitchens, most=1, papers=0, readers=("director", "stranger"), tell=print) as year:
        night = year.play_night()
        (kitchen,) = year.at_home
        said_at_home = kitchen.read()

    happened = Counter(type(line) for line in year.club.journal.lines)
    assert [happened[kind] for kind in (Came, Sat, Played, RoundClosed, Closed)] == [4, 2, 2, 2, 1]
    won = next(line for line in year.club.journal.lines if isinstance(line, Paid) and line.what == "prize")
    notice = year.club.director.open(f"{night.address}notice/").text
    assert f"{won.name} won the night" in notice
    assert (year.held.wrong, year.apart, year.unmended, year.read.failed) == ([], [], [], [])
    assert year.held.right > 300
    assert [*of_year(year, {})][-1].startswith(f"1 nights, 2 hands, {year.hands_at_home} hands at home, ")
    last = [line for line in kitchen.journal.lines if isinstance(line, Played)][-1]
    assert last.number == year.hands_at_home > 3
    kitchen.play(last.number, replace(last.hand, take={"NS": 25, "EW": 0}))
    assert against(said_at_home.said, kitchen.book, kitchen.journal).wrong  # had the last hand been another


@pytest.mark.soak
@pytest.mark.parametrize("town", TOWNS, ids=[town.key for town in TOWNS])
def test_a_year_is_played_with_all_that_goes_wrong_in_it(transactional_db: None, town: Town) -> None:
    with opened(town, mishaps=[*all_mishaps()], most=3, papers_every=4) as year:
        year.play(40)

    assert (year.held.wrong, year.apart, year.unmended, year.read.failed) == ([], [], [], [])


# -- what a page has --------------------------------------------------------------------------------------

PAGE = """
<main><h1>Check-in</h1>
<ul><li>Ann Lee <form method="post" action="/ann/"><input type="hidden" name="seen" value="3">
  <label>Note <input name="note"></label>
  <button name="do" value="here">Here<span>: Ann&nbsp;Lee</span></button></form></li>
<li>Bea Young <form method="post" action="/bea/"><button>Here: Bea Young</button></form></li></ul>
<form method="post" action="/plan/"><fieldset><legend>How is it played?</legend>
  <label><input type="radio" name="how" value="pairs"> Fixed pairs</label>
  <label><input type="radio" name="how" value="alone" checked> Alone</label></fieldset>
  <label for="end">Ends</label>
  <select id="end" name="end"><option value="h">After hands</option><option>Never</option></select>
  <button>Save</button></form>
<template><form><button>Gone</button></form></template></main>
"""


class Shown:
    """Always this page; what was sent to it."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.sent: list[tuple[str, str, Fields | None]] = []

    def ask(self, method: str, address: str, fields: Fields | None = None) -> Answer:
        self.sent.append((method, address, fields))
        return Answer(200 if fields is None else self.status, PAGE.encode())


def person(status: int = 200) -> tuple[Person, Shown]:
    shown = Shown(status)
    somebody = Person("Carol", "director", shown)
    somebody.open("/door/")
    return somebody, shown


def test_key_sends_its_form_as_filled_in() -> None:
    carol, shown = person()

    carol.fill("Note", "late").tap("Here", beside="Ann Lee")
    carol.fill("How is it played?", "Fixed pairs").fill("Ends", "Never").tap("Save")

    assert shown.sent[1:] == [
        ("POST", "/ann/", [("seen", "3"), ("note", "late"), ("do", "here")]),
        ("POST", "/plan/", [("how", "pairs"), ("end", "Never")]),
    ]
    assert (carol.counted["taps"], carol.counted["typed"]) == (6, 4)


def test_key_that_is_not_there_is_told_with_those_that_are() -> None:
    carol, _ = person()

    with pytest.raises(
        Missing, match=r"no key 'Gone' on 'Check-in' .*there are: 'Here: Ann Lee', 'Here: Bea Young', 'Save'"
    ):
        carol.tap("Gone")
    with pytest.raises(Missing, match=r"no choice 'In teams' of 'How is it played.'.*: 'Fixed pairs', 'Alone'"):
        carol.fill("How is it played?", "In teams")
    with pytest.raises(Missing, match="no field 'Fee'"):
        carol.fill("Fee", 5)


def test_club_that_refuses_is_heard() -> None:
    carol, _ = person(status=409)

    with pytest.raises(Refused, match="POST /bea/: 409"):
        carol.tap("Here: Bea Young")


def test_words_are_those_that_are_read() -> None:
    part = html.fromstring("<p>The&nbsp;director<b>’s</b> Abər\N{SOFT HYPHEN}nathy<i>: </i>−5</p>")
    assert words(part) == "The director 's Abərnathy: -5"
    assert Page("/", 200, html.document_fromstring(PAGE)).title == "Check-in"
