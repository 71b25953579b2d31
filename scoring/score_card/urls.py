"""Addresses of the score card."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

import pinochle_club.ground.converters  # noqa: F401  for <number:…>

from .sheet import STEPS
from .views import (
    books,
    card,
    details,
    hands,
    melds,
    next_game,
    our_game,
    papers,
    penalties,
    reading,
    sharing,
    signing,
    start,
    waiting,
)

app_name = "score_card"


class StepConverter(StringConverter):
    """`bid`, `meld` or `take` in an address; anything else there is another page of the hand."""

    regex = "|".join(STEPS)


register_converter(StepConverter, "step")

CARD = "cards/<uuid:card_id>/"
HAND = f"{CARD}hands/<number:hand>/"
READ = "r/<slug:token>/"
EXAMPLE = "examples/<uuid:example_id>/"

urlpatterns = [
    path("", start.start, name="start"),
    path("cards/", start.begin, name="begin"),
    path("cards/new/", start.new, name="new"),
    path("cards/new/<slug:key>/", start.new_by, name="new_by"),
    path("our-game/", our_game.our_game, name="our_game"),
    path("our-game/forget/", our_game.forget, name="forget_our_game"),
    path("our-game/<slug:chapter>/", our_game.chapter, name="our_game_chapter"),
    path(f"{HAND}<step:step>/", card.save_step, name="save_step"),
    path(f"{HAND}<step:step>/preview/", card.preview, name="preview"),
    path(CARD, card.card, name="card"),
    path(f"{CARD}changes/", card.changes, name="changes"),
    path(f"{CARD}details/", details.details, name="details"),
    path(f"{CARD}undo/", card.undo, name="undo"),
    # penalties and signing
    path(f"{CARD}round/", penalties.penalties, name="penalties"),
    path(f"{CARD}round/penalties/", penalties.penalty, name="penalty"),
    path(f"{CARD}round/penalties/<number:number>/pardon/", penalties.pardon, name="pardon"),
    path(f"{CARD}round/lateness/", penalties.lateness, name="lateness"),
    path(f"{CARD}round/lateness/preview/", penalties.lateness_preview, name="lateness_preview"),
    path(f"{CARD}sign/", signing.sign, name="sign"),
    path(f"{CARD}sign/<slug:side>/", signing.review, name="review"),
    path(f"{CARD}reopen/", signing.reopen, name="reopen"),
    # the next game
    path(f"{CARD}again/", next_game.again, name="again"),
    path(f"{CARD}next/", next_game.next_game, name="next_game"),
    # hands
    path(f"{CARD}redeal/", hands.redeal, name="redeal"),
    path(f"{CARD}history/", hands.history, name="history"),
    path(HAND, hands.hand, name="hand"),
    path(f"{HAND}remark/", hands.remark, name="remark"),
    path(f"{HAND}right/", hands.right, name="right"),
    path(f"{HAND}correct/", hands.correct, name="correct"),
    path(f"{HAND}correct/preview/", hands.preview_correction, name="preview_correction"),
    # written while the server was away
    path(f"{HAND}whole/", waiting.whole_hand, name="whole_hand"),
    path(f"{CARD}ahead/", waiting.ahead, name="ahead"),
    path(f"{CARD}waiting/", waiting.take_over, name="take_over"),
    # sharing and reading
    path(f"{CARD}share/", sharing.share, name="share"),
    path(f"{CARD}new-address/", sharing.new_address, name="new_address"),
    path("w/<slug:token>/", sharing.join, name="join"),
    path(READ, reading.card, name="read"),
    path(f"{READ}changes/", reading.changes, name="read_changes"),
    path(f"{READ}hands/<number:hand>/", reading.hand, name="read_hand"),
    path(f"{READ}paper/", reading.paper, name="read_paper"),
    path(f"{READ}card.pdf", reading.pdf, name="read_pdf"),
    path(EXAMPLE, reading.card, name="example"),
    path(f"{EXAMPLE}hands/<number:hand>/", reading.hand, name="example_hand"),
    path(f"{EXAMPLE}paper/", reading.paper, name="example_paper"),
    path(f"{EXAMPLE}card.pdf", reading.pdf, name="example_pdf"),
    # meld helper
    path(f"{HAND}melds/", melds.melds, name="melds"),
    path(f"{HAND}melds/count/", melds.count, name="count_melds"),
    # paper and rule books
    path(f"{CARD}paper/", papers.paper, name="paper"),
    path(f"{CARD}card.pdf", papers.card_pdf, name="card_pdf"),
    path("blank/<slug:key>/", papers.blank, name="blank"),
    path("blank/<slug:key>.pdf", papers.blank_pdf, name="blank_pdf"),
    path("books/", books.books, name="books"),
    path("books/versions/<slug:digest>/", books.book_version, name="book_version"),
    path("books/<slug:key>/", books.book, name="book"),
    path("books/<slug:key>.pdf", books.book_pdf, name="book_pdf"),
    path("books/<slug:key>/document/", books.document_page, name="document"),
    path("books/<slug:key>/document.pdf", books.document_pdf, name="document_pdf"),
]
