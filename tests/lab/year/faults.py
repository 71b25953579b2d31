"""Thirty faults that somebody could make, planted one at a time in a copy of the tree; the year must notice nine in
ten: `python -m tests.lab.year.faults`. They were chosen by what a club would be told wrong, in eighteen rooms, before
anybody knew what the year reads: a fault that it misses shows what a reading lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple


class Planted(NamedTuple):
    """One fault: what a club would notice, the file, its text, and what stands there instead."""

    what: str
    path: str
    old: str
    new: str

    @property
    def room(self) -> str:
        return str(Path(self.path).parent)

    def plant(self, root: Path) -> None:
        """Put the fault into a copy of the tree; the text must stand there once."""
        file = root / self.path
        text = file.read_text()
        if text.count(self.old) != 1:
            raise ValueError(f"{self.what}: {self.path} has its text {text.count(self.old)} times")
        file.write_text(text.replace(self.old, self.new))


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
        "return record.last_trick == book.take_side(side) or record.take.get(side, 0) > 0",
        "return record.last_trick == book.take_side(side) or record.take.get(side, 0) >= 0",
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
        "best = sorted(nights, key=self.worth, reverse=True)[: (self.rules.best or 0) + 1 if self.rules.best else None]",
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
        "        if event.state == Event.State.CLOSED:\n            publish(season, because=",
        "        if event.state == Event.State.CLOSED and not is_counted:\n            publish(season, because=",
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
