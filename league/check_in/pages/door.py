"""The address that makes a tablet the door's: as a code, and in words."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from league.models import Event


@dataclass(frozen=True, slots=True)
class DoorLinkContext:
    address: str

    @property
    def qr(self) -> SafeString:
        """An SVG that names its colours itself: dark on white in any theme."""
        code = segno.make(self.address, error="m", micro=False)
        svg: str = code.svg_inline(omitsize=True, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None)
        return mark_safe(svg)  # noqa: S308 - drawn by segno from an address of ours


def door_link_context(event: Event, token: str) -> DoorLinkContext:
    path = reverse("league:pair_door", args=[event.club.slug, event.pk, token])
    return DoorLinkContext(settings.PUBLIC_URL + path)
