"""Every page that the laboratory measures, by day and by night, on phones, tablets and a laptop, letters as they are
and twice as large: text has a contrast of 7:1, what can be tapped stands out by 3:1, and axe finds nothing else by day
on a phone, nor by night with large letters."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.accessibility import RULES, RULES_OF_COLOURS, Scheme, assert_accessible, has_new_colours
from tests.browser.conftest import OpenDevice
from tests.lab.window import SIZES, show_at
from tests.lab.window.pages import PAGES, Hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]

TABLES = 4
THEMES: tuple[Scheme, ...] = ("light", "dark")
GROUPS = 6  # so that one that fails does not hide the others
# Fields and keys whose edge and ground are too like what they lie on; but a count between two keys shows by itself.
TOO_LIKE = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = color => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const ground = part => {
        for (let at = part; at; at = at.parentElement) {
            const { backgroundColor, backgroundImage } = getComputedStyle(at);
            if (backgroundImage !== "none") return null;
            const found = rgba(backgroundColor);
            if (found[3] === 255) return found;
            if (found[3]) return null;
        }
        return [255, 255, 255, 255];
    };
    const light = ([red, green, blue]) => [red, green, blue].map(each => each / 255)
        .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
        .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((some, more) => some - more);
        return (high + 0.05) / (low + 0.05);
    };
    return [...document.body.querySelectorAll("a.button, button, summary.button, input, select, textarea")]
        .filter(part => part.checkVisibility({ visibilityProperty: true, opacityProperty: true })
            && !part.matches(":disabled, [type=checkbox], [type=radio], [type=hidden], .visually-hidden *"))
        .filter(part => {
            // A field that is drawn on its label's box has that one's edge.
            const drawn = at => parseFloat(getComputedStyle(at).borderBottomWidth)
                || rgba(getComputedStyle(at).backgroundColor)[3];
            part = [part, part.parentElement].find(drawn) ?? part;
            const look = getComputedStyle(part), around = ground(part.parentElement), own = ground(part);
            const edge = parseFloat(look.borderBottomWidth) ? rgba(look.borderBottomColor) : [0, 0, 0, 0];
            if (!around || !own || (!edge[3] && (part.value || !part.matches("input, select, textarea")))) return false;
            return Math.max(edge[3] === 255 ? contrast(edge, around) : 1, contrast(own, around)) < 3;
        }).map(part => part.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize("group", range(GROUPS))
def test_pages_can_be_read_in_any_window(open_device: OpenDevice, group: int) -> None:
    hall, faults = Hall(TABLES), []

    for name in list(PAGES)[group::GROUPS]:
        page = open_device("any width", own=True)
        PAGES[name].opens(page, hall)
        faults += [f"{name} {fault}" for fault in faults_of(page)]
        page.context.close()

    assert not faults, "\n".join(faults)


def faults_of(page: Page) -> Iterator[str]:
    for text in (100, 200):
        for size in SIZES:
            for theme in THEMES:
                show_at(page, size, theme=theme, text=text)
                page.wait_for_load_state("networkidle")
                where = f"{size[0]}x{size[1]} {theme} {text}%"
                is_whole = size == SIZES[0] and (theme == "light") == (text == 100)
                try:
                    if is_whole or has_new_colours(page, theme):
                        assert_accessible(page, theme, RULES if is_whole else RULES_OF_COLOURS)
                except AssertionError as fault:
                    yield f"{where}: {fault}"
                yield from (f"{where}: too like its ground: {part}" for part in page.evaluate(TOO_LIKE))
