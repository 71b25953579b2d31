"""Every entry of a rule book, as the schema has it, in players' words: its name, what it means, what it can be.

The kinds, the limits and the defaults are read from the schema; only words stand here. A test holds that no entry
is without its words and none is missing from the chapters. Says nothing of what a rule does: that is `prose`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from .book import RuleBook, Section
from .cards import RANKS
from .notation import RANK_SIGNS

# What an entry can be: `part` has entries of its own, `rows` a list of such parts; `figures` is a row of the meld
# table, `packets` the ways to deal, `ranks` ranks of the deck, `lines` a list of words, `several` some of its choices.
Kind = Literal[
    "number", "yes_no", "choice", "text", "ranks", "figures", "packets", "several", "lines", "part", "rows"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a book. `children` are those of a part, or of each row of a list.

    `may_be_nothing` is an entry that a book can leave out (no target, no kitty). `low`, `high` are limits of a
    number, `longest` of a text or of a list, `pattern` what a text must look like.
    """

    path: str
    kind: Kind
    label: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    may_be_nothing: bool = False
    low: int = 0
    high: int = 0
    longest: int = 0
    pattern: str = ""
    children: tuple[Entry, ...] = ()

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition(".")[2]

    @property
    def is_two_way(self) -> bool:
        """Whether it is one thing or the other, so that what is not chosen is known too."""
        return self.kind == "yes_no" or (self.kind == "choice" and len(self.choices) == 2)

    def words(self, value: Any) -> str:
        """A value as people say it: `50`, `no`, `the bid comes off`, `10, 100, 300, 500`."""
        if value is None or value in ((), ""):
            return NOTHING.get(self.path, "none")
        return str(_WORDS_OF[self.kind](self, value))


def _choice_words(entry: Entry, value: Any) -> str:
    return dict(entry.choices).get(_choice_value(value), str(value))


def _choice_value(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _row_words(entry: Entry, row: Any) -> str:
    """`up to: 60, in multiples of: 5`."""
    return ", ".join(f"{child.label.lower()}: {child.words(getattr(row, child.name))}" for child in entry.children)


def ranks_words(ranks: str) -> str:
    """`A 10 K Q J`."""
    return " ".join(RANK_SIGNS[rank] for rank in ranks if rank in RANK_SIGNS)


_WORDS_OF: Final[Mapping[str, Any]] = {
    "number": lambda entry, value: f"{value:,}" if isinstance(value, int) else str(value),
    "text": lambda entry, value: str(value),
    "yes_no": _choice_words,
    "choice": _choice_words,
    "ranks": lambda entry, value: ranks_words(value),
    "figures": lambda entry, value: ", ".join(str(figure) for figure in value),
    "packets": lambda entry, value: " or ".join(", ".join(map(str, packet)) for packet in value),
    "several": lambda entry, value: ", ".join(_choice_words(entry, one) for one in value),
    "lines": lambda entry, value: ", then ".join(value),
    "part": _row_words,
    "rows": lambda entry, value: "; ".join(_row_words(entry, row) for row in value),
}


# -- the chapters ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryChapter:
    """Entries that stand together, under the id and title of their chapter of the printed book."""

    id: str
    title: str
    entries: tuple[Entry, ...]


@lru_cache(maxsize=1)
def entry_chapters() -> tuple[EntryChapter, ...]:
    """Every entry but the book's key, in the order of the printed book."""
    found = {entry.path: entry for entry in schema_entries()}
    return tuple(
        EntryChapter(id, title, tuple(entry for path in paths for entry in _under(path, found)))
        for id, title, *paths in _CHAPTERS
    )


def _under(path: str, found: Mapping[str, Entry]) -> Iterator[Entry]:
    """The entry itself; for `play.*` what is directly under it."""
    above, star, _ = path.partition(".*")
    if not star:
        yield found[path]
        return
    yield from found[above].children


_CHAPTERS: Final = (
    ("about", "The book", "name", "short_name", "edition", "summary"),
    ("deal", "Cards and deal", "deck.ranks", "deck.copies", "deal.players", "deal.hand_size", "deal.packets",
     "deal.first_dealer"),
    ("redeal", "Redeals and misdeals", "redeal.*"),
    ("auction", "The auction", "auction.*"),
    ("passing", "Passing cards", "passing"),
    ("kitty", "The kitty", "deal.kitty_size", "kitty"),
    ("meld", "Meld", "meld.run", "meld.royal_marriage", "meld.marriage", "meld.pinochle", "meld.aces", "meld.kings",
     "meld.queens", "meld.jacks", "meld.roundhouse", "meld.nine", "meld.run_suits", "meld.minimum",
     "meld.minimum_for_bidders", "meld.aces_told"),
    ("play", "Play", "play.*"),
    ("counting", "Counting the tricks", "deck.counters", "deck.counter_points", "deck.last_trick"),
    ("contract", "The contract", "contract.*"),
    ("bonuses", "Bonuses", "bonuses.*"),
    ("renege", "Renege", "renege.*"),
    ("game", "The game", "game.*"),
    ("round", "Round, lateness and penalties", "round", "penalties"),
    ("procedure", "At the table", "deal.shuffles", "deal.cut", "deal.cut_leaves", "deal.partner_may_deal",
     "procedure.*"),
    ("readings", "How this book was read", "readings", "notes"),
)  # fmt: skip


# -- the schema --------------------------------------------------------------------------


@lru_cache(maxsize=1)
def schema_entries() -> tuple[Entry, ...]:
    """Every entry of the schema, parts before what is in them."""
    return tuple(_all_of(_entries_of(RuleBook, "")))


def entry_of(path: str) -> Entry | None:
    """The entry of a path; numbers in it count rows (`penalties.0.code`). None where the schema has none."""
    names = [name for name in path.split(".") if not name.isdecimal()]
    return _by_path().get(".".join(names))


@lru_cache(maxsize=1)
def _by_path() -> Mapping[str, Entry]:
    return {entry.path: entry for entry in schema_entries()}


def _all_of(entries: tuple[Entry, ...]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _all_of(entry.children)


def _entries_of(model: type[Section], above: str) -> tuple[Entry, ...]:
    return tuple(_entry(f"{above}{name}", field) for name, field in model.model_fields.items())


def _entry(path: str, field: FieldInfo) -> Entry:
    annotation, limits, may_be_nothing = _plain(field.annotation, list(field.metadata))
    kind, inner = _kind_of(path, annotation)
    label, help = LABELS.get(path, ("", ""))
    return Entry(
        path=path,
        kind=kind,
        label=label,
        help=help,
        choices=_choices(path, kind, inner),
        may_be_nothing=may_be_nothing,
        low=_limit(limits, "ge"),
        high=_limit(limits, "le"),
        longest=_limit(limits, "max_length"),
        pattern=next((limit.pattern for limit in limits if getattr(limit, "pattern", None)), ""),
        children=_entries_of(inner, f"{path}.") if kind in ("part", "rows") else (),
    )


def _plain(annotation: Any, limits: list[Any]) -> tuple[Any, list[Any], bool]:
    """What is inside `Annotated[int, …] | None`, with its limits, and whether None is allowed."""
    may_be_nothing = False
    while True:
        origin, args = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            annotation = args[0]
            for extra in args[1:]:
                limits += extra.metadata if isinstance(extra, FieldInfo) else [extra]
        elif origin in (Union, UnionType):
            may_be_nothing = True
            annotation = next(arg for arg in args if arg is not NoneType)
        else:
            return annotation, limits, may_be_nothing


def _kind_of(path: str, annotation: Any) -> tuple[Kind, Any]:
    """The kind, and what it is made of: the part's class, or the class of a choice."""
    if get_origin(annotation) is tuple:
        inner, _, _ = _plain(get_args(annotation)[0], [])
        return _list_kind(inner), inner
    if get_origin(annotation) is Literal:
        return "choice", annotation
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return "part", annotation
    if path in ("deck.ranks", "deck.counters"):
        return "ranks", annotation
    return _SIMPLE[annotation], annotation


_SIMPLE: Final[Mapping[Any, Kind]] = {bool: "yes_no", int: "number", str: "text"}


def _list_kind(inner: Any) -> Kind:
    if get_origin(inner) is Literal:
        return "several"
    if get_origin(inner) is tuple:
        return "packets"
    if isinstance(inner, type) and issubclass(inner, Section):
        return "rows"
    return "figures" if inner is int else "lines"


def _choices(path: str, kind: Kind, inner: Any) -> tuple[tuple[str, str], ...]:
    words = CHOICES.get(path, {})
    if kind == "yes_no":
        return ("true", words.get("true", "yes")), ("false", words.get("false", "no"))
    if kind == "ranks":
        return tuple((rank, RANK_SIGNS[rank]) for rank in RANKS)
    if kind in ("choice", "several"):
        return tuple((str(value), words.get(str(value), "")) for value in get_args(inner))
    return ()


def _limit(limits: list[Any], name: str) -> int:
    return next((int(value) for limit in limits if (value := getattr(limit, name, None)) is not None), 0)


# -- words -------------------------------------------------------------------------------

# What stands there when there is nothing.
NOTHING: Final[Mapping[str, str]] = {
    "game.target": "no target",
    "game.deals": "as many as agreed",
    "auction.change_after_bid": "never",
    "auction.steps.up_to": "without end",
}

LABELS: Final[Mapping[str, tuple[str, str]]] = {
    "key": ("Kept under", ""),
    "name": ("Name", "What stands on top of the book and of every score card."),
    "short_name": ("Short name", "For narrow places. Up to 24 letters."),
    "edition": ("Edition", "From where these rules come, or since when they hold: “tournament rules, revised 2009”."),
    "summary": ("In one sentence", "What somebody should know before choosing these rules."),
    "deck": ("Deck", ""),
    "deck.ranks": ("Cards in the deck", "They rank as they stand here, from high to low."),
    "deck.copies": ("Copies of each card", "2 for a single deck of 48, 4 for a double deck of 80."),
    "deck.counters": ("Counters", "The cards that are worth points in tricks."),
    "deck.counter_points": ("Points for each counter", ""),
    "deck.last_trick": ("Points for the last trick", ""),
    "deal": ("Deal", ""),
    "deal.players": ("Players", "Four play in partnerships, three each alone."),
    "deal.hand_size": ("Cards in a hand", ""),
    "deal.kitty_size": ("Cards in the kitty", "0 where there is no kitty."),
    "deal.packets": ("Cards dealt at a time", "One way to a line: “4”, or “3, 3, 4” where the packets differ; the last "
                     "size goes on to the end."),
    "deal.first_dealer": ("First dealer", ""),
    "deal.shuffles": ("Shuffles at the least", ""),
    "deal.cut": ("The cut", ""),
    "deal.cut_leaves": ("Cards that a cut leaves in the lower part", "0 where the book does not say."),
    "deal.partner_may_deal": ("A partner may deal for a player who finds it hard", ""),
    "redeal": ("Redeals", ""),
    "redeal.nines": ("Nines for a redeal", "So many nines and no meld besides, and a player may ask for new cards. "
                     "0: never."),
    "redeal.misdeals_lose_deal": ("Misdeals that lose the deal", "0: a dealer who misdeals just deals again."),
    "redeal.illegal_from": ("Cards short that spoil a deal", "A hand short of so many cards: everybody's are dealt "
                            "again."),
    "redeal.short_card_from": ("A hand that is short of fewer gets its card from", ""),
    "redeal.wrong_pass": ("Wrong number of cards after the pass", ""),
    "redeal.cards_left_over": ("Cards left over after the last trick", ""),
    "auction": ("Auction", ""),
    "auction.opening": ("Opening bid", "The lowest bid there is."),
    "auction.stuck": ("Bid of a dealer who is stuck", "What the dealer takes it for when everybody else passed."),
    "auction.steps": ("Which numbers may be bid", "Line by line; the last line goes on without an end."),
    "auction.steps.up_to": ("Up to", "Empty in the last line."),
    "auction.steps.multiple_of": ("In multiples of", "1: any number."),
    "auction.marriage_needed": ("Marriage needed to name trump", ""),
    "auction.out_of_turn": ("A bid out of turn", ""),
    "auction.change_after_bid": ("A bid out of turn may be changed once an opponent has bid", "Empty: never."),
    "auction.meld_bids": ("Bids are skipped to tell about meld", ""),
    "passing": ("Partners pass each other cards", ""),
    "passing.cards": ("Cards passed to the partner", ""),
    "passing.order": ("Who passes first", ""),
    "kitty": ("There is a kitty", ""),
    "kitty.shown": ("The kitty is shown to all", ""),
    "kitty.bury": ("Cards the bidder buries", "As many as the kitty has."),
    "kitty.meld_before_burying": ("The bidder melds before burying", ""),
    "kitty.bury_melded": ("Melded cards may be buried", ""),
    "kitty.buried_count": ("Buried counters count for the bidder", ""),
    "meld": ("Meld", ""),
    "meld.run": ("Run", "A 10 K Q J"),
    "meld.run_suits": ("A run counts", ""),
    "meld.royal_marriage": ("Royal marriage", "K Q of trump"),
    "meld.marriage": ("Marriage", "K Q of another suit"),
    "meld.nine": ("Nine of trump", "0 where it is worth nothing, or there are no nines."),
    "meld.pinochle": ("Pinochle", "Q♠ J♦"),
    "meld.aces": ("Aces around", "one of each suit"),
    "meld.kings": ("Kings around", ""),
    "meld.queens": ("Queens around", ""),
    "meld.jacks": ("Jacks around", ""),
    "meld.roundhouse": ("Roundhouse", "A king and queen of every suit."),
    "meld.roundhouse.values": ("A roundhouse is worth", ""),
    "meld.roundhouse.own_meld": ("A roundhouse is a meld of its own", "It then stands for kings and queens around."),
    "meld.minimum": ("Meld that a side needs", "With less its meld counts 0. 0: any meld counts."),
    "meld.minimum_for_bidders": ("The minimum holds for the bidding side", ""),
    "meld.aces_told": ("Aces around", "Whether they must be told before they count."),
    "play": ("Play", ""),
    "play.heading": ("When the best card must be beaten", ""),
    "play.after_trump": ("Following a suit that has been trumped", ""),
    "play.wrong_claim": ("A hand laid down wrongly gives away", ""),
    "play.tricks_open": ("Tricks that may be looked at", ""),
    "contract": ("Contract", ""),
    "contract.bidders_need": ("What the bidders need besides the bid", ""),
    "contract.defenders_need": ("What the others need to save", "Saved, they score their meld and what they took."),
    "contract.points_needed": ("Points in tricks that save", "Only where points are asked for above."),
    "contract.last_trick_is_counter": ("The points for the last trick will do for a counter", ""),
    "contract.trick_of": ("Whose trick keeps the meld", ""),
    "contract.set_scoring": ("When the bid is set", ""),
    "contract.stuck_set": ("Meld and take of a stuck dealer who is set", ""),
    "contract.ordinary_set": ("Meld and take of any other bidder who is set", ""),
    "contract.unsaved_take": ("Points of defenders who do not save", ""),
    "contract.unsaved_meld": ("Meld of defenders who do not save", ""),
    "contract.below_minimum": ("A bidder with too little meld", ""),
    "contract.off_the_board": ("A bid that is out of reach", "Meld and all points together cannot come to it."),
    "contract.throw_in": ("The bidder may throw the hand in", "After naming trump and before the first lead."),
    "contract.no_marriage_meld": ("Meld of the others when nobody could name trump", ""),
    "contract.natural_meld_needs_minimum": ("Natural meld needs the minimum too", ""),
    "bonuses": ("Bonuses", ""),
    "bonuses.moon": ("Shooting the moon", ""),
    "bonuses.moon.points": ("Points for the moon", ""),
    "bonuses.moon.pays_when_set": ("The moon pays also when the bid was set", ""),
    "bonuses.all_tricks": ("A bonus for taking everything", ""),
    "bonuses.all_tricks.title": ("What players call the bonus", ""),
    "bonuses.all_tricks.points": ("Points for the bonus", ""),
    "bonuses.all_tricks.needs": ("The bonus needs", ""),
    "bonuses.all_tricks.counts_towards_bid": ("The bonus counts towards the bid", ""),
    "renege": ("Renege", ""),
    "renege.bidders_lose": ("Bidders who renege lose", ""),
    "renege.defenders_lose": ("Defenders who renege lose", ""),
    "renege.defenders_score": ("After it the others score", "When the bidding side reneged."),
    "renege.bidders_score": ("After it the bidding side scores", "When a defender reneged."),
    "renege.third_player_scores": ("After it the third player scores", "Three-handed: the innocent defender."),
    "renege.meld": ("Meld scored after a renege", ""),
    "renege.kinds": ("What is a renege", ""),
    "renege.correctable_until": ("A renege can be put right", ""),
    "renege.turn_trick_seconds": ("Seconds to turn the trick", "0 where the book has no such rule."),
    "renege.then_anyone_turns": ("After those seconds anyone may turn the trick", ""),
    "renege.unproven_call_is_renege": ("Calling a renege that cannot be proved is one", ""),
    "game": ("Game", ""),
    "game.target": ("Points that win the game", "Empty: there is no target."),
    "game.deals": ("Hands of a game without a target", "Empty: as many as the table agrees on."),
    "game.both_reach": ("When both reach the target on one hand", ""),
    "game.level": ("When both reach it and are level", ""),
    "game.bid_to_win": ("Bid to win", "Once all stand high, only the bidding side can win on a hand."),
    "game.bid_to_win.at": ("Bid to win from", ""),
    "game.bid_to_win.includes_level": ("Standing exactly at that is enough", ""),
    "round": ("Rounds of a tournament", "A fixed number of hands, with lateness and a skunk where the club has them."),
    "round.deals": ("Hands in a round", "Each player deals equally often."),
    "round.skunk": ("Skunk", "A bonus of the round against a side that stayed without points."),
    "round.skunk.points": ("Points for a skunk", ""),
    "round.skunk.judged": ("The skunk is judged", ""),
    "round.tardiness": ("Coming late costs points", ""),
    "round.tardiness.grace": ("Minutes late that are free", ""),
    "round.tardiness.points_per_minute": ("Points for each minute after", ""),
    "round.tardiness.replaced_at": ("Minutes until the player is replaced", ""),
    "round.outside_substitute_scores": ("What a helper from outside scores belongs to", ""),
    "penalties": ("Penalties", "They fall on the player alone. The score card offers them by name."),
    "penalties.code": ("Short code", "Small letters and _. Leave it empty, and one is made."),
    "penalties.title": ("What for", ""),
    "penalties.points": ("Points off", ""),
    "procedure": ("At the table", ""),
    "procedure.hand_shown_without_marriage": ("A stuck dealer without a marriage shows the hand", ""),
    "procedure.hands_shown_below_minimum": ("A stuck side with too little meld shows its hands", ""),
    "procedure.values_announced_first": ("Meld is announced before it is laid down", ""),
    "procedure.first_marriage_is_trump": ("The first marriage shown is trump", ""),
    "procedure.appeals": ("Who decides a dispute", "One to a line, the first to be asked first."),
    "readings": ("Doubtful sentences, and how they are read", "The sentence stands at its rule and in the last chapter "
                 "of the printed book."),
    "readings.path": ("Which rule", ""),
    "readings.text": ("How it is read", ""),
    "readings.other": ("The other reading", "Empty where there is none."),
    "notes": ("Remarks", "For what no rule above can say."),
    "notes.about": ("About", ""),
    "notes.text": ("Remark", ""),
}  # fmt: skip

_LOST_OR_KEPT: Final = {"bid_lost": "lost", "meld_and_take_kept": "still count"}
_LOSES: Final = {"bid": "the bid, and all of the hand", "nothing": "all of the hand, but no bid"}
_SCORES: Final = {
    "meld": "the meld alone",
    "meld_and_take": "meld and take",
    "bid_and_meld": "the bid and the meld",
    "counted_meld_and_take": "meld and take as in any hand",
    "nothing": "nothing",
}
_NEEDS: Final = {"nothing": "nothing", "counter": "a counter", "trick": "a trick", "points": "points in tricks"}

CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "deal.players": {"3": "three", "4": "four"},
    "deal.first_dealer": {"highest_card": "whoever draws the highest card", "anyone": "anyone"},
    "deal.cut": {"offered": "is offered and may be declined", "required": "must be made"},
    "redeal.short_card_from": {
        "player_with_too_many": "the player who has too many", "dealer_turns_one": "the dealer, who turns one"},
    "redeal.wrong_pass": {
        "pass_unseen_or_redeal": "cards go across unseen until it is right, or a new deal", "redeal": "a new deal"},
    "redeal.cards_left_over": {
        "last_legal_trick": "go with the last proper trick", "nobody": "count for nobody"},
    "auction.out_of_turn": {"refused": "does not count", "freezes_partner": "stands, and freezes the partner"},
    "passing.order": {"both_at_once": "both at the same time", "partner_first": "the bidder's partner"},
    "meld.run_suits": {"trump": "in trump only", "any": "in any suit"},
    "meld.minimum_for_bidders": {"always": "always", "when_stuck": "only when the dealer was stuck"},
    "meld.aces_told": {"no": "need not be told", "told": "must be told", "shown": "must be shown"},
    "play.heading": {"always": "always", "trumps": "only trumps", "when_trump_led": "only when trump is led"},
    "play.after_trump": {
        "any_of_suit": "any card of the suit will do", "beat_suit_led": "the suit led must still be beaten"},
    "play.wrong_claim": {
        "claimed_tricks": "the counters of the claimed tricks", "all_remaining": "all remaining cards"},
    "play.tricks_open": {"last": "the last one only", "all_on_renege_claim": "all, to prove a renege"},
    "contract.bidders_need": _NEEDS,
    "contract.defenders_need": _NEEDS,
    "contract.trick_of": {"side": "any trick of the side", "player": "each player needs a trick"},
    "contract.set_scoring": {
        "deduct": "the bid comes off", "give": "the others get the bid", "both": "both"},
    "contract.stuck_set": _LOST_OR_KEPT,
    "contract.ordinary_set": _LOST_OR_KEPT,
    "contract.unsaved_take": {
        "lost": "lost", "kept": "kept", "kept_against_made": "kept when the bid is made"},
    "contract.unsaved_meld": {"lost": "lost", "kept_against_set": "counts when the bid is set"},
    "contract.below_minimum": {"played": "plays without the meld", "not_played": "is set, without playing"},
    "contract.off_the_board": {
        "played": "is played", "not_played": "is not played", "may_throw_in": "may be thrown in"},
    "contract.no_marriage_meld": {"none": "none", "natural": "natural meld"},
    "bonuses.all_tricks.needs": {"every_trick": "every trick", "all_points": "all points"},
    "renege.bidders_lose": _LOSES,
    "renege.defenders_lose": _LOSES,
    "renege.defenders_score": _SCORES,
    "renege.bidders_score": _SCORES,
    "renege.third_player_scores": _SCORES,
    "renege.meld": {"counted": "as it counts, from the minimum", "shown": "as it was shown"},
    "renege.kinds": {
        "not_following": "not following suit",
        "not_trumping": "not trumping",
        "not_heading": "not beating the best card",
        "out_of_turn": "playing out of turn",
        "exposing_cards": "showing cards on purpose",
        "disrupting": "disrupting the game",
        "aces_not_declared": "not declaring aces in time",
        "not_burying": "not burying for the kitty",
    },
    "renege.correctable_until": {
        "never": "never", "next_card": "until the next card", "next_play": "until the next proper play"},
    "game.both_reach": {"bidding_side": "the bidding side wins", "higher_score": "the higher total wins"},
    "game.level": {"play_on": "another hand is played", "bidding_side": "the bidding side wins"},
    "round.skunk.judged": {
        "before_penalties": "before penalties", "after_penalties": "after penalties"},
    "round.outside_substitute_scores": {"nobody": "nobody", "absent_player": "the player who is away"},
}  # fmt: skip
