"""The reasons this book knows to deal again."""

from __future__ import annotations

from typing import Any

from pinochle_club.ground.forms import PageForm, choice_field
from scoring.rules.dealing import judge_short_hand
from scoring.rules.notation import listed, lowered
from scoring.score_card.names import Names
from scoring.score_card.redeals import NO_OTHER_CARDS, redeal_payload, redeal_reasons
from scoring.score_card.sheet import Sheet


class RedealForm(PageForm):
    """A large key for each reason to deal the open hand again; none without an open hand."""

    def __init__(self, *args: Any, sheet: Sheet, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, seen=sheet.version, **kwargs)
        self.book, self.line = sheet.book, sheet.open_line
        self.reasons = tuple(redeal_reasons(sheet.book, names, self.line)) if self.line else ()
        self.fields["why"] = choice_field(
            "Why deal again?",
            [(code, title) for code, title, _ in self.reasons],
            missing="Tap the reason.",
        )
        if len(self.reasons) == 1:
            self.fields["why"].initial = self.reasons[0][0]

    @property
    def follows(self) -> list[tuple[str, str]]:
        """What follows from each reason, said once of those that are alike: `In each case`, `A misdeal or no ace:`."""
        titles: dict[str, list[str]] = {}
        for _, title, sentence in self.reasons:
            titles.setdefault(sentence, []).append(title)
        if len(titles) == 1 < len(self.reasons):
            return [("In each case", sentence) for sentence in titles]
        return [
            (f"{listed([first, *map(lowered, rest)], 'or')}:", sentence) for sentence, (first, *rest) in titles.items()
        ]

    @property
    def stands(self) -> str:
        """The rule in place of a new deal, for a board or a book without reasons."""
        if self.line is not None and self.line.board:
            return NO_OTHER_CARDS
        return "" if self.reasons else judge_short_hand(self.book, 1)[1]

    @property
    def payload(self) -> dict[str, Any]:
        assert self.line is not None, "a reason is given for an open hand"
        return redeal_payload(self.book, self.line, self.cleaned_data["why"])
