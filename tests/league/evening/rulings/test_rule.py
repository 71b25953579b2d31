"""A ruling is given: step by step, with what it does shown first."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.evening.cards.reading import event_points, read_event
from league.evening.judging.deeds.entries import enter
from league.evening.rounds.deeds import close_round
from league.models import DirectorCall, Event, EventRound, LogLine, RoundTable
from scoring.score_card.beginning import publish
from scoring.score_card.hosts import HostWriter
from scoring.score_card.recording import read_sheet, record
from scoring.score_card.sheet import Sheet
from tests.lasting import lasting
from tests.league.makers import acting_as, card_at, make_running_round, make_user, play_round, sheet_at
from tests.scoring.rules.ruling_ways import with_own

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture(scope="module")
def lasting_round(django_db_setup: None, django_db_blocker: Any) -> Iterator[EventRound]:
    with lasting(django_db_blocker):
        event_round = make_running_round()
        play_hand(event_round.tables.get(number=1))
        yield event_round


@pytest.fixture
def event_round(lasting_round: EventRound, db: None) -> EventRound:
    """Two tables, one hand at the first: Ruth (north) bid 62 and made 90 with Marge, Walt and Ed saved."""
    return EventRound.objects.select_related("event__club", "event__rules__book_version").get(pk=lasting_round.pk)


@pytest.fixture
def table(event_round: EventRound) -> RoundTable:
    return event_round.tables.select_related("card__book_version", "event_round__event__club").get(number=1)


@pytest.fixture
def referee(event_round: EventRound) -> Client:
    client = Client()
    client.force_login(make_user(event_round.event.club, "referee"))
    return client


def play_hand(table: RoundTable, hand: int = 1) -> None:
    card = card_at(table)
    steps: dict[str, dict[str, Any]] = {
        "bid": {"dealer": "W", "bidder": "N", "bid": 62, "trump": "H", "no_marriage": False},
        "meld": {"meld": {"NS": 60, "EW": 24}, "moon": False, "thrown_in": False},
        "take": {"take": {"NS": 30, "EW": 20}, "renege": None, "last_trick": None},
    }
    for kind, payload in steps.items():
        seen = read_sheet(card).version
        writer = HostWriter(card.pk, "Tablet 1")
        record(writer=writer, kind=kind, hand=hand, payload=payload, client_id=f"{kind}-{hand}", seen=seen)


def correct(table: RoundTable, **figures: object) -> None:
    """A director corrects the first hand."""
    sheet = sheet_of(table)
    payload = {"dealer": "W", **sheet.lines[0].figures.payload(), **figures}
    record(
        writer=HostWriter(card_at(table).pk, "Carol Reyes"), kind="correct", hand=1, payload=payload,
        client_id="correct", seen=sheet.version, by_director=True,
    )  # fmt: skip


def called(table: RoundTable) -> DirectorCall:
    return DirectorCall.objects.create(table=table, reason="ruling", called_at=timezone.now(), client_id=f"c{table.pk}")


def address(table: RoundTable, name: str = "rule", *more: object) -> str:
    event = table.event_round.event
    return reverse(f"league:{name}", args=[event.club.slug, event.pk, table.event_round.number, table.number, *more])


def keys(page: str) -> dict[str, str]:
    """The large keys of a step, and where they lead."""
    found = re.findall(r'<a class="choice-face[^"]*" href="([^"]+)">([^<]+)', page)
    return {html.unescape(words.strip()): html.unescape(where) for where, words in found}


def tap(client: Client, at: str, *names: str) -> tuple[str, str]:
    """Follows keys one after the other; the last address and its page."""
    page = client.get(at).text
    for name in names:
        at = keys(page)[name]
        page = client.get(at).text
    return at, page


NS, EW = "Ruth Abernathy & Marge Delgado", "Walt Kowalski & Ed Lindqvist"
TOO_LATE = "No: another card was played, or the book is complete"
RENEGE = ("Hand 1", "A renege", "Ruth Abernathy", "Not following suit")  # finished: whether in time is not asked


def give(client: Client, at: str, page: str, **fields: object):
    form = page[page.index("data-safe-save") :].split("</form>", 1)[0]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html.unescape(form)))
    data = {**hidden, "decision": "Ruth reneged.", "basis": "book", "called_by": "E", "note": "", **fields}
    return client.post(at, data)


def sheet_of(table: RoundTable) -> Sheet:
    return sheet_at(RoundTable.objects.select_related("card__book_version").get(pk=table.pk))


def points(event: Event) -> list[int]:
    """The points of table 1, in the order of its players' numbers."""
    return [sum(one.points for one in played) for _, played in sorted(event_points(event, read_event(event)).items())][
        :4
    ]


def effect(page: str) -> list[tuple[str, str, str]]:
    """The rows of what it does: of what, as it was, as it becomes."""
    part = page[page.index('class="plain-table effect"') :].split("</table>", 1)[0]
    rows = re.findall(
        r'<th scope="row">([^<]+).*?<td class="num was">([^<]*)</td><td class="num"><b>([^<]*)', part, re.S
    )
    return [(html.unescape(of), html.unescape(was), html.unescape(becomes)) for of, was, becomes in rows]


def test_a_renege_is_led_to_and_shown_before_it_is_given(referee, table):
    _, page = tap(referee, address(table), *RENEGE)

    assert effect(page)[:6] == [
        (NS, "+90", "0"),
        (EW, "+44", "+86"),
        (NS, "90", "0"),
        (EW, "44", "86"),
        ("Walt Kowalski", "3", "1"),
        ("Ed Lindqvist", "3", "1"),
    ]
    assert 'href="/books/npa/#renege-kinds"' in page
    assert sheet_of(table).rulings == ()


def test_a_ruling_that_is_given_stands_on_the_card_and_changes_places(referee, table):
    event = table.event_round.event
    assert points(event) == [90, 44, 90, 44]
    at, page = tap(referee, address(table), *RENEGE)

    answer = give(referee, at, page, note="Seen by all")

    given = sheet_of(table).rulings[0]
    assert answer.headers["Location"] == address(table, "ruling", given.number)
    said = given.said
    assert (said.kind, given.hand, said.called_by, said.basis, said.rule, given.decision, said.note) == (
        "renege", 1, "E", "book", "renege.kinds", "Ruth reneged.", "Seen by all",
    )  # fmt: skip
    assert given.facts == {"who": "N", "cause": "not_following", "moment": "late"}
    assert points(event) == [0, 86, 0, 86]
    line = LogLine.objects.get(action="ruled")
    assert (line.subject, line.after, line.reason) == (
        "Hand 1, table 1, round 1", "A renege. Ruth reneged.", "Seen by all",
    )  # fmt: skip


def test_the_page_of_a_ruling_says_why_and_what_it_does(referee, table):
    at, page = tap(referee, address(table), *RENEGE)
    page = referee.get(give(referee, at, page).headers["Location"]).text

    assert effect(page)[:2] == [(NS, "+90", "0"), (EW, "+44", "+86")]
    facts = re.findall(r"<dt>(.+?)</dt><dd>(.+?)</dd>", html.unescape(page))
    assert facts[:5] == [
        ("Who reneged?", "Ruth Abernathy"),
        ("What happened?", "Not following suit"),
        ("Can it still be corrected?", TOO_LATE),
        ("Called by", "Walt Kowalski"),
        ("It rests on", "By the book"),
    ]


def test_the_same_form_gives_one_ruling_even_if_its_answer_was_lost(referee, table):
    at, page = tap(referee, address(table), *RENEGE)
    first = give(referee, at, page)
    LogLine.objects.update(answer="")

    assert give(referee, at, page).headers["Location"] == first.headers["Location"]
    assert len(sheet_of(table).rulings) == 1


def test_a_hand_that_was_changed_meanwhile_is_shown_as_it_is_now(referee, table):
    at, page = tap(referee, address(table), *RENEGE)
    correct(table, bid=70)

    refused = give(referee, at, page)
    assert (refused.status_code, "Another tablet changed this hand first" in refused.text) == (409, True)
    assert (EW, "+44", "+94") in effect(refused.text)
    assert sheet_of(table).rulings == ()

    assert give(referee, at, refused.text).status_code == 302
    assert points(table.event_round.event) == [0, 94, 0, 94]


def test_a_penalty_that_goes_with_a_ruling_is_one_tap_and_an_entry_of_its_own(referee, table):
    at, page = tap(referee, address(table), "Hand 1", "A wrong count at the end", "Ed Lindqvist", "Yes")
    assert "Ed Lindqvist: Wrong number of cards at the end of a hand, 50 off" in page

    assert "No score changes." in page
    with_it = referee.get(f"{at}&penalties=0", **HTMX).text
    assert effect(with_it)[:2] == [("Ed Lindqvist", "44", "−6"), ("Ed Lindqvist", "3", "8")]
    give(referee, at, with_it, penalties="0")

    sheet = sheet_of(table)
    assert [(entry.payload["seat"], entry.payload["code"], entry.payload["hand"]) for entry in sheet.penalties] == [
        ("W", "card_count", 1)
    ]
    assert points(table.event_round.event) == [90, 44, 90, -6]


@pytest.mark.parametrize(("shown", "chosen"), [("", ["0"]), pytest.param("&penalties=0", [], marks=pytest.mark.soak)])
def test_what_is_given_is_what_was_shown(referee, table, shown, chosen):
    at, _ = tap(referee, address(table), "Hand 1", "A wrong count at the end", "Ed Lindqvist", "Yes")

    again = give(referee, at, referee.get(at + shown).text, penalties=chosen, note="Counted twice")

    assert again.status_code == 409
    assert "Look at what it does with the penalties you chose." in again.text
    assert 'value="Counted twice"' in again.text
    assert ("plain-table effect" in again.text) == bool(chosen)
    assert sheet_of(table).rulings == sheet_of(table).penalties == ()
    assert give(referee, at, again.text, penalties=chosen).status_code == 302
    assert len(sheet_of(table).penalties) == len(chosen)


def test_penalties_that_are_not_proposed_are_refused_and_never_shown(referee, table):
    at, _ = tap(referee, address(table), "Hand 1", "A wrong count at the end", "Ed Lindqvist", "Yes")

    page = referee.get(f"{at}&penalties=7&penalties=x").text

    assert "No score changes." in page
    assert give(referee, at, page, penalties="7").status_code == 422


def test_a_ruling_ends_the_call_that_led_to_it(referee, table):
    call = called(table)
    at, page = tap(referee, f"{address(table)}?call={call.pk}", *RENEGE)
    called_by = referee.get(at).context["form"]["called_by"].value()
    given = give(referee, at, page, called_by=called_by)
    assert re.search(r"Called by</dt>\s*<dd>The table</dd>", referee.get(given["Location"]).text)

    call.refresh_from_db()
    assert (call.outcome, call.ruling) == ("ruling", sheet_of(table).rulings[0].number)
    assert call.answered_by == "Carol Reyes"


def test_what_can_still_be_put_right_needs_no_ruling(referee, table):
    call = called(table)
    facts = "&fact-who=N&fact-cause=not_following&fact-moment=open"
    page = referee.get(f"{address(table)}?call={call.pk}&hand=1&kind=renege{facts}").text
    assert "No score changes." in page

    client_id, action = re.search(r'action="([^"]+answer/)".*?name="client_id" value="([^"]+)"', page, re.S).groups()[
        ::-1
    ]
    referee.post(action, {"client_id": client_id, "outcome": "put_right"})

    call.refresh_from_db()
    assert (call.outcome, sheet_of(table).rulings) == ("put_right", ())


def test_a_call_of_another_table_is_left_alone(referee, table):
    other = called(table.event_round.tables.get(number=2))
    at, page = tap(referee, f"{address(table)}?call={other.pk}", *RENEGE)
    give(referee, at, page)

    other.refresh_from_db()
    assert other.answered_at is None


def test_figures_are_typed_and_a_wrong_one_is_kept_with_what_is_wrong(referee, table):
    at, page = tap(referee, address(table), "Hand 1", "An amount given, with a reason")
    assert f"Points for {NS}" in html.unescape(page)

    wrong = referee.get(f"{at}&fact-amount_NS=ten")
    assert (wrong.status_code, 'value="ten"' in wrong.text) == (422, True)

    at = f"{at}&fact-amount_NS=-20&fact-amount_EW=&fact-why=Slow play"
    page = referee.get(at).text
    assert effect(page)[:2] == [(NS, "+90", "+70"), (NS, "90", "70")]
    give(referee, at, page)
    assert points(table.event_round.event) == [70, 44, 70, 44]


def test_answers_that_do_not_fit_together_are_asked_again_with_the_reason(referee, table):
    """Marge’s 55 is no bid over 55: said where her bid is typed, and not silently asked again."""
    at, _ = tap(referee, address(table), "Hand 2", "A bid out of turn", "Marge Delgado", "Walt Kowalski")

    page = referee.get(f"{at}&fact-bid=55&fact-high=55")

    assert page.status_code == 422
    said = html.unescape(page.text)
    assert 'id="answer" name="fact-bid" value="55"' in said
    assert re.search(r'id="answer-error" role="alert">[^<]*55', said)


def test_before_its_bid_a_hand_has_few_rulings(referee, table):
    _, page = tap(referee, address(table), "Hand 2")

    assert list(keys(page)) == [
        "A bid out of turn", "A wrong deal", "An exposed card", "Conduct", "A hand played again",
    ]  # fmt: skip


def test_what_nobody_could_tap_leads_to_the_step_before(referee, table):
    assert list(keys(referee.get(f"{address(table)}?hand=9").text)) == ["Hand 2", "Hand 1"]
    assert "A renege" in keys(referee.get(f"{address(table)}?hand=1&kind=nonsense").text)
    assert referee.get(f"{address(table)}?hand=1&kind=renege&fact-who=X").status_code == 422


def test_a_ruling_of_the_clubs_own_is_led_to_and_given(referee, table):
    book = with_own(table.card.book_version.book)
    type(table.card).objects.filter(pk=table.card_id).update(book_version=publish(book))
    _, page = tap(referee, address(table), "Hand 1", "Phone rang at the table")
    assert "Phones are off." in page
    at, page = tap(referee, address(table), "Hand 1", "Phone rang at the table", NS, f"Yes: 10 points off for {NS}")
    assert effect(page)[0] == (NS, "+90", "+80")

    given = referee.get(give(referee, at, page, decision="The phone of Ruth rang.").url).text

    assert points(table.event_round.event) == [80, 44, 80, 44]
    (ruling,) = sheet_of(table).rulings
    assert (ruling.said.kind, ruling.said.rule) == ("own:Phone rang at the table", "rulings.own.0")
    assert "Phone rang at the table" in given
    assert "#rulings-own-0" in given


def test_a_closed_round_takes_a_ruling_and_a_closed_event_none(referee, table):
    play_round(table.event_round, seed=1)
    close_round(event_round=table.event_round, acting=acting_as(), client_id="close")
    at, page = tap(referee, address(table), *RENEGE)

    said = referee.get(give(referee, at, page).headers["Location"]).text
    assert "Round 1 is closed, so its results have changed." in said

    at, page = tap(referee, address(table), "Hand 2", "Conduct", "Ruth Abernathy", "Something else", "Nothing")
    Event.objects.update(state=Event.State.CLOSED)
    first = referee.get(address(table)).text
    assert (keys(first), "A director can reopen it, with a reason." in first) == ({}, True)
    director = Client()
    director.force_login(make_user(table.event_round.event.club, "director"))
    assert list(keys(director.get(address(table)).text)) == ["Reopen the event…"]
    assert give(referee, at, page).status_code == 409
    assert len(sheet_of(table).rulings) == 1


def test_totals_alone_do_not_follow_a_ruling(referee, table):
    RoundTable.objects.filter(pk=table.pk).update(totals={"NS": 240, "EW": 100})

    _, page = tap(referee, address(table), *RENEGE)

    assert effect(page) == [(NS, "+90", "0"), (EW, "+44", "+86")]
    assert "no total follows from this" in page


def test_all_rulings_of_the_evening_stand_on_one_page(referee, table, django_assert_max_num_queries):
    at, page = tap(referee, address(table), *RENEGE)
    give(referee, at, page)
    call = called(table)

    with django_assert_max_num_queries(13):
        page = html.unescape(referee.get(reverse("league:rulings", args=at.split("/")[2:5:2])).text)

    assert "Table 1, hand 1: A renege" in page
    assert "Ruth reneged." in page
    assert f"/calls/{call.pk}/answer/" in page


def test_who_came_late_stands_there_as_the_results_count_it_and_not_where_the_table_does_not_count(referee, table):
    late = {"seat": "N", "minutes": 12, "substitute": "", "name": ""}
    enter(table, acting_as(), "late", "late", late, reason="the bus")
    rulings = reverse("league:rulings", args=[table.event_round.event.club.slug, table.event_round.event_id])

    page = " ".join(html.unescape(referee.get(rulings).text).split())
    assert 'Table 1: Ruth Abernathy</p> <p class="line-note">12 minutes late: 70 off · the bus</p>' in page

    RoundTable.objects.filter(pk=table.pk).update(counts=False)
    assert "minutes late" not in referee.get(rulings).text


def test_the_table_on_the_board_tells_its_rulings(referee, table):
    at, page = tap(referee, address(table), *RENEGE)
    give(referee, at, page)
    event = table.event_round.event

    board = referee.get(f"{reverse('league:desk', args=[event.club.slug, event.pk])}?open=1").text

    assert address(table, "ruling", sheet_of(table).rulings[0].number) in board
    assert address(table) in board
