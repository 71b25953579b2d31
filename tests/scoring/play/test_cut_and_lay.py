"""Cut and lay at the table: who is asked, what everybody sees of it, and what the score card says of it."""

import pytest
from django.test import Client

from scoring.models import PlayedDeal
from scoring.play.actions import Answer, Declare, PlayCard
from scoring.play.bots import STRENGTHS, make_bot
from scoring.play.pages.mat import mat_context
from scoring.play.pages.panels import panel_context
from scoring.play.pages.voice import Voice
from scoring.play.seat_view import seat_view
from scoring.play.settings import TableSettings
from scoring.play.state import DealState, Phase, apply, choices, record_of, refusal, state_to_json
from scoring.rules.deal_score import score_deal
from scoring.score_card.recording import read_sheet
from tests.scoring.play.bots.positions import STRONG, laid, may_lay, melded, view_of, with_bid
from tests.scoring.play.pages.moments import names
from tests.scoring.play.sitting import Sitting, play_hand, sit_down


def scores(state: DealState) -> dict[str, int]:
    return score_deal(state.book, record_of(state)).scores


def meld(state: DealState) -> int:
    return state.laid["C"].total


# -- who is asked ------------------------------------------------------------------------


def test_only_a_book_that_has_it_offers_it() -> None:
    family = melded(with_bid("family-double", "E", 60, "S", E=" ".join(STRONG.split()[:20])))

    assert choices(may_lay(C=STRONG)).declarations == ("play", "throw_in", "lay")
    assert "lay" not in choices(family).declarations
    assert refusal(family, Declare("E", "lay")) == "The rules don’t allow that here."


def test_the_others_are_asked_in_turn_and_it_stands_once_both_have_let_it() -> None:
    state = laid(C=STRONG)
    assert (state.phase, state.to_act) == (Phase.ANSWER, "A")
    assert refusal(state, PlayCard("A", state.hands["A"][0])) == "First say if the hand stands."

    state = apply(state, Answer("A", True))
    assert (state.phase, state.to_act, state.laid_stands) == (Phase.ANSWER, "B", False)
    state = apply(state, Answer("B", True))

    assert (state.is_done, state.laid_stands, state.is_played) == (True, True, False)
    assert scores(state) == {"A": 0, "B": 0, "C": meld(state) + 25}


@pytest.mark.parametrize(("bid", "is_doubted"), [(80, False), (85, True)])
def test_whoever_lets_a_hand_stand_that_cannot_make_its_bid_is_asked_first(bid: int, is_doubted: bool) -> None:
    view = seat_view(laid(bid=bid, C=STRONG), "A")

    panel = panel_context(view, Voice(names(view.book), "A"), TableSettings())

    assert [key["words"] for key in panel["keys"]] == (
        ["Have it played"] if is_doubted else ["Let it stand", "Have it played"]
    )
    doubt = f"This hand can’t make {bid}. Let it stand all the same?"
    assert [confirm["sentence"] for confirm in panel["confirms"]] == ([doubt] if is_doubted else [])


@pytest.mark.parametrize("before", [(), (True,)])
def test_the_first_who_wants_it_played_decides(before: tuple[bool, ...]) -> None:
    state = laid(C=STRONG)
    for seat, stands in zip("AB", (*before, False), strict=False):
        state = apply(state, Answer(seat, stands))

    assert (state.phase, state.to_act, record_of(state).laid_played) == (Phase.TRICKS, "C", True)
    club = make_bot("club", seed=1)
    while state.to_act is not None:
        state = apply(state, club.choose(view_of(state)).action)
    assert scores(state)["C"] == meld(state) + 35, "from off the board"


@pytest.mark.parametrize(
    ("standing", "off_board", "worth"),
    [
        ({"A": 0, "B": 0, "C": 0}, None, 35),
        ({"A": 0, "B": 0, "C": 40}, None, 31),
        ({"A": 0, "B": 0, "C": -60}, None, 35),
        ({"A": 0, "B": 0, "C": -60}, (), 31),
        ({"A": 0, "B": 0, "C": 0}, ("A", "B"), 31),
    ],
)
def test_what_it_is_worth_when_played_rests_on_the_game_before(standing, off_board, worth) -> None:
    state = apply(laid(C=STRONG, standing=standing, off_board=off_board), Answer("A", False))
    club = make_bot("club", seed=1)
    while state.to_act is not None:
        state = apply(state, club.choose(view_of(state)).action)

    assert scores(state)["C"] == meld(state) + worth


def test_it_leaves_the_bidder_one_short_of_the_game() -> None:
    state = laid(C=STRONG, standing={"A": 0, "B": 0, "C": 330})
    for seat in "AB":
        state = apply(state, Answer(seat, True))

    assert scores(state)["C"] == 19 < meld(state) + 25


# -- what everybody sees -----------------------------------------------------------------


def test_hand_and_buried_cards_lie_open_from_then_on() -> None:
    before, state = may_lay(C=STRONG), laid(C=STRONG)

    for seat in "AB":
        assert (seat_view(before, seat).exposed, seat_view(before, seat).buried) == ({}, ())
        view = seat_view(state, seat)
        assert (dict(view.exposed), view.buried) == ({"C": state.hands["C"]}, state.buried)
        assert view.taken["C"] == sum(map(state.book.card_points, state.buried))
    played = apply(apply(state, Answer("A", False)), PlayCard("C", state.hands["C"][0]))
    assert seat_view(played, "B").exposed == {"C": played.hands["C"]}


def test_the_panel_says_what_each_answer_comes_to() -> None:
    state = laid(C=STRONG, bid=80)
    asked = panel_context(seat_view(state, "A"), Voice(names(state.book), "A"), TableSettings())
    offered = panel_context(seat_view(may_lay(C=STRONG), "C"), Voice(names(state.book), "C"), TableSettings())

    assert [key["words"] for key in asked["keys"]] == ["Let it stand", "Have it played"]
    assert asked["title"] == "Does the hand stand?"
    assert asked["line"].startswith(f"Let stand: Stan +{meld(state) + 25}, You 0, Doris 0. Played: ")
    assert [confirm["words"] for confirm in offered["confirms"]] == ["Throw in…", "Cut and lay…"]
    assert "meld and 25" in offered["confirms"][1]["sentence"]


def test_the_mat_shows_the_hand_until_it_is_played_and_beside_the_trick_then() -> None:
    state = laid(C=STRONG)
    voice = Voice(names(state.book), "A")

    asked = mat_context(seat_view(state, "A"), voice)
    playing = mat_context(seat_view(apply(state, Answer("A", False)), "A"), voice)

    assert (asked["shows"], asked["line"]) == ("hands", "Stan lays all cards open: cut and lay.")
    assert [(each["name"], len(each["faces"])) for each in asked["hands"]] == [("Stan", 25), ("Put away", 5)]
    assert (playing["shows"], [each["name"] for each in playing["hands"]]) == ("melds", ["Stan", "Put away"])


# -- bots --------------------------------------------------------------------------------


MELD_AND_NO_TRICKS = "AS TS KS QS JS JS AH KH QH QH JH JH AD KD QD QD JD JD AC KC QC QC JC JC QS"


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize(("hand", "bid", "lays"), [(MELD_AND_NO_TRICKS, 50, True), (STRONG, 60, False)])
def test_bots_lay_a_hand_that_is_worth_more_so(strength: str, hand: str, bid: int, lays: bool) -> None:
    """What is made by its meld gets 31 for tricks that it would not win; what wins every trick is better played."""
    decision = make_bot(strength, seed=1, playouts=100).choose(view_of(may_lay(bid=bid, C=hand)))

    assert (decision.action == Declare("C", "lay")) == lays
    said = "" if strength == "expert" else decision.reason  # an Expert goes by what is played out
    assert ("Cut and laid, the hand scores" in said) == (lays and strength != "expert")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_bots_have_a_hand_played_that_is_likely_to_be_set(strength: str) -> None:
    weak = "KS QS JS JS TS TS KS KH KH TH TH JH JH JH KD JD JD TD TD KC KC JC JC TC TC"
    state = laid(bid=90, C=weak)

    assert make_bot(strength, seed=1, playouts=100).choose(view_of(state)).action == Answer("A", False)


# -- melds that are the game -------------------------------------------------------------

TRIPLE_ACES = "AS AS AS AH AH AH AD AD AD AC AC AC KS QS TS TS JS TH TH KH TC TC TD TD KD"


@pytest.mark.parametrize(("standing", "total"), [(40, 350), (0, 349)])
def test_melds_that_are_the_game_count_where_the_table_agreed_on_them(standing: int, total: int) -> None:
    held = {"A": 0, "B": 0, "C": standing}
    club = make_bot("club", seed=1)
    for agreed, is_game in (({"with_game_melds": True}, True), ({}, False)):
        state = apply(may_lay(agreed=agreed, standing=held, C=TRIPLE_ACES), Declare("C", "play"))
        while state.to_act is not None:
            state = apply(state, club.choose(view_of(state)).action)
        assert (record_of(state).game_meld == "C") is is_game
        assert (standing + scores(state)["C"] == total) is is_game


# -- the score card ----------------------------------------------------------------------


def put(at: Sitting, state: DealState) -> Sitting:
    PlayedDeal.objects.filter(pk=at.table.deal.pk).update(data=state_to_json(state), actions=len(state.actions))
    at.table.deal.refresh_from_db()
    return at


@pytest.mark.django_db
def test_a_hand_that_was_laid_stands_on_the_card(client: Client) -> None:
    at = sit_down(client, "cutthroat", seat="C")
    put(at, laid(C=STRONG))

    at = play_hand(client, at)

    sheet = read_sheet(at.table.keeper.card)
    record = sheet.lines[0].record
    assert record is not None
    assert record.laid_stands != record.laid_played
    assert dict(sheet.totals) == scores(at.table.state)
