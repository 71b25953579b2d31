"""Thirty faults that somebody could make, planted one at a time in a process; the year must notice nine in
ten. They were chosen by what a club would be told wrong, in eighteen rooms, before anybody knew what the year reads: a
fault that it misses shows what a reading lacks.

    python -m tests.lab.year.faults                         all thirty; the figures in the last line
    python -m tests.lab.year.faults archive merging         those with such a word
    python -m tests.lab.year.faults --at-once 3             beside each other

A short year (`short`) is played once and kept; each fault comes to its clubs in mid-season, as with an update."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[3]
WANTED: Final = 27
PATIENCE: Final = 1800  # seconds for one fault
NOTICED: Final = 3  # exit code of a short year that found something new
CLUBS: Final = ("st-hilary", "tri-county", "six-handed")


class Planted(NamedTuple):
    """One fault: what a club would notice, the file, its text, and what stands there instead."""

    what: str
    path: str
    old: str
    new: str

    @property
    def room(self) -> str:
        return str(Path(self.path).parent)

    @property
    def planted(self) -> str:
        """Its file with the fault, whose text must stand there once."""
        text = (ROOT / self.path).read_text()
        if text.count(self.old) != 1:
            raise ValueError(f"{self.what}: {self.path} has its text {text.count(self.old)} times")
        return text.replace(self.old, self.new)

    def plant(self) -> None:
        """From here on in this process, in what is imported: no file is changed."""
        path, planted, whole = ROOT / self.path, self.planted.encode(), SourceFileLoader.get_code

        def code(loader: SourceFileLoader, name: str) -> CodeType | None:
            return loader.source_to_code(planted, loader.path) if loader.path == str(path) else whole(loader, name)

        SourceFileLoader.get_code = code  # type: ignore[method-assign, assignment]


FAULTS: Final = (
    Planted(
        "A bid that was just reached is a set",
        "scoring/rules/deal_score.py",
        'if facts["have"] < record.bid:',
        'if facts["have"] <= record.bid:',
    ),
    Planted(
        "A side without a trick keeps its meld",
        "scoring/rules/deal_score.py",
        "    known = record.tricks\n    if side in known:\n        return known[side] > 0\n    if known and",
        "    known = record.tricks\n    if record.take:\n        return True\n    if known and",
    ),
    Planted(
        "A skunk brings half of its points",
        "scoring/rules/tournament.py",
        "bonus = rule.skunk.points if rule.skunk and skunk else 0",
        "bonus = rule.skunk.points // 2 if rule.skunk and skunk else 0",
    ),
    Planted(
        "Minutes that the rules let pass cost points",
        "scoring/rules/tournament.py",
        "max(0, minutes - rule.grace) * rule.points_per_minute",
        "max(0, minutes) * rule.points_per_minute",
    ),
    Planted(
        "A board tied with others brings nothing for the tie",
        "scoring/boards/comparison.py",
        "return [bisect_left(ordered, own) + bisect_right(ordered, own) - 1 for own in exact]",
        "return [2 * bisect_left(ordered, own) for own in exact]",
    ),
    Planted(
        "A percentage is cut off, not rounded",
        "league/evening/cards/boards.py",
        "size = int(abs(figure) + Fraction(1, 2))",
        "size = int(abs(figure))",
    ),
    Planted(
        "Players who are level don’t share the place",
        "league/evening/cards/standings.py",
        "        if own != before:\n            place, before = at, own\n",
        "        place, before = at, own\n",
    ),
    Planted(
        "The ledger loses the sign of a round below zero",
        "league/evening/ledger/rows.py",
        "        points=one.points,\n",
        "        points=abs(one.points),\n",
    ),
    Planted(
        "A bid that was played and set counts as made",
        "league/evening/ledger/facts.py",
        '            "made": int(score.is_made),\n',
        '            "made": int(score.played),\n',
    ),
    Planted(
        "A prize that is shared loses its odd cents",
        "league/evening/money/sheet.py",
        "return [each + (at < odd) for at in range(people)]",
        "return [each for at in range(people)]",
    ),
    Planted(
        "A pot forgets what it had from the night before",
        "league/evening/money/sheet.py",
        "return self.carried + self.from_fees + self.from_sets + self.other",
        "return self.from_fees + self.from_sets + self.other",
    ),
    Planted(
        "One too few goes into the final",
        "league/evening/finals/reading.py",
        "return parting.cut_at(self.tallies, self.event.final_places, self.order)",
        "return parting.cut_at(self.tallies, self.event.final_places - 1, self.order)",
    ),
    Planted(
        "The printed results have the round’s points as the total",
        "league/evening/paper/pages/results.py",
        '"total": points_text(standing[one.entrant.pk].counted) if one.entrant.pk in standing else "–",',
        '"total": points_text([one]) if one.entrant.pk in standing else "–",',
    ),
    Planted(
        "The list on the wall names the opponents as partners",
        "league/evening/paper/pages/seatings.py",
        "partners, _ = _company(event, table, seat)",
        "_, partners = _company(event, table, seat)",
    ),
    Planted(
        "The calendar takes the hall’s hours for those of Greenwich",
        "league/evening/calendar/ics.py",
        "return at.astimezone(UTC).strftime",
        "return at.astimezone().strftime",
    ),
    Planted(
        "One night more than the best counts in the season",
        "league/season/seasons/standings.py",
        "best = sorted(nights, key=self.worth, reverse=True)[: self.rules.best or None]",
        "best = sorted(nights, key=self.worth, reverse=True)[: self.rules.best + 1 if self.rules.best else None]",
    ),
    Planted(
        "A night that was dropped is not counted as a night",
        "league/season/seasons/standings.py",
        "return sum(night.was_played for night in self.nights) if given is None else given",
        "return sum(night.was_played and night.counts for night in self.nights) if given is None else given",
    ),
    Planted(
        "The lower high round breaks a tie",
        "league/evening/ties/tie_breaks.py",
        "    _count(lambda one: one.high_round),\n",
        "    _count(lambda one: one.high_round, fewest=True),\n",
    ),
    Planted(
        "A correction doesn’t reach the standings",
        "league/season/seasons/publishing.py",
        '            publish(season, because=f"{evening_words(event)}, was {',
        '            is_counted or publish(season, because=f"{evening_words(event)}, was {',
    ),
    Planted(
        "A part of the dues that was paid is not taken off",
        "league/season/dues/reading.py",
        "return max(0, self.asked - self.paid)",
        "return 0 if self.paid >= self.asked else self.asked",
    ),
    Planted(
        "Dues that were waived are asked for",
        "league/season/dues/reading.py",
        "return 0 if part == Part.NONE else (amount + 1) // 2 if part == Part.HALF else amount",
        "return (amount + 1) // 2 if part == Part.HALF else amount",
    ),
    Planted(
        "The file of debts leaves the dues out of the sum",
        "league/season/dues/listings.py",
        "return Decimal(record.owes) / 100",
        "return Decimal(record.for_evenings) / 100",
    ),
    Planted(
        "The mail about a debt leaves out the fees of evenings",
        "league/season/dues/pages.py",
        '        owed_words(account),\n        "\\n".join(days + more),\n',
        '        f"You owe {money(account.for_dues, account.member.club)}.",\n',
    ),
    Planted(
        "A set doesn’t end a run of bids made",
        "league/season/records/bests.py",
        'now[one.who] = now[one.who] + 1 if letter == "m" else 0',
        'now[one.who] = now[one.who] + 1 if letter == "m" else now[one.who]',
    ),
    Planted(
        "The notice counts the winner’s lead from the last player",
        "league/season/notices/prose.py",
        "gap = total - rest[0][0].total",
        "gap = total - rest[-1][0].total",
    ),
    Planted(
        "A round sat out counts in a member’s average",
        "league/season/players/record.py",
        "found = found.plus(one) if one.counts else found",
        "found = found.plus(one)",
    ),
    Planted(
        "Merging a guest with a member loses the guest’s nights",
        "league/season/merging/deeds.py",
        "_STAY: Final = (Merge, PairRule, Member)",
        "_STAY: Final = (Merge, PairRule, Member, Entrant)",
    ),
    Planted(
        "Who wants initials alone is named in full",
        "league/models/members.py",
        "return initials_of(self.name) if self.initials_only else self.name",
        "return self.name",
    ),
    Planted(
        "The interface gives those who are level different places",
        "league/outside/api/operations.py",
        '        "name": names_of(line, NOBODY),\n        "figure"',
        '        "place": line.order,\n        "name": names_of(line, NOBODY),\n        "figure"',
    ),
    Planted(
        "The archive leaves out fees that were paid late",
        "league/outside/archive/tables.py",
        'Table("cash_entries", kept.CashEntry, "event__club",',
        'Table("cash_entries", kept.CashEntry, lambda club: Q(event__club=club) & ~Q(kind="fee"),',
    ),
)


# How they are tried --------------------------------------------------------------------------------------


def short(*options: str | Path) -> tuple[int, list[str]]:
    """The short year in a process of its own: its exit code, and what it said."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "TEST_STATE_DIR")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab.year.short", *map(str, options)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    return done.returncode, (done.stdout.strip() or done.stderr.strip()).splitlines()


def prepare(pool: Executor, kept: Path) -> None:
    """Each club's first nights, and what is wrong already without a fault, in one process as with it."""
    missing = [key for key in CLUBS if not (kept / f"{key}.kept").exists()]
    for code, said in pool.map(lambda key: short(key, "--keep", kept), missing):
        if code:
            raise SystemExit("\n".join(said))
    if not (known := kept / "all.known").exists():
        known.write_text("\n".join(short(*CLUBS, "--go-on", kept, "--all")[1]))


def tried(fault: Planted, kept: Path) -> tuple[Planted, str]:
    """With what noticed it; empty where nothing did."""
    is_of_npa = any(word in fault.path for word in ("boards", "tournament", "finals"))
    clubs = sorted(CLUBS, key=lambda key: is_of_npa and key != "tri-county")  # all are looked at, until one notices
    code, said = short(*clubs, "--go-on", kept, "--fault", str(FAULTS.index(fault)))
    return fault, said[-1] if code else ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.lab.year.faults", description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--kept", type=Path, help="where the short year is, or is to be, kept")
    given = parser.parse_args()
    chosen = [one for one in FAULTS if not given.words or any(word in f"{one.path} {one.what}" for word in given.words)]
    noticed = 0
    with tempfile.TemporaryDirectory(prefix="year-faults-") as folder, ThreadPoolExecutor(given.at_once) as pool:
        kept = (given.kept or Path(folder)).absolute()
        kept.mkdir(parents=True, exist_ok=True)
        prepare(pool, kept)
        for future in as_completed([pool.submit(tried, fault, kept) for fault in chosen]):
            fault, by = future.result()
            noticed += bool(by)
            print(f"{fault.what}: {by or 'NOT NOTICED'}", flush=True)
    print(f"{noticed} of {len(chosen)} faults noticed, in {len({one.room for one in chosen})} rooms")
    if len(chosen) == len(FAULTS) and noticed < WANTED:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
