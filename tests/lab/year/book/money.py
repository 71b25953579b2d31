"""Who owes what, and who has won what."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from tests.lab.year.journal import Paid

from .nights import Result
from .telling import Told


def cents(dollars: object) -> int:
    return round(100 * float(str(dollars)))


def fee_of(told: Told, result: Result, name: str) -> int:
    """What a night costs somebody who came."""
    came = result.night.came.get(name)
    if came is None:
        return 0
    fee = result.night.planned.fee
    return cents(result.rule("guest fee", fee) if came.is_guest else fee)


def paid(told: Told, name: str, night: str = "", *, what: str = "fee", in_time: bool = False) -> int:
    lines = (
        told.money[name, night]
        if night
        else [line for (who, _), of in told.money.items() if who == name for line in of]
    )
    lines = [line for line in lines if not in_time or line not in told.paid_late]
    return sum(cents(line.dollars) for line in lines if isinstance(line, Paid) and line.what == what)


def _settled(told: Told, name: str, night: str, what: str) -> int:
    """Paid or waived."""
    lines = told.money[name, night]
    return sum(cents(line.dollars) for line in lines if not isinstance(line, Paid) or line.what == what)


def owed(told: Told, result: Result, name: str) -> int:
    return max(0, fee_of(told, result, name) - _settled(told, name, result.night.name, "fee"))


def is_asked_for(told: Told, result: Result, today: date) -> bool:
    """Whether its fees are debts by now: the night is over, less than a year ago, and anybody paid at it."""
    night = result.night
    is_over = night.is_closed or night.day < today
    return (
        is_over
        and today - night.day <= timedelta(days=365)
        and any(paid(told, name, night.name) for name in night.came)
    )


def dues_owed(told: Told, name: str, today: date) -> int:
    """Of all years' dues that are due by now: what is paid goes to the oldest first, so it is one sum."""
    asked = sum(cents(line.figure) for line in told.ruled_on["dues"] if line.day <= today)
    return max(0, asked - _settled(told, name, "", "dues")) if name in told.members and name not in told.gone else 0


def takings(told: Told, night: str) -> int:
    """Fees in the box when it was closed. What came later is in a later one's, and in no pot."""
    return sum(paid(told, name, night, in_time=True) for name, of in list(told.money) if of == night)


# Prizes -----------------------------------------------------------------------------------------------------


class Prizes:
    """What everybody has won at a night. `scope` names whose prizes they are: the night's, or its series'."""

    def __init__(self, told: Told, result: Result, carried: Mapping[str, int]) -> None:
        self.told, self.result = told, result
        self.carried = carried

    @property
    def pots(self) -> dict[str, int]:
        """What is in each pot: what came over, a part of each fee paid, and set money paid."""
        night, found = self.result.night, {}
        for pot in self.told.rules("pot", night):
            fees = sum(paid(self.told, name, night.name, in_time=True) > 0 for name in night.came) * cents(
                pot.get("per player", 0)
            )
            sets = sum(paid(self.told, name, night.name, what="set money") for name in night.came)
            found[pot["name"]] = self.carried.get(pot["name"], 0) + fees + (sets if pot.get("per set") else 0)
        return found

    @property
    def set_money(self) -> dict[str, int]:
        """What each player owes for sets of the own side."""
        per_set = sum(cents(pot.get("per set", 0)) for pot in self.told.rules("pot", self.result.night))
        return {name: per_set * count for name, count in sets_of_sides(self.result).items()}

    def won(self) -> dict[str, dict[str, tuple[int, int]]]:
        """By prize what each winner gets at least and at most: those who tie share in equal parts, and odd cents go to
        the first of them by number, which the book doesn't know."""
        found: dict[str, dict[str, tuple[int, int]]] = {}
        for prize in self.told.rules("prize", self.result.night):
            if winners := self._winners(prize):
                least, odd = divmod(self._amount(prize), len(winners))
                found[title_of(prize)] = dict.fromkeys(winners, (least, least + bool(odd)))
        return found

    @property
    def shared(self) -> dict[str, int]:
        """What all who won a prize have of it together."""
        prizes = self.told.rules("prize", self.result.night)
        return {title_of(prize): self._amount(prize) for prize in prizes if self._winners(prize)}

    def left(self) -> dict[str, int]:
        """What each pot leaves to the next night."""
        left = dict(self.pots)
        for prize in self.told.rules("prize", self.result.night):
            if prize.get("pot") and self._winners(prize):
                left[prize["pot"]] -= self._amount(prize)
        return left

    def _amount(self, prize: Mapping[str, object]) -> int:
        if percent := prize.get("percent"):
            fees = takings(self.told, self.result.night.name)
            base = self.pots[str(prize["pot"])] if prize.get("pot") else fees
            return base * int(str(percent)) // 100
        return cents(prize.get("amount", 0))

    def _winners(self, prize: Mapping[str, object]) -> list[str]:
        figures = dict(self._figures(str(prize["kind"])))
        if category := prize.get("category"):
            figures = {name: figure for name, figure in figures.items() if name in self.told.categories[str(category)]}
        least = int(str(prize.get("at least", 0)))
        if prize["kind"] == "place":
            wanted = int(str(prize.get("place", 1)))
            sharing = Counter(one.place for one in self.result.standings)  # pairs hold one place together
            return [name for name, place in figures.items() if -place <= wanted < sharing[-place] - place]
        best = max(figures.values(), default=None)
        return [name for name, figure in figures.items() if figure == best and figure >= least]

    def _figures(self, kind: str) -> Iterator[tuple[str, int]]:
        result = self.result
        if kind == "place":
            yield from ((name, -one.place) for one in result.standings for name in one.names)
        elif kind == "high round":
            for name in result.night.came:
                if rounds := [row.points for row in result.rows_of(name) if row.kind != "out"]:
                    yield name, max(rounds)
        elif kind == "high hand":
            yield from best_hands(result).items()
        elif kind == "most sets":
            yield from ((name, count) for name, count in sets_of_sides(result).items() if count)
        elif kind == "last":
            whole = [one for one in result.standings if len(result.rows_of(one.names[0])) == len(result.night.counting)]
            yield from ((name, -one.points) for one in whole for name in one.names)


def title_of(prize: Mapping[str, object]) -> str:
    if prize["kind"] == "place":
        number = int(str(prize.get("place", 1)))
        words = f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') } place"
    else:
        words = str(prize.get("name") or str(prize["kind"]).capitalize())
    return f"{prize['category']}: {words}" if prize.get("category") else words


def best_hands(result: Result) -> dict[str, int]:
    """The most points that each player's side had in a hand."""
    found: dict[str, int] = {}
    for table in result.tables:
        for at, _, worth in table.hands:
            for seat, name in result.sitting(table, at).items():
                points = next(points for side, points in worth.score.items() if seat in side)
                found[name] = max(points, found.get(name, points))
    return found


def sets_of_sides(result: Result) -> dict[str, int]:
    """How often the side of each player was set."""
    found: dict[str, int] = defaultdict(int)
    for table in result.tables:
        for at, _, worth in table.hands:
            for seat, name in result.sitting(table, at).items():
                found[name] += seat in worth.set_side
    return found
