"""What is played at home between the nights, on the club's computer. It counts in no club, and is kept all the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.lab.year.at_home import BOOKS, AtHome, Kitchen, Player
from tests.lab.year.journal import Played
from tests.lab.year.nights import Cards

from . import mishap

if TYPE_CHECKING:
    from tests.lab.year.nights import Night
    from tests.lab.year.year import Year

HANDS_WITH_BOTS = 3


def table_at_home(year: Year, night: Night, whose: str, game: str) -> AtHome:
    name = f"{whose} after {night.name.replace(',', '')}"
    person = year.club.devices(whose, "player")
    return AtHome(person, game, name, year.club.today, BOOKS[game][2])


def keep(year: Year, table: AtHome) -> None:
    year.at_home.append(table)
    year.hands_at_home += sum(isinstance(line, Played) for line in table.journal.lines)


@mishap("between nights", every=3)
def a_kitchen_keeps_a_card(year: Year, night: Night) -> None:
    """By another book each time. What was kept at home before is still there."""
    chance = random.Random(f"{year.club.seed}/{night.name}/kitchen")
    game = [*BOOKS][year.happened["a kitchen keeps a card"] % len(BOOKS)]
    table = table_at_home(year, night, "the kitchen", game)
    kitchen = Kitchen(year.club.devices, table, Cards(game, year.club.seed), chance)
    kitchen.play(kitchen.begin(tuple(chance.sample(year.club.town.people, BOOKS[game][1]))))
    keep(year, table)
    for one in dict.fromkeys((table, chance.choice(year.at_home))):
        year.look_at_home(one, "/")


@mishap("between nights", every=8)
def somebody_plays_with_bots(year: Year, night: Night) -> None:
    """By the club's book; every second time two are at it, with a device each."""
    table = table_at_home(year, night, "Opal", year.club.town.game)
    is_alone = year.happened["somebody plays with bots"] % 2 == 0
    friends = () if is_alone else (year.club.devices("Vern", "player"),)
    player = Player(table, random.Random(f"{year.club.seed}/{night.name}/bots"), friends)
    player.begin()
    number = 1
    while number <= HANDS_WITH_BOTS and not player.page.has("Another game"):
        number += player.play_hand(number)
    keep(year, table)
    year.look_at_home(table, player.page.address, "/play/record/")
