import pytest
from django.core.cache import caches

from scoring.models import PlayedDeal, PlayedGame
from scoring.play import judging, thinking
from scoring.play.actions import PlayCard
from scoring.play.review import decisions
from scoring.play.seat_view import seat_view
from scoring.play.table import Decision, Option
from scoring.rules.book import built_in_book
from scoring.rules.cards import Card
from tests.sampling import sample
from tests.scoring.play.judged import told
from tests.scoring.play.test_review import played

OTHER = PlayCard("N", Card("9", "S"))


@pytest.fixture(autouse=True)
def nothing_kept():
    caches[judging.JUDGMENTS].clear()


@pytest.fixture
def asked(monkeypatch):
    """The minds that the Expert was asked with, and what it saw; it answers with another card than the player's."""
    minds = []

    def decide(mind, view, address):
        minds.append((mind, view))
        said = mind.said or Decision(OTHER, "So.")
        return (
            Decision(said.action, said.said, (Option(OTHER, 0.0), Option(mind.compared, 2.0)))
            if mind.compared
            else said
        )

    monkeypatch.setattr(thinking, "decide", decide)
    return minds


@pytest.fixture
def moment():
    end = played("gwinnett")
    return next(each for each in decisions(end, "S") if isinstance(each.action, PlayCard))


@pytest.fixture
def deal():
    return PlayedDeal(seed="judged-once", game=PlayedGame())


def test_the_expert_is_asked_once_with_what_the_player_knew(asked, deal, moment):
    first, again = judging.judgement(deal, moment), judging.judgement(deal, moment)

    assert [view for _, view in asked] == [seat_view(moment.before, "S")]
    assert first == again
    assert first.cost == 2.0
    assert judging.known(deal, [moment]) == {moment.number: first}


def test_what_a_hint_said_stands_in_the_review(asked, deal, moment):
    hint = judging.advice(deal, moment.before)
    assert judging.known(deal, [moment]) == {}

    judging.judgement(deal, moment)

    minds = [mind for mind, _ in asked]
    assert [(mind.said, mind.compared) for mind in minds] == [(None, None), (hint, moment.action)]
    assert {(mind.chance, mind.playouts, mind.advises) for mind in minds} == {(minds[0].chance, judging.PLAYOUTS, True)}


def test_another_try_at_the_same_cards_is_judged_by_itself(asked, deal):
    first, second = (list(decisions(played("gwinnett"), seat))[-1] for seat in ("S", "W"))

    judging.judgement(deal, first)

    assert judging.known(deal, [second]) == {}


def test_no_review_contradicts_a_hint(monkeypatch, settings, record_property):
    """Nor, but for one in a hundred, does another judge, who plays out other ways in which the cards may lie."""
    monkeypatch.setattr(judging, "PLAYOUTS", sample(800, judging.PLAYOUTS))
    settings.PLAY_SECONDS = 6.0  # by count alone
    books = ["st-hilary", "hidden-valley", "npa", "gwinnett-3", "cutthroat"][: sample(1, 5)]

    found = [each for key in books for each in told(built_in_book(key), sample(4, 30))]

    parted = [each for each in found if not each.agrees]
    record_property("figures", f"{len(found)} decisions, {len(parted)} told otherwise by another judge")
    assert all(each.stands for each in found)
    assert len(parted) <= len(found) / 75, parted
