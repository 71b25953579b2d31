"""A chapter of the form in one line."""

from scoring.rules.book import built_in_book
from scoring.rules.book.vocabulary import Vocabulary
from scoring.score_card.pages.chapter_summaries import chapter_summary


def test_words_are_summed_up_by_those_that_are_the_clubs_own() -> None:
    book = built_in_book("npa").model_copy(update={"words": Vocabulary(roundhouse="round robin", director="referee")})

    assert chapter_summary(book, "words") == "Round robin, referee."
    assert chapter_summary(book.model_copy(update={"words": Vocabulary()}), "words") == "You say what everybody says."
