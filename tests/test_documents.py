"""What README and the documents name is there: documents, headings, pictures, commands, settings. All are short."""

import re
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.http import Http404
from django.urls import reverse
from pypdf import PdfReader

from pinochle_club.ground import commands, documents, places
from pinochle_club.ground.places import SETTINGS
from pinochle_club.program.command import COMMANDS
from tests.imports import PRODUCT

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "tests/lab").glob("*.md"))]
IN_THE_APP = [page.stem for page in PAGES if page.parent == ROOT / "docs"]
ON_A_PAGE = ("bots", "entry", "race", "same-cards", "trouble")  # what was measured, for people
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
DJANGO = get_commands()

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")


def anchors(page: Path) -> set[str]:
    return {anchor for _, anchor, _ in documents.headings(documents.parse(page.read_text()))}


def named(page: Path) -> list[str]:
    """Where its links and pictures lead, but for other sites."""
    tokens = documents.walk(documents.parse(page.read_text()))
    found = [
        str(token.attrGet("href") or token.attrGet("src")) for token in tokens if token.type in ("link_open", "image")
    ]
    return [each for each in found if not each.startswith(("http:", "https:", "mailto:"))]


def code(page: Path) -> str:
    """What one may type: code in a line and code of its own, a line each."""
    tokens = documents.walk(documents.parse(page.read_text()))
    return "\n".join(token.content for token in tokens if token.type in ("code_inline", "code_block", "fence"))


def words(text: str) -> int:
    return sum(bool(re.search(r"\w", word)) for word in text.split())


def test_documents_are_short():
    """People read all of a page, or none of it."""
    folders = [ROOT / each for each in ("bin", "docs", *PRODUCT, "tests")]
    all_pages = [*ROOT.glob("*.md"), *(page for folder in folders for page in folder.rglob("*.md"))]
    house = (ROOT / "ARCHITECTURE.md").read_text()
    versions = (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1:]
    counted = {
        **{name: (words((ROOT / f"docs/{name}.md").read_text()), 400) for name in (*ON_A_PAGE, "hall-and-home")},
        **{version.partition(" ")[0]: (words(version), 250) for version in versions},
        "ARCHITECTURE": (words(house), 1_400),
        "its glossary": (
            sum(each.count(",") + 1 for each in re.findall(r"^- \*\*(.+?)\*\*:", house, re.MULTILINE)),
            55,
        ),
        "all": (sum(words(page.read_text()) for page in all_pages), 30_000),
    }
    assert len(all_pages) > 25
    assert {name: number for name, (number, most) in counted.items() if number > most} == {}


@pytest.mark.parametrize("name", ON_A_PAGE)
def test_what_was_measured_is_told_in_one_table(name):
    tokens = documents.parse((ROOT / f"docs/{name}.md").read_text())
    assert [token.type for token in tokens].count("table_open") == 1


@every_page
def test_links_and_pictures_lead_somewhere(page):
    wrong = []
    for link in named(page):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)
    assert wrong == []


@every_page
def test_commands_that_are_named_exist(page):
    typed = code(page)
    ours = {*re.findall(r"pinochle-club ([a-z]+)", typed)}
    made = {*re.findall(r"(?<![\w-])make ([a-z-]+)", typed)}
    managed = {*re.findall(r"(?:manage\.py|pinochle-club manage) ([a-z_]+)", typed)}
    assert (ours - {*COMMANDS}, made - TARGETS, managed - {*DJANGO}) == (set(), set(), set())


SAID = re.compile(r"""(?:\b|{% )(command|manage|packages)[( ]"([a-z_-]+)""")


def all_typed() -> set[tuple[str, str]]:
    """What code and templates have a person type: by which of `ground.commands`, and the word for it."""
    files = [file for each in PRODUCT for file in (ROOT / each).rglob("*.py")]
    return {
        found for file in (*files, *(ROOT / "templates").rglob("*.html")) for found in SAID.findall(file.read_text())
    }


@pytest.mark.parametrize("is_checkout", [True, False])
def test_commands_that_the_program_says_exist_where_it_runs(monkeypatch, is_checkout):
    monkeypatch.setattr(places, "IS_CHECKOUT", is_checkout)
    monkeypatch.delenv("STATE_DIR", raising=False)
    typed = {("command", name) for name in COMMANDS if name != "manage"} | all_typed()
    assert {"serve", "set_admin_link", "cluster"} <= {name for _, name in typed}
    said = {getattr(commands, how)(name) for how, name in typed}

    wrong = {
        each
        for each in said
        if not (
            ((words := each.split())[:1] == ["make"] and words[1] in TARGETS)
            or (words[0] == "pinochle-club" and words[1] in COMMANDS and (words[1] != "manage" or words[2] in DJANGO))
            or (words[1:3] == ["-m", "pinochle_club"] and words[3] in COMMANDS)
            or (words[1] == "manage.py" and words[2] in DJANGO)
            or words[:2] == ["pip", "install"]
        )
    }  # fmt: skip
    assert wrong == set()


def test_commands_in_messages_and_remarks_exist():
    """Those that are written out, not said by `ground.commands`."""
    wrong = []
    for each in (*PRODUCT, "templates", "bin", "tests", "CONTRIBUTING.md", "Makefile"):
        for file in [ROOT / each] if (ROOT / each).is_file() else (ROOT / each).rglob("*"):
            if file.suffix in (".py", ".html", ".md", ".sh", "") and file.is_file() and file != Path(__file__):
                text = file.read_text(errors="ignore")
                wrong += [(file.name, name) for name in re.findall(r"[`“]make ([a-z-]+)", text) if name not in TARGETS]
                wrong += [
                    (file.name, name)
                    for name in re.findall(r"[`“/]pinochle-club ([a-z]+)[ `”]", text)
                    if name not in COMMANDS
                ]
                wrong += [
                    (file.name, name)
                    for name in re.findall(r"manage(?:\.py)? ([a-z]+_[a-z_]+)[ `”\"]", text)
                    if name not in DJANGO
                ]
    assert wrong == []


@every_page
def test_options_of_our_commands_exist(page):
    """Those of `manage` are Django's to read."""
    wrong = []
    for name, options in re.findall(r"pinochle-club ([a-z]+)((?: +(?!#)\S+)*)", code(page)):
        module = COMMANDS[name][0]
        if name != "manage" and find_spec(module):
            parser = __import__(module, fromlist=["parser"]).parser()
            known = {option for action in parser._actions for option in action.option_strings}
            wrong += [f"{name} {option}" for option in re.findall(r"(--[a-z-]+)", options) if option not in known]
    assert wrong == []


def test_every_setting_is_documented():
    page = (ROOT / "docs" / "computer.md").read_text()
    table = re.findall(r"^\| (`[^|]*`) \|.*\|.*\|$", page[page.index("## Settings") :], re.MULTILINE)
    told = {name for cell in table for name in re.findall(r"[A-Z][A-Z_]+", cell)}
    assert told == set(SETTINGS)


def test_settings_are_ones_that_the_program_reads():
    program = "".join(path.read_text() for each in PRODUCT for path in (ROOT / each).rglob("*.py"))
    listed = (ROOT / "pinochle_club/program/where.py").read_text()
    assert [name for name in SETTINGS if program.count(f'"{name}"') == listed.count(f'"{name}"')] == []


def test_pages_lead_to_documents_that_are_there():
    wanted = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"{% url ['\"]document['\"] ['\"]([\w-]+)['\"]", path.read_text())
    }
    assert len(wanted) >= 5
    assert [name for name in wanted if not (ROOT / "docs" / f"{name}.md").exists()] == []


@pytest.mark.parametrize("name", IN_THE_APP)
def test_links_lead_on_inside_the_app(client, name):
    page = client.get(reverse("document", args=[name])).content.decode()
    text = page[page.index('class="sheet-body prose"') :]

    left = {
        link for link in re.findall(r'(?:href|src)="([^"]+)"', text) if not link.startswith(("http", "#", "/help/"))
    }
    assert left == set()
    for address in re.findall(r'src="(/help/[^"]+)"', text):
        assert client.get(address)["Content-Type"] == "image/png"


def test_documents_for_people_are_listed(client):
    page = client.get(reverse("help")).content.decode()
    assert [name for name in documents.FOR_PEOPLE if f'href="/help/{name}/"' not in page] == []


def test_directors_read_of_the_whole_evening():
    told = [words for _, words in documents.read("club-night").parts]
    assert {"Before the evening", "During the evening", "After the evening", "When something goes wrong"} <= set(told)


def test_at_the_table_is_one_page():
    assert len(PdfReader(BytesIO(documents.page_pdf("letter"))).pages) == 1
    assert len(PdfReader(BytesIO(documents.page_pdf("a4"))).pages) == 1


@pytest.mark.parametrize("address", ["/help/nothing/", "/help/pictures/nothing.png"])
def test_no_document(client, address):
    assert client.get(address).status_code == 404


def test_html_in_a_document_is_only_words(tmp_path, monkeypatch):
    (tmp_path / "bad.md").write_text(
        "# Bad\n\n<script>alert(1)</script> [x](javascript:alert) ![y](data:text/html,z)\n"
    )
    monkeypatch.setattr(documents, "DOCS", tmp_path)

    html = documents.read("bad").html

    assert "<script" not in html
    assert 'href="javascript' not in html
    with pytest.raises(Http404):
        documents.read("worse")
