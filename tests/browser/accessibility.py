"""`assert_looks_right(page)`: how a page looks, judged on one load of it, in both themes and on every screen.

axe-core finds nothing by night on a phone and by day on a tablet, and nothing is wider than the screen, on a small
phone, a phone, a tablet, and in turn on a desktop, a tablet that lies, and with letters twice as large (in a soak on
all). With `within_reach=True` a finger hits all that can be tapped, too.
"""

from typing import Any, Literal
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.sampling import SOAK

Scheme = Literal["light", "dark"]

# WCAG A and AA up to 2.2. From AAA we promise contrast 7:1; and keys that a finger can hit.
RULES: dict[str, Any] = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
    },
    "rules": {
        "color-contrast": {"enabled": False},
        "color-contrast-enhanced": {"enabled": True},
        "target-size": {"enabled": True},
    },
    "resultTypes": ["violations"],
}
# What colours have a say in. All other rules ask what is there, is shown and has room, of which a phone has least: a
# tablet is asked them once for each layout, that is for all pages on which it shows the same kinds of parts that a
# phone does not, or the other way round.
RULES_OF_COLOURS: dict[str, Any] = {
    "runOnly": {"type": "rule", "values": ["color-contrast-enhanced", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
KEEP_SHOWN = """() => {
    const parts = () => [...document.querySelectorAll("*")].filter(
        part => part.checkVisibility({visibilityProperty: true}));
    const before = new Set(parts());
    window.shownElse = () => [...new Set(parts()).symmetricDifference(before)].map(
        part => [part.localName, part.className, part.getAttributeNames(), !part.textContent.trim()].join());
}"""
LAYOUTS: set[frozenset[str]] = set()

# To measure contrast is half of the work, so one rule does it all: that of AAA leaves what is below 4.5:1 to AA's,
# unless it is told otherwise. And the same letters on the same grounds are measured once: what has passed is known on
# the next page, by all that its contrast comes from; nothing else has a name in that. What may lie over something else
# (`position`) is only known where it hides that.
MEASURE_ONCE = """passed => {
    const check = axe._audit.checks["color-contrast-enhanced"];
    const rule = axe._audit.rules.find(each => each.id === "color-contrast-enhanced");
    check.options.contrastRatio = {normal: {expected: 7}, large: {expected: 4.5}};
    const known = new Set(passed.split(" ")), news = [], grounds = new Map();
    const short = (...looks) => {
        let [one, two] = [1, 2];
        for (const letter of looks.join()) {
            one = Math.imul(one ^ letter.charCodeAt(0), 2654435761);
            two = Math.imul(two ^ letter.charCodeAt(0) ^ two >>> 16, 1597334677);
        }
        return `${one}.${two}`;
    };
    const ground = part => {  // all that is painted below its letters
        if (part === null) return "";
        if (!grounds.has(part)) {
            const {position, backgroundColor, backgroundImage, opacity, filter} = getComputedStyle(part);
            const below = ground(part.parentElement), paint = [backgroundColor, backgroundImage, opacity, filter];
            const lies = below !== null && ["static", "relative"].includes(position);
            const hides = backgroundColor.startsWith("rgb(");  // whatever it lies over
            const paints = hides || paint.join() !== "rgba(0, 0, 0, 0),none,1,none";
            grounds.set(part, !lies && !hides ? null : paints ? short(...paint, lies ? below : "") : below);
        }
        return grounds.get(part);
    };
    const name = part => {
        const {color, fontSize, fontWeight, textShadow} = getComputedStyle(part), below = ground(part);
        const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
        return below && short(color, isLarge, textShadow, below);
    };
    const hasLetters = part => part.matches("input, select, textarea") ||
        [...part.childNodes].some(each => each.nodeType === Node.TEXT_NODE && each.data.trim());
    const isKnown = part => !hasLetters(part) || known.has(name(part));
    const NOT_JUDGED = `:disabled, [aria-disabled="true"], [aria-hidden="true"], .visually-hidden, .skip-link,
        [type="radio"], [type="checkbox"]`;
    const {matches} = rule, measure = check.evaluate;
    rule.matches = function (part, ...more) { return !isKnown(part) && matches.call(this, part, ...more); };
    check.evaluate = function (part, ...more) {
        const named = name(part);
        if (known.has(named)) return true;
        const answer = measure.call(this, part, ...more);
        if (answer === true && named) { known.add(named); news.push(named); }
        return answer;
    };
    window.anyNew = () => {
        grounds.clear();
        return [...document.body.querySelectorAll("*")].some(part => !isKnown(part) && !part.closest(NOT_JUDGED)
            && part.checkVisibility({visibilityProperty: true}));
    };
    window.judge = async rules => {
        grounds.clear();
        let {violations} = await axe.run({...rules, selectors: false});
        if (violations.length) ({violations} = await axe.run(rules));  // which tells where
        return {violations, passed: news.splice(0)};
    };
}"""
PASSED: set[str] = set()
# The keys that end a form lie over its fields only until these are scrolled to, and the focus keeps clear of them.
UNPINNED = """document.querySelectorAll('.sheet > .form-foot, .save-bar')
    .forEach((foot) => { foot.style.position = 'static'; })"""
TABLET, PHONE = 810, 390
FINGER = 44
NARROW = 320  # and 405, a tablet at 200 %, is as a phone: see tests/test_styles.py
WIDE = (1366, 1180)  # a page is drawn on one of the two, or with large letters, by how long its address is
LETTERS = {"standard": 16, "fixed": 13}


def assert_looks_right(page: Page, *, within_reach: bool = False) -> None:
    """The page must follow prefers-color-scheme and its own width by itself: it is not loaded again."""
    page.wait_for_load_state()  # of what a test has seen something of
    turn = len(urlsplit(page.url).path) % (1 + len(WIDE))
    for width in (*(WIDE if SOAK else WIDE[turn : turn + 1]), NARROW, PHONE):
        assert_fits(page, width)
    if within_reach:
        assert_within_reach(page)
    assert_accessible(page, "dark")
    page.evaluate(KEEP_SHOWN)
    assert_fits(page, TABLET)
    if within_reach:
        assert_within_reach(page)
    layout = frozenset(page.evaluate("shownElse()"))
    if layout not in LAYOUTS:
        assert_accessible(page, "light")
    elif has_new_colours(page, "light"):
        assert_accessible(page, "light", RULES_OF_COLOURS)
    LAYOUTS.add(layout)
    if SOAK or turn == len(WIDE):
        assert_fits_with_large_letters(page)


def assert_looks_right_on(page: Page, width: int, scheme: Scheme) -> None:
    """For the many pages of one room, drawn alike: one screen, by day or by night."""
    page.wait_for_load_state()
    assert_fits(page, width)
    assert_accessible(page, scheme)


def assert_accessible(page: Page, scheme: Scheme, rules: dict[str, Any] = RULES) -> None:
    """axe-core finds nothing wrong with the page as it stands, by day ("light") or by night ("dark")."""
    page.emulate_media(color_scheme=scheme)
    if not page.evaluate("'judge' in window"):  # it is half a megabyte of script
        page.evaluate(AXE_SCRIPT)
        page.evaluate(MEASURE_ONCE, " ".join(PASSED))
    page.evaluate(UNPINNED)
    found = page.evaluate("rules => judge(rules)", rules)
    PASSED.update(found["passed"])
    assert found["violations"] == [], f"{page.url} ({scheme})\n{AxeResults(found).generate_report()}"


def has_new_colours(page: Page, scheme: Scheme) -> bool:
    """Whether letters are in colours, or on grounds, that were not measured on another page."""
    page.emulate_media(color_scheme=scheme)
    return bool(page.evaluate("anyNew()"))


def assert_within_reach(page: Page) -> None:
    """Every link and key is as high as a finger: axe asks for 24 pixels, and lets links in a sentence off."""
    assert page.evaluate(TOO_LOW, FINGER) == [], page.viewport_size


def assert_fits(page: Page, width: int) -> None:
    show_on(page, width)
    widest = page.evaluate("document.documentElement.scrollWidth")
    assert widest <= width, f"{widest} wide on a screen of {width}: {page.evaluate(OUTSIDE, width)}"


def show_on(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1080})


def assert_fits_with_large_letters(page: Page) -> None:
    """As in the browser's settings: letters twice as large, the screen as wide as ever."""
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {name: 2 * size for name, size in LETTERS.items()}})
    assert_fits(page, TABLET)
    browser.send("Page.setFontSizes", {"fontSizes": LETTERS})
    browser.detach()


TOO_LOW = """finger => [...document.body.querySelectorAll('a[href], button, summary, input, select, textarea')]
    .filter(target => target.checkVisibility({visibilityProperty: true}) && !target.matches('.skip-link'))
    .filter(target => [target, ...(target.labels ?? [])].every(part => {
        const {width, height} = part.getBoundingClientRect();
        return width > 1 && height < finger - 0.5;
    })).map(target => target.outerHTML.slice(0, 120))"""

OUTSIDE = """width => [...document.body.querySelectorAll('*')]
    .filter(element => element.getBoundingClientRect().right > width + 0.5)
    .slice(-5).map(element => element.outerHTML.slice(0, 120))"""

# What is cut off of the parts so called.
CUT = """selector => [...document.querySelectorAll(selector)].filter(part => part.checkVisibility()
    && !part.closest(".visually-hidden") && part.clientWidth && part.scrollWidth > part.clientWidth + 1)
    .map(part => part.outerHTML.slice(0, 80))"""
WINDOWS = ((390, 844), (810, 1080), (1180, 820), (1366, 768))

# How many of the parts so called are seen whole, as the page stands.
IN_WINDOW = """selector => [...document.querySelectorAll(selector)].filter(each => {
    const {top, bottom} = each.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}).length"""
