"""A member's page: its figures against a count from the raw entries, who sees what, and what it costs."""

import io
import re
from collections import Counter, defaultdict
from datetime import date
from html import unescape
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.acting.unchanged import copies
from league.evening.ledger.facts import COUNTED_MELDS
from league.evening.ledger.rows import fill_rows
from league.models import Event, LedgerRow, RoundTable, Season
from league.outside.archive.deeds import restore_club
from league.outside.archive.format import AT_THE_SERVER
from league.outside.archive.writing import write_archive
from league.season.players.hands import BESTS, HANDS, OF_CLUB, counted_by, hand_count, read_hands
from league.season.players.listings import HandList, NightList
from league.season.players.pages.record import Fact, RecordPage, melds_say
from league.season.players.record import by_book, tally_of
from league.season.players.rounds import lifetime_of
from league.season.seasons.rules import SeasonRules
from scoring.models import Entry
from tests.lasting import lasting
from tests.league.makers import acting_as, make_club, make_members, make_rules, make_user
from tests.league.naive_points import HAND_KINDS, OTHER, SIDE, evening_points, hand_score, standing_entries
from tests.league.season.players.played import play_evening
from tests.league.season.players.views.test_own import signed_in
from tests.sampling import sample
from tests.scoring.score_card.pdf_reading import unset, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(django_db_setup, django_db_blocker):
    """Two evenings of eight, played once for all the tests that only look."""
    with lasting(django_db_blocker):
        club = make_club()
        play_evening(club, date(2026, 11, 10))
        play_evening(club, date(2026, 11, 17), seeds=(3, 4))
        yield club


@pytest.fixture
def ruth(club):
    return club.members.get(number=1)


def address(name, *args, **query):
    return reverse(f"league:{name}", args=[args[0].slug, *args[1:]], query=query)


COMMON = ("marriage", "royal_marriage", "nine")


def naive(event):
    """By member: what every hand was to whoever sat there, counted with a pencil."""
    found: defaultdict[int | None, Counter[Any]] = defaultdict(Counter)
    for table in RoundTable.objects.filter(event_round__event=event):
        who = {seat.seat: seat.entrant.member_id for seat in table.seats.select_related("entrant")}
        lines: defaultdict[int | None, dict[str, Any]] = defaultdict(dict)
        for entry in standing_entries(table.card_id):
            if entry.kind in HAND_KINDS:
                lines[entry.hand].update(entry.payload)
        for line in lines.values():
            score, side = hand_score(line), SIDE[line["bidder"]]
            is_made = score[side] > 0
            for seat, member in who.items():
                role = "bids" if seat == line["bidder"] else "partner_bids" if SIDE[seat] == side else "defended"
                found[member] += Counter({"hands": 1, role: 1, f"{role} made": is_made})
                found[member]["hands_won"] += score[SIDE[seat]] > score[OTHER[SIDE[seat]]]
                found[member]["bid_sum"] += line["bid"] if role == "bids" else 0
                melds = [tuple(one) for one in line["melds"].get(seat, ())]
                several = Counter(f"{kind}_{count}" for kind, _, count in melds if kind not in COMMON)
                found[member] += several + Counter(named=1)
            for seat, member in who.items():
                for other, partner in who.items():
                    if other != seat:
                        found[member][partner, SIDE[other] == SIDE[seat]] += 1
    return found


def test_figures_are_those_of_the_raw_entries(club):
    evenings = list(Event.objects.filter(club=club))
    counted: defaultdict[int | None, Counter[Any]] = defaultdict(Counter)
    points: Counter[int | None] = Counter()
    for event in evenings:
        for member, figures in naive(event).items():
            counted[member] += figures
        members = dict(event.entrants.values_list("pk", "member"))
        points.update({members[entrant]: sum_ for entrant, sum_ in evening_points(event).items()})

    for member in club.members.all():
        life, raw = lifetime_of(member), counted[member.pk]
        record = by_book(life.rounds)["npa"]
        facts = defaultdict(int, record.facts)
        assert sum(one.points for one in record.rounds) == points[member.pk]
        assert {
            "hands": facts["hands"],
            "hands_won": facts["hands_won"],
            "bids": facts["bids"],
            "bids made": facts["made"],
            "bid_sum": facts["bid_sum"],
            "partner_bids": facts["partner_bids"],
            "partner_bids made": facts["partner_made"],
            "defended": facts["defended"],
            "defended made": facts["defended"] - facts["defended_set"],
        } == {name: raw[name] for name in (
            "hands", "hands_won", "bids", "bids made", "bid_sum", "partner_bids", "partner_bids made", "defended",
            "defended made",
        )}  # fmt: skip
        melds = {name: figure for name, figure in facts.items() if name == "named" or name in COUNTED_MELDS}
        assert melds == {name: figure for name, figure in raw.items() if name == "named" or name in COUNTED_MELDS}
        for is_together, met in ((True, life.whole.together), (False, life.whole.against)):
            for other, tallies in met.items():
                assert sum(one.rounds for one in tallies.values()) * 4 == raw[other, is_together]


def test_rows_from_before_melds_were_counted_are_made_anew_when_the_server_starts(club):
    """The migration lets them go; what was typed alone, as in the second evening here, stays as it is."""
    first, second = Event.objects.filter(club=club).order_by("played_on")
    Entry.objects.filter(card__round_table__event_round__event=second, kind="meld").update(payload={})
    counted = dict(LedgerRow.objects.filter(event=first).values_list("pk", "facts"))
    uncount(club)
    told: list[object] = []

    migration = import_module("league.migrations.0022_pinochles_counted")
    migration.let_rows_be_made_anew(apps, None)
    fill_rows(told.append)

    assert told == [1]
    again = LedgerRow.objects.filter(event=first).order_by("pk")
    assert [row.facts for row in again] == [counted[pk] for pk in sorted(counted)]
    assert any("pinochle_1" in row.facts for row in again)


def test_club_from_an_older_archive_counts_its_melds_as_well(club):
    counted = facts_in_order(club)
    uncount(club)
    file = io.BytesIO()
    write_archive(club, file)

    twin = restore_club(file=file, limits=AT_THE_SERVER, acting=acting_as("admin")).club

    assert facts_in_order(twin) == counted
    assert not twin.events.filter(ledger_mark="").exists()


def facts_in_order(club):
    rows = LedgerRow.objects.filter(event__club=club).order_by("event__played_on", "round_number", "entrant__number")
    return list(rows.values_list("facts", flat=True))


def uncount(club):
    """The rows as they were before melds were counted."""
    for row in LedgerRow.objects.filter(event__club=club):
        row.facts = {name: figure for name, figure in row.facts.items() if name not in ("named", *COUNTED_MELDS)}
        row.save()


def test_page_and_sheet_say_on_how_many_hands_melds_are_counted(club, ruth):
    life = lifetime_of(ruth)
    part = RecordPage(club, ruth, life, life.whole, None, str).books[0]
    facts = by_book(lifetime_of(ruth).rounds)["npa"].facts
    pinochles = next(fact for fact in part.melds if fact.name == "Pinochles")

    page = " ".join(Client().get(address("player", club, ruth.pk)).content.decode().split())

    assert facts["pinochle_1"] == int(pinochles.figure) > 0
    opens = address("player_hands", club, ruth.pk, "pinochle_1")
    assert f'<dt>Pinochles</dt> <dd><a class="reach" href="{opens}"><b>{facts["pinochle_1"]}</b>' in page
    assert "Counted on all 16 hands above." in page


def test_stranger_reads_record_and_company_but_no_penalties(club, ruth):
    pages = [Client().get(address(name, club, ruth.pk)).text for name in ("player", "player_company", "player_nights")]
    other = lifetime_of(ruth).whole.met[0]

    assert all("Ruth Abernathy" in page for page in pages)
    assert [page.count('aria-label="Average per round on') for page in pages] == [1, 0, 1]
    assert 'role="table" aria-labelledby="nights-npa"' in pages[2]
    assert "Best round" in pages[0]
    best = by_book(lifetime_of(ruth).rounds)["npa"].best_round
    assert address("read_card", club, best.event, best.number, best.table) in pages[0]
    assert address("player_against", club, ruth.pk, other) in pages[1]
    assert [address("event", club, one.pk) in pages[2] for one in club.events.all()] == [True, True]
    assert not any("Rulings and penalties" in page for page in pages)


def test_lists_of_two_books_turn_one_at_a_time(club, ruth, monkeypatch):
    monkeypatch.setattr(NightList, "rows_a_page", 1)
    for event in list(club.events.all()):  # the same nights by another book
        rows = list(event.ledger.all())
        event.pk, event.rules = None, make_rules(club, "st-hilary")
        event.save()
        for row in rows:
            row.pk, row.event = None, event
        LedgerRow.objects.bulk_create(rows)

    def shown(**query):
        text = Client().get(address("player_nights", club, ruth.pk, **query)).text
        return re.findall(r"Page (\d) of 2", text), re.findall(r'href="(\?[^"]*page=[^"]*)"', text)

    links = [f"?part={part}&amp;page=2#nights-{book}" for part, book in enumerate(("npa", "st-hilary"), start=1)]
    assert shown() == (["1", "1"], links)
    assert shown(part=2, page=2)[0] == ["1", "2"]


def test_duplicate_night_shows_its_percentage_and_a_club_without_one_nothing_of_it(club, ruth):
    pages = [address(name, club, ruth.pk) for name in ("player", "player_nights")]
    before = [Client().get(page).text for page in pages]
    second = Event.objects.filter(club=club, played_on=date(2026, 11, 17))
    LedgerRow.objects.filter(event__in=second).update(share=22_500, boards=4)
    second.update(compared="matchpoints", ledger_mark="compared", version=99)

    after = [Client().get(page).text for page in pages]

    assert ["Duplicate" in text for text in before] == [False, False]
    assert ["56.3%" in text and "Duplicate" in text for text in after] == [True, True]


def test_strangers_learn_of_nobody_who_never_played(client):
    club = make_club()
    [quiet] = make_members(club, 1)
    page, sheet = (address(name, club, quiet.pk) for name in ("player", "player_sheet"))

    assert [client.get(one).status_code for one in (page, sheet)] == [404, 404]
    client.force_login(make_user(club, "member"))
    assert client.get(page).status_code == 200


def test_officials_are_led_to_the_history_and_the_member_home(club, ruth):
    referee = Client()
    referee.force_login(make_user(club, "referee"))

    assert "Rulings and penalties" in referee.get(address("player", club, ruth.pk)).content.decode()
    own = signed_in(ruth).get(address("player", club, ruth.pk)).content.decode()
    assert own.count(address("me", club)) == 2  # in the line of places, and on the page


def test_meeting_is_clickable_both_ways_and_lists_its_rounds(club, ruth):
    life = lifetime_of(ruth)
    marge = next(one for played in life.rounds for one in played.partners)
    together = tally_of(one for one in life.rounds if marge in one.partners)

    page = Client().get(address("player_with", club, ruth.pk, marge)).content.decode()

    assert f"{together.rounds} rounds, {together.won} won" in page
    assert page.count("<tr") == together.rounds + 1
    assert address("player_with", club, marge, ruth.pk) in page
    assert Client().get(address("player_with", club, ruth.pk, ruth.pk)).status_code == 404


def test_every_count_opens_as_many_as_it_says(club, ruth):
    """On a member's page and on one with a partner: each figure that leads on, and the rows behind it."""
    marge = next(one for played in lifetime_of(ruth).rounds for one in played.partners)
    pages = [
        Client().get(address(*of)).text for of in (("player", club, ruth.pk), ("player_with", club, ruth.pk, marge))
    ]
    shown = {unescape(href): said for page in pages for href, said in re.findall(COUNT, page)}
    facts = {href.split("/")[-2] for href in shown}

    assert {href.split("/")[-2] for href in shown if "of=club" in href} == set(OF_CLUB)
    assert any("first=" in href for href in shown)
    assert facts >= {"hands", "bids", "rounds", "set", "pinochle_1", "nights", "won", "both_set"}
    for href, said in shown.items():
        fact, (number, *_) = href.split("/")[-2], re.findall(r"\d+", said) or [""]
        if first := re.search(r"first=(\d+)", href):
            number = first[1]
        expected = 1 if fact in BESTS else 8 if "event=" in href else int(number) if number else LONGEST[fact](ruth)
        assert sum(page.count("<tr") - 1 for page in pages_of(href)) == expected, href


LONGEST = {
    "made_in_a_row": lambda member: lifetime_of(member).whole.bids_made.longest,
    "won_in_a_row": lambda member: lifetime_of(member).whole.rounds_won.longest,
}


COUNT = r'href="([^"]*/hands/[^"]*)">(?:<b>)?([^<]*)<'


def pages_of(href):
    """All pages of a list."""
    first = Client().get(href).text
    number = int((re.findall(r"Page 1 of (\d+)", first) or [1])[0])
    more = (Client().get(f"{href}{'&' if '?' in href else '?'}page={at}").text for at in range(2, number + 1))
    return [first, *more]


def test_every_figure_of_everybody_has_its_hands(club):
    """Each hand is on the card that it leads to, and was to the player what the figure says."""
    for member in club.members.all()[: sample(2, 8)]:
        record = lifetime_of(member).whole
        for fact, (_, count) in HANDS.items():
            if not count(record.facts):
                continue
            slots = counted_by(record, fact)
            hands = read_hands(slots, count)
            assert len(hands) == count(record.facts) == sum(count(one.facts) for one in unique(hands)), fact
        for fact, longest in LONGEST.items():
            assert len(counted_by(record, fact)) == longest(member)
        for fact in BESTS:
            greatest = hand_count(record, fact)
            assert greatest is not None
            (best,) = read_hands(counted_by(record, fact), greatest)
            assert best.facts[fact] == record.facts[fact]


def unique(hands):
    return {(hand.table.table.pk, hand.line.number): hand for hand in hands}.values()


def test_page_of_a_count_reads_its_own_cards_alone(club, ruth, django_assert_num_queries, monkeypatch):
    page = address("player_hands", club, ruth.pk, "hands")
    Client().get(page)
    for size in (1, 20):
        monkeypatch.setattr(HandList, "rows_a_page", size)
        copies.clear()
        with django_assert_num_queries(14):
            assert Client().get(page).text.count("<tr") == 1 + min(size, 16)


@pytest.mark.parametrize(
    ("fact", "query", "status"),
    [("nonsense", {}, 404), ("hands", {"book": "none"}, 200), ("hands", {"event": "x", "page": "-"}, 200)],
)
def test_count_that_nobody_asks_for_shows_nothing(club, ruth, fact, query, status):
    answer = Client().get(address("player_hands", club, ruth.pk, fact, **query))

    assert (answer.status_code, "<tr" in answer.text) == (status, False)


def test_season_is_chosen_in_the_address_and_kept_there(club, ruth):
    events = club.events.order_by("played_on").values_list("pk", flat=True)
    rules = SeasonRules(events=(events[1],))
    days = {"opens_on": date(2026, 9, 1), "closes_on": date(2027, 5, 31)}
    season = Season.objects.create(club=club, name="2026–27", draft=rules.to_json(), **days)
    own = address("player", club, ruth.pk, season=season.pk)
    assert Client().get(own).status_code == 404  # nothing of it was published
    director = Client()
    director.force_login(make_user(club, "director"))
    assert "November 17" in director.get(own).content.decode()
    version = season.versions.create(number=1, rules=rules.to_json(), published_at=timezone.now())
    season.publications.create(number=1, state="provisional", rules=version, at=timezone.now())

    page = Client().get(address("player", club, ruth.pk, season=season.pk)).content.decode()

    assert "November 17" in page
    assert "November 10" not in page
    assert address("player_sheet", club, ruth.pk, season=season.pk) in page
    assert Client().get(address("player", club, ruth.pk, season=10**6)).status_code == 404


def test_page_of_a_season_that_is_over_tells_nothing_of_today(club, ruth, monkeypatch):
    monkeypatch.setattr("league.season.players.views.record.grade_of", lambda *_: ["a grade"])
    monkeypatch.setattr(
        "league.season.players.pages.record.grade_facts", lambda found: [Fact(one, "1") for one in found]
    )
    rules = SeasonRules(events=tuple(club.events.values_list("pk", flat=True)))
    days = {"opens_on": date(2026, 9, 1), "closes_on": date(2027, 5, 31)}
    season = Season.objects.create(club=club, name="2026–27", state="closed", draft=rules.to_json(), **days)
    member = Client()
    member.force_login(make_user(club, "director"))

    today, then = (member.get(address("player", club, ruth.pk, **of)).text for of in ({}, {"season": season.pk}))

    assert (">now, " in today, "a grade" in today) == (True, True)
    assert (">now, " in then, "a grade" in then) == (False, False)


@pytest.mark.parametrize(
    ("name", "first", "again"), [("player", 20, 14), ("player_nights", 14, 10), ("player_company", 14, 10)]
)
def test_queries_are_the_same_for_one_night_and_for_many(club, ruth, name, first, again, django_assert_num_queries):
    page = address(name, club, ruth.pk)
    for _ in range(2):
        copies.clear()
        with django_assert_num_queries(first):
            Client().get(page)
        copies.clear()
        with django_assert_num_queries(again):  # nothing new in the ledger
            Client().get(page)
        LedgerRow.objects.filter(event=club.events.first()).delete()
        club.events.filter(pk=club.events.first().pk).update(ledger_mark="read again")


def test_stranger_who_has_the_page_is_told_that_it_still_holds(club, ruth, django_assert_num_queries):
    reader, page = Client(), address("player", club, ruth.pk)
    reader.get(page)  # from now on the browser has the token of its forms
    seen = {"If-None-Match": reader.get(page).headers["ETag"]}
    with django_assert_num_queries(4):
        assert reader.get(page, headers=seen).status_code == 304

    reader.cookies["theme"] = "dark"
    assert reader.get(page, headers=seen).status_code == 200
    del reader.cookies["theme"]
    club.log.create(action="closed the event", at=timezone.now())
    assert reader.get(page, headers=seen).status_code == 200
    signed = signed_in(ruth).get(page, headers=seen)
    assert (signed.headers["Cache-Control"], "ETag" in signed.headers) == ("no-store", False)


def test_sheet_holds_what_the_page_says(club, ruth):
    with unset():
        words = words_of(Client().get(address("player_sheet", club, ruth.pk)).content)
    record = by_book(lifetime_of(ruth).rounds)["npa"]

    assert "Ruth Abernathy" in words
    assert f"{sum(one.points for one in record.rounds):,}" in words
    assert str(record.best_round.points) in words
    assert melds_say(record.facts) in words
