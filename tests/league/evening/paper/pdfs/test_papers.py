"""The paper of an event, read back: what stands on it, where, and on how many pages."""

import re
from typing import Any

import pytest
import segno
from django.core.cache import caches

from league.acting.permissions import Kind
from league.evening.cards.reading import event_points, read_event
from league.evening.paper.pages.check_in import check_in_paper
from league.evening.paper.pages.heads import paper_head
from league.evening.paper.pages.results import results_paper
from league.evening.paper.pages.seatings import master_paper, seating_paper, slips_of
from league.evening.paper.pdfs import papers, score_cards
from league.evening.paper.pdfs.sheets import print_paper
from league.evening.rounds.deeds import start_round
from league.evening.seating.seatings import read_rounds
from league.evening.tables.deeds.tables import revoke_pass
from league.evening.tables.passes import passes_of
from league.models import Entrant, Event, EventRound, RoundSeat, RoundTable
from pinochle_club.ground import typesetting
from pinochle_club.ground.papers import PAPERS
from scoring.score_card.forms.papers import PER_PAGE
from tests.league.makers import acting_as, make_club, make_entrants, make_event, make_round, make_rules, play_round
from tests.sampling import SOAK, crossed
from tests.scoring.score_card.pdf_reading import (
    SIZES,
    boxes_of,
    fonts_of,
    inside,
    pages_of,
    picture_of,
    read,
    sizes_of,
    struck_tags,
    text_of,
)

pytestmark = pytest.mark.django_db
PLACED = ("Tuesday cards", "Tuesday, November 17, 2026", "Seating version 3")


@pytest.fixture(autouse=True, scope="module")
def nothing_kept():
    """By other tests; what these print of one evening is kept, and served to the next that reads it."""
    caches["pdfs"].clear()


def make_evening(players=9, rounds=1, **overrides):
    """An event with published rounds; everybody moves on by one place each round."""
    event = make_event(make_club(name="St. Hilary 7"), **{"seating_version": 3, **overrides})
    people = make_entrants(event, players)
    for number in range(1, rounds + 1):
        make_round(event, [*people[number - 1 :], *people[: number - 1]], number=number)
    return Event.objects.select_related("club", "rules__book_version", "three_handed_rules__book_version").get(
        pk=event.pk
    )


def renamed(event, names):
    for entrant, name in zip(event.entrants.all(), names * 50, strict=False):
        Entrant.objects.filter(pk=entrant.pk).update(name=name)
    return event


def score_cards_of(event, paper="letter", per_page=1, *, is_filled=True):
    head = paper_head(event, "Score cards")
    one = read_rounds(event)[0]
    cards = [score_cards.seated_card(event, head, each, one.event_round, is_filled=is_filled) for each in one.tables]
    return papers.score_cards_pdf(head, score_cards.card_sheets(head, cards, per_page), paper, per_page)


def slips(event, paper="letter"):
    return papers.slips_pdf(paper_head(event, "Slips"), slips_of(read_rounds(event)), paper)


def seating(event, paper="letter", by="both"):
    return papers.seating_pdf(seating_paper(event, read_rounds(event)[0], by), paper)


def master(event, paper="letter"):
    return papers.master_pdf(master_paper(event, read_rounds(event), ["Nobody has the same partner twice."]), paper)


def check_in(event, paper="letter"):
    return papers.check_in_pdf(check_in_paper(event, event.entrants.all()), paper)


def table_cards(event, paper="letter", per_page=2, tables=(1, 2, 3)):
    found = passes_of(event, list(tables))
    return papers.table_cards_pdf(paper_head(event, "Table cards"), list(found.values()), paper, per_page)


ALL = {
    "score_cards": score_cards_of, "slips": slips, "seating": seating, "master": master, "check_in": check_in,
    "table_cards": table_cards,
}  # fmt: skip


@pytest.mark.parametrize(("kind", "paper"), crossed(ALL, PAPERS))
def test_every_sheet_says_where_it_belongs(kind, paper):
    content = ALL[kind](make_evening(), paper)

    size = SIZES[paper] if kind != "master" else SIZES[paper][::-1]
    assert sizes_of(content) == {size}
    pages = pages_of(content)
    assert [said for said in PLACED for page in pages if said not in page] == []
    assert all(re.search(rf"(Page|Sheet) {number} of {len(pages)}", page) for number, page in enumerate(pages, start=1))
    assert fonts_of(content) <= {"Paper", "Paper-Ext", "DejaVu"}
    tags, kinds = struck_tags(content)
    assert tags == kinds > 20
    assert read(content).root_object["/Lang"] == "en"


@pytest.mark.parametrize("kind", ALL if SOAK else ("seating", "table_cards"))
def test_the_same_evening_makes_the_same_file(kind):
    """What flows, and what is cut and has pictures."""
    event = make_evening()

    first = ALL[kind](event)
    caches["pdfs"].clear()

    assert ALL[kind](event) == first


# -- score cards -------------------------------------------------------------------------


@pytest.mark.parametrize(("per_page", "paper"), crossed(PER_PAGE, PAPERS))
def test_each_table_has_its_card(per_page, paper):
    tables = 3 if per_page == 2 else 5  # one to a page, more pages than are laid out at once
    content = score_cards_of(make_evening(players=4 * tables), paper, per_page)

    text = text_of(content)
    assert len(pages_of(content)) == -(-tables // per_page)
    assert sizes_of(content) == {SIZES[paper] if per_page != 2 else SIZES[paper][::-1]}
    assert text.count("Bid Meld Take Total Bid Meld Take Total") == tables
    assert text.count("1 Ruth 2 Walt 3 Marge 4 Ed") == 1
    assert re.search(r"Tuesday, November 17, 2026 (Table )?1 (Round )?1", text)
    assert "Ruth Abernathy & Marge Delgado" in text
    assert "Game" not in text
    assert re.search(r"Opening bid\*?: 50", text)


def test_a_cut_stack_of_cards_is_in_table_order(tmp_path):
    """Seven tables, four to a page: each place is a pile, and the piles lie on each other in their order."""
    event = make_evening(players=28)
    renamed(event, [f"Seat{number}" for number in range(1, 29)])

    content = score_cards_of(event, "letter", 4)

    # The player who deals the second hand sits East: Seat2 at table 1, Seat6 at table 2 ...
    names = [f"Seat{4 * table + 2}" for table in range(7)]
    found = {name: places[0] for name, places in boxes_of(content, names, tmp_path).items()}
    half = (215.9 / 2, 279.4 / 2)
    place = {name: (int(down > half[1]), int(left > half[0]), page) for name, (page, left, down) in found.items()}
    assert sorted(names, key=place.__getitem__) == names
    assert [place[name] for name in names[:4]] == [(0, 0, 1), (0, 0, 2), (0, 1, 1), (0, 1, 2)]


def test_blank_cards_have_table_and_round_but_no_names():
    text = text_of(score_cards_of(make_evening(), is_filled=False))

    assert "Ruth" not in text
    assert re.search(r"Date Tuesday, November 17, 2026 Table 2 Round 1", text)


def test_three_handed_tables_have_the_card_for_three():
    club = make_club()
    event = make_event(
        club, book="st-hilary", three_handed_rules=make_rules(club, "gwinnett-3"), odd_players="three_handed"
    )
    make_round(event, make_entrants(event, 7))

    pages = pages_of(score_cards_of(event))

    assert [page.count("Bid Meld Take Total") for page in pages] == [2, 3]
    assert "round of 4 hands" in pages[0]
    assert "round of 3 hands" in pages[1]
    assert "1 Joan 2 Hank 3 Lois Total" in pages[1]


@pytest.mark.parametrize(
    ("overrides", "lines", "goal"),
    [
        ({"book": "st-hilary", "hands": 8}, 8, "round of 8 hands"),
        ({"book": "st-hilary", "round_end": "game"}, 17, "round of a game each"),
        ({"book": "st-hilary", "round_end": "time", "minutes": 20}, 17, "round of 20 minutes"),
        ({"book": "st-hilary", "hands": 40}, 17, "round of 40 hands"),
    ],
)
def test_a_card_has_the_lines_of_its_round(overrides, lines, goal):
    event = make_evening(players=4, **overrides)
    head = paper_head(event, "Score cards")
    one = read_rounds(event)[0]

    card = score_cards.seated_card(event, head, one.tables[0], one.event_round, is_filled=True)

    assert len(card.pages[0]["lines"]) == lines
    assert card.goal.endswith(goal)


def test_a_card_of_seventeen_lines_is_one_page():
    assert len(pages_of(score_cards_of(make_evening(players=4, book="st-hilary", hands=40)))) == 1


# -- table cards -------------------------------------------------------------------------


def test_a_table_card_has_number_pin_and_three_steps():
    event = make_evening()
    pages = pages_of(table_cards(event, per_page=1))

    for number, (page, one) in enumerate(zip(pages, passes_of(event, [1, 2, 3]).values(), strict=True), start=1):
        assert page.startswith(f"Table {number} PIN {one.pin_text} Open the score card.")
        assert "Enter each hand:" in page
        assert "Sign. After the last hand" in page
        assert "testserver/t/" in page


def test_a_cut_stack_of_table_cards_is_in_order():
    pages = pages_of(table_cards(make_evening(), per_page=2, tables=range(1, 8)))

    assert [re.findall(r"Table (\d) ?PIN", page) for page in pages] == [["1", "5"], ["2", "6"], ["3", "7"], ["4"]]


def test_the_picture_on_the_card_is_the_code_of_the_pass(tmp_path):
    event = make_evening()
    one = passes_of(event, [1])[1]

    content = table_cards(event, per_page=1, tables=(1,))

    width, height, pixels = picture_of(content, tmp_path, dots=150)
    assert code_in(width, height, pixels) == [
        bytes(row) for row in segno.make(one.address, error="m", micro=False).matrix
    ]
    figure = b"QR code: opens the score card of table 1"
    assert figure.decode() in str([*alternatives(content)])


def code_in(width, height, pixels):
    """The modules of the QR code in a picture: the box of all that is wholly black (text is not: it is dark blue)."""
    dark = [(at % width, at // width) for at, value in enumerate(pixels) if value < 6]
    left, right = min(x for x, _ in dark), max(x for x, _ in dark)
    top, bottom = min(y for _, y in dark), max(y for _, y in dark)
    corner = next(x for x in range(left, right) if pixels[(top + 3) * width + x] > 128) - left  # seven modules wide
    size = round((right - left + 1) / (corner / 7))
    step_x, step_y = (right - left + 1) / size, (bottom - top + 1) / size
    return [
        bytes(
            pixels[int(top + (row + 0.5) * step_y) * width + int(left + (column + 0.5) * step_x)] < 128
            for column in range(size)
        )
        for row in range(size)
    ]


def alternatives(content):
    """What is read out instead of pictures."""
    waiting = list(inside(read(content).root_object, "/StructTreeRoot", "/K"))
    while waiting:
        node = waiting.pop().get_object()
        if not isinstance(node, int):
            yield from [node["/Alt"]] if "/Alt" in node else []
            waiting += [kid for kid in node.get("/K", []) if not isinstance(kid, int)]


def test_a_revoked_pass_is_never_printed():
    event = make_evening()
    old = passes_of(event, [1])[1]
    before = table_cards(event, tables=(1,))

    revoke_pass(event=event, table_number=1, acting=acting_as(), client_id="revoke-1")

    text = text_of(table_cards(event, tables=(1,)))
    assert old.pin_text in text_of(before)
    assert old.pin_text not in text
    assert passes_of(event, [1])[1].pin_text in text


def test_passes_are_not_left_lying_about():
    caches["pdfs"].clear()

    table_cards(make_evening())

    kept: Any = caches["pdfs"]
    assert not list(kept._list_cache_files())


# -- seatings ----------------------------------------------------------------------------


def test_the_wall_says_who_sits_where_by_name_and_by_table():
    by_name, by_table = pages_of(seating(make_evening()))

    assert "Bernice Hall 9 sits out Ed Lindqvist 4 1 West with Walt Kowalski Hank Ostrowski 6 2 East" in by_name
    assert "Table 1 North Ruth Abernathy East Walt Kowalski South Marge Delgado West Ed Lindqvist Table 2" in by_table
    assert "Sitting out this round: Bernice Hall" in by_table


def test_number_of_a_table_stays_whole_beside_long_names():
    event = renamed(make_evening(players=8), ["Russell Vandermeer-Bloomquist"])
    RoundTable.objects.filter(number=2).update(number=12)

    (by_name,) = pages_of(seating(event, by="name"))

    assert by_name.count(" 12 ") == 4


@pytest.mark.parametrize(("by", "there"), [("name", "Name Table Seat"), ("table", "Table 1 North")])
def test_one_of_the_lists_alone(by, there):
    (page,) = pages_of(seating(make_evening(), by=by))

    assert there in page


def test_who_plays_on_for_somebody_is_on_the_wall_and_not_who_left():
    event = make_evening(players=9)
    seat = RoundSeat.objects.get(entrant__number=3)
    seat.substitute = event.entrants.get(number=9)
    seat.save()

    by_name, by_table = pages_of(seating(event))

    assert "Bernice Hall 9 1 South with Ruth Abernathy" in by_name
    assert "Marge Delgado 3 sits out" in by_name
    assert "South Bernice Hall West" in by_table


def test_a_draft_says_so_on_every_sheet():
    event = make_evening()
    EventRound.objects.filter(event=event).update(state="draft")

    for page in pages_of(seating(event)):
        assert "Draft: not published yet, may still change" in page
        assert "Draft of a seating Page" in page
        assert "Seating version" not in page


def test_a_slip_has_all_rounds_of_its_player():
    pages = pages_of(slips(make_evening(players=9, rounds=3)))

    page = next(page for page in pages if "Bernice Hall 9" in page)
    slip = page.split("Bernice Hall 9")[1].split("Against")[1].split("Tuesday cards")[0]
    assert slip.strip() == (
        "1 You sit out 2 2 West Lois Beckett Hank Ostrowski & Vern Talbot "
        "3 2 South Lois Beckett Vern Talbot & Ruth Abernathy"
    )


def test_a_cut_stack_of_slips_is_in_alphabetical_order():
    event = make_evening(players=20, rounds=2)

    content = slips(event)

    numbers = {entrant.name: entrant.number for entrant in event.entrants.all()}
    pages = [
        [name for name in re.findall(r"([A-Z]\w+ [A-Z]\w+) \d+ Round Table", page) if name in numbers]
        for page in pages_of(content)
    ]
    places = range(max(map(len, pages)))
    stack = [page[place] for place in places for page in pages if place < len(page)]
    assert stack == sorted(numbers)


def test_the_master_sheet_has_certificate_tables_and_places():
    first, second, *others = pages_of(master(make_evening(players=9, rounds=5)))

    assert "Nobody has the same partner twice." in first
    assert "Table Round 1 Round 2 Round 3 1 Ruth Abernathy & Marge Delgado Walt Kowalski & Ed Lindqvist" in first
    assert "Out Bernice Hall Ruth Abernathy Walt Kowalski" in first
    assert "Table Round 4 Round 5 1 " in first + second
    everybody = [first, second, *others][-1]
    assert "Player Round 1 Round 2 Round 3 Round 4 Round 5 " in everybody
    assert "Bernice Hall 9 out 2 W 2 S 2 E 2 N" in everybody


# -- the door ----------------------------------------------------------------------------


def test_the_list_for_the_door_adds_up_the_fees():
    event = make_evening(players=4, fee=500, guest_fee=750)
    event.entrants.update(fee=500, state="expected")
    event.entrants.filter(number=1).update(paid=500, state="here")
    event.entrants.filter(number=2).update(fee=750, paid=300, is_guest=True)
    Entrant.objects.create(event=event, number=5, name="House player", is_house_player=True)

    text = text_of(check_in(event))

    assert "Here No. Name Fee Paid Due Paid now 4 Ed Lindqvist $5 – $5 3 Marge Delgado $5 – $5" in text
    assert "✓ 1 Ruth Abernathy $5 $5 2 Walt Kowalski guest $7.50 $3 $4.50" in text
    assert "4 players, 1 here $22.50 $8 $14.50" in text
    assert "House player" not in text


def test_without_fees_the_list_has_no_money_on_it():
    assert "$" not in text_of(check_in(make_evening()))


# -- results -----------------------------------------------------------------------------


def results(event, number=1):
    readings = read_event(event)
    return results_paper(event, readings, event_points(event, readings), number)


def play(event, number):
    """A round from its start to its end."""
    event_round = start_round(
        event_round=event.rounds.get(number=number), acting=acting_as(), client_id=f"start-{number}"
    )
    play_round(event_round, seed=number)
    EventRound.objects.filter(pk=event_round.pk).update(state="closed")


def test_results_rank_the_players_with_what_their_points_are_made_of():
    event = make_evening(players=9, rounds=2, sit_out_credit="fixed", fixed_credit=100)
    play(event, 1)
    play(event, 2)
    context = results(event, 2)

    printed = {paper: papers.results_pdf(context, paper) for paper in (PAPERS if SOAK else ["letter"])}

    text = text_of(printed["letter"])
    assert [text_of(content) for content in printed.values()] == [text] * len(printed)
    assert [sizes_of(content) for content in printed.values()] == [{SIZES[paper]} for paper in printed]
    first = context["rows"][0]
    assert [row["rank"] for row in context["rows"][:3]] == ["1", "1", "3"]
    names = ("rank", "name", "number", "table", "steps", "points", "total")
    assert " ".join(str(first[name]) for name in names) in text
    assert first["steps"].startswith("The hands of ")
    out = next(row for row in context["rows"] if row["table"] == "–")
    assert (out["steps"], out["points"]) == ("Sat out: fixed credit +100", "100")
    assert "Anyone who sits out gets 100 points." in text
    assert "After 2 rounds" in text
    totals = {row["name"]: row["total"] for row in context["rows"]}
    assert {row["name"]: row["total"] for row in context["standing"]} == totals
    assert sum(cell.endswith("*") for row in context["standing"] for cell in row["rounds"]) == 2


def test_results_say_what_is_unusual_at_a_table():
    event = make_evening(players=8)
    play(event, 1)
    event_round = event.rounds.get()
    first, second = event_round.tables.all()
    entry = first.card.entries.filter(kind="take", hand=2).get()
    entry.by_director = True
    entry.save()
    second.totals = {"NS": 400, "EW": 120}
    second.save()

    remarks = {table["number"]: table["remarks"] for table in results(event)["tables"]}

    assert remarks[1].endswith("Corrected by the director: hand 2")
    assert remarks[2].startswith("Totals typed by the director, hands not counted")
    text = text_of(papers.results_pdf(results(event), "letter"))
    assert re.search(r"★ (400 )?Joan Pruitt & Lois Beckett", text)
    assert "Corrected by the director: hand 2" in text


def test_totals_alone_are_marked_in_every_list_of_the_results():
    event = make_evening(players=8, rounds=2)
    play(event, 1)
    play(event, 2)
    event.rounds.get(number=1).tables.filter(number=2).update(totals={"NS": 400, "EW": 120})

    first, after_two = results(event, 1), results(event, 2)

    marked = [row for row in first["rows"] if row["table"] == "2"]
    assert {row["points"] for row in marked} == {"400†", "120†"}
    assert {row["steps"].rpartition(" ")[0] for row in marked} == {"Totals typed by the director, hands not counted"}
    assert not any("†" in row["points"] for row in first["rows"] if row["table"] == "1")
    assert sum("†" in row["rounds"][0] for row in after_two["standing"]) == 4
    assert {row["name"] for row in after_two["standing"] if row["total"].endswith("†")} == {
        row["name"] for row in marked
    }
    assert {row["name"] for row in after_two["rows"] if row["total"].endswith("†")} == {row["name"] for row in marked}
    assert "† Totals typed by the director, hands not counted." in text_of(papers.results_pdf(first, "letter"))
    text = text_of(papers.results_pdf(after_two, "letter"))
    assert "not in the round. † Totals typed by the director, hands not counted." in text


def test_results_of_an_open_round_are_marked():
    event = make_evening(players=4)
    start_round(event_round=event.rounds.get(), acting=acting_as(), client_id="start-it")

    text = text_of(papers.results_pdf(results(event), "letter"))

    assert "This round is still being played. These aren’t the final results." in text
    assert "Nothing entered yet" in text


# -- many people, letters that are missing, keeping --------------------------------------


def test_letters_that_no_font_has_are_told_on_the_list(monkeypatch):
    event = renamed(make_evening(players=4), ["Ann", "山田太郎", "Ελένη", "Иван"])
    monkeypatch.setattr(typesetting, "missing_letters", lambda letters: "".join(x for x in letters if x in "山田太郎"))

    text = text_of(seating(event, by="name"))

    assert "This server has no font for some letters in these names" in text


def test_letters_of_greek_cyrillic_hebrew_and_arabic_are_there():
    assert papers.missing_letters("Ελένη Иван מרים محمد Nguyễn") == ""


@pytest.fixture
def typeset(monkeypatch):
    """The HTML that is typeset, page by page. What comes of it is an empty page each: nobody reads it."""
    pages, original = [], typesetting.pdf_of

    def empty(html, **how):
        pages.append(html)
        return original("<html lang=en><title>Empty</title>", **how)

    monkeypatch.setattr(typesetting, "pdf_of", empty)
    return pages


def test_a_name_is_never_markup(typeset):
    caches["pdfs"].clear()
    event = renamed(make_evening(players=4), ["<img src='file:///etc/passwd'>"])

    for make in (make for make in ALL.values() if make is not table_cards):
        typeset.clear()
        make(event)
        html = "".join(typeset)
        assert "&lt;img src=&#x27;file:///etc/passwd&#x27;&gt;" in html
        assert "<img src='file" not in html


def test_paper_is_served_again_until_what_stands_on_it_changes(typeset):
    caches["pdfs"].clear()
    event = make_evening(players=8)

    for _ in range(2):
        seating(event), score_cards_of(event), slips(event)
    assert len(typeset) == 3
    event.seating_version = 4
    seating(event)
    assert len(typeset) == 4


def test_all_for_tonight_is_one_file_of_what_there_is():
    caches["pdfs"].clear()  # other tests kept cards that they only made up
    event = make_evening(players=5)

    def pages(key):
        return pages_of(print_paper(event.pk, key, Kind.DIRECTOR, {"paper": "letter"}))

    apart = [pages(key) for key in ("table_cards", "check_in", "seating", "slips", "score_cards", "master")]
    assert pages("tonight") == [page for paper in apart for page in paper]

    event.rounds.all().delete()
    assert pages("tonight") == [*pages("check_in")]  # nobody is seated: no table has a card
