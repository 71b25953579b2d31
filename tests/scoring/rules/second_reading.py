"""A second reading of a rule book: what a hand scores by its printed sentences alone.

It knows nothing of the entries of a book. Each sentence of the chapters that speak of a score is looked up in `SAYS`,
which names what it settles; one that is not there fails loudly (`NotUnderstood`), so that no rule is printed that
nobody reads. The hand is then scored by what was read, in code of its own."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from scoring.rules.book import RuleBook
from scoring.rules.book.printing import Table
from scoring.rules.book.vocabulary import STANDARD
from scoring.rules.cards import SUITS, Card
from scoring.rules.deal_score import DealRecord
from scoring.rules.notation import number as in_words
from scoring.rules.prose import Chapter, chapters

READ: Final = (
    "deal", "redeal", "auction", "meld", "play", "counting", "contract", "bonuses", "renege", "game",
    "money",
)  # fmt: skip
"""The chapters that say who plays together, what may be bid, led and dealt again, and what a hand is worth and pays."""

B: Final = "(?:[Tt]he bidding side|[Tt]he bidder)"
O: Final = (  # noqa: E741 - beside B
    "(?:[Tt]he other side|[Tt]he other player|[Ee]ach of the others|[Ee]ach of the other sides|[Tt]he others"
    "|[Ee]ach side|[Ee]ach player)"
)
BOTH: Final = "(?:both sides|both players|two sides|two players|(?:the bidder|the bidding side) and another)"
STUCK: Final = "a stuck dealer(?:’s side)?"
MOST: Final = "meld(?: and all (?P<all>\\d+) points|, all (?P<all2>\\d+) points and the (?P<sweep>\\d+) for “.+?”)"
GETS: Final = f"{O} (?:scores|share)"
SCORES: Final = f"{GETS} (?:(?P<bid>the bid, and )(?:each scores )?)?meld(?: if it comes to (?P<from>\\d+) or more)?"
TO_EACH: Final = (
    "(?:each player of that side|the player) (?P<cost>\\d+): (?P<each>\\d+) to each (?:opponent|of the others)"
    "(?P<rest>, and the rest to the kitty)?"
)
HANDS: Final = "(?:[a-z-]+|\\d+) hands?"
IN_HAND: Final = "(?:a (?P<_>marriage|run)|(?P<_meld>\\d+) meld or more) in hand"
INNOCENT: Final = (
    "(?P<score>meld only|meld and take|bid and meld|nothing|meld and take as in any hand)"
    "(?:, even without a counter|, however little was taken)?"
)
LOSS: Final = (
    "(?:(?P<bid>the bid comes off that (?:side|player)’s score, and nothing of its hand counts)"
    "|that (?:side|player) scores 0 for the hand)"
)

BOTH_SCORE: Final = "The bidder and the partner each score meld and take of both"
ONE_OF_THE_OTHERS: Final = "(?:the other side|the other player|one of the others|one of the other sides)"

Said = Mapping[str, Any]
SAYS: Final[tuple[tuple[str, Said], ...]] = (
    # what a meld needs to count
    ("A (?:side|player) needs at least (?P<minimum>\\d+) in meld. Less than that counts 0.", {}),
    (f"That goes for {B} too.", {"minimum_for_bidders": "always"}),
    (f"That goes for {B} only when the dealer was stuck with the bid.", {"minimum_for_bidders": "stuck"}),
    ("A run and one more royal marriage come to \\d+ \\+ \\d+ = (?P<run_and_more>\\d+).", {}),
    (
        "The king and queen in a run don’t count as a marriage too, but another king and queen of the suit do.",
        {"beside_run": "alone"},
    ),
    (
        "The king and queen in a run don’t count as a marriage too; another king and queen of the suit count as the "
        "second marriage, two more as the third, and so on.",
        {"beside_run": "counts_on"},
    ),
    ("A run counts in trump only; in any other suit it is just a marriage.", {"run_suits": "trump"}),
    ("A run counts in any suit.", {"run_suits": "any"}),
    ("A roundhouse is simply the sum of its parts: four marriages plus kings and queens around.", {}),
    (
        "A roundhouse is a meld of its own and includes kings and queens around. They count beside it only in a "
        "higher multiple, such as double queens. Count it only where that makes the total higher.",
        {"house": True, "house_uses_arounds": True, "house_uses_marriages": True},
    ),
    ("A roundhouse is a meld of its own.", {"house": True}),
    ("Kings and queens around count beside it.", {"house_uses_arounds": False}),
    (
        "It includes kings and queens around: they count beside it only in a higher multiple, such as double queens.",
        {"house_uses_arounds": True},
    ),
    ("Its kings and queens count in runs and marriages, too.", {"house_uses_marriages": False}),
    ("Its marriages don’t count again.", {"house_uses_marriages": True}),
    # who plays together
    (
        "[A-Z][a-z]+ people play, each with a score of their own. For each hand the bidder calls a partner.",
        {"calls": True},
    ),
    (
        f"{BOTH_SCORE}. Each of the others scores their own meld, and what all of them take together.",
        {"opponents": "own_meld"},
    ),
    (f"{BOTH_SCORE}, and each of the others what all of them meld and take together.", {"opponents": "together"}),
    (f"{BOTH_SCORE}. Each of the others scores their own meld and take.", {"opponents": "alone"}),
    ("[A-Z][a-z]+ people play, [a-z]+ against [a-z]+. Partners sit across from each other.", {"apart": 2}),
    ("[A-Z][a-z]+ people play, in (?P<apart>[a-z]+) sides of two. Partners sit across from each other.", {}),
    (
        "[A-Z][a-z]+ people play, [a-z]+ against [a-z]+. Partners are every second player around the table.",
        {"apart": 2},
    ),
    ("[A-Z][a-z]+ people play, each alone(?:: the bidder against the other(?: [a-z]+)?)?.", {"apart": 0}),
    # the bidding
    ("Nobody bids. Once the cards are dealt, [a-z ’]+ is turned up, and its suit is trump.", {"nobody_bids": True}),
    ("The player on the dealer’s left bids first, and the bidding goes clockwise.", {"first_bid": 1}),
    ("The player on the dealer’s right bids first, and the bidding goes around to the right.", {"first_bid": -1}),
    ("The opening bid is (?P<opening>\\d+).", {}),
    ("Each bid is at least 1 higher than the last.", {"steps": "and past 0 any number"}),
    ("Each bid is higher, in multiples of (?P<multiple>\\d+), than the last.", {}),
    ("Each bid is higher than the last: (?P<steps>up to [^.]*).", {}),
    ("Nobody may bid more than (?P<highest>\\d+): that bid ends the auction.", {}),
    ("When all the others pass without a bid, the dealer is stuck and takes the bid at (?P<stuck>\\d+).", {}),
    (f"Nobody may bid without {IN_HAND.replace('<_', '<needs_')}. A stuck dealer needs none.", {}),
    (f"A player with {IN_HAND.replace('<_', '<must_')} must bid, as long as nobody has.", {}),
    # what is dealt again
    (
        "(?:A player who picks up|So may a player who picks up) (?P<nines>[a-z]+|\\d+) or more nines"
        "(?: and (?:at most (?P<nines_meld>\\d+) in other meld|no other meld)|(?P<nines_any>, with any other meld or "
        "none,))(?: may throw the hand in before the bidding, and the cards are dealt again)?.",
        {},
    ),
    (
        "(?:A player who picks up|So may a player who picks up) no ace"
        "(?: may throw the hand in before the bidding, and the cards are dealt again)?.",
        {"no_aces": True},
    ),
    (
        "(?:A player who picks up|So may a player who picks up) no king, queen or jack"
        "(?: may throw the hand in before the bidding, and the cards are dealt again)?.",
        {"no_face_cards": True},
    ),
    # the first lead
    (
        "(?:The bidder|The player on the dealer’s left) leads to the first trick and the others play clockwise, each "
        "in turn. The winner of each trick leads to the next.",
        {},
    ),
    ("Any card may be led.", {"first_lead": "any"}),
    (
        "The bidder’s first lead must be a trump, if the bidder has one; after that any card may be led.",
        {"first_lead": "trump"},
    ),
    (
        "The bidder’s first lead must be a trump, unless the dealer was stuck with the bid or the bidder has none; "
        "after that any card may be led.",
        {"first_lead": "trump unless stuck"},
    ),
    # counting
    ("(?P<counters>[A-Za-z0-9, ]+) (?:is|are) counters, worth (?P<worth>\\d+) points? each: \\d+ in all.", {}),
    ("The counters are (?P<counters>.+): \\d+ in all.", {}),
    ("Each take is rounded to the nearest ten, and a 5 goes up.", {"fives": "up"}),
    ("Each take is rounded to the nearest ten, and a 5 goes down.", {"fives": "down"}),
    (f"Each take is rounded to the nearest ten. A 5 goes up for {B} and down for {O}.", {"fives": "bidders"}),
    (
        "Each take is rounded to tens: a last digit of 7 or more counts as ten, a lower one as nothing.",
        {"fives": "sevens"},
    ),
    ("The last trick is worth (?P<last_trick>\\d+) more.", {}),
    ("The last trick is worth nothing.", {"last_trick": 0}),
    # the contract
    (f"{B} makes the bid when meld and take together reach it, and scores both.", {}),
    (
        f"{B} makes the bid when meld and take together reach it, and scores the bid, however much more that comes to.",
        {"made": "bid"},
    ),
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
    ("One trick by (?:either partner is enough for both|any partner is enough for all).", {"each_partner": False}),
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
    (f"A bid that isn’t made is set: twice the bid comes off {B}’s score.", {"set": "twice off"}),
    (f"A bid that isn’t made is set: nothing comes off, but {GETS} the bid.", {"set": "given"}),
    (f"A bid that isn’t made is set: it comes off {B}’s score, and {GETS} it too.", {"set": "off given"}),
    ("A bid that isn’t made is set, but nothing comes off for it.", {"set": "nothing"}),
    ("They get equal shares. Points left over count for nobody.", {"shares": True}),
    (f"{B}’s meld and take are lost.", {"set_keeps": False}),
    (f"{B}’s meld and take still count.", {"set_keeps": True}),
    ("A stuck dealer who is set loses meld and take.", {"stuck_keeps": False}),
    ("A stuck dealer who is set keeps meld and take.", {"stuck_keeps": True}),
    ("The meld counts even if the (?:side|dealer) won no trick.", {"stuck_without_trick": True}),
    ("If the (?:side|dealer) won no trick, the meld is lost here too.", {"stuck_without_trick": False}),
    # hands that are not played
    (
        "If the bidder has no marriage to name trump with, the hand isn’t played: the bid is set"
        f"(?:, and {GETS} (?P<no_marriage_given>it))?.",
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
        f"If {B} melds less than \\d+, trump is named, but the hand isn’t played: the bid is set, and "
        f"{SCORES.replace('<', '<below_')}.",
        {"below": "always"},
    ),
    (
        f"If {STUCK} melds less than \\d+, trump is named, but the hand isn’t played: the bid is set, and "
        f"{SCORES.replace('<', '<below_')}.",
        {"below": "stuck"},
    ),
    (f"The hand is played even if {MOST.replace('<', '<_')} can’t reach the bid.", {}),
    (
        f"If {MOST.replace('<', '<_')} can’t reach the bid, (?:the bidder|a stuck dealer) may play the hand or "
        "throw it in.",
        {},
    ),
    (
        f"If {MOST.replace('<', '<off_')} can’t reach the bid, the hand isn’t played: the bid is set, and "
        f"{SCORES.replace('<', '<off_')}.",
        {"off": True},
    ),
    (
        "(?P<thrown_by>The bidder|Only a stuck dealer) may throw the hand in after naming trump and before the first "
        "lead. Then the bid (?P<thrown_costs>is set|comes off once|comes off twice), and "
        f"(?:{SCORES.replace('<', '<thrown_')}|{O} (?P<thrown_nothing>scores nothing)).",
        {"thrown": True},
    ),
    (f"{GETS} all (?P<thrown_all>\\d+) points of the hand too.", {}),
    (f"{GETS} (?P<thrown_more>\\d+) more.", {}),
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
    ("A hand with a renege has no such bonus(?:, and neither have bidders who are set)?.", {}),
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
        f"If {ONE_OF_THE_OTHERS} reneges, {LOSS.replace('<', '<others_renege_')}. {B} scores "
        f"{INNOCENT.replace('<', '<bidders_innocent_')}.",
        {},
    ),
    (
        f"(?:The third (?:player|side)|Each (?:side that|player who) neither bid nor reneged) scores "
        f"{INNOCENT.replace('<', '<third_innocent_')}.",
        {},
    ),
    ("A (?:side that|player who) reneges scores 0 for the hand.", {}),
    (f"{O} scores {INNOCENT.replace('<', '<third_innocent_')}.", {}),
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
    ("After (?P<deals>[a-z-]+|\\d+) hands? it is over in any case, and the highest total wins.", {}),
    (
        "It is won only with a lead of (?P<lead_needed>\\d+) or more; otherwise another hand is played.",
        {"both_reach": "lead"},
    ),
    (
        "A lead of (?P<lead_wins>\\d+) or more wins the game(?: at once| before anybody reaches \\d+).",
        {},
    ),
    (
        f"If two or more of the others reach it on the same hand and {B} doesn’t, nobody wins yet, and the target "
        "rises by (?P<rises>\\d+).",
        {},
    ),
    (
        "Bid to win: when (?:(?:both|all)|(?P<bid_to_win_two>two)) (?:sides|players) stand "
        f"(?:at (?P<bid_to_win>\\d+) or more|above (?P<bid_to_win_above>\\d+)) before a hand, only {B} can win the "
        "game on it.",
        {},
    ),
    (
        "You are on the board once you have stood above 0, or have come back to 0 from below.",
        {"on_board": "once"},
    ),
    (
        "You are on the board while you are above 0, or at 0 after you stood anywhere else. In the hole, below 0, "
        "nobody is on the board.",
        {"on_board": "now"},
    ),
    # money
    (f"A hard set costs {TO_EACH.replace('<', '<hard_')}.", {}),
    (f"A soft set costs {TO_EACH.replace('<', '<soft_')}.", {}),
    ("A bid set in play is a (?P<set_in_play>hard|soft) set.", {}),
    ("A bid set without play is a (?P<set_unplayed>hard|soft) set.", {}),
    ("A renege is a (?P<set_by_renege>hard|soft) set for the (?:side that|player who) reneged.", {}),
    (
        "When the game is won, a (?:loser who is|losing side that is) on the board takes a "
        "(?P<lost_on_board>hard|soft) set, and (?:one that|one who) isn’t takes a (?P<lost_off_board>hard|soft) set.",
        {},
    ),
    ("Beside the score, count chips for each player. Nobody pays them.", {"chips": "counted"}),
    (
        "Beside the score, chips are paid by the person: each player of the side that collects gets them from one "
        "player of each other side.",
        {"chips": "paid"},
    ),
    ("Beside the score, chips are paid: a player who collects gets them from each of the others.", {"chips": "paid"}),
    (f"{B} wins even when set, if (?P<target>\\d+) or more is left(?: and the lead is that high)?.", {}),
)
# What says nothing of the worth of a hand.
SILENT: Final[tuple[str, ...]] = (
    # the deal
    "The deck has [^.]*.",
    "The bidder asks for a card, and the first to the [^.]* is the partner.",
    "The bidder names a card, and the first to the [^.]* is the partner, but nobody says so until that player plays "
    "the card.",
    "If nobody has it, or the bidder wants it so, the bidder plays alone.",
    "The bidder says who it is, or plays alone.",
    "(?:With four at the table|Four sit at the table:) the dealer sits out, and the last of the others to bid gets "
    "stuck.",
    "Each player gets [^.]*.",
    "The other \\d+ are the stock.",
    "After each trick its winner may lay down one meld, and then each player draws a card, the winner first.",
    "Until the stock is gone, any card may be played.",
    "The cards are dealt clockwise [^.]*.",
    "The dealer keeps to one way for the whole deal.",
    "(?:Everyone draws a card, and the highest deals first|Agree on who deals first|Anyone may deal first).",
    "If you can’t, draw cards, and the highest deals first.",
    "Cards are dealt face up, one at a time.",
    "The player who gets the first ace deals first.",
    "After each hand the next player to the left deals.",
    # what is dealt again
    "(?:The same dealer deals them|The deal passes to the left).",
    "(?:The partner isn’t|Partners aren’t) asked.",
    "After a misdeal [^.]*.",
    "There is no misdeal.",
    "A dealer who misdeals [^.]* loses the deal to the left.",
    "If a player is short[^.]*.",
    "(?:If only one is missing|With fewer missing), the deal stands, [^.]*.",
    "If the counts are wrong after the pass, [^.]*.",
    "Cards left over at the end of the play go with the last trick that was played right.",
    # the bidding
    "A player who passes is out. The last one left has the bid.",
    "Each player bids or passes only once. The highest bid has it.",
    "You may skip numbers.",
    "The bidder names trump and must hold a marriage in that suit. Without a marriage there is no trump.",
    "The bidder names trump, and it may be any suit.",
    "A bid out of turn stands [^.]*.",
    "A second bid out of turn in the same round freezes nobody.",
    "The player who bid out of turn may change that bid [^.]*.",
    "It may not be changed later.",
    "Partners may skip numbers to tell each other about meld.",
    # the play
    "(?:Follow suit|Once the stock is gone, follow suit) if you can. If you can’t, play a trump, even one that can’t "
    "win. If you can do neither, play any card.",
    "(?:Beat the best card|Trumps must be beaten|You must beat the best card) [^.]*.",
    "Once a plain suit has been trumped, you may follow with any card of that suit.",
    "Even when a plain suit has been trumped, beat the best card of the suit led if you can.",
    "The highest trump wins the trick, or the highest card of the suit led when nobody trumped. Of two equal cards, "
    "the first one played wins.",
    "A player may lay all cards down and claim the rest. If [^.]*.",
    "You may look at the last trick(?: only)?.",
    "To see an earlier one, you must claim a renege.",
    # the rest
    "You may use a card once in a run or marriage, once in a pinochle and once in an around.",
    "Count the way that comes to the most.",
    "Partners may not pool their cards.",
    "For two or more of the same meld held by one player, use the column [^.]*.",
    "With double queens around you have \\d+, with double kings around \\d+.",
    "Aces around must be shown.",
    "A side that lays nothing down must still declare aces around.",
    "That makes \\d+ points in every hand.",
    "The points won in play are the take.",
    "(?:Not (?:following|trumping|beating|playing|declaring|burying)|Playing|Showing|Disrupting) [^.]*.",
    "By the bidder: (?:burying|not leading) [^.]*.",
    "A card that has been played can’t be taken back.",
    "A renege may be corrected until [^.]*.",
    "Until the next trick is complete a renege may be corrected: all take their cards back and play the trick again.",
    "The winner has \\d+ seconds? to turn the trick.",
    "After that, anyone at the table may turn it.",
    "Nobody else ever turns it.",
    "The table may agree on \\d+ instead.",
    f"A game is {HANDS}.",
    "The highest total at the end wins; nobody wins earlier.",
    "The table may agree on a number of hands, too. After these the game is over in any case, and the highest total "
    "wins.",
    "The table agrees on the number of hands.",
    "The highest total at the end wins.",
    "(?:The other side plays|The other player plays|The others play) on even past \\d+.",
    # money
    "Keep a money sheet beside the score, with a column for each player and one for the kitty. Each line adds up to 0.",
    "The winner collects what each of the others is down, but not what the winner has paid in.",
    "Each winner collects what a player of each losing side is down, but not what the winners have paid in.",
    "A dealer who sits out neither pays nor gets any.",
    "A meld pays when it is laid, whether or not it counts in the end.",
    "A roundhouse pays in place of its kings and queens around.",
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
_NUMBERS: Final = {in_words(figure): figure for figure in range(1, 101)}
_SENTENCE_END: Final = re.compile(r"(?<=[.:])(?: |$)")


class NotUnderstood(AssertionError):
    """A printed sentence that this reading does not know."""


@dataclass
class Reading:
    """What the printed sentences of a book settle, by the names in `SAYS`."""

    says: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        return self.says.get(name)


def printed(book: RuleBook) -> Sequence[Chapter]:
    """The book as printed in the standard words, without what a club typed."""
    return chapters(book.model_copy(update={"words": STANDARD, "notes": (), "sheet": ()}))


def table_in(book: RuleBook, chapter: str) -> list[tuple[str, ...]]:
    """The rows of the tables that a chapter prints."""
    blocks = (block for each in printed(book) if each.id == chapter for block in each.blocks)
    return [row for block in blocks if isinstance(block, Table) for row in block.rows]


@lru_cache(maxsize=256)
def read(book: RuleBook) -> Reading:
    """What a book says; raises `NotUnderstood` for a sentence that is not known."""
    reading = Reading()
    for chapter in printed(book):
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
            return {**said, **{name: _figure(one) for name, one in figures.items()}}
    return {} if any(known.fullmatch(text) for known in _SILENT) else None


def _figure(text: str | None) -> Any:
    return int(text) if text and text.isdecimal() else _NUMBERS.get(text or "", text)


# -- a hand by what was read -------------------------------------------------------------


def scores(book: RuleBook, record: DealRecord) -> dict[str, int]:
    """What everybody with a score of their own gets for a hand of which everything is known: tricks, takes, the last
    trick."""
    reading, seats = read(book), [seat for seat in book.at_table if seat != record.out]
    hand = Hand(reading, record, sides_of(reading, seats, record))
    found = {side: hand.score(side) for side in hand.sides}
    columns = {column: side for side in hand.sides for column in (side if reading.calls else (side,))}
    points = {column: found[side] for column, side in columns.items()}
    if record.game_meld in columns and reading.game_melds:
        column = record.game_meld
        points[column] = hand.with_game_meld(column, columns[column], points[column])
    return {side: points.get(side, 0) for side in book.sides}


def sides_of(reading: Reading, seats: Sequence[str], record: DealRecord) -> list[str]:
    """Who plays together in a hand, each side as its seats."""
    if reading.calls and record.partner is not None:
        team = "".join(seat for seat in seats if seat in (record.bidder, record.partner))
        rest = [seat for seat in seats if seat not in team]
        return [team, *(["".join(rest)] if reading.opponents == "together" else rest)]
    apart = reading.apart or len(seats)
    return ["".join(seats[first::apart]) for first in range(apart)]


class Hand:
    def __init__(self, reading: Reading, record: DealRecord, sides: Sequence[str]) -> None:
        self.reading, self.record, self.sides = reading, record, sides
        self.bidding = "" if reading.nobody_bids else next(side for side in sides if record.bidder in side)
        self.tricks = {side: self.together(record.tricks, side) for side in sides}
        calls = record.unproven_call if reading.call_is_renege else None
        self.offender = record.renege or calls
        self.unplayed = self._unplayed()
        self.is_made = self._is_made()

    def together(self, counted: Mapping[str, int], side: str) -> int:
        """What the side counts, perhaps with others with whom it does."""
        return next((count for those, count in counted.items() if set(side) <= set(those)), 0)

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
                if won == 0 and seat in side]  # fmt: skip
        return max(0, self.on_table(side) - sum(lost))

    def pile(self, side: str) -> int:
        return self.together(self.record.take, side)

    def take(self, side: str) -> int:
        """The pile as it counts."""
        fives = self.reading.fives
        if not fives:
            return self.pile(side)
        tens, ones = divmod(self.pile(side), 10)
        is_up = ones > 5 or (ones == 5 and (fives == "up" or (fives == "bidders" and side == self.bidding)))
        is_up = ones >= 7 if fives == "sevens" else is_up
        return 10 * (tens + is_up)

    def meets_need(self, side: str) -> bool:
        match self.need(side):
            case "counter":
                last = set(side) <= set(self.record.last_trick or ()) and not self.reading.last_trick_is_counter
                return self.pile(side) - (self.last_trick if last else 0) > 0
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
        rivals = (won for those, won in self.record.tricks.items() if not set(side) <= set(those))
        return self.tricks[side] > 0 and not any(rivals)

    def sweep(self, side: str) -> int:
        needs = self.reading.sweep_needs
        won = self.pile(side) == self.reading.sweep_all if needs == "points" else self.won_all(side)
        return self.reading.sweep if needs and won else 0

    # -- how the hand went

    def _unplayed(self) -> str:
        reading, record, bidding = self.reading, self.record, self.bidding
        if not bidding:
            return ""
        if record.no_marriage and reading.no_marriage:
            return "no_marriage"
        if reading.below and not self.is_enough(bidding) and (reading.below == "always" or record.stuck):
            return "below"
        if record.thrown_in and reading.thrown and (reading.thrown_by == "The bidder" or record.stuck):
            return "thrown"
        if record.laid_stands and reading.laid_stands is not None:
            return "laid"
        most = (reading.off_all or reading.off_all2 or 0) + (reading.off_sweep or 0)
        return "off" if reading.off and self.on_table(bidding) + most < record.bid else ""

    def _is_made(self) -> bool:
        bidding = self.bidding
        if not bidding:
            return True
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
        return -self.record.bid * {"off": 1, "off given": 1, "twice off": 2}.get(self.reading.set, 0)

    def given(self, points: int) -> int:
        """What one of the others gets of points that the bidder gives."""
        if not self.reading.shares:
            return points
        rest = [side for side in self.sides if side != self.bidding]
        return points // len("".join(rest) if self.reading.calls else rest)

    def bidders(self) -> int:
        side, reading = self.bidding, self.reading
        won_moon = self.moon and self.won_all(side)
        if self.is_made and reading.made == "bid":
            more = 0 if reading.sweep_towards_bid else self.sweep(side)
            return self.record.bid + more + (reading.moon if won_moon else 0)
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
        points = self.given(self.record.bid) if is_set and "given" in reading.set else 0
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
            times = {"comes off once": 1, "comes off twice": 2}.get(reading.thrown_costs if why == "thrown" else "")
            return self.lost_bid() if times is None else -times * self.record.bid
        if why == "thrown" and reading.thrown_nothing:
            return 0
        if why == "no_marriage":
            given = self.given(self.record.bid) if reading.no_marriage_given else 0
            is_enough = self.shown(side) >= (reading.natural_from or 0)
            return given + (self.shown(side) if reading.natural and is_enough else 0)
        given = self.given(self.record.bid) if reading.says.get(f"{why}_bid") else 0
        if why == "thrown":
            given += self.given(reading.thrown_all or reading.thrown_more or 0)
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
            if not self.bidding:
                return 0
            loses = reading.bidders_renege_bid if is_bidder else reading.others_renege_bid
            moon = reading.moon_renege if is_bidder and self.moon else 0
            return (-bid if loses else 0) - moon
        if side == self.bidding:
            kind = reading.bidders_innocent_score
        else:
            by_bidder = bool(self.bidding) and self.offender == self.bidding
            kind = reading.others_innocent_score if by_bidder else reading.third_innocent_score
        meld = self.shown(side) if reading.renege_meld == "shown" else self.on_table(side)
        return {
            "meld only": meld,
            "meld and take": meld + self.take(side),
            "bid and meld": bid + meld,
            "meld and take as in any hand": self.counted(side) + self.take(side),
            "nothing": 0,
        }[kind]

    def with_game_meld(self, who: str, side: str, score: int) -> int:
        """The score with a meld that is the game, where that meld counts."""
        reading, before = self.reading, self.record.before.get(who, 0)
        is_played = not self.unplayed
        if reading.target is None or self.offender or not self.meld_counts(side):
            return score
        can_win = is_played and not (self.record.laid_played and reading.laid_made is not None)
        if self.unplayed == "laid" or (self.record.laid_played and reading.laid_made is not None):
            can_win = bool(reading.laid_wins) if side == self.bidding else self.unplayed != "laid"
        if can_win and who not in self.record.off_board:
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
        if self.unplayed == "thrown" and self.reading.thrown_nothing:
            return False
        if self.unplayed:
            return self.on_table(side) > 0
        if not self.is_made and self.reading.meld_against_set:
            return self.on_table(side) > 0
        return self.meets_need(side) and self.counted(side) > 0


# -- who wins the game -------------------------------------------------------------------


def winner(
    book: RuleBook, before: Mapping[str, int], after: Mapping[str, int], bidding: str, number: int
) -> str | None:
    """Who wins on hand `number`, which took the totals from `before` to `after`."""
    reading = read(book)
    found = _winner(reading, before, after, bidding)
    if found is None and reading.target is not None and reading.deals == number:
        best = [side for side in after if after[side] == max(after.values())]
        return best[0] if len(best) == 1 else None
    return found


def _winner(reading: Reading, before: Mapping[str, int], after: Mapping[str, int], bidding: str) -> str | None:
    reached = [] if reading.target is None else [side for side in after if after[side] >= reading.target]
    if reading.rises and len(reached) > 1 and bidding not in reached:
        return None
    first, second, *_ = sorted(after, key=lambda side: -after[side])
    ahead = after[first] - after[second]
    if reading.lead_needed:
        reached = [first] if first in reached and ahead >= reading.lead_needed else []
    if not reached and reading.lead_wins and ahead >= reading.lead_wins:
        reached = [first]
    least = sorted(before.values())[-2 if reading.bid_to_win_two else 0]
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
    reading: Reading

    def worth(self, row: str, count: int) -> int:
        values = self.rows.get(row, ())
        return values[count - 1] if 0 < count <= len(values) else 0


@lru_cache(maxsize=64)
def _table_of(book: RuleBook) -> _Table:
    rows = {
        name.split(" (")[0]: tuple(int(cell) for cell in cells if cell.isdecimal())
        for name, *cells in table_in(book, "meld")
    }
    found = _Table(rows, read(book))
    example = found.reading.run_and_more
    assert example in (None, found.worth("Run", 1) + found.worth("Royal marriage", 2)), (book.meld, example)
    return found


def natural_meld(book: RuleBook, cards: Iterable[Card]) -> int:
    """What the cards come to where trump isn’t named: arounds, pinochles and plain marriages alone."""
    return meld(book, cards, "")


def meld(book: RuleBook, cards: Iterable[Card], trump: str) -> int:
    """The most that the cards come to by the printed table: each way to lay them is tried."""
    table, held = _table_of(book), Counter(map(str, cards))
    marriages = {suit: min(held[f"K{suit}"], held[f"Q{suit}"]) for suit in SUITS}
    arounds = {
        name: min(held[f"{rank}{suit}"] for suit in SUITS)
        for name, rank in (("Aces around", "A"), ("Kings around", "K"), ("Queens around", "Q"), ("Jacks around", "J"))
    }
    beside = 0
    for name, pair in (("Pinochle", ("QS", "JD")), ("Heart pinochle", ("QH", "JC"))):
        beside += max(table.worth(name, count) for count in range(min(held[card] for card in pair) + 1))
    beside += table.worth("Nine of trump", 1) * held[f"9{trump}"]
    most = 0
    reading = table.reading
    for houses in range(min(marriages.values()) + 1 if reading.house and trump else 1):
        points = table.worth("Roundhouse", houses) + beside
        for name, count in arounds.items():
            least = houses if name in ("Kings around", "Queens around") and reading.house_uses_arounds else 0
            points += max([0, *(table.worth(name, one) for one in range(least + 1, count + 1))])
        for suit in SUITS:
            left = marriages[suit] - (houses if reading.house_uses_marriages else 0)
            points += _most_in_suit(table, held, suit, left, trump)
        most = max(most, points)
    return most


def _most_in_suit(table: _Table, held: Mapping[str, int], suit: str, marriages: int, trump: str) -> int:
    runs = min(marriages, *(held.get(f"{rank}{suit}", 0) for rank in "ATJ"))
    row, counts_on = "Royal marriage" if suit == trump else "Marriage", table.reading.beside_run == "counts_on"
    return max(
        table.worth("Run", run)
        + max(table.worth(row, more + run if more and counts_on else more) for more in range(marriages - run + 1))
        for run in range(runs + 1 if suit == trump or (trump and table.reading.run_suits == "any") else 1)
    )


# -- what a hand may do ------------------------------------------------------------------


def worths(book: RuleBook) -> dict[str, int]:
    """What a card of each rank counts in tricks, the counters alone."""
    reading = read(book)
    counters = reading.counters
    told = re.findall(r"(.+?) at (\d+)(?: points? each)?", counters) or [(counters, reading.worth)]
    return {
        rank: int(worth)
        for names, worth in told
        for rank, name in zip("ATKQJ9", ("aces", "tens", "kings", "queens", "jacks", "nines"), strict=True)
        if name in names.lower()
    }


def may_be_bid(book: RuleBook, high: int | None, bid: int) -> bool:
    """Whether somebody may bid so much over the highest bid so far."""
    reading = read(book)
    if bid < reading.opening or bid <= (high or 0) or bid > (reading.highest or bid):
        return False
    by = reading.multiple
    for up_to, past, multiple in re.findall(
        r"(?:up to (\d+)|past (\d+)) (?:any number|multiples of (\d+))", reading.steps or ""
    ):
        by = int(multiple) if multiple else 1
        if past or bid <= int(up_to):
            break
    return bid % by == 0


def holds_for_bidding(book: RuleBook, cards: Sequence[Card], asked: str) -> bool | None:
    """Whether a hand has what it `needs` to bid, or with what it `must`; None where nothing is asked."""
    says, held = read(book).says, {*map(str, cards)}
    if says.get(f"{asked}_meld"):
        return any(meld(book, cards, suit) >= says[f"{asked}_meld"] for suit in SUITS)
    ranks = {"marriage": "KQ", "run": "ATKQJ"}.get(says.get(f"{asked}_", ""))
    return None if ranks is None else any({rank + suit for rank in ranks} <= held for suit in SUITS)


def may_be_dealt_again(book: RuleBook, cards: Sequence[Card]) -> bool:
    """Whether a player may throw in this hand, just picked up."""
    reading, ranks = read(book), {card.rank for card in cards}
    if (reading.no_aces and "A" not in ranks) or (reading.no_face_cards and not ranks & {*"KQJ"}):
        return True
    if not reading.nines or sum(card.rank == "9" for card in cards) < reading.nines:
        return False
    others = [card for card in cards if card.rank != "9"]
    return bool(reading.nines_any) or natural_meld(book, others) <= (reading.nines_meld or 0)


def leads_trump(book: RuleBook, *, stuck: bool) -> bool:
    said = read(book).first_lead
    return said == "trump" or (said == "trump unless stuck" and not stuck)
