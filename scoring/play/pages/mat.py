"""The mat: players with their calls, melds or cards, and the hand in figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

from scoring.play.seat_view import SeatView, record_seen, side_melds
from scoring.play.state import Phase, Trick
from scoring.rules.cards import Card, Seat, Side
from scoring.rules.deal_score import outlook
from scoring.rules.melds import best_meld
from scoring.rules.notation import SUIT_NAMES, counted, sign
from scoring.rules.reminders import exposed_line
from scoring.rules.tricks import winner
from scoring.rules.wording import outlook_sentences
from scoring.score_card.names import soft

from .faces import face_of, faces_of, sorted_cards
from .portraits import portraits
from .voice import Voice

PLACES: Final = {4: ("south", "west", "north", "east"), 3: ("south", "west", "east")}
RING: Final = ("south", *"1234567")  # of any other number: clockwise around a long table
MOST_TOLD: Final = 2  # sides beside the own, in a line of figures
BIDDING: Final = (Phase.REDEAL, Phase.AUCTION, Phase.TRUMP)
BEFORE_TRICKS: Final = (Phase.BURY, Phase.DECLARE, Phase.TRICKS)
# As `table.html` draws a hand from behind: one card over the other.
BACK_WIDE: Final = 20
BACK_STEP: Final = 4

Fact = tuple[str, str, str, str]
"""A figure of the hand: `Bid` `65` ` by Doris`, and the suit to draw, if any."""

Shows = Literal["calls", "kitty", "melds", "hands", "trick", "nothing", "end"]


def mat_context(view: SeatView, voice: Voice, *, line: str = "") -> dict[str, Any]:
    """The mat as it lies: `shows` is what is in the middle, `line` the sentence below, `hands` open ones."""
    shows = _shows(view)
    return {
        **_mat(view, voice, shows, view.trick if shows == "trick" else None),
        "line": line or _line(view, voice, shows),
        "melds": melds_shown(view, voice) if shows == "melds" else [],
        "kitty": faces_of(sorted_cards(view.kitty, "alternating", None)) if shows == "kitty" else (),
        "hands": list(_hands_shown(view, voice)),
        "last": _last_trick(view, voice, view.tricks[-1]) if shows == "trick" and view.tricks else None,
    }


def finished_trick(view: SeatView, voice: Voice, *, line: str) -> dict[str, Any]:
    """The mat with the trick just completed, before it is taken: only frames show it."""
    before = _last_trick(view, voice, view.tricks[-2]) if len(view.tricks) > 1 else None
    return {**_mat(view, voice, "trick", view.tricks[-1]), "line": line, "last": before}


def _mat(view: SeatView, voice: Voice, shows: Shows, trick: Trick | None) -> dict[str, Any]:
    seats, facts = list(_seats(view, voice, trick)), list(facts_of(view, voice))
    is_ring = len(seats) not in PLACES
    return {"shows": shows, "seats": seats, "is_ring": is_ring, "facts": facts, "words": view.book.words}


def _hands_shown(view: SeatView, voice: Voice) -> Iterator[dict[str, Any]]:
    for seat, cards in view.exposed.items():
        if cards:  # some are left to show
            yield {"name": voice.name(seat), "faces": faces_of(sorted_cards(cards, "alternating", view.trump))}
    if view.laid_open:
        yield {"name": "Put away", "faces": faces_of(sorted_cards(view.buried, "alternating", view.trump))}


def _last_trick(view: SeatView, voice: Voice, trick: Trick) -> dict[str, Any]:
    """The one taken trick that may still be looked at: who took it, and its cards in order, each at its place."""
    assert trick.winner is not None, trick
    places = places_of(view)
    played = played_by(view, trick).items()
    cards = tuple((places[seat], face_of(card), seat == trick.winner) for seat, card in played)
    return {"words": f"{voice.says(trick.winner, 'take')} it.", "cards": cards}


def _shows(view: SeatView) -> Shows:
    if view.exposed and view.phase is not Phase.TRICKS:
        return "hands"
    if view.phase in (Phase.REDEAL, Phase.AUCTION):
        return "calls"
    if view.phase is Phase.DONE:
        return "end"
    if view.melds and view.phase in BEFORE_TRICKS and not view.tricks and not (view.trick and view.trick.cards):
        return "melds"
    if view.phase is Phase.TRICKS:
        return "trick"
    if view.kitty and view.phase in (Phase.TRUMP, Phase.MELD):
        return "kitty"
    return "calls" if view.phase in BIDDING else "nothing"


# -- the players -------------------------------------------------------------------------


def places_of(view: SeatView) -> dict[Seat, str]:
    """Places at the mat, clockwise from the viewer."""
    order = view.book.at_table_from(view.seat)
    return dict(zip(order, PLACES.get(len(order), RING[: len(order)]), strict=True))


def _seats(view: SeatView, voice: Voice, trick: Trick | None) -> Iterator[dict[str, Any]]:
    """The players; a dealer who sits out (`is_out`) has no cards. `fan` is the width of the hand's backs."""
    played = played_by(view, trick)
    best = _best(view, trick)
    places = places_of(view)
    drawn = portraits(voice.names.player(seat) for seat in places)
    for (seat, place), portrait in zip(places.items(), drawn, strict=True):
        cards, calls = view.hand_sizes.get(seat, 0), list(_calls(view, seat)) if view.phase in BIDDING else []
        yield {
            "place": place,
            "name": soft(voice.name(seat)),
            "portrait": portrait,
            "cards": cards,
            "fan": BACK_WIDE + BACK_STEP * (cards - 1) if cards else 0,
            "roles": _roles(view, voice, seat),
            "won": view.book.words.say(counted(view.tricks_won[seat], "trick")) if view.tricks_won.get(seat) else "",
            "is_turn": view.to_act == seat and (trick is None or trick.winner is None),
            "is_out": seat not in view.book.seats,
            "call": calls[-1] if calls else "",
            "earlier": ", ".join(calls[:-1]),
            "face": face_of(played[seat]) if seat in played else None,
            "is_led": trick is not None and trick.leader == seat and seat in played,
            "is_winning": best == seat,
        }


def played_by(view: SeatView, trick: Trick | None) -> dict[Seat, Card]:
    if trick is None:
        return {}
    return dict(zip(view.book.seats_from(trick.leader), trick.cards, strict=False))


def _best(view: SeatView, trick: Trick | None) -> Seat | None:
    if trick is None or not trick.cards:
        return None
    return view.book.seats_from(trick.leader)[winner(trick.cards, view.trump)]


def _roles(view: SeatView, voice: Voice, seat: Seat) -> str:
    roles = []
    if seat in view.partners and voice.you is not None:
        roles.append("partner")
    elif seat == view.book.called_by(view.bidder) and seat != view.bidder:
        roles.append("called partner")
    if seat == view.bidder:
        roles.append("bidder")
    if seat == view.dealer and view.phase in BIDDING:  # who bids when
        roles.append("dealer")
    if seat not in view.book.seats:
        roles.append(view.book.words.say("out this hand"))
    if seat in voice.stand_ins:
        roles.append("as Club for now")
    return " · ".join(roles)


def _calls(view: SeatView, seat: Seat) -> Iterator[str]:
    yield from ("pass" if call.bid is None else str(call.bid) for call in view.auction.calls if call.seat == seat)
    if view.stuck and seat == view.bidder:
        yield f"stuck, {view.bid}"


# -- the line under the middle -----------------------------------------------------------


def _line(view: SeatView, voice: Voice, shows: Shows) -> str:
    if shows == "calls":
        if view.bidder is not None and view.choices is None:
            return f"{voice.says(view.bidder, 'have')} the bid at {view.bid}."
        return bids_line(view, voice) if view.choices is None else ""
    if shows == "kitty":
        assert view.bidder is not None, view.phase
        comes = f"the {view.book.words.kitty} comes with it"
        follows = f"put away {view.told_of_buried}" if view.told_of_buried else comes
        return f"{voice.says(view.bidder, 'have')} the bid, and {follows}."
    if shows == "trick":
        return trick_line(view, voice)
    if view.claimed is not None:
        return f"{voice.says(view.claimed, 'claim')} the rest."
    if view.laid_open and shows == "hands":
        assert view.bidder is not None, view.phase
        stands = " It stands." if view.laid_stands else ""
        return f"{voice.says(view.bidder, 'lay')} all cards open: cut and lay.{stands}"
    record = record_seen(view)
    if shows == "hands" and record is not None:
        return exposed_line(view.book, record)
    if shows == "melds" and record is not None:
        text = outlook_sentences(view.book, record, voice.sides)
        return f"{text.headline} {text.rest}"
    return ""


def bids_line(view: SeatView, voice: Voice) -> str:
    """The height of the bidding: `Doris has 52.`"""
    if view.auction.high is None or view.auction.bidder is None:
        return f"Nobody has bid yet. Bidding opens at {view.book.auction.opening}."
    return f"{voice.says(view.auction.bidder, 'have')} {view.auction.high}."


def trick_line(view: SeatView, voice: Voice) -> str:
    trick = view.trick
    if trick is None or not trick.cards:
        return f"{voice.says(trick.leader, 'lead')}." if trick else ""
    if len(trick.cards) == 1:
        return f"{voice.name(trick.leader)} led {sign(trick.cards[0])}."
    led = f"{voice.name(trick.leader)} led {SUIT_NAMES[trick.cards[0].suit]}"
    best = _best(view, trick)
    assert best is not None, trick
    if best == trick.leader:
        return f"{led}, and {sign(trick.cards[0])} is still the best card."
    return f"{led}; {voice.possessive(best)} {sign(played_by(view, trick)[best])} is the best card."


# -- figures -----------------------------------------------------------------------------


def facts_of(view: SeatView, voice: Voice) -> Iterator[Fact]:
    if view.trump:
        yield "Trump", SUIT_NAMES[view.trump], "", SUIT_NAMES[view.trump]
    elif view.no_marriage:
        yield "Trump", "none", f": no {view.book.words.marriage}", ""
    if view.bidder is not None:
        yield "Bid", str(view.bid), f" by {voice.inside(view.bidder)}", ""
    elif view.auction.high is not None and view.auction.bidder is not None:
        yield "Bid", str(view.auction.high), f" by {voice.inside(view.auction.bidder)}", ""
    yield from _called(view, voice)
    if view.melds:
        yield _meld_fact(view, voice)
    if view.phase is Phase.TRICKS:
        yield from _needs(view, voice)
        number = min(len(view.tricks) + 1, view.book.tricks)
        yield view.book.words.say("Trick"), str(number), f" of {view.book.tricks}", ""


def _called(view: SeatView, voice: Voice) -> Iterator[Fact]:
    """Who plays with the bidder, as far as it is known here: `Partner` `Doris`, `Called` `A♠`."""
    partner = view.book.called_by(view.bidder)
    if partner is None:
        if isinstance(view.called, Card):
            yield "Called", sign(view.called), ": who has it plays with the bidder", ""
    elif partner == view.bidder:
        yield "Partner", "none", f": {voice.says(partner, 'play')} alone", ""
    else:
        known = f", called by {sign(view.called)}" if isinstance(view.called, Card) else ""
        yield "Partner", voice.inside(partner), known, ""


def _meld_fact(view: SeatView, voice: Voice) -> Fact:
    """`Meld` `38` `, they 22`; a few sides by name, for watchers all; of many the own alone."""
    melds, sides = side_melds(view), view.book.sides
    mine = sides[0] if voice.you is None or view.sits_out else view.side
    others = [side for side in sides if side != mine]
    if len(others) > MOST_TOLD:
        return "Meld", str(melds[mine]), "", ""
    if mine == sides[0] and (voice.you is None or view.sits_out):
        more = "".join(f", {melds[side]} {voice.side(side)}" for side in others)
        return "Meld", str(melds[mine]), f" {voice.side(mine)}{more}", ""
    if len(others) == 1 and len(mine) > 1:
        return "Meld", str(melds[mine]), f", they {melds[others[0]]}", ""
    return "Meld", str(melds[mine]), "".join(f", {voice.side(side)} {melds[side]}" for side in others), ""


def _needs(view: SeatView, voice: Voice) -> Iterator[Fact]:
    """`Need 27, have 14`; for defenders the bidders' need and what saves."""
    book, record = view.book, record_seen(view)
    if record is None:
        return
    bidding = book.take_side_of(record.bidder)
    ahead = outlook(book, record)
    least = "no more" if ahead.need == "nothing" or view.taken[bidding] else book.words.say(f"a {ahead.need}")
    figure = f"every {book.words.trick}" if ahead.every_trick else str(ahead.points or least)
    have = "have" if len(bidding) > 1 or bidding == voice.you else "has"
    yield _needs_label(view, voice, bidding), figure, f", {have} {view.taken[bidding]}", ""
    if voice.you is None or view.sits_out or view.seat in bidding:
        return
    mine = book.take_side_of(view.seat)
    saves = f", save with {book.contract.points_needed}" if book.contract.defenders_need == "points" else ""
    yield "You have" if len(mine) == 1 else "We have", str(view.taken[mine]), saves, ""


def _needs_label(view: SeatView, voice: Voice, bidding: Side) -> str:
    """`Need` for the reader's side, else `They need`, `Doris needs`."""
    if voice.you is not None and voice.you in bidding:
        return "Need"
    if len(bidding) == 1:
        return f"{voice.side(bidding)} needs"
    return "They need" if voice.you is not None and view.book.deal.are_two else f"{voice.side(bidding)} need"


# -- melds -------------------------------------------------------------------------------


def melds_shown(view: SeatView, voice: Voice) -> list[dict[str, Any]]:
    found = []
    for seat in filter(view.melds.__contains__, view.book.seats_from(view.bidder or view.dealer)):
        shown, remark = view.melds[seat], ""
        if shown.total and not shown.cards:
            aces = view.book.words.say(" Aces around were told.") if shown.aces_told else ""
            remark = f"Under {view.book.meld.minimum} nothing is laid down.{aces}"
        melds = best_meld(view.book, shown.cards, view.trump).melds
        faces = faces_of(sorted_cards(shown.cards, "trump_first", view.trump))
        found.append({"name": voice.name(seat), "total": shown.total, "melds": melds, "faces": faces, "remark": remark})
    return found
