"""What taps come to: totals, melds, sentences at the right player, and what the card keeps."""

from typing import Any

import pytest

from scoring.rules.book import built_in_book
from scoring.rules.deal_score import DealRecord
from scoring.rules.melds import MeldKind
from scoring.rules.notation import parse_cards
from scoring.score_card.entries import Figures
from scoring.score_card.meld_counts import (
    BY_CARDS,
    BY_MELDS,
    TableCount,
    Taps,
    count_table,
    saved_taps,
    taps_payload,
    taps_that_hold,
    typed_over,
)
from scoring.score_card.names import Names

PLAYERS = {"N": "Ann", "E": "Beatrice", "S": "Carl", "W": "Dominic", "A": "Ann", "B": "Beatrice", "C": "Carl"}


def names_at(book: str) -> Names:
    rules = built_in_book(book)
    return Names(rules, {seat: PLAYERS[seat] for seat in rules.seats}, {})


def melds(**counts: int) -> Taps:
    """`melds(run_H=1, pinochle=2)`."""
    keyed = {}
    for name, count in counts.items():
        kind, suit = (name[:-2], name[-1]) if name[-2] == "_" else (name, None)
        keyed[MeldKind(kind), suit] = count
    return Taps(BY_MELDS, melds=keyed)


def cards(text: str) -> Taps:
    hand = parse_cards(text)
    return Taps(BY_CARDS, cards={card: hand.count(card) for card in hand})


def counted(
    book: str, trump: str | None = "H", *, typed: Any = None, chosen: Any = None, **by_seat: Taps
) -> TableCount:
    names = names_at(book)
    bidder = names.book.seats[0]
    record = DealRecord(bidder=bidder, bid=names.book.auction.opening, trump=trump, no_marriage=trump is None)
    return count_table(names, record, by_seat, typed=typed, chosen=chosen)


def faults(count: TableCount) -> dict[str, tuple[str, ...]]:
    return {player.name: player.faults for player in count.players if player.faults}


def notes(count: TableCount) -> list[str]:
    return [note for part in (count.players, count.sides) for one in part for note in one.notes]


def test_melds_and_cards_come_to_the_sides_totals():
    count = counted("st-hilary", N=melds(run_H=1, nine_H=2), S=melds(marriage_S=1), E=cards("QS JD QH QD QC 9H"))

    assert {player.name: player.total for player in count.players} == {
        "Ann": 17,
        "Beatrice": 11,
        "Carl": 2,
        "Dominic": 0,
    }
    assert count.totals == {"NS": 19, "EW": 11}
    assert [(meld.title, meld.points) for meld in count.players[1].melds] == [
        ("Nine of trump", 1),
        ("Pinochle", 4),
        ("Queens around", 6),
    ]
    assert count.is_ready is False  # three nines of hearts
    assert counted("st-hilary", N=melds(run_H=1)).use_text == "Use 15 and 0"


@pytest.mark.parametrize(
    ("taps", "sentences"),
    [
        (
            {"N": melds(run_S=1)},
            {"Ann": ("A run counts only in trump, ♥ hearts: Ann’s in ♠ spades is worth only its marriage.",)},
        ),
        (
            {"E": melds(royal_marriage_D=1)},
            {
                "Beatrice": (
                    "The trump marriage is the king and queen of trump, ♥ hearts: Beatrice’s in ♦ diamonds "
                    "is a plain marriage.",
                )
            },
        ),
        (
            {"S": melds(run_H=1, royal_marriage_H=2)},
            {
                "Carl": (
                    "One card can’t be in two of Carl’s runs and marriages: that needs three K♥ and three Q♥, "
                    "but the deck has two of each.",
                )
            },
        ),
        (
            {"N": melds(pinochle=2), "W": cards("QS")},
            {
                "Ann": ("Ann and Dominic together need three Q♠, but the deck has two.",),
                "Dominic": ("Ann and Dominic together need three Q♠, but the deck has two.",),
            },
        ),
        (
            {"W": cards("AS AS TS TS KS KS QS QS JS JS 9S 9S AH")},
            {"Dominic": ("Dominic shows 13 cards, but a player holds 12.",)},
        ),
    ],
    ids=["run", "royal", "class", "deck", "hand"],
)
def test_what_cannot_be_is_said_at_the_player_it_concerns(taps, sentences):
    count = counted("st-hilary", **taps)

    assert faults(count) == sentences
    assert not count.is_ready
    assert count.use_text == f"First fix {next(iter(sentences))}’s meld"


def test_bidder_melds_from_the_kitty_and_nobody_else():
    eighteen = cards("AS AS TS TS KS KS QS QS JS JS 9S 9S AH AH TH TH KH KH")

    assert faults(counted("gwinnett-3", "S", A=eighteen)) == {}
    assert faults(counted("gwinnett-3", "S", B=eighteen)) == {
        "Beatrice": ("Beatrice shows 18 cards, but a player holds 15.",)
    }


def test_partners_who_each_hold_a_pinochle_are_told_that_they_do_not_pool():
    count = counted("st-hilary", N=melds(pinochle=1), S=cards("QS JD"))

    assert count.totals == {"NS": 8, "EW": 0}
    assert notes(count) == ["Partners may not pool: two pinochles held by two players count 4 + 4 = 8, not 30."]


def test_marriage_beside_a_run_is_remarked_on():
    assert notes(counted("st-hilary", N=melds(run_H=1, royal_marriage_H=1))) == [
        "A run uses up its king and queen: Ann’s trump marriage beside it is another pair."
    ]


def test_meld_under_the_minimum_counts_0():
    assert notes(counted("family-double", N=melds(aces=1, pinochle=2, marriage_S=1))) == []
    assert notes(counted("family-double", E=melds(aces=1))) == ["10 is below 20, so it counts 0."]


def test_natural_meld_has_no_runs():
    count = counted("npa", None, N=melds(marriage_H=2, run_H=1), E=cards("AS TS KS QS JS"))

    assert count.totals == {"NS": 4, "EW": 2}
    assert faults(count) == {"Ann": ("No trump was named, so Ann’s run doesn’t count.",)}


def test_the_chosen_way_counts_and_the_other_is_kept():
    both = Taps(BY_CARDS, melds={(MeldKind.ACES, None): 1}, cards={parse_cards("KS")[0]: 1, parse_cards("QS")[0]: 1})

    count = counted("st-hilary", N=both)

    assert count.players[0].total == 2
    assert notes(count) == [
        "The melds tapped come to 10, the cards tapped to 2: the cards count, since they were chosen."
    ]
    assert Taps(BY_CARDS, melds={(MeldKind.ACES, None): 1}).counted_by == BY_MELDS


# -- figures that were typed -------------------------------------------------------------


def test_typed_figure_holds_where_nothing_was_tapped():
    count = counted("st-hilary", N=melds(run_H=1), typed={"EW": 7})

    assert count.totals == {"NS": 15, "EW": 7}
    assert count.is_ready


def test_typed_figure_and_taps_that_differ_wait_for_a_choice():
    def counted_so(chosen: Any = None) -> TableCount:
        return counted("st-hilary", N=melds(run_H=1), typed={"NS": 19}, chosen=chosen)

    assert not counted_so().is_ready
    assert counted_so().use_text == "First choose: 19 or 15"
    assert counted_so(chosen={"NS": "typed"}).totals == {"NS": 19, "EW": 0}
    assert counted_so(chosen={"NS": "counted"}).totals == {"NS": 15, "EW": 0}
    assert counted("st-hilary", N=melds(run_H=1), typed={"NS": 15}).is_ready


def test_typed_figure_that_no_cards_make_is_refused():
    count = counted("family-double", typed={"NS": 7})

    assert count.sides[0].faults == ("7 isn’t a possible meld here. Did you mean 6 or 8?",)
    assert not count.is_ready


# -- on the card and back ----------------------------------------------------------------


def test_taps_survive_the_card():
    names = names_at("st-hilary")
    taps = {"N": melds(run_H=1, nine_H=2), "E": cards("QS JD JD")}

    payload = taps_payload(names, taps, counted("st-hilary", N=taps["N"], E=taps["E"]))

    assert payload == {
        "melds": {"N": [["run", "H", 1], ["nine", "H", 2]], "E": [["pinochle", None, 1]]},
        "cards": {"E": "QS JD JD"},
    }
    assert saved_taps(names, Figures.parse(payload)) == taps


def test_taps_of_a_side_whose_typed_figure_holds_are_not_kept():
    names = names_at("st-hilary")
    taps = {"N": melds(run_H=1), "E": melds(aces=1)}
    count = counted("st-hilary", N=taps["N"], E=taps["E"], typed={"NS": 19}, chosen={"NS": "typed"})

    assert taps_payload(names, taps, count) == {"melds": {"E": [["aces", None, 1]]}, "cards": {}}


def test_typing_over_a_counted_figure_lets_its_taps_go():
    names = names_at("st-hilary")
    figures = Figures.parse(
        {"meld": {"NS": 15, "EW": 10}, "melds": {"N": [["run", "H", 1]], "E": [["aces", None, 1]]}, "cards": {}}
    )
    over = {"NS": 19, "EW": 10}

    assert list(typed_over(names, figures, over)) == [("NS", 15, 19)]
    assert taps_that_hold(names, figures, over) == {"melds": {"E": [["aces", None, 1]]}, "cards": {}}
    assert taps_that_hold(names, Figures.parse({"meld": {"NS": 1, "EW": 0}}), over) == {}
