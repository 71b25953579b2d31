"""A program that plays: started, asked line by line, and ended where it does not keep to the protocol.

Whatever it does, it can cost no more than its time: an answer that comes late, cannot be read or does not come is a
`Failure`, and the program starts again for the next question. Its standard error is left as it is.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import time
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final, Literal

from scoring.play.actions import Action, action_from_json
from scoring.play.protocol.questions import PROTOCOL, question
from scoring.play.seat_view import SeatView
from scoring.play.table import Decision
from scoring.rules.book import RuleBook

TO_START: Final = 120.0
"""Seconds for the first word and for each book: a program may have machine code to make."""
_LONGEST_LINE: Final = 65_536
_LINES_AHEAD: Final = 64
_SECONDS_TO_END: Final = 2.0

Kind = Literal["illegal", "unreadable", "late", "ended"]


class Failure(Exception):
    """What a program did wrong, in a sentence; with what it was asked and answered, as the lines were."""

    def __init__(self, kind: Kind, sentence: str, asked: str = "", answered: str = "") -> None:
        super().__init__(f"{kind}: {sentence}")
        self.kind, self.sentence, self.asked, self.answered = kind, sentence, asked, answered


class Program:
    """A program by its command, started when it is first asked; `seconds` for each answer, on the wall's clock."""

    def __init__(self, command: str, seconds: float) -> None:
        self.command, self.seconds, self.name = command, seconds, command
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str] = Queue()
        self._book: RuleBook | None = None
        self._number = 0
        self._last = ("", "")

    def prepare(self, book: RuleBook) -> None:
        """Starts it where it does not run, and gives it the book; raises `Failure`."""
        if self._process is None:
            self._start()
        if self._book is not book:
            self._told({"type": "book", "book": json.loads(book.to_json())}, "ready", TO_START)
            self._book = book

    def ask(self, view: SeatView, seed: str) -> Action:
        """Its answer, of which only the form is judged; raises `Failure`."""
        self.prepare(view.book)
        self._number += 1
        about = {"type": "ask", "id": self._number, "seconds": self.seconds, "seed": seed}
        said = self._told(about | question(view), "act", self.seconds)
        try:
            if said.get("id") != self._number:
                raise ValueError(f"The answer is to question {said.get('id')!r}, not to {self._number}.")
            return action_from_json(said.get("action"))
        except ValueError as error:
            raise self._failed("unreadable", str(error)) from None

    def refuse(self, sentence: str) -> Failure:
        """Tells it why its last answer was not legal; the failure that this is."""
        failure = Failure("illegal", sentence, *self._last)
        with suppress(Failure):
            self._send({"type": "fault", "id": self._number, "sentence": sentence})
        return failure

    def end(self) -> None:
        """Bids it farewell; where it stays, it is killed."""
        if self._process is None:
            return
        assert self._process.stdin is not None, self.command
        with suppress(Failure, OSError, subprocess.TimeoutExpired):
            self._send({"type": "quit"})
            self._process.stdin.close()
            self._process.wait(_SECONDS_TO_END)
        self._kill()

    # -- lines

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace", bufsize=1,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise Failure("ended", f"“{self.command}” could not be started: {error}.") from None
        self._lines = Queue(_LINES_AHEAD)
        Thread(target=self._read, args=(self._process, self._lines), daemon=True).start()
        said = self._told({"type": "hello", "protocol": PROTOCOL}, "hello", TO_START)
        if said.get("protocol") != PROTOCOL:
            raise self._failed("unreadable", f"It speaks version {said.get('protocol')!r}, not {PROTOCOL}.")
        self.name = str(said.get("name", self.command))

    def _told(self, message: dict[str, Any], wanted: str, seconds: float) -> dict[str, Any]:
        """Sends a line, and reads the one of the type that answers it."""
        until = time.monotonic() + seconds
        self._send(message)
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            raise self._failed("late", f"There was no answer within {seconds:g} s.") from None
        self._last = (self._last[0], line.rstrip("\n"))
        if not line:
            raise self._failed("ended", "The program ended.")
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict) or said.get("type") != wanted:
            raise self._failed("unreadable", f"The answer is no line of the type “{wanted}”.")
        return said

    def _send(self, message: dict[str, Any]) -> None:
        line = json.dumps(message, ensure_ascii=False)
        if message["type"] != "fault":
            self._last = (line, "")
        assert self._process is not None, message
        assert self._process.stdin is not None, message
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError:
            raise self._failed("ended", "The program reads no more.") from None

    def _failed(self, kind: Kind, sentence: str) -> Failure:
        """The failure; the program is ended, and starts again with the next question."""
        self._kill()
        return Failure(kind, sentence, *self._last)

    def _kill(self) -> None:
        process, self._process, self._book = self._process, None, None
        if process is None:
            return
        process.kill()
        process.wait()
        assert process.stdin is not None, self.command
        with suppress(OSError):
            process.stdin.close()
        with suppress(Empty):  # a reader that waits for room goes on, and ends
            while True:
                self._lines.get_nowait()

    def _read(self, process: subprocess.Popen[str], lines: Queue[str]) -> None:
        """Queues each line as it comes, and an empty one at the end; one that is too long comes in pieces."""
        assert process.stdout is not None, self.command
        with suppress(OSError, ValueError), process.stdout:
            while process is self._process and (line := process.stdout.readline(_LONGEST_LINE)):
                lines.put(line)
            lines.put("")


class ProgramBot:
    """A program in a seat."""

    def __init__(self, program: Program, seed: str) -> None:
        self.program, self._seed = program, seed

    def choose(self, view: SeatView) -> Decision:
        """What the program answers; raises `Failure`."""
        return Decision(self.program.ask(view, self._seed), "")
