"""A club's own sheet beside its book: the place of each sentence, those without one, and rules that none says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Final

from league.models import HouseRules
from league.office.house_rules.deeds import draft_of, original_of
from league.office.house_rules.forms import sentence_name
from scoring.rules.book import RuleBook
from scoring.rules.book.procedure import APART, OWN_RULE, SheetSentence
from scoring.rules.comparison import Difference, differences, is_at, place_words
from scoring.rules.notation import counted
from scoring.rules.own_sheet import may_touch_score, places_of, printed_beside, says_no_switch
from scoring.score_card.forms.book_form import entry_above, field_id
from scoring.score_card.pages.documents import document_sections

NO_RULES: Final = ("name", "short_name", "edition", "summary", "sheet", "words")


@dataclass(frozen=True, slots=True)
class SheetRow:
    sentence: SheetSentence
    row: dict[str, Any]
    place: str
    printed: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return sentence_name(self.sentence)

    @property
    def switch(self) -> str:
        """`?open=auction#rule-auction-opening`: its field in the form, if it has one."""
        entry = entry_above(self.sentence.at.replace("conduct: ", "conduct.", 1).replace("note: ", "notes.", 1))
        return f"?open={entry.chapter}#{field_id(entry.path)}" if entry else ""


@dataclass(frozen=True)
class SheetPage:
    draft: RuleBook
    original: RuleBook

    @classmethod
    def of(cls, rules: HouseRules) -> SheetPage:
        return cls(draft_of(rules), original_of(rules))

    @property
    def headline(self) -> str:
        """`3 of 21 sentences still have no place`."""
        without, all_of_them = sum(not one.at for one in self.draft.sheet), len(self.draft.sheet)
        if not all_of_them:
            return "The sheet is empty"
        if not without:
            return f"{'The sentence has its' if all_of_them == 1 else f'All {all_of_them} sentences have their'} place"
        return f"{without} of {counted(all_of_them, 'sentence')} still {'has' if without == 1 else 'have'} no place"

    @property
    def counts(self) -> str:
        """`In the rules: 15. Printed as our own rule: 4. Not a rule: 2.`; empty until one has its place."""
        places = [one.at for one in self.draft.sheet if one.at]
        if not places:
            return ""
        own, apart = sum(at.startswith(OWN_RULE) for at in places), places.count(APART)
        return f"In the rules: {len(places) - own - apart}. Printed as our own rule: {own}. Not a rule: {apart}."

    @cached_property
    def sections(self) -> Sequence[tuple[str, Sequence[SheetRow]]]:
        rows = (row for part in document_sections(self.draft, self.original) for row in part["sentences"])
        own = places_of(self.draft)
        shown = [
            SheetRow(sentence, row, own.get(sentence.at) or place_words(sentence.at), self._beside(sentence))
            for sentence, row in zip(self.draft.sheet, rows, strict=True)
        ]
        return [(name, list(group)) for name, group in groupby(shown, key=lambda row: row.sentence.section)]

    def _beside(self, sentence: SheetSentence) -> tuple[str, ...]:
        is_own = sentence.at.startswith(OWN_RULE)
        return printed_beside(self.draft, sentence.text, sentence.at.removeprefix(OWN_RULE)) if is_own else ()

    @cached_property
    def unswitched(self) -> Sequence[tuple[SheetSentence, bool]]:
        """The sentences that no switch says, those first that may touch the score."""
        told = [(one, may_touch_score(one.text)) for one in self.draft.sheet if says_no_switch(one)]
        return sorted(told, key=lambda one: not one[1])

    @cached_property
    def unsaid(self) -> Sequence[Difference]:
        """The rules that differ from the original's without a sentence of the sheet that says so."""
        places = [sentence.at for sentence in self.draft.sheet if sentence.at]
        return [
            change
            for change in differences(self.original, self.draft)
            if change.path.partition(".")[0] not in NO_RULES and not any(is_at(change.path, at) for at in places)
        ]
