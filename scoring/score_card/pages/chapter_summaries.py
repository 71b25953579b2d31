from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.rules import prose
from scoring.rules.book import RuleBook
from scoring.rules.book.printing import Paragraph, capital
from scoring.rules.notation import counted

# The paragraphs of the printed chapter that say most, by their ids.
_TELLING: Final[Mapping[str, tuple[str, ...]]] = {
    "auction": ("auction-steps",),
    "meld": ("meld-minimum",),
    "play": ("play-heading",),
    "contract": ("contract-bidders", "contract-save", "contract-set"),
    "procedure": ("deal-cut", "procedure-appeals"),
    "redeal": ("redeal-nines", "redeal-illegal_from"),
    "round": ("round-skunk", "round-tardiness"),
}
_WITHOUT: Final[Mapping[str, str]] = {
    "passing": "No cards are passed.",
    "kitty": "There is no kitty.",
    "bonuses": "There are no bonuses.",
    "round": "No tournament rounds and no penalties.",
    "conduct": "No customs are written down.",
}


def chapter_summary(book: RuleBook, id: str) -> str:
    if id == "about":
        return f"{book.name}. {book.summary}"
    if id == "readings":
        readings, notes = len(book.readings), len(book.notes)
        return f"{counted(readings, 'unclear sentence')} with a reading, {counted(notes, 'remark')}."
    if id == "rulings":
        kinds, own = len(book.rulings.kinds), len(book.rulings.own)
        return f"{counted(kinds, 'kind')} of ruling, {own or 'none'} of your own."
    if id == "words":
        words = book.words.model_dump().values()  # without those that everybody says
        return f"{capital(', '.join(words))}." if words else "You say what everybody says."
    chapter = next((chapter for chapter in prose.chapters(book) if chapter.id == id), None)
    if chapter is None:
        return _WITHOUT.get(id, "Nothing here.")
    paragraphs = [block for block in chapter.blocks if isinstance(block, Paragraph)]
    telling = [block.text for block in paragraphs if block.id in _TELLING.get(id, ())]
    if id == "renege":
        telling = [block.text for block in paragraphs if block.text.startswith("When ")]
    return " ".join(telling or [block.text for block in paragraphs[:2]])
