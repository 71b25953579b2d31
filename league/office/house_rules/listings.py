from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.models import HouseRulesVersion
from league.office.clubs.pages.navigation import address_of
from pinochle_club.ground.listings import MAIN, PAGE, Column, PlainList

from .pages.books import published_words


class VersionList(PlainList):
    """Published versions, newest first, each with its paper."""

    media = PAGE
    heading = "versions"

    number = Column("Version")
    published = Column("Published", beside="", accessor="pk")
    note = Column("Note", beside="", default="–")
    paper = Column("On paper", accessor="number", on_phone=MAIN)

    def render_number(self, record: HouseRulesVersion) -> SafeString:
        return format_html('<a href="{}">Version {}</a>', _address("house_rules_version", record), record.number)

    def render_published(self, record: HouseRulesVersion) -> str:
        return published_words(record)

    def render_paper(self, record: HouseRulesVersion) -> SafeString:
        says = '<a href="{}">PDF<span class="visually-hidden"> of version {}</span></a>'
        return format_html(says, _address("house_rules_pdf", record), record.number)


def _address(name: str, version: HouseRulesVersion) -> str:
    return address_of(name, version.house_rules.club.slug, version.house_rules.key, version.number)
