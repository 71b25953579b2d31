"""A second reading of a rule book: what a hand scores by its printed sentences alone.

It knows nothing of the entries of a book. Each sentence of the chapters that speak of a score is looked up in `SAYS`,
which names what it settles; one that is not there fails loudly (`NotUnderstood`), so that no rule is printed that
nobody reads. The hand is then scored by what was read, in code of its own."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from scoring.rules.book import RuleBook
from scoring.rules.book.printing import Table
from scoring.rules.book.vocabulary import STANDARD
from scoring.rules.cards import SUITS, Card
from scoring.rules.deal_score import DealRecord
from scoring.rules.prose import chapters

READ: Final = ("meld", "counting", "contract", "bonuses", "renege", "game")
"""The chapters that say what a hand is worth."""

B: Final = "(?:[Tt]he bidding side|[Tt]he bidder)"
O: Final = "(?:[Tt]he other side|[Ee]ach of the others)"  # noqa: E741 - beside B
BOTH: Final = "(?:both sides|two players)"
STUCK: Final = "a stuck dealer(?:’s side)?"
MOST: Final = "meld(?: and all (?P<all>\\d+) points|, all (?P<all2>\\d+) points and the (?P<sweep>\\d+) for “.+?”)"
SCORES: Final = "scores (?P<bid>the bid, and )?meld(?: if it comes to (?P<from>\\d+) or more)?"
INNOCENT: Final = (
    "(?P<score>meld only|meld and take|bid and meld|nothing|meld and take as in any hand)"
    "(?:, even without a counter|, however little was taken)?"
)
LOSS: Final = (
    "(?:(?P<bid>the bid comes off that (?:side|player)’s score, and nothing of its hand counts)"
    "|that (?:side|player) scores 0 for the hand)"
)

Said = Mapping[str, Any]
SAYS: Final[tuple[tuple[str, Said], ...]] = (
    # what a meld needs to count
    ("A (?:side|player) needs at least (?P<minimum>\\d+) in meld. Less than that counts 0.", {}),
    (f"That goes for {B} too.", {"minimum_for_bidders": "always"}),
    (f"That goes for {B} only when the dealer was stuck with the bid.", {"minimum_for_bidders": "stuck"}),
    ("The last trick is worth (?P<last_trick>\\d+) more.", {}),
    ("The last trick is worth nothing.", {"last_trick": 0}),
    # the contract
    (f"{B} makes the bid when meld and take together reach it, and scores both.", {}),
    ("The (?P<sweep_towards_bid>\\d+) for “.+?” counts toward the bid too.", {}),
    (f"{B} must win at least one counter too, or the bid is set, however high the meld.", {"bidders": "counter"}),
    (f"{B} must win a trick too. Without one the meld is lost and can’t help make the bid.", {"bidders": "trick"}),
    (f"{B} must take at least (?P<bidders_points>\\d+) points? too, or the bid is set.", {"bidders": "points"}),
    (f"{O} scores meld and take, whatever the tricks.", {"others": "nothing"}),
    (f"{O} needs at least one counter to save, and then scores meld and take.", {"others": "counter"}),
    (f"{O} needs at least one trick to save, and then scores meld and take.", {"others": "trick"}),
    (
        f"{O} must take at least (?P<others_points>\\d+) points? to save, and then scores meld and take.",
        {"others": "points"},
    ),
    ("The last trick alone \\(\\d+ points?\\) is enough.", {"last_trick_is_counter": True}),
    ("The last trick alone \\(\\d+ points?\\) isn’t enough.", {"last_trick_is_counter": False}),
    ("One trick by either partner is enough for both.", {"each_partner": False}),
    ("Each partner needs a trick to keep their own meld.", {"each_partner": True}),
    ("Otherwise meld and take are both lost.", {"unsaved_take": ""}),
    ("Otherwise the meld is lost, and only the take counts.", {"unsaved_take": "made set"}),
    ("If the bid was set, though, the meld still counts.", {"meld_against_set": True}),
    (
        "Otherwise only the take counts if the bid was made, and nothing counts if it was set.",
        {"unsaved_take": "made"},
    ),
    (
        "Otherwise only the take counts if the bid was made, and only the meld if it was set.",
        {"unsaved_take": "made", "meld_against_set": True},
    ),
    (f"A bid that isn’t made is set: it comes off {B}’s score.", {"set": "off"}),
    (f"A bid that isn’t made is set: nothing comes off, but {O} scores the bid.", {"set": "given"}),
    (f"A bid that isn’t made is set: it comes off {B}’s score, and {O} scores it too.", {"set": "off given"}),
    (f"{B}’s meld and take are lost.", {"set_keeps": False}),
    (f"{B}’s meld and take still count.", {"set_keeps": True}),
    ("A stuck dealer who is set loses meld and take.", {"stuck_keeps": False}),
    ("A stuck dealer who is set keeps meld and take.", {"stuck_keeps": True}),
    ("The meld counts even if the (?:side|dealer) won no trick.", {"stuck_without_trick": True}),
    ("If the (?:side|dealer) won no trick, the meld is lost here too.", {"stuck_without_trick": False}),
    # hands that are not played
    (
        "If the bidder has no marriage to name trump with, the hand isn’t played: the bid is set"
        f"(?:, and {O} (?P<no_marriage_given>scores it))?.",
        {"no_marriage": True},
    ),
    ("No meld counts.", {"natural": False}),
    (
        f"{O} then counts natural meld: arounds, pinochles and plain marriages, but no [a-z ,]+.",
        {"natural": True},
    ),
    ("It counts from (?P<natural_from>\\d+), like any other.", {}),
    ("It counts whatever it comes to, even under \\d+.", {"natural_from": 0}),
    (f"If {B} melds less than \\d+, the hand is played without that meld.", {"below_played": "always"}),
    (f"If {STUCK} melds less than \\d+, the hand is played without that meld.", {"below_played": "stuck"}),
    (
        f"If {B} melds less than \\d+, trump is named, but the hand isn’t played: the bid is set, and {O} "
        f"{SCORES.replace('<', '<below_')}.",
        {"below": "always"},
    ),
    (
        f"If {STUCK} melds less than \\d+, trump is named, but the hand isn’t played: the bid is set, and {O} "
        f"{SCORES.replace('<', '<below_')}.",
        {"below": "stuck"},
    ),
    (f"The hand is played even if {MOST.replace('<', '<_')} can’t reach the bid.", {}),
    (f"If {MOST.replace('<', '<_')} can’t reach the bid, the bidder may play the hand or throw it in.", {}),
    (
        f"If {MOST.replace('<', '<off_')} can’t reach the bid, the hand isn’t played: the bid is set, and {O} "
        f"{SCORES.replace('<', '<off_')}.",
        {"off": True},
    ),
    (
        "The bidder may throw the hand in after naming trump and before the first lead. Then the bid is set, and "
        f"{O} {SCORES.replace('<', '<thrown_')}.",
        {"thrown": True},
    ),
    # bonuses
    (
        "To shoot the moon, the bidder says so after the melds and before the first lead. Then "
        f"{B} must win every trick.",
        {},
    ),
    ("A moon that wins every trick adds (?P<moon>\\d+) at the end of the hand.", {}),
    ("The bid is judged without it, and the moon pays even if the bid is set.", {"moon_pays_when_set": True}),
    ("The bid is judged without it, and if the bid is set the moon pays nothing.", {"moon_pays_when_set": False}),
    ("Miss a single trick, and the bid is set and (?P<moon_missed>\\d+) more comes off.", {}),
    (f"If {B} reneges, (?P<moon_renege>\\d+) comes off too.", {}),
    ("Win every trick of a hand, and “.+?” adds (?P<sweep>\\d+).", {"sweep_needs": "tricks"}),
    ("Win all (?P<sweep_all>\\d+) points of a hand, and “.+?” adds (?P<sweep>\\d+).", {"sweep_needs": "points"}),
    ("It counts toward the bid.", {}),
    ("It is added after the bid is judged.", {}),
    ("A hand with a renege has no such bonus, and neither have bidders who are set.", {}),
    (
        "Cut and lay: before the first lead, a bidder who thinks the bid can’t be set may lay all cards down, the "
        "buried ones too, for the others to see.",
        {},
    ),
    ("If the others let it stand, the bidder scores meld and (?P<laid_stands>\\d+) in place of the take.", {}),
    ("The others have won no trick, so their meld is lost.", {"laid_others": False}),
    ("The others still count their meld.", {"laid_others": True}),
    (
        "If one of them wants it played, a bidder who makes the bid scores meld and (?P<laid_made>\\d+) in place of "
        "the take. Otherwise the bid is set.",
        {},
    ),
    ("A bidder who isn’t on the board scores (?P<laid_off>\\d+) instead of \\d+.", {"laid_off_for": "played"}),
    (
        "A bidder who isn’t on the board scores (?P<laid_off>\\d+) instead, played or not.",
        {"laid_off_for": "played stands"},
    ),
    ("It can win the game like any other hand.", {"laid_wins": True}),
    ("It can’t win the game: it stops one point short of the target.", {"laid_wins": False}),
    ("A table may agree that the highest melds win the game.", {}),
    ("The highest melds win the game.", {"game_melds": True}),
    ("It takes at least .+, all held by one player.", {}),
    (
        "A player on the board whose meld counts goes to the target with it and wins. Off the board, in a hand that "
        "was cut and laid, or in one that wasn’t played, it stops one point short of the target.",
        {},
    ),
    # renege
    ("A renege is:", {}),
    ("A renege decides the hand, whatever the cards say.", {}),
    (
        f"If {B} reneges, {LOSS.replace('<', '<bidders_renege_')}. {O} scores "
        f"{INNOCENT.replace('<', '<others_innocent_')}.",
        {},
    ),
    (
        f"If (?:the other side|one of the others) reneges, {LOSS.replace('<', '<others_renege_')}. {B} scores "
        f"{INNOCENT.replace('<', '<bidders_innocent_')}.",
        {},
    ),
    (f"The third player scores {INNOCENT.replace('<', '<third_innocent_')}.", {}),
    ("Meld after a renege counts only from \\d+, as in any hand.", {}),
    (
        "Meld after a renege counts as shown, however small(?:, but for meld and take as in any hand)?.",
        {"renege_meld": "shown"},
    ),
    ("Calling a renege that you can’t prove is a renege itself.", {"call_is_renege": True}),
    # the game
    ("The game is to (?P<target>\\d+).", {}),
    (f"If {BOTH} reach \\d+ on the same hand, {B} is counted first and wins.", {"both_reach": "bidder"}),
    (f"If {BOTH} reach \\d+ on the same hand, the higher total wins.", {"both_reach": "higher"}),
    ("If (?:they|neither of them bid and they) are tied there, another hand is played.", {"tied": "nobody"}),
    (f"If (?:they|neither of them bid and they) are tied there, {B} wins.", {"tied": "bidder"}),
    (
        "Bid to win: when (?:both sides|all players) stand (?:at (?P<bid_to_win>\\d+) or more|above "
        f"(?P<bid_to_win_above>\\d+)) before a hand, only {B} can win the game on it.",
        {},
    ),
    (f"{B} wins even when set, if (?P<target>\\d+) or more is left.", {}),
)
# What says nothing of the worth of a hand.
SILENT: Final[tuple[str, ...]] = (
    "You may use a card once in a run or marriage, once in a pinochle and once in an around.",
    "Count the way that comes to the most.",
    "Partners may not pool their cards.",
    "For two or more of the same meld held by one player, use the column [^.]*.",
    "A run counts in (?:trump only; in any other suit it is just a marriage|any suit).",
    "The king and queen in a run don’t count as a marriage too, but another king and queen of the suit do.",
    "A roundhouse is (?:simply the sum of its parts: four marriages plus|a meld of its own and includes) kings and "
    "queens around.",
    "They count beside it only in a higher multiple, such as double queens.",
    "Count it only where that makes the total higher.",
    "With double queens around you have \\d+, with double kings around \\d+.",
    "Aces around must be shown.",
    "A side that lays nothing down must still declare aces around.",
    "[A-Za-z, ]+ (?:is|are) counters, worth \\d+ points? each: \\d+ in all.",
    "That makes \\d+ points in every hand.",
    "The points won in play are the take.",
    "(?:Not (?:following|trumping|beating|playing|declaring|burying)|Playing|Showing|Disrupting) [^.]*.",
    "By the bidder: burying [^.]*.",
    "A card that has been played can’t be taken back.",
    "A renege may be corrected until [^.]*.",
    "Until the next trick is complete a renege may be corrected: all take their cards back and play the trick again.",
    "The winner has \\d+ seconds? to turn the trick.",
    "After that, anyone at the table may turn it.",
    "Nobody else ever turns it.",
    "The table may agree on \\d+ instead.",
    "A game is [a-z0-9]+ hands?.",
    "The highest total at the end wins; nobody wins earlier.",
    "The table agrees on the number of hands.",
    "The highest total at the end wins.",
    "(?:The other side plays|The others play) on even past \\d+.",
    "You are on the board once you have stood above 0, or have come back to 0 from below.",
    "You are on the board while you are above 0, or at 0 after you stood anywhere else.",
    "In the hole, below 0, nobody is on the board.",
)
CONTRADICT: Final[tuple[tuple[Said, Said], ...]] = (
    ({"minimum_for_bidders": "stuck"}, {"below": "always"}),
    ({"minimum_for_bidders": "always"}, {"below": "stuck"}),
    ({"minimum_for_bidders": "stuck"}, {"below_played": "always"}),
    ({"minimum_for_bidders": "always"}, {"below_played": "stuck"}),
    ({"natural": False}, {"natural_from": 0}),
)
"""What no book may say of one thing."""
_KNOWN: Final = tuple((re.compile(text), said) for text, said in SAYS)
_SILENT: Final = tuple(map(re.compile, SILENT))
_SENTENCE_END: Final = re.compile(r"(?<=[.:])(?: |$)")


class NotUnderstood(AssertionError):
    """A printed sentence that this reading does not know."""


@dataclass
class Reading:
    """What the printed sentences of a book settle, by the names in `SAYS`."""

    says: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        return self.says.get(name)


@lru_cache(maxsize=64)
def read(book: RuleBook) -> Reading:
    """The book as printed in the standard words, without what a club typed; raises `NotUnderstood` for a sentence that
    is not known."""
    reading = Reading()
    for chapter in chapters(book.model_copy(update={"words": STANDARD, "notes": (), "sheet": ()})):
        if chapter.id in READ:
            for block in chapter.blocks:
                if not isinstance(block, Table):
                    _read_text(" ".join(sentence.text for sentence in block.sentences), chapter.id, reading.says)
    return reading


def _read_text(text: str, chapter: str, says: dict[str, Any]) -> None:
    rest = text
    while rest:
        ends = [match.start() for match in _SENTENCE_END.finditer(rest)]
        for end in reversed(ends):  # two sentences may be one rule
            said = _said_by(rest[:end])
            if said is not None:
                _agree(says, said, chapter)
                says |= said
                rest = rest[end:].strip()
                break
        else:
            raise NotUnderstood(f"sentence not understood, in “{chapter}”: {rest}")


def _agree(says: Said, said: Said, chapter: str) -> None:
    for name, value in said.items():
        if says.get(name, value) not in (value, None) and value is not None:
            raise NotUnderstood(f"two sentences that disagree, in “{chapter}”: {name} is {says[name]}, and {value}")
    together = {**says, **said}
    for first, second in CONTRADICT:
        if first.items() <= together.items() and second.items() <= together.items():
            raise NotUnderstood(f"two sentences that disagree, in “{chapter}”: {dict(first)} and {dict(second)}")


def _said_by(text: str) -> dict[str, Any] | None:
    for known, said in _KNOWN:
        if match := known.fullmatch(text):
            figures = {name: value for name, value in match.groupdict().items() if not name.startswith("_")}
            return {**said, **{name: int(one) if (one or "").isdecimal() else one for name, one in figures.items()}}
    return {} if any(known.fullmatch(text) for known in _SILENT) else None


# -- a hand by what was read -------------------------------------------------------------


def scores(book: RuleBook, record: DealRecord) -> dict[str, int]:
    """What each side scores for a hand of which everything is known: tricks, takes, the last trick."""
    table = book.at(record.out)
    seats = {side: table.seats_of(side) for side in table.sides}
    hand = _Hand(read(book), record, seats, table.side_of(record.bidder))
    found = {side: hand.score(side) for side in table.sides}
    if record.game_meld in found and hand.reading.game_melds:
        found[record.game_meld] = hand.with_game_meld(record.game_meld, found[record.game_meld])
    return {side: found.get(side, 0) for side in book.sides}


class _Hand:
    def __init__(self, reading: Reading, record: DealRecord, seats: Mapping[str, Iterable[str]], bidding: str) -> None:
        self.reading, self.record, self.seats, self.bidding = reading, record, seats, bidding
        self.tricks = {side: record.tricks.get(side, 0) for side in seats}
        calls = record.unproven_call if reading.call_is_renege else None
        self.offender = record.renege or calls
        self.unplayed = self._unplayed()
        self.is_made = self._is_made()

    # -- meld and tricks

    def shown(self, side: str) -> int:
        return self.record.meld.get(side, 0)

    def is_enough(self, side: str) -> bool:
        minimum = self.reading.minimum or 0
        if side == self.bidding and self.reading.minimum_for_bidders == "stuck" and not self.record.stuck:
            return True
        return self.shown(side) >= minimum

    def on_table(self, side: str) -> int:
        return self.shown(side) if self.is_enough(side) else 0

    def need(self, side: str) -> str:
        said = self.reading.bidders if side == self.bidding else self.reading.others
        return said or "nothing"

    def counted(self, side: str) -> int:
        """Meld in a hand that is played: with a trick, where meld wants one."""
        if self.need(side) != "trick":
            return self.on_table(side)
        if not self.tricks[side]:
            return 0
        if not self.reading.each_partner:
            return self.on_table(side)
        lost = [self.record.player_meld.get(seat, 0) for seat, won in self.record.player_tricks.items()
                if won == 0 and seat in self.seats[side]]  # fmt: skip
        return max(0, self.on_table(side) - sum(lost))

    def take(self, side: str) -> int:
        return self.record.take.get(side, 0)

    def meets_need(self, side: str) -> bool:
        match self.need(side):
            case "counter":
                last = self.record.last_trick == side and not self.reading.last_trick_is_counter
                return self.take(side) - (self.last_trick if last else 0) > 0
            case "trick":
                return self.tricks[side] > 0
            case "points":
                least = self.reading.bidders_points if side == self.bidding else self.reading.others_points
                return self.take(side) >= least
            case _:
                return True

    @property
    def last_trick(self) -> int:
        return self.reading.last_trick or 0

    def won_all(self, side: str) -> bool:
        return self.tricks[side] > 0 and not any(won for other, won in self.tricks.items() if other != side)

    def sweep(self, side: str) -> int:
        needs = self.reading.sweep_needs
        won = self.take(side) == self.reading.sweep_all if needs == "points" else self.won_all(side)
        return self.reading.sweep if needs and won else 0

    # -- how the hand went

    def _unplayed(self) -> str:
        reading, record, bidding = self.reading, self.record, self.bidding
        if record.no_marriage and reading.no_marriage:
            return "no_marriage"
        if reading.below and not self.is_enough(bidding) and (reading.below == "always" or record.stuck):
            return "below"
        if record.thrown_in and reading.thrown:
            return "thrown"
        if record.laid_stands and reading.laid_stands is not None:
            return "laid"
        most = (reading.off_all or reading.off_all2 or 0) + (reading.off_sweep or 0)
        return "off" if reading.off and self.on_table(bidding) + most < record.bid else ""

    def _is_made(self) -> bool:
        bidding = self.bidding
        if self.moon and not self.won_all(bidding):
            return False
        if self.need(bidding) in ("counter", "points") and not self.meets_need(bidding):
            return False
        towards = self.sweep(bidding) if self.reading.sweep_towards_bid else 0
        return self.counted(bidding) + self.take(bidding) + towards >= self.record.bid

    @property
    def moon(self) -> bool:
        return self.record.moon and self.reading.moon is not None

    # -- what a side scores

    def score(self, side: str) -> int:
        if self.offender:
            return self.after_renege(side)
        if self.unplayed == "laid":
            return self.laid(side)
        if self.unplayed:
            return self.not_played(side)
        return self.bidders() if side == self.bidding else self.others(side)

    def lost_bid(self) -> int:
        return -self.record.bid if "off" in self.reading.set else 0

    def bidders(self) -> int:
        side, reading = self.bidding, self.reading
        won_moon = self.moon and self.won_all(side)
        if self.is_made:
            points = self.counted(side)
            if self.record.laid_played and reading.laid_made is not None:
                points += self.laid_worth(points, "played", reading.laid_made)
            else:
                points += self.take(side)
            return points + self.sweep(side) + (reading.moon if won_moon else 0)
        keeps = reading.set_keeps
        if self.record.stuck and reading.stuck_keeps is not None:
            keeps = reading.stuck_keeps
        points = self.lost_bid()
        if keeps:
            whole = self.record.stuck and reading.stuck_without_trick
            points += (self.on_table(side) if whole else self.counted(side)) + self.take(side)
        if self.moon and not won_moon:
            points -= reading.moon_missed
        return points + (reading.moon if won_moon and reading.moon_pays_when_set else 0)

    def others(self, side: str) -> int:
        reading, is_set = self.reading, not self.is_made
        points = self.record.bid if is_set and "given" in reading.set else 0
        saved = self.meets_need(side)
        if is_set and reading.meld_against_set:
            points += self.on_table(side)
        elif saved:
            points += self.counted(side)
        if saved or ("set" if is_set else "made") in reading.unsaved_take.split():
            points += self.take(side)
        return points + self.sweep(side)

    def not_played(self, side: str) -> int:
        reading, why = self.reading, self.unplayed
        if side == self.bidding:
            return self.lost_bid()
        if why == "no_marriage":
            given = self.record.bid if reading.no_marriage_given else 0
            is_enough = self.shown(side) >= (reading.natural_from or 0)
            return given + (self.shown(side) if reading.natural and is_enough else 0)
        given = self.record.bid if reading.says.get(f"{why}_bid") else 0
        is_enough = self.shown(side) >= (reading.says.get(f"{why}_from") or 0)
        return given + (self.shown(side) if is_enough else 0)

    def laid(self, side: str) -> int:
        meld = self.on_table(side)
        if side != self.bidding:
            return meld if self.reading.laid_others else 0
        return meld + self.laid_worth(meld, "stands", self.reading.laid_stands)

    def laid_worth(self, meld: int, how: str, points: int) -> int:
        reading, side = self.reading, self.bidding
        if side in self.record.off_board and how in reading.laid_off_for.split():
            points = reading.laid_off
        if reading.laid_wins or reading.target is None:
            return points
        before = self.record.before.get(side, 0)
        return min(meld + points, max(0, reading.target - 1 - before)) - meld

    def after_renege(self, side: str) -> int:
        reading, bid = self.reading, self.record.bid
        if side == self.offender:
            is_bidder = side == self.bidding
            loses = reading.bidders_renege_bid if is_bidder else reading.others_renege_bid
            moon = reading.moon_renege if is_bidder and self.moon else 0
            return (-bid if loses else 0) - moon
        if side == self.bidding:
            kind = reading.bidders_innocent_score
        else:
            by_bidder = self.offender == self.bidding
            kind = reading.others_innocent_score if by_bidder else reading.third_innocent_score
        meld = self.shown(side) if reading.renege_meld == "shown" else self.on_table(side)
        return {
            "meld only": meld,
            "meld and take": meld + self.take(side),
            "bid and meld": bid + meld,
            "meld and take as in any hand": self.counted(side) + self.take(side),
            "nothing": 0,
        }[kind]

    def with_game_meld(self, side: str, score: int) -> int:
        """The score with a meld that is the game, where that meld counts."""
        reading, before = self.reading, self.record.before.get(side, 0)
        is_played = not self.unplayed
        if reading.target is None or self.offender or not self.meld_counts(side):
            return score
        can_win = is_played and not (self.record.laid_played and reading.laid_made is not None)
        if self.unplayed == "laid" or (self.record.laid_played and reading.laid_made is not None):
            can_win = bool(reading.laid_wins) if side == self.bidding else self.unplayed != "laid"
        if can_win and side not in self.record.off_board:
            return max(score, reading.target - before)
        return max(0, reading.target - 1 - before)

    def meld_counts(self, side: str) -> bool:
        if side == self.bidding:
            if self.unplayed == "laid":
                return self.on_table(side) > 0
            return not self.unplayed and self.is_made and self.counted(side) > 0
        if self.unplayed == "laid":
            return bool(self.reading.laid_others) and self.on_table(side) > 0
        if self.unplayed == "no_marriage":
            return bool(self.reading.natural) and self.shown(side) >= max(1, self.reading.natural_from or 0)
        if self.unplayed:
            return self.on_table(side) > 0
        if not self.is_made and self.reading.meld_against_set:
            return self.on_table(side) > 0
        return self.meets_need(side) and self.counted(side) > 0


# -- who wins the game -------------------------------------------------------------------


def winner(book: RuleBook, before: Mapping[str, int], after: Mapping[str, int], bidding: str) -> str | None:
    """Who wins on a hand that took the totals from `before` to `after`."""
    reading = read(book)
    reached = [] if reading.target is None else [side for side in after if after[side] >= reading.target]
    least = min(before.values())
    is_at, is_above = reading.bid_to_win, reading.bid_to_win_above
    if (is_at is not None and least >= is_at) or (is_above is not None and least > is_above):
        return bidding if bidding in reached else None
    if len(reached) > 1 and reading.both_reach == "bidder" and bidding in reached:
        return bidding
    best = [side for side in reached if after[side] == max(after.values())]
    if len(best) > 1 and reading.tied == "bidder" and bidding in best:
        return bidding
    return best[0] if len(best) == 1 else None


# -- melds by the printed table ----------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """The printed worths: a row by its first word, the columns from one on."""

    rows: Mapping[str, tuple[int, ...]]
    runs_in_any_suit: bool
    own_roundhouse: bool

    def worth(self, row: str, count: int) -> int:
        values = self.rows.get(row, ())
        return values[count - 1] if 0 < count <= len(values) else 0


@lru_cache(maxsize=64)
def _table_of(book: RuleBook) -> _Table:
    printed = next(chapter for chapter in chapters(book.model_copy(update={"words": STANDARD})) if chapter.id == "meld")
    table = next(block for block in printed.blocks if isinstance(block, Table))
    rows = {row[0].split(" (")[0]: tuple(int(cell) for cell in row[1:] if cell.isdecimal()) for row in table.rows}
    text = printed.text
    return _Table(rows, "A run counts in any suit." in text, "A roundhouse is a meld of its own" in text)


def meld(book: RuleBook, cards: Iterable[Card], trump: str) -> int:
    """The most that the cards come to by the printed table: each way to lay them is tried."""
    table, held = _table_of(book), Counter(map(str, cards))
    marriages = {suit: min(held[f"K{suit}"], held[f"Q{suit}"]) for suit in SUITS}
    arounds = {
        name: min(held[f"{rank}{suit}"] for suit in SUITS)
        for name, rank in (("Aces around", "A"), ("Kings around", "K"), ("Queens around", "Q"), ("Jacks around", "J"))
    }
    pinochles = min(held["QS"], held["JD"])
    beside = max(table.worth("Pinochle", count) for count in range(pinochles + 1))
    beside += table.worth("Nine of trump", 1) * held[f"9{trump}"]
    most = 0
    for houses in range(min(marriages.values()) + 1 if table.own_roundhouse else 1):
        points = table.worth("Roundhouse", houses) + beside
        for name, count in arounds.items():
            least = houses if name in ("Kings around", "Queens around") else 0
            points += max([0, *(table.worth(name, one) for one in range(least + 1, count + 1))])
        for suit in SUITS:
            points += _most_in_suit(table, held, suit, marriages[suit] - houses, suit == trump)
        most = max(most, points)
    return most


def _most_in_suit(table: _Table, held: Mapping[str, int], suit: str, marriages: int, is_trump: bool) -> int:
    runs = min(marriages, *(held.get(f"{rank}{suit}", 0) for rank in "ATJ"))
    row = "Royal marriage" if is_trump else "Marriage"
    return max(
        table.worth("Run", run) + max(table.worth(row, more) for more in range(marriages - run + 1))
        for run in range(runs + 1 if is_trump or table.runs_in_any_suit else 1)
    )
