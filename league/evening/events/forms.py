"""Planning an event or a series: only the fields that its format and rule book need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils import timezone

from league.acting.forms import ClubForm, ReasonForm, money_field
from league.acting.submissions import LOOK
from league.evening.clock.deeds import MOST_MINUTES
from league.evening.seating.field import no_knock_out
from league.evening.seating.schedules.schedule import Shape
from league.evening.seating.seatings import shape_of
from league.models import Event, HouseRulesVersion, Series
from league.models.events import MOST_ROUNDS, SETTINGS, EventSettings
from league.words import DAYS, fixed_words
from pinochle_club.ground.forms import choice_field, count_field, day_field, several_field, words_field
from scoring.rules.book import BUILT_IN_ORDER, RuleBook
from scoring.rules.notation import counted, number

from .deeds import local_start
from .resting import PLANNED, Question, questions

ASKED: Final = "asked_"  # before the names of questions
Format = EventSettings.Format
RoundEnd = EventSettings.RoundEnd
OddPlayers = EventSettings.OddPlayers
Credit = EventSettings.Credit

MOST_HANDS: Final = 60
YEARS: Final = (2000, 2100)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice on a large key: its label, and a sentence that explains it."""

    words: str
    sentence: str = ""

    def __str__(self) -> str:
        return self.words


Choices = tuple[tuple[str, Choice], ...]
FORMATS: Final[Choices] = (
    (Format.ROTATION, Choice("Individual rotation", "A new partner every round. Everybody scores for themselves.")),
    (
        Format.WINNERS_MOVE,
        Choice("Winners move", "Table 1 is the head table. Winners move up. Partners split or stay together."),
    ),
    (Format.HALF_MOVE, Choice("Half move")),
    (Format.ROUND_ROBIN, Choice("Round robin")),
    (Format.KNOCK_OUT, Choice("Knock-out")),
    (Format.CASUAL, Choice("Casual", "People form tables as they like, for as long as they like.")),
)
ROUND_ENDS: Final[Choices] = (
    (RoundEnd.HANDS, Choice("After a number of hands", "Everybody deals equally often.")),
    (RoundEnd.GAME, Choice("With the game", "Each table plays until somebody wins.")),
    (RoundEnd.TIME, Choice("When the time is up", "Finish the hand you’re on.")),
    (
        RoundEnd.FIRST,
        Choice(
            "With the game or the time",
            "A table whose game is won is done. When the time is up, the others finish the hand they’re on.",
        ),
    ),
)
ODD_PLAYERS: Final[Choices] = (
    (OddPlayers.SIT_OUT, Choice("Sit out in turn", "Nobody sits out twice before everybody has once.")),
    (OddPlayers.THREE_HANDED, Choice("Tables of another size", "Extra players play there, by separate rules.")),
    (OddPlayers.HOUSE_PLAYER, Choice("A house player fills in", "Somebody from the club fills in without a score.")),
)
BYES: Final = Choice("A bye in turn", "Nobody has a second one before everybody had one.")
CREDITS: Final[Choices] = (
    (Credit.OWN_AVERAGE, Choice("Their own average", "The average of their other rounds.")),
    (Credit.WINNERS_AVERAGE, Choice("The winners’ average", "The average of that round’s winners.")),
    (Credit.FIXED, Choice("A fixed number", "The same points for everybody.")),
    (Credit.NONE, Choice("Nothing", "A round without points.")),
)
PARTNERS: Final[Choices] = (
    (EventSettings.Partners.SPLIT, Choice("Split", "New arrivals partner the players who stayed.")),
    (EventSettings.Partners.HIGH_LOW, Choice("High with low", "The most points with the fewest.")),
    (EventSettings.Partners.DRAW, Choice("Drawn", "Drawn at random every round.")),
    (EventSettings.Partners.TOGETHER, Choice("Pairs stay together", "Partners move up as a pair, all evening.")),
)
# Rounds that two at a table can play before they meet again.
NO_TWO_MEET_TWICE: Final[Mapping[str, str]] = {
    Format.HALF_MOVE: "With up to half as many rounds as {}, nobody meets twice.",
    Format.ROUND_ROBIN: "With fewer rounds than {}, nobody meets twice.",
}
# A duplicate needs planned meetings or, by rules for three, tables that form by hand.
DUPLICATES: Final = (Format.ROTATION, Format.HALF_MOVE, Format.ROUND_ROBIN)
FOUR: Final = 4
USUAL: Final = Shape(FOUR, 2)
COMPARED: Final[Choices] = (
    ("", Choice("Points, as always", "Every table shuffles and deals its own hands.")),
    (
        EventSettings.Compared.MATCHPOINTS,
        Choice(
            "Duplicate, matchpoints",
            "All tables play the same cards. On each board you get a percentage: how many others you beat.",
        ),
    ),
    (
        EventSettings.Compared.DATUM,
        Choice(
            "Duplicate, points over the average",
            "All tables play the same cards. What counts is how far you are above the average of each board. From six "
            "tables on, the highest and the lowest result are left out of that average.",
        ),
    ),
    (
        EventSettings.Compared.CROSS,
        Choice(
            "Duplicate, cross points",
            "All tables play the same cards. You’re compared with each other table, and the mean of that counts.",
        ),
    ),
)
BOARDS_BY: Final[Choices] = (
    (
        EventSettings.BoardsBy.SLIPS,
        Choice(
            "Slips to sort by",
            "Before round 1, every table sorts decks by slips, for boards that it never plays. "
            "That takes five tables or more, and more tables than rounds.",
        ),
    ),
    (
        EventSettings.BoardsBy.MASTER,
        Choice("One person, from a list", "Somebody who doesn’t play makes all boards before the evening."),
    ),
    (
        EventSettings.BoardsBy.RECORDED,
        Choice("Shuffled and recorded", "The first table shuffles, plays, and enters the four hands on its tablet."),
    ),
)
TRAVELERS_AFTER: Final[Choices] = (
    (EventSettings.TravelersAfter.ROUND, Choice("After the round", "Nobody hears anything before all have played.")),
    (EventSettings.TravelersAfter.BOARD, Choice("After each board", "As soon as a table has played the board itself.")),
)
PLACES_BY: Final[Choices] = (
    (EventSettings.PlacesBy.POINTS, Choice("Points", "The most points come first.")),
    (
        EventSettings.PlacesBy.WINS,
        Choice(
            "Rounds won, then points",
            "The most rounds won come first. Points break a tie. Nobody wins a tied round, or by sitting out.",
        ),
    ),
)
TEAMS: Final[Choices] = (
    ("0", Choice("No teams", "Everybody, or every pair, plays for themselves.")),
    *(
        (
            str(size),
            Choice(
                f"Teams of {number(size)}",
                "All points of a team’s people are added up. You name the teams at check-in.",
            ),
        )
        for size in (2, 3, 4)
    ),
)
CREDIT: Final = ("sit_out_credit", "fixed_credit")
NO_FINAL: Final = "none"
FINALS: Final[Choices] = (
    (NO_FINAL, Choice("No final", "Everybody plays all rounds.")),
    ("carries", Choice("A final, points carry over", "What the finalists had before counts too.")),
    ("zero", Choice("A final from zero", "The points before only decide who gets in.")),
)
# Tie-breaks that can be named, one after the other.
TIE_BREAKS: Final = ("tie_break_1", "tie_break_2", "tie_break_3")
# Suggested once a final is wanted.
USUAL_FINAL: Final[Mapping[str, Any]] = {
    "final_places": 8,
    "final_rounds": 1,
    "tie_break_1": EventSettings.TieBreak.ROUNDS_WON,
    "tie_break_2": EventSettings.TieBreak.HIGH_ROUND,
}
LOSERS: Final[Choices] = (
    (EventSettings.Losers.STAY, Choice("Stay", "Losers stay at their table.")),
    (EventSettings.Losers.DOWN, Choice("Move down one table", "Losers at the last table stay.")),
)


def losers_of_many(who: str) -> Choices:
    """What losers do where one of several wins."""
    last = f"the {who} with the least"
    return (
        (EventSettings.Losers.STAY, Choice("Stay", f"Losers stay. Only at table 1 {last} goes to the last table.")),
        (EventSettings.Losers.DOWN, Choice("The last moves down", f"{last.capitalize()} moves down. The others stay.")),
    )


def formats_by(shape: Shape) -> Choices:
    """The ways to play, as sides of the rules play them."""
    (one, many), name = shape.side_words, fixed_words(shape.side_size)
    named = " You name the teams at check-in." if shape.side_size > 2 else ""
    sentences = {
        Format.HALF_MOVE: f"Half of the {many} keep their table. The others move up a table every round.",
        Format.ROUND_ROBIN: f"Every {one} plays a different {one} every round.",
        Format.KNOCK_OUT: "Winners go on. Who loses the first match plays on in a consolation bracket.",
    }
    if shape.sides > 2:
        sentences[Format.HALF_MOVE] = f"One {one} keeps each table. The second moves up every round, the next down."
        sentences[Format.ROUND_ROBIN] = f"Every {one} meets as many others as can be."
    if not shape.has_partners:
        sentences[Format.ROTATION] = "Other opponents every round. Everybody scores for themselves."
        sentences[Format.WINNERS_MOVE] = "Table 1 is the head table. Winners move up."

    def words(key: str, choice: Choice) -> Choice:
        if key not in (Format.HALF_MOVE, Format.ROUND_ROBIN, Format.KNOCK_OUT):
            return Choice(choice.words, sentences.get(Format(key), choice.sentence))
        title = f"{name}, {choice.words.lower()}" if name else choice.words
        return Choice(title, f"{sentences[Format(key)]}{named}")

    return tuple((key, words(key, choice)) for key, choice in FORMATS)


def tie_break_field(label: str) -> forms.ChoiceField:
    return choice_field(label, [("", "–"), *EventSettings.TieBreak.choices], required=False, widget=forms.Select)


class SettingsForm(ClubForm):
    """The settings of evenings that apply to the choices so far. `row` is the event or series to change."""

    name = words_field("Name", 80, missing="Give it a name, such as “Tuesday cards”.")
    start = forms.TimeField(
        label="Start",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"required": "Enter when it starts.", "invalid": "Enter a time, such as 19:00."},
    )
    place = words_field("Place (optional)", 200, note="Where it isn’t in the club’s hall.")
    format = choice_field("How is it played?", FORMATS)
    rules = choice_field("By which rules?", ())
    rounds_planned = count_field("Rounds", 1, MOST_ROUNDS, "Enter how many rounds. You can change this later.")
    hidden_rounds = count_field(
        "Rounds without places", 0, MOST_ROUNDS, note="At the end, until you close the event. Leave empty for none."
    )
    round_end = choice_field("When does a round end?", ROUND_ENDS)
    hands = count_field("Hands in a round", 1, MOST_HANDS, "Enter how many hands a round has.")
    compared = choice_field("What counts?", COMPARED, required=False)
    boards_by = choice_field("Who makes the boards?", BOARDS_BY)
    travelers_after = choice_field("When do tables see what others made?", TRAVELERS_AFTER)
    one_list = forms.BooleanField(
        label="One list for all pairs",
        required=False,
        help_text="At some tables the pairs change directions, so that all can be compared. "
        "Without it North–South and East–West each have a winner.",
    )
    places_by = choice_field("What decides the places?", PLACES_BY, required=False)
    is_seeded = forms.BooleanField(
        label="Drawn by earlier nights",
        required=False,
        help_text="The best of this series’ nights so far meet as late as can be. Without it lots decide.",
    )
    team_size = choice_field("Are there teams?", TEAMS, required=False)
    minutes = count_field(
        "Minutes on the clock", 0, MOST_MINUTES, "Enter the length of a round.", "Enter 0 for no clock."
    )
    odd_players = choice_field("What if the tables don’t come out even?", ODD_PLAYERS)
    three_handed_rules = choice_field("Rules for the other tables", ())
    sit_out_credit = choice_field("Points for sitting out", CREDITS)
    fixed_credit = count_field("How many points", 0, 9_999, "Enter how many points.")
    partners = choice_field("Who are partners after moving?", PARTNERS)
    losers = choice_field("What do losers do?", LOSERS)
    final = choice_field("Is there a final after these rounds?", FINALS, required=False)
    final_places = count_field("Players in the final", 4, 400, "Enter how many play in the final.", "Four to a table.")
    final_rounds = count_field("Rounds in the final", 1, 10, "Enter how many rounds the final has.")
    tie_break_1 = tie_break_field("A tie at the line goes by")
    tie_break_2 = tie_break_field("Then by")
    tie_break_3 = tie_break_field("Then by")
    fee = money_field("Fee")
    guest_fee = money_field("Guest fee")
    guests_at_door = forms.BooleanField(label="Guests may check themselves in at the door", required=False)
    no_appeals = forms.BooleanField(
        label="No appeals",
        required=False,
        help_text="Rulings stand as they are given. Tell everybody before the evening. "
        "Some rule books, such as the NPA’s, let no player appeal anyway. "
        "With appeals, nobody decides about a ruling of their own: where you run it alone, you invite somebody to "
        "decide by a link, or all at the table agree.",
    )

    def __init__(
        self,
        *args: Any,
        versions: Sequence[HouseRulesVersion],
        row: Event | Series | None = None,
        is_started: bool = False,
        **kwargs: Any,
    ) -> None:
        self.row = row
        self.asked: list[str] = []
        self.versions = {str(version.pk): version for version in versions}
        for pinned in (row.rules, row.three_handed_rules) if row is not None else ():
            if pinned is not None:  # maybe an older version
                self.versions.setdefault(str(pinned.pk), pinned)
        kwargs["initial"] = {**self._beginning(row), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        self.is_started = is_started
        self._fill_rules()
        self._fill_defaults()
        if self.is_started and row is not None:
            self.fields["partners"].choices = [  # type: ignore[attr-defined]
                choice
                for choice in self.fields["partners"].choices  # type: ignore[attr-defined]
                if (choice[0] == EventSettings.Partners.TOGETHER) == row.is_for_sides
            ]
        if self.is_for_sides:
            left = f"Points for a bye, when a {self.shape.side_words[0]} is left over"
            self.fields["sit_out_credit"].label = left
        if self.shape.sides == 2:
            so_many = NO_TWO_MEET_TWICE.get(self.chosen("format"), "").format(self.shape.side_words[1])
            self.fields["rounds_planned"].help_text = so_many
        for name in set(self.fields) & {*SETTINGS, "final", *TIE_BREAKS} - self._shape():
            del self.fields[name]
        for name, bound in self.fields.items():
            if self.is_started and name in PLANNED and PLANNED[name].said:
                bound.help_text = PLANNED[name].said
            if isinstance(bound.widget, forms.RadioSelect):
                bound.widget.attrs["data-field"] = name

    def keep(self, names: Iterable[str]) -> None:
        """Keep these fields when htmx draws the settings again: the director goes on typing."""
        for name in self.fields.keys() & names:
            widget = self.fields[name].widget
            if isinstance(widget, forms.TextInput | forms.Select):
                widget.attrs["hx-preserve"] = True

    def _beginning(self, row: Event | Series | None) -> dict[str, Any]:
        if row is not None:
            found = {name: getattr(row, name) for name in SETTINGS}
            found["team_size"] = str(row.team_size)
            for name in ("rules", "three_handed_rules"):
                found[name] = str(getattr(row, f"{name}_id") or "")
            if row.final_places:
                found |= {"final": "carries" if row.final_carries else "zero", **dict.fromkeys(TIE_BREAKS, "")}
                found |= dict(zip(TIE_BREAKS, row.tie_breaks, strict=False))
            else:
                found |= {"final": NO_FINAL, **USUAL_FINAL}
            return {"name": row.name, **found}
        fields = (field for field in EventSettings._meta.fields if not PLANNED[field.name].begins_otherwise)
        defaults = {field.name: field.get_default() for field in fields}
        return {**defaults, "team_size": "0", "rules": next(iter(self.versions), ""), "final": NO_FINAL, **USUAL_FINAL}

    # -- what applies

    def chosen(self, name: str) -> str:
        """The current choice: typed, or as it was."""
        value = self.data.get(self.add_prefix(name)) if self.is_bound else None
        return str(value if value is not None else self.initial.get(name, ""))

    @property
    def book(self) -> RuleBook | None:
        version = self.versions.get(self.chosen("rules"))
        return version.book_version.book if version else None

    @property
    def fixed_deals(self) -> int | None:
        return self.book.round.deals if self.book is not None and self.book.round is not None else None

    @property
    def shape(self) -> Shape:
        """The kind of table of the chosen rules."""
        version = self.versions.get(self.chosen("rules"))
        return shape_of(version) if version else USUAL

    @property
    def is_for_sides(self) -> bool:
        return Series(format=self.chosen("format"), partners=self.chosen("partners")).is_for_sides

    @property
    def is_for_pairs(self) -> bool:
        return self.is_for_sides and self.shape.side_size == 2

    @property
    def is_for_teams(self) -> bool:
        """Whether teams are the sides."""
        return self.is_for_sides and self.shape.side_size > 2

    @property
    def may_be_duplicate(self) -> bool:
        """Whether all tables can play the same boards: each set has every player of a table deal equally often."""
        deals = self.fixed_deals or 0
        is_even = self.book is not None and deals % self.book.deal.players == 0
        return self.chosen("format") in DUPLICATES and is_even and self.players in (3, FOUR)

    @property
    def is_duplicate(self) -> bool:
        """Whether all tables play the same boards."""
        return self.may_be_duplicate and bool(self.chosen("compared"))

    @property
    def has_teams(self) -> bool:
        return not self.is_duplicate and self.chosen("team_size") not in ("", "0")

    @property
    def has_lines(self) -> bool:
        """Whether half of the pairs sit all evening, so that each direction can have its own list."""
        return self.chosen("format") == Format.HALF_MOVE

    @property
    def switches(self) -> list[forms.BoundField]:
        """The unconditional on/off settings, last on the page."""
        always = (name for name in SETTINGS if name in self.fields and not PLANNED[name].is_conditional)
        return [self[name] for name in always if isinstance(self.fields[name], forms.BooleanField)]

    @property
    def players(self) -> int:
        """How many sit at a table by the chosen rules."""
        return self.book.deal.players if self.book is not None else FOUR

    @property
    def lacks_other_rules(self) -> bool:
        """Whether tables of another size are wanted but the club has no rules for them."""
        return "three_handed_rules" in self.fields and not self._others()

    @property
    def usual_others(self) -> int:
        """How many sit at another table where the club has no rules for it yet."""
        return 3 if self.players == FOUR else FOUR

    @property
    def others_in_words(self) -> str:
        return number(self.usual_others)

    def _fill_rules(self) -> None:
        self.fields["rules"].choices = [(key, _rules_choice(version)) for key, version in self.versions.items()]  # type: ignore[attr-defined]
        self.fields["three_handed_rules"].choices = self._others()  # type: ignore[attr-defined]
        self.fields["three_handed_rules"].error_messages["required"] = (
            "Choose the rules for the other tables, or another way to handle extra players."
        )
        if self.book is not None and not self.book.deal.are_two:
            self.fields["losers"].choices = losers_of_many("side" if self.book.has_partners else "player")  # type: ignore[attr-defined]
        self.fields["format"].choices = formats_by(self.shape)  # type: ignore[attr-defined]
        if self.shape.side_size > 2:
            together = Choice("Teams stay together", "A whole side moves together. You name the teams at check-in.")
            self.fields["partners"].choices = [*PARTNERS[:-1], (EventSettings.Partners.TOGETHER, together)]  # type: ignore[attr-defined]
        choices = dict(ODD_PLAYERS)
        if self.is_for_sides:
            choices[OddPlayers.SIT_OUT] = BYES
            del choices[OddPlayers.HOUSE_PLAYER]
        if self.is_duplicate:
            del choices[OddPlayers.THREE_HANDED]
        elif len(sizes := self._sizes() - {self.players} or {self.usual_others}) == 1:
            handed = f"{number(*sizes)}-handed"
            words = Choice(f"{handed.capitalize()} tables", f"Extra players play {handed}, by separate rules.")
            choices[OddPlayers.THREE_HANDED] = words
        self.fields["odd_players"].choices = [*choices.items()]  # type: ignore[attr-defined]

    def _sizes(self) -> set[int]:
        return {
            book.deal.players for version in self.versions.values() if self._suits(book := version.book_version.book)
        }

    def _suits(self, book: RuleBook) -> bool:
        """Whether who plays by these rules can play at a table by those: fixed sides only with as many people."""
        return not self.is_for_sides or book.deal.side_size == self.shape.side_size

    def _others(self) -> list[tuple[str, Choice]]:
        """Rules for tables of another size, the next smaller one first."""
        found = [
            (version.book_version.book.deal.players, key, version)
            for key, version in self.versions.items()
            if version.book_version.book.deal.players != self.players and self._suits(version.book_version.book)
        ]
        found.sort(key=lambda one: (one[0] != self.usual_others, one[0] > self.players, -one[0]))
        return [(key, _rules_choice(version)) for _, key, version in found]

    def _fill_defaults(self) -> None:
        """Suggest how a round ends, by the format and the book, where nothing is set."""
        is_casual = self.chosen("format") == Format.CASUAL
        self.initial.setdefault("round_end", RoundEnd.GAME if is_casual else RoundEnd.HANDS)
        self.initial.setdefault("hands", self.fixed_deals or self.players)
        others = self._others()
        if not self.initial.get("three_handed_rules") and others:
            self.initial["three_handed_rules"] = others[0][0]

    def _shape(self) -> set[str]:
        """The settings that apply to the current choices."""
        shape = {name for name in SETTINGS if not PLANNED[name].is_conditional}
        if self.fixed_deals is None:
            shape |= {"round_end", "hands"} if self.chosen("round_end") == RoundEnd.HANDS else {"round_end"}
        is_cut = isinstance(self.row, Event) and self.row.cut_after > 0
        is_knock_out = self.chosen("format") == Format.KNOCK_OUT
        if is_knock_out:
            shape |= {"is_seeded"}
        elif self.chosen("format") != Format.CASUAL:
            shape |= {"rounds_planned", "hidden_rounds", *self._odd_shape()}
            # A cut that is made stays as it is; a final is of tables of four, and of players.
            if self.players == FOUR and not (is_cut or self.has_teams or self.is_for_sides):
                has_final = self.chosen("final") != NO_FINAL
                shape |= {"final", "final_places", "final_rounds", *TIE_BREAKS} if has_final else {"final"}
        if self.chosen("format") == Format.WINNERS_MOVE:
            plays_alone = self.book is not None and not self.book.has_partners
            shape |= {"losers"} if plays_alone else {"partners", "losers"}
        if is_cut:
            shape -= {"rounds_planned"}
        elif not (self.is_duplicate or is_knock_out or self.is_for_teams):
            shape |= {"team_size"} if self.has_teams else {"team_size", "places_by"}
        shape |= {"compared"} if self.may_be_duplicate else set()
        if self.is_duplicate:
            shape |= {"boards_by", "travelers_after", *(("one_list",) if self.has_lines else ())}
            shape |= {"hands"} if self.fixed_deals is None else set()
            shape -= {"round_end", "three_handed_rules", "final", "final_places", "final_rounds", *TIE_BREAKS, *CREDIT}
        if self.is_started:
            shape -= {name for name, setting in PLANNED.items() if setting.fixed}
        return shape

    def _odd_shape(self) -> set[str]:
        """The settings for those who are left over."""
        odd = self.chosen("odd_players")
        if self.is_for_sides and (self.is_duplicate or not self._others()):
            found, odd = set[str](), ""
        else:
            found = {"odd_players", *(("three_handed_rules",) if odd == OddPlayers.THREE_HANDED else ())}
        if odd != OddPlayers.HOUSE_PLAYER:
            found |= {*(CREDIT if self.chosen("sit_out_credit") == Credit.FIXED else CREDIT[:1])}
        return found

    # -- what was typed

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "hidden_rounds" in data:
            data["hidden_rounds"] = data["hidden_rounds"] or 0
            if data["hidden_rounds"] > data.get("rounds_planned", self.initial.get("rounds_planned", MOST_ROUNDS)):
                self.add_error("hidden_rounds", "That’s more rounds than there are.")
        if "places_by" in data:
            data["places_by"] = data["places_by"] or self.initial["places_by"]
        if "team_size" in data:
            data["team_size"] = int(data["team_size"] or self.initial["team_size"])
            if data["team_size"] == 3 and self.is_for_pairs:
                self.add_error("team_size", "Pairs make teams of two or four.")
        players = self.players
        if self.chosen("format") == Format.KNOCK_OUT and self.shape.sides > 2:
            self.add_error("format" if "format" in self.fields else None, no_knock_out(self.shape.sides))
        if self.is_duplicate and data.get("hands", 0) % players:
            self.add_error("hands", f"Enter {players}, {2 * players} or {3 * players}: all deal equally often.")
        by_time = data.get("round_end") in (RoundEnd.TIME, RoundEnd.FIRST)
        if by_time and data.get("minutes") == 0:
            self.add_error("minutes", "Enter the minutes. The clock ends the round.")
        return data

    # -- what is asked besides

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        self.ask()

    def ask(self) -> list[forms.BoundField]:
        """Ask about consequences of a changed setting, as they are now, until that is answered."""
        for name in self.asked:
            del self.fields[name]
        for name in (*self.asked, NON_FIELD_ERRORS):
            self.errors.pop(name, None)
        self.asked = []
        if self.row is None or not self.is_bound or self.errors:
            return []
        typed = {name: value for name, value in self.planned_fields.items() if name in PLANNED}
        changed = {name: value for name, value in typed.items() if getattr(self.row, name) != value}
        for question in questions(self.row, changed, self.answers):
            self._put(question)
        return [self[name] for name in self.asked]

    def _put(self, question: Question) -> None:
        name = f"{ASKED}{question.field}"
        self.fields[name] = choice_field(question.words, question.choices)
        self.asked.append(name)
        if self.answers.get(question.field) not in dict(question.choices):
            self.add_error(name if self.answers else None, "Choose one.")  # no field was shown yet, so none is wrong

    @property
    def answers(self) -> dict[str, str]:
        return {name.removeprefix(ASKED): str(self.data[name]) for name in self.data if name.startswith(ASKED)}

    @property
    def deed_fields(self) -> dict[str, Any]:
        """The typed settings, and the answers where a row is changed."""
        return {**self.planned_fields, **({} if self.row is None else {"answers": self.answers})}

    @property
    def planned_fields(self) -> dict[str, Any]:
        """The typed settings as the deed takes them; settings without a field stay as they are."""
        found = {name: self.cleaned_data[name] for name in SETTINGS if name in self.cleaned_data}
        for name in ("rules", "three_handed_rules"):
            if name in found:
                found[name] = self.versions[found[name]]
        final = self.cleaned_data.get("final")
        if final == NO_FINAL:
            found |= {"final_places": 0}
        elif final:
            named = dict.fromkeys(code for name in TIE_BREAKS if (code := self.cleaned_data.get(name)))
            found |= {"final_carries": final == "carries", "tie_breaks": list(named)}
        if not self.is_started:
            if "three_handed_rules" not in found:
                found["three_handed_rules"] = None
            if self.fixed_deals is not None:
                found |= {"round_end": RoundEnd.HANDS, "hands": self.fixed_deals}
            if found["format"] == Format.CASUAL:
                found |= {"rounds_planned": 1, "hidden_rounds": 0}
            if self.is_for_sides:
                found = {"odd_players": OddPlayers.SIT_OUT, **found}
            as_boards = {"round_end": RoundEnd.HANDS, "places_by": EventSettings.PlacesBy.POINTS}
            found |= as_boards if self.is_duplicate else {"compared": ""}
            found |= {} if self.has_lines and self.is_duplicate else {"one_list": True}
            found = {"team_size": self.shape.side_size if self.is_for_teams else 0, "is_seeded": False, **found}
            found |= {"side_size": self.shape.side_size}
            if found["format"] == Format.KNOCK_OUT:
                found |= {"rounds_planned": 1, "hidden_rounds": 0, "sit_out_credit": Credit.NONE}
            if "final" not in self.cleaned_data:
                found |= {"final_places": 0}
        return {"client_id": self.cleaned_data["client_id"], "name": self.cleaned_data["name"], **found}


class EventForm(SettingsForm):
    played_on = day_field("Date", "Enter the day.", wrong="Enter a date, such as 2026-11-24.")

    def _beginning(self, row: Event | Series | None) -> dict[str, Any]:
        found = super()._beginning(row)
        if isinstance(row, Event):
            found |= {"played_on": row.played_on, "start": timezone.localtime(row.starts_at).time()}
        return {"played_on": timezone.localdate(), "start": "19:00", **found}

    def clean_played_on(self) -> date:
        day: date = self.cleaned_data["played_on"]
        if not YEARS[0] <= day.year <= YEARS[1]:
            raise forms.ValidationError(f"Enter a date between {YEARS[0]} and {YEARS[1]}.")
        return day

    @property
    def planned_fields(self) -> dict[str, Any]:
        day = self.cleaned_data["played_on"]
        return {**super().planned_fields, "played_on": day, "starts_at": local_start(day, self.cleaned_data["start"])}


class SeriesForm(SettingsForm):
    weekday = forms.TypedChoiceField(
        label="Every",
        coerce=int,
        choices=list(enumerate(DAYS)),
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a weekday.", "invalid_choice": "Choose one of those shown."},
    )

    def _beginning(self, row: Event | Series | None) -> dict[str, Any]:
        found = super()._beginning(row)
        if isinstance(row, Series):
            found |= {"weekday": row.weekday, "start": row.starts_at}
        return {"weekday": timezone.localdate().weekday(), "start": "19:00", **found}

    @property
    def planned_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {**super().planned_fields, "weekday": data["weekday"], "starts_at": data["start"]}


class AdoptForm(ClubForm):
    book = forms.ChoiceField(choices=[(key, key) for key in BUILT_IN_ORDER])

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"client_id": self.cleaned_data["client_id"], "key": self.cleaned_data["book"]}


class DeleteForm(ClubForm):
    name = words_field("Type the name of the event to delete it", 80, missing="Type the name of the event.")


class BreakOffForm(ReasonForm):
    """Ending an evening as it stands, by the rounds that count. Their result is `shown` first."""

    shown = forms.CharField(required=False, max_length=200)  # the rounds whose result the page shows

    def __init__(self, *args: Any, offered: Mapping[int, str], counting: Iterable[int], **kwargs: Any) -> None:
        """`offered` are the begun rounds, each with its progress, `counting` those counted by default."""
        kwargs["initial"] = {"rounds": [str(one) for one in counting], **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.offered = tuple(offered)
        self.fields["rounds"] = several_field(
            "Which rounds count?", [(str(number), words) for number, words in offered.items()]
        )

    @property
    def counting(self) -> tuple[int, ...]:
        chosen = self["rounds"].value() or ()
        return tuple(number for number in self.offered if str(number) in chosen)

    @property
    def shown_now(self) -> str:
        """The counting rounds on the present page."""
        return ",".join(map(str, self.counting))

    @property
    def is_shown(self) -> bool:
        """Whether the page showed the result of this choice: only that is done."""
        return bool(self.cleaned_data["shown"] == self.shown_now)

    @property
    def deed_fields(self) -> dict[str, Any]:
        return {"rounds": self.counting, **{name: self.cleaned_data[name] for name in ("client_id", "reason")}}


class ReopenForm(ReasonForm):
    """Reopening an event with final results, by typing its name."""

    name = words_field("Type the name of the event to reopen it", 80, missing="Type the name of the event.")


def as_typed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The typed data, to draw the form again without showing faults."""
    return {name: data[name] for name in data if name not in ("csrfmiddlewaretoken", LOOK)}


def _rules_choice(version: HouseRulesVersion) -> Choice:
    book = version.book_version.book
    length = f", {counted(book.round.deals, 'hand')} a round" if book.round else ""
    return Choice(book.name, f"{number(book.deal.players).capitalize()}-handed{length}, version {version.number}")
