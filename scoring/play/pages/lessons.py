"""A player's strength and dearest fault in a sentence each, and lessons' positions. No queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pinochle_club.ground.dates import short_day
from scoring.models import PlayedHand
from scoring.play.actions import action_from_json
from scoring.play.lessons import Position
from scoring.play.review import moments
from scoring.play.seat_view import seat_view
from scoring.play.settings import settings_from_json
from scoring.play.state import state_from_json
from scoring.play.table import Contrast, Decision, Option
from scoring.play.themes import ENOUGH_HANDS, Theme, strength, weakness
from scoring.rules.book import RuleBook
from scoring.rules.notation import lowered, number, signed
from scoring.score_card.pages.card import names_of

from .action_words import words_of
from .costs import about, cost_words, points
from .faces import action_text, hand_context
from .mat import mat_context
from .panels import panel_context
from .reasons import reason
from .review import when_words
from .voice import Voice

MOST_LINKED: Final = 5
# Of each theme what one does well, what its decisions are called, and what it costs where no fault says more.
THEMES: Final[Mapping[str, tuple[str, str, str]]] = {
    "bid": ("You bid to the point", "bids", "Your bids cost you the most"),
    "over_partner": ("You know when the bid is your partner’s", "such choices", "You misjudge your partner’s bids"),
    "trump": ("You name the right trump", "choices of trump", "You name the weaker trump"),
    "pass_cards": ("You pass your partner what helps", "passes", "You pass your partner the wrong cards"),
    "bury": ("You put the right cards away", "such choices", "You put the wrong cards away"),
    "meld": ("You find your meld", "melds", "You leave meld in your hand"),
    "declare": ("You know which hands to play", "such choices", "You misjudge which hands to play"),
    "lead": ("You lead well when your side has the bid", "leads", "Your leads when your side has the bid"),
    "lead_against": ("You lead well against the bid", "leads", "Your leads against the bid"),
    "partners_trick": ("You help your partner’s tricks", "cards on them", "What you play on your partner’s tricks"),
    "lost_trick": (
        "You give little away in tricks you can’t win",
        "cards",
        "What you play when you can’t win",
    ),
    "trick": ("You know which tricks to win", "such cards", "How you win tricks"),
}
FAULTS: Final[Mapping[tuple[str, str], str]] = {
    ("bid", "over"): "You bid too high",
    ("bid", "under"): "You pass or stop too early",
    ("over_partner", "over"): "You bid over your own partner",
    ("over_partner", "under"): "You leave your partner a bid that you should raise",
    ("lead", "trump_kept"): "You draw trump too late",
    ("lead", "trump_led"): "You lead trump too early",
    ("lead", "ace_kept"): "You keep aces that want to be led",
    ("lead_against", "trump_led"): "You lead trump for the bidder",
    ("lead_against", "trump_kept"): "You leave the bidder too much trump",
    ("lead_against", "ace_kept"): "You don’t lead your aces against the bid",
    ("partners_trick", "over"): "You win tricks that are your partner’s already",
    ("partners_trick", "counter_given"): "You add counters to tricks your partner may lose",
    ("partners_trick", "counter_kept"): "You keep counters from your partner’s tricks",
    ("lost_trick", "counter_given"): "You give counters under pressure",
    ("lost_trick", "counter_kept"): "You hold back counters that your partner would win",
    ("trick", "let_go"): "You let tricks go that you should win",
    ("trick", "taken"): "You win tricks that cost more than they bring",
    ("trick", "too_high"): "You win tricks with a higher card than you need",
}


def strength_words(theme: Theme) -> str:
    well, what, _ = THEMES[theme.name]
    dear = f"only {number(theme.dear)} clearly" if theme.dear else "none clearly"
    return f"{well}: of {theme.decisions} {what}, {dear} cost you points."


def weakness_words(theme: Theme, hands: int) -> str:
    says = FAULTS.get((theme.name, theme.fault), THEMES[theme.name][2])
    return f"{says}: {points(about(theme.cost))} in ten hands. It was so in {len(theme.hands)} of {hands}:"


def themes_context(hands: Sequence[PlayedHand], reviews: Mapping[int, str], book: RuleBook | None) -> dict[str, Any]:
    """Themes from reviewed hands of one book, newest first; `reviews` are addresses by deal."""
    if len(hands) < ENOUGH_HANDS:
        return {"so_far": f"This shows once the Expert has looked over {ENOUGH_HANDS} hands. So far: {len(hands)}."}
    judged = [hand.judged for hand in hands]
    well, dear = strength(judged), weakness(judged)
    say = book.words.say if book else str
    linked = [(hands[place], at) for place, at in dear.hands[:MOST_LINKED]] if dear else []
    return {
        "well": say(strength_words(well)) if well else "Nothing yet that is more than chance.",
        "dear": say(weakness_words(dear, len(hands))) if dear else "Nothing that comes back from hand to hand.",
        "linked": [(short_day(hand.played_on), reviews.get(hand.deal_id or 0), at) for hand, at in linked],
    }


# -- the lesson ----------------------------------------------------------------------------


def position_context(hand: PlayedHand, position: Position) -> dict[str, Any]:
    """A position as its player saw it, with the choices; after the answer with each one's result."""
    assert hand.deal is not None, hand
    card = hand.deal.game.card
    moment = moments(state_from_json(card.book_version.book, hand.deal.data))[position.number - 1]
    view, book = seat_view(moment.before, hand.seat), moment.before.book
    voice, settings = Voice(names_of(card), hand.seat), settings_from_json(hand.deal.game.settings)
    options = [Option(action_from_json(action), *costs) for action, *costs in position.facts["choices"]]
    words = [book.words.say(words_of(option.action).advice) for option in options]
    shown = {
        "of": hand.pk,
        "number": position.number,
        "title": f"{when_words(moment)} on {short_day(hand.played_on)}",
        "mat": mat_context(view, voice),
        "hand": hand_context(view, settings, asks=False),
        "line": panel_context(view, voice, settings)["line"],
        "settings": settings,
        "book": book,
        # In an order that gives nothing away.
        "keys": sorted(enumerate(words), key=lambda key: action_text(options[key[0]].action)),
    }
    if position.answer is None:
        return shown
    others = sorted(range(1, len(options)), key=lambda place: options[place].cost)
    did = book.words.say(words_of(options[1].action).done)
    yours = replace(options[1], contrasts=tuple(Contrast(*each) for each in position.facts["contrasts"]))
    why = reason(book, Decision(options[0].action, position.facts["reason"]), yours)
    verdict = "Better" if not position.is_right else "Good, too. The best" if position.answer else "That’s it"
    return shown | {
        "is_right": position.is_right,
        "verdict": f"{verdict}: {lowered(words[0])}.",
        "reason": book.words.say(why),
        "choices": [(words[0], "best"), *((words[place], cost_words(book, options[place])) for place in others)],
        "then": f"You then: {did}. That hand came to {signed(hand.margin)} against the others.",
    }
