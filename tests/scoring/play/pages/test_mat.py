import random
from dataclasses import replace
from typing import Any

from scoring.play.actions import Bid, NameTrump
from scoring.play.pages.mat import mat_context, trick_line
from scoring.play.pages.voice import Voice, voice_of
from scoring.play.seat_view import SeatView, record_seen, seat_view
from scoring.play.state import DealState, Laid, Phase, Trick, apply, begin, choices
from scoring.rules.book import RuleBook, built_in_book
from scoring.rules.cards import Card, Seat
from scoring.rules.dealing import deal
from scoring.rules.notation import parse_cards
from tests.scoring.play.bots.positions import on_turn
from tests.scoring.play.pages.moments import asked, names, view_of
from tests.scoring.play.random_deals import random_steps, turned


def voice(view: SeatView, you: Seat | None = None) -> Voice:
    return Voice(names(view.book), you or view.seat)


def on_lead(cards: str, leader: Seat = "E", **fields: Any) -> SeatView:
    view = view_of(asked("st-hilary", "play", tricks=1))
    return replace(view, trick=Trick(leader, parse_cards(cards)), trump="H", **fields)


def test_players_sit_clockwise_from_the_own_chair():
    four, three = view_of(asked("npa", "bid")), view_of(asked("gwinnett-3", "bid"))

    assert [(seat["place"], seat["name"]) for seat in mat_context(four, voice(four))["seats"]] == [
        ("south", "You"),
        ("west", "Stan"),
        ("north", "Walter"),
        ("east", "Doris"),
    ]
    assert [(seat["place"], seat["name"]) for seat in mat_context(three, voice(three))["seats"]] == [
        ("south", "You"),
        ("west", "Doris"),
        ("east", "Stan"),
    ]


def test_trick_shows_who_led_and_who_is_winning():
    view = on_lead("KS AS")

    seats = {seat["place"]: seat for seat in mat_context(view, voice(view))["seats"]}

    assert (seats["east"]["is_led"], seats["south"]["is_winning"]) == (True, True)
    assert seats["east"]["face"] is not None
    assert seats["west"]["face"] is None


def test_line_of_a_trick_names_the_best_card():
    for cards, sentence in (
        ("KS", "Doris led K♠."),
        ("KS QS", "Doris led spades, and K♠ is still the best card."),
        ("KS AS", "Doris led spades; your A♠ is the best card."),
        ("KS 9S JH", "Doris led spades; Stan’s J♥ is the best card."),
    ):
        view = on_lead(cards)
        assert trick_line(view, voice(view)) == sentence


def test_line_before_the_lead_says_whose_it_is():
    view = on_lead("", leader="W")

    assert trick_line(view, voice(view)) == "Stan leads."


def test_bidders_see_what_they_need_and_have():
    view = on_lead("", bidder="S", bid=30, taken={"NS": 5, "EW": 4}, phase=Phase.TRICKS)
    view = replace(view, melds={"S": Laid(12), "N": Laid(4), "E": Laid(2), "W": Laid(0)})

    facts = {fact[0]: fact for fact in mat_context(view, voice(view))["facts"]}

    assert facts["Need"] == ("Need", "14", ", have 5", "")
    assert facts["Meld"] == ("Meld", "16", ", they 2", "")
    assert facts["Bid"] == ("Bid", "30", " by you", "")
    assert facts["Trick"][1] == str(len(view.tricks) + 1)


def test_defenders_see_what_the_others_need_and_what_saves():
    view = view_of(asked("npa", "play", tricks=1))
    view = replace(view, bidder="E", bid=60, melds={"E": Laid(30)}, taken={"NS": 7, "EW": 9})

    facts = {fact[0]: fact for fact in mat_context(view, voice(view))["facts"]}

    assert facts["They need"] == ("They need", "30", ", have 9", "")
    assert facts["We have"] == ("We have", "7", ", save with 20", "")


def test_three_players_are_called_by_name():
    view = view_of(asked("gwinnett-3", "play", tricks=1))
    view = replace(view, bidder="B", bid=25, taken={"A": 1, "B": 4, "C": 2})
    view = replace(view, melds={"A": Laid(4), "B": Laid(9), "C": Laid(0)})

    facts = {fact[0]: fact for fact in mat_context(view, voice(view))["facts"]}

    assert facts["Meld"][2] == ", Doris 9, Stan 0"
    assert facts["Doris needs"] == ("Doris needs", "16", ", has 4", "")


def test_meld_alone_may_make_the_bid():
    view = view_of(asked("gwinnett-3", "play", tricks=1))
    view = replace(view, bidder="B", bid=25, taken={"A": 1, "B": 4, "C": 2}, melds={"B": Laid(25)})

    facts = {fact[0]: fact for fact in mat_context(view, voice(view))["facts"]}

    assert facts["Doris needs"] == ("Doris needs", "no more", ", has 4", "")


def test_melds_stand_on_the_table_with_their_parts():
    view = view_of(asked("st-hilary", "play"))
    shown = Laid(6, parse_cards("KH QH KS QS"))
    view = replace(view, melds={"S": shown, "E": Laid(0)}, trump="H", bidder="S", trick=Trick("S"), tricks=())

    mine, empty = mat_context(view, voice(view))["melds"]

    assert (mine["name"], mine["total"]) == ("You", 6)
    assert [(laid.title, laid.points) for laid in mine["melds"]] == [
        ("Trump marriage in ♥ hearts", 4),
        ("Marriage in ♠ spades", 2),
    ]
    assert [face["code"] for face in mine["faces"]] == ["KH", "QH", "KS", "QS"]
    assert (empty["melds"], empty["remark"]) == ((), "")


def test_meld_that_is_not_laid_down_is_explained():
    view = view_of(asked("family-double", "play"))
    view = replace(view, melds={"E": Laid(14, (), aces_told=True)}, bidder="E", trick=Trick("E"), tricks=())

    (meld,) = mat_context(view, voice(view))["melds"]

    assert meld["remark"] == "Under 20 nothing is laid down. Aces around were told."


def test_record_is_as_far_as_the_deal_has_come():
    assert record_seen(view_of(asked("npa", "bid"))) is None
    record = record_seen(view_of(asked("npa", "trump")))
    assert record is not None
    assert (record.bidder, record.meld) == ("S", {"NS": 0, "EW": 0})


def test_dealer_is_named_as_long_as_that_says_who_bids_when():
    bidding, playing = (view_of(asked("st-hilary", kind, dealer="E")) for kind in ("bid", "play"))

    roles = [
        [seat["roles"] for seat in mat_context(view, voice_of(view, names(view.book)))["seats"]]
        for view in (bidding, playing)
    ]

    assert "dealer" in roles[0]
    assert "dealer" not in " ".join(roles[1])


def test_whoever_watches_reads_names_only():
    view = view_of(asked("st-hilary", "play", tricks=1))
    view = replace(view, bidder="E", bid=20, melds={"E": Laid(6), "S": Laid(2)}, taken={"NS": 3, "EW": 4})

    mat = mat_context(view, Voice(names(view.book), None))

    facts = {fact[0]: fact for fact in mat["facts"]}
    assert facts["Meld"] == ("Meld", "2", " Walter & Ann, 6 Doris & Stan", "")
    assert facts["Doris & Stan need"] == ("Doris & Stan need", "14", ", have 4", "")
    assert "We have" not in facts
    assert "partner" not in " ".join(seat["roles"] for seat in mat["seats"])


def test_a_hand_that_must_be_shown_lies_open_with_the_reason():
    book = built_in_book("npa")
    state = next(state for seed in range(400) if (state := stuck_without_a_marriage(book, seed)))

    mats = [mat_context(seat_view(state, seat), Voice(names(book), seat)) for seat in ("E", "S", "N")]

    for mat in mats:
        assert (mat["shows"], mat["line"]) == (
            "hands",
            "Stuck without a marriage: the dealer’s cards are shown to all.",
        )
        (open_hand,) = mat["hands"]
        assert sorted(face["code"] for face in open_hand["faces"]) == sorted(map(str, state.dealt.hands["W"]))
    assert [mat["hands"][0]["name"] for mat in mats] == ["Stan"] * 3
    assert mat_context(seat_view(state, "W"), Voice(names(book), "W"))["hands"][0]["name"] == "You"


def test_an_open_hand_that_is_played_out_leaves_nothing_lying():
    view = view_of(asked("st-hilary", "play", tricks=1))
    voice = Voice(names(view.book), "S")

    (shown,) = mat_context(replace(view, exposed={"W": view.hand[:2], "E": ()}), voice)["hands"]

    assert (shown["name"], len(shown["faces"])) == (voice.name("W"), 2)


def stuck_without_a_marriage(book: RuleBook, seed: int) -> DealState | None:
    state = begin(book, "W", deal(book, random.Random(seed), "W"))
    while state.bidder is None:
        state = apply(state, Bid(on_turn(state), None))
    return None if choices(state).suits else apply(state, NameTrump("W", None))


def test_many_sit_clockwise_around_a_long_table():
    six = view_of(asked("six-handed", "play"))
    mat = mat_context(six, voice(six))

    assert mat["is_ring"]
    assert [seat["place"] for seat in mat["seats"]] == ["south", "1", "2", "3", "4", "5"]
    assert [seat["place"] for seat in mat["seats"] if "partner" in seat["roles"]] == ["2", "4"]
    four = view_of(asked("npa", "bid"))
    assert not mat_context(four, voice(four))["is_ring"]


def test_the_called_partner_is_told_to_the_partner_alone_until_the_card_falls():
    told, secret = set(), 0
    for seed in range(8):
        for state in random_steps(turned("five-handed", deal__calls="secret"), random.Random(f"told {seed}")):
            if not isinstance(state.called, Card) or state.partner == state.bidder:
                continue
            secret += state.is_secret
            for seat in state.book.seats:
                view = seat_view(state, seat)
                mat = mat_context(view, voice(view))
                knows = seat == state.partner or state.is_partner_known
                labels = {label for label, *_ in mat["facts"]} & {"Called", "Partner"}
                assert labels == {"Partner" if knows else "Called"}
                assert any("partner" in each["roles"] for each in mat["seats"]) == knows
                told.add(knows)

    assert secret
    assert told == {True, False}
