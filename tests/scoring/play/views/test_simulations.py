"""Asking for a simulation on a page, watching it, stopping it, and coming back to what it came to."""

import re
from html import unescape
from unittest.mock import Mock

import pytest
from django.test import Client

from scoring.models import Simulation
from scoring.play import jobs
from scoring.play.views import simulations
from scoring.rules.book import built_in_books
from scoring.score_card import access
from tests.books import PLAYED
from tests.responses import words_of
from tests.scoring.play.simulated import START, Here, ask, played, small
from tests.scoring.score_card.test_secrecy import Inline

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def url_of(job: Simulation, path: str = "") -> str:
    return f"{START}{job.pk}/{path}"


# -- asking ------------------------------------------------------------------------------


def test_every_book_can_be_tried(client):
    page = client.get(START).content.decode()

    for key in PLAYED:
        assert f'href="{START}new/{key}/"' in page
        assert client.get(f"{START}new/{key}/").status_code == 200
    assert client.get(f"{START}new/no-such-book/").status_code == 404


def test_page_asks_only_what_the_book_has(client):
    assert "passing__cards" not in client.get(f"{START}new/npa/").content.decode()
    assert "passing__cards" in client.get(f"{START}new/hidden-valley/").content.decode()
    assert "contract__points_needed" not in client.get(f"{START}new/gwinnett/").content.decode()


def test_change_is_put_in_line_and_leads_to_its_page(client):
    answer = ask(client, auction__opening="60", contract__unsaved_take="kept", other="meld.pinochle.1=40\n")

    job = Simulation.objects.get()
    plan = jobs.plan_of(job)
    assert answer.headers["Location"] == url_of(job)
    assert (job.deals, job.bots, job.state) == (1000, "club", "waiting")
    assert plan.first == built_in_books()["npa"]
    assert (plan.second.auction.opening, plan.second.contract.unsaved_take) == (60, "kept")
    assert plan.second.meld.pinochle == (15, 40, 90, 500)
    page = words_of(client.get(answer.headers["Location"]))
    assert "NPA, opening bid: 60 instead of 50, points of defenders who do not save: kept instead of lost" in page
    assert "meld.pinochle.1: 40 instead of 30" in page
    assert "It is next." in page


def test_melds_that_are_the_game_are_tried_where_a_table_may_agree_on_them(client):
    assert "bonuses__game_melds__played" not in client.get(f"{START}new/npa/").content.decode()

    answer = ask(client, book="cutthroat", bonuses__game_melds__played="always")

    plan = jobs.plan_of(Simulation.objects.get())
    assert (plan.first.game_melds is None, plan.second.game_melds is None) == (True, False)
    words = "melds that are the game: always instead of where a table agrees on it"
    assert words in words_of(client.get(answer.headers["Location"]))


def test_figure_as_in_the_book_is_no_change(client):
    ask(client, auction__opening="50")

    job = Simulation.objects.get()
    assert job.against == ""
    assert "NPA as it is" in words_of(client.get(url_of(job)))


def test_same_tap_is_one_simulation(client):
    start = access.new_secret()

    answers = [ask(client, start=start, auction__opening="60") for _ in range(2)]

    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert Simulation.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"auction__opening": "sixty"}, "Enter a whole number, or leave it empty to keep it as it is."),
        ({"auction__opening": "62"}, "The opening bid is not a multiple of 5."),
        ({"auction__opening": "99999"}, "Enter a number up to 9999."),
        ({"play__heading": "sideways"}, "Choose one of those shown."),
        ({"other": "opening"}, "Write path=value"),
        ({"other": "auction.openin=5"}, "Rule books have no such entry. Check the spelling."),
        ({"other": "meld.minimum=-5"}, "meld.minimum: "),
        ({"other": "a=1\n" * 13}, "Up to 12 lines."),
        ({"other": "x" * 1001}, "Up to 1000 characters."),
        ({"deals": "1000000"}, "Choose one of those shown."),
        ({"deals": ""}, "Choose one."),
        ({"bots": "expert"}, "Choose one of those shown."),
        ({"start": "nonsense"}, "Tap again."),
        ({"meld__minimum": "0"}, "contract.below_minimum: There is no minimum in the meld table to be below."),
    ],
)
def test_what_cannot_be_is_told_beside_its_field_and_kept(client, fields, sentence):
    answer = ask(client, **fields)

    assert answer.status_code == 422
    assert sentence in words_of(answer)
    assert not Simulation.objects.exists()
    for value in fields.values():
        assert value in unescape(answer.content.decode()) or value in ("sideways", "1000000", "expert", "")


def test_too_many_are_refused_and_nothing_typed_is_lost(client):
    for _ in range(jobs.MOST_WAITING_OF_ONE):
        ask(client)

    answer = ask(client, auction__opening="65")

    assert answer.status_code == 429
    assert "are already waiting" in words_of(answer)
    assert 'value="65"' in answer.content.decode()


def test_one_too_many_takes_no_turn_among_the_writers(client, monkeypatch):
    """Twenty a second would hold up every table that saves."""
    tap = access.new_secret()
    for start in (tap, "", ""):
        ask(client, start=start)
    turns = Mock(wraps=simulations._find_or_ask)
    monkeypatch.setattr(simulations, "_find_or_ask", turns)

    assert ask(client).status_code == 429
    assert not turns.called
    assert ask(client, start=tap).status_code == 302  # the first tap once more finds its job


# -- watching ----------------------------------------------------------------------------


def test_page_asks_again_until_it_is_over(client):
    job = small(client, "gwinnett")
    waiting = client.get(url_of(job)).content.decode()
    jobs.next_job()
    job.refresh_from_db()

    same = client.get(url_of(job, f"progress/?v={job.version}"), headers=HTMX)
    news = client.get(url_of(job, "progress/?v=0"), headers=HTMX)

    assert f'hx-get="{url_of(job, "progress/")}?v=0"' in waiting
    assert same.status_code == 204
    assert "0 of 60 hands played" in words_of(news)
    assert "<html" not in news.content.decode()

    jobs.Worker(pool=Here).work()
    done = client.get(url_of(job, f"progress/?v={job.version}"), headers=HTMX).content.decode()
    assert "All hands have been played." in done
    assert "hx-get" not in done


def test_line_is_told(client):
    small(client)
    second = small(client)

    assert "Waiting in line. One is ahead of it." in words_of(client.get(url_of(second)))


def test_figures_of_hands_so_far_are_told_as_such(client):
    job = played(client, "gwinnett")
    over = words_of(client.get(url_of(job)))
    Simulation.objects.update(state=Simulation.State.RUNNING)

    running = words_of(client.get(url_of(job)))

    assert ("So far. This may still change" in over, "So far. This may still change" in running) == (False, True)


def test_report_compares_says_how_and_costs_few_queries(client, django_assert_max_num_queries):
    job = played(client, auction__opening="65")

    with django_assert_max_num_queries(2):
        response = client.get(url_of(job))

    page, text = response.content.decode(), words_of(response)
    assert "Bids are higher" in text
    assert re.search(r"Bids that are set [\d.]+% \([\d.]+ to [\d.]+\)", text)
    assert "±" in text
    assert re.search(r"This rule would matter: \d+ hands of 60 went differently. [^%]* instead of ", text)
    assert page.index("This rule would") < page.index("<details") < page.index("±")
    assert re.search(r"no difference shown yet −?[\d.]+", text)
    assert re.search(r"about [\d,]+ more hands would tell, if it is this large", text)
    assert "Both rules were played on the same cards" in text
    assert "Left of the dealer" in text
    assert page.count('<svg class="column-chart"') == 6
    assert page.count("<summary>All the figures</summary>") == 6
    assert Inline(page).found == []


def test_report_of_one_book_compares_nothing(client):
    text = words_of(client.get(url_of(played(client, "gwinnett-3"))))

    assert "Bids that are set" in text
    assert "Changed" not in text
    assert "instead" not in text


def test_result_is_there_for_whoever_has_the_address(client):
    job = played(client, "gwinnett")
    stranger = Client()

    assert stranger.get(url_of(job)).status_code == 200
    assert url_of(job) in client.get(START).content.decode()
    assert url_of(job) not in stranger.get(START).content.decode()
    assert client.get(f"{START}5a2c8a52-6f5b-4f0e-9d5e-3f1f6d1c7b11/").status_code == 404


# -- stopping ----------------------------------------------------------------------------


def test_own_simulation_is_stopped(client):
    job = small(client)
    assert "Stop it" in words_of(client.get(url_of(job)))

    answer = client.post(url_of(job, "cancel/"))

    job.refresh_from_db()
    assert answer.headers["Location"] == url_of(job)
    assert job.state == "cancelled"
    assert "Canceled." in words_of(client.get(url_of(job)))
    assert client.post(url_of(job, "cancel/")).status_code == 302


def test_strangers_simulation_is_not(client):
    job = small(client)
    stranger = Client()

    assert "Stop it" not in words_of(stranger.get(url_of(job)))
    assert stranger.post(url_of(job, "cancel/")).status_code == 403
    job.refresh_from_db()
    assert job.state == "waiting"


def test_looking_stops_nothing(client):
    job = small(client)

    assert client.get(url_of(job, "cancel/")).status_code == 405
