"""A night as a picture to share. Letters that our fonts lack are drawn with a font of this machine, or left out."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Final, TypeAlias

from league.models import Entrant
from league.words import day_words
from pinochle_club.ground import places
from scoring.rules.notation import signed

from .night import NightHand
from .pages.night import NightSummary

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Font: TypeAlias = "FreeTypeFont"
WIDTH, HEIGHT, EDGE = 1200, 630, 70
FELT, PAPER, INK, SOFT = "#21503d", "#fffdf6", "#17212b", "#3d4751"
FAMILY: Final = ("latin-{weight}-plain-zero", "latin-ext-{weight}-normal")
FOLDER: Final = places.PROGRAM / "static" / "fonts"
# What most servers have for the letters that ours lack.
FALLBACK: Final = "DejaVuSans-Bold.ttf"
SMALLEST: Final = 24


def night_picture(entrant: Entrant, summary: NightSummary, best: NightHand | None) -> bytes:
    from PIL import Image, ImageDraw  # not before somebody asks for one

    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((35, 35, WIDTH - 35, HEIGHT - 35), radius=28, fill=PAPER)
    event = entrant.event
    below = (summary.points if summary.place else "", f"Best hand {signed(best.points)}" if best else "")
    lines = (
        (entrant.name, 62, 700, INK, 85),
        (event.name, 38, 400, SOFT, 165),
        (summary.place or summary.points, 104, 700, FELT, 240),
        (" · ".join(filter(None, below)), 52, 400, INK, 390),
        (f"{event.club.name} · {day_words(event)}", 34, 400, SOFT, 520),
    )
    for text, size, weight, color, top in lines:
        _write(draw, text, size=size, weight=weight, color=color, top=top)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _write(draw: ImageDraw, text: str, *, size: int, weight: int, color: str, top: int) -> None:
    """Draw a line of text, made smaller to fit, then cut off with `…`."""
    room = WIDTH - 2 * EDGE
    while size > SMALLEST and _width(text, size, weight) > room:
        size -= 2
    while _width(text, size, weight) > room:
        text = f"{text[:-2].rstrip()}…"
    left = float(EDGE)
    for letters, font in _runs(text, size, weight):
        # All fonts of a line stand on one base line.
        draw.text((left, top + size), letters, fill=color, font=font, anchor="ls")
        left += font.getlength(letters)


def _width(text: str, size: int, weight: int) -> float:
    return sum(font.getlength(letters) for letters, font in _runs(text, size, weight))


def _runs(text: str, size: int, weight: int) -> list[tuple[str, Font]]:
    found: list[tuple[str, Font]] = []
    for letter in text:
        font = next((font for name, font in _fonts(size, weight) if ord(letter) in _letters(name)), None)
        if font is None:
            continue
        if found and found[-1][1] is font:
            found[-1] = (found[-1][0] + letter, font)
        else:
            found.append((letter, font))
    return found


@lru_cache(maxsize=64)
def _fonts(size: int, weight: int) -> tuple[tuple[str, Font], ...]:
    from PIL import ImageFont

    found = []
    family = [str(FOLDER / f"atkinson-hyperlegible-next-{part.format(weight=weight)}.woff2") for part in FAMILY]
    for name in (*family, FALLBACK):
        try:
            found.append((name, ImageFont.truetype(name, size, layout_engine=ImageFont.Layout.BASIC)))
        except OSError:  # this machine does not have the fallback
            continue
    return tuple(found)


@lru_cache(maxsize=8)
def _letters(name: str) -> frozenset[int]:
    from fontTools.ttLib import TTFont
    from PIL import ImageFont

    with TTFont(ImageFont.truetype(name).path, lazy=True) as font:
        return frozenset(font.getBestCmap())
