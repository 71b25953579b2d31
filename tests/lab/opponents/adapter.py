"""Lets a foreign pinochle program play by the bot protocol (docs/bot-protocol.md), through a driver of a few lines.

    python tests/lab/opponents/adapter.py --name joedog -- java -cp CLASSES Driver

The driver is a program in the foreign program's own language, which asks it one thing at a time. Each question is a
line of words, `card seat=2 trump=S hand=AHKS… tricks=0ASKSQSJS,… trick=1TD`, and so is its answer (README.md). What the
foreign program would do is done, unless our rules refuse it: then the nearest legal act is, and standard error says so
in the end, so that a figure never rests on rules that the program does not know. It knows nothing of our code.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from typing import Any, Final

SEATS: Final = "NESW"
UPWARDS: Final = "9JQKTA"


class Driver:
    """The program that asks the foreign one, and what was mended of its answers."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.asked: Counter[str] = Counter()
        self.mended: Counter[str] = Counter()

    def ask(self, kind: str, fields: dict[str, Any]) -> str:
        """Its answer to one question; raises `EOFError` where it has ended."""
        self.asked[kind] += 1
        words = [f"{name}={value}" for name, value in fields.items() if value not in (None, "")]
        self._process.stdin.write(" ".join([kind, *words]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise EOFError(kind)
        return answer.strip()

    def end(self) -> None:
        self._process.communicate()
        print(f"asked {dict(self.asked)}, mended {dict(self.mended)}", file=sys.stderr)


def action(driver: Driver, told: dict[str, Any], book: dict[str, Any]) -> list[Any]:
    """What the foreign program does, as the protocol says it."""
    view, choices = told["view"], told["choices"]
    kind, seat = choices["kind"], view["seat"]
    match kind:
        case "bid":
            return [kind, seat, _bid(driver, view, choices, book)]
        case "trump":
            suits = choices["suits"]
            return [kind, seat, _legal(driver, "trump", _asked(view, book), suits) if suits else None]
        case "pass_cards":
            return [kind, seat, " ".join(_passed(driver, view, choices, book))]
        case "meld":
            return [kind, seat, choices["best"]]
        case "declare":
            return [kind, seat, "play"]
        case "play":
            asked = _asked(view, book) | {"legal": _cards(choices["cards"])}
            return [kind, seat, _legal(driver, "card", asked, choices["cards"].split())]
        case "redeal":
            return [kind, seat, False]
    raise ValueError(f"No driver is asked for “{kind}”.")


def _asked(view: dict[str, Any], book: dict[str, Any]) -> dict[str, Any]:
    """A seat's view in the words of a driver; seats are numbers from North on, clockwise."""
    return {
        "seat": _number(view["seat"]),
        "dealer": _number(view["dealer"]),
        "bidder": _number(view["bidder"]),
        "bid": view["bid"],
        "trump": view["trump"],
        "hand": _cards(view["hand"]),
        "given": _cards(view["given"]),
        "received": _cards(view["received"]),
        "copies": book["deck"]["copies"],
        "marriage": int(book["auction"]["marriage_needed"]),
        "passing": (book.get("passing") or {}).get("cards", 0),
        "opening": book["auction"]["opening"],
        "calls": ",".join(f"{_number(seat)}{'p' if amount is None else amount}" for seat, amount in view["auction"]),
        "tricks": ",".join(map(_trick, view["tricks"])),
        "trick": _trick(view["trick"]) if view["trick"] and view["trick"]["cards"] else "",
    }


def _number(seat: str | None) -> int | None:
    return None if seat is None else SEATS.index(seat)


def _cards(text: str) -> str:
    return text.replace(" ", "")


def _trick(trick: dict[str, Any]) -> str:
    return f"{_number(trick['leader'])}{_cards(trick['cards'])}"


def _bid(driver: Driver, view: dict[str, Any], choices: dict[str, Any], book: dict[str, Any]) -> int | None:
    """Its bid, None for a pass; one below the lowest is a pass."""
    least = choices["lowest_bid"]
    answer = driver.ask("bid", _asked(view, book) | {"least": least})
    if answer == "pass":
        return None
    if int(answer) >= least:
        return int(answer)
    driver.mended["bid"] += 1
    return None


def _passed(driver: Driver, view: dict[str, Any], choices: dict[str, Any], book: dict[str, Any]) -> list[str]:
    """The cards that it passes; a card that it does not hold is made good by its lowest one."""
    answer = driver.ask("pass", _asked(view, book))
    wanted = [answer[at : at + 2] for at in range(0, len(answer), 2)]
    held = choices["cards"].split()
    passed = []
    for card in wanted[: choices["count"]]:
        if card in held:
            held.remove(card)
            passed.append(card)
    missing = choices["count"] - len(passed)
    driver.mended["pass"] += missing > 0
    return passed + sorted(held, key=lambda card: UPWARDS.index(card[0]))[:missing]


def _legal(driver: Driver, kind: str, asked: dict[str, Any], legal: list[str]) -> str:
    """Its answer where it is legal, else the legal one nearest to it: of its suit, and the lowest."""
    answer = driver.ask(kind, asked)
    if answer in legal:
        return answer
    driver.mended[kind] += 1
    return min(legal, key=lambda each: (each[-1] != answer[-1:], UPWARDS.find(each[0])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", required=True, help="what the program is called")
    parser.add_argument("command", nargs="+", help="the driver, after --")
    options = parser.parse_args()
    driver = Driver(options.command)
    book: dict[str, Any] = {}
    for line in sys.stdin:
        told = json.loads(line)
        match told["type"]:
            case "hello":
                said = {"type": "hello", "protocol": 1, "name": options.name}
            case "book":
                book, said = told["book"], {"type": "ready"}
            case "ask":
                said = {"type": "act", "id": told["id"], "action": action(driver, told, book)}
            case "quit":
                break
            case _:
                continue
        print(json.dumps(said), flush=True)
    driver.end()


if __name__ == "__main__":
    main()
