"""The style sheets hang together: a color or a shape that is used is there, a class is one that something wears."""

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

HOME = Path(__file__).parent.parent
STYLES = HOME / "static" / "css"
FONTS = HOME / "static" / "fonts"
# WeasyPrint reads these, no browser does.
PRINTED = {STYLES / "paper.css", STYLES / "scoring" / "printed.css", STYLES / "league" / "printed.css"}
# Put together by a template or by htmx.
COMPOSED = re.compile(r"s[123]|htmx-\w+")
PHONE, AT_200_PER_CENT = 390, 405  # the width of a tablet, halved
# Where pages turn, in em of 16 pixels: `min-width` is one of these, `max-width` a hundredth less, so that no width has
# the rules of both sides. A row or a hand of cards that does not fit takes the nearest of them.
WIDTHS = {
    22: "the smallest phones",
    26: "phones",
    30: "phones with a large screen",
    43.75: "tablets held upright",
    62.5: "tablets lying down",
    68.75: "large tablets lying down",
    80: "desktops",
    85: "desktops on which the card has room beside the entry",
    90: "large desktops",
}
SOURCES = (("templates", "html"), ("static/js", "js"), ("pinochle_club", "py"), ("scoring", "py"), ("league", "py"))


def test_custom_properties_that_are_used_are_defined():
    written = "\n".join(sheet.read_text() for sheet in STYLES.rglob("*.css"))

    used = set(re.findall(r"var\((--[\w-]+)", written))

    assert used - set(re.findall(r"(--[\w-]+)\s*:", written)) == set()


def test_rules_for_the_screen_stand_in_layers():
    lines = [line for sheet in STYLES.rglob("*.css") if sheet not in PRINTED for line in sheet.read_text().splitlines()]

    opened = {line for line in lines if "{" in line and not line.startswith((" ", "@font-face"))}

    assert {line for line in opened if not line.startswith("@layer ")} == set()


def test_a_tablet_at_200_per_cent_is_laid_out_as_a_phone():
    """What fits a phone fits it, too: between the two widths no rule begins or ends."""
    written = "\n".join(sheet.read_text() for sheet in STYLES.rglob("*.css"))

    widths = re.findall(r"(?:min|max)-width:\s*([\d.]+)(em|px)\)", written)

    points = {float(number) * (16 if unit == "em" else 1) for number, unit in widths}
    assert len(points) > 10
    assert {point for point in points if PHONE <= point <= AT_200_PER_CENT} == set()


def test_pages_turn_at_the_named_widths():
    written = "\n".join(sheet.read_text() for sheet in STYLES.rglob("*.css"))

    turns = re.findall(r"(min|max)-width:\s*([\d.]+\w+)\)", written)

    named = {("min", f"{width}em") for width in WIDTHS} | {("max", f"{width - 0.01:.2f}em") for width in WIDTHS}
    assert len(turns) > 50
    assert set(turns) - named == set()


def test_classes_of_the_sheets_are_worn():
    sources = [HOME.glob(f"{each}/**/*.{kind}") for each, kind in SOURCES]
    words = {word for found in sources for source in found for word in re.findall(r"[\w-]+", source.read_text())}

    named = {name for sheet in STYLES.rglob("*.css") for name in _classes(sheet.read_text())}

    # "play-{{ seats }}" leaves the word "play-".
    assert {name for name in named - words if f"{name.rpartition('-')[0]}-" not in words} == set()


@pytest.mark.parametrize("weight", [400, 700])
def test_zero_is_plain_and_as_wide_as_every_figure(weight: int):
    """Its line and its counter are two contours; a stroke through it makes them three, as codes ask for."""
    font = TTFont(FONTS / f"atkinson-hyperlegible-next-latin-{weight}-plain-zero.woff2")
    layout = font["GSUB"].table
    feature = next(each.Feature for each in layout.FeatureList.FeatureRecord if each.FeatureTag == "zero")

    slashed = layout.LookupList.Lookup[feature.LookupListIndex[0]].SubTable[0].mapping[font.getBestCmap()[ord("0")]]

    assert [font["glyf"][name].numberOfContours for name in ("zero", slashed)] == [2, 3]
    assert len({width for name, (width, _) in font["hmtx"].metrics.items() if name.endswith(".tf")}) == 1


def _classes(written: str) -> set[str]:
    selectors = re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", written, flags=re.DOTALL))
    found = {name for selector in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)}
    return {name for name in found if not COMPOSED.fullmatch(name)}
