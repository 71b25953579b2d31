"""What is asked of a call under each book, and what the book proposes; see the case files for what a renege scores."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.rules.auction import Call, apply_call, apply_out_of_turn, start
from scoring.rules.book import BUILT_IN_ORDER, BookError, RuleBook, built_in_books
from scoring.rules.book.rulings import KINDS
from scoring.rules.cards import LETTERED_SEATS
from scoring.rules.deal_score import DealRecord
from scoring.rules.notation import listed
from scoring.rules.prose import anchors, chapters
from scoring.rules.rulings import Judgment, Proposal, Situation, auction_after, auction_note, judge, offered
from tests.scoring.rules.deal_samples import changed
from tests.scoring.rules.ruling_ways import OWN, PHONE, ways, with_own

BOOKS = built_in_books()
PLAYERS = ("Ann", "Bea", "Carl", "Dom", "Eve", "Fay")
NAMES = dict(zip("ABC", PLAYERS, strict=False))
PARTNERS = [key for key in BUILT_IN_ORDER if BOOKS[key].sides == ("NS", "EW")]


def situation(book: RuleBook, record: DealRecord | None = None, **more: Any) -> Situation:
    names = dict(zip(book.seats, PLAYERS, strict=False))
    sides = {side: listed([names[seat] for seat in book.seats_of(side)]) for side in book.sides}
    return Situation(book.seats[0], sides, names, record, **more)


def played(book: RuleBook, **more: Any) -> DealRecord:
    """A hand that the first seat's side bid and made, as it stands on the card."""
    first, *others = book.sides
    meld = {first: max(20, book.meld.minimum), **dict.fromkeys(others, book.meld.minimum)}
    take = dict.fromkeys(others, book.total_points // 5)
    take[first] = book.total_points - sum(take.values())
    record = DealRecord(book.seats[0], book.auction.opening, "H", meld=meld, take=take, last_trick=first)
    return replace(record, **more)


def ruled(key: str, kind: str, *, record: DealRecord | None = None, open_hand: bool = False, **facts: str) -> Judgment:
    book = BOOKS[key]
    given = None if open_hand else record or played(book)
    return judge(book, kind, situation(book, given), facts)


def proposal(key: str, kind: str, **facts: Any) -> Proposal:
    judgment = ruled(key, kind, **facts)
    assert judgment.proposal, (judgment.questions[-1], judgment.faults)
    return judgment.proposal


# -- what is offered ---------------------------------------------------------------------


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_every_kind_is_offered_for_a_hand_that_is_played_but_a_bid_out_of_turn(key):
    book = BOOKS[key]

    wanted = [kind for kind in book.rulings.kinds if kind != "bid_out_of_turn"]
    assert [*offered(book, situation(book, played(book)))] == wanted
    assert {*KINDS} - {*book.rulings.kinds} == ({"misdeal"} if key == "cutthroat" else set())


def kinds_of(book: RuleBook) -> set[str]:
    """Those that the book names; no bid is out of turn where nobody bids."""
    return {kind for kind in book.rulings.kinds if book.auction.is_held or kind != "bid_out_of_turn"}


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_before_the_bid_only_what_needs_no_line_is_offered(key):
    kinds = ["bid_out_of_turn", "misdeal", "exposed_card", "conduct", "play_again"]

    assert [*offered(BOOKS[key], situation(BOOKS[key]))] == [kind for kind in kinds if kind in kinds_of(BOOKS[key])]


def test_books_list_decides_and_a_hand_without_play_has_no_renege():
    book = changed(BOOKS["npa"], rulings__kinds=["renege", "conduct"])
    unplayed = played(book, no_marriage=True, trump=None, take={}, last_trick=None)

    assert [*offered(book, situation(book, played(book)))] == ["renege", "conduct"]
    assert [*offered(book, situation(book, unplayed))] == ["conduct"]


# -- renege ------------------------------------------------------------------------------

ST_HILARY_KINDS = ["not_following", "not_trumping", "not_heading", "out_of_turn", "exposing_cards", "disrupting"]
CARD_KINDS = ["not_following", "not_trumping", "not_heading"]


@pytest.mark.parametrize(
    ("key", "causes"),
    [
        ("st-hilary", ST_HILARY_KINDS),
        ("npa", [*CARD_KINDS, "aces_not_declared"]),
        ("gwinnett-3", [*CARD_KINDS, "not_burying"]),
        *((key, CARD_KINDS) for key in ("hidden-valley", "family-double", "gwinnett")),
    ],
)
def test_renege_is_asked_for_by_the_causes_of_the_book(key, causes):
    cause = ruled(key, "renege", who=BOOKS[key].seats[0]).questions[-1]

    assert (cause.code, [*cause.choices]) == ("cause", [*causes, "other"])


@pytest.mark.parametrize(
    ("key", "cause", "asked"),
    [
        ("npa", "not_following", "no other card was played"),
        ("npa", "aces_not_declared", "No, not yet"),
        ("gwinnett", "not_trumping", "nobody has played since"),
        ("gwinnett-3", "not_heading", "nobody has played since"),
        ("gwinnett-3", "not_burying", ""),
        ("st-hilary", "out_of_turn", "Let it be corrected"),
        ("st-hilary", "disrupting", ""),
    ],
)
def test_whether_it_can_be_put_right_is_asked_as_the_book_has_it(key, cause, asked):
    judgment = ruled(key, "renege", who=BOOKS[key].seats[0], cause=cause)

    if asked:
        assert asked in next(iter(judgment.questions[-1].choices.values()))
    else:
        assert judgment.proposal.effect["renege_cause"] == cause


@pytest.mark.parametrize(("key", "basis"), [("npa", "book"), ("gwinnett", "book"), ("st-hilary", "judgment")])
def test_renege_put_right_in_time_changes_nothing(key, basis):
    found = proposal(key, "renege", who=BOOKS[key].seats[1], cause="not_following", moment="open")

    assert (found.effect, found.basis) == ({}, basis)
    assert found.decision == "Corrected in time. Bea takes the card back and plays a proper one."


def test_aces_may_be_told_until_the_first_card_is_played():
    found = proposal("npa", "renege", who="E", cause="aces_not_declared", moment="no")

    assert (found.decision, found.goes_on) == (
        "Corrected in time. Bea may still tell the aces.",
        "Tell the aces, then play on.",
    )


@pytest.mark.parametrize(
    ("key", "kind", "facts", "code", "low", "high"),
    [
        ("npa", "bid_out_of_turn", {"who": "N", "turn": "E"}, "bid", 1, 1_000),
        ("npa", "bid_out_of_turn", {"who": "N", "turn": "E", "bid": "52"}, "high", 1, 1_000),
        ("npa", "misdeal", {"what": "illegal"}, "missing", 1, 20),
        ("npa", "wrong_meld", {"what": "late", "who": "N"}, "meld", 0, 10_000),
        ("npa", "failed_lay_down", {"who": "N"}, "before_NS", 0, 50),
        ("npa", "wrong_count", {"who": "N", "counted": "no"}, "take_NS", 0, 50),
        ("npa", "amount", {}, "amount_NS", -1_000, 1_000),
        ("npa", "conduct", {"who": "N", "what": "other", "measure": "points"}, "points", 1, 1_000),
    ],
)
def test_figures_that_are_asked_have_bounds(key, kind, facts, code, low, high):
    open_hand = kind in ("bid_out_of_turn", "misdeal")

    asked = {
        question.code: question
        for question in ruled(key, kind, open_hand=open_hand, **facts).questions
        if question.kind == "number"
    }[code]

    assert (asked.low, asked.high) == (low, high)
    refused = f"Enter a whole number from {str(low).replace('-', '−')} to {high}."
    assert [asked.fault(str(figure)) for figure in (low - 1, low, high, high + 1)] == [refused, "", "", refused]


@pytest.mark.parametrize(("take", "is_asked"), [({"NS": 20}, True), ({"NS": 20, "EW": 30}, False), ({}, True)])
@pytest.mark.parametrize(("cause", "settled"), [("not_following", "late"), ("aces_not_declared", "yes")])
def test_whether_it_can_be_put_right_is_not_asked_of_a_finished_hand(take, is_asked, cause, settled):
    record = played(BOOKS["npa"], take=take, last_trick=None)

    judgment = ruled("npa", "renege", record=record, who="N", cause=cause)

    assert (judgment.questions[-1].code == "moment" and judgment.proposal is None) == is_asked
    assert judgment.facts.get("moment") == (None if is_asked else settled)


def test_renege_that_stands_names_side_and_cause_and_the_rule():
    found = proposal("npa", "renege", who="E", cause="not_following", moment="late")

    assert found.effect == {"renege": "EW", "renege_cause": "not_following"}
    assert (found.rule, found.basis) == ("renege.kinds", "book")
    assert found.decision.startswith("Bea reneged by not following suit. That side scores 0 for the hand. The bidding")


def test_not_leading_a_trump_first_is_a_renege_of_the_bidder_where_the_book_says_so():
    kinds = ["not_following", "not_leading_trump"]
    book = changed(BOOKS["st-hilary"], play__first_lead="trump", renege__kinds=kinds)
    facts = {"who": "N", "cause": "not_leading_trump", "moment": "late"}
    found = judge(book, "renege", situation(book, played(book)), facts).proposal

    assert found
    assert found.effect == {"renege": "NS", "renege_cause": "not_leading_trump"}
    assert found.decision.startswith("Ann reneged by not leading a trump first.")
    told = " ".join(chapter.text for chapter in chapters(book))
    assert "By the bidder: not leading a trump first when the first lead had to be one." in told
    assert told.count("Any card may be led") == 0
    with pytest.raises(BookError, match="The bidder’s first lead may be any card"):
        changed(BOOKS["st-hilary"], renege__kinds=kinds)


def test_something_that_no_rule_calls_a_renege_is_judgment():
    found = proposal("family-double", "renege", who="N", cause="other", moment="late")

    assert (found.effect, found.basis) == ({"renege": "NS"}, "judgment")


@pytest.mark.parametrize(
    ("key", "who", "sides"),
    [
        ("npa", "N", []),
        ("st-hilary", "N", []),
        ("gwinnett", "N", ["EW"]),
        ("gwinnett", "E", ["NS"]),
        ("gwinnett-3", "A", ["B", "C"]),
        ("gwinnett-3", "B", ["A", "C"]),
    ],
)
def test_takes_are_asked_for_where_they_count_and_are_not_entered(key, who, sides):
    record = played(BOOKS[key], take={}, last_trick=None)
    facts = {"who": who, "cause": "not_following", "moment": "late", **{f"take_{side}": "3" for side in sides}}

    judgment = ruled(key, "renege", record=record, **facts)

    assert [q.code for q in judgment.questions[3:]] == [f"take_{side}" for side in sides]
    assert judgment.proposal.effect.get("take", {}) == dict.fromkeys(sides, 3)


def test_take_that_cannot_be_is_refused_at_its_question():
    record = played(BOOKS["gwinnett"], take={}, last_trick=None)

    judgment = ruled("gwinnett", "renege", record=record, who="N", cause="not_following", moment="late", take_EW="26")

    assert (judgment.faults, judgment.proposal) == ({"take_EW": "Enter a whole number from 0 to 25."}, None)


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_unproven_call_is_a_renege_in_npa_alone(key):
    found = proposal(key, "unproven_call", who=BOOKS[key].seats[1])

    side = BOOKS[key].side_of(BOOKS[key].seats[1])
    assert found.effect == ({"unproven_call": side} if key == "npa" else {})


# -- bids out of turn --------------------------------------------------------------------

OFFENCE = {"who": "S", "turn": "E", "bid": "52", "high": ""}


@pytest.mark.parametrize("key", [key for key in BUILT_IN_ORDER if key != "npa"])
def test_bid_out_of_turn_does_not_count_where_the_book_refuses_it(key):
    seats = BOOKS[key].seats

    found = proposal(key, "bid_out_of_turn", open_hand=True, who=seats[0], turn=seats[1])

    assert (found.effect, found.decision) == ({}, "Ann’s bid doesn’t count. It is Bea’s turn.")


def test_bid_out_of_turn_stands_in_npa_and_freezes_the_partner():
    found = proposal("npa", "bid_out_of_turn", open_hand=True, **OFFENCE)

    assert found.effect == {}
    assert found.decision == "Carl’s bid of 52 out of turn stands. Ann is frozen and may not bid in this auction."
    assert found.goes_on == "The bidding starts over with Bea."


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"bid": "51", "high": "51"}, "Bid higher than 51. The next bid is 52."),
        ({"bid": "49"}, "Bidding opens at 50. Bid that or more."),
        ({"bid": "62"}, "Past 60, bids go in fives: 60 or 65."),
    ],
)
def test_bid_that_would_be_none_in_turn_is_refused(facts, fault):
    judgment = ruled("npa", "bid_out_of_turn", open_hand=True, **{**OFFENCE, **facts})

    assert judgment.faults == {"bid": fault}


@pytest.mark.parametrize(("when", "frozen"), [("same", {"N"}), ("corrected", {"N", "E"})])
def test_second_offender_goes_unpunished_in_the_same_round_alone(when, frozen):
    """The second bid is an opponent's of 50 or more: the first may be changed."""
    book = BOOKS["npa"]
    offences = (OFFENCE, {"who": "W", "turn": "E", "bid": "53", "high": "", "round": when})

    state = auction_after(book, "N", offences)

    assert (state.frozen, state.standing) == (frozen, (("S", 52), ("W", 53)))
    note = auction_note(book, situation(book, offences=offences))
    assert note is not None
    assert "Carl may change it." in note["changes"]


def test_auction_is_the_one_that_play_mode_has():
    """After the same calls at a table of the app: who bids next, who is frozen and what stands."""
    book = BOOKS["npa"]
    live = apply_call(book, start(book, "N"), Call("E", 50))
    offence = {"who": "W", "turn": "S", "bid": "55", "high": "50"}
    live, told = apply_out_of_turn(book, live, "W", 55), auction_after(book, "N", (offence,))

    assert (told.to_call, told.frozen, told.standing) == (live.to_call, live.frozen, live.standing)


def test_table_is_told_who_is_frozen_and_when_the_bid_may_change():
    book = BOOKS["npa"]

    note = auction_note(book, situation(book, offences=(OFFENCE,)))

    assert note == {
        "stands": "Ann is frozen. Carl’s 52 stands.",
        "changes": "Carl may change it once an opponent bids 50 or more.",
    }
    assert auction_note(book, situation(book)) is None
    assert auction_note(BOOKS["gwinnett"], situation(BOOKS["gwinnett"], offences=(OFFENCE,))) is None


# -- the deal ----------------------------------------------------------------------------


def redealt(found: Proposal | None) -> str:
    assert found is not None
    return found.effect["redeal"]["next_dealer"] if found.effect else ""


@pytest.mark.parametrize(
    ("key", "misdeals", "next_dealer"),
    [("st-hilary", 0, "N"), ("st-hilary", 1, "E"), ("hidden-valley", 1, "N"), ("gwinnett", 3, "N")],
)
def test_second_misdeal_loses_the_deal_where_the_book_says_so(key, misdeals, next_dealer):
    book = BOOKS[key]

    found = judge(book, "misdeal", situation(book, misdeals=misdeals), {"what": "misdeal"}).proposal

    assert redealt(found) == next_dealer


def test_npa_knows_no_misdeal_and_lets_a_hand_stand_that_is_one_card_short():
    what = ruled("npa", "misdeal", open_hand=True).questions[-1]

    assert [*what.choices] == ["illegal", "other"]
    short = {missing: proposal("npa", "misdeal", open_hand=True, what="illegal", missing=missing) for missing in "12"}
    assert (redealt(short["1"]), redealt(short["2"])) == ("", "N")
    assert short["1"].rule == "redeal"


def test_short_hand_is_dealt_again_without_asking_how_short_in_the_other_books():
    assert redealt(proposal("gwinnett-3", "misdeal", open_hand=True, what="illegal")) == "A"


def test_something_else_is_dealt_again_or_stands_as_the_director_says():
    again, stands = (proposal("npa", "misdeal", open_hand=True, what="other", again=answer) for answer in ("yes", "no"))

    assert (redealt(again), redealt(stands)) == ("N", "")
    assert (again.decision, stands.decision) == ("Ann deals again.", "The deal stands.")


def test_who_loses_the_deal_does_not_deal_again():
    found = judge(
        BOOKS["st-hilary"], "misdeal", situation(BOOKS["st-hilary"], misdeals=1), {"what": "misdeal"}
    ).proposal

    assert found is not None
    assert found.goes_on == "Throw the cards in. Bea deals."


def test_wrong_pass_can_be_put_right_unseen_at_st_hilary():
    assert proposal("st-hilary", "misdeal", open_hand=True, what="wrong_pass", remedy="pass_unseen").effect == {}
    assert redealt(proposal("st-hilary", "misdeal", open_hand=True, what="wrong_pass", remedy="redeal")) == "N"
    assert redealt(proposal("hidden-valley", "misdeal", open_hand=True, what="wrong_pass")) == "N"


# -- figures -----------------------------------------------------------------------------


def penalties(found: Proposal) -> list[tuple[str, str, int]]:
    return [(penalty.seat, penalty.code, penalty.points) for penalty in found.penalties]


def test_wrong_count_costs_the_player_50_in_npa_and_moves_the_rest():
    found = proposal("npa", "wrong_count", who="W", counted="no", take_NS="38")

    assert found.effect == {"take": {"NS": 38, "EW": 12}}
    assert penalties(found) == [("W", "card_count", 50)]
    assert (found.rule, found.basis) == ("redeal.cards_left_over", "book")


def test_wrong_count_in_an_open_hand_leaves_the_takes_to_the_table():
    found = proposal("npa", "wrong_count", record=played(BOOKS["npa"], take={}), who="W")

    assert (found.effect, penalties(found)) == ({}, [("W", "card_count", 50)])


def test_wrong_count_elsewhere_is_judgment_and_costs_nobody():
    found = proposal("gwinnett", "wrong_count", who="W", counted="yes")

    assert (found.effect, found.penalties, found.basis) == ({}, (), "judgment")


@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("npa", ["not_there", "late", "forgotten", "aces_not_told", "aces_shown"]),
        ("family-double", ["not_there", "late", "forgotten", "aces_not_told"]),
        ("st-hilary", ["not_there", "late", "forgotten"]),
    ],
)
def test_meld_is_asked_as_the_book_has_aces(key, choices):
    assert [*ruled(key, "wrong_meld").questions[-1].choices] == choices


def test_aces_that_were_not_told_are_a_renege_in_npa_and_do_not_count_in_family_double():
    renege = proposal("npa", "wrong_meld", what="aces_not_told", who="E", moment="yes")
    meld = proposal("family-double", "wrong_meld", what="aces_not_told", who="E", meld="10")

    assert renege.effect == {"renege": "EW", "renege_cause": "aces_not_declared"}
    assert proposal("npa", "wrong_meld", what="aces_not_told", who="E", moment="no").effect == {}
    assert (meld.effect, meld.basis) == ({"meld": {"EW": 10}}, "judgment")


@pytest.mark.parametrize(
    ("late_meld", "decision", "basis"),
    [
        ("unsaid", "Bea showed meld too late: it doesn’t count. Bea and Dom meld 10.", "judgment"),
        ("lost", "Bea found meld after the first lead: it doesn’t count. Bea and Dom meld 10.", "book"),
        ("counts", "Bea found meld after the first lead: it counts. Bea and Dom meld 10.", "book"),
    ],
)
def test_meld_found_after_the_first_lead_goes_by_the_book(late_meld, decision, basis):
    book = changed(BOOKS["st-hilary"], procedure__late_meld=late_meld)
    found = judge(
        book, "wrong_meld", situation(book, played(book)), {"what": "late", "who": "E", "meld": "10"}
    ).proposal

    assert found is not None
    assert (found.decision, found.basis, found.effect) == (decision, basis, {"meld": {"EW": 10}})


def test_aces_that_cannot_be_declared_cost_the_player_50():
    found = proposal("npa", "wrong_meld", what="aces_shown", who="E")

    assert (found.effect, penalties(found)) == ({}, [("E", "aces_shown", 50)])


def test_meld_that_no_cards_make_is_refused():
    judgment = ruled("st-hilary", "wrong_meld", what="not_there", who="E", meld="7001")

    assert (judgment.proposal, [*judgment.faults]) == (None, ["meld"])


def test_card_that_was_shown():
    assert proposal("st-hilary", "exposed_card", who="N", how="purpose", moment="late").effect["renege"] == "NS"
    assert proposal("npa", "exposed_card", who="N", how="purpose", measure="nothing").effect == {}
    floor = proposal("npa", "exposed_card", who="N", how="floor")
    assert (floor.effect, penalties(floor)) == ({}, [("N", "card_on_floor", 50)])


@pytest.mark.parametrize("key", PARTNERS)
def test_lay_down_that_fails_gives_the_rest_and_the_last_trick_to_the_others(key):
    total = BOOKS[key].total_points

    found = proposal(key, "failed_lay_down", who="N", before_NS="10", before_EW="6")

    assert found.effect == {"take": {"NS": 10, "EW": total - 10}, "last_trick": "EW"}
    assert found.rule == "play.wrong_claim"


def test_three_handed_whoever_held_the_card_gets_the_rest():
    found = proposal("gwinnett-3", "failed_lay_down", who="A", to="C", before_A="10", before_B="3", before_C="2")

    assert found.effect == {"take": {"A": 10, "B": 3, "C": 12}, "last_trick": "C"}


def test_more_than_there_is_cannot_have_been_taken_before_a_lay_down():
    judgment = ruled("st-hilary", "failed_lay_down", who="N", before_NS="20", before_EW="6")

    assert judgment.faults == {"before_EW": "The takes of a hand add up to 25 at most."}


def test_conduct_comes_to_what_a_player_is_given():
    talk = proposal("st-hilary", "conduct", who="N", what="2", measure="warning")
    points = proposal("npa", "conduct", who="E", what="other", measure="points", points="30")
    disrupting = proposal("st-hilary", "conduct", who="N", what="disrupting")

    assert (talk.decision, penalties(talk)) == ("Table talk: Ann was spoken to.", [("N", "ruling", 0)])
    assert penalties(points) == [("E", "ruling", 30)]
    assert disrupting.effect == {"renege": "NS", "renege_cause": "disrupting"}
    assert {found.basis for found in (talk, points)} == {"judgment"}


def test_void_hand_hand_played_again_and_amounts_are_judgment_with_a_reason():
    void = proposal("npa", "void_hand", why="cards of another deck")
    again = proposal("npa", "play_again", dealer="E", why="Two aces on the floor")
    amount = proposal("npa", "amount", amount_NS="", amount_EW="−20", why="Slow play")

    assert (void.effect, void.decision) == ({"void": True}, "The hand is void. Cards of another deck.")
    assert again.effect == {"redeal": {"why": "ruling", "dealer": "N", "next_dealer": "E"}}
    assert (amount.effect, amount.decision) == ({"ruled": {"EW": -20}}, "−20 for Bea and Dom. Slow play.")
    assert {found.basis for found in (void, again, amount)} == {"judgment"}


@pytest.mark.parametrize(
    ("kind", "facts", "faults"),
    [
        ("amount", {"amount_NS": "0", "amount_EW": ""}, {"amount_EW": "Enter points for at least one side."}),
        ("amount", {"amount_NS": "lots"}, {"amount_NS": "Enter a whole number from −1000 to 1000."}),
        ("void_hand", {"why": "x" * 201}, {"why": "Use up to 200 characters."}),
        ("renege", {"who": "X"}, {"who": "Choose one of those shown."}),
        ("void_hand", {}, {}),
    ],
)
def test_what_cannot_be_is_said_at_its_question(kind, facts, faults):
    judgment = ruled("npa", kind, **facts)

    assert (judgment.faults, judgment.proposal) == (faults, None)


# -- every way through every tree --------------------------------------------------------


@pytest.mark.parametrize("key", BUILT_IN_ORDER)
def test_every_way_ends_in_words_with_a_rule_that_stands_in_the_book(key):
    book = with_own(BOOKS[key])
    hands = (situation(book), situation(book, played(book, take={}, last_trick=None)), situation(book, played(book)))

    found = [
        (kind, judgment) for hand in hands for kind in offered(book, hand) for _, judgment in ways(book, kind, hand)
    ]

    proposals = [(kind, judgment.proposal) for kind, judgment in found if judgment.proposal]
    assert {kind for kind, _ in proposals} == {*kinds_of(book), *(f"own:{own['name']}" for own in OWN)}
    assert {proposal.rule.replace(".", "-") for _, proposal in proposals} <= anchors(book)
    assert all(
        proposal.decision.endswith((".", "?", "!")) and "{" not in proposal.decision for _, proposal in proposals
    )
    assert all(question.text.endswith((".", "?")) for _, judgment in found for question in judgment.questions)
    assert {penalty.code for _, proposal in proposals for penalty in proposal.penalties} <= {
        "ruling",
        *(penalty.code for penalty in book.penalties),
    }


def test_three_handed_names_are_those_of_its_seats():
    question = ruled("gwinnett-3", "renege").questions[0]

    assert question.choices == {seat: NAMES[seat] for seat in LETTERED_SEATS[:3]}


# -- rulings of a club's own -------------------------------------------------------------

RANG = "own:Phone rang at the table"


def own(key: str, place: int, **facts: str) -> Judgment:
    book = with_own(BOOKS[key])
    return judge(book, f"own:{OWN[place]['name']}", situation(book, played(book)), facts)


def test_rulings_of_a_club_are_offered_after_those_of_the_book_by_their_names():
    book = with_own(changed(BOOKS["npa"], rulings__kinds=["renege"]))
    names = [own["name"] for own in OWN]

    assert [*offered(book, situation(book, played(book))).values()] == ["A renege", *names]
    assert [*offered(book, situation(book)).values()] == ["Cards looked at", "Left the table"]


def test_ruling_of_a_club_asks_for_the_side_and_whether_its_rule_applies():
    asked = own("npa", 0, side="NS").questions

    assert [(question.text, question.note) for question in asked] == [
        ("Which side is at fault?", "Phones are off."),
        ("Does the rule apply?", "Phones are off."),
    ]
    assert [*asked[0].choices] == ["NS", "EW"]
    assert asked[1].choices == {"yes": "Yes: 10 points off for Ann and Carl", "no": "No: the score stands"}


@pytest.mark.parametrize(
    ("key", "place", "facts", "effect", "basis", "decision"),
    [
        ("npa", 0, {}, {"ruled": {"NS": -10}}, "book", "Phone rang at the table, {} at fault. −10 for {}."),
        ("npa", 0, {"applies": "no"}, {}, "judgment", "Phone rang at the table, {} at fault. The score stands."),
        ("npa", 1, {"points": "9"}, {"ruled": {"NS": -9}}, "judgment", "Points off as ruled, {} at fault. −9 for {}."),
        ("npa", 2, {}, {"ruled": {"EW": 5}}, "book", "Slow play, {} at fault. +5 for Bea and Dom."),
        ("gwinnett-3", 2, {}, {"ruled": {"B": 5, "C": 5}}, "book",
            "Slow play, {} at fault. +5 for Bea and +5 for Carl."),
        ("npa", 3, {"points": "7"}, {"ruled": {"EW": 7}}, "judgment",
            "Points as ruled, {} at fault. +7 for Bea and Dom."),
        ("npa", 4, {}, {"void": True}, "book", "Coffee on the cards, {} at fault. The hand is void."),
        ("npa", 6, {}, {}, "book", "Left the table, {} at fault. The score stands."),
        ("npa", 6, {"side": "nobody"}, {}, "book", "Left the table. The score stands."),
    ],
)  # fmt: skip
def test_ruling_of_a_club_comes_to_what_its_rule_proposes(key, place, facts, effect, basis, decision):
    first, who = ("A", "Ann") if key == "gwinnett-3" else ("NS", "Ann and Carl")

    found = own(key, place, **{"side": first, "applies": "yes", **facts}).proposal

    assert (found.effect, found.basis, found.decision) == (effect, basis, decision.replace("{}", who))
    assert found.rule == f"rulings.own.{place}"


def test_hand_that_a_club_has_played_again_asks_who_deals():
    found = own("npa", 5, side="EW", applies="yes", dealer="E").proposal

    assert found.effect == {"redeal": {"why": "ruling", "dealer": "N", "next_dealer": "E"}}


@pytest.mark.parametrize(
    ("key", "place", "words"),
    [
        ("npa", 0, "10 points off for Ann and Carl"),
        ("npa", 1, "points off for Ann and Carl"),
        ("npa", 2, "5 points for Bea and Dom"),
        ("gwinnett-3", 2, "5 points for Bea and Carl"),
        ("npa", 3, "points for Bea and Dom"),
        ("npa", 4, "the hand is void"),
        ("npa", 5, "the hand is played again"),
    ],
)
def test_whether_the_rule_applies_is_asked_with_what_it_proposes(key, place, words):
    asked = own(key, place, side=BOOKS[key].sides[0]).questions[-1]

    assert asked.choices == {"yes": f"Yes: {words}", "no": "No: the score stands"}


def test_points_of_a_ruling_have_bounds():
    assert own("npa", 1, side="NS", applies="yes", points="0").faults == {
        "points": "Enter a whole number from 1 to 1000."
    }


def test_kind_that_the_book_does_not_have_is_none():
    with pytest.raises(KeyError):
        judge(BOOKS["npa"], RANG, situation(BOOKS["npa"], played(BOOKS["npa"])), {})


def test_rulings_of_a_club_stand_in_print():
    chapter = next(
        chapter for chapter in chapters(with_own(BOOKS["npa"], PHONE, *OWN[1:4:2])) if chapter.id == "rulings"
    )

    assert chapter.text.splitlines()[-4:] == [
        "The club has rulings of its own:",
        "Phone rang at the table: Phones are off. The side at fault loses 10 points.",
        "Points off as ruled: As ruled. The side at fault loses as many points as the director says. "
        "The director decides whether it applies.",
        "Points as ruled: As ruled. The other side gets as many points as the director says. "
        "The director decides whether it applies.",
    ]
