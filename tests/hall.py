"""A hall full of tables that go on playing, whatever happens to the servers: for tests that kill.

Every table plays by the national rules, corrects hands it has entered, has a referee rule on them and appeals, and
loses answers on the way. What it gets no answer to it sends again until it gets one. It keeps notes of all that was
acknowledged, and works out from those alone what its card must say.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from scoring.score_card.access import DEVICE_COOKIE
from tests.club_server import ClubServer
from tests.league.naive_points import hand_score
from tests.tablet import UNANSWERED, Answer, Page, Tablet

SECONDS = 120
MOST_HANDS = 24  # on a card, to be quick
TROUBLE = re.compile("<strong data-trouble>(.+?)</strong>")
SIDES = ("NS", "EW")
OTHER = {"NS": "EW", "EW": "NS"}
# The kind of a ruling, what the referee answers to the book's questions, and what it comes to.
RULED: tuple[tuple[str, dict[str, str], dict[str, Any]], ...] = (
    ("amount", {"amount_NS": "-20", "amount_EW": "", "why": "slow play"}, {"ruled": {"NS": -20}}),
    ("amount", {"amount_NS": "", "amount_EW": "35", "why": "a trick was lost"}, {"ruled": {"EW": 35}}),
    ("failed_lay_down", {"who": "E", "before_NS": "22", "before_EW": "20"}, {"take": {"NS": 30, "EW": 20}}),
    ("void_hand", {"why": "a card was missing"}, {"void": True}),
)


class Told(list[str]):
    """What was acknowledged, and when."""

    def __init__(self) -> None:
        self.at: dict[str, float] = {}

    def append(self, client_id: str) -> None:
        super().append(client_id)
        self.at[client_id] = time.monotonic()


class Committee:
    """Decides on appeals from all tables, one after the other; killed, another one comes and is asked again."""

    def __init__(self, club: ClubServer) -> None:
        self.club, self.lock = club, threading.Lock()
        self.process: subprocess.Popen[str] | None = None

    def lay(self, tables: int, evenings: int) -> dict[str, Any]:
        laid: dict[str, Any] = self._come(str(tables), str(evenings))
        return laid

    def enter(self, **entry: Any) -> int:
        """How often it had to be asked."""
        with self.lock:
            tries, end = 1, time.monotonic() + SECONDS
            while "number" not in (answer := self._ask(entry)):
                assert time.monotonic() < end, answer
                time.sleep(0.05)
                tries += 1
            return tries

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def close(self) -> None:
        self.kill()
        self._clear_away()

    def _clear_away(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout) if self.process is not None else ():
            with suppress(OSError):  # what was not sent to who was killed
                assert pipe is not None
                pipe.close()

    def _ask(self, entry: dict[str, Any]) -> dict[str, Any]:
        try:
            if self.process is None or self.process.poll() is not None:
                self._come()
            assert self.process is not None
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.write(json.dumps(entry) + "\n")
            self.process.stdin.flush()
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        except (OSError, json.JSONDecodeError):
            return {"lost": "it was killed"}  # the entry may have arrived or not
        return answer

    def _come(self, *arguments: str) -> Any:
        self._clear_away()
        with (self.club.state_dir / "committee.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.committee", *arguments],
                cwd=self.club.root,
                env=self.club.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        return json.loads(told)


@dataclass
class Ruling:
    """What the referee changed of a hand, as the table noted it."""

    number: int
    effect: dict[str, Any]


@dataclass
class Notes:
    """All that was acknowledged of one card, and what it comes to with a pencil."""

    hands: dict[int, dict[str, Any]] = field(default_factory=dict)
    rulings: dict[int, list[Ruling]] = field(default_factory=dict)
    typed: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)  # by which the hands became so

    def note(self, client_id: str, hand: int, typed: dict[str, Any]) -> None:
        self.typed.append((client_id, hand, typed))
        self.hands.setdefault(hand, {}).update(typed)

    def without(self, lost: Container[str]) -> Notes:
        """As if these had never been entered."""
        left = Notes()
        for client_id, hand, typed in self.typed:
            if client_id not in lost:
                left.note(client_id, hand, typed)
        return left

    @property
    def running(self) -> list[dict[str, int]]:
        """The totals behind each done hand."""
        totals, running = dict.fromkeys(SIDES, 0), []
        for hand, line in self.hands.items():
            if "take" in line:
                scored = self.points(hand, line)
                totals = {side: totals[side] + scored[side] for side in SIDES}
                running.append(totals)
        return running

    def points(self, hand: int, line: dict[str, Any]) -> dict[str, int]:
        effects = [ruling.effect for ruling in self.rulings.get(hand, [])]
        if any("void" in effect for effect in effects):
            scored = dict.fromkeys(SIDES, 0)
        else:
            takes = [effect["take"] for effect in effects if "take" in effect]
            scored = hand_score({**line, "take": takes[-1]} if takes else line)
        for effect in effects:
            for side, amount in effect.get("ruled", {}).items():
                scored[side] += amount
        return scored


@dataclass
class Table:
    """A tablet that lies on a table, a referee's phone that is asked there, and who hears appeals.

    `cards` are the tablet's, one after the other, and `places` the addresses at which the referee rules on them.
    """

    tablet: Tablet
    phone: Tablet
    committee: Committee
    cards: list[str]
    places: list[str]
    chance: random.Random
    page: Page
    acknowledged: list[str] = field(default_factory=list)
    sent_again: set[str] = field(default_factory=set)
    answers: Counter[int] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)  # that it was refused for
    did: Counter[str] = field(default_factory=Counter)
    notes: list[Notes] = field(default_factory=lambda: [Notes()])

    @property
    def card(self) -> str:
        return self.cards[len(self.notes) - 1]

    def play(self, evening: threading.Event) -> None:
        while not evening.is_set():
            self.step()
            done = [hand for hand, line in self.notes[-1].hands.items() if "take" in line]
            if done and self.chance.random() < 0.15:
                self.chance.choice([self.correct, self.have_ruled, self.have_ruled])(self.chance.choice(done))

    # -- what a table does

    def step(self) -> None:
        if self.page.step is None:  # who deals first
            self.page = Page(self.send(self.page.action, {**self.page.hidden, "first_dealer": "N"}).text)
            return
        hand, step = self.page.step
        if (hand, step) == (MOST_HANDS, "bid"):
            self.turn_over()
            return
        typed = self.figures(hand)[step]
        self.page = Page(self.send(self.page.action, {**self.page.hidden, **fields_of(typed)}).text)
        self.notes[-1].note(self.acknowledged[-1], hand, typed)
        self.did[step] += 1

    def turn_over(self) -> None:
        """The next card; on the last one only what was entered is put right from here on."""
        if len(self.notes) < len(self.cards):
            self.notes.append(Notes())
            self.page = Page(self.read(self.card).text)
        else:
            self.correct(self.chance.randrange(1, MOST_HANDS))

    def figures(self, hand: int) -> dict[str, dict[str, Any]]:
        """Nothing out of the ordinary, of which a table would be asked; about every other bid is set."""
        begun = self.notes[-1].hands.get(hand, {})
        bidder = begun["bidder"] if "take" not in begun and begun else self.chance.choice("NESW")
        side = "NS" if bidder in "NS" else "EW"
        take = self.chance.randrange(20, 31)
        bid = {"dealer": "NESW"[(hand - 1) % 4], "bidder": bidder, "bid": self.chance.choice([50, 55]), "trump": "H"}
        return {
            "bid": bid,
            "meld": {"meld": {side: self.chance.choice([24, 28]), OTHER[side]: self.chance.choice([8, 20, 24])}},
            "take": {"take": {"NS": take, "EW": 50 - take}},
        }

    def correct(self, hand: int) -> None:
        """The whole line anew. Which takes count after a ruling on them is no business of a correction."""
        notes = self.notes[-1]
        if any("take" in ruling.effect for ruling in notes.rulings.get(hand, [])):
            return
        figures = self.figures(hand)
        line = figures["bid"] | figures["meld"] | figures["take"]
        if line == notes.hands[hand]:
            return
        seen = Page(self.read(self.card).text).hidden["seen"]
        self.send(f"{self.card}hands/{hand}/correct/", {"client_id": str(uuid4()), "seen": seen, **fields_of(line)})
        notes.note(self.acknowledged[-1], hand, line)
        self.did["correction"] += 1

    def have_ruled(self, hand: int) -> None:
        """A ruling on a hand, or where there is one, what came of its appeal."""
        standing = self.notes[-1].rulings.setdefault(hand, [])
        if not standing or self.chance.random() < 0.3:
            kind, facts, effect = self.chance.choice(RULED)
            standing.append(Ruling(self.rule(hand, kind, facts), effect))
            return
        ruling = self.chance.choice(standing)
        outcome = self.chance.choice(["upheld", "changed", "overturned"])
        decided: dict[str, Any] = {"ruling": ruling.number, "outcome": outcome, "note": ""}
        if outcome == "changed":
            decided["effect"] = {"ruled": {"EW": self.chance.choice([-50, 15])}}
        self.decide(hand, decided)
        if outcome == "overturned":
            standing.remove(ruling)
        ruling.effect = decided.get("effect", ruling.effect)

    def rule(self, hand: int, kind: str, facts: dict[str, str]) -> int:
        """The ruling's number."""
        seen = Page(self.read(self.card).text).hidden["seen"]
        asked = {"hand": hand, "kind": kind, **{f"fact-{code}": answer for code, answer in facts.items()}}
        words = {"decision": "As it was ruled.", "note": "", "basis": "judgment", "called_by": "N"}
        form = {"client_id": str(uuid4()), "seen": seen, **asked, **words}
        given = self.send(self.places[len(self.notes) - 1], form, self.phone)
        self.did["ruling"] += 1
        return int(given.location.strip("/").rpartition("/")[2])

    def decide(self, hand: int, decided: dict[str, Any]) -> None:
        client_id = str(uuid4())
        entry = {"card": self.card, "kind": "decision", "hand": hand, "payload": decided, "client_id": client_id}
        if self.committee.enter(**entry) > 1:
            self.sent_again.add(client_id)
        self.acknowledged.append(client_id)
        self.did["decision"] += 1

    # -- until there is an answer

    def send(self, path: str, fields: dict[str, Any], device: Tablet | None = None) -> Answer:
        client_id, end = fields["client_id"], time.monotonic() + SECONDS
        while time.monotonic() < end:
            answer = self.ask(device or self.tablet, path, fields)
            if answer is not None and answer.status < 500:
                assert answer.is_saved, (path, fields, answer.status, answer.told or answer.text)
                self.acknowledged.append(client_id)
                return answer
            self.sent_again.add(client_id)
            time.sleep(0.05)
        raise AssertionError("the tablet does not come through")

    def ask(self, device: Tablet, path: str, fields: dict[str, Any]) -> Answer | None:
        """None where nobody answered; now and then the answer is lost on the way."""
        try:
            answer = device.post(path, fields)
        except UNANSWERED:
            return None
        self.count(answer)
        if self.chance.random() < 0.05:
            self.did["lost answer"] += 1
            return None
        return answer

    def read(self, path: str) -> Answer:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                answer = self.tablet.get(path)
            except UNANSWERED:
                time.sleep(0.05)
                continue
            self.count(answer)
            if answer.status == 200:
                return answer
            assert answer.status >= 500, answer
        raise AssertionError("the tablet does not come through")

    def count(self, answer: Answer) -> None:
        self.answers[answer.status] += 1
        self.troubles.update(TROUBLE.findall(answer.text))


def fields_of(line: dict[str, Any]) -> dict[str, Any]:
    """As the form calls them."""
    by_side = {f"{name}_{side}": line[name][side] for name in ("meld", "take") if name in line for side in SIDES}
    return {name: value for name, value in line.items() if name not in ("meld", "take")} | by_side


@contextmanager
def hall(
    club: ClubServer, tables: int, evenings: int, tablet: Callable[[str], Tablet] = Tablet
) -> Iterator[list[Table]]:
    """So many tables with as many cards each as evenings; they play once somebody calls `play`. `tablet` makes a tablet
    for the address of the club."""
    committee = Committee(club)
    try:
        laid = committee.lay(tables, evenings)
        there = []
        for number, each in enumerate(laid["tables"]):
            lying, phone = tablet(club.url), tablet(club.url)
            lying.cookies[DEVICE_COOKIE], phone.cookies["sessionid"] = each["secret"], laid["session"]
            phone.get("/")  # for the token that its forms carry
            page = lying.open(each["cards"][0])
            there.append(Table(lying, phone, committee, each["cards"], each["places"], random.Random(number), page))
        yield there
    finally:
        committee.close()


def entries(club: ClubServer) -> set[str]:
    return {client_id for (client_id,) in club.rows("SELECT client_id FROM scoring_entry")}


def assert_cards_say_what_was_noted(tables: list[Table]) -> int:
    """Every total of every card, worked out from the table's notes; how many those were."""
    totals = 0
    for table in tables:
        for card, notes in zip(table.cards, table.notes, strict=False):
            assert table.tablet.open(card).running == notes.running, (card, notes)
            totals += len(SIDES) * len(notes.running)
    return totals
