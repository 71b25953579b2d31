"""The style sheets hang together: a color or a shape that is used is there, a class is one that something wears."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import tinycss2
from fontTools.ttLib import TTFont

from tests.imports import PRODUCT

HOME = Path(__file__).parent.parent
STYLES = HOME / "static" / "css"
FONTS = HOME / "static" / "fonts"
# WeasyPrint reads these, no browser does.
PRINTED = {STYLES / "paper.css", STYLES / "scoring" / "printed.css", STYLES / "league" / "printed.css"}
PALETTES = {
    "tokens.css": "what the screen has, light and dark",
    "paper.css": "what ink wants otherwise",
    "scoring/play.css": "a card, white in a dark room too",
}
RAW_COLOR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(|: [^;]*\b(?:white|black|red|gr[ae]y)\b"
)
# Put together by a template or by htmx.
COMPOSED = re.compile(r"s[123]|htmx-\w+")
PHONE, AT_200_PER_CENT = 390, 405  # the width of a tablet, halved
# Where pages turn, in em of 16 pixels: `min-width` is one of these, `max-width` a hundredth less, so that no width has
# the rules of both sides. A row or a hand of cards that does not fit takes the nearest of them.
WIDTHS = {
    20: "phones with large letters",
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
SHEETS = sorted(STYLES.rglob("*.css"))
SAID_TWICE_FOR_OLDER_BROWSERS = {
    ("height", ("100vh", "100dvh")),
    ("min-height", ("100vh", "100dvh")),
    ("min-height", ("calc(100vh - 66px)", "calc(100dvh - 66px)")),
}
WINS_OVER_ALL = {
    "[hidden]": "what is hidden stays so, whatever its part is drawn as",
    ".js .no-js, html:not(.js) .needs-js, html:not([data-keeps]) .if-kept": (
        "the same, for what is there with or without scripts only, or where a browser keeps pages"
    ),
    '[aria-invalid="true"]:is(input, select, textarea)': "a fault is seen on every kind of field",
}
SOURCES = (("templates", "html"), ("static/js", "js"), *((package, "py") for package in PRODUCT))


class Rule(NamedTuple):
    sheet: str
    around: tuple[str, ...]
    """The layers and media it stands in."""
    selector: str
    declarations: tuple[Any, ...]


def test_sheets_can_be_read():
    assert len(RULES) > 1000
    assert [
        f"{rule.sheet}: {rule.selector}: {each.message}" for rule, each in _declared() if each.type == "error"
    ] == []


def test_a_selector_stands_once_in_a_sheet():
    """Under the same media: what is said of a thing is found in one place."""
    assert _twice((rule.sheet, rule.around, rule.selector) for rule in RULES) == set()


def test_what_is_said_of_several_things_is_one_rule():
    """A single declaration may stand where each thing is told of."""
    said = [(rule, frozenset((each.name, _written(each)) for each in rule.declarations)) for rule in RULES]

    assert _twice((rule.sheet, rule.around, block) for rule, block in said if len(block) > 1) == set()


def test_a_property_is_said_once_and_a_rule_says_something():
    said = [(rule, Counter(each.name for each in rule.declarations)) for rule in RULES]

    assert [rule.selector for rule, names in said if not names] == []
    again = {(name, _values(rule, name)) for rule, names in said for name, count in names.items() if count > 1}
    assert again == SAID_TWICE_FOR_OLDER_BROWSERS


def test_what_wins_over_all_else_says_why():
    assert {rule.selector for rule, each in _declared() if each.important} == set(WINS_OVER_ALL)


def test_no_rule_is_for_one_id():
    """It would win over all classes; and an id is for links, labels and answers."""
    assert [rule.selector for rule in RULES if "#" in re.sub(r"\[[^]]*\]", "", rule.selector)] == []


def test_custom_properties_are_defined_and_used():
    written = "\n".join(sheet.read_text() for sheet in SHEETS)
    scripts = "\n".join(script.read_text() for script in HOME.glob("static/js/*.js"))

    used = set(re.findall(r"var\((--[\w-]+)", written))
    defined = {each.name for _, each in _declared() if each.name.startswith("--")}

    assert used - defined == set(re.findall(r'setProperty\("(--[\w-]+)"', scripts)) - defined
    assert defined - used == set()


def test_colors_are_said_by_tokens():
    """So one line changes what a color means, on the screen and on paper."""
    raw = {
        (str(sheet.relative_to(STYLES)), line.strip())
        for sheet in SHEETS
        for line in re.sub(r"/\*.*?\*/|url\([^)]*\)", "", sheet.read_text(), flags=re.DOTALL).splitlines()
        if RAW_COLOR.search(line)
    }

    assert {sheet for sheet, line in raw if line.startswith("--")} == set(PALETTES)
    assert {(sheet, line) for sheet, line in raw if not line.startswith("--")} == set()


def test_rules_for_the_screen_stand_in_layers():
    lines = [line for sheet in SHEETS if sheet not in PRINTED for line in sheet.read_text().splitlines()]

    opened = {line for line in lines if "{" in line and not line.startswith((" ", "@font-face"))}

    assert {line for line in opened if not line.startswith("@layer ")} == set()


def test_a_tablet_at_200_per_cent_is_laid_out_as_a_phone():
    """What fits a phone fits it, too: between the two widths no rule begins or ends."""
    written = "\n".join(sheet.read_text() for sheet in SHEETS)

    widths = re.findall(r"(?:min|max)-width:\s*([\d.]+)(em|px)\)", written)

    points = {float(number) * (16 if unit == "em" else 1) for number, unit in widths}
    assert len(points) > 10
    assert {point for point in points if PHONE <= point <= AT_200_PER_CENT} == set()


def test_pages_turn_at_the_named_widths():
    written = "\n".join(sheet.read_text() for sheet in SHEETS)

    turns = re.findall(r"(min|max)-width:\s*([\d.]+\w+)\)", written)

    named = {("min", f"{width}em") for width in WIDTHS} | {("max", f"{width - 0.01:.2f}em") for width in WIDTHS}
    assert len(turns) > 50
    assert set(turns) - named == set()


def test_classes_of_the_sheets_are_worn():
    sources = [HOME.glob(f"{each}/**/*.{kind}") for each, kind in SOURCES]
    words = {word for found in sources for source in found for word in re.findall(r"[\w-]+", source.read_text())}

    named = {name for sheet in SHEETS for name in _classes(sheet.read_text())}

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


def _rules(sheet: str, nodes: Iterable[Any], *around: str) -> Iterator[Rule]:
    for node in nodes:
        assert node.type != "error", f"{sheet}: line {node.source_line}: {node.message}"
        written = tinycss2.serialize(node.prelude).strip()
        if node.type == "qualified-rule":
            said = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            yield Rule(sheet, around, re.sub(r"\s+", " ", written), tuple(said))
        elif node.lower_at_keyword in ("layer", "media") and node.content is not None:
            inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
            yield from _rules(sheet, inner, *around, written)


RULES = [
    rule
    for sheet in SHEETS
    for rule in _rules(
        str(sheet.relative_to(STYLES)),
        tinycss2.parse_stylesheet(sheet.read_text(), skip_comments=True, skip_whitespace=True),
    )
]


def _declared() -> Iterator[tuple[Rule, Any]]:
    return ((rule, each) for rule in RULES for each in rule.declarations)


def _values(rule: Rule, name: str) -> tuple[str, ...]:
    return tuple(_written(each) for each in rule.declarations if each.name == name)


def _written(declaration: Any) -> str:
    return str(tinycss2.serialize(declaration.value).strip())


def _twice(things: Iterable[Any]) -> set[Any]:
    return {each for each, count in Counter(things).items() if count > 1}


def _classes(written: str) -> set[str]:
    selectors = re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", written, flags=re.DOTALL))
    found = {name for selector in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", selector)}
    return {name for name in found if not COMPOSED.fullmatch(name)}
