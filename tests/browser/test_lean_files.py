"""What the server leaves out of styles and scripts was there for people only: a browser reads the same in them."""

from playwright.sync_api import Page

from pinochle_club.server.static_files import lean
from tests.imports import ROOT

RULES = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].map(rule => rule.cssText).join("\\n");
}"""


def test_styles_mean_the_same_and_scripts_can_be_read(page: Page):
    for path in sorted((ROOT / "static").glob("**/*.css")):
        written = path.read_text()
        assert page.evaluate(RULES, written), path
        assert page.evaluate(RULES, lean(path.name, written)) == page.evaluate(RULES, written), path
    for path in sorted((ROOT / "static").glob("**/*.js")):
        page.evaluate("script => { new Function(script); }", lean(path.name, path.read_text()))
