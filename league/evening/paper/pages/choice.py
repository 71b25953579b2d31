"""The page of an event's papers, with their keys."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.http import urlencode

from league.acting.permissions import Acting, Action
from league.evening.boards.made import Made
from league.evening.boards.pages.making import OUTDATED
from league.evening.boards.secrecy import cards_are_open
from league.evening.boards.words import NOT_FOR_PLAYERS
from league.evening.paper.forms import (
    CertificatesForm,
    EventPaperForm,
    RecordsForm,
    RulingSlipsForm,
    ScoreCardsForm,
    SeatingForm,
    TableCardsForm,
)
from league.models import Event, EventRound
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.papers import PAPERS
from scoring.rules.notation import lowered

State = EventRound.State
HIDDEN: Final = "Hands are shown once the event is closed."
BoardsBy = Event.BoardsBy
DEALT: Final = (BoardsBy.SLIPS, BoardsBy.MASTER)
ANYHOW: Final = (*DEALT, BoardsBy.RECORDED)
NO_BOARDS: Final = "This evening has no boards to print this for."
NOBODY_SEATED: Final = "Nobody is seated yet. Enter the last table you want cards for."
NO_RECEIPTS: Final = "No prize has been paid yet, so there are no receipts to print."


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of paper. `rounds`: one is asked for of those `seated`, `started` or `counting`; none for `all` seated or
    `played` ones. A stack has a sheet for each table or player. Papers of boards are for evenings that make them so
    (`boards_by`); `is_afterward` ones wait for open cards. One that `holds_hands` is kept from players until the boards
    are played, except slips cut and folded unread (`is_folded`)."""

    key: str
    title: str
    when: str
    what: str
    form: type[EventPaperForm] = EventPaperForm
    action: Action = Action.PRINT
    rounds: str = ""
    holds_secrets: bool = False
    is_stack: bool = False
    boards_by: tuple[str, ...] = ()
    holds_hands: bool = False
    is_folded: bool = False
    is_afterward: bool = False

    def action_for(self, query: Mapping[str, str]) -> Action:
        """The right needed for this question: cards with names are for those who print for the event."""
        return Action.PRINT if self.form is ScoreCardsForm and query.get("fill") != "blank" else self.action


KINDS: Final = (
    Kind(
        "tonight",
        "All for tonight",
        "Before people arrive, once the seating is published.",
        "In one print: table cards, the check-in list, the seating for the wall, slips, score cards of the round, and "
        "the master sheet.",
        holds_secrets=True,
        is_stack=True,
    ),
    Kind(
        "table_cards",
        "Table cards",
        "Before people arrive. Put one on each table, where it stays all evening.",
        "The table’s number, its QR code and PIN, and three steps: scan, enter, sign.",
        TableCardsForm,
        holds_secrets=True,
        is_stack=True,
    ),
    Kind(
        "score_cards",
        "Score cards",
        "For tables that keep score on paper, or as a backup if tablets fail.",
        "One for every table of the round. Cut the stack and put the piles together. They are in table order.",
        ScoreCardsForm,
        Action.READ_PUBLISHED,
        "seated",
        is_stack=True,
    ),
    Kind(
        "check_in",
        "Check-in list",
        "For checking people in and taking fees on paper at the door.",
        "Everybody in alphabetical order, with fees paid and due, and room for walk-ins.",
    ),
    Kind(
        "seating",
        "Seating for the wall",
        "Once a round’s seating is published, so everybody can find their table.",
        "In large type, by name and by table.",
        SeatingForm,
        Action.READ_PUBLISHED,
        "seated",
    ),
    Kind(
        "slips",
        "Slips for the players",
        "Hand these out at the start, once the whole rotation is set.",
        "Each person’s own rounds: table, seat, partner, opponents, and a code that opens their own night on a phone. "
        "In alphabetical order once cut.",
        rounds="all",
        holds_secrets=True,
        is_stack=True,
    ),
    Kind(
        "master",
        "Master sheet",
        "For the director’s desk, in case the screens go dark.",
        "The whole rotation in landscape, how good it is, and where everybody sits in each round.",
        rounds="all",
    ),
    Kind(
        "ruling_slips",
        "Slips for rulings",
        "When a ruling was given, for the players it concerns.",
        "What was decided, on which rule, what the hand comes to, and until when it can be appealed. Four to a page.",
        RulingSlipsForm,
        rounds="started",
    ),
    Kind(
        "results",
        "Round results",
        "Once a round is closed, to read out and post.",
        "Everybody’s points and how they got them, the tables, the totals so far.",
        EventPaperForm,
        Action.READ_PUBLISHED,
        "counting",
    ),
    Kind(
        "bracket",
        "Bracket",
        "Once the first round has started, and after each round, for the wall.",
        "Who plays whom in the main bracket, who won, who comes next, and the consolation bracket.",
        EventPaperForm,
        Action.READ_PUBLISHED,
    ),
    Kind(
        "hand_records",
        "Hand records",
        "Once the event is closed, for everybody to take home.",
        "Each board’s hands, what the tables made of it, the best and the worst.",
        RecordsForm,
        Action.READ_PUBLISHED,
        boards_by=ANYHOW,
        is_afterward=True,
    ),
    Kind(
        "travelers",
        "Travelers",
        "Once the event is closed, for anyone who asks how a board was played elsewhere.",
        "Each board with all its tables: bid, score, and what it came to.",
        EventPaperForm,
        Action.READ_PUBLISHED,
        boards_by=ANYHOW,
        is_afterward=True,
    ),
    Kind(
        "board_ranking",
        "Ranking by boards",
        "Once a round is closed, to post.",
        "Everybody’s place by the boards they played, round by round.",
        EventPaperForm,
        Action.READ_PUBLISHED,
        "played",
        boards_by=ANYHOW,
    ),
    Kind(
        "own_boards",
        "Each player’s boards",
        "Once the event is closed, for players who want to go over their night.",
        "A sheet for every player: each board with its score, and how it came about.",
        is_stack=True,
        boards_by=ANYHOW,
        is_afterward=True,
    ),
    Kind(
        "partners",
        "Who played with whom",
        "Once the last round is closed, for anyone who asks.",
        "Every player’s partners in landscape: how many rounds, and the points made with each.",
        EventPaperForm,
        Action.READ_PUBLISHED,
        "played",
    ),
    Kind(
        "certificates",
        "Certificates",
        "Once the places stand, for the winners to take home.",
        "One to a page in landscape, with room to sign. Pairs get one each.",
        CertificatesForm,
        rounds="played",
    ),
    Kind(
        "board_slips",
        "Slips to sort boards by",
        "Before a duplicate night, once the boards are made.",
        "One hand a slip, in a pile for each set of boards. Each pile says which table makes it. Comes as a file that "
        "opens with a cover sheet.",
        holds_secrets=True,
        is_stack=True,
        boards_by=DEALT,
        holds_hands=True,
        is_folded=True,
    ),
    Kind(
        "board_master",
        "Boards for one person",
        "When somebody who doesn’t play makes all boards at home.",
        "Four boards to a page, with boxes to tick. Comes as a file that opens with a cover sheet.",
        holds_secrets=True,
        is_stack=True,
        boards_by=DEALT,
        holds_hands=True,
    ),
    Kind(
        "board_labels",
        "Labels for boards",
        "Before a duplicate night, for the bags or trays. They show no cards.",
        "Number, dealer and set, eight to a page. The code opens the board after the evening.",
        boards_by=ANYHOW,
        is_stack=True,
    ),
    Kind(
        "board_records",
        "Records to write on",
        "Where a table has no tablet to take the hands down.",
        "Blank, four boards to a page: each player writes their own hand.",
        boards_by=(BoardsBy.RECORDED,),
        is_stack=True,
    ),
)
MONEY: Final = (
    (
        "cash_sheet",
        "Cash sheet",
        "Before you close the event, and after it for the books.",
        "What came in and went out, the prizes, and whose the money in the box is. One page.",
        Action.KEEP_CASH,
    ),
    (
        "receipts",
        "Receipts",
        "Once prizes are paid on the cash sheet.",
        "A slip for each prize that was paid, to sign. Eight to a page.",
        Action.PAY_PRIZES,
    ),
)
BY_KEY: Final = {kind.key: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Evening:
    """An event, as far as the reader may print it: rounds, perhaps drafts; at a duplicate its `boards`. Rulings were
    given in the rounds `ruled_in`; `has_receipts`: a prize was paid; `has_firsts`: a category has a first."""

    event: Event
    acting: Acting
    rounds: Sequence[EventRound]
    boards: Made | None = None
    ruled_in: Collection[int] = ()
    has_receipts: bool = False
    has_firsts: bool = False

    @property
    def seated(self) -> list[int]:
        may_see_drafts = self.acting.may(Action.SEAT_PLAYERS)
        return [one.number for one in self.rounds if may_see_drafts or one.state != State.DRAFT]

    @property
    def started(self) -> list[int]:
        """Rounds with results: closed ones, for officials the running one too."""
        if self.acting.may(Action.PRINT):
            return [one.number for one in self.rounds if one.state in (State.CLOSED, State.RUNNING)]
        through = self.event.shown_through
        return [one.number for one in self.rounds if one.state == State.CLOSED and one.number <= through]

    @property
    def counting(self) -> list[int]:
        return [one.number for one in self.rounds if one.counts and one.number in self.started]

    @property
    def present(self) -> int | None:
        """The evening's round: running, else to come, else the last."""
        running = [one.number for one in self.rounds if one.state == State.RUNNING]
        ahead = [one.number for one in self.rounds if one.state != State.CLOSED and one.number in self.seated]
        return next(iter((*running, *ahead, *reversed(self.seated))), None)

    def title(self, number: int) -> str:
        return next((str(one) for one in self.rounds if one.number == number), f"Round {number}")

    @property
    def closed(self) -> list[int]:
        return [one.number for one in self.rounds if one.state == State.CLOSED and one.number in self.counting]

    def rounds_of(self, kind: Kind) -> list[int]:
        return {"started": self.started, "counting": self.counting}.get(kind.rounds, self.seated)

    def form(self, kind: Kind, data: Mapping[str, str] | None = None) -> EventPaperForm:
        form = kind.form(data, club=self.event.club, rounds=self.rounds_of(kind), present=self.present)
        if isinstance(form, ScoreCardsForm) and not self.acting.may(Action.PRINT):
            form.offer_blank_cards_alone()
        if data is None:
            form.initial = {
                field.name: field.field.choices[0][0] for field in form.own_fields if hasattr(field.field, "choices")
            }
        return form

    def offers(self, kind: Kind) -> bool:
        """Whether the reader may choose it; papers of boards only where boards are played."""
        is_played = kind.key != "bracket" or self.event.is_knock_out
        return self.acting.may(kind.action) and is_played and (not kind.boards_by or self._has_boards(kind))

    def _has_boards(self, kind: Kind) -> bool:
        return self.event.is_duplicate and self.event.boards_by in kind.boards_by

    def refusal(self, kind: Kind) -> str:
        """Why there is nothing of this kind to print; else empty."""
        if kind.boards_by and (why := self._board_refusal(kind)):
            return why
        if kind.key in ("table_cards", "tonight") and self.event.state == Event.State.CLOSED:
            return "This evening is closed, so its table cards no longer work."
        if kind.key == "bracket" and not (self.event.is_knock_out and self.started):
            return "There is no bracket yet."
        there = {"started": self.started, "counting": self.counting, "played": self.closed}
        if kind.rounds in there and not there[kind.rounds]:
            return "No round has been closed yet."
        if kind.rounds and not self.seated and kind.key != "score_cards":
            return "No seating has been published yet."
        return ""

    def _board_refusal(self, kind: Kind) -> str:
        if self.boards is None or not self._has_boards(kind):
            return NO_BOARDS
        if kind.holds_hands and not self.boards.is_dealt:
            return "The boards aren’t made yet. Make them on the event’s page under Boards."
        if kind.holds_hands and self.boards.is_outdated:
            return OUTDATED
        if kind.holds_hands and self.boards.keeps_hands(are_folded=kind.is_folded):
            return NOT_FOR_PLAYERS
        return HIDDEN if kind.is_afterward and not cards_are_open(self.event) else ""


def papers_context(
    evening: Evening, *, paper: str, number: int | None, asked: EventPaperForm | None = None, missing: str = ""
) -> dict[str, Any]:
    """The papers of an event, of round `number`; `asked` is a form with faults."""
    numbers = sorted({*evening.seated, *evening.started})
    return {
        "event_address": address_of("event", evening.event.club.slug, evening.event.pk),
        "papers": tuple(
            {"label": label, "address": _address(paper=key, round=number), "is_on": key == paper}
            for key, label in PAPERS.items()
        ),
        "rounds": tuple(
            {
                "label": evening.title(one).removeprefix("Round "),
                "address": _address(paper=paper, round=one),
                "is_on": one == number,
            }
            for one in numbers
        ),
        "choices": (
            *(_choice(evening, kind, paper, number, asked) for kind in KINDS if evening.offers(kind)),
            *(_money_choices(evening) if evening.event.has_money else ()),
        ),
        "files": _board_files(evening),
        "missing": missing,
    }


def _address(**query: str | int | None) -> str:
    return f"?{urlencode({name: str(value) for name, value in query.items() if value})}"


def _choice(
    evening: Evening, kind: Kind, paper: str, number: int | None, asked: EventPaperForm | None
) -> dict[str, Any]:
    """A paper on the page. `hidden` goes with its form: size and round as chosen on top."""
    numbers = evening.rounds_of(kind)
    about = number if number in numbers else numbers[-1] if numbers else None
    about = about if kind.rounds in ("seated", "started", "counting") else None
    form = asked if asked and type(asked) is kind.form and kind.form is not EventPaperForm else evening.form(kind)
    _offer_what_is_there(evening, kind, form)
    return {
        "key": kind.key,
        "title": kind.title,
        "when": kind.when,
        "what": kind.what,
        "address": reverse(f"league:{kind.key}_pdf", args=[evening.event.club.slug, evening.event.pk]),
        "form": form,
        "fields": [(field, "choices-3" if len(field) == 3 else "choices-2") for field in form.own_fields],
        "hidden": (("paper", paper), *([("round", str(about))] if about else [])),
        "refusal": evening.refusal(kind) or _none_ruled(evening, kind, about),
        "label": f"Print, {lowered(evening.title(about))}" if about else "Print",
    }


def _offer_what_is_there(evening: Evening, kind: Kind, form: EventPaperForm) -> None:
    if isinstance(form, CertificatesForm) and not evening.has_firsts:
        form.offer_places_alone()
    is_empty = not (evening.seated if kind.rounds else evening.rounds)
    if isinstance(form, TableCardsForm | ScoreCardsForm) and is_empty:
        form.ask_for_last(NOBODY_SEATED)
    if isinstance(form, ScoreCardsForm) and is_empty:
        form.offer_blank_cards_alone()
        form.initial["fill"] = "blank"


def _none_ruled(evening: Evening, kind: Kind, number: int | None) -> str:
    if kind.form is not RulingSlipsForm or number is None or number in evening.ruled_in:
        return ""
    return f"Nothing was ruled in {lowered(evening.title(number))}."


def _board_files(evening: Evening) -> list[tuple[str, str]]:
    """Files of boards and results; none while cards are hidden."""
    event = evening.event
    if not event.is_duplicate or not cards_are_open(event):
        return []
    kinds = (("Text (PBN)", "text"), ("CSV", "csv"), ("Excel", "xlsx"))
    return [(label, address_of(f"boards_{kind}", event.club.slug, event.pk)) for label, kind in kinds]


def _money_choices(evening: Evening) -> Iterator[dict[str, Any]]:
    for key, title, when, what, action in MONEY:
        if evening.acting.may(action):
            address = address_of(f"{key}_pdf", evening.event.club.slug, evening.event.pk)
            refusal = NO_RECEIPTS if key == "receipts" and not evening.has_receipts else ""
            words = {"key": key, "title": title, "when": when, "what": what}
            yield {**words, "address": address, "label": "Print", "refusal": refusal}
