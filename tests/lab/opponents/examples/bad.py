"""Plays as `plain` does, but not its first card: what it does then is its first argument. A fault makes it good."""

import json
import sys
import time
from typing import Any

from plain import answer  # type: ignore[import-not-found]

HELLO = {"type": "hello", "protocol": 1, "name": "Bad"}


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def first_card(way: str, asked: dict[str, Any], action: list[Any]) -> dict[str, Any]:
    """What is answered to the first question for a card."""
    seat, number = asked["view"]["seat"], asked["id"]
    if way == "slow":
        time.sleep(60)
    if way == "dies":
        sys.exit()
    if way == "babbles":
        say("Let me think about that.")
    while way == "floods":
        say("7" * 100_000)
    if way == "other question":
        number += 1
    if way == "no card":
        action = ["play", seat, "XX"]
    if way == "not its own":
        held = asked["view"]["hand"].split()
        action = ["play", seat, next(card for card in (f"{rank}S" for rank in "ATKQJ9") if card not in held)]
    return {"type": "act", "id": number, "action": action, "and": "more"}


def main(way: str) -> None:
    book: dict[str, Any] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "hello":
            say(json.dumps(HELLO | ({"protocol": 99} if way == "newer" else {})))
        elif asked["type"] == "book":
            book = asked["book"]
            say('{"type": "ready", "and": "more"}')
        elif asked["type"] == "fault":
            way = ""
        elif asked["type"] == "ask":
            kind, action = asked["choices"]["kind"], answer(book, asked["view"], asked["choices"])
            is_other = way == "cards only" and kind != "play"
            said = {"type": "act", "id": asked["id"], "action": ["no", "such"] if is_other else action}
            say(json.dumps(first_card(way, asked, action) if kind == "play" else said))


if __name__ == "__main__":
    main(sys.argv[1])
