"""How the card of a table ends: after so many hands, by the book, by the clock."""

import pytest

from league.evening.cards.deeds import begin_card, round_of_hands
from league.models import Event
from scoring.models import ScoreCard
from tests.league.makers import make_entrants, make_event, make_round, make_rules


def card_of(event: Event, *, players: int = 4, **changes: object) -> ScoreCard:
    event_round = make_round(event, make_entrants(event, players))
    for name, value in changes.items():
        setattr(event_round, name, value)
    table = event_round.tables.get()
    return begin_card(event, event_round, table, table.seats.all())


@pytest.mark.parametrize(
    ("hands", "players", "usual", "wanted"),
    [(4, 3, 4, 3), (6, 3, 4, 3), (8, 3, 4, 6), (2, 3, 4, 3), (3, 6, 6, 3), (8, 6, 6, 8)],
)
def test_at_a_table_of_another_size_everybody_deals_equally_often(hands, players, usual, wanted):
    assert round_of_hands(hands, players, usual) == wanted


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("book", "fields", "length", "hands"),
    [
        ("st-hilary", {"round_end": "hands", "hands": 6}, "hands", 6),
        ("st-hilary", {"round_end": "game", "hands": 6}, "book", None),
        ("st-hilary", {"round_end": "time", "hands": 6}, "time", None),
        ("st-hilary", {"round_end": "first", "hands": 6}, "first", None),
        ("npa", {"round_end": "hands", "hands": 6}, "book", None),
    ],
)
def test_how_a_card_ends(book, fields, length, hands):
    card = card_of(make_event(book=book, **fields))

    assert (card.length, card.hands_agreed) == (length, hands)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("players", "title", "wanted"),
    [(3, "", (3, "gwinnett-3", "1")), (4, "Warm-up", (6, "st-hilary", "Warm-up"))],
)
def test_a_table_of_three_plays_a_round_of_its_own(players, title, wanted):
    event = make_event(book="st-hilary", hands=6)
    event.three_handed_rules = make_rules(event.club, "gwinnett-3")

    card = card_of(event, players=players, title=title)

    assert (card.hands_agreed, card.book_version.key, card.round_name) == wanted
    assert not card.is_example


@pytest.mark.django_db
def test_an_extra_hand_is_one_hand():
    card = card_of(make_event(round_end="time"), is_extra_hand=True)

    assert (card.length, card.hands_agreed) == ("hands", 1)
