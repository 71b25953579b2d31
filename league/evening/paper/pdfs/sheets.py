"""Each kind of paper, read and printed. Called by the `PRINTER`, apart from the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from django.conf import settings

from league.acting.permissions import Acting, Action, Kind
from league.acting.seals import seal_words
from league.evening.boards.made import Made, known_boards, read_made
from league.evening.cards.pairs import points_of
from league.evening.cards.reading import RoundReading, event_points, read_event, read_started
from league.evening.cards.standings import standings
from league.evening.cards.words import PLACES_SAY
from league.evening.finals.bracket import read_bracket
from league.evening.ledger.rows import rows_of
from league.evening.paper.forms import (
    CertificatesForm,
    EventPaperForm,
    RecordsForm,
    RulingSlipsForm,
    ScoreCardsForm,
    SeatingForm,
    TableCardsForm,
)
from league.evening.paper.pages.boards import (
    blank_board,
    board_shown,
    labels_of,
    master_cover,
    records_cover,
    slips_cover,
    slips_of_boards,
)
from league.evening.paper.pages.certificates import of_categories, of_places
from league.evening.paper.pages.check_in import check_in_paper
from league.evening.paper.pages.choice import BY_KEY, HIDDEN, NOBODY_SEATED, Evening
from league.evening.paper.pages.hand_records import (
    own_sheets,
    ranking_paper,
    record_contexts,
    share_title,
    travelers_paper,
)
from league.evening.paper.pages.heads import paper_head
from league.evening.paper.pages.partners import partners_paper
from league.evening.paper.pages.results import results_paper
from league.evening.paper.pages.rulings import ruling_slips
from league.evening.paper.pages.seatings import master_paper, seating_paper, slips_of
from league.evening.seating.field import certificate_of, read_field
from league.evening.seating.pages.certificate import NOT_FOR_ALL
from league.evening.seating.schedules.board_sets import makers
from league.evening.seating.seatings import SeatedRound, ahead, read_rounds
from league.evening.tables.passes import passes_of, to_read_along
from league.evening.travelers.records import Records, read_records
from league.models import Category, DealtBoards, Event, EventRound, RoundTable
from league.office.members.links import night_paths
from scoring.rules.notation import listed

from . import papers as pdfs
from .boards import board_labels_pdf, board_master_pdf, board_slips_pdf
from .joining import one_file
from .score_cards import card_sheets, paper_card, seated_card

Gather = Callable[[Evening, Any], bytes]
# A card takes a moment to draw: others than the event's printers get a few at once.
MOST_FOR_EVERYBODY: Final = 4
TONIGHT: Final = ("table_cards", "check_in", "seating", "slips", "score_cards", "master")

_GATHERED: Final[dict[str, Gather]] = {}


class NothingToPrint(Exception):
    """Nothing to print; the message is for the reader."""


def print_paper(event_id: int, key: str, role: Kind | None, chosen: Mapping[str, str]) -> bytes:
    event = Event.objects.select_related("club").get(pk=event_id)
    boards = read_made(event) if event.is_duplicate else None
    evening = Evening(event, Acting(None, role, ""), list(event.rounds.order_by("number")), boards)
    kind = BY_KEY[key]
    if refusal := evening.refusal(kind):
        raise NothingToPrint(refusal)
    form = evening.form(kind, chosen)
    if not form.is_valid():  # its round was taken back since it was asked for
        raise NothingToPrint(form.first_fault)
    return _GATHERED[key](evening, form)


# -- each kind of paper ------------------------------------------------------------------


def gathers(key: str) -> Callable[[Gather], Gather]:
    """Register the function that gathers and prints a kind."""

    def wrap(gather: Gather) -> Gather:
        _GATHERED[key] = gather
        return gather

    return wrap


@gathers("tonight")
def _tonight(evening: Evening, form: EventPaperForm) -> bytes:
    """All papers wanted before people arrive, as far as there are any."""
    with one_file() as file:
        for key in TONIGHT:
            asked = evening.form(BY_KEY[key], {"paper": form.chosen_paper})
            if not evening.refusal(BY_KEY[key]) and asked.is_valid():
                with suppress(NothingToPrint):
                    _GATHERED[key](evening, asked)
    return file.finish()


@gathers("table_cards")
def _table_cards(evening: Evening, form: TableCardsForm) -> bytes:
    """`?per_page=1&first=3&last=5`."""
    event = evening.event
    in_use = RoundTable.objects.filter(event_round__event=event).order_by("number").values_list("number", flat=True)
    given_up = event.hall_tables
    numbers = [one for one in form.chosen_tables(in_use.distinct()) if one not in given_up]
    if not numbers:
        raise NothingToPrint(NOBODY_SEATED)
    passes = passes_of(event, numbers)
    ordered = [passes[number] for number in numbers]
    head = paper_head(event, "Table cards")
    return pdfs.table_cards_pdf(head, ordered, form.chosen_paper, form.cards_per_page)


@gathers("check_in")
def _check_in(evening: Evening, form: EventPaperForm) -> bytes:
    context = check_in_paper(evening.event, evening.event.entrants.with_late_fees())
    return pdfs.check_in_pdf(context, form.chosen_paper)


@gathers("seating")
def _seating(evening: Evening, form: SeatingForm) -> bytes:
    """`?round=2&by=name`."""
    context = seating_paper(evening.event, _round(evening, form.chosen_round), form.chosen_list)
    return pdfs.seating_pdf({**context, "read_at": to_read_along(evening.event)}, form.chosen_paper)


@gathers("score_cards")
def _score_cards(evening: Evening, form: ScoreCardsForm) -> bytes:
    """`?round=2&fill=blank&per_page=4`; names are for those who print for the event."""
    number = form.chosen_round
    seated = _round(evening, number) if number else None
    there = {table.number: table for table in seated.tables} if seated else {}
    numbers = form.chosen_tables(there, only_there=form.is_filled)
    if not numbers:
        raise NothingToPrint(
            "This round has no table with that number." if there else "Nobody is seated yet. Print blank cards, "
            "and enter the last table."
        )  # fmt: skip
    if len(numbers) > MOST_FOR_EVERYBODY and not evening.acting.may(Action.PRINT):
        raise NothingToPrint(
            f"Up to {MOST_FOR_EVERYBODY} blank cards at once. Enter the first and last table. "
            "Anyone who runs the event can print all of them."
        )
    event = evening.event
    head = paper_head(event, "Score cards", is_draft=seated is not None and seated.is_draft and form.is_filled)
    cards = [
        seated_card(event, head, there[one], seated.event_round, is_filled=form.is_filled)
        if seated and one in there
        else paper_card(event, head, one, str(number or ""))
        for one in numbers
    ]
    sheets = card_sheets(head, cards, form.cards_per_page)
    return pdfs.score_cards_pdf(head, sheets, form.chosen_paper, form.cards_per_page)


@gathers("slips")
def _slips(evening: Evening, form: EventPaperForm) -> bytes:
    """All rounds of each person; once the final is seated, only its rounds."""
    after = evening.event.cut_after
    of_final = [number for number in evening.seated if 0 < after < number]
    rounds = read_rounds(evening.event, of_final or evening.seated)
    head = paper_head(evening.event, "Slips", is_draft=any(one.is_draft for one in rounds))
    slips = slips_of(rounds, night_paths(evening.event))
    return pdfs.slips_pdf(head, slips, form.chosen_paper)


@gathers("ruling_slips")
def _ruling_slips(evening: Evening, form: RulingSlipsForm) -> bytes:
    reading = next(one for one in read_started(evening.event) if one.event_round.number == form.chosen_round)
    tables = form.chosen_tables((table.number for table in reading.tables), only_there=True)
    slips = [
        slip
        for table in reading.tables
        if table.number in tables
        for slip in ruling_slips(table, evening.event.club)
        if form.cleaned_data["ruling"] in (None, slip["number"])
    ]
    if not slips:
        raise NothingToPrint("Nothing was ruled at these tables in this round.")
    return pdfs.ruling_slips_pdf(paper_head(evening.event, "Rulings"), slips, form.chosen_paper)


@gathers("master")
def _master(evening: Evening, form: EventPaperForm) -> bytes:
    rounds = read_rounds(evening.event, evening.seated)
    context = master_paper(evening.event, rounds, _certificate(evening.event, rounds))
    return pdfs.master_pdf(context, form.chosen_paper)


@gathers("results")
def _results(evening: Evening, form: EventPaperForm) -> bytes:
    """A closed round's results; for officials also the running one's."""
    readings = read_event(evening.event)
    number = form.chosen_round
    assert number is not None, "without a round there is nothing to print"
    context = results_paper(evening.event, readings, event_points(evening.event, readings), number)
    context["seal"] = seal_words(evening.event)
    return pdfs.results_pdf(context, form.chosen_paper)


@gathers("bracket")
def _bracket(evening: Evening, form: EventPaperForm) -> bytes:
    event = Event.objects.select_related("club", "series", "rules__book_version").get(pk=evening.event.pk)
    return pdfs.bracket_pdf(paper_head(event, "Bracket"), read_bracket(event), form.chosen_paper)


@gathers("hand_records")
def _hand_records(evening: Evening, form: RecordsForm) -> bytes:
    records = _records(evening)
    if not records.records:
        raise NothingToPrint("No boards were played.")
    head = paper_head(evening.event, "Hand records")
    return pdfs.hand_records_pdf(head, record_contexts(records), form.chosen_paper, form.boards_per_page)


@gathers("travelers")
def _travelers(evening: Evening, form: EventPaperForm) -> bytes:
    context = travelers_paper(_records(evening))
    return pdfs.travelers_pdf(context, share_title(evening.event), form.chosen_paper)


@gathers("board_ranking")
def _board_ranking(evening: Evening, form: EventPaperForm) -> bytes:
    event, shown = evening.event, evening.started
    readings = [one for one in _closed(event) if one.event_round.number in shown]
    points = points_of(event, readings)
    rounds = [one.event_round for one in readings if not one.event_round.is_extra_hand]
    return pdfs.ranking_pdf(ranking_paper(event, standings(event, points), rounds), form.chosen_paper)


@gathers("own_boards")
def _own_boards(evening: Evening, form: EventPaperForm) -> bytes:
    records = _records(evening)
    sheets = own_sheets(records)
    if not sheets:
        raise NothingToPrint("No boards were played.")
    head = paper_head(evening.event, "Your boards")
    return pdfs.own_boards_pdf(head, sheets, PLACES_SAY[records.method], form.chosen_paper)


@gathers("partners")
def _partners(evening: Evening, form: EventPaperForm) -> bytes:
    event, shown = evening.event, evening.started
    readings = [one for one in _closed(event) if one.event_round.number in shown]
    context = partners_paper(paper_head(event, "Who played with whom"), rows_of(event, readings))
    return pdfs.partners_pdf(context, form.chosen_paper)


@gathers("certificates")
def _certificates(evening: Evening, form: CertificatesForm) -> bytes:
    event, readings = evening.event, _closed(evening.event)
    points = points_of(event, readings)
    places = standings(event, points)
    if form.chosen_winners == "categories":
        found = of_categories(places, _categories(event))
    else:
        found = of_places(places, 1 if form.chosen_winners == "first" else 3)
    if not found:
        raise NothingToPrint("Nobody has won one of these.")
    return pdfs.certificates_pdf(paper_head(event, "Certificates"), found, form.chosen_paper)


@gathers("board_slips")
def _board_slips(evening: Evening, form: EventPaperForm) -> bytes:
    event, boards = evening.event, _dealt_boards(evening)
    board_sets = _made(evening).board_sets
    seated = tuple(one.seating for one in read_rounds(event, evening.seated))
    made_at = {board_set: table for table, board_set in makers(seated).items()}
    slips = list(slips_of_boards(known_boards(boards), event.hands, made_at))
    cover = slips_cover(board_sets, event.hands, made_at)
    return board_slips_pdf(paper_head(event, "Slips to sort by"), cover, slips, form.chosen_paper)


@gathers("board_master")
def _board_master(evening: Evening, form: EventPaperForm) -> bytes:
    boards = _dealt_boards(evening)
    shown = [board_shown(board) for board in known_boards(boards)]
    head = paper_head(evening.event, "Boards to make")
    return board_master_pdf(head, master_cover(len(shown)), shown, form.chosen_paper)


@gathers("board_labels")
def _board_labels(evening: Evening, form: EventPaperForm) -> bytes:
    labels = labels_of(evening.event, _number_of_boards(evening), settings.PUBLIC_URL)
    return board_labels_pdf(paper_head(evening.event, "Labels for boards"), labels, form.chosen_paper)


@gathers("board_records")
def _board_records(evening: Evening, form: EventPaperForm) -> bytes:
    book, count = evening.event.rules.book_version.book, _number_of_boards(evening)
    shown = [blank_board(book, number) for number in range(1, count + 1)]
    head = paper_head(evening.event, "Records of boards")
    return board_master_pdf(head, records_cover(count), shown, form.chosen_paper)


def _made(evening: Evening) -> Made:
    assert evening.boards is not None, "refused where there are none"
    return evening.boards


def _dealt_boards(evening: Evening) -> DealtBoards:
    dealt = _made(evening).dealt
    assert dealt is not None, "refused where there are none"
    return dealt


def _number_of_boards(evening: Evening) -> int:
    made = _made(evening)
    return made.count if made.is_dealt else made.needed * evening.event.hands


# -- fetching ----------------------------------------------------------------------------


def _round(evening: Evening, number: int | None) -> SeatedRound:
    found = read_rounds(evening.event, [number] if number else [])
    if not found:
        raise NothingToPrint("No seating has been published yet.")
    return found[0]


def _certificate(event: Event, rounds: tuple[SeatedRound, ...]) -> tuple[str, ...]:
    if event.format == Event.Format.CASUAL or event.is_knock_out:
        return ()
    field = read_field(event, rounds)
    if field.not_there:
        return (f"{NOT_FOR_ALL}: {listed([one.called for one in field.not_there])}.",)
    to_come, before = tuple(one.seating for one in ahead(rounds)), field.before
    if not to_come:  # once all is played, the question is whether it could have been better
        to_come, before = before, ()
    found = certificate_of(field.wishes, to_come, before, field.season)
    names = {entrant.pk: entrant.called for entrant in field.entrants}
    faults = (fault.sentence(lambda player: names.get(player, "Somebody")) for fault in found.faults)
    return (*found.sentences, *faults)


def _closed(event: Event) -> list[RoundReading]:
    found = [one for one in read_event(event) if one.event_round.state == EventRound.State.CLOSED]
    if not found:
        raise NothingToPrint("No round has been closed yet.")
    return found


def _records(evening: Evening) -> Records:
    found = read_records(evening.event)
    if found is None:
        raise NothingToPrint(HIDDEN)
    return found


def _categories(event: Event) -> dict[str, set[int]]:
    """Members' ids by category (one query)."""
    found: dict[str, set[int]] = {}
    carries = Category.objects.filter(club=event.club_id, members__isnull=False)
    for name, member in carries.values_list("name", "members"):
        found.setdefault(name, set()).add(member)
    return found
