import pytest

from scoring.models import PlayedDeal
from scoring.play import judging, thinking
from scoring.play.actions import PlayCard
from scoring.play.review import moments
from scoring.play.seat_view import seat_view
from scoring.play.table import Decision
from tests.scoring.play.test_review import played


@pytest.fixture
def asked(monkeypatch):
    """What the Expert was asked with; it answers with the player's own action."""
    views = []

    def decide(mind, view, address):
        views.append(view)
        return Decision(mind.compared, "So.")

    monkeypatch.setattr(thinking, "decide", decide)
    return views


def test_the_expert_is_asked_once_with_what_the_player_knew(asked):
    moment = next(each for each in moments(played("gwinnett")) if isinstance(each.action, PlayCard))
    deal = PlayedDeal(seed="judged-once")

    first, again = judging.judgement(deal, moment), judging.judgement(deal, moment)

    assert asked == [seat_view(moment.before, moment.action.seat)]
    assert first == again
    assert first.is_same
    assert first.cost == 0
